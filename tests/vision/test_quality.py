"""Why an index could not be read."""

import cv2
import numpy as np
import pytest

from vision.photo.quality import edge_spread, explain, explain_index, explain_photo
from vision.reading import FoundIndex, Reason


def printed(height: int, blur: float = 0.0, light: float = 1.0) -> tuple[np.ndarray, FoundIndex]:
    """A photo of an index of the given height, and where it is."""
    side = 6 * height
    large = np.full((720, 720, 3), 240, np.uint8)
    cv2.putText(large, "7", (280, 420), cv2.FONT_HERSHEY_SIMPLEX, 4.5, (20, 20, 20), 14, cv2.LINE_AA)
    image = cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA)
    if blur:
        image = cv2.GaussianBlur(image, (0, 0), blur * height)
    image = np.clip(image * light, 0, 255).astype(np.uint8)
    low = np.float32((280, 315)) * side / 720
    quad = low + np.float32([[0, 0], [0.7, 0], [0.7, 1], [0, 1]]) * height
    return image, FoundIndex(np.concatenate([quad[0], quad[2]]), 0.9, quad, quad)


@pytest.mark.parametrize("height", [20, 40, 90, 200])
def test_a_good_index_has_no_fault(height: int) -> None:
    assert explain_index(*printed(height)) == set()


@pytest.mark.parametrize("height", [30, 60, 200])
def test_blur(height: int) -> None:
    assert explain_index(*printed(height, blur=0.1)) == {Reason.BLURRED}


def test_dark_and_small() -> None:
    assert explain_index(*printed(40, light=0.2)) == {Reason.TOO_DARK}
    assert explain_index(*printed(8)) == {Reason.TOO_SMALL}
    assert explain_index(*printed(8, light=0.1)) == {Reason.TOO_SMALL, Reason.TOO_DARK}


def test_a_reason_must_hold_for_half_of_the_indices() -> None:
    image, sharp = printed(40)
    height = image.shape[0]
    small = FoundIndex(sharp.box, 0.9, sharp.card_quad, (sharp.index_quad - height / 2) / 5 + height / 2)
    assert explain(image, [sharp, sharp, small]) == set()
    assert explain(image, [sharp, small]) == {Reason.TOO_SMALL}
    assert explain(image, []) == set()


def test_edge_spread_grows_with_blur() -> None:
    step = np.zeros((64, 64), np.float32)
    step[:, 32:] = 200
    spreads = [edge_spread(cv2.GaussianBlur(step, (0, 0), sigma)) for sigma in (1, 2, 4, 8)]
    assert spreads == sorted(spreads)
    assert spreads[2] == pytest.approx(4, rel=0.2)
    assert edge_spread(np.full((64, 64), 90, np.float32)) == float("inf")


def test_photo_without_cards() -> None:
    assert explain_photo(np.full((300, 400, 3), 15, np.uint8)) == {Reason.TOO_DARK}
    assert explain_photo(np.full((300, 400, 3), 150, np.uint8)) == set()
