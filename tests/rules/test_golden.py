"""Every row of the golden table: the seed's examples, its misprints, and the edges of each rule."""

import pytest

from rules.cards import HandError, parse_hand
from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.verdict import Grouping
from tests.rules.samples import rows

GOLDEN = rows("golden.csv")


def _ids(check: str) -> list[str]:
    return [f"{row['id']}-{row['ruleset']}" for row in GOLDEN if row["check"] == check]


def _rows(check: str) -> list[dict[str, str]]:
    return [row for row in GOLDEN if row["check"] == check]


@pytest.mark.parametrize("row", _rows("best"), ids=_ids("best"))
def test_best_grouping(row: dict[str, str]) -> None:
    house = HouseRules.named(row["ruleset"]).with_options(decks=int(row["decks"]))
    if row["kind"] == "invalid":
        with pytest.raises(HandError, match=r"appears 2 times, but one deck has only 1"):
            parse_hand(row["hand"], house.decks)
        return
    cards = parse_hand(row["hand"], house.decks)
    verdict = evaluate(cards, house)
    assert verdict.equal_groupings == int(row["equal_groupings"])
    assert verdict.by == (row["ox_by"] or "none")
    _same(row, verdict.grouping, cards)


@pytest.mark.parametrize("row", _rows("grouping"), ids=_ids("grouping"))
def test_named_grouping(row: dict[str, str]) -> None:
    house = HouseRules.named(row["ruleset"])
    cards = parse_hand(row["hand"], house.decks)
    wanted = sorted(row["ox_cards"].split())
    made = [g for g in evaluate(cards, house).groupings if sorted(str(cards[p]) for p in g.ox) == wanted]
    assert len(made) == 1
    _same(row, made[0], cards)


def test_every_row_is_checked() -> None:
    assert len(GOLDEN) == len(_rows("best")) + len(_rows("grouping")) == 100


def _same(row: dict[str, str], made: Grouping, cards: tuple[object, ...]) -> None:
    def shown(places: tuple[int, ...]) -> str:
        return " ".join(str(cards[place]) for place in places)

    counted = " ".join(f"{one.card}={one.value}" for one in made.counted(cards))  # type: ignore[arg-type]
    assert {
        "kind": str(made.kind),
        "strength": "" if made.strength is None else str(made.strength),
        "ox_cards": shown(made.ox),
        "remaining_cards": shown(made.left),
        "three_six_values": counted,
        "points": str(made.points),
        "multiple": str(made.multiple),
    } == {
        key: row[key]
        for key in (
            "kind",
            "strength",
            "ox_cards",
            "remaining_cards",
            "three_six_values",
            "points",
            "multiple",
        )
    }
