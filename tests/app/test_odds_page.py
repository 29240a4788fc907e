"""The page of the odds: the figures are those of `rules.odds` for the session's rules."""

from fractions import Fraction

import pytest
from streamlit.testing.v1 import AppTest

from app import chances
from app.chances import Cost
from app.i18n import speaking
from app.odds_style import costs_table, edge_text, facts, kinds_table
from rules.house import HouseRules
from rules.kinds import Kind
from rules.odds import odds
from tests.app.conftest import run, text


def script():
    from app.pages import odds

    odds.show()


def test_rows_add_up_to_every_hand():
    exact = odds(HouseRules())
    rows = chances.chances(exact)
    assert sum(row.share for row in rows if not row.part) == 1
    assert sum(row.share for row in rows if row.kind is Kind.SINGLE and row.part) == next(
        row.share for row in rows if row.kind is Kind.SINGLE and not row.part
    )
    assert [row.kind for row in rows if not row.part][:2] == [Kind.FIVE_DUKES, Kind.FIVE_SMALL]
    strengths = [row.strength for row in rows if row.kind is Kind.SINGLE and row.part]
    assert strengths == [0, 9, 8, 7, 6, 5, 4, 3, 2, 1]


def test_figures_are_written_as_the_language_writes_them():
    house = HouseRules()
    exact = odds(house)
    assert "5.19%" in facts(exact, house)
    assert "3,282" in kinds_table(chances.chances(exact), house)
    with speaking("ru"):
        assert "5,19\u00a0%" in facts(exact, house)
        assert "3\u00a0282" in kinds_table(chances.chances(exact), house)


@pytest.mark.parametrize(
    ("edge", "settle_by", "said"),
    [
        (Fraction(519, 10000), "multiples", "+5.19%"),
        (Fraction(-519, 10000), "multiples", "−5.19%"),
        (Fraction(1, 10**7), "multiples", "0.00%"),
        (Fraction(-1, 20), "points", "−0.050"),
    ],
)
def test_signed_edge(edge, settle_by, said):
    assert edge_text(edge, HouseRules(settle_by=settle_by), signed=True) == said


def test_page_goes_by_the_rules_of_the_session(monkeypatch):
    monkeypatch.setattr(
        "app.pages.odds.costs",
        lambda house: (Cost("tie", "dealer", Fraction(0), Fraction(1, 20), Fraction(519, 10000)),),
    )
    page = AppTest.from_function(script, default_timeout=120)
    page.session_state["house"] = HouseRules.named("PUSH_TIES")
    run(page)
    assert "0.00%" in text(page), "equal hands pay nobody: the game is fair"
    assert "Ngau Tonku" in text(page)
    assert "equal hands: the dealer takes" not in text(page)
    page.button(key="odds:count").click()
    run(page)
    assert "equal hands: the dealer takes" in text(page)
    assert "+5.19%" in text(page)
    page.session_state["house"] = HouseRules()
    run(page)
    assert "equal hands: the dealer takes" not in text(page), "other rules are counted when asked for"


def test_costs_put_gains_on_their_side():
    made = costs_table(
        [
            Cost("tie", "push", Fraction(0), Fraction(1, 20), Fraction(-1, 20)),
            Cost("double_ox", False, Fraction(0), Fraction(1, 7), Fraction(1, 40)),
        ],
        HouseRules(),
    )
    assert '<i class="" style="width:100.0%"></i></div><div></div>' in made
    assert '<div></div><div><i class="bad" style="width:50.0%"></i></div>' in made
