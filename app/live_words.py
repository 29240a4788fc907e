"""What the live view says while a person holds the camera: two or three words, and the next step."""

from typing import NamedTuple

from app.i18n import nt, t
from app.voting import Ballot
from rules.cards import HAND_SIZE
from vision.reading import Reading, Reason


class Hint(NamedTuple):
    """The state in words that are read at a glance, and what to do next."""

    head: str
    tail: str


SILENT = Hint("", "")
"""Nothing to say."""

FIRST = (
    Reason.MIRRORED,
    Reason.TOO_DARK,
    Reason.TOO_SMALL,
    Reason.BLURRED,
    Reason.NO_CARDS,
    Reason.JOKER_SEEN,
    Reason.BACK_SEEN,
    Reason.CARD_TWICE,
    Reason.CORNERS_DISAGREE,
    Reason.TOO_MANY_CARDS,
    Reason.TOO_FEW_CARDS,
    Reason.UNREAD_CARD,
    Reason.UNCLEAR_HANDS,
    Reason.LOW_CONFIDENCE,
)
"""Reasons in the order in which a person should mend them: first what spoils the whole picture."""


def hint_for(reading: Reading, ballot: Ballot) -> Hint:
    """What to say about the newest frame.

    Args:
        reading: of the newest frame.
        ballot: the vote with this reading.
    """
    if ballot.locked:
        return Hint(t("Got it"), "")
    said = (
        hint_about(min(ballot.reasons, key=FIRST.index), len(reading.cards))
        if ballot.reasons
        else Hint(t("Hold still"), t("The cards are read; a few looks more."))
    )
    if ballot.weary:
        return Hint(said.head, t("It takes long. Take the picture with the button and correct it by hand."))
    return said


def hint_about(reason: Reason, cards: int) -> Hint:
    """What to say about one reason.

    Args:
        reason: why the frame cannot be judged.
        cards: how many cards it shows.
    """
    return Hint(*_heads(cards)[reason])


def _heads(cards: int) -> dict[Reason, tuple[str, str]]:
    counted = nt("{n} card", "{n} cards", cards)
    return {
        Reason.MIRRORED: (t("Mirror image"), t("Turn it round with the button below the picture.")),
        Reason.TOO_DARK: (t("Too dark"), t("Switch on a light.")),
        Reason.TOO_SMALL: (t("Move closer"), t("The corners of the cards are too small.")),
        Reason.BLURRED: (t("Blurred"), t("Hold still, and let the camera focus.")),
        Reason.NO_CARDS: (t("No cards"), t("Point the camera at five cards, face up.")),
        Reason.JOKER_SEEN: (t("Joker"), t("This game has none; replace it by the right card.")),
        Reason.BACK_SEEN: (t("Face down"), t("Turn the card over.")),
        Reason.CARD_TWICE: (t("A card twice"), t("Set the number of decks in the house rules.")),
        Reason.CORNERS_DISAGREE: (t("Unclear corners"), t("Uncover the corners, and move closer.")),
        Reason.TOO_MANY_CARDS: (
            counted if cards > HAND_SIZE else t("Too many cards"),
            t("Move the others out of the picture."),
        ),
        Reason.TOO_FEW_CARDS: (
            counted if cards < HAND_SIZE else t("Cards missing"),
            t("Show a corner of all five."),
        ),
        Reason.UNREAD_CARD: (t("A card is not read"), t("Uncover its corner, and avoid glare.")),
        Reason.UNCLEAR_HANDS: (t("Which hand?"), t("Show one hand at a time.")),
        Reason.LOW_CONFIDENCE: (t("Not sure yet"), t("Move closer, and avoid glare.")),
    }
