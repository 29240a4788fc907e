"""A ruling as pieces of HTML, in the order in which tables argue; for the pages and for records.

Everything that people typed is escaped here. The words are those of the language spoken here.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape

from app.i18n import rules_language, say, t
from app.records.cases import Case, Claim
from app.records.otherwise import Otherwise, options_text
from app.records.rulings import HandRuling, Ruling
from app.wording import certainty_text, label, left_said, reason_rows
from rules.cards import Card, Suit
from rules.compare import Duel
from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.laid import laid_text
from rules.near import near_misses
from rules.sentences import kind_name
from rules.settle import Outcome, Round
from rules.settle_text import comparison, money, payment
from rules.text import failed_text
from rules.verdict import Grouping, Verdict
from rules.wording import join_parts, ox_text, pays_text
from vision.reading import SeenCard

RED = frozenset({Suit.DIAMONDS, Suit.HEARTS})

_LETTERS = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]+"
_LEFTWARD = re.compile(rf"{_LETTERS}(?:[ .'-]+{_LETTERS})*")
"""Words of letters that run to the left: Hebrew, Arabic and their kin."""

DOUBTED = 0.95
"""Certainty below which the next likely card is told, with what it would make of the hand."""


def hand_html(hand: HandRuling, case: Case, dealer: bool) -> str:
    """One hand: the cards, what it is, how it comes about, what else it could be, and what was claimed."""
    title = titled(hand.side.name) if dealer else hand.side.name
    seen = seen_cards(hand, case)
    parts = [
        f'<div class="ox-hand">{escape(title)}</div>',
        cards_html(hand, seen),
        f'<div class="ox-power">{escape(label(hand.verdict))}</div>',
        f'<div class="ox-pays">{escape(pays_text(hand.verdict, rules_language()))}</div>',
        *(line_html(head, text) for head, text in reason_rows(hand.verdict)),
        *(line_html(t("Laid"), laid_text(hand.laid, rules_language())) for _ in [0] if hand.laid is not None),
        claim_html(hand),
        *(line_html(t("Says"), t("“{words}”", words=hand.side.words)) for _ in [0] if hand.side.words),
        others_html(hand.verdict),
        failed_html(hand.verdict),
        *(f'<p class="ox-note">{suited(text)}</p>' for text in near_misses(hand.verdict, rules_language())),
    ]
    return "\n".join(part for part in parts if part)


def duel_html(settled: Round, outcome: Outcome, needs: Sequence[Otherwise]) -> str:
    """What decides between a player and the dealer, who pays whom, and what other rules would change."""
    language = rules_language()
    parts = [
        f'<div class="ox-hand">{escape(t("{name} against the dealer", name=outcome.name))}</div>',
        f'<p class="ox-decides">{suited(comparison(settled, outcome, language))}</p>',
        f'<p class="ox-money">{suited(payment(settled, outcome, language))}</p>',
        needs_html(
            settled.rules,
            needs,
            t("For another winner the table would have to play:"),
            t("No change of one or two house rules would bring another winner."),
            outcome.name,
        ),
    ]
    return "\n".join(parts)


def totals_html(settled: Round, dealer: str) -> str:
    """What everybody receives or pays in the round, as a table."""
    rows = [(dealer, settled.to_dealer), *((outcome.name, outcome.to_player) for outcome in settled.outcomes)]
    cells = [
        f"<tr><td><bdi>{escape(name)}</bdi></td>"
        f"<td>{escape(t('receives {amount}', amount=money(amount, rules_language())) if amount > 0 else '')}"
        f"{escape(t('pays {amount}', amount=money(-amount, rules_language())) if amount < 0 else '')}"
        f"{escape(t('is even')) if amount == 0 else ''}</td></tr>"
        for name, amount in rows
    ]
    return '<table class="ox-table ox-totals">\n' + "\n".join(cells) + "\n</table>"


def ruling_html(ruling: Ruling) -> list[str]:
    """The whole ruling: a piece for each hand, one for each duel, the totals, how certain the cards are."""
    pieces = [
        hand_html(hand, ruling.case, dealer=ruling.settled is not None and number == 0)
        for number, hand in enumerate(ruling.hands)
    ]
    settled = ruling.settled
    if settled is not None:
        for outcome, needs in zip(settled.outcomes, ruling.needs, strict=True):
            pieces.append(duel_html(settled, outcome, needs))
        if len(settled.outcomes) > 1:
            pieces.append(totals_html(settled, ruling.case.sides[0].name))
    return [*pieces, certainty_html(ruling)]


def seen_cards(hand: HandRuling, case: Case) -> tuple[SeenCard, ...]:
    """The cards as they were seen in the photo; empty when they were typed."""
    return () if hand.side.place is None else case.seen_at(hand.side.place)


def cards_html(hand: HandRuling, seen: Sequence[SeenCard]) -> str:
    """The cards as tiles, ox and left cards framed, each with how certain it is."""
    tiles = []
    for place, card in enumerate(hand.side.cards):
        role = "ox" if place in hand.verdict.ox else "left" if place in hand.verdict.left else ""
        state = "mine" if seen and seen[place].corrected else ""
        red = "red" if card.suit in RED else ""
        sure = certainty_text(seen[place]) if seen else t("typed")
        tiles.append(
            f'<div class="ox-card {role} {state}"><div class="ox-face {red}">{card.rank}'
            f"<small>{card.suit.symbol}\ufe0e</small></div><em>{escape(sure)}</em></div>"
        )
    return '<div class="ox-cards">' + "".join(tiles) + "</div>"


def claim_html(hand: HandRuling) -> str:
    """What was claimed, whether it is so, and what the rules would have to be for it."""
    if hand.side.claim is None:
        return ""
    claimed = claim_name(hand.side.claim)
    if hand.claim_holds:
        return line_html(t("Claims"), t("{claim}: that is right.", claim=claimed))
    said = t("{claim}: that is not so, the hand is {label}.", claim=claimed, label=label(hand.verdict))
    return line_html(t("Claims"), said) + needs_html(
        hand.verdict.rules,
        hand.needs,
        t("For {claim} the table would have to play:", claim=claimed),
        t("No change of one or two house rules would make it {claim}.", claim=claimed),
    )


def needs_html(house: HouseRules, needs: Sequence[Otherwise], head: str, none: str, player: str = "") -> str:
    """Other rules that bring another result, each with this table's rule and what would come of it."""
    if not needs:
        return f'<p class="ox-note">{escape(none)}</p>'
    items = []
    for other in needs:
        said = options_text(house, other.options, rules_language(), _instead)
        result = "" if other.duel is None else f" → {_duel_said(other.duel, player)}"
        items.append(f"<li>{suited(said + result)}</li>")
    return f'<div class="ox-needs"><p>{escape(head)}</p><ul>{"".join(items)}</ul></div>'


def others_html(verdict: Verdict) -> str:
    """All other legal oxen, the strongest first, each with how it stands against the one that counts."""
    others = [other for other in verdict.alternatives if other.ox]
    if not others:
        return ""
    rows = []
    for other in others:
        left = left_said(verdict, other)
        rows.append(
            f"<tr><td>{suited(ox_text(verdict.cards, other, rules_language()))}<br><small>"
            f"{suited(t('left {cards}', cards=left))}</small>"
            f"</td><td>{escape(label(other))}<br><small>{escape(_standing(verdict, other))}</small></td></tr>"
        )
    head = escape(t("Also possible"))
    return f'<h4>{head}</h4>\n<table class="ox-table">\n' + "\n".join(rows) + "\n</table>"


def failed_html(verdict: Verdict) -> str:
    """Every choice of three cards that is no ox, with its sums."""
    failed = [
        failed_text(verdict, choice, rules_language())
        for choice in verdict.all_choices
        if choice.by == "none"
    ]
    if not failed:
        return ""
    said = suited(join_parts(failed, rules_language()))
    return f'<p class="ox-failed"><b>{escape(t("Not an ox:"))}</b> {said}</p>'


def certainty_html(ruling: Ruling) -> str:
    """How certain each card is, what was corrected, and what a doubtful card would be otherwise."""
    lines = [f'<div class="ox-hand">{escape(t("How certain each card is:"))}</div>']
    for hand in ruling.hands:
        seen = seen_cards(hand, ruling.case)
        said = " · ".join(f"{one.card.symbol} {certainty_text(one)}".replace(" ", "\u00a0") for one in seen)
        lines.append(line_html(hand.side.name, said or t("The cards were typed, not read from a photo.")))
        gone = ruling.case.removed_from(hand.side)
        taken = [t("{card} was taken away by a person.", card=card.symbol) for card in gone]
        lines += [f'<p class="ox-note">{suited(doubt)}</p>' for doubt in (*_doubts(hand, seen), *taken)]
    return "\n".join(lines)


def line_html(head: str, text: str) -> str:
    """A row of a hand: what it tells, and the text."""
    return f'<div class="ox-line"><i>{escape(head)}</i><span>{suited(text)}</span></div>'


def titled(dealer: str) -> str:
    """The dealer's name, with the title unless the name says it already."""
    return dealer if dealer.casefold() == t("Dealer").casefold() else t("{name} (dealer)", name=dealer)


def claim_name(claim: Claim) -> str:
    """A claimed result in the language spoken here."""
    return kind_name(claim.kind, claim.strength, rules_language())


def suited(text: str) -> str:
    """Escaped text in which suit signs have their colour and are never drawn as pictures.

    A name that is written from right to left is set apart, or the sums behind it would run to the left too.
    """
    marked = _LEFTWARD.sub(r"<bdi>\g<0></bdi>", escape(text))
    for suit in Suit:
        colour = "ox-suit red" if suit in RED else "ox-suit"
        marked = marked.replace(suit.symbol, f'<span class="{colour}">{suit.symbol}\ufe0e</span>')
    return marked


def _doubts(hand: HandRuling, seen: Sequence[SeenCard]) -> Iterator[str]:
    """Corrections, and for each doubtful card its next likely one with the result that it would bring."""
    for place, one in enumerate(seen):
        other = one.runner_up.card
        if one.corrected:
            if not len(one.quad) and one.indices == 0:
                yield t("{card} was added by a person.", card=one.card.symbol)
            elif other is not None and one.card != other and one.runner_up.confidence > 0:
                yield t(
                    "{card} was chosen by a person; it was read as {other}.",
                    card=one.card.symbol,
                    other=other.symbol,
                )
            else:
                yield t("{card} was confirmed by a person.", card=one.card.symbol)
        elif one.confidence < DOUBTED and other is not None and (instead := _instead_of(hand, place, other)):
            yield t(
                "If {card} were {other}: {result}.",
                card=one.card.symbol,
                other=other.symbol,
                result=instead,
            )


def _instead_of(hand: HandRuling, place: int, other: Card) -> str:
    """The result with another card in this place; empty when that is no legal hand."""
    cards = [*hand.side.cards[:place], other, *hand.side.cards[place + 1 :]]
    if cards.count(other) > hand.verdict.rules.decks:
        return ""
    verdict = evaluate(cards, hand.verdict.rules)
    if (verdict.label, verdict.multiple) == (hand.verdict.label, hand.verdict.multiple):
        return t("the same result")
    return say("pays.result", label=label(verdict), pays=pays_text(verdict, rules_language()))


def _standing(verdict: Verdict, other: Grouping) -> str:
    best = verdict.grouping
    if (other.score, other.multiple) == (best.score, best.multiple):
        return t("same result")
    if other.score < best.score:
        return t("weaker")
    return t("pays less") if verdict.rules.choose_by == "payout" else t("stronger, but not laid down")


def _instead(other: str, here: str) -> str:
    return t("“{other}” instead of “{here}”", other=other, here=here)


def _duel_said(duel: Duel, player: str) -> str:
    if duel.winner == "push":
        return say("pay.would_push")
    winner = player if duel.winner == "player" else say("person.dealer")
    return say("pay.would_win", winner=winner, multiple=duel.multiple)
