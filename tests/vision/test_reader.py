"""Reading crops: order, batches, and the second opinion on unsure ones."""

from pathlib import Path

import numpy as np
import pytest

from tests.vision.tables import FOUR, place_card, random_view
from vision.networks.models import Network
from vision.networks.reader import JOKER, NONE, OnnxReader, card_of, guess_of
from vision.networks.recrops import other_quads
from vision.reading import CLASSES, FoundIndex

NETWORK = Network("reader.onnx", "", CLASSES, 64, 17)


class Scripted:
    """In place of a network: answers from a list of rows, in the order in which crops come."""

    def __init__(self, rows: list[np.ndarray]) -> None:
        self.rows = list(rows)
        self.batches: list[tuple[int, ...]] = []

    def run(self, batch: np.ndarray, channels: int) -> np.ndarray:
        assert channels == len(CLASSES)
        assert batch.dtype == np.float32
        assert 0 <= batch.min() <= batch.max() <= 1
        self.batches.append(batch.shape)
        taken, self.rows = self.rows[: len(batch)], self.rows[len(batch) :]
        return np.stack(taken)


def answer(name: str, confidence: float) -> np.ndarray:
    row = np.full(len(CLASSES), (1 - confidence) / (len(CLASSES) - 1), np.float32)
    row[CLASSES.index(name)] = confidence
    return row


def reader(rows: list[np.ndarray]) -> tuple[OnnxReader, Scripted]:
    session = Scripted(rows)
    return OnnxReader(NETWORK, Path(), session), session  # type: ignore[arg-type]


PHOTO = np.random.default_rng(0).integers(0, 255, (300, 700, 3), np.uint8)


def found(count: int) -> list[FoundIndex]:
    return [place_card("AS", 0.8 + n * 0.05, 1, seen=("tl",))[0].found for n in range(count)]


def test_sure_indices_are_read_once() -> None:
    made, session = reader([answer("AS", 0.95), answer("10H", 0.99)])
    reads = made.read(PHOTO, found(2))
    assert [CLASSES[read.probabilities.argmax()] for read in reads] == ["AS", "10H"]
    assert session.batches == [(2, 3, 64, 64)]


def test_unsure_ones_are_cut_in_six_other_ways_and_averaged() -> None:
    rows = [answer("AS", 0.95), answer("6S", 0.4), answer("10H", 0.99), answer("8S", 0.5)]
    second = [answer("6C", 0.9)] * 6 + [answer("8S", 0.9)] * 6
    made, session = reader([*rows, *second])
    reads = made.read(PHOTO, found(4))
    assert [CLASSES[read.probabilities.argmax()] for read in reads] == ["AS", "6C", "10H", "8S"]
    assert session.batches == [(4, 3, 64, 64), (12, 3, 64, 64)]
    np.testing.assert_allclose(reads[3].probabilities[CLASSES.index("8S")], (0.5 + 6 * 0.9) / 7, rtol=1e-5)
    np.testing.assert_allclose([read.probabilities.sum() for read in reads], 1, rtol=1e-5)


def test_no_index_sure_of_itself_is_unsure_as_a_card() -> None:
    made, session = reader([answer("none", 0.99), *[answer("none", 0.99)] * 6])
    assert made.read(PHOTO, found(1))[0].probabilities[NONE] > 0.98
    assert len(session.batches) == 2


def test_many_crops_come_in_batches() -> None:
    made, session = reader([answer("KD", 0.95)] * 150)
    assert len(made.read(PHOTO, found(150))) == 150
    assert [shape[0] for shape in session.batches] == [64, 64, 22]


def test_nothing_to_read() -> None:
    made, session = reader([])
    assert made.read(PHOTO, []) == []
    assert session.batches == []


def test_crops_of_another_size_are_refused() -> None:
    made, _ = reader([])
    with pytest.raises(ValueError, match="64 x 64 x 3 expected"):
        made.classify([np.zeros((32, 32, 3), np.uint8)])


@pytest.mark.parametrize("seed", range(8))
def test_other_crops_surround_the_same_index(seed: int) -> None:
    view = random_view(np.random.default_rng(seed), 30)
    for read in place_card("9D", 3, 2, 20 * seed, seen=FOUR, view=view):
        true = read.found.index_quad
        size = float(np.linalg.norm(true[3] - true[0]))
        quads = other_quads(read.found)
        assert len(quads) == 6
        for quad in quads:
            np.testing.assert_allclose(quad.mean(0), true.mean(0), atol=0.01 * size + 0.01)
            assert np.linalg.norm(quad - true, axis=1).max() < 0.45 * size  # the same corner comes first
        np.testing.assert_allclose(quads[0], true, atol=0.2 * size)


def test_rectangle_and_sizes_of_a_straight_index() -> None:
    read = place_card("9D", 2, 2, seen=("tl",))[0].found
    rectangle, along_card, _, _, smaller, larger = other_quads(read)
    np.testing.assert_allclose(rectangle, read.index_quad, atol=1e-3)
    np.testing.assert_allclose(along_card, read.index_quad, atol=1e-3)
    centre = read.index_quad.mean(0)
    np.testing.assert_allclose(smaller, centre + (read.index_quad - centre) * 0.85, atol=1e-3)
    np.testing.assert_allclose(larger, centre + (read.index_quad - centre) * 1.18, atol=1e-3)


def test_classes() -> None:
    assert len(CLASSES) == 54
    assert (CLASSES[JOKER], CLASSES[NONE]) == ("joker", "none")
    assert card_of(JOKER) is None
    assert card_of(NONE) is None
    assert str(card_of(0)) == "AC"
    guess = guess_of(22, 0.25)
    assert (guess.label, str(guess.card), guess.confidence) == ("10D", "10D", 0.25)
