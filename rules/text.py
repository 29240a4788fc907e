"""A verdict as the text that settles an argument, in the order in which tables argue."""

from rules.cards import Card
from rules.choices import Choice
from rules.house import HouseRules
from rules.kinds import WHOLE_HAND, Kind
from rules.near import near_misses
from rules.readings import CODE, tables
from rules.sentences import kind_name, option_said, say
from rules.verdict import Grouping, Verdict
from rules.wording import (
    card_names,
    counted_names,
    entry_paid,
    join_parts,
    left_text,
    ox_text,
    pays_text,
    sums_text,
)

_WIDTH = 8
_RULES_SAID = ("ten_in_five_dukes", "pair36", "single_zero", "tie")
_RULES_LIMIT = 8


def verdict_text(
    verdict: Verdict, language: str = "en", *, title: str = "", full: bool = False, rules: bool = False
) -> str:
    """The verdict with its reasons, several lines.

    Args:
        verdict: The judged hand.
        language: Language code of the catalogue.
        title: Who holds the hand; nothing if not said.
        full: Also list what seldom matters: the choices that are no ox when there is one, and the oxen of a
            hand that counts as a whole.
        rules: End with the rule set that the hand was judged by.
    """
    cards = " ".join(card_names(verdict.cards, language))
    head = f"{title}  {cards}" if title else cards
    lines = [f"{head:<32}  {kind_name(verdict.kind, verdict.strength, language)}"]
    lines += _reason_lines(verdict, language)
    if full or verdict.kind not in WHOLE_HAND:
        lines += _also_lines(verdict, language)
    lines += _not_ox_lines(verdict, language, full)
    lines += [_row("head.near", language, sentence) for sentence in near_misses(verdict, language, full=full)]
    paid = entry_paid(verdict, language) if full else pays_text(verdict, language)
    lines.append(_row("head.pays", language, paid))
    if rules:
        lines.append(_row("head.rules", language, rules_text(verdict.rules, language)))
    return "\n".join(lines)


def rules_text(house: HouseRules, language: str = "en") -> str:
    """The rule set in one line: name, id, what decides most arguments and what differs from the default."""
    keys = [*_RULES_SAID, *(key for key in house.changes() if key not in _RULES_SAID)]
    changes = house.changes()
    said = [option_said(key, changes.get(key, getattr(house, key)), language) for key in keys]
    if len(said) > _RULES_LIMIT:
        rest = len(said) - _RULES_LIMIT
        said = [*said[:_RULES_LIMIT], say("rules.more", language, count=rest)]
    return say("rules.line", language, name=house.name, id=house.id, said=join_parts(said, language))


def _row(key: str, language: str, text: str) -> str:
    return f"  {say(key, language):<{_WIDTH - 2}}{text}"


def _reason_lines(verdict: Verdict, language: str) -> list[str]:
    """Which cards, and what each 3 and 6 counts as."""
    made, cards = verdict.grouping, verdict.cards
    if made.ox:
        return [
            _row("head.ox", language, ox_text(cards, made, language)),
            _row("head.left", language, left_text(cards, made, language)),
        ]
    if made.kind is Kind.NO_OX:
        return [_row("head.none", language, say("none.void" if verdict.groupings else "none", language))]
    names = " ".join(card_names(cards, language))
    return [_row("head.whole", language, say(f"whole.{made.kind}", language, cards=names, total=made.total))]


def _also_lines(verdict: Verdict, language: str) -> list[str]:
    """Every other legal ox, the strongest first; those that differ only by a suit are said together.

    An ox of other copies of the same cards is no other ox (two decks).
    """
    best = verdict.grouping
    blocks: dict[tuple[object, ...], list[Grouping]] = {}
    seen = {_same_cards(verdict.cards, best)}
    for other in verdict.alternatives:
        if other.ox and _same_cards(verdict.cards, other) not in seen:
            seen.add(_same_cards(verdict.cards, other))
            ranks = (_ranks(verdict.cards, other.ox), _ranks(verdict.cards, other.left))
            blocks.setdefault((*ranks, other.label, other.multiple), []).append(other)
    lines: list[str] = []
    for first, *rest in blocks.values():
        equal = (first.score, first.multiple) == (best.score, best.multiple)
        key = "head.equal" if equal else "head.stronger_unpaid" if first.score > best.score else "head.weaker"
        head = f"  {say(key, language)}"
        if head not in lines:
            lines.append(head)
        lines.append(" " * _WIDTH + _also(verdict, first, language))
        lines += [" " * _WIDTH + _same(verdict, first, other, language) for other in rest]
    return lines


def _also(verdict: Verdict, other: Grouping, language: str) -> str:
    names = counted_names(verdict.cards, other, language)
    left = left_text(verdict.cards, other, language)
    if other.kind is Kind.SINGLE:
        left = f"{' '.join(names[place] for place in other.left)} -> {other.strength}"
    text = say("also", language, ox=ox_text(verdict.cards, other, language), left=left)
    return f"{text}  ({kind_name(other.kind, other.strength, language)})"


def _same(verdict: Verdict, first: Grouping, other: Grouping, language: str) -> str:
    """The other arrangement as the first one with cards of the same rank exchanged."""
    names = card_names(verdict.cards, language)
    new = [names[place] for place in other.ox if place not in first.ox]
    old = [names[place] for place in first.ox if place not in other.ox]
    return say("also.same", language, other=" ".join(new), card=" ".join(old))


def _same_cards(cards: tuple[Card, ...], made: Grouping) -> tuple[str, ...]:
    """The cards of an ox, without saying which copy."""
    return tuple(sorted(str(cards[place]) for place in made.ox))


def _ranks(cards: tuple[Card, ...], positions: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(sorted(cards[place].rank for place in positions))


def _not_ox_lines(verdict: Verdict, language: str, full: bool) -> list[str]:
    failed = [choice for choice in verdict.all_choices if choice.by == "none"]
    if verdict.kind is not Kind.NO_OX and not full:
        return [f"  {say('head.not_ox_count', language, count=len(failed))}"] if failed and verdict.ox else []
    if not failed:
        return []
    return [
        f"  {say('head.not_ox', language)}",
        *(" " * _WIDTH + failed_text(verdict, choice, language) for choice in failed),
    ]


def failed_text(verdict: Verdict, choice: Choice, language: str = "en") -> str:
    """Three cards that are no ox, with every sum that they can make: `8♥ + 4♥ + 3♣(3/6) = 15 or 18`."""
    totals = sums_text(choice.totals, language)
    return say("failed", language, sum=failed_sum(verdict, choice, language), totals=totals)


def failed_sum(verdict: Verdict, choice: Choice, language: str = "en") -> str:
    """Three cards as an addition, each card that may count two ways with both: `8♥ + 4♥ + 3♣(3/6)`."""
    names = list(card_names(verdict.cards, language))
    for place in choice.positions:
        values = sorted(tables(verdict.rules).values(CODE[verdict.cards[place]], in_ox=True))
        if len(values) == 2:
            names[place] = say("card.flexible", language, card=names[place], one=values[0], other=values[1])
    return " + ".join(names[place] for place in choice.positions)
