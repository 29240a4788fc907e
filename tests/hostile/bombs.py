"""Small files that unfold into gigabytes, or keep a decoder busy for minutes, made when asked for."""

import functools
import struct
import zlib
from collections.abc import Callable

from PIL import Image

from tests.hostile.encode import chunk, encoded, in_jpeg, in_png, plain, png_of, segment, tiff_of

LARGE = (7000, 7000)
"""49 megapixels: just within what is read."""
_STRIPS = [(256, 4, 1, 32), (257, 4, 1, 900_000), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1)]
_OVERLAPPING = [(60000 + number, 7, 200_000, 8) for number in range(5000)]
_CIRCLE = [(0x8769, 4, 1, 8), (0x8825, 4, 1, 8)]


def _squeezed(megabytes: int, times: int = 1) -> bytes:
    data = bytes(megabytes * 1_000_000)
    for _ in range(times):
        data = zlib.compress(data, 9)
    return data


def _many_scans() -> bytes:
    """A progressive JPEG whose last scan is repeated; each repetition has a few dozen bytes."""
    data = encoded(Image.new("L", LARGE, 128), "JPEG", progressive=True, quality=80)
    return data[:-2] + data[data.rfind(b"\xff\xda") : -2] * 3000 + data[-2:]


def _profile_parts() -> bytes:
    return in_jpeg(*(segment(0xE2, b"ICC_PROFILE\0%c\xff" % n + bytes(65_000)) for n in range(1, 256)))


def _canvas() -> bytes:
    """A small WebP that says it lies on a canvas of 268 megapixels."""
    data = bytearray(plain("WEBP"))
    data[12:12] = b"VP8X" + struct.pack("<I", 10) + bytes(4) + struct.pack("<I", 16382)[:3] * 2
    return bytes(data)


def _run_lengths() -> bytes:
    runs = (b"\x01\x05" * 7000 + b"\0\0") * 300
    head = struct.pack("<IiiHHIIiiII", 40, *LARGE, 1, 8, 1, len(runs), 0, 0, 256, 0) + bytes(1024)
    return b"BM" + struct.pack("<IHHI", 0, 0, 0, 14 + len(head)) + head + runs


def _thin_strips() -> bytes:
    entries = [*_STRIPS, (273, 4, 900_000, 200), (278, 4, 1, 1), (279, 4, 900_000, 200)]
    return tiff_of(entries, bytes(4_000_000))


def _rare_compression() -> bytes:
    entries = [*_STRIPS[:3], (259, 3, 1, 34925), *_STRIPS[4:], (273, 4, 1, 150)]
    return tiff_of(entries, bytes(500))


MAKERS: dict[str, Callable[[], bytes]] = {
    "196-megapixels.png": lambda: png_of(14000, 14000),
    "196-megapixels-one-bit.png": lambda: png_of(14000, 14000, 1, 0),
    "49-megapixels.png": lambda: png_of(*LARGE),
    "49-megapixels-alpha-16-bit.png": lambda: png_of(*LARGE, 16, 6),
    "49-megapixels-palette.png": lambda: png_of(*LARGE, 8, 3),
    "49-megapixels.webp": lambda: encoded(Image.new("RGB", LARGE), "WEBP", quality=1, method=0),
    "49-megapixels.jpg": lambda: encoded(Image.new("RGB", LARGE), "JPEG", quality=1),
    "49-megapixels-cmyk.jpg": lambda: encoded(Image.new("CMYK", LARGE), "JPEG", quality=1),
    "49-megapixels.tiff": lambda: encoded(Image.new("RGB", LARGE), "TIFF", compression="tiff_adobe_deflate"),
    "icc.png": lambda: in_png(chunk(b"iCCP", b"x\0\0" + _squeezed(40))),
    "icc-nested.png": lambda: in_png(chunk(b"iCCP", b"x\0\0" + _squeezed(100, 2))),
    "icc-16-mb.jpg": _profile_parts,
    "text.png": lambda: in_png(chunk(b"zTXt", b"x\0\0" + _squeezed(40))),
    "text-many.png": lambda: in_png(*[chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(900_000), 9))] * 200),
    "chunks.png": lambda: in_png(chunk(b"abCd", b"") * 400_000),
    "exif-20-mb.png": lambda: in_png(chunk(b"eXIf", b"MM\0*\0\0\0\x08" + bytes(20_000_000))),
    "exif-overlapping.png": lambda: in_png(chunk(b"eXIf", tiff_of(_OVERLAPPING, bytes(300_000)))),
    "exif-20-mb.jpg": lambda: in_jpeg(segment(0xE1, b"Exif\0\0" + bytes(65_000)) * 310),
    "exif-circle.jpg": lambda: in_jpeg(segment(0xE1, b"Exif\0\0" + tiff_of(_CIRCLE, following=8))),
    "scans.jpg": _many_scans,
    "fill.jpg": lambda: in_jpeg(b"\xff" * 20_000_000),
    "segments.jpg": lambda: in_jpeg(segment(0xE5, b"") * 2_000_000),
    "canvas.webp": _canvas,
    "runs.bmp": _run_lengths,
    "strips.tiff": _thin_strips,
    "overlapping.tiff": lambda: tiff_of(_OVERLAPPING, bytes(300_000)),
    "circle.tiff": lambda: tiff_of(_STRIPS[:2], following=8),
    "lzma.tiff": _rare_compression,
}
"""Name to a function that makes the file."""


@functools.lru_cache(maxsize=4)
def bomb(name: str) -> bytes:
    """One of `MAKERS`."""
    return MAKERS[name]()
