"""Endless streams of training batches, rendered on the fly in worker processes.

Batch `n` of a run depends only on the seed and `n`, so a resumed run goes on where it stopped.
"""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.utils.data import Dataset

from rules.cards import DECK, Rank
from vision.networks.crop import CROP_SIZE, balance, cut_index
from vision.reading import FINDER_CLASSES
from vision.synth.decks import BACK, JOKER
from vision.synth.scene import IndexLabel, Points, Scene, Studio

NONE = JOKER + 1
"""Reader class of crops that show no whole index."""

_FINDER_SIZES = (384, 448, 512)
_CROPS_PER_BATCH = 256
_READ_FROM = 0.55  # share of an index that must be seen for it to be read
_NONE_BELOW = 0.3
_ASTRAY = 0.15
"""Share of crops cut twice as carelessly as the rest, as small and slanted indices are."""


class _Batches(Dataset[dict[str, torch.Tensor]]):  # type: ignore[misc]
    """Base: opens the studio once per worker."""

    def __init__(self, art: Path | None, seed: int, first: int, count: int) -> None:
        self._art, self._seed, self._first, self._count = art, seed, first, count
        self._studio: Studio | None = None

    def __len__(self) -> int:
        return self._count - self._first

    def __getitem__(self, number: int) -> dict[str, torch.Tensor]:
        if self._studio is None:
            cv2.setNumThreads(1)
            torch.set_num_threads(1)
            self._studio = Studio.open(self._art)
        return self._make(self._studio, self._first + number)

    def _make(self, studio: Studio, number: int) -> dict[str, torch.Tensor]:
        raise NotImplementedError


class FinderBatches(_Batches):
    """Scenes with YOLO pose labels; every batch has one of several sizes.

    Items: `img` (B, 3, S, S) uint8 RGB; `batch_idx` (n,), `cls` (n, 1) of `FINDER_CLASSES`, `bboxes`
    (n, 4) centre and size and `keypoints` (n, 8, 2), all float32 and in fractions of the picture.
    """

    def __init__(
        self,
        art: Path | None,
        seed: int,
        first: int,
        count: int,
        size: int,
        sizes: tuple[int, ...] = _FINDER_SIZES,
    ) -> None:
        super().__init__(art, seed, first, count)
        self._batch, self._sizes = size, sizes

    def _make(self, studio: Studio, number: int) -> dict[str, torch.Tensor]:
        rng = np.random.default_rng([self._seed, number, 1])
        size = int(rng.choice(self._sizes))
        scenes = [studio.render(self._seed, number * self._batch + i, size) for i in range(self._batch)]
        images = np.stack([scene.image[:, :, ::-1].transpose(2, 0, 1) for scene in scenes])
        rows = [(i, *row) for i, scene in enumerate(scenes) for row in targets(scene)]
        points = np.array([row[2] for row in rows], np.float32).reshape(-1, 8, 2)
        spans = np.clip(points[:, 4:], 0, size)
        boxes = np.concatenate([spans.min(1), spans.max(1)], 1)
        centre_size = np.hstack([(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]])
        return {
            "img": torch.from_numpy(images),
            "batch_idx": torch.tensor([float(row[0]) for row in rows]),
            "cls": torch.tensor([float(row[1]) for row in rows]).reshape(-1, 1),
            "bboxes": torch.from_numpy(centre_size / size),
            "keypoints": torch.from_numpy(points / size),
        }


def targets(scene: Scene) -> Iterator[tuple[int, Points]]:
    """What the finder is to find: position in `FINDER_CLASSES`, (8, 2) points; the last four fill the box.

    An index has its card's corners and its own; a whole card has its corners twice, from the one nearest to
    the picture's top left, since nothing else tells them apart.
    """
    for index in scene.seen:
        yield FINDER_CLASSES.index("index"), np.vstack([index.card_quad, index.index_quad])
    for card in scene.whole:
        quad = np.roll(card.quad, -int(card.quad.sum(1).argmin()), 0)
        yield FINDER_CLASSES.index("back" if card.label == BACK else "face"), np.vstack([quad, quad])


class ReaderBatches(_Batches):
    """Crops of indices with their class; each rendered crop is used in several batches, changed a little.

    Items: `img` (256, 3, 64, 64) uint8 RGB; `cls` (256,) int64.
    """

    _SCENES, _KEEP = 8, 6

    def __init__(self, art: Path | None, seed: int, first: int, count: int) -> None:
        super().__init__(art, seed, first, count)
        self._pool: list[tuple[npt.NDArray[np.uint8], int]] = []

    def _make(self, studio: Studio, number: int) -> dict[str, torch.Tensor]:
        rng = np.random.default_rng([self._seed, number, 2])
        while len(self._pool) < 2 * _CROPS_PER_BATCH:
            self._render(studio, rng)
        self._render(studio, rng)
        chosen = rng.permutation(len(self._pool))[:_CROPS_PER_BATCH]
        crops = np.stack([balance(_vary(rng, self._pool[i][0])) for i in chosen])
        classes = torch.tensor([self._pool[i][1] for i in chosen])
        self._pool = self._pool[-_CROPS_PER_BATCH * self._KEEP :]
        return {"img": torch.from_numpy(np.ascontiguousarray(crops.transpose(0, 3, 1, 2))), "cls": classes}

    def _render(self, studio: Studio, rng: np.random.Generator) -> None:
        for _ in range(self._SCENES):
            size = int(rng.choice([384, 512, 640]))
            scene = studio.render(self._seed, int(rng.integers(2**40)), size, (0.09, 0.75))
            self._pool += list(crops_of(rng, scene))


def crops_of(rng: np.random.Generator, scene: Scene) -> Iterator[tuple[npt.NDArray[np.uint8], int]]:
    """Reader crops of a scene: (64, 64, 3) uint8 RGB with class 0-51, joker, or `NONE`."""
    image = np.ascontiguousarray(scene.image[:, :, ::-1])
    for label in scene.indices:
        height = float(np.hypot(*(label.index_quad[3] - label.index_quad[0])))
        if label.visible >= _READ_FROM and height >= 7:
            yield cut_index(image, jitter(rng, label.index_quad)), label.label
            if rng.random() < 0.06:
                yield cut_index(image, jitter(rng, label.index_quad[[2, 3, 0, 1]])), NONE
            if rng.random() < 0.06:
                yield cut_index(image, jitter(rng, _lying(rng, label.index_quad))), NONE
            if rng.random() < 0.08 and not _symmetric(label.label):
                yield cut_index(image, jitter(rng, label.index_quad)[[1, 0, 3, 2]]), NONE
        elif label.visible < _NONE_BELOW and rng.random() < 0.15:
            yield cut_index(image, jitter(rng, label.index_quad)), NONE
    for _ in range(1 + int(rng.random() < 0.3)):
        if (quad := _stray(rng, scene)) is not None:
            yield cut_index(image, quad), NONE


def _symmetric(label: int) -> bool:
    """Whether an index looks the same in a mirror: an ace or an eight; jokers are any picture."""
    return label == JOKER or DECK[label].rank in (Rank.ACE, Rank.EIGHT)


def jitter(rng: np.random.Generator, quad: Points) -> Points:
    """An index quad as a finder would give it: shifted, turned, scaled and sheared a little, seldom much."""
    much = 2.0 if rng.random() < _ASTRAY else 1.0
    center = quad.mean(0)
    across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    shift = much * (rng.normal(0, 0.07) * across + rng.normal(0, 0.06) * down)
    turn, scale = much * rng.normal(0, 0.12), np.exp(much * rng.normal(0, 0.15, 2))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * scale
    moved = center + shift + (signs[:, :1] * across + signs[:, 1:] * down) @ spin.T
    return np.asarray(moved + much * rng.normal(0, 0.06, (4, 2)) * np.hypot(*down), np.float32)


def _lying(rng: np.random.Generator, quad: Points) -> Points:
    """An index taken for one that lies on its side, with the pip beside its rank for its suit."""
    rank = quad[:2].mean(0) * 0.72 + quad[2:].mean(0) * 0.28
    sign = rng.choice([-1.0, 1.0])
    return np.asarray((quad - rank) @ np.array([[0, sign], [-sign, 0]]) + rank, np.float32)


def _stray(rng: np.random.Generator, scene: Scene) -> Points | None:
    """A place where no index is: on a card's middle or on the table."""
    size = scene.image.shape[0]
    card = scene.cards[int(rng.integers(len(scene.cards)))].quad
    width = max(20.0, float(np.hypot(*(card[1] - card[0]))))
    spot = card.mean(0) + rng.normal(0, 0.5, 2) * width if rng.random() < 0.7 else rng.uniform(0, size, 2)
    if not ((spot > 0) & (spot < size)).all() or any(_near(label, spot) for label in scene.indices):
        return None
    turn, high = rng.uniform(-np.pi, np.pi), width * rng.uniform(0.15, 0.4)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-0.25, -0.5], [0.25, -0.5], [0.25, 0.5], [-0.25, 0.5]]) * high
    return np.asarray(spot + corners @ spin.T, np.float32)


def _near(label: IndexLabel, spot: npt.NDArray[np.float64]) -> bool:
    reach = np.hypot(*(label.index_quad[2] - label.index_quad[0]))
    return bool(np.hypot(*(label.index_quad.mean(0) - spot)) < reach)


def _vary(rng: np.random.Generator, crop: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Another look at the same crop: light, colour, softness, grain, a covered part."""
    gain, lift = np.exp(rng.normal(0, 0.2)), rng.normal(0, 12)
    balance = gain * np.exp(rng.normal(0, 0.05, 3))
    table = np.clip(np.arange(256)[:, None] * balance + lift, 0, 255).astype(np.uint8)[None]
    varied = cv2.LUT(crop, table)
    if rng.random() < 0.1:  # night and black-and-white photos
        grey = cv2.merge([cv2.cvtColor(varied, cv2.COLOR_RGB2GRAY)] * 3)
        share = float(rng.choice([1.0, rng.uniform(0.3, 1)]))
        varied = cv2.addWeighted(varied, 1 - share, grey, share, 0)
    kind = rng.random()
    if kind < 0.2:
        varied = cv2.GaussianBlur(varied, (0, 0), rng.uniform(0.4, 1.4))
    elif kind < 0.4:
        small = int(rng.uniform(14, 48))
        varied = cv2.resize(
            cv2.resize(varied, (small, small), interpolation=cv2.INTER_AREA), (CROP_SIZE,) * 2
        )
    elif kind < 0.5:  # a hand that shook
        kernel = np.zeros((15, 15), np.float32)
        end = np.array([np.cos(turn := rng.uniform(0, np.pi)), np.sin(turn)]) * rng.uniform(1.5, 7)
        cv2.line(kernel, np.round(7 - end).astype(int).tolist(), np.round(7 + end).astype(int).tolist(), 1.0)
        varied = cv2.filter2D(varied, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
    if rng.random() < 0.25:
        grain = rng.standard_normal(varied.shape, dtype=np.float32) * rng.uniform(1, 12)
        varied = np.clip(varied + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.08:
        x, y = rng.integers(0, CROP_SIZE - 12, 2)
        varied = varied.copy()
        varied[y : y + 12, x : x + 12] = rng.integers(0, 256, 3)
    return np.asarray(varied, np.uint8)
