"""The Streamlit page: photos or camera in; picture, cards, power, payout and reasons out.

`oxeye app` starts it. Everything that can be decided without a browser is in `app.service`,
`app.corrections` and `app.wording`; here are only widgets.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

import streamlit as st

from app import page_style as style
from app import places, service
from app.corrections import Corrections, corrected
from app.page_correct import Desk, correct_hand
from app.pictures import CORRECTED, annotated, encode_jpeg, role_colours
from rules.errors import OxeyeError
from rules.house import HouseRules
from rules.presets import PRESETS
from rules.verdict import Verdict
from vision.errors import ImageError
from vision.photo.image import load_photo
from vision.reading import Reading

UPLOAD_TYPES = ["jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "bmp", "tif", "tiff"]
SHOWN_PIXELS = 1600
MOST_DECKS = 8


@dataclass(frozen=True)
class Taken:
    """One photo as a person gave it."""

    name: str
    data: bytes

    @property
    def sha256(self) -> str:
        """Hex digest of the bytes."""
        return hashlib.sha256(self.data).hexdigest()


def main() -> None:
    """Draw the page."""
    st.set_page_config("Oxeye", "🂡", layout="wide", initial_sidebar_state="auto")
    st.html(style.style_sheet(*role_colours()))
    st.html(style.BRAND)
    house = _house_rules()
    photos = _take_photos()
    _forget_all_but({photo.sha256 for photo in photos})
    for photo in photos:
        if len(photos) > 1:
            st.html(style.photo_title(photo.name))
        try:
            _show_photo(photo, house)
        except ImageError as error:
            st.html(style.error_panel("Not a usable photo", str(error)))
        except OxeyeError as error:
            st.html(style.error_panel("Oxeye cannot read here", str(error)))


@st.cache_resource(show_spinner="Loading the networks…")
def _reader() -> service.Reader:
    return service.load_reader()


def _house_rules() -> HouseRules:
    """The sidebar: which rules, and how many decks."""
    with st.sidebar:
        st.subheader("House rules")
        name = st.selectbox(
            "Rule set",
            list(PRESETS),
            format_func=lambda known: known.replace("_", " ").capitalize(),
            key="rules",
        )
        house = HouseRules.named(name)
        about = PRESETS[name].about
        st.caption(f"{about[0].upper()}{about[1:]}.")
        decks = st.number_input("Decks in play", 1, MOST_DECKS, house.decks, key=f"decks:{name}")
        st.caption("Agree on them before the first hand. Every verdict names the rules it was judged by.")
    return service.house_rules(name, int(decks))


def _take_photos() -> list[Taken]:
    """Photos from the uploader, the camera, or the sample."""
    way = st.segmented_control(
        "Photo",
        ["Upload", "Camera"],
        default="Upload",
        required=True,
        key="way",
        label_visibility="collapsed",
    )
    if way == "Camera":
        shot = st.camera_input("Take a photo of the five cards", key="camera", resolution="1080p")
        return [] if shot is None else [Taken("Camera photo", shot.getvalue())]
    uploads = st.file_uploader(
        "Photos of five cards, face up",
        UPLOAD_TYPES,
        accept_multiple_files=True,
        key="uploads",
        label_visibility="collapsed",
    )
    if uploads:
        st.session_state.pop("sample", None)
        return _once([Taken(upload.name, upload.getvalue()) for upload in uploads])
    sample = places.sample_photo()
    if st.session_state.get("sample") and sample.is_file():
        return [Taken("Sample photo", sample.read_bytes())]
    st.html(style.WELCOME)
    if sample.is_file():
        st.button("Try the sample photo", key="try", on_click=_use_sample)
    return []


def _use_sample() -> None:
    st.session_state["sample"] = True


def _once(photos: list[Taken]) -> list[Taken]:
    """Each photo once, however often it was uploaded."""
    first: dict[str, Taken] = {}
    for photo in photos:
        first.setdefault(photo.sha256, photo)
    return list(first.values())


def _show_photo(photo: Taken, house: HouseRules) -> None:
    """Everything about one photo: answer on the left, or on top on a phone, and picture beside it."""
    reading = _reading(photo, house.decks)
    corrections: Corrections = _kept("corrections").get(photo.sha256, Corrections())
    given = service.answer(photo.name, photo.sha256, corrected(reading, corrections, house.decks), house)
    told, shown = st.columns([1, 1], gap="large")
    with shown, st.container(key=f"shown-{photo.sha256}"):
        st.image(_picture(photo, given, corrections, house), width="stretch")
    for number, hand in enumerate(given.hands):
        title = f"Hand {number + 1}" if len(given.hands) > 1 else ""
        desk = Desk(
            key=f"{photo.sha256}:{number}",
            number=number,
            reading=reading,
            corrections=corrections,
            given=given,
            hand=hand,
            keep=lambda kept: _kept("corrections").update({photo.sha256: kept}),
            decks=house.decks,
        )
        with told:
            _show_hand(desk, title)


def _show_hand(desk: Desk, title: str) -> None:
    """The verdict or the refusal, the cards, and what a person may ask or change."""
    hand, given = desk.hand, desk.given
    cards = [given.reading.cards[position] for position in hand.cards]
    with st.container(key=f"{'also' if desk.number else 'lead'}-{desk.key}"):
        if hand.verdict is None:
            st.html(style.refusal_panel(hand.status or given.status, title))
        else:
            notes = [CORRECTED] if any(seen.corrected for seen in cards) else []
            st.html(style.verdict_panel(hand.verdict, title, notes))
    with st.container(key=f"more-{desk.key}"):
        if cards:
            st.html(style.card_row(cards, hand.verdict))
        correct_hand(desk)
        if hand.verdict is not None:
            _show_others(hand.verdict)


def _show_others(verdict: Verdict) -> None:
    others = [other for other in verdict.alternatives if other.ox]
    if others:
        with st.expander(f"Other ways to make an ox ({len(others)})"):
            st.html(style.alternatives_table(verdict, others))
    elif verdict.by == "none":
        with st.expander("Why there is no ox"):
            st.html(style.choices_table(verdict))


def _reading(photo: Taken, decks: int) -> Reading:
    """What the photo was read as; kept while the photo is on the page."""
    kept = _kept("readings")
    key = photo.sha256, decks
    if key not in kept:
        with st.spinner("Reading the cards…"):
            kept[key] = service.read_photo(photo.data, _reader(), decks)[1]
    return kept[key]


def _picture(photo: Taken, given: service.Answer, corrections: Corrections, house: HouseRules) -> bytes:
    """The annotated photo as JPEG; kept while the photo is on the page."""
    kept = _kept("pictures")
    key = photo.sha256, corrections, house
    if key not in kept:
        drawn = annotated(load_photo(photo.data).image, given)
        kept[key] = encode_jpeg(drawn, photo.sha256, SHOWN_PIXELS)
    return kept[key]


def _kept(what: str) -> dict[Any, Any]:
    """One of the page's stores, which live as long as the browser tab."""
    return st.session_state.setdefault(f"kept:{what}", {})


def _forget_all_but(photos: set[str]) -> None:
    """Drop everything about photos that are no longer on the page."""
    for what in ("readings", "pictures", "corrections"):
        kept = _kept(what)
        for key in list(kept):
            if (key if isinstance(key, str) else key[0]) not in photos:
                del kept[key]


if __name__ == "__main__":
    main()
