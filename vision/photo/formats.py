"""What kind of picture a file is, told by its first bytes."""

from vision.errors import ImageError

_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"}
_AVIF_BRANDS = {b"avif", b"avis"}
_FOREIGN = (
    (b"GIF8", "a GIF"),
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x00\x00\x00\x0cJXL ", "a JPEG XL picture"),
    (b"\xff\x0a", "a JPEG XL picture"),
    (b"\x00\x00\x00\x0cjP  ", "a JPEG 2000 picture"),
    (b"\xffO\xffQ", "a JPEG 2000 picture"),
    (b"8BPS", "a Photoshop file"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"RIFF", "a sound or video file"),
    (b"<svg", "an SVG drawing"),
    (b"<?xml", "an XML file"),
    (b"<!DOCTYPE", "a web page"),
    (b"<html", "a web page"),
)
ACCEPTED = "JPEG, PNG, WebP, HEIC, AVIF, BMP and TIFF"


def sniff(data: bytes) -> str:
    """Pillow's name of the format: JPEG, PNG, WEBP, HEIF, AVIF, BMP or TIFF.

    Raises:
        ImageError: the bytes begin like none of them.
    """
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp":
        return _sniff_boxes(data)
    if data[:4] in (b"II*\x00", b"MM\x00*"):
        return "TIFF"
    if data[:2] == b"BM" and len(data) >= 26 and data[6:10] == bytes(4):
        return "BMP"
    seems = next((name for start, name in _FOREIGN if data.startswith(start)), "not a picture known here")
    raise ImageError(f"The file is {seems}; {ACCEPTED} are read. Save the photo as JPEG or PNG.")


def _sniff_boxes(data: bytes) -> str:
    """HEIF and AVIF share a container with videos; the brands at its start tell them apart."""
    length = min(int.from_bytes(data[:4]), 256)
    brands = {data[8:12], *(data[at : at + 4] for at in range(16, max(length, 16), 4))}
    if brands & _AVIF_BRANDS:
        return "AVIF"
    if brands & _HEIF_BRANDS:
        return "HEIF"
    raise ImageError(f"The file is a video or an unknown container; {ACCEPTED} are read. Send a photo.")
