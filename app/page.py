"""What `oxeye app` shows: brand, navigation and sidebar around one page per use.

To add a page, write `app/pages/NAME.py` with a function `show()` and add a line to `PAGES`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import streamlit as st

from app import page_style as style
from app import session
from app.i18n import later, t
from app.pages.parts.sidebar import draw_sidebar
from app.pictures import role_colours
from rules.errors import OxeyeError


class Entry(NamedTuple):
    """A page: its module in `app.pages`, its name in English, and its Material icon."""

    name: str
    title: str
    icon: str


PAGES = (
    Entry("camera", later("Camera"), ":material/photo_camera:"),
    Entry("photos", later("Photos"), ":material/photo_library:"),
    Entry("table", later("Table"), ":material/groups:"),
    Entry("dispute", later("Dispute"), ":material/balance:"),
    Entry("odds", later("Odds"), ":material/bar_chart:"),
    Entry("rules", later("Rules"), ":material/rule_settings:"),
)
"""All pages in the order of the navigation; one whose module does not exist is left out."""


def main(start: str = "photos") -> None:
    """Draw the frame and the page that the person chose.

    Args:
        start: name of the page that opens first.
    """
    session.begin()
    st.set_page_config("Oxeye", "🂡", layout="wide", initial_sidebar_state="auto")
    st.html(style.style_sheet(*role_colours()))
    pages = [_page(entry, entry.name == start) for entry in PAGES if find_spec(f"app.pages.{entry.name}")]
    chosen = st.navigation(pages, position="hidden")
    st.html(style.brand() + style.language_mark(), unsafe_allow_javascript=True)
    with st.container(key="nav", horizontal=True, gap="small"):
        for page in pages:
            st.page_link(page)
    draw_sidebar()
    try:
        chosen.run()
    except OxeyeError as error:  # such as too little memory to draw on a photo that could be read
        st.html(style.error_panel(t("This page cannot be shown"), str(error)))


def _page(entry: Entry, first: bool) -> Any:
    module = import_module(f"app.pages.{entry.name}")
    return st.Page(module.show, title=t(entry.title), icon=entry.icon, url_path=entry.name, default=first)
