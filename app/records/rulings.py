"""The ruling on a case: each hand by the best ox or as laid down, each claim, and who pays whom."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.records.cases import Case, Side, is_dealer_name
from app.records.otherwise import Otherwise, for_result, for_winner
from rules.errors import HandError
from rules.evaluate import evaluate
from rules.explain import verdict_json, verdict_line
from rules.laid import Laid, judge_laid, laid_json
from rules.settle import Outcome, Player, Round, settle_round
from rules.settle_text import comparison, money, payment, payment_json
from rules.verdict import Verdict


@dataclass(frozen=True)
class HandRuling:
    """The ruling on one side's hand.

    Attributes:
        side: whose hand it is, with what was laid down and claimed.
        verdict: the hand as it counts.
        laid: what the cards laid down are worth; `None` when nobody said which they were.
        needs: rules under which the claim would be right; empty when it is, when there is none, or when no
            one or two options bring it about.
    """

    side: Side
    verdict: Verdict
    laid: Laid | None
    needs: tuple[Otherwise, ...]

    @property
    def claim_holds(self) -> bool:
        """Whether the hand is what its side claims; true when it claims nothing."""
        return self.side.claim is None or self.side.claim.label == self.verdict.label


@dataclass(frozen=True)
class Ruling:
    """The ruling on a case.

    Attributes:
        case: what was judged.
        hands: one for each side, in their order.
        settled: the round; `None` for one challenged hand.
        needs: for each outcome of the round, rules under which somebody else would win.
    """

    case: Case
    hands: tuple[HandRuling, ...]
    settled: Round | None
    needs: tuple[tuple[Otherwise, ...], ...]


def rule(case: Case) -> Ruling:
    """Judge a case.

    Raises:
        HandError: a hand is not legal, a card is in play more often than there are decks, a laid ox is not
            three cards of its hand, two sides have one name, or a stake is not more than 0.
    """
    if len(case.sides) == 1:
        (side,) = case.sides
        return Ruling(case, (_hand(side, case),), None, ())
    dealer, *others = case.sides
    if dealer.name in [side.name for side in others]:
        raise HandError(f"two people are called {dealer.name!r}; give each a name of their own")
    if any(is_dealer_name(side.name) for side in others):
        raise HandError("only the first hand may be called dealer; give the player another name")
    players = [Player(side.name, side.cards, side.stake, side.laid) for side in others]
    settled = settle_round(dealer.cards, players, case.house, dealer.laid)
    needs = tuple(for_winner(outcome.verdict, settled.dealer) for outcome in settled.outcomes)
    return Ruling(case, tuple(_hand(side, case) for side in case.sides), settled, needs)


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    """The ruling as plain JSON values; the rules, which are the same for all hands, are left to the case."""
    settled = ruling.settled
    return {
        "hands": [_hand_json(hand) for hand in ruling.hands],
        "round": None if settled is None else _round_json(settled, ruling.needs),
    }


def result_json(told: Mapping[str, Any]) -> dict[str, Any]:
    """What moves money in a ruling's JSON: names of the results, what they pay, winners and amounts.

    Raises:
        KeyError, TypeError: it is no ruling's JSON.
    """
    hands = [
        {"label": hand["verdict"]["label"], "pays": hand["verdict"]["multiple"]} for hand in told["hands"]
    ]
    settled = told["round"]
    if settled is None:
        return {"hands": hands, "duels": []}
    keys = ("name", "winner", "amount", "from", "to")
    return {"hands": hands, "duels": [{key: duel[key] for key in keys} for duel in settled["players"]]}


def result_lines(
    ruling: Ruling, language: str = "en", titled: Callable[[str], str] = lambda dealer: dealer
) -> list[str]:
    """The result in a few plain lines: each hand, then who pays whom and why.

    Args:
        ruling: what was decided.
        language: of the lines.
        titled: makes of the dealer's name one that tells who deals.
    """
    settled = ruling.settled
    names = [hand.side.name for hand in ruling.hands]
    if settled is not None:
        names[0] = titled(names[0])
    lines = [
        f"{name}: {verdict_line(hand.verdict, language)}"
        for name, hand in zip(names, ruling.hands, strict=True)
    ]
    for outcome in settled.outcomes if settled is not None else ():
        assert settled is not None
        lines.append(f"{comparison(settled, outcome, language)} {payment(settled, outcome, language)}")
    return lines


def _hand(side: Side, case: Case) -> HandRuling:
    laid = judge_laid(side.cards, side.laid, case.house) if side.laid else None
    verdict = evaluate(side.cards, case.house) if laid is None else laid.verdict
    needs = () if side.claim is None else for_result(verdict, side.claim.label)
    return HandRuling(side, verdict, laid, needs)


def _hand_json(hand: HandRuling) -> dict[str, Any]:
    verdict = verdict_json(hand.verdict)
    del verdict["rules"]
    claim = {"holds": hand.claim_holds, "needs": [other.to_json() for other in hand.needs]}
    return {
        "name": hand.side.name,
        "verdict": verdict,
        "laid": None if hand.laid is None else laid_json(hand.laid),
        "claim": None if hand.side.claim is None else claim,
    }


def _round_json(settled: Round, needs: tuple[tuple[Otherwise, ...], ...]) -> dict[str, Any]:
    return {
        "players": [
            _outcome_json(settled, outcome, ways)
            for outcome, ways in zip(settled.outcomes, needs, strict=True)
        ],
        "totals": {
            "dealer": money(settled.to_dealer),
            "players": {outcome.name: money(outcome.to_player) for outcome in settled.outcomes},
        },
    }


def _outcome_json(settled: Round, outcome: Outcome, needs: tuple[Otherwise, ...]) -> dict[str, Any]:
    return {
        **payment_json(outcome, money),
        "text": {"comparison": comparison(settled, outcome), "payment": payment(settled, outcome)},
        "needs": [other.to_json() for other in needs],
    }


def outcome_of(ruling: Ruling, name: str) -> Outcome | None:
    """The outcome of a player's duel; `None` for the dealer and for one challenged hand."""
    if ruling.settled is None:
        return None
    return next((outcome for outcome in ruling.settled.outcomes if outcome.name == name), None)
