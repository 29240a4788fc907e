"""People and their hands on a page: photos taken, hands given to people by tapping, cards typed.

A board belongs to one page of one browser session. What it knows lies in the session's state, not in the
widgets, so that a visit to another page loses nothing.
"""

import string
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from app import page_style as style
from app import session, table_style
from app.i18n import t
from app.pages.parts.correct import Desk, correct_hand, spots
from app.pages.parts.photo import (
    Taken,
    corrections_of,
    desks_of,
    forget,
    outcome_of,
    picture_of,
    read_behind_bar,
    reading_of,
)
from app.pages.parts.tapping import Spot, tappable_picture
from app.records.cases import NAME_LENGTH, Case
from app.seats import (
    Held,
    InPhoto,
    Seat,
    assign,
    case_of,
    deal_out,
    held,
    release,
    spots_of,
    still_there,
)
from app.service import Answer
from app.wording import label
from rules.errors import OxeyeError
from rules.house import HouseRules

_OWNER_SHARE = 0.1
"""Height of an owner's name on a picture, and half of its least width, as a share of the picture's."""

ASKED_KEY = "whose"
"""For which hand the dialog asks whose it is: the page, the photo's digest and the hand's number."""


def player_name(number: int) -> str:
    """What a person is called at first: by a letter, because numbers would stand beside amounts."""
    letters = string.ascii_uppercase
    return t("Player {letter}", letter=letters[number % len(letters)])


class Board:
    """The hands of one page; what it knows is in the state of the browser session.

    Attributes:
        page: name of the page, by which its state is kept.
    """

    def __init__(self, page: str) -> None:
        self.page = page

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The people, in the order in which they were added."""
        return st.session_state.setdefault(f"{self.page}:seats", ())

    @seats.setter
    def seats(self, seats: tuple[Seat, ...]) -> None:
        st.session_state[f"{self.page}:seats"] = seats

    @property
    def photos(self) -> tuple[Taken, ...]:
        """The photos, in the order in which they were taken."""
        return st.session_state.setdefault(f"{self.page}:photos", ())

    @photos.setter
    def photos(self, photos: tuple[Taken, ...]) -> None:
        gone = {photo.sha256 for photo in self.photos} - {photo.sha256 for photo in photos}
        st.session_state[f"{self.page}:photos"] = photos
        if gone:
            forget(gone)
            self.dealt -= gone

    @property
    def dealt(self) -> set[str]:
        """Digests of the photos whose hands were offered to the seats."""
        return st.session_state.setdefault(f"{self.page}:dealt", set())

    @dealt.setter
    def dealt(self, dealt: set[str]) -> None:
        st.session_state[f"{self.page}:dealt"] = dealt

    @property
    def added(self) -> int:
        """How many people were ever added."""
        return int(st.session_state.get(f"{self.page}:last", 0))

    def put(self, seat: Seat) -> None:
        """Keep a changed seat."""
        self.seats = tuple(seat if one.number == seat.number else one for one in self.seats)

    def add_seat(self, name: str, stake: str = "10") -> None:
        """One person more."""
        number = self.added + 1
        st.session_state[f"{self.page}:last"] = number
        self.seats = (*self.seats, Seat(number, name, stake=stake))

    def remove_seat(self, number: int) -> None:
        """One person less."""
        self.seats = tuple(seat for seat in self.seats if seat.number != number)

    def clear(self) -> None:
        """Before the next hands: nobody has one, and the photos are forgotten."""
        self.seats = tuple(seat.without_hand() for seat in self.seats)
        self.photos = ()

    def give(self, number: int | None, spot: InPhoto) -> None:
        """Give a hand of a photo to a seat, or to nobody."""
        self.seats = release(self.seats, spot) if number is None else assign(self.seats, number, spot)
        st.session_state[ASKED_KEY] = None

    def owner(self, spot: InPhoto) -> Seat | None:
        """Whose hand this is."""
        return next((seat for seat in self.seats if seat.spot == spot), None)

    def hands(self, answers: dict[str, Answer], house: HouseRules) -> list[Held]:
        """The hand of each seat, or why there is none."""
        return [held(seat, answers, house) for seat in self.seats]

    def case(self, hands: list[Held], house: HouseRules) -> Case:
        """The case of these hands, the dealer's first.

        Raises:
            HandError: a hand is not known, or a name or a stake is not allowed.
        """
        taken = {photo.sha256: photo for photo in self.photos}
        used = {hand.seat.spot.sha256 for hand in hands if hand.seat.spot is not None}
        readings = {sha256: reading_of(taken[sha256], house.decks) for sha256 in used}
        return case_of(hands, readings, {sha256: corrections_of(sha256) for sha256 in used}, house)


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
    """The uploader and the camera."""
    turn = st.session_state.setdefault(f"{board.page}:turn", 0)
    key = f"{board.page}:uploads:{turn}"
    st.file_uploader(
        t("Photos of the hands: one of each, or one of the whole table"),
        accept_multiple_files=True,
        key=key,
        label_visibility="collapsed",
        on_change=_take,
        args=(board, key),
    )
    if st.toggle(t("Use the camera of this device"), key=f"{board.page}:camera"):
        shot = f"{board.page}:shot:{turn}"
        st.camera_input(
            t("Take a photo of the hands"), key=shot, resolution="1080p", on_change=_take, args=(board, shot)
        )


def _read_photos(board: Board, house: HouseRules) -> dict[str, Answer]:
    """What is read from each photo, corrections included; new hands go to the seats that have none.

    Raises:
        ModelError: a network failed.
    """
    read_behind_bar(board.photos, house)
    answers = {}
    for photo in board.photos:
        outcome = outcome_of(photo, house)
        if outcome.answer is not None:
            answers[photo.sha256] = outcome.answer
    board.seats = still_there(board.seats, spots_of(answers))
    new = {sha256: given for sha256, given in answers.items() if sha256 not in board.dealt}
    if new:
        board.seats = deal_out(board.seats, spots_of(new))
        board.dealt |= set(new)
    return answers


def _show_photos(board: Board, answers: dict[str, Answer], house: HouseRules) -> None:
    """Each photo with its hands: whose they are, what they are, and what a person may correct."""
    for number, photo in enumerate(board.photos, start=1):
        given = answers.get(photo.sha256)
        with st.container(key=f"{board.page}-photo-{number}"):
            if given is None:
                why = session.store("errors").get(photo.sha256, "")
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


def text_field(board: Board, seat: Seat, name: str, title: str, **more: Any) -> None:
    """A line of text that is a part of a seat."""
    key = f"{board.page}:{name}:{seat.number}"
    st.session_state[key] = getattr(seat, name)
    st.text_input(title, key=key, on_change=_keep, args=(board, seat.number, name, key), **more)


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


def laid_field(board: Board, hand: Held) -> None:
    """Which three cards were laid down as the ox."""
    key = f"{board.page}:laid:{hand.seat.number}:{' '.join(map(str, hand.cards))}"
    st.session_state[key] = [place for place in hand.seat.laid if place < len(hand.cards)]
    st.pills(
        t("Laid down as the ox: three cards, or none"),
        list(range(len(hand.cards))),
        format_func=lambda place: hand.cards[place].symbol,
        selection_mode="multi",
        key=key,
        on_change=_keep,
        args=(board, hand.seat.number, "laid", key),
    )


def person_fields(board: Board, seat: Seat, *, dealer: bool, stakes: bool, removable: bool) -> None:
    """What a person is called and plays for, and the way to let them go."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        text_field(board, seat, "name", t("Dealer") if dealer else t("Name"), max_chars=NAME_LENGTH)
        if stakes and not dealer:
            text_field(board, seat, "stake", t("Stake"), width=96)
        if removable:
            st.button(
                t("Remove {name}", name=seat.name),
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
            t("Cards of {name}", name=seat.name),
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
        st.html(table_style.seat_hand(t("Photo {number}", number=number), cards))
        st.button(
            t("Type the cards instead"),
            key=f"{board.page}:untie:{seat.number}",
            type="tertiary",
            on_click=board.give,
            args=(None, seat.spot),
        )
    if hand.troubles:
        st.html(table_style.trouble_panel(t("No verdict for {name}", name=seat.name), hand.troubles))


def _take(board: Board, key: str) -> None:
    """Keep what was uploaded or taken, each photo once, and empty the widget."""
    given = st.session_state[key]
    uploads = given if isinstance(given, list) else [given] if given is not None else []
    photos = {photo.sha256: photo for photo in board.photos}
    for upload in uploads:
        photo = Taken(upload.name, upload.getvalue())
        photos.setdefault(photo.sha256, photo)
    board.photos = tuple(photos.values())
    if uploads:
        st.session_state[f"{board.page}:turn"] += 1


def _remove(board: Board, sha256: str) -> None:
    board.photos = tuple(photo for photo in board.photos if photo.sha256 != sha256)


def _keep(board: Board, number: int, name: str, key: str) -> None:
    seat = next((seat for seat in board.seats if seat.number == number), None)
    if seat is not None:
        value = st.session_state[key]
        board.put(replace(seat, **{name: tuple(sorted(value)) if isinstance(value, list) else value}))


def _show_photo(board: Board, photo: Taken, given: Answer, house: HouseRules) -> None:
    shown, told = st.columns([1, 1], gap="large")
    desks = desks_of(photo, house)
    with shown:
        cards = [spot for desk in desks for spot in spots(desk)]
        owners = [spot for desk in desks if (spot := _owner_spot(board, photo, desk)) is not None]
        key = f"{board.page}-{photo.sha256}"
        tappable_picture(key, picture_of(photo, house), given.reading.size, [*cards, *owners])
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
    whose = owner.name if owner is not None else t("nobody yet")
    name = t("Hand {number}: {name}", number=desk.number + 1, name=whose)
    return Spot(box, name, _ask, (board, photo.sha256, desk.number), named=True)


def _show_hand(board: Board, photo: Taken, desk: Desk) -> None:
    spot = InPhoto(photo.sha256, desk.number)
    owner = board.owner(spot)
    name = owner.name if owner is not None else t("nobody yet")
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
        names = {seat.number: seat.name for seat in board.seats}
        st.pills(
            t("Whose hand is it?"),
            list(names),
            format_func=lambda number: names[number] or "?",
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
    for seat in board.seats:
        st.button(
            seat.name or "?",
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
