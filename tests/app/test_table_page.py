"""The pages Table and Dispute, driven without a browser: hands, payments, refusals, score, undo, records."""

import hashlib
import json
import re
from dataclasses import replace
from decimal import Decimal

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app.records.cases import Claim
from app.records.record import canonical
from app.records.verifying import verify
from app.texts import REASON_TEXTS
from rules.cards import parse_hand
from rules.house import HouseRules
from rules.kinds import Kind
from rules.settle import Player, settle_round
from tests.app.conftest import EXAMPLE, reading, run, text
from tests.app.records.samples import two_hands
from vision.errors import ImageError, ModelError
from vision.reading import Reason, SeenHand

HANDS = ["KC QS 10H 9H AC", EXAMPLE, "AS KD 5D 5H 10C", "2C 2D 7H 9S JD"]


def script(name):
    from app import page

    page.main(name)


def visits():
    """Draw the page that the test visits, in one session."""
    from importlib import import_module

    import streamlit as st

    import_module(f"app.pages.{st.session_state['visit']}").show()


@pytest.fixture
def opened(table):
    """A function that opens a page."""
    st.cache_resource.clear()

    def opens(name):
        return run(AppTest.from_function(script, args=(name,), default_timeout=60))

    yield opens
    st.cache_resource.clear()


def pieces(page, name: str) -> list[str]:
    """The pieces of HTML with an element of this class."""
    bodies = (element.proto.body for element in page.get("html"))
    return [body for body in bodies if re.search(rf'class="[^"]*\b{name}\b', body)]


def plain(text: str) -> str:
    """Without blanks, which pieces of HTML leave between the parts of a card."""
    return "".join(text.split())


def click(page, key: str):
    page.button(key=key).click()
    return run(page)


def type_in(page, key: str, value: str):
    page.text_input(key=key).set_value(value)
    return run(page)


def type_hands(page, name, hands):
    for number, hand in enumerate(hands, start=1):
        page.text_input(key=f"{name}:typed:{number}").set_value(hand)
        run(page)
    return page


def upload(page, name, *photos, turn=0):
    files = [(f"p{number}.png", data, "image/png") for number, data in enumerate(photos)]
    page.file_uploader(key=f"{name}:uploads:{turn}").set_value(files)
    return run(page)


def settled(hands, stake="10"):
    players = [
        Player(f"Player {letter}", parse_hand(hand), Decimal(stake))
        for letter, hand in zip("BCD", hands[1:], strict=False)
    ]
    return settle_round(parse_hand(hands[0]), players, HouseRules())


def score_of(page) -> list[list[str]]:
    (body,) = pieces(page, "ox-score")
    rows = re.findall(r"<tr>(.*?)</tr>", body)
    return [re.findall(r">([^<>]+)<", row) for row in rows]


def test_table_of_four_is_settled_as_the_rules_say(opened):
    page = type_hands(opened("table"), "table", HANDS)
    said = plain(text(page))
    for outcome in settled(HANDS).outcomes:
        who = {"player": f"DealerpaysPlayer{outcome.name[-1]}", "dealer": f"{plain(outcome.name)}paysDealer"}
        if outcome.duel.winner == "push":
            assert "Nobodypays" in said
        else:
            assert f"{who[outcome.duel.winner]}{outcome.duel.multiple}×10={outcome.amount}" in said


def test_score_runs_and_is_undone(opened):
    page = type_hands(opened("table"), "table", HANDS)
    click(page, "table:count")
    first = settled(HANDS)
    totals = [first.to_dealer, *(outcome.to_player for outcome in first.outcomes)]
    rows = score_of(page)
    shown = [Decimal(row[-1].replace("−", "-").replace("+", "")) for row in rows[1:]]
    assert shown == totals
    assert "No hand yet" in text(page), "the next round begins with empty hands"
    type_hands(page, "table", list(reversed(HANDS)))
    click(page, "table:count")
    assert len(score_of(page)[1]) == 4
    click(page, "table:undo")
    assert score_of(page) == rows
    assert page.text_input(key="table:typed:1").value == HANDS[-1], "the hands are back"
    click(page, "table:undo")
    assert not pieces(page, "ox-score")


def test_dealer_and_stakes_can_be_changed(opened):
    page = type_hands(opened("table"), "table", HANDS)
    page.button_group(key="table:deals").set_value(2)
    run(page)
    type_in(page, "table:stake:1", "2.50")
    order = [HANDS[1], HANDS[0], *HANDS[2:]]
    assert "Player A pays Dealer 3 × 2.50 = 7.50" in text(page)
    assert settled(order, "2.50").outcomes[0].amount == Decimal("7.50")


def test_wrong_stake_settles_nothing(opened):
    page = type_hands(opened("table"), "table", HANDS)
    type_in(page, "table:stake:2", "ten")
    assert "Player B: Stake" in text(page), "whose stake it is"
    assert "not a number" in text(page)
    assert not pieces(page, "ox-payment")


def test_card_held_twice_settles_nothing(opened):
    page = type_hands(opened("table"), "table", [HANDS[0], HANDS[0], *HANDS[2:]])
    assert "This round cannot be settled" in text(page)
    assert "on the table 2 times" in text(page)


@pytest.mark.parametrize("reason", list(Reason))
def test_refused_hand_never_gets_a_payment(opened, table, reason):
    page = opened("table")
    photos = [reading(HANDS[0]), reading(HANDS[1], hand_reasons=(reason,)), *map(reading, HANDS[2:])]
    upload(page, "table", *map(table.photo_bytes, photos))
    said = text(page)
    assert f"Player B: {REASON_TEXTS[reason]}" in said
    assert "No verdict for Player B" in said
    payments = pieces(page, "ox-payment")
    assert len(payments) == 2
    assert not any("Player B" in payment for payment in payments)
    assert not [button for button in page.button if button.key == "table:count"]


def test_refused_dealer_settles_nothing(opened, table):
    page = opened("table")
    photos = [reading(HANDS[0], Reason.BLURRED), *map(reading, HANDS[1:])]
    upload(page, "table", *map(table.photo_bytes, photos))
    assert not pieces(page, "ox-payment")


def test_one_photo_of_the_table_is_dealt_out_and_reassigned(opened, table):
    page = upload(opened("table"), "table", table.photo_bytes(two_hands()))
    assert "Hand 1: Player A" in text(page)
    assert "Hand 2: Player B" in text(page)
    (owner,) = [
        one for one in page.button_group if (one.key or "").startswith("table:owner:") and one.key[-1] == "1"
    ]
    owner.set_value(4)
    run(page)
    assert "Hand 2: Player D" in text(page)
    assert "No hand yet" in " ".join(caption.value for caption in page.caption)
    tap = [button for button in page.button if button.label == "Hand 1: Player A"]
    tap[0].click()
    run(page)
    click(page, "table:whose:3")
    assert "Hand 1: Player C" in text(page)


def test_seats_keep_only_hands_that_are_the_same_with_other_decks(opened, table):
    page = upload(opened("dispute"), "dispute", table.photo_bytes(two_hands()))
    (laid,) = [one for one in page.button_group if (one.key or "").startswith("dispute:laid:2")]
    laid.set_value([0, 1, 2])
    run(page)
    assert page.session_state["dispute:seats"][1].laid == (0, 1, 2)
    first, second = two_hands().hands
    table.reader.by_decks[2] = two_hands()
    table.reader.by_decks[3] = replace(two_hands(), hands=(first, replace(second, cards=second.cards[::-1])))
    spots = []
    for decks in (2, 3):
        page.number_input(key="decks").set_value(decks)
        run(page)
        seats = page.session_state["dispute:seats"]
        spots.append([seat.spot and seat.spot.hand for seat in seats])
    assert spots == [[0, 1], [0, None]]
    assert seats[1].laid == ()
    assert "Hand 2: nobody yet" in text(page), "whose hand it is has to be said again"


def test_photo_that_was_removed_does_not_come_back_with_the_next_one(opened, table):
    first, second, third = (table.photo_bytes(reading(hand)) for hand in HANDS[:3])
    page = upload(opened("table"), "table", first)
    upload(page, "table", first, second)  # the uploader still holds the first one
    kept = [photo.sha256 for photo in page.session_state["table:photos"]]
    assert kept == [hashlib.sha256(data).hexdigest() for data in (first, second)]
    click(page, f"table:remove:{kept[0]}")
    upload(page, "table", third, turn=1)
    kept = [photo.sha256 for photo in page.session_state["table:photos"]]
    assert kept == [hashlib.sha256(data).hexdigest() for data in (second, third)]


def test_hand_of_the_photo_can_be_corrected(opened, table):
    page = upload(opened("table"), "table", table.photo_bytes(two_hands()))
    assert "9♣" in text(page).replace(" ", "")
    (tile,) = [one for one in page.button if re.search(r":1:4$", one.key or "") and "tile-" in one.key]
    tile.click()
    run(page)
    (field,) = [one for one in page.text_input if ":typed:4" in (one.key or "") and "table" not in one.key]
    field.set_value("8C")
    run(page)
    assert "Double-Ox 8" in text(page)
    (payment,) = pieces(page, "ox-payment")
    assert "Player B: Corrected by a person." in payment
    assert "Player A:" not in payment
    (mine, yours) = (piece for piece in pieces(page, "ox-owned") if "Photo 1" in piece)
    assert "Corrected" not in mine
    assert "Corrected by a person." in yours
    for key in ("table:leave:3", "table:leave:4", "table:count"):
        click(page, key)
    assert not pieces(page, "ox-payment")
    click(page, "table:undo")
    assert "Player B: Corrected by a person." in pieces(page, "ox-payment")[0], (
        "the correction is back as well"
    )


def test_too_little_memory_for_pictures_is_a_message(opened, table, monkeypatch):
    from app.pages.parts import keep, photo

    def none(data):
        raise ImageError("Not enough memory to decode the picture. Send a smaller one.")

    page = upload(opened("table"), "table", *map(table.photo_bytes, map(reading, HANDS)))
    monkeypatch.setattr(keep, "load_photo", none)
    click(page, "table:record")
    assert "The record cannot be made" in text(page)
    assert "Not enough memory" in text(page)
    monkeypatch.setattr(photo, "load_photo", none)
    page.session_state["kept:pictures"].clear()
    run(page)
    assert "This page cannot be shown" in text(page)


def test_unusable_photo_is_said_and_can_be_removed(opened):
    page = upload(opened("table"), "table", b"no photo")
    assert "Not a usable photo" in text(page)
    assert "p0.png" in text(page), "which of several it is"
    (remove,) = [button for button in page.button if ":remove:" in (button.key or "")]
    remove.click()
    run(page)
    assert "Not a usable photo" not in text(page)


def test_missing_networks_are_a_message(opened, table, monkeypatch):
    from app import service

    def none():
        raise ModelError("the networks are missing")

    monkeypatch.setattr(service, "load_reader", none)
    page = upload(opened("dispute"), "dispute", table.photo_bytes(reading(EXAMPLE)))
    assert "the networks are missing" in text(page)


def test_people_come_and_go(opened):
    page = opened("table")
    click(page, "table:add")
    assert page.text_input(key="table:name:5").value == "Player E"
    click(page, "table:leave:2")
    click(page, "table:leave:1")
    assert [field.value for field in page.text_input if ":name:" in field.key] == [
        "Player C",
        "Player D",
        "Player E",
    ]
    assert page.session_state["table:dealer"] == 3


def test_two_people_of_one_name_are_not_settled(opened):
    page = type_hands(opened("table"), "table", HANDS)
    type_in(page, "table:name:2", "Player C")
    assert "Two people are called Player C" in text(page)
    assert not pieces(page, "ox-payment")


def test_names_are_escaped(opened):
    page = type_hands(opened("table"), "table", HANDS)
    type_in(page, "table:name:2", "<b>x</b><u>")
    bodies = " ".join(element.proto.body for element in page.get("html"))
    assert "&lt;b&gt;x&lt;/b&gt;&lt;u&gt;" in bodies
    assert "<u>" not in bodies


def test_two_sessions_share_nothing(opened):
    one = type_hands(opened("table"), "table", HANDS)
    click(one, "table:count")
    other = opened("table")
    assert not pieces(other, "ox-score")
    assert other.text_input(key="table:typed:1").value == ""


def test_dispute_says_what_is_missing(opened):
    page = opened("dispute")
    assert "No ruling yet; 2 things are missing." in text(page)
    assert not [button for button in page.button if button.key == "dispute:record"]


def test_dispute_is_ruled_with_claims_and_laid_cards(opened):
    page = type_hands(opened("dispute"), "dispute", HANDS[:2])
    (laid,) = [one for one in page.button_group if (one.key or "").startswith("dispute:laid:2")]
    laid.set_value([2, 3, 4])
    run(page)
    said = text(page)
    assert "legal, Single-Ox 9, but weaker than" in said
    assert "Double-Ox beats Single-Ox." in said
    assert "For another winner the table would have to play:" in said
    claim = page.selectbox(key="dispute:claim:2")
    claim.set_value(Claim(Kind.SINGLE, 9))
    run(page)
    assert "Single-Ox 9: that is not so, the hand is Double-Ox 8." in text(page)
    type_in(page, "dispute:typed:2", "8C 4H 8H 6S 3C")
    assert "legal, Single-Ox 9" not in text(page), "which cards were laid has to be said again"
    assert page.session_state["dispute:seats"][1].laid == ()


def test_one_challenged_hand(opened):
    page = opened("dispute")
    page.button_group(key="dispute:way").set_value("alone")
    run(page)
    type_in(page, "dispute:typed:1", EXAMPLE)
    assert "Double-Ox 8" in text(page)
    assert "against the dealer" not in text(page).replace("Hands against the dealer", "")
    assert [button for button in page.button if button.key == "dispute:record"]


def test_both_copies_of_a_card_can_be_laid_down(opened):
    page = opened("dispute")
    page.number_input(key="decks").set_value(2)
    run(page)
    type_in(page, "dispute:typed:1", "7C 7C 8H 4H 9C")
    (laid,) = [group for group in page.button_group if "laid:1" in group.key]
    assert laid.options == ["7♣", "second 7♣", "8♥", "4♥", "9♣"]


def test_two_laid_cards_give_no_ruling(opened):
    page = type_hands(opened("dispute"), "dispute", HANDS[:2])
    (laid,) = [one for one in page.button_group if (one.key or "").startswith("dispute:laid:2")]
    laid.set_value([2, 3])
    run(page)
    assert "Choose exactly three cards" in text(page)
    assert not [button for button in page.button if button.key == "dispute:record"]


@pytest.mark.parametrize("reason", list(Reason))
def test_refused_hand_gets_no_ruling_and_no_record(opened, table, reason):
    page = opened("dispute")
    photos = (reading(HANDS[0]), reading(EXAMPLE, reason))
    upload(page, "dispute", *map(table.photo_bytes, photos))
    assert REASON_TEXTS[reason].seen in text(page)
    assert "No ruling yet" in text(page)
    assert not [button for button in page.button if button.key == "dispute:record"]


def test_record_of_photos_verifies_and_changes_with_the_case(opened, table):
    page = upload(opened("dispute"), "dispute", table.photo_bytes(two_hands()))
    click(page, "dispute:record")
    record = page.session_state["kept:records"]["dispute"].record
    assert record.fingerprint in text(page)
    from app.records.page import page_html

    assert verify(page_html(record).encode()).fine
    assert verify(canonical(record.data).encode()).fine
    assert "p0.png" not in json.dumps(record.data)
    type_in(page, "dispute:words:2", "I was first")
    assert [button for button in page.button if button.key == "dispute:record"], (
        "another case, another record"
    )


def test_record_speaks_the_language_of_the_page(table):
    page = AppTest.from_function(visits, default_timeout=60)
    page.session_state["visit"] = "dispute"
    page.session_state["language"] = "ru"
    type_hands(run(page), "dispute", HANDS[:2])
    click(page, "dispute:record")
    assert page.session_state["kept:records"]["dispute"].record.language == "ru"


def test_nothing_is_lost_by_a_visit_to_another_page(table):
    st.cache_resource.clear()
    page = AppTest.from_function(visits, default_timeout=60)
    page.session_state["visit"] = "dispute"
    upload(run(page), "dispute", table.photo_bytes(two_hands()))
    type_in(page, "dispute:name:2", "Siti")
    page.session_state["visit"] = "photos"
    run(page)
    assert page.file_uploader(key="uploads")
    page.session_state["visit"] = "dispute"
    run(page)
    assert page.text_input(key="dispute:name:2").value == "Siti"
    assert "Hand 2: Siti" in text(page)


def test_hands_that_hold_one_card_twice_are_no_ruling(opened, table):
    both = two_hands()
    twice = SeenHand((0, 1, 2, 3, 4))
    from dataclasses import replace

    page = opened("dispute")
    upload(page, "dispute", table.photo_bytes(replace(both, hands=(twice, twice))))
    assert "No ruling" in text(page)
