"""How closely to look: which part of a photo the finder sees, and at what size.

The finder was trained on indices of a certain range of heights. Far outside it sees nothing, so every
look is chosen such that the indices fall well inside.
"""

from dataclasses import dataclass

import numpy as np

from vision.detections import Detections

SIZES = (9.0, 60.0)
"""Heights of an index in network pixels that the finder was trained on."""
BEST_SIZE = 26.0
"""Height that a second look aims at."""
SMALLEST_LOOK = 320
LARGEST_LOOK = 1280
_WORTH_IT = 1.4
_MOST_ENLARGED = 1.5
_MARGIN, _MARGIN_FOR_FEW, _FEW = 0.5, 2.0, 5
_STEP = 16


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


def first_look(width: int, height: int, usual: int) -> Look:
    """The whole photo; a small one is not enlarged to the usual size, which would add no detail."""
    longest = max(width, height)
    return Look((0, 0, width, height), int(np.clip(longest, min(640, usual), usual)))


def closer_look(width: int, height: int, before: Look, found: Detections) -> Look | None:
    """A second look for the cards found, or `None` where the first one was good enough.

    Small indices are looked at again in a crop around all cards; large ones in the whole photo at a
    smaller size.
    """
    heights = found.heights * before.scale
    typical = float(np.median(heights))
    if SIZES[0] * 2 <= typical <= SIZES[1] * 0.8:
        return None
    scale = min(before.scale * BEST_SIZE / max(typical, 1.0), _MOST_ENLARGED)
    region = _around(found, width, height) if typical < BEST_SIZE else (0, 0, width, height)
    longest = max(region[2] - region[0], region[3] - region[1])
    look = Look(region, int(np.clip(round(longest * scale), SMALLEST_LOOK, LARGEST_LOOK)))
    change = look.scale / before.scale
    return look if max(change, 1 / change) >= _WORTH_IT else None


def last_looks(width: int, height: int, before: Look) -> tuple[Look, ...]:
    """Where nothing was found: once closer, for small cards, and once from afar, for a close-up."""
    whole = (0, 0, width, height)
    closer = int(min(before.long_side * 2, LARGEST_LOOK * 1.25, max(width, height) * _MOST_ENLARGED))
    farther = max(before.long_side // 2, SMALLEST_LOOK)
    sizes = [size for size in (farther, closer) if size >= SMALLEST_LOOK]
    return tuple(Look(whole, size) for size in sizes if not 0.8 < size / before.long_side < 1.25)


def _around(found: Detections, width: int, height: int) -> tuple[int, int, int, int]:
    """Region of all cards with a margin, inside the photo; wild card corners do not stretch it.

    Where few were seen, others are likely to lie near them, and the margin is wide.
    """
    reach = found.heights[:, None] * 12  # no card is higher than this, seen from its index
    centres = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2
    low = np.maximum(found.points[:, :4].min(1), centres - reach)
    high = np.minimum(found.points[:, :4].max(1), centres + reach)
    low, high = np.minimum(low, found.boxes[:, :2]), np.maximum(high, found.boxes[:, 2:])
    margin = (_MARGIN if len(found) >= _FEW else _MARGIN_FOR_FEW) * float(np.median(high - low))
    # whole steps, because a size that can be halved is reduced much faster
    x1, y1 = np.clip(np.floor((low.min(0) - margin) / _STEP) * _STEP, 0, (width - 1, height - 1))
    x2, y2 = np.clip(np.ceil((high.max(0) + margin) / _STEP) * _STEP, (x1 + 1, y1 + 1), (width, height))
    return int(x1), int(y1), int(x2), int(y2)
