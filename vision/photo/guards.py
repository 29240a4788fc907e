"""Small files that would keep a decoder busy for minutes, told by their structure before any is opened."""

import re
import struct
from collections.abc import Iterator

from vision.errors import ImageError

MOST_SCANS = 24
"""Scans of a JPEG of 50 megapixels, and as many more as it has fewer pixels: each walks over the whole
picture, however few bytes it has. Progressive photos have about ten."""
MOST_SEGMENTS = 10_000
"""Segments and fill bytes of a JPEG; a photo has dozens, and 400 fill the largest file."""
MOST_CHUNKS = 100_000
"""Chunks of a PNG; the usual 8 KB each make 3,200 in the largest file."""
MOST_SAMPLES_MB = 200
"""Unpacked samples of a PNG: 50 megapixels of 8 bits with alpha, half of that with 16 bits."""
MOST_STRIPS = 50_000
"""Strips or tiles of a TIFF, at most one for each row of the highest photo."""

_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")  # one literal first, which is searched for fast
_START_OF_SCAN, _END = 0xDA, 0xD9
_ALONE = {0x01, 0xD8, *range(0xD0, 0xD8)}
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_COMPRESSION, _STRIPS, _TILES, _DNG = 259, 273, 324, 50706
_USUAL_TIFF = {1, 5, 8, 32773, 32946}
"""No compression, LZW, deflate, PackBits, deflate by its old number."""
_WHOLE_NUMBERS = {3: "H", 4: "I"}
"""Types of a TIFF's entries, and how they are unpacked."""
_PNG_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Samples of a pixel by the kind of colour of a PNG."""
_RUN_LENGTHS = (1, 2)
"""A BMP's compressions by run length, of 8 and of 4 bits."""


def check(data: bytes, kind: str) -> None:
    """Refuse a file that is cut off, or that would take its decoder far longer than any photo does.

    Args:
        data: the whole file.
        kind: what `vision.photo.formats.sniff` said of it.

    Raises:
        ImageError: it is such a file.
    """
    checks = {"JPEG": _check_jpeg, "PNG": _check_png, "TIFF": _check_tiff, "BMP": _check_bmp}
    if kind in checks:
        checks[kind](data)


def _check_jpeg(data: bytes) -> None:
    """The end marker must follow, and the scans must not be many.

    OpenCV fills the missing part of a cut-off JPEG with grey and says nothing, which could hide a card.
    """
    pixels = scans = 0
    for marker, at in _segments(data):
        if marker in _FRAMES and at + 9 <= len(data):
            height, width = struct.unpack_from(">HH", data, at + 5)
            pixels = max(pixels, height * width)
        elif marker == _START_OF_SCAN:
            scans += 1
        elif marker == _END and scans:
            break
    else:
        raise ImageError("The JPEG file is cut off: its end is missing. Send it again.")
    if scans > MOST_SCANS and scans * pixels > MOST_SCANS * 50_000_000:
        raise _unusual("JPEG", f"it draws {pixels / 1e6:.0f} megapixels {scans} times")


def _segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Markers of a JPEG and where their byte pairs begin; the picture's own bytes are skipped."""
    at, steps, in_scan = 2, 0, False
    while at + 2 <= len(data):
        if in_scan:
            found = _MARKER.search(data, at)
            if found is None:
                return
            at = found.end() - 2
        elif data[at] != 0xFF:
            return
        steps += 1
        if steps > MOST_SEGMENTS:
            raise _unusual("JPEG", f"it has more than {MOST_SEGMENTS} segments")
        marker = data[at + 1]
        if marker == 0xFF:  # fill byte
            at += 1
            continue
        yield marker, at
        if marker in _ALONE or marker == _END:
            at += 2
        else:
            if at + 4 > len(data):
                return
            at += 2 + int.from_bytes(data[at + 2 : at + 4])
            in_scan = in_scan or marker == _START_OF_SCAN


def _check_png(data: bytes) -> None:
    if len(data) >= 26:
        width, height, depth, colour = struct.unpack_from(">IIBB", data, 16)
        megabytes = width * height * depth * _PNG_SAMPLES.get(colour, 1) / 8e6
        if depth > 8 and megabytes > MOST_SAMPLES_MB:
            raise ImageError(
                f"The picture unfolds to {megabytes:.0f} MB; at most {MOST_SAMPLES_MB} MB are read. "
                "Send a smaller copy, or one with 8 bits a colour."
            )
    at, chunks = 8, 0
    while at + 8 <= len(data):
        chunks += 1
        if chunks > MOST_CHUNKS:
            raise _unusual("PNG", f"it has more than {MOST_CHUNKS} chunks")
        at += 12 + int.from_bytes(data[at : at + 4])


def _check_tiff(data: bytes) -> None:
    """Only the usual compressions: some others unfold without bound or need much memory."""
    tags = {tag: (value, count) for tag, value, count in _tags(data)}
    if _DNG in tags:
        raise ImageError("Raw camera files (DNG) are not read. Save it as JPEG or PNG and try again.")
    strips = max(tags.get(tag, (0, 0))[1] for tag in (_STRIPS, _TILES))
    if strips > MOST_STRIPS:
        raise _unusual("TIFF", f"it has {strips} strips")
    compression = tags.get(_COMPRESSION, (1, 1))[0]
    if compression not in _USUAL_TIFF:
        raise _unusual("TIFF", f"compression {compression}")


def _tags(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The first directory of a TIFF: tag, first value where that is a whole number (else 1), and count."""
    order = "<" if data[:2] == b"II" else ">"
    if len(data) < 8:
        return
    (start,) = struct.unpack_from(f"{order}I", data, 4)
    if start + 2 > len(data):
        return
    (entries,) = struct.unpack_from(f"{order}H", data, start)
    for at in range(start + 2, min(start + 2 + 12 * entries, len(data) - 11), 12):
        tag, kind, count = struct.unpack_from(f"{order}HHI", data, at)
        value = (
            struct.unpack_from(order + _WHOLE_NUMBERS[kind], data, at + 8)[0] if kind in _WHOLE_NUMBERS else 1
        )
        yield tag, value, count


def _check_bmp(data: bytes) -> None:
    """Run lengths are decoded pixel by pixel in Python."""
    modern = len(data) >= 34 and int.from_bytes(data[14:18], "little") >= 40
    if modern and int.from_bytes(data[30:34], "little") in _RUN_LENGTHS:
        raise _unusual("BMP", "run-length compression")


def _unusual(kind: str, what: str) -> ImageError:
    return ImageError(
        f"The {kind} file is built like no photo ({what}). Save it as JPEG or PNG and try again."
    )
