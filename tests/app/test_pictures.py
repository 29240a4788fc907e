from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from app import pictures
from app.corrections import Corrections
from app.pictures import encode_jpeg, save_picture
from app.service import answer
from rules.cards import Card
from rules.errors import OxeyeError
from rules.house import HouseRules
from tests.app.conftest import EXAMPLE, reading

BLUE = np.full((40, 60, 3), (200, 30, 10), np.uint8)
FIRST, SECOND = "a" * 64, "b" * 64


def test_colours_and_mark_survive():
    with Image.open(BytesIO(encode_jpeg(BLUE, FIRST))) as picture:
        assert picture.info["comment"] == f"oxeye photo {FIRST}".encode()
        red, _, blue = picture.convert("RGB").getpixel((30, 20))
        assert (red, blue) == pytest.approx((10, 200), abs=6)
        assert not picture.getexif()


@pytest.mark.parametrize(
    ("shape", "longest", "size"),
    [((400, 800), 200, (200, 100)), ((800, 400), 200, (100, 200)), ((40, 60), 200, (60, 40))],
)
def test_large_pictures_are_made_smaller(shape, longest, size):
    data = encode_jpeg(np.zeros((*shape, 3), np.uint8), None, longest)
    with Image.open(BytesIO(data)) as picture:
        assert picture.size == size


def test_picture_says_that_a_card_was_corrected_or_taken_away(monkeypatch):
    captions = []
    monkeypatch.setattr(pictures, "draw", lambda photo, _, found, *rest: captions.extend(found) or photo)
    for cards, corrections in (
        (EXAMPLE, Corrections()),
        (EXAMPLE, Corrections().with_card(4, Card.parse("8S"))),
        (EXAMPLE + " KD", Corrections().without_card(5)),
    ):
        pictures.annotated(BLUE, answer("a", FIRST, reading(cards), HouseRules(), corrections))
    last = [caption.lines[-1] for caption in captions]
    assert "orrected" not in last[0]
    assert last[1:] == ["* Corrected by a person.", "Corrected by a person."]


def test_own_picture_is_replaced(tmp_path):
    first = save_picture(BLUE, tmp_path, "hand", FIRST)
    again = save_picture(255 - BLUE, tmp_path, "hand", FIRST)
    assert first == again == tmp_path / "hand-oxeye.jpg"
    with Image.open(again) as picture:
        assert picture.convert("RGB").getpixel((30, 20))[0] > 200


def test_another_photo_of_the_same_name_gets_its_own_picture(tmp_path):
    first = save_picture(BLUE, tmp_path, "hand", FIRST)
    before = first.read_bytes()
    second = save_picture(255 - BLUE, tmp_path, "hand", SECOND)
    assert second == tmp_path / f"hand-oxeye-{SECOND[:12]}.jpg"
    assert first.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"text", "jpeg"])
def test_foreign_files_stay(tmp_path, content):
    path = tmp_path / "hand-oxeye.jpg"
    content = encode_jpeg(BLUE) if content == "jpeg" else content
    path.write_bytes(content)
    with pytest.raises(OxeyeError, match=r"hand-oxeye\.jpg is in the way"):
        save_picture(BLUE, tmp_path, "hand", FIRST)
    assert path.read_bytes() == content


def test_folder_that_is_gone_is_one_message(tmp_path):
    with pytest.raises(OxeyeError, match="cannot be written"):
        save_picture(BLUE, tmp_path / "gone", "hand", FIRST)
