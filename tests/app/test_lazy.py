"""What a command imports decides how long a person waits for it, and whether it runs without torch."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRAINING = ("torch", "torchvision", "ultralytics")

RUN = """
import sys
sys.argv = ["oxeye", *{words!r}]
{before}
try:
    from app.cli import main
    main()
except SystemExit as ended:
    print("status", ended.code, file=sys.stderr)
print("LOADED", *sorted({{name.partition(".")[0] for name in sys.modules}}), file=sys.stderr)
"""

SERVE_NOTHING = """
import app.commands.app_command
app.commands.app_command.serve = lambda command: print(*command, file=sys.stderr) or 0
"""

DRAW_PAGE = """
from streamlit.testing.v1 import AppTest
page = AppTest.from_file("app/entry/page.py", default_timeout=60).run()
assert not page.exception, page.exception
"""


def loaded(words: list[str], before: str = "") -> tuple[set[str], str]:
    """Top-level modules that a command loaded in a process of its own, and what it said."""
    code = RUN.format(words=words, before=before)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    said, mark, names = done.stderr.partition("LOADED")
    assert mark, done.stderr
    return set(names.split()), said


def test_read_imports_no_training_code(tmp_path):
    names, said = loaded(["read", str(tmp_path / "missing.jpg")])
    assert "status 2" in said
    assert {"cv2", "onnxruntime"} <= names or "networks are missing" in said
    assert not names & {*TRAINING, "streamlit"}


def test_judge_imports_no_training_code_and_no_vision_library():
    names, said = loaded(["judge", "3C 6S 8H 4H 8C"])
    assert "status 0" in said
    assert not names & {*TRAINING, "streamlit", "cv2", "onnxruntime"}


def test_app_imports_no_training_code():
    names, said = loaded(["app", "--no-browser"], SERVE_NOTHING)
    assert "status 0" in said
    assert "page.py" in said
    assert not names & set(TRAINING)


def test_page_imports_no_training_code():
    names, _ = loaded(["--version"], DRAW_PAGE)
    assert "streamlit" in names
    assert not names & set(TRAINING)


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["read", "--help"]])
def test_help_is_quick_to_load(words):
    names, said = loaded(words)
    assert "status 0" in said
    assert not names & {*TRAINING, "streamlit", "cv2", "onnxruntime"}
