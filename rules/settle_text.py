"""A settled round as text and as JSON."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from rules.compare import Duel, duel_text
from rules.explain import change_json, rules_json, verdict_json
from rules.near import is_arguable
from rules.sentences import kind_name, option_said, say
from rules.settle import Outcome, Round
from rules.text import rules_text, verdict_text
from rules.whatif_duel import DuelChange, duel_would_change
from rules.wording import amounts_text, entry_text, join_parts, moves_text, pays_text, suited_text

_OPTIONS_SAID = (
    "tie",
    "tie_five_dukes",
    "single_zero",
    "pair36",
    "ten_in_five_dukes",
    "nenku",
    "tonku",
    "five_small_max_sum",
)


def round_text(settled: Round, language: str = "en", *, full: bool = False) -> str:
    """Everything about a round in the order in which tables argue: hands, who wins and why, who pays whom.

    Args:
        settled: The round.
        language: Language code of the catalogue.
        full: Also list the choices that are no ox.
    """
    dealer = say("person.dealer", language)
    parts = [verdict_text(settled.dealer, language, title=say("head.dealer", language), full=full)]
    for outcome in settled.outcomes:
        parts.append(verdict_text(outcome.verdict, language, title=outcome.name, full=full))
        lines = [comparison(settled, outcome, language), payment(settled, outcome, language)]
        lines += _would(settled, outcome, language, full)
        head = say("head.result", language)
        parts.append(f"{head:<8}" + f"\n{'':<8}".join(lines))
    if len(settled.outcomes) > 1:
        totals = [(dealer, settled.to_dealer)]
        totals += [(outcome.name, outcome.to_player) for outcome in settled.outcomes]
        said = join_parts((_total(name, amount, language) for name, amount in totals), language)
        parts.append(f"{say('head.total', language):<8}{said}")
    parts.append(f"{say('head.rules', language).upper():<8}{rules_text(settled.rules, language)}")
    return "\n".join(parts)


def comparison(settled: Round, outcome: Outcome, language: str = "en") -> str:
    """Who wins by which rule, one sentence."""
    return duel_text(outcome.verdict, settled.dealer, outcome.duel, language)


def payment(settled: Round, outcome: Outcome, language: str = "en") -> str:
    """Who pays whom how much, the winner's multiple and the stake written out."""
    if outcome.duel.winner == "push":
        return say("pay.push", language)
    dealer = say("person.dealer", language)
    dealer_wins = outcome.duel.winner == "dealer"
    verdict = settled.dealer if dealer_wins else outcome.verdict
    multiple = str(outcome.duel.multiple)
    if verdict.suited:
        multiple = f"({suited_text(verdict.grouping, language)})"
    line = say(
        "pay.line",
        language,
        payer=outcome.name if dealer_wins else dealer,
        payee=dealer if dealer_wins else outcome.name,
        multiple=multiple,
        stake=money(outcome.stake, language),
        amount=money(outcome.amount, language),
    )
    label = kind_name(verdict.kind, verdict.strength, language)
    return f"{line}   {say('pay.because', language, label=label, pays=pays_text(verdict, language))}"


def round_json(settled: Round) -> dict[str, Any]:
    """The round as plain JSON values; `totals` sum to zero."""
    return {
        "dealer": verdict_json(settled.dealer),
        "players": [_outcome_json(settled, outcome) for outcome in settled.outcomes],
        "totals": {
            "dealer": _number(settled.to_dealer),
            "players": {outcome.name: _number(outcome.to_player) for outcome in settled.outcomes},
        },
        "rules": rules_json(settled.rules),
    }


def money(amount: Decimal, language: str = "en") -> str:
    """An amount as people write it: `60`, `2.50`, in Russian `2,50`."""
    if amount == int(amount):
        return str(int(amount))
    return f"{amount:.2f}".replace(".", say("number.point", language))


def payment_json(outcome: Outcome, write: Callable[[Decimal], Any]) -> dict[str, Any]:
    """Who wins by what, and who pays whom, as plain JSON values.

    Args:
        outcome: of one player.
        write: turns an amount into its JSON value.
    """
    duel = outcome.duel
    sides = {"player": ("dealer", "player"), "dealer": ("player", "dealer"), "push": (None, None)}
    payer, payee = sides[duel.winner]
    return {
        "name": outcome.name,
        "winner": duel.winner,
        "decided_by": duel.decided_by,
        "multiple": duel.multiple,
        "stake": write(outcome.stake),
        "amount": write(outcome.amount),
        "from": payer,
        "to": payee,
    }


def _outcome_json(settled: Round, outcome: Outcome) -> dict[str, Any]:
    return {
        **payment_json(outcome, _number),
        "hand": verdict_json(outcome.verdict),
        "text": {"comparison": comparison(settled, outcome), "payment": payment(settled, outcome)},
        "would_change_under": [
            {
                **change_json(change),
                "winner": change.duel.winner,
                "multiple": change.duel.multiple,
                "changes": True,
            }
            for change in duel_would_change(outcome.verdict, settled.dealer)
        ],
    }


def _would(settled: Round, outcome: Outcome, language: str, full: bool) -> list[str]:
    """The rules over which tables differ most and that would have changed this duel."""
    said: dict[tuple[str, str], str] = {}
    for change in duel_would_change(outcome.verdict, settled.dealer):
        result = _result(outcome, change.duel, language)
        text = ""
        if change.option == "order":
            if full or is_arguable(change.moves):
                text = say("pay.order", language, moves=moves_text(change.moves, language), result=result)
        elif change.amounts:
            text = (
                _paid(settled, change, result, language) if change.duel.winner != outcome.duel.winner else ""
            )
        elif change.option in _OPTIONS_SAID or full:
            here = option_said(change.option, getattr(settled.rules, change.option), language)
            other = option_said(change.option, change.value, language)
            text = say("pay.would", language, other=other, here=here, result=result)
        if text:
            said.setdefault((change.option, result), text)
    return list(said.values())


def _paid(settled: Round, change: DuelChange, result: str, language: str) -> str:
    assert change.amounts is not None
    return say(
        "pay.paid",
        language,
        amounts=amounts_text(change.amounts, language),
        entry=entry_text(change.amounts.entry, language),
        here=settled.rules.table.pay_of(change.amounts.entry),
        result=result,
    )


def _result(outcome: Outcome, duel: Duel, language: str) -> str:
    if duel.winner == "push":
        return say("pay.would_push", language)
    winner = outcome.name if duel.winner == "player" else say("person.dealer", language)
    return say("pay.would_win", language, winner=winner, multiple=duel.multiple)


def _total(name: str, amount: Decimal, language: str) -> str:
    key = "total.plus" if amount > 0 else "total.minus" if amount < 0 else "total.zero"
    return say(key, language, name=name, amount=money(abs(amount), language))


def _number(amount: Decimal) -> int | float:
    return int(amount) if amount == int(amount) else float(amount)
