"""The entries of a pay table that a hand depends on, and the amounts at which something changes.

An entry may be any whole number up to 1000, so that its values are not tried one by one. What a hand counts
as can change only where the payment of one of its readings passes that of another, or falls to nothing;
between two such amounts everything stays as it is. Amounts with the same outcome are told as one range.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass

from rules.evaluate import readings
from rules.house import HouseRules
from rules.kinds import PAY_LIMIT
from rules.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Amounts:
    """Neighbouring amounts of one pay entry that give the same outcome.

    Attributes:
        entry: Key of the pay table.
        nearest: The one nearest to what the table pays.
        least: The least of them.
        most: The greatest of them.
    """

    entry: str
    nearest: int
    least: int
    most: int


def entries(house: HouseRules, verdict: Verdict) -> dict[str, frozenset[int]]:
    """The entries of the table's pay scale on which a hand depends, each with the amounts to try.

    Where the best paid reading counts, these are the entries of all readings. Otherwise only those of the
    readings as strong as the one that counts, between which the payment decides.
    """
    known = readings(verdict.cards, house)
    if house.choose_by == "strength":
        known = frozenset(one for one in known if one.score == verdict.score)
    rivals = {one.multiple for one in known}
    found: dict[str, frozenset[int]] = {}
    for one in sorted(known, key=lambda one: (-one.score, one.strength or 0, one.factor)):
        for entry in house.table.deciding(one.kind, one.strength):
            near = {rival // one.factor + step for rival in rivals for step in (-1, 0, 1)}
            found[entry] = found.get(entry, frozenset()) | near
    return found


def ranges(
    house: HouseRules, entry: str, amounts: Iterable[int], outcome: Callable[[int], Hashable | None]
) -> Iterator[Amounts]:
    """Ranges of amounts of an entry with another outcome than now, ascending.

    Args:
        house: The table's rules.
        entry: Key of its pay scale.
        amounts: The amounts next to which something can change.
        outcome: The outcome at an amount; None where it is that of the table.
    """
    now = house.table.pay_of(entry)
    tried = {0, 1, now - 1, now + 1, *amounts} - {now}
    steps = sorted(amount for amount in tried if 0 <= amount <= PAY_LIMIT)
    runs: list[tuple[Hashable, list[int]]] = []
    for place, amount in enumerate(steps):
        found = outcome(amount)
        passed = place > 0 and steps[place - 1] < now < amount
        if runs and runs[-1][0] == found and not passed:
            runs[-1][1].append(amount)
        else:
            runs.append((found, [amount]))
    for found, run in runs:
        if found is not None:
            most = PAY_LIMIT if run[-1] == steps[-1] > now else run[-1]
            yield Amounts(entry, run[0] if run[0] > now else most, run[0], most)
