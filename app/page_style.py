"""How the page looks: its style sheet and the pieces of HTML that it is made of.

Everything that comes from a photo's name or from a rules file is escaped here.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from app.i18n import rules_language, t
from app.texts import REASON_TEXTS
from app.wording import certainty_text, label, left_said, reason_rows, rules_said
from rules.cards import Suit
from rules.near import near_misses
from rules.verdict import Grouping, Verdict
from rules.wording import card_names, ox_text, pays_text, sums_text
from vision.reading import Reason, SeenCard

RED = frozenset({Suit.DIAMONDS, Suit.HEARTS})


def style_sheet(ox_colour: str, left_colour: str) -> str:
    """The style sheet, with the colours that the picture uses for ox and left cards (`#rrggbb`)."""
    sheet = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    return f"<style>:root {{ --ox: {ox_colour}; --left: {left_colour}; }}\n{sheet}</style>"


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
    house = t("House rules: {rules}.", rules=rules_said(verdict))
    said = [*notes, *near_misses(verdict, language), house]
    return (
        f'<div class="ox-panel">{_title(title)}'
        f'<div class="ox-power">{escape(label(verdict))}</div>'
        f'<div class="ox-pays">{escape(pays_text(verdict, language))}</div>{rows}'
        f'<div class="ox-note">{"<br>".join(_suited(note) for note in said)}</div></div>'
    )


def refusal_panel(reasons: Sequence[Reason], title: str) -> str:
    """That there is no verdict, why, and what to do."""
    texts = [REASON_TEXTS[reason] for reason in reasons]
    items = "".join(f"<li>{escape(text.seen)}<span>{escape(text.advice)}</span></li>" for text in texts)
    head = f'{_title(title)}<div class="ox-refused">{escape(t("No verdict"))}</div>'
    return f'<div class="ox-panel refused">{head}<ul>{items}</ul></div>'


def error_panel(title: str, message: str) -> str:
    """That a photo could not be read at all, and why."""
    return (
        f'<div class="ox-panel refused"><div class="ox-refused">{escape(title)}</div>'
        f"<ul><li>{escape(message)}</li></ul></div>"
    )


def card_row(cards: Sequence[SeenCard], verdict: Verdict | None) -> str:
    """The cards of a hand as tiles, each with its certainty.

    Ox and left cards are framed in their colours, cards that a person should look at are marked.
    """
    tiles = []
    for place, seen in enumerate(cards):
        role = (
            ""
            if verdict is None
            else "ox"
            if place in verdict.ox
            else "left"
            if place in verdict.left
            else ""
        )
        state = "mine" if seen.corrected else "doubt" if not seen.accepted else ""
        red = "red" if seen.card.suit in RED else ""
        tiles.append(
            f'<div class="ox-card {role} {state}"><div class="ox-face {red}">{seen.card.rank}'
            f"<small>{seen.card.suit.symbol}\ufe0e</small></div><em>{certainty_text(seen)}</em></div>"
        )
    key = (
        f'<div class="ox-key"><span class="ox">{escape(t("ox"))}</span>'
        f'<span class="left">{escape(t("left cards"))}</span></div>'
    )
    shown = key if verdict is not None and verdict.left else ""
    return f'<div class="ox-cards">{"".join(tiles)}</div>{shown}'


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


def _title(title: str) -> str:
    return f'<div class="ox-hand">{escape(title)}</div>' if title else ""
