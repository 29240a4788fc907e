"""A verdict in short lines; the sentences are those of `rules`."""

from rules.kinds import Kind
from rules.sentences import say
from rules.verdict import Grouping, Verdict
from rules.wording import card_names, left_text, ox_text
from vision.reading import SeenCard


def reason_rows(verdict: Verdict) -> list[tuple[str, str]]:
    """How the verdict comes about, as heads and texts.

    >>> from rules.cards import parse_hand
    >>> from rules.evaluate import evaluate
    >>> reason_rows(evaluate(parse_hand("KD 4C 3S 8D 8C")))
    [('Ox', 'K♦ + 4♣ + 3♠(as 6) = 20'), ('Left', '8♦ 8♣ → pair of 8')]
    """
    made, cards = verdict.grouping, verdict.cards
    if made.ox:
        return [(say("head.ox"), ox_text(cards, made)), (say("head.left"), left_said(verdict, made))]
    if made.kind is Kind.NO_OX:
        return [(say("head.none"), say("none.void" if verdict.groupings else "none"))]
    names = " ".join(card_names(cards))
    return [(say("head.whole"), say(f"whole.{made.kind}", cards=names, total=made.total))]


def left_said(verdict: Verdict, made: Grouping) -> str:
    """What the two left cards make, with a proper arrow."""
    return left_text(verdict.cards, made).replace("->", "→")


def rules_said(verdict: Verdict) -> str:
    """The house rules of a verdict, by name: `DEFAULT, one deck`."""
    decks = verdict.rules.decks
    return f"{verdict.rules.name}, {'one deck' if decks == 1 else f'{decks} decks'}"


def certainty_text(seen: SeenCard) -> str:
    """How sure a card is: `99 %`, or `corrected` when a person chose it; never more sure than 99 %."""
    if seen.corrected:
        return "corrected"
    return f"{min(99, int(seen.confidence * 100))} %"
