"""Putting ink on card stock: index styles and stamping of masks."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from rules.cards import Card, Suit
from vision.synth.glyphs import Mask, font_files, rank_mask, suit_mask

Colour = tuple[int, int, int]


_JUMBO = 0.125
"""Height of a rank, as a share of the card's, from which an index counts as jumbo."""


@dataclass(frozen=True)
class IndexStyle:
    """How the indices of one deck are printed; lengths are fractions of the card's height.

    Attributes:
        font: rank font.
        suit_variant: number of the suit signs' style.
        rank_height: height of the rank.
        suit_height: height of the suit sign.
        gap: distance between them.
        max_width: widest rank, as a fraction of the card's width.
        squeeze: horizontal scale of the rank.
        margin: distance of the index from the left and the top edge, fractions of width and height.
        corners: 1, 2 or 4 indices.
        colours: BGR ink per suit.
    """

    font: Path
    suit_variant: int
    rank_height: float
    suit_height: float
    gap: float
    max_width: float
    squeeze: float
    margin: tuple[float, float]
    corners: int
    colours: dict[Suit, Colour]

    @property
    def traits(self) -> frozenset[str]:
        """What is unusual about them, see `decks.Deck`."""
        told = {
            "four-colour": len(set(self.colours.values())) > 2,
            "jumbo": self.rank_height > _JUMBO,
            "four corners": self.corners == 4,
        }
        return frozenset(name for name, holds in told.items() if holds)

    def rank(self, text: str) -> Mask:
        """Ink mask of a rank."""
        return rank_mask(self.font, text)

    def suit(self, suit: Suit) -> Mask:
        """Ink mask of a suit sign."""
        return suit_mask(suit, self.suit_variant)


class Print:
    """A sheet that masks are stamped on.

    Attributes:
        canvas: (h, w, 3) uint8 BGR, changed in place.
    """

    def __init__(self, canvas: npt.NDArray[np.uint8]) -> None:
        self.canvas = canvas

    def stamp(
        self,
        mask: Mask,
        center: tuple[float, float],
        height: float,
        colour: Colour,
        *,
        width: float | None = None,
        upside_down: bool = False,
    ) -> None:
        """Print a mask centred at a point (pixels), scaled to a height; width follows unless given."""
        high = max(2, round(height))
        wide = max(2, round(width if width is not None else mask.shape[1] * height / mask.shape[0]))
        ink = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)
        if upside_down:
            ink = ink[::-1, ::-1]
        x, y = round(center[0] - wide / 2), round(center[1] - high / 2)
        x0, y0, x1, y1 = (
            max(x, 0),
            max(y, 0),
            min(x + wide, self.canvas.shape[1]),
            min(y + high, self.canvas.shape[0]),
        )
        if x0 >= x1 or y0 >= y1:
            return
        share = cv2.merge([ink[y0 - y : y1 - y, x0 - x : x1 - x]] * 3)
        patch = self.canvas[y0:y1, x0:x1]
        inked = cv2.multiply(np.full_like(patch, colour), share, scale=1 / 255)
        patch[:] = cv2.add(cv2.multiply(patch, cv2.bitwise_not(share), scale=1 / 255), inked)


def sample_style(rng: np.random.Generator) -> IndexStyle:
    """A random index style, from small bridge indices to jumbo."""
    fonts = font_files()
    jumbo = rng.random() < 0.2
    rank_height = rng.uniform(0.13, 0.2) if jumbo else rng.uniform(0.07, 0.12)
    return IndexStyle(
        font=fonts[int(rng.integers(len(fonts)))],
        suit_variant=int(rng.integers(400)),
        rank_height=rank_height,
        suit_height=rank_height * rng.uniform(0.55, 1.05),
        gap=rng.uniform(0.004, 0.025),
        max_width=rng.uniform(0.2, 0.3) if jumbo else rng.uniform(0.12, 0.19),
        squeeze=rng.uniform(0.6, 1.05),
        margin=(rng.uniform(0.02, 0.06), rng.uniform(0.015, 0.05)),
        corners=int(rng.choice([1, 2, 4], p=[0.03, 0.6, 0.37])),
        colours=_sample_colours(rng),
    )


def _sample_colours(rng: np.random.Generator) -> dict[Suit, Colour]:
    def near(b: int, g: int, r: int) -> Colour:
        jitter = rng.integers(-18, 19, 3)
        return tuple(int(v) for v in np.clip(np.array([b, g, r]) + jitter, 0, 255))  # type: ignore[return-value]

    black, red = (
        near(28, 24, 24),
        near(int(rng.integers(20, 60)), int(rng.integers(15, 50)), int(rng.integers(180, 235))),
    )
    colours = {Suit.SPADES: black, Suit.CLUBS: black, Suit.HEARTS: red, Suit.DIAMONDS: red}
    if rng.random() < 0.15:
        colours[Suit.CLUBS] = near(50, 120, 25)
        colours[Suit.DIAMONDS] = near(200, 70, 25) if rng.random() < 0.8 else near(20, 120, 235)
    return colours


def draw_index(
    print_: Print, style: IndexStyle, text: str, card: Card | None, clear: Colour | None = None
) -> tuple[npt.NDArray[np.float32], tuple[int, ...]]:
    r"""Print the indices of a card in its corners.

    Args:
        text: the rank, or a joker's word (`\n` between letters stacks them).
        card: gives the suit sign and ink; `None` for a joker, which has no suit.
        clear: paper colour painted under each index; `None` prints over what is there.

    Returns:
        Quads (n, 4, 2) float32 in fractions of the card, corners as the index is read, and the number of
        the card corner that each stands at.
    """
    height, width = print_.canvas.shape[:2]
    colour = style.colours[card.suit] if card else style.colours[Suit.HEARTS]
    lines = ["*" if line == "★" else line for line in text.split("\n")]
    line_height = style.rank_height * height * (0.62 if len(lines) > 1 else 1.0)
    sizes = [_fit(style, line, line_height, width) for line in lines]
    suit_height = style.suit_height * height if card else 0.0
    suit = style.suit(card.suit) if card else None
    suit_width = suit.shape[1] * suit_height / suit.shape[0] if suit is not None else 0.0
    suit_limit = style.max_width * width * 1.15
    if suit_width > suit_limit:
        suit_height, suit_width = suit_height * suit_limit / suit_width, suit_limit
    gap = style.gap * height
    wide = max([w for w, _ in sizes] + [suit_width])
    high = sum(h for _, h in sizes) + gap * (len(sizes) - 1) + (gap + suit_height if card else 0)
    left, top = style.margin[0] * width, style.margin[1] * height
    places = ((0, False), (2, True), (1, False), (3, True))[: style.corners]
    quads = []
    for number, upside_down in places:
        x = left if number in (0, 3) else width - left - wide
        y = top if number in (0, 1) else height - top - high
        if clear is not None:
            pad = 0.012 * height
            corner, other = (round(x - pad), round(y - pad)), (round(x + wide + pad), round(y + high + pad))
            cv2.rectangle(print_.canvas, corner, other, clear, -1)
        cursor = 0.0
        stamps = [(style.rank(line), w, h) for line, (w, h) in zip(lines, sizes, strict=True)]
        if suit is not None:
            stamps.append((suit, suit_width, suit_height))
        for mask, w, h in stamps:
            middle = cursor + h / 2
            spot = (x + wide / 2, y + (high - middle if upside_down else middle))
            print_.stamp(mask, spot, h, colour, width=w, upside_down=upside_down)
            cursor += h + gap
        quad = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)
        quads.append(quad[[2, 3, 0, 1]] if upside_down else quad)
    fractions = np.asarray(np.array(quads) / (width, height), np.float32)
    return fractions, tuple(number for number, _ in places)


def _fit(style: IndexStyle, line: str, height: float, card_width: int) -> tuple[float, float]:
    """Width and height in pixels of a rank, squeezed so that it fits the index column."""
    mask = style.rank(line)
    width = mask.shape[1] * height / mask.shape[0] * style.squeeze
    return min(width, style.max_width * card_width), height


def index_boxes(box: npt.NDArray[np.float32], four_corners: bool) -> npt.NDArray[np.float32]:
    """The places of all indices of a symmetrical card, from the top left one.

    Args:
        box: (4,) x0 y0 x1 y1 in fractions of the card.

    Returns:
        (2 or 4, 4) float32: top left, bottom right, and top right, bottom left.
    """
    x0, y0, x1, y1 = box
    boxes = [box, np.array([1 - x1, 1 - y1, 1 - x0, 1 - y0])]
    if four_corners:
        boxes += [np.array([1 - x1, y0, 1 - x0, y1]), np.array([x0, 1 - y1, x1, 1 - y0])]
    return np.array(boxes, np.float32)
