"""Cards seen as a whole, beside their indices.

They tell where the corners of a card lie better than one of its indices can, and that a hand is not complete:
backs, and faces none of whose indices was found. They take no part in what a card is read as.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from rules.cards import HAND_SIZE
from vision.assembly.geometry import card_width, corner_of, is_convex, quad_gap, shift_corners, signed_area
from vision.assembly.pairing import corner_noise
from vision.reading import FloatArray, ReadIndex, Reason, WholeCard

WHOLE_SCORE = 0.4
"""Least score of a whole card."""
CORNER_SCORE = 0.5
"""Least score of a whole card whose corners are trusted more than those that an index guesses."""
FITS = 4.0
"""Mean squared mismatch, in standard errors of an index's guess, up to which it lies on a whole card."""
_SAME = 0.6
"""Intersection over union above which two quadrilaterals are one card; neighbours in a fan share less."""
_BESIDE = 0.25
"""Gap in card widths within which such a card belongs to a hand, unless the hand itself is wider spread."""


def settle_corners(reads: Sequence[ReadIndex], whole: Sequence[WholeCard]) -> list[ReadIndex]:
    """The same indices with the corners of the whole card that each lies on, where one fits its own guess.

    From an index at one corner the far end of the card is guessed badly; who sees the whole card sees it.
    Indices of one card get the very same corners, and so are known to belong together.
    """
    faces = [
        card.quad
        for card in whole
        if card.kind == "face"
        and card.score >= CORNER_SCORE
        and signed_area(card.quad) > 0
        and is_convex(card.quad)
    ]
    return [_settled(read, faces) for read in reads] if faces else list(reads)


def _settled(read: ReadIndex, faces: Sequence[FloatArray]) -> ReadIndex:
    found = read.found
    corner = corner_of(found)
    guess, noise = shift_corners(found.card_quad, corner), corner_noise(corner)
    turned = np.array([np.roll(face, -turn, 0) for face in faces for turn in range(4)])
    gaps = np.linalg.norm(turned - guess, axis=2) / card_width(guess)
    mismatches = np.square(gaps / noise).mean(1)
    best = int(mismatches.argmin())
    if mismatches[best] > FITS:
        return read
    quad = np.asarray(shift_corners(turned[best], -corner), np.float32)
    return replace(read, found=replace(found, card_quad=quad))


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
