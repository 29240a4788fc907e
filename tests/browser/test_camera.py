"""The camera page in a real browser, whose camera plays a rendered clip of one hand."""

import contextlib
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from app.clips import moving_camera, write_mjpeg
from app.commands.app_command import PAGE, page_command
from app.places import sample_photo
from tests.browser.conftest import CHROMIUM, FLAGS, ROOT, free_port, playing, settle, wait_for_server
from tests.browser.slow_page import PAUSE_S
from vision.photo.image import load_photo

VERDICT = "Single-Ox 7"
SIZE = (640, 480)
PICTURES = 24
SLOW_PAGE = Path(__file__).with_name("slow_page.py")

NOTE_WISHES = """() => {
const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = (wishes) => {
  (window.wishes ??= []).push(wishes);
  return original(wishes);
};
}"""


NOTE_SHIFTS = """() => {
window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((entry) => entry.value)))
  .observe({ type: "layout-shift" });
}"""


REFUSE_ONCE = """() => {
const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = () => {
  navigator.mediaDevices.getUserMedia = original;
  return Promise.reject(new DOMException("taken", "NotReadableError"));
};
}"""
FITS = "document.scrollingElement.scrollWidth <= window.innerWidth"


@contextlib.contextmanager
def another_browser(chromium, *flags):
    """A second browser with flags of its own."""
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags])
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    """The sample hand under a moving camera."""
    path = tmp_path_factory.mktemp("camera") / "hand.mjpeg"
    write_mjpeg(path, moving_camera(load_photo(sample_photo()).image, PICTURES, SIZE))
    return path


@pytest.fixture(scope="module")
def chromium(clip):
    """A browser whose camera plays the clip."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *playing(clip)])
        yield browser
        browser.close()


def wait_for_answers(page, least: int, seconds: float = 60) -> None:
    """Wait for at least so many readings; their number goes up and may be beyond when somebody looks."""
    for _ in range(round(seconds / 0.05)):
        if int(page.locator(".view").get_attribute("data-answered") or 0) >= least:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"fewer than {least} readings in {seconds} s")


def verdict(page) -> str:
    page.wait_for_selector(".ox-power", timeout=60_000)
    return page.inner_text(".ox-power")


def trouble(page):
    page.wait_for_selector('.view[data-state="trouble"]')
    return page.locator(".trouble")


def test_the_live_view_locks_on_a_phone_and_the_picture_is_saved(open_page, phone):
    page = open_page("", phone, permissions=["camera"])
    page.evaluate(NOTE_WISHES)
    page.get_by_role("link", name="Camera").first.click()
    page.wait_for_selector(".view[data-answered]", timeout=60_000)
    wished = page.evaluate("window.wishes[0].video")
    assert wished["facingMode"] == {"ideal": "environment"}, "the rear camera"
    assert wished["height"] == {"ideal": 1080}
    assert page.locator(".said b").inner_text()
    assert re.fullmatch(r"steady \d/5", page.locator(".steps").inner_text().strip())
    assert page.locator(".steps").get_attribute("role") == "meter"
    assert page.locator(".over polygon").count() >= 1
    assert page.evaluate(FITS)
    assert verdict(page) == VERDICT
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    assert load_photo(saved.value.path().read_bytes()).size[0] == SIZE[0], "it is the locked frame"
    assert page.evaluate(FITS)


def test_nothing_moves_while_the_live_view_reads(server, chromium, phone, tmp_path):
    four = tmp_path / "four.mjpeg"
    covered = load_photo(sample_photo()).image.copy()
    covered[: covered.shape[0] // 2] = covered[:8, :8].mean((0, 1))  # without the upper cards no hand locks
    write_mjpeg(four, moving_camera(covered, PICTURES, SIZE))
    with another_browser(chromium, *playing(four)) as browser:
        page = browser.new_context(viewport=phone, permissions=["camera"]).new_page()
        page.goto(f"{server}/camera")
        wait_for_answers(page, 5)  # by then a slow computer has drawn the whole page
        page.evaluate(NOTE_SHIFTS)
        wait_for_answers(page, 11)
        assert page.locator(".said b").inner_text(), "says why nothing locks"
        assert page.evaluate("window.shifts") == []


def test_the_live_view_locks_on_a_desktop_and_the_button_takes_the_next_hand(open_page):
    page = open_page("camera", permissions=["camera"])
    assert verdict(page) == VERDICT
    page.get_by_role("button", name="Next hand").click()
    page.get_by_role("button", name="Take this picture").click(timeout=60_000)
    assert verdict(page) == VERDICT


def test_a_snapshot_comes_from_the_rear_camera_with_more_pixels(open_page, phone):
    page = open_page("camera", phone, permissions=["camera"])
    page.evaluate(NOTE_WISHES)
    page.get_by_text("Snapshot", exact=True).click()
    page.wait_for_selector('.view[data-mode="still"][data-state="open"]')
    wished = page.evaluate("window.wishes[0].video")
    assert wished["facingMode"] == {"ideal": "environment"}, "the rear camera"
    assert wished["height"]["ideal"] >= 1080
    assert "Point the camera" in page.locator(".said").inner_text()
    page.locator(".figures", has_text=f"{SIZE[0]} × {SIZE[1]}").wait_for()
    assert page.evaluate(FITS)
    page.get_by_role("button", name="Take this picture").click()
    assert verdict(page) == VERDICT
    page.get_by_role("button", name="Next hand").click()
    page.wait_for_selector('.view[data-mode="still"][data-state="open"]')
    page.get_by_role("button", name="Take this picture").click()
    assert verdict(page) == VERDICT


def test_the_camera_app_of_a_phone_takes_a_picture_where_the_page_has_no_camera(open_page, phone):
    page = open_page("camera", phone, has_touch=True)
    assert "The camera is not allowed" in trouble(page).inner_text()
    with page.expect_file_chooser() as asked:
        page.get_by_role("button", name="Use the camera app").tap()
    given = page.locator('.view input[type="file"]')
    assert (given.get_attribute("capture"), given.get_attribute("accept")) == ("environment", "image/*")
    asked.value.set_files(sample_photo())
    assert verdict(page) == VERDICT


def test_a_picture_that_is_too_large_is_not_sent(open_page, phone, tmp_path):
    large = tmp_path / "large.jpg"
    large.write_bytes(sample_photo().read_bytes() + bytes(26 * 1024 * 1024))
    page = open_page("camera", phone, has_touch=True)
    trouble(page).wait_for()
    with page.expect_file_chooser() as asked:
        page.get_by_role("button", name="Use the camera app").tap()
    asked.value.set_files(large)
    page.get_by_text("The file has 26.").wait_for()
    assert "at most 25 MB are read. Send a smaller copy." in trouble(page).inner_text()
    assert page.locator(".view").get_attribute("data-sent") is None
    with page.expect_file_chooser() as asked:
        page.get_by_role("button", name="Use the camera app").tap()
    asked.value.set_files(sample_photo())
    assert verdict(page) == VERDICT


def test_what_is_wrong_with_the_camera_is_said_again_after_a_picture_of_the_camera_app(open_page, phone):
    page = open_page("table", phone, has_touch=True)
    page.get_by_text("Use the camera of this device").click()
    trouble(page).wait_for()
    with page.expect_file_chooser() as asked:
        page.get_by_role("button", name="Use the camera app").tap()
    asked.value.set_files(sample_photo())
    page.locator(".ox-owned").first.wait_for()
    settle(page)
    assert "The camera is not allowed" in trouble(page).inner_text()
    assert page.get_by_role("button", name="Try again").is_visible()


def test_a_picture_that_the_browser_cannot_make_leaves_the_button(open_page):
    page = open_page("table", permissions=["camera"])
    page.get_by_text("Use the camera of this device").click()
    page.wait_for_selector('.view[data-mode="still"][data-state="open"]')
    page.evaluate("() => { HTMLCanvasElement.prototype.toBlob = (done) => setTimeout(done, 50, null); }")
    page.get_by_role("button", name="Take this picture").click()
    page.locator("button.shot:enabled").wait_for()
    assert "Point the camera" in page.locator(".said").inner_text()


def test_hands_of_a_table_are_taken_one_after_the_other(open_page, phone):
    page = open_page("table", phone, permissions=["camera"])
    page.get_by_text("Use the camera of this device").click()
    page.wait_for_selector('.view[data-mode="still"][data-state="open"]')
    for number in (1, 2):
        page.get_by_role("button", name="Take this picture").click()
        page.locator(".ox-owned").nth(number - 1).wait_for()
        settle(page)
    assert page.locator(".view").get_attribute("data-sent") == "2", "the camera stayed open"
    assert page.evaluate(FITS)


def test_a_camera_that_is_not_allowed_is_explained(open_page, phone):
    page = open_page("camera", phone)
    assert "The camera is not allowed" in trouble(page).inner_text()
    assert page.get_by_role("button", name="Try again").is_visible()
    assert page.evaluate(FITS)
    page.get_by_text("Snapshot", exact=True).click()
    page.wait_for_selector('.view[data-mode="still"][data-state="trouble"]')
    assert "allow the camera for this page" in trouble(page).inner_text()


def test_a_camera_in_use_and_an_insecure_address_are_explained(open_page):
    page = open_page("", permissions=["camera"])
    page.evaluate(REFUSE_ONCE)
    page.get_by_role("link", name="Camera").first.click()
    assert "The camera is in use" in trouble(page).inner_text()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector('.view[data-state="open"]')
    page.evaluate("() => Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.get_by_text("Snapshot", exact=True).click()
    page.wait_for_selector('.view[data-mode="still"][data-state="trouble"]')
    said = trouble(page).inner_text()
    assert "secure address" in said
    assert "oxeye app --lan" in said


def test_a_device_without_a_camera_is_explained(server, chromium, phone):
    with another_browser(chromium) as browser:
        page = browser.new_context(viewport=phone, permissions=["camera"]).new_page()
        page.goto(f"{server}/camera")
        settle(page, 0)
        assert "No camera was found" in trouble(page).inner_text()


def test_a_mirror_image_is_recognised_and_turned_round(server, chromium, tmp_path):
    mirrored = tmp_path / "mirrored.mjpeg"
    pictures = moving_camera(load_photo(sample_photo()).image, PICTURES, SIZE)
    write_mjpeg(mirrored, (np.ascontiguousarray(picture[:, ::-1]) for picture in pictures))
    with another_browser(chromium, *playing(mirrored)) as browser:
        page = browser.new_context(permissions=["camera"]).new_page()
        page.goto(f"{server}/camera")
        settle(page, 0)
        page.get_by_role("button", name="Turn the mirror image round").click(timeout=60_000)
        assert verdict(page) == VERDICT


def test_what_is_shown_is_at_most_two_readings_old_with_a_slow_model(chromium, phone):
    port = free_port()
    words = [str(SLOW_PAGE) if word == str(PAGE) else word for word in page_command(port, browser=False)]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_server(f"http://localhost:{port}/_stcore/health", process)
        page = chromium.new_context(viewport=phone, permissions=["camera"]).new_page()
        page.goto(f"http://localhost:{port}/camera")
        view = page.locator(".view")
        wait_for_answers(page, 4, 120)
        told = view.evaluate("view => ({ ...view.dataset })")
        assert int(told["sent"]) - int(told["answered"]) in (0, 1), "nothing queues up"
        assert int(told["took"]) >= PAUSE_S * 1000
        assert 0 < int(told["worst"]) <= 2 * int(told["slowest"]) + 100
        assert int(told["fps"]) > float(told["readings"]), "the picture goes on meanwhile"
    finally:
        process.terminate()
        process.wait(20)
