"""The answer to "what is this hand?": the data classes, without the search for it."""

from dataclasses import dataclass, field
from functools import cached_property

from rules.cards import Card
from rules.choices import By, Choice, choices
from rules.house import HouseRules
from rules.kinds import Kind, label


@dataclass(frozen=True, slots=True)
class Counted:
    """What one 3 or 6 of the hand counts as (C07, C08); a card is one value at a time."""

    position: int
    card: Card
    value: int

    @property
    def changed(self) -> bool:
        """Whether the card counts against its face."""
        return str(self.value) != self.card.rank


@dataclass(frozen=True, slots=True)
class Reading:
    """One result that a hand can be counted as, whether or not a player would choose it.

    Attributes:
        kind: Kind of the hand.
        strength: Digit of a Single-Ox, face number of a Double-Ox or Bomb, otherwise None.
        score: Higher wins; equal scores are equal hands.
        base: Stakes or points paid, before the factor for a shared suit.
        factor: 1, or the factor for a shared suit.
    """

    kind: Kind
    strength: int | None
    score: int
    base: int
    factor: int = 1

    @property
    def multiple(self) -> int:
        """Stakes or points paid, a shared suit included."""
        return self.base * self.factor


@dataclass(frozen=True, slots=True)
class Grouping:
    """One way to arrange the hand, and what it is worth at this table.

    Attributes:
        ox: Positions of the three ox cards, ascending; empty for kinds of the whole hand and for No Ox.
        left: Positions of the two left cards, ascending; empty likewise.
        by: What makes the ox: a sum, a triple, the whole hand, or nothing.
        values: Ox points of all five cards, by position; empty when there is no ox.
        total: Sum of the ox cards' points; of the whole hand for its kinds; 0 for No Ox.
        kind: Kind of the hand in this arrangement.
        strength: Digit of a Single-Ox, face number (ace 1, king 13) of a Double-Ox or Bomb, otherwise None.
        score: Higher wins; equal scores are equal hands.
        points: Hand points (C26).
        base: Stakes or points that move money at this table, before the factor for a shared suit.
        factor: 1, or the factor for a shared suit (C30).
        changes: Number of 3s and 6s counted against their face.
    """

    ox: tuple[int, ...]
    left: tuple[int, ...]
    by: By
    values: tuple[int, ...]
    total: int
    kind: Kind
    strength: int | None
    score: int
    points: int
    base: int
    factor: int
    changes: int

    @property
    def label(self) -> str:
        """Name of the result, such as `Double-Ox 8`."""
        return label(self.kind, self.strength)

    @property
    def multiple(self) -> int:
        """What the winner with this hand receives per stake, a shared suit included."""
        return self.base * self.factor

    @property
    def suited(self) -> bool:
        """Whether a shared suit raises the payment (C30)."""
        return self.factor != 1

    @property
    def left_total(self) -> int:
        """Sum of the left cards' points."""
        return sum(self.values[position] for position in self.left)

    def counted(self, cards: tuple[Card, ...]) -> tuple[Counted, ...]:
        """What every 3 and 6 counts as, by position; empty when there is no ox."""
        return tuple(
            Counted(place, card, value)
            for place, (card, value) in enumerate(zip(cards, self.values, strict=bool(self.values)))
            if card.rank in ("3", "6")
        )


@dataclass(frozen=True)
class Verdict:
    """What a hand is worth at a table.

    Attributes:
        cards: The five cards, in the order given.
        rules: The rules that it was judged by.
        grouping: The arrangement that counts.
        equal_groupings: How many arrangements are as strong and pay as much; 1 if there is none to choose.
        groupings: Every legal arrangement, the best first.
        laid: Positions of the three cards that the player laid down as the ox; empty if none were.
    """

    cards: tuple[Card, ...]
    rules: HouseRules
    grouping: Grouping
    equal_groupings: int
    groupings: tuple[Grouping, ...] = field(repr=False)
    laid: tuple[int, ...] = ()

    @property
    def kind(self) -> Kind:
        """Kind of the hand."""
        return self.grouping.kind

    @property
    def strength(self) -> int | None:
        """Digit of a Single-Ox, face number of a Double-Ox or Bomb, otherwise None."""
        return self.grouping.strength

    @property
    def score(self) -> int:
        """Higher wins under the same rules; equal scores are equal hands."""
        return self.grouping.score

    @property
    def label(self) -> str:
        """Name of the result, such as `Double-Ox 8`."""
        return self.grouping.label

    @property
    def ox(self) -> tuple[int, ...]:
        """Positions of the three ox cards; empty for kinds of the whole hand and for No Ox."""
        return self.grouping.ox

    @property
    def left(self) -> tuple[int, ...]:
        """Positions of the two left cards; empty for kinds of the whole hand and for No Ox."""
        return self.grouping.left

    @property
    def by(self) -> By:
        """What makes the ox: `sum`, `trips`, `whole_hand` or `none`."""
        return self.grouping.by

    @property
    def total(self) -> int:
        """Sum of the ox cards' points; of the whole hand for its kinds; 0 for No Ox."""
        return self.grouping.total

    @property
    def points(self) -> int:
        """Hand points (C26), whichever scale moves money."""
        return self.grouping.points

    @property
    def multiple(self) -> int:
        """What the winner with this hand receives per stake, a shared suit included."""
        return self.grouping.multiple

    @property
    def suited(self) -> bool:
        """Whether a shared suit raises the payment (C30)."""
        return self.grouping.suited

    @cached_property
    def counted_as(self) -> tuple[Counted, ...]:
        """What every 3 and 6 counts as, by position; empty when there is no ox."""
        return self.grouping.counted(self.cards)

    @property
    def alternatives(self) -> tuple[Grouping, ...]:
        """Every other legal arrangement, the best first."""
        return tuple(other for other in self.groupings if other.ox != self.ox)

    @cached_property
    def all_choices(self) -> tuple[Choice, ...]:
        """All ten ways to take three cards, each with its sums."""
        return choices(self.cards, self.rules)
