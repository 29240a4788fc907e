"""The recipe itself: complete, consistent, described in its README, and bound to no registry's address."""

import tomllib
from pathlib import Path

import pytest

from rules.cards import DECK

FOLDER = Path(__file__).parents[2] / "datasets"
RECIPE = tomllib.loads((FOLDER / "recipe.toml").read_text("utf-8"))
SOURCES = [*RECIPE["deck"].values(), *RECIPE["background"].values()]


def test_every_source_names_a_package_and_every_package_is_used():
    assert {source["package"] for source in SOURCES} == set(RECIPE["package"])


@pytest.mark.parametrize("name", RECIPE["package"])
def test_a_package_states_where_it_comes_from_and_its_licence(name):
    package = RECIPE["package"][name]
    assert package["licence"]
    assert package["author"]
    # An npm version stays for ever; old Debian versions vanish, so that one is only a remark.
    assert {"npm": "version", "debian": "seen"}[package["kind"]] in package
    assert (package["kind"] == "npm") == ("version" in package)


@pytest.mark.parametrize("name", RECIPE["naming"])
def test_a_naming_leads_to_each_card_once(name):
    naming = RECIPE["naming"][name]
    if "rows" in naming:
        cards = [rank + suit for suit in naming["rows"] if suit != "-" for rank in naming["columns"]]
        assert sorted(cards) == sorted(map(str, DECK))
    else:
        assert len(set(naming["ranks"])) == 13
        assert len(set(naming["suits"])) == 4


@pytest.mark.parametrize("name", RECIPE["deck"])
def test_a_deck_says_which_file_or_element_is_which_card(name):
    deck = RECIPE["deck"][name]
    naming = RECIPE["naming"][deck["naming"]]
    varies = deck.get("element", deck["file"])
    assert ("{rank}" in varies and "{suit}" in varies) == ("rows" not in naming)


@pytest.mark.parametrize("name", RECIPE["background"])
def test_a_background_set_says_what_to_take_and_what_to_make_of_it(name):
    entry = RECIPE["background"][name]
    assert entry["files"]
    assert entry["how"] in {"picture", "tile", "panorama"}


def test_the_readme_lists_every_deck_set_and_package():
    readme = (FOLDER / "README.md").read_text("utf-8")
    names = [*RECIPE["deck"], *RECIPE["background"], *(p["name"] for p in RECIPE["package"].values())]
    assert [name for name in names if f"`{name}`" not in readme] == []


def test_packages_are_fetched_by_name_and_not_from_an_address():
    texts = {
        path.name: path.read_text("utf-8") for path in FOLDER.iterdir() if path.suffix in {".py", ".toml"}
    }
    assert len(texts) == 4
    assert [name for name, text in texts.items() if "://" in text or "registry" in text] == []


def test_nothing_shadows_the_datasets_package_of_others():
    assert not (FOLDER / "__init__.py").exists()
