"""From indices to cards, hands and reasons."""

from collections import Counter

import numpy as np
import pytest

from tests.vision.tables import (
    FOUR,
    fan,
    place_card,
    probabilities,
    random_view,
    row,
    with_probabilities,
)
from vision.assembly.assemble import Assembly, assemble
from vision.assembly.drafts import combine
from vision.assembly.geometry import overlap
from vision.assembly.rivals import drop_rivals
from vision.assembly.trust import Trust
from vision.reading import CLASSES, FoundIndex, ReadIndex, Reason

HAND = ["AS", "KD", "10H", "6C", "3D"]


def names(result: Assembly) -> list[str]:
    return [str(seen.card) for seen in result.cards]


def reasons(result: Assembly) -> set[Reason]:
    return {*result.status, *(reason for hand in result.hands for reason in hand.status)}


def test_five_cards_are_one_answered_hand() -> None:
    result = assemble(row(HAND))
    assert names(result) == HAND
    assert [seen.indices for seen in result.cards] == [2] * 5
    assert [hand.cards for hand in result.hands] == [(0, 1, 2, 3, 4)]
    assert reasons(result) == set()
    assert result.doubtful == ((),)


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("noise", [0.0, 0.15])
def test_rows_under_any_view(seed: int, noise: float) -> None:
    rng = np.random.default_rng(seed)
    reads = row(HAND, view=random_view(rng), noise=noise, rng=rng)
    rng.shuffle(reads)  # type: ignore[arg-type]
    result = assemble(reads)
    assert sorted(names(result)) == sorted(HAND)
    assert [seen.indices for seen in result.cards] == [2] * 5
    assert reasons(result) == set()


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("decks", [1, 2])
def test_fans_under_any_view(seed: int, decks: int) -> None:
    rng = np.random.default_rng(seed)
    result = assemble(fan(HAND, view=random_view(rng), noise=0.12, rng=rng), decks)
    assert sorted(names(result)) == sorted(HAND)
    assert Counter(seen.indices for seen in result.cards) == {1: 4, 2: 1}
    assert reasons(result) == set()


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("decks", [1, 2])
def test_four_corner_decks(seed: int, decks: int) -> None:
    rng = np.random.default_rng(seed)
    result = assemble(row(HAND, seen=FOUR, view=random_view(rng), noise=0.1, rng=rng), decks)
    assert sorted(names(result)) == sorted(HAND)
    assert [seen.indices for seen in result.cards] == [4] * 5
    assert reasons(result) == set()


@pytest.mark.parametrize(
    "seen", [("tl", "tr"), ("tr", "br"), ("tl", "bl"), ("tr", "bl"), ("br", "bl"), ("tr",)]
)
def test_any_corners_of_a_four_corner_deck(seen: tuple[str, ...]) -> None:
    result = assemble(row(HAND, seen=seen), decks=2)
    assert names(result) == HAND
    assert [card.indices for card in result.cards] == [len(seen)] * 5
    assert reasons(result) == set()


@pytest.mark.parametrize("seed", range(10))
def test_the_quad_is_better_than_that_of_each_index(seed: int) -> None:
    rng = np.random.default_rng(seed)
    view = random_view(rng)
    true = assemble(place_card("9S", 3, 2, view=view)).cards[0].quad
    errors = {1: 0.0, 2: 0.0}
    for _ in range(40):
        reads = place_card("9S", 3, 2, view=view, noise=0.12, rng=rng)
        for number in errors:
            quad = assemble(reads[:number]).cards[0].quad
            errors[number] += float(np.linalg.norm(quad - true, axis=1).mean())
    assert errors[2] < 0.8 * errors[1]


def test_cards_stand_from_left_to_right_whatever_the_order_of_indices() -> None:
    assert names(assemble(row(HAND)[::-1])) == HAND


def test_two_copies_apart_with_one_deck_are_refused() -> None:
    result = assemble(row(["AS", "KD", "AS", "6C", "3D"]))
    assert names(result) == ["AS", "KD", "AS", "6C", "3D"]
    assert reasons(result) == {Reason.CARD_TWICE}


def test_two_copies_apart_with_two_decks_are_two_cards() -> None:
    result = assemble(row(["AS", "KD", "AS", "6C", "3D"]), decks=2)
    assert names(result) == ["AS", "KD", "AS", "6C", "3D"]
    assert reasons(result) == set()


def test_three_copies_with_two_decks_are_refused() -> None:
    assert Reason.CARD_TWICE in reasons(assemble(row(["AS", "KD", "AS", "6C", "AS"]), decks=2))


@pytest.mark.parametrize("seed", range(20))
def test_two_copies_in_a_fan_of_two_decks_are_never_one_card_in_silence(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cards = ["KD", "AS", "6C", "3D", "AS"]
    result = assemble(fan(cards, view=random_view(rng), noise=0.12, rng=rng), decks=2)
    assert sorted(names(result)) == sorted(cards) or reasons(result)


def test_one_deck_joins_what_geometry_leaves_open() -> None:
    """The far index predicts its card poorly; with one deck there is only one such card."""
    near, far = place_card("9H", 1, 1)
    quad = far.found.card_quad.copy()
    quad[2] += (30, 40)
    quad[1] += (25, 0)
    quad[3] += (0, 35)
    moved = ReadIndex(type(far.found)(far.found.box, 0.9, quad, far.found.index_quad), far.probabilities)
    reads = [near, moved, *row(HAND[:4])[2:], *place_card("2C", 8, 1)]
    one = assemble(reads, decks=1)
    assert names(one).count("9H") == 1
    two = assemble(reads, decks=2)
    assert names(two).count("9H") == 1 or Reason.CARD_TWICE in reasons(two)


def with_card_quad(read: ReadIndex, quad: np.ndarray, score: float = 0.6) -> ReadIndex:
    found = read.found
    return ReadIndex(
        FoundIndex(found.box, score, quad.astype(np.float32), found.index_quad), read.probabilities
    )


@pytest.mark.parametrize("seed", range(10))
def test_one_deck_joins_indices_whose_predicted_cards_are_nonsense(seed: int) -> None:
    """Places and directions of indices are known well even where the card around them is not."""
    rng = np.random.default_rng(seed)
    reads = row(HAND)
    true = assemble(reads).cards[2].quad
    wrong = reads[5].found.card_quad * (1, 0.7) + rng.normal(0, 40, (4, 2))
    reads[5] = with_card_quad(reads[5], wrong)
    result = assemble(reads)
    assert names(result) == HAND
    assert reasons(result) == set()
    np.testing.assert_allclose(result.cards[2].quad, true, atol=45)  # the better index leads


@pytest.mark.parametrize("step", [0.25, 0.4, 0.7])
def test_a_misread_neighbour_is_not_lost(step: float) -> None:
    """The second of six overlapping cards is surely misread as the first: six lie there, not five."""
    reads = row(["KD", "KD", "6C", "3D", "9S", "2H"], step, seen=("tl",))
    result = assemble(reads)
    assert Reason.CARD_TWICE in reasons(result)
    assert len(result.cards) == 6


def test_five_cards_that_just_pass_are_no_sure_hand() -> None:
    """0.95 to the fifth is 0.77; one corner each, so that nothing makes them surer."""
    weak = row(HAND, seen=("tl",), confidence=0.95)
    weak[3] = with_probabilities(weak[3], probabilities("6C", 0.94))
    result = assemble(weak, trust=Trust(0.75))
    assert reasons(result) == {Reason.LOW_CONFIDENCE}
    assert [seen.accepted for seen in result.cards] == [True, True, True, False, True]
    assert reasons(assemble(row(HAND, seen=("tl",), confidence=0.96), trust=Trust(0.75))) == set()


def test_one_deck_does_not_join_cards_side_by_side() -> None:
    """Two upright cards that touch: their indices are parallel and a whole card apart."""
    reads = [*row(HAND[:4]), *place_card("KD", 1 + 1.2 * 3 + 1.02, 1)]
    for seen in (("tl",), ("tl", "br")):
        neighbours = [*place_card("6S", 1, 1, seen=seen), *place_card("6S", 2.02, 1, seen=seen), *reads[4:]]
        assert Reason.CARD_TWICE in reasons(assemble(neighbours))


def test_more_decks_do_not_join_on_loose_geometry() -> None:
    near, far = place_card("9H", 1, 1)
    others = [*row(HAND[:3])[2:], *place_card("2C", 8, 1), *place_card("4C", 10, 1)]
    guess = far.found.card_quad + np.array((50, 44))
    sure, unsure = (with_card_quad(far, guess, score) for score in (0.9, 0.6))
    assert reasons(assemble([near, sure, *others], decks=1)) == set()
    assert reasons(assemble([near, sure, *others], decks=2)) == {Reason.CARD_TWICE, Reason.TOO_MANY_CARDS}
    assert reasons(assemble([near, unsure, *others], decks=2)) == set()  # it may guess worse


def test_a_weak_index_goes_to_the_card_it_was_most_likely_read_as() -> None:
    """Read weakly and with a nonsense card around it: alone it would be a sixth card."""
    reads = row(HAND)
    wrong = with_card_quad(reads[5], reads[5].found.card_quad * (1, 0.5) + (60, 90))
    reads[5] = with_probabilities(wrong, probabilities("10H", 0.35, second="9H", rest=0.2))
    one = assemble(reads)
    assert names(one) == HAND
    assert [seen.indices for seen in one.cards] == [2] * 5
    assert reasons(one) == set()
    assert reasons(assemble(reads, decks=2))  # there may be another ten of hearts


def moved(read: ReadIndex, by: tuple[float, float], name: str, confidence: float, score: float) -> ReadIndex:
    """Another detection of the same print: shifted by pixels and read otherwise."""
    found = read.found
    index = FoundIndex(found.box, score, found.card_quad, (found.index_quad + by).astype(np.float32))
    return ReadIndex(index, probabilities(name, confidence, second="10S"))


def test_of_two_detections_of_one_print_the_better_one_stays() -> None:
    reads = row(HAND, seen=("tl",))
    rival = moved(reads[2], (4, 8), "QD", 0.7, 0.8)
    assert overlap(rival.found.index_quad, reads[2].found.index_quad) > 0.4
    for order in ([*reads, rival], [rival, *reads]):
        result = assemble(order)
        assert names(result) == HAND
        assert reasons(result) == set()


def test_neighbours_in_a_narrow_fan_are_no_rivals() -> None:
    reads = fan(HAND, step=6)
    assert len(drop_rivals(reads)) == len(reads)
    assert overlap(reads[0].found.index_quad, reads[3].found.index_quad) == 0


def test_an_index_read_half_one_way_and_half_the_other_joins_no_two_cards() -> None:
    """It is alike to both of its neighbours, which are two cards all the same."""
    reads = row(HAND, step=1.02)
    reads[1] = with_probabilities(reads[1], probabilities("AS", 0.5, second="KD"))
    result = assemble(reads)
    assert {"AS", "KD"} <= set(names(result))
    assert len(result.cards) == 5


def test_corners_of_one_card_that_disagree_are_refused() -> None:
    reads = row(HAND)
    reads[3] = with_probabilities(reads[3], probabilities("QH", 0.95))
    result = assemble(reads)
    assert Reason.CORNERS_DISAGREE in reasons(result)


def test_a_misread_corner_at_the_free_place_of_its_own_card_is_refused() -> None:
    """Places and readings of a slanted four-corner 4 on a real photo: its corners guess the card badly."""
    corners = [
        (
            ("AS", 0.971),
            [[53, 418], [131, 344], [239, 464], [161, 542]],
            [[59, 417], [68, 412], [81, 438], [72, 442]],
        ),
        (
            ("4S", 0.942),
            [[185, 428], [100, 549], [-49, 424], [38, 304]],
            [[173, 430], [164, 438], [139, 414], [148, 405]],
        ),
        (
            ("4S", 0.719),
            [[132, 553], [23, 390], [131, 298], [243, 462]],
            [[149, 536], [135, 545], [110, 512], [124, 505]],
        ),
        (
            ("AS", 0.510),
            [[87, 309], [224, 422], [120, 543], [-12, 430]],
            [[81, 323], [92, 318], [107, 346], [96, 351]],
        ),
    ]
    reads = []
    for (name, sure), card, index in corners:
        quad = np.array(index, np.float32)
        found = FoundIndex(np.append(quad.min(0), quad.max(0)), 0.8, np.array(card, np.float32), quad)
        second = "4S" if name == "AS" else "AS"
        reads.append(ReadIndex(found, probabilities(name, sure, second=second)))
    for decks in (1, 2):
        assert Reason.CORNERS_DISAGREE in reasons(assemble(reads, decks))


def test_a_weak_corner_follows_the_sure_one() -> None:
    reads = row(HAND)
    reads[3] = with_probabilities(reads[3], probabilities("QD", 0.5, second="KD"))
    result = assemble(reads)
    assert names(result) == HAND
    assert result.cards[1].indices == 2


def test_neighbours_in_a_fan_are_no_disagreement() -> None:
    assert reasons(assemble(fan(HAND, step=9))) == set()


def test_runner_up_is_kept() -> None:
    reads = [*row(HAND[:4]), *place_card("6S", 6, 1, seen=("tl",), confidence=0.7, second="6C")]
    card = assemble(reads, decks=2).cards[4]
    assert str(card.card) == "6S"
    assert card.confidence == pytest.approx(0.7)
    assert card.runner_up.label == "6C"
    assert str(card.runner_up.card) == "6C"
    assert card.runner_up.confidence == pytest.approx(0.3)


def test_low_confidence_is_shown_and_refused() -> None:
    reads = [*row(HAND[:4]), *place_card("3D", 6, 1, seen=("tl",), confidence=0.45, second="8D", rest=0.3)]
    result = assemble(reads, trust=Trust(0.5))
    assert names(result) == HAND
    assert [seen.accepted for seen in result.cards] == [True] * 4 + [False]
    assert reasons(result) == {Reason.LOW_CONFIDENCE}
    assert len(result.doubtful[0]) == 1
    as_a_hand = assemble(reads, trust=Trust(0.4))  # each card is sure enough, all together are not
    assert reasons(as_a_hand) == {Reason.LOW_CONFIDENCE}


@pytest.mark.parametrize(("score", "accepted"), [(0.5, False), (0.6, True)])
def test_an_only_index_that_may_be_covered_is_not_sure_however_it_is_read(
    score: float, accepted: bool
) -> None:
    result = assemble([*row(HAND[:4]), *place_card("3D", 6, 1, seen=("tl",), score=score)])
    assert [seen.accepted for seen in result.cards] == [True] * 4 + [accepted]
    assert (reasons(result) == {Reason.LOW_CONFIDENCE}) is not accepted


def test_two_indices_of_a_card_may_be_found_weakly() -> None:
    assert reasons(assemble([*row(HAND[:4]), *place_card("3D", 6, 1, score=0.4)])) == set()


def test_a_card_that_cannot_be_read_is_no_card_and_no_silence() -> None:
    reads = [*row(HAND), *place_card("3D", 7, 1, seen=("tl",), confidence=0.05)]
    result = assemble(reads)
    assert names(result) == HAND
    assert reasons(result) == {Reason.UNREAD_CARD, Reason.TOO_MANY_CARDS}


def test_joker() -> None:
    result = assemble([*row(HAND[:4]), *place_card("joker", 6, 1)])
    assert names(result) == HAND[:4]
    assert reasons(result) == {Reason.JOKER_SEEN}


def test_what_neither_network_takes_for_an_index_is_left_out() -> None:
    noise = place_card("3D", 7, 1, seen=("tl",), confidence=0.02, rest=0.95, score=0.3)
    assert reasons(assemble([*row(HAND), *noise])) == set()
    assert reasons(assemble(noise)) == {Reason.NO_CARDS}


def test_nothing_found() -> None:
    result = assemble([])
    assert result.status == (Reason.NO_CARDS,)
    assert result.cards == ()
    assert result.hands == ()


@pytest.mark.parametrize("count", [1, 4])
def test_too_few(count: int) -> None:
    result = assemble(row(HAND[:count]))
    assert reasons(result) == {Reason.TOO_FEW_CARDS}
    assert len(result.doubtful[0]) == 2 * count


def test_too_many() -> None:
    result = assemble(row([*HAND, "2C"]))
    assert len(result.cards) == 6
    assert reasons(result) == {Reason.TOO_MANY_CARDS}


def test_mirrored() -> None:
    view = np.diag([-100.0, 100.0, 1.0])
    assert Reason.MIRRORED in reasons(assemble(row(HAND, view=view)))
    assert Reason.MIRRORED not in reasons(assemble(row(HAND)))


def two_rows(gap: float) -> list[ReadIndex]:
    second = ["2H", "4S", "QC", "8D", "JS"]
    lower = [r for n, name in enumerate(second) for r in place_card(name, 1 + n * 1.2, 1 + 1.4 + gap)]
    return [*row(HAND), *lower]


def test_two_hands() -> None:
    result = assemble(two_rows(1.5))
    assert [hand.cards for hand in result.hands] == [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)]
    assert names(result)[:5] == HAND
    assert reasons(result) == set()


def test_two_hands_too_close_together() -> None:
    assert Reason.UNCLEAR_HANDS in reasons(assemble(two_rows(0.3)))


def test_one_hand_refused_leaves_the_other_answered() -> None:
    reads = two_rows(1.5)
    result = assemble(reads[:-2])
    assert [hand.status for hand in result.hands] == [(), (Reason.TOO_FEW_CARDS,)]
    assert result.status == ()
    assert result.doubtful[0] == ()


def test_decks_must_be_positive() -> None:
    with pytest.raises(ValueError, match="decks is 0"):
        assemble([], decks=0)


def test_indices_with_wild_keypoints_do_no_harm() -> None:
    rng = np.random.default_rng(3)
    reads = row(HAND)
    for read in place_card("2C", 2, 2, seen=FOUR):
        quad = rng.normal(0, 1e4, (4, 2)).astype(np.float32)
        reads.append(
            ReadIndex(type(read.found)(read.found.box, 0.9, quad, read.found.index_quad), read.probabilities)
        )
    assert "2C" in names(assemble(reads))


def test_combining() -> None:
    sure, unsure = probabilities("6S", 0.8, second="6C"), probabilities("6S", 0.6, second="9S")
    both = combine([sure, unsure])
    assert both.sum() == pytest.approx(1, abs=1e-5)
    assert both[CLASSES.index("6S")] > 0.97
    np.testing.assert_array_equal(combine([sure]), sure)
    nothing = np.zeros(len(CLASSES), np.float32)
    nothing[-1] = 1
    assert combine([sure, nothing])[CLASSES.index("6S")] == pytest.approx(0.8, abs=0.02)
