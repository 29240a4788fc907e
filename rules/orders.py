"""Other orders of the kinds that matter to the hands at stake, found without trying all 40,320 orders.

What a hand counts as depends on the order only through which of the kinds that it can be read as comes
first. So one order for each of those kinds, in which just that kind is moved up, finds every result that an
order can give. Between two hands it depends on the first kind of either and on which of the two is higher.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

from rules.kinds import Kind


@dataclass(frozen=True, slots=True)
class Reordered:
    """An order of the kinds with the fewest moves for its purpose.

    Attributes:
        order: All kinds, highest first.
        moves: Each kind that was moved up, with the highest of those at stake that it was moved above.
    """

    order: tuple[str, ...]
    moves: tuple[tuple[Kind, Kind], ...] = ()

    def raised(self, kind: Kind, above: Iterable[Kind]) -> "Reordered":
        """The order with a kind directly above all of the others named, unless it is there already."""
        place = self.order.index(kind)
        first = min((self.order.index(other) for other in above if other is not kind), default=place)
        if place <= first:
            return self
        rest = [other for other in self.order if other != kind]
        rest.insert(first, str(kind))
        return Reordered(tuple(rest), (*self.moves, (kind, Kind(self.order[first]))))


def hand_orders(order: tuple[str, ...], kinds: frozenset[Kind]) -> Iterator[Reordered]:
    """For each kind that a hand can be read as, the nearest order in which it is the first of them.

    Args:
        order: The table's order.
        kinds: The kinds that the hand can be read as.
    """
    for kind in Kind:
        if kind in kinds:
            changed = Reordered(order).raised(kind, kinds)
            if changed.moves:
                yield changed


def duel_orders(
    order: tuple[str, ...], player: frozenset[Kind], dealer: frozenset[Kind]
) -> Iterator[Reordered]:
    """The orders that can differ for two hands, the nearest to the table's order first.

    Args:
        order: The table's order.
        player: The kinds that the player's hand can be read as.
        dealer: The kinds that the dealer's hand can be read as.
    """
    found: dict[tuple[str, ...], Reordered] = {}
    for mine, other in product(player, dealer):
        for high, its, low, lows in ((mine, player, other, dealer), (other, dealer, mine, player)):
            if high is not low and high in lows:
                continue  # the lower hand would be read as the higher kind too
            changed = Reordered(order).raised(low, lows).raised(high, its | {low})
            if changed.moves:
                found.setdefault(changed.order, changed)
    yield from sorted(found.values(), key=lambda one: (_distance(order, one.order), one.order))


def _distance(order: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Number of pairs of kinds that stand the other way round."""
    places = [order.index(kind) for kind in other]
    return sum(first > second for first, second in combinations(places, 2))
