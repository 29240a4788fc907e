"""Reading rank and suit of each index from its own pixels in the photo."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from rules.cards import DECK, Card
from vision.errors import ModelError
from vision.networks.crop import CROP_SIZE, balance, cut_index
from vision.networks.letterbox import as_batch
from vision.networks.models import Network, NetworkSession
from vision.networks.recrops import other_quads
from vision.reading import CLASSES, FloatArray, FoundIndex, Guess, ReadIndex

JOKER = len(DECK)
NONE = JOKER + 1
_BATCH = 64
_UNSURE = 0.9


class IndexReader(Protocol):
    """Reads corner indices; tests and training bring their own."""

    def read(self, image: npt.NDArray[np.uint8], found: Sequence[FoundIndex]) -> list[ReadIndex]:
        """Probabilities over `CLASSES` for each index of an upright (H, W, 3) uint8 BGR photo."""
        ...


class OnnxReader:
    """The shipped reader: an index that is not read surely is cut out in several ways and read again.

    Args:
        network: as the manifest describes it.
        folder: where its file lies.
        session: the network where it is open already.

    Raises:
        ModelError: the network is missing, was changed, cannot run here, or reads other classes.
    """

    def __init__(self, network: Network, folder: Path, session: NetworkSession | None = None) -> None:
        if network.classes != CLASSES:
            raise ModelError(
                f"The reader {network.file} has {len(network.classes)} classes in another order than the "
                f"{len(CLASSES)} of this version. Install Oxeye again."
            )
        self._session = session or NetworkSession(network, folder)

    def read(self, image: npt.NDArray[np.uint8], found: Sequence[FoundIndex]) -> list[ReadIndex]:
        """See `IndexReader.read`.

        Raises:
            ModelError: the network failed.
        """
        probabilities = self.classify([balance(cut_index(image, index.index_quad)) for index in found])
        unsure = np.flatnonzero(probabilities[:, :NONE].max(1) < _UNSURE)
        quads = [quad for position in unsure.tolist() for quad in other_quads(found[position])]
        others = self.classify([balance(cut_index(image, quad)) for quad in quads])
        others = others.reshape(len(unsure), -1, len(CLASSES)) if len(unsure) else others
        for position, rows in zip(unsure, others, strict=True):
            probabilities[position] = np.vstack([probabilities[position], rows]).mean(0)
        return [ReadIndex(index, row) for index, row in zip(found, probabilities, strict=True)]

    def classify(self, crops: Sequence[npt.NDArray[np.uint8]]) -> FloatArray:
        """Probabilities (N, 54) float32 of (64, 64, 3) uint8 BGR crops."""
        rows = [np.zeros((0, len(CLASSES)), np.float32)]
        for start in range(0, len(crops), _BATCH):
            batch = list(crops[start : start + _BATCH])
            if any(crop.shape != (CROP_SIZE, CROP_SIZE, 3) for crop in batch):
                raise ValueError(f"crops of {CROP_SIZE} x {CROP_SIZE} x 3 expected, got {batch[0].shape}")
            rows.append(self._session.run(as_batch(batch), len(CLASSES)))
        return np.concatenate(rows)


def card_of(label: int) -> Card | None:
    """The card of a class, or `None` for a joker and for no index."""
    return DECK[label] if label < len(DECK) else None


def guess_of(label: int, probability: float) -> Guess:
    """A class with its probability, named for people."""
    return Guess(CLASSES[label], float(probability), card_of(label))
