"""Picture files of every kind, and the pieces that hostile ones are built of."""

import functools
import io
import struct
import zlib

import cv2
import numpy as np
import pillow_heif
from PIL import Image

from app.places import sample_photo

pillow_heif.register_heif_opener()

WIDTH, HEIGHT = 320, 400
ORIENTATION = 0x0112


@functools.cache
def hand() -> Image.Image:
    """The sample hand, small: five cards that are read at this size too."""
    with Image.open(sample_photo()) as picture:
        return picture.convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def encoded(picture: Image.Image, kind: str, **options: object) -> bytes:
    """A picture as a file."""
    made = io.BytesIO()
    picture.save(made, kind, **options)
    return made.getvalue()


@functools.cache
def plain(kind: str) -> bytes:
    """The undamaged hand in a format."""
    return encoded(hand(), kind, **({"quality": 90} if kind != "PNG" else {}))


def exif_of(orientation: int) -> bytes:
    """EXIF with an orientation, a place on earth, and the name of an owner."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[0x013B] = "Somebody Private"
    exif.get_ifd(0x8825).update({1: "N", 2: (51.0, 30.0, 0.0), 3: "E", 4: (0.0, 7.0, 0.0)})
    return exif.tobytes()


def turned(picture: Image.Image, orientation: int) -> Image.Image:
    """The picture as a camera stores it that writes this orientation."""
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    return picture.transpose(undo[orientation]) if orientation in undo else picture


def deep_png(colour: bool) -> bytes:
    """A PNG of 16 bits a channel."""
    values = np.asarray(hand())[:, :, ::-1].astype(np.uint16) * 257
    return cv2.imencode(".png", values if colour else values[:, :, 1])[1].tobytes()


def deep_tiff(kind: str) -> bytes:
    """A TIFF of 16 bits, of 32-bit whole numbers, or of floating-point numbers."""
    values = np.asarray(hand().convert("L"))
    deep = {"u16": values.astype(np.uint16) * 257, "i32": values.astype(np.int32) * 900}
    return encoded(Image.fromarray(deep.get(kind, values.astype(np.float32) / 255)), "TIFF")


def chunk(name: bytes, body: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def in_png(*chunks: bytes) -> bytes:
    """The hand as a PNG with chunks behind its header."""
    data = encoded(hand(), "PNG")
    return data[:33] + b"".join(chunks) + data[33:]


def png_of(width: int, height: int, depth: int = 8, colour: int = 2, rows: int | None = None) -> bytes:
    """A PNG of one colour that has all its rows, or fewer than it promises."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    row = bytes(1 + (width * samples * depth + 7) // 8)
    squeeze = zlib.compressobj(9)
    body = bytearray()
    block = row * 64
    for top in range(0, height if rows is None else rows, 64):
        body += squeeze.compress(block[: len(row) * min(64, height - top)])
    body += squeeze.flush()
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    palette = chunk(b"PLTE", bytes(range(12))) if colour == 3 else b""
    signature = b"\x89PNG\r\n\x1a\n"
    return signature + chunk(b"IHDR", head) + palette + chunk(b"IDAT", bytes(body)) + chunk(b"IEND", b"")


def segment(marker: int, body: bytes) -> bytes:
    """A segment of a JPEG."""
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(body) + 2) + body


def in_jpeg(*segments: bytes) -> bytes:
    """The hand as a JPEG with segments at its start."""
    data = encoded(hand(), "JPEG", quality=90)
    return data[:2] + b"".join(segments) + data[2:]


def tiff_of(entries: list[tuple[int, int, int, int]], tail: bytes = b"", following: int = 0) -> bytes:
    """A little-endian TIFF with the given (tag, type, count, value) entries."""
    body = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return b"II*\x00" + struct.pack("<IH", 8, len(entries)) + body + struct.pack("<I", following) + tail
