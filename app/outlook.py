"""What a doubt is about: what the hand would be worth for each card that an unsure one may be.

A hand with a card of low confidence gets no verdict. Often the doubt does not matter, because the hand is
worth the same either way; then that is said, and a person only needs to confirm it. Where it matters, the
cards that decide are named.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from rules.cards import HAND_SIZE, Card
from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.verdict import Verdict
from vision.reading import SeenCard

STURDY = 0.97
"""Least probability of one result for all likely readings, from which a doubt does not matter."""
_LEAST = 0.02


@dataclass(frozen=True)
class Prospect:
    """One result that the hand may have.

    Attributes:
        verdict: of the likeliest cards with this result.
        probability: of all cards with this result together, in [0, 1].
    """

    verdict: Verdict
    probability: float

    @property
    def result(self) -> tuple[str, int]:
        """What players compare and pay by: label and stakes paid."""
        return self.verdict.label, self.verdict.multiple


@dataclass(frozen=True)
class Outlook:
    """All likely results of a hand, the likeliest first."""

    prospects: tuple[Prospect, ...]

    @property
    def sturdy(self) -> bool:
        """True when the doubt hardly matters: nearly all of the probability lies on one result."""
        return self.prospects[0].probability >= STURDY


def outlook(cards: Sequence[SeenCard], house: HouseRules) -> Outlook | None:
    """The likely results of five cards, each of which may also be its runner-up.

    Args:
        cards: a hand as it was read; for another number of cards there is no outlook.
        house: rules to judge by; readings with more copies of a card than decks are left out.
    """
    if len(cards) != HAND_SIZE:
        return None
    weights: dict[tuple[str, int], float] = {}
    likeliest: dict[tuple[str, int], tuple[float, Verdict]] = {}
    for combination in product(*map(_alternatives, cards)):
        hand = [card for card, _ in combination]
        if max(Counter(hand).values()) > house.decks:
            continue
        weight = prod(probability for _, probability in combination)
        verdict = evaluate(hand, house)
        result = verdict.label, verdict.multiple
        weights[result] = weights.get(result, 0.0) + weight
        if weight > likeliest.get(result, (0.0, None))[0]:
            likeliest[result] = weight, verdict
    order = sorted(weights, key=lambda result: -weights[result])
    return (
        Outlook(tuple(Prospect(likeliest[result][1], weights[result]) for result in order)) if order else None
    )


def _alternatives(seen: SeenCard) -> list[tuple[Card, float]]:
    """What a card may be, with probabilities; a card that a person chose is certain."""
    if seen.corrected:
        return [(seen.card, 1.0)]
    second = seen.runner_up
    if second.card is None or second.confidence < _LEAST:
        return [(seen.card, float(seen.confidence))]
    return [(seen.card, float(seen.confidence)), (second.card, float(second.confidence))]
