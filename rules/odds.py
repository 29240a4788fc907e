"""Exact odds of a rule set: how often each result comes, and what a deal is worth to the dealer."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from rules.bulk import Result, bulk_rules
from rules.hands import (
    KEY_LIMIT,
    KEYS,
    Bytes,
    Ints,
    alike,
    all_hands,
    code_classes,
    code_copies,
    keys,
    standing_for,
    ways,
)
from rules.house import HouseRules
from rules.kinds import Kind
from rules.pairs import Counts, Subsets, count_pairs, held, subsets


@dataclass(frozen=True)
class Frequency:
    """How often a result comes."""

    result: Result
    hands: int
    share: Fraction


@dataclass(frozen=True)
class Odds:
    """Exact odds of a rule set; shares are of all hands, or of all deals of one player and the dealer.

    Attributes:
        house: The rules.
        hands: Number of hands in the game, each copy of a card counted apart.
        frequencies: Every result that can come, the strongest first.
        higher: Share of deals in which the player's hand is higher; as often the dealer's is.
        equal: Share of deals with equal hands.
        dealer_edge: What the dealer wins per deal and stake (or in points) on average.
        moved: What changes hands per deal and stake on average. Where the highest card decides between equal
            hands that pay differently, the mean of the two.
    """

    house: HouseRules
    hands: int
    frequencies: tuple[Frequency, ...]
    higher: Fraction
    equal: Fraction
    dealer_edge: Fraction
    moved: Fraction

    def by_kind(self) -> dict[Kind, int]:
        """Number of hands of each kind that can come, the highest first."""
        counts: dict[Kind, int] = {}
        for frequency in self.frequencies:
            counts[frequency.result.kind] = counts.get(frequency.result.kind, 0) + frequency.hands
        return counts

    def by_label(self) -> dict[str, int]:
        """Number of hands of each kind and strength, such as `Double-Ox 8`, the highest first."""
        counts: dict[str, int] = {}
        for frequency in self.frequencies:
            counts[frequency.result.label] = counts.get(frequency.result.label, 0) + frequency.hands
        return counts


@dataclass(frozen=True)
class Deals:
    """All hands of a game in the form that suits its rules: by five codes, or card by card.

    Attributes:
        hands: Kinds of card, (n, 5) uint8, rows ascending.
        weights: How many hands each row stands for, (n,).
        copies: How many cards of each kind there are.
        subsets: The sets of cards in each row.
    """

    hands: Bytes
    weights: Ints
    copies: Ints
    subsets: tuple[Subsets, ...]


@lru_cache(maxsize=4)
def deals(decks: int, by_card: bool) -> Deals:
    """All hands of a game with so many decks.

    Card by card, one hand stands for all those that become it when clubs, diamonds and hearts are exchanged.
    """
    copies = np.full(52, decks, np.int64) if by_card else code_copies(decks)
    hands = all_hands(decks) if by_card else code_classes()
    if by_card:
        stands = alike(hands)
        hands = hands[stands > 0]
        weights = ways(hands, copies) * stands[stands > 0]
    else:
        weights = ways(hands, copies)
        hands, weights = hands[weights > 0], weights[weights > 0]
    return Deals(hands, weights, copies, subsets(hands, copies, standing_for if by_card else None))


@dataclass(frozen=True, eq=False)
class Judged:
    """All hands of a game judged.

    Attributes:
        game: The hands.
        results: Every result that a hand can have.
        answers: For each hand, the place of its result.
        totals: Number of hands with each result.
        contained: For sets of one to four cards, how often the hands with each result contain each of them.
        pairs: Number of ordered pairs of hands without a common card, by their results.
    """

    game: Deals
    results: tuple[Result, ...]
    answers: Bytes
    totals: Ints
    contained: list[Ints]
    pairs: Counts


@lru_cache(maxsize=4)
def judged(house: HouseRules, by_card: bool) -> Judged:
    """All hands of a game judged by these rules, card by card or by codes where suits do not matter."""
    bulk = bulk_rules(house)
    game = deals(house.decks, by_card)
    answers = bulk.judge(game.hands) if by_card else bulk.judge_classes(game.hands)
    count = len(bulk.results)
    totals = np.bincount(answers, game.weights, count).astype(np.int64)
    contained = held(game.subsets, game.weights, answers, count)
    pairs = count_pairs(game.subsets, totals, contained)
    return Judged(game, bulk.results, answers, totals, contained, pairs)


@lru_cache(maxsize=64)
def odds(house: HouseRules) -> Odds:
    """The exact odds of a rule set.

    With suited payments every hand is looked at with its suits, which takes a second.
    """
    known = judged(house, house.suited != "off")
    total = int(known.totals.sum())
    pairs = known.pairs
    found = [
        Frequency(result, int(hands), Fraction(int(hands), total))
        for result, hands in zip(known.results, known.totals, strict=True)
        if hands
    ]
    found.sort(key=_standing, reverse=True)
    all_pairs = int(pairs.sum())
    equal = _same_score(known.results)
    edge, moved = money(house, known.results, pairs)
    equals = int((pairs * equal).sum())
    return Odds(
        house,
        total,
        tuple(found),
        Fraction(all_pairs - equals, 2 * all_pairs),
        Fraction(equals, all_pairs),
        Fraction(edge, all_pairs),
        Fraction(moved, 2 * all_pairs),
    )


def money(house: HouseRules, results: Sequence[Result], pairs: Counts) -> tuple[int, int]:
    """What all deals bring the dealer together, and twice what changes hands in them.

    Each pair of unequal hands is dealt both ways round and pays the same to the player as to the dealer, so
    that only equal hands can bring the dealer anything.
    """
    scores = np.array([result.score for result in results], np.int64)
    multiples = np.array([result.multiple for result in results], np.int64)
    pushed = np.array([house.tie == "push" or is_push(house, result) for result in results])
    same = scores[:, None] == scores[None, :]
    winner = np.where(scores[:, None] > scores[None, :], multiples[:, None], multiples[None, :])
    equal = np.where(pushed[:, None], 0, multiples[:, None] + multiples[None, :])
    moved = int((pairs * np.where(same, equal, 2 * winner)).sum())
    edge = 0
    if house.tie == "dealer":
        taken = np.where(pushed[:, None] | ~same, 0, multiples[None, :])
        edge = int((pairs * taken).sum())
    if house.tie == "high_card" and house.decks > 1:
        edge += _identical(house)
    return edge, moved


def _identical(house: HouseRules) -> int:
    """What hands of identical cards bring the dealer, who takes them when the highest card decides."""
    bulk = bulk_rules(house)
    if house.suited == "off":
        answers = bulk.judge_classes(deals(house.decks, by_card=False).hands)
        twice = _twice_by_codes(house.decks)
    else:
        answers = bulk.judge(deals(house.decks, by_card=True).hands)
        twice = _twice(house.decks)
    taken = [0 if is_push(house, result) else result.multiple for result in bulk.results]
    pairs = [int(twice[answers == place].sum()) if multiple else 0 for place, multiple in enumerate(taken)]
    return sum(multiple * number for multiple, number in zip(taken, pairs, strict=True))


@lru_cache(maxsize=4)
def _twice_by_codes(decks: int) -> Ints:
    """In how many ways two identical hands can be dealt, for each hand by codes, (n,)."""
    twice = np.bincount(keys(deals(decks, by_card=True).hands), _twice(decks), KEY_LIMIT)
    found: Ints = twice.astype(np.int64)[KEYS[deals(decks, by_card=False).hands].sum(axis=1)]
    return found


@lru_cache(maxsize=4)
def _twice(decks: int) -> Ints:
    """In how many ways two identical hands can be dealt, for each hand card by card, (n,)."""
    game = deals(decks, by_card=True)
    result = game.weights.copy()
    run = np.ones(len(game.hands), np.int64)
    size = np.stack([(game.hands == game.hands[:, [place]]).sum(axis=1) for place in range(5)], axis=1)
    for place in range(5):
        if place:
            run = np.where(game.hands[:, place] == game.hands[:, place - 1], run + 1, 1)
        left = game.copies[game.hands[:, place]] - size[:, place]
        result = result * np.maximum(left - run + 1, 0) // run
    return result


def is_push(house: HouseRules, result: Result) -> bool:
    """Whether two hands with this result pay nothing whatever the rule for equal hands (C35)."""
    return result.kind is Kind.FIVE_DUKES and house.tie_five_dukes == "push"


def _standing(frequency: Frequency) -> tuple[int, int, int]:
    result = frequency.result
    return result.score, result.strength or 0, result.multiple


def _same_score(results: tuple[Result, ...]) -> Counts:
    scores = np.array([result.score for result in results])
    same: Counts = (scores[:, None] == scores[None, :]).astype(object)
    return same
