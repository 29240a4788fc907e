"""How cards lie: fans, rows, ox hands in 3 + 2, heaps, and several hands on one table.

Lengths are in card widths on a flat table, x right and y down; angles are radians, clockwise.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True)
class Place:
    """Where one card lies; later places lie on top.

    Attributes:
        x: centre.
        y: centre.
        angle: 0 is upright.
        hand: number of the hand it belongs to.
    """

    x: float
    y: float
    angle: float
    hand: int = 0


@dataclass(frozen=True)
class Layout:
    """Cards as they lie, with the name of the arrangement; `held` when fingers hold them."""

    kind: str
    places: tuple[Place, ...]
    held: bool = False


def sample_layout(rng: np.random.Generator, aspect: float) -> Layout:
    """A random arrangement.

    Args:
        aspect: card width divided by its height.
    """
    kinds: tuple[tuple[Callable[[np.random.Generator, float], Layout], float], ...] = (
        (_fan, 0.2),
        (_held_fan, 0.15),
        (_row, 0.17),
        (_ox_hand, 0.1),
        (_heap, 0.14),
        (_grid, 0.1),
        (_close_up, 0.05),
        (_several_hands, 0.09),
    )
    weights = np.array([weight for _, weight in kinds])
    make = kinds[int(rng.choice(len(kinds), p=weights / weights.sum()))][0]
    return make(rng, 1 / aspect)


def _count(rng: np.random.Generator, low: int, high: int) -> int:
    """Number of cards: five in half of all cases that allow it."""
    return 5 if low <= 5 <= high and rng.random() < 0.5 else int(rng.integers(low, high + 1))


def _fan_places(
    rng: np.random.Generator, height: float, count: int, step: float, pivot: float
) -> list[Place]:
    """Cards turned about a point below their centres; the left index of each stays free."""
    places = []
    for number in range(count):
        angle = (number - (count - 1) / 2) * step + rng.normal(0, 0.03)
        radius = pivot * height + rng.normal(0, 0.04)
        places.append(Place(np.sin(angle) * radius, -np.cos(angle) * radius, angle))
    return places if rng.random() < 0.85 else places[::-1]


def _fan(rng: np.random.Generator, height: float) -> Layout:
    count = _count(rng, 2, 8) if rng.random() < 0.85 else int(rng.integers(8, 14))
    step = rng.uniform(0.09, 0.42) if count <= 8 else rng.uniform(0.07, 0.2)
    return Layout("fan", tuple(_fan_places(rng, height, count, step, rng.uniform(0.45, 1.4))))


def _held_fan(rng: np.random.Generator, height: float) -> Layout:
    count = _count(rng, 2, 8) if rng.random() < 0.85 else int(rng.integers(8, 14))
    step = rng.uniform(0.12, 0.33) if count <= 8 else rng.uniform(0.08, 0.16)
    return Layout("held", tuple(_fan_places(rng, height, count, step, rng.uniform(0.5, 0.9))), held=True)


def _line(rng: np.random.Generator, count: int, step: float, jitter: float) -> list[Place]:
    return [
        Place(number * step + rng.normal(0, jitter * 0.5), rng.normal(0, jitter), rng.normal(0, jitter))
        for number in range(count)
    ]


def _row(rng: np.random.Generator, height: float) -> Layout:
    step = rng.uniform(0.24, 0.95) if rng.random() < 0.5 else rng.uniform(1.02, 1.5)
    places = _line(rng, _count(rng, 2, 7), step, rng.uniform(0, 0.15))
    return Layout("row", tuple(places if rng.random() < 0.85 else places[::-1]))


def _shifted(places: list[Place], x: float, y: float, turn: float = 0.0, hand: int = 0) -> list[Place]:
    cos, sin = np.cos(turn), np.sin(turn)
    return [
        replace(p, x=x + p.x * cos - p.y * sin, y=y + p.x * sin + p.y * cos, angle=p.angle + turn, hand=hand)
        for p in places
    ]


def _ox_hand(rng: np.random.Generator, height: float) -> Layout:
    """Three cards over or beside two, as players lay out an ox."""
    jitter = rng.uniform(0, 0.12)
    three = _line(rng, 3, rng.uniform(0.3, 1.2), jitter)
    two = _line(rng, 2, rng.uniform(0.3, 1.2), jitter)
    if rng.random() < 0.6:
        shift = (rng.uniform(-0.2, 0.8), height * rng.uniform(0.55, 1.2))
    else:
        shift = (three[-1].x + rng.uniform(1.2, 2), rng.normal(0, 0.2))
    return Layout("ox", tuple(three + _shifted(two, *shift)))


def _heap(rng: np.random.Generator, height: float) -> Layout:
    count = _count(rng, 2, 8)
    spread = rng.uniform(0.5, 1.1) * np.sqrt(count)
    turns = rng.uniform(0, 2 * np.pi, count) if rng.random() < 0.5 else rng.normal(0, 0.5, count)
    spots = rng.uniform(-spread / 2, spread / 2, (count, 2)) * (1, height * 0.8)
    return Layout("heap", tuple(Place(x, y, turn) for (x, y), turn in zip(spots, turns, strict=True)))


def _grid(rng: np.random.Generator, height: float) -> Layout:
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    dx, dy, jitter = rng.uniform(1.03, 1.6), height * rng.uniform(1.03, 1.4), rng.uniform(0, 0.2)
    places = [
        Place(c * dx + rng.normal(0, jitter), r * dy + rng.normal(0, jitter), rng.normal(0, jitter))
        for r in range(rows)
        for c in range(columns)
        if rng.random() < 0.9
    ]
    return Layout("grid", tuple(places or [Place(0, 0, 0)]))


def _close_up(rng: np.random.Generator, height: float) -> Layout:
    return Layout("close", tuple(_line(rng, int(rng.integers(1, 3)), rng.uniform(0.3, 1.1), 0.1)))


def _several_hands(rng: np.random.Generator, height: float) -> Layout:
    hands = int(rng.integers(2, 5))
    columns = 2 if hands > 2 or rng.random() < 0.5 else 1
    places: list[Place] = []
    for hand in range(hands):
        if rng.random() < 0.5:
            cards = _fan_places(rng, height, 5, rng.uniform(0.12, 0.3), rng.uniform(0.6, 1.2))
            cards = _shifted(cards, 0, height * 0.8)
        else:
            cards = _line(rng, 5, rng.uniform(0.3, 0.7), 0.05)
            cards = _shifted(cards, -cards[-1].x / 2, 0)
        x, y = (hand % columns) * rng.uniform(4.2, 5.5), (hand // columns) * height * rng.uniform(1.5, 2.2)
        places += _shifted(cards, x, y, rng.normal(0, 0.15), hand)
    return Layout("hands", tuple(places))
