"""Takes the screenshots that the README shows, of every page, on a desktop and on a phone.

Run `python -m tests.browser.screenshots [PAGE…]`, and look at what it made in `app/screenshots`. The hands
are that of the sample photo, which this project rendered, and typed ones; the camera plays a clip of the
sample.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from app.clips import moving_camera, write_mjpeg
from app.commands.app_command import page_command
from app.i18n import speaking, t
from app.places import sample_photo
from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS, PHONE, ROOT, free_port, settle, wait_for_server
from tests.browser.test_table import HANDS, NAMES, fill, upload
from vision.photo.image import load_photo

FOLDER = ROOT / "app" / "screenshots"
QUALITY = 82
PATIENCE_MS = 120_000
TALL = {"desktop": 1280, "phone": 1340}
"""Greatest heights: a page that goes on is cut there."""


def photos(page: Any) -> None:
    """The sample hand with its verdict."""
    page.locator('[class*="st-key-try"] button').click()
    page.locator('[class*="st-key-lead-"] .ox-power').wait_for()


def camera(page: Any) -> None:
    """The live view while it reads."""
    page.wait_for_selector('.view[data-state="open"]')
    page.locator(".steps", has_text=re.compile("[1-5]/5")).or_(page.locator(".ox-power")).first.wait_for()


def table(page: Any) -> None:
    """A round of four, one hand from the photo and three typed."""
    upload(page, sample_photo())
    for name, hand in list(zip(NAMES, HANDS, strict=True))[1:]:
        fill(page, f"Cards of {name}", hand)
    page.locator(".ox-payment").last.wait_for()
    page.get_by_text("Who pays whom").scroll_into_view_if_needed()


def dispute(page: Any) -> None:
    """A claim that is not right, and the ruling."""
    upload(page, sample_photo())
    fill(page, "Cards of Player A", HANDS[1])
    page.get_by_role("combobox", name="Claims to have").nth(1).click()
    page.keyboard.type("Ngau Tonku")
    page.keyboard.press("Enter")
    settle(page)
    page.locator(".st-key-dispute-ruling").scroll_into_view_if_needed()


def nothing(page: Any) -> None:
    """A page that shows all it has at once."""


RUSSIAN = "russian"
"""Name of the picture that shows another language and the dark colours."""

PAGES: dict[str, tuple[str, Callable[[Any], None], str]] = {
    "photos": ("", photos, ""),
    "camera": ("camera", camera, ""),
    "table": ("table", table, "Who pays whom"),
    "dispute": ("dispute", dispute, "The ruling"),
    "odds": ("odds", nothing, ""),
    "rules": ("rules", nothing, ""),
}
"""For each picture the page, what is done on it, and the heading where it begins if not at the top."""


def main(wanted: list[str]) -> None:
    """Take the pictures of some pages, or of all."""
    port = free_port()
    server = subprocess.Popen(page_command(port, browser=False), cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        wait_for_server(f"http://localhost:{port}/_stcore/health", server)
        with tempfile.TemporaryDirectory() as folder:
            clip = Path(folder) / "hand.mjpeg"
            write_mjpeg(clip, moving_camera(load_photo(sample_photo()).image, 24, (960, 720), sway=0.2))
            _take_all(f"http://localhost:{port}", clip, wanted or [*PAGES, RUSSIAN])
    finally:
        server.terminate()
        server.wait(20)


def _take_all(address: str, clip: Path, wanted: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    fake = ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={clip}"]
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *fake])
        for size, device in ((DESKTOP, "desktop"), (PHONE, "phone")):
            for name in filter(PAGES.__contains__, wanted):
                path, act, heading = PAGES[name]
                _take(browser, f"{address}/{path}", size, act, heading, FOLDER / f"{name}-{device}.jpg")
        if RUSSIAN in wanted:
            page = _take(
                browser, address, PHONE, photos, "", FOLDER / f"{RUSSIAN}-phone.jpg", "ru-RU", "dark"
            )
            with speaking("ru"):
                assert t("Photos") in page
        browser.close()


def _take(
    browser: Any,
    address: str,
    size: dict[str, int],
    act: Callable[[Any], None],
    heading: str,
    path: Path,
    locale: str = "en-US",
    scheme: str = "light",
) -> str:
    """Take one picture; the words on the page."""
    context = browser.new_context(
        viewport=size, locale=locale, color_scheme=scheme, permissions=["camera"], device_scale_factor=1
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    settle(page, 0)
    act(page)
    if act is not camera:
        settle(page)
        device = "phone" if size == PHONE else "desktop"
        content = page.evaluate("document.querySelector('[data-testid=stMainBlockContainer]').scrollHeight")
        page.set_viewport_size({**size, "height": max(size["height"], min(content, TALL[device]))})
        if heading:
            page.get_by_text(heading, exact=True).last.evaluate("one => one.scrollIntoView()")
    page.wait_for_timeout(1500)
    with Image.open(BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").save(path, quality=QUALITY, optimize=True)
    words = str(page.locator("body").inner_text())
    context.close()
    return words


if __name__ == "__main__":
    main(sys.argv[1:])
