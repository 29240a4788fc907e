"""Records of rulings: one JSON that says everything, with hashes, and a fingerprint by which people know it.

A record is made from a case and can be made again from its own JSON: rules, readings, corrections and sides
lead to the ruling, and the JSON and the pictures lead to the page (`app.records.page`). So a change anywhere
is found by making it again. What a hash cannot say is who made the record: whoever changes a card can make a
whole new, consistent record. That is found by the photo, or by the fingerprint that the others kept.
"""

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from app.i18n import LANGUAGES
from app.records.cases import Case
from app.records.parts import RecordError, case_parts, need, read_parts
from app.records.rulings import Ruling, rule, ruling_json

FORMAT = "oxeye record 1"
"""First entry of every record's JSON."""

MOST_BYTES = 48 * 1024 * 1024
"""Largest record that is read."""

_TIME = re.compile(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ")
_VERSION = re.compile(r"[0-9A-Za-z.+_-]{1,40}")
_FINGERPRINT_LETTERS = 24


@dataclass(frozen=True)
class Record:
    """A ruling to keep.

    Attributes:
        ruling: the case and what was ruled.
        pictures: JPEG files, one for each photo of the case; empty where only the JSON is known.
        data: the record's JSON.
    """

    ruling: Ruling
    pictures: tuple[bytes, ...]
    data: dict[str, Any]

    @property
    def case(self) -> Case:
        """What was judged."""
        return self.ruling.case

    @property
    def language(self) -> str:
        """Code of the language in which the page speaks."""
        return str(self.data["language"])

    @property
    def fingerprint(self) -> str:
        """A short text that stands for the whole record, such as `ABCD-EFGH-…`."""
        return fingerprint(self.data["hashes"]["record"])


@dataclass(frozen=True)
class Parsed:
    """A record's JSON taken apart, before anything was judged again.

    Attributes:
        case_parts: rules, sides, evidence and hashes of the pictures.
        language: code of the page's language.
        made: UTC time, such as `2026-01-31T20:15:00Z`.
        version: version of the program that made it.
        data: the JSON.
    """

    case_parts: tuple[Any, ...]
    language: str
    made: str
    version: str
    data: dict[str, Any]

    def case(self) -> Case:
        """The case, its hands compared with its photos.

        Raises:
            HandError: a hand is not the one that its photo and the corrections give.
        """
        house, sides, evidence, _ = self.case_parts
        return Case(house, sides, evidence)

    @property
    def picture_hashes(self) -> list[str]:
        """SHA-256 of each picture."""
        return list(self.case_parts[3])


def make_record(
    case: Case, pictures: Sequence[bytes], language: str = "en", made: str | None = None
) -> Record:
    """Judge a case and make its record.

    Args:
        case: what is judged.
        pictures: a JPEG file without EXIF for each photo of the case.
        language: code of the language in which the page speaks.
        made: UTC time of the record; now when `None`.

    Raises:
        HandError: the case cannot be judged.
        ValueError: there is not one picture for each photo, or the language is unknown.
    """
    if language not in LANGUAGES or len(pictures) != len(case.evidence):
        raise ValueError("a record needs a picture for each photo, and a language of the program")
    hashes = [sha256(picture) for picture in pictures]
    # Through JSON, so that the ruling is made from the rounded values that the record holds.
    house, sides, evidence, _ = read_parts(json.loads(canonical(case_parts(case, hashes))))
    ruling = rule(Case(house, sides, evidence))
    now = made or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Record(ruling, tuple(pictures), record_data(ruling, hashes, language, now, program_version()))


def record_data(
    ruling: Ruling, pictures: Sequence[str], language: str, made: str, by_version: str
) -> dict[str, Any]:
    """The record's JSON, hashes included."""
    data = {
        "format": FORMAT,
        "program": {"name": "oxeye", "version": by_version},
        "made": made,
        "language": language,
        **case_parts(ruling.case, pictures),
        "ruling": ruling_json(ruling),
    }
    data = json.loads(canonical(data))
    return {**data, "hashes": hashes_of(data)}


def hashes_of(data: Mapping[str, Any]) -> dict[str, str]:
    """SHA-256 of the parts of a record and of the whole, each over its canonical JSON."""
    rest = {key: value for key, value in data.items() if key != "hashes"}
    parts = {"rules": "rules", "readings": "photos", "sides": "sides", "ruling": "ruling"}
    hashes = {name: sha256(canonical(data.get(key)).encode()) for name, key in parts.items()}
    return {**hashes, "record": sha256(canonical(rest).encode())}


def parse_record(text: str) -> Parsed:
    """Take a record's JSON apart.

    Raises:
        RecordError: it is no record, or a value in it is none that a record can hold.
    """
    data = read_json(text)
    if data.get("format") != FORMAT:
        raise RecordError(
            f"this is no record that this version of Oxeye can read; its format should be {FORMAT!r}"
        )
    language, made = need(data, "language", str), need(data, "made", str)
    by_version = need(need(data, "program", dict), "version", str)
    if language not in LANGUAGES:
        raise RecordError(f"the record's language {language[:20]!r} is not known here")
    if not _TIME.fullmatch(made) or not _VERSION.fullmatch(by_version):
        raise RecordError("the record is damaged: its time or its version is unreadable")
    need(data, "ruling", dict)
    hashes = need(data, "hashes", dict)
    if not all(type(value) is str for value in hashes.values()):
        raise RecordError("the record is damaged: 'hashes' should hold texts")
    return Parsed(read_parts(data), language, made, by_version, data)


def read_json(text: str) -> dict[str, Any]:
    """An object from JSON, without what programs read differently: keys twice, NaN, endless numbers.

    Raises:
        RecordError: it is no such JSON.
    """
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
        canonical(data).encode()
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:  # halves of characters are a UnicodeEncodeError
        raise RecordError(f"the record's JSON is damaged: {type(error).__name__}") from error
    if type(data) is not dict:
        raise RecordError("the record's JSON is no object")
    return data


def canonical(value: Any) -> str:
    """JSON in the one form over which hashes are made: keys in order, no blanks.

    >>> canonical({"b": 1, "a": ["♠"]})
    '{"a":["♠"],"b":1}'
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def sha256(data: bytes) -> str:
    """Hex digest."""
    return hashlib.sha256(data).hexdigest()


def fingerprint(digest: str) -> str:
    """The first 120 bits of a hex digest as letters and digits that people can read aloud.

    >>> fingerprint("00" * 32)
    'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA'
    """
    letters = base64.b32encode(bytes.fromhex(digest)).decode()[:_FINGERPRINT_LETTERS]
    return "-".join(letters[place : place + 4] for place in range(0, _FINGERPRINT_LETTERS, 4))


def same_fingerprint(one: str, other: str) -> bool:
    """Whether two fingerprints are the same, however they were written down."""
    plain = ["".join(letter for letter in text.upper() if letter.isalnum()) for text in (one, other)]
    return plain[0] == plain[1]


def program_version() -> str:
    """Version of the installed program."""
    try:
        return version("oxeye")
    except PackageNotFoundError:
        return "unknown"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise RecordError("the record's JSON is damaged: it has a key twice")
    return made


def _no_constant(text: str) -> Any:
    raise RecordError(f"the record's JSON is damaged: {text} is no number")
