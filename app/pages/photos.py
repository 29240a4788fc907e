"""Photos: many at once; a list with the result of each, and for one everything that can be said about it."""

from functools import partial

import streamlit as st

from app import page_style as style
from app import places, session
from app.i18n import language, nt, t
from app.outcomes import Outcome, outcomes_csv, outcomes_json, pictures_zip
from app.pages.parts.photo import Taken, forget, full_picture, outcome_of, read_behind_bar, show_photo
from rules.errors import OxeyeError
from rules.house import HouseRules

OPEN_KEY = "opened"
"""Digest of the photo that is open; none in the list."""

PHOTOS_KEY = "photos"
"""The photos of this page; the uploader forgets its files when a person visits another page."""

BEFORE_KEY = "photos:before"
"""The photos that were here when the uploader was drawn anew; what it holds comes after them."""


def show() -> None:
    """Draw the page."""
    st.html(style.title(t("Photos")))
    photos = _take_photos()
    house = session.house()
    try:
        outcomes = _read_all(photos, house)
    except OxeyeError as error:
        st.html(style.error_panel(t("Oxeye cannot read here"), str(error)))
        return
    opened = st.session_state.get(OPEN_KEY)
    found = [place for place, photo in enumerate(photos) if photo.sha256 == opened]
    if len(photos) == 1 or found:
        place = found[0] if found else 0
        if len(photos) > 1:
            _leaf(photos, place)
        _show_one(photos[place], outcomes[place], house)
    elif photos:
        _show_list(photos, outcomes, house)


def _take_photos() -> list[Taken]:
    """Photos from the uploader, or the sample; they stay when a person visits another page."""
    photos: list[Taken] = st.session_state.setdefault(PHOTOS_KEY, [])
    if "uploads" not in st.session_state:
        st.session_state[BEFORE_KEY] = photos
    st.file_uploader(
        t("Photos of five cards, face up"),
        accept_multiple_files=True,
        key="uploads",
        label_visibility="collapsed",
        on_change=_take_uploads,
    )
    if st.session_state[BEFORE_KEY]:
        st.button(t("Remove all photos"), icon=":material/delete:", key="clear", on_click=_clear)
    if not photos:
        st.html(style.welcome())
        if places.sample_photo().is_file():
            st.button(t("Try the sample photo"), key="try", on_click=_use_sample)
    return photos


def _take_uploads() -> None:
    """Have what the uploader holds; a photo that is open gives way to new ones, so that these are seen."""
    uploads = st.session_state["uploads"] or []
    before = {photo.sha256 for photo in st.session_state.get(PHOTOS_KEY, [])}
    photos = _once([*st.session_state[BEFORE_KEY], *(Taken(one.name, one.getvalue()) for one in uploads)])
    if any(photo.sha256 not in before for photo in photos):
        _open("")
    _keep(photos)


def _use_sample() -> None:
    sample = [Taken(t("Sample photo"), places.sample_photo().read_bytes())]
    st.session_state[BEFORE_KEY] = sample
    _keep(sample)


def _clear() -> None:
    st.session_state[BEFORE_KEY] = []
    _take_uploads()


def _keep(photos: list[Taken]) -> None:
    """Have these photos on the page, and forget all about those that were here and are gone."""
    gone = {photo.sha256 for photo in st.session_state.get(PHOTOS_KEY, [])}
    st.session_state[PHOTOS_KEY] = photos
    forget(gone)


def _once(photos: list[Taken]) -> list[Taken]:
    """Each photo once, however often it was uploaded."""
    first: dict[str, Taken] = {}
    for photo in photos:
        first.setdefault(photo.sha256, photo)
    return list(first.values())


def _read_all(photos: list[Taken], house: HouseRules) -> list[Outcome]:
    """What became of each photo; a bar shows how far it is.

    Raises:
        ModelError: a network failed.
    """
    read_behind_bar(photos, house)
    return [outcome_of(photo, house) for photo in photos]


def _show_one(photo: Taken, outcome: Outcome, house: HouseRules) -> None:
    if outcome.answer is None:
        st.html(style.photo_title(photo.name))
        st.html(style.error_panel(t("Not a usable photo"), outcome.error))
        return
    show_photo(photo, house)


def _leaf(photos: list[Taken], place: int) -> None:
    """Back to the list, and to the photos before and after."""
    with st.container(key="leaf", horizontal=True, gap="small", vertical_alignment="center"):
        st.button(t("All photos"), icon=":material/arrow_back:", key="leaf:all", on_click=_open, args=("",))
        for key, icon, other, label in (
            ("before", ":material/chevron_left:", place - 1, t("Photo before")),
            ("after", ":material/chevron_right:", place + 1, t("Next photo")),
        ):
            there = 0 <= other < len(photos)
            st.button(
                label,
                icon=icon,
                key=f"leaf:{key}",
                disabled=not there,
                on_click=_open,
                args=(photos[other].sha256 if there else "",),
            )
    st.html(
        style.photo_title(
            t("{number} of {all}: {name}", number=place + 1, all=len(photos), name=photos[place].name)
        )
    )


def _show_list(photos: list[Taken], outcomes: list[Outcome], house: HouseRules) -> None:
    """All photos with their results, each to open, and files that hold them all."""
    answered = sum(1 for one in outcomes if one.answer is not None and one.answer.answered)
    said = nt("{n} photo", "{n} photos", len(photos))
    st.html(style.photo_title(t("{photos}, {answered} with a verdict", photos=said, answered=answered)))
    _downloads(photos, outcomes, house)
    thumbs = session.store("thumbs")
    for number, (photo, outcome) in enumerate(zip(photos, outcomes, strict=True)):
        with st.container(key=f"row-{number}", horizontal=True, gap="small", vertical_alignment="center"):
            if photo.sha256 in thumbs:
                st.image(thumbs[photo.sha256], width=77, alt=photo.name)
            with st.container(width="stretch"):
                st.html(style.result_row(outcome))
            st.button(
                t("Open"),
                key=f"open:{photo.sha256}",
                on_click=_open,
                args=(photo.sha256,),
            )


def _downloads(photos: list[Taken], outcomes: list[Outcome], house: HouseRules) -> None:
    """Buttons that save everything; the files are made when they are asked for."""
    taken = {photo.sha256: photo for photo in photos}
    spoken = language()

    def picture(one: Outcome) -> bytes:
        assert one.answer is not None
        return full_picture(taken[one.sha256], one.answer, spoken)

    files = (
        (t("Pictures (ZIP)"), "oxeye.zip", "application/zip", partial(pictures_zip, outcomes, picture)),
        (t("Table (CSV)"), "oxeye.csv", "text/csv", partial(outcomes_csv, outcomes, house)),
        (t("Everything (JSON)"), "oxeye.json", "application/json", partial(outcomes_json, outcomes, house)),
    )
    with st.container(key="downloads", horizontal=True, gap="small"):
        for label, name, mime, make in files:
            st.download_button(
                label,
                make,
                file_name=name,
                mime=mime,
                icon=":material/download:",
                key=f"download:{name}",
                on_click="ignore",
                disabled=name.endswith("zip") and not any(one.answer for one in outcomes),
            )


def _open(sha256: str) -> None:
    st.session_state[OPEN_KEY] = sha256
