"""Card art from picture files: loading, cleaning, and finding the printed indices on each card.

A deck is a folder of 52 pictures `AS.webp` ... `KD.webp` (any format that OpenCV reads), upright index
in the top left corner. `datasets/README.md` says how to build such folders from public packages.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from rules.cards import DECK, Card

ART_SIZE = (360, 504)
"""Width and height of every art texture in pixels."""

_SEARCH = (0.34, 0.46)  # an index lies within this part of the card's width and height


@dataclass(frozen=True)
class ArtDeck:
    """One deck of pictures.

    Attributes:
        name: folder name.
        weight: how often it is drawn, relative to others.
        faces: (52, 504, 360, 3) uint8 BGR on white, in the order of `rules.cards.DECK`.
        boxes: (52, 4) float32 x0 y0 x1 y1 of the top left index as fractions of width and height.
        four_corners: true when upright indices stand in the top right corner too.
    """

    name: str
    weight: float
    faces: npt.NDArray[np.uint8]
    boxes: npt.NDArray[np.float32]
    four_corners: bool


# Stylised art is rare on tables; decks not named here count in full.
_WEIGHTS = {"anglo": 0.5, "kde_standard": 0.5, "bellot": 0.5, "nicu": 0.4, "tigullio": 0.4} | dict.fromkeys(
    (
        "penguins",
        "ornamental",
        "plastic",
        "simplistic",
        "tango",
        "paris",
        "atlasnye",
        "neoclassical",
        "orell",
    ),
    0.15,
)
# Many pictures are drawn with an outline that card stock does not have; this share of each side is cut off.
_BORDERS = {"bellot": 0.025, "gnome": 0.025, "kde": 0.025, "kennard": 0.012, "knoll": 0.012}


def load_decks(folder: Path) -> tuple[ArtDeck, ...]:
    """Load every complete deck below a folder; incomplete ones and unreadable indices are left out.

    Args:
        folder: holds one folder per deck.

    Raises:
        FileNotFoundError: the folder holds no complete deck.
    """
    decks = tuple(deck for path in sorted(folder.iterdir()) if path.is_dir() and (deck := _load_deck(path)))
    if not decks:
        raise FileNotFoundError(f"{folder} holds no folder with 52 card pictures named AS.* to KC.*")
    return decks


def _load_deck(folder: Path) -> ArtDeck | None:
    pictures = {path.stem: path for path in folder.iterdir()}
    if any(str(card) not in pictures for card in DECK):
        return None
    border = next((share for word, share in _BORDERS.items() if word in folder.name), 0.0)
    faces = np.stack([_load_face(pictures[str(card)], border) for card in DECK])
    boxes = np.stack([_find_index(face) for face in faces])
    good = _plausible(boxes)
    if good.mean() < 0.75:
        return None
    boxes[~good] = _typical_box(boxes[good])
    weight = next((value for word, value in _WEIGHTS.items() if word in folder.name), 1.0)
    return ArtDeck(folder.name, weight, faces, boxes.astype(np.float32), _has_four_corners(faces, boxes))


def _load_face(path: Path, border: float) -> npt.NDArray[np.uint8]:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise FileNotFoundError(f"{path} is not a picture that OpenCV can read")
    if picture.ndim == 3 and picture.shape[2] == 4:
        alpha = picture[:, :, 3:].astype(np.float32) / 255
        picture = (picture[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    height, width = picture.shape[:2]
    dx, dy = round(width * border), round(height * border)
    picture = picture[dy : height - dy, dx : width - dx]
    return np.asarray(cv2.resize(picture, ART_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def _ink(face: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """255 where the print differs clearly from the paper."""
    paper = np.median(face[20:120:4, 20:-20:4].reshape(-1, 3), 0)
    distance = np.abs(face.astype(np.int16) - paper.astype(np.int16)).max(2)
    return np.where(distance > 70, 255, 0).astype(np.uint8)


def _find_index(face: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """x0 y0 x1 y1 (fractions) of the topmost ink column of rank and suit; zeros when there is none."""
    width, height = ART_SIZE
    ink = _ink(face)
    ink[:4], ink[:, :4] = 0, 0
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink)
    pieces = []
    for x, y, w, h, area in stats[1:count]:
        inside = x + w <= _SEARCH[0] * width and y + h <= _SEARCH[1] * height
        if inside and area > 25 and h > 8 and x < 0.2 * width:
            pieces.append((x, y, x + w, y + h))
    if not pieces:
        return np.zeros(4)
    top = min(piece[1] for piece in pieces)
    rank = [p for p in pieces if p[1] < top + 0.025 * height and p[3] - p[1] > 0.03 * height]
    if not rank:
        return np.zeros(4)
    bottom = max(p[3] for p in rank)
    left, right = min(p[0] for p in rank), max(p[2] for p in rank)
    below = [
        p for p in pieces if bottom - 2 <= p[1] < bottom + 0.06 * height and p[0] < right and p[2] > left
    ]
    if not below:
        return np.zeros(4)
    suit = min(below, key=lambda p: p[1])
    box = np.array([min(left, suit[0]), top, max(right, suit[2]), suit[3]], float)
    return box / (width, height, width, height)


def _plausible(boxes: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    typical = np.median(boxes[boxes[:, 2] > 0], 0) if (boxes[:, 2] > 0).any() else np.zeros(4)
    close = np.abs(boxes - typical) < (0.05, 0.035, 0.08, 0.04)
    return np.asarray(close.all(1) & (boxes[:, 2] > 0))


def _typical_box(boxes: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """A box that surely holds the index of any card of the deck."""
    return np.median(boxes, 0)


def _has_four_corners(faces: npt.NDArray[np.uint8], boxes: npt.NDArray[np.float64]) -> bool:
    """True when the mirrored place of the index also carries as much ink, on most number cards."""
    votes = []
    for card, face, box in zip(DECK, faces, boxes, strict=True):
        if not _is_number(card):
            continue
        ink = _ink(face)
        x0, y0, x1, y1 = (box * (ART_SIZE * 2)).astype(int)
        here, there = ink[y0:y1, x0:x1], ink[y0:y1, ART_SIZE[0] - x1 : ART_SIZE[0] - x0]
        votes.append(there.mean() > 0.6 * here.mean())
    return bool(np.mean(votes) > 0.8)


def _is_number(card: Card) -> bool:
    return card.rank.value.isdigit()
