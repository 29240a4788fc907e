"""Cards that are seen but cannot be read: which count, and which hand they belong to."""

import numpy as np

from vision.assembly.assemble import assemble
from vision.assembly.whole import unread, unread_in_hand
from vision.reading import Reason, WholeCard


def quad(x: float, y: float = 0, width: float = 100) -> np.ndarray:
    return np.float32([[0, 0], [1, 0], [1, 1.4], [0, 1.4]]) * width + np.float32([x, y])


def whole(x: float, kind: str = "back", score: float = 0.9, y: float = 0) -> WholeCard:
    return WholeCard(kind, score, quad(x, y))


def test_a_card_that_was_read_is_not_counted_again() -> None:
    assert unread([whole(10)], [quad(0)]) == ()
    assert [card.kind for card in unread([whole(70)], [quad(0)])] == ["back"]


def test_a_back_that_covers_most_of_a_card_in_a_fan_counts() -> None:
    assert [card.kind for card in unread([whole(25)], [quad(0)])] == ["back"]
    assert unread([whole(25, "face")], [quad(0)]) == ()


def test_weak_and_repeated_ones_do_not_count() -> None:
    kept = unread([whole(0), whole(8, "face", 0.8), whole(300, score=0.2), whole(600, "face", 0.5)], [])
    assert [card.kind for card in kept] == ["back"]


def test_a_whole_hand_is_troubled_only_by_what_lies_as_near_as_its_own_cards() -> None:
    row = [quad(150 * n) for n in range(5)]
    assert unread_in_hand([whole(750)], row)
    assert not unread_in_hand([whole(900)], row)
    gapped = [quad(150 * n) for n in (0, 1, 4, 5, 6)]
    assert unread_in_hand([whole(150 * 2.5)], gapped), "amid the row"
    fan = [quad(30 * n) for n in range(5)]
    assert unread_in_hand([whole(100, y=150)], fan)
    assert not unread_in_hand([whole(280)], fan)


def test_where_cards_are_missing_every_unread_one_is_named() -> None:
    assert len(unread_in_hand([whole(2000), whole(3000, "face")], [quad(0)])) == 2


def test_only_backs() -> None:
    seen = assemble([], whole=[whole(0), whole(200, "face")])
    assert seen.status == (Reason.NO_CARDS, Reason.BACK_SEEN, Reason.UNREAD_CARD)
    assert len(seen.unread) == 2


def test_a_face_between_cards_that_were_read_is_none_of_its_own() -> None:
    """The finder sees a card across two neighbours; one that sticks out is another card."""
    row = [quad(0), quad(95)]
    assert unread([whole(48, "face")], row) == ()
    assert [card.kind for card in unread([whole(48, "face", y=70)], row)] == ["face"]
    assert [card.kind for card in unread([whole(48, "back")], row)] == ["back"]


def test_corners_far_outside_the_photo_do_no_harm() -> None:
    wild = np.float32([[-1e9, -1e9], [1e9, -1e9], [1e9, 1e9], [-1e9, 1e9]])
    assert unread([whole(0, "face")], [wild]) == ()
    assert len(unread([WholeCard("face", 0.9, wild)], [quad(0)])) == 1
