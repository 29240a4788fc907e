"""What the finder's network says, as arrays: decoding its output and removing repetitions."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.reading import FINDER_CLASSES, FloatArray, Found, FoundIndex, WholeCard

KEYPOINTS = 8
"""The card's four corners, then the index's own four."""
INDEX = FINDER_CLASSES.index("index")


def channels(classes: int) -> int:
    """Rows of the output of a finder with so many classes."""
    return 4 + classes + 2 * KEYPOINTS


@dataclass(frozen=True)
class Detections:
    """Corner indices and whole cards as arrays, all in the same pixels.

    Attributes:
        boxes: (N, 4) float32, x1 y1 x2 y2.
        scores: (N,) float32 in [0, 1].
        points: (N, 8, 2) float32: card corners, then index corners; for a whole card twice the card's.
        kinds: (N,) positions in `FINDER_CLASSES`.
    """

    boxes: FloatArray
    scores: FloatArray
    points: FloatArray
    kinds: npt.NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def heights(self) -> FloatArray:
        """Height of each index as a person reads it, (N,) float32."""
        down = self.points[:, [7, 6]] - self.points[:, [4, 5]]
        return np.asarray(np.linalg.norm(down, axis=2).mean(1), np.float32)

    def take(self, chosen: npt.NDArray[np.intp]) -> "Detections":
        """Those at the given positions."""
        return Detections(self.boxes[chosen], self.scores[chosen], self.points[chosen], self.kinds[chosen])

    @property
    def indices(self) -> "Detections":
        """Only the corner indices."""
        return self.take(np.flatnonzero(self.kinds == INDEX))

    def found(self, most: int) -> Found:
        """The same as objects, at most so many of either sort."""
        indices, whole = [], []
        for box, score, points, kind in zip(self.boxes, self.scores, self.points, self.kinds, strict=True):
            if kind == INDEX:
                indices.append(FoundIndex(box, float(score), points[:4], points[4:]))
            else:
                whole.append(WholeCard(FINDER_CLASSES[kind], float(score), points[:4]))
        return Found(indices[:most], whole[:most])


NOTHING = Detections(
    np.zeros((0, 4), np.float32),
    np.zeros(0, np.float32),
    np.zeros((0, KEYPOINTS, 2), np.float32),
    np.zeros(0, np.intp),
)


def decode(output: FloatArray, score: float) -> Detections:
    """Read a network's output.

    Args:
        output: (4 + C + 16, N) float32: cx cy w h, a score for each of C classes, then x y of 8 keypoints, in
            input pixels.
        score: least score that counts.
    """
    classes = len(output) - channels(0)
    scores = output[4 : 4 + classes]
    strongest = scores.argmax(0)
    best = np.take_along_axis(scores, strongest[None], 0)[0]
    chosen = np.flatnonzero((best >= score) & np.isfinite(output).all(0))
    kept = output[:, chosen].T
    centre, half = kept[:, :2], kept[:, 2:4] / 2
    boxes = np.concatenate([centre - half, centre + half], 1)
    points = kept[:, 4 + classes :].reshape(-1, KEYPOINTS, 2)
    return Detections(boxes, best[chosen], points, strongest[chosen])


def suppress(detections: Detections, iou: float, rank: npt.NDArray[np.intp] | None = None) -> Detections:
    """Keep of boxes of a kind that overlap by more than `iou` only the best, best first.

    Args:
        detections: candidates.
        iou: largest overlap (intersection over union) of two different indices.
        rank: (N,) lower ranks go before better scores; a survivor takes over the best score it suppressed.
    """
    if not len(detections):
        return detections
    ranks = np.zeros(len(detections), np.intp) if rank is None else rank
    waiting = np.lexsort((-detections.scores, ranks))
    scores = detections.scores.copy()
    kept = []
    while len(waiting):
        best, others = waiting[0], waiting[1:]
        kept.append(best)
        same = box_iou(detections.boxes[best], detections.boxes[others]) > iou
        same &= detections.kinds[others] == detections.kinds[best]
        if same.any():
            scores[best] = max(scores[best], detections.scores[others[same]].max())
        waiting = others[~same]
    survivors = np.array(kept, np.intp)
    return replace(detections.take(survivors), scores=scores[survivors])


def join(looks: list[Detections], iou: float) -> Detections:
    """What several looks at one photo found; earlier looks in the list are trusted more for places."""
    rank = np.repeat(np.arange(len(looks)), [len(look) for look in looks])
    together = Detections(
        np.concatenate([look.boxes for look in looks]),
        np.concatenate([look.scores for look in looks]),
        np.concatenate([look.points for look in looks]),
        np.concatenate([look.kinds for look in looks]),
    )
    return suppress(together, iou, rank)


def box_iou(box: FloatArray, boxes: FloatArray) -> FloatArray:
    """Intersection over union of one box with (N, 4) others."""
    low = np.maximum(box[:2], boxes[:, :2])
    high = np.minimum(box[2:], boxes[:, 2:])
    shared = np.prod(np.clip(high - low, 0, None), 1)
    area = np.prod(np.clip(box[2:] - box[:2], 0, None))
    areas = np.prod(np.clip(boxes[:, 2:] - boxes[:, :2], 0, None), 1)
    return np.asarray(shared / np.maximum(area + areas - shared, 1e-9), np.float32)
