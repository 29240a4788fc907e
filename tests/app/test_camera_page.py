"""The logic of the camera page, with a browser's part played by the test."""

import base64
import re

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app import service
from app.live import LiveView
from app.pages import camera
from app.pages.parts.live_camera import FOLDER, _hand_over, frame_bytes, troubles
from app.texts import REASON_TEXTS
from app.voting import NEEDED
from rules.house import HouseRules
from tests.app.conftest import EXAMPLE, reading, run, text
from vision.errors import ModelError
from vision.reading import Reason

OTHER = "KD QD JD KC KS"


class Browser:
    """Sends a frame each time the live view is drawn, and remembers what it was told."""

    def __init__(self):
        self.frames, self.shots, self.replies, self.aims, self.number = [], [], [], [], 0

    def live_camera(self, key, reply, on_frame, on_shot):
        self.replies.append(reply)
        if self.frames:
            self.number += 1
            on_frame(self.frames.pop(0), self.number)
        elif self.shots:
            on_shot(self.shots.pop(0), 1)

    def still_camera(self, key, aim, on_shot):
        self.aims.append(aim)
        if self.shots:
            on_shot(self.shots.pop(0), 1)


def camera_script():
    from app.pages import camera

    camera.show()


@pytest.fixture
def browser(monkeypatch):
    browser = Browser()
    monkeypatch.setattr(camera, "live_camera", browser.live_camera)
    monkeypatch.setattr(camera, "still_camera", browser.still_camera)
    return browser


@pytest.fixture
def page(table, browser):
    st.cache_resource.clear()
    yield AppTest.from_function(camera_script, default_timeout=30)
    st.cache_resource.clear()


def send(page, browser, *frames):
    """Let the browser send frames, one for each drawing of the page."""
    browser.frames = list(frames)
    while browser.frames:
        run(page)
    return page


def test_a_steady_hand_locks_and_its_last_frame_is_judged(page, table, browser):
    frames = [table.photo_bytes(reading(EXAMPLE)) for _ in range(NEEDED)]
    send(page, browser, *frames[:-1])
    assert "Double-Ox" not in text(page)
    looked = len(table.reader.decks)
    send(page, browser, frames[-1])
    assert "Double-Ox 8" in text(page)
    assert page.session_state["kept:camera"]["photo"].data == frames[-1]
    assert len(table.reader.decks) == looked + 2, "read once, and once in the mirror, but not for the page"
    assert [reply["steady"] for reply in browser.replies[1:5]] == [1, 2, 3, 4]


def test_a_card_swapped_during_the_vote_never_gives_the_old_hand(page, table, browser):
    old, new = table.photo_bytes(reading(EXAMPLE)), table.photo_bytes(reading(OTHER))
    send(page, browser, old, old, old, old, new, new, new, new)
    assert "photo" not in page.session_state["kept:camera"]
    send(page, browser, new)
    assert "Five Dukes" in text(page)
    assert "Double-Ox 8" not in text(page)


@pytest.mark.parametrize("reason", list(Reason))
def test_no_reason_lets_the_live_view_lock(page, table, browser, reason):
    send(page, browser, *[table.photo_bytes(reading(EXAMPLE, reason))] * (NEEDED + 1))
    assert "photo" not in page.session_state["kept:camera"]
    assert browser.replies[-1]["head"]
    assert not browser.replies[-1]["locked"]


def test_the_next_hand_opens_the_camera_again_and_forgets(page, table, browser):
    send(page, browser, *[table.photo_bytes(reading(EXAMPLE))] * NEEDED)
    page.button(key="camera:next").click()
    run(page)
    assert "Double-Ox" not in text(page)
    assert browser.replies[-1] is None
    for store in ("readings", "pictures", "corrections"):
        assert not page.session_state[f"kept:{store}"], store
    send(page, browser, *[table.photo_bytes(reading(OTHER))] * NEEDED)
    assert "Five Dukes" in text(page)


def test_a_card_of_the_locked_frame_can_be_corrected(page, table, browser):
    send(page, browser, *[table.photo_bytes(reading(EXAMPLE))] * NEEDED)
    for end in (":0:4", ":likely:4:KD"):
        next(button for button in page.button if (button.key or "").endswith(end)).click()
        run(page)
    assert "Corrected by a person." in text(page)
    assert "Double-Ox 8" not in text(page)


def test_the_button_takes_what_the_camera_sees(page, table, browser):
    browser.shots = [table.photo_bytes(reading("3C 6S 8H 4H", hand_reasons=(Reason.TOO_FEW_CARDS,)))]
    run(page)
    assert "No verdict" in text(page)
    assert "Fewer than five cards" in text(page)


def test_the_house_rules_decide_how_many_decks_are_read(page, table, browser):
    twins = table.photo_bytes(reading("3C 3C 8H 4H 8C"))
    page.session_state["house"] = HouseRules(decks=2)
    send(page, browser, *[twins] * NEEDED)
    assert set(table.reader.decks) == {2}
    assert "No verdict" not in text(page)


def test_a_change_of_decks_restarts_the_vote(page, table, browser):
    frame = table.photo_bytes(reading(EXAMPLE))
    send(page, browser, *[frame] * 4)
    page.session_state["house"] = HouseRules(decks=2)
    send(page, browser, frame)
    assert "photo" not in page.session_state["kept:camera"]


def test_missing_networks_are_a_message(page, table, browser, monkeypatch):
    def refuse():
        raise ModelError("The networks are missing. Install Oxeye again.")

    monkeypatch.setattr(service, "load_reader", refuse)
    send(page, browser, table.photo_bytes(reading(EXAMPLE)))
    assert "The networks are missing." in text(page)


def snapshot(page, browser, data):
    """Take one picture: it arrives while the page is drawn, and is judged when it is drawn again."""
    run(page)
    page.button_group(key=camera.WAY_KEY).set_value(camera.SNAPSHOT)
    browser.shots = [data]
    run(page)
    return run(page)


def test_a_snapshot_is_judged_and_the_next_hand_is_taken_in_the_same_way(page, table, browser):
    snapshot(page, browser, table.photo_bytes(reading(EXAMPLE)))
    assert "Double-Ox 8" in text(page)
    page.button(key="camera:next").click()
    run(page)
    assert "Double-Ox" not in text(page)
    assert page.button_group(key=camera.WAY_KEY).value == camera.SNAPSHOT
    assert len(browser.aims) == 2


@pytest.mark.parametrize("reason", list(Reason))
def test_a_refused_snapshot_says_why_and_has_no_verdict(page, table, browser, reason):
    snapshot(page, browser, table.photo_bytes(reading(EXAMPLE, reason)))
    assert REASON_TEXTS[reason].seen in text(page)
    assert REASON_TEXTS[reason].advice in text(page)
    assert "Double-Ox" not in text(page)


def test_a_snapshot_that_is_no_picture_is_a_message(page, browser):
    snapshot(page, browser, b"no picture")
    assert "Not a usable photo" in text(page)
    assert page.button(key="camera:next")


def test_two_sessions_keep_their_hands_apart(table, browser):
    st.cache_resource.clear()
    mine, yours = (AppTest.from_function(camera_script, default_timeout=30) for _ in range(2))
    first, second = table.photo_bytes(reading(EXAMPLE)), table.photo_bytes(reading(OTHER))
    for _ in range(NEEDED):
        send(mine, browser, first)
        send(yours, browser, second)
    assert "Double-Ox 8" in text(mine)
    assert "Five Dukes" in text(yours)
    st.cache_resource.clear()


@pytest.mark.parametrize("sent", [{}, {"jpeg": 5}, {"jpeg": None}, {"jpeg": "no base64!"}, {"jpeg": "ÿ"}])
def test_what_is_no_frame_is_no_picture(sent, table):
    assert frame_bytes(sent) == b""
    assert LiveView(table.reader, 1).look(b"", 7).number == 7


def test_a_frame_comes_through_as_it_was():
    assert frame_bytes({"jpeg": base64.b64encode(b"\xff\xd8\x00").decode()}) == b"\xff\xd8\x00"


def test_every_trouble_of_the_camera_has_a_reason_and_a_next_step():
    code = (FOLDER / "view.js").read_text(encoding="utf-8")
    named = set(re.findall(r'Error: "(\w+)"', code)) | set(re.findall(r'trouble: "(\w+)"', code))
    named |= set(re.findall(r'explain\("(\w+)"', code)) | {"unknown"}
    assert named == set(troubles())
    assert all(said["title"] and said["why"] and said["steps"] for said in troubles().values())


def test_a_frame_that_comes_after_the_person_went_to_another_page_is_dropped():
    handed = []
    _hand_over("camera:gone", "frame", lambda data, number: handed.append(number))
    assert handed == []
