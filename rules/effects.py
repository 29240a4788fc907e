"""How much each house option matters: hands, winners and amounts that it changes, and the dealer's edge."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rules.bulk import Result, bulk_rules
from rules.house import HouseRules
from rules.kinds import Kind
from rules.odds import deals, odds
from rules.pairs import disjoint_pairs
from rules.whatif import neighbours

_NOT_COMPARED = ("decks", "cards_speak")
"""Options that change the game itself, or only what players do."""


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
    ready = bulk_rules(house), bulk_rules(other)
    by_card = house.suited != "off" or other.suited != "off"
    game = deals(house.decks, by_card)
    answers = [one.judge(game.hands) if by_card else one.judge_classes(game.hands) for one in ready]
    both = answers[0].astype(np.int64) * 256 + answers[1]
    kinds, groups = np.unique(both, return_inverse=True)
    before = [ready[0].results[place] for place in (kinds >> 8).tolist()]
    after = [ready[1].results[place] for place in (kinds & 255).tolist()]
    weights = np.bincount(groups, game.weights, len(kinds)).astype(np.int64)
    changed = [one.label != two.label for one, two in zip(before, after, strict=True)]
    hands = Fraction(sum(int(n) for n, new in zip(weights, changed, strict=True) if new), int(weights.sum()))
    pairs = disjoint_pairs(game.hands, game.weights, groups, game.copies, len(kinds))
    winners = amounts = 0
    for player in range(len(kinds)):
        for dealer in range(len(kinds)):
            old = _outcome(house, before[player], before[dealer])
            new = _outcome(other, after[player], after[dealer])
            winners += int(pairs[player, dealer]) * (old[0] != new[0])
            amounts += int(pairs[player, dealer]) * (old[1] != new[1])
    total = int(pairs.sum())
    edge = odds(other).dealer_edge
    return Effect(option, value, hands, Fraction(winners, total), Fraction(amounts, total), edge)


def _outcome(house: HouseRules, player: Result, dealer: Result) -> tuple[int, object]:
    """Which hand is higher (1 the player's, 0 equal, -1 the dealer's), and what the player receives."""
    if player.score != dealer.score:
        higher = 1 if player.score > dealer.score else -1
        return higher, higher * (player if higher > 0 else dealer).multiple
    five_dukes = player.kind is Kind.FIVE_DUKES and house.tie_five_dukes == "push"
    if house.tie == "push" or five_dukes or not (player.multiple or dealer.multiple):
        return 0, 0
    if house.tie == "dealer":
        return 0, -dealer.multiple
    return 0, ("highest card", player.multiple, dealer.multiple)
