"""The 52 playing cards: ranks, suits, and how they are written and read."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import HandError


class Rank(StrEnum):
    """Rank of a card; the value is its text as printed in a card's index."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def number(self) -> int:
        """Place in the suit, ace 1 to king 13; the face by which pairs are ranked (C21)."""
        return _NUMBERS[self]

    @staticmethod
    def of(number: int) -> "Rank":
        """The rank whose `number` is given, 1 to 13."""
        return _RANKS[number - 1]


class Suit(StrEnum):
    """Suit of a card; the value is its letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        """The suit's sign, one character: ♣ ♦ ♥ ♠."""
        return {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[self.value]


_RANKS: tuple[Rank, ...] = tuple(Rank)
_NUMBERS: dict[Rank, int] = {rank: place for place, rank in enumerate(Rank, start=1)}


@dataclass(frozen=True, slots=True)
class Card:
    """One playing card.

    >>> str(Card(Rank.TEN, Suit.HEARTS)), Card(Rank.TEN, Suit.HEARTS).symbol
    ('10H', '10♥')
    """

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    @property
    def symbol(self) -> str:
        """Rank and suit sign, as people write it: `10♥`."""
        return f"{self.rank}{self.suit.symbol}"

    @staticmethod
    def parse(text: str) -> "Card":
        """Read one card: `10H`, `th`, `♥10`, `１０♥`, `红桃10`, `葵扇A`.

        Raises:
            HandError: the text is not exactly one card.
        """
        cards = _read_token(_plain(text).strip(), text)
        if len(cards) != 1:
            raise HandError(f"{text.strip()!r} is {len(cards)} cards; give one card, such as 10H or ♥10")
        return cards[0]


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards, clubs first, ace to king in each suit. This is the class order of the reader network."""

HAND_SIZE = 5
"""Cards in a hand (C05)."""

# Longer names first, so that 梅花 is not read as 梅 with a rest.
_SUIT_NAMES: tuple[tuple[str, str], ...] = (
    ("梅花", "C"), ("草花", "C"), ("方块", "D"), ("方塊", "D"), ("方片", "D"), ("階磚", "D"), ("阶砖", "D"),
    ("红心", "H"), ("紅心", "H"), ("红桃", "H"), ("紅桃", "H"), ("黑桃", "S"), ("葵扇", "S"),
    ("♣", "C"), ("♧", "C"), ("♦", "D"), ("♢", "D"), ("♥", "H"), ("♡", "H"), ("❤", "H"), ("♠", "S"),
    ("♤", "S"), ("梅", "C"), ("草", "C"), ("方", "D"), ("红", "H"), ("紅", "H"), ("黑", "S"),
)  # fmt: skip
_RANK = r"(?:10|[2-9AJQKT])"
_RANK_FIRST = re.compile(rf"(?:{_RANK}[CDHS])+")
_SUIT_FIRST = re.compile(rf"(?:[CDHS]{_RANK})+")
_HALF = re.compile(rf"{_RANK}|[CDHS]")
_ONE = re.compile(rf"{_RANK}[CDHS]|[CDHS]{_RANK}")
_SEPARATORS = re.compile(r"""[\s,;:./|+\-–—_()\[\]"'、。・·]+""")
_HELP = "write rank then suit, such as 10H, Q♠ or 黑桃A"


def parse_hand(text: str, decks: int = 1) -> tuple[Card, ...]:
    """Read the five cards of a hand, in the order written.

    Accepts rank and suit in either order, also apart, lower case, `T` for ten, suit signs, Chinese suit
    names, full-width characters, and blanks, commas, brackets or nothing between the cards.

    Args:
        text: The hand, such as `3C 6S 8H 4H 8C`.
        decks: Number of decks in play; no card may appear more often (X19).

    Raises:
        HandError: a card cannot be read, there are not five, or one appears more often than there are decks.

    >>> [str(card) for card in parse_hand("３c,6♠ 红桃8 4h TD")]
    ['3C', '6S', '8H', '4H', '10D']
    """
    return check_hand(parse_cards(text), decks)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read any number of cards, in the order written, as `parse_hand` reads five.

    Raises:
        HandError: a card cannot be read.
    """
    shown = _SEPARATORS.split(_visible(text))
    tokens = zip(_SEPARATORS.split(_plain(text)), shown, strict=True)
    return tuple(card for token, written in _joined(tokens) for card in _read_token(token, written))


def check_hand(cards: tuple[Card, ...], decks: int = 1) -> tuple[Card, ...]:
    """Return the cards if they are a legal hand of a game with this many decks (C05, X19).

    Raises:
        HandError: there are not five cards, or one appears more often than there are decks.
    """
    if len(cards) != HAND_SIZE:
        shown = " ".join(card.symbol for card in cards) or "none"
        raise HandError(f"a hand has exactly 5 cards, but {len(cards)} were given: {shown}")
    if len(set(cards)) < HAND_SIZE:
        card, copies = Counter(cards).most_common(1)[0]
        if copies > decks:
            game = "one deck has" if decks == 1 else f"{decks} decks have"
            raise HandError(
                f"{card.symbol} appears {copies} times, but {game} only {decks}; "
                "correct the card, or set decks to the number in play"
            )
    return cards


def _plain(text: str) -> str:
    """The text with full-width forms, suit names and suit signs replaced by capital letters."""
    plain = _visible(text).upper()
    for name, letter in _SUIT_NAMES:
        plain = plain.replace(name, letter)
    return plain


def _visible(text: str) -> str:
    """The text with full-width forms made plain, without what pasting brings along and nobody sees."""
    # Format characters are byte order marks, zero-width blanks, directions; U+FE0E and U+FE0F only ask for a
    # plain or a coloured picture of the sign before them.
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKC", text)
        if unicodedata.category(letter) != "Cf" and letter not in "\ufe0e\ufe0f"
    )


def _joined(tokens: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The tokens that are not empty, a lone rank and the lone suit beside it as one: `10 ♥`, `红桃 10`."""
    lone = ("", "")
    for token, shown in tokens:
        if not token:
            continue
        if lone[0] and _ONE.fullmatch(lone[0] + token):
            yield lone[0] + token, f"{lone[1]} {shown}"
            lone = ("", "")
            continue
        if lone[0]:
            yield lone
        lone = (token, shown) if _HALF.fullmatch(token) else ("", "")
        if not lone[0]:
            yield token, shown
    if lone[0]:
        yield lone


def _read_token(token: str, shown: str) -> tuple[Card, ...]:
    """Cards written without anything between them: all rank first, or all suit first."""
    if not (_RANK_FIRST.fullmatch(token) or _SUIT_FIRST.fullmatch(token)):
        raise HandError(_complaint(token, shown.strip()))
    cards = []
    for written in _ONE.findall(token):
        suit = written[0] if written[0] in "CDHS" else written[-1]
        rank = written.replace(suit, "", 1)
        cards.append(Card(Rank("10" if rank == "T" else rank), Suit(suit)))
    return tuple(cards)


def _complaint(token: str, shown: str) -> str:
    """Say what is wrong with a token that is no card."""
    if re.fullmatch(_RANK, token):
        return f"{shown!r} has no suit; {_HELP}"
    rank, suit = (token[1:], token[0]) if token[:1] in tuple("CDHS") else (token[:-1], token[-1:])
    if rank in ("1", "11", "12", "13", "14", "0"):
        meant = {"11": "J", "12": "Q", "13": "K", "0": "10"}.get(rank, "A")
        return f"{shown!r} is not a card: there is no rank {rank} (did you mean {meant}?); {_HELP}"
    if re.fullmatch(_RANK, rank) and suit not in tuple("CDHS"):
        return f"{shown!r} is not a card: {suit!r} is no suit (use C, D, H, S or ♣ ♦ ♥ ♠); {_HELP}"
    return f"{shown!r} is not a card; {_HELP}"
