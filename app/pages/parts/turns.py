"""What a person sees on a page while others are before them in the line (see `app.waiting`)."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app.i18n import nt
from app.waiting import telling


def before_you(before: int) -> str:
    """That the person waits, and how many are before them."""
    return nt("Waiting… {n} before you", "Waiting… {n} before you", before)


def telling_on(bar: DeltaGenerator, done: float, said: str) -> AbstractContextManager[None]:
    """While the block waits for its turn, the bar tells how many are before; in its turn, what is said.

    Drawing fails once the page is closed, and so whoever has gone away leaves the line.

    Args:
        bar: the progress bar.
        done: share of the work that is done.
        said: what the bar says when it is this person's turn.
    """

    def tell(before: int) -> None:
        bar.progress(done, before_you(before) if before else said)

    return telling(tell)


@contextmanager
def waiting_bar() -> Iterator[None]:
    """While the block waits for its turn, a bar tells how many are before; without waiting there is none."""
    bars: list[DeltaGenerator] = []

    def tell(before: int) -> None:
        if not before:
            bars[0].empty()
        elif bars:
            bars[0].progress(0.0, before_you(before))
        else:
            bars.append(st.progress(0.0, before_you(before)))

    with telling(tell):
        yield
