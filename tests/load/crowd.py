"""Twenty people with a photo each, at once, on the real server: `python -m tests.load.crowd`."""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from PIL import Image

from app.commands.app_command import page_command
from app.places import sample_photo
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE, ROOT, free_port, wait_for_server

PEOPLE = 20
MOST_MEGABYTES = 1536
RESULT = "Single-Ox 7"
PATIENCE_MS = 550_000
SIZE = (3024, 3780)
"""Width and height of each photo: 11 megapixels, as a phone takes them."""


def photos(folder: Path, people: int) -> list[Path]:
    """One file each; no two have the same bytes or name."""
    with Image.open(sample_photo()) as opened:
        large = opened.convert("RGB").resize(SIZE)
    made = [folder / f"person-{number:02}.jpg" for number in range(people)]
    for number, path in enumerate(made):
        large.save(path, quality=70 + number)
    return made


def crowd(people: int, folder: Path) -> list[str]:
    """What went wrong; each person must see the answer for their own photo and for no other."""
    from playwright.sync_api import sync_playwright

    files, port, wrong = photos(folder, people), free_port(), []
    process = subprocess.Popen(page_command(port, browser=False), cwd=ROOT)
    try:
        address = f"http://localhost:{port}"
        wait_for_server(f"{address}/_stcore/health", process)
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            pages = [_enter(browser, address) for _ in files]
            print(f"{len(pages)} people are on the page, server {_peak(process.pid)} MB", flush=True)
            start, waited, said = time.monotonic(), [], set()
            for page, file in zip(pages, files, strict=True):
                page.locator('[data-testid="stFileUploaderDropzoneInput"]').set_input_files(file)
            for page, file in zip(pages, files, strict=True):
                said |= set(re.findall(r"\d+ before you", page.inner_text("body")))
                wrong += _answer(page, file, files)
                waited.append(time.monotonic() - start)
            print(
                f"answered after {waited[0]:.1f} s to {waited[-1]:.1f} s; said: {sorted(said) or 'nothing'}"
            )
            browser.close()
        peak = _peak(process.pid)
        print(f"server's largest memory {peak} MB (limit {MOST_MEGABYTES} MB)")
        if peak > MOST_MEGABYTES:
            wrong.append(f"{peak} MB of memory")
        if process.poll() is not None:
            wrong.append(f"the server ended with status {process.returncode}")
    finally:
        process.terminate()
        process.wait(20)
    return wrong


def _enter(browser: Any, address: str) -> Any:
    page = browser.new_context(viewport=PHONE, locale="en-US").new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    page.wait_for_selector('[data-testid="stFileUploaderDropzoneInput"]', state="attached")
    return page


def _answer(page: Any, file: Path, files: list[Path]) -> list[str]:
    page.get_by_text(RESULT).first.wait_for()
    text = page.inner_text("body")
    wrong = [f"{file.name}: sees {other.name}" for other in files if other != file and other.name in text]
    if page.locator('[data-testid="stException"]').count():
        wrong.append(f"{file.name}: an exception is shown")
    return wrong


def _peak(pid: int) -> int:
    """Largest resident megabytes of a process; 0 where the system does not tell it."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) // 1024 if found else 0


def main() -> None:
    """Let the crowd in; status 1 when anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    with tempfile.TemporaryDirectory() as folder:
        wrong = crowd(parser.parse_args().people, Path(folder))
    print(*wrong, sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
