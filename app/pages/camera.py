"""Camera: hold it over a hand until it locks, or take one picture; then the verdict of that very frame."""

from typing import Any

import streamlit as st

from app import page_style as style
from app import session
from app.i18n import t
from app.live import LiveView, Locked
from app.pages.parts.live_camera import live_camera, still_camera
from app.pages.parts.photo import Taken, forget, read_behind_bar, show_photo
from rules.errors import OxeyeError
from vision.errors import ImageError

LIVE, SNAPSHOT = "live", "snapshot"
WAY_KEY = "camera:way"
CHOSEN_KEY = "camera:chosen"
ROUND_KEY = "camera:round"


def show() -> None:
    """Draw the page."""
    st.html(style.title(t("Camera"), seen=False))
    photo = _kept().get("photo")
    if photo is None:
        _take()
        return
    try:
        _judge(photo)
    except ImageError as error:
        st.html(style.error_panel(t("Not a usable photo"), str(error)))
    except OxeyeError as error:
        st.html(style.error_panel(t("Oxeye cannot read here"), str(error)))


def _take() -> None:
    """The camera, live or for one picture; the next hand is taken in the same way."""
    st.session_state[WAY_KEY] = st.session_state.get(CHOSEN_KEY, LIVE)
    way = st.segmented_control(
        t("Camera"),
        [LIVE, SNAPSHOT],
        format_func=lambda way: t("Live view") if way == LIVE else t("Snapshot"),
        required=True,
        key=WAY_KEY,
        on_change=_keep_way,
        label_visibility="collapsed",
    )
    if way == LIVE:
        _live(session.house().decks)
    else:
        still_camera("camera:still", t("Point the camera at five cards, face up."), _shoot)


def _keep_way() -> None:
    st.session_state[CHOSEN_KEY] = st.session_state[WAY_KEY]


@st.fragment
def _live(decks: int) -> None:
    """The live view; only this part of the page is drawn again for each frame."""
    kept = _kept()
    with st.container(key="camera-live"):
        live_camera("camera:live", kept.get("reply"), _look, _shoot)
        if "trouble" in kept:
            st.html(style.error_panel(t("Oxeye cannot read here"), kept["trouble"]))
        st.caption(
            t("Hold the camera over the five cards. Once they were read alike five times, the hand locks.")
        )
    if "photo" in kept:
        st.rerun()


def _look(data: bytes, number: int) -> None:
    """Read a frame of the live view; keep it when the hand locks."""
    kept, decks = _kept(), session.house().decks
    try:
        view = kept.get("view")
        if view is None or view.decks != decks:
            view = kept["view"] = LiveView(session.reader(), decks)
        shown = view.look(data, number)
    except OxeyeError as error:
        kept["trouble"] = str(error)
        return
    kept["reply"] = shown.to_json()
    kept.pop("trouble", None)
    if shown.locked is not None:
        _lock(shown.locked, decks)


def _lock(locked: Locked, decks: int) -> None:
    """What is judged from now on is this frame, by its own reading."""
    photo = Taken(_name(), locked.data)
    session.store("readings")[photo.sha256, decks] = locked.reading
    _keep(photo)


def _shoot(data: bytes, _number: int) -> None:
    _keep(Taken(_name(), data))


def _keep(photo: Taken) -> None:
    kept = _kept()
    kept.clear()
    kept["photo"] = photo


def _judge(photo: Taken) -> None:
    """The verdict, and the way on to the next hand."""
    with st.container(key="camera-next"):
        st.button(
            t("Next hand"), type="primary", icon=":material/photo_camera:", key="camera:next", on_click=_next
        )
    read_behind_bar([photo], session.house())
    show_photo(photo, session.house())


def _next() -> None:
    """Forget this hand and open the camera again."""
    kept = _kept()
    photo = kept.get("photo")
    kept.clear()
    if photo is not None:
        forget({photo.sha256})  # what lies on another page as well is kept there
    st.session_state[ROUND_KEY] = _round() + 1


def _name() -> str:
    return t("Camera photo {number}", number=_round())


def _round() -> int:
    """Which hand of this session it is, from 1."""
    return st.session_state.get(ROUND_KEY, 1)


def _kept() -> dict[str, Any]:
    """What this page keeps: `photo` once there is one; before that `view`, `reply` and `trouble`."""
    return session.store("camera")
