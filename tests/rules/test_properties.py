"""What must hold for every hand and every mix of house options."""

import json
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import DECK, Card, parse_hand
from rules.evaluate import evaluate
from rules.explain import verdict_from_json, verdict_json, verdict_line
from rules.house import HouseRules
from rules.kinds import Kind
from rules.settle import Player, settle_round
from rules.text import verdict_text
from rules.verdict import Verdict
from tests.rules.samples import hands, houses

KINDS_OFF = {
    Kind.FIVE_DUKES: {"five_dukes": False},
    Kind.FIVE_SMALL: {"five_small": False},
    Kind.BOMB: {"bomb": False},
    Kind.TONKU: {"tonku": "off"},
    Kind.NENKU: {"nenku": "single"},
    Kind.DOUBLE: {"double_ox": False},
}
OXEN_FEWER = ({"trips": "off"}, {"flex36": "none"}, {"flex36": "none", "trips": "off"})


@settings(max_examples=120, deadline=None)
@given(hand=hands(), house=houses(), off=st.sets(st.sampled_from(list(KINDS_OFF))))
def test_a_kind_that_is_off_never_appears(hand: tuple[Card, ...], house: HouseRules, off: set[Kind]) -> None:
    options = {key: value for kind in off for key, value in KINDS_OFF[kind].items()}
    found = {made.kind for made in evaluate(hand, house.with_options(**options)).groupings}
    assert not found & off
    # Nor does anything appear that was not there before, but the plain count in its place.
    before = {made.kind for made in evaluate(hand, house).groupings}
    allowed = before | {Kind.SINGLE}
    if Kind.TONKU in off:
        allowed |= {Kind.NENKU, Kind.NO_OX}
    assert found <= allowed


@settings(max_examples=120, deadline=None)
@given(hand=hands(), house=houses(), off=st.sampled_from(OXEN_FEWER))
def test_options_off_invent_no_ox(hand: tuple[Card, ...], house: HouseRules, off: dict[str, str]) -> None:
    if house.flex36 == "forced_swap" and "flex36" in off:
        house = house.with_options(flex36="both")
    before = {made.ox for made in evaluate(hand, house).groupings}
    assert {made.ox for made in evaluate(hand, house.with_options(**off)).groupings} <= before


@settings(max_examples=150, deadline=None)
@given(hand=hands(), house=houses(), order=st.permutations(range(5)))
def test_the_order_of_the_cards_never_matters(
    hand: tuple[Card, ...], house: HouseRules, order: list[int]
) -> None:
    one, two = evaluate(hand, house), evaluate([hand[place] for place in order], house)
    assert (one.label, one.multiple, one.points, one.score, one.equal_groupings) == (
        two.label, two.multiple, two.points, two.score, two.equal_groupings,
    )  # fmt: skip
    worth = [
        sorted((made.label, made.multiple, made.changes) for made in verdict.groupings)
        for verdict in (one, two)
    ]
    assert worth[0] == worth[1]


@settings(max_examples=150, deadline=None)
@given(hand=hands(), house=houses())
def test_explained_read_back_and_judged_again(hand: tuple[Card, ...], house: HouseRules) -> None:
    verdict = evaluate(hand, house)
    again = verdict_from_json(json.loads(json.dumps(verdict_json(verdict))))
    assert again == verdict
    assert again.rules == house
    text = verdict_text(verdict, full=True, rules=True)
    first = text.splitlines()[0]
    assert parse_hand(first[:32]) == hand
    assert first.endswith(verdict.label)
    assert verdict.label in verdict_line(verdict)


@settings(max_examples=100, deadline=None)
@given(hand=hands(), house=houses())
def test_the_sums_written_are_right(hand: tuple[Card, ...], house: HouseRules) -> None:
    verdict = evaluate(hand, house)
    for made in verdict.groupings:
        if made.ox:
            assert sorted((*made.ox, *made.left)) == [0, 1, 2, 3, 4]
            assert made.total == sum(made.values[place] for place in made.ox)
            assert made.by == ("trips" if made.total % 10 else "sum")
            assert made.changes == sum(counted.changed for counted in made.counted(hand))
            if made.kind is Kind.SINGLE:
                assert made.left_total % 10 == made.strength
    legal = {choice.positions for choice in verdict.all_choices if choice.by != "none"}
    assert legal == {made.ox for made in verdict.groupings if made.ox}
    assert all(
        (any(total % 10 == 0 for total in choice.totals)) == (choice.by == "sum")
        for choice in verdict.all_choices
    )
    assert 1 <= verdict.equal_groupings <= 10


@settings(max_examples=80, deadline=None)
@given(
    cards=st.permutations(DECK),
    house=houses(),
    stakes=st.lists(st.decimals("0.01", "500", places=2), min_size=1, max_size=9),
)
def test_what_is_paid_sums_to_zero(cards: list[Card], house: HouseRules, stakes: list[Decimal]) -> None:
    players = [
        Player(f"P{seat}", tuple(cards[5 * seat : 5 * seat + 5]), stake)
        for seat, stake in enumerate(stakes, start=1)
    ]
    settled = settle_round(cards[:5], players, house)
    assert settled.to_dealer + sum(outcome.to_player for outcome in settled.outcomes) == 0
    for outcome in settled.outcomes:
        assert outcome.amount >= 0
        if outcome.duel.winner == "push":
            assert outcome.amount == 0
        else:
            paid = settled.dealer if outcome.duel.winner == "dealer" else outcome.verdict
            assert outcome.amount == paid.multiple * outcome.stake


def _worths(verdict: Verdict) -> list[tuple[str, int, int]]:
    return sorted((made.label, made.multiple, made.changes) for made in verdict.groupings)
