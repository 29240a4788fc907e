"""What a table's rules would have to be for another result: one option changed, or two where needed.

Pay tables and the order of the kinds are not tried: any amount and any order can be agreed on, so they prove
nothing. The number of decks does not change hands that are dealt.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from rules.compare import Duel, compare
from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.sentences import option_said
from rules.verdict import Verdict
from rules.whatif import neighbours
from rules.wording import join_parts

MOST = 6
"""Most ways that are told."""

Options = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Otherwise:
    """Other rules, and what they make of it.

    Attributes:
        options: the options that differ, with their other values.
        duel: how the duel would end; `None` where a hand is looked at alone.
    """

    options: Options
    duel: Duel | None = None

    def to_json(self) -> dict[str, Any]:
        """The options by name, and winner and multiple of a duel."""
        told: dict[str, Any] = {"options": {name: _plain(value) for name, value in self.options}}
        if self.duel is not None:
            told |= {"winner": self.duel.winner, "multiple": self.duel.multiple}
        return told


@lru_cache(maxsize=256)
def for_result(verdict: Verdict, label: str) -> tuple[Otherwise, ...]:
    """Rules under which the same cards are called `label`; empty when they are already, or never are.

    Args:
        verdict: the hand under the table's rules.
        label: English name of the result that was claimed.
    """
    if verdict.label == label:
        return ()

    def wanted(house: HouseRules) -> bool:
        return evaluate(verdict.cards, house, verdict.laid).label == label

    return _first(Otherwise(options) for options, house in _others(verdict.rules) if wanted(house))


@lru_cache(maxsize=256)
def for_winner(player: Verdict, dealer: Verdict) -> tuple[Otherwise, ...]:
    """Rules under which the duel has another winner, or none; empty when no one or two options bring that."""
    now = compare(player, dealer).winner

    def found() -> Iterator[Otherwise]:
        for options, house in _others(player.rules):
            hands = (evaluate(hand.cards, house, hand.laid) for hand in (player, dealer))
            duel = compare(*hands)
            if duel.winner != now:
                yield Otherwise(options, duel)

    return _first(found())


def options_text(house: HouseRules, options: Options, language: str, both: Callable[[str, str], str]) -> str:
    """The options as what the other table plays, each with what this table plays instead.

    Args:
        house: the table's rules.
        options: what differs.
        language: language code of the rules' sentences.
        both: joins the other table's rule and this table's rule to one text.
    """
    said = [
        both(option_said(name, value, language), option_said(name, getattr(house, name), language))
        for name, value in options
    ]
    return join_parts(said, language)


def _others(house: HouseRules) -> Iterator[tuple[Options, HouseRules]]:
    """All rules with one other option, then all with two."""
    ones = [(name, value) for name, value, _ in neighbours(house) if name not in _NOT_TRIED]
    for one in ones:
        yield (one,), house.with_options("", **dict([one]))
    for two in combinations(ones, 2):
        if two[0][0] != two[1][0]:
            yield two, house.with_options("", **dict(two))


_NOT_TRIED = frozenset({"decks", "order", "multiples", "points", "settle_by", "suited_factor"})


def _first(found: Iterator[Otherwise]) -> tuple[Otherwise, ...]:
    """The first ways: those with one option, or those with two when there is none with one.

    Two values of one option that come to the same are told once.
    """
    told: dict[Any, Otherwise] = {}
    length = 0
    for other in found:
        if told and len(other.options) > length:
            break
        length = len(other.options)
        told.setdefault((tuple(name for name, _ in other.options), other.duel), other)
        if len(told) == MOST:
            break
    return tuple(told.values())


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
