"""A player's hand against the dealer's: who wins, by which rule, and how many stakes (C31-C35, X12, X13)."""

from dataclasses import dataclass
from typing import Literal

from rules.cards import Card, Rank, Suit
from rules.errors import RulesError
from rules.kinds import Kind
from rules.sentences import kind_name, say
from rules.verdict import Verdict

Winner = Literal["player", "dealer", "push"]
DecidedBy = Literal["kind", "pair_face", "bomb_face", "digit", "tie_rule"]
Tie = Literal["", "dealer", "push", "nothing", "five_dukes", "high_card", "identical"]

_SUIT_ORDER = (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)


@dataclass(frozen=True, slots=True)
class Duel:
    """How a player stands against the dealer.

    Attributes:
        winner: Who wins; `push` when nobody pays.
        decided_by: The first rule that decides.
        multiple: Stakes (or points) that the loser pays; 0 for a push.
        tie: How equal hands were settled; empty if they are not equal.
    """

    winner: Winner
    decided_by: DecidedBy
    multiple: int
    tie: Tie = ""


def compare(player: Verdict, dealer: Verdict) -> Duel:
    """Who wins, and what the loser pays per stake: the winner's multiple (X13).

    Raises:
        RulesError: the two hands were judged by different rules.
    """
    if player.rules != dealer.rules:
        raise RulesError(
            f"the player's hand was judged by {player.rules.name!r} and the dealer's by "
            f"{dealer.rules.name!r}; judge both by the same rules"
        )
    if player.score == dealer.score:
        return _equal(player, dealer)
    winner: Winner = "player" if player.score > dealer.score else "dealer"
    multiple = player.multiple if winner == "player" else dealer.multiple
    decided: DecidedBy = "kind"
    if player.kind is dealer.kind:
        finer: dict[Kind, DecidedBy] = {Kind.DOUBLE: "pair_face", Kind.BOMB: "bomb_face"}
        decided = finer.get(player.kind, "digit")
    return Duel(winner, decided, multiple)


def duel_text(player: Verdict, dealer: Verdict, duel: Duel, language: str = "en") -> str:
    """The rule that decides, in one sentence."""
    if duel.tie:
        names = [kind_name(hand.kind, hand.strength, language) for hand in (player, dealer)]
        hands = say("tie.two", language, player=names[0], dealer=names[1])
        if names[0] == names[1]:
            hands = say("tie.both", language, label=names[0])
        high, low = highest(player.cards), highest(dealer.cards)
        if _high_key(high) < _high_key(low):
            high, low = low, high
        return say(f"tie.{duel.tie}", language, hands=hands, high=high.symbol, low=low.symbol)
    best, rest = (player, dealer) if duel.winner == "player" else (dealer, player)
    if duel.decided_by == "kind":
        high_kind, low_kind = (say(f"class.{hand.kind}", language) for hand in (best, rest))
        return say("duel.kind", language, high=high_kind, low=low_kind)
    if duel.decided_by == "digit":
        key = "digit_zero_high" if best.strength == 0 else "digit_zero_low" if rest.strength == 0 else "digit"
        return say(f"duel.{key}", language, high=best.strength, low=rest.strength)
    faces = {"high": Rank.of(best.strength or 1), "low": Rank.of(rest.strength or 1)}
    return say(f"duel.{duel.decided_by}", language, **faces)


def highest(cards: tuple[Card, ...]) -> Card:
    """The highest card: by rank, king high and ace low, then spade, heart, club, diamond (X12)."""
    return max(cards, key=_high_key)


def _equal(player: Verdict, dealer: Verdict) -> Duel:
    """Equal hands by the table's rule."""
    rules = player.rules
    if player.kind is Kind.FIVE_DUKES and rules.tie_five_dukes == "push":
        return Duel("push", "tie_rule", 0, "five_dukes")
    winner: Winner = "dealer"
    tie: Tie = "dealer"
    if rules.tie == "push":
        return Duel("push", "tie_rule", 0, "push")
    if rules.tie == "high_card":
        cards, others = _high_order(player.cards), _high_order(dealer.cards)
        winner = "player" if cards > others else "dealer"
        tie = "high_card" if cards != others else "identical"
    multiple = player.multiple if winner == "player" else dealer.multiple
    # The dealer's No Ox is worth 0, so that there is nothing to take (X12).
    return Duel(winner, "tie_rule", multiple, tie) if multiple else Duel("push", "tie_rule", 0, "nothing")


def _high_order(cards: tuple[Card, ...]) -> list[tuple[int, int]]:
    return sorted(map(_high_key, cards), reverse=True)


def _high_key(card: Card) -> tuple[int, int]:
    return card.rank.number, _SUIT_ORDER.index(card.suit)
