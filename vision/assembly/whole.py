"""Cards seen as a whole, beside their indices.

They take no part in what a card is read as; they tell that a hand is not complete: backs, and faces none of
whose indices was read.
"""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from rules.cards import HAND_SIZE
from vision.assembly.geometry import card_width, quad_gap, shared_area, signed_area
from vision.reading import FloatArray, Reason, WholeCard

LEAST_SCORE = {"back": 0.3, "face": 0.55}
"""Least score of a whole card: few things look like a back, and touch pads and notes like a face."""
_SAME = 0.5
"""Intersection over union above which two quadrilaterals are taken for one card."""
_SAME_BACK = 0.75
"""The same for a back and a card that was read, most of which a card face down in a fan may cover."""
_OUTSIDE = 0.1
"""Share of a face on no card that was read, from which it is another one; less is what both may be off."""
_GRID = 96
"""Side in cells of the raster on which shares are counted."""
_FAR = 1e4  # cells; corners of nonsense would overflow
_BESIDE = 0.25
"""Gap in card widths within which such a card belongs to a hand, unless the hand itself is wider spread."""
_SLACK = 1.5
"""Gap to the hand, in the widest gap within it, up to which a card belongs to it: cards are laid by eye."""


def unread(whole: Sequence[WholeCard], read: Sequence[FloatArray]) -> tuple[WholeCard, ...]:
    """The cards that were not read after all, each once.

    Args:
        whole: as the finder saw them, best first.
        read: (4, 2) corners of the cards that were read.
    """
    kept: list[WholeCard] = []
    for card in whole:
        same = _SAME_BACK if card.kind == "back" else _SAME
        if card.score < LEAST_SCORE[card.kind] or any(_shared(card.quad, quad) > same for quad in read):
            continue
        if any(_shared(card.quad, other.quad) > _SAME for other in kept):
            continue
        if card.kind == "back" or _outside(card.quad, read) >= _OUTSIDE:
            kept.append(card)
    return tuple(kept)


def unread_in_hand(silent: Sequence[WholeCard], hand: Sequence[FloatArray]) -> tuple[WholeCard, ...]:
    """Those that may belong to a hand: any where cards are missing, else those near its own or amid them.

    Args:
        silent: cards that were not read.
        hand: (4, 2) corners of each card of the hand.
    """
    if len(hand) < HAND_SIZE:
        return tuple(silent)
    width = sum(map(card_width, hand)) / len(hand)
    spread = max(min(quad_gap(one, two) for two in hand if two is not one) for one in hand)
    reach = max(_SLACK * spread, _BESIDE * width)
    around = np.asarray(cv2.convexHull(np.concatenate(hand).astype(np.float32)), np.float32)
    return tuple(
        card
        for card in silent
        if min(quad_gap(card.quad, quad) for quad in hand) <= reach or _amid(card.quad, around)
    )


def _amid(quad: FloatArray, around: FloatArray) -> bool:
    """True when the middle of a card lies between those of a hand."""
    x, y = (float(value) for value in quad.mean(0))
    return bool(cv2.pointPolygonTest(around, (x, y), False) >= 0)


def reason_of(card: WholeCard) -> Reason:
    """What such a card means for a verdict."""
    return Reason.BACK_SEEN if card.kind == "back" else Reason.UNREAD_CARD


def _shared(one: FloatArray, other: FloatArray) -> float:
    """Intersection over union of two quadrilaterals."""
    shared = shared_area(one, other)
    return shared / max(abs(signed_area(one)) + abs(signed_area(other)) - shared, 1e-6)


def _outside(quad: FloatArray, others: Sequence[FloatArray]) -> float:
    """Share of a quadrilateral's area that lies in none of the others."""
    low = quad.min(0)
    scale = _GRID / max(float((quad.max(0) - low).max()), 1e-6)
    grid = np.zeros((_GRID + 1, _GRID + 1), np.uint8)
    cv2.fillConvexPoly(grid, _cells((quad - low) * scale), 1)
    area = int(grid.sum())
    for other in others:
        cv2.fillConvexPoly(grid, _cells((other - low) * scale), 0)
    return int(grid.sum()) / max(area, 1)


def _cells(points: FloatArray) -> npt.NDArray[np.int32]:
    return np.round(cv2.convexHull(np.clip(points, -_FAR, _FAR))).astype(np.int32)
