"""Rendered photos of cards with exact labels: a scene is a pure function of its seed and the art given.

Cards are warped straight to their place in the picture from textures of about the right size; an owner
map tells afterwards which pixels of each index can still be seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from rules.cards import DECK
from vision.synth.art import ArtDeck, load_decks
from vision.synth.camera import Picture, light_scene, photograph, sample_sheen
from vision.synth.decks import BACK, Deck, Face, sample_deck
from vision.synth.layouts import Layout, Place, sample_layout
from vision.synth.objects import draw_sleeve, drop_objects, hold_fan, lay_sheets
from vision.synth.surfaces import load_backgrounds, sample_surface
from vision.synth.warping import bend, frame, rotation, rounded, shift, tilted, unbend

Points = npt.NDArray[np.float32]
VISIBLE = 0.8
"""Share of an index that must be seen for it to be labelled."""
WHOLE = 0.3
"""Share of a card that must be seen for the card itself to be labelled, beside its indices."""
_SMALL, _DARK, _SHEEN, _UNEVEN = 0.14, 80, 0.3, 0.2
CARD_WIDTH = (0.11, 0.62)
"""Range of card widths as a share of the picture's shorter side, drawn log-uniformly."""


@dataclass(frozen=True)
class IndexLabel:
    """One printed index in a scene; `visible` is the share of its area that can be seen.

    Attributes:
        label: 0-51 position in `rules.cards.DECK`, or `decks.JOKER`.
        card: number of the card in `Scene.cards`.
        card_quad: (4, 2) float32 pixels, the card's corners, first the nearest, then clockwise on its face.
        index_quad: (4, 2) float32 pixels, top left, top right, bottom right, bottom left as read.
    """

    label: int
    card: int
    card_quad: Points
    index_quad: Points
    visible: float

    @property
    def box(self) -> npt.NDArray[np.float32]:
        """x0 y0 x1 y1 around the index, (4,) float32 pixels."""
        return np.concatenate([self.index_quad.min(0), self.index_quad.max(0)])


@dataclass(frozen=True)
class CardLabel:
    """One card in a scene: its face (`decks.BACK` for a back), (4, 2) corners from top left, and its hand.

    `visible` is the share of the card that can be seen.
    """

    label: int
    quad: Points
    hand: int
    visible: float


@dataclass(frozen=True)
class Scene:
    """A rendered photo, (h, w, 3) uint8 BGR, with what is on it.

    Attributes:
        traits: the arrangement (`fan`, `held`, ...) and what is hard in it: `small`, `dark`, `sheen`,
            `uneven`, `two decks`, and those of the deck.
    """

    image: Picture
    indices: tuple[IndexLabel, ...]
    cards: tuple[CardLabel, ...]
    traits: frozenset[str]

    @property
    def seen(self) -> tuple[IndexLabel, ...]:
        """The indices that count as visible."""
        return tuple(index for index in self.indices if index.visible >= VISIBLE)

    @property
    def whole(self) -> tuple[CardLabel, ...]:
        """The cards of which enough can be seen to tell that they lie there, read or not."""
        return tuple(card for card in self.cards if card.visible >= WHOLE)


@dataclass(frozen=True)
class Studio:
    """What scenes are made from; without art everything is painted.

    Attributes:
        decks: picture decks.
        backgrounds: pictures, (h, w, 3) uint8 BGR.
    """

    decks: tuple[ArtDeck, ...] = ()
    backgrounds: tuple[Picture, ...] = field(default=(), repr=False)

    @classmethod
    def open(cls, art: Path | None) -> "Studio":
        """Load `decks/` and `backgrounds/` below a folder built by the recipe in `datasets/`.

        Raises:
            FileNotFoundError: the folder lacks them.
        """
        if art is None:
            return cls()
        return cls(load_decks(art / "decks"), load_backgrounds(art / "backgrounds"))

    def render(
        self, seed: int, number: int, size: int = 640, card_width: tuple[float, float] = CARD_WIDTH
    ) -> Scene:
        """Render scene `number` of the series `seed`.

        Args:
            size: side of the square picture in pixels.
            card_width: range of card widths as a share of `size`.
        """
        rng = np.random.default_rng([seed, number])
        low, high = np.log(card_width)
        width = float(np.exp(rng.uniform(low, high))) * size
        return _Renderer(rng, self, size, width).render()


class _Renderer:
    """One scene in the making."""

    def __init__(self, rng: np.random.Generator, studio: Studio, size: int, width: float) -> None:
        self._rng = rng
        self._size = size
        self._width = width
        height = int(np.clip(width * 1.6, 48, 504))
        self._deck: Deck = sample_deck(rng, studio.decks, height)
        self._layout: Layout = sample_layout(rng, self._deck.aspect)
        self._other = sample_surface(rng, (size, size), studio.backgrounds)
        self._image = sample_surface(rng, (size, size), studio.backgrounds).copy()
        self._owner = np.full((size, size), -1, np.int16)
        self._bend = rng.normal(0, 0.035, 2) if self._layout.held or rng.random() < 0.15 else np.zeros(2)
        self._uneven = float(rng.uniform(0.05, 0.5)) if rng.random() < 0.35 else 0.0
        self._sheen = float(rng.uniform(0.1, 0.7)) if rng.random() < 0.3 else 0.0
        self._edge = bool(rng.random() < 0.6)

    def render(self) -> Scene:
        rng, places = self._rng, self._layout.places
        to_image = self._view()
        faces = self._deal()
        quads = [self._project(place, to_image) for place in places]
        shadow = (
            rng.normal(0, 0.05, 2) * self._width,
            rng.uniform(0.1, 0.6),
            rng.uniform(0.01, 0.09) * self._width,
        )
        if rng.random() < 0.35:
            lay_sheets(rng, self._image, self._width, np.concatenate(quads))
        sleeves = rng.random() < 0.06
        for number, (face, quad) in enumerate(zip(faces, quads, strict=True)):
            self._lay(number, face, quad, shadow)
            if sleeves:
                draw_sleeve(rng, self._image, quad)
        if self._layout.held and rng.random() < 0.85:
            hold_fan(rng, self._image, self._owner, np.array(quads))
        if rng.random() < 0.2:
            drop_objects(rng, self._image, self._owner, self._width, self._other, np.concatenate(quads))
        image = photograph(rng, light_scene(rng, self._image))
        indices = tuple(
            label
            for n, (f, q) in enumerate(zip(faces, quads, strict=True))
            for label in self._labels(n, f, q)
        )
        cards = tuple(
            CardLabel(f.label, q, p.hand, self._visible(n, q))
            for n, (f, q, p) in enumerate(zip(faces, quads, places, strict=True))
        )
        return Scene(image, indices, cards, frozenset(self._traits(image, cards)))

    def _traits(self, image: Picture, cards: tuple[CardLabel, ...]) -> Iterator[str]:
        yield self._layout.kind
        yield from self._deck.traits
        faces = [card.label for card in cards if card.label >= 0]
        if len(set(faces)) < len(faces):
            yield "two decks"
        if self._sheen > _SHEEN:
            yield "sheen"
        if self._uneven > _UNEVEN:
            yield "uneven"
        if self._width < _SMALL * self._size:
            yield "small"
        if (paper := image[self._owner >= 0]).size and np.median(paper) < _DARK:
            yield "dark"

    def _deal(self) -> list[Face]:
        """Faces for all places: rarely a joker, a back, or a second copy from another deck."""
        rng, count = self._rng, len(self._layout.places)
        decks = 2 if rng.random() < 0.15 else 1
        draw = rng.permutation(52 * decks)[:count] % 52
        if rng.random() < 0.25:  # pairs and triples that are easily mixed up
            draw = (rng.permutation(13)[rng.integers(0, 3, count)] + 13 * rng.integers(0, 4, count)) % 52
        faces = []
        backs = 0.04 if rng.random() < 0.8 else 0.35
        for number in draw:
            kind = rng.random()
            if kind < 0.04:
                faces.append(self._deck.joker())
            elif kind < 0.04 + backs:
                faces.append(self._deck.back())
            else:
                faces.append(self._deck.face(DECK[int(number)]))
        return faces

    def _view(self) -> npt.NDArray[np.float64]:
        """Homography from the table (card widths) to the picture (pixels)."""
        rng = self._rng
        corners = np.concatenate([self._corners(place) for place in self._layout.places])
        center = (corners.min(0) + corners.max(0)) / 2
        extent = float(np.ptp(corners, 0).max())
        spin, tilt = rng.uniform(-np.pi, np.pi), 0.0
        if rng.random() < 0.2:
            spin = rng.normal(0, 0.3)
        if rng.random() < 0.75:
            tilt = abs(rng.normal(0, 0.5))
        tilt, axis = min(tilt, 1.1), rng.uniform(-np.pi, np.pi) if rng.random() < 0.4 else rng.normal(0, 0.3)
        stretch = np.eye(3)
        if rng.random() < 0.3:  # the edge of a wide-angle picture, or a picture made square
            aside = rotation(rng.uniform(-np.pi, np.pi))
            stretch = aside @ np.diag([*np.exp(rng.normal(0, 0.18, 2)), 1]) @ aside.T
        distance = extent * rng.uniform(1.3, 5)
        turn = rotation(spin)
        lean = rotation(axis) @ np.diag([1, np.cos(tilt), 1]) @ rotation(-axis)
        falling = rotation(axis)[:2, 1] * np.sin(tilt) / distance
        perspective = np.eye(3)
        perspective[2, :2] = -falling
        # the lean shortens, the last row makes far things smaller
        view = stretch @ lean @ perspective @ turn @ shift(*-center)
        seen = cv2.perspectiveTransform(corners[None].astype(np.float64), view)[0]
        scale = self._width
        room = self._size * rng.uniform(0.85, 1.25) / max(np.ptp(seen, 0).max(), 1e-6)
        if self._layout.kind != "close":
            scale = min(scale, room)
        self._width = scale
        middle = (seen.min(0) + seen.max(0)) / 2 * scale
        slack = np.maximum(self._size - np.ptp(seen, 0) * scale, self._size * 0.12)
        goal = self._size / 2 + rng.uniform(-0.5, 0.5, 2) * slack
        return np.asarray(shift(*(goal - middle)) @ np.diag([scale, scale, 1]) @ view)

    def _corners(self, place: Place) -> npt.NDArray[np.float64]:
        """(4, 2) corners on the table from top left, clockwise."""
        half = np.array([0.5, 0.5 / self._deck.aspect])
        flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        return np.asarray(flat @ rotation(place.angle)[:2, :2].T + (place.x, place.y))

    def _project(self, place: Place, view: npt.NDArray[np.float64]) -> Points:
        corners = self._corners(place)
        if self._uneven:
            corners = tilted(self._rng, corners, self._rng.normal(0, self._uneven))
        return np.asarray(cv2.perspectiveTransform(corners[None], view)[0], np.float32)

    def _lay(
        self, number: int, face: Face, quad: Points, shadow: tuple[npt.NDArray[np.float64], float, float]
    ) -> None:
        """Paint one card and its shadow; claim its pixels."""
        pad = 4 + 3 * shadow[2] + np.abs(shadow[0]).max()
        x0, y0 = np.clip(np.floor(quad.min(0) - pad), 0, self._size).astype(int)
        x1, y1 = np.clip(np.ceil(quad.max(0) + pad), 0, self._size).astype(int)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        patch, owner = self._image[y0:y1, x0:x1], self._owner[y0:y1, x0:x1]
        local = (quad - (x0, y0)).astype(np.float32)
        self._cast_shadow(patch, local, shadow)
        texture = face.texture
        if self._edge:
            texture = texture.copy()
            h, w = texture.shape[:2]
            cv2.rectangle(texture, (0, 0), (w - 1, h - 1), (150, 155, 160), max(1, h // 220))
        if self._rng.random() < self._sheen:
            texture = sample_sheen(self._rng, texture)
        warped, mask = self._warp(texture, local, (int(x1 - x0), int(y1 - y0)))
        cover = cv2.merge([mask] * 3)
        under = cv2.multiply(patch, cv2.bitwise_not(cover), scale=1 / 255)
        patch[:] = cv2.add(under, cv2.multiply(warped, cover, scale=self._rng.uniform(0.9, 1.0) / 255))
        owner[mask > 127] = number

    def _warp(self, texture: Picture, quad: Points, size: tuple[int, int]) -> tuple[Picture, Picture]:
        """The texture and its rounded outline as seen in a window of the given width and height."""
        h, w = texture.shape[:2]
        flat = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        matrix = cv2.getPerspectiveTransform(flat - 0.5, quad - 0.5)
        outline = rounded(w, h)
        if not self._bend.any():
            warped = cv2.warpPerspective(
                texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            return np.asarray(warped, np.uint8), np.asarray(
                cv2.warpPerspective(outline, matrix, size), np.uint8
            )
        inverse = np.linalg.inv(matrix).astype(np.float32)
        x, y = np.arange(size[0], dtype=np.float32)[None], np.arange(size[1], dtype=np.float32)[:, None]
        depth = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
        u = (inverse[0, 0] * x + inverse[0, 1] * y + inverse[0, 2]) / depth
        v = (inverse[1, 0] * x + inverse[1, 1] * y + inverse[1, 2]) / depth
        u, v = unbend(u, v, w, h, self._bend)
        u, v = u.astype(np.float32), v.astype(np.float32)
        warped = cv2.remap(texture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(warped, np.uint8), np.asarray(cv2.remap(outline, u, v, cv2.INTER_LINEAR), np.uint8)

    def _cast_shadow(
        self, patch: Picture, quad: Points, shadow: tuple[npt.NDArray[np.float64], float, float]
    ) -> None:
        offset, depth, blur = shadow
        mask = np.zeros(patch.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad + offset).astype(np.int32), round(255 * depth))
        soft = cv2.boxFilter(mask, -1, (2 * int(blur) + 3,) * 2)
        patch[:] = cv2.multiply(patch, cv2.merge([cv2.bitwise_not(soft)] * 3), scale=1 / 255)

    def _labels(self, number: int, face: Face, quad: Points) -> list[IndexLabel]:
        if face.label == BACK:
            return []
        h, w = face.texture.shape[:2]
        flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        matrix = cv2.getPerspectiveTransform(flat, quad)
        labels = []
        for index, corner in zip(face.indices, face.nearest, strict=True):
            bent = bend(index, self._bend, h / w)
            index_quad = np.asarray(cv2.perspectiveTransform(bent[None], matrix)[0], np.float32)
            card_quad = np.roll(quad, -corner, 0)
            labels.append(
                IndexLabel(face.label, number, card_quad, index_quad, self._visible(number, index_quad))
            )
        return labels

    def _visible(self, number: int, quad: Points) -> float:
        """Share of an area of a card, (4, 2) pixels, that can still be seen."""
        area = cv2.contourArea(quad)
        x0, y0 = np.clip(np.floor(quad.min(0)), 0, self._size).astype(int)
        x1, y1 = np.clip(np.ceil(quad.max(0)) + 1, 0, self._size).astype(int)
        if area < 1 or x0 >= x1 or y0 >= y1:
            return 0.0
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.round((quad - (x0, y0) - 0.5) * 16).astype(np.int32), 1, shift=4)
        mine = (self._owner[y0:y1, x0:x1] == number) & (mask > 0)
        inside = cv2.intersectConvexConvex(quad, frame(self._size))[0] / area
        return float(mine.sum() / max(mask.sum(), 1) * inside)
