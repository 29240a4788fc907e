"""A contact sheet of the photos that were not read rightly, to look at what went wrong."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.evaluation.scoring import Outcome
from vision.overlay.overlay import draw
from vision.photo.image import load_photo
from vision.reading import Reading

Picture = npt.NDArray[np.uint8]

TILE = 480
"""Longer side of a photo on the sheet in pixels."""
COLUMNS = 4


def contact_sheet(outcomes: Sequence[Outcome], read: Callable[[Picture], Reading]) -> Picture | None:
    """Draw the readings of all photos that were not read exactly, or whose hand got no verdict.

    Args:
        outcomes: of all photos.
        read: reads an upright (H, W, 3) uint8 BGR photo once more.

    Returns:
        (h, w, 3) uint8 BGR, or `None` when there is nothing to show.

    Raises:
        ImageError: a photo cannot be read any more.
    """
    tiles = []
    for one in outcomes:
        if one.exact and (one.answered or not one.hand):
            continue
        photo = load_photo(one.truth.path).image
        words = (
            f"{one.truth.path.stem[:24]}: {' '.join(one.truth.cards)}",
            ", ".join(one.reasons) or "ANSWERED",
        )
        tiles.append(_tile(draw(photo, read(photo), (), words)))
    if not tiles:
        return None
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % min(COLUMNS, len(tiles)))
    columns = min(COLUMNS, len(tiles))
    rows = [np.hstack(tiles[start : start + columns]) for start in range(0, len(tiles), columns)]
    return np.asarray(np.vstack(rows), np.uint8)


def _tile(picture: Picture) -> Picture:
    """A picture on a square of its own."""
    height, width = picture.shape[:2]
    scale = TILE / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    tile = np.zeros((TILE, TILE, 3), np.uint8)
    tile[: size[1], : size[0]] = small
    return tile
