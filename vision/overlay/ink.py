"""Lines and text on pictures: outlines that stand out on any ground, and text with suit signs.

OpenCV 5 carries fonts with ♣ ♦ ♥ ♠, ×, Cyrillic and Chinese of its own; Pillow's built-in font has none of
them, and fonts of the system are not certain to exist.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

BgrImage = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]
Colour = tuple[int, int, int]

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
BLUE: Colour = (178, 114, 0)
ORANGE: Colour = (0, 159, 230)
VERMILLION: Colour = (0, 94, 213)
SKY: Colour = (233, 180, 86)
"""Blue, orange, vermillion and sky blue of Okabe and Ito, in BGR: told apart by colour-blind eyes too."""

_WEIGHT = 600
_ROOM = (1 << 14, 1 << 14)


@dataclass(frozen=True)
class Stroke:
    """How an outline is drawn.

    Attributes:
        colour: BGR.
        width: in pixels.
        dash: length of a dash in line widths; 0 for a solid line.
    """

    colour: Colour
    width: int
    dash: float = 0.0


def outline(canvas: BgrImage, corners: Points, stroke: Stroke, closed: bool = True) -> None:
    """Draw an outline with a dark rim; corners far outside the picture are allowed.

    Args:
        canvas: picture to draw on.
        corners: (N, 2) pixels.
        stroke: how.
        closed: whether the last corner is joined to the first.
    """
    reach = 4 * max(canvas.shape[:2])
    starts = np.clip(np.nan_to_num(corners.astype(np.float64)), -reach, reach)
    sides = list(zip(starts, np.roll(starts, -1, 0), strict=True))[: None if closed else -1]
    for colour, width in ((BLACK, stroke.width + max(2, stroke.width // 2)), (stroke.colour, stroke.width)):
        for start, end in sides:
            for a, b in _dashes(start, end, stroke.dash * stroke.width):
                cv2.line(canvas, _pixel(a), _pixel(b), colour, width, cv2.LINE_AA)


def text_size(text: str, size: int) -> tuple[int, int]:
    """Width and height in pixels that a line of text takes."""
    box = cv2.getTextSize(_ROOM, text, (0, size), _font(), size, _WEIGHT)
    return int(box[2]), round(size * 1.35)


def write(canvas: BgrImage, text: str, corner: tuple[int, int], size: int, colour: Colour) -> None:
    """Write a line of text with its top left corner at a point."""
    x, y = corner
    baseline = (x, y + round(size * 1.02))
    cv2.putText(canvas, text, baseline, colour, _font(), size, _WEIGHT)


def wrap(text: str, size: int, width: int) -> list[str]:
    """Break a text into lines of at most `width` pixels: at spaces, and inside of words that are wider.

    Chinese is written without spaces, so that a sentence is one word.
    """
    lines: list[str] = []
    for word in text.split():
        if lines and text_size(f"{lines[-1]} {word}", size)[0] <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines += _broken(word, size, width)
    return lines


def _broken(word: str, size: int, width: int) -> list[str]:
    """A word in pieces of at most `width` pixels, each of one letter at least."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and text_size(pieces[-1] + letter, size)[0] > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _dashes(start: npt.NDArray[np.float64], end: npt.NDArray[np.float64], dash: float) -> list[Any]:
    length = float(np.linalg.norm(end - start))
    if dash <= 0 or length <= dash:
        return [(start, end)]
    number = max(2, round(length / dash / 2))
    stops = np.linspace(0, 1, 2 * number)
    points = start + (end - start) * stops[:, None]
    return list(zip(points[::2], points[1::2], strict=True))


def _pixel(point: npt.NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


@cache
def _font() -> Any:
    return cv2.FontFace("sans")
