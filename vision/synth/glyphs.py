"""Ink masks of ranks and suits: ranks from the fonts found on this machine, suits drawn as curves."""

import re
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from rules.cards import Suit

Mask = npt.NDArray[np.uint8]
"""(h, w) uint8 ink coverage, 0 paper to 255 ink, cropped to the ink."""

_FONT_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
# Families whose Latin capitals are missing, empty, ornamental or mathematical.
_UNFIT = re.compile(
    "symbol|d05000l|dingbat|emoji|math|icon|msam|msbm|eufm|rsfs|esint|stixsiz|stixnonuni|cmex"
    "|cmsy|cmmi|lmmathextension|display|italic|oblique|ultra|initials|kbd|script|chancery|z003"
    "|fallback|lastresort|signature|opensymbol|biolinum_k|thin|hairline|extralight|nushu"
)
_GLYPH_HEIGHT = 160


def font_files() -> tuple[Path, ...]:
    """Font files fit for card indices, sorted by name; at least the ones that come with matplotlib.

    Raises:
        FileNotFoundError: neither system fonts nor matplotlib's are there.
    """
    return _font_files()


@lru_cache(maxsize=1)
def _font_files() -> tuple[Path, ...]:
    folders = [Path(folder) for folder in _FONT_FOLDERS]
    try:
        import matplotlib

        folders.append(Path(matplotlib.get_data_path()) / "fonts" / "ttf")
    except ImportError:
        pass
    seen: dict[str, Path] = {}
    for folder in folders:
        for path in folder.rglob("*"):
            name = path.name.lower()
            if path.suffix.lower() in {".ttf", ".otf"} and not _UNFIT.search(name):
                seen.setdefault(name, path)
    fit = tuple(seen[name] for name in sorted(seen) if _has_ranks(seen[name]))
    if not fit:
        raise FileNotFoundError("no usable font found: install matplotlib or any TrueType fonts")
    return fit


def _has_ranks(path: Path) -> bool:
    """True when the ten characters differ from each other and from the font's missing-glyph box."""
    try:
        font = ImageFont.truetype(str(path), 40)
        shapes = {bytes(font.getmask(sign, "L")) for sign in "AKQJ0123456789\uffff"}
    except (OSError, ValueError):
        return False
    return len(shapes) == 15 and all(len(shape) > 0 for shape in shapes)


@lru_cache(maxsize=4096)
def rank_mask(font: Path, text: str) -> Mask:
    """Mask of a rank about 160 px high, glyphs as the font sets them.

    Args:
        font: a font file.
        text: `A`, `K`, `10` or any short word.
    """
    face = ImageFont.truetype(str(font), _GLYPH_HEIGHT)
    left, top, right, bottom = face.getbbox(text)
    canvas = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8), 0)
    ImageDraw.Draw(canvas).text((4 - left, 4 - top), text, 255, font=face)
    return _tight(np.asarray(canvas))


@lru_cache(maxsize=4096)
def suit_mask(suit: Suit, variant: int) -> Mask:
    """Mask of a suit sign about 160 px high.

    Args:
        suit: which sign.
        variant: chooses proportions and curvature; the same number gives four signs of one style.
    """
    style = np.random.default_rng([variant, 7])
    fat, waist, stem, bulge = style.uniform(0, 1, 4)
    draw = {Suit.HEARTS: _heart, Suit.DIAMONDS: _diamond, Suit.SPADES: _spade, Suit.CLUBS: _club}[suit]
    mask = _tight(draw(fat, waist, stem, bulge))
    squeeze = style.uniform(0.82, 1.08)
    size = (round(mask.shape[1] * squeeze), mask.shape[0])
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)


def _tight(mask: Mask) -> Mask:
    rows, columns = np.flatnonzero(mask.max(1) > 40), np.flatnonzero(mask.max(0) > 40)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def _filled(*outlines: npt.NDArray[np.float64]) -> Mask:
    """Anti-aliased fill of outlines given in a unit square, y down."""
    canvas = np.zeros((400, 400), np.uint8)
    for outline in outlines:
        cv2.fillPoly(canvas, [np.round(outline * 320 + 40).astype(np.int32)], 255)
    return np.asarray(cv2.resize(canvas, (200, 200), interpolation=cv2.INTER_AREA), np.uint8)


def _bezier(*points: tuple[float, float]) -> npt.NDArray[np.float64]:
    """A cubic curve through control points, 24 samples."""
    t = np.linspace(0, 1, 24)[:, None]
    a, b, c, d = np.array(points, float)
    return np.asarray((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d)


def _mirrored(right: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    left = right[::-1].copy()
    left[:, 0] = 1 - left[:, 0]
    return np.vstack([right, left])


def _heart_outline(fat: float, waist: float, bulge: float) -> npt.NDArray[np.float64]:
    dip = 0.14 + 0.12 * bulge
    lobe = _bezier((0.5, dip), (0.56, -0.04 - 0.04 * fat), (0.98, -0.08), (0.96 + 0.04 * fat, 0.28))
    side = _bezier((0.96 + 0.04 * fat, 0.28), (0.95, 0.52), (0.62 + 0.12 * waist, 0.66), (0.5, 1.0))
    return _mirrored(np.vstack([lobe, side]))


def _heart(fat: float, waist: float, stem: float, bulge: float) -> Mask:
    return _filled(_heart_outline(fat, waist, bulge))


def _diamond(fat: float, waist: float, stem: float, bulge: float) -> Mask:
    half = 0.34 + 0.13 * fat
    pull = 0.05 * waist - 0.01
    upper = _bezier(
        (0.5, 0),
        (0.5 + half * 0.33 - pull, 0.17 + pull),
        (0.5 + half * 0.66 - pull, 0.33 + pull),
        (0.5 + half, 0.5),
    )
    lower = upper[::-1].copy()
    lower[:, 1] = 1 - lower[:, 1]
    return _filled(_mirrored(np.vstack([upper, lower])))


def _foot(top: float, stem: float, flare: float) -> npt.NDArray[np.float64]:
    thin = 0.025 + 0.035 * stem
    side = _bezier((0.5 + thin, top), (0.5 + thin, 0.82), (0.54 + thin, 0.95), (0.58 + 0.14 * flare, 1.0))
    return _mirrored(side)


def _spade(fat: float, waist: float, stem: float, bulge: float) -> Mask:
    body = _heart_outline(fat, waist, bulge * 0.6)
    body = np.column_stack([body[:, 0], (1 - body[:, 1]) * (0.82 + 0.06 * stem)])
    return _filled(body, _foot(0.5, stem, bulge))


def _club(fat: float, waist: float, stem: float, bulge: float) -> Mask:
    angles = np.linspace(0, 2 * np.pi, 48)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    radius = 0.215 + 0.035 * fat
    top = circle * radius + (0.5, radius)
    side = 0.235 + 0.03 * waist
    level = 0.56 + 0.05 * waist
    left, right = circle * radius + (0.5 - side, level), circle * radius + (0.5 + side, level)
    heart = circle * (0.08 + 0.06 * bulge) + (0.5, 0.5)
    return _filled(top, left, right, heart, _foot(0.45, stem, bulge))
