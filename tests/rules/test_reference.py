"""The fast evaluators agree with the slow, obvious one."""

import random
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings

from rules.bulk import BulkRules
from rules.cards import DECK, Card, Suit
from rules.evaluate import evaluate
from rules.hands import code_classes, multisets
from rules.house import HouseRules
from rules.presets import PRESETS
from tests.rules.reference import Way, all_ways, best_ways, counted, pay, preference, rank
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


OXEN = list(combinations(range(5), 3))
Counting = tuple[tuple[int, ...], str, int | None]


def suit_patterns() -> list[tuple[int, ...]]:
    """Every way to give five cards suits, once for all that exchanging ♣, ♦ and ♥ makes alike."""
    found = {}
    for suits in product(range(4), repeat=5):
        alike = [tuple((*exchanged, 3)[suit] for suit in suits) for exchanged in permutations(range(3))]
        found[min(alike)] = None
    return list(found)


def shared_by(suits: tuple[int, ...], which: str) -> tuple[bool, ...]:
    """For each ox, whether the cards that the option `suited` names share a suit."""
    named = {
        "strength": lambda ox: [place for place in range(5) if place not in ox],
        "ox": lambda ox: ox,
        "all5": lambda _: range(5),
    }[which]
    return tuple(len({suits[place] for place in named(ox)}) == 1 for ox in OXEN)


# With as many decks as any class needs, TWO_DECK_SUITED is SUITED_STRENGTH_ANY.
@pytest.mark.parametrize("name", [name for name in SUITED if name != "TWO_DECK_SUITED"])
def test_every_rank_class_with_every_suit_pattern(name: str) -> None:
    """6,188 rank classes in 187 suit patterns, each: 1,157,156 hands of five cards.

    What a way to count a hand pays depends on its suits only through whether the named cards share one, so
    that the slow evaluator is asked once for each class, spade aces, and set of cards that share suits.
    """
    house = _plain_options(name)
    patterns = suit_patterns()
    assert len(patterns) == 187
    facts = [shared_by(suits, house.suited) for suits in patterns]
    ranks = multisets(13, 5)
    bulk = BulkRules(house)
    answers = [
        bulk.judge((np.array(suits, np.uint8) * np.uint8(13) + ranks).astype(np.uint8)).tolist()
        for suits in patterns
    ]
    chosen = cache(lambda ways: _chosen(ways, house))
    cases = 0
    for number, row in enumerate(ranks.tolist()):
        ways: dict[tuple[bool, ...], list[Counting]] = {}
        known: dict[tuple[tuple[bool, ...], tuple[bool, ...]], tuple[str, int | None, int]] = {}
        for suits, shared, judged in zip(patterns, facts, answers, strict=True):
            spades = tuple(rank == 0 and suit == 3 for rank, suit in zip(row, suits, strict=True))
            if spades not in ways:
                ways[spades] = counted(
                    [DECK[suit * 13 + rank] for rank, suit in zip(row, suits, strict=True)], house
                )
            if (spades, shared) not in known:
                suited = dict(zip(OXEN, shared, strict=True))
                known[spades, shared] = chosen(
                    frozenset((kind, strength, suited.get(ox, False)) for ox, kind, strength in ways[spades])
                )
            result = bulk.results[judged[number]]
            found = str(result.kind), result.strength, result.multiple
            assert found == known[spades, shared], (row, suits)
            if cases % 97 == 0:
                one = evaluate([DECK[suit * 13 + rank] for rank, suit in zip(row, suits, strict=True)], house)
                assert (str(one.kind), one.strength, one.multiple) == found, (row, suits)
            cases += 1
    assert cases == 6188 * 187


def _chosen(ways: frozenset[tuple[str, int | None, bool]], house: HouseRules) -> tuple[str, int | None, int]:
    """Kind, strength and payment of the best of these ways, each with whether its cards share a suit."""
    counts = [
        Way((), kind, strength, rank(kind, strength, house), pay(kind, strength, house, suited=suited))
        for kind, strength, suited in ways or {("no_ox", None, False)}
    ]
    top = max(preference(way, house) for way in counts)
    (best,) = {(way.kind, way.strength, way.pays) for way in counts if preference(way, house) == top}
    return best


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
