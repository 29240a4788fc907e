"""What one browser session knows: its language, its house rules and its stores.

Everything lives in `st.session_state`, so that two browsers never share hands, rules, scores or pictures.
"""

from typing import Any

import streamlit as st

from app.i18n import LANGUAGES, SESSION_KEY, nearest_language
from app.service import Reader
from rules.house import HouseRules

HOUSE_KEY = "house"


def house() -> HouseRules:
    """The house rules of this session."""
    return st.session_state.setdefault(HOUSE_KEY, HouseRules())


def set_house(rules: HouseRules) -> None:
    """Play by these rules on all pages of this session."""
    st.session_state[HOUSE_KEY] = rules


def set_language(code: str) -> None:
    """Speak a language on all pages of this session."""
    st.session_state[SESSION_KEY] = code


def begin() -> None:
    """Choose the language when a session begins: that of the address (`?lang=ru`), or of the browser."""
    if SESSION_KEY not in st.session_state:
        asked = st.query_params.get("lang", "")
        set_language(asked if asked in LANGUAGES else nearest_language(st.context.locale))


def store(name: str) -> dict[Any, Any]:
    """A dictionary that lives as long as the browser session."""
    return st.session_state.setdefault(f"kept:{name}", {})


def reader() -> Reader:
    """The networks, loaded once for all sessions; they keep nothing of what they read."""
    from app import service

    return _networks(service)


@st.cache_resource(show_spinner=False)
def _networks(_service: Any) -> Reader:
    return _service.load_reader()
