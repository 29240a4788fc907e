"""The worked examples of the two seed texts, in their order, with the misprints of their pictures named.

The English page gives cards; the other text lost all its pictures, so that it gives only points. Where a
picture contradicts the text beside it, the text is followed, and the picture is judged as the cards it shows.
"""

import pytest

from rules.cards import parse_hand
from rules.errors import HandError
from rules.evaluate import evaluate
from rules.house import HouseRules
from tests.rules.samples import judged


@pytest.mark.parametrize(
    ("hand", "label"),
    [
        ("3D 4C 3S AS 2C", "Five Small"),
        ("KD 4C 3S AS QC", "Ngau Tonku"),
        ("KD 4C 3S AD QC", "Single-Ox 1"),
        ("KD 4C 3S 8D 8C", "Double-Ox 8"),
        ("KD 4C 3S 8D 5D", "Single-Ox 3"),
        ("4D 4C 3S 8D 5D", "No Ox"),
    ],
    ids=["five-small", "tonku", "nenku", "double", "single", "no-ox"],
)
def test_power_table(hand: str, label: str) -> None:
    assert judged(hand).label == label


def test_power_table_five_dukes_row_shows_a_ten() -> None:
    """Picture bug: by its own definition (J, Q, K) the row's cards are a Double-Ox; they need 10 as duke."""
    assert judged("KD JH 10S JD QC").label == "Double-Ox J"
    assert judged("KD JH 10S JD QC", ten_in_five_dukes=True).label == "Five Dukes"


@pytest.mark.parametrize(
    ("ox", "label"),
    [("3C 6S 8H", "Single-Ox 2"), ("3C 6S 4H", "Double-Ox 8"), ("8H 4H 8C", "Single-Ox 9")],
)
def test_example_one(ox: str, label: str) -> None:
    verdict = judged("3C 6S 8H 4H 8C")
    oxen = ((made.ox, made.label) for made in verdict.groupings)
    labels = {" ".join(str(verdict.cards[place]) for place in places): found for places, found in oxen}
    assert labels[ox] == label


def test_example_one_order_of_strength() -> None:
    """The strongest is Double-Ox 8, then Single-Ox 9, then Single-Ox 2."""
    labels = [made.label for made in judged("3C 6S 8H 4H 8C").groupings]
    assert list(dict.fromkeys(labels)) == ["Double-Ox 8", "Single-Ox 9", "Single-Ox 2"]


def test_example_one_counts_three_and_six_once_each() -> None:
    """Left 3 and 6 could also be 3+3 or 6+6, but both are lower than 9."""
    verdict = judged("3C 6S 8H 4H 8C")
    made = next(made for made in verdict.groupings if made.label == "Single-Ox 9")
    assert [counted.value for counted in made.counted(verdict.cards)] == [3, 6]


@pytest.mark.parametrize(
    ("hand", "label"),
    [
        ("10C 9S 8H 4H 4C", "No Ox"),
        ("10C 9S AH 7H 4C", "Single-Ox 1"),
        ("10C 9S AH 2H 10D", "Single-Ox 2"),
        ("JC 8S 2H 8H 5C", "Single-Ox 3"),
        ("10C 10S 10H 9H 5C", "Single-Ox 4"),
        ("KC 8S 2H 9H 6C", "Single-Ox 5"),
        ("10C 6S 4H 9H 7C", "Single-Ox 6"),
        ("KC QS JH 7H AC", "Single-Ox 8"),
        ("7C AS 2H 3H 6C", "Single-Ox 9"),
        ("KC QS 10H 9H AC", "Single-Ox 0"),
        ("6C 4S JH 9H 9C", "Double-Ox 9"),
    ],
)
def test_increasing_strength(hand: str, label: str) -> None:
    assert judged(hand).label == label


def test_strengths_increase_as_listed() -> None:
    hands = [
        "10C 9S 8H 4H 4C", "10C 9S AH 7H 4C", "10C 9S AH 2H 10D", "JC 8S 2H 8H 5C", "10C 10S 10H 9H 5C",
        "KC 8S 2H 9H 6C", "10C 6S 4H 9H 7C", "KC QS JH 7H AC", "7C AS 2H 3H 6C", "KC QS 10H 9H AC",
        "6C 4S JH 9H 9C", "KC QS JH JD KD",
    ]  # fmt: skip
    scores = [judged(hand).score for hand in hands]
    assert scores == sorted(scores)
    assert len(set(scores)) == len(scores)


def test_row_single_ox_one_shows_an_eight() -> None:
    """Picture bug: an eight of hearts stands where the text beside it has an ace."""
    assert judged("10C 9S 8H 7H 4C").label == "Single-Ox 8"


def test_row_single_ox_two_shows_an_eight_and_a_card_twice() -> None:
    """Picture bug: the same eight, and the ten of clubs twice; impossible with one deck."""
    with pytest.raises(HandError, match="10♣ appears 2 times"):
        parse_hand("10C 9S 8H 2H 10C")
    assert judged("10C 9S 8H 2H 10C", "TWO_DECK").label == "Single-Ox 9"


def test_row_single_ox_seven_is_not_the_best_of_its_cards() -> None:
    """The row's own note: with the 3 as 6 it is Single-Ox 0, the strongest."""
    verdict = judged("KC 7S 3H JH 7C")
    assert verdict.label == "Single-Ox 0"
    assert "Single-Ox 7" in {made.label for made in verdict.groupings}
    assert judged("KC 7S 3H JH 7C", single_zero="low").label == "Single-Ox 7"


def test_row_five_dukes_repeats_double_ox_nine() -> None:
    """Picture bug: the cards are copied from the row above; the points beside them are five tens."""
    assert judged("6C 4S JH 9H 9C").label == "Double-Ox 9"


@pytest.mark.parametrize(
    ("hand", "weaker"),
    [
        ("KC 8S 2H 9H 6C", "Single-Ox 2"),
        ("10C 6S 4H 9H 7C", "Single-Ox 3"),
    ],
)
def test_weaker_ways_of_the_notes(hand: str, weaker: str) -> None:
    assert weaker in {made.label for made in judged(hand).groupings}


def test_ways_that_the_notes_miss() -> None:
    assert judged("7C AS 2H 3H 6C").equal_groupings == 2
    assert judged("10C 6S 4H 9H 7C").equal_groupings == 2


def test_house_rules_of_the_notes() -> None:
    assert judged("7C AS 2H 3H 6C", pair36="mixed").label == "Double-Ox 6"
    assert judged("6C 4S JH 9H 9C", flex36="forced_swap").label == "No Ox"


def test_hierarchy() -> None:
    """The list from Five Dukes down to Ox of 1; Double-Ox 10 keeps its place even where a 10 is a duke."""
    house = HouseRules(ten_in_five_dukes=True, ten_in_tonku=True)
    ranks = ("K", "Q", "J", "10", "9")
    pairs = [evaluate(parse_hand(f"{rank}C {rank}D 7H 7S 6C"), house).label for rank in ranks]
    assert pairs == ["Double-Ox K", "Double-Ox Q", "Double-Ox J", "Double-Ox 10", "Double-Ox 9"]
    order = ["KC QS JH JD KD", "KD 4C 3S AS QC", "KC KD 7H 7S 6C", "10C 10D 7H 7S 6C", "9C 9D 7H 7S 6C",
             "AC AD 7H 7S 6C", "7C AS 2H 3H 6C", "10C 9S AH 7H 4C"]  # fmt: skip
    scores = [judged(hand).score for hand in order]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("hand", "multiple", "points"),
    [
        ("KC QS JH JD KD", 7, 10),
        ("KD 4C 3S AS QC", 5, 5),
        ("KD 4C 3S 8D 8C", 3, 2),
        ("KD 4C 3S 8D 5D", 1, 1),
        ("4D 4C 3S 8D 5D", 0, 0),
    ],
)
def test_payout_and_scoring_lists(hand: str, multiple: int, points: int) -> None:
    assert (judged(hand).multiple, judged(hand).points) == (multiple, points)
    assert judged(hand, settle_by="points").multiple == points
