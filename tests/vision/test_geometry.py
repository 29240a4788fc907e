"""Geometry of cards: exact under any view."""

import numpy as np
import pytest

from tests.vision.tables import FOUR, card_corners, place_card, random_view
from vision.assembly.geometry import (
    CARD_RECT,
    RATIO,
    TOP_LEFT,
    TOP_RIGHT,
    card_frame,
    card_width,
    corner_of,
    index_height,
    is_convex,
    project,
    quad_gap,
    signed_area,
    upright_quad,
)


@pytest.mark.parametrize("seed", range(20))
def test_corners_are_named_alike_from_every_index(seed: int) -> None:
    rng = np.random.default_rng(seed)
    view = random_view(rng)
    reads = place_card("6S", 3, 2, rng.uniform(0, 360), seen=FOUR, view=view)
    quads = [upright_quad(read.found) for read in reads]
    assert [corner_of(read.found) for read in reads] == [TOP_LEFT, TOP_RIGHT, TOP_LEFT, TOP_RIGHT]
    np.testing.assert_allclose(quads[1], quads[0], atol=0.01)
    np.testing.assert_allclose(np.roll(quads[2], 2, 0), quads[0], atol=0.01)
    np.testing.assert_allclose(np.roll(quads[3], 2, 0), quads[0], atol=0.01)


@pytest.mark.parametrize("seed", range(20))
def test_frame_maps_the_card_onto_itself(seed: int) -> None:
    rng = np.random.default_rng(seed)
    quad = upright_quad(place_card("AS", 3, 2, rng.uniform(0, 360), view=random_view(rng))[0].found)
    frame = card_frame(quad)
    assert frame is not None
    np.testing.assert_allclose(project(frame, quad), CARD_RECT, atol=1e-3)


def test_corners_that_span_no_card_have_no_frame() -> None:
    quad = (CARD_RECT * 50).astype(np.float32)
    assert card_frame(quad[::-1]) is None  # counter-clockwise
    assert card_frame(quad[[0, 2, 1, 3]]) is None  # crossed
    assert card_frame(np.zeros((4, 2), np.float32)) is None
    broken = quad.copy()
    broken[2] = np.nan
    assert card_frame(broken) is None
    assert card_frame(quad) is not None


def test_width_area_and_gap() -> None:
    left, right = (card_corners(x, 0).astype(np.float32) * 80 for x in (0, 1.5))
    assert card_width(left) == pytest.approx(80, rel=1e-5)
    assert signed_area(left) == pytest.approx(80 * 80 * RATIO, rel=1e-5)
    assert signed_area(left[::-1]) == pytest.approx(-80 * 80 * RATIO, rel=1e-5)
    assert is_convex(left)
    assert not is_convex(left[::-1])
    assert quad_gap(left, right) == pytest.approx(40, abs=0.01)
    assert quad_gap(left, left + 5) == 0
    diagonal = card_corners(0, 0, 45).astype(np.float32) * 80 + (200, 0)
    assert quad_gap(left, diagonal) == pytest.approx(quad_gap(diagonal, left))


def test_index_height_is_measured_as_read() -> None:
    upright, turned = (place_card("7D", 2, 2, angle)[0].found for angle in (0, 90))
    assert index_height(upright) == pytest.approx(26, abs=0.01)
    assert index_height(turned) == pytest.approx(26, abs=0.01)
