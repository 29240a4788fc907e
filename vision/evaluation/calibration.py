"""Calibrating confidence: the curves of `vision.assembly.trust.Trust`, fitted to cards that were read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.assembly.trust import AS_IT_IS, Logistic, log_odds

_STEPS = 50
_LEAST_CURVATURE = 1e-6


@dataclass(frozen=True)
class Said:
    """A card that was read: what its indices together said, how many they were, and whether it is right."""

    probability: float
    indices: int
    right: bool


def fit(said: Sequence[Said]) -> Logistic:
    """Slope and offset in log-odds of greatest likelihood (Newton's method); no change without wrong cards.

    Args:
        said: cards of one kind, those of one index or those of several.
    """
    right = np.array([one.right for one in said], np.float64)
    if right.all() or not right.any():
        return AS_IT_IS
    design = np.array([(log_odds(one.probability), 1.0) for one in said])
    weights = np.array(AS_IT_IS)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-design @ weights))
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design
        weights += np.linalg.solve(curvature + _LEAST_CURVATURE * np.eye(2), design.T @ (right - chance))
    return float(weights[0]), float(weights[1])


def format_fit(said: Sequence[Said]) -> list[str]:
    """The curves to put into a manifest, for cards of one index and of several."""
    lines = []
    for name, part in (
        ("one", [one for one in said if one.indices == 1]),
        ("several", [one for one in said if one.indices > 1]),
    ):
        slope, offset = fit(part)
        lines.append(f"  {name}_slope {slope:.3f}, {name}_offset {offset:.3f}, from {len(part)} cards")
    return ["calibration that fits these scenes:", *lines]
