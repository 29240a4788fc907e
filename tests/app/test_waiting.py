"""Taking turns: fair, told, and left by whoever goes away."""

import threading
import time
from collections.abc import Callable

import pytest

from app import service, waiting
from app.waiting import Line, telling
from rules.house import HouseRules
from tests.app.conftest import EXAMPLE, reading


def start(job: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=job, daemon=True)
    thread.start()
    return thread


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.002)


def test_nobody_waits_in_an_empty_line() -> None:
    line, heard = Line(), []
    with telling(heard.append), line.turn():
        assert len(line) == 1
    assert len(line) == 0
    assert heard == []


def test_first_come_first_served_and_each_is_told_how_many_are_before() -> None:
    line, order, heard = Line(heartbeat_s=60), [], {}
    gate = threading.Event()

    def first() -> None:
        with line.turn():
            gate.wait(20)

    def other(name: int) -> None:
        heard[name] = []
        with telling(heard[name].append), line.turn():
            order.append(name)

    threads = [start(first)]
    until(lambda: len(line) == 1)
    for name in range(4):
        threads.append(start(lambda name=name: other(name)))
        until(lambda name=name: heard.get(name) == [name + 1])
    gate.set()
    for thread in threads:
        thread.join(20)
    assert order == [0, 1, 2, 3]
    for name in range(4):
        assert heard[name][0] == name + 1
        assert heard[name][-1] == 0
        assert heard[name] == sorted(heard[name], reverse=True)
    assert len(line) == 0


@pytest.mark.parametrize("places", [1, 3])
def test_never_more_than_there_are_places(places: int) -> None:
    line, now, most = Line(places), [], []
    lock = threading.Lock()

    def job() -> None:
        with line.turn():
            with lock:
                now.append(1)
                most.append(len(now))
            time.sleep(0.01)
            with lock:
                now.pop()

    for thread in [start(job) for _ in range(20)]:
        thread.join(20)
    assert max(most) == places
    assert len(most) == 20


def test_turn_within_a_turn_is_the_same() -> None:
    line = Line()
    with line.turn(), line.turn():
        assert len(line) == 1
    assert len(line) == 0


def test_error_ends_the_turn() -> None:
    line = Line()
    with pytest.raises(KeyError), line.turn():
        raise KeyError
    assert len(line) == 0


@pytest.mark.parametrize("when", [1, 0])
def test_whoever_goes_away_leaves_the_line(when: int) -> None:
    """Streamlit ends a script by an exception in the next thing it draws, here in the telling."""
    line, gone, served = Line(heartbeat_s=60), [], []
    gate = threading.Event()

    def first() -> None:
        with line.turn():
            gate.wait(20)

    def leaves() -> None:
        def tell(before: int) -> None:
            if before == when:
                raise SystemExit

        try:
            with telling(tell), line.turn():
                served.append("leaves")
        except SystemExit:
            gone.append(True)

    def stays() -> None:
        with line.turn():
            served.append("stays")

    threads = [start(first)]
    until(lambda: len(line) == 1)
    threads.append(start(leaves))
    until(lambda: len(line) == 2 or gone)
    threads.append(start(stays))
    until(lambda: len(line) + len(gone) == 3)
    gate.set()
    for thread in threads:
        thread.join(20)
    assert gone == [True]
    assert served == ["stays"]
    assert len(line) == 0


def test_heartbeat_tells_again() -> None:
    line, heard = Line(heartbeat_s=0.02), []

    def waits() -> None:
        with telling(heard.append), line.turn():
            pass

    with line.turn():
        thread = start(waits)
        until(lambda: heard.count(1) >= 3)
    thread.join(20)
    assert heard[-1] == 0


def test_line_without_places_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Line(0)


def test_photos_are_read_one_at_a_time(table, monkeypatch) -> None:
    monkeypatch.setattr(waiting, "LINE", Line())
    now, most, heard, answers = [], [], [], []
    photos = [table.photo_bytes(reading(EXAMPLE)) for _ in range(5)]
    real = table.reader.read

    class Slow:
        def read(self, image, decks):
            now.append(1)
            most.append(len(now))
            time.sleep(0.02)
            now.pop()
            return real(image, decks)

    def job(number: int) -> None:
        with telling(heard.append):
            data = photos[number % len(photos)]
            answers.append(service.read_answer(str(number), data, Slow(), HouseRules())[1])

    for thread in [start(lambda number=number: job(number)) for number in range(20)]:
        thread.join(30)
    assert max(most) == 1
    assert len(answers) == 20
    assert all(given.answered for given in answers)
    assert max(heard) >= 2
    assert heard.count(0) <= 20
