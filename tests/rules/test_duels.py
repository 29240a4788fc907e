"""Every row of the duel table, and the rules of comparing hands."""

from decimal import Decimal

import pytest

from rules.cards import parse_hand
from rules.compare import compare, duel_text
from rules.errors import RulesError
from rules.house import HouseRules
from rules.settle import Player, settle_round
from tests.rules.samples import judged, rows

DUELS = rows("duels.csv")


@pytest.mark.parametrize("row", DUELS, ids=[f"{row['id']}-{row['ruleset']}" for row in DUELS])
def test_duel(row: dict[str, str]) -> None:
    house = HouseRules.named(row["ruleset"])
    player = Player("Ann", parse_hand(row["player"]), Decimal(1))
    settled = settle_round(parse_hand(row["dealer"]), [player], house)
    (outcome,) = settled.outcomes
    assert (outcome.verdict.label, settled.dealer.label) == (row["player_hand"], row["dealer_hand"])
    assert outcome.duel.winner == row["winner"]
    assert outcome.to_player == Decimal(row["to_player_per_stake"])
    assert settled.to_dealer == -outcome.to_player


@pytest.mark.parametrize(
    ("player", "dealer", "options", "winner", "decided_by", "text"),
    [
        ("KD 4C 3S AS QC", "KS QH JD 8C 8H", {}, "player", "kind", "Ngau Tonku beats Double-Ox."),
        ("KC QD JH 9S 9H", "KS QH JD 8C 8H", {}, "player", "pair_face",
         "Both Double-Ox: the pair of 9 is higher than the pair of 8."),
        ("KC QD JH 2S 5C", "KS QH JD 4C 5H", {}, "dealer", "digit", "Both Single-Ox: 9 is higher than 7."),
        ("KC QD JH 9S AH", "KS QH JD 4C 5H", {}, "player", "digit",
         "Both Single-Ox: 0 is the highest at this table, so it beats 9."),
        ("KC QD JH 9S AH", "KS QH JD 4C 5H", {"single_zero": "low"}, "dealer", "digit",
         "Both Single-Ox: 0 is the lowest at this table, so 9 beats it."),
        ("KC QD JH 9S 9H", "KS QH JD 8C 8H", {"double_compare": "equal"}, "dealer", "tie_rule",
         "Equal hands, Double-Ox 9 and Double-Ox 8: the dealer takes them at this table."),
        ("KC QD JH 9S 9H", "KS QH JD 8C 8H", {"double_compare": "equal", "tie": "push"}, "push", "tie_rule",
         "Equal hands, Double-Ox 9 and Double-Ox 8: nobody pays at this table."),
        ("KC QD JH 9S 5H", "KD QS 10H 2C 2D", {"tie": "high_card"}, "dealer", "kind",
         "Double-Ox beats Single-Ox."),
        ("KC QD JH JS QC", "KD QS QH JC JD", {}, "push", "tie_rule", "Both Five Dukes: a tie, nobody pays."),
        ("KC QD JH JS QC", "KD QS QH JC JD", {"tie_five_dukes": "as_tie"}, "dealer", "tie_rule",
         "Equal hands, both Five Dukes: the dealer takes them at this table."),
        ("KC QD JH JS QC", "KD QS QH JC JD", {"tie_five_dukes": "as_tie", "tie": "high_card"},
         "player", "tie_rule", "Equal hands, both Five Dukes: the highest card decides, K♣ over K♦."),
        ("7C 7D 7H 7S KC", "4C 4D 4H 4S KD", {"bomb": True}, "player", "bomb_face",
         "Both a Bomb: four 7 are higher than four 4."),
    ],
    ids=["kind", "pair", "digit", "zero-high", "zero-low", "pairs-equal", "pairs-push", "no-tie",
         "dukes-push", "dukes-as-tie", "dukes-high-card", "bomb"],
)  # fmt: skip
def test_first_rule_that_decides(
    player: str, dealer: str, options: dict[str, object], winner: str, decided_by: str, text: str
) -> None:
    hands = judged(player, **options), judged(dealer, **options)
    duel = compare(*hands)
    assert (duel.winner, duel.decided_by) == (winner, decided_by)
    assert duel_text(*hands, duel) == text


def test_winner_sets_the_multiple() -> None:
    tonku, pair = judged("KD 4C 3S AS QC"), judged("KS QH JD 8C 8H")
    assert compare(tonku, pair).multiple == 5
    assert compare(pair, tonku).multiple == 5
    assert compare(pair, judged("10C 9S 8D 4H 4C")).multiple == 3


def test_identical_hands_of_two_decks_go_to_the_dealer_even_by_high_card() -> None:
    hand = judged("KC QD JH 9S AH", decks=2, tie="high_card")
    duel = compare(hand, hand)
    assert (duel.winner, duel.tie, duel.multiple) == ("dealer", "identical", 1)
    assert duel_text(hand, hand, duel).startswith("Equal hands of identical cards")


def test_no_ox_pays_at_a_table_that_says_so() -> None:
    low, high = judged("10C 9S 8H 4H 4C", "NIUNIU_CASINO"), judged("QC QD 9H 8S 7C", "NIUNIU_CASINO")
    duel = compare(high, low)
    assert (high.label, low.label) == ("No Ox", "No Ox")
    assert (duel.winner, duel.multiple, duel.tie) == ("player", 1, "high_card")


def test_hands_of_different_tables_cannot_be_compared() -> None:
    with pytest.raises(RulesError, match="judge both by the same rules"):
        compare(judged("KD 4C 3S AS QC"), judged("KS QH JD 8C 8H", "POINTS"))
