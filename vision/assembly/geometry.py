"""Plane geometry of cards: all lengths are in card widths, measured on the card and not in the photo.

A card's corners are named from the index that sees them: "upright corners" are top left, top right,
bottom right, bottom left of the card when that index is held upright.
"""

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import FloatArray, FoundIndex

RATIO = 1.4
"""Height of a card in widths: poker size 88 / 63; bridge size 88 / 57 lies within the noise."""
CARD_RECT = np.array([[0, 0], [1, 0], [1, RATIO], [0, RATIO]], np.float32)
"""Upright corners of a card in its own frame, in card widths."""
TOP_LEFT, TOP_RIGHT = 0, 1
_SMALLEST_AREA = 4.0

Matrix = npt.NDArray[np.float64]
_SHIFTS = tuple(np.roll(np.arange(4), steps) for steps in range(4))


def corner_of(found: FoundIndex) -> int:
    """Which of the card's upright corners the index sits at: `TOP_LEFT`, or `TOP_RIGHT` in 4-corner decks.

    The finder names the card's corners from the nearest one clockwise. Beside an index at the top left the
    second of them lies in reading direction; beside one at the top right it lies below.
    """
    along, below = reading_axes(found)
    to_next = _unit(found.card_quad[1] - found.card_quad[0])
    to_last = _unit(found.card_quad[3] - found.card_quad[0])
    left = along @ to_next + below @ to_last
    right = below @ to_next - along @ to_last
    return TOP_LEFT if left >= right else TOP_RIGHT


def upright_quad(found: FoundIndex) -> FloatArray:
    """The card's upright corners as this index predicts them, (4, 2) float32."""
    return shift_corners(found.card_quad, corner_of(found))


def shift_corners(values: FloatArray, steps: int) -> FloatArray:
    """The same corners counted from another one: the last `steps` of the four rows come first."""
    return values[_SHIFTS[steps % 4]]


def reading_axes(found: FoundIndex) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Unit vectors in the photo along the index's reading direction and down from it, (2,) each."""
    quad = found.index_quad.astype(np.float64)
    return _unit(quad[1] + quad[2] - quad[0] - quad[3]), _unit(quad[3] + quad[2] - quad[0] - quad[1])


def index_centre(found: FoundIndex) -> npt.NDArray[np.float64]:
    """Middle of the index in the photo, (2,)."""
    return np.asarray(found.index_quad.mean(0), np.float64)


def index_height(found: FoundIndex) -> float:
    """Height of the index as read, in photo pixels."""
    down = found.index_quad[[3, 2]] - found.index_quad[[0, 1]]
    return float(np.linalg.norm(down, axis=1).mean())


def card_frame(quad: FloatArray) -> Matrix | None:
    """Homography from the photo to the card's own frame, or `None` when the corners span no card.

    Args:
        quad: (4, 2) upright corners.
    """
    if not np.isfinite(quad).all() or signed_area(quad) < _SMALLEST_AREA or not is_convex(quad):
        return None
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), CARD_RECT), np.float64)


def project(matrix: Matrix, points: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Apply a homography to (..., 2) points."""
    flat = points.reshape(1, -1, 2).astype(np.float64)
    return np.asarray(cv2.perspectiveTransform(flat, matrix).reshape(points.shape), np.float64)


def signed_area(quad: npt.NDArray[np.floating]) -> float:
    """Area in square pixels; positive when the corners run clockwise in the photo."""
    x, y = quad[:, 0].astype(np.float64), quad[:, 1].astype(np.float64)
    following = _SHIFTS[3]
    return float((x * y[following] - y * x[following]).sum() / 2)


def is_convex(quad: npt.NDArray[np.floating]) -> bool:
    """True when all corners turn clockwise."""
    edges = quad[_SHIFTS[3]].astype(np.float64) - quad
    following = edges[_SHIFTS[3]]
    return bool((edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] > 0).all())


def card_width(quad: npt.NDArray[np.floating]) -> float:
    """Width in pixels of a card that faces the camera and covers the same area."""
    return math.sqrt(max(abs(signed_area(quad)), 1e-6) / RATIO)


def shared_area(one: npt.NDArray[np.floating], other: npt.NDArray[np.floating]) -> float:
    """Area in square pixels that two quadrilaterals (their convex hulls) share."""
    return _area_of_both(_hulls(one, other))


def overlap(one: FloatArray, other: FloatArray) -> float:
    """Area that two quadrilaterals share as a share of the smaller one; 0 for those without area."""
    smaller = min(abs(signed_area(one)), abs(signed_area(other)))
    return shared_area(one, other) / smaller if smaller > 0 else 0.0


def quad_gap(one: FloatArray, other: FloatArray) -> float:
    """Shortest distance between two quadrilaterals in pixels; 0 when they touch or overlap."""
    hulls = _hulls(one, other)
    if _area_of_both(hulls) > 0:
        return 0.0
    gaps = [
        -cv2.pointPolygonTest(there, (float(x), float(y)), True)
        for here, there in (hulls, hulls[::-1])
        for x, y in here.reshape(-1, 2)
    ]
    return max(0.0, min(gaps))


def _hulls(*quads: npt.NDArray[np.floating]) -> list[cv2.typing.MatLike]:
    return [cv2.convexHull(quad.astype(np.float32)) for quad in quads]


def _area_of_both(hulls: list[cv2.typing.MatLike]) -> float:
    return float(cv2.intersectConvexConvex(hulls[0], hulls[1])[0])


def _unit(vector: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / max(length, 1e-9), np.float64)
