"""Finding the corner indices of all cards in a photo."""

from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from vision.networks.detections import NOTHING, Detections, channels, decode, join, suppress
from vision.networks.letterbox import Letterbox, Pyramid, as_batch
from vision.networks.looks import Look, closer_look, decides, first_look, last_looks
from vision.networks.models import Network, NetworkSession
from vision.reading import Found

SCORE = 0.25
IOU = 0.55
CLOSER_LOOKS = 2
MOST = 120
"""More indices than this are noise: four decks would not show so many."""


class IndexFinder(Protocol):
    """Finds corner indices and cards without one; tests and training bring their own."""

    def find(self, image: npt.NDArray[np.uint8]) -> Found:
        """What lies in an upright (H, W, 3) uint8 BGR photo, in its pixels."""
        ...


class OnnxFinder:
    """The shipped finder: looks at the whole photo, then closer where the indices are small.

    Args:
        network: as the manifest describes it.
        folder: where its file lies.
        session: the network where it is open already.

    Raises:
        ModelError: the network is missing, was changed, or cannot run here.
    """

    def __init__(self, network: Network, folder: Path, session: NetworkSession | None = None) -> None:
        self._session = session or NetworkSession(network, folder)
        self._size, self._channels = network.input_size, channels(len(network.classes))
        self._score = network.threshold("score", SCORE)
        self._iou = network.threshold("iou", IOU)

    def find(self, image: npt.NDArray[np.uint8]) -> Found:
        """See `IndexFinder.find`.

        Raises:
            ModelError: the network failed.
        """
        height, width = image.shape[:2]
        photo = Pyramid(image)
        look = first_look(width, height, self._size)
        seen = [(look, self._look(photo, look))]
        if not len(seen[0][1].indices):
            seen += [(other, self._look(photo, other)) for other in last_looks(width, height, look)]
            look = max(seen, key=lambda pair: pair[1].indices.scores.sum())[0]
        found = together(seen, width, height, self._iou)
        for _ in range(CLOSER_LOOKS):
            closer = closer_look(width, height, look, indices) if len(indices := found.indices) else None
            if closer is None:
                break
            look = closer
            seen.append((look, self._look(photo, look)))
            found = together(seen, width, height, self._iou)
        return found.found(MOST)

    def look(self, image: npt.NDArray[np.uint8], look: Look) -> Detections:
        """One run of the network on a part of a photo; the result is in pixels of the whole photo."""
        return self._look(Pyramid(image), look)

    def _look(self, photo: Pyramid, look: Look) -> Detections:
        x1, y1, x2, y2 = look.region
        box = Letterbox.fit(x2 - x1, y2 - y1, look.long_side)
        part = photo.part(look.region, max(box.scale))
        output = self._session.run(as_batch([box.draw(part)]), self._channels)
        seen = suppress(decode(output[0], self._score), self._iou)
        if not len(seen):
            return NOTHING
        corner = np.array((x1, y1), np.float32)
        boxes = box.to_photo(seen.boxes.reshape(-1, 2, 2)) + corner
        return replace(seen, boxes=boxes.reshape(-1, 4), points=box.to_photo(seen.points) + corner)


def together(seen: list[tuple[Look, Detections]], width: int, height: int, iou: float) -> Detections:
    """What several looks at one photo found, each thing once; later looks are trusted more for places.

    About what a closer look shows whole it alone decides: from afar, pips and large letters look like
    indices, and keyboards like backs.
    """
    kept = []
    for n, (look, found) in enumerate(seen):
        doubtful = np.zeros(len(found), np.bool_)
        for later, _ in seen[n + 1 :]:
            if later.scale >= look.scale:
                doubtful |= decides(later, found, width, height)
        kept.append(found.take(np.flatnonzero(~doubtful)))
    return join(kept[::-1], iou)
