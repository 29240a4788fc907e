"""How far the networks' probabilities are to be trusted."""

import math
from dataclasses import dataclass

from vision.networks.models import Network

Logistic = tuple[float, float]
"""Slope and offset of a line through log-odds."""
AS_IT_IS: Logistic = (1.0, 0.0)
_SUREST = 1 - 1e-6


@dataclass(frozen=True)
class Trust:
    """What a pair of networks was measured to be worth; belongs to them and stands in their manifest.

    The reader is trained with softened labels, so one index alone is right more often than it says; several
    indices of a card fail together, so that the product of what they say is too sure. Each is set right by a
    logistic curve over its log-odds (Platt 1999, "Probabilistic outputs for support vector machines").

    Attributes:
        accept: least confidence of a card.
        hand: least probability that all five cards of a hand are right; five cards that each just pass are
            not enough for a verdict.
        one: calibration of a card of which one index was read.
        several: calibration of a card of which more were read.
    """

    accept: float = 0.5
    hand: float = 0.8
    one: Logistic = AS_IT_IS
    several: Logistic = AS_IT_IS

    @classmethod
    def of(cls, reader: Network) -> "Trust":
        """As the manifest says, with the defaults for what it does not name."""
        named = reader.threshold
        return cls(
            named("accept", cls.accept),
            named("hand", cls.hand),
            (named("one_slope", AS_IT_IS[0]), named("one_offset", AS_IT_IS[1])),
            (named("several_slope", AS_IT_IS[0]), named("several_offset", AS_IT_IS[1])),
        )

    def confidence(self, probability: float, indices: int) -> float:
        """Probability in (0, 1) that a card is right.

        Args:
            probability: what its indices together say.
            indices: how many of them there are.
        """
        slope, offset = self.one if indices == 1 else self.several
        return 1 / (1 + math.exp(-slope * log_odds(probability) - offset))


UNMEASURED = Trust()
"""For networks that nobody calibrated."""


def log_odds(probability: float) -> float:
    """Logarithm of the odds, bounded where the probability is 0 or 1."""
    bounded = min(max(probability, 1 - _SUREST), _SUREST)
    return math.log(bounded / (1 - bounded))
