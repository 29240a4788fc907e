"""People and their hands on a page, as its session keeps them.

A board belongs to one page of one browser session. What it knows lies in the session's state, not in the
widgets, so that a visit to another page loses nothing.
"""

import string
from collections.abc import Sequence

import streamlit as st

from app.i18n import t
from app.pages.parts.photo import Taken, corrections_of, forget, reading_of
from app.records.cases import Case
from app.seats import Held, InPhoto, Seat, Told, assign, case_of, held, release
from app.service import Answer
from rules.house import HouseRules

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
            self.dealt = {sha256: told for sha256, told in self.dealt.items() if sha256 not in gone}

    def add_photos(self, more: Sequence[Taken]) -> None:
        """More photos, each once."""
        photos = {photo.sha256: photo for photo in self.photos}
        for photo in more:
            photos.setdefault(photo.sha256, photo)
        self.photos = tuple(photos.values())

    @property
    def turn(self) -> int:
        """How often the uploader was emptied; part of its key."""
        return int(st.session_state.get(f"{self.page}:turn", 0))

    def empty_uploader(self) -> None:
        """Have an uploader that holds no file, so that none comes back that was taken away."""
        st.session_state[f"{self.page}:turn"] = self.turn + 1

    @property
    def dealt(self) -> dict[str, Told]:
        """By digest, the photos whose hands were offered to the seats, as they were read then."""
        return st.session_state.setdefault(f"{self.page}:dealt", {})

    @dealt.setter
    def dealt(self, dealt: dict[str, Told]) -> None:
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
        self.empty_uploader()

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
        corrections = {sha256: corrections_of(taken[sha256], house.decks) for sha256 in used}
        return case_of(hands, readings, corrections, house)
