"""The whole way from a photo to a reading, with doubles in place of the networks."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.vision.tables import NONE, place_card, probabilities, row, with_probabilities
from vision import CardReader
from vision.assembly.trust import Trust
from vision.errors import ModelError
from vision.reading import Found, FoundIndex, ReadIndex, Reason, WholeCard

HAND = ["AS", "KD", "10H", "6C", "3D"]
PHOTO = np.full((300, 800, 3), 225, np.uint8)


class Doubles:
    """Finder and reader that know the answer; `mirror` is what a mirrored crop is read as."""

    def __init__(self, reads: list[ReadIndex], mirror: np.ndarray | None = None) -> None:
        self.reads = reads
        self.whole: list[WholeCard] = []
        self.mirror = probabilities("5S", 1 / 54) if mirror is None else mirror

    def find(self, image: np.ndarray) -> Found:
        return Found([read.found for read in self.reads], self.whole)

    def read(self, image: np.ndarray, found: list[FoundIndex]) -> list[ReadIndex]:
        known = {id(read.found): read for read in self.reads}
        return [known.get(id(index)) or ReadIndex(index, self.mirror) for index in found]


def reader(reads: list[ReadIndex], mirror: np.ndarray | None = None) -> CardReader:
    double = Doubles(reads, mirror)
    return CardReader.of(double, double, trust=Trust(0.5), identity={"name": "double"})


def test_a_reading_carries_all_that_is_known() -> None:
    reading = reader(row(HAND)).read(PHOTO)
    assert [str(seen.card) for seen in reading.cards] == HAND
    assert reading.answered
    assert reading.size == (800, 300)
    assert reading.model == {"name": "double"}
    assert set(reading.timing_ms) == {"find", "read", "assemble"}
    assert all(time >= 0 for time in reading.timing_ms.values())


def test_decks_reach_the_assembly() -> None:
    copies = reader(row(["AS", "KD", "AS", "6C", "3D"]))
    assert copies.read(PHOTO).reasons == (Reason.CARD_TWICE,)
    assert copies.read(PHOTO, decks=2).answered


def test_a_back_among_the_cards_refuses_and_is_told() -> None:
    double = Doubles(row(HAND))
    quads = [seen.quad for seen in CardReader.of(double, double, trust=Trust(0.5)).read(PHOTO).cards]
    beside = quads[4] + (quads[4] - quads[3])
    double.whole = [WholeCard("back", 0.9, beside), WholeCard("back", 0.9, quads[0] + np.float32([0, 5000]))]
    reading = CardReader.of(double, double, trust=Trust(0.5)).read(PHOTO)
    assert reading.reasons == (Reason.BACK_SEEN,)
    assert len(reading.unread) == 2


def test_no_cards_on_a_dark_and_on_a_bright_photo() -> None:
    assert reader([]).read(PHOTO // 20).status == (Reason.NO_CARDS, Reason.TOO_DARK)
    bright = reader([]).read(PHOTO)
    assert bright.status == (Reason.NO_CARDS,)
    assert bright.hands == ()
    assert not bright.answered


def unsure(*names: str) -> list[ReadIndex]:
    return [
        read
        for n, name in enumerate(names)
        for read in place_card(name, 1 + 1.2 * n, 1, seen=("tl",), confidence=0.4, second="QS", rest=0.3)
    ]


def test_a_refusal_names_what_is_wrong_with_the_photo() -> None:
    flat = reader(
        [*row(HAND[:4]), *place_card("3D", 6, 1, confidence=0.4, second="8D", rest=0.3, seen=("tl",))]
    )
    assert flat.read(PHOTO).reasons == (Reason.LOW_CONFIDENCE, Reason.BLURRED)
    assert set(flat.read(PHOTO // 8).reasons) == {Reason.LOW_CONFIDENCE, Reason.BLURRED, Reason.TOO_DARK}
    small = np.diag([10.0, 10.0, 1])
    tiny = place_card("3D", 60, 10, view=small, confidence=0.4, second="8D", rest=0.3, seen=("tl",))
    assert Reason.TOO_SMALL in reader([*row(HAND[:4]), *tiny]).read(PHOTO).reasons


def test_an_answered_hand_is_not_examined() -> None:
    """The photo is flat grey, so its indices would count as blurred; they were read all the same."""
    assert reader(row(HAND)).read(PHOTO).reasons == ()


def test_a_photo_with_nothing_but_mirrored_indices_is_said_to_be_mirrored() -> None:
    nothing = np.zeros(54, np.float32)
    nothing[NONE] = 1
    reads = [with_probabilities(read, nothing) for read in row(HAND)]
    assert reader(reads, mirror=probabilities("5S", 0.95)).read(PHOTO).reasons == (
        Reason.NO_CARDS,
        Reason.MIRRORED,
    )
    assert Reason.MIRRORED not in reader(reads, mirror=nothing).read(PHOTO).reasons


def test_mirrored_photo_is_known_by_reading_it_in_a_mirror() -> None:
    reads = unsure(*HAND)
    assert Reason.MIRRORED in reader(reads, mirror=probabilities("5S", 0.95)).read(PHOTO).reasons
    assert Reason.MIRRORED not in reader(reads, mirror=probabilities("5S", 0.4)).read(PHOTO).reasons
    nothing = np.zeros_like(probabilities("5S"))
    nothing[NONE] = 1
    assert Reason.MIRRORED not in reader(reads, mirror=nothing).read(PHOTO).reasons


@pytest.mark.parametrize(
    "image", [np.zeros((5, 5), np.uint8), np.zeros((5, 5, 4), np.uint8), np.zeros((5, 5, 3), np.float32)]
)
def test_arrays_that_are_no_photo(image: np.ndarray) -> None:
    with pytest.raises(ValueError, match="expected"):
        reader([]).read(image)


def test_missing_networks(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        CardReader(tmp_path)


def test_reading_imports_neither_torch_nor_streamlit() -> None:
    code = (
        "import sys, vision, vision.pipeline, vision.overlay.overlay, vision.photo.image, "
        "vision.evaluation.speed, vision.evaluation.benchmark; "
        "bad = {'torch', 'ultralytics', 'streamlit', 'onnx', 'app'} & set(sys.modules); "
        "sys.exit(str(bad) if bad else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


def test_public_face() -> None:
    import vision

    assert all(getattr(vision, name) is not None for name in vision.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        vision.nothing  # noqa: B018
