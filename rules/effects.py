"""How much each house option matters: hands, winners and amounts that it changes, and the dealer's edge."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rules.bulk import Result, bulk_rules
from rules.hands import Ints
from rules.house import HouseRules
from rules.odds import is_push, judged, money
from rules.pairs import Counts, count_pairs, cross_pairs, held
from rules.whatif import neighbours

_NOT_COMPARED = ("decks", "cards_speak")
"""Options that change the game itself, or only what players do."""


_BEYOND = 1 << 20
"""More than any payment."""


@dataclass(frozen=True)
class Effect:
    """What other rules change, as exact shares.

    Attributes:
        option: Name of the option.
        value: Its other value.
        hands: Share of hands that are called something else.
        winners: Share of deals of one player and the dealer in which another hand is higher; equal hands are
            an outcome of their own.
        amounts: Share of deals in which who pays whom how much changes; where the highest card decides, equal
            hands count as one outcome.
        dealer_edge: What the dealer wins on average per deal and stake under the other rules.
    """

    option: str
    value: Any
    hands: Fraction
    winners: Fraction
    amounts: Fraction
    dealer_edge: Fraction


def effects(house: HouseRules) -> Iterator[Effect]:
    """The effect of every other value of every option, one at a time."""
    for option, value, other in neighbours(house):
        if option not in _NOT_COMPARED:
            yield effect(house, other, option, value)


def effect(house: HouseRules, other: HouseRules, option: str = "", value: Any = "") -> Effect:
    """What changes when a table goes over from one rule set to another with as many decks.

    Raises:
        ValueError: the rule sets differ in the number of decks.
    """
    if house.decks != other.decks:
        raise ValueError(f"the rules have {house.decks} and {other.decks} decks; compare games of one size")
    by_card = house.suited != "off" or other.suited != "off"
    joint = _joint(house, other, by_card)
    old = [judged(house, by_card).results[place] for place in joint.before.tolist()]
    new = [bulk_rules(other).results[place] for place in joint.after.tolist()]
    called = np.array([one.label != two.label for one, two in zip(old, new, strict=True)])
    hands = Fraction(int(joint.totals[called].sum()), int(joint.totals.sum()))
    total = int(joint.pairs.sum())
    before, after = _outcomes(house, old), _outcomes(other, new)
    winners, amounts = (
        Fraction(int(joint.pairs[one != two].sum()), total) for one, two in zip(before, after, strict=True)
    )
    edge = Fraction(money(other, new, joint.pairs)[0], total)
    return Effect(option, value, hands, winners, amounts, edge)


@dataclass(frozen=True, eq=False)
class _Joint:
    """Hands by their results under two rule sets.

    Attributes:
        before: Result of each group under the first rules.
        after: Its result under the others.
        totals: Number of hands in each group.
        pairs: Number of ordered pairs of hands without a common card, by their groups.
    """

    before: Ints
    after: Ints
    totals: Ints
    pairs: Counts


def _joint(house: HouseRules, other: HouseRules, by_card: bool) -> _Joint:
    """Hands by their results under both rules.

    Most options leave most hands as they are. So of the hands with one result under the first rules only
    those are looked at again, as rare groups, that do not go where most of them go, the usual group; what
    they have not is left to the usual group.
    """
    known, ready = judged(house, by_card), bulk_rules(other)
    game = known.game
    answers = ready.judge(game.hands) if by_card else ready.judge_classes(game.hands)
    count = len(ready.results)
    both = known.answers.astype(np.int64) * count + answers
    totals = np.bincount(both, game.weights, len(known.results) * count).astype(np.int64)
    most = totals.reshape(-1, count).argmax(axis=1)
    kept = np.flatnonzero(known.totals)
    usual = kept * count + most[kept]
    rare = np.setdiff1d(np.flatnonzero(totals), usual)
    moved = np.flatnonzero(answers != most[known.answers])
    places = np.zeros(len(totals), np.int64)
    places[rare] = np.arange(len(rare))
    some = totals[rare], held(game.subsets, game.weights[moved], places[both[moved]], len(rare), moved)
    among = count_pairs(game.subsets, *some)
    to_all = cross_pairs(game.subsets, some, (known.totals, known.contained))[:, kept]
    source = np.searchsorted(kept, rare // count)
    to_all[np.arange(len(rare)), source] -= some[0].astype(object)
    to_usual = to_all - _summed(among.T, source, len(kept)).T
    rest = known.pairs[np.ix_(kept, kept)] - _summed(to_all, source, len(kept))
    pairs = np.block([[rest - _summed(to_usual, source, len(kept)).T, to_usual.T], [to_usual, among]])
    groups = np.concatenate((usual, rare))
    return _Joint(groups // count, groups % count, totals[groups], pairs)


def _summed(rows: Counts, source: Ints, count: int) -> Counts:
    """Sums of the rows that come from each of so many groups, (count, columns)."""
    sums: Counts = np.zeros((count, rows.shape[1]), dtype=object)
    for row, place in zip(rows, source.tolist(), strict=True):
        sums[place] += row
    return sums


def _outcomes(house: HouseRules, results: Sequence[Result]) -> tuple[Ints, Ints]:
    """For each player's and each dealer's result, which is higher, and a number for what the player receives.

    Returns:
        1 where the player's is higher, 0 for equal ones, -1 where the dealer's is; the amount, or where the
        highest card decides a number beyond all amounts that stands for the two amounts.
    """
    scores = np.array([result.score for result in results], np.int64)
    pays = np.array([result.multiple for result in results], np.int64)
    player, dealer = pays[:, None], pays[None, :]
    higher = np.sign(scores[:, None] - scores[None, :])
    equal = np.zeros_like(higher) - dealer
    if house.tie == "high_card":
        equal = np.where(player + dealer > 0, _BEYOND * (1 + player) + dealer, 0)
    pushed = np.array([house.tie == "push" or is_push(house, result) for result in results])
    equal = np.where(pushed[:, None], 0, equal)
    return higher, np.where(higher > 0, player, np.where(higher < 0, -dealer, equal))
