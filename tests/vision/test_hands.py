"""Cards become hands by the gaps between them."""

import numpy as np
import pytest

from tests.vision.tables import card_corners, random_view
from vision.assembly.geometry import project
from vision.assembly.hands import card_gaps, group_cards


def cards(*places: tuple[float, float], view: np.ndarray | None = None) -> list[np.ndarray]:
    matrix = np.diag([100.0, 100.0, 1.0]) if view is None else view
    return [project(matrix, card_corners(x, y)).astype(np.float32) for x, y in places]


def line(count: int, x: float, y: float, step: float = 1.1) -> list[tuple[float, float]]:
    return [(x + n * step, y) for n in range(count)]


def sizes(quads: list[np.ndarray]) -> tuple[list[int], bool]:
    layout = group_cards(quads)
    assert sorted(p for group in layout.groups for p in group) == list(range(len(quads)))
    return [len(group) for group in layout.groups], layout.clear


def test_gaps_are_in_card_widths() -> None:
    quads = cards((0, 0), (1.5, 0), (1.2, 0.1), (9, 0))
    gaps = card_gaps(quads)
    assert gaps[0, 1] == pytest.approx(0.5, abs=1e-3)
    assert gaps[1, 2] == 0
    assert gaps[3, 1] == pytest.approx(6.5, abs=1e-3)
    np.testing.assert_array_equal(gaps, gaps.T)


def test_five_cards_are_one_hand_however_they_lie() -> None:
    assert sizes(cards(*line(3, 0, 0), *line(2, 1, 9))) == ([5], True)
    assert sizes(cards((0, 0), (5, 0), (0, 9), (7, 7), (20, 3))) == ([5], True)


def test_nothing() -> None:
    assert sizes([]) == ([], True)


@pytest.mark.parametrize("seed", range(10))
def test_two_ox_hands_of_three_and_two(seed: int) -> None:
    def hand(y: float) -> list[tuple[float, float]]:
        return [*line(3, 0, y), *line(2, 0.5, y + 1.6)]

    view = random_view(np.random.default_rng(seed), 35)
    layout = group_cards(cards(*hand(0), *hand(5.2), view=view))
    assert {frozenset(group) for group in layout.groups} == {frozenset(range(5)), frozenset(range(5, 10))}
    assert layout.clear


def test_three_hands_in_reading_order() -> None:
    places = [*line(5, 0, 6, 0.4), *line(5, 6, 0, 0.4), *line(5, 0, 0, 0.4)]
    assert group_cards(cards(*places)).groups == (
        (10, 11, 12, 13, 14),
        (5, 6, 7, 8, 9),
        (0, 1, 2, 3, 4),
    )


def test_ten_cards_in_one_heap_are_unclear() -> None:
    assert sizes(cards(*line(10, 0, 0, 0.3))) == ([10], False)


def test_ten_cards_in_a_grid_are_unclear() -> None:
    assert sizes(cards(*line(5, 0, 0, 1.2), *line(5, 0, 1.75, 1.2)))[1] is False


def test_six_cards_are_one_hand_with_one_too_many_even_with_one_aside() -> None:
    assert sizes(cards(*line(6, 0, 0))) == ([6], True)
    assert sizes(cards(*line(5, 0, 0), (12, 0))) == ([6], True)


def test_a_hand_and_part_of_another() -> None:
    assert sizes(cards(*line(5, 0, 0), *line(4, 0, 5))) == ([5, 4], True)


def test_two_cut_off_hands_are_not_taken_for_one_beside_a_whole_one() -> None:
    cut_off = [*line(3, 0, 0, 0.3), *line(2, 0, 2.5, 0.3)]
    assert sizes(cards(*cut_off, *line(5, 6, 0, 0.3))) == ([5, 5], False)
    assert sizes(cards(*cut_off)) == ([5], True)


def test_a_closed_hand_beside_one_laid_three_and_two() -> None:
    ox = [*line(3, 0, 0), *line(2, 0.5, 1.7)]
    assert sizes(cards(*ox, *line(5, 6, 0, 0.3))) == ([5, 5], True)


def test_quads_far_off_and_without_area_do_no_harm() -> None:
    quads = [*cards(*line(5, 0, 0)), np.zeros((4, 2), np.float32), np.full((4, 2), 1e6, np.float32)]
    assert sum(sizes(quads)[0]) == 7
