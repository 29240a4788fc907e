"""Odds of a deal: exact figures of another program, direct enumeration, and what each option changes."""

import time
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import numpy as np
import pytest

from rules.bulk import BulkRules, Result
from rules.cards import DECK
from rules.compare import compare
from rules.effects import effect, effects
from rules.evaluate import evaluate
from rules.hands import alike, all_hands, code_classes, code_copies, standing_for, ways
from rules.house import HouseRules
from rules.odds import odds
from rules.pairs import disjoint_pairs, exact_product, set_index
from tests.rules.samples import rows


def test_default_duel_figures() -> None:
    exact = odds(HouseRules())
    assert f"{float(exact.higher):.5f}" == "0.45029"
    assert f"{float(exact.equal):.5f}" == "0.09942"
    assert f"{float(exact.dealer_edge):.4f}" == "0.0519"
    assert 2 * exact.higher + exact.equal == 1


@pytest.mark.parametrize(
    ("name", "tie", "edge"),
    [("PUSH_TIES", "push", "0.0000"), ("MY_APP", "dealer", "0.0593"), ("WU_2020", "dealer", "0.1847")],
)
def test_dealer_edge(name: str, tie: str, edge: str) -> None:
    house = HouseRules.named(name).with_options(tie=tie)
    assert f"{float(odds(house).dealer_edge):.4f}" == edge


def test_by_code_and_by_card_agree() -> None:
    plain = odds(HouseRules())
    # A suited factor of one pays nothing more, but every suit is looked at.
    looked_at = odds(HouseRules(suited="all5", suited_factor=1))
    assert looked_at.dealer_edge == plain.dealer_edge
    assert looked_at.moved == plain.moved
    assert looked_at.by_label() == plain.by_label()


def test_highest_card_leaves_the_dealer_only_identical_hands() -> None:
    assert odds(HouseRules.named("HIGH_CARD_TIES")).dealer_edge == 0
    two = odds(HouseRules.named("HIGH_CARD_TIES").with_options(decks=2)).dealer_edge
    # At most one pair in C(102, 5) or so is of identical cards, and it pays at most seven.
    assert 0 < two < Fraction(7 * 32, 83_291_670)


def test_pairs_of_hands_against_enumeration() -> None:
    """Three cards twice over, hands of five: every pair of hands dealt one by one."""
    copies = np.array([2, 3, 2, 1, 2], np.int64)
    cards = [(kind, copy) for kind, count in enumerate(copies.tolist()) for copy in range(count)]
    kinds = np.array(sorted({tuple(kind for kind, _ in hand) for hand in combinations(cards, 5)}), np.uint8)
    groups = (kinds.sum(axis=1) % 3).astype(np.uint8)
    found = disjoint_pairs(kinds, ways(kinds, copies), groups, copies, 3)
    wanted = np.zeros((3, 3), dtype=int)
    for one in combinations(cards, 5):
        for two in combinations([card for card in cards if card not in one], 5):
            wanted[sum(kind for kind, _ in one) % 3, sum(kind for kind, _ in two) % 3] += 1
    assert (found == wanted).all()
    assert wanted.sum() > 0


def test_dealt_hands_agree_with_the_odds() -> None:
    """A hundred thousand would take long; a few thousand deals are within four standard errors."""
    chance = np.random.default_rng(11)
    house = HouseRules()
    deals = 4000
    outcomes = {"player": 0, "dealer": 0, "push": 0}
    won = 0
    for _ in range(deals):
        cards = [DECK[place] for place in chance.choice(52, 10, replace=False)]
        duel = compare(evaluate(cards[:5], house), evaluate(cards[5:], house))
        outcomes[duel.winner] += 1
        won += {"player": -1, "dealer": 1, "push": 0}[duel.winner] * duel.multiple
    exact = odds(house)
    assert abs(outcomes["player"] / deals - float(exact.higher)) < 4 * 0.5 / deals**0.5
    assert abs(won / deals - float(exact.dealer_edge)) < 4 * 1.8 / deals**0.5


def test_whole_numbers_of_any_size_are_exact() -> None:
    chance = np.random.default_rng(5)
    left = chance.integers(0, 1 << 40, (3, 500))
    right = chance.integers(0, 1 << 38, (4, 500))
    wanted = left.astype(object) @ right.astype(object).T
    assert (exact_product(left, right) == wanted).all()


def test_sets_are_numbered_without_gaps() -> None:
    rows_of_three = np.array(
        [(a, b, c) for c in range(6) for b in range(c + 1) for a in range(b + 1)], np.uint8
    )
    assert sorted(set_index(rows_of_three).tolist()) == list(range(56))


@pytest.mark.parametrize("row", rows("sensitivity.csv"), ids=lambda row: row["name"])
def test_what_an_option_changes(row: dict[str, str]) -> None:
    """Shares of another program, in which equal hands never move money."""
    here = HouseRules.named("PUSH_TIES")
    found = effect(here, HouseRules.named(row["name"]).with_options(tie="push"))
    shares = {"hands": found.hands, "winners": found.winners, "amounts": found.amounts}
    assert {name: f"{float(share) * 100:.3f}" for name, share in shares.items()} == {
        name: row[name] for name in shares
    }


@pytest.mark.parametrize(
    ("name", "base", "options"),
    [
        ("DEFAULT", {}, {"flex36": "none"}),
        ("EVERYTHING_LOOSE", {}, {"nenku": "void"}),
        ("DEFAULT", {"decks": 3}, {"tie": "high_card"}),
        ("HIGH_CARD_TIES", {"decks": 2}, {"single_zero": "low"}),
        ("POINTS", {"choose_by": "payout"}, {"double_compare": "equal"}),
        ("SUITED_OX", {}, {"tonku": "any_ace"}),
    ],
)
def test_effects_are_those_of_looking_at_every_pair(
    name: str, base: dict[str, Any], options: dict[str, Any]
) -> None:
    """The slow way: all hands judged by both rules, no suits exchanged, every pair of results looked at."""
    house = HouseRules.named(name).with_options(**base)
    other = house.with_options(**options)
    by_card = house.suited != "off" or other.suited != "off"
    copies = np.full(52, house.decks, np.int64) if by_card else code_copies(house.decks)
    dealt = all_hands(house.decks) if by_card else code_classes()
    weights = ways(dealt, copies)
    one, two = BulkRules(house), BulkRules(other)
    answers = [rules.judge(dealt) if by_card else rules.judge_classes(dealt) for rules in (one, two)]
    kinds, groups = np.unique(answers[0].astype(np.int64) * 256 + answers[1], return_inverse=True)
    old = [one.results[place] for place in (kinds >> 8).tolist()]
    new = [two.results[place] for place in (kinds & 255).tolist()]
    pairs = disjoint_pairs(dealt, weights, groups, copies, len(kinds))
    totals = np.bincount(groups, weights).astype(np.int64).tolist()
    called = sum(n for n, a, b in zip(totals, old, new, strict=True) if a.label != b.label)
    winners = amounts = edge = 0
    for player, dealer in product(range(len(kinds)), repeat=2):
        number = int(pairs[player, dealer])
        before = _ends(house, old[player], old[dealer])
        after = _ends(other, new[player], new[dealer])
        winners += number * (before[0] != after[0])
        amounts += number * (before[1] != after[1])
        edge -= number * after[1] if isinstance(after[1], int) else 0
    found, total = effect(house, other), int(pairs.sum())
    assert found.hands == Fraction(called, sum(totals))
    assert (found.winners, found.amounts) == (Fraction(winners, total), Fraction(amounts, total))
    assert found.dealer_edge == odds(other).dealer_edge
    if other.tie != "high_card":
        assert found.dealer_edge == Fraction(edge, total)


def _ends(house: HouseRules, player: Result, dealer: Result) -> tuple[int, int | tuple[int, int]]:
    """Which hand is higher, and what the player receives."""
    if player.score != dealer.score:
        return (1, player.multiple) if player.score > dealer.score else (-1, -dealer.multiple)
    if house.tie == "push" or (player.kind == "five_dukes" and house.tie_five_dukes == "push"):
        return 0, 0
    if house.tie == "dealer":
        return 0, -dealer.multiple
    return 0, (player.multiple, dealer.multiple) if player.multiple + dealer.multiple else 0


@pytest.mark.parametrize("decks", [1, 2])
def test_one_hand_stands_for_those_of_exchanged_suits(decks: int) -> None:
    every = all_hands(decks)
    stands = alike(every)
    copies = np.full(52, decks, np.int64)
    assert int(stands.sum()) == len(every)
    assert int((ways(every, copies) * stands).sum()) == comb(52 * decks, 5)
    some = every[np.random.default_rng(decks).integers(0, len(every), 3000)]
    first = standing_for(some)
    assert (alike(first) > 0).all()
    assert (standing_for(first) == first).all()
    for exchanged in permutations(range(3)):
        suits = np.array([*exchanged, 3], np.uint8)[some // 13]
        assert (standing_for(np.sort(suits * np.uint8(13) + some % 13, axis=1)) == first).all()


def test_what_every_option_changes_is_soon_said() -> None:
    """At most five seconds of processor time, of which a table is made for each other value."""
    start = time.process_time()
    found = list(effects(HouseRules(tie="push", ten_in_tonku=True)))
    assert len(found) > 25
    assert time.process_time() - start < 5


def test_effects_cover_the_options() -> None:
    found = {}
    for one in effects(HouseRules.named("PUSH_TIES")):
        found[one.option, one.value] = one
        if one.option == "pair36":
            break
    assert list(found) == [
        ("flex36", "ox_only"),
        ("flex36", "none"),
        ("flex36", "forced_swap"),
        ("pair36", "mixed"),
    ]
    assert found["flex36", "none"].dealer_edge == 0


def test_games_of_different_size_are_not_compared() -> None:
    with pytest.raises(ValueError, match="games of one size"):
        effect(HouseRules(), HouseRules(decks=2))
