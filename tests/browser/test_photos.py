"""The page for photos, driven as a person would: many files, corrections, languages, two people at once."""

import csv
import io
import json
import zipfile

import pytest
from PIL import Image, ImageOps

from app.places import sample_photo
from tests.browser.conftest import choose, settle

RESULT = "Single-Ox 7"
"""What the hand of the sample photo is worth."""


NOTE_BARS = """() => {
window.bars = [];
new MutationObserver(() => {
  for (const bar of document.querySelectorAll('[data-testid="stProgress"]')) {
    const box = bar.closest('[data-testid="stElementContainer"]');
    window.bars.push([getComputedStyle(box).position, box.getBoundingClientRect().bottom]);
  }
}).observe(document.body, { childList: true, subtree: true });
}"""
"""Script that notes each bar of progress as it appears: how it is laid out, and where it ends."""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The sample as HEIC, as a JPEG that lies on its side with a note in its EXIF, and a text file."""
    pillow_heif = pytest.importorskip("pillow_heif")
    folder = tmp_path_factory.mktemp("photos")
    with Image.open(sample_photo()) as opened:
        photo = opened.convert("RGB")
    pillow_heif.from_pillow(photo).save(folder / "table.heic", quality=90)
    exif = Image.Exif()
    exif[0x0112] = 6  # shown upright when turned clockwise by a quarter
    lying = photo.transpose(Image.Transpose.ROTATE_90)
    lying.save(folder / "lying.jpg", quality=92, exif=exif)
    with Image.open(folder / "lying.jpg") as again:
        assert ImageOps.exif_transpose(again).size == photo.size
    (folder / "notes.txt").write_text("no photo at all", encoding="utf-8")
    return [folder / name for name in ("table.heic", "lying.jpg", "notes.txt")]


def upload(page, files):
    page.locator('[data-testid="stFileUploaderDropzoneInput"]').set_input_files(files)
    page.locator(".ox-row").nth(len(files) - 1).wait_for()
    settle(page)


def try_sample(page):
    page.locator('[class*="st-key-try"] button').click()
    page.locator('[class*="st-key-lead-"] .ox-power').wait_for()
    settle(page)


def test_heic_rotated_jpeg_and_text_file_together(open_page, files, desktop):
    page = open_page("", desktop)
    upload(page, files)
    rows = page.locator(".ox-row")
    assert RESULT in rows.nth(0).inner_text()
    assert RESULT in rows.nth(1).inner_text()
    assert "Not a usable photo" in rows.nth(2).inner_text()
    assert "3 photos, 2 with a verdict" in page.locator(".ox-photo").inner_text()

    with page.expect_download() as got:
        page.get_by_role("button", name="Pictures (ZIP)").click()
    with zipfile.ZipFile(got.value.path()) as archive:
        assert archive.namelist() == ["table-oxeye.jpg", "lying-oxeye.jpg"]
        with Image.open(io.BytesIO(archive.read("lying-oxeye.jpg"))) as picture:
            assert picture.height > picture.width, "upright, with the verdict below"
            assert not picture.getexif()
    with page.expect_download() as got:
        page.get_by_role("button", name="Table (CSV)").click()
    table = list(csv.DictReader(io.StringIO(got.value.path().read_text("utf-8-sig"))))
    assert [row["result"] for row in table] == [RESULT, RESULT, ""]
    assert table[2]["error"]
    with page.expect_download() as got:
        page.get_by_role("button", name="Everything (JSON)").click()
    photos = json.loads(got.value.path().read_text("utf-8"))["photos"]
    assert [photo["photo"] for photo in photos] == ["table.heic", "lying.jpg", "notes.txt"]
    assert photos[0]["hands"][0]["verdict"]["label"] == RESULT

    page.locator('[class*="st-key-open-"] button').nth(1).click()
    page.locator('[class*="st-key-lead-"] .ox-power').wait_for()
    assert "2 of 3: lying.jpg" in page.locator(".ox-photo").inner_text()


def test_photos_of_48_megapixels_and_heic_on_a_phone(open_page, files, phone, tmp_path):
    page = open_page("", phone)
    with Image.open(sample_photo()) as opened:
        opened.resize((6000, 8000)).save(tmp_path / "large.jpg", quality=85)
    upload(page, [tmp_path / "large.jpg", files[0]])
    assert [RESULT in row.inner_text() for row in page.locator(".ox-row").all()] == [True, True]
    page.locator('[class*="st-key-open-"] button').first.click()
    page.locator('[class*="st-key-lead-"] .ox-power').wait_for()
    settle(page)
    with page.expect_download() as got:
        page.get_by_role("button", name="Save the picture").click()
    with Image.open(got.value.path()) as picture:
        assert picture.width == 6000, "in its own size"


SAID = "(one, part) => getComputedStyle(one, part).content"


def test_file_that_is_too_large_says_so_in_the_language_of_the_page(open_page, phone, tmp_path):
    large = tmp_path / "large.jpg"
    large.write_bytes(bytes(26 * 1024 * 1024))
    page = open_page("", phone, locale="ru-RU")
    page.locator('[data-testid="stFileUploaderDropzoneInput"]').set_input_files([large, sample_photo()])
    page.locator(".ox-power").wait_for()
    why = page.locator('[data-testid="stFileChip"] [role="alert"]')
    said = why.evaluate(SAID, "::after")
    assert "Не загружено: читается до 25 МБ" in said
    assert "Отправьте копию поменьше" in said
    assert why.bounding_box()["height"] > 10, "to be seen without a pointer"


@pytest.mark.parametrize("name", ["", "table", "dispute"])
def test_each_file_that_is_too_large_says_so_when_it_came_with_good_ones(
    open_page, files, phone, tmp_path, name
):
    large = [tmp_path / "first.jpg", tmp_path / "second.jpg"]
    for file in large:
        file.write_bytes(bytes(26 * 1024 * 1024))
    page = open_page(name, phone)
    sent = page.locator('[data-testid="stFileUploaderDropzoneInput"]')
    sent.set_input_files([files[0], large[0], files[1], large[1]])
    page.locator(".ox-owned, .ox-row").nth(1).wait_for()
    settle(page)
    refused = page.locator('[data-testid="stFileChip"][aria-invalid="true"]')
    assert [one.locator('[data-testid="stFileChipName"]').inner_text() for one in refused.all()] == [
        file.name for file in large
    ]
    chips = page.locator('[data-testid="stFileChips"]').bounding_box()
    for one in refused.all():
        why = one.locator('[role="alert"]')
        assert "Send a smaller copy" in why.evaluate(SAID, "::after")
        box = why.bounding_box()
        assert chips["y"] <= box["y"], "not scrolled out of the list"
        assert box["y"] + box["height"] <= chips["y"] + chips["height"]
        assert box["height"] > 10
    good = page.locator('[data-testid="stFileChip"]:not([aria-invalid])')
    assert [one.is_visible() for one in good.all()] == [not name] * 2, "a board shows its photos below"
    assert page.evaluate("document.scrollingElement.scrollWidth") <= phone["width"]


def test_hint_beside_what_is_typed_is_in_the_language_of_the_page(open_page, phone):
    page = open_page("table", phone, locale="ms-MY")
    for number, hints in ((0, ["Tekan Enter", "none"]), (1, ["Tekan Enter"])):
        field = page.get_by_role("textbox").nth(number)
        field.press_sequentially("x")
        shown = page.locator('[data-testid="InputInstructions"] > span')
        shown.first.wait_for(state="attached")
        assert [one.evaluate(SAID, "::after").strip('"') for one in shown.all()] == hints
        field.press("Enter")
        settle(page)


def test_bar_of_progress_moves_nothing(open_page, files, phone):
    page = open_page("", phone)
    page.evaluate(NOTE_BARS)
    upload(page, files[:2])
    seen = page.evaluate("window.bars")
    assert seen, "there was a bar"
    assert {position for position, _ in seen} == {"fixed"}
    assert all(bottom <= phone["height"] for _, bottom in seen), "in sight"


def test_photos_stay_when_another_page_is_visited(open_page, files, desktop):
    page = open_page("", desktop)
    upload(page, files[:2])
    page.locator(".st-key-nav a", has_text="Rules").click()
    page.get_by_text("All pages go by these rules").wait_for()
    page.locator(".st-key-nav a", has_text="Photos").click()
    page.locator(".ox-row").nth(1).wait_for()
    assert RESULT in page.locator(".ox-row").nth(1).inner_text()


def test_card_tapped_on_the_picture_is_corrected(open_page, phone):
    page = open_page("", phone, has_touch=True)
    try_sample(page)
    page.locator('[class*="st-key-tap-"] button', has_text="Correct K♥").tap()
    dialog = page.locator('[role="dialog"]')
    dialog.get_by_text("is really").wait_for()
    dialog.locator('[class*="st-key-tile-likely"] button', has_text="K♠").tap()
    dialog.wait_for(state="detached")
    page.get_by_text("Corrected by a person.").wait_for()
    settle(page)
    assert "K♠" in page.locator('[class*="st-key-lead-"]').inner_text().replace("\ufe0e", "")
    assert page.locator('[class*="st-key-tile-"]', has_text="corrected").count() == 1


def test_card_is_corrected_with_the_keyboard_alone(open_page, desktop):
    page = open_page("", desktop)
    try_sample(page)
    page.locator('[class*="st-key-tile-"] button').first.focus()
    page.keyboard.press("Enter")
    page.locator('[role="dialog"]').get_by_text("is really").wait_for()
    settle(page)
    typed = page.get_by_label("or type it")
    typed.focus()
    page.keyboard.type("QS")
    page.keyboard.press("Enter")
    page.get_by_text("Corrected by a person.").wait_for()
    settle(page)
    assert "Q♠" in page.locator('[class*="st-key-tile-"]').first.inner_text()


def test_language_is_switched_while_a_hand_is_on_the_page(open_page, desktop):
    page = open_page("", desktop)
    try_sample(page)
    for name, said in (
        ("Русский", "Фото"),
        ("简体中文", "照片"),
        ("Bahasa Melayu", "Foto"),
        ("English", "Photos"),
    ):
        choose(page, page.locator(".st-key-language_choice").get_by_role("combobox"), name)
        page.locator(".ox-title", has_text=said).wait_for()
        assert page.locator('[class*="st-key-lead-"] .ox-power').count() == 1, "the hand is still there"
    assert page.locator(".ox-power").inner_text() == RESULT


def test_language_of_the_browser_is_spoken_first(open_page, phone):
    page = open_page("", phone, locale="zh-CN")
    assert page.locator(".ox-title").inner_text() == "照片"
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"


def test_two_people_at_once_keep_their_own_photos_rules_and_languages(open_page, files, desktop, phone):
    one, other = open_page("", desktop), open_page("", phone, locale="ru-RU")
    try_sample(one)
    one.locator('[class*="st-key-tile-"] button').first.click()
    one.locator('[role="dialog"]').locator('[class*="st-key-tile-likely"] button').first.click()
    one.get_by_text("Corrected by a person.").wait_for()
    assert other.locator(".ox-power").count() == 0, "the other has no photo"
    try_sample(other)
    assert other.locator('[class*="st-key-tile-"]', has_text="%").count() == 5, "nor its corrections"
    assert other.locator(".ox-title").inner_text() == "Фото"
    assert one.locator(".ox-title").inner_text() == "Photos"


def test_nothing_is_wider_than_the_phone(open_page, files, phone):
    page = open_page("", phone)
    upload(page, files)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= phone["width"]
    page.locator('[class*="st-key-open-"] button').first.click()
    page.locator('[class*="st-key-lead-"] .ox-power').wait_for()
    settle(page)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= phone["width"]
