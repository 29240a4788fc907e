"""What the same cards would be under other house rules, one option changed at a time."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.evaluate import evaluate, readings
from rules.house import HouseRules
from rules.kinds import Kind, label
from rules.options import OPTIONS, PAY_OPTIONS, Option
from rules.orders import hand_orders
from rules.payments import Amounts, entries, ranges
from rules.readings import tables
from rules.verdict import Verdict

_NOT_COMPARED = ("decks", "tie", "tie_five_dukes")
"""Options that cannot change one hand's result."""


@dataclass(frozen=True, slots=True)
class Change:
    """A hand under rules that differ in one option.

    Attributes:
        option: Name of the option, or an entry of a pay table such as `multiples.tonku`, as in a setting.
        value: Its other value: for `order` the whole order, for an entry the amount nearest to the table's.
        kind: Kind of the hand under it.
        strength: Its strength under it, None where the kind has none.
        multiple: What it pays per stake under it.
        changes: Whether result or payment differ; if not, only weaker arrangements or the standing against
            other hands do.
        moves: For `order`, which kind ranks above which other.
        amounts: All amounts of the pay entry with this result; None for other options.
    """

    option: str
    value: Any
    kind: Kind
    strength: int | None
    multiple: int
    changes: bool
    moves: tuple[tuple[Kind, Kind], ...] = ()
    amounts: Amounts | None = None

    @property
    def label(self) -> str:
        """Name of the result, such as `Double-Ox 8`."""
        return label(self.kind, self.strength)


@lru_cache(maxsize=32)
def neighbours(house: HouseRules) -> tuple[tuple[str, Any, HouseRules], ...]:
    """All rules that differ from these in one option: its name, its other value, the rules.

    Of whole numbers only those worth comparing; other orders and pay tables are not among them.
    """
    return tuple(
        (name, value, changed(house, name, value))
        for name, option in OPTIONS.items()
        if name not in ("order", *PAY_OPTIONS)
        for value in option.values
        if _differs(house, name, value)
    )


@lru_cache(maxsize=4096)
def changed(house: HouseRules, option: str, value: Any, entry: str = "") -> HouseRules:
    """These rules with one option changed, for a pay table one entry."""
    return house.with_options(option, **{option: {entry: value} if entry else value})


def values(house: HouseRules, option: Option, hands: Iterable[Verdict]) -> Iterator[Any]:
    """The other values of an option that is neither the order nor a pay table, the nearest first.

    Whole numbers are left out where they cannot matter to the hands.
    """
    found: Iterable[Any] = option.values
    if option.whole is not None and option.name != "decks" and _matters(house, option.name, hands):
        words = [value for value in option.values if type(value) is not int]
        now = getattr(house, option.name)
        numbers = range(option.whole[0], option.whole[1] + 1)
        # Any total is as good as the greatest.
        near = option.whole[1] + 1 if now is None else now
        found = [*sorted(numbers, key=lambda number: abs(number - near)), *words]
    return (value for value in found if _differs(house, option.name, value))


def would_change(verdict: Verdict) -> tuple[Change, ...]:
    """Each option value that touches this hand, those first that change its result or payment.

    For `order` there is one value for each other result: the nearest order that gives it. For the pay table
    by which this table settles there is one value for each range of amounts with the same result.
    """
    found: list[Change] = []
    for name, option in OPTIONS.items():
        if name == "order":
            found += _orders(verdict)
        elif name in PAY_OPTIONS:
            found += _payments(verdict) if name == verdict.rules.settle_by else []
        elif name not in _NOT_COMPARED:
            found += _values(verdict, option)
    return tuple(sorted(found, key=lambda change: not change.changes))


def _values(verdict: Verdict, option: Option) -> Iterator[Change]:
    before = _arrangements(verdict)
    for value in values(verdict.rules, option, [verdict]):
        other = evaluate(verdict.cards, changed(verdict.rules, option.name, value), verdict.laid)
        changes = _result(other) != _result(verdict)
        if changes or _arrangements(other) != before or _standing(other) != _standing(verdict):
            yield Change(option.name, value, other.kind, other.strength, other.multiple, changes)


def _orders(verdict: Verdict) -> Iterator[Change]:
    kinds = frozenset(one.kind for one in readings(verdict.cards, verdict.rules))
    for one in hand_orders(verdict.rules.order, kinds):
        other = evaluate(verdict.cards, changed(verdict.rules, "order", one.order), verdict.laid)
        if _result(other) != _result(verdict):
            yield Change(
                "order", one.order, other.kind, other.strength, other.multiple, True, moves=one.moves
            )


def _payments(verdict: Verdict) -> Iterator[Change]:
    scale = verdict.rules.settle_by
    for entry, amounts in entries(verdict.rules, verdict).items():

        def at(amount: int, entry: str = entry) -> Verdict:
            return evaluate(verdict.cards, changed(verdict.rules, scale, amount, entry), verdict.laid)

        def outcome(amount: int) -> Hashable | None:
            other = at(amount)
            return None if _result(other) == _result(verdict) else other.label

        for one in ranges(verdict.rules, entry, amounts, outcome):
            other = at(one.nearest)
            yield Change(
                f"{scale}.{entry}", one.nearest, other.kind, other.strength, other.multiple, True, amounts=one
            )


def _differs(house: HouseRules, name: str, value: Any) -> bool:
    # 1 == True in Python.
    now = getattr(house, name)
    return value != now or type(value) is not type(now)


def _matters(house: HouseRules, name: str, hands: Iterable[Verdict]) -> bool:
    """Whether a number other than those of the table's option can matter to one of the hands."""
    if name == "suited_factor":
        return house.suited != "off"
    any_total = house if house.five_small_max_sum is None else changed(house, name, None)
    return any(one.kind is Kind.FIVE_SMALL for verdict in hands for one in readings(verdict.cards, any_total))


def _result(verdict: Verdict) -> tuple[str, int]:
    return verdict.label, verdict.multiple


def _arrangements(verdict: Verdict) -> set[tuple[tuple[int, ...], str, int]]:
    return {(made.ox, made.label, made.multiple) for made in verdict.groupings}


def _standing(verdict: Verdict) -> int:
    """Place of a result among those of its kind."""
    return verdict.score - tables(verdict.rules).score(verdict.kind, None)
