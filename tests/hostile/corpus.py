"""Files that somebody might drop on Oxeye, by mistake or with intent: each kind named, all of them seeded."""

import functools
import io
import pickle
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image

from tests.hostile.bombs import MAKERS as BOMBS
from tests.hostile.bombs import bomb
from tests.hostile.encode import (
    HEIGHT,
    WIDTH,
    chunk,
    deep_png,
    deep_tiff,
    encoded,
    exif_of,
    hand,
    in_jpeg,
    in_png,
    plain,
    png_of,
    segment,
    turned,
)

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF", "BMP", "TIFF")
SEED = 6
CARDS = frozenset({"4D", "7H", "KH", "8D", "8C"})
"""What lies in every undamaged picture of the hand."""


@dataclass(frozen=True)
class Case:
    """One file.

    Attributes:
        kind: which generator made it.
        name: what it is; also its file name, whose ending may lie.
        data: its bytes.
        shows_hand: true when it must be read like the plain hand.
    """

    kind: str
    name: str
    data: bytes
    shows_hand: bool = False


Maker = Callable[[np.random.Generator], Case]


def _pick(rng: np.random.Generator, options: tuple[str, ...]) -> str:
    return options[int(rng.integers(len(options)))]


@functools.cache
def _odd_encodings() -> dict[str, tuple[bytes, bool]]:
    """Name to file, and whether the whole hand must be seen in it."""
    rgb, frames = hand(), [Image.new("RGB", (WIDTH, HEIGHT), "green")]
    clear = rgb.convert("RGBA")
    grey = rgb.convert("L")
    noise = Image.fromarray(np.random.default_rng(0).integers(0, 255, (HEIGHT, WIDTH), np.uint8))
    many: dict[str, object] = {"save_all": True, "append_images": frames}
    made: dict[str, bytes] = {
        "rgba.png": encoded(clear, "PNG"),
        "palette.png": encoded(rgb.quantize(255), "PNG"),
        "palette-transparent.png": encoded(rgb.quantize(255), "PNG", transparency=bytes([255] * 200)),
        "16-bit-colour.png": deep_png(True),
        "animated.png": encoded(rgb, "PNG", duration=90, **many),
        "animated.webp": encoded(rgb, "WEBP", duration=90, **many),
        "lossless.webp": encoded(rgb, "WEBP", lossless=True),
        "alpha.webp": encoded(clear, "WEBP", quality=90),
        "animated.avif": encoded(rgb, "AVIF", duration=90, **many),
        "alpha.avif": encoded(clear, "AVIF", quality=90),
        "pages.tiff": encoded(rgb, "TIFF", **many),
        "lzw.tiff": encoded(rgb, "TIFF", compression="tiff_lzw"),
        "deflate.tiff": encoded(rgb, "TIFF", compression="tiff_adobe_deflate"),
        "cmyk.tiff": encoded(rgb.convert("CMYK"), "TIFF"),
        "lab.tiff": encoded(rgb.convert("LAB"), "TIFF"),
        "cmyk.jpg": encoded(rgb.convert("CMYK"), "JPEG", quality=95),
        "progressive.jpg": encoded(rgb, "JPEG", quality=90, progressive=True),
        "two-pictures.jpg": encoded(rgb, "MPO", quality=90, **many),
        "arithmetic-like-subsampling.jpg": encoded(rgb, "JPEG", quality=92, subsampling=2),
        "two-pictures.heic": encoded(rgb, "HEIF", quality=90, **many),
        "alpha.heic": encoded(clear, "HEIF", quality=90),
        "palette.bmp": encoded(rgb.quantize(255), "BMP"),
    }
    seen = {name: (data, True) for name, data in made.items()}
    unseen = {
        "grey.jpg": encoded(grey, "JPEG"),
        "grey-alpha.png": encoded(grey.convert("LA"), "PNG"),
        "one-bit.png": encoded(grey.convert("1"), "PNG"),
        "16-bit-grey.png": deep_png(False),
        "16-bit-grey.tiff": deep_tiff("u16"),
        "32-bit.tiff": deep_tiff("i32"),
        "float.tiff": deep_tiff("f32"),
        "one-bit-fax.tiff": encoded(grey.convert("1"), "TIFF", compression="group4"),
        "jpeg-inside.tiff": encoded(rgb, "TIFF", compression="jpeg"),
        "noise.webp": encoded(noise.convert("RGB"), "WEBP"),
        "animated.gif": encoded(rgb.quantize(64), "GIF", save_all=True, append_images=frames),
        "picture.jp2": encoded(rgb, "JPEG2000"),
        "picture.ico": encoded(rgb.resize((64, 64)), "ICO"),
        "picture.ppm": encoded(rgb, "PPM"),
        "picture.tga": encoded(rgb, "TGA"),
    }
    return seen | {name: (data, False) for name, data in unseen.items()}


def _odd(rng: np.random.Generator) -> Case:
    name = _pick(rng, tuple(_odd_encodings()))
    data, shown = _odd_encodings()[name]
    return Case("odd encoding", name, data, shown)


def _orientation(rng: np.random.Generator) -> Case:
    kind = _pick(rng, tuple(one for one in FORMATS if one != "BMP"))
    orientation = int(rng.integers(1, 9))
    return Case("orientation", f"{kind}-{orientation}", _oriented(kind, orientation), True)


@functools.cache
def _oriented(kind: str, orientation: int) -> bytes:
    options = {"quality": 90} if kind != "PNG" else {}
    return encoded(turned(hand(), orientation), kind, exif=exif_of(orientation), **options)


def _twice_turned(rng: np.random.Generator) -> Case:
    """HEIC that says in its container and in its EXIF how it is turned: only the container counts."""
    stored, said = int(rng.integers(2, 9)), int(rng.integers(1, 9))
    return Case("HEIC turned twice", f"irot {stored} exif {said}.heic", twice_turned(stored, said), True)


@functools.cache
def twice_turned(stored: int, said: int) -> bytes:
    """A HEIC whose container turns it upright, with another orientation in its EXIF."""
    data = encoded(turned(hand(), stored), "HEIF", quality=90, exif=exif_of(stored))
    at = data.rindex(b"Exif\x00\x00")  # the item's content lies behind the container's own boxes
    head = data.index(struct.pack(">H", 0x0112) if data[at + 6 : at + 8] == b"MM" else b"\x12\x01", at)
    order = ">" if data[at + 6 : at + 8] == b"MM" else "<"
    return data[: head + 8] + struct.pack(f"{order}H", said) + data[head + 10 :]


def _size(rng: np.random.Generator) -> Case:
    width, height = ((1, 1), (1, 900), (15, 400), (16, 16), (8000, 20), (20, 8000), (40, 40), (3000, 17))[
        int(rng.integers(8))
    ]
    kind = _pick(rng, FORMATS)
    kind = "PNG" if kind == "HEIF" and min(width, height) < 64 else kind  # its encoder refuses them
    return Case("size", f"{width}x{height}.{kind.lower()}", _sized(kind, width, height))


@functools.cache
def _sized(kind: str, width: int, height: int) -> bytes:
    return encoded(hand().resize((width, height)), kind)


def _truncated(rng: np.random.Generator) -> Case:
    kind = _pick(rng, FORMATS)
    data = plain(kind)
    keep = int(rng.integers(1, len(data))) if rng.random() < 0.7 else int(rng.integers(1, 200))
    return Case("truncated", f"{kind} {keep}", data[:keep])


def _flipped(rng: np.random.Generator) -> Case:
    kind = _pick(rng, FORMATS)
    data = bytearray(plain(kind))
    reach = len(data) if rng.random() < 0.5 else min(len(data), 400)
    for at in rng.integers(0, reach, int(rng.integers(1, 30))):
        data[at] ^= 1 << int(rng.integers(8))
    return Case("bits flipped", kind, bytes(data))


def _spliced(rng: np.random.Generator) -> Case:
    kind = _pick(rng, FORMATS)
    data = plain(kind)
    start, end = sorted(rng.integers(0, len(data), 2).tolist())
    other = plain(_pick(rng, FORMATS))
    middle = (b"", data[start:end] * 2, other[start:end], rng.bytes(min(end - start, 5000)))[
        int(rng.integers(4))
    ]
    return Case("spliced", kind, data[:start] + middle + data[end:])


def _numbers(rng: np.random.Generator) -> Case:
    """Lengths and counts replaced by extreme ones."""
    kind = _pick(rng, FORMATS)
    data = bytearray(plain(kind))
    extremes = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 60000, 14000)
    for _ in range(int(rng.integers(1, 5))):
        value = extremes[int(rng.integers(len(extremes)))]
        order = (">", "<")[int(rng.integers(2))]
        word = (
            struct.pack(f"{order}I", value)
            if value > 0xFFFF or rng.random() < 0.5
            else struct.pack(f"{order}H", value)
        )
        at = int(rng.integers(0, min(len(data), 600) - 4))
        data[at : at + len(word)] = word
    return Case("extreme numbers", kind, bytes(data))


def _promised(rng: np.random.Generator) -> Case:
    """Headers that promise a huge or an empty picture."""
    sizes = ((60000, 60000), (14000, 14000), (16383, 16383), (65535, 65535), (0, 0), (0, 300), (50000, 1001))
    width, height = sizes[int(rng.integers(len(sizes)))]
    kind = _pick(rng, ("JPEG", "PNG", "WEBP", "VP8X", "HEIF", "AVIF", "BMP", "TIFF"))
    data = bytearray(plain({"VP8X": "WEBP"}.get(kind, kind)))
    if kind == "JPEG":
        at = data.index(b"\xff\xc0")
        data[at + 5 : at + 9] = struct.pack(">HH", height % 65536, width % 65536)
    elif kind == "PNG":
        data = bytearray(png_of(max(width, 1), max(height, 1), rows=2))
        data[16:24] = struct.pack(">II", width, height)
        data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    elif kind == "WEBP":
        at = data.index(b"\x9d\x01\x2a")
        data[at + 3 : at + 7] = struct.pack("<HH", min(width, 16383), min(height, 16383))
    elif kind == "VP8X":
        body = (
            bytes([0, 0, 0, 0])
            + struct.pack("<I", max(width - 1, 0))[:3]
            + struct.pack("<I", max(height - 1, 0))[:3]
        )
        data[12:12] = b"VP8X" + struct.pack("<I", 10) + body
    elif kind in ("HEIF", "AVIF"):
        at = data.index(b"ispe")
        data[at + 8 : at + 16] = struct.pack(">II", width, height)
    elif kind == "BMP":
        data[18:26] = struct.pack("<ii", width, height)
    else:
        for tag, value in ((256, width), (257, height)):
            at = (
                data.index(struct.pack("<HH", tag, 4))
                if struct.pack("<HH", tag, 4) in data
                else data.index(struct.pack("<HH", tag, 3))
            )
            data[at : at + 12] = struct.pack("<HHII", tag, 4, 1, value)
    return Case("promised size", f"{kind} {width}x{height}", bytes(data))


def _bomb(rng: np.random.Generator) -> Case:
    name = _pick(rng, tuple(BOMBS))
    return Case("bomb", name, bomb(name))


@functools.cache
def _archive() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("photo.jpg", plain("JPEG"))
    return made.getvalue()


def _polyglot(rng: np.random.Generator) -> Case:
    page, program = b"<html><script>alert(1)</script></html>", b"\x7fELF" + bytes(60)
    first, second = plain(_pick(rng, FORMATS)), plain(_pick(rng, FORMATS))
    made = {
        "picture then picture": first + second,
        "picture then archive": first + _archive(),
        "archive then picture": _archive() + first,
        "document with picture": b"%PDF-1.7\n" + first + b"\n%%EOF",
        "GIF head on JPEG": b"GIF89a" + plain("JPEG")[6:],
        "JPEG head on PNG": b"\xff\xd8\xff" + plain("PNG")[3:],
        "PNG head on JPEG": b"\x89PNG\r\n\x1a\n" + plain("JPEG")[8:],
        "page in a comment": in_jpeg(segment(0xFE, page)),
        "page then picture": page + first,
        "program then picture": program + first,
        "picture in a text chunk": in_png(chunk(b"tEXt", b"x\0" + plain("JPEG")[:60_000])),
        "RIFF of another kind": b"RIFF" + plain("WEBP")[4:8] + b"AVI " + plain("WEBP")[12:],
        "brand of another kind": plain("HEIF")[:8] + b"avif" + plain("HEIF")[12:],
    }
    name = _pick(rng, tuple(made))
    return Case("polyglot", name, made[name])


def _foreign(rng: np.random.Generator) -> Case:
    made = {
        "empty.jpg": b"",
        "letter.jpg": b"Dear sir, five cards.",
        "zeros.png": bytes(4000),
        "document.pdf": b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF",
        "archive.zip": _archive(),
        "pickle.onnx": pickle.dumps({"weights": [1.0] * 50}),
        "program.exe": b"MZ" + rng.bytes(300),
        "program": b"\x7fELF" + rng.bytes(300),
        "film.mp4": b"\0\0\0\x18ftypisom\0\0\0\0isommp42" + rng.bytes(500),
        "film.mkv": b"\x1aE\xdf\xa3" + rng.bytes(500),
        "drawing.svg": b"<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>",
        "entities.svg": b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
        "page.html": b"<!DOCTYPE html><p>",
        "data.json": b'{"cards": ["AS"]}',
        "sound.wav": b"RIFF\x24\0\0\0WAVEfmt " + bytes(30),
        "noise.jpg": rng.bytes(int(rng.integers(1, 3000))),
        "photoshop.psd": b"8BPS" + rng.bytes(100),
        "postscript.eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
    }
    name = _pick(rng, tuple(made))
    return Case("foreign file", name, made[name])


def _magic(rng: np.random.Generator) -> Case:
    """The first bytes of a picture, then noise."""
    kind = _pick(rng, FORMATS)
    keep = int(rng.integers(2, 60))
    return Case(
        "head then noise", f"{kind} {keep}", plain(kind)[:keep] + rng.bytes(int(rng.integers(0, 4000)))
    )


def _renamed(rng: np.random.Generator) -> Case:
    """Good pictures whose name says something else."""
    kind, ending = _pick(rng, FORMATS), _pick(rng, ("jpg", "png", "txt", "heic", "onnx", "gif", "", "exe"))
    return Case("wrong ending", f"photo.{ending}", plain(kind), True)


MAKERS: tuple[Maker, ...] = (
    _odd,
    _orientation,
    _twice_turned,
    _size,
    _truncated,
    _flipped,
    _spliced,
    _numbers,
    _promised,
    _bomb,
    _polyglot,
    _foreign,
    _magic,
    _renamed,
)
_OFTEN = (_truncated, _flipped, _spliced, _numbers, _flipped, _numbers)


def cases(count: int, seed: int = SEED, start: int = 0) -> Iterator[Case]:
    """`count` files of a seed from number `start` on, all kinds in turn, the damaged ones more often."""
    makers = MAKERS + _OFTEN
    for number in range(start, start + count):
        yield makers[number % len(makers)](np.random.default_rng([seed, number]))
