"""From the bytes of a photo to an answer: the one path that the command line and the page share.

Nothing here prints, asks, or writes a file. The rule that matters most is in `answer`: a hand gets a
verdict only when neither the photo nor the hand has a reason against it.
"""

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from app import waiting
from app.corrections import (
    EXPLAINING,
    Corrections,
    corrected,
    counted_reasons,
    removed_from,
    too_often,
)
from app.outlook import Outlook, outlook
from rules.cards import Card
from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.verdict import Verdict
from vision.photo.image import Photo, Source, load_photo
from vision.reading import Reading, Reason, SeenCard, WholeCard

BgrImage = npt.NDArray[np.uint8]


class Reader(Protocol):
    """What the service needs of `vision.pipeline.CardReader`; tests put their own in its place."""

    def read(self, image: BgrImage, decks: int) -> Reading:
        """Read the cards of an upright (H, W, 3) uint8 BGR photo."""
        ...


@dataclass(frozen=True)
class HandAnswer:
    """One hand of a photo.

    Attributes:
        cards: positions into the cards of the reading, in the order of `verdict.cards`.
        status: reasons against this hand; a verdict may also be missing because of the photo's reasons.
        verdict: what the hand is worth, or `None` when it is refused.
        outlook: what it may be worth, where the only doubt is what a card is.
        corrected: whether a person changed, confirmed, added or took away a card of it.
        removed: the cards that a person took away.
    """

    cards: tuple[int, ...]
    status: tuple[Reason, ...]
    verdict: Verdict | None
    outlook: Outlook | None = None
    corrected: bool = False
    removed: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Answer:
    """All that Oxeye says about one photo.

    Attributes:
        photo: name of the photo as the person gave it.
        sha256: hex digest of its bytes.
        reading: what was read, corrections included.
        hands: one answer per hand.
        status: every reason against a verdict, of the photo or of a hand; empty when all are answered.
    """

    photo: str
    sha256: str
    reading: Reading
    hands: tuple[HandAnswer, ...]
    status: tuple[Reason, ...]

    @property
    def answered(self) -> bool:
        """True when every hand has a verdict."""
        return not self.status

    def to_json(self) -> dict[str, Any]:
        """The object that `oxeye read --json` prints."""
        from rules.explain import verdict_json

        width, height = self.reading.size
        return {
            "photo": self.photo,
            "sha256": self.sha256,
            "size": [width, height],
            "status": [str(reason) for reason in self.status],
            "cards": [_card_json(seen) for seen in self.reading.cards],
            "hands": [
                {
                    "cards": list(hand.cards),
                    "status": [str(reason) for reason in hand.status],
                    "verdict": None if hand.verdict is None else verdict_json(hand.verdict),
                    **({} if hand.outlook is None else {"outlook": _outlook_json(hand.outlook)}),
                    **({"corrected": True} if hand.corrected else {}),
                    **({"removed": [str(card) for card in hand.removed]} if hand.removed else {}),
                }
                for hand in self.hands
            ],
            **(
                {"unread": [_whole_json(card) for card in self.reading.unread]} if self.reading.unread else {}
            ),
            "model": self.reading.model,
            "timing_ms": {stage: round(time, 1) for stage, time in self.reading.timing_ms.items()},
        }


def load_reader(models: Path | None = None) -> Reader:
    """The card reader with the shipped networks, or with those of a folder that a person named.

    Raises:
        ModelError: a network is missing, changed, or cannot run here.
    """
    from vision.pipeline import CardReader

    return CardReader(models)


def house_rules(name_or_file: str | None, decks: int | None) -> HouseRules:
    """The house rules that a person chose.

    Args:
        name_or_file: name of a rule set or path of a TOML file; the default rules when `None`.
        decks: number of decks in play; that of the rule set when `None`.

    Raises:
        RulesError: there is no such rule set or file, or a value in it is not allowed.
    """
    house = HouseRules() if name_or_file is None else HouseRules.find(name_or_file)
    return house if decks is None or decks == house.decks else house.with_options(decks=decks)


def read_photo(source: Source, reader: Reader, decks: int) -> tuple[Photo, Reading]:
    """Decode a photo and read its cards, when it is this thread's turn (see `app.waiting`).

    The time of decoding joins the reading's times; that of waiting does not.

    Raises:
        ImageError: the source is not a usable photo.
        ModelError: a network failed.
    """
    with waiting.LINE.turn():
        start = time.perf_counter()
        photo = load_photo(source)
        decoded = (time.perf_counter() - start) * 1000
        reading = reader.read(photo.image, decks)
    return photo, replace(reading, timing_ms={"decode": decoded, **reading.timing_ms})


def answer(
    name: str, sha256: str, reading: Reading, house: HouseRules, corrections: Corrections | None = None
) -> Answer:
    """Judge every hand of a reading against which there is no reason.

    The number of cards and their copies are counted here once more, so that no reader, and no person who
    corrects a reading, can bring a hand that is not legal before the rules.

    Args:
        name: of the photo, as the person gave it.
        sha256: hex digest of its bytes.
        reading: what was read, before any correction.
        house: the table's rules.
        corrections: what a person said about it; `None` where nobody can say anything.
    """
    removed: tuple[tuple[Card, ...], ...] = ()
    if corrections is not None:
        removed = removed_from(reading, corrections)
        reading = corrected(reading, corrections, house.decks)
    twice = too_often([seen.card for seen in reading.cards], house.decks)
    hands = []
    for number, hand in enumerate(reading.hands):
        cards = tuple(reading.cards[position].card for position in hand.cards)
        status = hand.status or counted_reasons(list(cards), twice)
        verdict = None if status or reading.status else evaluate(cards, house)
        unsure = not reading.status and set(status) - EXPLAINING == {Reason.LOW_CONFIDENCE}
        seen = [reading.cards[position] for position in hand.cards]
        gone = removed[number] if number < len(removed) else ()
        by_person = bool(gone) or any(one.corrected for one in seen)
        doubt = outlook(seen, house) if unsure else None
        hands.append(HandAnswer(hand.cards, status, verdict, doubt, by_person, gone))
    status = _merge(reading.status, *(hand.status for hand in hands))
    if not hands and not status:
        status = counted_reasons([seen.card for seen in reading.cards], twice) or (Reason.UNCLEAR_HANDS,)
    return Answer(name, sha256, replace(reading, status=status), tuple(hands), status)


def read_answer(name: str, source: Source, reader: Reader, house: HouseRules) -> tuple[Photo, Answer]:
    """Decode, read and judge one photo.

    Raises:
        ImageError: the source is not a usable photo.
        ModelError: a network failed.
    """
    photo, reading = read_photo(source, reader, house.decks)
    return photo, answer(name, photo.sha256, reading, house)


def _merge(*groups: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """All reasons, each once, in the order of `Reason`."""
    found = {reason for group in groups for reason in group}
    return tuple(reason for reason in Reason if reason in found)


def _card_json(seen: SeenCard) -> dict[str, Any]:
    runner_up = seen.runner_up
    return {
        "card": str(seen.card),
        "confidence": round(float(seen.confidence), 4),
        "runner_up": {
            "card": runner_up.label if runner_up.card is None else str(runner_up.card),
            "confidence": round(float(runner_up.confidence), 4),
        },
        "quad": np.round(np.asarray(seen.quad, np.float64), 1).tolist(),
        "indices": seen.indices,
        **({"corrected": True} if seen.corrected else {}),
    }


def _whole_json(card: WholeCard) -> dict[str, Any]:
    """A card that was seen but not read: a back, or a face none of whose indices was read."""
    return {
        "kind": card.kind,
        "confidence": round(card.score, 4),
        "quad": np.round(np.asarray(card.quad, np.float64), 1).tolist(),
    }


def _outlook_json(seen: Outlook) -> list[dict[str, Any]]:
    return [
        {
            "label": prospect.verdict.label,
            "multiple": prospect.verdict.multiple,
            "probability": round(prospect.probability, 4),
        }
        for prospect in seen.prospects
    ]
