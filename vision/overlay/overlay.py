"""The verdict drawn on the photo: outlines and names on the cards, the words below the picture.

Ox cards and left cards differ in colour, in line style and in the shape of their labels, so that nobody
needs to see colours. The words stand in strips of their own and never hide a card.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.assembly.geometry import card_width
from vision.overlay.ink import (
    BLACK,
    BLUE,
    ORANGE,
    SKY,
    VERMILLION,
    WHITE,
    BgrImage,
    Colour,
    Points,
    Stroke,
    outline,
    text_size,
    wrap,
    write,
)
from vision.reading import Reading

_TEXT_SHARE = 0.04
"""Size of the words as a share of the picture's width: 15 pixels on a phone 390 wide."""
CORRECTED = "*"
"""Behind the name of a card that a person chose."""
_PAPER: Colour = (32, 28, 24)


@dataclass(frozen=True)
class HandCaption:
    """What to draw for one hand.

    Attributes:
        ox: positions into `Reading.cards` of the cards that make the ox.
        left: positions of the cards left over.
        lines: words below the picture; the first is the headline.
    """

    ox: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Style:
    stroke: Stroke
    ground: Colour
    ink: Colour
    round: bool


def draw(
    image: BgrImage,
    reading: Reading,
    captions: Sequence[HandCaption] = (),
    refusals: Sequence[str] = (),
    legend: tuple[str, str] = ("ox", "left"),
) -> BgrImage:
    """Draw a reading and what became of it.

    Args:
        image: (H, W, 3) uint8 BGR, the photo that was read; it is not changed.
        reading: its cards.
        captions: one for each hand that has a verdict.
        refusals: why there is no verdict; written in a banner above the picture.
        legend: what ox and left cards are called below the picture; empty words for no legend.

    Returns:
        (H', W, 3) uint8 BGR: the photo with strips for the words, so H' >= H.
    """
    canvas = image.copy()
    width = canvas.shape[1]
    line = max(2, round(min(canvas.shape[:2]) / 220))
    styles = [_style(position, captions, line, reading) for position in range(len(reading.cards))]
    placed = [n for n, seen in enumerate(reading.cards) if len(seen.quad) and np.isfinite(seen.quad).all()]
    for position in placed:
        outline(canvas, reading.cards[position].quad, styles[position].stroke)
    taken: list[tuple[int, int, int, int]] = []
    for card in reading.unread:
        outline(canvas, card.quad, _in_doubt(line).stroke)
        _label(canvas, "?", card.quad, _in_doubt(line), taken)
    for position in placed:
        seen = reading.cards[position]
        mark = CORRECTED if seen.corrected else "" if seen.accepted else "?"
        _label(canvas, f"{seen.card.symbol}{mark}", seen.quad, styles[position], taken)
    size = max(12, round(width * _TEXT_SHARE))
    strips = [canvas]
    if refusals:
        strips.insert(0, _strip(width, [(text, size) for text in refusals], VERMILLION, ("!", VERMILLION)))
    for caption in captions:
        if caption.lines:
            sizes = [round(size * 1.35), *[size] * (len(caption.lines) - 1)]
            strips.append(_strip(width, list(zip(caption.lines, sizes, strict=True)), BLUE, None))
    if any(legend) and any(caption.ox for caption in captions):
        strips.append(_legend(width, size, line, legend))
    return np.concatenate(strips)


def _style(position: int, captions: Sequence[HandCaption], line: int, reading: Reading) -> _Style:
    """How a card is drawn: ox solid blue, left dashed orange, in doubt dotted red, others thin."""
    if any(position in caption.ox for caption in captions):
        return _Style(Stroke(BLUE, 2 * line), BLUE, WHITE, round=False)
    if any(position in caption.left for caption in captions):
        return _Style(Stroke(ORANGE, 2 * line, dash=4), ORANGE, BLACK, round=True)
    if not reading.cards[position].accepted:
        return _in_doubt(line)
    return _Style(Stroke(SKY, line), BLACK, WHITE, round=False)


def _in_doubt(line: int) -> _Style:
    return _Style(Stroke(VERMILLION, 2 * line, dash=1.5), VERMILLION, WHITE, round=False)


def _label(
    canvas: BgrImage, text: str, quad: Points, style: _Style, taken: list[tuple[int, int, int, int]]
) -> None:
    """Write a card's name on a plate beside its first corner, moved where another plate lies."""
    height, width = canvas.shape[:2]
    size = round(float(np.clip(card_width(quad) * 0.26, 0.026 * width, 0.05 * width)))
    size = max(size, 11)
    w, h = text_size(text, size)
    pad = max(2, size // 4)
    w, h = w + 2 * pad, h + pad
    # the higher one of the two corners with an index: most cards are held and fanned that way up
    corner = min(quad[0], quad[2], key=lambda point: float(point[1]))
    outward = corner - quad.mean(0)
    middle = corner + outward / max(float(np.linalg.norm(outward)), 1e-6) * h * 0.5
    x, y = np.clip(middle - (w / 2, h / 2), 0, (max(width - w, 0), max(height - h, 0))).astype(int).tolist()
    x, y = _free_place(x, y, (w, h), taken, (width, height))
    taken.append((x, y, w, h))
    _plate(canvas, (x, y, w, h), style)
    write(canvas, text, (x + pad, y + pad // 2), size, style.ink)


def _free_place(
    x: int, y: int, size: tuple[int, int], taken: list[tuple[int, int, int, int]], room: tuple[int, int]
) -> tuple[int, int]:
    """The nearest place to x, y where a plate covers no other; x, y itself when all is full."""
    w, h = size
    steps = sorted(((a, b) for a in range(-4, 5) for b in range(-4, 5)), key=lambda s: s[0] ** 2 + s[1] ** 2)
    for across, down in steps:
        left, top = x + across * w // 2, y + down * h // 2
        if not (0 <= left <= room[0] - w and 0 <= top <= room[1] - h):
            continue
        if all(left >= a + c or a >= left + w or top >= b + d or b >= top + h for a, b, c, d in taken):
            return left, top
    return x, y


def _plate(canvas: BgrImage, place: tuple[int, int, int, int], style: _Style) -> None:
    """A filled label with a rim: square, or with round ends."""
    x, y, w, h = place
    rim = max(1, h // 14)
    for grow, colour in ((rim, WHITE if style.ink == WHITE else BLACK), (0, style.ground)):
        x0, y0, x1, y1 = x - grow, y - grow, x + w + grow, y + h + grow
        if style.round:
            radius = (y1 - y0) // 2
            cv2.rectangle(canvas, (x0 + radius, y0), (x1 - radius, y1), colour, -1)
            for centre in (x0 + radius, x1 - radius):
                cv2.circle(canvas, (centre, (y0 + y1) // 2), radius, colour, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, -1)


def _strip(
    width: int, texts: Sequence[tuple[str, int]], edge: Colour, badge: tuple[str, Colour] | None
) -> BgrImage:
    """Words on a dark strip with a coloured edge, and a badge for a warning."""
    pad = max(6, texts[0][1] // 2)
    indent = pad * 2 + (texts[0][1] * 2 if badge else 0)
    lines = [(line, size) for text, size in texts for line in wrap(text, size, width - indent - pad)]
    heights = [text_size(line, size)[1] for line, size in lines]
    strip = np.full((sum(heights) + 2 * pad, width, 3), _PAPER, np.uint8)
    strip[:, : max(3, pad // 2)] = edge
    if badge:
        radius = round(texts[0][1] * 0.8)
        centre = (pad * 2 + radius, pad + radius)
        cv2.circle(strip, centre, radius, badge[1], -1, cv2.LINE_AA)
        mark = texts[0][1]
        w, _ = text_size(badge[0], mark)
        write(strip, badge[0], (centre[0] - w // 2, centre[1] - round(mark * 0.68)), mark, WHITE)
    y = pad
    for (line, size), height in zip(lines, heights, strict=True):
        write(strip, line, (indent, y), size, WHITE)
        y += height
    return strip


def _legend(width: int, size: int, line: int, names: tuple[str, str]) -> BgrImage:
    """Which outline is the ox and which the left cards."""
    small = max(11, round(size * 0.75))
    strip = np.full((round(small * 2), width, 3), _PAPER, np.uint8)
    x, middle = max(6, size // 2) * 2, strip.shape[0] // 2
    for name, stroke in zip(names, (Stroke(BLUE, 2 * line), Stroke(ORANGE, 2 * line, dash=4)), strict=True):
        ends = np.array([[x, middle], [x + small * 3, middle]], np.float32)
        outline(strip, ends, stroke, closed=False)
        write(strip, name, (x + round(small * 3.6), middle - round(small * 0.66)), small, WHITE)
        x += small * 4 + text_size(name, small)[0] + small * 2
    return strip
