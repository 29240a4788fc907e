"""The upright crop of a corner index, cut from the photo at its native resolution.

The same function makes the reader's training crops and its input when a photo is read.
"""

import cv2
import numpy as np
import numpy.typing as npt

CROP_SIZE = 64
"""Side of a crop in pixels."""

INDEX_RECT = np.array([[14, 6], [50, 6], [50, 58], [14, 58]], np.float32)
"""Where the index's corners (top left, top right, bottom right, bottom left) land in a crop, in pixels."""

_MARGIN = 3


def cut_index(image: npt.NDArray[np.uint8], index_quad: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """Cut one index out of a photo and turn it upright.

    Args:
        image: (H, W, 3) uint8, any channel order.
        index_quad: (4, 2) float32 pixels: top left, top right, bottom right, bottom left of the index
            as a person reads it. May reach beyond the photo; the edge pixels are repeated there.

    Returns:
        (64, 64, 3) uint8 in the channel order of `image`.
    """
    to_photo = _affine(INDEX_RECT, index_quad)
    outline = cv2.transform(_square(CROP_SIZE)[None], to_photo)[0]
    height, width = image.shape[:2]
    x0, y0 = np.clip(np.floor(outline.min(0)) - _MARGIN, 0, (width - 1, height - 1)).astype(int)
    x1, y1 = np.clip(np.ceil(outline.max(0)) + _MARGIN, (x0 + 1, y0 + 1), (width, height)).astype(int)
    patch = image[y0:y1, x0:x1]
    scale = np.sqrt(abs(np.linalg.det(to_photo[:, :2])))
    factor = max(1, int(scale))
    if factor > 1 and min(patch.shape[:2]) >= factor:
        # area averaging first, since a plain warp would alias a large index; whole blocks are fast to average
        columns, rows = patch.shape[1] // factor, patch.shape[0] // factor
        patch = patch[: rows * factor, : columns * factor]
        x1, y1 = x0 + patch.shape[1], y0 + patch.shape[0]
        patch = np.asarray(cv2.resize(patch, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
    shrink = np.array([patch.shape[1] / (x1 - x0), patch.shape[0] / (y1 - y0)])
    quad = (index_quad - (x0, y0)) * shrink
    to_crop = _affine(quad.astype(np.float32) - 0.5, INDEX_RECT - 0.5)
    return cv2.warpAffine(
        patch, to_crop, (CROP_SIZE, CROP_SIZE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8, copy=False)


def _square(side: float) -> npt.NDArray[np.float32]:
    return np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)


def _affine(source: npt.NDArray[np.float32], target: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Least-squares (2, 3) affine map of the four source points onto the target points."""
    design = np.hstack([source, np.ones((4, 1), np.float32)]).astype(np.float64)
    solution, *_ = np.linalg.lstsq(design, target.astype(np.float64), rcond=None)
    return np.ascontiguousarray(solution.T)


_PAPER, _INK = 92, 2  # percentiles of a crop that stand for paper and ink
_LEAST_SPAN = 24.0
_WHITE, _BLACK = 232.0, 16.0


def balance(crop: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Make paper white and ink dark, whatever the light and the camera's white balance were.

    Card stock is white and fills most of a crop, so each channel is stretched until its paper is. A nearly
    even crop is stretched only so far that noise stays noise.

    Args:
        crop: (H, W, 3) uint8, any channel order.

    Returns:
        An array of the same shape and type.
    """
    pixels = np.sort(crop[::2, ::2].reshape(-1, 3), axis=0).astype(np.float32)
    last = len(pixels) - 1
    high, low = pixels[last * _PAPER // 100], pixels[last * _INK // 100].min()
    gain = (_WHITE - _BLACK) / np.maximum(high - low, _LEAST_SPAN)
    table = (np.arange(256, dtype=np.float32)[:, None] - low) * gain + _BLACK
    return np.asarray(cv2.LUT(crop, np.clip(table, 0, 255).astype(np.uint8)[None]), np.uint8)
