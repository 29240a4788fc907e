"""What the same cards would be under other house rules, one option changed at a time."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.kinds import Kind, label
from rules.options import OPTIONS, PAY_OPTIONS
from rules.readings import tables
from rules.verdict import Verdict

_NOT_COMPARED = ("decks", "order", "tie", "tie_five_dukes", *PAY_OPTIONS)
"""Options that cannot change one hand's result, or whose values are too many to try."""


@dataclass(frozen=True, slots=True)
class Change:
    """A hand under rules that differ in one option.

    Attributes:
        option: Name of the option.
        value: Its other value.
        kind: Kind of the hand under it.
        strength: Its strength under it, None where the kind has none.
        multiple: What it pays per stake under it.
        changes: Whether result or payment differ; if not, only weaker arrangements or the standing against
            other hands do.
    """

    option: str
    value: Any
    kind: Kind
    strength: int | None
    multiple: int
    changes: bool

    @property
    def label(self) -> str:
        """Name of the result, such as `Double-Ox 8`."""
        return label(self.kind, self.strength)


@lru_cache(maxsize=32)
def neighbours(house: HouseRules) -> tuple[tuple[str, Any, HouseRules], ...]:
    """All rules that differ from these in one option: its name, its other value, the rules."""
    return tuple(
        (name, value, house.with_options(name, **{name: value}))
        for name, option in OPTIONS.items()
        if name not in ("order", *PAY_OPTIONS)
        for value in option.values
        if value != getattr(house, name) or type(value) is not type(getattr(house, name))
    )


def would_change(verdict: Verdict) -> tuple[Change, ...]:
    """Each option value that touches this hand, those first that change its result or payment."""
    found = []
    before = _arrangements(verdict)
    for name, value, house in neighbours(verdict.rules):
        if name in _NOT_COMPARED:
            continue
        other = evaluate(verdict.cards, house, verdict.laid)
        changes = (other.label, other.multiple) != (verdict.label, verdict.multiple)
        if changes or _arrangements(other) != before or _standing(other) != _standing(verdict):
            found.append(Change(name, value, other.kind, other.strength, other.multiple, changes))
    return tuple(sorted(found, key=lambda change: not change.changes))


def _arrangements(verdict: Verdict) -> set[tuple[tuple[int, ...], str, int]]:
    return {(made.ox, made.label, made.multiple) for made in verdict.groupings}


def _standing(verdict: Verdict) -> int:
    """Place of a result among those of its kind."""
    return verdict.score - tables(verdict.rules).score(verdict.kind, None)
