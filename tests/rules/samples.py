"""Test data and Hypothesis strategies that several tests share."""

import csv
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from rules.cards import DECK, Card, Rank, Suit, parse_hand
from rules.evaluate import evaluate
from rules.hands import code_classes
from rules.house import HouseRules
from rules.options import DEFAULT_ORDER, OPTIONS, PAY_OPTIONS
from rules.verdict import Verdict

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, str]]:
    """Rows of a CSV file of test data."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def judged(hand: str, rules: str = "DEFAULT", **options: Any) -> Verdict:
    """The verdict on a hand under named rules with some options changed."""
    house = HouseRules.named(rules).with_options(**options)
    return evaluate(parse_hand(hand, house.decks), house)


def class_hand(codes: list[int]) -> tuple[Card, ...]:
    """A hand with these card codes, its suits as mixed as can be."""
    others = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
    cards = []
    for place, code in enumerate(codes):
        if code == 0:
            cards.append(Card(Rank.ACE, Suit.SPADES))
        else:
            cards.append(Card(Rank.of(code), others[place % 3 if code == 1 else place % 4]))
    return tuple(cards)


def class_hands() -> list[tuple[Card, ...]]:
    """One hand for every rank class with every choice of spade aces, 8,568; some need five decks."""
    return [class_hand(row) for row in code_classes().tolist()]


@st.composite
def houses(draw: st.DrawFn, decks: int = 1) -> HouseRules:
    """Any mix of house options."""
    options: dict[str, Any] = {"decks": decks}
    for name, option in OPTIONS.items():
        if name == "order":
            options[name] = tuple(draw(st.permutations(DEFAULT_ORDER)))
        elif name not in ("decks", *PAY_OPTIONS):
            options[name] = draw(st.sampled_from(option.values))
    keys = [*DEFAULT_ORDER, "single_0", "single_7", "double_A", "double_3", "double_K"]
    for name in PAY_OPTIONS:
        options[name] = draw(st.dictionaries(st.sampled_from(keys), st.integers(0, 9), max_size=4))
    options["suited_factor"] = draw(st.integers(1, 4))
    return HouseRules.from_options(options, "mixed")


def hands() -> st.SearchStrategy[tuple[Card, ...]]:
    """Any hand of one deck; half of them of few ranks, where special hands are."""
    few = [card for card in DECK if card.rank in ("A", "3", "4", "6", "10", "K")]
    return st.one_of(
        *(st.lists(st.sampled_from(cards), min_size=5, max_size=5, unique=True) for cards in (DECK, few))
    ).map(tuple)


GOLDEN_EQUAL = [
    (row["hand"], row["ruleset"])
    for row in rows("golden.csv")
    if (row["equal_groupings"] or "1") not in ("1", "")
]
"""Hands of the golden table with several equal groupings, and their rules."""
