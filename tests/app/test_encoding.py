import os
import subprocess
import sys


def test_suit_signs_reach_a_console_with_an_old_code_page():
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    run = subprocess.run(
        [sys.executable, "-m", "app.cli", "judge", "3C 6S 8H 4H 8C"],
        capture_output=True,
        env=environment,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert "3♣ 6♠ 8♥ 4♥ 8♣" in run.stdout.decode("utf-8")
