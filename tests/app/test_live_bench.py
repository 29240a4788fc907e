"""The live view never falls behind, however slow the reader."""

import itertools
import time

import pytest

from app.clips import moving_camera, write_mjpeg
from app.live import LiveView
from app.live_bench import LIMIT_READINGS, LiveFigures, format_live, play
from app.places import sample_photo
from tests.app.conftest import EXAMPLE, FakeReader, reading
from vision.errors import ModelError
from vision.photo.image import load_photo

RATE = 30.0


class SlowReader:
    """Takes the given times in turn, and remembers when it was asked."""

    def __init__(self, *seconds: float) -> None:
        self._pauses = itertools.cycle(seconds)
        self.asked: list[float] = []

    def read(self, image, decks):
        self.asked.append(time.monotonic())
        time.sleep(next(self._pauses))
        return reading(EXAMPLE)


@pytest.fixture(scope="module")
def frames(tmp_path_factory):
    path = tmp_path_factory.mktemp("clip") / "clip.mjpeg"
    write_mjpeg(path, moving_camera(load_photo(sample_photo()).image, 10, (160, 120)))
    from app.clips import read_clip

    return read_clip(path)[0]


@pytest.mark.parametrize("pauses", [(0.3,), (0.6,), (0.05, 0.5)], ids=str)
def test_what_is_shown_is_at_most_two_readings_old_however_slow_the_model(frames, pauses):
    reader = SlowReader(*pauses)
    figures = play(frames, RATE, LiveView(reader, 1), 2.5)
    assert figures.ages_s
    assert figures.worst_age_readings <= LIMIT_READINGS
    assert max(figures.ages_s) <= LIMIT_READINGS * (max(pauses) + 0.25), "in seconds as well"
    assert figures.handed_over - len(figures.reading_s) in (0, 1), "nothing queues up"


def test_a_slow_reader_does_not_slow_the_picture(frames):
    figures = play(frames, RATE, LiveView(SlowReader(0.5), 1), 2.0)
    assert figures.shown / figures.seconds > RATE / 2
    assert len(figures.reading_s) <= 4


def test_the_next_reading_begins_when_the_one_before_is_shown(frames):
    reader = SlowReader(0.2)
    figures = play(frames, RATE, LiveView(reader, 1), 2.0)
    waits = [later - earlier for earlier, later in itertools.pairwise(reader.asked)]
    assert min(waits) >= 0.2
    assert figures.longest_turn_s < 0.2 + 0.5


def test_locks_are_counted_with_their_cards(frames):
    figures = play(frames, RATE, LiveView(SlowReader(0.01), 1), 1.5)
    cards, seconds = figures.locks[0]
    assert cards == "3♣ 6♠ 8♥ 4♥ 8♣"
    assert 0 < seconds < 1.5


def test_a_reader_that_fails_is_not_hidden(frames):
    class Broken(FakeReader):
        def read(self, image, decks):
            raise ModelError("a network failed")

    with pytest.raises(ModelError, match="failed"):
        play(frames, RATE, LiveView(Broken(), 1), 1.0)


def test_figures_are_printed_with_their_limit():
    figures = LiveFigures(10.0, (1280, 720), 300, 41, (0.2, 0.3), (0.1, 0.5), 0.3, (("3♣ 6♠", 1.4),))
    said = "\n".join(format_live(figures))
    for words in (
        "1280 x 720",
        "30.0 pictures a second",
        "0.2 readings a second",
        "250 ms each",
        "at most 0.50 s",
        "1.67 readings (limit 2)",
        "1 times, first after 1.4 s on 3♣ 6♠",
    ):
        assert words in said


def test_the_command_plays_a_clip(table, run_oxeye, tmp_path):
    path = tmp_path / "clip.mjpeg"
    write_mjpeg(path, moving_camera(load_photo(sample_photo()).image, 3, (160, 120)))
    table.reader.by_colour = dict.fromkeys(range(256), reading(EXAMPLE))
    status, out, _ = run_oxeye("bench", "--live", path, "--seconds", 1)
    assert status == 0
    assert "160 x 120" in out
    assert "3♣ 6♠ 8♥ 4♥ 8♣" in out


def test_without_a_clip_the_sample_is_played(table, run_oxeye):
    table.reader.by_colour = dict.fromkeys(range(256), reading(EXAMPLE))
    status, out, _ = run_oxeye("bench", "--live", "--seconds", 1)
    assert status == 0
    assert "1280 x 720" in out


def test_a_clip_without_live_and_a_missing_clip_say_what_to_do(run_oxeye, tmp_path):
    status, _, said = run_oxeye("bench", "--speed", tmp_path / "clip.mjpeg")
    assert status == 2
    assert "--live" in said
    status, _, said = run_oxeye("bench", "--live", tmp_path / "missing.mjpeg")
    assert status == 2
    assert "Name a clip" in said
