"""How the page looks: its style sheet and the pieces of HTML that it is made of.

Everything that comes from a photo's name or from a rules file is escaped here.
"""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

from app import rule_examples
from app.commands.app_command import MAX_UPLOAD_MB
from app.error_texts import error_text
from app.i18n import language, rules_language, t
from app.outcomes import Outcome
from app.outlook import Outlook
from app.rule_names import rules_name
from app.texts import REASON_TEXTS
from app.wording import changes_said, label, left_said, outlook_said, reason_rows, rules_said
from rules.cards import Suit
from rules.house import HouseRules
from rules.near import near_misses
from rules.verdict import Grouping, Verdict
from rules.wording import card_names, ox_text, pays_text, sums_text
from vision.reading import Reason

RED = frozenset({Suit.DIAMONDS, Suit.HEARTS})


def style_sheet(ox_colour: str, left_colour: str) -> str:
    """The style sheet, with the colours that the picture uses for ox and left cards (`#rrggbb`).

    The framework has a few words of its own, in English only; the sheet replaces them.
    """
    sheet = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    said = {
        "upload": t("Choose photos"),
        "limit": t("or drop them here; up to {size} MB each", size=MAX_UPLOAD_MB),
        "not-sent": t(
            "Not uploaded: up to {size} MB are read. Send a smaller copy; if it is smaller, try again.",
            size=MAX_UPLOAD_MB,
        ),
        "enter": t("Press Enter"),
        "sidebar": t("Rules and language"),
        "making": t("Making the file…"),
    }
    of_rules = {
        "upload": t("Choose a file"),
        "limit": t("or drop it here; up to {size} MB", size=MAX_UPLOAD_MB),
        "not-sent": t("Not loaded: one file at a time is read, up to {size} MB.", size=MAX_UPLOAD_MB),
    }
    root = f":root {{ --ox: {ox_colour}; --left: {left_colour};{_variables(said)} }}"
    return f"<style>{root}\n.st-key-taken-files-rules {{{_variables(of_rules)} }}\n{sheet}</style>"


def _variables(said: dict[str, str]) -> str:
    return "".join(f" --say-{key}: {json.dumps(text, ensure_ascii=False)};" for key, text in said.items())


def language_mark() -> str:
    """A script that tells the browser which language is spoken: for screen readers and fonts."""
    tag = {"zh": "zh-Hans"}.get(language(), language())
    return f'<script>document.documentElement.lang = "{tag}";</script>'


def brand() -> str:
    """The name of the app and what it does."""
    said = t("Photo of five cards in, best ox and payout out.")
    return f'<div class="ox-brand"><b>Oxeye</b><span>{escape(said)}</span></div>'


def welcome() -> str:
    """How to take the photo."""
    how = t(
        "Lay the five cards face up, so that rank and suit show in a corner of each. "
        "Go close, and keep other cards out of the picture."
    )
    kept = t("The photo stays on the computer that runs Oxeye, and is not kept.")
    return f'<div class="ox-welcome"><p>{escape(how)}</p><p>{escape(kept)}</p></div>'


def title(text: str, seen: bool = True) -> str:
    """The heading of a page; one that need not be seen is read out all the same."""
    return f'<h1 class="{"ox-title" if seen else "ox-unseen"}">{escape(text)}</h1>'


def result_row(outcome: Outcome) -> str:
    """What became of one photo of many: power and payout of each hand, or why there is no verdict."""
    said = []
    if outcome.answer is None:
        said.append(_bad(t("Not a usable photo"), error_text(outcome.error)))
    else:
        for hand in outcome.answer.hands:
            if (verdict := hand.verdict) is not None:
                pays = pays_text(verdict, rules_language())
                said.append(f"<b>{escape(label(verdict))} · {escape(pays)}</b>")
                said += [f"<span>{escape(t('Corrected by a person.'))}</span><br>"] if hand.corrected else []
        if not outcome.answer.answered:
            reasons = " ".join(REASON_TEXTS[reason].seen for reason in outcome.answer.status)
            said.append(_bad(t("No verdict"), reasons))
    return f'<div class="ox-row">{"".join(said)}<span>{escape(outcome.name)}</span></div>'


def lead(text: str) -> str:
    """A few words below a heading."""
    return f'<div class="ox-welcome"><p>{escape(text)}</p></div>'


def rules_in_use(house: HouseRules, name: str) -> str:
    """Which rules all pages of this session go by, and in what they differ from the default."""
    said = changes_said(house)
    more = f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in said)}</ul>" if said else ""
    head = t("All pages go by these rules: {name}.", name=name)
    none = "" if said else f" {t('They are the default rules.')}"
    return f'<div class="ox-welcome"><p>{escape(head + none)}</p>{more}</div>'


def option_head(text: str, clause: str) -> str:
    """What a part of the house rules decides."""
    return f'<div class="ox-option" title="{escape(clause)}"><b>{escape(text)}</b></div>'


def example(option: str, house: HouseRules) -> str:
    """A hand that an option decides, and what it is worth under each value; that of the table in bold."""
    hands = []
    for whose, cards in rule_examples.shown_cards(option):
        named = _suited(" ".join(card.symbol for card in cards))
        hands.append(f"{escape(whose)} {named}" if whose else named)
    given = rule_examples.given_said(option)
    note = f" ({escape(given)})" if given else ""
    items = "".join(
        f"<li{' class=now' if line.now else ''}>"
        f"{escape(t('{rule}: {result}', rule=line.said, result=line.result))}</li>"
        for line in rule_examples.lines(option, house)
    )
    head = f'<span class="cards">{" · ".join(hands)}</span>{note}'
    return f'<div class="ox-example">{escape(t("For example"))} {head}<ul>{items}</ul></div>'


def escaped(text: str) -> str:
    """A text made safe for HTML."""
    return escape(text)


def photo_title(name: str) -> str:
    """The name of a photo above its answer."""
    return f'<div class="ox-photo">{escape(name)}</div>'


def verdict_panel(verdict: Verdict, title: str, notes: Sequence[str]) -> str:
    """Power, payout and how they come about.

    Args:
        verdict: what the hand is worth.
        title: which hand it is; empty when the photo shows one.
        notes: sentences to add, such as that a person corrected a card.
    """
    rows = "".join(
        f'<div class="ox-line"><i>{escape(head)}</i><span>{_suited(text)}</span></div>'
        for head, text in reason_rows(verdict)
    )
    language = rules_language()
    house = t("House rules: {rules}.", rules=rules_said(verdict, rules_name(verdict.rules)))
    said = [*notes, *near_misses(verdict, language), house]
    return (
        f'<div class="ox-panel">{_title(title)}'
        f'<div class="ox-power">{escape(label(verdict))}</div>'
        f'<div class="ox-pays">{escape(pays_text(verdict, language))}</div>{rows}'
        f'<div class="ox-note">{"<br>".join(_suited(note) for note in said)}</div></div>'
    )


def refusal_panel(reasons: Sequence[Reason], title: str, outlook: Outlook | None = None) -> str:
    """That there is no verdict, why, what to do, and whether the doubt matters at all."""
    texts = [REASON_TEXTS[reason] for reason in reasons]
    items = "".join(f"<li>{escape(text.seen)}<span>{escape(text.advice)}</span></li>" for text in texts)
    if outlook is not None:
        items += f"<li>{escape(outlook_said(outlook))}</li>"
    head = f'{_title(title)}<div class="ox-refused">{escape(t("No verdict"))}</div>'
    return f'<div class="ox-panel refused">{head}<ul>{items}</ul></div>'


def error_panel(title: str, message: str) -> str:
    """That a photo could not be read at all, and why."""
    return (
        f'<div class="ox-panel refused"><div class="ox-refused">{escape(title)}</div>'
        f"<ul><li>{escape(error_text(message))}</li></ul></div>"
    )


def roles_key() -> str:
    """Which colour frames the ox and which the left cards."""
    return (
        f'<div class="ox-key"><span class="ox">{escape(t("ox"))}</span>'
        f'<span class="left">{escape(t("left cards"))}</span></div>'
    )


def alternatives_table(verdict: Verdict, others: Sequence[Grouping]) -> str:
    """Other legal oxen, each with what it would be worth, in the order given."""
    rows = []
    for other in others:
        same = (other.score, other.multiple) == (verdict.score, verdict.multiple)
        result = t("{label} · same", label=label(other)) if same else label(other)
        how = _suited(ox_text(verdict.cards, other, rules_language()))
        left = _suited(t("left {cards}", cards=left_said(verdict, other)))
        rows.append(f"<tr><td>{how}<br><small>{left}</small></td><td>{escape(result)}</td></tr>")
    return f'<table class="ox-table">{"".join(rows)}</table>'


def choices_table(verdict: Verdict) -> str:
    """All ways to take three of the cards that are no ox, with their sums."""
    names = card_names(verdict.cards, rules_language())
    rows = [
        f"<tr><td>{_suited(' + '.join(names[place] for place in choice.positions))}</td>"
        f"<td>{sums_text(choice.totals, rules_language())}</td></tr>"
        for choice in verdict.all_choices
        if choice.by == "none"
    ]
    return f'<table class="ox-table">{"".join(rows)}</table>'


def _suited(text: str) -> str:
    """Escaped text in which suit signs have their colour and some room."""
    marked = escape(text)
    for suit in Suit:
        colour = "ox-suit red" if suit in RED else "ox-suit"
        marked = marked.replace(suit.symbol, f'<span class="{colour}">{suit.symbol}\ufe0e</span>')
    return marked


def _bad(head: str, why: str) -> str:
    return f'<b class="bad">{escape(head)}</b><span>{escape(why)}</span><br>'


def _title(title: str) -> str:
    return f'<div class="ox-hand">{escape(title)}</div>' if title else ""
