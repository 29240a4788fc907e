"""The ten ways to take three of five cards, and the sums that each can make."""

from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal

from rules.cards import Card
from rules.house import HouseRules
from rules.readings import CODE, tables

By = Literal["sum", "trips", "whole_hand", "none"]
"""What makes an ox: a sum (C10), a triple (C11), the whole hand (C17, C18), or nothing (C25)."""


def _split(a: int, b: int, c: int) -> tuple[int, int, int, int, int]:
    d, e = (place for place in range(5) if place not in (a, b, c))
    return a, b, c, d, e


SPLITS: tuple[tuple[int, int, int, int, int], ...] = tuple(
    _split(*three) for three in combinations(range(5), 3)
)
"""The ten splits of positions: three for the ox, then the two left, each ascending."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the ten ways to take three of the five cards.

    Attributes:
        positions: Positions of the three cards, ascending.
        totals: Every sum that they can make, ascending, each 3 and 6 counted as the rules allow.
        by: `sum` or `trips` if they are an ox, otherwise `none`.
    """

    positions: tuple[int, int, int]
    totals: tuple[int, ...]
    by: By


def choices(cards: tuple[Card, ...], house: HouseRules) -> tuple[Choice, ...]:
    """All ten ways to take three of five cards, in the order of their positions."""
    known = tables(house)
    codes = [CODE[card] for card in cards]
    made = []
    for a, b, c, *_ in SPLITS:
        readings = product(*(known.values(codes[place], in_ox=True) for place in (a, b, c)))
        ox = known.ox(codes[a], codes[b], codes[c])
        made.append(Choice((a, b, c), tuple(sorted(set(map(sum, readings)))), ox.by if ox else "none"))
    return tuple(made)
