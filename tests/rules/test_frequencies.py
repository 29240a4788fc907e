"""Exact counts of all hands, against counts made by another program."""

import json
from math import comb

import numpy as np
import pytest

from rules.bulk import BulkRules
from rules.hands import CARD_CODE, KEYS, all_hands, code_classes, code_copies, keys, ways
from rules.house import HouseRules
from rules.kinds import NAMES
from rules.odds import odds
from tests.rules.samples import DATA

COUNTED = json.loads((DATA / "frequencies.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", list(COUNTED))
def test_counts(name: str) -> None:
    exact = odds(HouseRules.named(name))
    assert exact.hands == COUNTED[name]["total"]
    assert {NAMES[kind]: count for kind, count in exact.by_kind().items()} == COUNTED[name]["by_kind"]
    assert exact.by_label() == COUNTED[name]["by_strength"]


@pytest.mark.parametrize("name", ["DEFAULT", "SUITED_STRENGTH"])
def test_counts_hand_by_hand(name: str) -> None:
    bulk = BulkRules(HouseRules.named(name))
    counts: dict[str, int] = {}
    for result, count in zip(bulk.results, np.bincount(bulk.judge(all_hands())), strict=False):
        if count:
            counts[result.label] = counts.get(result.label, 0) + int(count)
    assert counts == COUNTED["DEFAULT"]["by_strength"]


def test_published_counts_of_hong_kong() -> None:
    """Tyson Wu's fourteen counts, as the rules text quotes them."""
    labels = odds(HouseRules.named("Hong Kong")).by_label()
    singles = [173116, 145732, 172708, 145660, 179488, 146496, 174200, 147076, 174588]
    assert [labels[f"Single-Ox {digit}"] for digit in range(1, 10)] == singles
    assert labels["Single-Ox 0"] == 143904
    assert (labels["No Ox"], labels["Five Dukes"], labels["Five Small"]) == (841776, 4368, 4368)
    assert sum(count for label, count in labels.items() if label.startswith("Double-Ox")) == 145480


@pytest.mark.parametrize("decks", [1, 2, 3, 4, 5, 8])
def test_every_hand_is_counted_once(decks: int) -> None:
    total = comb(52 * decks, 5)
    assert ways(code_classes(), code_copies(decks)).sum() == total
    if decks <= 2:
        assert ways(all_hands(decks), np.full(52, decks, np.int64)).sum() == total


def test_every_class_has_a_key_of_its_own() -> None:
    sums = KEYS[code_classes()].sum(axis=1)
    assert len(code_classes()) == 8568 == len(np.unique(sums))
    hands = all_hands()[::997]
    assert (keys(hands) == KEYS[CARD_CODE[hands]].sum(axis=1)).all()
