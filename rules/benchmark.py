"""How fast hands are judged: one at a time, all at once, and beside a public poker evaluator."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from rules.bulk import BulkRules
from rules.cards import DECK, Card
from rules.evaluate import evaluate
from rules.hands import all_hands
from rules.house import HouseRules

_SAMPLE = 5000
_SEED = 20260729


@dataclass(frozen=True)
class RulesSpeed:
    """Measured times of judging.

    Attributes:
        sample: Number of random hands judged one at a time.
        single_us: Microseconds for each, default rules, the median of five rounds.
        hands: Number of all hands of one deck.
        table_s: Seconds to prepare the default rules and judge all hands.
        suited_s: The same for rules where every suit matters.
        pokerkit_us: Microseconds of pokerkit's five-card evaluator for each of the same hands; nan if
            pokerkit is not installed.
    """

    sample: int
    single_us: float
    hands: int
    table_s: float
    suited_s: float
    pokerkit_us: float


def measure_rules() -> RulesSpeed:
    """Measure all of it; takes about two seconds."""
    every = all_hands()
    picked = np.random.default_rng(_SEED).integers(0, len(every), _SAMPLE)
    sample = [tuple(DECK[place] for place in row) for row in every[picked].tolist()]
    single = _median(lambda: _judge_each(sample)) / len(sample) * 1e6
    table = _median(lambda: BulkRules(HouseRules()).judge(every), rounds=3)
    suited = _median(lambda: BulkRules(HouseRules.named("SUITED_STRENGTH_ANY")).judge(every), rounds=3)
    return RulesSpeed(len(sample), single, len(every), table, suited, _pokerkit_us(sample))


def format_rules(measured: RulesSpeed) -> list[str]:
    """The figures as lines for people."""
    per_hand = measured.table_s / measured.hands * 1e6
    lines = [
        f"one hand        {measured.single_us:8.1f} µs   ({measured.sample} random hands, all arrangements)",
        f"all {measured.hands:,} {measured.table_s:8.2f} s    (default rules, {per_hand:.3f} µs each)",
        f"all, suited     {measured.suited_s:8.2f} s    (every suit looked at)",
    ]
    if np.isnan(measured.pokerkit_us):
        return [*lines, "pokerkit is not installed, so there is no comparison (pip install pokerkit)"]
    return [
        *lines,
        f"pokerkit        {measured.pokerkit_us:8.1f} µs   (its five-card poker hand, the same hands)",
        f"ratio           {measured.pokerkit_us / measured.single_us:8.2f}      (one at a time)",
        f"ratio           {measured.pokerkit_us / per_hand:8.0f}      (all at once)",
    ]


def _judge_each(hands: Sequence[tuple[Card, ...]]) -> None:
    for hand in hands:
        evaluate(hand)


def _median(work: Callable[[], object], rounds: int = 5) -> float:
    """Median seconds of several rounds, of processor time: other programs do not count."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return sorted(times)[rounds // 2]


def _pokerkit_us(hands: Sequence[tuple[Card, ...]]) -> float:
    """Microseconds of pokerkit for each hand, its cards parsed beforehand."""
    if find_spec("pokerkit") is None:
        return float("nan")
    pokerkit = import_module("pokerkit")
    letters = {"10": "T"}
    parsed = [
        tuple(
            next(pokerkit.Card.parse(f"{letters.get(card.rank, card.rank)}{card.suit.lower()}"))
            for card in hand
        )
        for hand in hands
    ]

    def judge_each() -> None:
        for hand in parsed:
            # The strength is worked out when it is asked for.
            assert pokerkit.StandardHighHand(hand).entry

    return _median(judge_each) / len(hands) * 1e6
