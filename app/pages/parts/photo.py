"""One photo on a page: what it was read as, the picture with the verdict, and what a person may change."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import streamlit as st

from app import page_style as style
from app import service, session, waiting
from app.corrections import Corrections
from app.i18n import language, speaking, t
from app.outcomes import Outcome, picture_name
from app.pages.parts.correct import Desk, correct_hand, spots
from app.pages.parts.tapping import tappable_picture
from app.pages.parts.turns import telling_on, waiting_bar
from app.pictures import annotated, corrected_said, encode_jpeg
from app.seats import Told
from rules.house import HouseRules
from rules.verdict import Verdict
from vision.errors import ImageError
from vision.photo.image import load_photo
from vision.reading import Reading

SHOWN_PIXELS = 1600
THUMB_PIXELS = 240

STORES = ("readings", "pictures", "corrections", "thumbs", "errors")
"""Stores of the session that hold something about photos."""


@dataclass(frozen=True)
class Taken:
    """One photo as a person gave it."""

    name: str
    data: bytes

    @cached_property
    def sha256(self) -> str:
        """Hex digest of the bytes."""
        return hashlib.sha256(self.data).hexdigest()


def show_photo(photo: Taken, house: HouseRules) -> None:
    """Everything about one photo: answer on the left, or on top on a phone, and picture beside it.

    Raises:
        ImageError: it is not a usable photo.
        ModelError: a network failed.
    """
    desks = desks_of(photo, house)
    given = answer_of(photo, house)
    told, shown = st.columns([1, 1], gap="large")
    with shown:
        everything = [spot for desk in desks for spot in spots(desk)]
        picture = picture_of(photo, house)
        tappable_picture(photo.sha256, picture, given.reading.size, everything, shown_cards(given))
        with st.container(key=f"more-{photo.sha256}"):
            st.download_button(
                t("Save the picture"),
                partial(full_picture, photo, given, language()),
                file_name=picture_name(photo.name),
                mime="image/jpeg",
                icon=":material/download:",
                key=f"{photo.sha256}:save",
                on_click="ignore",
                type="tertiary",
            )
    with told:
        for desk in desks:
            show_hand(desk, t("Hand {number}", number=desk.number + 1) if len(desks) > 1 else "")


def shown_cards(given: service.Answer) -> str:
    """What a photo shows, for those who do not see it: its cards, or its name where there are none."""
    return " ".join(seen.card.symbol for seen in given.reading.cards) or given.photo


def desks_of(photo: Taken, house: HouseRules) -> list[Desk]:
    """For each hand of a photo, what its correction needs."""
    given = answer_of(photo, house)
    return [
        Desk(
            key=f"{photo.sha256}:{number}",
            number=number,
            reading=reading_of(photo, house.decks),
            corrections=corrections_of(photo, house.decks),
            given=given,
            hand=hand,
            keep=partial(keep_corrections, photo, house.decks),
            decks=house.decks,
        )
        for number, hand in enumerate(given.hands)
    ]


def show_hand(desk: Desk, title: str) -> None:
    """The verdict or the refusal, the cards, and what a person may ask or change."""
    hand, given = desk.hand, desk.given
    with st.container(key=f"{'also' if desk.number else 'lead'}-{desk.key}"):
        if hand.verdict is None:
            st.html(style.refusal_panel(hand.status or given.status, title, hand.outlook))
        else:
            notes = [corrected_said()] if hand.corrected else []
            st.html(style.verdict_panel(hand.verdict, title, notes))
    with st.container(key=f"more-{desk.key}"):
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


def outcome_of(photo: Taken, house: HouseRules) -> Outcome:
    """The answer for a photo, or why it is not usable.

    Raises:
        ModelError: a network failed.
    """
    errors = session.store("errors")
    if photo.sha256 not in errors:
        try:
            return Outcome(photo.name, photo.sha256, answer_of(photo, house))
        except ImageError as error:
            errors[photo.sha256] = str(error)
    return Outcome(photo.name, photo.sha256, None, errors[photo.sha256])


def answer_of(photo: Taken, house: HouseRules) -> service.Answer:
    """The answer for a photo, with the corrections of this session.

    Raises:
        ImageError: it is not a usable photo.
        ModelError: a network failed.
    """
    reading = reading_of(photo, house.decks)
    return service.answer(photo.name, photo.sha256, reading, house, corrections_of(photo, house.decks))


def reading_of(photo: Taken, decks: int) -> Reading:
    """What the photo was read as; kept while the photo is on the page, with a small picture of it."""
    kept = session.store("readings")
    key = photo.sha256, decks
    if key not in kept:
        loaded, kept[key] = service.read_photo(photo.data, session.reader(), decks)
        session.store("thumbs")[photo.sha256] = encode_jpeg(loaded.image, None, THUMB_PIXELS)
    return kept[key]


def is_read(photo: Taken, decks: int) -> bool:
    """Whether what became of the photo is known already."""
    return (photo.sha256, decks) in session.store("readings") or photo.sha256 in session.store("errors")


def read_behind_bar(photos: Sequence[Taken], house: HouseRules) -> None:
    """Read those photos that are not read yet; a bar shows how far it is, or how many people are before.

    Raises:
        ModelError: a network failed.
    """
    unread = [photo for photo in photos if not is_read(photo, house.decks)]
    if not unread:
        return
    said = t("Reading the cards…")
    bar = st.progress(0.0, said)
    for number, photo in enumerate(unread):
        done = number / len(unread)
        if len(unread) > 1:
            said = t("Reading photo {number} of {all}…", number=number + 1, all=len(unread))
            bar.progress(done, said)
        with telling_on(bar, done, said):
            outcome_of(photo, house)
    bar.empty()


def picture_of(photo: Taken, house: HouseRules) -> bytes:
    """The photo with its cards marked, as JPEG; kept while the photo is on the page."""
    kept = session.store("pictures")
    key = photo.sha256, corrections_of(photo, house.decks), house
    if key not in kept:
        given = answer_of(photo, house)
        with waiting_bar(), waiting.DRAWING.turn():
            drawn = annotated(load_photo(photo.data).image, given, words=False)
            kept[key] = encode_jpeg(drawn, photo.sha256, SHOWN_PIXELS)
    return kept[key]


def full_picture(photo: Taken, given: service.Answer, spoken: str) -> bytes:
    """The photo in its own size with the verdict and its words drawn on it, as JPEG."""
    with waiting.DRAWING.turn(), speaking(spoken):
        return encode_jpeg(annotated(load_photo(photo.data).image, given), photo.sha256)


def corrections_of(photo: Taken, decks: int) -> Corrections:
    """What the person changed in the reading of a photo.

    With another number of decks a photo may be read as other cards at other places; there they say nothing.
    """
    return session.store("corrections").get(told_of(photo, decks), Corrections())


def keep_corrections(photo: Taken, decks: int, corrections: Corrections) -> None:
    """Remember what the person changed in the reading of a photo."""
    session.store("corrections")[told_of(photo, decks)] = corrections


def all_corrections(photos: set[str]) -> dict[Told, Corrections]:
    """Everything that the person changed about these photos, given by their digests."""
    return {told: one for told, one in session.store("corrections").items() if told.sha256 in photos}


def restore_corrections(photos: set[str], before: Mapping[Told, Corrections]) -> None:
    """Forget what the person changed about these photos since `all_corrections` gave `before`."""
    kept = session.store("corrections")
    for told in all_corrections(photos):
        del kept[told]
    kept.update(before)


def told_of(photo: Taken, decks: int) -> Told:
    """What a photo was read as, before any correction.

    Raises:
        ImageError: it is not a usable photo.
        ModelError: a network failed.
    """
    reading = reading_of(photo, decks)
    cards = tuple(str(seen.card) for seen in reading.cards)
    return Told(photo.sha256, cards, tuple(hand.cards for hand in reading.hands))


def forget(photos: set[str]) -> None:
    """Drop everything about photos that are no longer on a page, given by their digests.

    What is known about a photo that lies on another page of the session stays.
    """
    gone = photos - _held()
    for what in STORES:
        kept = session.store(what)
        for key in list(kept):
            if (key if isinstance(key, str) else key[0]) in gone:
                del kept[key]


def _held() -> set[str]:
    """Digests of the photos that any page of this session holds."""
    found = set()
    for value in st.session_state.to_dict().values():
        held = list(value.values()) if isinstance(value, dict) else value
        for one in held if isinstance(held, list | tuple) else [held]:
            if isinstance(one, Taken):
                found.add(one.sha256)
    return found
