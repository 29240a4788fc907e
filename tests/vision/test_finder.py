"""The finder's way from a photo to indices, with hand-made outputs in place of a network."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.networks.detections import Detections, box_iou, channels, decode, join, suppress
from vision.networks.finder import OnnxFinder, together
from vision.networks.letterbox import PAD_VALUE, Letterbox, Pyramid, as_batch
from vision.networks.looks import (
    BEST_SIZE,
    FITTING,
    LARGEST_LOOK,
    SMALLEST_LOOK,
    Look,
    closer_look,
    decides,
    first_look,
    last_looks,
)
from vision.networks.models import Network

NETWORK = Network("finder.onnx", "", ("index",), 960, 17, {"score": 0.25, "iou": 0.5})
SIZES = [(640, 640), (4032, 3024), (3024, 4032), (378, 504), (1000, 37), (33, 2000), (1, 50)]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("long_side", [320, 640, 960, 1111])
def test_letterbox_brings_points_back(width: int, height: int, long_side: int) -> None:
    box = Letterbox.fit(width, height, long_side)
    points = np.random.default_rng(0).uniform(0, 1, (50, 2)).astype(np.float32) * (width, height)
    np.testing.assert_allclose(
        box.to_photo(box.to_input(points)), points, atol=0.01 * max(width, height) / long_side
    )
    corners = box.to_input(np.float32([[0, 0], [width, height]]))
    np.testing.assert_allclose(corners[1] - corners[0], box.inner, atol=0.01)
    assert max(box.inner) == long_side
    assert all(side % 32 == 0 for side in box.outer)
    assert all(outer - 32 < inner <= outer for inner, outer in zip(box.inner, box.outer, strict=True))


def test_letterbox_is_that_of_ultralytics() -> None:
    """810 x 1080 at 640 is ultralytics' own example: 480 x 640 without margins; 1000 x 700 needs some."""
    assert Letterbox.fit(810, 1080, 640) == Letterbox((480, 640), (480, 640), (0, 0), (480 / 810, 640 / 1080))
    box = Letterbox.fit(1000, 700, 640)
    assert (box.inner, box.outer, box.offset) == ((640, 448), (640, 448), (0, 0))
    odd = Letterbox.fit(640, 415, 640)
    assert (odd.outer, odd.offset) == ((640, 416), (0, 0))  # half a pixel of margin goes below
    assert Letterbox.fit(640, 413, 640).offset == (0, 1)


def test_letterbox_draws_the_photo_and_grey_margins() -> None:
    image = np.full((100, 320, 3), 200, np.uint8)
    drawn = Letterbox.fit(320, 100, 320).draw(image)
    assert drawn.shape == (128, 320, 3)
    assert (drawn[14:114] == 200).all()
    assert (drawn[:14] == PAD_VALUE).all()
    assert (drawn[114:] == PAD_VALUE).all()


def test_strong_reduction_averages() -> None:
    stripes = np.zeros((640, 3200, 3), np.uint8)
    stripes[:, ::2] = 255
    assert np.ptp(Letterbox.fit(3200, 640, 320).draw(stripes)[:64]) < 3


def test_halves_show_the_same_part() -> None:
    image = np.random.default_rng(0).integers(0, 255, (96, 160, 3), np.uint8)
    photo = Pyramid(image)
    for region in ((0, 0, 160, 96), (32, 16, 96, 80), (4, 8, 20, 40)):
        x1, y1, x2, y2 = region
        whole = image[y1:y2, x1:x2].astype(float)
        np.testing.assert_array_equal(photo.part(region, 0.6), whole)
        quarter = photo.part(region, 0.25)
        means = whole.reshape((y2 - y1) // 4, 4, (x2 - x1) // 4, 4, 3).mean((1, 3))
        np.testing.assert_allclose(quarter, means, atol=1.1)
    np.testing.assert_array_equal(photo.part((2, 0, 20, 8), 0.1), photo.part((2, 0, 20, 8), 0.5))


@pytest.mark.parametrize("size", [(95, 160), (96, 161)])
def test_sides_that_cannot_be_halved_stay(size: tuple[int, int]) -> None:
    image = np.zeros((*size, 3), np.uint8)
    assert Pyramid(image).part((0, 0, size[1], size[0]), 0.1).shape == image.shape


def test_batch_is_rgb_between_0_and_1() -> None:
    image = np.zeros((2, 3, 3), np.uint8)
    image[..., 0] = 255
    batch = as_batch([image, image])
    assert batch.shape == (2, 3, 2, 3)
    assert batch.dtype == np.float32
    np.testing.assert_allclose(batch[1, :, 0, 0], [0, 0, 1])


def column(box: tuple[float, ...], score: float, points: np.ndarray | None = None) -> np.ndarray:
    """One column of a network's output."""
    points = np.arange(16, dtype=np.float32) if points is None else points.ravel()
    return np.concatenate([np.float32([*box, score]), np.float32(points)])


def test_decoding_a_hand_made_output() -> None:
    output = np.stack(
        [column((50, 40, 20, 30), 0.9), column((1, 1, 1, 1), 0.1), column((9, 9, 2, 4), 0.25)], 1
    )
    found = decode(output, 0.25)
    np.testing.assert_allclose(found.boxes, [[40, 25, 60, 55], [8, 7, 10, 11]])
    np.testing.assert_allclose(found.scores, [0.9, 0.25])
    np.testing.assert_allclose(found.points[0], np.arange(16).reshape(8, 2))
    first = found.found(9).indices[0]
    np.testing.assert_allclose(first.card_quad, [[0, 1], [2, 3], [4, 5], [6, 7]])
    np.testing.assert_allclose(first.index_quad, [[8, 9], [10, 11], [12, 13], [14, 15]])


def test_decoding_several_classes() -> None:
    """Back and index at one place are kept both; the finder names a card without index by its corners."""
    rows = [
        [50, 40, 20, 30, *scores, *range(16)] for scores in ((0.9, 0.1, 0.2), (0.2, 0.6, 0.3), (0.1,) * 3)
    ]
    seen = suppress(decode(np.float32(rows).T, 0.25), 0.5)
    np.testing.assert_allclose(seen.scores, [0.9, 0.6])
    assert len(seen.indices) == 1
    found = seen.found(9)
    assert [index.score for index in found.indices] == pytest.approx([0.9])
    (back,) = found.whole
    assert (back.kind, back.score) == ("back", pytest.approx(0.6))
    np.testing.assert_allclose(back.quad, [[0, 1], [2, 3], [4, 5], [6, 7]])


def test_values_that_are_no_numbers_are_dropped() -> None:
    output = np.stack([column((np.nan, 40, 20, 30), 0.9), column((5, 5, 2, 2), 0.8)], 1)
    assert len(decode(output, 0.25)) == 1


def detections(boxes: list[list[float]], scores: list[float]) -> Detections:
    points = np.tile(np.arange(len(boxes), dtype=np.float32)[:, None, None], (1, 8, 2))
    return Detections(np.float32(boxes), np.float32(scores), points, np.zeros(len(boxes), np.intp))


def test_suppression_keeps_the_best_of_each_heap() -> None:
    raw = detections([[0, 0, 10, 10], [1, 0, 11, 10], [30, 0, 40, 10], [6, 0, 16, 10]], [0.5, 0.9, 0.3, 0.6])
    kept = suppress(raw, 0.5)
    np.testing.assert_allclose(kept.scores, [0.9, 0.6, 0.3])
    assert len(suppress(raw.take(np.array([], np.intp)), 0.5)) == 0


def test_joining_takes_places_from_the_first_look_and_the_better_score() -> None:
    close = detections([[0, 0, 10, 10]], [0.4])
    far = detections([[1, 1, 11, 11], [50, 50, 60, 60]], [0.8, 0.7])
    joined = join([close, far], 0.5)
    np.testing.assert_allclose(joined.boxes, [[0, 0, 10, 10], [50, 50, 60, 60]])
    np.testing.assert_allclose(joined.scores, [0.8, 0.7])


def test_overlap() -> None:
    boxes = np.float32([[0, 0, 10, 10], [5, 0, 15, 10], [20, 20, 30, 30], [4, 4, 4, 4]])
    np.testing.assert_allclose(box_iou(boxes[0], boxes), [1, 1 / 3, 0, 0], atol=1e-6)


def small_indices(height: float, centre: tuple[float, float] = (2000, 1500)) -> Detections:
    """Five upright indices in a row, with cards of fitting size."""
    at = np.float32(centre) + np.float32([[n * height * 6, 0] for n in range(5)])
    index = np.float32([[0, 0], [0.6, 0], [0.6, 1], [0, 1]]) * height
    card = np.float32([[0, 0], [5, 0], [5, 7], [0, 7]]) * height
    points = np.concatenate([at[:, None] + card, at[:, None] + index], 1)
    boxes = np.concatenate([at, at + index[2]], 1)
    return Detections(boxes, np.full(5, 0.9, np.float32), points, np.zeros(5, np.intp))


def test_first_look_does_not_enlarge_small_photos_much() -> None:
    assert first_look(4032, 3024, 960) == Look((0, 0, 4032, 3024), 960)
    assert first_look(640, 640, 960).long_side == 640
    assert first_look(378, 504, 960).long_side == 640
    assert first_look(800, 600, 960).long_side == 800


def test_closer_look_at_small_indices_is_a_crop_around_the_cards() -> None:
    first = first_look(4032, 3024, 960)
    found = small_indices(40)
    look = closer_look(4032, 3024, first, found)
    assert look is not None
    x1, y1, x2, y2 = look.region
    assert (found.points[:, :4].min((0, 1)) >= (x1, y1)).all()
    assert (found.points[:, :4].max((0, 1)) <= (x2, y2)).all()
    assert (x2 - x1) * (y2 - y1) < 0.5 * 4032 * 3024
    assert look.scale == pytest.approx(min(BEST_SIZE / 40, LARGEST_LOOK / (x2 - x1)), rel=0.02)


def test_large_indices_are_seen_from_afar() -> None:
    found = small_indices(300, (100, 400))
    look = closer_look(4032, 3024, first_look(4032, 3024, 960), found)
    assert look is not None
    assert look.region == (0, 0, 4032, 3024)
    assert 300 * look.scale == pytest.approx(BEST_SIZE, rel=0.02)


def test_cards_at_the_border_of_a_crop_are_followed() -> None:
    crop = Look((1000, 1000, 2500, 2500), 1440)
    inside, crossing = small_indices(35, (1200, 1300)), small_indices(35, (1900, 1300))
    assert closer_look(4032, 3024, crop, inside) is None
    look = closer_look(4032, 3024, crop, crossing)
    assert look is not None
    assert look.region[2] > 2900
    assert look.scale == pytest.approx(crop.scale, rel=0.01)


def test_a_crop_that_was_too_close_is_looked_at_smaller_not_left() -> None:
    crop = Look((900, 900, 2600, 2600), 1700)
    look = closer_look(4032, 3024, crop, small_indices(60, (1200, 1300)))
    assert look is not None
    assert look.region != (0, 0, 4032, 3024)
    assert FITTING[0] <= 60 * look.scale <= FITTING[1]


def test_no_closer_look_where_sizes_are_right() -> None:
    assert closer_look(4032, 3024, first_look(4032, 3024, 960), small_indices(120)) is None


@pytest.mark.parametrize("height", [1, 3, 10, 40, 500, 3000])
def test_looks_stay_within_bounds(height: float) -> None:
    found = small_indices(height)
    found.points[0, 2] = 1e7  # a wild keypoint
    look = closer_look(4032, 3024, first_look(4032, 3024, 960), found)
    if look is not None:
        x1, y1, x2, y2 = look.region
        assert 0 <= x1 < x2 <= 4032
        assert 0 <= y1 < y2 <= 3024
        assert SMALLEST_LOOK <= look.long_side <= LARGEST_LOOK


def test_last_looks_are_closer_and_farther() -> None:
    sizes = [look.long_side for look in last_looks(4032, 3024, first_look(4032, 3024, 960))]
    assert min(sizes) < 700
    assert max(sizes) > 1300


class RedSpots:
    """In place of a network: finds the red spots of a picture, each the index of an upright card."""

    def __init__(self, least: float = 9, most: float = 60) -> None:
        self.least, self.most = least, most
        self.shapes: list[tuple[int, ...]] = []

    def run(self, batch: np.ndarray, rows: int) -> np.ndarray:
        import cv2

        assert rows == channels(1)
        assert batch.dtype == np.float32
        self.shapes.append(batch.shape)
        red = ((batch[0, 0] > 0.8) & (batch[0, 1] < 0.3)).astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(red)
        columns = [np.zeros(channels(1), np.float32)]
        for x, y, w, h, _ in stats[1:]:
            if self.least <= h <= self.most:
                index = np.float32([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
                card = np.float32([x, y]) + np.float32([[0, 0], [5, 0], [5, 7], [0, 7]]) * h
                columns.append(column((x + w / 2, y + h / 2, w, h), 0.8, np.concatenate([card, index])))
        return np.stack(columns, 1)[None]


class Fanciful(RedSpots):
    """Takes green spots for red ones in its first look."""

    def run(self, batch: np.ndarray, rows: int) -> np.ndarray:
        if not self.shapes:
            batch = batch.copy()
            batch[0, 0] = np.maximum(batch[0, 0], batch[0, 1] * (batch[0, 2] < 0.3))
            batch[0, 1] *= batch[0, 2]
        return super().run(batch, rows)


def test_a_closer_look_takes_back_what_it_should_see_and_does_not() -> None:
    image = spotted(4032, 3024, [(2000 + 260 * n, 1500, 30, 42) for n in range(5)])
    image[1700:1742, 2300:2330] = (0, 255, 0)
    finder = OnnxFinder(NETWORK, Path(), Fanciful())  # type: ignore[arg-type]
    found = finder.find(image).indices
    assert sorted(round(float(index.box[0]), -1) for index in found) == [2000, 2260, 2520, 2780, 3040]
    assert all(index.box[1] < 1600 for index in found)


def test_a_look_decides_about_what_it_shows_whole_and_not_too_large() -> None:
    crop = Look((1000, 1000, 2000, 2000), 1000)
    inside, beyond, crossing = ((1300, 1300), (2400, 1300), (1985, 1300))
    found = [small_indices(30, at).take(np.zeros(1, np.intp)) for at in (inside, beyond, crossing)]
    large = small_indices(120, (1300, 1300)).take(np.zeros(1, np.intp))
    card = replace(small_indices(500, (1300, 1300)).take(np.zeros(1, np.intp)), kinds=np.array([2]))
    verdicts = [bool(decides(crop, seen, 4032, 3024)[0]) for seen in (*found, large, card)]
    assert verdicts == [True, False, False, False, True]
    at_the_edge = Look((3000, 2000, 4032, 3024), 1000)  # cards may reach out of a photo
    assert decides(at_the_edge, small_indices(30, (4020, 3000)), 4032, 3024)[0]


def test_of_looks_the_closer_and_later_one_counts() -> None:
    whole, near = Look((0, 0, 4032, 3024), 960), Look((1900, 1400, 3400, 2000), 1200)
    found, nothing = small_indices(30), small_indices(30).take(np.zeros(0, np.intp))
    assert len(together([(whole, found), (near, nothing)], 4032, 3024, 0.5)) == 0
    assert len(together([(near, found), (whole, nothing)], 4032, 3024, 0.5)) == 5


def spotted(width: int, height: int, spots: list[tuple[int, int, int, int]]) -> np.ndarray:
    image = np.full((height, width, 3), 230, np.uint8)
    for x, y, w, h in spots:
        image[y : y + h, x : x + w] = (0, 0, 255)
    return image


@pytest.mark.parametrize(
    ("size", "spots", "runs"),
    [
        ((640, 480), [(100, 50, 15, 25), (400, 300, 15, 25)], 2),
        ((640, 480), [(100, 50, 24, 40), (400, 300, 24, 40)], 1),
        ((4032, 3024), [(2000 + 260 * n, 1500, 30, 42) for n in range(5)], 2),
        ((3024, 4032), [(300 + 500 * n, 1500, 60, 100) for n in range(5)], 2),
        ((4032, 3024), [(500, 300, 260, 420), (2500, 300, 260, 420)], 3),
        ((4032, 3024), [(1500, 1300, 18, 30)], 4),
    ],
)
def test_spots_are_found_where_they_are(
    size: tuple[int, int], spots: list[tuple[int, int, int, int]], runs: int
) -> None:
    session = RedSpots()
    finder = OnnxFinder(NETWORK, Path(), session)  # type: ignore[arg-type]
    found = sorted(finder.find(spotted(*size, spots)).indices, key=lambda index: (index.box[0], index.box[1]))
    assert len(session.shapes) == runs
    assert len(found) == len(spots)
    for index, (x, y, w, h) in zip(found, spots, strict=True):
        slack = 1.2 * max(size) / 480 if max(size) > 640 else 1.0
        np.testing.assert_allclose(index.box, [x, y, x + w, y + h], atol=slack)
        np.testing.assert_allclose(index.card_quad[0], (x, y), atol=slack)
        np.testing.assert_allclose(index.index_quad[2], (x + w, y + h), atol=slack)


def test_nothing_to_find() -> None:
    session = RedSpots()
    finder = OnnxFinder(NETWORK, Path(), session)  # type: ignore[arg-type]
    assert finder.find(spotted(900, 700, [])).indices == []
    assert len(session.shapes) == 3


@pytest.mark.parametrize("size", [(16, 16), (4000, 16), (16, 4000)])
def test_photos_of_extreme_shape(size: tuple[int, int]) -> None:
    finder = OnnxFinder(NETWORK, Path(), RedSpots())  # type: ignore[arg-type]
    assert finder.find(spotted(*size, [])).indices == []
