"""A picture whose cards or hands can be tapped: real buttons that lie on it.

The buttons are the framework's own, moved onto the picture by the style sheet. They need no script, take the
focus of a keyboard, are read out by screen readers, and are pressed by tests like any other button.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

LEAST_SHARE = 0.02
"""Least width and height of a button, as a share of the picture's."""


@dataclass(frozen=True)
class Spot:
    """A part of a picture that can be tapped.

    Attributes:
        corners: (N, 2) corners of the part in pixels of the photo.
        name: what the button is called; read out, and shown only if `named`.
        tapped: called when it is tapped.
        arguments: given to `tapped`.
        named: whether the name is written on the picture.
    """

    corners: npt.NDArray[Any]
    name: str
    tapped: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    named: bool = False


def tappable_picture(
    key: str, picture: bytes, size: tuple[int, int], spots: Sequence[Spot], alt: str
) -> None:
    """Draw a picture with buttons on it; where two overlap, the later one is on top.

    Args:
        key: prefix of the widgets' keys, different for every picture on the page.
        picture: the photo as an image file, marked but neither cropped nor framed.
        size: width and height of the photo in pixels.
        spots: what can be tapped.
        alt: what the picture shows, for those who do not see it.
    """
    with st.container(key=f"shown-{key}"):
        st.image(picture, width="stretch", alt=alt)
        short = sha256(key.encode()).hexdigest()[:12]
        rules = []
        for number, spot in enumerate(spots):
            name = f"tap-{'named-' if spot.named else ''}{short}-{number}"
            rules.append(_style(name, spot.corners, size))
            st.button(spot.name, key=name, on_click=spot.tapped, args=spot.arguments)
        if rules:
            st.html(f"<style>{''.join(rules)}</style>")


def _style(name: str, corners: npt.NDArray[Any], size: tuple[int, int]) -> str:
    """Style rules that lay a button on the upright rectangle around a part and cut it to its outline."""
    shares = np.clip(np.asarray(corners, np.float64) / size, 0, 1)
    low = np.minimum(shares.min(0), 1 - LEAST_SHARE)
    high = np.maximum(shares.max(0), low + LEAST_SHARE)
    inside = (shares - low) / (high - low) * 100
    outline = ", ".join(f"{x:.1f}% {y:.1f}%" for x, y in inside)
    left, top, width, height = (100 * share for share in (*low, *(high - low)))
    place = f"left:{left:.2f}%;top:{top:.2f}%;width:{width:.2f}%!important;height:{height:.2f}%"
    return f".st-key-{name}{{{place}}}.st-key-{name} button{{clip-path:polygon({outline})}}"
