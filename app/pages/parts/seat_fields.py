"""The fields of one person of a board: name and stake, cards, what was laid down, what is claimed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from app import table_style
from app.i18n import rules_language, t
from app.pages.parts.board import Board
from app.records.cases import NAME_LENGTH
from app.seats import Held, Seat
from rules.cards import Card
from rules.wording import card_names


def person_fields(board: Board, seat: Seat, *, dealer: bool, stakes: bool, removable: bool) -> None:
    """What a person is called and plays for, and the way to let them go."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        text_field(board, seat, "name", t("Dealer") if dealer else t("Name"), max_chars=NAME_LENGTH)
        if stakes and not dealer:
            text_field(board, seat, "stake", t("Stake"), width=96)
        if removable:
            st.button(
                t("Remove {name}", name=seat.label),
                key=f"{board.page}:leave:{seat.number}",
                icon=":material/person_remove:",
                on_click=board.remove_seat,
                args=(seat.number,),
            )


def hand_field(board: Board, hand: Held) -> None:
    """Where a person's hand comes from: a photo, or typed cards; and what is wrong with it."""
    seat = hand.seat
    if seat.spot is None:
        text_field(
            board,
            seat,
            "typed",
            t("Cards of {name}", name=seat.label),
            placeholder="3C 6S 8H 4H 8C",
            help=t("Rank and suit of the five cards, such as 3C 6S 8H 4H 8C."),
            icon=":material/keyboard:",
        )
        if hand.troubles and not seat.typed.strip():
            st.caption(hand.troubles[0])
            return
    else:
        number = [photo.sha256 for photo in board.photos].index(seat.spot.sha256) + 1
        cards = " ".join(seen.card.symbol for seen in hand.seen)
        st.html(table_style.seat_hand(t("Photo {number}", number=number), cards, hand.corrected))
        st.button(
            t("Type the cards instead"),
            key=f"{board.page}:untie:{seat.number}",
            type="tertiary",
            on_click=board.give,
            args=(None, seat.spot),
        )
    if hand.troubles:
        st.html(table_style.trouble_panel(t("No verdict for {name}", name=seat.shown_name), hand.troubles))


def laid_field(board: Board, hand: Held) -> None:
    """Which three cards were laid down as the ox."""
    key = f"{board.page}:laid:{hand.seat.number}:{' '.join(map(str, hand.cards))}"
    st.session_state[key] = [place for place in hand.seat.laid if place < len(hand.cards)]
    names = card_names(hand.cards, rules_language())  # a second copy has another, by which browsers tell it
    st.pills(
        t("Laid down as the ox: three cards, or none"),
        list(range(len(hand.cards))),
        format_func=names.__getitem__,
        selection_mode="multi",
        key=key,
        on_change=_keep,
        args=(board, hand.seat.number, "laid", key, hand.cards),
    )


def choice_field(
    board: Board,
    seat: Seat,
    name: str,
    title: str,
    options: list[Any],
    said: Callable[[Any], str],
    none: str,
) -> None:
    """A choice that is a part of a seat; `none` is said where nothing is chosen."""
    key = f"{board.page}:{name}:{seat.number}"
    st.session_state[key] = getattr(seat, name)
    st.selectbox(
        title,
        options,
        format_func=said,
        placeholder=none,
        key=key,
        on_change=_keep,
        args=(board, seat.number, name, key),
    )


def text_field(board: Board, seat: Seat, name: str, title: str, **more: Any) -> None:
    """A line of text that is a part of a seat."""
    key = f"{board.page}:{name}:{seat.number}"
    st.session_state[key] = getattr(seat, name)
    st.text_input(title, key=key, on_change=_keep, args=(board, seat.number, name, key), **more)


def _keep(board: Board, number: int, name: str, key: str, cards: tuple[Card, ...] = ()) -> None:
    seat = next((seat for seat in board.seats if seat.number == number), None)
    if seat is not None:
        value = st.session_state[key]
        changes = {name: tuple(sorted(value)) if isinstance(value, list) else value}
        if name == "laid":
            changes["laid_of"] = cards
        if name == "typed":
            changes["laid"] = ()  # places of cards that may be others now
        board.put(replace(seat, **changes))
