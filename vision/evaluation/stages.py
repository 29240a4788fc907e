"""Where the time of a reading goes: each stage by itself, and the networks' bare runs."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.assembly.trust import Trust
from vision.networks import finder as finder_module
from vision.networks.finder import OnnxFinder
from vision.networks.letterbox import Letterbox, Pyramid
from vision.networks.models import Network, NetworkSession, load_manifest
from vision.networks.reader import OnnxReader
from vision.photo.image import Photo, load_photo
from vision.pipeline import CardReader
from vision.reading import Reading

DECODE, RESIZE, FINDER, SUPPRESS = "decode", "resize", "finder network", "post-processing"
CROPS, READER, ASSEMBLE = "crops", "reader network", "assembly"
STAGES = (DECODE, RESIZE, FINDER, SUPPRESS, CROPS, READER, ASSEMBLE)
"""Stages of a reading, in order; what is done with the reading afterwards is timed behind them."""

P = ParamSpec("P")
R = TypeVar("R")
After = Callable[[Photo, Reading], object]


@dataclass(frozen=True)
class Spread:
    """Milliseconds of several runs: median, least and most."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, times: Sequence[float]) -> "Spread":
        """Of at least one run."""
        return cls(statistics.median(times), min(times), max(times))

    def __str__(self) -> str:
        return f"{self.median:8.1f}  ({self.least:.1f}-{self.most:.1f})"


@dataclass(frozen=True)
class Timed:
    """What reading one picture costs.

    Attributes:
        name: of the picture.
        size: its width and height.
        cards: how many cards were read in it.
        looks: how often the finder ran.
        stages: of each stage, without those within it.
        decode: OpenCV's bare decoder.
        sessions: the networks' bare runs on the same inputs.
        whole: the whole way from bytes to the reading.
    """

    name: str
    size: tuple[int, int]
    cards: int
    looks: int
    stages: Mapping[str, Spread]
    decode: Spread
    sessions: Spread
    whole: Spread

    @property
    def ratio(self) -> float:
        """The whole way as a multiple of what cannot be saved: decoding and the networks."""
        return self.whole.median / (self.decode.median + self.sessions.median)


class Stopwatch:
    """Milliseconds of nested stages, each without those within it."""

    def __init__(self) -> None:
        self.times: dict[str, float] = {}
        self._within: list[float] = []

    def timed(self, stage: str, function: Callable[P, R]) -> Callable[P, R]:
        """The function, measured under the name of a stage."""

        @wraps(function)
        def measured(*arguments: P.args, **options: P.kwargs) -> R:
            self._within.append(0.0)
            start = time.perf_counter()
            try:
                return function(*arguments, **options)
            finally:
                took = (time.perf_counter() - start) * 1000
                own = took - self._within.pop()
                self.times[stage] = self.times.get(stage, 0.0) + own
                if self._within:
                    self._within[-1] += took

        return measured


class RecordingSession(NetworkSession):
    """A session that remembers its inputs, so that they can be run again without anything around them."""

    def __init__(self, network: Network, folder: Path) -> None:
        super().__init__(network, folder)
        self.inputs: list[tuple[npt.NDArray[np.float32], int]] = []

    def run(self, batch: npt.NDArray[np.float32], channels: int) -> npt.NDArray[np.float32]:
        """See `NetworkSession.run`."""
        self.inputs.append((batch, channels))
        return super().run(batch, channels)

    def repetition(self) -> Callable[[], None]:
        """A function that runs all inputs so far again."""
        inputs, run = list(self.inputs), super().run

        def repeat() -> None:
            for batch, channels in inputs:
                run(batch, channels)

        return repeat


@dataclass(frozen=True)
class _Parts:
    """A card reader and what it is made of."""

    sessions: tuple[RecordingSession, RecordingSession]
    finder: OnnxFinder
    reader: OnnxReader
    whole: CardReader

    @classmethod
    def load(cls, models: Path | None) -> "_Parts":
        manifest = load_manifest(models)
        folder = manifest.folder
        sessions = RecordingSession(manifest.finder, folder), RecordingSession(manifest.reader, folder)
        finder = OnnxFinder(manifest.finder, folder, sessions[0])
        reader = OnnxReader(manifest.reader, folder, sessions[1])
        return cls(sessions, finder, reader, CardReader.of(finder, reader, Trust.of(manifest.reader)))


def time_pictures(
    pictures: Mapping[str, bytes], models: Path | None, after: Mapping[str, After], rounds: int
) -> list[Timed]:
    """Measure the reading of picture files.

    Args:
        pictures: name to bytes.
        models: folder of the networks, by default the shipped ones.
        after: stages that follow the reading, such as drawing.
        rounds: repetitions of each measurement.

    Raises:
        ImageError: a picture cannot be read.
        ModelError: a network is unusable.
    """
    reader, parts = CardReader(models), _Parts.load(models)
    return [_time_picture(name, data, reader, parts, after, rounds) for name, data in pictures.items()]


def _time_picture(
    name: str, data: bytes, reader: CardReader, parts: _Parts, after: Mapping[str, After], rounds: int
) -> Timed:
    for session in parts.sessions:
        session.inputs.clear()
    reading = parts.whole.read(load_photo(data).image)
    looks = len(parts.sessions[0].inputs)
    bare = [session.repetition() for session in parts.sessions]
    raw, flags = np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    watched: list[dict[str, float]] = []
    runs: dict[str, Callable[[], object]] = {
        "decode": lambda: cv2.imdecode(raw, flags),
        "sessions": lambda: [repeat() for repeat in bare],
        "whole": lambda: reader.read(load_photo(data).image),
        "stages": lambda: watched.append(_watch(data, parts, after)),
    }
    times: dict[str, list[float]] = {run: [] for run in runs}
    for number in range(rounds + 1):
        for run, job in runs.items():  # in turn, so that a slow moment hits all alike
            took = milliseconds(job)
            if number:  # the first round warms up
                times[run].append(took)
    stages = {stage: Spread.of([seen.get(stage, 0.0) for seen in watched[1:]]) for stage in (*STAGES, *after)}
    return Timed(
        name,
        reading.size,
        len(reading.cards),
        looks,
        stages,
        *(Spread.of(times[run]) for run in ("decode", "sessions", "whole")),
    )


def _watch(data: bytes, parts: "_Parts", after: Mapping[str, After]) -> dict[str, float]:
    """Milliseconds of each stage of one reading."""
    watch, reader = Stopwatch(), parts.whole
    for session in parts.sessions:
        session.inputs.clear()
    changes = [
        (parts.sessions[0], "run", FINDER),
        (parts.sessions[1], "run", READER),
        (parts.finder, "find", SUPPRESS),
        (parts.reader, "read", CROPS),
        (finder_module, "as_batch", RESIZE),
        (Letterbox, "draw", RESIZE),
        (Pyramid, "part", RESIZE),
    ]
    with _replaced(watch, changes):
        photo = watch.timed(DECODE, load_photo)(data)
        reading = watch.timed(ASSEMBLE, reader.read)(photo.image)
    for stage, job in after.items():
        watch.timed(stage, job)(photo, reading)
    return watch.times


@contextmanager
def _replaced(watch: Stopwatch, changes: list[tuple[Any, str, str]]) -> Iterator[None]:
    """Measure functions and methods where they are, for the length of the block."""
    before = [(owner, name, vars(owner).get(name)) for owner, name, _ in changes]
    for owner, name, stage in changes:
        setattr(owner, name, watch.timed(stage, getattr(owner, name)))
    try:
        yield
    finally:
        for owner, name, own in before:
            if own is None:
                delattr(owner, name)
            else:
                setattr(owner, name, own)


def milliseconds(job: Callable[[], object]) -> float:
    """How long a job takes."""
    start = time.perf_counter()
    job()
    return (time.perf_counter() - start) * 1000
