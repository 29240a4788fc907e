"""A slow, obvious evaluator: every split, every reading of every 3 and 6, straight from the rules text.

It shares nothing with the fast one but the cards and the option values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from rules.cards import Card
from rules.house import HouseRules

DUKES = {"J", "Q", "K"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NUMBER = {text: place for place, text in enumerate(RANKS, start=1)}


@dataclass(frozen=True)
class Way:
    """One way to count a hand; `ox` is empty for kinds of the whole hand."""

    ox: tuple[int, ...]
    kind: str
    strength: int | None
    rank: tuple[int, int]
    pays: int


def all_ways(hand: Sequence[Card], rules: HouseRules) -> list[Way]:
    """Every way to count the hand that the rules allow; none for a hand without an ox."""
    return [
        Way(
            ox,
            kind,
            strength,
            rank(kind, strength, rules),
            pay(kind, strength, rules, suited=bool(ox) and shares_suit(hand, ox, others(ox), rules)),
        )
        for ox, kind, strength in counted(hand, rules)
    ]


def counted(hand: Sequence[Card], rules: HouseRules) -> list[tuple[tuple[int, ...], str, int | None]]:
    """Ox, kind and strength of every way to count the hand; of its suits only spade aces matter to them."""
    found: list[tuple[tuple[int, ...], str, int | None]] = [
        ((), kind, strength) for kind, strength in whole_hand(hand, rules)
    ]
    for ox in combinations(range(5), 3):
        if is_ox(tuple(str(hand[place].rank) for place in ox), rules):
            one, two = others(ox)
            found += [(ox, kind, strength) for kind, strength in left_results(hand[one], hand[two], rules)]
    return found


def others(ox: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(place for place in range(5) if place not in ox)


def best_ways(hand: Sequence[Card], rules: HouseRules) -> list[Way]:
    """All ways that a player may choose as the best."""
    ways = all_ways(hand, rules)
    if not ways:
        return [Way((), "no_ox", None, rank("no_ox", None, rules), pay("no_ox", None, rules, suited=False))]
    top = max(preference(way, rules) for way in ways)
    return [way for way in ways if preference(way, rules) == top]


def preference(way: Way, rules: HouseRules) -> tuple[object, ...]:
    """What a player looks at first and second (C15, X23)."""
    return (way.pays, way.rank) if rules.choose_by == "payout" else (way.rank, way.pays)


def whole_hand(hand: Sequence[Card], rules: HouseRules) -> list[tuple[str, int | None]]:
    texts = [str(card.rank) for card in hand]
    found: list[tuple[str, int | None]] = []
    dukes = DUKES | {"10"} if rules.ten_in_five_dukes else DUKES
    if rules.five_dukes and all(text in dukes for text in texts):
        found.append(("five_dukes", None))
    small = {"A": 1, "2": 2, "3": 3, "4": 4, **({"6": 3} if rules.five_small_six else {})}
    if rules.five_small and all(text in small for text in texts):
        total = sum(small[text] for text in texts)
        if rules.five_small_max_sum is None or total <= rules.five_small_max_sum:
            found.append(("five_small", None))
    if rules.bomb:
        found += [("bomb", NUMBER[text]) for text in set(texts) if texts.count(text) >= 4]
    return found


@cache
def is_ox(ranks: tuple[str, ...], rules: HouseRules) -> bool:
    if len(set(ranks)) == 1 and rules.trips != "off":
        return True
    for reading in product(*(points(text, rules, in_ox=True) for text in ranks)):
        if sum(reading) % 10 == 0:
            return True
        if rules.trips == "value" and len(set(reading)) == 1:
            return True
    return False


def points(text: str, rules: HouseRules, *, in_ox: bool) -> list[int]:
    if text in ("3", "6"):
        face, other = (3, 6) if text == "3" else (6, 3)
        if rules.flex36 == "forced_swap":
            return [other]
        if rules.flex36 == "both" or (rules.flex36 == "ox_only" and in_ox):
            return [3, 6]
        return [face]
    if text == "A":
        return [1]
    return [10] if text in ("10", "J", "Q", "K") else [int(text)]


def left_results(one: Card, two: Card, rules: HouseRules) -> list[tuple[str, int | None]]:
    texts = sorted([str(one.rank), str(two.rank)])
    dukes = DUKES | {"10"} if rules.ten_in_tonku else DUKES
    aces = [card for card in (one, two) if card.rank == "A"]
    if len(aces) == 1 and any(text in dukes for text in texts):
        spade = aces[0].suit == "S"
        if rules.tonku == "any_ace" or (rules.tonku == "spade" and spade):
            return [("tonku", None)]
        if rules.nenku != "single":
            return [("nenku" if rules.nenku == "special" else "no_ox", None)]
    results: list[tuple[str, int | None]] = []
    if rules.double_ox and texts[0] == texts[1]:
        results.append(("double", NUMBER[texts[0]]))
        if texts[0] == "3" and rules.pair36 == "full":
            results.append(("double", 6))
        return results
    if rules.double_ox and texts == ["3", "6"] and rules.pair36 != "off":
        results.append(("double", 6))
    readings = product(*(points(str(card.rank), rules, in_ox=False) for card in (one, two)))
    return results + [("single", sum(reading) % 10) for reading in readings]


def rank(kind: str, strength: int | None, rules: HouseRules) -> tuple[int, int]:
    """Higher is better: place of the kind in the order, then the finer rank."""
    level = len(rules.order) - rules.order.index(kind)
    if kind == "single":
        zero = 10 if rules.single_zero == "high" else 0
        return level, zero if strength == 0 else int(strength or 0)
    if kind == "double":
        if rules.double_compare == "equal":
            return level, 0
        return level, 14 if strength == 1 and rules.double_ace == "high" else int(strength or 0)
    return level, int(strength or 0)


def pay(kind: str, strength: int | None, rules: HouseRules, *, suited: bool) -> int:
    scale = dict(rules.multiples if rules.settle_by == "multiples" else rules.points)
    faces = {number: text for text, number in NUMBER.items()}
    key = {"single": f"single_{strength}", "double": f"double_{faces.get(strength or 0)}"}.get(kind, kind)
    base = scale.get(key, scale[kind])
    counts = kind == "single" or (rules.suited_kinds == "any_ox" and kind in ("tonku", "nenku", "double"))
    return base * rules.suited_factor if suited and counts else base


def shares_suit(hand: Sequence[Card], ox: tuple[int, ...], left: tuple[int, ...], rules: HouseRules) -> bool:
    places = {"off": None, "strength": left, "ox": ox, "all5": (0, 1, 2, 3, 4)}[rules.suited]
    return places is not None and len({hand[place].suit for place in places}) == 1
