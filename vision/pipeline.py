"""The whole way from an upright photo to cards and hands."""

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.assembly.assemble import Assembly, assemble, in_order
from vision.assembly.trust import UNMEASURED, Trust
from vision.networks.finder import IndexFinder, OnnxFinder
from vision.networks.models import load_manifest
from vision.networks.reader import NONE, IndexReader, OnnxReader
from vision.photo.quality import explain, explain_photo
from vision.reading import FoundIndex, ReadIndex, Reading, Reason, SeenHand

_MIRRORED_GAIN = 0.25
_MIRRORED_MEAN = 0.6
_MIRRORED_LEAST = 3


class CardReader:
    """Reads the cards of a photo; safe to keep for many photos.

    Args:
        models_dir: folder with the manifest and the networks, by default the shipped ones.

    Raises:
        ModelError: a network is missing, was changed, or cannot run here.
    """

    def __init__(self, models_dir: Path | None = None) -> None:
        manifest = load_manifest(models_dir)
        self._use(
            OnnxFinder(manifest.finder, manifest.folder),
            OnnxReader(manifest.reader, manifest.folder),
            Trust.of(manifest.reader),
            manifest.identity,
        )

    @classmethod
    def of(
        cls,
        finder: IndexFinder,
        reader: IndexReader,
        trust: Trust = UNMEASURED,
        identity: dict[str, str] | None = None,
    ) -> "CardReader":
        """A card reader with any finder and reader, such as networks in training or doubles in tests."""
        made = cls.__new__(cls)
        made._use(finder, reader, trust, identity or {})
        return made

    def _use(self, finder: IndexFinder, reader: IndexReader, trust: Trust, identity: dict[str, str]) -> None:
        self._finder, self._reader = finder, reader
        self._trust, self._identity = trust, identity

    def read(self, image: npt.NDArray[np.uint8], decks: int = 1) -> Reading:
        """Read an upright photo.

        Args:
            image: (H, W, 3) uint8 BGR.
            decks: how often one card may appear in the photo.

        Raises:
            ModelError: a network failed.
            ValueError: the array is no such image, or `decks` is below 1.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise ValueError(f"expected (H, W, 3) uint8, got {image.shape} {image.dtype}")
        clock = _Clock()
        found = self._finder.find(image)
        clock.stop("find")
        reads = self._reader.read(image, found.indices)
        clock.stop("read")
        assembly = self._explain(image, reads, assemble(reads, decks, self._trust, found.whole))
        clock.stop("assemble")
        return Reading(
            size=(image.shape[1], image.shape[0]),
            status=assembly.status,
            cards=assembly.cards,
            hands=assembly.hands,
            unread=assembly.unread,
            model=dict(self._identity),
            timing_ms=clock.times,
        )

    def _explain(self, image: npt.NDArray[np.uint8], reads: list[ReadIndex], assembly: Assembly) -> Assembly:
        """Add to a refusal what is wrong with the photo."""
        if Reason.NO_CARDS in assembly.status:
            why = (Reason.MIRRORED,) if self._reads_mirrored(image, reads) else explain_photo(image)
            return replace(assembly, status=in_order({*assembly.status, *why}))
        hands = tuple(
            SeenHand(hand.cards, in_order({*hand.status, *explain(image, doubtful)}))
            for hand, doubtful in zip(assembly.hands, assembly.doubtful, strict=True)
        )
        status = set(assembly.status)
        if any(assembly.doubtful) and self._reads_mirrored(image, reads):
            status.add(Reason.MIRRORED)
        return replace(assembly, hands=hands, status=in_order(status))

    def _reads_mirrored(self, image: npt.NDArray[np.uint8], reads: list[ReadIndex]) -> bool:
        """True when the indices are read far better in a mirror."""
        if len(reads) < _MIRRORED_LEAST:
            return False
        straight = np.mean([_likeliest(read) for read in reads])
        if straight > 1 - _MIRRORED_GAIN:  # no room for a gain
            return False
        flipped = self._reader.read(image, [mirrored(read.found) for read in reads])
        other = np.mean([_likeliest(read) for read in flipped])
        return bool(other >= _MIRRORED_MEAN and other - straight >= _MIRRORED_GAIN)


def _likeliest(read: ReadIndex) -> float:
    """Probability of the likeliest card."""
    return float(read.probabilities[:NONE].max())


def mirrored(found: FoundIndex) -> FoundIndex:
    """The same index with left and right of its own corners exchanged, so that its crop is mirrored."""
    return replace(found, index_quad=found.index_quad[[1, 0, 3, 2]])


class _Clock:
    """Milliseconds of successive stages."""

    def __init__(self) -> None:
        self.times: dict[str, float] = {}
        self._start = time.perf_counter()

    def stop(self, stage: str) -> None:
        now = time.perf_counter()
        self.times[stage] = (now - self._start) * 1000
        self._start = now
