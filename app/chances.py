"""The exact odds of house rules as rows for a table, and what every other rule would change."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any

from rules.effects import Effect, effects
from rules.house import HouseRules
from rules.kinds import Kind
from rules.odds import Frequency, Odds, odds


@dataclass(frozen=True)
class Chance:
    """How often a kind, or one of its strengths, comes.

    Attributes:
        kind: the kind of hand.
        strength: its finer rank; `None` for the kind as a whole.
        share: share of all hands.
        pays: the payments that come with it, the least first.
        part: whether the row is a part of the kind's row before it.
    """

    kind: Kind
    strength: int | None
    share: Fraction
    pays: tuple[int, ...]
    part: bool


@dataclass(frozen=True)
class Cost:
    """What one other rule would change.

    Attributes:
        option: name of the option.
        value: its other value.
        hands: share of hands that are called something else.
        amounts: share of deals in which who pays whom how much changes.
        edge: what it adds to the dealer's edge; negative when it helps the player.
    """

    option: str
    value: Any
    hands: Fraction
    amounts: Fraction
    edge: Fraction


def chances(exact: Odds) -> list[Chance]:
    """A row for each kind that can come, the highest first, followed by its strengths if it has several."""
    rows = []
    by_kind = {
        kind: [one for one in exact.frequencies if one.result.kind is kind] for kind in exact.by_kind()
    }
    for kind, found in by_kind.items():
        rows.append(_row(kind, None, found, part=False))
        strengths = [list(group) for _, group in groupby(sorted(found, key=_strength), key=_strength)]
        strengths.sort(key=lambda group: -max(one.result.score for one in group))
        if len(strengths) > 1:
            rows += [_row(kind, group[0].result.strength, group, part=True) for group in strengths]
    return rows


def exact_odds(house: HouseRules) -> Odds:
    """The exact odds; their `house` may bear another name, since equal rules share them."""
    return odds(house)


@lru_cache(maxsize=16)
def costs(house: HouseRules) -> tuple[Cost, ...]:
    """What each other value of each option would change, those first that move most money.

    Only numbers are kept, so that sessions with equal rules may share them.
    """
    edge = odds(house).dealer_edge
    found = [_cost(effect, edge) for effect in effects(house)]
    return tuple(sorted(found, key=lambda cost: (-cost.amounts, -cost.hands)))


def _cost(effect: Effect, edge: Fraction) -> Cost:
    return Cost(effect.option, effect.value, effect.hands, effect.amounts, effect.dealer_edge - edge)


def _strength(one: Frequency) -> int:
    return -1 if one.result.strength is None else one.result.strength


def _row(kind: Kind, strength: int | None, found: list[Frequency], part: bool) -> Chance:
    share = sum((one.share for one in found), Fraction(0))
    return Chance(kind, strength, share, tuple(sorted({one.result.multiple for one in found})), part)
