"""A picture of a ruling for messengers: upright, a photo on top, verdict and reason in letters for a phone.

The words are those of the language spoken here; the fingerprint ties the picture to the record.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from app.i18n import rules_language, t
from app.pictures import encode_jpeg
from app.records.page import when_text
from app.records.record import Record
from app.records.ruling_html import titled
from app.records.rulings import HandRuling
from app.rule_names import rules_name
from app.wording import label
from rules.cards import Suit
from rules.settle_text import comparison, payment
from rules.wording import card_names, ox_text, pays_text
from vision.overlay.ink import BLUE, ORANGE, WHITE, BgrImage, Colour, text_size, write
from vision.photo.image import load_photo
from vision.reading import Reading

WIDTH, HEIGHT = 1080, 1350
"""Size in pixels: four to five, which messengers show whole and uncut."""

_PAD = 44
_PAPER: Colour = (32, 28, 24)
_SOFT: Colour = (190, 196, 186)
_GREEN: Colour = (189, 202, 111)
_RED: Colour = (43, 57, 192)
_INK: Colour = (38, 40, 28)
_LEAST_PICTURE = 380
_SCALES = (1.0, 0.92, 0.84, 0.76, 0.7)
_SIGNS = re.compile(" ([×=]) ")
"""Signs of a sum, which stays on one line."""
_MARGIN = 0.14
"""What is shown around the cards of a photo, as a share of their extent: their labels lie there."""


@dataclass(frozen=True)
class _Words:
    """A text on the card; `detail` may be left out where there is no room."""

    text: str
    size: int
    colour: Colour = WHITE
    gap: int = 0
    detail: bool = False


def picture_card(record: Record, pictures: Sequence[bytes] = ()) -> bytes:
    """The ruling as one JPEG file of 1080 by 1350 pixels, without EXIF.

    Args:
        record: the ruling.
        pictures: JPEG files of the photos with the cards marked; where there are none the cards are drawn.

    Raises:
        ImageError: a picture is damaged.
    """
    footer = [
        _Words(t("House rules: {rules}.", rules=rules_name(record.case.house)), 34, _SOFT),
        _Words(record.fingerprint, 40, _SOFT, gap=6),
    ]
    below = _room(footer)
    body = _fitting(_body(record), HEIGHT - below - 2 * _PAD - _LEAST_PICTURE)
    free = HEIGHT - below - _room(body) - 3 * _PAD
    canvas = np.full((HEIGHT, WIDTH, 3), _PAPER, np.uint8)
    head = f"Oxeye · {when_text(record)}"
    write(canvas, head, (_PAD, _PAD // 2), 34, _SOFT)
    top = _PAD + 34
    _show(canvas, record, pictures, (top, free - 34 - _PAD // 2))
    y = _write_all(canvas, body, top + free - 34)
    _write_all(canvas, footer, max(y, HEIGHT - below - _PAD // 2))
    return encode_jpeg(canvas)


def _body(record: Record) -> list[_Words]:
    """Each hand with its result and how it comes about, then who pays whom."""
    ruling, language = record.ruling, rules_language()
    words = []
    for number, hand in enumerate(ruling.hands):
        dealer = ruling.settled is not None and number == 0
        name = titled(hand.side.name) if dealer else hand.side.name
        words.append(_Words(name, 40, _SOFT, gap=14))
        alone = len(ruling.hands) == 1
        said = f"{label(hand.verdict)} · {pays_text(hand.verdict, language)}"
        words.append(_Words(said, 72 if alone else 56))
        words.append(_Words(_how(hand), 44 if alone else 40, _SOFT, detail=not alone))
        if not hand.claim_holds:
            words.append(_Words(t("That is not what was claimed."), 40, ORANGE, detail=True))
        if record.case.is_corrected(hand.side):
            words.append(_Words(t("Corrected by a person."), 36, ORANGE))
    settled = ruling.settled
    if settled is not None:
        for outcome in settled.outcomes:
            words.append(_Words(comparison(settled, outcome, language), 40, WHITE, gap=14, detail=True))
            paid = payment(settled, outcome, language).split("   ")[0]
            words.append(_Words(_SIGNS.sub("\u00a0\\1\u00a0", paid), 48, _GREEN))
    return words


def _how(hand: HandRuling) -> str:
    verdict, language = hand.verdict, rules_language()
    names = card_names(verdict.cards, language)
    if not verdict.ox:
        return " ".join(names)
    left = " ".join(names[place] for place in verdict.left)
    how = ox_text(verdict.cards, verdict.grouping, language, short=True)
    return f"{how} · {t('left {cards}', cards=left)}"


def _fitting(words: list[_Words], room: int) -> list[_Words]:
    """The words at the largest scale at which they have room; without the details if need be."""
    for chosen in (words, [one for one in words if not one.detail]):
        for scale in _SCALES:
            scaled = [
                replace(one, size=round(one.size * scale), gap=round(one.gap * scale)) for one in chosen
            ]
            if _room(scaled) <= room:
                return scaled
    scaled = [replace(one, size=26, gap=2) for one in words if not one.detail]
    while _room(scaled) > room + _LEAST_PICTURE - _PAD and len(scaled) > 1:
        scaled = scaled[: len(scaled) - 2]
        scaled.append(_Words("…", 26))
    return scaled


def _room(words: Sequence[_Words]) -> int:
    return sum(one.gap + text_size(line, one.size)[1] for one in words for line in broken(one.text, one.size))


def _write_all(canvas: BgrImage, words: Sequence[_Words], y: int) -> int:
    for one in words:
        for number, line in enumerate(broken(one.text, one.size)):
            y += one.gap if number == 0 else 0
            write(canvas, line.replace("\u00a0", " "), (_PAD, y), one.size, one.colour)
            y += text_size(line, one.size)[1]
    return y


def broken(text: str, size: int, width: int = WIDTH - 2 * _PAD) -> list[str]:
    """The text in lines of at most this width in pixels: broken at blanks, and inside of longer words.

    Chinese has no blanks, so that any place between its characters will do.
    """
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if text_size(joined, size)[0] <= width:
            lines[-1] = joined
            continue
        if lines[-1] and text_size(word, size)[0] <= width:
            lines.append(word)
            continue
        rest = joined
        lines.pop()
        while text_size(rest, size)[0] > width and len(rest) > 1:
            end = next(
                n for n in range(len(rest) - 1, 0, -1) if n == 1 or text_size(rest[:n], size)[0] <= width
            )
            lines.append(rest[:end])
            rest = rest[end:]
        lines.append(rest)
    return lines


def _show(canvas: BgrImage, record: Record, pictures: Sequence[bytes], place: tuple[int, int]) -> None:
    """Photos side by side in the upper part; where there are none, the cards as they are printed."""
    top, height = place
    shown = [load_photo(picture).image for picture in pictures[:4]]
    if shown:
        across = 1 if len(shown) == 1 else 2
        rows = -(-len(shown) // across)
        wide, high = (WIDTH - 2 * _PAD) // across, height // rows
        for number, (image, evidence) in enumerate(zip(shown, record.case.evidence, strict=False)):
            left = _PAD + number % across * wide
            near = _near(image, evidence.reading, wide / high)
            _fit(canvas, near, (left, top + number // across * high, wide - 8, high - 8))
        return
    hands = record.ruling.hands[:4]
    high = min(height // len(hands), 300)
    start = top + (height - high * len(hands)) // 2
    for number, hand in enumerate(hands):
        _cards(canvas, hand, start + number * high, high - 24)


def _near(image: BgrImage, reading: Reading, shape: float) -> BgrImage:
    """The part of a photo with all of its cards, made as wide or high as the photo allows to fill its place.

    Args:
        image: (H, W, 3) uint8 BGR, the photo in any size.
        reading: what was read from the photo.
        shape: width of the place by its height.
    """
    corners = [seen.quad for seen in reading.cards if len(seen.quad)]
    if not corners:
        return image
    height, width = image.shape[:2]
    points = np.concatenate(corners) * (width / reading.size[0], height / reading.size[1])
    low, high = points.min(0), points.max(0)
    middle, extent = (low + high) / 2, (high - low) * (1 + 2 * _MARGIN)
    extent = np.maximum(extent, (extent[1] * shape, extent[0] / shape))
    extent = np.minimum(extent, (width, height))
    first = np.clip(middle - extent / 2, 0, (width, height) - extent).astype(int)
    last = np.ceil(first + extent).astype(int)
    return image[first[1] : last[1], first[0] : last[0]]


def _fit(canvas: BgrImage, image: BgrImage, box: tuple[int, int, int, int]) -> None:
    """A picture as large as the box allows, in its middle."""
    x, y, width, height = box
    scale = min(width / image.shape[1], height / image.shape[0])
    size = (max(1, int(image.shape[1] * scale)), max(1, int(image.shape[0] * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    x, y = x + (width - size[0]) // 2, y + (height - size[1]) // 2
    canvas[y : y + size[1], x : x + size[0]] = small


def _cards(canvas: BgrImage, hand: HandRuling, top: int, height: int) -> None:
    """Five cards in a row, those of the ox and those left framed in their colours."""
    width = min((WIDTH - 2 * _PAD - 4 * 20) // 5, round(height * 0.72))
    left = (WIDTH - 5 * width - 4 * 20) // 2
    for place, card in enumerate(hand.side.cards):
        x = left + place * (width + 20)
        rim = BLUE if place in hand.verdict.ox else ORANGE if place in hand.verdict.left else _SOFT
        cv2.rectangle(canvas, (x, top), (x + width, top + height), rim, -1)
        cv2.rectangle(canvas, (x + 9, top + 9), (x + width - 9, top + height - 9), WHITE, -1)
        ink = _RED if card.suit in (Suit.DIAMONDS, Suit.HEARTS) else _INK
        size = round(height * 0.34)
        for text, middle in ((str(card.rank), 0.3), (card.suit.symbol, 0.7)):
            wide = text_size(text, size)[0]
            write(
                canvas, text, (x + (width - wide) // 2, top + round(height * middle - size * 0.68)), size, ink
            )
