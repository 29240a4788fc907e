"""Several detections of one printed index: on paper no two indices overlap, so only one of them is right."""

from collections.abc import Sequence

from vision.assembly.geometry import overlap
from vision.networks.reader import NONE
from vision.reading import ReadIndex

OVERLAP = 0.4
"""Share of the smaller of two index quadrilaterals above which both claim the same print.

True ones overlap by a fifth at most, since an index counts as visible when four fifths of it are.
"""


def drop_rivals(reads: Sequence[ReadIndex]) -> list[ReadIndex]:
    """Keep of detections that overlap the one that finder and reader together trust most.

    The finder likes to take the rank together with the nearest large pip of the card for a second index;
    that is read badly, and the place itself cannot tell which of the two is right.
    """
    kept: list[ReadIndex] = []
    for read in sorted(reads, key=trust, reverse=True):
        if not any(
            _near(read, other) and overlap(read.found.index_quad, other.found.index_quad) >= OVERLAP
            for other in kept
        ):
            kept.append(read)
    return kept


def _near(one: ReadIndex, other: ReadIndex) -> bool:
    """A cheap test that most pairs fail: boxes around the prints touch."""
    a, b = one.found.box, other.found.box
    return bool(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])


def trust(read: ReadIndex) -> float:
    """Finder's score times the probability of the likeliest card."""
    return read.found.score * float(read.probabilities[:NONE].max())
