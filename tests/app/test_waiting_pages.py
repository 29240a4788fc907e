"""Pages take their turn, and say how many are before the person who waits."""

import threading
from contextlib import contextmanager

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app import waiting
from app.i18n import speaking
from app.pages.parts import keep, photo, turns
from app.pages.parts.photo import Taken
from app.records.cases import Case, Evidence, Place, Side
from app.waiting import Line
from rules.house import HouseRules
from tests.app.conftest import EXAMPLE, reading, text


@pytest.fixture
def line(monkeypatch):
    line = Line(heartbeat_s=0.02)
    monkeypatch.setattr(waiting, "LINE", line)
    return line


@pytest.fixture
def drawing(monkeypatch):
    line = Line(heartbeat_s=0.02)
    monkeypatch.setattr(waiting, "DRAWING", line)
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
def decoding(drawing, monkeypatch):
    """How many were served each time a photo was decoded to draw on it."""
    served = []
    for module in (photo, keep):
        real = module.load_photo
        monkeypatch.setattr(
            module, "load_photo", lambda data, real=real: served.append(len(drawing)) or real(data)
        )
    return served


@contextmanager
def somebody(line):
    """Somebody else has their turn, until the event that is given is set."""
    begun, go = threading.Event(), threading.Event()

    def serve():
        with line.turn():
            begun.set()
            go.wait(20)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    assert begun.wait(20)
    try:
        yield go
    finally:
        go.set()
        thread.join(20)


def script():
    import importlib

    import streamlit as st

    importlib.import_module(f"app.pages.{st.session_state['which']}").show()


def drawn_while_waiting(monkeypatch, line, which, **state):
    """Draw a page while somebody else has their turn: the page, and what it said to whoever waited."""
    said = []
    real = turns.before_you
    st.cache_resource.clear()
    page = AppTest.from_function(script, default_timeout=30)
    page.session_state["which"] = which
    for key, value in state.items():
        page.session_state[key] = value
    with somebody(line) as go:

        def before_you(before):
            said.append(real(before))
            if len(said) > 1:
                go.set()
            return said[-1]

        monkeypatch.setattr(turns, "before_you", before_you)
        page.run()
    st.cache_resource.clear()
    assert not page.exception
    return page, said


@pytest.mark.parametrize("which", ["photos", "camera", "table"])
def test_page_says_how_many_are_before(table, line, monkeypatch, which):
    taken = Taken("hand.png", table.photo_bytes(reading(EXAMPLE)))
    state = {
        "photos": {"photos": [taken]},
        "camera": {"kept:camera": {"photo": taken}},
        "table": {"table:photos": (taken,)},
    }
    page, said = drawn_while_waiting(monkeypatch, line, which, **state[which])
    assert set(said) == {"Waiting… 1 before you"}
    assert len(said) > 1, "told again with each beat, so that a closed page is noticed"
    assert "Double-Ox 8" in text(page)
    assert not page.get("progress"), "the bar goes when all is read"
    assert len(line) == 0


def test_picture_that_waits_has_a_bar_of_its_own(table, drawing, monkeypatch):
    taken = Taken("hand.png", table.photo_bytes(reading(EXAMPLE)))
    known = {"photos": [taken], "kept:readings": {(taken.sha256, 1): reading(EXAMPLE)}}
    page, said = drawn_while_waiting(monkeypatch, drawing, "photos", **known)
    assert set(said) == {"Waiting… 1 before you"}
    assert not page.get("progress")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "Waiting… 2 before you"),
        ("ms", "Menunggu giliran… 2 di hadapan anda"),
        ("zh", "排队中…前面还有 2 位"),
        ("ru", "Жду очереди… Впереди: 2"),
    ],
)
def test_waiting_is_said_in_every_language(code, said):
    with speaking(code):
        assert turns.before_you(2) == said


class Bar:
    """A progress bar; on a page that is closed when the number of people before is this one."""

    def __init__(self, closes=None):
        self.closes, self.said = closes, []

    def progress(self, done, said):
        if said == self.closes:
            raise SystemExit
        self.said.append((done, said))


def test_bar_says_what_is_done_once_it_is_the_persons_turn(line):
    bar = Bar()
    with somebody(line) as go:
        threading.Timer(0.1, go.set).start()
        with turns.telling_on(bar, 0.5, "Reading"), line.turn():
            assert bar.said[0] == (0.5, "Waiting… 1 before you")
            assert bar.said[-1] == (0.5, "Reading")


def test_closed_page_leaves_the_line(line):
    with somebody(line):
        bar = Bar("Waiting… 1 before you")
        with pytest.raises(SystemExit), turns.telling_on(bar, 0.0, "Reading"), line.turn():
            raise AssertionError("nobody is there to read for")
        assert len(line) == 1


def test_picture_is_drawn_in_turn(taken, drawing, decoding):
    assert photo.picture_of(taken, HouseRules()).startswith(b"\xff\xd8")
    assert photo.picture_of(taken, HouseRules()), "kept, and not drawn again"
    assert decoding == [1]
    assert len(drawing) == 0


def test_full_picture_is_drawn_in_turn(taken, drawing, decoding):
    given = photo.answer_of(taken, HouseRules())
    assert photo.full_picture(taken, given, "en").startswith(b"\xff\xd8")
    assert decoding == [1]
    assert len(drawing) == 0


def case_of(taken):
    given = photo.answer_of(taken, HouseRules())
    evidence = Evidence(taken.sha256, photo.reading_of(taken, 1))
    side = Side("Siti", tuple(seen.card for seen in given.reading.cards), place=Place(0, 0))
    return Case(HouseRules(), (side,), (evidence,))


def test_record_is_drawn_in_one_turn(taken, drawing, decoding, monkeypatch):
    turns = []
    wait = drawing._wait
    monkeypatch.setattr(drawing, "_wait", lambda: turns.append(1) or wait())
    keep._make("table", case_of(taken), (taken,))
    assert decoding == [1, 1]
    assert turns == [1]
    assert len(drawing) == 0


def test_nothing_is_drawn_behind_readers(taken, line, decoding):
    with somebody(line):
        given = photo.answer_of(taken, HouseRules())
        assert photo.full_picture(taken, given, "en")
        keep._make("table", case_of(taken), (taken,))
    assert decoding == [1, 1, 1]


def test_record_says_that_it_waits(table, drawing, monkeypatch):
    taken = Taken("hand.png", table.photo_bytes(reading(EXAMPLE)))
    read = {(taken.sha256, 1): reading(EXAMPLE)}
    page, _ = drawn_while_waiting(
        monkeypatch,
        Line(),
        "dispute",
        **{"dispute:photos": (taken,), "kept:readings": read, "dispute:about": "alone"},
    )
    said = []
    with somebody(drawing) as go:
        monkeypatch.setattr(
            turns, "before_you", lambda before: said.append(before) or go.set() or f"{before} before you"
        )
        page.button(key="dispute:record").click().run()
    assert not page.exception
    assert said[0] == 1
    assert "Fingerprint of the record" in text(page)
    assert not page.get("progress")
