from dataclasses import replace

import numpy as np
import pytest

from app.corrections import Corrections, corrected, counted_reasons, origins
from app.service import answer
from rules.cards import Card
from rules.house import HouseRules
from tests.app.conftest import EXAMPLE, reading, seen
from vision.reading import Reading, Reason, SeenHand


def card(text):
    return Card.parse(text)


def names(changed: Reading) -> list[str]:
    return [str(one.card) for one in changed.cards]


def test_nothing_changed_is_the_same_reading():
    before = reading(EXAMPLE)
    assert corrected(before, Corrections(), 1) == before


def test_changed_card_keeps_its_place_and_remembers_what_it_was_read_as():
    after = corrected(reading(EXAMPLE), Corrections().with_card(1, card("6C")), 1)
    assert names(after) == ["3C", "6C", "8H", "4H", "8C"]
    changed = after.cards[1]
    assert changed.corrected
    assert changed.confidence == 1.0
    assert (changed.runner_up.card, changed.runner_up.confidence) == (card("6S"), 0.99)
    assert not any(one.corrected for one in after.cards if one is not changed)
    assert after.hands[0].status == ()


def test_verdict_follows_a_changed_card():
    after = corrected(reading(EXAMPLE), Corrections().with_card(4, card("KC")), 1)
    given = answer("x", "0" * 64, after, HouseRules())
    assert given.answered
    assert given.hands[0].verdict.cards[4] == card("KC")
    assert given.to_json()["cards"][4]["corrected"] is True


def test_added_card_has_no_place_in_the_photo():
    before = reading("3C 6S 8H 4H", hand_reasons=(Reason.TOO_FEW_CARDS,))
    after = corrected(before, Corrections().with_added(0, card("8C")), 1)
    assert after.cards[4].quad.shape == (0, 2)
    assert after.cards[4].indices == 0
    assert after.hands == (SeenHand((0, 1, 2, 3, 4)),)
    assert answer("x", "0", after, HouseRules()).hands[0].verdict.label == "Double-Ox 8"


def test_removed_card_renumbers_the_others():
    before = reading("3C KD 6S 8H 4H 8C", hand_reasons=(Reason.TOO_MANY_CARDS,))
    corrections = Corrections().without_card(1)
    after = corrected(before, corrections, 1)
    assert names(after) == EXAMPLE.split()
    assert after.hands == (SeenHand((0, 1, 2, 3, 4)),)
    assert origins(before, corrections) == ((False, 0), (False, 2), (False, 3), (False, 4), (False, 5))


def test_cards_of_two_hands_stay_apart():
    row = tuple(seen(text, place=place) for place, text in enumerate((EXAMPLE + " KD QD JD 10D 9D").split()))
    before = Reading((1200, 320), (), row, (SeenHand((5, 6, 7, 8, 9)), SeenHand((0, 1, 2, 3, 4))))
    after = corrected(before, Corrections().without_card(0).with_added(1, card("3D")), 1)
    assert [[names(after)[place] for place in hand.cards] for hand in after.hands] == [
        ["KD", "QD", "JD", "10D", "9D"],
        ["6S", "8H", "4H", "8C", "3D"],
    ]
    assert len(answer("x", "0", after, HouseRules()).hands[1].cards) == 5


@pytest.mark.parametrize(
    ("cards", "decks", "expected"),
    [
        ("", 1, (Reason.NO_CARDS,)),
        ("3C", 1, (Reason.TOO_FEW_CARDS,)),
        (EXAMPLE, 1, ()),
        (EXAMPLE + " KD", 1, (Reason.TOO_MANY_CARDS,)),
        ("3C 3C 8H 4H 8C", 1, (Reason.CARD_TWICE,)),
        ("3C 3C 8H 4H 8C", 2, ()),
        ("3C 3C", 1, (Reason.TOO_FEW_CARDS, Reason.CARD_TWICE)),
    ],
)
def test_reasons_that_follow_from_the_cards(cards, decks, expected):
    after = corrected(reading(cards, Reason.UNREAD_CARD), Corrections().with_vouched(0), decks)
    assert after.hands[0].status == expected
    assert after.status == ()


DOUBTS = (
    Reason.CORNERS_DISAGREE,
    Reason.JOKER_SEEN,
    Reason.BACK_SEEN,
    Reason.UNREAD_CARD,
    Reason.UNCLEAR_HANDS,
)


@pytest.mark.parametrize("doubt", DOUBTS)
def test_doubt_stays_when_only_a_card_is_changed(doubt):
    before = reading(EXAMPLE, Reason.MIRRORED, hand_reasons=(doubt, Reason.BLURRED))
    after = corrected(before, Corrections().with_card(0, card("3D")), 1)
    assert after.status == (Reason.MIRRORED,)
    assert after.hands[0].status == (doubt, Reason.BLURRED)
    assert not answer("x", "0", after, HouseRules()).answered


def doubtful(position: int) -> Reading:
    """A hand refused because one card is of low confidence in a blurred photo."""
    before = reading(EXAMPLE, hand_reasons=(Reason.LOW_CONFIDENCE, Reason.BLURRED))
    cards = [replace(one, accepted=place != position) for place, one in enumerate(before.cards)]
    return replace(before, cards=tuple(cards))


def test_low_confidence_ends_with_the_card_that_it_is_about():
    before = doubtful(1)
    other = corrected(before, Corrections().with_card(0, card("3D")), 1)
    assert other.hands[0].status == (Reason.LOW_CONFIDENCE, Reason.BLURRED)
    right = corrected(before, Corrections().with_card(1, card("6C")), 1)
    assert right.hands[0].status == ()
    assert right.cards[1].accepted


def test_explanation_ends_with_what_it_explains():
    before = reading("3C 6S 8H 4H", hand_reasons=(Reason.TOO_FEW_CARDS, Reason.TOO_DARK))
    after = corrected(before, Corrections().with_added(0, card("8C")), 1)
    assert after.hands[0].status == ()
    assert answer("x", "0", after, HouseRules()).answered


def test_whether_two_equal_indices_are_one_card_stays_open_with_two_decks():
    before = reading("3C 3C 8H 4H 8C", hand_reasons=(Reason.CARD_TWICE,))
    assert corrected(before, Corrections().with_card(3, card("5H")), 2).hands[0].status == (
        Reason.CARD_TWICE,
    )
    assert corrected(before, Corrections().with_card(0, card("3D")), 2).hands[0].status == ()
    assert corrected(before, Corrections().with_vouched(0), 2).hands[0].status == ()


def test_vouching_for_all_cards_ends_every_doubt():
    before = reading(EXAMPLE, Reason.MIRRORED, hand_reasons=(*DOUBTS, Reason.BLURRED))
    after = corrected(before, Corrections().with_vouched(0), 1)
    assert all(one.corrected for one in after.cards)
    assert answer("x", "0", after, HouseRules()).hands[0].verdict.label == "Double-Ox 8"


def test_vouching_cannot_make_an_illegal_hand_legal():
    after = corrected(reading("3C 6S 8H 4H"), Corrections().with_vouched(0), 1)
    given = answer("x", "0", after, HouseRules())
    assert given.status == (Reason.TOO_FEW_CARDS,)
    assert given.hands[0].verdict is None


def test_photo_without_cards_gets_a_hand_to_fill():
    corrections = Corrections()
    for text in EXAMPLE.split():
        corrections = corrections.with_added(0, card(text))
    after = corrected(reading("", Reason.NO_CARDS), corrections, 1)
    given = answer("x", "0", after, HouseRules())
    assert given.hands[0].verdict.label == "Double-Ox 8"
    assert np.size(after.cards[0].quad) == 0


def test_addition_can_be_taken_back():
    corrections = Corrections().with_added(0, card("8C")).with_added(0, card("KD")).without_added(0)
    assert corrections.added == ((0, card("KD")),)


def test_counted_reasons_of_one_of_two_equal_cards_in_two_hands():
    twice = frozenset({card("8C")})
    assert counted_reasons([card(text) for text in EXAMPLE.split()], twice) == (Reason.CARD_TWICE,)
