"""Odds: for the rules of this session exact chances, the dealer's edge, and what other rules cost."""

import streamlit as st

from app import odds_style, session
from app import page_style as style
from app.chances import chances, costs, exact_odds
from app.i18n import t
from app.rule_names import rules_name

WANTED_KEY = "odds:costs"
"""Rules for which a person asked what others would change."""


def show() -> None:
    """Draw the page."""
    house = session.house()
    st.html(style.title(t("Odds")))
    st.html(style.lead(t("Exact, by counting every hand, for these rules: {name}.", name=rules_name(house))))
    with st.spinner(t("Counting all hands…")):
        exact = exact_odds(house)
    st.html(odds_style.facts(exact, house))
    rows = chances(exact)
    st.html(odds_style.kinds_table(rows, house))
    with st.expander(t("Every strength"), key="odds:strengths"):
        st.html(odds_style.strengths_table(rows, house))
    st.html(style.option_head(t("What other rules would change"), ""))
    st.html(
        style.lead(
            t(
                "One rule changed at a time: in how many deals somebody would pay another amount, "
                "and what the dealer would win more or less from each player."
            )
        )
    )
    if st.session_state.get(WANTED_KEY) != house.id:
        st.button(
            t("Count it"), icon=":material/calculate:", key="odds:count", on_click=_want, args=(house.id,)
        )
        return
    with st.spinner(t("Counting all deals…")):
        found = costs(house)
    st.html(odds_style.costs_table(found, house))


def _want(rules: str) -> None:
    st.session_state[WANTED_KEY] = rules
