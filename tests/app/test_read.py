import json

import pytest
from PIL import Image

from app import service
from rules.cards import Card
from tests.app.conftest import EXAMPLE, reading
from vision.errors import ModelError
from vision.reading import Reason

CARD_KEYS = {"card", "confidence", "runner_up", "quad", "indices"}
PHOTO_KEYS = {"photo", "sha256", "size", "status", "cards", "hands", "model", "timing_ms"}


def test_prints_power_payout_and_cards(table, run_oxeye):
    status, out, err = run_oxeye("read", table.photo("hand.png", reading(EXAMPLE)))
    assert status == 0
    assert err == ""
    assert "Double-Ox 8" in out
    assert "pays 3×" in out
    assert "3♣ + 6♠(as 3) + 4♥ = 10" in out
    assert "6♠ 99 %" in out


def test_json_has_one_object_per_photo(table, run_oxeye):
    good = table.photo("good.png", reading(EXAMPLE))
    short = table.photo("short.png", reading("3C 6S 8H 4H"))
    status, out, err = run_oxeye("read", good, short, "--json")
    assert (status, err) == (3, "")
    first, second = (json.loads(line) for line in out.splitlines())
    assert set(first) == PHOTO_KEYS
    assert first["photo"] == str(good)
    assert first["size"] == [640, 320]
    assert first["status"] == []
    assert set(first["cards"][0]) == CARD_KEYS
    assert first["cards"][1]["card"] == "6S"
    assert first["cards"][1]["runner_up"] == {"card": "KD", "confidence": 0.01}
    assert first["cards"][0]["quad"] == [[40, 60], [140, 60], [140, 200], [40, 200]]
    assert first["hands"][0]["cards"] == [0, 1, 2, 3, 4]
    assert first["hands"][0]["verdict"]["label"] == "Double-Ox 8"
    assert first["hands"][0]["verdict"]["multiple"] == 3
    assert set(first["timing_ms"]) == {"decode", "find"}
    assert first["timing_ms"]["decode"] > 0
    assert second["status"] == ["too_few_cards"]
    assert second["hands"][0]["verdict"] is None


def test_refusal_says_what_was_seen_and_what_to_do(table, run_oxeye):
    status, out, _ = run_oxeye("read", table.photo("dark.png", reading(EXAMPLE, Reason.TOO_DARK)))
    assert status == 3
    assert "no verdict" in out
    assert "Double-Ox" not in out
    assert "The photo is too dark. Switch on a light" in out


def test_photo_without_cards_is_refused(table, run_oxeye):
    status, out, _ = run_oxeye("read", table.photo("empty.png", reading("")))
    assert status == 3
    assert "No playing card was found" in out


def test_goes_on_after_a_bad_file_and_reports_it(table, run_oxeye):
    bad = table.folder / "notes.jpg"
    bad.write_bytes(b"no picture at all")
    missing = table.folder / "missing.jpg"
    good = table.photo("good.png", reading(EXAMPLE))
    status, out, err = run_oxeye("read", bad, missing, good, "--json")
    assert status == 2
    assert [json.loads(line)["photo"] for line in out.splitlines()] == [str(good)]
    assert "notes.jpg" in err
    assert "missing.jpg" in err
    assert "Traceback" not in err


def test_unreadable_counts_more_than_refused(table, run_oxeye):
    refused = table.photo("few.png", reading("3C"))
    assert run_oxeye("read", table.folder / "missing.jpg", refused)[0] == 2
    assert run_oxeye("read", refused, table.folder / "missing.jpg")[0] == 2


def test_decks_and_rules_reach_reader_and_verdict(table, run_oxeye):
    photo = table.photo("two.png", reading("3C 3C 8H 4H 8C"))
    assert run_oxeye("read", photo)[0] == 3
    status, out, _ = run_oxeye("read", photo, "--decks", 2, "--rules", "TONKU_TRIPLE", "--json")
    assert status == 0
    rules = json.loads(out)["hands"][0]["verdict"]["rules"]
    assert rules["options"]["decks"] == 2
    assert rules["options"]["multiples"]["tonku"] == 3
    assert table.reader.decks == [1, 2]


def test_rules_file(table, run_oxeye, tmp_path):
    file = tmp_path / "friday.toml"
    file.write_text('name = "Friday table"\n[multiples]\ndouble = 4\n', encoding="utf-8")
    photo = table.photo("hand.png", reading(EXAMPLE))
    status, out, _ = run_oxeye("read", photo, "--rules", file)
    assert status == 0
    assert "pays 4×" in out
    assert "Friday table" in out


@pytest.mark.parametrize(
    "words",
    [
        ("read",),
        ("read", "x.jpg", "--decks", "0"),
        ("read", "x.jpg", "--rules", "NO_SUCH_RULES"),
        ("read", "x.jpg", "--frobnicate"),
        ("raed", "x.jpg"),
    ],
)
def test_wrong_usage_is_status_2(table, run_oxeye, words):
    status, out, err = run_oxeye(*words)
    assert (status, out) == (2, "")
    assert err


def test_missing_networks_are_one_message(run_oxeye, tmp_path, monkeypatch):
    def refuse():
        raise ModelError("The networks are missing. Install Oxeye again.")

    monkeypatch.setattr(service, "load_reader", refuse)
    status, out, err = run_oxeye("read", tmp_path / "x.jpg")
    assert (status, out) == (2, "")
    assert "The networks are missing." in err


def test_unexpected_error_is_no_traceback(table, run_oxeye, monkeypatch):
    photo = table.photo("hand.png", reading(EXAMPLE))

    def fail(*_):
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(table.reader.__class__, "read", fail)
    status, _, err = run_oxeye("read", photo)
    assert status == 70
    assert "ZeroDivisionError: boom" in err
    assert "Traceback" not in err


def test_out_writes_the_annotated_photo(table, run_oxeye, tmp_path):
    photo = table.photo("hand.png", reading(EXAMPLE))
    status, _, _ = run_oxeye("read", photo, "--out", tmp_path / "new" / "out")
    assert status == 0
    with Image.open(tmp_path / "new" / "out" / "hand-oxeye.jpg") as picture:
        assert picture.width == 640
        assert picture.format == "JPEG"
    assert run_oxeye("read", photo, "--out", tmp_path / "new" / "out")[0] == 0


def test_out_never_replaces_a_foreign_file(table, run_oxeye, tmp_path):
    foreign = tmp_path / "hand-oxeye.jpg"
    foreign.write_bytes(b"mine")
    photo = table.photo("hand.png", reading(EXAMPLE))
    other = table.photo("other.png", reading(EXAMPLE))
    status, out, err = run_oxeye("read", photo, other, "--out", tmp_path, "--json")
    assert status == 2
    assert foreign.read_bytes() == b"mine"
    assert "in the way" in err
    assert len(out.splitlines()) == 2


def test_out_that_is_a_file_is_wrong_usage(table, run_oxeye, tmp_path):
    (tmp_path / "file").write_text("x")
    status, _, err = run_oxeye("read", table.photo("a.png", reading(EXAMPLE)), "--out", tmp_path / "file")
    assert status == 2
    assert "--out" in err


def test_cards_in_json_can_be_parsed_again(table, run_oxeye):
    _, out, _ = run_oxeye("read", table.photo("a.png", reading("10H JD AS 9C 2D")), "--json")
    parsed = [str(Card.parse(card["card"])) for card in json.loads(out)["cards"]]
    assert parsed == ["10H", "JD", "AS", "9C", "2D"]


def test_own_networks_need_the_flag_and_a_manifest(table, run_oxeye, tmp_path, monkeypatch):
    photo = table.photo("hand.png", reading(EXAMPLE))
    asked = []

    def load(models=None):
        asked.append(models)
        return table.reader

    monkeypatch.setattr(service, "load_reader", load)
    assert run_oxeye("read", photo)[0] == 0
    status, out, _ = run_oxeye("read", photo, "--models", tmp_path)
    assert status == 0
    assert asked == [None, tmp_path]
    assert f"Read with the networks test of {tmp_path}" in out


def test_own_networks_without_a_manifest_are_one_message(run_oxeye, tmp_path):
    (tmp_path / "finder.onnx").write_bytes(b"\x08")
    status, out, err = run_oxeye("read", "x.jpg", "--models", tmp_path)
    assert (status, out) == (2, "")
    assert "manifest.json cannot be read" in err
    assert "leave it out" in err
