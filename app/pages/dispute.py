"""Dispute: hands, what each side laid down and claims; the ruling with every reason, and a record to keep."""

import streamlit as st

from app import page_style as style
from app import session, table_style
from app.i18n import nt, t
from app.pages.parts.board import (
    Board,
    choice_field,
    hand_field,
    laid_field,
    name_field,
    read_photos,
    show_photos,
    take_photos,
    text_field,
)
from app.pages.parts.keep import keep_ruling
from app.records.cases import CLAIMS, MOST_SIDES, WORDS_LENGTH, Case, Claim
from app.records.ruling_html import claim_name, ruling_html
from app.records.rulings import rule
from app.seats import Held, name_troubles
from rules.errors import HandError, OxeyeError
from rules.house import HouseRules

BOARD = Board("dispute")

ALONE, ROUND = "alone", "round"
"""What a dispute is about: one challenged hand, or hands against the dealer."""


def show() -> None:
    """Draw the page."""
    st.html(style.title(t("Settle a dispute")))
    house = session.house()
    _begin()
    way = _choose_way()
    st.html(table_style.rules_line(house))
    take_photos(BOARD)
    try:
        answers = read_photos(BOARD, house)
    except OxeyeError as error:
        st.html(style.error_panel(t("Oxeye cannot read here"), str(error)))
        return
    show_photos(BOARD, answers, house)
    hands = BOARD.hands(answers, house)
    if way == ALONE:
        hands = hands[:1]
    st.html(table_style.section(t("The hands, and what is claimed")))
    for place, hand in enumerate(hands):
        _show_side(hand, dealer=way == ROUND and place == 0, removable=way == ROUND and place > 1)
    if way == ROUND and len(hands) < MOST_SIDES:
        st.button(t("Add a player"), icon=":material/person_add:", key="dispute:add", on_click=_add_player)
    st.html(table_style.section(t("The ruling")))
    case = _case(hands, house)
    if case is not None:
        keep_ruling(BOARD.page, case, BOARD.photos)


def _begin() -> None:
    if not BOARD.seats:
        BOARD.add_seat(t("Dealer"))
        BOARD.add_seat(t("Player {number}", number=1))


def _choose_way() -> str:
    st.session_state["dispute:way"] = st.session_state.get("dispute:about", ROUND)
    chosen = st.segmented_control(
        t("What is it about?"),
        [ROUND, ALONE],
        format_func=lambda way: t("Hands against the dealer") if way == ROUND else t("One challenged hand"),
        key="dispute:way",
        required=True,
        label_visibility="collapsed",
        on_change=_keep_way,
    )
    return str(chosen)


def _keep_way() -> None:
    st.session_state["dispute:about"] = st.session_state["dispute:way"]


def _add_player() -> None:
    BOARD.add_seat(t("Player {number}", number=len(BOARD.seats)))


def _show_side(hand: Held, *, dealer: bool, removable: bool) -> None:
    seat = hand.seat
    with st.container(border=True, key=f"dispute-side-{seat.number}"):
        if dealer:
            st.html(f'<div class="ox-hand">{t("The dealer")}</div>')
        name_field(BOARD, seat)
        hand_field(BOARD, hand)
        if hand.cards:
            laid_field(BOARD, hand)
        choice_field(BOARD, seat, "claim", t("Claims to have"), [None, *CLAIMS], _claim_said)
        text_field(BOARD, seat, "words", t("Says (optional)"), max_chars=WORDS_LENGTH)
        if not dealer and len(BOARD.seats) > 1:
            text_field(BOARD, seat, "stake", t("Stake"))
        if removable:
            st.button(
                t("Remove {name}", name=seat.name),
                key=f"dispute:leave:{seat.number}",
                icon=":material/person_remove:",
                type="tertiary",
                on_click=BOARD.remove_seat,
                args=(seat.number,),
            )


def _claim_said(claim: Claim | None) -> str:
    return t("nothing in particular") if claim is None else claim_name(claim)


def _case(hands: list[Held], house: HouseRules) -> Case | None:
    """Draw the ruling, or what is missing for one; the case if there is a ruling."""
    missing = [
        t("{name}: {trouble}", name=hand.seat.name, trouble=trouble)
        for hand in hands
        for trouble in hand.troubles
    ]
    missing += name_troubles([hand.seat for hand in hands], hands[0].seat.number)
    if missing:
        said = nt(
            "No ruling yet; {n} thing is missing.", "No ruling yet; {n} things are missing.", len(missing)
        )
        st.html(table_style.hint_panel(said, missing))
        return None
    try:
        case = BOARD.case(hands, house)
        ruling = rule(case)
    except HandError as error:
        st.html(style.error_panel(t("No ruling"), str(error)))
        return None
    with st.container(key="dispute-ruling"):
        for piece in ruling_html(ruling):
            st.html(table_style.ruling_piece(piece))
    return case
