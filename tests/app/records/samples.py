"""Cases to make records of."""

from decimal import Decimal

import numpy as np

from app.corrections import Corrections
from app.pictures import encode_jpeg
from app.records.cases import Case, Claim, Evidence, Place, Side
from rules.cards import Card, parse_cards, parse_hand
from rules.house import HouseRules
from rules.kinds import Kind
from tests.app.conftest import reading
from vision.reading import Reading, SeenHand

MADE = "2026-01-31T20:15:00Z"

DEALER = "KC QS 10H 9H AC"
PLAYER = "3C 6S 8H 4H 8C"


def typed(**changes: object) -> Case:
    """A dealer and a player, both typed."""
    values = {
        "stake": Decimal(20),
        "laid": parse_cards("8H 4H 8C"),
        "claim": Claim(Kind.DOUBLE, 9),
        "words": "I said so",
        **changes,
    }
    player = Side("Ah Meng", parse_hand(PLAYER), **values)  # type: ignore[arg-type]
    return Case(HouseRules(), (Side("Lim", parse_hand(DEALER)), player))


def challenged(name: str = "Siti", claim: Claim | None = None) -> Case:
    """One challenged hand, typed."""
    return Case(HouseRules(), (Side(name, parse_hand(PLAYER), claim=claim),))


def two_hands() -> Reading:
    """A photo with a hand of a dealer and one of a player, in which the 8 of clubs was read as the 9."""
    both = reading(f"{DEALER} 3C 6S 8H 4H 9C")
    hands = (SeenHand((0, 1, 2, 3, 4)), SeenHand((5, 6, 7, 8, 9)))
    return Reading(both.size, (), both.cards, hands, model={"finder": "f" * 64})


def photographed() -> tuple[Case, tuple[bytes, ...]]:
    """A dealer and a player in one photo, with a card corrected, and the picture for the record."""
    evidence = Evidence("a1" * 32, two_hands(), Corrections().with_card(9, Card.parse("8C")))
    sides = (
        Side("Lim", parse_hand(DEALER), place=Place(0, 0)),
        Side("Ah Meng", parse_hand(PLAYER), Decimal("2.50"), place=Place(0, 1)),
    )
    return Case(HouseRules(), sides, (evidence,)), (picture(),)


def picture(shade: int = 90) -> bytes:
    """A small JPEG file."""
    return encode_jpeg(np.full((48, 64, 3), shade, np.uint8))
