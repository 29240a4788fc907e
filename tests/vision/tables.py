"""Cards on a table without pictures: exact indices under any view, with noise where a test wants it."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.assembly.geometry import CARD_RECT, RATIO
from vision.reading import CLASSES, FoundIndex, ReadIndex

NONE, JOKER = CLASSES.index("none"), CLASSES.index("joker")
_INDEX = np.array([[0.04, 0.05], [0.17, 0.05], [0.17, 0.31], [0.04, 0.31]], np.float32)
_MIRROR = np.array([1, 0, 3, 2])
TWO = ("tl", "br")
FOUR = ("tl", "tr", "br", "bl")

UPRIGHT_VIEW = np.diag([100.0, 100.0, 1.0])
"""A card is 100 pixels wide and is seen straight from above."""


def probabilities(
    card: str, confidence: float = 0.99, second: str | None = None, rest: float = 0.0
) -> np.ndarray:
    """A softmax that says `card`; what is left goes to `second`, and `rest` to "none"."""
    row = np.full(
        len(CLASSES), (1 - confidence - rest) / (len(CLASSES) - 2) if second is None else 0.0, np.float32
    )
    row[NONE] = rest
    if second is not None:
        row[CLASSES.index(second)] = 1 - confidence - rest
    row[CLASSES.index(card)] = confidence
    return row


def card_corners(x: float, y: float, angle: float = 0.0) -> np.ndarray:
    """Corners from top left of a card centred at x, y (card widths), turned clockwise by degrees."""
    turn = np.deg2rad(angle)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return (CARD_RECT - (0.5, RATIO / 2)) @ matrix.T + (x, y)


def place_card(
    name: str,
    x: float,
    y: float,
    angle: float = 0.0,
    *,
    seen: Sequence[str] = TWO,
    view: np.ndarray = UPRIGHT_VIEW,
    noise: float = 0.0,
    rng: np.random.Generator | None = None,
    confidence: float = 0.99,
    second: str | None = None,
    rest: float = 0.0,
    score: float = 0.9,
) -> list[ReadIndex]:
    """Indices of one card.

    Args:
        seen: which of its indices are seen: tl, tr, br, bl.
        view: homography from the table (card widths) to the photo (pixels).
        noise: how far off the network is, in card widths at the far end of the card.
    """
    corners = card_corners(x, y, angle)
    to_table = cv2.getPerspectiveTransform(CARD_RECT, corners.astype(np.float32))
    reads = []
    for corner in seen:
        quad, nearest = _index(corner)
        card_quad = np.roll(CARD_RECT, -nearest, 0)
        if noise:
            assert rng is not None
            card_quad = _noisy(card_quad, noise, rng)
        index_quad = _map(view @ to_table, quad)
        box = np.concatenate([index_quad.min(0), index_quad.max(0)])
        found = FoundIndex(box, score, _map(view @ to_table, card_quad), index_quad)
        reads.append(ReadIndex(found, probabilities(name, confidence, second, rest)))
    return reads


def row(names: Sequence[str], step: float = 1.2, **options: object) -> list[ReadIndex]:
    """Cards side by side."""
    return [read for n, name in enumerate(names) for read in place_card(name, 1 + n * step, 1, **options)]


def fan(names: Sequence[str], step: float = 12.0, **options: object) -> list[ReadIndex]:
    """A fan: the last card shows both indices, the others only that at the top left."""
    reads = []
    for n, name in enumerate(names):
        angle = (n - (len(names) - 1) / 2) * step
        x, y = 4 + 1.6 * np.sin(np.deg2rad(angle)), 4 - 1.6 * np.cos(np.deg2rad(angle))
        seen = TWO if n == len(names) - 1 else ("tl",)
        reads += place_card(name, x, y, angle, **{"seen": seen, **options})
    return reads


def with_probabilities(read: ReadIndex, row: np.ndarray) -> ReadIndex:
    return replace(read, probabilities=row)


def random_view(rng: np.random.Generator, tilt: float = 45.0) -> np.ndarray:
    """A camera looking at the table's point (3, 2) from a random side, tilted by up to `tilt` degrees."""
    spin, lean = rng.uniform(-np.pi, np.pi), np.deg2rad(rng.uniform(0, tilt))
    cos, sin = np.cos(spin), np.sin(spin)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    centre = np.array([[1, 0, -3], [0, 1, -2], [0, 0, 1]])
    perspective = np.array([[1, 0, 0], [0, np.cos(lean), 0], [0, -np.sin(lean) / 12, 1]])
    scale = rng.uniform(60, 250)
    return np.array([[scale, 0, 1000], [0, scale, 800], [0, 0, 1]]) @ perspective @ turn @ centre


def _index(corner: str) -> tuple[np.ndarray, int]:
    """The index's quad in the card's frame, and which corner of the card is nearest."""
    if corner == "tl":
        return _INDEX, 0
    if corner == "tr":
        return np.array((1, 0)) + _INDEX[_MIRROR] * (-1, 1), 1
    quad, nearest = _index("tl" if corner == "br" else "tr")
    return np.array((1, RATIO)) - quad, (nearest + 2) % 4


def _noisy(quad: np.ndarray, noise: float, rng: np.random.Generator) -> np.ndarray:
    """Size, angle and corners wrong, more at the corners far from the first."""
    turn = rng.normal(0, noise / 3)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    spread = (quad - quad[0]) * (1 + rng.normal(0, noise / 3, 2))
    jitter = rng.normal(0, noise / 4, (4, 2)) + rng.normal(0, noise / 6, 2)
    return quad[0] + spread @ matrix.T + jitter


def _map(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    mapped = cv2.perspectiveTransform(points[None].astype(np.float64), matrix.astype(np.float64))[0]
    return np.asarray(mapped, np.float32)
