"""Card faces to render: picture decks, procedural decks, jokers and backs.

A face is a flat texture plus the places of its printed indices, all in fractions of the card.
"""

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from rules.cards import DECK, Card, Rank
from vision.synth.art import ART_SIZE, ArtDeck
from vision.synth.printing import IndexStyle, Print, draw_index, index_boxes, sample_style

Texture = npt.NDArray[np.uint8]

JOKER = 52
"""Label of a joker's index; 0 to 51 are positions in `rules.cards.DECK`."""
BACK = -1
"""Label of a card back, which has no index."""

_PIP_COLUMNS = {"l": 0.27, "m": 0.5, "r": 0.73}
# Places of the pips, column and height; those in the lower half are printed upside down.
_PIPS: dict[Rank, tuple[tuple[str, float], ...]] = {
    Rank.ACE: (("m", 0.5),),
    Rank.TWO: (("m", 0.2), ("m", 0.8)),
    Rank.THREE: (("m", 0.2), ("m", 0.5), ("m", 0.8)),
    Rank.FOUR: (("l", 0.2), ("r", 0.2), ("l", 0.8), ("r", 0.8)),
    Rank.FIVE: (("l", 0.2), ("r", 0.2), ("m", 0.5), ("l", 0.8), ("r", 0.8)),
    Rank.SIX: tuple((c, y) for y in (0.2, 0.5, 0.8) for c in "lr"),
    Rank.SEVEN: (*((c, y) for y in (0.2, 0.5, 0.8) for c in "lr"), ("m", 0.35)),
    Rank.EIGHT: (*((c, y) for y in (0.2, 0.5, 0.8) for c in "lr"), ("m", 0.35), ("m", 0.65)),
    Rank.NINE: (*((c, y) for y in (0.2, 0.4, 0.6, 0.8) for c in "lr"), ("m", 0.5)),
    Rank.TEN: (*((c, y) for y in (0.2, 0.4, 0.6, 0.8) for c in "lr"), ("m", 0.3), ("m", 0.7)),
}


@dataclass(frozen=True)
class Face:
    """One side of one card.

    Attributes:
        texture: (h, w, 3) uint8 BGR.
        label: 0-51 a card, `JOKER` or `BACK`.
        indices: (n, 4, 2) float32, corners of each index as read (top left, top right, bottom right,
            bottom left), in fractions of card width and height.
        nearest: for each index the number of the card corner it stands at: 0 top left, 1 top right,
            2 bottom right, 3 bottom left.
    """

    texture: Texture
    label: int
    indices: npt.NDArray[np.float32]
    nearest: tuple[int, ...]


class Deck(Protocol):
    """Anything that can show a face for a card.

    Attributes:
        aspect: width divided by height.
        traits: what is unusual about it: `four-colour`, `jumbo`, `four corners`.
    """

    aspect: float
    traits: frozenset[str]

    def face(self, card: Card) -> Face:
        """The face of `card`."""
        ...

    def joker(self) -> Face:
        """A joker of this deck."""
        ...

    def back(self) -> Face:
        """The back of this deck."""
        ...


class ProceduralDeck:
    """A deck drawn from fonts and curves, one style for all its cards; no two seeds look alike."""

    def __init__(
        self, rng: np.random.Generator, court_art: tuple[ArtDeck, ...] = (), height: int = 440
    ) -> None:
        """Choose a style.

        Args:
            court_art: lends its kings, queens and jacks; without it courts are drawn as letters.
            height: of the textures, in pixels.
        """
        self.aspect = float(rng.choice([0.716, 0.648, rng.uniform(0.62, 0.75)], p=[0.6, 0.25, 0.15]))
        self._style: IndexStyle = sample_style(rng)
        self.traits = self._style.traits
        blue, green, red = (int(v) for v in 255 - rng.integers(0, 14, 3) - rng.integers(0, 12))
        self._paper = (blue, green, red)
        self._height = height
        self._width = round(self._height * self.aspect)
        self._pip_height = rng.uniform(0.10, 0.2)
        self._pip_spread = rng.uniform(0.85, 1.28) * (0.65 if self._style.max_width > 0.19 else 1)
        self._no_pips = bool(rng.random() < 0.08)
        self._frame = bool(rng.random() < 0.6)
        self._court = _choose_deck(rng, court_art) if court_art else None
        self._clear_index = bool(rng.random() < 0.8)
        self._ace_scale = rng.uniform(1, 3)
        self._seed = int(rng.integers(2**31))

    def face(self, card: Card) -> Face:
        """Draw `card`."""
        print_ = Print(self._paper_sheet())
        if card.rank in _PIPS:
            if not self._no_pips:
                self._draw_pips(print_, card)
        else:
            self._draw_court(print_, card)
        return self._finish(print_, card.rank.value, card, DECK.index(card))

    def joker(self) -> Face:
        """Draw a joker: a word or a star in the corners, a figure in the middle."""
        rng = np.random.default_rng([self._seed, 52])
        print_ = Print(self._paper_sheet())
        if self._court is not None and rng.random() < 0.6:
            self._paste_court(print_, DECK[int(rng.integers(52))])
            print_.canvas[:] = print_.canvas[:, :, rng.permutation(3)]
        else:
            for _ in range(12):
                center = rng.uniform(0.3, 0.7, 2) * (self._width, self._height)
                colour = rng.integers(0, 256, 3).tolist()
                cv2.circle(print_.canvas, center.astype(int).tolist(), int(rng.integers(8, 60)), colour, -1)
        return self._finish(
            print_, str(rng.choice(["JOKER", "J\nO\nK\nE\nR", "★"], p=[0.1, 0.7, 0.2])), None, JOKER
        )

    def back(self) -> Face:
        """Draw the back: a pattern with or without a white border."""
        return paint_back(np.random.default_rng([self._seed, 53]), (self._width, self._height))

    def _finish(self, print_: Print, text: str, card: Card | None, label: int) -> Face:
        clear = self._paper if self._clear_index else None
        quads, nearest = draw_index(print_, self._style, text, card, clear)
        return Face(print_.canvas, label, quads, nearest)

    def _paper_sheet(self) -> Texture:
        return np.full((self._height, self._width, 3), self._paper, np.uint8)

    def _draw_pips(self, print_: Print, card: Card) -> None:
        mask = self._style.suit(card.suit)
        height = self._pip_height * self._height
        if card.rank is Rank.ACE:
            height *= self._ace_scale
        colour = self._style.colours[card.suit]
        for column, y in _PIPS[card.rank]:
            x = 0.5 + (_PIP_COLUMNS[column] - 0.5) * self._pip_spread
            y = 0.5 + (y - 0.5) * self._pip_spread
            print_.stamp(mask, (x * self._width, y * self._height), height, colour, upside_down=y > 0.55)

    def _draw_court(self, print_: Print, card: Card) -> None:
        if self._court is not None:
            self._paste_court(print_, card)
        else:
            letter = self._style.rank(card.rank.value)
            colour = self._style.colours[card.suit]
            print_.stamp(letter, (self._width / 2, self._height / 2), self._height * 0.4, colour)
        if self._frame:
            rng = np.random.default_rng([self._seed, 54])
            x, y = int(rng.uniform(0.09, 0.2) * self._width), int(rng.uniform(0.05, 0.12) * self._height)
            colour, width = rng.integers(0, 160, 3).tolist(), int(rng.integers(1, 5))
            cv2.rectangle(
                print_.canvas, (x, y), (self._width - x, self._height - y), colour, width, cv2.LINE_AA
            )

    def _paste_court(self, print_: Print, card: Card) -> None:
        """Middle of a picture court; its own index stays outside or is painted over."""
        assert self._court is not None
        number = DECK.index(card)
        art = cv2.resize(self._court.faces[number], (self._width, self._height), interpolation=cv2.INTER_AREA)
        boxes = index_boxes(self._court.boxes[number], self._court.four_corners)
        for x0, y0, x1, y1 in boxes:
            pad_x, pad_y = 0.02 * self._width, 0.015 * self._height
            corner = (int(x0 * self._width - pad_x), int(y0 * self._height - pad_y))
            other = (int(x1 * self._width + pad_x), int(y1 * self._height + pad_y))
            cv2.rectangle(art, corner, other, (255, 255, 255), -1)
        print_.canvas[:] = cv2.multiply(art, print_.canvas, scale=1 / 255)


class PictureDeck:
    """A deck of pictures as it is, on slightly tinted paper."""

    def __init__(self, art: ArtDeck, rng: np.random.Generator, height: int = 440) -> None:
        self.aspect = float(ART_SIZE[0] / ART_SIZE[1] * rng.uniform(0.92, 1.03))
        self._art = art
        tint = 255 - rng.integers(0, 14, 3) - rng.integers(0, 12)
        fade = rng.uniform(0, 25)  # printed black is never quite black
        self._ink = (
            (np.linspace(fade, 255, 256)[:, None, None] * tint / 255).astype(np.uint8).reshape(1, 256, 3)
        )
        self.traits = frozenset({"four corners"} if art.four_corners else ())
        self._size = (round(height * ART_SIZE[0] / ART_SIZE[1]), height)
        self._seed = int(rng.integers(2**31))

    def face(self, card: Card) -> Face:
        """The picture of `card`, on this deck's paper."""
        number = DECK.index(card)
        texture = cv2.LUT(
            cv2.resize(self._art.faces[number], self._size, interpolation=cv2.INTER_AREA), self._ink
        )
        boxes = index_boxes(self._art.boxes[number], self._art.four_corners)
        quads = np.array([_upright(box) for box in boxes], np.float32)
        nearest = (0, 2, 1, 3)[: len(boxes)]
        quads[1] = quads[1][[2, 3, 0, 1]]
        if len(boxes) == 4:
            quads[3] = quads[3][[2, 3, 0, 1]]
        return Face(np.asarray(texture, np.uint8), number, quads, nearest)

    def joker(self) -> Face:
        """A joker from a procedural deck that borrows this deck's art."""
        return ProceduralDeck(np.random.default_rng([self._seed, 1]), (self._art,), self._size[1]).joker()

    def back(self) -> Face:
        """A painted back."""
        return paint_back(np.random.default_rng([self._seed, 53]), self._size)


def sample_deck(rng: np.random.Generator, art: tuple[ArtDeck, ...], height: int) -> Deck:
    """A random deck: about half picture decks where art is given, the rest procedural.

    Args:
        height: of the textures, in pixels.
    """
    if art and rng.random() < 0.5:
        return PictureDeck(_choose_deck(rng, art), rng, height)
    return ProceduralDeck(rng, art, height)


def paint_back(rng: np.random.Generator, size: tuple[int, int]) -> Face:
    """A card back.

    Args:
        size: width and height in pixels.
    """
    width, height = size
    ink, paper = rng.integers(0, 200, 3), 255 - rng.integers(0, 40, 3)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    step = rng.uniform(6, 40)
    kind = rng.integers(4)
    if kind == 0:
        wave = np.sin(x / step * 3) * np.sin(y / step * 3)
    elif kind == 1:
        wave = np.sin((x + y) / step * 3) * np.sin((x - y) / step * 3)
    elif kind == 2:
        wave = np.sin(np.hypot(x - width / 2, y - height / 2) / step * 3)
    else:
        wave = np.sin((x / step + np.sin(y / step)) * 3)
    share = (1 / (1 + np.exp(-wave * rng.uniform(1, 8))))[..., None]
    texture = (ink * share + paper * (1 - share)).astype(np.uint8)
    if rng.random() < 0.7:
        border = int(rng.uniform(0.03, 0.09) * width)
        inner = texture[border:-border, border:-border].copy()
        texture[:] = paper
        texture[border:-border, border:-border] = inner
    return Face(texture, BACK, np.zeros((0, 4, 2), np.float32), ())


def _choose_deck(rng: np.random.Generator, art: tuple[ArtDeck, ...]) -> ArtDeck:
    weights = np.array([deck.weight for deck in art])
    return art[int(rng.choice(len(art), p=weights / weights.sum()))]


def _upright(box: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    x0, y0, x1, y1 = box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
