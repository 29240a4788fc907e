"""What networks are worth: calibrated confidence, and the curves fitted to what they said."""

import numpy as np
import pytest

from tests.vision.tables import place_card, row
from vision.assembly.assemble import assemble
from vision.assembly.trust import AS_IT_IS, Trust, log_odds
from vision.evaluation.calibration import Said, fit, format_fit
from vision.networks.models import Network
from vision.reading import CLASSES, Reason

SOFT = Trust(accept=0.5, hand=0.96, one=(1.6, 0.3), several=(0.9, -0.2))


def test_networks_that_nobody_calibrated_are_taken_at_their_word() -> None:
    assert [Trust().confidence(p, n) for p in (0.2, 0.9) for n in (1, 2)] == pytest.approx(
        [0.2, 0.2, 0.9, 0.9]
    )


def test_the_manifest_says_what_its_networks_are_worth() -> None:
    named = {
        "accept": 0.7,
        "hand": 0.9,
        "one_slope": 2,
        "one_offset": 1,
        "several_slope": 0.5,
        "several_offset": -1,
    }
    network = Network("reader.onnx", "0" * 64, CLASSES, 64, 17, named)
    assert Trust.of(network) == Trust(0.7, 0.9, (2.0, 1.0), (0.5, -1.0))
    assert Trust.of(Network("reader.onnx", "0" * 64, CLASSES, 64, 17)) == Trust()


@pytest.mark.parametrize("indices", [1, 2, 4])
def test_confidence_rises_with_probability_and_stays_within_its_bounds(indices: int) -> None:
    values = [SOFT.confidence(p, indices) for p in np.linspace(0, 1, 101)]
    assert values == sorted(values)
    assert 0 < values[0] < values[-1] < 1


def test_one_index_and_several_are_calibrated_apart() -> None:
    reads = [
        *row(["AS", "KD"], confidence=0.9),
        *place_card("3D", 6, 1, seen=("tl",), confidence=0.9, second="8D"),
    ]
    pair, _, lone = assemble(reads, trust=SOFT).cards
    said = assemble(reads).cards
    assert lone.confidence == pytest.approx(SOFT.confidence(0.9, 1), abs=1e-4)
    assert lone.confidence > 0.9
    assert pair.confidence == pytest.approx(SOFT.confidence(said[0].confidence, 2), abs=1e-4)
    assert pair.confidence < said[0].confidence
    assert lone.runner_up.label == "8D"
    assert lone.runner_up.confidence == pytest.approx(1 - lone.confidence, abs=1e-4)


def test_five_cards_that_each_just_pass_are_no_verdict() -> None:
    reads = row(["AS", "KD", "10H", "6C", "3D"], seen=("tl",), confidence=0.95)
    each = SOFT.confidence(0.95, 1)
    assert each**5 > SOFT.hand
    (hand,) = assemble(reads, trust=SOFT).hands
    assert hand.status == ()
    (hand,) = assemble(reads, trust=Trust(0.5, each**5 + 0.001, SOFT.one, SOFT.several)).hands
    assert hand.status == (Reason.LOW_CONFIDENCE,)


def test_a_fit_finds_the_curve_that_the_cards_follow() -> None:
    rng = np.random.default_rng(1)
    slope, offset = 1.5, -0.4
    said = []
    for probability in rng.uniform(0.05, 0.99, 20_000).tolist():
        chance = 1 / (1 + np.exp(-slope * log_odds(probability) - offset))
        said.append(Said(probability, 1, bool(rng.random() < chance)))
    assert fit(said) == pytest.approx((slope, offset), abs=0.1)


@pytest.mark.parametrize("right", [True, False])
def test_cards_that_are_all_right_or_all_wrong_fit_no_curve(right: bool) -> None:
    said = [Said(0.9, 1, right)] * 10
    assert fit(said) == AS_IT_IS
    assert format_fit(said)[1:] == [
        "  one_slope 1.000, one_offset 0.000, from 10 cards",
        "  several_slope 1.000, several_offset 0.000, from 0 cards",
    ]
