"""Many hands at once: every result of a rule set in one table, looked up for arrays of hands.

Each split of a hand gets a rank, a whole number whose order is the order of `rules.evaluate`: from the top,
the worth of the result, whether the ox is a sum, how few 3s and 6s are changed, and the number of the result.
The best ox is then the greatest rank among the ten splits. Without suited payments it depends on the five
card codes only, so that 8,568 classes of hands are judged once and all hands are looked up.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from rules.choices import SPLITS
from rules.hands import CARD_CODE, CARD_SUIT, KEY_LIMIT, KEYS, Bytes, code_classes, keys
from rules.house import HouseRules
from rules.kinds import Kind, label
from rules.readings import CODES, Left, Ox, Tables, tables

Ranks = npt.NDArray[np.int32]

_CHUNK = 1 << 15
"""Hands judged together when suits matter, so that the work fits into the processor's cache."""


@dataclass(frozen=True, slots=True)
class Result:
    """One result that a hand can have under a rule set.

    Attributes:
        kind: Kind of the hand.
        strength: Digit, face number, or None.
        score: Higher wins; equal scores are equal hands.
        multiple: Stakes or points paid, a shared suit included.
    """

    kind: Kind
    strength: int | None
    score: int
    multiple: int

    @property
    def label(self) -> str:
        """Name of the result, such as `Double-Ox 8`."""
        return label(self.kind, self.strength)


class BulkRules:
    """A rule set made ready for arrays of hands.

    Attributes:
        house: The rules.
        results: Every result, in the order in which a player would choose, the best last. An answer for a
            hand is a place in this tuple.
    """

    def __init__(self, house: HouseRules) -> None:
        self.house = house
        known = tables(house)
        lefts = {key: known.left(*key) for key in _pairs()}
        classes = code_classes()
        wholes = [known.whole(tuple(row)) for row in classes.tolist()]
        made = {_result_of(left) for left in lefts.values()}
        made |= {_whole_result(known, *whole) for found in wholes for whole in found}
        nothing = _whole_result(known, Kind.NO_OX, None)
        order = _by_payout if known.by_payout else _by_strength
        self.results: tuple[Result, ...] = tuple(sorted(made | {nothing}, key=order))
        number = {result: place for place, result in enumerate(self.results)}
        levels = {
            worth: level for level, worth in enumerate(dict.fromkeys(map(_worth, self.results)), start=1)
        }

        def rank(result: Result, changes: int) -> int:
            return (levels[_worth(result)] << 12) - (changes << 8) + number[result]

        self._left = np.zeros((2, CODES * CODES), np.int32)
        for (first, second, suited), left in lefts.items():
            self._left[int(suited), first * CODES + second] = rank(_result_of(left), left.changes)
        triples = (known.ox(*codes) for codes in product(range(CODES), repeat=3))
        self._ox = np.array([_ox_rank(ox) for ox in triples], np.int32)
        self._nothing = rank(nothing, 0)
        self._whole = np.zeros(KEY_LIMIT, np.int32)
        places = KEYS[classes].sum(axis=1)
        self._whole[places] = [
            max((rank(_whole_result(known, *one), 0) for one in found), default=0) for found in wholes
        ]
        self._classes = np.zeros(KEY_LIMIT, np.uint8)
        self._classes[places] = self._finish(self._splits(classes, None), self._whole[places])

    def judge(self, hands: Bytes) -> Bytes:
        """Judge hands: for each, the place of its result in `results`, (n,) uint8.

        Args:
            hands: Cards as places in the deck, (n, 5) uint8, in any order. They are not checked.
        """
        places = keys(hands)
        if self.house.suited == "off":
            return self._classes[places]
        answers = np.empty(len(hands), np.uint8)
        for start in range(0, len(hands), _CHUNK):
            part = slice(start, start + _CHUNK)
            best = self._splits(CARD_CODE[hands[part]], CARD_SUIT[hands[part]])
            answers[part] = self._finish(best, self._whole[places[part]])
        return answers

    def judge_classes(self, classes: Bytes) -> Bytes:
        """Results of hands given by their codes, (n,) uint8; only for rules without suited payments.

        Args:
            classes: Codes, (n, 5) uint8, such as the rows of `code_classes`.
        """
        answers: Bytes = self._classes[KEYS[classes].sum(axis=1)]
        return answers

    def _finish(self, splits: Ranks, wholes: Ranks) -> Bytes:
        best = np.maximum(splits, wholes)
        best[best == 0] = self._nothing
        answers: Bytes = (best & 255).astype(np.uint8)
        return answers

    def _splits(self, codes: Bytes, suits: Bytes | None) -> Ranks:
        """The best rank among the ten splits of each hand; 0 where no split has an ox."""
        columns = [np.ascontiguousarray(codes[:, place]).astype(np.uint16) for place in range(5)]
        best = np.zeros(len(codes), np.int32)
        for split in SPLITS:
            a, b, c, d, e = (columns[place] for place in split)
            pair = d * np.uint16(CODES) + e
            if suits is not None:
                pair += self._shared(suits, split) * np.uint16(CODES * CODES)
            found = self._ox[(a * np.uint16(CODES) + b) * np.uint16(CODES) + c]
            found += self._left.ravel()[pair]
            np.maximum(best, found, out=best)
        return best

    def _shared(self, suits: Bytes, split: tuple[int, ...]) -> npt.NDArray[np.bool_]:
        """Whether the cards named by the option `suited` share a suit, (n,)."""
        first, *rest = {"strength": split[3:], "ox": split[:3], "all5": split}[self.house.suited]
        shared = np.ones(len(suits), np.bool_)
        for place in rest:
            shared &= suits[:, first] == suits[:, place]
        return shared


@lru_cache(maxsize=64)
def bulk_rules(house: HouseRules) -> BulkRules:
    """The rule set made ready for arrays of hands."""
    return BulkRules(house)


def _pairs() -> list[tuple[int, int, bool]]:
    return [(a, b, suited) for a in range(CODES) for b in range(CODES) for suited in (False, True)]


def _result_of(left: Left) -> Result:
    return Result(left.kind, left.strength, left.score, left.base * left.factor)


def _whole_result(known: Tables, kind: Kind, strength: int | None) -> Result:
    pay = known.house.table.pay(kind, strength)
    return Result(kind, strength, known.score(kind, strength), pay)


def _ox_rank(ox: Ox | None) -> int:
    """What an ox adds to the rank of its left cards; far below zero where there is none."""
    if ox is None:
        return -(1 << 30)
    return ((ox.by == "sum") << 11) + ((7 - ox.changes) << 8)


def _worth(result: Result) -> tuple[int, int]:
    return result.score, result.multiple


def _by_strength(result: Result) -> tuple[int, int, int]:
    return result.score, result.multiple, result.strength or 0


def _by_payout(result: Result) -> tuple[int, int, int]:
    return result.multiple, result.score, result.strength or 0
