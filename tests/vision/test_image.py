"""The decoder: what it accepts, how it turns pictures, and that nothing but `ImageError` leaves it."""

import hashlib
import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image, ImageCms

from vision.errors import ImageError
from vision.photo import image as module
from vision.photo.image import load_photo

pillow_heif.register_heif_opener()

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def quarters(mode: str = "RGB", size: tuple[int, int] = (96, 64)) -> Image.Image:
    """Red green / blue white, so that every turn and flip can be told."""
    width, height = size
    picture = Image.new("RGB", size, RED)
    picture.paste(GREEN, (width // 2, 0, width, height // 2))
    picture.paste(BLUE, (0, height // 2, width // 2, height))
    picture.paste(WHITE, (width // 2, height // 2, width, height))
    return picture.convert(mode)


def encoded(picture: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def corners(image: np.ndarray) -> list[tuple[int, ...]]:
    """RGB at the middle of the quarters: top left, top right, bottom left, bottom right."""
    h, w = image.shape[:2]
    spots = [(h // 4, w // 4), (h // 4, 3 * w // 4), (3 * h // 4, w // 4), (3 * h // 4, 3 * w // 4)]
    return [tuple(int(v) for v in image[y, x, ::-1]) for y, x in spots]


def same(found: list[tuple[int, ...]], wanted: list[tuple[int, ...]], slack: int = 40) -> bool:
    return all(
        max(abs(a - b) for a, b in zip(f, w, strict=True)) <= slack
        for f, w in zip(found, wanted, strict=True)
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF", "BMP", "TIFF"])
def test_every_accepted_format_is_read_as_bgr(kind: str) -> None:
    photo = load_photo(encoded(quarters(), kind))
    assert photo.format == kind
    assert photo.size == (96, 64)
    assert photo.image.dtype == np.uint8
    assert photo.image.flags["C_CONTIGUOUS"]
    assert same(corners(photo.image), [RED, GREEN, BLUE, WHITE])


def test_path_bytes_and_file_give_the_same_photo(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    data = encoded(quarters(), "JPEG", exif=exif)
    path = tmp_path / "photo.png"  # a wrong extension must not matter
    path.write_bytes(data)
    file = io.BytesIO(data)
    file.seek(10)
    photos = [
        load_photo(source) for source in (path, str(path), data, bytearray(data), memoryview(data), file)
    ]
    assert {photo.sha256 for photo in photos} == {hashlib.sha256(data).hexdigest()}
    for photo in photos[1:]:
        np.testing.assert_array_equal(photo.image, photos[0].image)


UPRIGHT = {
    1: [RED, GREEN, BLUE, WHITE],
    2: [GREEN, RED, WHITE, BLUE],
    3: [WHITE, BLUE, GREEN, RED],
    4: [BLUE, WHITE, RED, GREEN],
    5: [RED, BLUE, GREEN, WHITE],
    6: [BLUE, RED, WHITE, GREEN],
    7: [WHITE, GREEN, BLUE, RED],
    8: [GREEN, WHITE, RED, BLUE],
}


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "HEIF", "AVIF"])
def test_orientation(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(quarters(), kind, exif=exif.tobytes())
    photo = load_photo(data)
    assert photo.size == ((96, 64) if orientation < 5 else (64, 96))
    assert same(corners(photo.image), UPRIGHT[orientation])


@pytest.mark.parametrize("value", [0, 9, 77])
def test_orientation_out_of_range_is_upright(value: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = value
    assert same(corners(load_photo(encoded(quarters(), "JPEG", exif=exif)).image), UPRIGHT[1])


def test_damaged_exif_is_no_reason_to_refuse() -> None:
    data = encoded(quarters(), "JPEG")
    junk = b"Exif\x00\x00MM\x00*\xff\xff\xff\xff" + bytes(range(30))
    data = data[:2] + b"\xff\xe1" + struct.pack(">H", len(junk) + 2) + junk + data[2:]
    assert same(corners(load_photo(data).image), UPRIGHT[1])


def test_fast_and_slow_jpeg_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (5, 7, 3), np.uint8)
    data = encoded(Image.fromarray(noise).resize((140, 100)), "JPEG", quality=95)
    fast = load_photo(data).image
    monkeypatch.setattr(module.cv2, "imdecode", lambda *_: None)
    slow = load_photo(data).image
    assert np.abs(fast.astype(int) - slow).max() <= 3


@pytest.mark.parametrize("mode", ["L", "1", "P"])
def test_grey_and_palette(mode: str) -> None:
    image = load_photo(encoded(quarters("L").convert(mode), "PNG")).image
    assert image.shape == (64, 96, 3)
    assert np.ptp(image.astype(int), axis=2).max() == 0


def test_grey_jpeg() -> None:
    image = load_photo(encoded(quarters("L"), "JPEG")).image
    assert image.shape == (64, 96, 3)
    assert abs(int(image[16, 24, 0]) - 76) < 6  # luma of red


def test_alpha_is_laid_on_white() -> None:
    picture = Image.new("RGBA", (40, 40), (255, 0, 0, 0))
    picture.paste((0, 0, 255, 128), (20, 0, 40, 40))
    image = load_photo(encoded(picture, "PNG")).image
    assert image[20, 5].tolist() == [255, 255, 255]
    assert np.abs(image[20, 30].astype(int) - [255, 127, 127]).max() <= 1


def test_palette_transparency_is_laid_on_white() -> None:
    picture = quarters().quantize(8)
    data = encoded(picture, "PNG", transparency=picture.getpixel((10, 10)))
    assert load_photo(data).image[10, 10].tolist() == [255, 255, 255]


@pytest.mark.parametrize("kind", ["JPEG", "TIFF"])
def test_cmyk(kind: str) -> None:
    assert same(corners(load_photo(encoded(quarters("CMYK"), kind)).image), UPRIGHT[1])


def test_sixteen_bit_grey_and_colour() -> None:
    ramp = np.tile(np.linspace(0, 65535, 64).astype(np.uint16), (32, 1))
    grey = load_photo(encoded(Image.fromarray(ramp), "PNG")).image
    np.testing.assert_allclose(grey[0, :, 0], ramp[0] / 257, atol=1)
    colour = np.dstack([ramp, ramp[:, ::-1], ramp])
    for extension in (".png", ".tiff"):
        _, data = cv2.imencode(extension, colour)
        np.testing.assert_allclose(load_photo(data.tobytes()).image, colour / 257, atol=1)


def test_float_tiff() -> None:
    ramp = np.tile(np.linspace(0, 1, 64, dtype=np.float32), (32, 1))
    ramp[0, 0] = np.nan
    image = load_photo(encoded(Image.fromarray(ramp), "TIFF")).image
    np.testing.assert_allclose(image[1, :, 1], ramp[1] * 255, atol=1)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF", "AVIF"])
def test_first_frame_of_an_animation(kind: str) -> None:
    frames = [Image.new("RGB", (64, 64), colour) for colour in (RED, BLUE)]
    options = {"save_all": True, "append_images": frames[1:]}
    if kind in ("PNG", "WEBP"):
        options["duration"] = 100
    assert same(corners(load_photo(encoded(frames[0], kind, **options)).image), [RED] * 4)


def test_several_pictures_in_one_jpeg() -> None:
    data = encoded(
        Image.new("RGB", (64, 64), RED),
        "MPO",
        save_all=True,
        append_images=[Image.new("RGB", (64, 64), BLUE)],
    )
    assert same(corners(load_photo(data).image), [RED] * 4)


def test_colour_profile_and_trailing_bytes_do_no_harm() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = encoded(quarters(), "JPEG", icc_profile=profile) + b"SEFH" + bytes(500)
    assert same(corners(load_photo(data).image), UPRIGHT[1])


def png_header(width: int, height: int) -> bytes:
    """A PNG that promises a size and holds a few bytes."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(bytes(100)))
        + chunk(b"IEND", b"")
    )


WHOLE = encoded(quarters(size=(400, 300)), "JPEG", quality=90)
THUMBNAIL = encoded(quarters(size=(48, 32)), "JPEG")
WITH_THUMBNAIL = WHOLE[:2] + b"\xff\xe1" + struct.pack(">H", len(THUMBNAIL) + 2) + THUMBNAIL + WHOLE[2:]

HOSTILE = {
    "empty": (b"", "empty"),
    "one byte": (b"\xff", "not a picture"),
    "text": (b"five cards", "not a picture"),
    "gif": (encoded(quarters("P"), "GIF"), "GIF"),
    "jpeg 2000": (encoded(quarters(), "JPEG2000"), "JPEG 2000"),
    "pdf": (b"%PDF-1.7 ...", "PDF"),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
    "zip": (b"PK\x03\x04" + bytes(40), "ZIP"),
    "wave": (b"RIFF\x00\x00\x00\x00WAVEfmt ", "sound"),
    "video": (b"\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isommp42", "video"),
    "jpeg magic only": (b"\xff\xd8\xff", "cut off"),
    "jpeg cut in half": (WHOLE[: len(WHOLE) // 2], "cut off"),
    "jpeg cut, thumbnail whole": (WITH_THUMBNAIL[: len(WITH_THUMBNAIL) - 900], "cut off"),
    "jpeg without its last byte": (WHOLE[:-1], "cut off"),
    "png cut": (encoded(quarters(size=(400, 300)), "PNG")[:-300], "damaged"),
    "png of 196 MP": (png_header(14000, 14000), "50 megapixels"),
    "png of 60 MP": (png_header(10000, 6000), "50 megapixels"),
    "png of 4 billion pixels": (png_header(65535, 65535), "50 megapixels"),
    "png of huge sides": (png_header(2**31 - 1, 2**31 - 1), "50 megapixels"),
    "png with too little data": (png_header(500, 500), "damaged"),
    "png of no width": (png_header(0, 10), "damaged|too few"),
    "too small": (encoded(Image.new("RGB", (4, 4)), "PNG"), "too few"),
    "heif cut": (encoded(quarters(), "HEIF")[:-200], "damaged"),
    "heif magic only": (b"\x00\x00\x00\x18ftypheic" + bytes(12), "damaged"),
    "avif cut": (encoded(quarters(size=(400, 300)), "AVIF")[:150], "damaged"),
    "webp cut": (encoded(quarters(), "WEBP")[:40], "damaged"),
    "tiff cut": (encoded(quarters(), "TIFF")[:60], "damaged"),
    "bmp magic only": (b"BM" + bytes(30), "damaged"),
    "too long": (b"\xff\xd8\xff" + bytes(25 * 1024 * 1024), "25 MB"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes(name: str) -> None:
    data, message = HOSTILE[name]
    with pytest.raises(ImageError, match=message):
        load_photo(data)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF", "BMP", "TIFF"])
def test_flipped_bytes_never_raise_anything_else(kind: str) -> None:
    data = encoded(quarters(), kind)
    rng = np.random.default_rng(1)
    for _ in range(60):
        broken = bytearray(data)
        for at in rng.integers(0, len(data), 6):
            broken[at] = int(rng.integers(256))
        try:
            photo = load_photo(broken)
        except ImageError:
            continue
        assert photo.image.ndim == 3
        assert photo.image.dtype == np.uint8


def test_raw_camera_file_is_named() -> None:
    from PIL.TiffImagePlugin import ImageFileDirectory_v2

    tags = ImageFileDirectory_v2()
    tags[50706] = b"\x01\x04\x00\x00"
    tags.tagtype[50706] = 1
    with pytest.raises(ImageError, match="DNG"):
        load_photo(encoded(quarters(), "TIFF", tiffinfo=tags))


def test_paths_that_are_no_photos(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="does not exist"):
        load_photo(tmp_path / "missing.jpg")
    with pytest.raises(ImageError, match="folder"):
        load_photo(tmp_path)
    with pytest.raises(ImageError, match="does not exist"):
        load_photo("nul\0byte.jpg")
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(26 * 1024 * 1024)
    with pytest.raises(ImageError, match=r"26\.0 MB"):
        load_photo(large)


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.BytesIO(WHOLE)
    closed.close()
    with pytest.raises(ImageError, match="could not be read"):
        load_photo(closed)
    with pytest.raises(ImageError, match="binary"):
        load_photo(io.StringIO("text"))  # type: ignore[arg-type]

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "secret.jpg"
    path.write_bytes(WHOLE)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ImageError, match="Permission denied"):
        load_photo(path)
