"""Other crops of one index, for a second opinion where the first was unsure.

The finder's four index corners are often a little skewed, turned, or too wide; the reader is right more
often on the mean of several ways to cut the index out than on any single one.
"""

import math

import numpy as np
import numpy.typing as npt

from vision.assembly.geometry import index_centre, reading_axes, upright_quad
from vision.reading import FloatArray, FoundIndex

_TURN = math.radians(12)
_SMALLER, _LARGER = 0.85, 1.18

Vector = npt.NDArray[np.float64]


def other_quads(found: FoundIndex) -> list[FloatArray]:
    """Quadrilaterals (4, 2) that the index may also fill: as a rectangle, turned, scaled, along the card."""
    along, below = reading_axes(found)
    down = _unit(below + np.array((-along[1], along[0])))
    across = np.array((down[1], -down[0]))
    corners = upright_quad(found).astype(np.float64)
    card_across = _unit(corners[1] + corners[2] - corners[0] - corners[3])
    card_down = _unit(corners[3] + corners[2] - corners[0] - corners[1])
    return [
        _quad(found, across, down),
        _quad(found, card_across, card_down),
        _quad(found, _turned(across, _TURN), _turned(down, _TURN)),
        _quad(found, _turned(across, -_TURN), _turned(down, -_TURN)),
        _quad(found, across * _SMALLER, down * _SMALLER),
        _quad(found, across * _LARGER, down * _LARGER),
    ]


def _quad(found: FoundIndex, across: Vector, down: Vector) -> FloatArray:
    """A parallelogram of the index's size around its centre."""
    top_left, top_right, bottom_right, bottom_left = found.index_quad.astype(np.float64)
    half_width = np.linalg.norm(top_right + bottom_right - top_left - bottom_left) / 4 * across
    half_height = np.linalg.norm(bottom_left + bottom_right - top_left - top_right) / 4 * down
    corners = [
        -half_width - half_height,
        half_width - half_height,
        half_width + half_height,
        half_height - half_width,
    ]
    return np.asarray(index_centre(found) + np.array(corners), np.float32)


def _turned(vector: Vector, angle: float) -> Vector:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array((cos * vector[0] - sin * vector[1], sin * vector[0] + cos * vector[1]))


def _unit(vector: Vector) -> Vector:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float64)
