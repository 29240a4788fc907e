"""`oxeye verify`: exit status, what it prints, and the photo that it reads again."""

import json

import pytest
from PIL import Image

from app.i18n import LANGUAGES
from app.records.cases import Case, Evidence, Place, Side
from app.records.evidence import drawn
from app.records.page import page_html
from app.records.record import canonical, make_record, sha256
from rules.house import HouseRules
from tests.app.conftest import reading
from tests.app.records.samples import MADE
from vision.photo.image import load_photo


@pytest.fixture
def kept(table, tmp_path):
    """A photo, the page of its record and the JSON alone."""
    photo = table.photo("IMG_1.png", reading("3C 6S 8H 4H 8C"))
    image = load_photo(photo).image
    evidence = Evidence(sha256(photo.read_bytes()), table.reader.read(image, 1))
    case = Case(HouseRules(), (Side("Siti", evidence_cards(evidence), place=Place(0, 0)),), (evidence,))
    record = make_record(case, [drawn(image, evidence, case.house)], made=MADE)
    page, alone = tmp_path / "ruling.html", tmp_path / "ruling.json"
    page.write_text(page_html(record), encoding="utf-8")
    alone.write_text(json.dumps(record.data, indent=2), encoding="utf-8")
    return record, photo, page, alone


def evidence_cards(evidence):
    return tuple(seen.card for seen in evidence.reading.cards)


def test_whole_record_holds(kept, run_oxeye):
    _, _, page, alone = kept
    for path in (page, alone):
        status, out, _ = run_oxeye("verify", path)
        assert status == 0
        assert f"{path.name}: the record holds" in out
        assert "Siti: 3♣ + 6♠(3) + 4♥ = 10" in out


def test_one_changed_byte_does_not_hold(kept, run_oxeye):
    _, _, page, _ = kept
    data = page.read_bytes()
    place = data.index(b"Double-Ox 8")
    page.write_bytes(data[:place] + b"d" + data[place + 1 :])
    status, out, _ = run_oxeye("verify", page)
    assert status == 3
    assert "does not hold" in out
    assert "✗ The page was changed" in out


def test_photo_is_read_again(kept, run_oxeye):
    _, photo, page, _ = kept
    status, out, _ = run_oxeye("verify", page, "--photo", photo)
    assert status == 0
    assert "photo 1 of the record, byte for byte" in out
    assert "the same cards are read from it again" in out
    assert "Picture 1 is this photo with the ruling drawn on it" in out


def test_other_photo_is_named(kept, table, run_oxeye):
    _, _, page, _ = kept
    same = table.photo("copy.png", reading("3C 6S 8H 4H 8C"))
    other = table.photo("other.png", reading("3C 6S 8H 4H 9C"))
    status, out, _ = run_oxeye("verify", page, "--photo", same)
    assert status == 3
    assert "it shows the same cards: ask for the original" in out
    status, out, _ = run_oxeye("verify", page, "--photo", other)
    assert status == 3
    assert "other cards are read from it" in out


def test_photo_that_reads_otherwise_now_is_named(kept, table, run_oxeye):
    _, photo, page, _ = kept
    for colour in table.reader.by_colour:
        table.reader.by_colour[colour] = reading("3C 6S 8H 4H 9C")
    status, out, _ = run_oxeye("verify", page, "--photo", photo)
    assert status == 3
    assert "the record says that 3C 6S 8H 4H 8C was read, but it reads 3C 6S 8H 4H 9C" in out


def test_forged_picture_is_found_by_the_photo(kept, run_oxeye, tmp_path):
    """The whole record is made anew with another picture: only the photo can tell."""
    record, photo, page, _ = kept
    (tmp_path / "forged.jpg").write_bytes(record.pictures[0])
    with Image.open(tmp_path / "forged.jpg") as picture:
        picture.paste((255, 255, 255), (60, 60, 90, 90))
        picture.save(tmp_path / "forged.jpg", quality=92)
    forged = make_record(record.case, [(tmp_path / "forged.jpg").read_bytes()], made=MADE)
    page.write_text(page_html(forged), encoding="utf-8")
    assert run_oxeye("verify", page)[0] == 0
    status, out, _ = run_oxeye("verify", page, "--photo", photo)
    assert status == 3
    assert "✗ Picture 1 is not this photo with the ruling drawn on it" in out


def test_picture_saved_by_another_program_is_still_the_same(kept, run_oxeye, tmp_path):
    record, photo, page, _ = kept
    (tmp_path / "again.jpg").write_bytes(record.pictures[0])
    with Image.open(tmp_path / "again.jpg") as picture:
        picture.load()
        picture.save(tmp_path / "again.jpg", quality=90)
    again = make_record(record.case, [(tmp_path / "again.jpg").read_bytes()], made=MADE)
    page.write_text(page_html(again), encoding="utf-8")
    assert run_oxeye("verify", page, "--photo", photo)[0] == 0


def test_kept_fingerprint_is_compared(kept, run_oxeye):
    record, _, page, _ = kept
    assert run_oxeye("verify", page, "--fingerprint", record.fingerprint.lower())[0] == 0
    status, out, _ = run_oxeye("verify", page, "--fingerprint", "ABCD-EFGH")
    assert status == 3
    assert "another record" in out


def test_json_answer(kept, run_oxeye):
    record, photo, page, alone = kept
    status, out, _ = run_oxeye("verify", page, "--photo", photo, "--json")
    said = json.loads(out)
    assert status == 0
    assert said["ok"] is True
    assert said["fingerprint"] == record.fingerprint
    alone.write_text(canonical(record.data).replace('"8C"', '"9C"'), encoding="utf-8")
    status, out, _ = run_oxeye("verify", alone, "--json")
    said = json.loads(out)
    assert status == 3
    assert said["ok"] is False
    assert {"hashes"} <= {check["check"] for check in said["checks"] if not check["ok"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_record_in_any_language_holds(kept, run_oxeye, language):
    record, photo, page, _ = kept
    from app.i18n import speaking

    with speaking(language):
        picture = drawn(load_photo(photo).image, record.case.evidence[0], record.case.house)
    page.write_text(page_html(make_record(record.case, [picture], language)), encoding="utf-8")
    assert run_oxeye("verify", page, "--photo", photo)[0] == 0


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"{}", b"\x00\xff" * 999])
def test_no_record_is_one_sentence(run_oxeye, tmp_path, content):
    path = tmp_path / "x.html"
    path.write_bytes(content)
    status, out, err = run_oxeye("verify", path)
    assert status == 2
    assert out == ""
    assert "no record of Oxeye" in err
    assert "Traceback" not in err


def test_missing_file_and_folder_are_one_sentence(run_oxeye, tmp_path):
    for path in (tmp_path / "none.html", tmp_path):
        status, _, err = run_oxeye("verify", path)
        assert status == 2
        assert "cannot be read" in err


def test_photo_that_is_none_is_one_sentence(kept, run_oxeye, tmp_path):
    _, _, page, _ = kept
    text = tmp_path / "text.jpg"
    text.write_text("no photo")
    status, _, err = run_oxeye("verify", page, "--photo", text)
    assert status == 2
    assert "Traceback" not in err


def test_typed_record_has_no_photo_to_compare(kept, run_oxeye, tmp_path):
    record, photo, _, _ = kept
    typed = Case(HouseRules(), (Side("Siti", record.case.sides[0].cards),))
    path = tmp_path / "typed.html"
    path.write_text(page_html(make_record(typed, [])), encoding="utf-8")
    assert run_oxeye("verify", path)[0] == 0
    status, out, _ = run_oxeye("verify", path, "--photo", photo)
    assert status == 3
    assert "were typed" in out
