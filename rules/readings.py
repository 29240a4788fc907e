"""What three cards are as an ox, and what two left cards are worth, under one table's rules.

A card enters as its *code*: 1 to 13 for ace to king, and 0 for the ace of spades, the only card whose suit
can decide a kind (C19). Suits matter otherwise only for the payment (C30), which enters as the flag `suited`.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal

from rules.cards import Card, Rank, Suit
from rules.house import HouseRules
from rules.kinds import Kind

CODES = 14
"""Number of card codes."""

_FACE = tuple(min(number, 10) for number in (1, *range(1, CODES)))
_STEP = 32


def code_of(card: Card) -> int:
    """The code of a card: 0 for the ace of spades, otherwise its number from 1 to 13."""
    return 0 if card.rank is Rank.ACE and card.suit is Suit.SPADES else card.rank.number


CODE: dict[Card, int] = {Card(rank, suit): code_of(Card(rank, suit)) for suit in Suit for rank in Rank}
"""Code of every card."""


@dataclass(frozen=True, slots=True)
class Ox:
    """How three cards are an ox.

    Attributes:
        by: `sum` for a multiple of ten (C10), `trips` for identical values (C11).
        values: Ox points of the three cards, in their order.
        total: Sum of the values.
        changes: Number of 3s and 6s counted against their face.
    """

    by: Literal["sum", "trips"]
    values: tuple[int, int, int]
    total: int
    changes: int


@dataclass(frozen=True, slots=True)
class Left:
    """What two left cards are worth.

    Attributes:
        kind: Kind of the hand.
        strength: Digit of a Single-Ox, face number of a Double-Ox or Bomb, otherwise None.
        score: Higher wins; equal scores are equal hands.
        base: Stakes or points paid, before the factor for a shared suit.
        factor: 1, or the factor for a shared suit.
        values: Ox points of the two cards, in their order.
        changes: Number of 3s and 6s counted against their face.
    """

    kind: Kind
    strength: int | None
    score: int
    base: int
    factor: int
    values: tuple[int, int]
    changes: int


class Tables:
    """All readings under one table's rules, each worked out once and then looked up."""

    def __init__(self, house: HouseRules) -> None:
        self.house = house
        self.by_payout = house.choose_by == "payout"
        self._levels = {kind: (len(Kind) - place) * _STEP for place, kind in enumerate(house.order)}
        self._ox: dict[tuple[int, int, int], Ox | None] = {}
        self._left: dict[tuple[int, int, bool], Left] = {}
        dukes = {11, 12, 13}
        self._dukes = dukes | {10} if house.ten_in_five_dukes else dukes
        self._tonku_dukes = dukes | {10} if house.ten_in_tonku else dukes

    def ox(self, first: int, second: int, third: int) -> Ox | None:
        """How the three cards are an ox, or None (C10, C11): sum before triple, fewest changes first."""
        key = (first, second, third)
        try:
            return self._ox[key]
        except KeyError:
            return self._ox.setdefault(key, self._find_ox(key))

    def left(self, first: int, second: int, suited: bool) -> Left:
        """The best that the two cards are worth (C15, C19-C24).

        Args:
            first: Code of the first card.
            second: Code of the second card.
            suited: Whether the cards named by the option `suited` share a suit.
        """
        key = (first, second, suited)
        try:
            return self._left[key]
        except KeyError:
            return self._left.setdefault(key, max(self.lefts(*key), key=self._preference))

    def score(self, kind: Kind, strength: int | None) -> int:
        """Rank of a result among all results at this table; higher wins (C24, C27)."""
        fine = strength or 0
        if kind is Kind.SINGLE and strength == 0 and self.house.single_zero == "high":
            fine = 10
        elif kind is Kind.DOUBLE and self.house.double_compare == "equal":
            fine = 0
        elif kind is Kind.DOUBLE and strength == 1 and self.house.double_ace == "high":
            fine = 14
        return self._levels[kind] + fine

    def values(self, code: int, *, in_ox: bool) -> tuple[int, ...]:
        """Ox points that a card may count as, its face first (C06-C09, X06)."""
        face = _FACE[code]
        if face not in (3, 6):
            return (face,)
        if self.house.flex36 == "forced_swap":
            return (9 - face,)
        if self.house.flex36 == "both" or (self.house.flex36 == "ox_only" and in_ox):
            return (face, 9 - face)
        return (face,)

    def whole(self, codes: tuple[int, ...]) -> list[tuple[Kind, int | None]]:
        """The kinds that the five cards make as a whole, without an ox (C17, C18, bombs)."""
        made: list[tuple[Kind, int | None]] = []
        if self.house.five_dukes and self._dukes.issuperset(codes):
            made.append((Kind.FIVE_DUKES, None))
        if self.house.five_small and self._is_small(codes):
            made.append((Kind.FIVE_SMALL, None))
        if self.house.bomb:
            numbers = [code or 1 for code in codes]
            made += [(Kind.BOMB, number) for number in set(numbers) if numbers.count(number) >= 4]
        return made

    def _is_small(self, codes: tuple[int, ...]) -> bool:
        faces = [_FACE[code] for code in codes]
        if self.house.five_small_six:
            faces = [3 if face == 6 else face for face in faces]
        limit = self.house.five_small_max_sum
        return max(faces) <= 4 and (limit is None or sum(faces) <= limit)

    def _find_ox(self, codes: tuple[int, int, int]) -> Ox | None:
        best: tuple[bool, int] | None = None
        found: Ox | None = None
        numbers = {code or 1 for code in codes}
        for first, second, third in product(*(self.values(code, in_ox=True) for code in codes)):
            total = first + second + third
            changes = _changes(codes, (first, second, third))
            same = len(numbers) == 1 or (self.house.trips == "value" and first == second == third)
            if total % 10 and (self.house.trips == "off" or not same):
                continue
            preference = (total % 10 == 0, -changes)
            if best is None or preference > best:
                best = preference
                found = Ox("trips" if total % 10 else "sum", (first, second, third), total, changes)
        return found

    def lefts(self, first: int, second: int, suited: bool) -> list[Left]:
        """Every way in which the player may count the two cards; arguments as for `left`."""
        key = (first, second, suited)
        low, high = sorted((first or 1, second or 1))
        results: list[tuple[Kind, int | None]] = []
        if low == 1 and high in self._tonku_dukes:
            results = self._ace_and_duke(0 in (first, second))
        elif low == high and self.house.double_ox:
            results.append((Kind.DOUBLE, low))
            if low == 3 and self.house.pair36 == "full":
                results.append((Kind.DOUBLE, 6))
        elif (low, high) == (3, 6) and self.house.double_ox and self.house.pair36 != "off":
            results.append((Kind.DOUBLE, 6))
        natural = self.values(first, in_ox=False)[0], self.values(second, in_ox=False)[0]
        lefts = [self._made(kind, strength, natural, key) for kind, strength in results]
        if not lefts or (low, high) == (3, 6):
            for one, other in product(self.values(first, in_ox=False), self.values(second, in_ox=False)):
                lefts.append(self._made(Kind.SINGLE, (one + other) % 10, (one, other), key))
        return lefts

    def _ace_and_duke(self, spade: bool) -> list[tuple[Kind, int | None]]:
        """Ngau Tonku and Nenku (C19, C20, X04); empty if the ace is scored normally."""
        if self.house.tonku == "any_ace" or (spade and self.house.tonku == "spade"):
            return [(Kind.TONKU, None)]
        if self.house.nenku == "special":
            return [(Kind.NENKU, None)]
        return [(Kind.NO_OX, None)] if self.house.nenku == "void" else []

    def _made(
        self, kind: Kind, strength: int | None, values: tuple[int, int], key: tuple[int, int, bool]
    ) -> Left:
        pays_more = kind is Kind.SINGLE or (kind is not Kind.NO_OX and self.house.suited_kinds == "any_ox")
        return Left(
            kind,
            strength,
            self.score(kind, strength),
            self.house.table.pay(kind, strength),
            self.house.suited_factor if key[2] and pays_more else 1,
            values,
            _changes(key[:2], values),
        )

    def _preference(self, left: Left) -> tuple[int, int, int, int]:
        pays = left.base * left.factor
        first, second = (pays, left.score) if self.by_payout else (left.score, pays)
        return first, second, left.strength or 0, -left.changes


def _changes(codes: tuple[int, ...], values: tuple[int, ...]) -> int:
    """Number of cards counted against their face."""
    return sum(_FACE[code] != value for code, value in zip(codes, values, strict=True))


@lru_cache(maxsize=1024)
def tables(house: HouseRules) -> Tables:
    """The tables of these rules."""
    return Tables(house)
