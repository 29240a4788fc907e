"""The pages Table and Dispute in a browser: payments as the rules give them, a record that proves itself."""

import json
import re
import subprocess
import sys
from decimal import Decimal

import numpy as np
import pytest
from PIL import Image

from app.pictures import encode_jpeg
from app.places import sample_photo
from app.records.verifying import verify as checked
from rules.cards import parse_hand
from rules.house import HouseRules
from rules.settle import Player, settle_round
from tests.browser.conftest import DESKTOP, PHONE, ROOT, choose, settle
from vision.photo.image import load_photo

SAMPLE = "4D 8D 7H 8C KH"
"""The hand of the sample photo."""

HANDS = [SAMPLE, "3C 6S 8H 4H 9C", "AS KD 5D 5H 10C", "2C 2D 7S 9S JD"]
NAMES = ["Player A", "Player B", "Player C", "Player D"]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def fill(page, label, text):
    field = page.get_by_role("textbox", name=label)
    field.fill(text)
    field.press("Enter")
    settle(page)


def rename_second(page, name):
    field = page.get_by_role("textbox", name="Name").first
    field.fill(name)
    field.press("Enter")
    settle(page)


def upload(page, photo):
    page.locator('[data-testid="stFileUploaderDropzoneInput"]').set_input_files(photo)
    page.locator(".ox-owned").first.wait_for()
    settle(page)


def click(page, name):
    page.get_by_role("button", name=name).click()
    settle(page)


def is_narrow(page, size):
    return page.evaluate("document.scrollingElement.scrollWidth") <= size["width"]


def verify(*words):
    command = [sys.executable, "-m", "app.cli", "verify", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@SIZES
def test_table_of_four_is_paid_as_the_rules_say(open_page, size):
    page = open_page("table", size)
    upload(page, sample_photo())
    assert "Hand 1: Player A" in page.locator(".ox-owned").first.inner_text()
    for name, hand in list(zip(NAMES, HANDS, strict=True))[1:]:
        fill(page, f"Cards of {name}", hand)
    page.get_by_role("textbox", name="Stake").nth(1).fill("2.50")
    page.get_by_role("textbox", name="Stake").nth(1).press("Enter")
    settle(page)
    stakes = ["10", "2.50", "10"]
    players = [
        Player(name, parse_hand(hand), Decimal(stake))
        for name, hand, stake in zip(NAMES[1:], HANDS[1:], stakes, strict=True)
    ]
    settled = settle_round(parse_hand(HANDS[0]), players, HouseRules())
    shown = page.locator(".ox-payment")
    assert shown.count() == len(players)
    for place, outcome in enumerate(settled.outcomes):
        said = shown.nth(place).inner_text()
        assert outcome.name in said
        amount = f"{outcome.amount:.2f}".removesuffix(".00")
        payer = {"player": f"Dealer pays {outcome.name}", "dealer": f"{outcome.name} pays Dealer"}
        assert outcome.duel.winner != "push"
        assert re.search(rf"{payer[outcome.duel.winner]}\b.* = {re.escape(amount)}\b", said)
    click(page, "Add this round to the score")
    totals = page.locator(".ox-score .total").all_inner_texts()
    assert sum(Decimal(text.replace("−", "-")) for text in totals) == 0
    assert Decimal(totals[0].replace("−", "-")) == settled.to_dealer
    click(page, "Undo the last round")
    assert page.locator(".ox-score").count() == 0
    assert page.locator(".ox-payment").count() == len(players), "the hands lie on the table again"
    assert is_narrow(page, size)


def test_hand_is_given_to_somebody_by_a_tap_on_the_picture(open_page, phone):
    page = open_page("table", phone)
    upload(page, sample_photo())
    page.get_by_role("button", name="Hand 1: Player A").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Player C").click()
    dialog.wait_for(state="detached")
    settle(page)
    assert "Hand 1: Player C" in page.locator(".ox-owned").first.inner_text()
    assert page.get_by_role("button", name="Hand 1: Player C").is_visible()


def test_one_photo_of_the_table_is_given_to_its_people_by_taps(open_page, desktop, tmp_path):
    """Two decks, since both hands of the photo are that of the sample."""
    page = open_page("table", desktop)
    hand = load_photo(sample_photo()).image
    cloth = np.full((hand.shape[0], 500, 3), hand[:8, :8].mean((0, 1)), np.uint8)
    (tmp_path / "table.jpg").write_bytes(encode_jpeg(np.hstack([hand, cloth, hand[::-1, ::-1]])))
    page.get_by_role("spinbutton", name="Decks in play").fill("2")
    page.keyboard.press("Enter")
    settle(page)
    upload(page, tmp_path / "table.jpg")
    assert "Hand 2: Player B" in page.locator(".ox-owned").nth(1).inner_text()
    page.get_by_role("button", name="Hand 2: Player B").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Player D").click()
    dialog.wait_for(state="detached")
    settle(page)
    page.get_by_role("button", name="Hand 1: Player A").click()
    dialog.get_by_role("button", name="Player B").click()
    dialog.wait_for(state="detached")
    settle(page)
    said = [one.inner_text() for one in page.locator(".ox-owned").all()]
    assert "Hand 1: Player B" in said[0]
    assert "Hand 2: Player D" in said[1]
    fill(page, "Cards of Player A", HANDS[1])
    shown = page.locator(".ox-payment")
    assert [one.locator(".ox-hand").inner_text() for one in shown.all()] == ["Player B", "Player D"]


@pytest.mark.timeout(600)
@SIZES
def test_dispute_ends_in_a_record_that_proves_itself(open_page, chromium, size, tmp_path):
    page = open_page("dispute", size)
    upload(page, sample_photo())
    fill(page, "Cards of Player A", HANDS[1])
    choose(page, page.get_by_role("combobox", name="Claims to have").nth(1), "Five Dukes")
    page.locator(".st-key-dispute-ruling").get_by_text("Five Dukes: that is not so").first.wait_for()
    ruling = page.locator(".st-key-dispute-ruling").inner_text()
    assert "Five Dukes: that is not so, the hand is Single-Ox 0." in ruling
    assert "For another winner the table would have to play:" in ruling
    click(page, "Make the record")
    shown = page.locator(".ox-print").inner_text()
    files = {}
    for name, ending in (("Record (HTML)", "html"), ("Data (JSON)", "json"), ("Picture card", "jpg")):
        with page.expect_download() as got:
            page.get_by_role("button", name=name, exact=True).click()
        files[ending] = tmp_path / f"ruling.{ending}"
        got.value.save_as(files[ending])
    for ending in ("html", "json"):
        assert checked(files[ending].read_bytes(), shown).fine
    done = verify(files["html"], "--photo", sample_photo())
    assert done.returncode == 0, done.stdout + done.stderr
    data = files["html"].read_bytes()
    place = data.index(b"Single-Ox 0")
    files["html"].write_bytes(data[:place] + b"D" + data[place + 1 :])
    done = verify(files["html"], "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["ok"] is False
    files["html"].write_bytes(data)
    with Image.open(files["jpg"]) as card:
        assert card.size == (1080, 1350)
        assert not card.getexif()
    opens_alone(chromium, files["html"], size, shown)


def opens_alone(chromium, path, size, fingerprint):
    """The record opens as a file, with scripts off, asks for nothing, and is no wider than the window."""
    context = chromium.new_context(viewport=size, java_script_enabled=False)
    try:
        record = context.new_page()
        asked = []
        record.on("request", lambda request: asked.append(request.url))
        record.goto(path.as_uri())
        assert fingerprint in record.locator("body").inner_text()
        shown = record.locator("figure img").bounding_box()
        assert max(shown["width"] / size["width"], shown["height"] / size["height"]) > 0.5
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
        for part in ("section", "figure", ".print"):
            box = record.locator(part).last.bounding_box()
            assert box["x"] + box["width"] <= size["width"], part
    finally:
        context.close()


def test_people_called_alike_change_nobody_s_place(open_page, desktop):
    page = open_page("table", desktop)
    fill(page, "Cards of Player A", "foo")
    rename_second(page, NAMES[0])
    deals = page.locator(".st-key-table-deals").get_by_role("radio")
    fill(page, "Cards of Player C", HANDS[2])
    assert [one.is_checked() for one in deals.all()] == [True, False, False, False]
    assert page.get_by_role("textbox", name="Dealer").input_value() == NAMES[0]
    trouble = page.locator(".ox-panel.refused")
    assert trouble.locator(".ox-suit").first.evaluate("sign => getComputedStyle(sign).display") == "inline"


def test_names_are_shown_as_they_were_typed(open_page, phone):
    name = "**b** :red[x] $x^2$ :tada: <i> [l](u)"
    page = open_page("table", phone)
    rename_second(page, name)
    deals = page.locator(".st-key-table-deals")
    assert name in deals.inner_text().replace("\u2060", "")


def test_both_copies_of_a_card_are_laid_down(open_page, desktop):
    page = open_page("dispute", desktop)
    page.get_by_role("spinbutton", name="Decks in play").fill("2")
    page.keyboard.press("Enter")
    settle(page)
    fill(page, "Cards of Dealer", "7C 7C 6H 4H 9C")
    laid = page.locator('[class*="st-key-dispute-laid-"]')
    for card in ("7♣", "second 7♣", "6♥"):
        laid.get_by_text(card, exact=True).click()
        settle(page)
    chosen = laid.locator('button[aria-checked="true"], button[aria-pressed="true"]')
    assert chosen.all_inner_texts() == ["7♣", "second 7♣", "6♥"]


def test_two_people_at_once_keep_their_own_hands_and_scores(open_page, desktop):
    one, other = open_page("table", desktop), open_page("table", desktop)
    for name, hand in zip(NAMES, HANDS, strict=True):
        fill(one, f"Cards of {name}", hand)
    click(one, "Add this round to the score")
    fill(other, "Cards of Player A", HANDS[2])
    assert other.locator(".ox-score").count() == 0
    assert one.locator(".ox-score").count() == 1
    assert one.get_by_role("textbox", name="Cards of Player A").input_value() == ""


def test_hands_stay_when_a_person_visits_another_page(open_page, desktop):
    page = open_page("dispute", desktop)
    upload(page, sample_photo())
    fill(page, "Cards of Player A", HANDS[1])
    page.locator(".st-key-nav a").filter(has_text="Table").click()
    settle(page)
    page.locator(".st-key-nav a").filter(has_text="Dispute").click()
    settle(page)
    assert page.get_by_role("textbox", name="Cards of Player A").input_value() == HANDS[1]
    assert "Hand 1: Dealer" in page.locator(".ox-owned").first.inner_text()
