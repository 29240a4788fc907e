"""Stopping `oxeye app` stops its server as well."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PARENT = """
import sys
from app.commands import app_command
app_command.STOP_S = 1.0
sys.exit(app_command.serve([sys.executable, "-c", {child!r}]))
"""
CHILD = """
import os, pathlib, signal, time
{prelude}
place = pathlib.Path({place!r})
place.with_suffix(".new").write_text(str(os.getpid()))
place.with_suffix(".new").rename(place)
time.sleep(60)
"""
STUBBORN = "signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGINT, signal.SIG_IGN)"


def alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM for other processes")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("prelude", ["", STUBBORN], ids=["willing", "stubborn"])
def test_server_ends_with_the_program(tmp_path: Path, sent: signal.Signals, prelude: str) -> None:
    place = tmp_path / "child"
    child = CHILD.format(prelude=prelude, place=str(place))
    parent = subprocess.Popen([sys.executable, "-c", PARENT.format(child=child)])
    try:
        end = time.monotonic() + 30
        while not place.exists():
            assert parent.poll() is None
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.01)
        number = int(place.read_text())
        parent.send_signal(sent)
        assert parent.wait(20) == 0
        assert not alive(number)
    finally:
        parent.kill()
        parent.wait()


def test_exit_status_of_a_server_that_ends_by_itself() -> None:
    from app.commands import app_command

    before = signal.getsignal(signal.SIGTERM)
    assert app_command.serve([sys.executable, "-c", "raise SystemExit(3)"]) == 3
    assert signal.getsignal(signal.SIGTERM) is before
