"""What a person says about a reading: this card is another one, that one is missing, these five are right.

A correction never hides a doubt. Reasons that follow from the cards themselves (their number, a card
twice, a card of low confidence) are worked out again, and what explains a refusal goes with the refusal.
Every other reason stays until a person has looked at the whole hand and vouched for it.
"""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from rules.cards import HAND_SIZE, Card
from vision.reading import Guess, Reading, Reason, SeenCard, SeenHand

FOLLOWING = frozenset(
    {
        Reason.NO_CARDS,
        Reason.TOO_FEW_CARDS,
        Reason.TOO_MANY_CARDS,
        Reason.CARD_TWICE,
        Reason.LOW_CONFIDENCE,
    }
)
"""Reasons that follow from the cards of a hand."""

EXPLAINING = frozenset({Reason.BLURRED, Reason.TOO_DARK, Reason.TOO_SMALL})
"""Reasons that explain another one and are none by themselves."""


@dataclass(frozen=True)
class Corrections:
    """All that a person changed in one reading. Positions are those of the reading before any change.

    Attributes:
        changed: position of a card and what it really is.
        removed: positions of cards that do not belong.
        added: number of the hand and the card that was missing in it.
        vouched: numbers of the hands of which a person said "these cards are right".
    """

    changed: tuple[tuple[int, Card], ...] = ()
    removed: frozenset[int] = frozenset()
    added: tuple[tuple[int, Card], ...] = ()
    vouched: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.changed or self.removed or self.added or self.vouched)

    def with_card(self, position: int, card: Card) -> "Corrections":
        """The card at this position is `card`."""
        others = tuple(change for change in self.changed if change[0] != position)
        return replace(self, changed=(*others, (position, card)), removed=self.removed - {position})

    def without_card(self, position: int) -> "Corrections":
        """The card at this position does not belong."""
        others = tuple(change for change in self.changed if change[0] != position)
        return replace(self, changed=others, removed=self.removed | {position})

    def with_added(self, hand: int, card: Card) -> "Corrections":
        """This hand has one more card."""
        return replace(self, added=(*self.added, (hand, card)))

    def without_added(self, number: int) -> "Corrections":
        """Take back the addition with this number."""
        return replace(self, added=self.added[:number] + self.added[number + 1 :])

    def with_vouched(self, hand: int) -> "Corrections":
        """A person looked at all cards of this hand and says that they are right."""
        return replace(self, vouched=self.vouched | {hand})


def origins(reading: Reading, corrections: Corrections) -> tuple[tuple[bool, int], ...]:
    """Where each card of the corrected reading comes from.

    Returns:
        For each card, whether a person added it, and its position in the reading before any change, or the
        number of the addition.
    """
    kept = (position for position in range(len(reading.cards)) if position not in corrections.removed)
    return (
        *((False, position) for position in kept),
        *((True, number) for number in range(len(corrections.added))),
    )


def corrected(reading: Reading, corrections: Corrections, decks: int) -> Reading:
    """The reading as a person corrected it.

    Changed cards keep their place in the photo; what they had been read as becomes their runner-up.
    An added card has an empty quad, (0, 2), because nobody knows where it lies. A reading without hands
    gets one that holds all of its cards, so that there is a hand to add cards to.

    Args:
        reading: what was read from the photo.
        corrections: what the person said about it.
        decks: how often one card may appear in the photo.
    """
    hands = _hands(reading)
    if not corrections:
        return replace(reading, hands=hands)
    changed = dict(corrections.changed)
    cards: list[SeenCard] = []
    place: dict[int, int] = {}
    for position, seen in enumerate(reading.cards):
        if position in corrections.removed:
            continue
        place[position] = len(cards)
        vouched = any(position in hand.cards for n, hand in enumerate(hands) if n in corrections.vouched)
        cards.append(_chosen(seen, changed.get(position, seen.card), position in changed or vouched))
    members = [[place[position] for position in hand.cards if position in place] for hand in hands]
    for number, card in corrections.added:
        members[number].append(len(cards))
        cards.append(_added(card))
    copies = Counter(seen.card for seen in cards)
    new_hands = tuple(
        SeenHand(
            tuple(positions),
            _reasons(
                hand.status, [cards[p] for p in positions], copies, decks, number in corrections.vouched
            ),
        )
        for number, (hand, positions) in enumerate(zip(hands, members, strict=True))
    )
    doubts = _doubts(reading.status)
    if all(number in corrections.vouched for number in range(len(hands))):
        doubts = ()
    return replace(reading, status=doubts, cards=tuple(cards), hands=new_hands)


def removed_from(reading: Reading, corrections: Corrections) -> tuple[tuple[Card, ...], ...]:
    """For each hand of a reading before any change, the cards that a person took out of it."""
    return tuple(
        tuple(reading.cards[position].card for position in hand.cards if position in corrections.removed)
        for hand in _hands(reading)
    )


def too_often(cards: list[Card], decks: int) -> frozenset[Card]:
    """Cards of which there are more than this many decks hold.

    >>> from rules.cards import Rank, Suit
    >>> ace, king = Card(Rank.ACE, Suit.SPADES), Card(Rank.KING, Suit.SPADES)
    >>> too_often([ace, ace, king], decks=1) == {ace}, too_often([ace, ace, king], decks=2) == set()
    (True, True)
    """
    return frozenset(card for card, number in Counter(cards).items() if number > decks)


def counted_reasons(cards: list[Card], twice: frozenset[Card]) -> tuple[Reason, ...]:
    """The reasons that follow from the cards of one hand.

    Args:
        cards: the cards of the hand.
        twice: cards of which the photo shows more than the decks hold.
    """
    reasons: list[Reason] = []
    if not cards:
        reasons.append(Reason.NO_CARDS)
    elif len(cards) < HAND_SIZE:
        reasons.append(Reason.TOO_FEW_CARDS)
    elif len(cards) > HAND_SIZE:
        reasons.append(Reason.TOO_MANY_CARDS)
    if twice & set(cards):
        reasons.append(Reason.CARD_TWICE)
    return tuple(reasons)


def _hands(reading: Reading) -> tuple[SeenHand, ...]:
    """The hands of a reading; where there is none, one that holds all of its cards."""
    return reading.hands or (SeenHand(tuple(range(len(reading.cards))), reading.status),)


def _reasons(
    before: tuple[Reason, ...], cards: list[SeenCard], copies: Counter[Card], decks: int, vouched: bool
) -> tuple[Reason, ...]:
    """Reasons against a hand after a correction.

    With several decks `CARD_TWICE` is also the doubt whether two equal indices lie on one card or on two;
    then it stays while the photo shows such a pair.
    """
    named = [seen.card for seen in cards]
    reasons = set(counted_reasons(named, frozenset(card for card in copies if copies[card] > decks)))
    if not vouched:
        reasons.update(_doubts(before))
        if Reason.CARD_TWICE in before and any(copies[card] > 1 for card in named):
            reasons.add(Reason.CARD_TWICE)
        if not all(seen.accepted for seen in cards):
            reasons.add(Reason.LOW_CONFIDENCE)
        if reasons:
            reasons.update(EXPLAINING.intersection(before))
    return tuple(reason for reason in Reason if reason in reasons)


def _doubts(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Reasons that only a person who vouches for the hand can settle."""
    return tuple(reason for reason in reasons if reason not in FOLLOWING | EXPLAINING)


def _chosen(seen: SeenCard, card: Card, by_person: bool) -> SeenCard:
    if not by_person:
        return seen
    before = seen.runner_up if card == seen.card else Guess(str(seen.card), seen.confidence, seen.card)
    return replace(seen, card=card, confidence=1.0, runner_up=before, corrected=True, accepted=True)


def _added(card: Card) -> SeenCard:
    nothing = Guess("none", 0.0, None)
    return SeenCard(card, 1.0, nothing, np.zeros((0, 2), np.float32), indices=0, corrected=True)
