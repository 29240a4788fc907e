"""The pages Rules and Odds in a browser: a table's own rules are made, kept, and hold everywhere."""

import pytest

from rules.house import HouseRules
from tests.browser.conftest import DESKTOP, PHONE, choose, settle

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


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
