"""Settlement: who pays whom how much, in numbers and in words."""

from decimal import Decimal
from typing import Any

import pytest

from rules.cards import parse_hand
from rules.errors import HandError
from rules.house import HouseRules
from rules.settle import Player, Round, read_stake, settle_round
from rules.settle_text import money, payment, round_json, round_text

DEALER = "KC QS 10H 9H AC"
ANN = "3C 6S 8H 4H 8C"
BO = "KH QD JH 3S 6C"


def _round(
    *players: tuple[str, str, str], dealer: str = DEALER, rules: str = "DEFAULT", **options: Any
) -> Round:
    house = HouseRules.named(rules).with_options(**options)
    seats = [Player(name, parse_hand(hand, house.decks), Decimal(stake)) for name, hand, stake in players]
    return settle_round(parse_hand(dealer, house.decks), seats, house)


def test_round_of_the_specification() -> None:
    found = round_json(_round(("Ann", ANN, "20")))
    (ann,) = found["players"]
    keys = ("name", "winner", "decided_by", "multiple", "stake", "amount", "from", "to")
    assert {key: ann[key] for key in keys} == {
        "name": "Ann", "winner": "player", "decided_by": "kind", "multiple": 3, "stake": 20, "amount": 60,
        "from": "dealer", "to": "player",
    }  # fmt: skip
    assert ann["text"] == {
        "comparison": "Double-Ox beats Single-Ox.",
        "payment": "Dealer pays Ann 3 × 20 = 60   (Double-Ox 8 pays 3×)",
    }
    assert (found["dealer"]["label"], ann["hand"]["label"]) == ("Single-Ox 0", "Double-Ox 8")
    assert found["rules"]["name"] == "DEFAULT"
    assert found["totals"] == {"dealer": -60, "players": {"Ann": 60}}


def test_several_players_with_stakes_of_their_own() -> None:
    settled = _round(("Ann", ANN, "20"), ("Bo", BO, "2.50"), ("Cy", "10C 9S 7D 4D 4C", "100"))
    assert [outcome.to_player for outcome in settled.outcomes] == [60, Decimal("-2.50"), -100]
    assert settled.to_dealer == Decimal("42.50")
    found = round_json(settled)
    assert sum(found["totals"]["players"].values()) + found["totals"]["dealer"] == 0
    text = round_text(settled)
    assert "TOTAL   Dealer receives 42.50; Ann receives 60; Bo pays 2.50; Cy pays 100" in text.splitlines()
    assert 'RULES   "DEFAULT"' in text


def test_push_has_no_payer() -> None:
    (even,) = round_json(_round(("Ann", "KD QD JH 2S 3C", "5"), dealer="KS QH JD 2C 3H", tie="push"))[
        "players"
    ]
    assert (even["winner"], even["amount"], even["from"], even["to"]) == ("push", 0, None, None)
    assert even["text"]["payment"] == "Nobody pays"


def test_two_without_an_ox_move_nothing() -> None:
    settled = _round(("Ann", "4D 4C 3S 8D 5D", "5"), dealer="QC QD 9H 8S 7C")
    assert settled.outcomes[0].duel.tie == "nothing"
    assert "worth nothing, so nobody pays" in round_text(settled)


def test_shared_suit_is_said_apart() -> None:
    won = _round(("Ann", "KC QD JH 8S AS", "20"), dealer="KD QC 10H 2C 5D", rules="SUITED_STRENGTH")
    assert won.outcomes[0].amount == 40
    assert payment(won, won.outcomes[0]) == (
        "Dealer pays Ann (1 × 2 suited) × 20 = 40   (Single-Ox 9 pays 1 × 2 suited)"
    )


def test_points_scale() -> None:
    settled = _round(("Ann", ANN, "1"), rules="POINTS")
    assert payment(settled, settled.outcomes[0]) == "Dealer pays Ann 2 × 1 = 2   (Double-Ox 8 pays 2 points)"


def test_rules_that_would_change_a_duel() -> None:
    settled = _round(("Bo", BO, "10"))
    (bo,) = round_json(settled)["players"]
    changes = {
        (one["option"], one["value"]): (one["winner"], one["multiple"]) for one in bo["would_change_under"]
    }
    assert changes["single_zero", "low"] == ("player", 1)
    assert changes["pair36", "mixed"] == ("player", 3)
    assert ("decks", 2) not in changes
    assert 'instead of "Single-Ox 0 is the highest Single-Ox": Bo wins 1×.' in round_text(settled)


def test_tie_rules_that_would_change_a_duel() -> None:
    settled = _round(("Ann", "KD QD JH 2S 3C", "5"), dealer="KS QH JD 2C 3H")
    said = 'played "equal hands: nobody pays" instead of "equal hands: the dealer takes": nobody pays.'
    assert said in round_text(settled)


def test_laid_down_arrangement_counts_where_cards_do_not_speak() -> None:
    hand = parse_hand(ANN)
    laid = Player("Ann", hand, Decimal(1), (hand[2], hand[3], hand[4]))
    dealer = parse_hand(DEALER)
    speaks = settle_round(dealer, [laid], HouseRules())
    as_laid = settle_round(dealer, [laid], HouseRules(cards_speak="as_laid"))
    assert speaks.outcomes[0].verdict.label == "Double-Ox 8"
    assert as_laid.outcomes[0].verdict.label == "Single-Ox 9"
    assert as_laid.outcomes[0].duel.winner == "dealer"


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ([], "at least one player"),
        ([("Ann", ANN, "1"), ("Ann", BO, "1")], "two players are called 'Ann'"),
        ([("Dealer", ANN, "1")], "a player is called 'Dealer' as the dealer is"),
        ([("Ann", ANN, "0")], "the stake of Ann is 0"),
        ([("Ann", "KC 6S 8H 4H 8C", "1")],
         r"K♣ is on the table 2 times \(with the dealer and 'Ann'\), but one deck has only 1"),
    ],
)  # fmt: skip
def test_rounds_that_cannot_be(players: list[tuple[str, str, str]], said: str) -> None:
    with pytest.raises(HandError, match=said):
        _round(*players)


def test_two_decks_may_share_a_card() -> None:
    settled = _round(("Ann", "KC 6S 8H 4H 8C", "1"), rules="TWO_DECK")
    assert len(settled.outcomes) == 1
    with pytest.raises(HandError, match="on the table 3 times"):
        _round(("Ann", "KC KC 8H 4H 8C", "1"), rules="TWO_DECK")


@pytest.mark.parametrize(
    ("text", "stake"), [("20", "20"), (" 2.50 ", "2.50"), ("0.01", "0.01"), ("1e3", "1000")]
)
def test_stakes(text: str, stake: str) -> None:
    assert read_stake(text) == Decimal(stake)


@pytest.mark.parametrize("text", ["", "ten", "0", "-5", "1.005", "nan", "inf", "1e12"])
def test_bad_stakes(text: str) -> None:
    with pytest.raises(HandError, match="stake"):
        read_stake(text)


def test_money() -> None:
    assert [money(Decimal(text)) for text in ("60", "2.5", "0", "100.00")] == ["60", "2.50", "0", "100"]
