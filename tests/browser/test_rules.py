"""The pages Rules and Odds in a browser: a table's own rules are made, kept, and hold everywhere."""

import pytest

from rules.house import HouseRules
from tests.browser.conftest import DESKTOP, PHONE, choose, settle

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])

SAID = "(one, part) => getComputedStyle(one, part).content"
DROP = """files => {
    const sent = new DataTransfer();
    for (const [name, text, bytes] of files) sent.items.add(new File([text, new Uint8Array(bytes)], name));
    const zone = document.querySelector('[data-testid="stFileUploaderDropzone"]');
    for (const event of ["dragenter", "dragover", "drop"])
        zone.dispatchEvent(new DragEvent(event, { dataTransfer: sent, bubbles: true, cancelable: true }));
}"""
"""Script that drops files on the page: name, text, and so many bytes more."""
RULES = 'name = "Friday"\ntie = "push"\n'


def visit(page, name):
    page.locator(".st-key-nav a", has_text=name).click()
    settle(page)


def choose_rule(page, group, option, value):
    """Open a group of options, and choose a value by its meaning."""
    page.locator(f".st-key-rules-group-{group} summary").click()
    page.locator(f".st-key-rule-{option}").get_by_text(value, exact=True).click()
    settle(page)


@SIZES
def test_own_rules_are_made_kept_loaded_again_and_hold_on_all_pages(open_page, size, tmp_path):
    page = open_page("rules", size)
    example = page.locator(".ox-example").first
    assert example.locator("li.now").count() == 1, "what this table plays is marked"
    assert example.locator("li").count() > 1
    choose_rule(page, 1, "tie", "equal hands: nobody pays")
    assert "Our table" in page.locator(".ox-welcome").first.inner_text()
    with page.expect_download() as got:
        page.get_by_role("button", name="Save as a file").click()
    got.value.save_as(tmp_path / "house-rules.toml")
    assert HouseRules.find(str(tmp_path / "house-rules.toml")).tie == "push"
    visit(page, "Odds")
    assert "0.00%" in page.locator(".ox-facts").inner_text(), "where equal hands pay nobody, the game is fair"
    visit(page, "Table")
    assert "equal hands: nobody pays" in page.locator(".ox-photo").first.inner_text()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= size["width"]

    other = open_page("rules", size)
    assert "They are the default rules." in other.locator(".ox-welcome").first.inner_text()
    other.get_by_text("Load from a file").click()
    other.locator('[data-testid="stFileUploaderDropzoneInput"]').set_input_files(
        tmp_path / "house-rules.toml"
    )
    other.get_by_text("All pages go by these rules: Our table.").wait_for()


def test_files_that_were_not_loaded_say_why_when_they_came_with_a_good_one(open_page, phone):
    page = open_page("rules", phone, locale="zh-CN")
    page.get_by_text("从文件载入").click()
    page.evaluate(
        DROP, [["rules.toml", RULES, 0], ["large.toml", "", 26 * 2**20], ["more.toml", 'name = "Monday"', 0]]
    )
    page.get_by_text("Friday").first.wait_for()
    settle(page)
    refused = page.locator('[data-testid="stFileChip"]:visible')
    assert [one.locator('[data-testid="stFileChipName"]').inner_text() for one in refused.all()] == [
        "large.toml",
        "more.toml",
    ]
    for why in refused.locator('[role="alert"]').all():
        assert "一次只读取一个文件，最大 25 MB" in why.evaluate(SAID, "::after")
        assert why.bounding_box()["height"] > 10
    assert page.evaluate("document.scrollingElement.scrollWidth") <= phone["width"]


def test_rules_of_a_file_come_back_only_when_it_is_loaded_again(open_page, desktop):
    page = open_page("rules", desktop)
    page.get_by_text("Load from a file").click()
    said = page.locator(".ox-welcome").first
    choose = page.locator('[class*="st-key-taken-files-"] button:visible')
    for _ in range(2):
        page.evaluate(DROP, [["rules.toml", RULES, 0]])
        page.get_by_text("All pages go by these rules: Friday.").wait_for()
        settle(page)
        assert page.locator('[data-testid="stFileChip"]:visible').count() == 0
        assert choose.first.is_visible(), "another one can be chosen"
        choose_rule(page, 1, "tie", "equal hands: the highest card decides")
        visit(page, "Odds")
        visit(page, "Rules")
        assert "the highest card decides" in said.inner_text()
        page.get_by_text("Load from a file").click()


def test_odds_are_charts_and_tell_what_other_rules_cost(open_page, phone):
    page = open_page("odds", phone)
    settle(page)
    facts = page.locator(".ox-facts").inner_text()
    assert "5.19%" in facts, "the dealer's edge under the default rules"
    rows = page.locator(".ox-odds").first.locator("tbody tr")
    assert rows.count() > 5
    nameless = page.locator(".ox-odds").locator(
        "tr:not([role=row]), th:not([role$=header]), td:not([role=cell])"
    )
    assert nameless.count() == 0, "rows that are grids need roles to stay rows to a screen reader"
    bars = [row.locator(".bar i").bounding_box()["width"] for row in rows.all()]
    assert max(bars) > phone["width"] / 2, "the commonest kind has the longest bar"
    page.get_by_role("button", name="Count it").click()
    page.get_by_text("equal hands: nobody pays").first.wait_for(timeout=120_000)
    assert page.locator(".ox-odds .split i").first.is_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= phone["width"]


def test_two_people_at_once_keep_their_own_rules(open_page, desktop):
    one, other = open_page("table", desktop), open_page("table", desktop)
    choose(one, one.locator(".st-key-rules").get_by_role("combobox"), "Zero low")
    assert "Zero low" in one.locator(".ox-photo").first.inner_text()
    visit(other, "Photos")
    visit(other, "Table")
    assert "Wikipedia" in other.locator(".ox-photo").first.inner_text()
