"""Named rule sets: what they change from the default rules, and friendly names for people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any


@dataclass(frozen=True, slots=True)
class Preset:
    """A named rule set.

    Attributes:
        name: Its short name.
        about: What it is, one sentence.
        options: Options that differ from the default; pay tables hold only changed entries.
        also: Friendly names that mean the same.
    """

    name: str
    about: str
    options: Mapping[str, Any] = field(default_factory=dict)
    also: tuple[str, ...] = ()


_HONG_KONG_PAY = {
    "five_dukes": 5, "five_small": 5, "bomb": 5, "double": 5,
    "single_0": 4, "single_9": 3, "single_8": 2, "single_7": 2, "no_ox": 1,
}  # fmt: skip
_CASINO_PAY = {
    "five_dukes": 5, "five_small": 5, "bomb": 5, "tonku": 1, "double": 1,
    "single_0": 3, "single_9": 2, "single_8": 2, "single_7": 2, "no_ox": 1,
}  # fmt: skip
_TEN = {"ten_in_five_dukes": True, "ten_in_tonku": True}

_TABLE: tuple[Preset, ...] = (
    Preset("DEFAULT", "the rules of the Wikipedia page, open questions settled by its wording",
           also=("Wikipedia", "Gnau", "Ngau")),
    Preset("TEN_DUKE", "a 10 is a duke everywhere", _TEN),
    Preset("TEN_DUKE_FIVE_ONLY", "a 10 is a duke for Five Dukes only", {"ten_in_five_dukes": True}),
    Preset("PAIR36", "a left 3 and 6 are Double-Ox 6", {"pair36": "mixed"}),
    Preset("PAIR36_FULL", "a left 3 and 6, or two 3s, are Double-Ox 6", {"pair36": "full"}),
    Preset("ZERO_LOW", "Single-Ox 0 is the lowest Single-Ox", {"single_zero": "low"}),
    Preset("NO_TRIPS", "three of a kind is no ox", {"trips": "off"}),
    Preset("TRIPS_VALUE", "3-6-3 read as 3-3-3 is an ox too", {"trips": "value"}),
    Preset("FLEX_OX_ONLY", "3 and 6 are interchangeable in the ox only", {"flex36": "ox_only"}),
    Preset("NO_FLEX", "3 is 3 and 6 is 6", {"flex36": "none"}),
    Preset("FORCED_SWAP", "3 is always 6 and 6 always 3", {"flex36": "forced_swap"}),
    Preset("NO_SMALL", "no Five Small", {"five_small": False}),
    Preset("SMALL_SUM10", "Five Small only up to a total of 10", {"five_small_max_sum": 10}),
    Preset("SMALL_SIX", "a 6 is small", {"five_small_six": True}),
    Preset("NENKU_SPECIAL", "Nenku ranks between Ngau Tonku and Double-Ox", {"nenku": "special"}),
    Preset("NENKU_VOID", "Nenku is worth nothing", {"nenku": "void"}),
    Preset("SUITED_STRENGTH", "Single-Ox pays double when the two left cards share a suit",
           {"suited": "strength"}),
    Preset("SUITED_STRENGTH_ANY", "any ox pays double when the two left cards share a suit",
           {"suited": "strength", "suited_kinds": "any_ox"}),
    Preset("SUITED_OX", "any ox pays double when its three cards share a suit",
           {"suited": "ox", "suited_kinds": "any_ox"}),
    Preset("SUITED_ALL5", "any ox pays double when all five cards share a suit",
           {"suited": "all5", "suited_kinds": "any_ox"}),
    Preset("POINTS", "casual game: points 10, 5, 2, 1", {"settle_by": "points"}, also=("Casual",)),
    Preset("TONKU_TRIPLE", "Ngau Tonku pays three times", {"multiples": {"tonku": 3}}),
    Preset("PUSH_TIES", "equal hands: nobody pays", {"tie": "push"}),
    Preset("HIGH_CARD_TIES", "equal hands: the highest card wins", {"tie": "high_card"}),
    Preset("ANY_ACE", "any ace with a duke is Ngau Tonku", {"tonku": "any_ace"}),
    Preset("TWO_DECK", "two decks", {"decks": 2}, also=("Two decks",)),
    Preset("TWO_DECK_NO_TRIPS", "two decks, three of a kind is no ox", {"decks": 2, "trips": "off"}),
    Preset("TWO_DECK_SUITED", "two decks, any ox pays double when the two left cards share a suit",
           {"decks": 2, "suited": "strength", "suited_kinds": "any_ox"}),
    Preset("TWO_DECK_TEN", "two decks, a 10 is a duke everywhere", {"decks": 2, **_TEN}),
    Preset("MY_APP", "Malaysian phone apps: no triples, aces are the top pair at 4 times, 0 pays double",
           {"trips": "off", "five_small": False, "double_ace": "high",
            "multiples": {"double_A": 4, "single_0": 2}},
           also=("Malaysian apps", "Malaysia")),
    Preset("WU_2020", "Hong Kong as counted by Tyson Wu: no 3/6 swap, no Tonku, all pairs equal, ties push",
           {"flex36": "none", "ten_in_five_dukes": True, "tonku": "off", "double_compare": "equal",
            "multiples": _HONG_KONG_PAY, "tie": "push"},
           also=("Hong Kong",)),
    Preset("NIUNIU_CASINO", "casino niu-niu: points only, no swap, no pairs, the highest card breaks ties",
           {"flex36": "none", "trips": "off", "five_small": False, "tonku": "off", "double_ox": False,
            "multiples": _CASINO_PAY, "tie": "high_card"},
           also=("Casino niu-niu", "Casino", "Niu-niu")),
    Preset("EVERYTHING_LOOSE", "every doubtful case decided for the player",
           {"pair36": "full", "trips": "value", **_TEN, "five_small_six": True}),
)  # fmt: skip

PRESETS: Mapping[str, Preset] = {preset.name: preset for preset in _TABLE}
"""All named rule sets by name."""


def find(name: str) -> Preset | str:
    """The preset of this name or friendly name, whatever its case; the name itself if there is none."""
    wanted = _plain(name)
    for preset in _TABLE:
        if wanted in (_plain(known) for known in (preset.name, *preset.also)):
            return preset
    return name


def near(name: str) -> str:
    """The name or friendly name that this one is most like; empty if it is like none."""
    known = {_plain(one): one for preset in _TABLE for one in (preset.name, *preset.also)}
    close = get_close_matches(_plain(name), known, n=1, cutoff=0.7)
    return known[close[0]] if close else ""


def _plain(name: str) -> str:
    """The name without case, blanks, hyphens and underscores."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())
