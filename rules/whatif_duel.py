"""How a duel would end under other house rules, one option changed at a time."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.compare import Duel, compare
from rules.evaluate import evaluate, readings
from rules.house import HouseRules
from rules.kinds import Kind
from rules.options import OPTIONS, PAY_OPTIONS
from rules.orders import duel_orders
from rules.payments import Amounts, entries, ranges
from rules.verdict import Verdict
from rules.whatif import changed, values


@dataclass(frozen=True, slots=True)
class DuelChange:
    """A duel under rules that differ in one option.

    Attributes:
        option: Name of the option, or an entry of a pay table such as `multiples.tonku`, as in a setting.
        value: Its other value: for `order` the whole order, for an entry the amount nearest to the table's.
        duel: How the duel ends under it.
        moves: For `order`, which kind ranks above which other.
        amounts: All amounts of the pay entry with this winner; None for other options.
    """

    option: str
    value: Any
    duel: Duel
    moves: tuple[tuple[Kind, Kind], ...] = ()
    amounts: Amounts | None = None


def duel_would_change(player: Verdict, dealer: Verdict) -> tuple[DuelChange, ...]:
    """Each option value under which winner or amount would differ; more decks change no given hands.

    For `order` there is one value for each other outcome: the nearest order that gives it. For the pay table
    by which this table settles there is one value for each range of amounts with the same winner.
    """
    now = _outcome(compare(player, dealer))
    found: list[DuelChange] = []
    for name, option in OPTIONS.items():
        if name == "order":
            found += _orders(player, dealer, now)
        elif name in PAY_OPTIONS:
            found += _payments(player, dealer, now) if name == player.rules.settle_by else []
        elif name != "decks":
            for value in values(player.rules, option, (player, dealer)):
                duel = _again(player, dealer, changed(player.rules, name, value))
                if _outcome(duel) != now:
                    found.append(DuelChange(name, value, duel))
    return tuple(found)


def _orders(player: Verdict, dealer: Verdict, now: tuple[str, int]) -> list[DuelChange]:
    rules = player.rules
    mine, other = (frozenset(one.kind for one in readings(hand.cards, rules)) for hand in (player, dealer))
    found: dict[tuple[str, int], DuelChange] = {}
    for one in duel_orders(rules.order, mine, other):
        duel = _again(player, dealer, changed(rules, "order", one.order))
        if _outcome(duel) != now:
            found.setdefault(_outcome(duel), DuelChange("order", one.order, duel, moves=one.moves))
    return list(found.values())


def _payments(player: Verdict, dealer: Verdict, now: tuple[str, int]) -> Iterator[DuelChange]:
    rules = player.rules
    tried: dict[str, frozenset[int]] = {}
    for hand in (player, dealer):
        for entry, amounts in entries(rules, hand).items():
            tried[entry] = tried.get(entry, frozenset()) | amounts
    for entry, amounts in tried.items():

        def at(amount: int, entry: str = entry) -> Duel:
            return _again(player, dealer, changed(rules, rules.settle_by, amount, entry))

        def outcome(amount: int) -> Hashable | None:
            duel = at(amount)
            return None if _outcome(duel) == now else duel.winner

        for one in ranges(rules, entry, amounts, outcome):
            yield DuelChange(f"{rules.settle_by}.{entry}", one.nearest, at(one.nearest), amounts=one)


def _again(player: Verdict, dealer: Verdict, house: HouseRules) -> Duel:
    """The duel under other rules."""
    return compare(evaluate(player.cards, house, player.laid), evaluate(dealer.cards, house, dealer.laid))


def _outcome(duel: Duel) -> tuple[str, int]:
    return duel.winner, duel.multiple
