"""What a doubt is about: results for all likely readings of a hand."""

import numpy as np
import pytest

from app.outlook import outlook
from rules.cards import parse_hand
from rules.house import HouseRules
from vision.networks.reader import guess_of
from vision.reading import CLASSES, SeenCard

HOUSE = HouseRules()


def hand(text: str, **doubts: tuple[float, str, float]) -> list[SeenCard]:
    """Sure cards, but for those with a confidence, a runner-up and its confidence."""
    cards = []
    for card in parse_hand(text):
        confidence, second, rest = doubts.get(f"c{card}", (0.999, "none", 0.001))
        guess = guess_of(CLASSES.index(second), rest)
        cards.append(
            SeenCard(card, confidence, guess, np.zeros((4, 2), np.float32), 1, accepted=confidence > 0.75)
        )
    return cards


def test_a_doubtful_suit_does_not_matter() -> None:
    seen = outlook(hand("10S KD QH 8C 9D", c8C=(0.55, "8S", 0.44)), HOUSE)
    assert seen is not None
    assert seen.sturdy
    assert seen.prospects[0].verdict.label == "Single-Ox 7"
    assert seen.prospects[0].probability == pytest.approx(0.99, abs=0.005)


def test_a_doubtful_rank_matters() -> None:
    seen = outlook(hand("10S KD QH 8C 9D", c9D=(0.6, "8D", 0.39)), HOUSE)
    assert seen is not None
    assert not seen.sturdy
    assert [prospect.verdict.label for prospect in seen.prospects] == ["Single-Ox 7", "Double-Ox 8"]
    assert sum(prospect.probability for prospect in seen.prospects) == pytest.approx(0.985, abs=0.01)


def test_a_reading_that_is_no_legal_hand_does_not_count() -> None:
    seen = outlook(hand("10S KD QH 8C 9D", c9D=(0.6, "8C", 0.39)), HOUSE)
    assert seen is not None
    assert len(seen.prospects) == 1
    assert not seen.sturdy  # 0.4 of the probability is on what cannot be


def test_four_cards_have_no_outlook() -> None:
    assert outlook(hand("10S KD QH 8C 9D")[:4], HOUSE) is None
