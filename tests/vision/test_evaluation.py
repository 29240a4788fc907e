"""Figures about readings: intervals, confidence, contact sheets, and rendered scenes."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.test_scoring import reading, truth
from vision.evaluation.confidence import Named, format_reliability, format_risk
from vision.evaluation.contact import TILE, contact_sheet
from vision.evaluation.intervals import format_share, wilson
from vision.evaluation.rendered import judge_scene
from vision.evaluation.scoring import Outcome, Truth
from vision.reading import Reading, Reason
from vision.synth.scene import CardLabel, IndexLabel, Scene


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals_are_the_published_ones(hits: int, trials: int, low: float, high: float) -> None:
    """81 of 263 is the example of Newcombe (1998), table I."""
    assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


def test_shares_in_words() -> None:
    assert format_share(38, 40) == "95.0% (83.5-98.6), 38 of 40"
    assert format_share(0, 0) == "none"


def outcomes() -> list[Outcome]:
    return [
        Outcome(truth("AS", "KD"), ("AS", "KD"), False, (), 0.0, (), (0.99, 0.97)),
        Outcome(truth("2C", "2C", "9H"), ("2C", "8H"), False, (), 0.0, ("2C", "2C"), (0.95, 0.9, 0.4, 0.3)),
    ]


def test_the_surest_of_a_name_is_the_right_one() -> None:
    named = Named.of(outcomes())
    assert named.shown == 5
    assert dict(zip(named.confidence.tolist(), named.right.tolist(), strict=True)) == {
        0.99: True, 0.97: True, 0.95: True, 0.9: False, 0.4: True, 0.3: False,
    }  # fmt: skip


def test_risk_at_each_threshold() -> None:
    lines = {line.split()[0]: line for line in format_risk(Named.of(outcomes()), 0.75)[1:]}
    assert "60.00%" in lines["0.75"]
    assert "1 of 4" in lines["0.75"]
    assert lines["0.75"].endswith("in use")
    assert "0 of 3" in lines["0.95"]


def test_reliability_counts_all_cards() -> None:
    lines = format_reliability(Named.of(outcomes()))[1:]
    assert sum(int(line.rsplit(" of ", 1)[1]) for line in lines) == 6


def test_contact_sheet_shows_failures_only(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), np.full((50, 100, 3), 90, np.uint8))
    right = Outcome(Truth(path, ".", ("AS",)), ("AS",), False)
    wrong = Outcome(Truth(path, ".", ("KS",)), ("AS",), False, (str(Reason.TOO_FEW_CARDS),))
    assert contact_sheet([right], lambda _: reading("AS")) is None
    sheet = contact_sheet([right, wrong, wrong], lambda _: reading("AS"))
    assert sheet is not None
    assert sheet.shape == (TILE, 2 * TILE, 3)


def scene(labels: list[int], visible: list[float], card_visible: float = 1.0) -> Scene:
    """Cards in a row with one index each."""
    card = np.float32([[0, 0], [10, 0], [10, 14], [0, 14]])
    index = np.float32([[0, 0], [2, 0], [2, 4], [0, 4]])
    indices = tuple(
        IndexLabel(label, n, card + np.float32([20 * n, 0]), index + np.float32([20 * n, 0]), share)
        for n, (label, share) in enumerate(zip(labels, visible, strict=True))
    )
    cards = tuple(
        CardLabel(label, card + np.float32([20 * n, 0]), 0, card_visible) for n, label in enumerate(labels)
    )
    return Scene(np.zeros((20, 200, 3), np.uint8), indices, cards, frozenset({"row"}))


def named(*labels: int) -> Reading:
    from vision.reading import CLASSES

    return reading(*(CLASSES[label] for label in labels))


def test_a_scene_read_right() -> None:
    judged = judge_scene(scene([0, 1, 2, 3, 4], [1.0] * 5), named(0, 1, 2, 3, 4), [])
    assert (judged.shown, judged.found, judged.exact, judged.whole) == (5, 5, True, True)
    assert (judged.answered, judged.wrong, judged.short) == (1, 0, 0)


def test_a_wrong_card_is_a_wrong_verdict() -> None:
    judged = judge_scene(scene([0, 1, 2, 3, 4], [1.0] * 5), named(0, 1, 2, 3, 17), [])
    assert (judged.found, judged.read, judged.right, judged.wrong) == (4, 5, 4, 1)


def test_a_verdict_without_a_covered_card_is_counted_apart() -> None:
    hidden = scene([0, 1, 2, 3, 4, 5], [1.0] * 5 + [0.1])
    judged = judge_scene(hidden, named(0, 1, 2, 3, 4), [])
    assert (judged.exact, judged.whole, judged.wrong, judged.short) == (True, False, 0, 1)
    buried = scene([0, 1, 2, 3, 4, 5], [1.0] * 5 + [0.1], card_visible=0.2)
    assert judge_scene(buried, named(0, 1, 2, 3, 4), []).short == 0
