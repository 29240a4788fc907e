"""The one decoder for every entry: a path, bytes, or an open file become an upright BGR array.

What a file is, is decided by its first bytes, never by its name. Sizes are checked before and right
after the header is read, so that a small file cannot unfold into gigabytes.
"""

import hashlib
import os
import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from vision.errors import ImageError
from vision.photo.formats import sniff
from vision.photo.guards import check
from vision.photo.pixels import BgrImage, to_bgr, turn

MAX_BYTES = 25 * 1024 * 1024
"""Largest file that is read."""
MAX_PIXELS = 50_000_000
"""Largest photo that is decoded."""
MIN_SIDE = 16
"""Shortest side in pixels that could show anything."""

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO

_EXIF_ORIENTATION = 0x0112


@dataclass(frozen=True)
class Photo:
    """A decoded photo.

    Attributes:
        image: (H, W, 3) uint8 BGR, upright, C-contiguous.
        sha256: hex digest of the file as given.
        format: what the file was, such as `JPEG`.
    """

    image: BgrImage
    sha256: str
    format: str

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.shape[1], self.image.shape[0]


def load_photo(source: Source) -> Photo:
    """Read a photo from a path, from bytes, or from a file opened in binary mode (read from its start).

    JPEG, PNG, WebP, HEIC/HEIF, AVIF, BMP and TIFF are accepted, grey, with alpha (laid on white), CMYK
    and 16 bit a channel included; of an animation the first frame is taken.

    Raises:
        ImageError: the source cannot be read, is too large, is no such picture, or is damaged.
    """
    data = _read(source)
    kind = sniff(data)
    check(data, kind)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            if kind == "HEIF":
                _register_heif()
            image = _decode(data, kind)
    except ImageError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise ImageError(_too_many_pixels("far too many pixels")) from None
    except UnidentifiedImageError:
        raise ImageError(f"The {kind} file is damaged: its head cannot be read. Send it again.") from None
    except MemoryError:
        raise ImageError("Not enough memory to decode the picture. Send a smaller one.") from None
    except Exception as error:  # decoders raise anything at all on damaged or hostile bytes
        raise ImageError(
            f"The {kind} file is damaged or incomplete ({_short(error)}). Send it again."
        ) from error
    return Photo(image, hashlib.sha256(data).hexdigest(), kind)


def _read(source: Source) -> bytes:
    """All bytes of a source, at most `MAX_BYTES`."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source) if len(source) <= MAX_BYTES else _refuse_length(len(source))
    elif isinstance(source, (str, os.PathLike)):
        data = _read_path(Path(source))
    else:
        try:
            if source.seekable():
                source.seek(0)
            data = source.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            raise ImageError(f"The picture could not be read ({_short(error)}). Open it again.") from error
        if not isinstance(data, bytes):
            raise ImageError("The file was opened as text. Open it in binary mode ('rb').")
    if len(data) > MAX_BYTES:
        _refuse_length(len(data))
    if not data:
        raise ImageError("The file is empty. Send the photo again.")
    return data


def _read_path(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise ImageError(f"{path} is a folder. Name a photo in it.")
        if not path.exists():
            raise ImageError(f"{path} does not exist. Check the name.")
        if not path.is_file():
            raise ImageError(f"{path} is not a regular file. Name a photo.")
        size = path.stat().st_size
        if size > MAX_BYTES:
            _refuse_length(size)
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, ImageError):
            raise
        raise ImageError(
            f"{path} could not be read ({_short(error)}). Check that you may open it."
        ) from error


def _refuse_length(length: int) -> bytes:
    raise ImageError(
        f"The file has {length / 1024**2:.1f} MB; at most {MAX_BYTES // 1024**2} MB are read. "
        "Send a smaller copy."
    )


def _decode(data: bytes, kind: str) -> BgrImage:
    """Decode, turn upright, and flatten to BGR."""
    with Image.open(BytesIO(data), formats=[kind]) as picture:
        width, height = picture.size
        if width * height > MAX_PIXELS:
            raise ImageError(_too_many_pixels(f"{width} x {height} pixels"))
        if min(width, height) < MIN_SIDE:
            raise ImageError(f"{width} x {height} pixels are too few to show a card. Send the original.")
        image = _decode_fast(data, kind, picture)
        if image is None:
            picture.load()
            image = to_bgr(picture)
        orientation = _orientation(picture)  # loading has turned a TIFF and taken its orientation away
    return turn(image, orientation)


def _decode_fast(data: bytes, kind: str, picture: Image.Image) -> BgrImage | None:
    """OpenCV's decoder where it does the same as Pillow's, in less time and memory."""
    still = kind == "JPEG" or (kind == "WEBP" and not getattr(picture, "is_animated", True))
    if not still or picture.mode not in ("RGB", "L"):
        return None
    raw = np.frombuffer(data, np.uint8)
    image = cv2.imdecode(raw, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    if image is None or image.shape[:2] != (picture.height, picture.width):
        return None
    return np.asarray(image, np.uint8)


def _orientation(picture: Image.Image) -> int:
    """EXIF orientation 1 to 8; unreadable EXIF counts as upright, as in every viewer."""
    try:
        value = picture.getexif().get(_EXIF_ORIENTATION, 1)
    except Exception:  # noqa: BLE001 - EXIF is foreign data: damage there is no reason to refuse the photo
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _register_heif() -> None:
    import pillow_heif  # only HEIF needs it, and loading it takes longer than decoding a JPEG

    pillow_heif.register_heif_opener()


def _too_many_pixels(size: str) -> str:
    return (
        f"The picture has {size}; at most {MAX_PIXELS // 1_000_000} megapixels are read. Send a smaller copy."
    )


def _short(error: BaseException) -> str:
    """First line of an error's text, at most 100 characters."""
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__)[:100]
