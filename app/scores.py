"""The running score of a table over its rounds; money is exact, and the last round can be taken back."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from rules.settle import Round

RESTORED = 3
"""How many rounds keep what is needed to lay their hands on the table again; photos are large."""


@dataclass(frozen=True)
class Played:
    """One round that counts.

    Attributes:
        received: what each seat received, by its number; negative for what it paid. The sum is nothing.
        names: what the people were called.
        dealer: number of the dealer's seat.
        rules: name of the house rules.
        before: whatever the page needs to take the round back.
    """

    received: Mapping[int, Decimal]
    names: Mapping[int, str]
    dealer: int
    rules: str
    before: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Scores:
    """All rounds that count, the oldest first."""

    rounds: tuple[Played, ...] = ()

    def with_round(self, played: Played) -> "Scores":
        """One round more; of rounds long ago, only the score is kept."""
        old = len(self.rounds) + 1 - RESTORED
        rounds = (replace(one, before=None) if place < old else one for place, one in enumerate(self.rounds))
        return Scores((*rounds, played))

    def without_last(self) -> "Scores":
        """One round less."""
        return Scores(self.rounds[:-1])

    def totals(self) -> dict[int, Decimal]:
        """What each seat has received in all, by its number; also of people who have left."""
        totals: dict[int, Decimal] = {}
        for played in self.rounds:
            for number, amount in played.received.items():
                totals[number] = totals.get(number, Decimal(0)) + amount
        return totals

    def names(self) -> dict[int, str]:
        """What each seat was called last."""
        return {number: name for played in self.rounds for number, name in played.names.items()}


def played(
    settled: Round, dealer: int, players: Mapping[str, int], dealer_name: str, before: Any = None
) -> Played:
    """A settled round as it enters the score.

    Args:
        settled: the round.
        dealer: number of the dealer's seat.
        players: number of the seat of each player, by the name in the round.
        dealer_name: what the dealer is called.
        before: whatever the page needs to take the round back.
    """
    received = {dealer: settled.to_dealer}
    received |= {players[outcome.name]: outcome.to_player for outcome in settled.outcomes}
    names = {dealer: dealer_name, **{number: name for name, number in players.items()}}
    return Played(received, names, dealer, settled.rules.name, before)
