"""The picture card: its size, that everything has room, and that it is a plain JPEG."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from app.i18n import LANGUAGES, speaking
from app.pictures import encode_jpeg
from app.records import card
from app.records.card import HEIGHT, WIDTH, broken, picture_card
from app.records.cases import Case, Side
from app.records.record import make_record
from rules.cards import DECK
from rules.house import HouseRules
from tests.app.records import samples
from vision.overlay import ink
from vision.overlay.ink import text_size


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_is_an_upright_jpeg_without_exif(language):
    case, pictures = samples.photographed()
    with speaking(language):
        card = picture_card(make_record(case, pictures, language), pictures)
    with opened(card) as picture:
        assert picture.size == (WIDTH, HEIGHT)
        assert picture.format == "JPEG"
        assert not picture.getexif()
        assert len(card) < 1_000_000


def test_card_of_typed_hands_shows_the_cards():
    record = make_record(samples.typed(), [])
    with opened(picture_card(record)) as picture:
        top = np.asarray(picture)[80:520]
    assert (top.min(-1) > 240).mean() > 0.15, "white paper of ten cards"


def test_photo_is_shown_where_its_cards_lie():
    case, _ = samples.photographed()
    (evidence,) = case.evidence
    reading = replace(evidence.reading, size=(4800, 3200))  # the cards are in a corner of it
    photo = np.full((800, 1200, 3), 128, np.uint8)
    photo[15:50, 10:285] = (0, 0, 255)  # where they lie
    pictures = [encode_jpeg(photo)]
    small = make_record(Case(case.house, case.sides, (replace(evidence, reading=reading),)), pictures)
    with opened(picture_card(small, pictures)) as picture:
        red = (np.asarray(picture).astype(int) @ (1, -1, -1) > 100).mean()
    assert red > 0.05, "a photo shown whole has less than 1 % of it"


def test_card_says_that_a_hand_was_corrected(monkeypatch):
    case, pictures = samples.photographed()
    said = []
    monkeypatch.setattr(
        card, "write", lambda canvas, text, *rest: said.append(text) or ink.write(canvas, text, *rest)
    )
    picture_card(make_record(case, pictures), pictures)
    assert said.count("Corrected by a person.") == 1


def test_sums_are_not_broken():
    (line, *more) = broken("Lim pays 3\u00a0×\u00a02.50\u00a0=\u00a07.50", 40, 350)
    assert (line, more) == ("Lim pays", ["3\u00a0×\u00a02.50\u00a0=\u00a07.50"])


def test_many_hands_and_long_names_have_room():
    sides = tuple(Side(f"{n}" * 20 + " " + "W" * 19, tuple(DECK[5 * n : 5 * n + 5])) for n in range(1, 9))
    record = make_record(Case(HouseRules(), sides), [])
    with opened(picture_card(record)) as picture:
        bottom = np.asarray(picture)[-20:]
    assert bottom.max() < 90, "nothing is cut at the lower edge"


@pytest.mark.parametrize("text", ["a b c " * 40, "無牛" * 60, "W" * 200, "", "short"])
def test_lines_are_broken_where_they_end(text):
    lines = broken(text, 40, 500)
    assert all(text_size(line, 40)[0] <= 500 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
