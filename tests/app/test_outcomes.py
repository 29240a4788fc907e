"""Files that hold what became of many photos."""

import csv
import io
import json
import zipfile

from app import service
from app.corrections import Corrections
from app.outcomes import COLUMNS, Outcome, outcomes_csv, outcomes_json, picture_name, pictures_zip
from rules.cards import Card
from rules.house import HouseRules
from tests.app.conftest import EXAMPLE, reading
from vision.reading import Reason

HOUSE = HouseRules()


def answered(name: str, cards: str = EXAMPLE, *reasons: Reason) -> Outcome:
    return Outcome(name, "ab" * 32, service.answer(name, "ab" * 32, reading(cards, *reasons), HOUSE))


BAD = Outcome("notes.txt", "cd" * 32, None, "The file is empty. Send the photo again.")


def rows(*outcomes: Outcome) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(outcomes_csv(outcomes, HOUSE).decode("utf-8-sig"))))


def test_table_has_a_line_for_each_hand_and_each_bad_file():
    table = rows(answered("a.jpg"), answered("b.jpg", EXAMPLE, Reason.TOO_DARK), answered("c.jpg", ""), BAD)
    assert list(table[0]) == list(COLUMNS)
    assert table[0]["result"] == "Double-Ox 8"
    assert table[0]["pays"] == "3"
    assert table[0]["ox"] == "3C 6S 4H"
    assert table[0]["left"] == "8H 8C"
    assert table[1]["status"] == "too_dark"
    assert table[1]["result"] == ""
    assert table[2]["status"] == "no_cards"
    assert table[3]["error"] == BAD.error


def test_table_and_json_tell_what_a_person_corrected():
    six = reading(EXAMPLE + " KD")
    corrections = Corrections().with_card(4, Card.parse("8S")).without_card(5)
    given = service.answer("a.jpg", "ab" * 32, six, HOUSE, corrections)
    (row,) = rows(Outcome("a.jpg", "ab" * 32, given))
    assert (row["corrected"], row["removed"]) == ("8S", "KD")
    (photo,) = json.loads(outcomes_json([Outcome("a.jpg", "ab" * 32, given)], HOUSE))["photos"]
    assert photo["hands"][0]["corrected"] is True
    assert photo["hands"][0]["removed"] == ["KD"]
    assert [card.get("corrected", False) for card in photo["cards"]] == [False] * 4 + [True]
    (row,) = rows(answered("b.jpg"))
    assert (row["corrected"], row["removed"]) == ("", "")


def test_names_are_no_formulas():
    names = ["=1+1.jpg", "+a.jpg", "-b.jpg", "@c.jpg"]
    assert [row["photo"] for row in rows(*map(answered, names))] == [f"'{name}" for name in names]


def test_json_names_photos_errors_and_rules():
    told = json.loads(outcomes_json([answered("牛.jpg"), BAD], HOUSE))
    assert told["photos"][0]["photo"] == "牛.jpg"
    assert told["photos"][0]["hands"][0]["verdict"]["label"] == "Double-Ox 8"
    assert told["photos"][1] == {"photo": BAD.name, "sha256": BAD.sha256, "error": BAD.error}
    assert told["rules"]["name"] == "DEFAULT"


def test_pictures_have_names_of_their_own_and_no_bad_files():
    made = pictures_zip([answered("x/IMG.jpg"), answered("x IMG.heic"), BAD], lambda one: one.name.encode())
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.namelist() == ["x IMG-oxeye.jpg", "x IMG-oxeye-2.jpg"]
        assert archive.read("x IMG-oxeye-2.jpg") == b"x IMG.heic"


def test_picture_names_are_safe_everywhere():
    assert picture_name("../../etc/passwd.png") == "etc passwd-oxeye.jpg"
    assert picture_name('a<b>:"c|?*.png') == "a b   c-oxeye.jpg"
    assert picture_name("...") == "photo-oxeye.jpg"
    assert len(picture_name("x" * 500 + ".jpg")) < 120
