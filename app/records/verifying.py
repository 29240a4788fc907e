"""Checking a record: its hashes, the way from the cards and the rules to the ruling, its page, and its photo.

Nothing is believed that can be made again. The hands come from the readings and the corrections, the ruling
from the hands and the rules, the page from the JSON and the pictures; what differs is named.
"""

import difflib
import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.records.cases import Case, Evidence
from app.records.page import is_page, page_html, taken_apart
from app.records.parts import RecordError
from app.records.record import (
    FORMAT,
    MOST_BYTES,
    Parsed,
    Record,
    canonical,
    fingerprint,
    hashes_of,
    parse_record,
    program_version,
    record_data,
    same_fingerprint,
    sha256,
)
from app.records.rulings import Ruling, result_json, result_lines, rule
from rules.errors import OxeyeError

_MOST_DIFFERENCES = 4
_SHORT = 90
_LONG = 4000
_MOST_LINES = 100


@dataclass(frozen=True)
class Check:
    """One thing that was checked.

    Attributes:
        name: `readable`, `hashes`, `cards`, `result`, `ruling`, `pictures`, `page`, `fingerprint` or `photo`.
        fine: whether it holds.
        said: what was found, one sentence.
    """

    name: str
    fine: bool
    said: str


@dataclass(frozen=True)
class Report:
    """What a check of a record found.

    Attributes:
        checks: in the order in which they were made.
        record: the record as it should be; `None` when its own JSON does not lead to a ruling.
        notes: what was not checked, and why.
    """

    checks: tuple[Check, ...]
    record: Record | None = None
    notes: tuple[str, ...] = ()

    @property
    def fine(self) -> bool:
        """True when everything that was checked holds."""
        return bool(self.checks) and all(check.fine for check in self.checks)

    @property
    def ruling(self) -> Ruling | None:
        """The ruling as the cards and the rules of the record give it."""
        return None if self.record is None else self.record.ruling

    def to_json(self) -> dict[str, Any]:
        """The object that `oxeye verify --json` prints."""
        record = self.record
        return {
            "ok": self.fine,
            "checks": [{"check": one.name, "ok": one.fine, "text": one.said} for one in self.checks],
            "notes": list(self.notes),
            "fingerprint": None if record is None else record.fingerprint,
            "made": None if record is None else record.data["made"],
            "version": None if record is None else record.data["program"]["version"],
            "result": None if record is None else result_lines(record.ruling),
        }


def verify(data: bytes, fingerprint_kept: str = "") -> Report:
    """Check a record without its photos.

    Args:
        data: the file, an HTML page or the JSON alone.
        fingerprint_kept: the fingerprint that somebody kept; empty if none is compared.

    Raises:
        RecordError: the file is no record at all.
    """
    text = _text(data)
    try:
        told, pictures = taken_apart(text) if is_page(text) else (text, ())
        parsed = parse_record(told)
    except RecordError as error:
        return Report((Check("readable", False, _sentence(error)),))
    checks = [
        Check("readable", True, "The file is a record of Oxeye."),
        _hashes(parsed),
    ]
    if fingerprint_kept:
        checks.append(_fingerprint(parsed, fingerprint_kept))
    if is_page(text):
        checks += _pictures(parsed, pictures)
    try:
        ruling = rule(parsed.case())
    except OxeyeError as error:
        return Report((*checks, Check("cards", False, _sentence(error))))
    checks.append(
        Check("cards", True, "Every hand is what its reading and the corrections, or a person, gave.")
    )
    again = record_data(ruling, parsed.picture_hashes, parsed.language, parsed.made, parsed.version)
    checks += _replayed(parsed, again)
    record = Record(ruling, pictures, again)
    notes = []
    if is_page(text):
        if len(pictures) == len(ruling.case.evidence):
            checks.append(_page(text, record))
        else:
            checks.append(Check("page", False, "The page cannot be made again without its pictures."))
    elif ruling.case.evidence:
        notes.append("The JSON alone has no pictures, so none were checked.")
    if parsed.version != program_version():
        notes.append(
            f"The record says that version {parsed.version} made it; this is version {program_version()}. "
            "Where only words differ, check it with that version."
        )
    return Report(tuple(checks), record, tuple(notes))


def _text(data: bytes) -> str:
    """The file as text, if it looks like a record.

    Raises:
        RecordError: it does not.
    """
    if len(data) > MOST_BYTES:
        raise RecordError(
            f"the file has {len(data) / 1024**2:.0f} MB; a record has at most {MOST_BYTES // 1024**2} MB"
        )
    if FORMAT.encode() not in data and b"oxeye-record" not in data:
        raise RecordError("this is no record of Oxeye; give the HTML page or the JSON that the app saved")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        # A byte that is no text is a change; what it stands in will differ.
        return data.decode("utf-8", "replace")


def _hashes(parsed: Parsed) -> Check:
    stored, made = parsed.data["hashes"], hashes_of(parsed.data)
    wrong = [name for name in {**made, **stored} if stored.get(name) != made.get(name)]
    if wrong:
        names = ", ".join(sorted(name[:40] for name in wrong))
        return Check("hashes", False, f"These hashes are not those of the record's contents: {names}.")
    return Check("hashes", True, "All hashes are those of the record's contents.")


def _fingerprint(parsed: Parsed, kept: str) -> Check:
    here = fingerprint(hashes_of(parsed.data)["record"])
    if same_fingerprint(kept, here):
        return Check("fingerprint", True, f"The fingerprint is {here}, as was kept.")
    return Check(
        "fingerprint", False, f"The fingerprint is {here}, but {kept[:60]!r} was kept: another record."
    )


def _pictures(parsed: Parsed, pictures: Sequence[bytes]) -> list[Check]:
    stored = parsed.picture_hashes
    if len(pictures) != len(stored):
        said = f"The record speaks of {len(stored)} pictures, but the page shows {len(pictures)}."
        return [Check("pictures", False, said)]
    wrong = [
        str(n) for n, both in enumerate(zip(pictures, stored, strict=True), 1) if sha256(both[0]) != both[1]
    ]
    if wrong:
        return [Check("pictures", False, f"Not the picture that was ruled on: picture {', '.join(wrong)}.")]
    return [Check("pictures", True, "Every picture is the one in the record.")] if stored else []


def _replayed(parsed: Parsed, again: dict[str, Any]) -> list[Check]:
    """Whether cards and rules lead to the stored ruling: what moves money first, then every reason."""
    checks = []
    try:
        same = canonical(result_json(parsed.data["ruling"])) == canonical(result_json(again["ruling"]))
    except (KeyError, TypeError):
        same = False
    if same:
        checks.append(Check("result", True, "The cards and the rules give the same result."))
    else:
        checks.append(Check("result", False, "The cards and the rules of the record give another result."))
    stored = {key: value for key, value in parsed.data.items() if key != "hashes"}
    made = {key: value for key, value in again.items() if key != "hashes"}
    found = list(_differences(stored, made, ""))
    if found:
        more = f" and {len(found) - _MOST_DIFFERENCES} more" if len(found) > _MOST_DIFFERENCES else ""
        checks.append(Check("ruling", False, "; ".join(found[:_MOST_DIFFERENCES]) + more + "."))
    else:
        checks.append(
            Check("ruling", True, "Every reason in the record follows from its cards and its rules.")
        )
    return checks


def _differences(stored: Any, made: Any, place: str) -> Iterator[str]:
    """Where two JSON values differ, in words."""
    if isinstance(stored, dict) and isinstance(made, dict):
        for key in {**made, **stored}:
            where = f"{place}.{key}" if place else str(key)
            if key not in stored:
                yield f"{where[:_SHORT]} is missing"
            elif key not in made:
                yield f"{where[:_SHORT]} does not belong into a record"
            else:
                yield from _differences(stored[key], made[key], where)
    elif isinstance(stored, list) and isinstance(made, list) and len(stored) == len(made):
        for number, (one, other) in enumerate(zip(stored, made, strict=True)):
            yield from _differences(one, other, f"{place}[{number}]")
    elif canonical(stored) != canonical(made):
        yield f"{place[:_SHORT]}: the record says {_shown(stored)}, but it should be {_shown(made)}"


def _page(text: str, record: Record) -> Check:
    made = page_html(record)
    if made == text:
        return Check("page", True, "Every word of the page is what the record's JSON gives.")
    stored, right = _apart(_visible_lines(text), _visible_lines(made))
    most = _MOST_DIFFERENCES
    if max(len(stored), len(right)) > _MOST_LINES:  # equal lines without end keep `difflib` busy for minutes
        stored, right, most = stored[:_MOST_LINES], right[:_MOST_LINES], 1
    said = []
    matcher = difflib.SequenceMatcher(None, stored, right, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind != "equal":
            here = " / ".join(stored[start:end]) or "nothing"
            there = " / ".join(right[first:last]) or "nothing"
            said.append(f"the page says {_shown(here)}, but it should be {_shown(there)}")
    told = "; ".join(said[:most]) or "it differs where nothing is shown"
    return Check("page", False, f"The page was changed: {told}.")


def _apart(one: list[str], other: list[str]) -> tuple[list[str], list[str]]:
    """The lines from the first that differs to the last one."""
    shorter = min(len(one), len(other))
    head = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    tail = next((n for n in range(shorter - head) if one[-1 - n] != other[-1 - n]), shorter - head)
    return one[head : len(one) - tail], other[head : len(other) - tail]


def _visible_lines(text: str) -> list[str]:
    """What a person sees of a page, line by line; of pictures and of the JSON, nothing.

    The file may come from anybody: no pattern may look at the same letters again and again, and a number in a
    line that is cut has fewer digits than `int` refuses.
    """
    text = re.sub(r'"data:[^"]*"', '""', text)
    text = re.sub(r"<(script|style)[^<>]*>.*?(?:</\1>|\Z)", "", text, flags=re.DOTALL)
    lines = (html.unescape(re.sub(r"<[^<>]*>", " ", line)[:_LONG]) for line in text.splitlines())
    return [" ".join(line.split()) for line in lines if line.strip()]


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else canonical(value)
    text = "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
    return f"“{text[:_SHORT]}…”" if len(text) > _SHORT else f"“{text}”"


def _sentence(error: Exception) -> str:
    text = "".join(letter if letter.isprintable() else "\ufffd" for letter in str(error))
    return f"{text[:1].upper()}{text[1:400]}."


def with_check(report: Report, *checks: Check) -> Report:
    """The report with further checks."""
    return replace(report, checks=(*report.checks, *checks))


def case_of(report: Report) -> Case | None:
    """The case of a checked record."""
    return None if report.record is None else report.record.case


def evidence_of(report: Report) -> tuple[Evidence, ...]:
    """The photos that a checked record speaks of."""
    case = case_of(report)
    return () if case is None else case.evidence
