"""Near misses: hands that almost are something, and the rule or card that stands in the way."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from rules.cards import Rank
from rules.kinds import Kind, of_key
from rules.sentences import kind_name, option_said, say
from rules.verdict import Verdict
from rules.whatif import Change, would_change
from rules.wording import amounts_text, card_names, entry_text, join_words, moves_text, pays

_DUKES = (Rank.JACK, Rank.QUEEN, Rank.KING)
_SMALL = (Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR)
_RULES_SAID = (
    "ten_in_five_dukes",
    "ten_in_tonku",
    "pair36",
    "single_zero",
    "trips",
    "tonku",
    "nenku",
    "five_small_max_sum",
    "five_small_six",
)
"""Options over which tables differ most, so that a hand that they change says so."""


_ORDER_SAID = frozenset(Kind) - {Kind.SINGLE, Kind.NO_OX}
"""Kinds over whose order tables differ; that a Single-Ox is the lowest ox is beyond dispute."""


def near_misses(verdict: Verdict, language: str = "en", *, full: bool = False) -> list[str]:
    """Sentences on what the hand almost is, and on house rules that would make it something else.

    Args:
        verdict: The judged hand.
        language: Language code of the catalogue.
        full: Also the rules that hardly a table has otherwise.
    """
    return [
        *_dukes(verdict, language),
        *_small(verdict, language),
        *_tonku(verdict, language),
        *_pairs(verdict, language),
        *_triples(verdict, language),
        *_other_rules(verdict, language, full),
    ]


def _dukes(verdict: Verdict, language: str) -> list[str]:
    """Five tens and faces that are not Five Dukes, since a 10 is no duke (X05)."""
    if verdict.kind is Kind.FIVE_DUKES or any(card.rank not in (*_DUKES, Rank.TEN) for card in verdict.cards):
        return []
    if not verdict.rules.five_dukes:
        return [say("near.dukes_off", language)]
    tens = [name for name, rank in _named(verdict, language) if rank is Rank.TEN]
    if not tens or verdict.rules.ten_in_five_dukes:
        return []
    return [say("near.dukes", language, cards=join_words(tens, language))]


def _small(verdict: Verdict, language: str) -> list[str]:
    """Five small cards, or four and one, that are not Five Small (C18, X10)."""
    rules = verdict.rules
    big = [(name, rank) for name, rank in _named(verdict, language) if rank not in _SMALL]
    if verdict.kind is Kind.FIVE_SMALL or len(big) > 1:
        return []
    if big and not (big[0][1] == Rank.SIX and rules.five_small_six):
        key = "near.small_six" if big[0][1] == Rank.SIX else "near.small_card"
        return [say(key, language, card=big[0][0])] if rules.five_small else []
    if not rules.five_small:
        return [say("near.small_off", language)]
    total = sum(3 if card.rank is Rank.SIX else card.rank.number for card in verdict.cards)
    limit = rules.five_small_max_sum
    if limit is None or total <= limit:
        return []
    return [say("near.small_sum", language, total=total, limit=limit)]


def _tonku(verdict: Verdict, language: str) -> list[str]:
    """The ace of spades and a duke that are not left together, or another ace with a duke (C19, C20)."""
    rules, cards = verdict.rules, verdict.cards
    if verdict.kind in (Kind.TONKU, Kind.FIVE_SMALL) or rules.tonku == "off":
        return []
    names = card_names(cards, language)
    dukes = (*_DUKES, Rank.TEN) if rules.ten_in_tonku else _DUKES
    spades = [place for place, card in enumerate(cards) if str(card) == "AS"]
    faces = [place for place, card in enumerate(cards) if card.rank in dukes]
    if spades and faces:
        ace, duke = names[spades[0]], names[faces[0]]
        here = _here([ace, *(names[place] for place in faces)], language)
        legal = [made for made in verdict.groupings if made.ox]
        if any(made.kind is Kind.TONKU for made in legal):
            return [say("near.tonku_better", language, ace=ace, duke=duke, label=_label(verdict, language))]
        if not legal:
            return [say("near.tonku_no_ox", language, here=here)]
        if all(set(spades) <= set(made.ox) for made in legal):
            key = "near.tonku_needed" if len(legal) == 1 else "near.tonku_needed_all"
            return [say(key, language, here=here, ace=ace)]
        return [say("near.tonku_apart", language, here=here)]
    return _left_ace(verdict, language)


def _left_ace(verdict: Verdict, language: str) -> list[str]:
    """An ace left with a ten-card that is not Ngau Tonku."""
    left = sorted(verdict.left, key=lambda place: verdict.cards[place].rank.number)
    if len(left) != 2 or verdict.cards[left[0]].rank is not Rank.ACE:
        return []
    names = card_names(verdict.cards, language)
    ace, other = names[left[0]], names[left[1]]
    if verdict.cards[left[1]].rank in _DUKES:
        return [say("near.nenku", language, ace=ace, duke=other)]
    if verdict.cards[left[1]].rank is Rank.TEN and str(verdict.cards[left[0]]) == "AS":
        return [say("near.nenku_ten", language, ace=ace, duke=other)]
    return []


def _pairs(verdict: Verdict, language: str) -> list[str]:
    """The highest pair in the hand when no ox leaves it."""
    if verdict.kind not in (Kind.SINGLE, Kind.NO_OX) or not verdict.rules.double_ox:
        return []
    counts = Counter(card.rank for card in verdict.cards)
    twice = [rank for rank, copies in counts.items() if copies >= 2]
    if not twice:
        return []
    face = max(twice, key=lambda rank: rank.number)
    if any(made.kind is Kind.DOUBLE and made.strength == face.number for made in verdict.groupings):
        return []
    cards = [name for name, rank in _named(verdict, language) if rank == face]
    if not verdict.groupings:
        return [say("near.pair_no_ox", language, cards=join_words(cards[:2], language), face=face)]
    return [say("near.pair", language, here=_here(cards, language), face=face)]


def _triples(verdict: Verdict, language: str) -> list[str]:
    """Three of a kind, or cards of one value, that are no ox at this table (C11, X08)."""
    said = []
    rules = verdict.rules
    for three in combinations(_named(verdict, language), 3):
        ranks = {rank for _, rank in three}
        names = join_words((name for name, _ in three), language)
        if len(ranks) == 1 and rules.trips == "off" and not _is_sum(verdict, three[0][1]):
            said.append(say("near.trips_off", language, cards=names))
        if ranks == {Rank.THREE, Rank.SIX} and rules.trips == "rank" and rules.flex36 in ("both", "ox_only"):
            said.append(say("near.trips_value", language, cards=names, value=3))
    most = max(Counter(card.rank for card in verdict.cards).values())
    if most >= 4 and not rules.bomb:
        said.append(say("near.bomb_off", language))
    return said[:2]


def _is_sum(verdict: Verdict, rank: Rank) -> bool:
    return min(rank.number, 10) == 10 and bool(verdict.groupings)


def is_arguable(moves: Iterable[tuple[Kind, Kind]]) -> bool:
    """Whether tables differ over an order of kinds."""
    return all(_ORDER_SAID.issuperset(move) for move in moves)


def _other_rules(verdict: Verdict, language: str, full: bool) -> list[str]:
    said: dict[tuple[str, str], str] = {}
    for change in would_change(verdict):
        label = kind_name(change.kind, change.strength, language)
        text = ""
        if change.option == "order":
            text = _order(verdict, change, language) if full or is_arguable(change.moves) else ""
        elif change.amounts:
            text = _paid(verdict, change, language) if change.label != verdict.label else ""
        elif change.option in _RULES_SAID or full:
            text = _rule(verdict, change, language)
        if text:
            # Two values of an option that come to the same are one sentence: the nearer value.
            # So are an entry of the pay table for a kind and that for one strength of it.
            what = change.option if change.amounts is None else str(of_key(change.amounts.entry)[0])
            said.setdefault((what, label), text)
    return list(said.values())


def _rule(verdict: Verdict, change: Change, language: str) -> str:
    """A change of one of the options that has a few values."""
    here = option_said(change.option, getattr(verdict.rules, change.option), language)
    other = option_said(change.option, change.value, language)
    label = kind_name(change.kind, change.strength, language)
    if change.changes:
        scale = change.value if change.option == "settle_by" else verdict.rules.settle_by
        paid = pays(scale, change.multiple, language)
        return say("near.rule", language, other=other, here=here, label=label, pays=paid)
    return say("near.standing", language, other=other, label=label) if change.option == "single_zero" else ""


def _order(verdict: Verdict, change: Change, language: str) -> str:
    return say(
        "near.order",
        language,
        moves=moves_text(change.moves, language),
        label=kind_name(change.kind, change.strength, language),
        pays=pays(verdict.rules.settle_by, change.multiple, language),
    )


def _paid(verdict: Verdict, change: Change, language: str) -> str:
    assert change.amounts is not None
    return say(
        "near.paid",
        language,
        amounts=amounts_text(change.amounts, language),
        entry=entry_text(change.amounts.entry, language),
        here=verdict.rules.table.pay_of(change.amounts.entry),
        label=kind_name(change.kind, change.strength, language),
        pays=pays(verdict.rules.settle_by, change.multiple, language),
    )


def _here(names: list[str], language: str) -> str:
    key = "near.both" if len(names) == 2 else "near.all"
    return say(key, language, cards=join_words(names, language))


def _label(verdict: Verdict, language: str) -> str:
    return kind_name(verdict.kind, verdict.strength, language)


def _named(verdict: Verdict, language: str) -> list[tuple[str, Rank]]:
    names = card_names(verdict.cards, language)
    return [(name, card.rank) for name, card in zip(names, verdict.cards, strict=True)]
