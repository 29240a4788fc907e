"""From pairs of indices to physical cards: which indices belong together, and how sure that is."""

from dataclasses import dataclass

import numpy as np

from vision.pairing import Match, Relation, Sight, blend
from vision.reading import FloatArray

CORNERS = 4


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
    """Joins indices to cards, best evidence first; a card has at most one index at each corner."""

    def __init__(self, sights: list[Sight], matches: dict[tuple[int, int], Match]) -> None:
        self._sights = sights
        self._matches = matches
        self._root = list(range(len(sights)))
        self._turned = [False] * len(sights)

    def join_sure(self) -> None:
        """Join all pairs that are one card by the evidence."""
        sure = [pair for pair, match in self._matches.items() if match.relation is Relation.SAME]
        for pair in sorted(sure, key=lambda pair: -self._matches[pair].evidence):
            self._join(*pair)

    def join_alike(self, labels: list[int]) -> None:
        """Join indices read alike wherever geometry allows it: right when a card exists only once."""
        alike = [pair for pair in self._matches if labels[pair[0]] == labels[pair[1]]]
        for pair in sorted(alike, key=lambda pair: -self._matches[pair].evidence):
            self._join(*pair)

    def groups(self, labels: list[int]) -> list[Group]:
        """The cards, in the order of their first index.

        Args:
            labels: what each index was read as, positions in `CLASSES`.
        """
        members: dict[int, list[int]] = {}
        for position, root in enumerate(self._root):
            members.setdefault(root, []).append(position)
        disagree, ambiguous = self._doubts(labels)
        groups = []
        for mine in members.values():
            turned = tuple(self._turned[m] != self._turned[mine[0]] for m in mine)
            inside = len({labels[m] for m in mine}) > 1
            groups.append(
                Group(
                    tuple(mine),
                    turned,
                    disagree=inside or not disagree.isdisjoint(mine),
                    ambiguous=not ambiguous.isdisjoint(mine),
                )
            )
        return groups

    def _doubts(self, labels: list[int]) -> tuple[set[int], set[int]]:
        """Indices that may share a card with one read otherwise, and those with one read alike."""
        disagree: set[int] = set()
        ambiguous: set[int] = set()
        for pair, match in self._matches.items():
            if match.relation is Relation.UNCLEAR and self._fits(*pair, match.turned):
                (ambiguous if labels[pair[0]] == labels[pair[1]] else disagree).update(pair)
        return disagree, ambiguous

    def _join(self, one: int, other: int) -> None:
        match = self._matches[one, other]
        if not self._fits(one, other, match.turned):
            return
        root, gone = self._root[one], self._root[other]
        flip = self._turned[one] ^ self._turned[other] ^ match.turned
        for position, before in enumerate(self._root):
            if before == gone:
                self._root[position] = root
                self._turned[position] ^= flip

    def _fits(self, one: int, other: int, turned: bool) -> bool:
        """True when the cards of two indices can be one: different, and no corner taken twice."""
        root, gone = self._root[one], self._root[other]
        if root == gone:
            return False
        flip = self._turned[one] ^ self._turned[other] ^ turned
        mine = [p for p, r in enumerate(self._root) if r == root]
        theirs = [p for p, r in enumerate(self._root) if r == gone]
        taken = {self._corner(p, False) for p in mine}
        wanted = {self._corner(p, flip) for p in theirs}
        possible = all((min(a, b), max(a, b)) in self._matches for a in mine for b in theirs)
        return possible and taken.isdisjoint(wanted)

    def _corner(self, position: int, flip: bool) -> int:
        """Corner 0 to 3 of the card, clockwise, at which an index sits."""
        return (self._sights[position].corner + 2 * (self._turned[position] ^ flip)) % CORNERS


def card_quad(sights: list[Sight], group: Group) -> FloatArray:
    """Upright corners (4, 2) of a card as its first index reads it, from what all its indices know best."""
    quads, noises = [], []
    for position, turned in zip(group.members, group.turned, strict=True):
        sight = sights[position]
        shift = 2 if turned else 0
        quads.append(np.roll(sight.quad, shift, 0))
        noises.append(np.roll(sight.noise, shift))
    return blend(quads, noises)
