"""Pictures for people: the verdict drawn on the photo, JPEG files, and the mark by which Oxeye knows them."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL.JpegImagePlugin import JpegImageFile

from app.i18n import rules_language, say, t
from app.service import Answer, HandAnswer
from app.texts import REASON_TEXTS
from app.wording import label
from rules.errors import OxeyeError
from rules.wording import card_names, ox_text, pays_text
from vision.overlay.ink import BLUE, ORANGE
from vision.overlay.overlay import CORRECTED, HandCaption, draw

MARK = "oxeye photo "
"""Start of the JPEG comment in every picture that Oxeye writes; the SHA-256 of the photo follows."""

QUALITY = 92


def corrected_said() -> str:
    """Said wherever a verdict rests on a card that a person chose."""
    return t("Corrected by a person.")


def annotated(photo: npt.NDArray[np.uint8], given: Answer, words: bool = True) -> npt.NDArray[np.uint8]:
    """The photo with its cards, oxen, powers and payouts, or the reasons for no verdict, drawn on it.

    Args:
        photo: (H, W, 3) uint8 BGR; it is not changed.
        given: the answer for it.
        words: whether powers, payouts and reasons stand in strips above and below the photo; without them
            only the cards are marked.

    Returns:
        (H', W, 3) uint8 BGR, H' >= H; without words H' = H.
    """
    captions = [_caption(given, hand) for hand in given.hands if hand.verdict is not None]
    if not words:
        return draw(photo, given.reading, [replace(caption, lines=()) for caption in captions], (), ("", ""))
    refusals = [REASON_TEXTS[reason].seen for reason in given.status]
    legend = (t("ox"), t("left cards"))
    return draw(photo, given.reading, captions, [t("No verdict."), *refusals] if refusals else (), legend)


def _caption(given: Answer, hand: HandAnswer) -> HandCaption:
    """Power and payout in large letters, and below them how they come about."""
    verdict = hand.verdict
    if verdict is None:
        return HandCaption()
    language = rules_language()
    names = card_names(verdict.cards, language)
    if verdict.ox:
        left = say("line.left", cards=" ".join(names[place] for place in verdict.left))
        how = f"{ox_text(verdict.cards, verdict.grouping, language, short=True)} · {left}"
    else:
        how = " ".join(names)
    lines = [f"{label(verdict)} · {pays_text(verdict, language)}", how]
    if hand.corrected:
        marked = any(given.reading.cards[place].corrected for place in hand.cards)
        lines.append(f"{CORRECTED} {corrected_said()}" if marked else corrected_said())
    ox = tuple(hand.cards[place] for place in verdict.ox)
    left_cards = tuple(hand.cards[place] for place in verdict.left)
    return HandCaption(ox, left_cards, tuple(lines))


def role_colours() -> tuple[str, str]:
    """Colours of ox and left cards in annotated photos, as `#rrggbb`."""
    ox, left = (f"#{red:02x}{green:02x}{blue:02x}" for blue, green, red in (BLUE, ORANGE))
    return ox, left


def encode_jpeg(
    image: npt.NDArray[np.uint8], photo_sha256: str | None = None, longest: int | None = None
) -> bytes:
    """A picture as the bytes of a JPEG file, without EXIF.

    Args:
        image: (H, W, 3) uint8 BGR.
        photo_sha256: digest of the photo it was made from, written into the file's comment.
        longest: greatest width or height in pixels; a larger picture is made smaller.
    """
    height, width = image.shape[:2]
    if longest is not None and max(height, width) > longest:
        scale = longest / max(height, width)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    if photo_sha256 is None:
        return data
    comment = f"{MARK}{photo_sha256}".encode()
    behind = 4 + int.from_bytes(data[4:6])  # the first segment, JFIF's own, must stay the first
    return b"".join((data[:behind], b"\xff\xfe", (len(comment) + 2).to_bytes(2), comment, data[behind:]))


def save_picture(image: npt.NDArray[np.uint8], folder: Path, stem: str, photo_sha256: str) -> Path:
    """Write an annotated photo as `STEM-oxeye.jpg`.

    A file is replaced only if it is Oxeye's own picture of the same photo. Where the picture of another photo
    has that name, a part of the digest is added to it.

    Returns:
        Where the picture is.

    Raises:
        OxeyeError: a file that is not Oxeye's is in the way, or the folder cannot be written to.
    """
    path = folder / f"{stem}-oxeye.jpg"
    owner = _owner(path)
    if owner not in (None, photo_sha256) and owner != "":
        path = folder / f"{stem}-oxeye-{photo_sha256[:12]}.jpg"
        owner = _owner(path)
    if owner not in (None, photo_sha256):
        raise OxeyeError(
            f"{path} is in the way and was not written by Oxeye for this photo; "
            "move it, or choose another folder with --out"
        )
    try:
        path.write_bytes(encode_jpeg(image, photo_sha256))
    except OSError as error:
        raise OxeyeError(
            f"the picture {path} cannot be written ({error.strerror}); choose another folder with --out"
        ) from error
    return path


def _owner(path: Path) -> str | None:
    """Digest of the photo that a picture of ours shows; empty for a foreign file, `None` for no file."""
    if not path.exists() and not path.is_symlink():
        return None
    try:
        with JpegImageFile(path) as picture:
            comment = picture.info.get("comment", b"")
    except (OSError, SyntaxError, ValueError):  # Pillow's plugins say "no JPEG" by a SyntaxError
        return ""
    text = comment.decode("ascii", "replace") if isinstance(comment, bytes) else str(comment)
    return text.removeprefix(MARK) if text.startswith(MARK) else ""
