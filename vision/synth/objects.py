"""Things that lie beside, lie on or hold cards: sheets, fingers, coins, chips, scraps, plastic sleeves."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.surfaces import Picture

Points = npt.NDArray[np.float32]
OBJECT = -2
"""Owner of pixels covered by an object; -1 is the table, cards count from 0."""


def _region(
    low: npt.NDArray[Any], high: npt.NDArray[Any], shape: tuple[int, ...]
) -> tuple[int, int, int, int] | None:
    """Integer window x0 y0 x1 y1 inside a picture, or `None` when it lies outside."""
    x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
    x1, y1 = min(int(high[0]) + 1, shape[1]), min(int(high[1]) + 1, shape[0])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def sample_skin(rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """A BGR skin tone, from very light to very dark."""
    light, dark = np.array([165, 195, 235], np.float32), np.array([35, 50, 85], np.float32)
    share = np.float32(rng.uniform(0, 1))
    return np.asarray(light * (1 - share) + dark * share + rng.normal(0, 8, 3), np.float32)


def draw_finger(
    scene: Picture,
    owner: npt.NDArray[np.int16],
    tip: Points,
    root: Points,
    width: float,
    skin: npt.NDArray[np.float32],
) -> None:
    """Draw one finger as a shaded round-ended bar with a nail, in place.

    Args:
        tip: (2,) pixels, where the finger ends on the cards.
        root: (2,) pixels, where it comes from.
        width: pixels.
    """
    radius = width / 2
    window = _region(np.minimum(tip, root) - radius, np.maximum(tip, root) + radius, scene.shape)
    if window is None:
        return
    x0, y0, x1, y1 = window
    x = np.arange(x0, x1, dtype=np.float32)[None] - tip[0]
    y = np.arange(y0, y1, dtype=np.float32)[:, None] - tip[1]
    axis = (root - tip).astype(np.float32)
    length = float(np.hypot(*axis)) or 1.0
    axis /= length
    along = np.clip(x * axis[0] + y * axis[1], 0, length)
    bulge = 1 + 0.12 * np.sin(along / max(radius, 1) * 1.3)
    distance = np.hypot(x - along * axis[0], y - along * axis[1]) / (radius * bulge)
    inside = distance < 1
    shade = np.sqrt(np.clip(1 - distance**2, 0, 1)) * 0.55 + 0.5
    colour = shade[..., None] * skin
    nail = np.hypot(along - radius * 0.5, (x * -axis[1] + y * axis[0]) * 1.25) < radius * 0.55
    colour[nail & inside] = colour[nail & inside] * 0.75 + np.array([150, 160, 205], np.float32) * 0.3
    patch = scene[y0:y1, x0:x1]
    patch[inside] = np.clip(colour, 0, 255).astype(np.uint8)[inside]
    owner[y0:y1, x0:x1][inside] = OBJECT


def hold_fan(rng: np.random.Generator, scene: Picture, owner: npt.NDArray[np.int16], quads: Points) -> None:
    """Fingers around the lower ends of a fan: a thumb in front, others at the edges.

    Args:
        quads: (n, 4, 2) float32 pixels, card corners (top left, top right, bottom right, bottom left).
    """
    middle = quads[len(quads) // 2]
    width = float(np.hypot(*(middle[1] - middle[0])))
    bottom = (middle[2] + middle[3]) / 2
    down = middle[3] - middle[0]
    down = down / (np.hypot(*down) + 1e-6)
    side = np.array([-down[1], down[0]])
    skin = sample_skin(rng)
    thick = width * rng.uniform(0.24, 0.36)
    for _ in range(int(rng.integers(1, 5))):
        tip = bottom - down * width * rng.uniform(-0.1, 0.7) + side * width * rng.normal(0, 0.6)
        root = bottom + down * width * rng.uniform(1, 2.5) + side * width * rng.normal(0, 0.7)
        draw_finger(
            scene, owner, tip.astype(np.float32), root.astype(np.float32), thick * rng.uniform(0.8, 1.2), skin
        )


def drop_objects(
    rng: np.random.Generator,
    scene: Picture,
    owner: npt.NDArray[np.int16],
    width: float,
    other: Picture,
    corners: Points,
) -> None:
    """Coins, chips, scraps of another surface, and stray fingers, at random places and on cards' corners.

    Args:
        width: card width in pixels.
        other: a picture as large as the scene, from which scraps are cut.
        corners: (n, 2) pixels, corners of the cards.
    """
    height, breadth = scene.shape[:2]
    for _ in range(int(rng.integers(1, 5))):
        spot = (rng.uniform(0, 1, 2) * (breadth, height)).astype(np.float32)
        if rng.random() < 0.5:
            spot = (
                corners[int(rng.integers(len(corners)))] + rng.normal(0, 0.15, 2).astype(np.float32) * width
            )
        kind = rng.random()
        if kind < 0.4:
            _draw_coin(rng, scene, owner, spot, width * rng.uniform(0.15, 0.35))
        elif kind < 0.75:
            points = spot + rng.normal(0, width * rng.uniform(0.1, 0.5), (int(rng.integers(3, 8)), 2))
            mask = np.zeros((height, breadth), np.uint8)
            cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.float32)).astype(np.int32), 255)
            scene[mask > 0] = other[mask > 0]
            owner[mask > 0] = OBJECT
        else:
            root = spot + rng.normal(0, 1, 2) * width * 2
            draw_finger(
                scene, owner, spot, root.astype(np.float32), width * rng.uniform(0.25, 0.4), sample_skin(rng)
            )


def lay_sheets(rng: np.random.Generator, scene: Picture, width: float, corners: Points) -> None:
    """Blank things as large as cards that are none: slips of paper, notes, touch pads, telephones.

    Args:
        width: card width in pixels.
        corners: (n, 2) pixels, corners of the cards, near which most of them lie.
    """
    span = np.array(scene.shape[1::-1])
    for _ in range(int(rng.integers(1, 4))):
        near = corners[int(rng.integers(len(corners)))] + rng.normal(0, 0.7, 2) * width
        spot = near if rng.random() < 0.7 else rng.uniform(0, 1, 2) * span
        half = rng.uniform(0.35, 0.9, 2) * (1, rng.uniform(1, 1.5)) * width
        cos, sin = np.cos(turn := rng.uniform(-np.pi, np.pi)), np.sin(turn)
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) + rng.normal(0, 0.05, (4, 2))
        sheet = square * half @ np.array([[cos, sin], [-sin, cos]]) + spot
        outline = np.round(sheet).astype(np.int32)
        tone = rng.uniform(205, 255) if rng.random() < 0.65 else rng.uniform(15, 190)
        paper = np.clip(tone + rng.normal(0, 6, 3), 0, 255)
        thick = max(1, round(width * rng.uniform(0.005, 0.03)))
        if rng.random() < 0.75:
            cv2.fillConvexPoly(scene, outline, paper.tolist(), cv2.LINE_AA)
            paper = np.clip(paper * rng.uniform(0.6, 1.1), 0, 255)
        cv2.polylines(scene, [outline], True, paper.tolist(), thick, cv2.LINE_AA)
        for line in np.linspace(0.15, 0.85, int(rng.integers(3, 9))) if rng.random() < 0.25 else ():
            ends = [sheet[0] + (sheet[3] - sheet[0]) * line, sheet[1] + (sheet[2] - sheet[1]) * line]
            inner = [ends[0] * 0.9 + ends[1] * 0.1, ends[0] * 0.1 + ends[1] * rng.uniform(0.4, 0.9)]
            first, last = (np.round(end).astype(int).tolist() for end in inner)
            cv2.line(scene, first, last, (paper * 0.5).tolist(), thick, cv2.LINE_AA)


def _draw_coin(
    rng: np.random.Generator, scene: Picture, owner: npt.NDArray[np.int16], spot: Points, radius: float
) -> None:
    center, size = spot.astype(int).tolist(), max(2, int(radius))
    metal = np.array(
        rng.choice([[60, 130, 170], [160, 165, 170], [40, 70, 130], [40, 40, 190], [160, 70, 30]])
    )
    metal = (metal * rng.uniform(0.6, 1.2)).clip(0, 255)
    for share, factor in ((1.0, 0.7), (0.9, 1.0), (0.75, 0.85), (0.6, 1.1)):
        cv2.circle(
            scene, center, max(1, int(size * share)), (metal * factor).clip(0, 255).tolist(), -1, cv2.LINE_AA
        )
    mask = np.zeros(owner.shape, np.uint8)
    cv2.circle(mask, center, size, 255, -1)
    owner[mask > 0] = OBJECT


def draw_sleeve(rng: np.random.Generator, scene: Picture, quad: Points) -> None:
    """A clear plastic sleeve around one card: a haze, a rim and a streak of light.

    Args:
        quad: (4, 2) float32 pixels, the card's corners.
    """
    center = quad.mean(0)
    rim = (center + (quad - center) * rng.uniform(1.03, 1.08)).astype(np.int32)
    x, y, w, h = cv2.boundingRect(rim)
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, scene.shape[1]), min(y + h, scene.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    patch = scene[y0:y1, x0:x1]
    film = patch.copy()
    cv2.fillConvexPoly(film, rim - (x0, y0), (255, 255, 255))
    streak = quad[int(rng.integers(4))] * 0.7 + center * 0.3
    cv2.line(
        film,
        (streak - (x0, y0)).astype(int).tolist(),
        (center - (x0, y0)).astype(int).tolist(),
        (255,) * 3,
        5,
    )
    cv2.addWeighted(patch, 1 - (share := rng.uniform(0.05, 0.22)), film, share, 0, dst=patch)
    cv2.polylines(patch, [rim - (x0, y0)], True, (225, 225, 225), 1, cv2.LINE_AA)
