"""What holds on all pages: navigation, names for screen readers, the keyboard; nobody else is asked."""

from urllib.parse import urlsplit

import pytest

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


CONTRAST = """(button) => {
  const part = (value) => { const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4; };
  const light = (colour) => { const [red, green, blue] = colour.match(/[0-9.]+/g).map(Number).map(part);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue; };
  const words = button.querySelector("p") ?? button;
  const both = [getComputedStyle(words).color, getComputedStyle(button).backgroundColor].map(light);
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}"""
"""Script that tells how far the words of a button stand out from its ground, as WCAG counts it."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_words_of_the_main_buttons_stand_out(open_page, phone, scheme):
    page = open_page("camera", phone, color_scheme=scheme)
    again = page.get_by_role("button", name="Try again")
    again.wait_for()
    assert again.evaluate(CONTRAST) >= 4.5
    page.get_by_role("link", name="Dispute").click()
    page.get_by_text("One challenged hand").click()
    settle(page)
    field = page.get_by_role("textbox", name="Cards of Dealer")
    field.fill("3C 6S 8H 4H 8C")
    field.press("Enter")
    record = page.get_by_role("button", name="Make the record")
    record.wait_for()
    settle(page)
    page.mouse.move(0, 0)
    assert record.evaluate(CONTRAST) >= 4.5
