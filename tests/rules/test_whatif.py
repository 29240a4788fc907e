"""Which other rules would change a hand or a duel: complete for orders, pay tables and whole numbers."""

import json
from decimal import Decimal
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.cards import DECK, Card, parse_hand
from rules.compare import compare
from rules.evaluate import evaluate, readings
from rules.explain import verdict_json
from rules.house import HouseRules
from rules.kinds import Kind
from rules.near import near_misses
from rules.options import DEFAULT_ORDER, value_text
from rules.orders import Reordered, duel_orders
from rules.payments import Amounts
from rules.settle import Player, settle_round
from rules.settle_text import round_json, round_text
from rules.text import verdict_text
from rules.verdict import Verdict
from rules.whatif import Change, would_change
from rules.whatif_duel import DuelChange, duel_would_change
from tests.rules.samples import hands, houses, judged

SMALL_AND_PAIR = "AS AD 3C 6H 3D"
PAY_KEYS = [*DEFAULT_ORDER, *(f"single_{digit}" for digit in range(10)), "double_A", "double_3", "double_6"]


def _of(changes: tuple[Change, ...], option: str) -> list[Change]:
    return [one for one in changes if one.option == option]


def _duel(player: str, dealer: str, **options: Any) -> tuple[Verdict, Verdict]:
    return judged(player, **options), judged(dealer, **options)


def _orders_of(kinds: frozenset[Kind], order: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every order in which the kinds at stake stand in some other way, the rest left in place."""
    slots = [place for place, kind in enumerate(order) if kind in kinds]
    found = []
    for ranked in permutations(sorted(kinds)):
        new = list(order)
        for place, kind in zip(slots, ranked, strict=True):
            new[place] = str(kind)
        found.append(tuple(new))
    return found


def test_an_order_that_makes_a_weaker_reading_count() -> None:
    found = _of(would_change(judged("3C 6S 8H 4H 8C")), "order")
    (single,) = found
    assert (single.label, single.multiple, single.changes) == ("Single-Ox 9", 1, True)
    assert single.moves == ((Kind.SINGLE, Kind.DOUBLE),)
    assert single.value == (*DEFAULT_ORDER[:5], "single", "double", "no_ox")
    assert judged("3C 6S 8H 4H 8C", order=single.value).label == "Single-Ox 9"


def test_a_hand_of_several_kinds_has_an_order_for_each() -> None:
    verdict = judged("3C 3D 3H 3S 4C", bomb=True)
    found = {one.label for one in _of(would_change(verdict), "order")}
    assert verdict.label == "Five Small"
    assert found == {"Bomb 3", "Double-Ox 3", "Single-Ox 0"}
    # That tables differ over Five Small, bombs and pairs is said; that a Single-Ox is the lowest is not.
    said = " ".join(near_misses(verdict))
    assert "If at this table a Bomb ranked above Five Small, this would be Bomb 3, pays 7×." in said
    assert "If at this table Double-Ox ranked above Five Small, this would be Double-Ox 3, pays 3×." in said
    assert "Single-Ox ranked above" not in said
    assert "Single-Ox ranked above Five Small" in verdict_text(verdict, full=True)


def test_a_hand_of_one_kind_depends_on_no_order() -> None:
    assert _of(would_change(judged("4D 4C 3S 8D 5D")), "order") == []
    assert _of(would_change(judged("KC QS 10H 9H AC")), "order") == []


def test_an_order_in_json() -> None:
    found = verdict_json(judged("3C 6S 8H 4H 8C"))["would_change_under"]
    (order,) = [one for one in found if one["option"] == "order"]
    assert order["above"] == [["single", "double"]]
    assert HouseRules().with_settings([f"order={order['value']}"]).order.index("single") == 5
    assert json.loads(json.dumps(order)) == order


@settings(max_examples=60, deadline=None)
@given(hand=hands(), house=houses(), laid=st.sampled_from([(), (0, 1, 2), (1, 2, 4)]))
def test_orders_of_a_hand_are_complete(
    hand: tuple[Card, ...], house: HouseRules, laid: tuple[int, ...]
) -> None:
    verdict = evaluate(hand, house, laid)
    kinds = frozenset(one.kind for one in readings(hand, house))
    assume(len(kinds) <= 5)
    wanted = set()
    for order in _orders_of(kinds, house.order):
        other = evaluate(hand, house.with_options(order=order), laid)
        wanted.add((other.label, other.multiple))
    found = {(one.label, one.multiple) for one in _of(would_change(verdict), "order")}
    assert found == wanted - {(verdict.label, verdict.multiple)}


def test_an_order_in_which_the_other_kind_wins() -> None:
    player, dealer = _duel("3D 4C 3S AS 2C", "KD 4C 3S AS QC")
    assert (player.label, dealer.label) == ("Five Small", "Ngau Tonku")
    found = [one for one in duel_would_change(player, dealer) if one.option == "order"]
    wins = next(one for one in found if one.duel.winner == "dealer")
    assert wins.moves == ((Kind.TONKU, Kind.FIVE_SMALL),)
    assert wins.duel.multiple == 5
    house = HouseRules()
    settled = settle_round(
        parse_hand("KH QD JH 10S AS"), [Player("Ann", parse_hand("AC AD AH 2S 4C"), Decimal(1))], house
    )
    said = round_text(settled)
    assert "If at this table Ngau Tonku ranked above Five Small: Dealer wins 5×." in said
    (ann,) = round_json(settled)["players"]
    (order,) = [
        one for one in ann["would_change_under"] if one["option"] == "order" and one["winner"] == "dealer"
    ]
    assert order["above"] == [["tonku", "five_small"]]
    assert order["value"].split(",")[:3] == ["five_dukes", "tonku", "five_small"]


@settings(max_examples=40, deadline=None)
@given(player=hands(), dealer=hands(), house=houses())
def test_orders_of_a_duel_are_complete(
    player: tuple[Card, ...], dealer: tuple[Card, ...], house: HouseRules
) -> None:
    mine, other = (frozenset(one.kind for one in readings(hand, house)) for hand in (player, dealer))
    assume(len(mine | other) <= 5)
    now = _ends(player, dealer, house)
    orders = _orders_of(mine | other, house.order)
    wanted = {_ends(player, dealer, house.with_options(order=order)) for order in orders}
    changes = duel_would_change(evaluate(player, house), evaluate(dealer, house))
    found = [one for one in changes if one.option == "order"]
    assert {(one.duel.winner, one.duel.multiple) for one in found} == wanted - {now}
    assert len(found) == len({(one.duel.winner, one.duel.multiple) for one in found})
    assert len(list(duel_orders(house.order, mine, other))) < 60


def test_a_kind_already_above_is_not_moved() -> None:
    start = Reordered(DEFAULT_ORDER)
    assert start.raised(Kind.TONKU, {Kind.DOUBLE, Kind.SINGLE}) is start
    moved = start.raised(Kind.DOUBLE, {Kind.BOMB, Kind.TONKU})
    assert moved.order[1:5] == ("five_small", "double", "bomb", "tonku")
    assert moved.moves == ((Kind.DOUBLE, Kind.BOMB),)


def test_the_entry_that_decides_the_payment() -> None:
    found = _paid(judged("3C 6S 8H 4H 8C"))
    told = [
        (one.option, one.value, one.amounts.least, one.amounts.most, one.label, one.multiple)
        for one in found
        if one.amounts
    ]
    assert told == [
        ("multiples.double", 2, 0, 2, "Double-Ox 8", 2),
        ("multiples.double", 4, 4, 1000, "Double-Ox 8", 4),
        ("multiples.double_8", 2, 0, 2, "Double-Ox 8", 2),
        ("multiples.double_8", 4, 4, 1000, "Double-Ox 8", 4),
    ]  # fmt: skip
    assert {one.option for one in _paid(judged("3C 6S 8H 4H 8C", "POINTS"))} == {
        "points.double",
        "points.double_8",
    }
    assert "(multiples.double = 3)" in verdict_text(judged("3C 6S 8H 4H 8C"), full=True)
    # An entry of the strength's own stands above that of its kind.
    aces = judged("AC AD 9H 8S 3C", "MY_APP")
    assert {one.option for one in _paid(aces)} == {"multiples.double_A"}
    assert "Worth pays 4×   (multiples.double_A = 4)" in verdict_text(aces, full=True)


def test_amounts_at_which_another_reading_is_paid_best() -> None:
    verdict = judged("3C 6S 8H 4H 8C", choose_by="payout")
    found = {(one.option, one.label): (one.value, one.multiple, one.amounts) for one in _paid(verdict)}
    assert found["multiples.double", "Single-Ox 9"] == (0, 1, Amounts("double", 0, 0, 0))
    same = [
        one.amounts
        for one in _paid(verdict)
        if (one.option, one.label) == ("multiples.double", "Double-Ox 8")
    ]
    assert same == [Amounts("double", 2, 1, 2), Amounts("double", 4, 4, 1000)]
    assert found["multiples.single_9", "Single-Ox 9"] == (4, 4, Amounts("single_9", 4, 4, 1000))
    assert found["multiples.single_2", "Single-Ox 2"][0] == 4
    assert found["multiples.single", "Single-Ox 9"][0] == 4
    said = near_misses(verdict)
    assert (
        "If this table paid 4 or more for Single-Ox instead of 1, this would be Single-Ox 9, pays 4×." in said
    )
    assert "instead of 1, this would be Single-Ox 6, pays 4×." in said[-2]
    assert "If this table paid 0 for Double-Ox instead of 3, this would be Single-Ox 9, pays 1×." in said
    assert len([one for one in said if "this would be Single-Ox 9" in one and "for Single-Ox" in one]) == 1
    (told,) = [
        one
        for one in verdict_json(verdict)["would_change_under"]
        if (one["option"], one["label"]) == ("multiples.single_9", "Single-Ox 9")
    ]
    assert (told["value"], told["range"], told["multiple"]) == (4, [4, 1000], 4)


@settings(max_examples=60, deadline=None)
@given(hand=hands(), house=houses())
def test_what_is_told_of_a_hand_can_be_set(hand: tuple[Card, ...], house: HouseRules) -> None:
    for one in verdict_json(evaluate(hand, house))["would_change_under"]:
        text = f"{one['option']}={value_text(one['value'])}"
        other = evaluate(hand, house.with_settings([text]))
        assert (other.label, other.multiple) == (one["label"], one["multiple"]), text


@settings(max_examples=40, deadline=None)
@given(cards=st.permutations(DECK), house=houses())
def test_what_is_told_of_a_duel_can_be_set(cards: list[Card], house: HouseRules) -> None:
    player, dealer = tuple(cards[:5]), tuple(cards[5:10])
    (told,) = round_json(settle_round(dealer, [Player("Ann", player, Decimal(1))], house))["players"]
    for one in told["would_change_under"]:
        text = f"{one['option']}={value_text(one['value'])}"
        ends = _ends(player, dealer, house.with_settings([text]))
        assert ends == (one["winner"], one["multiple"]), text


@settings(max_examples=200, deadline=None)
@given(hand=hands(), house=houses(), entry=st.sampled_from(PAY_KEYS), amount=st.integers(0, 14))
def test_amounts_of_a_hand_are_complete(
    hand: tuple[Card, ...], house: HouseRules, entry: str, amount: int
) -> None:
    verdict = evaluate(hand, house)
    scale = house.settle_by
    other = evaluate(hand, house.with_options(**{scale: {entry: amount}}))
    told = [
        one
        for one in would_change(verdict)
        if one.amounts and one.amounts.entry == entry and one.amounts.least <= amount <= one.amounts.most
    ]
    if (other.label, other.multiple) == (verdict.label, verdict.multiple):
        assert told == []
    else:
        (one,) = told
        assert (one.option, one.label) == (f"{scale}.{entry}", other.label)


@settings(max_examples=150, deadline=None)
@given(
    player=hands(), dealer=hands(), house=houses(), entry=st.sampled_from(PAY_KEYS), amount=st.integers(0, 14)
)
def test_amounts_of_a_duel_are_complete(
    player: tuple[Card, ...], dealer: tuple[Card, ...], house: HouseRules, entry: str, amount: int
) -> None:
    ends = _ends(player, dealer, house.with_options(**{house.settle_by: {entry: amount}}))
    told: list[DuelChange] = [
        one
        for one in duel_would_change(evaluate(player, house), evaluate(dealer, house))
        if one.amounts and one.amounts.entry == entry and one.amounts.least <= amount <= one.amounts.most
    ]
    if ends == _ends(player, dealer, house):
        assert told == []
    else:
        (one,) = told
        assert one.duel.winner == ends[0]


def test_points_are_said_as_points() -> None:
    said = near_misses(judged("3C 6S 8H 4H 8C"), full=True)
    assert any(one.endswith("this would be Double-Ox 8, pays 2 points.") for one in said)


def test_two_no_ox_that_a_payment_would_settle() -> None:
    """What casino and Hong Kong tables play: hands without an ox move a stake too."""
    none = Player("Ann", parse_hand("4D 4C 3S 8D 5D"), Decimal(1))
    settled = settle_round(parse_hand("QC QD 9H 8S 7C"), [none], HouseRules())
    said = "If this table paid 1 or more for No Ox instead of 0: Dealer wins 1×."
    assert said in round_text(settled)


@pytest.mark.parametrize(
    ("limit", "changing"),
    [
        (None, list(range(12, 4, -1))),
        (10, [13, 14, 15, 16, 17, 18, 19, 20, None]),
        (13, list(range(12, 4, -1))),
    ],
)
def test_every_total_that_a_small_hand_crosses(limit: int | None, changing: list[int | None]) -> None:
    """3 + 4 + 3 + 1 + 2 = 13."""
    found = _of(would_change(judged("3D 4C 3S AS 2C", five_small_max_sum=limit)), "five_small_max_sum")
    assert [one.value for one in found] == changing
    assert all(one.changes for one in found)


def test_the_total_counts_a_six_as_three() -> None:
    verdict = judged("AC 2D 3H 6S 4C", five_small_six=True)
    assert {one.value for one in _of(would_change(verdict), "five_small_max_sum")} == set(range(5, 13))
    said = near_misses(verdict)[0]
    assert said.startswith(
        'If this table played "Five Small up to a total of 12" instead of "Five Small with any'
    )
    assert len([one for one in near_misses(verdict) if "up to a total" in one]) == 1


def test_factors_are_tried_only_where_a_shared_suit_pays() -> None:
    suited = judged("KC QD JH 8S 5S", suited="strength")
    assert [one.value for one in _of(would_change(suited), "suited_factor")] == [1, 3, 4, 5, 6, 7, 8, 9, 10]
    assert _of(would_change(judged("KC QD JH 8S 5S")), "suited_factor") == []
    assert _of(would_change(judged("KC QD JH 8S 5C", suited="strength")), "suited_factor") == []


def _paid(verdict: Verdict) -> list[Change]:
    return [one for one in would_change(verdict) if one.amounts]


def _ends(player: tuple[Card, ...], dealer: tuple[Card, ...], house: HouseRules) -> tuple[str, int]:
    duel = compare(evaluate(player, house), evaluate(dealer, house))
    return duel.winner, duel.multiple
