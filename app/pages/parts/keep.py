"""Keep or send a ruling: make its record, note the fingerprint, save page, JSON and picture card."""

import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

import streamlit as st

from app import page_style as style
from app import session, table_style, waiting
from app.i18n import language, t
from app.pages.parts.photo import Taken, picture_of
from app.pages.parts.turns import waiting_bar
from app.records.card import picture_card
from app.records.cases import Case
from app.records.evidence import drawn
from app.records.page import page_html
from app.records.parts import case_parts
from app.records.record import Record, canonical, make_record, sha256
from rules.errors import OxeyeError
from vision.photo.image import load_photo


@dataclass(frozen=True)
class Kept:
    """A record with its files.

    Attributes:
        case_key: tells for which case and language it was made.
        record: the record.
        card: the picture for messengers, a JPEG file.
    """

    case_key: str
    record: Record
    card: bytes


def keep_ruling(page: str, case: Case, photos: Sequence[Taken]) -> None:
    """Draw the button that makes the record, and, once it is made, the files to save.

    Args:
        page: name of the page, by which the record is kept in the session.
        case: what was ruled on.
        photos: the photos of the page.
    """
    st.html(table_style.section(t("Keep or send the ruling")))
    kept: Kept | None = session.store("records").get(page)
    if kept is None or kept.case_key != _key(case):
        wanted = st.button(
            t("Make the record"), key=f"{page}:record", icon=":material/gavel:", type="primary"
        )
        st.caption(
            t("One page with pictures, ruling and reasons that opens on any phone and can be checked later.")
        )
        if wanted:
            try:
                with waiting_bar():
                    _make(page, case, tuple(photos))
            except OxeyeError as error:
                st.html(style.error_panel(t("The record cannot be made"), str(error)))
                return
            st.rerun()
        return
    st.html(table_style.fingerprint(kept.record.fingerprint))
    name = f"oxeye-{kept.record.data['made'][:16].replace(':', '').replace('T', '-')}"
    data = json.dumps(kept.record.data, ensure_ascii=False, indent=2)
    files = (
        (t("Record (HTML)"), f"{name}.html", "text/html", page_html(kept.record).encode(), "html"),
        (t("Picture card"), f"{name}.jpg", "image/jpeg", kept.card, "card"),
        (t("Data (JSON)"), f"{name}.json", "application/json", data.encode(), "json"),
    )
    with st.container(key=f"{page}-files", horizontal=True, gap="small"):
        for title, file, mime, content, sort in files:
            st.download_button(
                title,
                content,
                file_name=file,
                mime=mime,
                icon=":material/download:",
                key=f"{page}:save:{sort}",
                on_click="ignore",
            )
    with st.container(key=f"{page}-card"):
        st.image(kept.card, width=320, alt=t("Picture card"))
    st.caption(t("Check a record with:") + f" `oxeye verify {name}.html`")


def forget_record(page: str) -> None:
    """Drop the record of a page."""
    session.store("records").pop(page, None)


def _make(page: str, case: Case, photos: tuple[Taken, ...]) -> None:
    taken = {photo.sha256: photo for photo in photos}
    used = [taken[one.sha256] for one in case.evidence]
    with waiting.DRAWING.turn() if used else nullcontext():  # typed hands have no photos to draw on
        pictures = [
            drawn(load_photo(photo.data).image, evidence, case.house)
            for photo, evidence in zip(used, case.evidence, strict=True)
        ]
        record = make_record(case, pictures, language())
        card = picture_card(record, [picture_of(photo, case.house) for photo in used])
    session.store("records")[page] = Kept(_key(case), record, card)


def _key(case: Case) -> str:
    """Tells cases and languages apart."""
    return sha256(canonical([language(), case_parts(case, [""] * len(case.evidence))]).encode())
