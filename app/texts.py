"""What Oxeye says to people: for every reason to refuse, what was seen and what to do about it."""

from dataclasses import dataclass

from vision.reading import Reason


@dataclass(frozen=True)
class ReasonText:
    """The two halves of a refusal.

    Attributes:
        seen: what Oxeye saw or could not see; one sentence.
        advice: what the person at the table can do; one sentence.
    """

    seen: str
    advice: str

    def __str__(self) -> str:
        return f"{self.seen} {self.advice}"


REASON_TEXTS: dict[Reason, ReasonText] = {
    Reason.NO_CARDS: ReasonText(
        "No playing card was found in the photo.",
        "Lay the cards face up, fill the picture with them and take it again.",
    ),
    Reason.TOO_FEW_CARDS: ReasonText(
        "Fewer than five cards were found; a hand has five.",
        "Show the rank and suit in the corner of all five cards, or add the missing card by hand.",
    ),
    Reason.TOO_MANY_CARDS: ReasonText(
        "More than five cards were found, and which five make the hand is not for Oxeye to choose.",
        "Move the other cards out of the picture, or take away the one that does not belong.",
    ),
    Reason.CARD_TWICE: ReasonText(
        "The same card appears more often than the number of decks allows.",
        "Set the number of decks you play with, or correct the card that was read wrongly.",
    ),
    Reason.LOW_CONFIDENCE: ReasonText(
        "At least one card could not be read with enough certainty.",
        "Check the cards marked as doubtful, or take the photo closer and with more light.",
    ),
    Reason.CORNERS_DISAGREE: ReasonText(
        "Two corners of one card were read as different cards.",
        "Check that card, or take a photo in which its corners are sharp and not covered.",
    ),
    Reason.JOKER_SEEN: ReasonText(
        "A joker lies among the cards; this game has none.",
        "Replace it by the right card and take the photo again.",
    ),
    Reason.BACK_SEEN: ReasonText(
        "A card lies face down.",
        "Turn it over and take the photo again, or add the card by hand.",
    ),
    Reason.UNREAD_CARD: ReasonText(
        "A card was seen whose rank and suit could not be read.",
        "Uncover its corner and take the photo again, or add the card by hand.",
    ),
    Reason.UNCLEAR_HANDS: ReasonText(
        "Which cards belong to which hand is not clear.",
        "Leave a wide gap between the hands, or take a photo of one hand at a time.",
    ),
    Reason.BLURRED: ReasonText(
        "The photo is blurred.",
        "Hold the phone still, let it focus on the cards and take the photo again.",
    ),
    Reason.TOO_DARK: ReasonText(
        "The photo is too dark.",
        "Switch on a light or the flash and take the photo again.",
    ),
    Reason.TOO_SMALL: ReasonText(
        "The cards are too small in the photo to be read.",
        "Go closer, or send the photo in its original size.",
    ),
    Reason.MIRRORED: ReasonText(
        "The photo is mirrored, as selfie cameras do.",
        "Use the rear camera, or switch mirroring off.",
    ),
}


def reason_text(reason: Reason) -> str:
    """Both halves of the text for a reason.

    >>> reason_text(Reason.TOO_DARK)
    'The photo is too dark. Switch on a light or the flash and take the photo again.'
    """
    return str(REASON_TEXTS[reason])
