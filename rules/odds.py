"""Exact odds of a rule set: how often each result comes, and what a deal is worth to the dealer."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from rules.bulk import Result, bulk_rules
from rules.hands import Bytes, Ints, all_hands, code_classes, code_copies, ways
from rules.house import HouseRules
from rules.kinds import Kind
from rules.pairs import Counts, disjoint_pairs


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
    """

    hands: Bytes
    weights: Ints
    copies: Ints


@lru_cache(maxsize=4)
def deals(decks: int, by_card: bool) -> Deals:
    """All hands of a game with so many decks."""
    copies = np.full(52, decks, np.int64) if by_card else code_copies(decks)
    hands = all_hands(decks) if by_card else code_classes()
    weights = ways(hands, copies)
    return Deals(hands[weights > 0], weights[weights > 0], copies)


@lru_cache(maxsize=64)
def odds(house: HouseRules) -> Odds:
    """The exact odds of a rule set.

    With suited payments every hand is looked at with its suits, which takes seconds.
    """
    bulk = bulk_rules(house)
    by_card = house.suited != "off"
    game = deals(house.decks, by_card)
    answers = bulk.judge(game.hands) if by_card else bulk.judge_classes(game.hands)
    counts = np.bincount(answers, game.weights, len(bulk.results)).astype(np.int64)
    total = int(counts.sum())
    pairs = disjoint_pairs(game.hands, game.weights, answers, game.copies, len(bulk.results))
    found = [
        Frequency(result, int(hands), Fraction(int(hands), total))
        for result, hands in zip(bulk.results, counts, strict=True)
        if hands
    ]
    found.sort(key=_standing, reverse=True)
    all_pairs = int(pairs.sum())
    equal = _same_score(bulk.results)
    edge, moved = _money(house, bulk.results, pairs)
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


def _money(house: HouseRules, results: tuple[Result, ...], pairs: Counts) -> tuple[int, int]:
    """What all deals bring the dealer together, and twice what changes hands in them.

    Each pair of unequal hands is dealt both ways round and pays the same to the player as to the dealer, so
    that only equal hands can bring the dealer anything.
    """
    edge = moved = 0
    for player, mine in enumerate(results):
        for dealer, other in enumerate(results):
            number = int(pairs[player, dealer])
            if mine.score != other.score:
                moved += 2 * number * (mine if mine.score > other.score else other).multiple
            elif not (house.tie == "push" or _push(house, mine)):
                moved += number * (mine.multiple + other.multiple)
                edge += number * other.multiple if house.tie == "dealer" else 0
    if house.tie == "high_card" and house.decks > 1:
        edge += _identical(house)
    return edge, moved


def _identical(house: HouseRules) -> int:
    """What hands of identical cards bring the dealer, who takes them when the highest card decides."""
    bulk = bulk_rules(house)
    game = deals(house.decks, by_card=True)
    answers = bulk.judge(game.hands)
    taken = np.array([0 if _push(house, result) else result.multiple for result in bulk.results], np.int64)
    second = _second_ways(game)
    return sum(
        int(multiple) * int((game.weights * second)[answers == place].sum())
        for place, multiple in enumerate(taken)
        if multiple
    )


def _second_ways(game: Deals) -> Ints:
    """In how many ways the same cards as each row can be dealt once more when the row is gone, (n,)."""
    result = np.ones(len(game.hands), np.int64)
    run = np.ones(len(game.hands), np.int64)
    size = np.stack([(game.hands == game.hands[:, [place]]).sum(axis=1) for place in range(5)], axis=1)
    for place in range(5):
        if place:
            run = np.where(game.hands[:, place] == game.hands[:, place - 1], run + 1, 1)
        left = game.copies[game.hands[:, place]] - size[:, place]
        result = result * np.maximum(left - run + 1, 0) // run
    return result


def _push(house: HouseRules, result: Result) -> bool:
    """Whether two hands with this result pay nothing whatever the rule for equal hands (C35)."""
    return result.kind is Kind.FIVE_DUKES and house.tie_five_dukes == "push"


def _standing(frequency: Frequency) -> tuple[int, int, int]:
    result = frequency.result
    return result.score, result.strength or 0, result.multiple


def _same_score(results: tuple[Result, ...]) -> Counts:
    scores = np.array([result.score for result in results])
    same: Counts = (scores[:, None] == scores[None, :]).astype(object)
    return same
