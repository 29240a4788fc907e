"""Which cards make a hand: five cards are one hand; more are told apart by the gaps between them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from rules.cards import HAND_SIZE
from vision.assembly.geometry import card_width, quad_gap
from vision.reading import FloatArray

CLEAR_GAP = 0.5
"""A gap between hands is wider than every gap inside a hand by this many card widths at least."""
CLEAR_RATIO = 1.5
"""A gap between hands is this many times wider than every gap inside a hand."""
_SMALLEST_PART = 3


@dataclass(frozen=True)
class Layout:
    """Cards grouped by where they lie.

    Attributes:
        groups: positions of the cards of each hand, from left to right and from top to bottom.
        clear: false when another grouping is nearly as good.
    """

    groups: tuple[tuple[int, ...], ...]
    clear: bool


def group_cards(quads: list[FloatArray]) -> Layout:
    """Group cards into hands.

    Up to five cards are one hand. Of more, groups must be parted by gaps that are clearly wider than
    those inside, and none may fall apart by a gap clearly wider than those inside another. A group of one
    or two cards is no hand, it is what a hand of six looks like.

    Args:
        quads: (4, 2) corners of each card in pixels.
    """
    everything = tuple(range(len(quads)))
    if len(quads) <= HAND_SIZE:
        return Layout((everything,) if quads else (), True)
    gaps = card_gaps(quads)
    cuts = _cuts(gaps)
    fives = [cut for cut in cuts if all(len(group) == HAND_SIZE for group in cut.groups)]
    clear = [cut for cut in cuts if cut.clear and all(len(group) >= _SMALLEST_PART for group in cut.groups)]
    if fives or clear:
        chosen = max(fives or clear, key=lambda cut: cut.margin)
        return _in_order(chosen.groups, quads, chosen.clear and not _one_falls_apart(chosen.groups, gaps))
    return Layout((everything,), len(quads) < 2 * HAND_SIZE)


def card_gaps(quads: list[FloatArray]) -> npt.NDArray[np.float64]:
    """Gaps between all cards in card widths, (N, N); 0 where cards touch."""
    widths = [card_width(quad) for quad in quads]
    gaps = np.zeros((len(quads), len(quads)))
    for i, j in combinations(range(len(quads)), 2):
        gaps[i, j] = gaps[j, i] = 2 * quad_gap(quads[i], quads[j]) / (widths[i] + widths[j])
    return gaps


@dataclass(frozen=True)
class _Cut:
    """Groups that result from cutting all gaps wider than `inner`."""

    groups: tuple[tuple[int, ...], ...]
    inner: float
    outer: float

    @property
    def margin(self) -> float:
        return self.outer - self.inner

    @property
    def clear(self) -> bool:
        return _clearly_wider(self.outer, self.inner)


def _clearly_wider(outer: float, inner: float) -> bool:
    return outer - inner >= CLEAR_GAP and outer >= CLEAR_RATIO * inner


def _one_falls_apart(groups: tuple[tuple[int, ...], ...], gaps: npt.NDArray[np.float64]) -> bool:
    """True when a gap inside one hand would part hands beside another: it may be two that are cut off."""
    widest = [
        max((width for width, _ in _merges(gaps[np.ix_(group, group)])), default=0.0) for group in groups
    ]
    return _clearly_wider(max(widest), min(widest))


def _cuts(gaps: npt.NDArray[np.float64]) -> list[_Cut]:
    """All ways to part the cards by the width of gaps, one group left out."""
    cuts = []
    for (inner, _), (outer, parted) in pairwise(_merges(gaps)):
        if outer > inner:
            groups = tuple(tuple(np.flatnonzero(parted == label).tolist()) for label in np.unique(parted))
            cuts.append(_Cut(groups, inner, outer))
    return cuts


def _merges(gaps: npt.NDArray[np.float64]) -> Iterator[tuple[float, npt.NDArray[np.intp]]]:
    """Single-linkage clustering: each gap that parts two groups, with the groups before it closes.

    Groups are given as a label for each card, (N,).
    """
    labels = np.arange(len(gaps))
    for width, i, j in sorted((gaps[a, b], a, b) for a, b in combinations(range(len(gaps)), 2)):
        if labels[i] != labels[j]:
            yield float(width), labels.copy()
            labels[labels == labels[i]] = labels[j]


def _in_order(groups: tuple[tuple[int, ...], ...], quads: list[FloatArray], clear: bool) -> Layout:
    """Groups in reading order of their centres, rows told apart by the height of a card."""
    centres = [np.mean([quads[position].mean(0) for position in group], 0) for group in groups]
    height = float(np.median([np.ptp(quad[:, 1]) for quad in quads])) or 1.0
    order = sorted(
        range(len(groups)), key=lambda n: (round(float(centres[n][1]) / (2 * height)), centres[n][0])
    )
    return Layout(tuple(groups[n] for n in order), clear)
