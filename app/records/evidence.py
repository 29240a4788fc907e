"""The pictures of a record, and a photo read again to see whether it is the one that was ruled on."""

from dataclasses import replace

import cv2
import numpy as np

from app.i18n import speaking
from app.pictures import annotated, encode_jpeg
from app.records.cases import Case, Evidence, Place
from app.records.parts import rounded
from app.records.record import Record
from app.records.verifying import Check, Report
from app.service import BgrImage, Reader, answer
from rules.errors import OxeyeError
from rules.house import HouseRules
from vision.errors import ImageError
from vision.photo.image import Photo, load_photo
from vision.reading import Reading

PICTURE_PIXELS = 1280
"""Longest side of a record's picture: sharp on a phone and on paper, small enough to send."""

_BLOCK = 8
_FOREIGN = 28.0
"""Mean difference of a block from which on two pictures show something else; encoders differ by less."""


def drawn(image: BgrImage, evidence: Evidence, house: HouseRules) -> bytes:
    """The photo with its hands and their verdicts drawn on it, as a JPEG file without EXIF.

    Args:
        image: (H, W, 3) uint8 BGR, upright.
        evidence: what was read from it and corrected.
        house: the table's rules.
    """
    kept = rounded(evidence)
    given = answer("", kept.sha256, kept.reading, house, kept.corrections)
    return encode_jpeg(annotated(image, given), kept.sha256, PICTURE_PIXELS)


def check_photo(report: Report, name: str, data: bytes, reader: Reader) -> list[Check]:
    """Compare a photo with a record: its bytes, what is read from it now, and the picture drawn on it.

    Args:
        report: the record, checked without photos.
        name: what the photo is called in the answer.
        data: the photo's file.
        reader: the networks.

    Raises:
        ImageError: the file is not a usable photo.
        ModelError: a network failed.
    """
    record = report.record
    if record is None:
        return [Check("photo", False, f"{name} was not compared: the record itself leads to no ruling.")]
    photo = load_photo(data)
    case = record.case
    found = [number for number, one in enumerate(case.evidence) if one.sha256 == photo.sha256]
    if not found:
        return [Check("photo", False, _foreign(name, photo, case, reader))]
    checks = [Check("photo", True, f"{name} is photo {found[0] + 1} of the record, byte for byte.")]
    for number in found:
        checks.append(_read_again(name, photo, case, number, reader))
        if number < len(record.pictures):
            checks.append(_drawn_again(photo, record, number))
    return checks


def _foreign(name: str, photo: Photo, case: Case, reader: Reader) -> str:
    """That a photo is none of the record's, and whether it shows the same cards all the same."""
    if not case.evidence:
        return f"{name} cannot be compared: the cards of this record were typed."
    said = f"{name} is not the file that was ruled on (SHA-256 {photo.sha256[:16]}…)"
    try:
        cards = _hands(reader.read(photo.image, case.house.decks))
    except OxeyeError:
        return f"{said}."
    if any(cards == _hands(one.reading) for one in case.evidence):
        return f"{said}, though it shows the same cards: ask for the original, not a copy from a messenger."
    return f"{said}, and other cards are read from it."


def _read_again(name: str, photo: Photo, case: Case, number: int, reader: Reader) -> Check:
    stored = case.evidence[number].reading
    now = reader.read(photo.image, case.house.decks)
    other = {key for key in {**stored.model, **now.model} if stored.model.get(key) != now.model.get(key)}
    by = f" (by other networks: {', '.join(sorted(other))})" if other else ""
    if _hands(stored) != _hands(now):
        was, is_now = (_said(one) for one in (stored, now))
        return Check(
            "photo", False, f"{name}: the record says that {was} was read, but it reads {is_now}{by}."
        )
    if set(stored.reasons) != set(now.reasons):
        was, is_now = (", ".join(one.reasons) or "nothing" for one in (stored, now))
        return Check("photo", False, f"{name}: the record doubts {was}, but the photo gives {is_now}{by}.")
    surer = [
        f"{old.card.symbol} ({old.confidence:.0%}, now {new.confidence:.0%})"
        for old, new in zip(stored.cards, now.cards, strict=True)
        if abs(old.confidence - new.confidence) > 0.05
    ]
    if surer and not other:
        return Check(
            "photo", False, f"{name}: the certainty of {', '.join(surer)} is not what the photo gives."
        )
    return Check("photo", True, f"{name}: the same cards are read from it again{by}.")


def _drawn_again(photo: Photo, record: Record, number: int) -> Check:
    with speaking(record.language):
        right = drawn(photo.image, record.case.evidence[number], record.case.house)
    if right == record.pictures[number] or _alike(right, record.pictures[number]):
        return Check("picture", True, f"Picture {number + 1} is this photo with the ruling drawn on it.")
    return Check("picture", False, f"Picture {number + 1} is not this photo with the ruling drawn on it.")


def _alike(one: bytes, other: bytes) -> bool:
    """Whether two JPEG files show the same, whichever program wrote them."""
    try:
        a, b = (load_photo(data).image for data in (one, other))
    except ImageError:
        return False
    if a.shape != b.shape:
        return False
    blocks = cv2.blur(cv2.absdiff(a, b).astype(np.float32), (_BLOCK, _BLOCK))
    return float(blocks.max()) < _FOREIGN


def _hands(reading: Reading) -> list[tuple[str, ...]]:
    return [tuple(str(reading.cards[place].card) for place in hand.cards) for hand in reading.hands] or [
        tuple(str(seen.card) for seen in reading.cards)
    ]


def _said(reading: Reading) -> str:
    return " and ".join(" ".join(cards) or "no card" for cards in _hands(reading))


def without_time(reading: Reading) -> Reading:
    """The reading without its times, which say nothing about the cards."""
    return replace(reading, timing_ms={})


def answered_places(photo: int, evidence: Evidence, house: HouseRules) -> list[Place]:
    """The hands of a photo that have a verdict, and so may enter a case."""
    given = answer("", evidence.sha256, evidence.reading, house, evidence.corrections)
    return [Place(photo, number) for number, hand in enumerate(given.hands) if hand.verdict is not None]
