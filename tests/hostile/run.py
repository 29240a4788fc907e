"""Give the corpus to Oxeye and report what became of it; `python -m tests.hostile.run` does all 2,000 files.

A process of its own, so that its memory, its files and what it says on its streams can be told from others'.
"""

import argparse
import hashlib
import io
import json
import os
import re
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

from app import service
from rules.house import HouseRules
from tests.hostile.corpus import CARDS, SEED, Case, cases
from tests.network import OutboundError, only_this_machine
from vision.errors import ImageError
from vision.photo.image import load_photo

COUNT = 2000
MOST_SECONDS = 2.0
"""Processor time, since other programs must not count."""
MOST_MEGABYTES = 1024
NEXT_STEP = re.compile(r"[.;] (Send|Save|Open|Name|Check)\b[^.]*\.$")


@dataclass
class Report:
    """What became of the corpus.

    Attributes:
        wrong: one line for each file that ended in another way than it should.
        ends: how many files of each kind ended as answer, refusal or error.
        slowest: processor seconds and name of the slowest files.
        megabytes: largest resident memory while a file was read; 0 where the system does not tell it.
        left: files and folders left behind.
    """

    wrong: list[str] = field(default_factory=list)
    ends: dict[str, dict[str, int]] = field(default_factory=dict)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    megabytes: float = 0.0
    left: list[str] = field(default_factory=list)


def run_corpus(count: int, seed: int, folder: Path, start: int = 0) -> Report:
    """Read `count` files of a seed, from the one numbered `start`; the folder takes the copy read by path."""
    report, reader, house = Report(), service.load_reader(), HouseRules()
    ends: dict[str, Counter[str]] = {}
    took: list[tuple[float, str]] = []
    for number, case in enumerate(cases(count, seed, start), start):
        label = f"{number} {case.kind}: {case.name}"
        forget_peak()  # making a file may take more memory than reading it
        began = time.process_time()
        try:
            end = _read(case, reader, house, label, report)
        except ImageError as error:
            end = "ImageError"
            if not NEXT_STEP.search(str(error)):
                report.wrong.append(f"{label}: no next step in: {error}")
            if case.shows_hand:
                report.wrong.append(f"{label}: refused: {error}")
        except OutboundError as error:
            report.wrong.append(f"{label}: {error}")
            end = "connection"
        except Exception as error:  # noqa: BLE001 - that nothing else is raised is what is tested
            report.wrong.append(f"{label}: {type(error).__name__}: {error}")
            end = type(error).__name__
        report.megabytes = max(report.megabytes, peak_megabytes())
        took.append((round(time.process_time() - began, 3), label))
        ends.setdefault(case.kind, Counter())[end] += 1
        _compare_ways(case, folder, label, report)
    report.wrong += [f"{label}: {seconds} s" for seconds, label in took if seconds > MOST_SECONDS]
    report.ends = {kind: dict(counted) for kind, counted in ends.items()}
    report.slowest = sorted(took, reverse=True)[:5]
    return report


def _read(case: Case, reader: service.Reader, house: HouseRules, label: str, report: Report) -> str:
    _, given = service.read_answer(case.name, case.data, reader, house)
    seen = {str(card.card) for card in given.reading.cards}
    if case.shows_hand and (seen != CARDS or not given.answered):
        report.wrong.append(f"{label}: read as {sorted(seen)} {given.status}")
    json.dumps(given.to_json(), allow_nan=False)
    return "answer" if given.answered else "refusal"


def _compare_ways(case: Case, folder: Path, label: str, report: Report) -> None:
    """A path, an upload and the bytes must give the same picture or the same words."""
    path = folder / "file.jpg"
    path.write_bytes(case.data)
    upload = UploadedFile(UploadedFileRec("1", case.name, "image/jpeg", case.data), FileURLs())
    results = [_outcome(source) for source in (case.data, path, upload, io.BytesIO(case.data))]
    path.unlink()
    if len(set(results)) > 1:
        report.wrong.append(f"{label}: differs by the way it came: {results}")


def _outcome(source: object) -> str:
    """Digests of file and picture, or the words of the error."""
    try:
        photo = load_photo(source)  # type: ignore[arg-type]
    except ImageError as error:
        return str(error)
    return f"{photo.format} {photo.size} {photo.sha256} {hashlib.sha256(photo.image).hexdigest()}"


def forget_peak() -> None:
    """Start measuring memory now, where the system can."""
    clear = Path("/proc/self/clear_refs")
    if clear.exists():
        clear.write_text("5")


def peak_megabytes() -> float:
    """Largest resident memory since `forget_peak`; 0 where the system does not tell it."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def main() -> None:
    """Run the corpus in an empty folder and print the report as JSON; status 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--start", type=int, default=0, help="number of the first file, to go on from")
    parser.add_argument("--seed", type=int, default=SEED)
    chosen = parser.parse_args()
    only_this_machine()
    with tempfile.TemporaryDirectory() as outside:
        places = [Path(outside, name) for name in ("here", "temporary", "home", "copies")]
        for place in places:
            place.mkdir()
        here, temporary, home, copies = places
        os.chdir(here)
        os.environ.update(TMPDIR=str(temporary), HOME=str(home))
        tempfile.tempdir = None
        report = run_corpus(chosen.count, chosen.seed, copies, chosen.start)
        report.left = [str(path.relative_to(outside)) for place in places for path in place.rglob("*")]
        os.chdir(outside)
    report.wrong += [f"left behind: {name}" for name in report.left]
    if report.megabytes > MOST_MEGABYTES:
        report.wrong.append(f"{report.megabytes:.0f} MB of memory")
    print(json.dumps(asdict(report), indent=1))
    sys.exit(bool(report.wrong))


if __name__ == "__main__":
    main()
