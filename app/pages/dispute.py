"""Dispute: hands, what each side laid down and claims; the ruling with every reason, and a record to keep."""

import streamlit as st

from app import page_style as style
from app import session, table_style
from app.i18n import nt, t
from app.pages.parts.board import Board, player_name
from app.pages.parts.board_photos import photos_of_hands
from app.pages.parts.keep import keep_ruling
from app.pages.parts.seat_fields import choice_field, hand_field, laid_field, person_fields, text_field
from app.records.cases import CLAIMS, MOST_SIDES, WORDS_LENGTH, Case
from app.records.ruling_html import claim_name, ruling_html
from app.records.rulings import rule
from app.seats import Held, name_troubles, stake_troubles
from rules.errors import HandError
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
    answers = photos_of_hands(BOARD, house)
    if answers is None:
        return
    hands = BOARD.hands(answers, house)
    if way == ALONE:
        hands = hands[:1]
    st.html(table_style.section(t("The hands, and what is claimed")))
    many = way == ROUND
    with st.container(key="dispute-sides"):
        for place, hand in enumerate(hands):
            _show_side(hand, dealer=many and place == 0, stakes=many, removable=many and place > 1)
    if way == ROUND and len(hands) < MOST_SIDES:
        st.button(t("Add a player"), icon=":material/person_add:", key="dispute:add", on_click=_add_player)
    st.html(table_style.section(t("The ruling")))
    case = _case(hands, house)
    if case is not None:
        keep_ruling(BOARD.page, case, BOARD.photos)


def _begin() -> None:
    if not BOARD.seats:
        BOARD.add_seat(t("Dealer"))
        BOARD.add_seat(player_name(0))


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
    BOARD.add_seat(player_name(BOARD.added - 1))


def _show_side(hand: Held, *, dealer: bool, stakes: bool, removable: bool) -> None:
    seat = hand.seat
    with st.container(border=True, key=f"dispute-side-{seat.number}", gap="small"):
        person_fields(BOARD, seat, dealer=dealer, stakes=stakes, removable=removable)
        hand_field(BOARD, hand)
        if hand.cards:
            laid_field(BOARD, hand)
        nothing = t("nothing in particular")
        choice_field(BOARD, seat, "claim", t("Claims to have"), list(CLAIMS), claim_name, nothing)
        text_field(BOARD, seat, "words", t("Says (optional)"), max_chars=WORDS_LENGTH)


def _case(hands: list[Held], house: HouseRules) -> Case | None:
    """Draw the ruling, or what is missing for one; the case if there is a ruling."""
    missing = [
        t("{name}: {trouble}", name=hand.seat.shown_name, trouble=trouble)
        for hand in hands
        for trouble in hand.troubles
    ]
    seats = [hand.seat for hand in hands]
    missing += name_troubles(seats, seats[0].number) + stake_troubles(seats, seats[0].number)
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
