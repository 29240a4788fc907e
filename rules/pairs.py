"""Exact counts of player's and dealer's hands dealt from the same cards.

Two hands must not share a card. Counting all pairs and taking away those that share one, adding those that
share two, and so on (inclusion and exclusion) needs only, for each group of hands and each set of up to five
cards, how many hands of the group contain that set.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from rules.cards import HAND_SIZE
from rules.hands import Bytes, Ints, multisets, ways

Groups = npt.NDArray[np.integer[Any]]
"""Group of each hand."""

Counts = npt.NDArray[np.object_]
"""Whole numbers of any size."""

_EXACT_BITS = 53
"""Whole numbers below two to this power are exact as float64."""


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
    totals = _by_group(np.zeros(len(hands), np.int64), weights, groups, count, 1)[:, 0]
    pairs = np.outer(totals.astype(object), totals.astype(object))
    for size, held, sets in _contained(hands, weights, groups, copies, count):
        # `held` counts each hand once for every set of this size in it, so that divided by the number of such
        # sets it says how many hands contain one given set.
        containing = np.where(sets > 0, held // np.maximum(sets, 1), 0)
        pairs = pairs + (-1) ** size * exact_product(containing, held)
    # Five common cards: each hand with itself.
    return pairs - np.diag(totals.astype(object))


def exact_product(left: Ints, right: Ints) -> Counts:
    """The matrix product of left and the transpose of right, exact for whole numbers of any sum.

    Args:
        left: Not negative, (rows, n) int64.
        right: Not negative, (columns, n) int64.
    """
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


def _contained(
    hands: Bytes, weights: Ints, groups: Groups, copies: Ints, count: int
) -> Iterator[tuple[int, Ints, Ints]]:
    """For sizes 1 to 4, how often hands of each group contain each set, and how many such sets there are.

    Yields:
        The size; (count, sets) int64; (sets,) int64.
    """
    kinds = len(copies)
    for size in range(1, HAND_SIZE):
        number = comb(kinds + size - 1, size)
        held = np.zeros((count, number), np.int64)
        for places in combinations(range(HAND_SIZE), size):
            held += _by_group(set_index(hands[:, places]), weights, groups, count, number)
        rows = multisets(kinds, size)
        sets = np.zeros(number, np.int64)
        sets[set_index(rows)] = ways(rows, copies)
        yield size, held, sets


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


def _by_group(index: Ints, weights: Ints, groups: Groups, count: int, number: int) -> Ints:
    """Sum of weights for each group and index, (count, number) int64."""
    sums = np.bincount(groups * np.int64(number) + index, weights, count * number)
    return sums.astype(np.int64).reshape(count, number)
