"""How closely to look: which part of a photo the finder sees, and at what size.

The finder was trained on indices of a certain range of heights. Far outside it sees nothing, so every
look is chosen such that the indices fall well inside.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.networks.detections import INDEX, Detections
from vision.reading import FloatArray

FITTING = (30.0, 48.0)
"""Heights of an index in network pixels at which no other look is needed; it was trained on 9 to 60."""
BEST_SIZE = 40.0
"""Height that a second look aims at."""
LARGEST_SURE = 80.0
"""Height of an index in network pixels up to which a look that does not find it speaks against it."""
SMALLEST_LOOK = 320
LARGEST_LOOK = 1280
_WORTH_IT = 1.4
_MOST_ENLARGED = 1.5
_MARGIN, _MARGIN_FOR_FEW, _FEW = 0.5, 2.0, 5
_STEP = 16
_CARD_HEIGHT = 7
"""Height of a card in heights of its index."""
_CARD_REACH = 12
"""Index heights within which a card lies around its index."""


@dataclass(frozen=True)
class Look:
    """One run of the finder.

    Attributes:
        region: x1 y1 x2 y2 in photo pixels.
        long_side: network pixels that the longer side of the region is scaled to.
    """

    region: tuple[int, int, int, int]
    long_side: int

    @property
    def scale(self) -> float:
        """Network pixels per photo pixel."""
        x1, y1, x2, y2 = self.region
        return self.long_side / max(x2 - x1, y2 - y1)

    def holds(self, low: FloatArray, high: FloatArray) -> npt.NDArray[np.bool_]:
        """Whether boxes from `low` to `high`, (..., 2) photo pixels each, lie within the region, (...)."""
        return np.asarray(((low >= self.region[:2]) & (high <= self.region[2:])).all(-1))


def first_look(width: int, height: int, usual: int) -> Look:
    """The whole photo; a small one is not enlarged to the usual size, which would add no detail."""
    longest = max(width, height)
    return Look((0, 0, width, height), int(np.clip(longest, min(640, usual), usual)))


def closer_look(width: int, height: int, before: Look, found: Detections) -> Look | None:
    """A closer look at the cards found, or `None` where the look before was good enough.

    Small indices are looked at again in a crop around all cards; large ones in the whole photo (or the
    crop that was too close) at a smaller size. Cards at the border of a crop are followed beyond it.

    Args:
        width: of the photo.
        height: of the photo.
        before: the last look.
        found: what all looks have found so far, at least one index.
    """
    typical = float(np.median(found.heights)) * before.scale
    covered = bool(before.holds(*_extent(found, width, height)))
    fits = FITTING[0] <= typical <= FITTING[1]
    if fits and covered:
        return None
    region = _around(found, width, height)
    scale = before.scale if fits else min(before.scale * BEST_SIZE / max(typical, 1.0), _MOST_ENLARGED)
    if typical > BEST_SIZE and not fits and before.region == (0, 0, width, height):
        region = before.region
    longest = max(region[2] - region[0], region[3] - region[1])
    look = Look(region, int(np.clip(round(longest * scale), SMALLEST_LOOK, LARGEST_LOOK)))
    change = look.scale / before.scale
    return look if not covered or max(change, 1 / change) >= _WORTH_IT else None


def last_looks(width: int, height: int, before: Look) -> tuple[Look, ...]:
    """Where nothing was found: once closer, for small cards, and once from afar, for a close-up."""
    whole = (0, 0, width, height)
    closer = int(min(before.long_side * 2, LARGEST_LOOK * 1.25, max(width, height) * _MOST_ENLARGED))
    farther = max(before.long_side // 2, SMALLEST_LOOK)
    sizes = [size for size in (farther, closer) if size >= SMALLEST_LOOK]
    return tuple(Look(whole, size) for size in sizes if not 0.8 < size / before.long_side < 1.25)


def decides(look: Look, found: Detections, width: int, height: int) -> npt.NDArray[np.bool_]:
    """Which things a look must find if they are there: whole in its region, and not too large, (N,).

    Args:
        look: a closer one than that which found them.
        found: what was seen, in photo pixels.
        width: of the photo.
        height: of the photo.
    """
    low = np.clip(found.boxes[:, :2], 0, (width, height))
    high = np.clip(found.boxes[:, 2:], 0, (width, height))
    indices = np.where(found.kinds == INDEX, found.heights, found.heights / _CARD_HEIGHT)
    return np.asarray(look.holds(low, high) & (indices * look.scale <= LARGEST_SURE))


def _around(found: Detections, width: int, height: int) -> tuple[int, int, int, int]:
    """Region of all cards with a margin, inside the photo.

    Where few were seen, others are likely to lie near them, and the margin is wide.
    """
    low, high = _extent(found, width, height)
    card = np.ptp(_bounded(found), axis=1).max(1)
    margin = (_MARGIN if len(found) >= _FEW else _MARGIN_FOR_FEW) * float(np.median(card))
    # whole steps, because a size that can be halved is reduced much faster
    x1, y1 = np.clip(np.floor((low - margin) / _STEP) * _STEP, 0, (width - 1, height - 1))
    x2, y2 = np.clip(np.ceil((high + margin) / _STEP) * _STEP, (x1 + 1, y1 + 1), (width, height))
    return int(x1), int(y1), int(x2), int(y2)


def _extent(found: Detections, width: int, height: int) -> tuple[FloatArray, FloatArray]:
    """Least and greatest corner of all cards inside the photo, (2,) each."""
    points = np.clip(_bounded(found).reshape(-1, 2), 0, (width, height))
    return points.min(0), points.max(0)


def _bounded(found: Detections) -> FloatArray:
    """Corners of cards and indices, (N, 8, 2); wild ones are brought back to where a card can reach."""
    reach = found.heights[:, None, None] * _CARD_REACH
    centres = found.points[:, 4:].mean(1, keepdims=True)
    return np.asarray(np.clip(found.points, centres - reach, centres + reach), np.float32)
