"""The page of the house rules and the sidebar: what is chosen there holds for the session."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app.rule_examples import EXAMPLES, lines
from rules.house import HouseRules
from rules.options import OPTIONS, PAY_OPTIONS
from rules.presets import PRESETS
from tests.app.conftest import run, text


def script():
    from app.pages import rules
    from app.pages.parts.sidebar import draw_sidebar

    draw_sidebar()
    rules.show()


@pytest.fixture
def page():
    st.cache_resource.clear()
    return run(AppTest.from_function(script, default_timeout=60))


def house(page) -> HouseRules:
    return page.session_state["house"]


@pytest.mark.parametrize("option", EXAMPLES)
def test_example_is_decided_by_its_option(option):
    results = {line.result for line in lines(option, HouseRules())}
    assert len(results) > 1
    assert sum(line.now for line in lines(option, HouseRules())) == 1


def test_every_option_has_an_example_or_shows_itself():
    assert set(OPTIONS) - set(EXAMPLES) == {"order", *PAY_OPTIONS}


def test_every_option_is_on_the_page(page):
    shown = {widget.key for kind in ("radio", "selectbox", "number_input") for widget in getattr(page, kind)}
    for name in OPTIONS:
        if name in EXAMPLES:
            assert f"rule:{name}" in shown
    assert "pay:multiples:tonku" in shown
    assert "pay:multiples:single_0" in shown
    assert "Kinds from highest to lowest" in text(page)


def test_option_changed_makes_rules_of_ones_own(page):
    page.radio(key="rule:tie").set_value("push")
    run(page)
    assert house(page).tie == "push"
    assert house(page).name == "Our table"
    assert "equal hands: nobody pays" in text(page)
    assert page.selectbox(key="rules").value == "own"


def test_known_set_is_taken_from_page_and_sidebar(page):
    page.selectbox(key="rules:start").set_value("MY_APP")
    run(page)
    assert house(page) == HouseRules.named("MY_APP")
    assert page.selectbox(key="rules").value == "MY_APP"
    page.selectbox(key="rules").set_value("TWO_DECK")
    run(page)
    assert house(page) == HouseRules.named("TWO_DECK")
    assert page.number_input(key="decks").value == 2


def test_decks_of_sidebar_and_page_are_one(page):
    page.number_input(key="decks").set_value(3)
    run(page)
    assert page.number_input(key="rule:decks").value == 3
    assert page.selectbox(key="rules").value == "DEFAULT", "a known set stays known with more decks"


def test_payments_and_order(page):
    page.number_input(key="pay:multiples:tonku").set_value(3)
    run(page)
    page.number_input(key="pay:multiples:single_0").set_value(2)
    run(page)
    assert house(page).multiples["tonku"] == 3
    assert house(page).multiples["single_0"] == 2
    page.button(key="order-move-1--1").click()
    run(page)
    assert house(page).order[:2] == ("five_small", "five_dukes")
    assert page.button(key="order-move-0--1").disabled
    page.radio(key="rule:settle_by").set_value("points")
    run(page)
    assert page.number_input(key="pay:points:tonku").value == 5


def test_rules_are_named_saved_and_loaded_again(page):
    page.radio(key="rule:single_zero").set_value("low")
    run(page)
    page.text_input(key="rules:name").set_value("  Friday   table ")
    run(page)
    mine = house(page)
    assert mine.name == "Friday table"
    other = run(AppTest.from_function(script, default_timeout=60))
    other.file_uploader(key="rules:file").set_value([("rules.toml", mine.to_toml().encode(), "text/plain")])
    run(other)
    assert house(other) == mine
    assert house(other).name == "Friday table"


def test_name_of_a_known_set_is_not_borne_by_other_rules(page):
    text = 'name = "DEFAULT"\ntie = "push"\n'
    page.file_uploader(key="rules:file").set_value([("rules.toml", text.encode(), "text/plain")])
    run(page)
    assert house(page).tie == "push"
    assert house(page).name == "Our table"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"tie = 'maybe'", "allowed is dealer, push, high_card"),
        (b"tye = 'push'", "did you mean tie"),
        (b"this is no file", "this is not TOML"),
        (b"\xff\xfe\x00", "not a text"),
    ],
)
def test_bad_file_is_refused_and_the_rules_stay(page, data, said):
    page.file_uploader(key="rules:file").set_value([("rules.toml", data, "text/plain")])
    run(page)
    assert "These rules cannot be used" in text(page)
    assert said in text(page)
    assert house(page) == HouseRules()


def test_every_known_set_can_be_shown(page):
    for name in list(PRESETS)[::6]:
        page.selectbox(key="rules").set_value(name)
        run(page)
        assert house(page).name == name


@pytest.mark.parametrize("name", ["Wikipedia", "wikipedia", "DEFAULT", "维基百科"])
def test_own_rules_cannot_bear_the_name_of_a_known_set(page, name):
    page.radio(key="rule:tie").set_value("push")
    run(page)
    page.text_input(key="rules:name").set_value(name)
    run(page)
    assert house(page).name == "Our table"
    assert house(page).tie == "push"
    assert len(set(page.selectbox(key="rules").options)) == len(page.selectbox(key="rules").options)
