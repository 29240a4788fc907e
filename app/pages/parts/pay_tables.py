"""The two parts of house rules that are tables: the order of the kinds, and what each pays."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from app import page_style as style
from app.i18n import rules_language, t
from rules.house import HouseRules
from rules.kinds import PAY_LIMIT, Kind, of_key
from rules.sentences import kind_name, say

Set = Callable[[str, Any], None]

STRENGTHS = (
    *(f"single_{digit}" for digit in (0, *range(9, 0, -1))),
    *(f"double_{rank}" for rank in ("K", "Q", "J", *range(10, 1, -1), "A")),
)
"""Keys of payments for single strengths, in the order of the default rules."""


def show_order(house: HouseRules, set_option: Set) -> None:
    """The kinds from highest to lowest, each with buttons that move it."""
    for place, kind in enumerate(house.order):
        name = kind_said(Kind(kind))
        with st.container(key=f"order-{place}", horizontal=True, gap="small", vertical_alignment="center"):
            st.html(f'<div class="ox-place"><b>{place + 1}</b> {style.escaped(name)}</div>', width=190)
            for step, icon, label in (
                (-1, ":material/arrow_upward:", t("{kind}: higher", kind=name)),
                (1, ":material/arrow_downward:", t("{kind}: lower", kind=name)),
            ):
                st.button(
                    label,
                    icon=icon,
                    key=f"order-move-{place}-{step}",
                    disabled=not 0 <= place + step < len(house.order),
                    on_click=_move,
                    args=(house.order, place, step, set_option),
                )


def show_payments(house: HouseRules, set_option: Set) -> None:
    """What each kind pays in the scale that moves money, and single strengths that pay something else."""
    scale = house.settle_by
    st.html(
        style.option_head(
            t("Points per kind") if scale == "points" else t("Stakes paid per kind"),
            t("Clause {clause}", clause="C31"),
        )
    )
    with st.container(key="pay-kinds", horizontal=True, gap="small"):
        for kind in Kind:
            _payment(house, scale, str(kind), set_option)
    finer = st.expander(t("Single strengths that pay more or less"))
    with finer, st.container(key="pay-strengths", horizontal=True, gap="small"):
        for entry in STRENGTHS:
            _payment(house, scale, entry, set_option)


def kind_said(kind: Kind) -> str:
    """Name of a kind as a class: `Double-Ox`."""
    text = say(f"class.{kind}", rules_language())
    return f"{text[0].upper()}{text[1:]}"


def _payment(house: HouseRules, scale: str, entry: str, set_option: Set) -> None:
    kind, strength = of_key(entry)
    name = kind_said(kind) if strength is None else kind_name(kind, strength, rules_language())
    key = f"pay:{scale}:{entry}"
    st.session_state[key] = house.table.pay_of(entry)
    st.number_input(
        name, 0, PAY_LIMIT, key=key, width=150, on_change=_pay, args=(scale, entry, key, set_option)
    )


def _pay(scale: str, entry: str, key: str, set_option: Set) -> None:
    set_option(scale, {entry: int(st.session_state[key])})


def _move(order: tuple[str, ...], place: int, step: int, set_option: Set) -> None:
    moved = list(order)
    moved.insert(place + step, moved.pop(place))
    set_option("order", tuple(moved))
