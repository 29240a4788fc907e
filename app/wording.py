"""A verdict in short lines; the sentences are those of `rules`."""

import re

from app.i18n import nt, rules_language, say, t
from app.outlook import Outlook
from rules.house import HouseRules
from rules.kinds import Kind
from rules.options import PAY_OPTIONS
from rules.sentences import kind_name, option_said
from rules.verdict import Grouping, Verdict
from rules.wording import card_names, entry_text, left_text, ox_text
from rules.wording import pays as pays_said
from vision.reading import SeenCard

_MARKDOWN = re.compile(r"[!-/:-@\[-`{-~]")
_WORD_JOINER = "\u2060"


def literal(text: str) -> str:
    r"""A text that people typed, for labels of widgets: these take Markdown, and it is shown as it is.

    Names of emojis between colons are replaced after Markdown was read, so that a character of no width keeps
    each colon from its word.

    >>> print(literal("Ah_Meng *2*"))
    Ah\_Meng \*2\*
    """
    return _MARKDOWN.sub(r"\\\g<0>", text).replace("\\:", f"\\:{_WORD_JOINER}")


def reason_rows(verdict: Verdict) -> list[tuple[str, str]]:
    """How the verdict comes about, as heads and texts.

    >>> from rules.cards import parse_hand
    >>> from rules.evaluate import evaluate
    >>> reason_rows(evaluate(parse_hand("KD 4C 3S 8D 8C")))
    [('Ox', 'K♦ + 4♣ + 3♠(as 6) = 20'), ('Left', '8♦ 8♣ → pair of 8')]
    """
    made, cards, language = verdict.grouping, verdict.cards, rules_language()
    if made.ox:
        return [
            (say("head.ox"), ox_text(cards, made, language)),
            (say("head.left"), left_said(verdict, made)),
        ]
    if made.kind is Kind.NO_OX:
        return [(say("head.none"), say("none.void" if verdict.groupings else "none"))]
    names = " ".join(card_names(cards, language))
    return [(say("head.whole"), say(f"whole.{made.kind}", cards=names, total=made.total))]


def left_said(verdict: Verdict, made: Grouping) -> str:
    """What the two left cards make, with a proper arrow."""
    return left_text(verdict.cards, made, rules_language()).replace("->", "→")


def rules_said(verdict: Verdict, name: str = "") -> str:
    """The house rules of a verdict, by their name or the given one: `DEFAULT, one deck`."""
    decks = verdict.rules.decks
    said = t("one deck") if decks == 1 else nt("{n} deck", "{n} decks", decks)
    return t("{rules}, {decks}", rules=name or verdict.rules.name, decks=said)


def changes_said(house: HouseRules) -> list[str]:
    """In what rules differ from the default, one statement per option or payment."""
    language = rules_language()
    said = []
    for option, value in house.changes().items():
        if option in PAY_OPTIONS:
            for entry, amount in value.items():
                paid = pays_said(option, amount, language)
                said.append(say("pays.hand", label=entry_text(entry, language), pays=paid))
        elif option == "order":
            said.append(" > ".join(say(f"class.{kind}") for kind in value))
        else:
            said.append(option_said(option, value, language))
    return said


def label(made: Verdict | Grouping) -> str:
    """What a hand or a grouping is called: `Double-Ox 8`."""
    return kind_name(made.kind, made.strength, rules_language())


def outlook_said(seen: Outlook) -> str:
    """Whether a doubtful card matters, in one sentence."""
    first, *others = seen.prospects
    if seen.sturdy or not others:
        return t("Whichever card it is, the hand is {result}. Confirm the card.", result=label(first.verdict))
    return t(
        "The doubtful card decides between {first} and {second}. Choose the right one.",
        first=label(first.verdict),
        second=label(others[0].verdict),
    )


def certainty_text(seen: SeenCard) -> str:
    """How sure a card is: `99 %`, or `corrected` when a person chose it; never more sure than 99 %."""
    if seen.corrected:
        return t("corrected")
    return f"{min(99, int(seen.confidence * 100))} %"
