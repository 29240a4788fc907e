"""How fast photos are read, cold and warm, and what memory it takes, for `oxeye bench --speed`."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import ModelError
from vision.evaluation.rivals import Compared, compare_predict, compare_runtimes
from vision.evaluation.stages import After, Spread, Timed, time_pictures
from vision.photo.image import load_photo

SPEED_SIZE = (4032, 3024)
"""Width and height of the photo that speed is measured on: 12 megapixels."""
COLD_LIMIT_S, WARM_LIMIT, RIVAL_LIMIT, MEMORY_LIMIT_MB = 1.5, 1.15, 2.0, 400
_COLD_STARTS = 3
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
    """What reading costs.

    Attributes:
        cold_s: seconds from starting Python to the reading of the large JPEG, of several starts.
        peak_mb: largest resident memory of the process that read it cold.
        pictures: the warm measurements, the large JPEG first.
        predict: the finder beside ultralytics, where that is installed.
        runtimes: the finder's network by settings of its runtime.
    """

    cold_s: Spread
    peak_mb: float
    pictures: tuple[Timed, ...]
    predict: Compared | None
    runtimes: Compared

    @property
    def within_limits(self) -> bool:
        """True when no limit is exceeded."""
        rivals = [] if self.predict is None else list(self.predict.times)[1:]
        return (
            self.cold_s.median <= COLD_LIMIT_S
            and self.peak_mb <= MEMORY_LIMIT_MB
            and all(timed.ratio <= WARM_LIMIT for timed in self.pictures)
            and all(self.predict.ratio(rival) >= RIVAL_LIMIT for rival in rivals if self.predict)
        )


def measure_speed(
    sample: Path,
    folder: Path,
    models: Path | None = None,
    command: Sequence[str] | None = None,
    after: Mapping[str, After] | None = None,
    rounds: int = 7,
) -> Speed:
    """Measure the reading of a photo with cards, as it is and as a 12-megapixel JPEG.

    Args:
        sample: a photo with cards.
        folder: where the large JPEG is written.
        models: folder of the networks, by default the shipped ones.
        command: a command that reads the photo whose path is added to it, such as `oxeye read`; by default
            the reading alone in a new interpreter.
        after: stages that follow the reading, such as drawing.
        rounds: repetitions of each warm measurement.

    Raises:
        ImageError: the sample cannot be read.
        ModelError: a network is unusable, or the command failed.
    """
    image = load_photo(sample).image
    large = make_large(image)
    path = folder / "speed.jpg"
    path.write_bytes(large)
    cold = [_measure_cold([*(command or _bare_command(models)), str(path)]) for _ in range(_COLD_STARTS)]
    pictures = {"12 megapixels": large, "sample": sample.read_bytes()}
    return Speed(
        Spread.of([seconds for seconds, _ in cold]),
        max(peak for _, peak in cold),
        tuple(time_pictures(pictures, models, after or {}, rounds)),
        compare_predict(image, rounds, models),
        compare_runtimes(image, rounds, models),
    )


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
    """The measurements beside their limits, as lines of text."""
    cold = speed.cold_s
    lines = [
        f"cold start      {cold.median:.2f} s ({cold.least:.2f}-{cold.most:.2f}; limit {COLD_LIMIT_S} s)",
        f"peak memory     {speed.peak_mb:.0f} MB (limit {MEMORY_LIMIT_MB} MB)",
        "",
        "All times in milliseconds: median (least-most) of runs in turn on the same pictures.",
    ]
    for timed in speed.pictures:
        width, height = timed.size
        lines += [
            "",
            f"{timed.name}: {width} x {height}, {timed.cards} cards, {timed.looks} looks",
            *(f"  {stage:<16}{spread}" for stage, spread in timed.stages.items()),
            f"  {'bare decoder':<16}{timed.decode}",
            f"  {'bare networks':<16}{timed.sessions}",
            f"  {'whole reading':<16}{timed.whole}",
            f"  whole / (bare decoder + bare networks) = {timed.ratio:.2f} (limit {WARM_LIMIT})",
        ]
    if speed.predict is None:
        lines += [
            "",
            "ultralytics is not installed, so there is nothing to compare with (the train extra has it)",
        ]
    for compared, limit in ((speed.predict, f" (limit {RIVAL_LIMIT:.0f})"), (speed.runtimes, "")):
        if compared is not None:
            first, *others = compared.times
            lines += ["", f"{compared.what}:", f"  {first:<22}{compared.times[first]}"]
            lines += [
                f"  {way:<22}{compared.times[way]}  = {compared.ratio(way):.2f} x{limit}" for way in others
            ]
            lines += [f"  {way:<22}not measured: {why}" for way, why in compared.missing.items()]
    return lines


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
