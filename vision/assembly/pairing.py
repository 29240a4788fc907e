"""Which indices are printed on one card: evidence from geometry and from what they were read as.

The finder predicts, for every index, the whole card. Two indices of one card predict the same four
corners, and they are turned by 180° or stand beside each other (4-corner decks). Predictions are good
near the index and poor at the far end of the card, so every corner counts according to its distance.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from vision.assembly.geometry import (
    CARD_RECT,
    TOP_LEFT,
    TOP_RIGHT,
    Matrix,
    card_frame,
    card_width,
    corner_of,
    index_centre,
    project,
    reading_axes,
    shift_corners,
    signed_area,
)
from vision.networks.reader import NONE
from vision.reading import FloatArray, ReadIndex

NEAR_NOISE, NOISE_PER_WIDTH = 0.04, 0.1
"""Standard error in card widths of a predicted corner at the index itself, and its growth with distance."""
SURE_SCORE, NOISE_PER_SCORE = 0.87, 3.0
"""Finder's score from which that holds, and by how much more the error grows below, as a multiple of it.

Measured on rendered scenes: 0.08 card widths over all corners at 0.87, 0.16 at 0.65, 0.22 at 0.4.
"""
GEOMETRY_AT_BEST = 5.0
"""Log-likelihood ratio for "one card" of two predictions that coincide exactly."""
GEOMETRY_SLOPE = 2.0
GEOMETRY_AT_WORST = -8.0
SURE = 1.5
"""Log-likelihood ratio beyond which a pair counts as decided."""
FARTHEST_MISMATCH = 9.0
"""Mean squared mismatch, in standard errors, beyond which two predictions are not of one card."""
_READING_FLOOR = 1e-4
_CARDS = 52
_WIDEST, _HIGHEST = 1.25, 1.6
"""Largest distances in card widths of two indices on one card, across and down the card, as predicted.

Those of two cards side by side may be no farther apart, but they claim the same corner.
"""
_AGREE = 0.25
"""Difference in card widths up to which the cards that two indices predict agree about such a distance."""
_CLOSEST, _FARTHEST = 0.3, 2.2
"""Distances in card widths within which two indices of one card lie, whatever the view."""
_ALIKE, _SIMILAR, _CONTRARY = math.log(0.5 * _CARDS), 2.0, -2.0
"""Evidence from two readings; above half a chance of the same card only one card can be meant."""
_LEAST_TURN = 0.5

Vector = npt.NDArray[np.float64]


def corner_noise(corner: int) -> FloatArray:
    """Standard error in card widths of the upright corners as seen by an index at one of them, (4,)."""
    distance = np.linalg.norm(CARD_RECT - CARD_RECT[corner], axis=1)
    return np.asarray(NEAR_NOISE + NOISE_PER_WIDTH * distance, np.float32)


_TURNED_RECT = shift_corners(CARD_RECT, 2)
_NOISE = (corner_noise(TOP_LEFT), corner_noise(TOP_RIGHT))


class Relation(Enum):
    """What is known about two indices."""

    SAME = "one card"
    UNCLEAR = "one card or two"
    APART = "two cards"
    IMPOSSIBLE = "cannot lie on one card"


@dataclass(frozen=True)
class Sight:
    """An index with its geometry worked out once.

    Attributes:
        read: the index and its reading.
        corner: upright corner of the card at which it sits, see `geometry.corner_of`.
        quad: (4, 2) upright corners of its card in the photo.
        width: card width in pixels.
        frame: homography from the photo to the card, see `geometry.card_frame`.
        centre: (2,) middle of the index in the photo.
        place: (2,) the same on the card, as `frame` says.
        axes: (4,) unit vectors along its reading direction and down from it.
    """

    read: ReadIndex
    corner: int
    quad: FloatArray
    width: float
    frame: Matrix | None
    centre: Vector
    place: Vector | None
    axes: Vector

    @classmethod
    def of(cls, read: ReadIndex) -> "Sight":
        """Work out the geometry of an index."""
        found, corner = read.found, corner_of(read.found)
        quad, axes = shift_corners(found.card_quad, corner), np.concatenate(reading_axes(found))
        frame, centre = card_frame(quad), index_centre(found)
        place = None if frame is None else project(frame, centre)
        return cls(read, corner, quad, card_width(quad), frame, centre, place, axes)

    @property
    def noise(self) -> FloatArray:
        """Standard error in card widths of each upright corner, (4,)."""
        return _NOISE[self.corner]


@dataclass(frozen=True)
class Match:
    """Two indices compared.

    Attributes:
        relation: the verdict.
        evidence: log-likelihood ratio of "one card" against "two".
        reading: its share from what they were read as, see `reading_evidence`.
        mismatch: see `quad_mismatch`; less where the finder is unsure of indices that are read alike.
        turned: whether the second is upside down as seen from the first.
    """

    relation: Relation
    evidence: float
    reading: float
    mismatch: float
    turned: bool

    @property
    def alike(self) -> bool:
        """True when both were surely read as the same card."""
        return self.reading > _ALIKE

    @property
    def similar(self) -> bool:
        """True when what one was read as is at least likely for the other."""
        return self.reading > _SIMILAR

    @property
    def contrary(self) -> bool:
        """True when they were surely read as different cards."""
        return self.reading < _CONTRARY


IMPOSSIBLE = Match(Relation.IMPOSSIBLE, -math.inf, 0.0, math.inf, False)


def compare_all(sights: list[Sight]) -> dict[tuple[int, int], Match]:
    """Compare all pairs (i < j); those left out cannot lie on one card."""
    if len(sights) < 2:
        return {}
    centres, widths = np.array([s.centre for s in sights]), np.array([s.width for s in sights])
    distances = np.linalg.norm(centres[:, None] - centres, axis=2) / (widths[:, None] + widths) * 2
    matches = {}
    for i, j in np.argwhere(np.triu(distances <= _FARTHEST, 1)).tolist():
        match = compare(sights[i], sights[j])
        if match.relation is not Relation.IMPOSSIBLE:
            matches[i, j] = match
    return matches


def compare(one: Sight, other: Sight) -> Match:
    """Weigh whether two indices are printed on one card."""
    turned = _turned(one, other)
    if turned is None or not _within_reach(one, other, turned):
        return IMPOSSIBLE
    reading = reading_evidence(one.read.probabilities, other.read.probabilities)
    mismatch = quad_mismatch(one, other, turned)
    if reading > _ALIKE:  # neighbours are read otherwise; with them it would make one card of two
        mismatch /= (_unsureness(one) ** 2 + _unsureness(other) ** 2) / 2
    if FARTHEST_MISMATCH < mismatch < math.inf and _steps(one, other) is not None:
        return IMPOSSIBLE
    evidence = max(GEOMETRY_AT_BEST - GEOMETRY_SLOPE * mismatch, GEOMETRY_AT_WORST) + reading
    if evidence > SURE and mismatch <= FARTHEST_MISMATCH:
        return Match(Relation.SAME, evidence, reading, mismatch, turned)
    relation = Relation.APART if evidence < -SURE else Relation.UNCLEAR
    return Match(relation, evidence, reading, mismatch, turned)


def reading_evidence(one: FloatArray, other: FloatArray) -> float:
    """Log-likelihood ratio of "one card" from two readings, (54,) probabilities each."""
    agreement = float(one[:NONE] @ other[:NONE])
    return math.log((agreement + _READING_FLOOR) * _CARDS)


def quad_mismatch(one: Sight, other: Sight, turned: bool) -> float:
    """Mean squared distance of the predicted corners in standard errors; about 1 for one card.

    Infinite when the corners span no card, or when both indices claim the same corner.
    """
    if not turned and one.corner == other.corner:
        return math.inf
    theirs = shift_corners(other.quad, 2) if turned else other.quad
    noise = shift_corners(other.noise, 2) if turned else other.noise
    gaps = []
    if one.frame is not None:  # in its own frame each quad is the card itself
        gaps.append(project(one.frame, theirs) - CARD_RECT)
    if other.frame is not None:
        gaps.append(project(other.frame, one.quad) - (_TURNED_RECT if turned else CARD_RECT))
    if not gaps:
        return math.inf
    squares = np.mean(np.square(gaps).sum(2), 0)
    return float((squares / (one.noise**2 + noise**2)).mean() / 2)


def blend(quads: list[FloatArray], noises: list[FloatArray]) -> FloatArray:
    """Mean of quadrilaterals, each corner weighted by how well it is known."""
    weights = np.array([1 / noise**2 for noise in noises])[..., None]
    return np.asarray((np.array(quads) * weights).sum(0) / weights.sum(0), np.float32)


def _unsureness(sight: Sight) -> float:
    """How many times worse than a sure one an index guesses its card."""
    return 1 + NOISE_PER_SCORE * max(0.0, SURE_SCORE - sight.read.found.score)


def _turned(one: Sight, other: Sight) -> bool | None:
    """True when the indices are upside down to each other, false when parallel, `None` when neither."""
    cosine = one.axes @ other.axes / 2
    if abs(cosine) < _LEAST_TURN:
        return None
    return bool(cosine < 0)


def _within_reach(one: Sight, other: Sight, turned: bool) -> bool:
    """True when two indices can lie on one card by their places and directions, which are known well.

    From an index, one that is upside down lies farther down the card, and a parallel one beside it.
    """
    way = other.centre - one.centre
    distance = float(np.linalg.norm(way)) / max((one.width + other.width) / 2, 1e-6)
    if not _CLOSEST <= distance <= _FARTHEST:
        return False
    along, below = abs(one.axes[:2] @ way), one.axes[2:] @ way
    if turned and (below < 0 or other.axes[2:] @ way > 0):
        return False
    if not turned and along < abs(below):
        return False
    steps = _steps(one, other)
    if steps is None:
        return True
    across, down = steps
    return bool(across <= _WIDEST and down <= _HIGHEST)


def _steps(one: Sight, other: Sight) -> Vector | None:
    """Distances across and down the card between two indices, (2,) card widths.

    `None` where the cards that the two predict do not agree about them: one of these is nonsense then.
    """
    if one.frame is None or one.place is None or other.frame is None or other.place is None:
        return None
    mine = np.abs(project(one.frame, other.centre) - one.place)
    theirs = np.abs(project(other.frame, one.centre) - other.place)
    return (mine + theirs) / 2 if np.abs(mine - theirs).max() <= _AGREE else None


def is_mirrored(quads: Iterable[FloatArray]) -> bool:
    """True when most cards' corners run counter-clockwise, which no card does that is seen from its face."""
    wrong = [signed_area(quad) < 0 for quad in quads]
    return sum(wrong) * 2 > len(wrong)
