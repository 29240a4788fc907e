"""Exact counts of player's and dealer's hands dealt from the same cards.

Two hands must not share a card. Counting all pairs and taking away those that share one, adding those that
share two, and so on (inclusion and exclusion) needs only, for each group of hands and each set of up to five
cards, how many hands of the group contain that set.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from types import EllipsisType
from typing import Any

import numpy as np
import numpy.typing as npt

from rules.cards import HAND_SIZE
from rules.hands import Bytes, Ints, multisets, ways

Groups = npt.NDArray[np.integer[Any]]
"""Group of each hand."""

Counts = npt.NDArray[np.object_]
"""Whole numbers of any size."""

Rows = EllipsisType | Ints
"""Places of the rows that are meant, or all."""

_EXACT_BITS = 53
"""Whole numbers below two to this power are exact as float64."""


@dataclass(frozen=True, eq=False)
class Subsets:
    """The sets of one size that hands contain.

    Attributes:
        index: Number of each set, (sets in a hand, hands) int32. Sets that are alike have one number.
        sets: How many sets, copies of a card counted apart, each number stands for, (numbers,).
    """

    index: npt.NDArray[np.int32]
    sets: Ints


def subsets(
    hands: Bytes, copies: Ints, standing_for: Callable[[Bytes], Bytes] | None = None
) -> tuple[Subsets, ...]:
    """The sets of one to four cards that hands contain.

    Args:
        hands: Kinds of card, (n, 5) uint8, each row ascending.
        copies: How many cards of each kind the game has.
        standing_for: Says which set stands for each set, where some are alike: the hands of every group that
            is asked about contain each of them equally often. If not given, no two are alike.
    """
    found = []
    for size in range(1, HAND_SIZE):
        rows = multisets(len(copies), size)
        number = np.arange(len(rows))
        if standing_for is not None:
            first = np.zeros(len(rows), np.int64)
            first[set_index(rows)] = set_index(standing_for(rows))
            number = np.unique(first, return_inverse=True)[1]
        sets = np.bincount(number[set_index(rows)], ways(rows, copies)).astype(np.int64)
        small = number.astype(np.int32)
        places = combinations(range(HAND_SIZE), size)
        index = np.stack([small[set_index(hands[:, chosen])] for chosen in places])
        found.append(Subsets(index, sets))
    return tuple(found)


def held(
    known: tuple[Subsets, ...], weights: Ints, groups: Groups, count: int, rows: Rows = ...
) -> list[Ints]:
    """For sizes 1 to 4, how often the hands of each group contain each set, (count, numbers) int64.

    Args:
        known: The sets that the hands contain.
        weights: How many hands each row stands for, (n,).
        groups: Group of each row, (n,) below `count`.
        count: Number of groups.
        rows: The rows to count, of which weights and groups are given; all by default.
    """
    found = []
    for one in known:
        number = len(one.sets)
        places = one.index[:, rows] + groups.astype(np.int64) * number
        often = np.bincount(places.ravel(), np.tile(weights, len(places)), count * number)
        found.append(often.astype(np.int64).reshape(count, number))
    return found


def count_pairs(known: tuple[Subsets, ...], totals: Ints, contained: list[Ints]) -> Counts:
    """How many ordered pairs of hands without a common card there are, by the groups of the two.

    Args:
        known: The sets that the hands contain.
        totals: Number of hands of each group.
        contained: How often the hands of each group contain each set, as `held` counts it.

    Returns:
        (groups, groups) exact whole numbers; symmetric.
    """
    # Five common cards: each hand with itself.
    pairs = cross_pairs(known, (totals, contained), (totals, contained))
    pairs[np.diag_indices(len(totals))] -= totals.astype(object)
    return pairs


def cross_pairs(
    known: tuple[Subsets, ...], left: tuple[Ints, list[Ints]], right: tuple[Ints, list[Ints]]
) -> Counts:
    """How many pairs of hands of two lists of groups there are that have no one to four cards in common.

    A hand that is in groups of both lists is counted as a pair with itself.

    Args:
        known: The sets that the hands contain.
        left: Number of hands of each group, and how often they contain each set.
        right: The same for the other list.

    Returns:
        (left groups, right groups) exact whole numbers.
    """
    pairs = np.outer(left[0].astype(object), right[0].astype(object))
    for size, (one, mine, other) in enumerate(zip(known, left[1], right[1], strict=True), start=1):
        # Each hand is counted once for every set of this number in it, so that divided by how many such sets
        # there are it says how many hands contain one given set.
        containing = np.where(one.sets > 0, mine // np.maximum(one.sets, 1), 0)
        pairs = pairs + (-1) ** size * exact_product(containing, other)
    return pairs


def disjoint_pairs(hands: Bytes, weights: Ints, groups: Groups, copies: Ints, count: int) -> Counts:
    """How many ordered pairs of hands without a common card there are, by the groups of the two.

    Args:
        hands: Kinds of card, (n, 5) uint8, each row ascending and no row twice.
        weights: How many hands each row stands for, (n,).
        groups: Group of each row, (n,) below `count`.
        copies: How many cards of each kind the game has.
        count: Number of groups.

    Returns:
        (count, count) exact whole numbers; symmetric.
    """
    known = subsets(hands, copies)
    totals = np.bincount(groups, weights, count).astype(np.int64)
    return count_pairs(known, totals, held(known, weights, groups, count))


def exact_product(left: Ints, right: Ints) -> Counts:
    """The matrix product of left and the transpose of right, exact for whole numbers of any sum.

    Args:
        left: Not negative, (rows, n) int64.
        right: Not negative, (columns, n) int64.
    """
    if left.size and right.size and int(left.max()) * int(right.max()) * left.shape[1] < 1 << _EXACT_BITS:
        product = left.astype(np.float64) @ right.astype(np.float64).T
        return product.astype(np.int64).astype(object)
    room = _EXACT_BITS - max(left.shape[1], 2).bit_length()
    result: Counts = np.zeros((len(left), len(right)), dtype=object)
    for low, first in _digits(left, room // 2):
        for high, second in _digits(right, room - room // 2):
            product = first.astype(np.float64) @ second.astype(np.float64).T
            result = result + product.astype(np.int64).astype(object) * (1 << (low + high))
    return result


def _digits(values: Ints, bits: int) -> Iterator[tuple[int, Ints]]:
    """The values cut into parts of so many bits, each with its place."""
    place = 0
    while place == 0 or (values >> place).any():
        yield place, (values >> place) & ((1 << bits) - 1)
        place += bits


def set_index(rows: Bytes) -> Ints:
    """Number of each row among all sets of its size, (n,) int64 from 0 without gaps.

    Args:
        rows: Kinds, (n, size) uint8, each row ascending; repeats are allowed.
    """
    index = np.zeros(len(rows), np.int64)
    for place in range(rows.shape[1]):
        steps = np.array([comb(kind + place, place + 1) for kind in range(256)], np.int64)
        index += steps[rows[:, place]]
    return index
