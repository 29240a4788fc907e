"""The kinds of hand, their names, and the keys of a pay table."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from rules.cards import Rank
from rules.errors import RulesError


class Kind(StrEnum):
    """Kind of a hand, in the order of the seed text from highest to lowest (C17-C25)."""

    FIVE_DUKES = "five_dukes"
    FIVE_SMALL = "five_small"
    BOMB = "bomb"
    TONKU = "tonku"
    NENKU = "nenku"
    DOUBLE = "double"
    SINGLE = "single"
    NO_OX = "no_ox"


WHOLE_HAND = frozenset({Kind.FIVE_DUKES, Kind.FIVE_SMALL, Kind.BOMB})
"""Kinds made by the whole hand, without an ox."""

NAMES: Mapping[Kind, str] = {
    Kind.FIVE_DUKES: "Five Dukes",
    Kind.FIVE_SMALL: "Five Small",
    Kind.BOMB: "Bomb",
    Kind.TONKU: "Ngau Tonku",
    Kind.NENKU: "Nenku",
    Kind.DOUBLE: "Double-Ox",
    Kind.SINGLE: "Single-Ox",
    Kind.NO_OX: "No Ox",
}
"""The seed text's English names, which are also the labels in stored answers."""

_STRENGTH_KEYS: Mapping[str, str] = {
    **{f"single_{digit}": "single" for digit in range(10)},
    **{f"double_{rank}": "double" for rank in Rank},
}


PAY_LIMIT = 1000
"""Greatest payment of a pay table's entry."""


def strength_text(kind: Kind, strength: int | None) -> str:
    """The finer rank as written after the kind: a digit, a face, or nothing."""
    if strength is None:
        return ""
    return str(strength) if kind is Kind.SINGLE else str(Rank.of(strength))


def of_key(key: str) -> tuple[Kind, int | None]:
    """Kind and strength of a pay table's key; the strength of a whole kind is None.

    >>> of_key("double_K"), of_key("five_small")
    ((<Kind.DOUBLE: 'double'>, 13), (<Kind.FIVE_SMALL: 'five_small'>, None))
    """
    if key not in _STRENGTH_KEYS:
        return Kind(key), None
    kind = Kind(_STRENGTH_KEYS[key])
    text = key.removeprefix(f"{kind}_")
    return kind, int(text) if kind is Kind.SINGLE else Rank(text).number


def label(kind: Kind, strength: int | None) -> str:
    """Name of a result, such as `Double-Ox K` or `No Ox`.

    >>> label(Kind.DOUBLE, 13), label(Kind.SINGLE, 0), label(Kind.TONKU, None)
    ('Double-Ox K', 'Single-Ox 0', 'Ngau Tonku')
    """
    return f"{NAMES[kind]} {strength_text(kind, strength)}".rstrip()


class PayTable(Mapping[str, int]):
    """What each kind pays, in stakes or points; `single_0` … `double_K` override their kind.

    Immutable and hashable. Every kind has an entry.
    """

    __slots__ = ("_entries", "_hash")

    def __init__(self, entries: Mapping[str, int]) -> None:
        """Check and keep the entries.

        Raises:
            RulesError: a kind is missing, a key is unknown, or a value is no whole number from 0 to 1000.
        """
        for key, value in entries.items():
            if key not in _STRENGTH_KEYS and key not in tuple(Kind):
                raise RulesError(
                    f"unknown pay key {key!r}; allowed are {', '.join(Kind)}, "
                    "single_0 to single_9, double_A to double_K"
                )
            if type(value) is not int or not 0 <= value <= PAY_LIMIT:
                raise RulesError(f"pay of {key} = {value!r}: allowed is a whole number from 0 to {PAY_LIMIT}")
        missing = [kind for kind in Kind if kind not in entries]
        if missing:
            raise RulesError(f"the pay table lacks {', '.join(missing)}; give every kind a value")
        keys = [*Kind, *(key for key in _STRENGTH_KEYS if key in entries)]
        self._entries: dict[str, int] = {str(key): entries[key] for key in keys}
        self._hash = hash(tuple(self._entries.items()))

    def changed(self, changes: Mapping[str, int]) -> "PayTable":
        """A copy in which some entries have other values."""
        return PayTable({**self._entries, **changes})

    def pay(self, kind: Kind, strength: int | None) -> int:
        """What this result pays, in stakes or points."""
        if kind is Kind.SINGLE or kind is Kind.DOUBLE:
            key = f"{kind}_{strength_text(kind, strength)}"
            if key in self._entries:
                return self._entries[key]
        return self._entries[kind]

    def deciding(self, kind: Kind, strength: int | None) -> tuple[str, ...]:
        """The keys whose value decides what this result pays: the kind's, and that of the strength if any."""
        if kind is not Kind.SINGLE and kind is not Kind.DOUBLE:
            return (str(kind),)
        key = f"{kind}_{strength_text(kind, strength)}"
        return (key,) if key in self._entries else (str(kind), key)

    def pay_of(self, key: str) -> int:
        """The entry of this key, or that of its kind if the strength has none of its own."""
        return self._entries[key if key in self._entries else _STRENGTH_KEYS[key]]

    def __getitem__(self, key: str) -> int:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PayTable) and self._entries == other._entries

    def __repr__(self) -> str:
        return f"PayTable({self._entries})"


MULTIPLES = PayTable(
    {
        "five_dukes": 7,
        "five_small": 7,
        "bomb": 7,
        "tonku": 5,
        "nenku": 1,
        "double": 3,
        "single": 1,
        "no_ox": 0,
    }
)
"""Stakes paid, from the seed's Payout list (C31); Five Small as in X03."""

POINTS = PayTable(
    {
        "five_dukes": 10,
        "five_small": 10,
        "bomb": 10,
        "tonku": 5,
        "nenku": 1,
        "double": 2,
        "single": 1,
        "no_ox": 0,
    }
)
"""Hand points, from the seed's Scoring list and power table (C26, C32)."""
