"""The page of a record: one file that opens on a phone and prints, made of the JSON and the pictures alone.

The page is a function of both, so that `app.records.verifying` can make it again and compare every byte. It
needs no script, loads nothing, and forbids both to whatever might be written into it.
"""

import base64
import binascii
import re
from html import escape
from pathlib import Path

from app.i18n import rules_language, say, speaking, t
from app.records.parts import RecordError
from app.records.record import Record, canonical
from app.records.ruling_html import ruling_html, suited, titled
from app.records.rulings import result_lines
from app.rule_names import rules_name
from rules.text import rules_text

JSON_START = '<script type="application/json" id="oxeye-record">'
JSON_END = "</script>"
PICTURE_START = '<img src="data:image/jpeg;base64,'

_PICTURE = re.compile(re.escape(PICTURE_START) + r'([A-Za-z0-9+/=]*)"')
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page_html(record: Record) -> str:
    """The record as one HTML file."""
    with speaking(record.language):
        return "\n".join([*_head(record), *_body(record), _data(record), "</body>", "</html>", ""])


def is_page(text: str) -> bool:
    """Whether a file is a page of a record, rather than its JSON alone."""
    return JSON_START in text


def taken_apart(text: str) -> tuple[str, tuple[bytes, ...]]:
    """The JSON and the pictures of a page.

    Raises:
        RecordError: the JSON is not there, is there twice, or a picture is damaged.
    """
    if text.count(JSON_START) != 1:
        raise RecordError("the page should hold the record's JSON exactly once; it was changed")
    before, _, rest = text.partition(JSON_START)
    told, end, _ = rest.partition(JSON_END)
    if not end:
        raise RecordError("the page is cut off: the record's JSON has no end")
    try:
        pictures = tuple(base64.b64decode(found, validate=True) for found in _PICTURE.findall(before))
    except (binascii.Error, ValueError) as error:
        raise RecordError("a picture of the page is damaged") from error
    return told.strip("\n"), pictures


def _head(record: Record) -> list[str]:
    style = Path(__file__).with_name("record.css").read_text(encoding="utf-8").strip()
    title = t("Oxeye: ruling of {when}", when=when_text(record))
    return [
        "<!DOCTYPE html>",
        f'<html lang="{record.language}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{style}\n</style>",
        "</head>",
        "<body>",
    ]


def _body(record: Record) -> list[str]:
    case = record.case
    house = case.house
    lines = [
        f"<h1>{escape(t('Ruling on a hand') if len(case.sides) == 1 else t('Ruling on a round'))}</h1>",
        f'<p class="when">{escape(when_text(record))}</p>',
        "<section>",
        *(f"<p>{suited(line)}</p>" for line in result_lines(record.ruling, rules_language(), titled)),
        "</section>",
    ]
    for number, picture in enumerate(record.pictures, start=1):
        names = [
            side.name for side in case.sides if side.place is not None and side.place.photo == number - 1
        ]
        shown = t("Photo {number}: {names}", number=number, names=say("list.comma").join(names))
        data = base64.b64encode(picture).decode()
        lines += [
            "<figure>",
            f'{PICTURE_START}{data}" alt="{escape(shown)}">',
            f"<figcaption>{escape(shown)}</figcaption>",
            "</figure>",
        ]
    for piece in ruling_html(record.ruling):
        lines += ["<section>", piece, "</section>"]
    lines += [
        f"<h2>{escape(t('House rules'))}</h2>",
        f"<p>{suited(rules_text(house.with_options(name=rules_name(house)), rules_language()))}</p>",
        *_proof(record),
    ]
    return lines


def _proof(record: Record) -> list[str]:
    """Where the record comes from, how it is checked, and what a check cannot say."""
    case, program = record.case, record.data["program"]
    lines = [
        f"<h2>{escape(t('Fingerprint'))}</h2>",
        f'<p class="print">{record.fingerprint}</p>',
        f"<p>{escape(t('Whoever keeps this fingerprint can tell later whether a record is this one.'))}</p>",
        f"<p>{escape(t('Check the file with:'))} <code>oxeye verify RECORD.html "
        '<span class="word">--photo PHOTO</span></code></p>',
        '<p class="ox-note">'
        + escape(
            t(
                "The check finds every change in this file. It does not tell who made the file: anybody can "
                "make a new one. Against that, compare the fingerprint with the one that others kept, and "
                "read the original photo again."
            )
        )
        + "</p>",
        f"<h2>{escape(t('Made from'))}</h2>",
        '<ul class="plain">',
    ]
    for number, evidence in enumerate(case.evidence, start=1):
        said = t("Photo {number}, SHA-256:", number=number)
        lines.append(f'<li>{escape(said)} <span class="hash">{evidence.sha256}</span></li>')
    models = {key: value for one in case.evidence for key, value in one.reading.model.items()}
    said = [escape(models.pop("name", ""))]
    said += [
        f'{escape(name)} <span class="hash">{escape(value)}</span>' for name, value in sorted(models.items())
    ]
    if any(said):
        lines.append(f"<li>{escape(t('Networks:'))} {', '.join(filter(None, said))}</li>")
    hashes = record.data["hashes"]
    lines += [
        f'<li>{escape(t("House rules, id:"))} <span class="hash">{escape(case.house.id)}</span></li>',
        *(f'<li>SHA-256, {name}: <span class="hash">{hashes[name]}</span></li>' for name in sorted(hashes)),
        f"<li>{escape(t('Program:'))} {escape(program['name'])} {escape(program['version'])}</li>",
        "</ul>",
    ]
    return lines


def when_text(record: Record) -> str:
    """Time of a record, such as `2026-01-31 20:15 UTC`."""
    made = str(record.data["made"])
    return f"{made[:10]} {made[11:16]} UTC"


def _data(record: Record) -> str:
    """The JSON, written so that nothing in it can end the element that holds it."""
    told = canonical(record.data)
    for letter in "<>&\u2028\u2029":
        told = told.replace(letter, f"\\u{ord(letter):04x}")
    return f"{JSON_START}\n{told}\n{JSON_END}"
