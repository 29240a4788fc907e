"""Reads on and on in one process and watches its memory; `python -m tests.load.growth` reads 1,000 times."""

import argparse
import gc
import re
import sys
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path

import numpy as np

from app import service
from app.pictures import annotated, encode_jpeg
from rules.house import HouseRules
from tests.hostile.corpus import Case, cases
from tests.hostile.encode import encoded, hand
from vision.errors import ImageError

READINGS = 1000
ROUNDS = 4
"""How often each photo is read."""
WARM_UP = 0.5
"""Share of the readings after which memory must grow no more: twice read, every photo had the room it needs.

Memory that a run of a network asks for is kept for the next; the most unusual photo decides how much that is.
"""
MOST_GROWTH_MB = 16
"""What is allowed for all readings after that: allocators settle slowly, leaks do not stop."""


def photos(count: int) -> Iterator[bytes]:
    """The hand in many sizes, and every fifth time something damaged."""
    rng = np.random.default_rng(3)
    odd: Iterator[Case] = (case for case in cases(10 * count, seed=8) if case.kind != "bomb")
    for number in range(count):
        if number % 5 == 4:
            yield next(odd).data
        else:
            width = int(rng.integers(160, 900))
            yield encoded(hand().resize((width, width * 5 // 4)), "JPEG", quality=int(rng.integers(70, 95)))


def measure(count: int, tell: Callable[[int, float], None] = lambda number, megabytes: None) -> float:
    """Megabytes that memory grew by after the warm-up; the same photos are read in each of several rounds.

    Args:
        count: number of readings.
        tell: hears number and megabytes now and then.
    """
    reader, house = service.load_reader(), HouseRules()
    low = 0.0
    some = list(photos(max(1, count // ROUNDS)))
    for number, data in enumerate(islice(cycle(some), count), start=1):
        try:
            photo, given = service.read_answer("photo", data, reader, house)
            encode_jpeg(annotated(photo.image, given), photo.sha256)
        except ImageError:
            pass
        if number == round(count * WARM_UP):
            gc.collect()
            low = resident_megabytes()
        if number % max(1, count // 20) == 0:
            tell(number, resident_megabytes())
    gc.collect()
    return resident_megabytes() - low


def resident_megabytes(process: int | str = "self") -> float:
    """Resident memory of a process, this one or that of a number; 0 where the system does not tell it."""
    status = Path(f"/proc/{process}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def main() -> None:
    """Print memory as it goes; status 1 when it grew too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readings", type=int, default=READINGS)
    chosen = parser.parse_args()
    grew = measure(
        chosen.readings, lambda number, mb: print(f"{number:6} readings  {mb:7.1f} MB", flush=True)
    )
    print(f"grew by {grew:.1f} MB after the first {WARM_UP:.0%} (limit {MOST_GROWTH_MB} MB)")
    sys.exit(grew > MOST_GROWTH_MB)


if __name__ == "__main__":
    main()
