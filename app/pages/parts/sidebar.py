"""The sidebar: language, rule set and decks, the same on every page."""

import streamlit as st

from app import session
from app.i18n import LANGUAGES, language, t
from app.rule_names import preset_of, rules_about, rules_name
from rules.house import HouseRules
from rules.presets import PRESETS

MOST_DECKS = 8

OWN = "own"
"""Choice of the rule set that stands for rules made on the page of the house rules."""


def draw_sidebar() -> None:
    """Draw the sidebar; what it changes holds on all pages."""
    with st.sidebar:
        _choose_rules()
        _choose_language()


def _choose_rules() -> None:
    house = session.house()
    known = preset_of(house)
    st.session_state["rules"] = known or OWN
    st.subheader(t("House rules"))
    st.selectbox(
        t("Rule set"),
        [*PRESETS, *([] if known else [OWN])],
        format_func=lambda name: house.name if name == OWN else rules_name(HouseRules.named(name)),
        key="rules",
        on_change=_take_preset,
    )
    if known:
        st.caption(rules_about(house))
    st.session_state["decks"] = house.decks
    st.number_input(t("Decks in play"), 1, MOST_DECKS, key="decks", on_change=_take_decks)
    st.caption(t("Agree on them before the first hand. Every verdict names the rules it was judged by."))


def _take_preset() -> None:
    chosen = st.session_state["rules"]
    if chosen != OWN:
        session.set_house(HouseRules.named(chosen))


def _take_decks() -> None:
    house = session.house()
    session.set_house(house.with_options(name=house.name, decks=int(st.session_state["decks"])))


def _choose_language() -> None:
    st.session_state["language_choice"] = language()
    st.selectbox(
        t("Language"),
        list(LANGUAGES),
        format_func=LANGUAGES.get,
        key="language_choice",
        on_change=lambda: session.set_language(st.session_state["language_choice"]),
    )
