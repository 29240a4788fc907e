"""Explanations: the JSON of the specification, the line of the picture, and the text for a table."""

import json

import pytest

from rules.errors import RulesError
from rules.explain import verdict_from_json, verdict_json, verdict_line
from rules.house import HouseRules
from rules.near import near_misses
from rules.text import rules_text, verdict_text
from rules.whatif import would_change
from tests.rules.samples import judged

EXAMPLE = "3C 6S 8H 4H 8C"


def test_json_of_the_specification() -> None:
    found = verdict_json(judged(EXAMPLE))
    assert list(found) == [
        "cards", "kind", "strength", "label", "ox", "left", "counted_as", "points", "multiple", "suited",
        "equal_groupings", "alternatives", "all_choices", "would_change_under", "rules",
    ]  # fmt: skip
    assert found["cards"] == EXAMPLE.split()
    assert (found["kind"], found["strength"], found["label"]) == ("double", 8, "Double-Ox 8")
    assert found["ox"] == {"cards": ["3C", "6S", "4H"], "positions": [0, 1, 3], "by": "sum", "total": 10}
    assert found["left"] == {"cards": ["8H", "8C"], "positions": [2, 4], "total": 16}
    assert found["counted_as"] == [
        {"card": "3C", "position": 0, "value": 3},
        {"card": "6S", "position": 1, "value": 3, "changed": True},
    ]
    assert (found["points"], found["multiple"], found["suited"], found["equal_groupings"]) == (2, 3, False, 1)
    assert found["alternatives"][0] == {
        "ox": ["8H", "4H", "8C"],
        "left": ["3C", "6S"],
        "positions": {"ox": [2, 3, 4], "left": [0, 1]},
        "counted_as": [],
        "label": "Single-Ox 9",
        "compared": "weaker",
        "rule": "pair_beats_single",
    }
    assert [other["label"] for other in found["alternatives"]] == [
        "Single-Ox 9",
        "Single-Ox 2",
        "Single-Ox 2",
    ]
    assert len(found["all_choices"]) == 10
    assert found["all_choices"][0] == {
        "cards": ["3C", "6S", "8H"], "positions": [0, 1, 2], "totals": [14, 17, 20], "ox": True,
    }  # fmt: skip
    assert {"cards": ["3C", "8H", "4H"], "positions": [0, 2, 3], "totals": [15, 18], "ox": False} in found[
        "all_choices"
    ]
    mixed = {"option": "pair36", "value": "mixed", "label": "Double-Ox 8", "multiple": 3, "changes": False}
    assert mixed in found["would_change_under"]
    assert found["rules"] == {"name": "DEFAULT", "id": HouseRules().id, "options": HouseRules().options()}
    json.dumps(found)


@pytest.mark.parametrize(
    ("hand", "rules", "by", "total", "strength"),
    [
        ("3D 4C 3S AS 2C", "DEFAULT", "whole_hand", 13, None),
        ("10C KD QH JS JC", "TEN_DUKE", "whole_hand", 50, None),
        ("4D 4C 3S 8D 5D", "DEFAULT", "none", 0, None),
        ("KD 4C 3S AD QC", "NENKU_VOID", "none", 0, None),
    ],
)
def test_json_without_an_ox(hand: str, rules: str, by: str, total: int, strength: int | None) -> None:
    found = verdict_json(judged(hand, rules))
    assert found["ox"] == {"cards": [], "positions": [], "by": by, "total": total}
    assert found["left"] == {"cards": [], "positions": [], "total": 0}
    assert found["strength"] is strength
    assert found["counted_as"] == []


@pytest.mark.parametrize(
    ("hand", "rules", "rule", "compared"),
    [
        ("KC 7S 3H JH 7C", "DEFAULT", "zero_high", "weaker"),
        ("KC 7S 3H JH 7C", "ZERO_LOW", "same_result", "equal"),
        ("KC 8S 2H 9H 6C", "DEFAULT", "higher_digit", "weaker"),
        ("KC KD 5H 5S 10C", "DEFAULT", "higher_pair", "weaker"),
        ("3D 4C 3S AS 2C", "DEFAULT", "five_small_beats_single", "weaker"),
        ("KD 4C 3S AD QC", "NENKU_SPECIAL", "same_result", "equal"),
        ("8C 7C 2D AC JC", "DEFAULT", "same_result", "equal"),
    ],
)
def test_why_another_arrangement_is_weaker(hand: str, rules: str, rule: str, compared: str) -> None:
    other = verdict_json(judged(hand, rules))["alternatives"][0]
    assert (other["rule"], other["compared"]) == (rule, compared)


def test_payment_first_keeps_the_stronger_ox_as_an_alternative() -> None:
    """A suited Single-Ox that pays 2 is chosen over a stronger one that pays 1 (X23)."""
    hand = "5H 5D 7H 10S 5C"
    chosen, strongest = judged(hand, suited="strength", choose_by="payout"), judged(hand, suited="strength")
    assert (chosen.label, chosen.multiple) == ("Single-Ox 2", 2)
    assert (strongest.label, strongest.multiple) == ("Single-Ox 7", 1)
    others = {one["label"]: one for one in verdict_json(chosen)["alternatives"]}
    other = others["Single-Ox 7"]
    assert (other["compared"], other["rule"]) == ("stronger", "pays_less")
    assert (others["Single-Ox 2"]["compared"], others["Single-Ox 2"]["rule"]) == ("equal", "suited_pays_more")
    assert "Also possible, pays less:" in verdict_text(chosen)
    assert verdict_line(chosen).endswith("Single-Ox 2 · pays 1 × 2 suited")


@pytest.mark.parametrize(
    ("hand", "rules", "line"),
    [
        ("KD 4C 3S 8D 8C", "DEFAULT", "K♦ + 4♣ + 3♠(6) = 20 · left 8♦ 8♣ · Double-Ox 8 · pays 3×"),
        ("7C 2D AH 4S 3C", "DEFAULT", "7♣ + 2♦ + A♥ = 10 · left 4♠ 3♣(6) · Single-Ox 0 · pays 1×"),
        ("7C 7D 7H KS 2C", "DEFAULT", "7♣ 7♦ 7♥: three of a kind · left K♠ 2♣ · Single-Ox 2 · pays 1×"),
        ("3C 6D 3H KS 9C", "TRIPS_VALUE",
         "3♣ 6♦(3) 3♥: three cards of value 3 · left K♠ 9♣ · Single-Ox 9 · pays 1×"),
        ("3D 4C 3S AS 2C", "DEFAULT", "3♦ 4♣ 3♠ A♠ 2♣ · Five Small · pays 7×"),
        ("4D 4C 3S 8D 5D", "DEFAULT", "4♦ 4♣ 3♠ 8♦ 5♦ · No Ox · pays nothing"),
        ("KC QD JH AS 10C", "POINTS", "K♣ + Q♦ + 10♣ = 30 · left J♥ A♠ · Ngau Tonku · pays 5 points"),
        ("9D 9D KC QC JC", "TWO_DECK", "K♣ + Q♣ + J♣ = 30 · left 9♦ second 9♦ · Double-Ox 9 · pays 3×"),
    ],
)  # fmt: skip
def test_line(hand: str, rules: str, line: str) -> None:
    assert verdict_line(judged(hand, rules)) == line


def test_every_further_copy_of_a_card_has_a_name_of_its_own() -> None:
    text = verdict_text(judged("7C 7C 7C 7C 7C", decks=5), full=True)
    assert text.splitlines()[0].startswith("7♣ second 7♣ third 7♣ fourth 7♣ fifth 7♣")
    assert "Ox    7♣ second 7♣ third 7♣: three of a kind" in text
    assert "Left  fourth 7♣ fifth 7♣ -> pair of 7" in text
    assert "Also possible" not in text
    assert "second 9♦" in verdict_text(judged("9D 9D KC QC JC", decks=2))
    two = verdict_text(judged("KC KC QD 8S 5C", decks=2))
    assert "Also possible" not in two
    more = verdict_text(judged("KC KC KD 8S 5C", decks=2))
    assert "in place of" not in more
    assert verdict_line(judged("9D 9D 9D KC QC", decks=3)).count("third 9♦") == 1


def test_text_of_the_specification() -> None:
    assert verdict_text(judged(EXAMPLE), title="PLAYER").splitlines() == [
        "PLAYER  3♣ 6♠ 8♥ 4♥ 8♣            Double-Ox 8",
        "  Ox    3♣ + 6♠(as 3) + 4♥ = 10",
        "  Left  8♥ 8♣ -> pair of 8",
        "  Also possible, weaker:",
        "        8♥ + 4♥ + 8♣ = 20, left 3♣ 6♠ -> 9  (Single-Ox 9)",
        "        3♣(as 6) + 6♠ + 8♥ = 20, left 4♥ 8♣ -> 2  (Single-Ox 2)",
        "        [same with 8♣ in place of 8♥]",
        "  Not an ox: the other 6 choices",
        "  Worth pays 3×",
    ]


def test_full_text_lists_every_choice() -> None:
    text = verdict_text(judged(EXAMPLE), full=True)
    assert "        3♣(3/6) + 8♥ + 4♥ = 15 or 18" in text.splitlines()
    assert text.count(" or ") == 6
    text = verdict_text(judged("3D 4C 3S AS 2C"), full=True)
    assert "Also possible, weaker:" in text
    assert "Also possible" not in verdict_text(judged("3D 4C 3S AS 2C"))


def test_no_ox_shows_that_all_ten_choices_fail() -> None:
    lines = verdict_text(judged("4D 4C 3S 8D 5D")).splitlines()
    assert "        4♦ + 4♣ + 3♠(3/6) = 11 or 14" in lines
    assert sum(" = " in line for line in lines) == 10


@pytest.mark.parametrize(
    ("hand", "rules", "said"),
    [
        ("KD 4C 3S AS QC", "DEFAULT", "A♠ Q♣ -> ace of spades with a duke"),
        ("KD 4C 3S AD QC", "ANY_ACE", "A♦ Q♣ -> ace with a duke"),
        ("KD 4C 3S AD QC", "NENKU_SPECIAL", "A♦ Q♣ -> ace with a duke"),
        ("KD 4C 3S AD QC", "NENKU_VOID", "every ox leaves an ace with a duke, which is worth nothing"),
        ("KC QD JH 3S 6C", "PAIR36", "3♠ 6♣ -> count as a pair of 6 at this table"),
        ("KC QD JH 3S 3C", "PAIR36_FULL", "3♠ 3♣ -> count as a pair of 6 at this table"),
        ("KC QS 10H 9H AC", "DEFAULT", "9♥ + A♣ = 10 -> 0"),
        ("KC QS JH 7H AC", "DEFAULT", "7♥ + A♣ -> 8"),
        ("10C KD QH JS JC", "TEN_DUKE", "10♣ K♦ Q♥ J♠ J♣: all five are dukes"),
        ("AC AD AH AS 2C", "DEFAULT", "A♣ A♦ A♥ A♠ 2♣: all five are small, total 6"),
        ("KC QD JH 8S 5S", "SUITED_STRENGTH", "pays 1 × 2 suited"),
    ],
)
def test_reasons_in_words(hand: str, rules: str, said: str) -> None:
    assert said in verdict_text(judged(hand, rules))


def test_bomb_in_words() -> None:
    bomb = judged("7C 7D 7H 7S KC", bomb=True)
    assert (bomb.label, bomb.strength, bomb.multiple) == ("Bomb 7", 7, 7)
    assert "four of a kind" in verdict_text(bomb)


@pytest.mark.parametrize(
    ("hand", "options", "said"),
    [
        ("3C 6D AS KS 10C", {}, "A♠ and K♠ are both here, but the only ox needs A♠: no Ngau Tonku."),
        ("3C 6D AS KS QC", {}, "A♠, K♠ and Q♣ are all here, but the only ox needs A♠: no Ngau Tonku."),
        ("KC JC 9D AS 8C", {}, "but every ox needs A♠: no Ngau Tonku."),
        ("AS KC 4D 7H 8C", {}, "A♠ and K♣ are both here, but there is no ox: no Ngau Tonku."),
        ("AS JC QD KH 5C", {}, "but no ox leaves just these two: no Ngau Tonku."),
        ("KD 4C 3S AD QC", {}, "A♦ is with Q♣, but only the ace of spades makes Ngau Tonku."),
        ("KC QD JH AS 10C", {"tonku": "off"}, 'played "only the ace of spades makes Ngau Tonku"'),
        ("AS 10C 4D 7H 9C", {}, 'instead of "10 is not a duke for Ngau Tonku"'),
        ("10C KD QH JS JC", {}, "10♣ is not a duke at this table: no Five Dukes."),
        ("QC KD QH JS JC", {"five_dukes": False}, "but this table does not play Five Dukes."),
        ("AC 2D 3H 6S 4C", {}, "6♠ is not small at this table: no Five Small."),
        ("AC 2D 3H 4S 10C", {}, "Only 10♣ is not small: no Five Small."),
        ("3D 4C 3S AS 2C", {"five_small_max_sum": 10}, "their total 13 is more than 10: no Five Small."),
        ("3D 4C 3S AS 2C", {"five_small": False}, "but this table does not play Five Small."),
        ("JC 8S 2H 8H 5C", {}, "8♠ and 8♥ are both here, but no ox leaves two of them: no Double-Ox 8."),
        ("10C 9S 8H 4H 4C", {}, "4♥ and 4♣ are a pair, but there is no ox: no Double-Ox 4."),
        ("7C 7D 7H KS 2C", {"trips": "off"}, "7♣, 7♦ and 7♥ are three of a kind, but that is no ox"),
        ("3C 6D 3H KS 9C", {}, "3♣, 6♦ and 3♥ can all count as 3, but only three of one rank"),
        ("7C 7D 7H 7S KC", {}, "Four of a kind has no rank of its own at this table."),
        ("KC QD JH 3S 6C", {}, 'If this table played "3 and 6 pair as Double-Ox 6" instead of '
         '"3 and 6 do not pair", this would be Double-Ox 6, pays 3×.'),
        ("KC 7S 3H JH 7C", {}, 'If this table played "Single-Ox 0 is the lowest Single-Ox" instead of '
         '"Single-Ox 0 is the highest Single-Ox", this would be Single-Ox 7, pays 1×.'),
        ("KC QS 10H 9H AC", {}, "this Single-Ox 0 would rank differently."),
    ],
)  # fmt: skip
def test_near_misses(hand: str, options: dict[str, object], said: str) -> None:
    assert said in " ".join(near_misses(judged(hand, **options)))


def test_ngau_tonku_that_is_not_the_best() -> None:
    low_tonku = ["five_dukes", "five_small", "bomb", "double", "tonku", "nenku", "single", "no_ox"]
    better = judged("KH 9H 9D 9C AS", order=low_tonku)
    assert better.label == "Double-Ox 9"
    assert "A♠ and K♥ could be left as Ngau Tonku, but Double-Ox 9 is better." in near_misses(better)
    assert judged("KH 9H 9D 9C AS").label == "Ngau Tonku"


def test_an_ordinary_hand_has_no_near_miss() -> None:
    assert near_misses(judged("KC QD JH 8S 5C")) == []


def test_other_rules_that_change_a_hand() -> None:
    changes = {(one.option, one.value): one for one in would_change(judged("KC QD JH 3S 6C")) if one.changes}
    assert changes["pair36", "mixed"].label == "Double-Ox 6"
    assert {option for option, _ in changes} == {"pair36", "multiples.single", "multiples.single_9"}
    assert all(one.option != "decks" for one in would_change(judged(EXAMPLE)))


def test_rules_line_says_what_decides_most_arguments() -> None:
    text = rules_text(HouseRules.named("MY_APP"))
    assert text.startswith('"MY_APP" (')
    for part in ("10 is not a duke", "3 and 6 do not pair", "equal hands: the dealer takes", "no Five Small",
                 "single_0:2,double_A:4"):  # fmt: skip
        assert part in text
    assert "and 1 more changes" not in text
    assert "more changes" in rules_text(HouseRules.named("NIUNIU_CASINO").with_options(decks=6, suited="ox"))


def test_stored_answer_that_was_changed_is_refused() -> None:
    stored = verdict_json(judged(EXAMPLE))
    with pytest.raises(
        RulesError, match="says Five Dukes paying 3, but its own rules give Double-Ox 8 paying 3"
    ):
        verdict_from_json({**stored, "label": "Five Dukes"})
    with pytest.raises(RulesError, match="lacks 'rules'"):
        verdict_from_json({"cards": stored["cards"]})
    with pytest.raises(RulesError, match="unknown house rule 'nine_high'"):
        verdict_from_json({**stored, "rules": {"name": "x", "options": {"nine_high": True}}})
