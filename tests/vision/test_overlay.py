"""The picture with the verdict on it."""

from dataclasses import replace

import numpy as np
import pytest

from vision.assembly.geometry import CARD_RECT
from vision.networks.reader import card_of, guess_of
from vision.overlay import overlay
from vision.overlay.ink import BLUE, ORANGE, SKY, VERMILLION, Stroke, outline, text_size, wrap, write
from vision.overlay.overlay import HandCaption, draw
from vision.reading import Reading, SeenCard, SeenHand

LINES = ("Double-Ox 8 · pays 3×", "K♦ + 4♣ + 3♠ (as 6) = 20 · left 8♦ 8♣")


def five_cards(size: tuple[int, int] = (900, 700), doubtful: int | None = None) -> tuple[np.ndarray, Reading]:
    image = np.full((size[1], size[0], 3), 120, np.uint8)
    seen = []
    for n in range(5):
        quad = (CARD_RECT * 130 + (40 + n * 165, 250)).astype(np.float32)
        card = card_of(n * 11)
        assert card is not None
        seen.append(SeenCard(card, 0.98, guess_of(1, 0.01), quad, 2, accepted=n != doubtful))
    return image, Reading(size, (), tuple(seen), (SeenHand((0, 1, 2, 3, 4)),))


def share(image: np.ndarray, colour: tuple[int, int, int], box: tuple[float, ...]) -> float:
    x1, y1, x2, y2 = (round(v) for v in box)
    return float((np.abs(image[y1:y2, x1:x2].astype(int) - colour).max(2) < 12).mean())


def around(quad: np.ndarray) -> tuple[float, ...]:
    """The right edge of a card, where no label lies."""
    return quad[1][0] - 4, quad[1][1] + 30, quad[1][0] + 4, quad[2][1] - 30


def test_ox_and_left_cards_are_outlined_differently() -> None:
    image, reading = five_cards()
    drawn = draw(image, reading, [HandCaption((0, 2, 4), (1, 3), LINES)])
    for position in (0, 2, 4):
        assert share(drawn, BLUE, around(reading.cards[position].quad)) > 0.6
    for position in (1, 3):
        dashed = share(drawn, ORANGE, around(reading.cards[position].quad))
        assert 0.25 < dashed < 0.7
        assert share(drawn, BLUE, around(reading.cards[position].quad)) == 0


def test_cards_without_verdict_and_in_doubt() -> None:
    image, reading = five_cards(doubtful=3)
    drawn = draw(image, reading, (), ["One card could not be read."])
    top = drawn.shape[0] - image.shape[0]
    lower = drawn[top:]
    assert share(lower, SKY, around(reading.cards[0].quad)) > 0.2
    assert share(lower, VERMILLION, around(reading.cards[3].quad)) > 0.1
    assert share(drawn[:top], VERMILLION, (0, 0, 60, top)) > 0.02


def test_a_card_that_a_person_chose_is_marked_at_its_name(monkeypatch) -> None:
    image, reading = five_cards(doubtful=3)
    cards = [replace(seen, corrected=position in (1, 3)) for position, seen in enumerate(reading.cards)]
    written = []
    monkeypatch.setattr(overlay, "write", lambda canvas, text, *rest: written.append(text))
    draw(image, replace(reading, cards=tuple(cards)))
    assert [text[-1] for text in written] == [
        s.card.symbol[-1] if n not in (1, 3) else "*" for n, s in enumerate(cards)
    ]


def test_words_lie_beside_the_picture_and_the_photo_is_unchanged() -> None:
    image, reading = five_cards()
    before = image.copy()
    drawn = draw(image, reading, [HandCaption((0, 1, 2), (3, 4), LINES)])
    np.testing.assert_array_equal(image, before)
    assert drawn.shape[1:] == image.shape[1:]
    assert drawn.shape[0] > image.shape[0] + 60
    assert drawn.dtype == np.uint8
    strip = drawn[image.shape[0] :]
    assert (strip > 200).all(2).mean() > 0.02  # the words
    middle = drawn[280:410, 60:150]
    assert (middle == 120).all()  # nothing is drawn on the card itself


def test_label_stands_at_the_upper_corner_of_a_card_seen_upside_down() -> None:
    image, reading = five_cards()
    upright = reading.cards[2]
    turned = SeenCard(upright.card, 0.9, upright.runner_up, np.roll(upright.quad, 2, 0), 1)
    pictures = [draw(image, Reading(reading.size, (), (card,), ())) for card in (upright, turned)]
    different = np.abs(pictures[0].astype(int) - pictures[1]).max(2) > 40  # lines are smoothed by direction
    assert different.mean() < 1e-4


def test_labels_never_cover_each_other() -> None:
    image, reading = five_cards()
    quad = reading.cards[0].quad
    same = tuple(SeenCard(c.card, 0.9, c.runner_up, quad, 1) for c in reading.cards)
    heap = Reading(reading.size, (), same, reading.hands)
    apart = draw(image, heap)
    assert (apart == 0).all(2).sum() > 4 * (draw(image, Reading(reading.size, (), same[:1], ())) == 0).all(
        2
    ).sum()


@pytest.mark.parametrize("size", [(120, 90), (390, 844), (2400, 500)])
def test_any_size(size: tuple[int, int]) -> None:
    image, reading = five_cards(size)
    drawn = draw(image, reading, [HandCaption((0, 1, 2), (3, 4), LINES)], ["A reason."])
    assert drawn.shape[1] == size[0]
    assert drawn.shape[0] > size[1]


def test_cards_without_a_place_and_wild_corners_are_no_error() -> None:
    image, reading = five_cards()
    card = reading.cards[0]
    nowhere = SeenCard(card.card, 1, card.runner_up, np.zeros((0, 2), np.float32), 0, corrected=True)
    wild = SeenCard(card.card, 1, card.runner_up, np.float32([[0, 0], [1e9, 5], [8, 9], [-1e9, 7]]), 1)
    lost = SeenCard(card.card, 1, card.runner_up, np.full((4, 2), np.nan, np.float32), 1)
    drawn = draw(
        image, Reading(reading.size, (), (nowhere, wild, lost), ()), [HandCaption((0,), (1,), LINES)]
    )
    assert drawn.shape[1] == image.shape[1]


def test_nothing_to_draw() -> None:
    image, reading = five_cards()
    np.testing.assert_array_equal(draw(image, Reading(reading.size, (), (), ())), image)


@pytest.mark.parametrize("sign", [*"♣♦♥♠×·Я牛"])
def test_every_sign_has_a_shape_of_its_own(sign: str) -> None:
    def picture(text: str) -> np.ndarray:
        canvas = np.zeros((80, 120, 3), np.uint8)
        write(canvas, text, (10, 10), 40, (255, 255, 255))
        return canvas

    assert picture(sign).any()
    assert (picture(sign) != picture("\U000f0000")).any()  # not the box for unknown signs


def test_wrapping_keeps_all_words_within_the_width() -> None:
    text = "K♦ + 4♣ + 3♠ (as 6) = 20 and many more words that follow"
    lines = wrap(text, 20, 200)
    assert " ".join(lines) == text
    assert len(lines) > 2
    assert all(text_size(line, 20)[0] <= 200 for line in lines)
    assert wrap("wide", 20, 1) == ["w", "i", "d", "e"], "a letter at least is on each line"


def test_text_without_spaces_is_broken_too() -> None:
    text = "找到的牌多于五张，哪五张算一手牌不该由我们决定。"
    lines = wrap(text, 20, 200)
    assert "".join(lines) == text
    assert len(lines) > 2
    assert all(text_size(line, 20)[0] <= 200 for line in lines)


def test_dashes_leave_gaps() -> None:
    canvas = np.full((60, 400, 3), 120, np.uint8)
    outline(canvas, np.float32([[10, 30], [390, 30]]), Stroke(BLUE, 6, dash=4), closed=False)
    along = (np.abs(canvas[30].astype(int) - BLUE).max(1) < 12).astype(int)
    assert (np.diff(along) == 1).sum() >= 6
