"""The photos of a board: taken, read, shown, and their hands given to people by tapping."""

from functools import partial

import numpy as np
import streamlit as st

from app import page_style as style
from app import session, table_style
from app.i18n import t
from app.pages.parts.board import ASKED_KEY, Board
from app.pages.parts.correct import Desk, correct_hand, spots
from app.pages.parts.live_camera import still_camera
from app.pages.parts.photo import (
    Taken,
    desks_of,
    outcome_of,
    picture_of,
    read_behind_bar,
    shown_cards,
    told_of,
)
from app.pages.parts.tapping import Spot, tappable_picture
from app.seats import InPhoto, deal_out, labels, of_other_hands, spots_of, still_there
from app.service import Answer
from app.wording import label
from rules.errors import OxeyeError
from rules.house import HouseRules

_OWNER_SHARE = 0.1
"""Height of an owner's name on a picture, and half of its least width, as a share of the picture's."""


def photos_of_hands(board: Board, house: HouseRules) -> dict[str, Answer] | None:
    """Take photos, read them and show them; what was read from each, or `None` where nothing can be read."""
    _take_photos(board)
    try:
        answers = _read_photos(board, house)
    except OxeyeError as error:
        st.html(style.error_panel(t("Oxeye cannot read here"), str(error)))
        return None
    _show_photos(board, answers, house)
    return answers


def _take_photos(board: Board) -> None:
    """The uploader and the camera.

    The style sheet hides what was taken from the list of the uploader. What was refused in the browser stays
    there with its reason, of which the server hears nothing; an uploader drawn anew would lose it.
    """
    key = f"{board.page}:uploads:{board.turn}"
    with st.container(key=f"taken-files-{board.page}"):
        st.file_uploader(
            t("Photos of the hands: one of each, or one of the whole table"),
            accept_multiple_files=True,
            key=key,
            label_visibility="collapsed",
            on_change=_take,
            args=(board, key),
        )
    if st.toggle(t("Use the camera of this device"), key=f"{board.page}:camera"):
        aim = t("Point the camera at one hand, or at the whole table.")
        still_camera(f"{board.page}:still", aim, partial(_take_shot, board))


def _take(board: Board, key: str) -> None:
    """Keep what was uploaded."""
    board.add_photos([Taken(upload.name, upload.getvalue()) for upload in st.session_state[key] or []])


def _take_shot(board: Board, data: bytes, number: int) -> None:
    board.add_photos([Taken(t("Camera photo {number}", number=number), data)])


def _remove(board: Board, sha256: str) -> None:
    board.photos = tuple(photo for photo in board.photos if photo.sha256 != sha256)
    board.empty_uploader()


def _read_photos(board: Board, house: HouseRules) -> dict[str, Answer]:
    """What is read from each photo, corrections included; new hands go to the seats that have none.

    Raises:
        ModelError: a network failed.
    """
    read_behind_bar(board.photos, house)
    answers, told = {}, {}
    for photo in board.photos:
        outcome = outcome_of(photo, house)
        if outcome.answer is not None:
            answers[photo.sha256] = outcome.answer
            told[photo.sha256] = told_of(photo, house.decks)
    for sha256, now in told.items():
        board.seats = of_other_hands(board.seats, sha256, board.dealt.get(sha256, now), now)
    board.seats = still_there(board.seats, spots_of(answers))
    new = {sha256: given for sha256, given in answers.items() if sha256 not in board.dealt}
    if new:
        board.seats = deal_out(board.seats, spots_of(new))
    board.dealt = {**board.dealt, **told}
    return answers


def _show_photos(board: Board, answers: dict[str, Answer], house: HouseRules) -> None:
    """Each photo with its hands: whose they are, what they are, and what a person may correct."""
    for number, photo in enumerate(board.photos, start=1):
        given = answers.get(photo.sha256)
        with st.container(key=f"{board.page}-photo-{number}"):
            if given is None:
                why = session.store("errors").get(photo.sha256, "")
                st.html(style.photo_title(photo.name))
                st.html(style.error_panel(t("Not a usable photo"), why))
            else:
                _show_photo(board, photo, given, house)
            st.button(
                t("Remove photo {number}", number=number),
                icon=":material/delete:",
                key=f"{board.page}:remove:{photo.sha256}",
                type="tertiary",
                on_click=_remove,
                args=(board, photo.sha256),
            )
    _ask_whose(board, answers)


def _show_photo(board: Board, photo: Taken, given: Answer, house: HouseRules) -> None:
    shown, told = st.columns([1, 1], gap="large")
    desks = desks_of(photo, house)
    with shown:
        cards = [spot for desk in desks for spot in spots(desk)]
        owners = [spot for desk in desks if (spot := _owner_spot(board, photo, desk)) is not None]
        key = f"{board.page}-{photo.sha256}"
        picture = picture_of(photo, house)
        tappable_picture(key, picture, given.reading.size, [*cards, *owners], shown_cards(given))
    with told:
        if not desks:
            st.html(style.refusal_panel(given.status, ""))
        for desk in desks:
            _show_hand(board, photo, desk)


def _owner_spot(board: Board, photo: Taken, desk: Desk) -> Spot | None:
    """The owner's name at the lower edge of a hand on the picture, to be tapped."""
    corners = [seen.quad for seen in desk.cards if len(seen.quad)]
    if not corners:
        return None
    width, height = desk.reading.size
    low, high = np.clip((np.concatenate(corners).min(0), np.concatenate(corners).max(0)), 0, (width, height))
    middle, half = (low[0] + high[0]) / 2, max((high[0] - low[0]) / 3, width * _OWNER_SHARE)
    left, right = max(middle - half, 0), min(middle + half, width)
    top, bottom = high[1] - height * _OWNER_SHARE, high[1]
    box = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    owner = board.owner(InPhoto(photo.sha256, desk.number))
    whose = owner.label if owner is not None else t("nobody yet")
    name = t("Hand {number}: {name}", number=desk.number + 1, name=whose)
    return Spot(box, name, _ask, (board, photo.sha256, desk.number), named=True)


def _show_hand(board: Board, photo: Taken, desk: Desk) -> None:
    spot = InPhoto(photo.sha256, desk.number)
    owner = board.owner(spot)
    name = owner.shown_name if owner is not None else t("nobody yet")
    verdict = desk.hand.verdict
    result = label(verdict) if verdict is not None else t("No verdict")
    with st.container(key=f"{board.page}-hand-{desk.key}"):
        st.html(
            table_style.owned_hand(
                t("Hand {number}: {name}", number=desk.number + 1, name=name), result, verdict
            )
        )
        if verdict is None:
            st.html(style.refusal_panel(desk.hand.status or desk.given.status, "", desk.hand.outlook))
        key = f"{board.page}:owner:{desk.key}"
        st.session_state[key] = None if owner is None else owner.number
        names = labels(board.seats)
        st.pills(
            t("Whose hand is it?"),
            list(names),
            format_func=names.__getitem__,
            key=key,
            on_change=lambda: board.give(st.session_state[key], spot),
        )
        correct_hand(desk)


def _ask(board: Board, sha256: str, number: int) -> None:
    st.session_state[ASKED_KEY] = (board.page, sha256, number)


def _stop_asking() -> None:
    st.session_state[ASKED_KEY] = None


def _ask_whose(board: Board, answers: dict[str, Answer]) -> None:
    """The dialog after a tap on a hand of a picture."""
    asked = st.session_state.get(ASKED_KEY)
    if asked is None or asked[0] != board.page:
        return
    spot = InPhoto(*asked[1:])
    if spot in spots_of(answers):
        st.dialog(t("Whose hand is it?"), on_dismiss=_stop_asking)(_whose)(board, spot)


def _whose(board: Board, spot: InPhoto) -> None:
    if st.session_state.get(ASKED_KEY) is None:
        st.rerun()
    names = labels(board.seats)
    for seat in board.seats:
        st.button(
            names[seat.number],
            key=f"{board.page}:whose:{seat.number}",
            width="stretch",
            type="primary" if seat.spot == spot else "secondary",
            on_click=partial(board.give, seat.number, spot),
        )
    st.button(
        t("Nobody of them"),
        key=f"{board.page}:whose:none",
        type="tertiary",
        on_click=partial(board.give, None, spot),
    )
