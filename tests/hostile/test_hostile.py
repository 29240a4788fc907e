"""A short run of the corpus; `python -m tests.hostile.run` does all 2,000 files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.corpus import MAKERS, cases
from tests.hostile.run import MOST_MEGABYTES

ROOT = Path(__file__).parents[2]
COUNT = 80


def test_corpus_is_the_same_every_time_and_has_every_kind() -> None:
    first, second = (list(cases(20)) for _ in range(2))
    assert first == second
    assert list(cases(3, start=11)) == first[11:14]
    assert len({case.kind for case in first}) == len(MAKERS)
    assert [case.data for case in cases(20, seed=7)] != [case.data for case in first]


def test_every_file_ends_in_an_answer_or_one_error() -> None:
    hidden = ("CI", "ORT_", "XDG_")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(hidden)}
    run = subprocess.run(
        [sys.executable, "-m", "tests.hostile.run", "--count", str(COUNT)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert "Traceback" not in run.stderr
    report = json.loads(run.stdout)
    assert report["wrong"] == []
    assert report["left"] == []
    assert report["megabytes"] <= MOST_MEGABYTES
    assert sum(sum(ends.values()) for ends in report["ends"].values()) == COUNT
    assert report["ends"]["wrong ending"].keys() == {"answer"}


@pytest.mark.parametrize("as_json", [False, True])
def test_command_line_gives_one_line_for_each_bad_file(tmp_path: Path, as_json: bool) -> None:
    names = []
    for number, case in enumerate(cases(20)):
        if case.kind in ("truncated", "foreign file", "promised size", "head then noise"):
            path = tmp_path / f"{number} \x1b[31m😀\udcff.jpg"  # a name that no terminal should be given raw
            path.write_bytes(case.data)
            names.append(str(path))
    run = subprocess.run(
        [sys.executable, "-m", "app.cli", "read", *names, *(["--json"] if as_json else [])],
        cwd=ROOT,
        capture_output=True,
        timeout=120,
        check=False,
    )
    lines = run.stderr.decode("utf-8").splitlines()
    assert run.returncode == 2
    assert len(lines) == len(names)
    assert all(line.startswith("oxeye: ") for line in lines)
    assert b"Traceback" not in run.stderr
    assert b"\x1b[31m" not in run.stderr
