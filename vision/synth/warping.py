"""How a flat card comes to lie in a picture: turned, tilted, bent, and its round corners."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.surfaces import Picture

Points = npt.NDArray[np.float32]


def tilted(
    rng: np.random.Generator, corners: npt.NDArray[np.float64], angle: float
) -> npt.NDArray[np.float64]:
    """Corners (4, 2) of a card that does not lie flat, as they look from above at a few card widths."""
    centre = corners.mean(0)
    angle = float(np.clip(angle, -1.1, 1.1))
    axis = rotation(rng.uniform(-np.pi, np.pi))[:2, :2]
    flat = (corners - centre) @ axis
    nearer = 1 + flat[:, 1:] * np.sin(angle) / rng.uniform(4, 9)
    return np.asarray(centre + (flat * (1, np.cos(angle)) * nearer) @ axis.T)


def frame(size: int) -> Points:
    """Corners (4, 2) of a square picture."""
    return np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)


def rotation(angle: float) -> npt.NDArray[np.float64]:
    """Homography (3, 3) that turns clockwise in a picture, in radians."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])


def shift(x: float, y: float) -> npt.NDArray[np.float64]:
    """Homography (3, 3) that moves by x, y."""
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])


def rounded(w: int, h: int) -> Picture:
    """Outline of a card with round corners, (h, w) uint8."""
    radius = max(1, round(0.05 * w))
    mask = np.zeros((h, w), np.uint8)
    cv2.rectangle(mask, (radius, 0), (w - 1 - radius, h - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (w - 1, h - 1 - radius), 255, -1)
    for x in (radius, w - 1 - radius):
        for y in (radius, h - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


def bend(points: Points, by: npt.NDArray[np.float64], ratio: float) -> Points:
    """Shift points (fractions of the card) along parabolas that leave the corners in place.

    Args:
        points: (N, 2).
        by: heights of the two parabolas in card widths, across and down the card, (2,).
        ratio: height of the card in widths.
    """
    u, v = points[:, 0], points[:, 1]
    moved = u + by[0] * 4 * v * (1 - v)
    lifted = v + by[1] / ratio * 4 * moved * (1 - moved)
    return np.stack([moved, lifted], 1).astype(np.float32)


def unbend(
    x: npt.NDArray[np.float32], y: npt.NDArray[np.float32], w: int, h: int, by: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Inverse of `bend`, in texture pixels."""
    u, v = (x + 0.5) / w, (y + 0.5) / h
    v = v - by[1] * w / h * 4 * u * (1 - u)
    u = u - by[0] * 4 * v * (1 - v)
    return u * w - 0.5, v * h - 0.5
