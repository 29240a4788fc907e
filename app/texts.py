"""What Oxeye says to people: for every reason to refuse, what was seen and what to do about it."""

from dataclasses import dataclass

from app.i18n import later, t
from vision.reading import Reason


@dataclass(frozen=True)
class ReasonText:
    """The two halves of a refusal, as messages; `seen` and `advice` say them in the language spoken here."""

    seen_message: str
    advice_message: str

    @property
    def seen(self) -> str:
        """What Oxeye saw or could not see; one sentence."""
        return t(self.seen_message)

    @property
    def advice(self) -> str:
        """What the person at the table can do; one sentence."""
        return t(self.advice_message)

    def __str__(self) -> str:
        return f"{self.seen} {self.advice}"


REASON_TEXTS: dict[Reason, ReasonText] = {
    Reason.NO_CARDS: ReasonText(
        later("No playing card was found in the photo."),
        later("Lay the cards face up, fill the picture with them and take it again."),
    ),
    Reason.TOO_FEW_CARDS: ReasonText(
        later("Fewer than five cards were found; a hand has five."),
        later("Show the rank and suit in the corner of all five cards, or add the missing card by hand."),
    ),
    Reason.TOO_MANY_CARDS: ReasonText(
        later("More than five cards were found, and which five make the hand is not for Oxeye to choose."),
        later("Move the other cards out of the picture, or take away the one that does not belong."),
    ),
    Reason.CARD_TWICE: ReasonText(
        later("The same card appears more often than the number of decks allows."),
        later("Set the number of decks you play with, or correct the card that was read wrongly."),
    ),
    Reason.LOW_CONFIDENCE: ReasonText(
        later("At least one card could not be read with enough certainty."),
        later("Check the cards marked as doubtful, or take the photo closer and with more light."),
    ),
    Reason.CORNERS_DISAGREE: ReasonText(
        later("Two corners of one card were read as different cards."),
        later("Check that card, or take a photo in which its corners are sharp and not covered."),
    ),
    Reason.JOKER_SEEN: ReasonText(
        later("A joker lies among the cards; this game has none."),
        later("Replace it by the right card and take the photo again."),
    ),
    Reason.BACK_SEEN: ReasonText(
        later("A card lies face down."),
        later("Turn it over and take the photo again, or add the card by hand."),
    ),
    Reason.UNREAD_CARD: ReasonText(
        later("A card was seen whose rank and suit could not be read."),
        later("Uncover its corner and take the photo again, or add the card by hand."),
    ),
    Reason.UNCLEAR_HANDS: ReasonText(
        later("Which cards belong to which hand is not clear."),
        later("Leave a wide gap between the hands, or take a photo of one hand at a time."),
    ),
    Reason.BLURRED: ReasonText(
        later("The photo is blurred."),
        later("Hold the phone still, let it focus on the cards and take the photo again."),
    ),
    Reason.TOO_DARK: ReasonText(
        later("The photo is too dark."),
        later("Switch on a light or the flash and take the photo again."),
    ),
    Reason.TOO_SMALL: ReasonText(
        later("The cards are too small in the photo to be read."),
        later("Go closer, or send the photo in its original size."),
    ),
    Reason.MIRRORED: ReasonText(
        later("The photo is mirrored, as selfie cameras do."),
        later("Use the rear camera, or switch mirroring off."),
    ),
}


def reason_text(reason: Reason) -> str:
    """Both halves of the text for a reason.

    >>> reason_text(Reason.TOO_DARK)
    'The photo is too dark. Switch on a light or the flash and take the photo again.'
    """
    return str(REASON_TEXTS[reason])
