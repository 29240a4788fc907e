"""Cards that lie there but were not read: backs, and faces none of whose indices was found.

The finder sees whole cards too. They take no part in a verdict; they tell that a hand is not complete.
"""

from collections.abc import Sequence

import cv2

from rules.cards import HAND_SIZE
from vision.assembly.geometry import card_width, quad_gap, signed_area
from vision.reading import FloatArray, Reason, WholeCard

WHOLE_SCORE = 0.4
"""Least score of a whole card."""
_SAME = 0.6
"""Intersection over union above which two quadrilaterals are one card; neighbours in a fan share less."""
_BESIDE = 0.25
"""Gap in card widths within which such a card belongs to a hand, unless the hand itself is wider spread."""


def unread(whole: Sequence[WholeCard], read: Sequence[FloatArray]) -> tuple[WholeCard, ...]:
    """The cards that were not read after all, each once.

    Args:
        whole: as the finder saw them, best first.
        read: (4, 2) corners of the cards that were read.
    """
    kept: list[WholeCard] = []
    for card in whole:
        known = [*read, *(other.quad for other in kept)]
        if card.score >= WHOLE_SCORE and not any(_shared(card.quad, quad) > _SAME for quad in known):
            kept.append(card)
    return tuple(kept)


def unread_in_hand(silent: Sequence[WholeCard], hand: Sequence[FloatArray]) -> tuple[WholeCard, ...]:
    """Those that may belong to a hand: any where cards are missing, else those that lie as near as its own.

    Args:
        silent: cards that were not read.
        hand: (4, 2) corners of each card of the hand.
    """
    if len(hand) < HAND_SIZE:
        return tuple(silent)
    width = sum(map(card_width, hand)) / len(hand)
    spread = max(min(quad_gap(one, two) for two in hand if two is not one) for one in hand)
    reach = max(spread, _BESIDE * width)
    return tuple(card for card in silent if min(quad_gap(card.quad, quad) for quad in hand) <= reach)


def reason_of(card: WholeCard) -> Reason:
    """What such a card means for a verdict."""
    return Reason.BACK_SEEN if card.kind == "back" else Reason.UNREAD_CARD


def _shared(one: FloatArray, other: FloatArray) -> float:
    """Intersection over union of two quadrilaterals."""
    shared = float(cv2.intersectConvexConvex(cv2.convexHull(one), cv2.convexHull(other))[0])
    return shared / max(abs(signed_area(one)) + abs(signed_area(other)) - shared, 1e-6)
