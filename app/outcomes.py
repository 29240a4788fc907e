"""What became of many photos, and the files that hold it: pictures in a ZIP, JSON, and a table as CSV.

The words in these files that programs read are in English, whatever the language of the page.
"""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from app.service import Answer
from rules.explain import rules_json
from rules.house import HouseRules

COLUMNS = (
    *("photo", "hand", "cards", "result", "pays", "ox", "left"),
    *("corrected", "removed", "status", "error", "rules"),
)
"""Columns of the table: one line per hand, or one for a photo without any."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')


@dataclass(frozen=True)
class Outcome:
    """What became of one photo: an answer, or the reason why there is none.

    Attributes:
        name: the photo's name as the person gave it.
        sha256: hex digest of its bytes.
        answer: what was read and judged; `None` when the file is no usable photo.
        error: why it is not; empty when there is an answer.
    """

    name: str
    sha256: str
    answer: Answer | None
    error: str = ""


def outcomes_json(outcomes: Iterable[Outcome], house: HouseRules) -> str:
    """All outcomes and the rules that they were judged by, as a JSON text."""
    photos = [
        {"photo": one.name, "sha256": one.sha256, "error": one.error}
        if one.answer is None
        else one.answer.to_json()
        for one in outcomes
    ]
    return json.dumps({"photos": photos, "rules": rules_json(house)}, ensure_ascii=False, indent=1)


def outcomes_csv(outcomes: Iterable[Outcome], house: HouseRules) -> bytes:
    """All outcomes as a table that spreadsheets open: UTF-8 with its mark, one line per hand.

    A name that a spreadsheet would take for a formula is put behind an apostrophe.
    """
    made = io.StringIO()
    table = csv.DictWriter(made, COLUMNS, lineterminator="\r\n")
    table.writeheader()
    for one in outcomes:
        for row in _rows(one):
            full = {"photo": one.name, "rules": f"{house.name} ({house.id})", **row}
            table.writerow({column: _plain(full.get(column, "")) for column in COLUMNS})
    return made.getvalue().encode("utf-8-sig")


def pictures_zip(outcomes: Iterable[Outcome], draw: Callable[[Outcome], bytes]) -> bytes:
    """The pictures of all photos with an answer, as a ZIP file without dates or folders.

    Args:
        outcomes: the photos, in order; two of one name get a number.
        draw: makes the picture of one outcome as a JPEG file.
    """
    made = io.BytesIO()
    taken: set[str] = set()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for one in outcomes:
            if one.answer is not None:
                name = picture_name(one.name, taken)
                taken.add(name.casefold())
                archive.writestr(zipfile.ZipInfo(name), draw(one))
    return made.getvalue()


def picture_name(photo: str, taken: Iterable[str] = ()) -> str:
    """A name for the picture of a photo that any system accepts and that is not taken yet.

    >>> picture_name("a/b.heic"), picture_name("b.png", {"b-oxeye.jpg"})
    ('a b-oxeye.jpg', 'b-oxeye-2.jpg')
    """
    stem = _FORBIDDEN.sub(" ", photo).strip(" .")
    stem = (stem.rsplit(".", 1)[0].strip(" .") or "photo")[:80]
    name, number = f"{stem}-oxeye.jpg", 1
    while name.casefold() in set(taken):
        number += 1
        name = f"{stem}-oxeye-{number}.jpg"
    return name


def _rows(one: Outcome) -> list[dict[str, Any]]:
    if one.answer is None:
        return [{"error": one.error}]
    seen = one.answer.reading.cards
    if not one.answer.hands:
        return [{"status": " ".join(one.answer.status)}]
    rows = []
    for number, hand in enumerate(one.answer.hands, start=1):
        cards = [seen[position] for position in hand.cards]
        row: dict[str, Any] = {
            "hand": number,
            "cards": " ".join(str(card.card) for card in cards),
            "corrected": " ".join(str(card.card) for card in cards if card.corrected),
            "removed": " ".join(map(str, hand.removed)),
            "status": " ".join(hand.status or one.answer.status),
        }
        if (verdict := hand.verdict) is not None:
            row |= {
                "result": verdict.label,
                "pays": verdict.multiple,
                "ox": " ".join(str(verdict.cards[place]) for place in verdict.ox),
                "left": " ".join(str(verdict.cards[place]) for place in verdict.left),
                "status": "",
            }
        rows.append(row)
    return rows


def _plain(value: Any) -> str:
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
