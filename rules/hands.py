"""Hands as arrays: all hands of a game, their classes, and counting with several decks.

A card is its place in `rules.cards.DECK`, 0 to 51 (uint8). Its *code* (`rules.readings`) is the rank, with
the ace of spades apart: where suits do not change the payment, hands of the same codes are the same hand.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from rules.cards import DECK, HAND_SIZE
from rules.readings import CODE, CODES

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

CARD_CODE: Bytes = np.array([CODE[card] for card in DECK], np.uint8)
"""Code of each of the 52 cards."""

CARD_SUIT: Bytes = np.repeat(np.arange(4, dtype=np.uint8), 13)
"""Suit of each of the 52 cards, 0 to 3."""

KEYS: npt.NDArray[np.uint32] = np.array(
    [0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545, 147031], np.uint32
)
"""Weight of each code; the sums of any five codes, repeats included, are all different."""

KEY_LIMIT = HAND_SIZE * int(KEYS[-1]) + 1
"""Every sum of five weights is below this."""


def multisets(kinds: int, size: int) -> Bytes:
    """All ways to take `size` things of `kinds` kinds with repeats, (count, size) uint8, rows ascending."""
    return _ascending(kinds, size, 0)


def _ascending(kinds: int, size: int, step: int) -> Bytes:
    """All rows in which each kind is at least `step` above the one before, (count, size) uint8."""
    rows = np.arange(kinds, dtype=np.uint8)[:, None]
    for _ in range(size - 1):
        first = rows[:, -1].astype(np.int64) + step
        follow = kinds - first
        start = np.repeat(first, follow)
        offset = np.arange(len(start)) - np.repeat(np.cumsum(follow) - follow, follow)
        rows = np.column_stack((np.repeat(rows, follow, axis=0), (start + offset).astype(np.uint8)))
    return rows


@lru_cache(maxsize=1)
def code_classes() -> Bytes:
    """The 8,568 ways to take five codes, (8568, 5) uint8, rows ascending."""
    return multisets(CODES, HAND_SIZE)


@lru_cache(maxsize=2)
def all_hands(decks: int = 1) -> Bytes:
    """All hands of a game as (count, 5) uint8, cards ascending in each row.

    With one deck these are the 2,598,960 hands. With more, hands that differ only by the copy of a card are
    one row; `ways` says how many hands a row stands for.
    """
    rows = _ascending(52, HAND_SIZE, 1 if decks == 1 else 0)
    if 1 < decks < HAND_SIZE:
        # decks + 1 neighbours in a sorted row are equal only if a card has too many copies.
        rows = rows[(rows[:, decks:] != rows[:, : HAND_SIZE - decks]).all(axis=1)]
    return np.ascontiguousarray(rows)


def keys(hands: Bytes) -> npt.NDArray[np.uint32]:
    """Key of the class of each hand, (n,) uint32 below `KEY_LIMIT`.

    Args:
        hands: Cards, (n, 5) uint8.
    """
    weights = KEYS[CARD_CODE]
    total = weights[hands[:, 0]]
    for place in range(1, HAND_SIZE):
        total += weights[hands[:, place]]
    return total


def ways(rows: Bytes, copies: Ints) -> Ints:
    """In how many ways each row can be dealt, (n,) int64.

    Args:
        rows: Kinds taken, (n, size) uint8, each row ascending.
        copies: How many things of each kind there are, (kinds,).
    """
    if rows.shape[1] == 0:
        return np.ones(len(rows), np.int64)
    result = copies[rows[:, 0]].copy()
    run = np.ones(len(rows), np.int64)
    for place in range(1, rows.shape[1]):
        run = np.where(rows[:, place] == rows[:, place - 1], run + 1, 1)
        # C(n, r) = C(n, r - 1) * (n - r + 1) / r, built up along the run of equal kinds.
        result = result * np.maximum(copies[rows[:, place]] - run + 1, 0) // run
    return result


def code_copies(decks: int) -> Ints:
    """How many cards of each code a game has, (14,) int64."""
    return np.bincount(CARD_CODE, minlength=CODES).astype(np.int64) * decks


def alike(rows: Bytes) -> Ints:
    """For how many rows each one stands if clubs, diamonds and hearts may be exchanged, (n,) int64.

    No rule tells these three suits apart. Of the rows that become each other by exchanging them one stands
    for all, and the others for none.

    Args:
        rows: Cards, (n, size) uint8, each row ascending.
    """
    clubs, diamonds, hearts = _held_by_suit(rows)
    first = (clubs >= diamonds) & (diamonds >= hearts)
    equal = (clubs == diamonds).astype(np.int64) + (diamonds == hearts)
    return np.where(first, np.array([6, 3, 1], np.int64)[equal], 0)


def standing_for(rows: Bytes) -> Bytes:
    """For each row the one that stands for it if clubs, diamonds and hearts may be exchanged.

    Args:
        rows: Cards, (n, size) uint8, each row ascending.
    """
    order = np.argsort(-_held_by_suit(rows), axis=0, kind="stable")
    place = np.argsort(order, axis=0).astype(np.uint8)
    place = np.vstack((place, np.full(len(rows), 3, np.uint8)))
    suits = np.take_along_axis(place, CARD_SUIT[rows].T.astype(np.int64), axis=0).T
    moved: Bytes = np.sort(suits * np.uint8(13) + rows % np.uint8(13), axis=1)
    return moved


def _held_by_suit(rows: Bytes) -> Ints:
    """A number for what each row holds of clubs, diamonds and hearts, (3, n): equal if it holds the same."""
    weights = np.zeros((3, 52), np.int64)
    for suit in range(3):
        # A row has fewer than eight copies of a card.
        weights[suit, suit * 13 : suit * 13 + 13] = 8 ** np.arange(13, dtype=np.int64)
    held = np.zeros((3, len(rows)), np.int64)
    for place in range(rows.shape[1]):
        held += weights[:, rows[:, place]]
    return held
