"""Every house option: its values, its default, the clause it settles, and how its value is checked."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import RulesError
from rules.kinds import MULTIPLES, PAY_LIMIT, POINTS, Kind

DEFAULT_ORDER: tuple[str, ...] = tuple(str(kind) for kind in Kind)


@dataclass(frozen=True, slots=True)
class Option:
    """One house option.

    Attributes:
        name: Key in files, in `--set` and in stored answers.
        default: Value when a table says nothing.
        values: The values to choose from; for whole numbers, the ones worth comparing.
        clause: Clause or conflict number in the rules text.
        meaning: What the option decides, one sentence.
        whole: Least and greatest whole number allowed beside `values`, if any.
    """

    name: str
    default: Any
    values: tuple[Any, ...]
    clause: str
    meaning: str
    whole: tuple[int, int] | None = None

    def allowed(self) -> str:
        """The allowed values, for people."""
        if self.name == "order":
            return f"each of {', '.join(DEFAULT_ORDER)} exactly once, highest first"
        if self.name in PAY_OPTIONS:
            return "a table of whole numbers per kind, single_0 to single_9 and double_A to double_K"
        numbers = "" if self.whole is None else f"a whole number from {self.whole[0]} to {self.whole[1]}"
        words = [value_text(value) for value in self.values if self.whole is None or type(value) is not int]
        return " or ".join(filter(None, [", ".join(words), numbers]))


BOTH = (False, True)
PAY_OPTIONS = ("multiples", "points")

_TABLE: tuple[Option, ...] = (
    Option("decks", 1, (1, 2), "C03 X19", "number of decks in play", (1, 8)),
    Option("flex36", "both", ("both", "ox_only", "none", "forced_swap"), "C07 C08 X06",
           "where a 3 may count as 6 and a 6 as 3"),
    Option("pair36", "off", ("off", "mixed", "full"), "C22 C28 X07",
           "a left 3 and 6 are Double-Ox 6; full: two 3s too"),
    Option("trips", "rank", ("rank", "value", "off"), "C11 X08",
           "three of a kind is an ox: by rank, also by counted value, or never"),
    Option("ten_in_five_dukes", False, BOTH, "C17 X05", "a 10 is a duke for Five Dukes"),
    Option("ten_in_tonku", False, BOTH, "C19 X05", "a 10 is a duke beside the ace, for Ngau Tonku and Nenku"),
    Option("five_dukes", True, BOTH, "C17", "Five Dukes is a hand of its own"),
    Option("five_small", True, BOTH, "C18 X03", "Five Small is a hand of its own"),
    Option("five_small_max_sum", None, (None, 10), "X10", "greatest total of Five Small", (5, 20)),
    Option("five_small_six", False, BOTH, "X10", "a 6 is small, counted as 3"),
    Option("bomb", False, BOTH, "part 3, item 7", "four of a rank is a hand of its own, ranked by face"),
    Option("tonku", "spade", ("spade", "any_ace", "off"), "C19",
           "which ace makes Ngau Tonku with a duke; off: the spade ace is like the others"),
    Option("nenku", "single", ("single", "special", "void"), "C20 X04",
           "another ace with a duke: Single-Ox 1, a kind of its own, or worth nothing"),
    Option("double_ox", True, BOTH, "C21", "a left pair is Double-Ox"),
    Option("double_ace", "low", ("low", "high"), "C27 X16", "a pair of aces ranks below 2 or above K"),
    Option("double_compare", "face", ("face", "equal"), "C21", "pairs rank by face, or are all equal"),
    Option("single_zero", "high", ("high", "low"), "C24 C27 X02", "Single-Ox 0 ranks above 9 or below 1"),
    Option("order", DEFAULT_ORDER, (DEFAULT_ORDER,), "C26 C27", "kinds from highest to lowest"),
    Option("settle_by", "multiples", ("multiples", "points"), "C31 C32 X01", "which pay scale moves money"),
    Option("multiples", MULTIPLES, (MULTIPLES,), "C31 X01", "stakes paid per kind or strength"),
    Option("points", POINTS, (POINTS,), "C26 C32 X01", "points per kind or strength"),
    Option("suited", "off", ("off", "strength", "ox", "all5"), "C30 X11",
           "cards that must share a suit for a higher payment: the left two, the ox, or all five"),
    Option("suited_kinds", "single", ("single", "any_ox"), "C30 X11",
           "kinds that a shared suit pays more for: Single-Ox, or every kind with an ox"),
    Option("suited_factor", 2, (2,), "C30 X11", "by what a shared suit multiplies the payment", (1, 10)),
    Option("choose_by", "strength", ("strength", "payout"), "C15 X23", "best ox: strongest or best paid"),
    Option("tie", "dealer", ("dealer", "push", "high_card"), "C34 X12",
           "equal hands: the dealer takes, nobody pays, or the highest card decides"),
    Option("tie_five_dukes", "push", ("push", "as_tie"), "C35 X12", "two Five Dukes: push or as any tie"),
    Option("cards_speak", True, (True, "as_laid"), "C15 X21",
           "the best grouping counts, or the one that the player laid down"),
)  # fmt: skip

OPTIONS: Mapping[str, Option] = {option.name: option for option in _TABLE}
"""All options by name, in the order of the rules text."""


def option(name: str) -> Option:
    """The option of this name.

    Raises:
        RulesError: there is none; the message suggests the nearest name.
    """
    if name in OPTIONS:
        return OPTIONS[name]
    near = difflib.get_close_matches(name, OPTIONS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(OPTIONS)}"
    raise RulesError(f"unknown house rule {name!r}; {hint}")


def check(name: str, value: Any) -> None:
    """Check the value of one option that is not a pay table.

    Raises:
        RulesError: naming the key, the value and what is allowed.
    """
    known = option(name)
    if name == "order":
        right = isinstance(value, tuple) and sorted(map(str, value)) == sorted(DEFAULT_ORDER)
    elif known.whole is not None and type(value) is int:
        right = known.whole[0] <= value <= known.whole[1]
    else:
        # 1 == True in Python, but decks = true and tonku = 1 are mistakes.
        right = any(type(value) is type(good) and value == good for good in known.values)
    if not right:
        # Quoted, so that the text "2" is not taken for the number.
        shown = repr(value) if isinstance(value, str) else value_text(value) or "an empty list"
        raise RulesError(f"house rule {name} = {shown}: allowed is {known.allowed()}")


def value_text(value: Any) -> str:
    """A value as written in files and after `--set`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return ",".join(map(str, value))
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{pay}" for key, pay in value.items())
    return str(value)


def read_setting(setting: str) -> tuple[str, Any]:
    """Read one `key=value` of `--set`: the option's name and its value, for a pay table a dict of one entry.

    Raises:
        RulesError: there is no `=`, the key is unknown, or the value is not allowed.

    >>> read_setting("decks=2"), read_setting("multiples.tonku=3")
    (('decks', 2), ('multiples', {'tonku': 3}))
    """
    key, sign, text = (part.strip() for part in setting.partition("="))
    if not sign or not key:
        raise RulesError(f"cannot read {setting!r}; write key=value, such as single_zero=low")
    table, dot, entry = key.partition(".")
    if table in PAY_OPTIONS:
        if not dot:
            raise RulesError(f"{key} is a table; set one entry, such as {key}.tonku=3")
        if not _is_number(text):
            raise RulesError(f"house rule {key} = {text!r}: allowed is a whole number from 0 to {PAY_LIMIT}")
        return table, {entry: int(text)}
    known = option(key)
    value = _read_value(known, text)
    check(key, value)
    return key, value


def _read_value(known: Option, text: str) -> Any:
    """The typed value of a text; the text itself if it fits no type, so that the check can name it."""
    if known.name == "order":
        return tuple(part.strip() for part in text.split(","))
    for value in known.values:
        if text.lower() == value_text(value):
            return value
    if known.values == BOTH and text.lower() in ("yes", "on", "no", "off", "1", "0"):
        return text.lower() in ("yes", "on", "1")
    return int(text) if known.whole is not None and _is_number(text) else text


def _is_number(text: str) -> bool:
    """Whether the text is a whole number of a length that any option could have."""
    return text.isdecimal() and len(text) <= 9
