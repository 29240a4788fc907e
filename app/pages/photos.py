"""Photos: upload them; picture, cards, power, payout and reasons for each."""

import streamlit as st

from app import page_style as style
from app import places, session
from app.i18n import t
from app.pages.parts.photo import Taken, forget_all_but, show_photo
from rules.errors import OxeyeError
from vision.errors import ImageError

UPLOAD_TYPES = ["jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "bmp", "tif", "tiff"]


def show() -> None:
    """Draw the page."""
    photos = _take_photos()
    forget_all_but({photo.sha256 for photo in photos})
    for photo in photos:
        if len(photos) > 1:
            st.html(style.photo_title(photo.name))
        try:
            show_photo(photo, session.house())
        except ImageError as error:
            st.html(style.error_panel(t("Not a usable photo"), str(error)))
        except OxeyeError as error:
            st.html(style.error_panel(t("Oxeye cannot read here"), str(error)))


def _take_photos() -> list[Taken]:
    """Photos from the uploader, the camera, or the sample."""
    way = st.segmented_control(
        t("Photo"),
        ["upload", "camera"],
        format_func=lambda way: t("Upload") if way == "upload" else t("Camera"),
        default="upload",
        required=True,
        key="way",
        label_visibility="collapsed",
    )
    if way == "camera":
        shot = st.camera_input(t("Take a photo of the five cards"), key="camera", resolution="1080p")
        return [] if shot is None else [Taken(t("Camera photo"), shot.getvalue())]
    uploads = st.file_uploader(
        t("Photos of five cards, face up"),
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
        return [Taken(t("Sample photo"), sample.read_bytes())]
    st.html(style.welcome())
    if sample.is_file():
        st.button(t("Try the sample photo"), key="try", on_click=_use_sample)
    return []


def _use_sample() -> None:
    st.session_state["sample"] = True


def _once(photos: list[Taken]) -> list[Taken]:
    """Each photo once, however often it was uploaded."""
    first: dict[str, Taken] = {}
    for photo in photos:
        first.setdefault(photo.sha256, photo)
    return list(first.values())
