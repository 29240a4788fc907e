"""Decoded pixels of any kind as upright 8-bit BGR, a band of rows at a time, so that memory stays small."""

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

BgrImage = npt.NDArray[np.uint8]

_BAND = 4_000_000
"""Pixels that are converted at once."""
_WITH_ALPHA = ("RGBA", "LA", "PA", "RGBa", "La")


def turn(image: BgrImage, orientation: int) -> BgrImage:
    """Apply an EXIF orientation, 1 to 8."""
    if orientation in (5, 6, 7, 8):
        image = np.asarray(cv2.transpose(image), np.uint8)
    flip = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}.get(orientation)
    return image if flip is None else np.asarray(cv2.flip(image, flip), np.uint8)


def to_bgr(picture: Image.Image) -> BgrImage:
    """Flatten any Pillow mode to 8-bit BGR, alpha over white.

    Args:
        picture: loaded; deep grey is scaled to 8 bits over the whole picture.

    Returns:
        (H, W, 3) uint8.
    """
    width, height = picture.size
    made = np.empty((height, width, 3), np.uint8)
    rows = max(1, _BAND // width)
    spans = [(top, min(top + rows, height)) for top in range(0, height, rows)]
    deep = picture.mode in ("I", "F") or picture.mode.startswith("I;16")
    if deep:
        bands = (np.asarray(picture.crop((0, top, width, end))) for top, end in spans)
        gain = 255 / _white_of(bands)
    for top, end in spans:
        band = picture.crop((0, top, width, end))
        if deep:
            values = np.clip(np.rint(_finite(np.asarray(band)) * gain), 0, 255)
            made[top:end] = values.astype(np.uint8)[:, :, None]
        else:
            cv2.cvtColor(_rgb(band), cv2.COLOR_RGB2BGR, dst=made[top:end])
    return made


def _rgb(band: Image.Image) -> BgrImage:
    if band.mode in _WITH_ALPHA or "transparency" in band.info:
        clear = band.convert("RGBA")
        colours = clear.convert("RGB")
        alpha = clear.getchannel("A")
        if alpha.getextrema() == (255, 255):
            return np.asarray(colours)
        band = Image.new("RGB", band.size, (255, 255, 255))
        band.paste(colours, mask=alpha)
    return np.asarray(band.convert("RGB"))


def _finite(grey: npt.NDArray[np.generic]) -> npt.NDArray[np.float32]:
    return np.nan_to_num(grey.astype(np.float32), posinf=0.0, neginf=0.0)


def _white_of(bands: Iterable[npt.NDArray[np.generic]]) -> float:
    """The value that becomes 255: the range of 8 or 16 bits, or the maximum of values that have neither."""
    peak, kinds = 0.0, set()
    for band in bands:
        kinds.add(band.dtype)
        peak = max(peak, float(_finite(band).max()))
    if np.dtype(np.uint16) in kinds or 255 < peak <= 65535:
        return 65535.0
    return 255.0 if 1 < peak <= 255 else max(peak, 1.0)
