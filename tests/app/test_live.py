"""The live view without a browser."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from app.i18n import speaking
from app.live import LiveView
from app.live_words import FIRST, hint_about
from app.service import answer
from app.voting import NEEDED, PATIENCE_S
from rules.house import HouseRules
from tests.app.conftest import EXAMPLE, reading
from vision.reading import Reason

OTHER = "3C 6S 8H 4H KD"


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def view(table):
    return LiveView(table.reader, decks=1)


def test_the_locked_frame_is_kept_with_its_own_reading(view, table):
    frames = [table.photo_bytes(reading(EXAMPLE)) for _ in range(NEEDED)]
    shown = [view.look(data, number) for number, data in enumerate(frames)]
    assert [one.steady for one in shown] == [1, 2, 3, 4, 5]
    assert [one.locked is not None for one in shown] == [False] * 4 + [True]
    assert shown[-1].locked.data == frames[-1]
    assert answer("x", "ab", shown[-1].locked.reading, HouseRules()).hands[0].verdict.label == "Double-Ox 8"
    assert shown[-1].hint.head == "Got it"


def test_a_swapped_card_does_not_lock_the_old_hand(view, table):
    old, new = table.photo_bytes(reading(EXAMPLE)), table.photo_bytes(reading(OTHER))
    shown = [view.look(data, number) for number, data in enumerate([old] * 4 + [new] * 5)]
    assert [one.locked is not None for one in shown] == [False] * 8 + [True]
    assert shown[-1].locked.data == new


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_is_said_and_never_locks(view, table, reason):
    data = table.photo_bytes(reading(EXAMPLE, reason))
    shown = [view.look(data, number) for number in range(2 * NEEDED)]
    assert all(one.locked is None for one in shown)
    assert shown[-1].hint == hint_about(reason, 5)
    assert all(shown[-1].hint)
    assert shown[-1].mirrored == (reason is Reason.MIRRORED)


def test_every_reason_has_its_place():
    assert set(FIRST) == set(Reason)
    assert len(FIRST) == len(Reason)


def test_hints_are_short_and_count_the_cards():
    assert all(len(hint_about(reason, 3).head) <= 20 for reason in Reason)
    assert hint_about(Reason.TOO_FEW_CARDS, 3).head == "3 cards"
    assert hint_about(Reason.TOO_FEW_CARDS, 1).head == "1 card"
    assert hint_about(Reason.TOO_MANY_CARDS, 6).head == "6 cards"
    assert hint_about(Reason.TOO_MANY_CARDS, 5).head == "Too many cards"
    assert hint_about(Reason.TOO_DARK, 0).head == "Too dark"
    assert hint_about(Reason.TOO_SMALL, 5).head == "Move closer"


def test_what_spoils_the_picture_is_said_first(view, table):
    few = reading("3C 6S 8H", Reason.TOO_DARK, hand_reasons=(Reason.TOO_FEW_CARDS,))
    assert view.look(table.photo_bytes(few), 1).hint.head == "Too dark"


def test_a_frame_that_is_no_picture_has_no_vote(view, table):
    good = table.photo_bytes(reading(EXAMPLE))
    for number in range(4):
        view.look(good, number)
    with speaking("ms"):
        broken = view.look(b"no picture", 4)
    assert broken.locked is None
    assert "JPEG" in broken.hint.head
    assert "Simpan foto" in broken.hint.head, "in the language of the page"
    assert view.look(good, 5).locked is not None


def test_a_long_vote_offers_the_button(table):
    clock = Clock()
    view = LiveView(table.reader, 1, clock)
    few = table.photo_bytes(reading("3C 6S 8H", hand_reasons=(Reason.TOO_FEW_CARDS,)))
    said = []
    for number in range(int(PATIENCE_S) + 2):
        said.append(view.look(few, number).hint.tail)
        clock.now += 1
    assert "button" not in said[0]
    assert "button" in said[-1]


def test_the_browser_gets_plain_json_and_never_the_frame(view, table):
    for number in range(NEEDED):
        shown = view.look(table.photo_bytes(reading(EXAMPLE)), number)
    told = json.loads(json.dumps(shown.to_json()))
    assert told["number"] == NEEDED - 1
    assert told["locked"] is True
    assert told["size"] == [640, 320]
    assert [card["label"] for card in told["cards"]] == ["3♣", "6♠", "8♥", "4♥", "8♣"]
    assert [card["red"] for card in told["cards"]] == [False, False, True, True, False]
    assert all(len(card["quad"]) == 4 and card["votes"] == NEEDED for card in told["cards"])
    assert len(json.dumps(told)) < 2000


def test_cards_in_doubt_are_marked(view, table):
    weak = reading(EXAMPLE, hand_reasons=(Reason.LOW_CONFIDENCE,))
    weak = replace(weak, cards=(*weak.cards[:4], replace(weak.cards[4], accepted=False)))
    shown = view.look(table.photo_bytes(weak), 0)
    assert [outline.sure for outline in shown.outlines] == [True] * 4 + [False]


def test_the_view_reads_for_its_decks(table):
    LiveView(table.reader, 3).look(table.photo_bytes(reading(EXAMPLE)), 0)
    assert table.reader.decks == [3]


class HandedReader:
    """Tells a picture from its mirror image by where its bright side is."""

    def __init__(self, straight, mirrored):
        self.straight, self.mirrored, self.looks = straight, mirrored, 0

    def read(self, image, decks):
        self.looks += 1
        return self.straight if image[0, 0, 0] < image[0, -1, 0] else self.mirrored


@pytest.fixture
def picture():
    made = np.zeros((40, 60, 3), np.uint8)
    made[:, 30:] = 200
    return cv2.imencode(".png", made)[1].tobytes()


def clearness(cards, confidence):
    given = reading(cards)
    return replace(given, cards=tuple(replace(card, confidence=confidence) for card in given.cards))


def test_a_mirror_image_is_recognised_by_reading_it_in_the_mirror(picture):
    unread = reading("3C 6S 8H AH", hand_reasons=(Reason.TOO_FEW_CARDS, Reason.UNREAD_CARD))
    view = LiveView(HandedReader(unread, reading(EXAMPLE)), 1)
    shown = [view.look(picture, number) for number in range(8)]
    assert [one.mirrored for one in shown] == [False] * 3 + [True] * 5
    assert shown[-1].hint == hint_about(Reason.MIRRORED, 4)


def test_a_mirror_image_that_reads_as_another_hand_does_not_lock(picture):
    reader = HandedReader(clearness("3C 6S 8H AH 8C", 0.9), clearness(EXAMPLE, 0.97))
    view = LiveView(reader, 1)
    shown = [view.look(picture, number) for number in range(3 * NEEDED)]
    assert all(one.locked is None for one in shown)
    assert any(one.mirrored for one in shown)


def test_a_hand_that_reads_worse_in_the_mirror_locks(picture):
    reader = HandedReader(clearness(EXAMPLE, 0.97), clearness("3C 6S 8H AH 8C", 0.9))
    view = LiveView(reader, 1)
    shown = [view.look(picture, number) for number in range(NEEDED)]
    assert shown[-1].locked is not None
    assert reader.looks == NEEDED + 1, "it is read in the mirror only before it locks"


def test_a_hand_that_is_its_own_mirror_image_locks(picture):
    view = LiveView(HandedReader(reading(EXAMPLE), reading(EXAMPLE)), 1)
    assert [view.look(picture, number) for number in range(NEEDED)][-1].locked is not None


def test_after_turning_it_round_the_view_goes_on(picture):
    unread = reading("3C 6S 8H AH", hand_reasons=(Reason.TOO_FEW_CARDS,))
    view = LiveView(HandedReader(unread, reading(EXAMPLE)), 1)
    turned = cv2.imencode(".png", cv2.imdecode(np.frombuffer(picture, np.uint8), 1)[:, ::-1])[1].tobytes()
    for number in range(6):
        view.look(picture, number)
    shown = [view.look(turned, number) for number in range(6)]
    assert any(one.locked is not None for one in shown)
    assert not shown[-1].mirrored


def test_an_empty_table_is_not_read_twice(picture):
    reader = HandedReader(reading("", Reason.NO_CARDS), reading(EXAMPLE))
    view = LiveView(reader, 1)
    for number in range(12):
        view.look(picture, number)
    assert reader.looks == 12
