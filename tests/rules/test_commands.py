"""The commands `judge`, `settle`, `odds` and `rules`: data on stdout, messages for people on stderr."""

import io
import json
from pathlib import Path

import pytest

from app.cli import main
from rules.house import HouseRules


def run(*arguments: str) -> int:
    """Exit status of `oxeye` with these arguments."""
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    return int(stopped.value.code or 0)


def test_judge_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("judge", "3C 6S 8H 4H 8C") == 0
    found = capsys.readouterr()
    assert found.out.splitlines()[0].endswith("Double-Ox 8")
    assert found.out.splitlines()[-1].startswith('  Rules "DEFAULT"')
    assert found.err == ""


def test_judge_json_with_rules_and_settings(capsys: pytest.CaptureFixture[str]) -> None:
    settings = ["--set", "multiples.tonku=3", "--set", "tie=push"]
    assert run("judge", "KD 4C 3S AS QC", "--json", "--rules", "my app", *settings) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["label"], found["multiple"]) == ("Ngau Tonku", 3)
    assert found["rules"]["name"] == "MY_APP with tie=push, multiples.tonku=3"
    assert found["rules"]["options"]["multiples"]["double_A"] == 4


def test_judge_order_setting(capsys: pytest.CaptureFixture[str]) -> None:
    order = "five_dukes,tonku,five_small,bomb,nenku,double,single,no_ox"
    assert run("judge", "KD 4C 3S AS QC", "--json", "--set", f"order={order}") == 0
    assert json.loads(capsys.readouterr().out)["rules"]["options"]["order"][1] == "tonku"


def test_judge_laid(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("judge", "3C 6S 8H 4H 8C", "--laid", "8H 4H 8C", "--json", "--set", "cards_speak=as_laid") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["label"], found["laid"]["standing"], found["laid"]["best"]) == (
        "Single-Ox 9",
        "weaker",
        "Double-Ox 8",
    )
    assert run("judge", "3C 6S 8H 4H 8C", "--laid", "8H 4H 3C") == 0
    assert "Not an ox: 3♣(3/6) + 8♥ + 4♥ = 15 or 18." in capsys.readouterr().out


def test_judge_batch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hands.txt"
    file.write_text("3C 6S 8H 4H 8C\n\nKD 4C 3S AS QC\n", encoding="utf-8")
    assert run("judge", "--batch", str(file)) == 0
    labels = [json.loads(line)["label"] for line in capsys.readouterr().out.splitlines()]
    assert labels == ["Double-Ox 8", "Ngau Tonku"]


def test_judge_batch_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("3C 6S\nKD 4C 3S AS QC\n"))
    assert run("judge", "--batch", "-") == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["line"], first["hand"]) == (1, "3C 6S")
    assert "exactly 5 cards" in first["error"]
    assert second["label"] == "Ngau Tonku"


@pytest.mark.parametrize("source", ["file", "standard input"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_judge_batch_of_a_windows_editor(
    encoding: str,
    source: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    written = "\ufeff3♣ 6♠ 8♥ 4♥ 8♣\r\n\r\nKD 4C 3S AS QC\r\n4C\r\n".encode(encoding)
    file = tmp_path / "hands.txt"
    file.write_bytes(written)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(written), encoding="cp1252"))
    assert run("judge", "--batch", str(file) if source == "file" else "-") == 2
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["label"], second["label"]) == ("Double-Ox 8", "Ngau Tonku")
    assert (third["line"], third["hand"]) == (4, "4C")


@pytest.mark.parametrize("source", ["file", "standard input"])
@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("3C 6S 8H 4H 8C\n葵扇A".encode("gb18030"), "line 2 is not text in UTF-8; save the file as UTF-8"),
        (b"3C 6S 8H 4H 8C\n\xff\n", "line 2 is not text in UTF-8"),
        ("3C 6S 8H 4H 8C\n".encode("utf-16-le"), "it is not text in UTF-8"),
        (b"\xff\xfe3", "line 1 is not text"),
        (b"\x89PNG\r\n\x1a\n", "line 1 is not text"),
    ],
)
def test_judge_batch_that_is_no_text(
    written: bytes,
    said: str,
    source: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes(written)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(written), encoding="utf-8"))
    assert run("judge", "--batch", str(file) if source == "file" else "-") == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.count("cannot read the hands in") == 1
    assert said in " ".join(found.err.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["judge", "3C 6S 8H 4H"], "exactly 5 cards"),
        (["judge"], "give one hand"),
        (["judge", "3C 6S 8H 4H 8C", "--batch", "-"], "give one hand"),
        (["judge", "--batch", "/no/such/file"], "cannot read the hands"),
        (["judge", "--batch", "-", "--laid", "3C 6S 4H"], "--laid belongs to one hand"),
        (["judge", "3C 6S 8H 4H 8C", "--rules", "nobody"], "no rule set 'nobody'"),
        (
            ["judge", "3C 6S 8H 4H 8C", "--set", "decks=99"],
            "decks = 99: allowed is a whole number from 1 to 8",
        ),
        (["judge", "3C 6S 8H 4H 8C", "--set", "order=single"], "exactly once, highest first"),
        (["settle", "--dealer", "KC QS 10H 9H AC", "--player", "Ann=3C"], "Ann: a hand has exactly 5 cards"),
        (
            ["settle", "--dealer", "KC QS 10H 9H AC", "--player", "3C 6S 8H 4H 8C", "--stake", "x"],
            "stake 'x'",
        ),
        (["rules", "check", "/no/such.toml"], "cannot read the rules file"),
        (["odds", "--set", "nine=1"], "unknown house rule 'nine'"),
    ],
)
def test_mistakes_are_one_message(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    found = capsys.readouterr()
    assert said in found.err
    assert found.out == ""
    assert "Traceback" not in found.err


def test_settle_json(capsys: pytest.CaptureFixture[str]) -> None:
    hands = [
        "--player",
        "Ann=3C 6S 8H 4H 8C",
        "--player",
        "KH QD JH 3S 6C",
        "--player",
        "Cy@5=10C 9S 7D 4D 4C",
    ]
    assert run("settle", "--dealer", "KC QS 10H 9H AC", *hands, "--stake", "20", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    paid = [(one["name"], one["winner"], one["amount"]) for one in found["players"]]
    assert paid == [("Ann", "player", 60), ("Player 2", "dealer", 20), ("Cy", "dealer", 5)]
    assert found["totals"]["dealer"] == -35


def test_settle_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run("settle", "--dealer", "KC QS 10H 9H AC", "--player", "Ann=3C 6S 8H 4H 8C", "--stake", "2.50") == 0
    )
    out = capsys.readouterr().out
    assert "Dealer pays Ann 3 × 2.50 = 7.50   (Double-Ox 8 pays 3×)" in out


def test_settle_what_was_laid(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["--dealer", "KC QS JH 2S 5C", "--player", "Ann=3C 6S 8H 4H 8C"]
    laid = ["--laid", "Ann=3C 6S 8H", "--laid", "Dealer=KC QS 2S", "--json"]
    assert run("settle", *hands, *laid) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["amount"] == 3
    assert run("settle", *hands, *laid, "--set", "cards_speak=as_laid") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["dealer"]["label"], found["players"][0]["hand"]["label"]) == ("No Ox", "Single-Ox 2")
    assert found["players"][0]["amount"] == 1
    for wrong in ("Bob=3C 6S 8H", "3C 6S 8H"):
        assert run("settle", *hands, "--laid", wrong) == 2
        assert "once for each of dealer, Ann" in capsys.readouterr().err


def test_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("odds", "--json", "--decks", "2") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hands"] == 91_962_520
    assert found["player_expects"] == -found["dealer_edge"] < 0
    assert found["effects"] == []
    assert run("odds") == 0
    out = capsys.readouterr().out
    assert "equal 9.942%" in out
    assert "the dealer wins 0.05193 stakes per deal" in out


def test_rules_list_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "list") == 0
    assert "[Hong Kong]" in capsys.readouterr().out
    assert run("rules", "list", "--json") == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["name"] == "DEFAULT"
    assert run("rules", "show", "hong kong", "--set", "decks=2") == 0
    out = capsys.readouterr().out
    assert "* tie = push" in out
    assert "* decks = 2" in out
    assert run("rules", "show", "--json") == 0
    assert json.loads(capsys.readouterr().out)["options"]["tie"] == "dealer"


def test_rules_new_and_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "friday.toml"
    assert run("rules", "new", str(file), "--from", "MY_APP", "--set", "tie=push") == 0
    found = capsys.readouterr()
    assert (found.out, found.err.strip()) == ("", f"wrote {file}")
    assert run("rules", "check", str(file)) == 0
    out = capsys.readouterr().out
    assert out.startswith("friday (")
    assert "  tie = push (default dealer)" in out
    assert "  multiples = single_0:2,double_A:4 (default single_0:1,double_A:3)" in out
    assert run("rules", "check", str(file), "--json") == 0
    assert json.loads(capsys.readouterr().out)["changes"]["tie"] == "push"
    assert run("rules", "new", str(file)) == 2
    assert "exists already" in capsys.readouterr().err
    assert run("rules", "new", str(file), "--force", "--name", " ") == 0
    assert HouseRules.load(file).name == "friday"
