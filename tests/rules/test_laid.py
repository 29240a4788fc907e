"""Judging the arrangement that a player laid down."""

from typing import Any

import pytest

from rules.cards import parse_cards, parse_hand
from rules.errors import HandError
from rules.evaluate import evaluate
from rules.explain import verdict_from_json, verdict_json
from rules.house import HouseRules
from rules.laid import judge_laid, laid_json, laid_text
from rules.whatif import would_change
from tests.rules.samples import GOLDEN_EQUAL

EXAMPLE = "3C 6S 8H 4H 8C"


@pytest.mark.parametrize(
    ("hand", "ox", "options", "standing", "counts", "text"),
    [
        (EXAMPLE, "3C 6S 4H", {}, "best", "Double-Ox 8",
         "3♣ + 6♠(as 3) + 4♥ = 10: this is the best arrangement, Double-Ox 8."),
        (EXAMPLE, "8C 4H 8H", {}, "weaker", "Double-Ox 8",
         "8♥ + 4♥ + 8♣ = 20: legal, Single-Ox 9, but weaker than 3♣ + 6♠(as 3) + 4♥ = 10, Double-Ox 8. "
         "Cards speak at this table: the best arrangement counts."),
        (EXAMPLE, "8C 4H 8H", {"cards_speak": "as_laid"}, "weaker", "Single-Ox 9",
         "8♥ + 4♥ + 8♣ = 20: legal, Single-Ox 9, but weaker than 3♣ + 6♠(as 3) + 4♥ = 10, Double-Ox 8. "
         "At this table the arrangement counts as it was laid down."),
        (EXAMPLE, "8H 4H 3C", {}, "not_ox", "Double-Ox 8",
         "Not an ox: 3♣(3/6) + 8♥ + 4♥ = 15 or 18. Cards speak at this table: the best arrangement counts."),
        (EXAMPLE, "8H 4H 3C", {"cards_speak": "as_laid"}, "not_ox", "No Ox",
         "Not an ox: 3♣(3/6) + 8♥ + 4♥ = 15 or 18. "
         "At this table the arrangement counts as it was laid down."),
        ("KC QS 10H 9H AC", "9H AC QS", {}, "equal", "Single-Ox 0",
         "Q♠ + 9♥ + A♣ = 20: legal, and as good as any other, Single-Ox 0."),
        ("3D 4C 3S AS 2C", "3D 4C 3S", {"cards_speak": "as_laid"}, "whole_hand", "Five Small",
         "3♦ 4♣ 3♠: any arrangement is right, since all five cards count: Five Small."),
        ("5H 5D 7H 10S 5C", "5H 5D 5C", {"suited": "strength", "choose_by": "payout"}, "unpaid",
         "Single-Ox 2",
         "5♥ 5♦ 5♣: three of a kind: legal, Single-Ox 7, "
         "but it pays less than 5♦ + 10♠ + 5♣ = 20, Single-Ox 2. "
         "Cards speak at this table: the best arrangement counts."),
    ],
    ids=["best", "weaker", "weaker-as-laid", "not-ox", "not-ox-as-laid", "equal", "whole", "unpaid"],
)  # fmt: skip
def test_laid(hand: str, ox: str, options: dict[str, str], standing: str, counts: str, text: str) -> None:
    laid = judge_laid(parse_hand(hand), parse_cards(ox), HouseRules().with_options(**options))
    assert laid.standing == standing
    assert laid.verdict.label == counts
    said = laid_text(laid)
    assert said == text
    assert laid_json(laid)["text"] == said
    assert laid_json(laid)["best"] == laid.best.label


@pytest.mark.parametrize(
    ("ox", "said"),
    [
        ("8H 4H", "exactly 3 cards, but 2 were given"),
        ("8H 4H 3C 6S", "exactly 3 cards, but 4 were given"),
        ("8H 4H 9C", "9♣ was laid down, but 3♣ 6♠ 8♥ 4♥ 8♣ has no such card left"),
        ("8H 8H 4H", "8♥ was laid down"),
    ],
)
def test_not_three_cards_of_the_hand(ox: str, said: str) -> None:
    with pytest.raises(HandError, match=said):
        judge_laid(parse_hand(EXAMPLE), parse_cards(ox), HouseRules())


@pytest.mark.parametrize(("hand", "name"), GOLDEN_EQUAL)
def test_every_equal_grouping_is_accepted(hand: str, name: str) -> None:
    house = HouseRules.named(name)
    cards = parse_hand(hand, house.decks)
    verdict = evaluate(cards, house)
    if not verdict.ox:
        return
    accepted = [
        made
        for made in verdict.groupings
        if judge_laid(cards, [cards[place] for place in made.ox], house).standing in ("best", "equal")
    ]
    assert len(accepted) == verdict.equal_groupings > 1


def test_laid_answer_is_read_back_with_its_arrangement() -> None:
    laid = judge_laid(parse_hand(EXAMPLE), parse_cards("8C 4H 8H"), HouseRules(cards_speak="as_laid"))
    stored = verdict_json(laid.verdict)
    assert stored["laid"] == {"cards": ["8H", "4H", "8C"], "positions": [2, 3, 4]}
    assert verdict_from_json(stored) == laid.verdict


@pytest.mark.parametrize(
    ("now", "other", "label"), [(True, "as_laid", "Single-Ox 9"), ("as_laid", True, "Double-Ox 8")]
)
def test_whether_cards_speak_would_change_what_was_laid(now: Any, other: Any, label: str) -> None:
    laid = judge_laid(parse_hand(EXAMPLE), parse_cards("8C 4H 8H"), HouseRules(cards_speak=now))
    (change,) = [one for one in would_change(laid.verdict) if one.option == "cards_speak"]
    assert (change.value, change.label, change.changes) == (other, label, True)
    best = evaluate(parse_hand(EXAMPLE), HouseRules(cards_speak=now))
    assert all(one.option != "cards_speak" for one in would_change(best))
