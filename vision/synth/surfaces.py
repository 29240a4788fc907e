"""What cards lie on: pictures from a folder, and painted felt, wood, cloth, desk and printed paper."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from rules.cards import Suit
from vision.synth.glyphs import font_files, rank_mask, suit_mask

Picture = npt.NDArray[np.uint8]

_MAX_SIDE = 512


def load_backgrounds(folder: Path) -> tuple[Picture, ...]:
    """All pictures below a folder, at most 512 px a side, (h, w, 3) uint8 BGR.

    Raises:
        FileNotFoundError: the folder holds no picture.
    """
    pictures = []
    for path in sorted(folder.rglob("*")):
        if (
            path.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"}
            and (picture := cv2.imread(str(path))) is not None
        ):
            scale = _MAX_SIDE / max(picture.shape[:2])
            if scale < 1:
                picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            pictures.append(np.asarray(picture, np.uint8))
    if not pictures:
        raise FileNotFoundError(f"{folder} holds no pictures")
    return tuple(pictures)


def sample_surface(rng: np.random.Generator, size: tuple[int, int], pictures: tuple[Picture, ...]) -> Picture:
    """A random background.

    Args:
        size: width and height in pixels.
        pictures: backgrounds to choose from besides the painted ones.

    Returns:
        (height, width, 3) uint8 BGR.
    """
    if pictures and rng.random() < 0.4:
        surface = _crop(rng, pictures[int(rng.integers(len(pictures)))], size)
    else:
        paint = (_felt, _wood, _cloth, _plain, _tiles)[int(rng.choice(5, p=[0.3, 0.25, 0.2, 0.15, 0.1]))]
        surface = paint(rng, size)
    if rng.random() < 0.12:
        _print_signs(rng, surface)
    return surface


def _crop(rng: np.random.Generator, picture: Picture, size: tuple[int, int]) -> Picture:
    height, width = picture.shape[:2]
    share = rng.uniform(0.4, 1)
    h, w = max(8, int(height * share)), max(8, int(width * share))
    y, x = int(rng.integers(height - h + 1)), int(rng.integers(width - w + 1))
    crop = picture[y : y + h, x : x + w]
    if rng.random() < 0.5:
        crop = np.rot90(crop)
    return np.asarray(cv2.resize(np.ascontiguousarray(crop), size, interpolation=cv2.INTER_LINEAR), np.uint8)


@lru_cache(maxsize=8)
def _noise_sheet(number: int) -> npt.NDArray[np.float32]:
    return np.random.default_rng([number, 3]).standard_normal((1024, 1024)).astype(np.float32)


def noise(rng: np.random.Generator, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    """White noise (height, width) float32 of unit variance, cut from sheets drawn once."""
    width, height = size
    sheet = _noise_sheet(int(rng.integers(8)))
    if width > 1024 or height > 1024:
        return rng.standard_normal((height, width), dtype=np.float32)
    y, x = int(rng.integers(1025 - height)), int(rng.integers(1025 - width))
    return sheet[y : y + height, x : x + width]


def smooth_noise(
    rng: np.random.Generator, size: tuple[int, int], cells: tuple[int, int]
) -> npt.NDArray[np.float32]:
    """Noise with the given number of cells across and down, (height, width) float32, about unit variance."""
    return np.asarray(cv2.resize(noise(rng, cells), size, interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(rng: np.random.Generator, low: float = 20, high: float = 235) -> npt.NDArray[np.float32]:
    """A BGR colour of random hue, saturation and brightness."""
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(0, 200), rng.uniform(low, high)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _shade(colour: npt.NDArray[np.float32], light: npt.NDArray[np.float32]) -> Picture:
    """A one-colour surface under a relief of `light` (grey levels added)."""
    layers = [cv2.convertScaleAbs(np.maximum(light + c, 0)) for c in colour.tolist()]
    return np.asarray(cv2.merge(layers), np.uint8)


def _felt(rng: np.random.Generator, size: tuple[int, int]) -> Picture:
    colour = _colour(rng)
    if rng.random() < 0.5:
        colour = np.array([rng.uniform(20, 110), rng.uniform(60, 140), rng.uniform(0, 60)], np.float32)
    light = noise(rng, size) * rng.uniform(1, 9)
    light = light + smooth_noise(rng, size, (6, 6)) * rng.uniform(0, 10)
    return _shade(colour, light)


def _wood(rng: np.random.Generator, size: tuple[int, int]) -> Picture:
    base = np.array([rng.uniform(20, 150), 0, 0], np.float32)
    base[1] = base[0] + rng.uniform(10, 45)
    base[2] = base[1] + rng.uniform(15, 60)
    grain = smooth_noise(rng, size, (int(rng.integers(2, 6)), int(rng.integers(40, 160))))
    fine = smooth_noise(rng, size, (int(rng.integers(8, 30)), min(400, size[1])))
    light = grain * rng.uniform(5, 28) + fine * rng.uniform(2, 9)
    if rng.random() < 0.5:
        light[:: int(rng.integers(50, 160))] -= 50
    surface = _shade(base, light)
    return np.ascontiguousarray(np.rot90(surface)) if size[0] == size[1] and rng.random() < 0.5 else surface


def _cloth(rng: np.random.Generator, size: tuple[int, int]) -> Picture:
    """Two colours in stripes, checks or blots, with a weave."""
    width, height = size
    x, y = np.arange(width, dtype=np.float32)[None], np.arange(height, dtype=np.float32)[:, None]
    period = rng.uniform(8, 120)
    kind = rng.integers(4)
    if kind == 0:
        pattern = np.sin(x * 6.28 / period) + 0 * y
    elif kind == 1:
        pattern = np.sin(x * 6.28 / period) + np.sin(y * 6.28 / period)
    elif kind == 2:
        cells = int(rng.integers(4, 24))
        pattern = smooth_noise(rng, size, (cells, cells))
    else:
        pattern = np.sin(x * 6.28 / period) * np.sin(y * 6.28 / period)
    share = np.clip(pattern * rng.uniform(1, 6) + 0.5, 0, 1).astype(np.float32)[..., None]
    surface = _colour(rng) * share + _colour(rng) * (1 - share)
    weave = noise(rng, size)[..., None] * rng.uniform(2, 10)
    return np.asarray(np.clip(surface + weave, 0, 255), np.uint8)


def _plain(rng: np.random.Generator, size: tuple[int, int]) -> Picture:
    """A smooth desk, from black to white: the hardest contrast for white cards."""
    colour = _colour(rng)
    if rng.random() < 0.5:
        grey = rng.choice([rng.uniform(5, 50), rng.uniform(180, 250)])
        colour = np.asarray(grey + rng.normal(0, 5, 3), np.float32)
    return _shade(colour, smooth_noise(rng, size, (3, 3)) * rng.uniform(0, 8))


def _tiles(rng: np.random.Generator, size: tuple[int, int]) -> Picture:
    """Tiles, bricks or keys with joints."""
    surface = _plain(rng, size)
    surface[:] = np.clip(
        surface + (smooth_noise(rng, size, (40, 40)) * rng.uniform(0, 20))[..., None], 0, 255
    )
    dx, dy = int(rng.uniform(20, 160)), int(rng.uniform(20, 160))
    joint, thick = _colour(rng).tolist(), int(rng.integers(1, 8))
    for x in range(int(rng.integers(dx)), size[0], dx):
        cv2.line(surface, (x, 0), (x, size[1]), joint, thick)
    for y in range(int(rng.integers(dy)), size[1], dy):
        cv2.line(surface, (0, y), (size[0], y), joint, thick)
    return surface


def _print_signs(rng: np.random.Generator, surface: Picture) -> None:
    """Lone letters, digits and suit signs: print that looks like an index and is none."""
    fonts = font_files()
    height, width = surface.shape[:2]
    for _ in range(int(rng.integers(3, 30))):
        if rng.random() < 0.75:
            mask = rank_mask(
                fonts[int(rng.integers(len(fonts)))], str(rng.choice(list("AKQJ1023456789BEFGHMNPRSTXYZ")))
            )
        else:
            mask = suit_mask(list(Suit)[int(rng.integers(4))], int(rng.integers(100)))
        scale = rng.uniform(8, 50) / mask.shape[0]
        sign = cv2.resize(mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        h, w = sign.shape
        if h >= height or w >= width:
            continue
        y, x = int(rng.integers(height - h)), int(rng.integers(width - w))
        patch = surface[y : y + h, x : x + w]
        patch[sign > 127] = _colour(rng).astype(np.uint8)
