"""The camera in the browser: a small component that shows it and sends its newest frame, or single pictures.

Its look and its behaviour are in `app/live_camera/`; here are its texts, and what joins it to a page.
"""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from app.i18n import language, t
from app.live import LONGEST
from vision.photo.image import MAX_BYTES

Handler = Callable[[bytes, int], None]
"""Takes the bytes of a JPEG file and the number that the browser gave it."""

FOLDER = Path(__file__).parents[2] / "live_camera"
NAME = "oxeye_camera"


def _asset(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


_mount = st.components.v2.component(
    NAME, html=_asset("view.html"), css=_asset("view.css"), js=_asset("view.js")
)


def live_camera(key: str, reply: dict[str, Any] | None, on_frame: Handler, on_shot: Handler) -> None:
    """Show the camera.

    Args:
        key: of the widget.
        reply: what was read of the frame that came last, `app.live.Shown.to_json`; `None` before the first.
        on_frame: called with each frame of the live view; the browser waits for the reply to it.
        on_shot: called when the person takes the picture by the button, with all pixels of the camera.
    """
    _mount(
        key=key,
        data={**_told("live", key), "reply": reply},
        on_frame_change=lambda: _hand_over(key, "frame", on_frame),
        on_shot_change=lambda: _hand_over(key, "shot", on_shot),
    )


def still_camera(key: str, aim: str, on_shot: Handler) -> None:
    """Show the camera, the one at the back of a phone first, and take pictures with all its pixels.

    Args:
        key: of the widget.
        aim: what the person should point it at.
        on_shot: called with each picture that the person takes.
    """
    _mount(
        key=key,
        data={**_told("still", key), "aim": aim},
        on_shot_change=lambda: _hand_over(key, "shot", on_shot),
    )


def _hand_over(key: str, event: str, handler: Handler) -> None:
    camera = st.session_state.get(key)  # none when the person went to another page while it was on its way
    if camera and (sent := camera.get(event)):
        number = int(sent.get("number", 0))
        if event == "shot":
            st.session_state[_taken_key(key)] = number
        handler(frame_bytes(sent), number)


def _taken_key(key: str) -> str:
    """Where the number of the last picture is kept; the browser waits for it before it takes another."""
    return f"{key}:taken"


def frame_bytes(sent: dict[str, Any]) -> bytes:
    """The JPEG file that the browser sent; empty, and so no picture, when it sent something else."""
    try:
        return base64.b64decode(sent["jpeg"], validate=True)
    except (KeyError, TypeError, ValueError):
        return b""


def _told(mode: str, key: str) -> dict[str, Any]:
    return {
        "mode": mode,
        "taken": st.session_state.get(_taken_key(key), 0),
        "longest": LONGEST,
        "most": MAX_BYTES,
        "language": language(),
        "texts": _texts(),
        "troubles": troubles(),
    }


def _texts() -> dict[str, str]:
    return {
        "video": t("Picture of the camera"),
        "asking": t("Allow the camera"),
        "allow": t("The browser asks whether this page may use it."),
        "looking": t("Looking…"),
        "taken": t("Reading the cards…"),
        "steady": t("steady {n}/{of}"),
        "shot": t("Take this picture"),
        "app": t("Use the camera app"),
        "other": t("Other camera"),
        "torch": t("Light"),
        "mirror": t("Turn the mirror image round"),
        "again": t("Try again"),
        "figures": t("{fps} pictures/s · {readings} readings/s · {age} s old"),
    }


def troubles() -> dict[str, dict[str, Any]]:
    """For each way in which no picture comes: what is wrong, why, and the steps that mend it."""
    most = MAX_BYTES // 1024**2
    upload = t("Or take the photo with the phone's own camera app, and upload it on the page Photos.")
    return {
        "insecure": {
            "title": t("The camera needs a secure address"),
            "why": t("This page came over plain HTTP from another computer; browsers lock the camera there."),
            "steps": [
                t("On the computer that runs Oxeye, start it with: oxeye app --lan"),
                t("Open the address with https:// that it prints, or scan its QR code."),
                upload,
            ],
        },
        "denied": {
            "title": t("The camera is not allowed"),
            "why": t("The browser, or the system, does not let this page use the camera."),
            "steps": [
                t("Tap the sign beside the address, and allow the camera for this page."),
                t("On a phone, also look in the system's settings whether the browser may use the camera."),
                t("Then press the button below, or reload the page."),
                upload,
            ],
        },
        "none": {
            "title": t("No camera was found"),
            "why": t("This device has no camera, or it is switched off."),
            "steps": [
                t("Connect a camera, or open its cover, and press the button below."),
                t("Or use a phone: start Oxeye with oxeye app --lan and scan the QR code."),
                upload,
            ],
        },
        "busy": {
            "title": t("The camera is in use"),
            "why": t("Another program or browser tab has the camera."),
            "steps": [
                t("Close video calls and other tabs with a camera, and press the button below."),
                upload,
            ],
        },
        "ended": {
            "title": t("The camera stopped"),
            "why": t("It was unplugged, taken by another program, or its permission was withdrawn."),
            "steps": [t("Press the button below to open it again."), upload],
        },
        "old": {
            "title": t("This browser offers no camera"),
            "why": t("It is too old, or it is the built-in browser of another app."),
            "steps": [t("Open the page in Chrome, Edge, Firefox or Safari."), upload],
        },
        "large": {
            "title": t("Not a usable photo"),
            "why": t(
                "The file has {size} MB; at most {most} MB are read. Send a smaller copy.",
                size="{size}",
                most=most,
            ),
            "steps": [t("Set the camera app to smaller pictures, or press the button below.")],
        },
        "unknown": {
            "title": t("The camera did not open"),
            "why": t("The browser gave a reason that Oxeye does not know"),
            "steps": [t("Press the button below, or try another browser."), upload],
        },
    }
