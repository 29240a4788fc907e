"""Cards, sums and groupings as words: the parts that every explanation is made of."""

from collections import Counter
from collections.abc import Iterable

from rules.cards import Card, Rank
from rules.kinds import PAY_LIMIT, Kind, of_key
from rules.payments import Amounts
from rules.sentences import kind_name, say
from rules.verdict import Grouping, Verdict

_COPIES = ("", "", "card.second", "card.third", "card.fourth", "card.fifth")
"""Sentence for the name of each further copy of a card."""


def card_names(cards: tuple[Card, ...], language: str = "en") -> tuple[str, ...]:
    """Names of the cards by position; further copies of a card are named as such (two decks)."""
    seen: Counter[Card] = Counter()
    names = []
    for card in cards:
        seen[card] += 1
        key = _COPIES[seen[card]]
        names.append(say(key, language, card=card.symbol) if key else card.symbol)
    return tuple(names)


def counted_names(
    cards: tuple[Card, ...], made: Grouping, language: str = "en", *, short: bool = False
) -> list[str]:
    """Names of the cards by position; one counted against its face says so: `6♠(as 3)`, short `6♠(3)`."""
    names = list(card_names(cards, language))
    for counted in made.counted(cards):
        if counted.changed:
            name = names[counted.position]
            names[counted.position] = (
                f"{name}({counted.value})"
                if short
                else say("card.counted", language, card=name, value=counted.value)
            )
    return names


def ox_text(cards: tuple[Card, ...], made: Grouping, language: str = "en", *, short: bool = False) -> str:
    """The three ox cards with their sum, or as three of a kind."""
    names = [counted_names(cards, made, language, short=short)[place] for place in made.ox]
    if made.by == "sum":
        return say("ox.sum", language, sum=" + ".join(names), total=made.total)
    if len({cards[place].rank for place in made.ox}) == 1:
        return say("ox.trips", language, cards=" ".join(names))
    return say("ox.trips_value", language, cards=" ".join(names), value=made.values[made.ox[0]])


def left_text(cards: tuple[Card, ...], made: Grouping, language: str = "en") -> str:
    """The two left cards and what they make."""
    names = [counted_names(cards, made, language)[place] for place in made.left]
    both = " ".join(names)
    if made.kind is Kind.SINGLE:
        total = made.left_total
        key = "left.single" if total >= 10 else "left.single_short"
        return say(key, language, sum=" + ".join(names), total=total, digit=made.strength)
    if made.kind is Kind.DOUBLE:
        face = Rank.of(made.strength or 1)
        natural = all(cards[place].rank == face for place in made.left)
        return say("left.double" if natural else "left.double_mixed", language, cards=both, face=face)
    if made.kind is Kind.TONKU:
        spade = any(str(cards[place]) == "AS" for place in made.left)
        return say("left.tonku" if spade else "left.tonku_any", language, cards=both)
    return say("left.void" if made.kind is Kind.NO_OX else "left.nenku", language, cards=both)


def sums_text(totals: Iterable[int], language: str = "en") -> str:
    """Possible sums: `15 or 18`."""
    return f" {say('or', language)} ".join(map(str, totals))


def pays_text(verdict: Verdict, language: str = "en") -> str:
    """What the winner with this hand receives: `pays 3×`, or with a shared suit `pays 1 × 2 suited`."""
    made = verdict.grouping
    if verdict.suited and made.base:
        key = "points" if verdict.rules.settle_by == "points" else "multiple"
        return say(f"pays.{key}_suited", language, suited=suited_text(made, language))
    return pays(verdict.rules.settle_by, made.base, language)


def entry_paid(verdict: Verdict, language: str = "en") -> str:
    """What the winner receives, with the entry of the pay table that says so."""
    scale, table = verdict.rules.settle_by, verdict.rules.table
    entry = next(key for key in table.deciding(verdict.kind, verdict.strength) if key in table)
    said = pays_text(verdict, language)
    return say("pays.entry", language, pays=said, scale=scale, entry=entry, amount=table[entry])


def suited_text(made: Grouping, language: str = "en") -> str:
    """A payment with the factor for a shared suit apart: `1 × 2 suited`."""
    return say("pays.suited", language, base=made.base, factor=made.factor)


def pays(settle_by: str, amount: object, language: str = "en") -> str:
    """An amount per stake, or in points."""
    if amount == 0:
        return say("pays.nothing", language)
    return say("pays.points" if settle_by == "points" else "pays.multiple", language, amount=amount)


def moves_text(moves: Iterable[tuple[Kind, Kind]], language: str = "en") -> str:
    """What another order of the kinds changes: `Double-Ox ranked above Ngau Tonku`."""
    said = (
        say(
            "order.above",
            language,
            high=say(f"class.{high}", language),
            low=say(f"class.{low}", language),
        )
        for high, low in moves
    )
    return join_words(said, language)


def amounts_text(amounts: Amounts, language: str = "en") -> str:
    """A range of payments: `3`, `2 to 4`, `4 or more`, `2 or less`."""
    key = "range"
    if amounts.least == amounts.most:
        key = "one"
    elif amounts.most == PAY_LIMIT:
        key = "more"
    elif amounts.least == 0:
        key = "less"
    return say(f"amounts.{key}", language, least=amounts.least, most=amounts.most)


def entry_text(entry: str, language: str = "en") -> str:
    """What an entry of a pay table pays for: `Double-Ox`, `Double-Ox 8`."""
    kind, strength = of_key(entry)
    return say(f"class.{kind}", language) if strength is None else kind_name(kind, strength, language)


def join_words(words: Iterable[str], language: str = "en") -> str:
    """Words as a list: `a, b and c`."""
    *first, last = words
    so_far = say("list.comma", language).join(first)
    return say("list.two", language, first=so_far, last=last) if first else last


def join_parts(parts: Iterable[str], language: str = "en") -> str:
    """Statements one after the other: `a; b; c`."""
    return say("list.semicolon", language).join(parts)
