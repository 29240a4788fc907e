"""The live view without a browser: newest frame in, what to show out, and the frame on which a hand locked.

The browser sends a frame, waits for its reading, and only then sends the next one, which is the newest that
the camera has. So nothing ever queues up: what is shown is at most two readings old, the one that was made of
it and the one that is under way, however slow the networks are.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from app.error_texts import error_text
from app.live_words import SILENT, Hint, hint_for
from app.service import BgrImage, Reader, read_photo
from app.voting import NEEDED, Ballot, cast, hands_of, keys_of
from vision.errors import ImageError
from vision.reading import Reading, Reason

LONGEST = 1920
"""Width or height in pixels to which the browser reduces a frame before it sends it."""
_MIRROR_EVERY = 4
"""Readings without an answer after which the mirrored picture is tried."""
_FEW = 3
"""Cards that must be seen for that."""


@dataclass(frozen=True)
class Outline:
    """One card to draw over the picture.

    Attributes:
        label: rank and suit sign.
        quad: its four corners in pixels of the frame; empty when nobody knows them.
        votes: how many readings agree on it so far.
        sure: false when it was read with too little confidence.
        red: true for hearts and diamonds.
    """

    label: str
    quad: tuple[tuple[float, float], ...]
    votes: int
    sure: bool
    red: bool


@dataclass(frozen=True)
class Locked:
    """The frame that settled a hand, and its own reading."""

    data: bytes
    reading: Reading


@dataclass(frozen=True)
class Shown:
    """What the browser shows for one frame.

    Attributes:
        number: the frame's number, as the browser gave it.
        size: width and height of the frame in pixels.
        outlines: the cards that were read.
        steady: votes of the weakest card of the hand.
        locked: the frame itself when the hand is settled, else `None`.
        hint: the state in a few words, and the next step.
        mirrored: true when the picture is a mirror image.
        took_s: seconds from the frame's arrival to its reading.
    """

    number: int
    size: tuple[int, int] = (0, 0)
    outlines: tuple[Outline, ...] = ()
    steady: int = 0
    locked: Locked | None = None
    hint: Hint = SILENT
    mirrored: bool = False
    took_s: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The object that the browser gets; the frame stays here."""
        return {
            "number": self.number,
            "size": list(self.size),
            "cards": [
                {
                    "label": outline.label,
                    "quad": [[round(x, 1), round(y, 1)] for x, y in outline.quad],
                    "votes": outline.votes,
                    "sure": outline.sure,
                    "red": outline.red,
                }
                for outline in self.outlines
            ],
            "steady": self.steady,
            "needed": NEEDED,
            "locked": self.locked is not None,
            "head": self.hint.head,
            "tail": self.hint.tail,
            "mirrored": self.mirrored,
            "took": round(self.took_s * 1000),
        }


class LiveView:
    """One camera in one browser session.

    Args:
        reader: reads a frame.
        decks: number of decks in play.
        clock: seconds that only ever grow; a test may put its own.
    """

    def __init__(self, reader: Reader, decks: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._reader, self._decks, self._clock = reader, decks, clock
        self._ballot = Ballot()
        self._mirrored = False
        self._unanswered = 0

    @property
    def decks(self) -> int:
        """Number of decks that this view reads for."""
        return self._decks

    def look(self, data: bytes, number: int) -> Shown:
        """Read one frame, add it to the vote, and say what to show.

        A frame that is no picture has no vote; the view goes on.

        Args:
            data: the frame as the bytes of a picture file.
            number: the browser's number for it.

        Raises:
            ModelError: a network failed.
        """
        taken = self._clock()
        try:
            photo, reading = read_photo(data, self._reader, self._decks)
        except ImageError as error:
            return Shown(number, hint=Hint(error_text(str(error)), ""), took_s=self._clock() - taken)
        ballot = cast(self._ballot, reading, taken, self._clock())
        if ballot.locked or self._look_in_the_mirror(reading):
            self._mirrored = self._reads_better_mirrored(photo.image, reading)
            if self._mirrored:
                reading = with_reason(reading, Reason.MIRRORED)
                ballot = cast(self._ballot, reading, taken, self._clock())
        self._ballot, done = ballot, self._clock()
        return Shown(
            number=number,
            size=photo.size,
            outlines=() if Reason.MIRRORED in reading.reasons else _outlines(reading, ballot),
            steady=ballot.steady,
            locked=Locked(data, reading) if ballot.locked else None,
            hint=hint_for(reading, ballot),
            mirrored=Reason.MIRRORED in reading.reasons,
            took_s=done - taken,
        )

    def _look_in_the_mirror(self, reading: Reading) -> bool:
        """True when it is time to see whether the picture is a mirror image: something is there, unread."""
        something = not reading.answered and len(reading.cards) >= _FEW
        self._unanswered = self._unanswered + 1 if something else 0
        return something and (self._mirrored or self._unanswered % _MIRROR_EVERY == 0)

    def _reads_better_mirrored(self, image: BgrImage, reading: Reading) -> bool:
        """True when the mirrored picture shows another hand, without doubt and at least as clearly.

        A mirrored 4 or 7 looks much like an ace, so a mirror image may be read as a hand that is not there.
        """
        other = self._reader.read(np.ascontiguousarray(image[:, ::-1]), self._decks)
        if not other.answered or hands_of(other) == hands_of(reading):
            return False
        return not reading.answered or _clearness(other) >= _clearness(reading)


def with_reason(reading: Reading, reason: Reason) -> Reading:
    """The reading with one more reason against the photo."""
    against = {*reading.status, reason}
    return replace(reading, status=tuple(each for each in Reason if each in against))


def _clearness(reading: Reading) -> float:
    """Mean confidence of the cards."""
    return sum(seen.confidence for seen in reading.cards) / max(1, len(reading.cards))


def _outlines(reading: Reading, ballot: Ballot) -> tuple[Outline, ...]:
    keys = keys_of([seen.card for seen in reading.cards])
    return tuple(
        Outline(
            label=seen.card.symbol,
            quad=tuple((float(x), float(y)) for x, y in seen.quad),
            votes=min(ballot.votes(key), NEEDED),
            sure=seen.accepted,
            red=str(seen.card.suit) in "DH",
        )
        for key, seen in zip(keys, reading.cards, strict=True)
    )
