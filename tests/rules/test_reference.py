"""The fast evaluators agree with the slow, obvious one."""

import random

import numpy as np
import pytest
from hypothesis import given, settings

from rules.bulk import BulkRules
from rules.cards import DECK, Card, Suit
from rules.evaluate import evaluate
from rules.hands import code_classes
from rules.house import HouseRules
from rules.presets import PRESETS
from tests.rules.reference import all_ways, best_ways, preference, rank
from tests.rules.samples import class_hands, hands, houses

SUITED = [name for name in PRESETS if "SUITED" in name]
PLAIN = [name for name in PRESETS if name not in SUITED]


def _agree(hand: tuple[Card, ...], house: HouseRules) -> None:
    verdict = evaluate(hand, house)
    best = best_ways(hand, house)
    assert (str(verdict.kind), verdict.strength) in {(way.kind, way.strength) for way in best}
    assert verdict.multiple == best[0].pays
    assert verdict.equal_groupings == len({way.ox for way in best})


def _plain_options(name: str) -> HouseRules:
    # The number of decks decides only which hands are legal; classes with five of a card need five.
    return HouseRules.named(name).with_options(decks=8)


@pytest.fixture(scope="module")
def classes() -> list[tuple[Card, ...]]:
    return class_hands()


@pytest.mark.parametrize("name", PLAIN)
def test_every_class(name: str, classes: list[tuple[Card, ...]]) -> None:
    house = _plain_options(name)
    bulk = BulkRules(house)
    answers = bulk.judge_classes(code_classes()).tolist()
    known: dict[int, tuple[int, int]] = {}
    for hand, answer in zip(classes, answers, strict=True):
        result = bulk.results[answer]
        best = best_ways(hand, house)
        assert (str(result.kind), result.strength) in {(way.kind, way.strength) for way in best}, hand
        assert result.multiple == best[0].pays, hand
        # One score for each rank and one rank for each score, in the same order.
        assert known.setdefault(result.score, rank(str(result.kind), result.strength, house)) == best[0].rank
    ranks = [known[score] for score in sorted(known)]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)


@pytest.mark.parametrize("name", ["DEFAULT", "EVERYTHING_LOOSE", "NENKU_VOID", "WU_2020"])
def test_single_evaluation_of_every_class(name: str, classes: list[tuple[Card, ...]]) -> None:
    house = _plain_options(name)
    bulk = BulkRules(house)
    answers = bulk.judge_classes(code_classes()).tolist()
    for hand, answer in zip(classes, answers, strict=True):
        verdict, result = evaluate(hand, house), bulk.results[answer]
        assert (verdict.kind, verdict.strength, verdict.score, verdict.multiple) == (
            result.kind, result.strength, result.score, result.multiple,
        ), hand  # fmt: skip


@pytest.mark.parametrize("name", SUITED)
def test_shared_suits(name: str, classes: list[tuple[Card, ...]]) -> None:
    house = _plain_options(name)
    chance = random.Random(name)
    patterns = [[suit] * 5 for suit in Suit] + [chance.choices(list(Suit), k=5) for _ in range(40)]
    chosen = [
        tuple(Card(card.rank, suit) for card, suit in zip(hand, chance.choice(patterns), strict=True))
        for hand in classes
    ]
    bulk = BulkRules(house)
    places = np.array([[DECK.index(card) for card in hand] for hand in chosen], np.uint8)
    for number, (hand, answer) in enumerate(zip(chosen, bulk.judge(places).tolist(), strict=True)):
        result = bulk.results[answer]
        best = best_ways(hand, house)
        assert (str(result.kind), result.strength) in {(way.kind, way.strength) for way in best}, hand
        assert result.multiple == best[0].pays, hand
        if number % 4 == 0:
            _agree(hand, house)


@settings(max_examples=300, deadline=None)
@given(hand=hands(), house=houses())
def test_any_mix_of_options(hand: tuple[Card, ...], house: HouseRules) -> None:
    _agree(hand, house)
    made = {
        g.ox: (g.multiple, rank(str(g.kind), g.strength, house))
        for g in evaluate(hand, house).groupings
        if g.ox
    }
    ways = [way for way in all_ways(hand, house) if way.ox]
    assert set(made) == {way.ox for way in ways}
    for ox, found in made.items():
        best = max((way for way in ways if way.ox == ox), key=lambda way: preference(way, house))
        assert found == (best.pays, best.rank)


@settings(max_examples=15, deadline=None)
@given(house=houses())
def test_arrays_under_any_mix(house: HouseRules) -> None:
    places = np.random.default_rng(7).permuted(np.tile(np.arange(52, dtype=np.uint8), (60, 1)), axis=1)[:, :5]
    bulk = BulkRules(house)
    for row, answer in zip(places.tolist(), bulk.judge(np.ascontiguousarray(places)).tolist(), strict=True):
        verdict, result = evaluate([DECK[place] for place in row], house), bulk.results[answer]
        assert (verdict.label, verdict.multiple, verdict.score) == (
            result.label,
            result.multiple,
            result.score,
        )
