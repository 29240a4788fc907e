"""How fast a large photo is read, cold and warm, and what memory it takes, for `oxeye bench --speed`."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.assembly.assemble import ACCEPT
from vision.errors import ModelError
from vision.networks.finder import OnnxFinder
from vision.networks.models import Network, NetworkSession, load_manifest
from vision.networks.reader import OnnxReader
from vision.photo.image import load_photo
from vision.pipeline import CardReader

SPEED_SIZE = (4032, 3024)
"""Width and height of the photo that speed is measured on: 12 megapixels."""
COLD_LIMIT_S, WARM_LIMIT, MEMORY_LIMIT_MB = 2.0, 1.15, 500
_JPEG_QUALITY = 92
_NOISE = 4.0
_REFUSED = 3
"""Exit status of `oxeye read` for a photo without a verdict, which is no failure here."""

_WATCHER = """
import json, os, subprocess, sys, time
start = time.perf_counter()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
peak = float("nan")
if hasattr(os, "wait4"):
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode, peak = os.waitstatus_to_exitcode(status), usage.ru_maxrss
else:
    child.wait()
print(json.dumps([time.perf_counter() - start, peak, child.returncode]))
"""
"""Runs a command from a small process: a child's peak memory begins with that of the process it came from."""


@dataclass(frozen=True)
class Speed:
    """What reading one large JPEG costs.

    Attributes:
        photo: width, height and megabytes of the file.
        cold_s: seconds from starting Python to the reading.
        decode_ms: median of OpenCV's bare decoder.
        sessions_ms: median of the networks' bare runs on the same inputs.
        warm_ms: median of the whole way from bytes to the reading.
        peak_mb: largest resident memory of the process that read the photo cold.
        cards: how many cards it read, since an empty photo costs less.
    """

    photo: tuple[int, int, float]
    cold_s: float
    decode_ms: float
    sessions_ms: float
    warm_ms: float
    peak_mb: float
    cards: int

    @property
    def ratio(self) -> float:
        """The whole way as a multiple of what cannot be saved: decoding and the networks."""
        return self.warm_ms / (self.decode_ms + self.sessions_ms)

    @property
    def within_limits(self) -> bool:
        """True when no limit is exceeded."""
        return self.cold_s <= COLD_LIMIT_S and self.ratio <= WARM_LIMIT and self.peak_mb <= MEMORY_LIMIT_MB


class _RecordingSession(NetworkSession):
    """A session that remembers its inputs, so that they can be run again without anything around them."""

    def __init__(self, network: Network, folder: Path) -> None:
        super().__init__(network, folder)
        self._inputs: list[tuple[npt.NDArray[np.float32], int]] = []

    def run(self, batch: npt.NDArray[np.float32], channels: int) -> npt.NDArray[np.float32]:
        self._inputs.append((batch, channels))
        return super().run(batch, channels)

    def repeat(self) -> None:
        for batch, channels in self._inputs:
            super().run(batch, channels)


def measure_speed(
    sample: Path,
    folder: Path,
    models: Path | None = None,
    command: Sequence[str] | None = None,
    rounds: int = 7,
) -> Speed:
    """Measure the reading of a 12-megapixel JPEG made from a sample photo.

    Args:
        sample: a photo with cards.
        folder: where the large JPEG is written.
        models: folder of the networks, by default the shipped ones.
        command: a command that reads the photo whose path is added to it, such as `oxeye read`; by default
            the reading alone in a new interpreter.
        rounds: repetitions of each warm measurement; the median counts.

    Raises:
        ImageError: the sample cannot be read.
        ModelError: a network is unusable, or the command failed.
    """
    path = folder / "speed.jpg"
    data = make_large(load_photo(sample).image)
    path.write_bytes(data)
    cold_s, peak_mb = _measure_cold([*(command or _bare_command(models)), str(path)])
    manifest = load_manifest(models)
    sessions = [_RecordingSession(network, manifest.folder) for network in (manifest.finder, manifest.reader)]
    recorder = CardReader.of(
        OnnxFinder(manifest.finder, manifest.folder, sessions[0]),
        OnnxReader(manifest.reader, manifest.folder, sessions[1]),
        manifest.reader.threshold("accept", ACCEPT),
    )
    reading = recorder.read(load_photo(data).image)
    reader = CardReader(models)
    raw, flags = np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    stages: tuple[Callable[[], object], ...] = (
        lambda: cv2.imdecode(raw, flags),
        lambda: _repeat(sessions),
        lambda: reader.read(load_photo(data).image),
    )
    times: list[list[float]] = [[] for _ in stages]
    for number in range(rounds + 1):
        for stage, took in zip(stages, times, strict=True):  # in turn, so that a slow moment hits all alike
            milliseconds = _milliseconds(stage)
            if number:  # the first round warms up
                took.append(milliseconds)
    decode, bare, warm = (statistics.median(took) for took in times)
    size = (*SPEED_SIZE, round(len(data) / 1e6, 1))
    return Speed(size, cold_s, decode, bare, warm, peak_mb, len(reading.cards))


def make_large(image: npt.NDArray[np.uint8]) -> bytes:
    """A JPEG of `SPEED_SIZE` with the picture as large as fits, its border colour around, and noise."""
    width, height = SPEED_SIZE
    scale = min(width / image.shape[1], height / image.shape[0])
    inner = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    grown = cv2.resize(image, inner, interpolation=cv2.INTER_CUBIC)
    left, top = (width - inner[0]) // 2, (height - inner[1]) // 2
    right, bottom = width - inner[0] - left, height - inner[1] - top
    large = cv2.copyMakeBorder(grown, top, bottom, left, right, cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(0).standard_normal((height, width, 1), np.float32) * np.float32(_NOISE)
    noisy = np.clip(large + noise, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1].tobytes()


def format_speed(speed: Speed) -> list[str]:
    """The measurements beside their limits."""
    width, height, megabytes = speed.photo
    return [
        f"photo           {width} x {height}, {megabytes} MB, {speed.cards} cards read",
        f"cold            {speed.cold_s:.2f} s (limit {COLD_LIMIT_S:.0f} s)",
        f"decode          {speed.decode_ms:.0f} ms",
        f"bare networks   {speed.sessions_ms:.0f} ms",
        f"warm, in all    {speed.warm_ms:.0f} ms = {speed.ratio:.2f} x (limit {WARM_LIMIT} x)",
        f"peak memory     {speed.peak_mb:.0f} MB (limit {MEMORY_LIMIT_MB} MB)",
    ]


def _bare_command(models: Path | None) -> list[str]:
    script = (
        "import sys; from pathlib import Path; from vision import CardReader, load_photo; "
        "models = Path(sys.argv[1]) if sys.argv[1] else None; "
        "CardReader(models).read(load_photo(sys.argv[2]).image)"
    )
    return [sys.executable, "-c", script, str(models or "")]


def _measure_cold(command: Sequence[str]) -> tuple[float, float]:
    """Seconds and peak megabytes of a command; memory is not a number where the system does not tell it."""
    root = str(Path(__file__).resolve().parents[2])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
    watcher = [sys.executable, "-c", _WATCHER, *command]
    result = subprocess.run(watcher, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    seconds, peak, status = json.loads(result.stdout)
    if status not in (0, _REFUSED):
        raise ModelError(f"{' '.join(command[:3])} … ended with status {status}. Run it by hand.")
    return seconds, peak / (1024**2 if sys.platform == "darwin" else 1024)


def _repeat(sessions: Sequence[_RecordingSession]) -> None:
    for session in sessions:
        session.repeat()


def _milliseconds(stage: Callable[[], object]) -> float:
    start = time.perf_counter()
    stage()
    return (time.perf_counter() - start) * 1000
