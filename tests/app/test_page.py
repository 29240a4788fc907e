import hashlib

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app import places, service
from app.commands.app_command import PAGE
from rules.cards import Rank, Suit
from tests.app.conftest import EXAMPLE, reading, run, seen, text
from vision.errors import ModelError
from vision.reading import Reading, Reason, SeenHand


@pytest.fixture
def page(table):
    """The page, drawn once, with a reader that knows the photos of `table`."""
    st.cache_resource.clear()
    drawn = AppTest.from_file(str(PAGE), default_timeout=30).run()
    assert not drawn.exception
    yield drawn
    st.cache_resource.clear()


def upload(page, *photos):
    """Upload PNG files, given as bytes."""
    files = [(f"photo {number}.png", data, "image/png") for number, data in enumerate(photos, start=1)]
    page.file_uploader(key="uploads").set_value(files)
    return run(page)


def widget(widgets, part: str):
    """The one widget whose key contains this text."""
    (found,) = [one for one in widgets if part in (one.key or "")]
    return found


def labels(page) -> list[str]:
    """What the buttons are called."""
    return [button.label for button in page.button]


def pick(page, place: int, hand: int = 0):
    """Open the dialog for a card of a hand, or with -1 for one that is missing."""
    end = f":{hand}:add" if place < 0 else f":{hand}:{place}"
    (tile,) = [
        button for button in page.button if (button.key or "").endswith(end) and "likely" not in button.key
    ]
    tile.click()
    return run(page)


def test_start_explains_how_to_take_the_photo(page):
    assert "Lay the five cards face up" in text(page)


def test_upload_gives_power_payout_and_picture(page, table):
    upload(page, table.photo_bytes(reading(EXAMPLE)))
    assert "Double-Ox 8" in text(page)
    assert "pays 3×" in text(page)
    assert "3♣ + 6♠(as 3) + 4♥ = 10" in text(page)
    assert "House rules: Wikipedia, one deck." in text(page)
    assert len(page.image) == 1
    assert "Other ways to make an ox" in " ".join(expander.label for expander in page.expander)
    assert "Corrected" not in text(page)


@pytest.mark.parametrize("reason", list(Reason))
def test_refusal_shows_reason_and_no_verdict(page, table, reason):
    from app.texts import REASON_TEXTS

    upload(page, table.photo_bytes(reading(EXAMPLE, reason)))
    assert "No verdict" in text(page)
    assert REASON_TEXTS[reason].seen in text(page)
    assert REASON_TEXTS[reason].advice in text(page)
    assert "Double-Ox" not in text(page)


def test_wrong_card_is_corrected_from_its_likely_alternatives(page, table):
    upload(page, table.photo_bytes(reading(EXAMPLE)))
    pick(page, 4)
    widget(page.button, ":likely:4:KD").click()
    run(page)
    assert "Corrected by a person." in text(page)
    assert ":red[K♦] :small[corrected]" in labels(page)
    assert "Double-Ox 8" not in text(page)


def test_wrong_card_is_corrected_to_any_of_the_52(page, table):
    upload(page, table.photo_bytes(reading("3C 6S KH 4H 8C")))
    assert "Double-Ox" not in text(page)
    pick(page, 2)
    widget(page.button_group, ":rank:2").set_value(Rank.EIGHT)
    run(page)
    assert "Double-Ox" not in text(page)
    widget(page.button_group, ":suit:2").set_value(Suit.DIAMONDS)
    run(page)
    assert "Double-Ox 8" in text(page)
    assert ":red[8♦] :small[corrected]" in labels(page)
    assert not [group for group in page.button_group if ":rank:" in group.key], "the picker closes"


def test_missing_card_can_be_added_and_changed_again(page, table):
    short = reading("3C 6S 8H 4H", hand_reasons=(Reason.TOO_FEW_CARDS,))
    upload(page, table.photo_bytes(short))
    pick(page, -1)
    widget(page.button_group, ":rank:-1").set_value(Rank.EIGHT)
    widget(page.button_group, ":suit:-1").set_value(Suit.CLUBS)
    run(page)
    assert "Double-Ox 8" in text(page)
    pick(page, 4)
    widget(page.button, ":likely:4:8S").click()
    run(page)
    assert "8♠ :small[corrected]" in labels(page)
    assert "8♣" not in text(page)


def test_card_that_does_not_belong_can_be_taken_away(page, table):
    upload(page, table.photo_bytes(reading(EXAMPLE + " KD")))
    assert "More than five cards" in text(page)
    pick(page, 5)
    widget(page.button, ":drop:5").click()
    run(page)
    assert "Double-Ox 8" in text(page)
    assert "Corrected by a person." in text(page), "a card that is dropped is no secret"


def test_corrections_hold_only_for_the_cards_that_they_were_made_for(page, table):
    """With another number of decks a photo may be read otherwise, so that places mean other cards."""
    upload(page, table.photo_bytes(reading("3C 6S 8H 4H 9C")))
    pick(page, 4)
    widget(page.button_group, ":rank:4").set_value(Rank.EIGHT)
    widget(page.button_group, ":suit:4").set_value(Suit.CLUBS)
    assert "Double-Ox 8" in text(run(page))
    table.reader.by_decks[2] = reading("3C 6S 8H 9C 4H")
    page.number_input(key="decks").set_value(2)
    run(page)
    assert "Corrected" not in text(page)
    assert "Double-Ox 8" not in text(page)
    page.number_input(key="decks").set_value(1)
    run(page)
    assert "Double-Ox 8" in text(page)
    page.number_input(key="decks").set_value(3)
    run(page)
    assert "Double-Ox 8" in text(page), "the same cards at the same places"


def test_photo_without_cards_can_be_filled_by_hand(page, table):
    upload(page, table.photo_bytes(reading("", Reason.NO_CARDS)))
    for card in ("3C", "6S", "8H", "4H", "8C"):
        pick(page, -1)
        widget(page.button_group, ":rank:-1").set_value(Rank(card[:-1]))
        widget(page.button_group, ":suit:-1").set_value(Suit(card[-1]))
        run(page)
    assert "Double-Ox 8" in text(page)


def test_doubt_needs_a_person_to_vouch_for_all_five(page, table):
    upload(page, table.photo_bytes(reading(EXAMPLE, hand_reasons=(Reason.CORNERS_DISAGREE,))))
    pick(page, 4)
    widget(page.button, ":likely:4:8S").click()
    run(page)
    assert "No verdict" in text(page)
    widget(page.button, ":vouch").click()
    run(page)
    assert "Double-Ox 8" in text(page)
    assert "Corrected by a person." in text(page)


def test_four_cards_cannot_be_vouched_for(page, table):
    upload(page, table.photo_bytes(reading("3C 6S 8H 4H")))
    assert not [button for button in page.button if ":vouch" in (button.key or "")]


def test_corrections_can_be_undone(page, table):
    upload(page, table.photo_bytes(reading(EXAMPLE)))
    pick(page, 4)
    widget(page.button, ":likely:4:KD").click()
    run(page)
    widget(page.button, ":undo").click()
    run(page)
    assert "Double-Ox 8" in text(page)
    assert "Corrected" not in text(page)


def test_house_rules_and_decks_change_the_verdict(page, table):
    upload(page, table.photo_bytes(reading("3C 3C 8H 4H 8C")))
    assert "appears more often" in text(page)
    page.selectbox(key="rules").set_value("TWO_DECK")
    run(page)
    assert "No verdict" not in text(page)
    assert "House rules: Two decks, 2 decks." in text(page)
    page.number_input(key="decks").set_value(1)
    run(page)
    assert "appears more often" in text(page)


def test_several_photos_and_a_bad_one(page, table):
    good, second = table.photo_bytes(reading(EXAMPLE)), table.photo_bytes(reading("KD QD JD KC KS"))
    upload(page, good, b"no picture", second, good)
    assert "3 photos, 2 with a verdict" in text(page)
    assert "photo 1.png" in text(page)
    assert "Double-Ox 8 · pays 3×" in text(page)
    assert "Not a usable photo" in text(page)
    assert "Five Dukes" in text(page)
    assert text(page).count("Double-Ox 8") == 1, "the same photo is shown once"


def test_photo_of_a_list_is_opened_and_closed(page, table):
    good, second = table.photo_bytes(reading(EXAMPLE)), table.photo_bytes(reading("KD QD JD KC KS"))
    upload(page, good, second, b"no picture")
    [button for button in page.button if (button.key or "").startswith("open:")][1].click()
    run(page)
    assert "2 of 3: photo 2.png" in text(page)
    assert "Five Dukes" in text(page)
    assert "Double-Ox 8" not in text(page)
    page.button(key="leaf:after").click()
    run(page)
    assert "3 of 3: photo 3.png" in text(page)
    assert "Not a usable photo" in text(page)
    assert page.button(key="leaf:after").disabled
    page.button(key="leaf:all").click()
    assert "3 photos, 2 with a verdict" in text(run(page))


def test_photo_that_is_open_gives_way_to_new_ones(page, table):
    first, second = table.photo_bytes(reading(EXAMPLE)), table.photo_bytes(reading("KC QS 10H 9H AC"))
    upload(page, first, second)
    widget(page.button, "open:" + hashlib.sha256(first).hexdigest()).click()
    run(page)
    upload(page, first, second, table.photo_bytes(reading("2C 2D 7H 9S JD")))
    assert "3 photos, 3 with a verdict" in text(page)
    widget(page.button, "open:" + hashlib.sha256(first).hexdigest()).click()
    run(page)
    upload(page, first, second)
    assert "1 of 2" in text(page), "a photo that goes closes no other"


def test_list_says_which_hands_were_corrected(page, table):
    upload(page, table.photo_bytes(reading(EXAMPLE)), table.photo_bytes(reading("KD QD JD KC KS")))
    next(button for button in page.button if (button.key or "").startswith("open:")).click()
    run(page)
    pick(page, 4)
    widget(page.button, ":likely:4:8S").click()
    run(page)
    page.button(key="leaf:all").click()
    run(page)
    assert text(page).count("Corrected by a person.") == 1
    assert "Double-Ox 8 · pays 3× Corrected by a person. photo 1.png" in text(page)


def test_two_hands_are_corrected_apart(page, table):
    row = tuple(seen(card, place=place) for place, card in enumerate((EXAMPLE + " KD QD JD KC KS").split()))
    both = Reading((1200, 320), (), row, (SeenHand((0, 1, 2, 3, 4)), SeenHand((5, 6, 7, 8, 9))))
    upload(page, table.photo_bytes(both))
    assert "Hand 1 Double-Ox 8" in text(page)
    assert "Hand 2 Five Dukes" in text(page)
    pick(page, 0, hand=1)
    widget(page.button_group, ":1:rank:0").set_value(Rank.TWO)
    widget(page.button_group, ":1:suit:0").set_value(Suit.DIAMONDS)
    run(page)
    assert "Hand 1 Double-Ox 8" in text(page)
    assert "Five Dukes" not in text(page).replace("no Five Dukes", "")


def test_names_from_outside_are_escaped(page, table):
    good, second = table.photo_bytes(reading(EXAMPLE)), table.photo_bytes(reading("KD QD JD KC KS"))
    page.file_uploader(key="uploads").set_value(
        [("<b onload=x>.png", good, "image/png"), ("b.png", second, "image/png")]
    )
    run(page)
    assert any("&lt;b onload=x&gt;.png" in element.proto.body for element in page.get("html"))


def test_no_ox_lists_the_sums(page, table):
    upload(page, table.photo_bytes(reading("2C 4D 5H 9S QC")))
    assert "No Ox" in text(page)
    assert "pays nothing" in text(page)
    assert "Why there is no ox" in [expander.label for expander in page.expander]
    assert "2♣ + 4♦ + 5♥ 11" in text(page)


def test_sample_photo(page, table, monkeypatch, tmp_path):
    sample = tmp_path / "hand.jpg"
    sample.write_bytes(table.photo_bytes(reading(EXAMPLE)))
    monkeypatch.setattr(places, "sample_photo", lambda: sample)
    run(page)
    page.button(key="try").click()
    assert "Double-Ox 8" in text(run(page))


def test_missing_networks_are_a_message(page, table, monkeypatch):
    def refuse():
        raise ModelError("The networks are missing. Install Oxeye again.")

    monkeypatch.setattr(service, "load_reader", refuse)
    upload(page, table.photo_bytes(reading(EXAMPLE)))
    assert "Oxeye cannot read here The networks are missing." in text(page)
