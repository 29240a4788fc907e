"""Files that are built to keep a decoder busy, and photos that look a little like them."""

import struct

import numpy as np
import pytest
from PIL import Image

from tests.hostile.encode import (
    chunk,
    deep_png,
    deep_tiff,
    encoded,
    hand,
    in_jpeg,
    in_png,
    png_of,
    segment,
    tiff_of,
)
from vision.errors import ImageError
from vision.photo import pixels
from vision.photo.formats import sniff
from vision.photo.guards import MOST_CHUNKS, MOST_SCANS, MOST_SEGMENTS, MOST_STRIPS, check
from vision.photo.image import load_photo

SIZE = [(256, 4, 1, 64), (257, 4, 1, 64)]


def progressive(width: int, height: int, scans: int, between: bytes = b"") -> bytes:
    """The skeleton of a progressive JPEG; no decoder would draw it."""
    frame = segment(0xC2, b"\x08" + struct.pack(">HH", height, width) + b"\x01\x01\x11\x00")
    scan = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + b"\x12\xff\x00\x34\xff\xd0\x56"
    return b"\xff\xd8" + frame + (scan + between) * scans + b"\xff\xd9"


REFUSED = {
    "many scans": (progressive(7000, 7000, MOST_SCANS + 1), "draws 49 megapixels 25 times"),
    "scans behind a hidden end": (
        progressive(7000, 7000, 30, segment(0xFE, b"\xff\xd9")),
        "draws 49 megapixels 30 times",
    ),
    "many segments": (in_jpeg(segment(0xE5, b"") * (MOST_SEGMENTS + 1)), "more than 10000 segments"),
    "fill bytes": (in_jpeg(b"\xff" * (MOST_SEGMENTS + 1)), "more than 10000 segments"),
    "many chunks": (in_png(chunk(b"abCd", b"") * (MOST_CHUNKS + 1)), "more than 100000 chunks"),
    "deep samples": (png_of(7000, 7000, 16, 6, rows=1), "unfolds to 392 MB"),
    "many strips": (tiff_of([*SIZE, (273, 4, MOST_STRIPS + 1, 8)]), "50001 strips"),
    "many tiles": (tiff_of([*SIZE, (324, 4, MOST_STRIPS + 1, 8)]), "50001 strips"),
    "rare compression": (tiff_of([*SIZE, (259, 3, 1, 34925)]), "compression 34925"),
    "raw camera file": (tiff_of([*SIZE, (50706, 1, 4, 1)]), "DNG"),
    "run lengths": (
        b"BM" + bytes(12) + struct.pack("<IiiHHI", 40, 64, 64, 1, 8, 1) + bytes(60),
        "run-length",
    ),
    "no end": (progressive(64, 64, 3)[:-2], "cut off"),
    "end before the picture": (b"\xff\xd8\xff\xd9" + bytes(40), "cut off"),
    "no segment": (b"\xff\xd8\xff\xe0", "cut off"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    data, message = REFUSED[name]
    with pytest.raises(ImageError, match=message):
        check(data, sniff(data))


PASSED = {
    "ten scans of a large photo": progressive(7000, 7000, 10),
    "many scans of a small one": progressive(640, 480, 500),
    "a few fill bytes": in_jpeg(b"\xff" * 20),
    "an end marker inside a segment": in_jpeg(segment(0xFE, b"\xff\xd9\xff\xda")),
    "a picture behind the picture": in_jpeg() + in_jpeg()[:200],
    "scans in a film behind the picture": in_jpeg() + b"\xff\xda\x00\x08" * 500,
    "a large photo with alpha": png_of(7000, 7000, 8, 6, rows=1),
    "a deep photo of 12 megapixels": png_of(4000, 3000, 16, 6, rows=1),
    "chunks": in_png(chunk(b"abCd", b"") * 300),
    "a short TIFF": b"II*\x00\x08",
    "a directory outside the file": b"II*\x00" + struct.pack("<I", 4000),
    "a plain TIFF": encoded(hand(), "TIFF"),
    "an old BMP": b"BM" + bytes(30),
}


@pytest.mark.parametrize("name", PASSED)
def test_passed(name: str) -> None:
    check(PASSED[name], sniff(PASSED[name]))


def test_other_formats_are_left_to_their_decoders() -> None:
    check(encoded(hand(), "WEBP"), "WEBP")


MODES = ("RGB", "L", "1", "P", "RGBA", "LA", "CMYK", "YCbCr", "LAB", "HSV", "I", "F", "I;16")


@pytest.mark.parametrize("mode", MODES)
def test_bands_make_no_difference(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = hand().convert("L") if mode in ("I", "F", "I;16", "LA") else hand()
    picture = source.convert(mode)
    whole = pixels.to_bgr(picture)
    monkeypatch.setattr(pixels, "_BAND", 7 * picture.width)
    np.testing.assert_array_equal(pixels.to_bgr(picture), whole)
    assert whole.shape == (picture.height, picture.width, 3)


@pytest.mark.parametrize("data", [deep_png(True), deep_png(False), deep_tiff("u16"), deep_tiff("f32")])
def test_deep_pictures_in_bands(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = load_photo(data).image
    monkeypatch.setattr(pixels, "_BAND", 1)
    np.testing.assert_array_equal(load_photo(data).image, whole)


def test_transparent_palette_in_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    palette = hand().quantize(16)
    data = encoded(palette, "PNG", transparency=palette.getpixel((5, 5)))
    monkeypatch.setattr(pixels, "_BAND", 1)
    image = load_photo(data).image
    assert image[5, 5].tolist() == [255, 255, 255]
    assert (image != 255).any()


def test_webp_takes_the_short_way_only_when_it_is_the_same() -> None:
    still = encoded(hand(), "WEBP", lossless=True)
    np.testing.assert_array_equal(load_photo(still).image, np.asarray(hand())[:, :, ::-1])
    red = Image.new("RGB", (64, 64), (255, 0, 0))
    blue = Image.new("RGB", (64, 64), (0, 0, 255))
    moving = encoded(red, "WEBP", lossless=True, save_all=True, append_images=[blue], duration=90)
    assert load_photo(moving).image[30, 30].tolist() == [0, 0, 255]
