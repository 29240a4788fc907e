"""Pages take their turn, and say how many are before the person who waits."""

import pytest
import streamlit as st

from app import waiting
from app.pages.parts import keep, photo
from app.pages.parts.photo import Taken
from app.records.cases import Case, Evidence, Place, Side
from app.waiting import Line
from rules.house import HouseRules
from tests.app.conftest import EXAMPLE, reading


@pytest.fixture
def line(monkeypatch):
    line = Line(heartbeat_s=0.02)
    monkeypatch.setattr(waiting, "LINE", line)
    return line


@pytest.fixture
def taken(table, line, monkeypatch):
    """A photo that has been read, in a session of its own."""
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(photo.session, "reader", lambda: table.reader)
    taken = Taken("hand.png", table.photo_bytes(reading(EXAMPLE)))
    photo.answer_of(taken, HouseRules())
    return taken


@pytest.fixture
def decoding(line, monkeypatch):
    """How many were served each time a photo was decoded to draw on it."""
    served = []
    for module in (photo, keep):
        real = module.load_photo
        monkeypatch.setattr(
            module, "load_photo", lambda data, real=real: served.append(len(line)) or real(data)
        )
    return served


def test_picture_is_drawn_in_turn(taken, line, decoding):
    assert photo.picture_of(taken, HouseRules()).startswith(b"\xff\xd8")
    assert photo.picture_of(taken, HouseRules()), "kept, and not drawn again"
    assert decoding == [1]
    assert len(line) == 0


def test_full_picture_is_drawn_in_turn(taken, line, decoding):
    given = photo.answer_of(taken, HouseRules())
    assert photo.full_picture(taken, given, "en").startswith(b"\xff\xd8")
    assert decoding == [1]
    assert len(line) == 0


def test_record_is_drawn_in_one_turn(taken, line, decoding, monkeypatch):
    turns = []
    wait = line._wait
    monkeypatch.setattr(line, "_wait", lambda: turns.append(1) or wait())
    given = photo.answer_of(taken, HouseRules())
    evidence = Evidence(taken.sha256, photo.reading_of(taken, 1))
    side = Side("Siti", tuple(seen.card for seen in given.reading.cards), place=Place(0, 0))
    case = Case(HouseRules(), (side,), (evidence,))
    keep._make("table", case, (taken,))
    assert decoding == [1, 1]
    assert turns == [1]
    assert len(line) == 0
