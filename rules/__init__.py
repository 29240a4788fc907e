"""Gnau / Ngau hands under any house rules: what they are, why, and who pays whom.

>>> evaluate(parse_hand("3C 6S 8H 4H 8C"), HouseRules(single_zero="low")).label
'Double-Ox 8'
"""

from rules.cards import DECK, Card, Rank, Suit, parse_hand
from rules.errors import HandError, OxeyeError, RulesError
from rules.evaluate import evaluate
from rules.explain import rules_json, verdict_from_json, verdict_json, verdict_line, verdict_text
from rules.house import HouseRules
from rules.kinds import Kind
from rules.verdict import Verdict

__all__ = [
    "DECK",
    "Card",
    "HandError",
    "HouseRules",
    "Kind",
    "OxeyeError",
    "Rank",
    "RulesError",
    "Suit",
    "Verdict",
    "evaluate",
    "parse_hand",
    "rules_json",
    "verdict_from_json",
    "verdict_json",
    "verdict_line",
    "verdict_text",
]
