"""House rules: defaults, named sets, files, settings, and one clear error for each mistake."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.errors import RulesError
from rules.house import HouseRules
from rules.kinds import MULTIPLES, POINTS, Kind, PayTable
from rules.options import DEFAULT_ORDER, OPTIONS, read_setting
from rules.presets import PRESETS
from tests.rules.samples import DATA, houses

DEFAULTS = {
    "decks": 1, "flex36": "both", "pair36": "off", "trips": "rank", "ten_in_five_dukes": False,
    "ten_in_tonku": False, "five_dukes": True, "five_small": True, "five_small_max_sum": None,
    "five_small_six": False, "bomb": False, "tonku": "spade", "nenku": "single", "double_ox": True,
    "double_ace": "low", "double_compare": "face", "single_zero": "high",
    "order": ["five_dukes", "five_small", "bomb", "tonku", "nenku", "double", "single", "no_ox"],
    "settle_by": "multiples",
    "multiples": {"five_dukes": 7, "five_small": 7, "bomb": 7, "tonku": 5, "nenku": 1, "double": 3,
                  "single": 1, "no_ox": 0},
    "points": {"five_dukes": 10, "five_small": 10, "bomb": 10, "tonku": 5, "nenku": 1, "double": 2,
               "single": 1, "no_ox": 0},
    "suited": "off", "suited_kinds": "single", "suited_factor": 2, "choose_by": "strength", "tie": "dealer",
    "tie_five_dukes": "push", "cards_speak": True,
}  # fmt: skip


def test_defaults_are_those_of_the_rules_text() -> None:
    assert HouseRules().options() == DEFAULTS
    assert {name: _plain(option.default) for name, option in OPTIONS.items()} == DEFAULTS


def test_every_default_is_an_allowed_value() -> None:
    assert all(option.default in option.values for option in OPTIONS.values())


@pytest.mark.parametrize("name", list(PRESETS))
def test_named_sets(name: str) -> None:
    house = HouseRules.named(name)
    assert house.name == name
    assert house.changes() == PRESETS[name].options
    assert HouseRules.named(name.lower().replace("_", " ")) == house
    assert all(HouseRules.named(friendly) == house for friendly in PRESETS[name].also)


def test_named_sets_are_those_of_the_rules_text() -> None:
    known = json.loads((DATA / "rulesets.json").read_text(encoding="utf-8"))
    assert list(known) == list(PRESETS)
    for name, options in known.items():
        assert HouseRules.from_options(options) == HouseRules.named(name), name


def test_friendly_names_mean_one_set_each() -> None:
    names = [name.casefold() for preset in PRESETS.values() for name in (preset.name, *preset.also)]
    assert len(names) == len(set(names))
    assert HouseRules.named("hong kong").tie == "push"
    assert HouseRules.named("Malaysian apps").multiples["double_A"] == 4
    assert HouseRules.named("casino").double_ox is False


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(RulesError, match=r"no rule set 'Mahjong'; known are DEFAULT, TEN_DUKE"):
        HouseRules.named("Mahjong")


@pytest.mark.parametrize(
    ("name", "meant"), [("defualt", "DEFAULT"), ("pair-63", "PAIR36"), ("hong kon", "Hong Kong")]
)
def test_unknown_name_with_a_near_one(name: str, meant: str) -> None:
    with pytest.raises(RulesError, match=rf"no rule set '{name}'; did you mean {meant}\?"):
        HouseRules.find(name)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"decks": 0}, "decks = 0: allowed is a whole number from 1 to 8"),
        ({"decks": 9}, "decks = 9"),
        ({"decks": True}, "decks = true"),
        ({"decks": "2"}, "decks = '2': allowed is a whole number"),
        ({"flex36": "sometimes"}, "flex36 = 'sometimes': allowed is both, ox_only, none, forced_swap"),
        ({"bomb": 1}, "bomb = 1: allowed is false, true"),
        ({"tonku": True}, "tonku = true: allowed is spade, any_ace, off"),
        ({"cards_speak": False}, "cards_speak = false: allowed is true, as_laid"),
        ({"five_small_max_sum": 4}, "five_small_max_sum = 4: allowed is none or a whole number from 5 to 20"),
        ({"suited_factor": 0}, "suited_factor = 0: allowed is a whole number from 1 to 10"),
        ({"order": DEFAULT_ORDER[1:]}, "order = five_small,.*each of five_dukes, .* exactly once"),
        ({"order": (*DEFAULT_ORDER[:-1], "single")}, "order = .*exactly once"),
        ({"order": "five_dukes"}, "order = 'five_dukes': allowed is each of"),
        ({"order": []}, "order = an empty list: allowed is each of"),
        ({"trips": {"a": []}}, "trips = a:\\[\\]: allowed is rank, value, off"),
        ({"multiples": {"tonku": -1}}, "multiples: pay of tonku = -1: allowed is a whole number"),
        ({"multiples": {"tonku": 2.5}}, "pay of tonku = 2.5"),
        ({"multiples": {"tonku": True}}, "pay of tonku = True"),
        ({"points": {"single_10": 1}}, "points: unknown pay key 'single_10'; allowed are five_dukes"),
        ({"points": 3}, "points = 3: allowed is a table"),
        ({"single_zer": "low"}, "unknown house rule 'single_zer'; did you mean single_zero"),
        ({"xyzzy": 1}, "unknown house rule 'xyzzy'; known are decks, flex36"),
    ],
)
def test_mistakes_name_key_value_and_what_is_allowed(options: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        HouseRules().with_options(**options)
    with pytest.raises(RulesError, match=said):
        HouseRules.from_options(options)


def test_the_constructor_checks_too() -> None:
    with pytest.raises(RulesError, match="nenku = 'royal'"):
        HouseRules(nenku="royal")  # type: ignore[arg-type]


def test_pay_tables_are_changed_entry_by_entry() -> None:
    house = HouseRules.named("MY_APP").with_options(multiples={"tonku": 3})
    assert (house.multiples["tonku"], house.multiples["double_A"], house.multiples["double"]) == (3, 4, 3)
    assert house.multiples.pay(Kind.DOUBLE, 1) == 4
    assert house.multiples.pay(Kind.DOUBLE, 13) == 3
    assert house.multiples.pay(Kind.SINGLE, 0) == 2
    assert HouseRules(multiples={"tonku": 3}).multiples["single"] == 1  # type: ignore[arg-type]


def test_pay_table_needs_every_kind() -> None:
    with pytest.raises(RulesError, match="lacks five_small, bomb"):
        PayTable({"five_dukes": 1})
    assert PayTable(dict(MULTIPLES)) == MULTIPLES
    assert MULTIPLES != POINTS
    assert dict(MULTIPLES) != MULTIPLES
    assert POINTS.pay_of("double_A") == 2


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("decks=2", "decks", 2),
        (" single_zero = low ", "single_zero", "low"),
        ("bomb=true", "bomb", True),
        ("bomb=Yes", "bomb", True),
        ("five_small=off", "five_small", False),
        ("five_small_max_sum=none", "five_small_max_sum", None),
        ("five_small_max_sum=10", "five_small_max_sum", 10),
        ("cards_speak=as_laid", "cards_speak", "as_laid"),
        ("multiples.tonku=3", "multiples", {"tonku": 3}),
        ("points.double_A=4", "points", {"double_A": 4}),
        ("order=" + ",".join(reversed(DEFAULT_ORDER)), "order", tuple(reversed(DEFAULT_ORDER))),
    ],
)
def test_settings(text: str, key: str, value: object) -> None:
    assert read_setting(text) == (key, value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("decks", "cannot read 'decks'; write key=value"),
        ("=2", "cannot read"),
        ("decks=two", "decks = 'two': allowed is a whole number"),
        ("multiples=3", "multiples is a table; set one entry"),
        ("decks=" + "9" * 5000, "decks = '9+': allowed is a whole number from 1 to 8"),
        ("multiples.tonku=" + "9" * 5000, "allowed is a whole number from 0 to 1000"),
        ("multiples.tonku=lots", "multiples.tonku = 'lots'"),
        ("tonku=hearts", "tonku = 'hearts': allowed is spade, any_ace, off"),
    ],
)
def test_bad_settings(text: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        HouseRules().with_settings([text])


def test_several_settings_of_one_table() -> None:
    house = HouseRules().with_settings(["multiples.tonku=3", "multiples.single_0=2", "tie=push"])
    assert house.changes() == {"multiples": {"tonku": 3, "single_0": 2}, "tie": "push"}
    assert house.name == "DEFAULT with tie=push, multiples.tonku=3, multiples.single_0=2"
    assert HouseRules().with_settings([]).name == "DEFAULT"


def test_equal_options_are_equal_rules_whatever_their_name() -> None:
    one, two = HouseRules(name="Friday", decks=2), HouseRules.named("TWO_DECK")
    assert one == two
    assert hash(one) == hash(two)
    assert one.id == two.id
    assert len({HouseRules.named(name).id for name in PRESETS}) == len(PRESETS)


@settings(max_examples=60, deadline=None)
@given(house=houses())
def test_files_and_stored_answers_keep_every_option(house: HouseRules) -> None:
    assert HouseRules.from_toml(house.to_toml()) == house
    stored = json.loads(json.dumps(house.options()))
    assert HouseRules.from_options(stored) == house
    assert HouseRules.from_options(house.changes()).id == house.id


def test_file_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "friday.toml"
    file.write_text(
        'single_zero = "low"\nfive_small_max_sum = "none"\n[multiples]\ntonku = 3\n', encoding="utf-8"
    )
    house = HouseRules.load(file)
    assert house.name == "friday"
    assert house.changes() == {"single_zero": "low", "multiples": {"tonku": 3}}
    assert HouseRules.find(str(file)) == house
    assert HouseRules.find("two decks").decks == 2


def test_file_of_a_windows_editor(tmp_path: Path) -> None:
    file = tmp_path / "friday.toml"
    file.write_bytes(b'\xef\xbb\xbfname = "Friday"\r\nsingle_zero = "low"\r\n[multiples]\r\ntonku = 3\r\n')
    assert HouseRules.load(file).changes() == {"single_zero": "low", "multiples": {"tonku": 3}}


def test_saved_file_is_loaded_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    HouseRules.named("MY_APP").with_options(name='Friday "table"').save(file)
    assert HouseRules.load(file).name == 'Friday "table"'
    assert HouseRules.load(file) == HouseRules.named("MY_APP")


@settings(max_examples=100, deadline=None)
@given(name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip))
@example(name="Friday\x7f \x00\x1b\r\n\t\x85\u2028 \\ \" '")
def test_any_name_is_read_as_it_was_written(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "named.toml"
    HouseRules.named("MY_APP").with_options(name=name).save(file)
    assert HouseRules.load(file).name == name


def test_a_name_that_no_file_can_keep(tmp_path: Path) -> None:
    with pytest.raises(
        RulesError, match=r"name = 'Friday\\udc80': it holds a character that no file can keep"
    ):
        HouseRules(name="Friday\udc80").save(tmp_path / "a.toml")
    assert not (tmp_path / "a.toml").exists()


@pytest.mark.parametrize("name", ["", " \t"])
def test_a_name_that_nobody_sees(name: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="allowed is a text"):
        HouseRules(name=name).save(tmp_path / "a.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("decks = ", r"bad\.toml: this is not TOML"),
        ("decks = " + "9" * 5000, r"bad\.toml: this is not TOML"),
        ("self = 1", r"bad\.toml: unknown house rule 'self'"),
        ("foo = 1", r"bad\.toml: unknown house rule 'foo'"),
        ("decks = 99", r"bad\.toml: house rule decks = 99: allowed is a whole number from 1 to 8"),
        ('order = ["single"]', r"bad\.toml: house rule order = single: allowed is each of"),
        ("name = 3", r"bad\.toml: name = 3: allowed is a text"),
        ("[multiples]\ntonku = -3", r"bad\.toml: house rule multiples: pay of tonku = -3"),
        ("multiples = 3", r"bad\.toml: house rule multiples = 3"),
    ],
)
def test_bad_files(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match=said):
        HouseRules.load(file)


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"cannot read the rules file .*no\.toml"):
        HouseRules.find(str(tmp_path / "no.toml"))
    photo = tmp_path / "photo.toml"
    photo.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(RulesError, match="it is not text"):
        HouseRules.load(photo)
    with pytest.raises(RulesError, match="cannot write the rules file"):
        HouseRules().save(tmp_path / "no" / "folder.toml")


def _plain(value: Any) -> Any:
    if isinstance(value, PayTable):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value
