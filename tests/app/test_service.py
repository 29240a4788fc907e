from dataclasses import replace

import numpy as np
import pytest

from app.service import answer, house_rules, read_answer
from app.wording import outlook_said
from rules.errors import RulesError
from rules.house import HouseRules
from tests.app.conftest import EXAMPLE, FakeReader, reading, seen
from vision.reading import Reason, SeenHand, WholeCard

SHA = "ab" * 32


@pytest.mark.parametrize("reason", list(Reason))
def test_no_reason_of_the_photo_lets_a_verdict_through(reason):
    given = answer("x", SHA, reading(EXAMPLE, reason), HouseRules())
    assert given.status == (reason,)
    assert not given.answered
    assert all(hand.verdict is None for hand in given.hands)


@pytest.mark.parametrize("reason", list(Reason))
def test_no_reason_of_the_hand_lets_a_verdict_through(reason):
    given = answer("x", SHA, reading(EXAMPLE, hand_reasons=(reason,)), HouseRules())
    assert given.status == (reason,)
    assert given.hands[0].verdict is None


def test_one_refused_hand_does_not_take_the_verdict_from_the_other():
    both = reading(EXAMPLE + " KD QD JD 10D 9D")
    both = replace(
        both, hands=(SeenHand((0, 1, 2, 3, 4)), SeenHand((5, 6, 7, 8, 9), (Reason.LOW_CONFIDENCE,)))
    )
    given = answer("x", SHA, both, HouseRules())
    assert given.hands[0].verdict.label == "Double-Ox 8"
    assert given.hands[1].verdict is None
    assert given.status == (Reason.LOW_CONFIDENCE,)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("3C 6S 8H 4H", Reason.TOO_FEW_CARDS),
        (EXAMPLE + " KD", Reason.TOO_MANY_CARDS),
        ("3C 3C 8H 4H 8C", Reason.CARD_TWICE),
    ],
)
def test_illegal_hands_are_refused_even_if_the_reader_is_content(cards, reason):
    given = answer("x", SHA, reading(cards), HouseRules())
    assert given.status == (reason,)
    assert given.hands[0].verdict is None


def test_the_same_card_in_two_hands_needs_two_decks():
    both = reading(EXAMPLE + " 8C QD JD 10D 9D")
    both = replace(both, hands=(SeenHand((0, 1, 2, 3, 4)), SeenHand((5, 6, 7, 8, 9))))
    assert answer("x", SHA, both, HouseRules()).status == (Reason.CARD_TWICE,)
    assert answer("x", SHA, both, HouseRules(decks=2)).answered


def test_a_reading_without_hands_and_reasons_is_never_answered():
    assert answer("x", SHA, reading(""), HouseRules()).status == (Reason.NO_CARDS,)
    loose = replace(reading(EXAMPLE), hands=())
    assert answer("x", SHA, loose, HouseRules()).status == (Reason.UNCLEAR_HANDS,)


def test_photo_bytes_become_an_answer(table):
    data = table.photo_bytes(reading(EXAMPLE))
    photo, given = read_answer("hand.png", data, table.reader, HouseRules(decks=2))
    assert isinstance(table.reader, FakeReader)
    assert table.reader.decks == [2]
    assert given.sha256 == photo.sha256
    assert given.to_json()["hands"][0]["verdict"]["kind"] == "double"


def test_house_rules_by_name_and_decks():
    assert house_rules(None, None) == HouseRules()
    assert house_rules("two decks", None).decks == 2
    assert house_rules("two decks", 3).decks == 3
    with pytest.raises(RulesError, match="NO_SUCH"):
        house_rules("NO_SUCH", None)


def test_a_hand_that_is_only_unsure_has_an_outlook_and_no_verdict():
    unsure = reading("10S KD QH 8C 9D", hand_reasons=(Reason.LOW_CONFIDENCE, Reason.BLURRED))
    cards = (*unsure.cards[:3], seen("8C", 0.55, 3, "8S"), unsure.cards[4])
    given = answer("x", SHA, replace(unsure, cards=cards), HouseRules())
    assert given.hands[0].verdict is None
    assert given.to_json()["hands"][0]["outlook"][0]["label"] == "Single-Ox 7"
    assert outlook_said(given.hands[0].outlook).startswith("Whichever card it is, the hand is Single-Ox 7")
    covered = replace(unsure, hands=(SeenHand((0, 1, 2, 3, 4), (Reason.LOW_CONFIDENCE, Reason.UNREAD_CARD)),))
    assert "outlook" not in answer("x", SHA, covered, HouseRules()).to_json()["hands"][0]


def test_cards_that_cannot_be_read_are_told():
    back = WholeCard("back", 0.9, np.float32([[0, 0], [10, 0], [10, 14], [0, 14]]))
    given = answer("x", SHA, replace(reading(EXAMPLE), unread=(back,)), HouseRules())
    assert given.to_json()["unread"] == [
        {"kind": "back", "confidence": 0.9, "quad": [[0.0, 0.0], [10.0, 0.0], [10.0, 14.0], [0.0, 14.0]]}
    ]
