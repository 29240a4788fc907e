"""What holds for any hand, under any view, with any reading: found by Hypothesis rather than thought of."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.cards import DECK
from tests.vision.tables import FOUR, JOKER, TWO, fan, place_card, random_view, row, with_probabilities
from vision.assembly.assemble import Assembly, assemble
from vision.assembly.geometry import card_width, quad_gap, signed_area
from vision.assembly.hands import HAND_SIZE, group_cards
from vision.assembly.trust import Trust
from vision.networks.detections import Detections, suppress
from vision.networks.letterbox import Letterbox
from vision.reading import CLASSES, FoundIndex, ReadIndex, Reason

NAMES = [str(card) for card in DECK]
ACCEPT = 0.5

few = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
many = settings(few, max_examples=150)
seeds = st.integers(0, 2**32 - 1)
hands = st.lists(st.sampled_from(NAMES), min_size=HAND_SIZE, max_size=HAND_SIZE, unique=True)


def reasons(result: Assembly) -> set[Reason]:
    return {*result.status, *(reason for hand in result.hands for reason in hand.status)}


def names(result: Assembly) -> list[str]:
    return sorted(str(seen.card) for seen in result.cards)


def moved(reads: list[ReadIndex], matrix: np.ndarray) -> list[ReadIndex]:
    """The same indices in a photo that was turned, scaled and shifted as a whole."""

    def carried(points: np.ndarray) -> np.ndarray:
        return np.asarray(points @ matrix[:, :2].T + matrix[:, 2], np.float32)

    made = []
    for read in reads:
        quad = carried(read.found.index_quad)
        box = np.concatenate([quad.min(0), quad.max(0)]).astype(np.float32)
        found = FoundIndex(box, read.found.score, carried(read.found.card_quad), quad)
        made.append(ReadIndex(found, read.probabilities))
    return made


@few
@given(hands, seeds, st.floats(0, 0.12), st.sampled_from([TWO, FOUR]), st.integers(1, 2))
def test_corners_of_one_card_are_merged_under_any_homography(
    hand: list[str], seed: int, noise: float, seen: tuple[str, ...], decks: int
) -> None:
    rng = np.random.default_rng(seed)
    reads = row(hand, seen=seen, view=random_view(rng), noise=noise, rng=rng)
    order = rng.permutation(len(reads))
    result = assemble([reads[position] for position in order], decks)
    assert names(result) == sorted(hand)
    assert {card.indices for card in result.cards} == {len(seen)}
    assert reasons(result) == set()


@few
@given(hands, seeds, st.floats(0, 0.08))
def test_merged_quads_lie_on_the_card_under_any_homography(hand: list[str], seed: int, noise: float) -> None:
    rng = np.random.default_rng(seed)
    view = random_view(rng)
    exact = {str(card.card): card.quad for card in assemble(row(hand, view=view)).cards}
    result = assemble(row(hand, view=view, noise=noise, rng=rng))
    for card in result.cards:
        true = exact[str(card.card)]
        turned = min(
            float(np.linalg.norm(np.roll(card.quad, turn, 0) - true, axis=1).max()) for turn in (0, 2)
        )
        assert turned <= (0.02 + 3 * noise) * max(card_width(true), 1)
        assert signed_area(card.quad) * signed_area(true) > 0


@many
@given(
    hands,
    seeds,
    st.floats(0, 360),
    st.floats(0.3, 4),
    st.tuples(st.floats(-3000, 3000), st.floats(-3000, 3000)),
    st.sampled_from([row, fan]),
)
def test_turning_scaling_and_shifting_a_photo_changes_no_card_and_no_reason(
    hand: list[str], seed: int, angle: float, scale: float, shift: tuple[float, float], layout: object
) -> None:
    rng = np.random.default_rng(seed)
    reads = layout(hand, view=random_view(rng, tilt=30), noise=0.1, rng=rng)  # type: ignore[operator]
    turn = np.deg2rad(angle)
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    matrix = np.array([[cos, -sin, shift[0]], [sin, cos, shift[1]]])
    before, after = assemble(reads), assemble(moved(reads, matrix))
    assert names(before) == names(after)
    assert sorted(card.indices for card in before.cards) == sorted(card.indices for card in after.cards)
    assert reasons(before) == reasons(after)


@few
@given(hands, seeds)
def test_mirrored_cards_are_never_answered(hand: list[str], seed: int) -> None:
    rng = np.random.default_rng(seed)
    mirror = np.array([[-1.0, 0, 4000], [0, 1.0, 0]])
    reads = moved(row(hand, view=random_view(rng)), mirror)
    assert Reason.MIRRORED in reasons(assemble(reads))


confidences = st.floats(0.05, 0.99)
readings = st.lists(st.tuples(st.sampled_from(NAMES), confidences), min_size=1, max_size=9)


@many
@given(readings, st.integers(1, 3), st.booleans())
def test_status_flags_of_any_row(cards: list[tuple[str, float]], decks: int, with_joker: bool) -> None:
    reads = []
    for place, (name, confidence) in enumerate(cards):
        reads += place_card(name, 1 + 1.25 * place, 1, confidence=confidence)
    if with_joker:
        joker = np.zeros(len(CLASSES), np.float32)
        joker[JOKER] = 0.99
        reads += [with_probabilities(read, joker) for read in place_card("AS", 1 + 1.25 * len(cards), 1)]
    result = assemble(reads, decks, Trust(ACCEPT))
    found = reasons(result)
    counted = Counter(str(card.card) for card in result.cards)
    assert (Reason.JOKER_SEEN in found) == with_joker
    if max(counted.values(), default=0) > decks:
        assert Reason.CARD_TWICE in found
    if any(not card.accepted for card in result.cards):
        assert Reason.LOW_CONFIDENCE in found
    if not found:
        assert all(len(hand.cards) == HAND_SIZE for hand in result.hands)
        assert all(card.confidence >= ACCEPT for card in result.cards)
        assert names(result) == sorted(name for name, _ in cards)
    for hand in result.hands:
        assert list(hand.status) == [reason for reason in Reason if reason in hand.status]
    placed = sorted(position for hand in result.hands for position in hand.cards)
    assert placed == list(range(len(result.cards)))


numbers = st.floats(-1e5, 1e5, width=32)
quads = st.lists(st.tuples(numbers, numbers), min_size=4, max_size=4).map(
    lambda points: np.array(points, np.float32)
)
softmaxes = st.lists(st.floats(0, 1, width=32), min_size=len(CLASSES), max_size=len(CLASSES)).map(
    lambda row: np.array(row, np.float32) / max(sum(row), 1e-6)
)


@few
@given(st.lists(st.tuples(quads, quads, softmaxes), max_size=7), st.integers(1, 4))
def test_nonsense_from_the_networks_is_never_an_exception_nor_an_answer_of_the_wrong_size(
    nonsense: list[tuple[np.ndarray, np.ndarray, np.ndarray]], decks: int
) -> None:
    reads = []
    for card_quad, index_quad, probabilities in nonsense:
        box = np.concatenate([index_quad.min(0), index_quad.max(0)])
        reads.append(ReadIndex(FoundIndex(box, 0.5, card_quad, index_quad), probabilities.astype(np.float32)))
    with np.errstate(all="ignore"):
        result = assemble(reads, decks, Trust(ACCEPT))
    assert len(result.hands) == len(result.doubtful)
    if not reasons(result):
        assert all(len(hand.cards) == HAND_SIZE for hand in result.hands)
    if not result.cards:
        assert reasons(result)


@few
@given(st.lists(st.tuples(quads, quads, softmaxes), max_size=3), hands, seeds)
def test_nonsense_beside_a_hand_never_changes_a_card_in_silence(
    nonsense: list[tuple[np.ndarray, np.ndarray, np.ndarray]], hand: list[str], seed: int
) -> None:
    view = random_view(np.random.default_rng(seed), tilt=20)
    reads = row(hand, view=view)
    for card_quad, index_quad, probabilities in nonsense:
        box = np.concatenate([index_quad.min(0), index_quad.max(0)])
        reads.append(ReadIndex(FoundIndex(box, 0.3, card_quad, index_quad), probabilities.astype(np.float32)))
    with np.errstate(all="ignore"):
        result = assemble(reads, trust=Trust(ACCEPT))
    if not reasons(result):
        assert names(result) == sorted(hand)


@many
@given(st.lists(quads, max_size=14))
def test_grouping_puts_every_card_into_one_group(corners: list[np.ndarray]) -> None:
    with np.errstate(all="ignore"):
        layout = group_cards(corners)
    placed = sorted(position for group in layout.groups for position in group)
    assert placed == list(range(len(corners)))


@many
@given(quads, quads)
def test_gap_is_symmetric_and_never_negative(first: np.ndarray, second: np.ndarray) -> None:
    gap = quad_gap(first, second)
    assert gap >= 0
    assert gap == pytest.approx(quad_gap(second, first), rel=1e-3, abs=1e-2)
    assert quad_gap(first, first) == 0


@many
@given(st.integers(1, 20000), st.integers(1, 20000), st.integers(32, 1280), seeds)
def test_letterbox_brings_points_back(width: int, height: int, side: int, seed: int) -> None:
    box = Letterbox.fit(width, height, side)
    points = (np.random.default_rng(seed).random((20, 2)) * (width, height)).astype(np.float32)
    back = box.to_photo(box.to_input(points))
    np.testing.assert_allclose(back, points, atol=0.02 + 2e-6 * max(width, height) / min(box.scale))
    assert max(box.inner) == side
    assert all(outer % 32 == 0 and outer >= inner for outer, inner in zip(box.outer, box.inner, strict=True))


boxes = st.lists(
    st.tuples(st.floats(0, 900), st.floats(0, 900), st.floats(1, 100), st.floats(1, 100), st.floats(0, 1)),
    min_size=1,
    max_size=40,
)


@many
@given(boxes, st.floats(0.1, 0.9), seeds)
def test_suppression_keeps_the_best_and_no_two_that_overlap(
    drawn: list[tuple[float, ...]], iou: float, seed: int
) -> None:
    values = np.array(drawn, np.float32)
    corners = np.concatenate([values[:, :2], values[:, :2] + values[:, 2:4]], 1)
    kinds = np.zeros(len(values), np.intp)
    detections = Detections(corners, values[:, 4], np.zeros((len(values), 8, 2), np.float32), kinds)
    kept = suppress(detections, iou)
    assert 1 <= len(kept) <= len(detections)
    assert kept.scores.max() == values[:, 4].max()
    again = suppress(kept, iou)
    assert len(again) == len(kept)
    shuffled = detections.take(np.random.default_rng(seed).permutation(len(values)))
    if len(set(values[:, 4].tolist())) == len(values):
        other = suppress(shuffled, iou)
        np.testing.assert_array_equal(np.sort(other.boxes, 0), np.sort(kept.boxes, 0))
