"""A verdict in short lines for people, with cards named by rank and suit, never by position."""

from rules.cards import Card, Rank
from rules.kinds import Kind
from rules.verdict import Grouping, Verdict
from vision.reading import SeenCard

WHOLE_HAND_TEXTS = {
    Kind.FIVE_DUKES: "all five cards are dukes",
    Kind.FIVE_SMALL: "all five cards are small",
    Kind.BOMB: "four cards of one rank",
}


def ox_text(cards: tuple[Card, ...], made: Grouping) -> str:
    """How the ox is made: `3♣ + 6♠ (as 3) + 4♥ = 10`, or the reason why there is none."""
    if made.by == "whole_hand":
        return WHOLE_HAND_TEXTS.get(made.kind, "the whole hand counts")
    if made.by == "none":
        return "no three cards make an ox"
    named = [counted_text(cards[place], made.values[place]) for place in made.ox]
    if made.by == "trips":
        return f"{' '.join(cards[place].symbol for place in made.ox)}, three of a kind"
    return f"{' + '.join(named)} = {made.total}"


def left_text(cards: tuple[Card, ...], made: Grouping) -> str:
    """What the two left cards make: `8♥ 8♣, a pair` or `9♥ + A♣ = 10`; empty when there are none."""
    if not made.left:
        return ""
    first, second = (cards[place] for place in made.left)
    if made.kind is Kind.DOUBLE:
        same = first.rank == second.rank
        return f"{first.symbol} {second.symbol}, {'a pair' if same else 'paired at this table'}"
    if made.kind in (Kind.TONKU, Kind.NENKU):
        return f"{first.symbol} {second.symbol}, an ace with a duke"
    named = [counted_text(cards[place], made.values[place]) for place in made.left]
    return f"{' + '.join(named)} = {made.left_total}"


def counted_text(card: Card, value: int) -> str:
    """A card, and what it counts as when that is not its face.

    >>> from rules.cards import Suit
    >>> counted_text(Card(Rank.SIX, Suit.SPADES), 3), counted_text(Card(Rank.KING, Suit.HEARTS), 10)
    ('6♠ (as 3)', 'K♥')
    """
    against_face = card.rank in (Rank.THREE, Rank.SIX) and str(value) != card.rank
    return f"{card.symbol} (as {value})" if against_face else card.symbol


def pays_text(verdict: Verdict) -> str:
    """What the hand pays at its table: `pays 3×`, `2 points`, `pays nothing`."""
    if verdict.multiple == 0:
        return "pays nothing"
    suited = f" ({verdict.grouping.base} × {verdict.suit_factor} suited)" if verdict.suited else ""
    if verdict.rules.settle_by == "points":
        return f"{verdict.multiple} point{'s' if verdict.multiple != 1 else ''}{suited}"
    return f"pays {verdict.multiple}×{suited}"


def rules_text(verdict: Verdict) -> str:
    """The house rules of a verdict, by name: `DEFAULT, 1 deck`."""
    decks = verdict.rules.decks
    return f"{verdict.rules.name}, {decks} deck{'s' if decks != 1 else ''}"


def certainty_text(seen: SeenCard) -> str:
    """How sure a card is: `99 %`, or `corrected` when a person chose it."""
    if seen.corrected:
        return "corrected"
    return f"{min(99, int(seen.confidence * 100))} %"
