"""From read indices to cards and hands, with every reason against a verdict."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.cards import HAND_SIZE
from vision.assembly.drafts import Draft, Kind, draft_cards
from vision.assembly.hands import group_cards
from vision.assembly.pairing import is_mirrored
from vision.assembly.trust import UNMEASURED, Trust
from vision.assembly.whole import reason_of, unread, unread_in_hand
from vision.reading import FoundIndex, ReadIndex, Reason, SeenCard, SeenHand, WholeCard


@dataclass(frozen=True)
class Assembly:
    """Cards and hands of one photo.

    Attributes:
        status: reasons against the photo as a whole.
        cards: hand by hand, from left to right.
        hands: cards that lie together.
        doubtful: for each hand, the indices that its refusal is about; empty for hands without reasons.
        unread: cards that lie there beside those read, see `whole.unread`.
    """

    status: tuple[Reason, ...]
    cards: tuple[SeenCard, ...]
    hands: tuple[SeenHand, ...]
    doubtful: tuple[tuple[FoundIndex, ...], ...]
    unread: tuple[WholeCard, ...] = ()


def assemble(
    reads: Sequence[ReadIndex],
    decks: int = 1,
    trust: Trust = UNMEASURED,
    whole: Sequence[WholeCard] = (),
) -> Assembly:
    """Make cards and hands of what lies in one photo.

    Args:
        reads: the indices with their readings.
        decks: how often one card may appear in the photo.
        trust: what the networks are worth.
        whole: cards seen as a whole.

    Raises:
        ValueError: `decks` is below 1.
    """
    if decks < 1:
        raise ValueError(f"decks is {decks}; at least one deck is in play")
    drafts = draft_cards(list(reads), decks, trust)
    silent = unread(whole, [draft.quad for draft in drafts])
    if not drafts:
        return Assembly(in_order({Reason.NO_CARDS, *map(reason_of, silent)}), (), (), (), silent)
    status = (Reason.MIRRORED,) if is_mirrored(draft.quad for draft in drafts) else ()
    layout = group_cards([draft.quad for draft in drafts])
    cards: list[SeenCard] = []
    hands: list[SeenHand] = []
    doubtful: list[tuple[FoundIndex, ...]] = []
    for group in layout.groups:
        members = weigh_hand(sorted((drafts[position] for position in group), key=_place), trust.hand)
        seen = [draft.seen for draft in members if draft.seen is not None]
        near = unread_in_hand(silent, [draft.quad for draft in members])
        reasons = in_order({*hand_reasons(members, layout.clear), *map(reason_of, near)})
        hands.append(SeenHand(tuple(range(len(cards), len(cards) + len(seen))), reasons))
        doubtful.append(tuple(_doubtful(members, reasons)))
        cards += seen
    return Assembly(status, tuple(cards), tuple(hands), tuple(doubtful), silent)


def weigh_hand(members: Sequence[Draft], least: float) -> list[Draft]:
    """Doubt the least sure card of a hand whose cards are accepted one by one but not together.

    Args:
        members: the cards of the hand.
        least: see `Trust.hand`.
    """
    sure = [draft.seen.confidence for draft in members if draft.seen is not None and draft.seen.accepted]
    if len(members) != HAND_SIZE or len(sure) != HAND_SIZE or math.prod(sure) >= least:
        return list(members)
    weakest = sure.index(min(sure))
    return [
        replace(
            draft, seen=replace(draft.seen, accepted=False), reasons=draft.reasons | {Reason.LOW_CONFIDENCE}
        )
        if position == weakest and draft.seen is not None
        else draft
        for position, draft in enumerate(members)
    ]


def hand_reasons(members: Sequence[Draft], clear: bool) -> tuple[Reason, ...]:
    """Reasons against a hand: those of its cards, their number, and whether they are one hand at all."""
    reasons = {reason for draft in members for reason in draft.reasons}
    if len(members) < HAND_SIZE:
        reasons.add(Reason.TOO_FEW_CARDS)
    if len(members) > HAND_SIZE:
        reasons.add(Reason.TOO_MANY_CARDS)
    if not clear:
        reasons.add(Reason.UNCLEAR_HANDS)
    return in_order(reasons)


def in_order(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Reasons in the order of `Reason`, each once."""
    found = set(reasons)
    return tuple(reason for reason in Reason if reason in found)


def _doubtful(members: Sequence[Draft], reasons: tuple[Reason, ...]) -> Iterable[FoundIndex]:
    """Indices of the cards in doubt; of all cards where some are missing, since those cannot be asked."""
    missing = Reason.TOO_FEW_CARDS in reasons
    about = {Reason.LOW_CONFIDENCE, Reason.UNREAD_CARD, Reason.CORNERS_DISAGREE}
    for draft in members:
        if missing or draft.kind is Kind.UNREAD or not about.isdisjoint(draft.reasons):
            yield from draft.indices


def _place(draft: Draft) -> float:
    return float(draft.quad[:, 0].mean())
