"""A case as plain JSON values and back, every value checked: a record may come from anybody.

What cannot be read is one `RecordError` that names the place. Sizes are limited, texts are in one line and
free of what nobody sees, and numbers are finite, so that nothing read here can surprise what comes after.
"""

import math
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeVar

import numpy as np

from app.corrections import Corrections
from app.records.cases import MOST_SIDES, Case, Claim, Evidence, Place, Side
from rules.cards import Card
from rules.errors import HandError, OxeyeError, RulesError
from rules.explain import rules_json
from rules.house import HouseRules
from rules.kinds import Kind
from rules.settle import read_stake
from vision.reading import FloatArray, Guess, Reading, Reason, SeenCard, SeenHand, WholeCard

MOST_PHOTOS = MOST_SIDES
MOST_CARDS = 400
"""Most cards in one photo."""

_SHA256 = re.compile(r"[0-9a-f]{64}")
_STAKE = re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?")
_LABEL = re.compile(r"[0-9A-Za-z_ -]{1,20}")
_LARGEST = 10**6

Value = TypeVar("Value", str, int, float, bool, dict[str, Any], list[Any])


class RecordError(OxeyeError):
    """A file is not a record of Oxeye, or is damaged beyond reading."""


def photo_json(evidence: Evidence, picture: str) -> dict[str, Any]:
    """What was read from one photo, what was corrected, and the hash of the picture in the record."""
    reading, corrections = evidence.reading, evidence.corrections
    return {
        "sha256": evidence.sha256,
        "picture_sha256": picture,
        "size": list(reading.size),
        "status": [str(reason) for reason in reading.status],
        "cards": [_card_json(seen) for seen in reading.cards],
        "hands": [
            {"cards": list(hand.cards), "status": [str(reason) for reason in hand.status]}
            for hand in reading.hands
        ],
        "unread": [
            {"kind": card.kind, "score": round(float(card.score), 4), "quad": _quad_json(card.quad)}
            for card in reading.unread
        ],
        "models": dict(reading.model),
        "corrections": {
            "changed": [[position, str(card)] for position, card in sorted(corrections.changed, key=_first)],
            "removed": sorted(corrections.removed),
            "added": [[hand, str(card)] for hand, card in corrections.added],
            "vouched": sorted(corrections.vouched),
        },
    }


def side_json(side: Side) -> dict[str, Any]:
    """One side: cards, where they were seen, what was laid down, claimed and said."""
    claim, place = side.claim, side.place
    return {
        "name": side.name,
        "cards": [str(card) for card in side.cards],
        "seen": None if place is None else {"photo": place.photo, "hand": place.hand},
        "stake": stake_text(side.stake),
        "laid": [str(card) for card in side.laid],
        "claim": None if claim is None else {"kind": str(claim.kind), "strength": claim.strength},
        "words": side.words,
    }


def case_parts(case: Case, pictures: Sequence[str]) -> dict[str, Any]:
    """The rules, photos and sides of a case."""
    return {
        "rules": rules_json(case.house),
        "photos": [photo_json(*both) for both in zip(case.evidence, pictures, strict=True)],
        "sides": [side_json(side) for side in case.sides],
    }


def read_parts(
    data: Mapping[str, Any],
) -> tuple[HouseRules, tuple[Side, ...], tuple[Evidence, ...], list[str]]:
    """Rules, sides, evidence and hashes of the pictures, as `case_parts` told them.

    Raises:
        RecordError: a value is missing or is none that a record can hold.
    """
    try:
        photos = [member(photo, "photos") for photo in _limited(data, "photos", MOST_PHOTOS)]
        evidence = tuple(_evidence(photo) for photo in photos)
        pictures = [_sha256(photo, "picture_sha256") for photo in photos]
        sides = tuple(_side(member(side, "sides")) for side in _limited(data, "sides", MOST_SIDES))
        return _rules(need(data, "rules", dict)), sides, evidence, pictures
    except RecordError:
        raise
    except (OxeyeError, ValueError, OverflowError) as error:
        raise RecordError(f"the record holds what no record can hold: {error}") from error


def rounded(evidence: Evidence) -> Evidence:
    """The evidence with its numbers as exact as a record keeps them."""
    return _evidence(photo_json(evidence, "0" * 64))


def need(data: Mapping[str, Any], key: str, kind: type[Value]) -> Value:
    """The value of this key, of this type.

    Raises:
        RecordError: there is none, or it is of another type.
    """
    value = data.get(key)
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        shown = "nothing" if key not in data else type(value).__name__
        raise RecordError(f"the record is damaged: {key!r} should be {kind.__name__}, but is {shown}")
    if isinstance(value, float) and not math.isfinite(value):
        raise RecordError(f"the record is damaged: {key!r} is no number")
    return value


def member(value: Any, where: str) -> dict[str, Any]:
    """The value if it is an object.

    Raises:
        RecordError: it is something else.
    """
    if type(value) is not dict:
        raise RecordError(f"the record is damaged: {where!r} should hold objects")
    return value


def _card_json(seen: SeenCard) -> dict[str, Any]:
    return {
        "card": str(seen.card),
        "confidence": round(float(seen.confidence), 4),
        "runner_up": {
            "label": seen.runner_up.label,
            "confidence": round(float(seen.runner_up.confidence), 4),
        },
        "quad": _quad_json(seen.quad),
        "indices": seen.indices,
        "accepted": seen.accepted,
    }


def _quad_json(corners: FloatArray) -> list[list[float]]:
    quad = np.asarray(corners, np.float64)
    return np.round(quad, 1).tolist() if np.isfinite(quad).all() else []


def _evidence(photo: dict[str, Any]) -> Evidence:
    cards = tuple(_seen(member(card, "cards")) for card in _limited(photo, "cards", MOST_CARDS))
    size = _whole_list(photo, "size")
    if len(size) != 2:
        raise RecordError("the record is damaged: 'size' should be width and height")
    hands = []
    for hand in (member(hand, "hands") for hand in _limited(photo, "hands", MOST_CARDS)):
        places = _whole_list(hand, "cards")
        if any(place >= len(cards) for place in places):
            raise RecordError("the record is damaged: a hand holds a card that is not in its photo")
        hands.append(SeenHand(tuple(places), _reasons(hand)))
    held = sorted(place for hand in hands for place in hand.cards)
    if hands and held != list(range(len(cards))):
        raise RecordError("the record is damaged: a card of a photo lies in no hand, or in two")
    models = need(photo, "models", dict)
    if len(models) > 16 or any(type(value) is not str or len(value) > 200 for value in models.values()):
        raise RecordError("the record is damaged: 'models' should hold short texts")
    unread = tuple(_whole(member(card, "unread")) for card in _limited(photo, "unread", MOST_CARDS))
    reading = Reading(
        (size[0], size[1]), _reasons(photo), cards, tuple(hands), unread=unread, model=dict(models)
    )
    corrections = _corrections(need(photo, "corrections", dict), len(cards), max(len(hands), 1))
    return Evidence(_sha256(photo, "sha256"), reading, corrections)


def _seen(card: dict[str, Any]) -> SeenCard:
    runner_up = need(card, "runner_up", dict)
    label = need(runner_up, "label", str)
    if not _LABEL.fullmatch(label):
        raise RecordError(f"the record is damaged: {label[:30]!r} is no card")
    other = None if label in ("joker", "none") else _card(label)
    indices = need(card, "indices", int)
    if not 0 <= indices <= 8:
        raise RecordError("the record is damaged: 'indices' is out of range")
    return SeenCard(
        _card(need(card, "card", str)),
        _share(card, "confidence"),
        Guess(label, _share(runner_up, "confidence"), other),
        _corners(card),
        indices,
        accepted=need(card, "accepted", bool),
    )


def _whole(card: dict[str, Any]) -> WholeCard:
    kind = need(card, "kind", str)
    if not _LABEL.fullmatch(kind):
        raise RecordError(f"the record is damaged: {kind[:30]!r} is no sort of card")
    return WholeCard(kind, _share(card, "score"), _corners(card))


def _corners(card: dict[str, Any]) -> FloatArray:
    corners = np.array([_point(point) for point in need(card, "quad", list)], np.float32).reshape(-1, 2)
    if len(corners) not in (0, 4):
        raise RecordError("the record is damaged: a card should have four corners")
    return corners


def _corrections(data: dict[str, Any], cards: int, hands: int) -> Corrections:
    changed = _numbered(data, "changed", cards)
    if len({position for position, _ in changed}) < len(changed):
        raise RecordError("the record is damaged: a card was corrected twice")
    return Corrections(
        changed,
        frozenset(_whole_list(data, "removed", cards)),
        _numbered(data, "added", hands),
        frozenset(_whole_list(data, "vouched", hands)),
    )


def _numbered(data: dict[str, Any], key: str, end: int) -> tuple[tuple[int, Card], ...]:
    pairs = []
    for pair in _limited(data, key, MOST_CARDS):
        if type(pair) is not list or len(pair) != 2 or type(pair[0]) is not int or type(pair[1]) is not str:
            raise RecordError(f"the record is damaged: {key!r} should hold pairs of a number and a card")
        if not 0 <= pair[0] < end:
            raise RecordError(f"the record is damaged: {key!r} names a place that the photo has not")
        pairs.append((pair[0], _card(pair[1])))
    return tuple(pairs)


def _side(data: dict[str, Any]) -> Side:
    stake = need(data, "stake", str)
    if not _STAKE.fullmatch(stake):
        raise RecordError(f"the record is damaged: {stake[:30]!r} is no stake")
    return Side(
        need(data, "name", str),
        _cards(data, "cards"),
        read_stake(stake),
        _cards(data, "laid"),
        _claim(data),
        need(data, "words", str),
        _place(data),
    )


def _claim(data: dict[str, Any]) -> Claim | None:
    if data.get("claim", 0) is None:
        return None
    claim = need(data, "claim", dict)
    strength = claim.get("strength", "")
    if strength is not None and type(strength) is not int:
        raise RecordError("the record is damaged: the strength of a claim is no number")
    return Claim(Kind(need(claim, "kind", str)), strength)


def _place(data: dict[str, Any]) -> Place | None:
    if data.get("seen", 0) is None:
        return None
    seen = need(data, "seen", dict)
    return Place(need(seen, "photo", int), need(seen, "hand", int))


def _rules(data: dict[str, Any]) -> HouseRules:
    name = need(data, "name", str)
    if not 1 <= len(name) <= 2000 or not name.isprintable():
        raise RecordError("the record is damaged: the name of the rules is unreadable")
    options = need(data, "options", dict)
    try:
        return HouseRules.from_options(options, name)
    except (RulesError, TypeError) as error:
        raise RecordError(
            f"the record holds rules that this version of Oxeye does not know: {error}"
        ) from error


def _cards(data: dict[str, Any], key: str) -> tuple[Card, ...]:
    texts = _limited(data, key, 10)
    if not all(type(text) is str for text in texts):
        raise RecordError(f"the record is damaged: {key!r} should hold cards")
    return tuple(_card(text) for text in texts)


def _card(text: str) -> Card:
    """A card in the one way in which records write it."""
    try:
        card = Card.parse(text[:20])
    except HandError as error:
        raise RecordError(f"the record is damaged: {error}") from error
    if str(card) != text:
        raise RecordError(f"the record is damaged: {text[:20]!r} is not how a record writes a card")
    return card


def _reasons(data: dict[str, Any]) -> tuple[Reason, ...]:
    return tuple(Reason(reason) for reason in _limited(data, "status", len(Reason)))


def _limited(data: Mapping[str, Any], key: str, most: int) -> list[Any]:
    values = need(data, key, list)
    if len(values) > most:
        raise RecordError(
            f"the record is damaged: {key!r} holds {len(values)} entries, at most {most} are read"
        )
    return values


def _whole_list(data: Mapping[str, Any], key: str, end: int = _LARGEST) -> list[int]:
    values = _limited(data, key, MOST_CARDS)
    if not all(type(value) is int and 0 <= value < end for value in values):
        raise RecordError(f"the record is damaged: {key!r} should hold whole numbers below {end}")
    return values


def _share(data: Mapping[str, Any], key: str) -> float:
    value = need(data, key, float)
    if not 0 <= value <= 1:
        raise RecordError(f"the record is damaged: {key!r} should be from 0 to 1")
    return value


def _point(point: Any) -> tuple[float, float]:
    if type(point) is not list or len(point) != 2 or not all(type(part) in (int, float) for part in point):
        raise RecordError("the record is damaged: a corner should be two numbers")
    x, y = float(point[0]), float(point[1])
    if not (abs(x) <= _LARGEST and abs(y) <= _LARGEST):
        raise RecordError("the record is damaged: a corner lies nowhere")
    return x, y


def _sha256(data: Mapping[str, Any], key: str) -> str:
    value = need(data, key, str)
    if not _SHA256.fullmatch(value):
        raise RecordError(f"the record is damaged: {key!r} is no SHA-256")
    return value


def _first(pair: tuple[int, Card]) -> int:
    return pair[0]


def stake_text(stake: Decimal) -> str:
    """A stake as a record writes it: plainly, without an exponent.

    >>> stake_text(Decimal("1E+2")), stake_text(Decimal("2.50"))
    ('100', '2.5')
    """
    return f"{stake.normalize():f}"
