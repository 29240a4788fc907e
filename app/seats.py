"""The people at a table and their hands: who holds which hand of which photo, or which typed cards.

A seat without a hand says why; nothing here fills a gap. `case_of` makes the case that `app.records.rulings`
judges.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

from app.corrections import Corrections
from app.error_texts import error_text
from app.i18n import t
from app.records.cases import (
    NAME_LENGTH,
    WORDS_LENGTH,
    Case,
    Claim,
    Evidence,
    Place,
    Side,
    clean,
    is_dealer_name,
)
from app.service import Answer
from app.texts import REASON_TEXTS
from app.wording import literal
from rules.cards import Card, parse_hand
from rules.errors import HandError
from rules.house import HouseRules
from rules.settle import read_stake
from vision.reading import Reading, SeenCard

_COMMA = re.compile(r"(?<=\d),(?=\d{1,2}$)", re.ASCII)

OX_CARDS = 3
"""Cards in an ox, and so in what a person lays down as one."""


@dataclass(frozen=True)
class InPhoto:
    """A hand in a photo: the photo's digest and the number of the hand in it."""

    sha256: str
    hand: int


class Told(NamedTuple):
    """What a photo was read as, before any correction; what is said of its cards and hands holds only for it.

    The session's stores find what belongs to a photo by its digest, the first part of a key.

    Attributes:
        sha256: the photo's digest.
        cards: every card.
        hands: the places of each hand's cards.
    """

    sha256: str
    cards: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]

    def hand(self, number: int) -> tuple[str, ...]:
        """The cards of a hand; where there are no hands, the first one has all cards."""
        if not self.hands:
            return self.cards if number == 0 else ()
        return tuple(self.cards[place] for place in self.hands[number]) if number < len(self.hands) else ()


@dataclass(frozen=True)
class Seat:
    """One person.

    Attributes:
        number: tells seats apart, whatever the people are called.
        name: what the person is called.
        spot: the hand of a photo that is theirs, or `None`.
        typed: their cards as typed; they count while no hand of a photo is theirs.
        stake: what they play for, as typed.
        laid: places in the hand of the cards that they laid down as the ox.
        laid_of: the hand for which that was said; of another one, nothing was.
        claim: what they say that the hand is.
        words: what they say besides.
    """

    number: int
    name: str
    spot: InPhoto | None = None
    typed: str = ""
    stake: str = "10"
    laid: tuple[int, ...] = ()
    laid_of: tuple[Card, ...] = ()
    claim: Claim | None = None
    words: str = ""

    @property
    def shown_name(self) -> str:
        """What the person is called on the page; a sign where there is no name."""
        return clean(self.name, NAME_LENGTH) or "?"

    @property
    def label(self) -> str:
        """The name in labels of widgets."""
        return literal(self.shown_name)

    def without_hand(self) -> "Seat":
        """The same person before the next hand is dealt."""
        return replace(self, spot=None, typed="", laid=(), claim=None, words="")


@dataclass(frozen=True)
class Held:
    """A seat with its hand.

    Attributes:
        seat: whose hand it is; without laid cards when those were of another hand.
        cards: the five cards; empty when they are not known.
        seen: the cards as seen in the photo; empty when they were typed or are not known.
        corrected: whether a person changed what was read from the photo.
        troubles: why the hand cannot be judged; empty when it can.
    """

    seat: Seat
    cards: tuple[Card, ...] = ()
    seen: tuple[SeenCard, ...] = ()
    troubles: tuple[str, ...] = ()
    corrected: bool = False

    @property
    def known(self) -> bool:
        """Whether the hand can be judged."""
        return bool(self.cards) and not self.troubles


def held(seat: Seat, answers: Mapping[str, Answer], house: HouseRules) -> Held:
    """The hand of a seat.

    Args:
        seat: the person.
        answers: what was read from each photo, corrections included, by the photo's digest.
        house: the table's rules.
    """
    if seat.spot is not None:
        return _from_photo(seat, seat.spot, answers)
    if not seat.typed.strip():
        return Held(seat, troubles=(t("No hand yet: assign one from a photo, or type the cards."),))
    try:
        return _with_laid(Held(seat, parse_hand(seat.typed, house.decks)))
    except HandError as error:
        return Held(seat, troubles=(_sentence(error),))


def spots_of(answers: Mapping[str, Answer]) -> list[InPhoto]:
    """All hands in the photos, photo by photo and in each from left to right."""
    return [
        InPhoto(sha256, number) for sha256, given in answers.items() for number in range(len(given.hands))
    ]


def assign(seats: Sequence[Seat], number: int, spot: InPhoto | None) -> tuple[Seat, ...]:
    """Give a hand to a seat, and take it from the one that had it; with no hand, take the seat's own."""
    changed = []
    for seat in seats:
        if seat.number == number:
            changed.append(replace(seat, spot=spot, laid=()))
        elif spot is not None and seat.spot == spot:
            changed.append(replace(seat, spot=None, laid=()))
        else:
            changed.append(seat)
    return tuple(changed)


def release(seats: Sequence[Seat], spot: InPhoto) -> tuple[Seat, ...]:
    """Nobody has this hand."""
    return tuple(replace(seat, spot=None, laid=()) if seat.spot == spot else seat for seat in seats)


def deal_out(seats: Sequence[Seat], new: Sequence[InPhoto]) -> tuple[Seat, ...]:
    """Give hands that nobody has to the seats without one, in their order."""
    taken = {seat.spot for seat in seats}
    free = [spot for spot in new if spot not in taken]
    dealt = []
    for seat in seats:
        if free and seat.spot is None and not seat.typed.strip():
            dealt.append(replace(seat, spot=free.pop(0), laid=()))
        else:
            dealt.append(seat)
    return tuple(dealt)


def still_there(seats: Sequence[Seat], spots: Sequence[InPhoto]) -> tuple[Seat, ...]:
    """The seats without hands of photos that are gone."""
    there = set(spots)
    return tuple(
        seat if seat.spot is None or seat.spot in there else replace(seat, spot=None, laid=())
        for seat in seats
    )


def of_other_hands(seats: Sequence[Seat], sha256: str, before: Told, now: Told) -> tuple[Seat, ...]:
    """The seats without those hands of a photo that are other ones since it was read again.

    Args:
        seats: the people.
        sha256: the photo's digest.
        before: what it had been read as, when the hands were given to people.
        now: what it is read as.
    """
    return tuple(
        replace(seat, spot=None, laid=())
        if seat.spot is not None
        and seat.spot.sha256 == sha256
        and before.hand(seat.spot.hand) != now.hand(seat.spot.hand)
        else seat
        for seat in seats
    )


def labels(seats: Sequence[Seat]) -> dict[int, str]:
    """What people are called in choices of widgets, by their numbers; no two alike.

    A browser tells the choices of a widget apart by their texts, and would take one for the other.
    """
    said: dict[int, str] = {}
    for seat in seats:
        again, copy = seat.label, 1
        while again in said.values():
            copy += 1
            again = f"{seat.label} ({copy})"
        said[seat.number] = again
    return said


def name_troubles(seats: Sequence[Seat], dealer: int | None) -> list[str]:
    """What is wrong with the names: missing, twice, or a player called dealer."""
    troubles = []
    names = [clean(seat.name, NAME_LENGTH) for seat in seats]
    for seat, name in zip(seats, names, strict=True):
        if not name:
            troubles.append(t("Somebody has no name. Give everybody a name."))
        elif names.count(name) > 1:
            troubles.append(t("Two people are called {name}. Give each a name of their own.", name=name))
        elif seat.number != dealer and is_dealer_name(name):
            troubles.append(t("Only the dealer may be called {name}.", name=name))
    return list(dict.fromkeys(troubles))


def typed_stake(text: str) -> Decimal:
    """A stake as people type it; some write a comma before the decimals.

    >>> typed_stake("2,50"), typed_stake("2.5")
    (Decimal('2.50'), Decimal('2.5'))

    Raises:
        HandError: it is no stake.
    """
    return read_stake(_COMMA.sub(".", text.strip()))


def stake_troubles(seats: Sequence[Seat], dealer: int | None) -> list[str]:
    """Whose stake cannot be played for, and why; the dealer plays for those of the others."""
    troubles = []
    for seat in seats:
        if seat.number == dealer:
            continue
        try:
            typed_stake(seat.stake)
        except HandError as error:
            troubles.append(t("{name}: {trouble}", name=seat.shown_name, trouble=_sentence(error)))
    return troubles


def case_of(
    hands: Sequence[Held],
    readings: Mapping[str, Reading],
    corrections: Mapping[str, Corrections],
    house: HouseRules,
) -> Case:
    """The case of these hands; with more than one, the first is the dealer's.

    Args:
        hands: hands that are known.
        readings: what was read from each photo, before any correction.
        corrections: what people changed, by photo.
        house: the table's rules.

    Raises:
        HandError: a hand is not known, or a name or a stake is not allowed.
    """
    if not all(hand.known for hand in hands):
        raise HandError("a hand that was refused cannot be judged; correct it first")
    photos = list(dict.fromkeys(hand.seat.spot.sha256 for hand in hands if hand.seat.spot is not None))
    evidence = tuple(
        Evidence(sha256, readings[sha256], corrections.get(sha256, Corrections())) for sha256 in photos
    )
    sides = []
    for place, hand in enumerate(hands):
        seat, spot = hand.seat, hand.seat.spot
        stake = typed_stake(seat.stake) if place else read_stake("1")
        sides.append(
            Side(
                clean(seat.name, NAME_LENGTH),
                hand.cards,
                stake,
                tuple(hand.cards[laid] for laid in seat.laid),
                seat.claim,
                clean(seat.words, WORDS_LENGTH),
                None if spot is None else Place(photos.index(spot.sha256), spot.hand),
            )
        )
    return Case(house, tuple(sides), evidence)


def _from_photo(seat: Seat, spot: InPhoto, answers: Mapping[str, Answer]) -> Held:
    given = answers.get(spot.sha256)
    if given is None or spot.hand >= len(given.hands):
        return Held(seat, troubles=(t("The photo with this hand is gone."),))
    hand = given.hands[spot.hand]
    seen = tuple(given.reading.cards[position] for position in hand.cards)
    if hand.verdict is None:
        # A hand without a doubt of its own is refused for a doubt about the photo.
        reasons = hand.status or given.status
        troubles = tuple(str(REASON_TEXTS[reason]) for reason in reasons)
        return Held(seat, (), seen, troubles, hand.corrected)
    return _with_laid(Held(seat, hand.verdict.cards, seen, corrected=hand.corrected))


def _with_laid(hand: Held) -> Held:
    if hand.seat.laid_of != hand.cards:
        return replace(hand, seat=replace(hand.seat, laid=()))
    laid = hand.seat.laid
    if laid and (len(laid) != OX_CARDS or any(not 0 <= place < len(hand.cards) for place in laid)):
        return replace(hand, troubles=(t("Choose exactly three cards that were laid down, or none."),))
    return hand


def _sentence(error: Exception) -> str:
    text = error_text(str(error))
    return t("{sentence}.", sentence=f"{text[:1].upper()}{text[1:]}")
