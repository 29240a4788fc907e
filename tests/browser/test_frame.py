"""The frame around all pages: navigation on desktop and phone."""

from tests.browser.conftest import settle


def test_every_page_is_one_tap_away_on_a_phone(open_page, phone):
    page = open_page("", phone)
    assert page.locator(".ox-welcome").is_visible()
    links = page.locator(".st-key-nav a")
    for number in range(links.count()):
        links.nth(number).click()
        settle(page)
        assert page.locator('[data-testid="stException"]').count() == 0
    width = page.evaluate("document.scrollingElement.scrollWidth")
    assert width <= phone["width"], "nothing is wider than the phone"
