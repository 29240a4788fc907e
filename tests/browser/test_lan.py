"""`oxeye app --lan` as a phone in the network sees it: HTTPS, and the camera opens."""

import os
import signal
import subprocess
import sys

import pytest

from app.lan import lan_addresses
from tests.browser.conftest import ROOT, free_port, settle, wait_for_server

BROWSER_FLAGS = ["--use-fake-device-for-media-stream"]


@pytest.fixture
def address(tmp_path):
    """Address of a server for phones, with a certificate of its own."""
    if not lan_addresses():
        pytest.skip("this computer is in no local network")
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "app.cli", "app", "--lan", "--no-browser", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_for_server(f"https://localhost:{port}/_stcore/health", process)
        yield f"https://{lan_addresses()[0]}:{port}"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)


@pytest.mark.skipif(sys.platform == "win32", reason="ends the server by a signal to its group")
def test_a_phone_opens_the_camera_over_https(address, chromium, phone):
    context = chromium.new_context(viewport=phone, permissions=["camera"], ignore_https_errors=True)
    page = context.new_page()
    page.goto(f"{address}/camera")
    settle(page, 0)
    assert page.evaluate("window.isSecureContext")
    page.wait_for_selector('.view[data-state="open"]', timeout=60_000)
    page.wait_for_selector(".view[data-sent]", timeout=60_000)
    context.close()
