"""Seats and their hands, and the running score; without a page."""

from decimal import Decimal

import pytest

from app.corrections import Corrections
from app.records.rulings import rule
from app.scores import RESTORED, Played, Scores, played
from app.seats import (
    InPhoto,
    Seat,
    assign,
    case_of,
    deal_out,
    held,
    labels,
    name_troubles,
    release,
    spots_of,
    stake_troubles,
    still_there,
    typed_stake,
)
from app.service import answer
from rules.cards import DECK, parse_hand
from rules.errors import HandError
from rules.house import HouseRules
from rules.settle import Player, settle_round
from tests.app.conftest import EXAMPLE, reading
from tests.app.records.samples import DEALER, two_hands
from vision.reading import Reason

HOUSE = HouseRules()
ONE, TWO = InPhoto("a", 0), InPhoto("a", 1)


def answers(read=None):
    return {"a": answer("a", "a", read or two_hands(), HOUSE)}


def test_hand_of_a_photo_and_typed_hand():
    from_photo = held(Seat(1, "Lim", ONE), answers(), HOUSE)
    assert from_photo.known
    assert from_photo.cards == parse_hand(DEALER)
    typed = held(Seat(2, "Siti", typed="3c 6♠ 8h 4h 8c"), {}, HOUSE)
    assert typed.known
    assert typed.seen == ()


@pytest.mark.parametrize("reason", list(Reason))
def test_refused_hand_has_no_cards_but_its_reason(reason):
    from app.texts import REASON_TEXTS

    for read in (reading(EXAMPLE, reason), reading(EXAMPLE, hand_reasons=(reason,))):
        hand = held(Seat(1, "Lim", ONE), answers(read), HOUSE)
        assert not hand.known
        assert hand.cards == ()
        assert hand.troubles == (str(REASON_TEXTS[reason]),)
        with pytest.raises(HandError, match="refused"):
            case_of([hand], {"a": read}, {}, HOUSE)


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (Seat(1, "Lim"), "No hand yet"),
        (Seat(1, "Lim", typed="3C 6S"), "exactly 5 cards"),
        (Seat(1, "Lim", typed="3C 3C 8H 4H 8C"), "appears 2 times"),
        (Seat(1, "Lim", typed="hello"), "not a card"),
        (Seat(1, "Lim", InPhoto("gone", 0)), "gone"),
        (Seat(1, "Lim", InPhoto("a", 7)), "gone"),
        (Seat(1, "Lim", ONE, laid=(0, 1), laid_of=parse_hand(DEALER)), "exactly three"),
    ],
)
def test_seat_without_a_hand_says_why(seat, said):
    hand = held(seat, answers(), HOUSE)
    assert not hand.known
    assert said in hand.troubles[0]


def test_hands_are_dealt_out_once_and_never_taken_from_anybody():
    seats = (Seat(1, "a", typed=DEALER), Seat(2, "b"), Seat(3, "c"))
    dealt = deal_out(seats, spots_of(answers()))
    assert [seat.spot for seat in dealt] == [None, ONE, TWO]
    assert deal_out(dealt, spots_of(answers())) == dealt


def test_hand_goes_from_one_seat_to_another():
    seats = (Seat(1, "a", ONE, laid=(0, 1, 2)), Seat(2, "b", TWO))
    moved = assign(seats, 2, ONE)
    assert [seat.spot for seat in moved] == [None, ONE]
    assert moved[0].laid == ()
    assert [seat.spot for seat in release(moved, ONE)] == [None, None]
    assert [seat.spot for seat in still_there(seats, [TWO])] == [None, TWO]


def test_laid_cards_are_said_again_of_another_hand():
    """A card taken away and one added, for example: the places mean other cards."""
    seat = Seat(1, "Lim", ONE, laid=(0, 1, 2), laid_of=parse_hand(DEALER))
    assert held(seat, answers(), HOUSE).seat.laid == (0, 1, 2)
    free = next(card for card in DECK if card not in {seen.card for seen in two_hands().cards})
    other = answer("a", "a", two_hands(), HOUSE, Corrections().without_card(0).with_added(0, free))
    assert held(seat, {"a": other}, HOUSE).known
    assert held(seat, {"a": other}, HOUSE).seat.laid == ()


def test_names_must_tell_people_apart():
    assert name_troubles([Seat(1, "a"), Seat(2, "b")], 1) == []
    assert "no name" in name_troubles([Seat(1, " "), Seat(2, "b")], 1)[0]
    assert "Two people" in name_troubles([Seat(1, "a "), Seat(2, "a")], 1)[0]
    assert name_troubles([Seat(1, "Dealer"), Seat(2, "b")], 1) == []
    assert "Only the dealer" in name_troubles([Seat(1, "a"), Seat(2, "DEALER")], 1)[0]


def test_case_holds_only_the_photos_that_were_used_and_their_corrections():
    seats = [Seat(1, "Lim", TWO, stake="x"), Seat(2, "Siti", typed="AS 2S 3S 4S 5S", stake="2.50")]
    hands = [held(seat, answers(), HOUSE) for seat in seats]
    corrections = {"a": Corrections()}
    case = case_of(hands, {"a": two_hands(), "b": two_hands()}, corrections, HOUSE)
    assert len(case.evidence) == 1
    assert case.sides[1].stake == Decimal("2.50")
    assert rule(case).settled is not None


def test_wrong_stake_is_one_error():
    hands = [held(Seat(n, f"p{n}", typed=DEALER, stake="-3"), {}, HOUSE) for n in (1, 2)]
    with pytest.raises(HandError, match="stake"):
        case_of(hands, {}, {}, HOUSE)


def round_of(stake: str = "20"):
    players = [Player("Siti", parse_hand(EXAMPLE), Decimal(stake))]
    return settle_round(parse_hand(DEALER), players, HOUSE)


def test_score_runs_over_rounds_and_always_sums_to_nothing():
    scores = Scores()
    for stake in ("20", "0.05"):
        scores = scores.with_round(played(round_of(stake), 7, {"Siti": 3}, "Lim", "before"))
    assert scores.totals() == {7: Decimal("-60.15"), 3: Decimal("60.15")}
    assert scores.names() == {7: "Lim", 3: "Siti"}
    assert scores.without_last().totals() == {7: Decimal(-60), 3: Decimal(60)}
    assert Scores().without_last() == Scores()


def test_only_the_last_rounds_keep_their_photos():
    scores = Scores()
    for _ in range(RESTORED + 3):
        scores = scores.with_round(Played({}, {}, 1, "DEFAULT", "photos"))
    assert [one.before for one in scores.rounds] == [None] * 3 + ["photos"] * RESTORED


def test_no_two_people_are_called_alike_in_choices():
    names = ["Lim", "Lim", "", " ", "Lim (2)", "Lim", "\u202eLim"]
    called = labels([Seat(number, name) for number, name in enumerate(names)])
    assert len(set(called.values())) == len(names)
    assert (called[0], called[1], called[2], called[3]) == ("Lim", "Lim (2)", r"\?", r"\? (2)")


def test_stake_that_cannot_be_played_for_is_told_with_its_person():
    seats = [Seat(1, "Lim", stake="ten"), Seat(2, "Siti", stake="0"), Seat(3, "Raj", stake="2.50")]
    (said,) = stake_troubles(seats, dealer=1)
    assert said.startswith("Siti: Stake '0'")
    assert len(stake_troubles(seats, dealer=3)) == 2


@pytest.mark.parametrize("typed", ["1,000", "1,000,50", ",5", "2,5,5", "2,"])
def test_comma_that_may_part_thousands_is_no_stake(typed):
    with pytest.raises(HandError, match="not a number"):
        typed_stake(typed)
