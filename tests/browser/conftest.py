"""A real server and a real browser: pages are driven as a person would, on a desktop and on a phone.

Fixtures: `server` (address of a server that lives for the test module), `open_page` (a function that opens a
page of Oxeye in a browser of its own), `desktop` and `phone` (sizes). Where Playwright or Chromium is
missing, these tests are skipped.
"""

import contextlib
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from app.commands.app_command import page_command

ROOT = Path(__file__).parents[2]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MISSING = [
    *([] if find_spec("playwright") else ["needs Playwright (pip install playwright)"]),
    *([] if CHROMIUM else ["needs Chromium (apt-get install chromium)"]),
]
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
_ANY_CERTIFICATE = ssl._create_unverified_context()
PATIENCE_MS = 60_000
QUIET_MS = 500
DRAWN = """(quiet) => {
    const drawn = document.querySelector('[data-testid="stApp"]').dataset.testScriptState === "notRunning"
        && !document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]');
    window.oxDrawnSince = drawn ? window.oxDrawnSince ?? performance.now() : null;
    return drawn && performance.now() - window.oxDrawnSince >= quiet;
}"""
"""Script that tells whether the server has had nothing left to do, and the page shown all of it, for a while.

A while, because what a person does reaches the server a little later: until then the page looks finished.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and skip them where there is no browser."""
    for item in items:
        if Path(item.path).is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)
            for missing in MISSING:
                item.add_marker(pytest.mark.skip(reason=missing))


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Address of `oxeye app`, as it is started by people, without its browser."""
    port = free_port()
    process = subprocess.Popen(
        page_command(port, browser=False), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        address = f"http://localhost:{port}"
        wait_for_server(f"{address}/_stcore/health", process)
        yield address
    finally:
        process.terminate()
        process.wait(20)


def wait_for_server(address: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers; fail when it does not."""
    end = time.monotonic() + 40
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(address, timeout=2, context=_ANY_CERTIFICATE).close()
            return
        time.sleep(0.2)
    pytest.fail("the server did not start")


def playing(path: Path) -> list[str]:
    """Flags of a browser whose camera plays a clip; each page must still be allowed to use it."""
    return ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={path}"]


@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The browser; a module may add to its flags by a list called `BROWSER_FLAGS`."""
    from playwright.sync_api import sync_playwright

    more = getattr(request.module, "BROWSER_FLAGS", ())
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *more])
        yield browser
        browser.close()


OpenPage = Callable[..., Any]
"""`open_page(name, size, locale="en", **context options)` gives a Playwright page, drawn to the end."""


@pytest.fixture
def open_page(server: str, chromium: Any) -> Iterator[OpenPage]:
    """Open a page of Oxeye, each time in a browser session of its own."""
    contexts = []

    def opened(
        name: str = "", size: dict[str, int] | None = None, locale: str = "en-US", **options: Any
    ) -> Any:
        context = chromium.new_context(viewport=size or DESKTOP, locale=locale, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{server}/{name}")
        settle(page, 0)
        return page

    yield opened
    for context in contexts:
        context.close()


def settle(page: Any, quiet_ms: int = QUIET_MS) -> None:
    """Wait until the page is drawn and the server has had nothing left to do for a while.

    Pages with a running live view are never quiet; there, and after a page was opened, 0 is right.
    """
    page.wait_for_selector('[data-testid="stApp"] .ox-brand', timeout=PATIENCE_MS)
    page.evaluate("window.oxDrawnSince = null")
    page.wait_for_function(DRAWN, arg=quiet_ms, timeout=PATIENCE_MS)


def choose(page: Any, box: Any, name: str) -> None:
    """Choose from a list. A list closes when the page scrolls, so the page is scrolled to it before."""
    box.scroll_into_view_if_needed()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    box.click()
    page.get_by_role("option", name=name, exact=True).click()
    settle(page)


@pytest.fixture
def desktop() -> dict[str, int]:
    """Size of a laptop's window."""
    return dict(DESKTOP)


@pytest.fixture
def phone() -> dict[str, int]:
    """Size of a phone held upright."""
    return dict(PHONE)
