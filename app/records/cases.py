"""A dispute as data: whose hands, what each side laid down and claims, under which rules, by what evidence.

Nothing here judges; `app.records.rulings` does. A hand that was read from a photo names the photo and its
place in it, so that the way from the reading over the corrections to the cards can be walked again.
"""

import unicodedata
from dataclasses import dataclass, field
from decimal import Decimal

from app.corrections import Corrections
from app.service import Answer, HandAnswer, answer
from rules.cards import HAND_SIZE, Card, Rank
from rules.errors import HandError
from rules.house import HouseRules
from rules.kinds import Kind, label
from rules.settle import DEALER
from vision.reading import Reading, SeenCard

MOST_SIDES = 24
"""Most hands in one case."""

NAME_LENGTH = 40
"""Longest name of a person."""

WORDS_LENGTH = 400
"""Longest statement of a side in its own words."""

_JOINERS = "\u200c\u200d"
_STRENGTHS = {Kind.DOUBLE: range(13, 0, -1), Kind.BOMB: range(13, 0, -1), Kind.SINGLE: (0, *range(9, 0, -1))}


@dataclass(frozen=True)
class Claim:
    """What a side says that its hand is.

    Attributes:
        kind: kind of the hand.
        strength: digit of a Single-Ox, face number of a Double-Ox or Bomb, otherwise `None`.

    Raises:
        HandError: there is no such result.
    """

    kind: Kind
    strength: int | None = None

    def __post_init__(self) -> None:
        allowed = _STRENGTHS.get(self.kind, (None,))
        if self.strength not in allowed or isinstance(self.strength, bool):
            raise HandError(
                f"there is no {self.kind} of strength {self.strength}; claim a result of the game"
            )

    @property
    def label(self) -> str:
        """English name of the result, such as `Double-Ox 8`."""
        return label(self.kind, self.strength)


CLAIMS: tuple[Claim, ...] = tuple(
    Claim(kind, strength) for kind in Kind for strength in _STRENGTHS.get(kind, (None,))
)
"""Everything that a hand can be said to be, in the order of the rules text."""


@dataclass(frozen=True)
class Place:
    """Where a hand was seen: number of the photo in the case, and number of the hand in the photo."""

    photo: int
    hand: int


@dataclass(frozen=True)
class Side:
    """One person's hand.

    Attributes:
        name: what the person is called.
        cards: the five cards, in the order read or typed.
        stake: what a multiple of one moves; without meaning for the dealer and for a hand on its own.
        laid: the three cards laid down as the ox; empty if nobody said.
        claim: what the person says that the hand is, or `None`.
        words: what the person says besides, in their own words.
        place: where the hand was seen, or `None` when its cards were typed.
    """

    name: str
    cards: tuple[Card, ...]
    stake: Decimal = Decimal(1)
    laid: tuple[Card, ...] = ()
    claim: Claim | None = None
    words: str = ""
    place: Place | None = None


@dataclass(frozen=True)
class Evidence:
    """What was read from one photo, and what people said about the reading.

    Attributes:
        sha256: hex digest of the photo's bytes.
        reading: what was read, before any correction.
        corrections: what people changed.
    """

    sha256: str
    reading: Reading
    corrections: Corrections = field(default_factory=Corrections)


@dataclass(frozen=True)
class Case:
    """All that a ruling rests on.

    Attributes:
        house: the table's rules.
        sides: one challenged hand; or two and more, of which the first is the dealer's.
        evidence: the photos from which hands were read.

    Raises:
        HandError: there is no side or there are too many, a name or text is not allowed, or a hand is not the
            one that its photo shows, or is held by two people.
    """

    house: HouseRules
    sides: tuple[Side, ...]
    evidence: tuple[Evidence, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.sides) <= MOST_SIDES:
            raise HandError(f"{len(self.sides)} hands were given; a case has 1 to {MOST_SIDES}")
        for side in self.sides:
            if clean(side.name, NAME_LENGTH) != side.name or not side.name:
                raise HandError(
                    f"a person is called {side.name!r}; give a name of 1 to {NAME_LENGTH} characters"
                )
            if clean(side.words, WORDS_LENGTH) != side.words:
                raise HandError(
                    f"what {side.name} says is longer than {WORDS_LENGTH} characters or unreadable"
                )
            if side.place is not None and side.cards != self.cards_at(side.place):
                raise HandError(
                    f"the cards of {side.name} are not those of the photo; take them from it again"
                )
        places = [side.place for side in self.sides if side.place is not None]
        if len(set(places)) < len(places):
            raise HandError("one hand of a photo was given to two people; give each a hand of their own")

    def cards_at(self, place: Place) -> tuple[Card, ...]:
        """The cards of a hand in a photo, corrections included.

        Raises:
            HandError: there is no such photo or hand, or the hand was refused.
        """
        return tuple(seen.card for seen in self.seen_at(place))

    def seen_at(self, place: Place) -> tuple[SeenCard, ...]:
        """The cards of a hand in a photo as they were seen and corrected.

        Raises:
            HandError: there is no such photo or hand, or the hand was refused.
        """
        given, hand = self._given_at(place)
        return tuple(given.reading.cards[position] for position in hand.cards)

    def is_corrected(self, side: Side) -> bool:
        """Whether a side's hand rests on what a person changed in the reading of a photo."""
        return side.place is not None and self._given_at(side.place)[1].corrected

    def removed_from(self, side: Side) -> tuple[Card, ...]:
        """The cards that were read in a side's hand and taken out of it by a person."""
        return () if side.place is None else self._given_at(side.place)[1].removed

    def _given_at(self, place: Place) -> tuple[Answer, HandAnswer]:
        if not 0 <= place.photo < len(self.evidence):
            raise HandError(f"there is no photo {place.photo + 1} in this case")
        evidence = self.evidence[place.photo]
        given = answer("", evidence.sha256, evidence.reading, self.house, evidence.corrections)
        if not 0 <= place.hand < len(given.hands):
            raise HandError(f"photo {place.photo + 1} shows no hand {place.hand + 1}")
        hand = given.hands[place.hand]
        if hand.verdict is None or len(hand.cards) != HAND_SIZE:
            raise HandError(f"hand {place.hand + 1} of photo {place.photo + 1} was refused; correct it first")
        return given, hand


def clean(text: str, longest: int) -> str:
    r"""The text in one line, without what nobody sees, cut to a length.

    Control characters, marks that turn the direction of text, and halves of characters are left out, so that
    a name can be printed anywhere.

    >>> clean("  Ah\tMeng\u202e\n", 40)
    'Ah Meng'
    """
    joined = " ".join(text.split())
    seen = "".join(
        letter
        for letter in joined
        if letter in _JOINERS
        or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")
    )
    return " ".join(seen.split())[:longest].strip()


def is_dealer_name(name: str) -> bool:
    """Whether a name is the word that the rules keep for the dealer."""
    return name.strip().casefold() == DEALER


def claim_rank(claim: Claim) -> str:
    """The finer part of a claim as printed on cards, or empty.

    >>> claim_rank(Claim(Kind.DOUBLE, 13)), claim_rank(Claim(Kind.SINGLE, 0)), claim_rank(Claim(Kind.TONKU))
    ('K', '0', '')
    """
    if claim.strength is None:
        return ""
    return str(claim.strength) if claim.kind is Kind.SINGLE else str(Rank.of(claim.strength))
