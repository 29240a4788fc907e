"""The shipped networks on real photos: floors that no change may fall below.

The photos are not part of the project. They are looked for beside the repository and the test is skipped
where they are absent.
"""

from pathlib import Path

import pytest

from vision.evaluation.scoring import read_truth, score_photos, total
from vision.pipeline import CardReader

TRUTH = Path(__file__).parents[3] / "shared" / "photos" / "dev_truth.csv"

pytestmark = pytest.mark.skipif(not TRUTH.exists(), reason="the real photos are not here")


@pytest.fixture(scope="module")
def score():
    return total(score_photos(read_truth(TRUTH), CardReader().read))


def test_cards_are_found(score):
    assert score.photos == 110
    assert score.recall >= 0.96


def test_cards_are_right(score):
    assert score.precision >= 0.99


def test_most_photos_are_read_exactly(score):
    assert score.exact_share >= 0.85


def test_no_hand_is_answered_wrongly(score):
    assert score.wrong_answers == 0
