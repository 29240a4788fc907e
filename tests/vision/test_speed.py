"""The bench: stages that add up, comparisons by ratio, and the limits that are promised."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from app.places import sample_photo
from vision.evaluation import rivals
from vision.evaluation.rivals import Compared
from vision.evaluation.speed import SPEED_SIZE, Speed, format_speed, make_large
from vision.evaluation.stages import STAGES, Spread, Stopwatch, Timed, time_pictures
from vision.networks.models import MANIFEST, MODELS_DIR
from vision.photo.image import load_photo

needs_networks = pytest.mark.skipif(
    not (MODELS_DIR / MANIFEST).is_file(), reason="no networks are shipped yet"
)


def even(milliseconds: float) -> Spread:
    return Spread(milliseconds, milliseconds, milliseconds)


def speed(cold: float = 1.0, peak: float = 300, whole: float = 110, rival: float = 100) -> Speed:
    timed = Timed("photo", (4032, 3024), 5, 2, {"decode": even(20)}, even(20), even(80), even(whole))
    predict = Compared("one look", {"Oxeye": even(50), "ultralytics .onnx": even(rival)})
    return Speed(even(cold), peak, (timed,), predict, Compared("bare network", {"as shipped": even(40)}))


def test_large_photo_has_the_right_size_and_shows_the_sample() -> None:
    sample = np.full((300, 300, 3), 90, np.uint8)
    sample[100:200, 100:200] = (20, 40, 220)
    large = cv2.imdecode(np.frombuffer(make_large(sample), np.uint8), cv2.IMREAD_COLOR)
    assert large.shape == (SPEED_SIZE[1], SPEED_SIZE[0], 3)
    np.testing.assert_allclose(large[1500, 2016], (20, 40, 220), atol=40)
    np.testing.assert_allclose(large[1500, 10], (90, 90, 90), atol=30)


def test_within_the_limits() -> None:
    assert speed().within_limits
    assert speed().pictures[0].ratio == pytest.approx(1.1)


@pytest.mark.parametrize("worse", [{"cold": 1.6}, {"peak": 401}, {"whole": 116}, {"rival": 99}])
def test_each_limit_counts(worse: dict[str, float]) -> None:
    assert not speed(**worse).within_limits


def test_report_names_every_figure() -> None:
    text = "\n".join(format_speed(speed()))
    for part in ("1.10", "limit 1.15", "300 MB", "ultralytics .onnx", "2.00 x (limit 2)", "as shipped"):
        assert part in text
    plain = speed()
    alone = Speed(plain.cold_s, plain.peak_mb, plain.pictures, None, plain.runtimes)
    assert alone.within_limits
    assert "ultralytics is not installed" in "\n".join(format_speed(alone))
    lacking = Compared("one look", {"Oxeye": even(1)}, {"ultralytics .pt": "finder.pt does not fit"})
    text = "\n".join(format_speed(Speed(plain.cold_s, 1, plain.pictures, lacking, plain.runtimes)))
    assert "not measured: finder.pt does not fit" in text


def test_spread() -> None:
    assert Spread.of([3, 1, 2]) == Spread(2, 1, 3)


def test_nested_stages_are_counted_once() -> None:
    watch = Stopwatch()
    inner = watch.timed("inner", lambda: time.sleep(0.03))

    def job() -> None:
        time.sleep(0.01)
        inner()
        inner()

    start = time.perf_counter()
    watch.timed("outer", job)()
    whole = (time.perf_counter() - start) * 1000
    assert watch.times["inner"] >= 60
    assert 10 <= watch.times["outer"] < whole - 59
    assert sum(watch.times.values()) == pytest.approx(whole, abs=5)


def test_stage_that_fails_is_counted_and_closed() -> None:
    watch = Stopwatch()
    with pytest.raises(ZeroDivisionError):
        watch.timed("bad", lambda: 1 / 0)()
    watch.timed("good", lambda: None)()
    assert set(watch.times) == {"bad", "good"}


@needs_networks
def test_stages_of_the_sample_add_up_and_nothing_stays_changed() -> None:
    from vision.networks import finder
    from vision.networks.letterbox import Letterbox, Pyramid

    before = finder.as_batch, Letterbox.draw, Pyramid.part
    drawn = []
    (timed,) = time_pictures(
        {"sample": sample_photo().read_bytes()},
        None,
        {"drawing": lambda photo, reading: drawn.append((photo.size, len(reading.cards)))},
        rounds=2,
    )
    assert (finder.as_batch, Letterbox.draw, Pyramid.part) == before
    assert timed.size == load_photo(sample_photo()).size
    assert timed.cards == 5
    assert timed.looks >= 1
    assert list(timed.stages) == [*STAGES, "drawing"]
    assert all(timed.stages[stage].least > 0 for stage in STAGES)
    assert drawn == [(timed.size, 5)] * 3
    assert timed.whole.least > timed.sessions.least * 0.5


@needs_networks
def test_settings_of_the_runtime_are_compared() -> None:
    compared = rivals.compare_runtimes(load_photo(sample_photo()).image, rounds=1)
    first, *others = compared.times
    assert first == "as shipped"
    assert {"no arena", "graph disable_all", "memory patterns", "spinning threads"} <= set(others)
    assert all(compared.ratio(way) > 0 for way in others)


@pytest.mark.train
@needs_networks
@pytest.mark.filterwarnings("ignore")
def test_predict_of_ultralytics_is_compared(tmp_path: Path) -> None:
    pytest.importorskip("ultralytics", reason="needs the train extra")
    compared = rivals.compare_predict(load_photo(sample_photo()).image, rounds=1, checkpoints=tmp_path)
    assert compared is not None
    assert list(compared.times) == ["Oxeye", "ultralytics .onnx"]
    assert "does not fit" in compared.missing["ultralytics .pt"]


def test_without_the_train_extra_there_is_no_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "find_spec", lambda name: None)
    assert rivals.compare_predict(np.zeros((64, 64, 3), np.uint8), rounds=1) is None
