"""House rules: choose a set, change any option beside its meaning and an example, load and save."""

from typing import Any

import streamlit as st

from app import page_style as style
from app import session
from app.i18n import later, pt, rules_language, t
from app.pages.parts.pay_tables import show_order, show_payments
from app.rule_examples import EXAMPLES
from app.rule_names import own, rules_name
from rules.errors import RulesError
from rules.house import HouseRules
from rules.options import OPTIONS, Option
from rules.presets import PRESETS
from rules.sentences import option_said

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (later("Cards and the ox"), ("decks", "flex36", "trips", "pair36")),
    (
        later("What beats what"),
        ("single_zero", "double_ace", "double_compare", "order", "tie", "tie_five_dukes"),
    ),
    (
        later("Special hands"),
        (
            "tonku",
            "nenku",
            "ten_in_tonku",
            "five_dukes",
            "ten_in_five_dukes",
            "five_small",
            "five_small_max_sum",
            "five_small_six",
            "bomb",
            "double_ox",
        ),
    ),
    (
        later("What it pays"),
        ("settle_by", "multiples", "suited", "suited_kinds", "suited_factor", "choose_by"),
    ),
    (later("At the table"), ("cards_speak",)),
)
"""Options by what they are about; those that move most money come first."""

LONGEST_NAME = 60

ERROR_KEY = "rules:error"
FILE_KEY = "rules:file"


def show() -> None:
    """Draw the page."""
    st.html(style.title(t("House rules")))
    house = session.house()
    st.html(style.rules_in_use(house, rules_name(house)))
    with st.container(key="rules-files", horizontal=True, gap="small", vertical_alignment="bottom"):
        _start_from()
        st.session_state["rules:name"] = rules_name(house)
        st.text_input(
            t("Name of these rules"), key="rules:name", max_chars=LONGEST_NAME, on_change=_rename, width=260
        )
        st.download_button(
            t("Save as a file"),
            house.to_toml(),
            file_name="house-rules.toml",
            mime="application/toml",
            icon=":material/download:",
            key="rules:save",
            on_click="ignore",
        )
    _load()
    for number, (title, options) in enumerate(GROUPS):
        with st.expander(t(title), expanded=number == 0, key=f"rules:group:{number}"):
            for name in options:
                _show_option(OPTIONS[name], house)


def option_title(option: Option) -> str:
    """What an option decides, one line."""
    meaning = pt("option:" + option.name, option.meaning)
    return f"{meaning[0].upper()}{meaning[1:]}"


def _start_from() -> None:
    st.session_state["rules:start"] = None
    st.selectbox(
        t("Start from a known set"),
        list(PRESETS),
        format_func=lambda name: rules_name(HouseRules.named(name)),
        key="rules:start",
        placeholder=t("Choose…"),
        on_change=_start,
        width=260,
    )


def _start() -> None:
    if name := st.session_state["rules:start"]:
        session.set_house(HouseRules.named(name))


def _rename() -> None:
    name = " ".join(st.session_state["rules:name"].split())
    if name:
        session.set_house(own(session.house().with_options(name=name)))


def _load() -> None:
    """Take rules from a file.

    The style sheet hides a file that was taken, because its rules may have been changed since. One that was
    refused in the browser stays with its reason; an uploader drawn anew would lose it.
    """
    with st.expander(t("Load from a file")), st.container(key="taken-files-rules"):
        st.file_uploader(
            t("Rules file (TOML)"), key=FILE_KEY, label_visibility="collapsed", on_change=_take_file
        )
    if error := st.session_state.get(ERROR_KEY):
        st.html(style.error_panel(t("These rules cannot be used"), error))


def _take_file() -> None:
    upload = st.session_state[FILE_KEY]
    if upload is None:
        return
    st.session_state[ERROR_KEY] = ""
    try:
        text = upload.getvalue().decode("utf-8-sig")
        loaded = HouseRules.from_toml(text, upload.name.rsplit(".", 1)[0])
        session.set_house(own(loaded.with_options(name=" ".join(loaded.name.split())[:LONGEST_NAME])))
    except UnicodeDecodeError:
        st.session_state[ERROR_KEY] = t("The file is not a text. Choose one that was saved on this page.")
    except RulesError as error:
        st.session_state[ERROR_KEY] = str(error)


def _show_option(option: Option, house: HouseRules) -> None:
    """What an option decides, its values to choose from, and its example under each of them."""
    if option.name == "order":
        st.html(style.option_head(option_title(option), option.clause))
        show_order(house, _set)
        return
    if option.name == "multiples":
        show_payments(house, _set)
        return
    key = f"rule:{option.name}"
    now = getattr(house, option.name)
    st.session_state[key] = now
    title, clause = option_title(option), t("Clause {clause}", clause=option.clause)
    change = {"on_change": _take, "args": (option.name,), "help": clause}
    if option.name == "five_small_max_sum":
        choices = [None, *range(option.whole[0], option.whole[1] + 1)] if option.whole else [None]
        says = _says(option.name)
        st.selectbox(title, choices, format_func=says, placeholder=says(None), key=key, **change)
    elif option.whole is not None:
        st.number_input(title, *option.whole, key=key, width=320, **change)
    else:
        st.radio(title, option.values, format_func=_says(option.name), key=key, **change)
    if option.name in EXAMPLES:
        st.html(style.example(option.name, house))


def _says(option: str) -> Any:
    spoken = rules_language()
    return lambda value: option_said(option, value, spoken)


def _take(option: str) -> None:
    _set(option, st.session_state[f"rule:{option}"])


def _set(option: str, value: Any) -> None:
    """Change one option for this session; the rules then are the table's own."""
    session.set_house(own(session.house().with_options(name=session.house().name, **{option: value})))
