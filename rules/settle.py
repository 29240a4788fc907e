"""A round: the dealer against every player, who pays whom how much (C33, C34)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from rules.cards import Card
from rules.compare import Duel, compare
from rules.errors import HandError
from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.laid import judge_laid
from rules.verdict import Verdict

DEALER = "dealer"
"""What the dealer is called beside the players' names."""


@dataclass(frozen=True)
class Player:
    """One player's hand and stake.

    Attributes:
        name: The player's name, unlike that of any other.
        cards: Five cards.
        stake: What a multiple of one moves, more than 0.
        laid: The three cards laid down as the ox; empty if the best arrangement is meant.
    """

    name: str
    cards: tuple[Card, ...]
    stake: Decimal
    laid: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """How one player and the dealer settle.

    Attributes:
        name: The player's name.
        verdict: The player's hand as it counts.
        duel: Who won by which rule.
        stake: The player's stake.
    """

    name: str
    verdict: Verdict
    duel: Duel
    stake: Decimal

    @property
    def amount(self) -> Decimal:
        """What the loser pays the winner, never negative."""
        return self.duel.multiple * self.stake

    @property
    def to_player(self) -> Decimal:
        """What the player receives; negative when the player pays."""
        return {"player": self.amount, "dealer": -self.amount, "push": Decimal(0)}[self.duel.winner]


@dataclass(frozen=True)
class Round:
    """All players settled with the dealer."""

    dealer: Verdict
    outcomes: tuple[Outcome, ...]
    rules: HouseRules

    @property
    def to_dealer(self) -> Decimal:
        """What the dealer receives from all players together; negative when the dealer pays."""
        return -sum((outcome.to_player for outcome in self.outcomes), Decimal(0))


def settle_round(
    dealer: Sequence[Card], players: Sequence[Player], house: HouseRules, dealer_laid: Sequence[Card] = ()
) -> Round:
    """Settle a round.

    Args:
        dealer: The dealer's five cards.
        players: Everybody else.
        house: The table's rules.
        dealer_laid: The three cards that the dealer laid down as the ox; empty if the best is meant.

    Raises:
        HandError: a hand is not legal, a card is on the table more often than there are decks, there is no
            player, two have one name, one is called dealer, a stake is not more than 0, or a laid ox is not
            three cards of its hand.
    """
    if not players:
        raise HandError("a round needs at least one player beside the dealer")
    _check_players(players)
    held = _held(dealer, dealer_laid, house)
    outcomes = []
    for player in players:
        verdict = _held(player.cards, player.laid, house)
        outcomes.append(Outcome(player.name, verdict, compare(verdict, held), player.stake))
    _check_table(held, outcomes)
    return Round(held, tuple(outcomes), house)


def read_stake(text: str) -> Decimal:
    """Read a stake such as `20` or `2.50`.

    Raises:
        HandError: it is not a number from 0.01 to a thousand million with at most two decimals.
    """
    try:
        stake = Decimal(text.strip())
    except InvalidOperation as error:
        raise HandError(f"stake {text!r} is not a number; write such as 20 or 2.50") from error
    if not stake.is_finite() or not 0 < stake <= 10**9 or stake != round(stake, 2):
        raise HandError(f"stake {text!r}: allowed is more than 0, at most 1000000000, two decimals")
    return stake


def _held(cards: Sequence[Card], laid: Sequence[Card], house: HouseRules) -> Verdict:
    return judge_laid(cards, laid, house).verdict if laid else evaluate(cards, house)


def _check_players(players: Sequence[Player]) -> None:
    names = Counter(player.name for player in players)
    if len(names) < len(players):
        name = names.most_common(1)[0][0]
        raise HandError(f"two players are called {name!r}; give each a name of its own")
    for player in players:
        if player.name.strip().casefold() == DEALER:
            raise HandError(
                f"a player is called {player.name!r} as the dealer is; give the player another name"
            )
        if player.stake <= 0:
            raise HandError(f"the stake of {player.name} is {player.stake}; it must be more than 0")


def _check_table(dealer: Verdict, outcomes: Sequence[Outcome]) -> None:
    """No card may lie on the table more often than there are decks (X19)."""
    decks = dealer.rules.decks
    hands = [("the dealer", dealer), *((repr(outcome.name), outcome.verdict) for outcome in outcomes)]
    card, copies = Counter(card for _, verdict in hands for card in verdict.cards).most_common(1)[0]
    if copies > decks:
        holders = " and ".join(name for name, verdict in hands if card in verdict.cards)
        game = "one deck has" if decks == 1 else f"{decks} decks have"
        raise HandError(
            f"{card.symbol} is on the table {copies} times (with {holders}), but {game} only {decks}; "
            "correct the card, or set decks to the number in play"
        )
