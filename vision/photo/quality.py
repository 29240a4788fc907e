"""Why an index could not be read: dark, blurred or too small.

Used to explain a refusal, never to make one.
"""

import math
from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from vision.assembly.geometry import index_height
from vision.networks.crop import cut_index
from vision.reading import FoundIndex, Reason

SMALL = 14.0
"""Height of an index in photo pixels below which strokes run together."""
DARK = 70.0
"""Brightness (0 to 255) of the card around an index below which print and card look alike."""
SOFT = 2.6
"""Spread of an edge (sigma, pixels of the 64-pixel crop) above which an index is blurred."""
_DARK_PHOTO = 45.0


def explain(image: npt.NDArray[np.uint8], doubtful: Iterable[FoundIndex]) -> set[Reason]:
    """What is wrong with the doubtful indices of a photo: a reason that holds for at least half of them."""
    counts: dict[Reason, int] = {}
    total = 0
    for index in doubtful:
        total += 1
        for reason in explain_index(image, index):
            counts[reason] = counts.get(reason, 0) + 1
    return {reason for reason, count in counts.items() if 2 * count >= total}


def explain_index(image: npt.NDArray[np.uint8], index: FoundIndex) -> set[Reason]:
    """What is wrong with one index; a small one is not called blurred as well."""
    crop = cv2.cvtColor(cut_index(image, index.index_quad), cv2.COLOR_BGR2GRAY)
    grey = np.asarray(crop, np.float32)
    reasons = set()
    if index_height(index) < SMALL:
        reasons.add(Reason.TOO_SMALL)
    elif edge_spread(grey) > SOFT:
        reasons.add(Reason.BLURRED)
    if np.percentile(grey, 90) < DARK:
        reasons.add(Reason.TOO_DARK)
    return reasons


def explain_photo(image: npt.NDArray[np.uint8]) -> set[Reason]:
    """What is wrong with a photo on which no card was found."""
    small = cv2.resize(image, (64, 64), interpolation=cv2.INTER_AREA)
    return {Reason.TOO_DARK} if np.percentile(small, 90) < _DARK_PHOTO else set()


def edge_spread(grey: npt.NDArray[np.float32]) -> float:
    """Spread (sigma, pixels) of the sharpest edges of a grey crop, from contrast and steepest slope."""
    contrast = float(np.percentile(grey, 98) - np.percentile(grey, 2))
    if contrast < 8:
        return float("inf")
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.8)  # or noise would pass for sharp edges
    slope = np.hypot(*np.gradient(np.asarray(smooth, np.float32)))
    return contrast / (math.sqrt(2 * math.pi) * float(np.percentile(slope, 98)) + 1e-6)
