"""What a photo was read as: the data that flow from the networks to the verdict.

All coordinates are pixels of the upright photo as (x, y), x to the right and y down,
with (0, 0) at the outer corner of the first pixel.
"""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from rules.cards import DECK, Card

FloatArray = npt.NDArray[np.float32]

CLASSES: tuple[str, ...] = (*map(str, DECK), "joker", "none")
"""What the reader tells apart, in the order of its outputs."""

FINDER_CLASSES: tuple[str, ...] = ("index", "back", "face")
"""What the finder tells apart: a corner index, and whole cards by the side that lies up."""


class Reason(StrEnum):
    """Why no verdict is shown for a photo or a hand."""

    NO_CARDS = "no_cards"
    TOO_FEW_CARDS = "too_few_cards"
    TOO_MANY_CARDS = "too_many_cards"
    CARD_TWICE = "card_twice"
    LOW_CONFIDENCE = "low_confidence"
    CORNERS_DISAGREE = "corners_disagree"
    JOKER_SEEN = "joker_seen"
    BACK_SEEN = "back_seen"
    UNREAD_CARD = "unread_card"
    UNCLEAR_HANDS = "unclear_hands"
    BLURRED = "blurred"
    TOO_DARK = "too_dark"
    TOO_SMALL = "too_small"
    MIRRORED = "mirrored"


@dataclass(frozen=True)
class FoundIndex:
    """One corner index as the finder saw it.

    Attributes:
        box: (4,) float32, x1 y1 x2 y2 of the upright rectangle around the index.
        score: finder's confidence in [0, 1].
        card_quad: (4, 2) float32, the card's corners: first the one nearest to the index, then clockwise
            as seen on the card's face.
        index_quad: (4, 2) float32, the index's own corners as a person reads it: top left, top right,
            bottom right, bottom left.
    """

    box: FloatArray
    score: float
    card_quad: FloatArray
    index_quad: FloatArray


@dataclass(frozen=True)
class WholeCard:
    """A card seen as a whole, whatever its indices tell.

    Attributes:
        kind: `back` or `face`.
        score: finder's confidence in [0, 1].
        quad: (4, 2) float32, its corners, clockwise from any of them.
    """

    kind: str
    score: float
    quad: FloatArray


@dataclass(frozen=True)
class Found:
    """What the finder saw, each sort best first."""

    indices: list[FoundIndex]
    whole: list[WholeCard]


@dataclass(frozen=True)
class Guess:
    """A card (or `None` for "no index" and jokers, told apart by `label`) with its probability."""

    label: str
    confidence: float
    card: Card | None


@dataclass(frozen=True)
class ReadIndex:
    """An index with its reading.

    Attributes:
        found: where it is.
        probabilities: (54,) float32, the reader's softmax over `CLASSES`.
    """

    found: FoundIndex
    probabilities: FloatArray


@dataclass(frozen=True)
class SeenCard:
    """One physical card.

    Attributes:
        card: what it was read as.
        confidence: probability in [0, 1] that `card` is right.
        runner_up: the next likely card and its probability.
        quad: (4, 2) float32, the card's corners, clockwise on its face from the top left of one of the
            two upright positions; empty, (0, 2), when nobody knows where it lies.
        indices: how many of its indices were seen (0 to 4).
        corrected: true when a person chose the card.
        accepted: false when the confidence is below the threshold of the networks, or its only index may be
            partly covered.
    """

    card: Card
    confidence: float
    runner_up: Guess
    quad: FloatArray
    indices: int
    corrected: bool = False
    accepted: bool = True


@dataclass(frozen=True)
class SeenHand:
    """Cards that lie together, as positions into `Reading.cards`; answered when `status` is empty."""

    cards: tuple[int, ...]
    status: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Reading:
    """All that was read from one photo.

    Attributes:
        size: width and height of the upright photo in pixels.
        status: reasons against the photo as a whole; those against one hand are in that hand.
        cards: hand by hand, from left to right.
        hands: cards that lie together.
        timing_ms: milliseconds per stage.
        model: manifest name and SHA-256 of the networks used.
        unread: cards that were seen but not read: backs, and faces none of whose indices was read.
    """

    size: tuple[int, int]
    status: tuple[Reason, ...]
    cards: tuple[SeenCard, ...]
    hands: tuple[SeenHand, ...]
    model: dict[str, str] = field(default_factory=dict)
    timing_ms: dict[str, float] = field(default_factory=dict)
    unread: tuple[WholeCard, ...] = ()

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons against a verdict, of the photo and of its hands, in the order of `Reason`."""
        seen = {*self.status, *(reason for hand in self.hands for reason in hand.status)}
        return tuple(reason for reason in Reason if reason in seen)

    @property
    def answered(self) -> bool:
        """True when there is a hand and no reason against any."""
        return bool(self.hands) and not self.reasons
