"""Whether confidence means something: how often it is right, and what a threshold costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from vision.evaluation.intervals import format_share
from vision.evaluation.scoring import Outcome, compare

BINS = (0.0, 0.5, 0.75, 0.9, 0.95, 0.98, 1.0)
"""Bounds of confidence between which cards are counted."""
THRESHOLDS = (0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)


@dataclass(frozen=True)
class Named:
    """All cards that were named in photos, however unsurely.

    Attributes:
        confidence: (N,) float64.
        right: (N,) whether the photo shows the card.
        shown: number of cards that the photos show.
    """

    confidence: npt.NDArray[np.float64]
    right: npt.NDArray[np.bool_]
    shown: int

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> "Named":
        """Collect them; of several of a name the surest count as right."""
        confidences: list[float] = []
        right: list[bool] = []
        for one in outcomes:
            named = sorted(
                zip((*one.cards, *one.doubted), one.confidences, strict=True), key=lambda pair: -pair[1]
            )
            wrong = list(compare(one.truth.cards, [name for name, _ in named])[1])
            for name, confidence in reversed(named):
                confidences.append(confidence)
                right.append(name not in wrong)
                if name in wrong:
                    wrong.remove(name)
        return cls(
            np.array(confidences), np.array(right, bool), sum(len(one.truth.cards) for one in outcomes)
        )


def format_reliability(named: Named) -> list[str]:
    """How often cards are right, by their confidence."""
    lines = ["confidence    mean  right"]
    for low, high in pairwise(BINS):
        inside = (named.confidence >= low) & ((named.confidence < high) | (high == BINS[-1]))
        if inside.any():
            mean = float(named.confidence[inside].mean())
            share = format_share(int(named.right[inside].sum()), int(inside.sum()))
            lines.append(f"{low:.2f} - {high:.2f}  {mean:>5.3f}  {share}")
    return lines


def format_risk(named: Named, chosen: float) -> list[str]:
    """Risk against coverage: of cards at or above a threshold, how many are wrong, and how many are read."""
    lines = ["threshold  cards read  of them wrong"]
    for threshold in sorted({*THRESHOLDS, chosen}):
        inside = named.confidence >= threshold
        right = int((inside & named.right).sum())
        mark = "  <- in use" if threshold == chosen else ""
        wrong = format_share(int(inside.sum()) - right, int(inside.sum()), 2)
        lines.append(f"{threshold:>9.2f}  {right / max(named.shown, 1):>10.2%}  {wrong}{mark}")
    return lines
