"""An hour of the live view in a real browser, watched for growth: `python -m tests.load.live --minutes 60`.

The camera plays hands that come, are covered, and go, so that votes begin and break off, hands lock, are
judged, saved and left, over and over. Memory, threads, open files and the browser's page are looked at
meanwhile.
"""

import argparse
import itertools
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from app import service
from app.clips import RATE, BgrImage, moving_camera, write_mjpeg
from app.commands.app_command import page_command
from app.places import sample_photo
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE, ROOT, free_port, playing, wait_for_server
from tests.load.growth import resident_megabytes
from vision.photo.image import load_photo
from vision.synth.scene import Studio

MINUTES = 60.0
EVERY_S = 60.0
HANDS = 3
WARM_UP = 0.5
"""Share of the frames after which memory must grow no more, as in `tests.load.growth`."""
MOST_GROWTH = {
    "server_mb": 24.0,
    "page_mb": 32.0,
    "heap_mb": 4.0,
    "nodes": 1000.0,
    "threads": 4.0,
    "files": 4.0,
}
"""What may be added after the warm-up, by name of a figure of `Sample`; what leaks grows without end."""
PATIENCE_S = 60.0
"""Seconds without a new reading after which the view stands still."""
LOOK_S = 0.25
STOP_S = 60.0
"""How long the server may take to end; on a busy computer a reading may be under way."""
SAVE_EVERY = 3
"""Of so many locked hands one is saved as a picture."""
SIZE = (640, 480)
SERIES = 7
"""Of the rendered hands."""
SWAY_PICTURES = 24
"""Pictures of one sway of the camera."""
HOLD_S = 7.0
"""Seconds that a hand is seen; slow computers need more for five readings."""
BETWEEN_S = 2.0
"""Seconds of a table without a hand that can lock."""
NEXT, SAVE = "Next hand", "Save the picture"
GREETING = "server started on"
"""In the one line that a server writes where nothing is wrong."""
TROUBLE = '[data-testid="stException"], .ox-refused, .view[data-state="trouble"] .trouble'


@dataclass(frozen=True)
class Sample:
    """Figures of one moment; those that the system does not tell are 0.

    Attributes:
        seconds: since the live view showed its first reading.
        frames: how many frames were read and their readings shown.
        locked: how many hands locked.
        server_mb: resident memory of the server.
        threads: of the server.
        files: that the server holds open, connections among them.
        page_mb: resident memory of the browser's processes that show pages.
        heap_mb: what the page's scripts hold, after their garbage is collected.
        nodes: of the page's documents, those that are only kept in memory included.
    """

    seconds: float
    frames: int
    locked: int
    server_mb: float
    threads: int
    files: int
    page_mb: float
    heap_mb: float
    nodes: int


HEADER = "  time   frames  locked  server MB  threads  files  page MB  heap MB  nodes"


def row(one: Sample) -> str:
    """A line of the table."""
    minutes, seconds = divmod(round(one.seconds), 60)
    return (
        f"{minutes:3}:{seconds:02} {one.frames:8} {one.locked:7} {one.server_mb:10.1f} {one.threads:8} "
        f"{one.files:6} {one.page_mb:8.1f} {one.heap_mb:8.2f} {one.nodes:6}"
    )


def levels(samples: Sequence[Sample], name: str) -> tuple[float, float]:
    """A figure after the warm-up, and at the end: medians of a fifth of the samples between."""
    settled = [one for one in samples if one.frames >= samples[-1].frames * WARM_UP]
    share = max(1, len(settled) // 5)
    values = [float(getattr(one, name)) for one in settled]
    return median(values[:share]), median(values[-share:])


def growth_of(samples: Sequence[Sample]) -> list[str]:
    """What grew more than is allowed."""
    wrong = []
    for name, most in MOST_GROWTH.items():
        low, high = levels(samples, name)
        if high - low > most:
            wrong.append(f"{name} grew from {low:.1f} to {high:.1f}, by more than {most:g}")
    return wrong


@dataclass(frozen=True)
class Plan:
    """What is done.

    Attributes:
        minutes: how long the live view runs, from its first reading on.
        every: seconds from one sample to the next.
        hands: how many hands the camera sees in turn.
        hold: seconds that each of them is seen.
        patience: seconds without a new reading after which the view stands still.
    """

    minutes: float = MINUTES
    every: float = EVERY_S
    hands: int = HANDS
    hold: float = HOLD_S
    patience: float = PATIENCE_S


def scenes(hands: int, hold: float) -> Iterator[tuple[BgrImage, float]]:
    """Pictures of the table, and how many seconds each is seen: hands, between them none."""
    reader = service.load_reader()
    sample = load_photo(sample_photo()).image
    covered = sample.copy()
    covered[: len(covered) // 2] = covered[:8, :8].mean((0, 1))  # without its upper cards a hand never locks
    rendered = (Studio().render(SERIES, number).image for number in itertools.count())
    read = (image for image in rendered if reader.read(image, 1).answered)
    for hand in itertools.chain([sample], itertools.islice(read, hands - 1)):
        yield hand, hold
        yield covered, BETWEEN_S
        yield np.full_like(hand, hand[:8, :8].mean((0, 1))), BETWEEN_S


def write_clip(path: Path, hands: int, hold: float) -> None:
    """The clip that the camera plays again and again."""
    part = path.with_suffix(".part")
    with path.open("wb") as file:
        for picture, seconds in scenes(hands, hold):
            write_mjpeg(part, moving_camera(picture, SWAY_PICTURES, SIZE))
            file.write(part.read_bytes() * math.ceil(seconds * RATE / SWAY_PICTURES))


@dataclass
class Watch:
    """A page with a live view, and the server that reads its frames.

    Attributes:
        patience: seconds without a new reading after which the view stands still.
        wrong: what went wrong.
        samples: the figures so far.
    """

    page: Any
    browser: Any
    server: subprocess.Popen[bytes]
    patience: float
    wrong: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    _frames: int = 0
    _shown: int = 0
    _locked: int = 0

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.wrong.append(f"script of the page: {error}"))
        self.page.on("crash", lambda _: self.wrong.append("the page crashed"))
        self.page.on("console", self._listen)
        self._scripts = self.page.context.new_cdp_session(self.page)
        self._scripts.send("Performance.enable")
        self._processes = self.browser.new_browser_cdp_session()

    def run(self, seconds: float, every: float, tell: Callable[[Sample], None]) -> None:
        """Watch for some seconds from the first reading on, or until something goes wrong."""
        start = time.monotonic()
        moved, due = start, start
        while not self.wrong and (now := time.monotonic()) - start < seconds:
            before = self._frames
            self._look()
            if self._frames > before:
                if not before:
                    start = due = now
                moved = now
            if now - moved > self.patience:
                self.wrong.append(f"no frame was read for {self.patience:.0f} s")
            if self._frames and now >= due:
                due += every
                self.samples.append(self._measure(now - start))
                tell(self.samples[-1])
            self.page.wait_for_timeout(LOOK_S * 1000)

    def _look(self) -> None:
        """Count the readings that were shown, leave a hand that locked, and see whether anything is wrong."""
        answered = self.page.locator(".view").evaluate_all(
            "views => views.map(view => +view.dataset.answered || 0)"
        )
        for number in answered:
            self._frames += number - self._shown if number >= self._shown else number
            self._shown = number
        self.wrong += self.page.locator(TROUBLE).all_inner_texts()
        if self.server.poll() is not None:
            self.wrong.append(f"the server ended with status {self.server.returncode}")
        if not self.wrong and self.page.get_by_role("button", name=NEXT).is_visible():
            self._leave()

    def _leave(self) -> None:
        """See the verdict, sometimes save it, and go on to the next hand."""
        self.page.locator(
            ".ox-power"
        ).first.wait_for()  # no handles to elements: those keep what the page drops
        self._locked += 1
        if self._locked % SAVE_EVERY == 0:
            with self.page.expect_download() as saved:
                self.page.get_by_role("button", name=SAVE).click()
            saved.value.delete()
        self.page.get_by_role("button", name=NEXT).click()
        self._shown = 0
        self.page.locator('.view[data-state="open"]').wait_for()

    def _listen(self, message: Any) -> None:
        if message.type == "error":
            self.wrong.append(f"console of the browser: {message.text}")

    def _measure(self, seconds: float) -> Sample:
        status = Path(f"/proc/{self.server.pid}")
        self._scripts.send("HeapProfiler.collectGarbage")
        told = self._scripts.send("Performance.getMetrics")["metrics"]
        metrics = {metric["name"]: metric["value"] for metric in told}
        processes = self._processes.send("SystemInfo.getProcessInfo")["processInfo"]
        return Sample(
            seconds=seconds,
            frames=self._frames,
            locked=self._locked,
            server_mb=resident_megabytes(self.server.pid),
            threads=len(list(status.glob("task/*"))),
            files=len(list(status.glob("fd/*"))),
            page_mb=sum(resident_megabytes(one["id"]) for one in processes if one["type"] == "renderer"),
            heap_mb=metrics["JSHeapUsedSize"] / 1024**2,
            nodes=int(metrics["Nodes"]),
        )


def watch(plan: Plan, folder: Path, tell: Callable[[Sample], None]) -> tuple[list[Sample], list[str]]:
    """Run the live view on a server and in a browser of its own; the figures, and what went wrong.

    Args:
        plan: what is done.
        folder: for the clip and what the server says.
        tell: hears each sample.
    """
    from playwright.sync_api import sync_playwright

    clip, said = folder / "hands.mjpeg", folder / "server.txt"
    write_clip(clip, plan.hands, plan.hold)
    port = free_port()
    with said.open("wb") as errors:
        server = subprocess.Popen(
            page_command(port, browser=False), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=errors
        )
    try:
        wait_for_server(f"http://localhost:{port}/_stcore/health", server)
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *playing(clip)])
            page = browser.new_context(viewport=PHONE, locale="en-US", permissions=["camera"]).new_page()
            watched = Watch(page, browser, server, plan.patience)
            page.goto(f"http://localhost:{port}")
            page.get_by_role("link", name="Camera").first.click()
            watched.run(plan.minutes * 60, plan.every, tell)
            browser.close()
    finally:
        server.terminate()
        try:
            server.wait(STOP_S)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
    lines = said.read_text(encoding="utf-8", errors="replace").splitlines()
    return watched.samples, [*watched.wrong, *(f"server: {line}" for line in lines if GREETING not in line)]


def main() -> None:
    """Print figures as it goes; status 1 when something grew, stood still, or went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--every", type=float, default=EVERY_S, help="seconds from one line to the next")
    parser.add_argument("--hands", type=int, default=HANDS, help="hands that the camera sees in turn")
    parser.add_argument("--hold", type=float, default=HOLD_S, help="seconds that each of them is seen")
    parser.add_argument("--patience", type=float, default=PATIENCE_S, help="seconds that a reading may take")
    plan = Plan(**vars(parser.parse_args()))
    print(HEADER, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        samples, wrong = watch(plan, Path(folder), lambda one: print(row(one), flush=True))
    wrong += growth_of(samples) if samples else ["nothing was read"]
    print(*wrong, sep="\n")
    if samples:
        low, high = levels(samples, "server_mb")
        last = samples[-1]
        print(
            f"{'FAILED' if wrong else 'held'}: {last.seconds / 60:.1f} minutes, {last.frames} frames read, "
            f"{last.locked} hands locked, server {low:.1f} MB after the warm-up and {high:.1f} MB at the end"
        )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
