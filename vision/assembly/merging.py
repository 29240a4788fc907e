"""From pairs of indices to physical cards: which indices belong together, and how sure that is."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from vision.assembly.geometry import shift_corners
from vision.assembly.pairing import FARTHEST_MISMATCH, Match, Relation, Sight, blend, quad_mismatch
from vision.reading import FloatArray

CORNERS = 4
AGREEING = 4.0
"""Mismatch up to which the card that another index predicts improves that of the surest one."""
LOOSE = 12.0
"""Mismatch up to which parallel indices read alike are one card where a second copy cannot exist.

Beyond it, as for two that claim the same corner, they are more likely of neighbours in a row or fan, one of
them misread: joining them would lose a card in silence. Neighbours show no indices upside down to each other.
"""
MISREAD = 5.0
"""Mismatch up to which a lone index may lie on a card whose other indices were read otherwise."""
TIGHT = 4.0
"""Mismatch up to which two indices read alike are one card although a second copy may exist."""


@dataclass(frozen=True)
class Group:
    """The indices of one physical card.

    Attributes:
        members: positions of the indices.
        turned: for each member, whether it is upside down as seen from the first.
        disagree: whether a corner read otherwise may be printed on this card too.
        ambiguous: whether it may be the same card as another one of this reading.
    """

    members: tuple[int, ...]
    turned: tuple[bool, ...]
    disagree: bool = False
    ambiguous: bool = False


class Merger:
    """Joins indices to cards, best evidence first; a card has at most one index at each corner.

    Args:
        sights: the indices.
        matches: what is known about pairs of them, see `pairing.compare_all`.
        decks: number of decks in play. With one, indices read alike are one card unless their geometry
            contradicts by far. With more, they are one card only when their geometry says so beyond doubt.
    """

    def __init__(self, sights: list[Sight], matches: dict[tuple[int, int], Match], decks: int) -> None:
        self._sights = sights
        self._matches = matches
        self._decks = decks
        self._root = list(range(len(sights)))
        self._turned = [False] * len(sights)

    def join(self) -> list[Group]:
        """Join all that belongs together; the cards, in the order of their first index."""
        by_evidence = sorted(self._matches, key=lambda pair: -self._matches[pair].evidence)
        if self._decks == 1:
            for pair in by_evidence:
                if self._matches[pair].alike and self._can_join(*pair):
                    self._unite(*pair)
        for pair in by_evidence:
            match = self._matches[pair]
            tight = not match.alike or match.mismatch <= TIGHT
            if match.relation is Relation.SAME and tight and self._fits(*pair):
                self._unite(*pair)
        if self._decks == 1:
            self._adopt_lone()
        return self._groups()

    def _adopt_lone(self) -> None:
        """Give each index that is still alone to the card within reach that it was most likely read as.

        A badly cut index is read weakly, and its own card is the likeliest place for it. It joins one card
        only, so that it cannot link two.
        """
        by_reading = sorted(self._matches, key=lambda pair: -self._matches[pair].reading)
        for pair in by_reading:
            lone = any(self._root.count(self._root[position]) == 1 for position in pair)
            if self._matches[pair].similar and lone and self._can_join(*pair):
                self._unite(*pair)

    def _can_join(self, one: int, other: int) -> bool:
        """Whether geometry lets two indices that were read alike be one card, see `LOOSE`."""
        match = self._matches[one, other]
        return match.turned or match.mismatch <= LOOSE

    def _groups(self) -> list[Group]:
        members: dict[int, list[int]] = {}
        for position, root in enumerate(self._root):
            members.setdefault(root, []).append(position)
        disagree, ambiguous = self._doubts()
        disagree.update(self._misread(members.values()))
        return [
            Group(
                tuple(mine),
                tuple(self._turned[position] != self._turned[mine[0]] for position in mine),
                disagree=not disagree.isdisjoint(mine),
                ambiguous=not ambiguous.isdisjoint(mine),
            )
            for mine in members.values()
        ]

    def _doubts(self) -> tuple[set[int], set[int]]:
        """Indices that may share a card with one read otherwise, and those with one read alike."""
        disagree: set[int] = set()
        ambiguous: set[int] = set()
        for pair, match in self._matches.items():
            if not self._fits(*pair):
                continue
            if match.alike and match.mismatch <= FARTHEST_MISMATCH:
                ambiguous.update(pair)
            elif match.contrary and match.relation is Relation.UNCLEAR:
                disagree.update(pair)
        return disagree, ambiguous

    def _misread(self, cards: Collection[list[int]]) -> Iterator[int]:
        """Lone indices at the free corner of a card of which several were read.

        Such an index may be that card's own, misread, and no card of its own.
        """
        for lone in (card[0] for card in cards if len(card) == 1):
            if any(self._at_free_corner(lone, card) for card in cards if len(card) > 1):
                yield lone

    def _at_free_corner(self, lone: int, card: list[int]) -> bool:
        matches = {position: self._matches.get(_pair(lone, position)) for position in card}
        near = [
            (match.mismatch, position)
            for position, match in matches.items()
            if match is not None and match.mismatch <= MISREAD
        ]
        if not near:
            return False
        _, nearest = min(near)
        return self._corner(lone, self._flip(nearest, lone)) not in self._taken(card)

    def _unite(self, one: int, other: int) -> None:
        root, gone = self._root[one], self._root[other]
        flip = self._flip(one, other)
        for position, before in enumerate(self._root):
            if before == gone != root:
                self._root[position] = root
                self._turned[position] ^= flip

    def _fits(self, one: int, other: int) -> bool:
        """True when the cards of two indices are different so far and can be one.

        All their indices must be within reach of each other, no two others may be read as different
        cards, and no corner may be taken twice.
        """
        root, gone = self._root[one], self._root[other]
        if root == gone:
            return False
        mine = [position for position, r in enumerate(self._root) if r == root]
        theirs = [position for position, r in enumerate(self._root) if r == gone]
        if len(mine) + len(theirs) > CORNERS:
            return False
        pairs = [_pair(a, b) for a in mine for b in theirs]
        if any(pair not in self._matches for pair in pairs):
            return False
        if any(self._matches[pair].contrary for pair in pairs if pair != (one, other)):
            return False
        flip = self._flip(one, other)
        return self._taken(mine).isdisjoint(self._corner(position, flip) for position in theirs)

    def _flip(self, one: int, other: int) -> bool:
        """Whether the card of the second must be turned to lie as that of the first."""
        return self._turned[one] ^ self._turned[other] ^ self._matches[_pair(one, other)].turned

    def _taken(self, card: list[int]) -> set[int]:
        """Corners of a card at which its indices sit."""
        return {self._corner(position, False) for position in card}

    def _corner(self, position: int, flip: bool) -> int:
        """Corner 0 to 3 of the card, clockwise, at which an index sits."""
        return (self._sights[position].corner + 2 * (self._turned[position] ^ flip)) % CORNERS


def _pair(one: int, other: int) -> tuple[int, int]:
    """Key of two indices among the matches."""
    return min(one, other), max(one, other)


def card_quad(sights: list[Sight], group: Group) -> FloatArray:
    """Upright corners (4, 2) of a card as its first index reads it, from what its indices know best.

    The index that the finder is surest of leads; others count where they agree with it.
    """
    members = list(zip(group.members, group.turned, strict=True))
    lead, lead_turned = max(members, key=lambda member: sights[member[0]].read.found.score)
    quads, noises = [], []
    for position, turned in members:
        relative = turned != lead_turned
        agrees = position == lead or (quad_mismatch(sights[lead], sights[position], relative) <= AGREEING)
        if agrees:
            shift = 2 if turned else 0
            quads.append(shift_corners(sights[position].quad, shift))
            noises.append(shift_corners(sights[position].noise, shift))
    return blend(quads, noises)
