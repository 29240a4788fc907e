"""Pictures that Oxeye writes, and the mark by which it knows them again."""

from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

from rules.errors import OxeyeError

MARK = "oxeye photo "
"""Start of the JPEG comment in every picture that Oxeye writes; the SHA-256 of the photo follows."""

QUALITY = 92


def encode_jpeg(
    image: npt.NDArray[np.uint8], photo_sha256: str | None = None, longest: int | None = None
) -> bytes:
    """A picture as the bytes of a JPEG file, without EXIF.

    Args:
        image: (H, W, 3) uint8 BGR.
        photo_sha256: digest of the photo it was made from, written into the file's comment.
        longest: greatest width or height in pixels; a larger picture is made smaller.
    """
    height, width = image.shape[:2]
    if longest is not None and max(height, width) > longest:
        scale = longest / max(height, width)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    made = BytesIO()
    comment = b"" if photo_sha256 is None else f"{MARK}{photo_sha256}".encode()
    Image.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB)).save(
        made, "JPEG", quality=QUALITY, comment=comment
    )
    return made.getvalue()


def save_picture(image: npt.NDArray[np.uint8], folder: Path, stem: str, photo_sha256: str) -> Path:
    """Write an annotated photo as `STEM-oxeye.jpg`.

    A file is replaced only if it is Oxeye's own picture of the same photo. Where the picture of another photo
    has that name, a part of the digest is added to it.

    Returns:
        Where the picture is.

    Raises:
        OxeyeError: a file that is not Oxeye's is in the way, or the folder cannot be written to.
    """
    path = folder / f"{stem}-oxeye.jpg"
    owner = _owner(path)
    if owner not in (None, photo_sha256) and owner != "":
        path = folder / f"{stem}-oxeye-{photo_sha256[:12]}.jpg"
        owner = _owner(path)
    if owner not in (None, photo_sha256):
        raise OxeyeError(
            f"{path} is in the way and was not written by Oxeye for this photo; "
            "move it, or choose another folder with --out"
        )
    try:
        path.write_bytes(encode_jpeg(image, photo_sha256))
    except OSError as error:
        raise OxeyeError(
            f"the picture {path} cannot be written ({error.strerror}); choose another folder with --out"
        ) from error
    return path


def _owner(path: Path) -> str | None:
    """Digest of the photo that a picture of ours shows; empty for a foreign file, `None` for no file."""
    if not path.exists() and not path.is_symlink():
        return None
    try:
        with Image.open(path) as picture:
            comment = picture.info.get("comment", b"")
    except (OSError, UnidentifiedImageError, ValueError):
        return ""
    text = comment.decode("ascii", "replace") if isinstance(comment, bytes) else str(comment)
    return text.removeprefix(MARK) if text.startswith(MARK) else ""
