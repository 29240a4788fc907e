"""What is no case: hands that no photo shows, or that two people hold; names that cannot be printed."""

from dataclasses import replace

import pytest

from app.records.cases import Case, Place, Side
from rules.cards import parse_hand
from rules.errors import HandError
from rules.house import HouseRules
from tests.app.records import samples
from vision.reading import Reason


def test_hand_that_its_photo_does_not_show_is_no_case():
    case, _ = samples.photographed()
    with pytest.raises(HandError, match="not those of the photo"):
        Case(case.house, (Side("Lim", parse_hand(samples.PLAYER), place=Place(0, 0)),), case.evidence)


def test_hand_of_a_photo_belongs_to_one_person():
    case, _ = samples.photographed()
    dealer, player = case.sides
    both = (dealer, replace(player, cards=dealer.cards, place=dealer.place))
    with pytest.raises(HandError, match="two people"):
        Case(HouseRules(decks=2), both, case.evidence)


def test_refused_hand_is_no_case():
    case, _ = samples.photographed()
    evidence = case.evidence[0]
    refused = replace(evidence, reading=replace(evidence.reading, status=(Reason.UNREAD_CARD,)))
    with pytest.raises(HandError, match="refused"):
        Case(case.house, case.sides, (refused,))


@pytest.mark.parametrize("name", ["", " ", "a" * 41, "a\u202eb", "a\nb", "\ud800"])
def test_name_that_cannot_be_printed_is_no_case(name):
    with pytest.raises(HandError, match="is called"):
        samples.challenged(name)
