"""The search for the best ox of five cards under any house rules."""

from collections.abc import Sequence

from rules.cards import Card, check_hand
from rules.choices import SPLITS
from rules.house import HouseRules
from rules.kinds import WHOLE_HAND, Kind
from rules.readings import CODE, Tables, tables
from rules.verdict import Grouping, Reading, Verdict

_DEFAULT = HouseRules()


def evaluate(hand: Sequence[Card], house: HouseRules = _DEFAULT, laid: tuple[int, ...] = ()) -> Verdict:
    """Judge a hand: the best arrangement counts (C15), or the one laid down if the rules say so (X21).

    Of equal arrangements the one shown is by sum before by triple, then with the fewest changed 3s and 6s,
    then the one with the earliest cards; any equal one is as good.

    Args:
        hand: Five cards, in any order.
        house: The table's rules.
        laid: Positions of the three cards laid down as the ox, ascending; empty if none were. They matter
            only with `cards_speak = as_laid`, and not for kinds of the whole hand.

    Raises:
        HandError: there are not five cards, or one appears more often than the rules have decks.

    >>> from rules.cards import parse_hand
    >>> evaluate(parse_hand("3C 6S 8H 4H 8C")).label
    'Double-Ox 8'
    """
    cards = check_hand(tuple(hand), house.decks)
    found = groupings(cards, house)
    best = found[0] if found else no_ox(house)
    if laid and house.cards_speak == "as_laid" and best.kind not in WHOLE_HAND:
        best = next((made for made in found if made.ox == laid), no_ox(house))
    equal = sum(1 for other in found if other.score == best.score and other.multiple == best.multiple) or 1
    if best.kind is Kind.NO_OX:
        # A void Nenku is legal but worth nothing, so that no ox is shown (X04).
        best = no_ox(house)
    return Verdict(cards, house, best, equal, found, laid)


def groupings(cards: tuple[Card, ...], house: HouseRules) -> tuple[Grouping, ...]:
    """Every legal arrangement of five cards, the best first; empty if there is no ox."""
    known = tables(house)
    codes = tuple(CODE[card] for card in cards)
    found = [_whole(known, codes, kind, strength) for kind, strength in known.whole(codes)]
    for a, b, c, d, e in SPLITS:
        ox = known.ox(codes[a], codes[b], codes[c])
        if ox is None:
            continue
        suited = house.suited != "off" and _shared_suit(cards, house, (a, b, c, d, e))
        left = known.left(codes[d], codes[e], suited)
        values = [0] * 5
        values[a], values[b], values[c] = ox.values
        values[d], values[e] = left.values
        found.append(
            Grouping(
                (a, b, c),
                (d, e),
                ox.by,
                tuple(values),
                ox.total,
                left.kind,
                left.strength,
                left.score,
                house.points.pay(left.kind, left.strength),
                left.base,
                left.factor,
                ox.changes + left.changes,
            )
        )
    if len(found) > 1:
        found.sort(key=_by_payout if known.by_payout else _by_strength, reverse=True)
    return tuple(found)


def readings(cards: tuple[Card, ...], house: HouseRules) -> frozenset[Reading]:
    """Everything that the hand can be read as, chosen or not; No Ox is always among it."""
    known = tables(house)
    codes = tuple(CODE[card] for card in cards)
    found = {
        Reading(kind, strength, known.score(kind, strength), house.table.pay(kind, strength))
        for kind, strength in [*known.whole(codes), (Kind.NO_OX, None)]
    }
    for split in SPLITS:
        a, b, c, d, e = split
        if known.ox(codes[a], codes[b], codes[c]) is not None:
            suited = house.suited != "off" and _shared_suit(cards, house, split)
            found |= {
                Reading(left.kind, left.strength, left.score, left.base, left.factor)
                for left in known.lefts(codes[d], codes[e], suited)
            }
    return frozenset(found)


def no_ox(house: HouseRules) -> Grouping:
    """The arrangement of a hand that has no ox (C25)."""
    return _whole(tables(house), (), Kind.NO_OX, None)


def _whole(known: Tables, codes: tuple[int, ...], kind: Kind, strength: int | None) -> Grouping:
    total = sum(known.values(code, in_ox=True)[0] for code in codes)
    return Grouping(
        (),
        (),
        "whole_hand" if kind in WHOLE_HAND else "none",
        (),
        total,
        kind,
        strength,
        known.score(kind, strength),
        known.house.points.pay(kind, strength),
        known.house.table.pay(kind, strength),
        1,
        0,
    )


def _shared_suit(cards: tuple[Card, ...], house: HouseRules, split: tuple[int, ...]) -> bool:
    """Whether the cards named by the option `suited` share a suit in this split (X11)."""
    places = {"strength": split[3:], "ox": split[:3], "all5": split}[house.suited]
    return len({cards[place].suit for place in places}) == 1


def _by_strength(made: Grouping) -> tuple[int, ...]:
    return made.score, made.base * made.factor, *_display(made)


def _by_payout(made: Grouping) -> tuple[int, ...]:
    return made.base * made.factor, made.score, *_display(made)


def _display(made: Grouping) -> tuple[int, ...]:
    """Order of equal arrangements; only a matter of what is shown.

    The face comes before the cards' places, so that where all pairs are equal the order of the cards does not
    change the label.
    """
    earliest = (-place for place in made.ox)
    return made.by == "sum", -made.changes, made.strength or 0, *earliest
