"""What holds on all pages: navigation, names for screen readers, the keyboard; nobody else is asked."""

from urllib.parse import urlsplit

from app.places import sample_photo
from tests.browser.conftest import settle

PAGES = ("camera", "photos", "table", "dispute", "odds", "rules")

NAMELESS = """() => {
  const words = (ids) => ids.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("");
  const name = (one) => one.ariaLabel || words(one.getAttribute("aria-labelledby") ?? "") || one.textContent
    || [...(one.labels ?? [])].map((label) => label.textContent).join("") || one.alt || "";
  return [...document.querySelectorAll("button, input, select, textarea, a[href], img, [role=combobox]")]
    .filter((one) => one.checkVisibility() && !name(one).trim())
    .map((one) => one.outerHTML.slice(0, 200));
}"""
"""Script that finds what can be used or seen and has no name that could be read out."""


def test_every_page_is_one_tap_away_on_a_phone(open_page, phone):
    page = open_page("", phone)
    assert page.locator(".ox-welcome").is_visible()
    links = page.locator(".st-key-nav a")
    assert links.count() == len(PAGES)
    for number in range(links.count()):
        links.nth(number).click()
        settle(page, 0 if number == 0 else 500)
        assert page.locator('[data-testid="stException"]').count() == 0
    width = page.evaluate("document.scrollingElement.scrollWidth")
    assert width <= phone["width"], "nothing is wider than the phone"


def test_all_pages_have_names_for_screen_readers_and_ask_nobody_else(server, open_page, phone):
    page = open_page("", phone, permissions=["camera"])
    asked = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    page.on("websocket", lambda socket: asked.add(urlsplit(socket.url).netloc))
    for name in PAGES:
        page.goto(f"{server}/{name}")
        settle(page, 0 if name == "camera" else 500)
        if name in ("photos", "table"):
            page.locator('[data-testid="stFileUploaderDropzoneInput"]').set_input_files(sample_photo())
            page.locator('[class*="st-key-shown-"] img').wait_for()
            settle(page)
        assert page.evaluate(NAMELESS) == [], name
        assert page.locator("h1").count() == 1, name
    assert asked - {""} == {urlsplit(server).netloc}, "and what the page holds itself, as data: and blob:"


def test_pages_are_reached_with_the_keyboard_alone(open_page, desktop):
    page = open_page("", desktop)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip().endswith("Dispute"):
            break
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Settle a dispute").wait_for()
