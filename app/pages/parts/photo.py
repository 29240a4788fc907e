"""One photo on the page: what it was read as, the picture with the verdict, and what a person may change."""

import hashlib
from dataclasses import dataclass
from functools import partial

import streamlit as st

from app import page_style as style
from app import service, session
from app.corrections import Corrections, corrected
from app.i18n import language, t
from app.pages.parts.correct import Desk, correct_hand
from app.pictures import annotated, corrected_said, encode_jpeg
from rules.house import HouseRules
from rules.verdict import Verdict
from vision.photo.image import load_photo
from vision.reading import Reading

SHOWN_PIXELS = 1600


@dataclass(frozen=True)
class Taken:
    """One photo as a person gave it."""

    name: str
    data: bytes

    @property
    def sha256(self) -> str:
        """Hex digest of the bytes."""
        return hashlib.sha256(self.data).hexdigest()


def show_photo(photo: Taken, house: HouseRules) -> None:
    """Everything about one photo: answer on the left, or on top on a phone, and picture beside it.

    Raises:
        ImageError: it is not a usable photo.
        ModelError: a network failed.
    """
    reading = reading_of(photo, house.decks)
    corrections = corrections_of(photo.sha256)
    given = answer_of(photo, house)
    told, shown = st.columns([1, 1], gap="large")
    with shown, st.container(key=f"shown-{photo.sha256}"):
        st.image(picture_of(photo, house), width="stretch")
    for number, hand in enumerate(given.hands):
        title = t("Hand {number}", number=number + 1) if len(given.hands) > 1 else ""
        desk = Desk(
            key=f"{photo.sha256}:{number}",
            number=number,
            reading=reading,
            corrections=corrections,
            given=given,
            hand=hand,
            keep=partial(keep_corrections, photo.sha256),
            decks=house.decks,
        )
        with told:
            show_hand(desk, title)


def show_hand(desk: Desk, title: str) -> None:
    """The verdict or the refusal, the cards, and what a person may ask or change."""
    hand, given = desk.hand, desk.given
    cards = [given.reading.cards[position] for position in hand.cards]
    with st.container(key=f"{'also' if desk.number else 'lead'}-{desk.key}"):
        if hand.verdict is None:
            st.html(style.refusal_panel(hand.status or given.status, title))
        else:
            notes = [corrected_said()] if any(seen.corrected for seen in cards) else []
            st.html(style.verdict_panel(hand.verdict, title, notes))
    with st.container(key=f"more-{desk.key}"):
        if cards:
            st.html(style.card_row(cards, hand.verdict))
        correct_hand(desk)
        if hand.verdict is not None:
            show_others(hand.verdict)


def show_others(verdict: Verdict) -> None:
    """The other oxen of a hand, or why there is none."""
    others = [other for other in verdict.alternatives if other.ox]
    if others:
        with st.expander(t("Other ways to make an ox ({number})", number=len(others))):
            st.html(style.alternatives_table(verdict, others))
    elif verdict.by == "none":
        with st.expander(t("Why there is no ox")):
            st.html(style.choices_table(verdict))


def answer_of(photo: Taken, house: HouseRules) -> service.Answer:
    """The answer for a photo, with the corrections of this session.

    Raises:
        ImageError: it is not a usable photo.
        ModelError: a network failed.
    """
    reading = corrected(reading_of(photo, house.decks), corrections_of(photo.sha256), house.decks)
    return service.answer(photo.name, photo.sha256, reading, house)


def reading_of(photo: Taken, decks: int) -> Reading:
    """What the photo was read as; kept while the photo is on the page."""
    kept = session.store("readings")
    key = photo.sha256, decks
    if key not in kept:
        with st.spinner(t("Reading the cards…")):
            kept[key] = service.read_photo(photo.data, session.reader(), decks)[1]
    return kept[key]


def picture_of(photo: Taken, house: HouseRules) -> bytes:
    """The annotated photo as JPEG; kept while the photo is on the page."""
    kept = session.store("pictures")
    key = photo.sha256, corrections_of(photo.sha256), house, language()
    if key not in kept:
        drawn = annotated(load_photo(photo.data).image, answer_of(photo, house))
        kept[key] = encode_jpeg(drawn, photo.sha256, SHOWN_PIXELS)
    return kept[key]


def corrections_of(sha256: str) -> Corrections:
    """What the person changed in the reading of a photo."""
    return session.store("corrections").get(sha256, Corrections())


def keep_corrections(sha256: str, corrections: Corrections) -> None:
    """Remember what the person changed in the reading of a photo."""
    session.store("corrections")[sha256] = corrections


def forget_all_but(photos: set[str]) -> None:
    """Drop everything about photos that are no longer on the page."""
    for what in ("readings", "pictures", "corrections"):
        kept = session.store(what)
        for key in list(kept):
            if (key if isinstance(key, str) else key[0]) not in photos:
                del kept[key]
