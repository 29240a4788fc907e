"""Pieces of HTML for owned hands, payments, scores and records; everything that people typed is escaped."""

from collections.abc import Sequence
from decimal import Decimal
from html import escape

from app.i18n import rules_language, t
from app.records.ruling_html import suited
from app.rule_names import rules_name
from app.wording import changes_said
from rules.house import HouseRules
from rules.sentences import option_said
from rules.settle import Outcome, Round
from rules.settle_text import comparison, money, payment
from rules.verdict import Verdict
from rules.wording import join_parts, pays_text

_DECISIVE = ("ten_in_five_dukes", "pair36", "single_zero", "tie")
"""Options over which tables argue most."""

_MOST_SAID = 8


def rules_line(house: HouseRules) -> str:
    """By which rules the page judges: what decides most arguments, and what is not the default."""
    decisive = [option_said(key, getattr(house, key), rules_language()) for key in _DECISIVE]
    several = list(dict.fromkeys([*decisive, *changes_said(house)]))[:_MOST_SAID]
    said = join_parts(several, rules_language())
    name = t("House rules: {rules}.", rules=rules_name(house))
    return f'<div class="ox-photo">{escape(name)} {suited(said)}</div>'


def section(text: str) -> str:
    """The heading of a part of a page."""
    return f'<h2 class="ox-section">{escape(text)}</h2>'


def owned_hand(title: str, result: str, verdict: Verdict | None) -> str:
    """Whose hand it is, and what it is."""
    pays = "" if verdict is None else f" · {pays_text(verdict, rules_language())}"
    return (
        f'<div class="ox-owned"><span>{escape(title)}</span><b class="{"" if verdict else "bad"}">'
        f"{escape(result + pays)}</b></div>"
    )


def seat_hand(source: str, cards: str, corrected: bool) -> str:
    """Where a person's hand comes from, its cards, and whether somebody corrected them."""
    mark = f'<div class="ox-note">{escape(t("Corrected by a person."))}</div>' if corrected else ""
    return f'<div class="ox-owned"><span>{escape(source)}</span><b>{suited(cards)}</b></div>{mark}'


def trouble_panel(title: str, troubles: Sequence[str]) -> str:
    """Why a hand cannot be judged."""
    items = "".join(f"<li>{suited(trouble)}</li>" for trouble in troubles)
    return (
        f'<div class="ox-panel refused ox-small"><div class="ox-refused">{escape(title)}</div>'
        f"<ul>{items}</ul></div>"
    )


def hint_panel(title: str, hints: Sequence[str]) -> str:
    """What is still to be done."""
    items = "".join(f"<li>{suited(hint)}</li>" for hint in hints)
    return f'<div class="ox-panel ox-small"><div class="ox-hand">{escape(title)}</div><ul>{items}</ul></div>'


def payment_panel(settled: Round, outcome: Outcome, corrected: Sequence[str]) -> str:
    """Who pays whom how much, the largest words; below it why.

    Args:
        settled: the round.
        outcome: of one player.
        corrected: whose hands, of the two, a person corrected.
    """
    language = rules_language()
    line, _, because = payment(settled, outcome, language).partition("   ")
    side = {"player": "won", "dealer": "lost", "push": ""}[outcome.duel.winner]
    said = [t("{name}: {trouble}", name=name, trouble=t("Corrected by a person.")) for name in corrected]
    notes = "".join(f'<div class="ox-note">{escape(one)}</div>' for one in said)
    return (
        f'<div class="ox-panel ox-payment {side}">'
        f'<div class="ox-hand"><bdi>{escape(outcome.name)}</bdi></div>'
        f'<div class="ox-money">{suited(line)}</div>'
        f'<div class="ox-why">{suited(comparison(settled, outcome, language))} {suited(because)}</div>'
        f"{notes}</div>"
    )


def score_table(rows: Sequence[tuple[str, Sequence[Decimal], Decimal]], rounds: int) -> str:
    """The running score.

    Args:
        rows: for each person the name, what each of the rounds shown brought, and the total.
        rounds: number of the first of the rounds shown, from 1.
    """
    number = len(rows[0][1]) if rows else 0
    heads = "".join(f'<th scope="col">{rounds + place}</th>' for place in range(number))
    lines = "".join(
        f'<tr><th scope="row"><bdi>{escape(name)}</bdi></th>'
        + "".join(f"<td>{signed(amount)}</td>" for amount in amounts)
        + f'<td class="total">{signed(total)}</td></tr>'
        for name, amounts, total in rows
    )
    return (
        f'<div class="ox-scroll"><table class="ox-score"><caption>{escape(t("Running score"))}</caption>'
        f'<thead><tr><th scope="col">{escape(t("Round"))}</th>{heads}'
        f'<th scope="col">{escape(t("Total"))}</th></tr></thead><tbody>{lines}</tbody></table></div>'
    )


def signed(amount: Decimal) -> str:
    """An amount with its sign: `+60`, `−2.50`, `0`."""
    if amount == 0:
        return "0"
    return f"{'+' if amount > 0 else '−'}{money(abs(amount), rules_language())}"


def ruling_piece(piece: str) -> str:
    """A piece of a ruling in a panel."""
    return f'<div class="ox-panel ox-ruling">{piece}</div>'


def fingerprint(text: str) -> str:
    """The fingerprint of a record, to be noted by both sides."""
    why = t("Let both sides keep it: a record with another fingerprint is not this one.")
    return (
        f'<div class="ox-panel ox-small"><div class="ox-hand">{escape(t("Fingerprint of the record"))}</div>'
        f'<div class="ox-print">{escape(text)}</div><div class="ox-note">{escape(why)}</div></div>'
    )
