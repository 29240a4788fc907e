"""How the live view keeps up, for `oxeye bench --live`: a clip plays as the camera while frames are read.

The loop is that of the browser (`app/live_camera/view.js`): each picture of the camera is shown at once, and
while no reading is under way, the newest one is handed over. The browser's own work is not in it, nor is the
network.
"""

import itertools
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.live import LiveView, Shown

LIMIT_READINGS = 2
"""Greatest age of what is shown, in readings: the one that was made of it, and the one under way."""
_PATIENCE_S = 60.0


@dataclass(frozen=True)
class LiveFigures:
    """What was measured.

    Attributes:
        seconds: how long the clip was played.
        size: width and height of its pictures.
        shown: pictures that were shown.
        handed_over: pictures that were given to the reader.
        reading_s: seconds that each reading took, of those that were shown in that time.
        ages_s: at each shown picture, seconds since the picture was taken whose reading is drawn over it.
        longest_turn_s: longest time from handing over one picture to handing over the next.
        locks: how often a hand locked, with its cards and the seconds it took.
    """

    seconds: float
    size: tuple[int, int]
    shown: int
    handed_over: int
    reading_s: tuple[float, ...]
    ages_s: tuple[float, ...]
    longest_turn_s: float
    locks: tuple[tuple[str, float], ...]

    @property
    def worst_age_readings(self) -> float:
        """Greatest age of what was shown, as a multiple of the longest reading with the wait before it."""
        return max(self.ages_s, default=0.0) / self.longest_turn_s if self.longest_turn_s else 0.0


@dataclass
class _Desk:
    """The one reading that may be under way."""

    look: Callable[[bytes, int], Shown]
    wanted: threading.Event = field(default_factory=threading.Event)
    ready: threading.Event = field(default_factory=threading.Event)
    closed: bool = False
    frame: tuple[bytes, int] = (b"", 0)
    shown: Shown | None = None
    error: Exception | None = None

    def work(self) -> None:
        while True:
            self.wanted.wait()
            self.wanted.clear()
            if self.closed:
                return
            try:
                self.shown = self.look(*self.frame)
            except Exception as error:  # noqa: BLE001 - raised again where the caller waits
                self.error = error
            self.ready.set()

    def hand_over(self, data: bytes, number: int) -> None:
        self.frame = data, number
        self.wanted.set()

    def result(self) -> Shown:
        """The reading that is ready."""
        if self.error is not None:
            raise self.error
        assert self.shown is not None
        return self.shown

    def close(self) -> None:
        self.closed = True
        self.wanted.set()


def play(frames: Sequence[bytes], rate: float, view: LiveView, seconds: float) -> LiveFigures:
    """Play a clip again and again for some seconds, and measure.

    Args:
        frames: the clip's pictures, JPEG files.
        rate: pictures a second.
        view: reads them.
        seconds: how long.

    Raises:
        ModelError: a network failed.
    """
    desk = _Desk(view.look)
    worker = threading.Thread(target=desk.work, daemon=True)
    worker.start()
    screen = _Screen(desk, time.monotonic())
    try:
        number = 0
        while (now := time.monotonic()) - screen.begun < seconds:
            number = int((now - screen.begun) * rate)  # a camera waits for nobody
            screen.show(frames[number % len(frames)], now)
            time.sleep(max(0.0, screen.begun + (number + 1) / rate - time.monotonic()))
        return screen.figures(time.monotonic())
    finally:
        desk.close()
        worker.join(_PATIENCE_S)


class _Screen:
    """What a person sees: every picture at once, and over it the newest reading."""

    def __init__(self, desk: _Desk, begun: float) -> None:
        self.begun = begun
        self._desk = desk
        self._vote_began = begun
        self._pictures = 0
        self._taken: list[float] = []
        self._drawn_from: float | None = None
        self._ages: list[float] = []
        self._took: list[float] = []
        self._locks: list[tuple[str, float]] = []
        self._size = (0, 0)

    def show(self, picture: bytes, now: float) -> None:
        """Show a picture of the camera, and hand it over when no reading is under way."""
        self._note_age(now)
        if self._desk.ready.is_set():
            self._desk.ready.clear()
            self._draw(self._desk.result(), now)
        if len(self._taken) == len(self._took):
            self._taken.append(now)
            self._desk.hand_over(picture, len(self._taken))
        self._pictures += 1

    def _draw(self, shown: Shown, now: float) -> None:
        self._drawn_from, self._size = self._taken[-1], shown.size
        self._took.append(shown.took_s)
        self._note_age(now)
        if shown.locked is not None:
            cards = " ".join(outline.label for outline in shown.outlines)
            self._locks.append((cards, now - self._vote_began))
            self._vote_began = now

    def _note_age(self, now: float) -> None:
        if self._drawn_from is not None:
            self._ages.append(now - self._drawn_from)

    def figures(self, now: float) -> LiveFigures:
        """What was measured until now."""
        moments = [*self._taken, now]
        turns = [later - earlier for earlier, later in itertools.pairwise(moments)]
        return LiveFigures(
            seconds=now - self.begun,
            size=self._size,
            shown=self._pictures,
            handed_over=len(self._taken),
            reading_s=tuple(self._took),
            ages_s=tuple(self._ages),
            longest_turn_s=max(turns, default=0.0),
            locks=tuple(self._locks),
        )


def format_live(figures: LiveFigures) -> list[str]:
    """The measurements, and the limit for the age of what is shown."""
    width, height = figures.size
    if not figures.reading_s:
        return [f"no reading in {figures.seconds:.1f} s; play it longer with --seconds"]
    reading, ages = figures.reading_s, figures.ages_s
    lines = [
        f"pictures        {width} x {height}, played for {figures.seconds:.1f} s",
        f"shown           {figures.shown / figures.seconds:.1f} pictures a second",
        f"read            {len(reading) / figures.seconds:.1f} readings a second, "
        f"{statistics.median(reading) * 1000:.0f} ms each (at most {max(reading) * 1000:.0f} ms)",
        f"age when shown  {statistics.median(ages):.2f} s (at most {max(ages):.2f} s)",
        f"                = at most {figures.worst_age_readings:.2f} readings (limit {LIMIT_READINGS})",
    ]
    if figures.locks:
        cards, first = figures.locks[0]
        lines.append(f"locked          {len(figures.locks)} times, first after {first:.1f} s on {cards}")
    else:
        lines.append("locked          never")
    return lines
