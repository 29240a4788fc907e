"""The catalogue of sentences: complete, and open to other languages."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules.explain import verdict_line
from rules.kinds import Kind
from rules.options import OPTIONS, PAY_OPTIONS, value_text
from rules.sentences import CATALOGUES, add_language, fields, option_said, say
from rules.sentences_en import ENGLISH
from rules.text import verdict_text
from tests.rules.samples import judged


@pytest.fixture
def malay() -> Iterator[str]:
    add_language("ms", {"kind.double": "Ganda {strength}", "line.left": "baki {cards}", "or": "atau"})
    yield "ms"
    del CATALOGUES["ms"]


def test_another_language_falls_back_to_english(malay: str) -> None:
    line = verdict_line(judged("KD 4C 3S 8D 8C"), malay)
    assert line == "K♦ + 4♣ + 3♠(6) = 20 · baki 8♦ 8♣ · Ganda 8 · pays 3×"
    assert "15 atau 18" in verdict_text(judged("3C 6S 8H 4H 8C"), malay, full=True)
    assert verdict_line(judged("KD 4C 3S 8D 8C"), "xx") == verdict_line(judged("KD 4C 3S 8D 8C"))


def test_a_language_may_not_invent_sentences_or_values() -> None:
    with pytest.raises(ValueError, match=r"no sentence 'kind\.triple'"):
        add_language("ms", {"kind.triple": "Tiga"})
    with pytest.raises(ValueError, match="sentence 'or' has no value card"):
        add_language("ms", {"or": "{card}"})
    assert "ms" not in CATALOGUES


def test_every_option_value_can_be_said() -> None:
    for name, option in OPTIONS.items():
        for value in option.values:
            if name not in (*PAY_OPTIONS, "order", "decks", "suited_factor", "five_small_max_sum"):
                assert f"option.{name}.{value_text(value)}" in ENGLISH
            assert option_said(name, value)
    assert option_said("decks", 6) == "6 decks"
    assert option_said("five_small_max_sum", 10) == "Five Small up to a total of 10"


def test_every_kind_has_a_name() -> None:
    assert {f"{group}.{kind}" for kind in Kind for group in ("kind", "class")} <= set(ENGLISH)
    assert fields(ENGLISH["kind.double"]) == {"strength"}


def test_every_sentence_is_used_and_none_is_missing() -> None:
    """Keys written out in the code exist, and all others belong to a family that the code builds by name."""
    written: set[str] = set()
    for path in Path(rules.__file__).parent.glob("*.py"):
        if path.name == "sentences_en.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                written.add(node.value)
    families = ("kind.", "class.", "option.", "laid.", "duel.", "tie.", "whole.", "pays.", "amounts.")
    unused = {key for key in ENGLISH if key not in written and not key.startswith(families)}
    assert unused == set()


def test_unknown_sentence() -> None:
    with pytest.raises(KeyError):
        say("no.such.sentence")
