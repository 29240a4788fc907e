"""What each physical card is, from the readings of all its indices."""

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from vision.assembly.geometry import overlap
from vision.assembly.merging import Group, Merger, card_quad
from vision.assembly.pairing import Sight, compare_all
from vision.assembly.rivals import drop_rivals
from vision.assembly.trust import Trust
from vision.networks.reader import JOKER, NONE, card_of, guess_of
from vision.reading import FloatArray, FoundIndex, ReadIndex, Reason, SeenCard

EVIDENCE = 0.15
"""Finder's score times the reader's belief that it is an index, below which there is nothing to read."""
UNREAD = 0.3
"""Probability of the best card below which naming it would be a guess."""
LONE_SCORE = 0.55
"""Finder's score below which a card's only index may be partly covered: half an 8 is surely read as a 3."""
_RULED_OUT, _SURE = 0.1, 0.6
_COVERED = 0.25
"""Share of the smaller of two cards read alike that lies on the other, above which they may be one.

On bad photos a corner that guesses its card badly made a second copy that lay on the first by less than half.
"""
_LEAST_REST = 1e-9
_ERROR = 0.02
"""Share of readings that may be wrong whatever their probabilities say."""


class Kind(Enum):
    """What a physical card turned out to be."""

    CARD = "card"
    JOKER = "joker"
    UNREAD = "unread"


@dataclass(frozen=True)
class Draft:
    """One physical card before cards become hands.

    Attributes:
        seen: the card with its runner-up; for jokers and unread ones only its `quad` counts.
        label: position in `CLASSES`.
        probability: that it is right, as the networks say.
        indices: its indices.
        reasons: doubts about this card.
    """

    kind: Kind
    seen: SeenCard | None
    label: int
    probability: float
    quad: FloatArray
    indices: tuple[FoundIndex, ...]
    reasons: frozenset[Reason]


def draft_cards(reads: list[ReadIndex], decks: int, trust: Trust) -> list[Draft]:
    """Join indices to cards and read each card.

    With one deck, indices read alike are taken for one card unless geometry contradicts by far. With more,
    a card that may be one or two carries `CARD_TWICE`.

    Args:
        reads: indices of one photo.
        decks: number of decks in play, 1 or more.
        trust: what the networks are worth.
    """
    sights = [Sight.of(read) for read in drop_rivals(reads) if is_index(read)]
    groups = Merger(sights, compare_all(sights), decks).join()
    drafts = [_draft(sights, group, trust) for group in groups]
    return _mark_copies(drafts, decks)


def is_index(read: ReadIndex) -> bool:
    """False where finder and reader together say that there is no index."""
    return read.found.score * (1 - float(read.probabilities[NONE])) >= EVIDENCE


def combine(rows: list[FloatArray]) -> FloatArray:
    """Probabilities of a card from those of its indices, (54,) each.

    One index speaks for itself. Of several, "no index" only means that this one tells nothing; the rest
    multiply, and none may rule a card out alone.
    """
    if len(rows) == 1:
        return rows[0]
    product = np.zeros(NONE)
    for row in rows:
        told = row[:NONE] + row[NONE] / NONE
        product += np.log((1 - _ERROR) * told + _ERROR / NONE)
    product = np.exp(product - product.max())
    return np.append(product / product.sum(), 0).astype(np.float32)


def _draft(sights: list[Sight], group: Group, trust: Trust) -> Draft:
    members = [sights[position].read for position in group.members]
    probabilities = combine([member.probabilities for member in members])
    order = np.argsort(-probabilities[:NONE], kind="stable")
    best = int(order[0])
    probability = float(probabilities[best])
    quad = card_quad(sights, group)
    reasons = set()
    if group.disagree or any(_contradicts(member.probabilities, best) for member in members):
        reasons.add(Reason.CORNERS_DISAGREE)
    if group.ambiguous:
        reasons.add(Reason.CARD_TWICE)
    indices = tuple(member.found for member in members)
    if probability < UNREAD:
        reasons.add(Reason.UNREAD_CARD)
        return Draft(Kind.UNREAD, None, best, probability, quad, indices, frozenset(reasons))
    card = card_of(best)
    if card is None:
        reasons.add(Reason.JOKER_SEEN)
        return Draft(Kind.JOKER, None, JOKER, probability, quad, indices, frozenset(reasons))
    others = probabilities.copy()
    others[best] = -1
    second = int(others.argmax())
    confidence = trust.confidence(probability, len(members))
    rest = (1 - confidence) / max(1 - probability, _LEAST_REST)
    whole = len(members) > 1 or members[0].found.score >= LONE_SCORE
    accepted = confidence >= trust.accept and whole
    if not accepted:
        reasons.add(Reason.LOW_CONFIDENCE)
    seen = SeenCard(
        card,
        confidence,
        guess_of(second, min(1 - confidence, rest * float(probabilities[second]))),
        quad,
        len(members),
        accepted=accepted,
    )
    return Draft(Kind.CARD, seen, best, probability, quad, indices, frozenset(reasons))


def _contradicts(probabilities: FloatArray, best: int) -> bool:
    """True when an index was surely read as something else."""
    return float(probabilities[best]) < _RULED_OUT and float(probabilities[:NONE].max()) > _SURE


def _mark_copies(drafts: list[Draft], decks: int) -> list[Draft]:
    """Settle `CARD_TWICE`: more copies than decks, or copies that may be one card seen twice."""
    copies: dict[int, list[Draft]] = {}
    for draft in drafts:
        if draft.kind is Kind.CARD:
            copies.setdefault(draft.label, []).append(draft)
    settled = []
    for draft in drafts:
        reasons = draft.reasons - {Reason.CARD_TWICE}
        alike = copies.get(draft.label, []) if draft.kind is Kind.CARD else []
        covered = any(overlap(draft.quad, other.quad) > _COVERED for other in alike if other is not draft)
        if len(alike) > decks or (len(alike) > 1 and (covered or Reason.CARD_TWICE in draft.reasons)):
            reasons |= {Reason.CARD_TWICE}
        settled.append(replace(draft, reasons=reasons))
    return settled
