"""House rules: one frozen, validated object that travels with every answer."""

import dataclasses
import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from rules.errors import RulesError
from rules.kinds import MULTIPLES, POINTS, PayTable
from rules.options import DEFAULT_ORDER, OPTIONS, PAY_OPTIONS, check, option, read_setting, value_text
from rules.presets import PRESETS, Preset, find, near


@dataclass(frozen=True)
class HouseRules:
    """The rules of one table. Fields, values and defaults are those of the rules text (`rules.options`).

    Equal options make equal, equally hashed rules, whatever their name. Pay tables may be given as any
    mapping and are completed by the default entries.

    Raises:
        RulesError: a value is not allowed; the message names key, value and what is allowed.

    >>> HouseRules(single_zero="low").with_options(decks=2).changes()
    {'decks': 2, 'single_zero': 'low'}
    """

    name: str = field(default="DEFAULT", compare=False, kw_only=True)
    decks: int = 1
    flex36: Literal["both", "ox_only", "none", "forced_swap"] = "both"
    pair36: Literal["off", "mixed", "full"] = "off"
    trips: Literal["rank", "value", "off"] = "rank"
    ten_in_five_dukes: bool = False
    ten_in_tonku: bool = False
    five_dukes: bool = True
    five_small: bool = True
    five_small_max_sum: int | None = None
    five_small_six: bool = False
    bomb: bool = False
    tonku: Literal["spade", "any_ace", "off"] = "spade"
    nenku: Literal["single", "special", "void"] = "single"
    double_ox: bool = True
    double_ace: Literal["low", "high"] = "low"
    double_compare: Literal["face", "equal"] = "face"
    single_zero: Literal["high", "low"] = "high"
    order: tuple[str, ...] = DEFAULT_ORDER
    settle_by: Literal["multiples", "points"] = "multiples"
    multiples: PayTable = MULTIPLES
    points: PayTable = POINTS
    suited: Literal["off", "strength", "ox", "all5"] = "off"
    suited_kinds: Literal["single", "any_ox"] = "single"
    suited_factor: int = 2
    choose_by: Literal["strength", "payout"] = "strength"
    tie: Literal["dealer", "push", "high_card"] = "dealer"
    tie_five_dukes: Literal["push", "as_tie"] = "push"
    cards_speak: Literal[True, "as_laid"] = True

    def __post_init__(self) -> None:
        for key, base in (("multiples", MULTIPLES), ("points", POINTS)):
            object.__setattr__(self, key, _pay_table(key, getattr(self, key), base))
        if isinstance(self.order, list):
            object.__setattr__(self, "order", tuple(self.order))
        for key in OPTIONS:
            if key not in PAY_OPTIONS:
                check(key, getattr(self, key))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, key) for key in OPTIONS))

    @cached_property
    def id(self) -> str:
        """The first 12 hex digits of the SHA-256 of all options: equal ids, equal rules."""
        text = json.dumps(self.options(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def table(self) -> PayTable:
        """The pay scale that moves money at this table (X01)."""
        return self.multiples if self.settle_by == "multiples" else self.points

    def options(self) -> dict[str, Any]:
        """All options as plain JSON values, in the order of the rules text."""
        return {key: _plain(getattr(self, key)) for key in OPTIONS}

    def changes(self) -> dict[str, Any]:
        """The options that differ from the default; pay tables hold only their changed entries."""
        changed: dict[str, Any] = {}
        for key, known in OPTIONS.items():
            value = getattr(self, key)
            if key in PAY_OPTIONS:
                value = {entry: pay for entry, pay in value.items() if known.default.get(entry) != pay}
                if value:
                    changed[key] = value
            elif value != known.default:
                changed[key] = _plain(value)
        return changed

    def with_options(self, name: str | None = None, **options: Any) -> "HouseRules":
        """A copy with some options changed; pay tables are changed entry by entry.

        Args:
            name: Name of the new rules; by default this name with the changes added.
            options: Values by option name.

        Raises:
            RulesError: an option is unknown or its value is not allowed.
        """
        if not options:
            return self if name is None else dataclasses.replace(self, name=name)
        for key in options:
            option(key)
        if name is None:
            said = [
                *(f"{key}={value_text(value)}" for key, value in options.items() if key not in PAY_OPTIONS),
                *(
                    f"{key}.{entry}={pay}"
                    for key in PAY_OPTIONS
                    if isinstance(options.get(key), Mapping)
                    for entry, pay in options[key].items()
                ),
            ]
            name = f"{self.name} with {', '.join(said)}"
        for key in PAY_OPTIONS:
            if key in options:
                options[key] = _pay_table(key, options[key], getattr(self, key))
        return dataclasses.replace(self, name=name, **options)

    def with_settings(self, settings: Iterable[str]) -> "HouseRules":
        """A copy changed by texts such as `single_zero=low` or `multiples.tonku=3`.

        Raises:
            RulesError: a text cannot be read, or its key or value is not allowed.
        """
        options: dict[str, Any] = {}
        for setting in settings:
            key, value = read_setting(setting)
            if key in PAY_OPTIONS:
                value = {**options.get(key, {}), **value}
            options[key] = value
        return self.with_options(**options)

    @classmethod
    def from_options(cls, options: Mapping[str, Any], name: str = "unnamed") -> "HouseRules":
        """Rules from plain values as in a file or in a stored answer; missing options have their default.

        Raises:
            RulesError: a key is unknown or a value is not allowed.
        """
        for key in options:
            option(key)
        return cls(name=name).with_options(name=name, **options)

    @classmethod
    def named(cls, name: str) -> "HouseRules":
        """The named rule set, by its short or friendly name in any case.

        Raises:
            RulesError: there is no such rule set.
        """
        preset = find(name)
        if not isinstance(preset, Preset):
            known = f"known are {', '.join(PRESETS)}"
            close = near(name)
            raise RulesError(f"there is no rule set {name!r}; {f'did you mean {close}?' if close else known}")
        return cls.from_options(preset.options, preset.name)

    @classmethod
    def load(cls, path: str | Path) -> "HouseRules":
        """Read rules from a TOML file, as `to_toml` writes it; options that it leaves out have their default.

        Raises:
            RulesError: the file cannot be read, is not TOML, or holds an unknown key or a bad value.
        """
        path = Path(path)
        try:
            # Some editors begin a text with a byte order mark.
            return cls.from_toml(path.read_text(encoding="utf-8-sig"), path.stem)
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not text"
            raise RulesError(f"cannot read the rules file {path}: {reason}") from error
        except RulesError as error:
            raise RulesError(f"{path}: {error}") from error

    @classmethod
    def from_toml(cls, text: str, name: str = "unnamed") -> "HouseRules":
        """Rules from the text of a TOML file; a `name` in it wins over the given one.

        Raises:
            RulesError: the text is not TOML, or holds an unknown key or a bad value.
        """
        try:
            options: dict[str, Any] = tomllib.loads(text)
        except ValueError as error:  # a number of thousands of digits is no TOMLDecodeError
            raise RulesError(f"this is not TOML: {error}") from error
        title = options.pop("name", name)
        if not isinstance(title, str) or not title.strip():
            raise RulesError(f"name = {title!r}: allowed is a text")
        # TOML has no null.
        if options.get("five_small_max_sum") == "none":
            options["five_small_max_sum"] = None
        return cls.from_options(options, title)

    @classmethod
    def find(cls, text: str) -> "HouseRules":
        """The rules meant by a name or by the path of a TOML file.

        Raises:
            RulesError: it is neither, or the file is not valid.
        """
        if isinstance(find(text), Preset):
            return cls.named(text)
        if text.endswith(".toml") or Path(text).is_file():
            return cls.load(text)
        return cls.named(text)

    def to_toml(self) -> str:
        """All options as a TOML file, each with its meaning and what is allowed.

        Raises:
            RulesError: the name cannot be written.
        """
        lines = [f"name = {_quoted(self.name)}", ""]
        for key, known in OPTIONS.items():
            if key not in PAY_OPTIONS:
                value = self.options()[key]
                said = json.dumps("none" if value is None else value)
                lines += [f"# {known.meaning} ({known.clause}): {known.allowed()}", f"{key} = {said}"]
        for key in PAY_OPTIONS:
            known = OPTIONS[key]
            lines += ["", f"# {known.meaning} ({known.clause})", f"[{key}]"]
            lines += [f"{entry} = {pay}" for entry, pay in getattr(self, key).items()]
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        """Write `to_toml` to a file.

        Raises:
            RulesError: the file or the name cannot be written.
        """
        text = self.to_toml()
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise RulesError(f"cannot write the rules file {path}: {error.strerror}") from error


def _quoted(text: str) -> str:
    """The text as TOML has it: its control characters escaped, U+007F too, which JSON leaves as it is.

    Raises:
        RulesError: it is empty, or holds half of a surrogate pair, which no file in UTF-8 can.
    """
    if not text.strip():
        raise RulesError(f"name = {text!r}: allowed is a text")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise RulesError(f"name = {text!r}: it holds a character that no file can keep; choose another name")
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _plain(value: Any) -> Any:
    """The value as JSON has it."""
    if isinstance(value, PayTable):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _pay_table(key: str, value: Any, base: PayTable) -> PayTable:
    """The base table with the given entries; a table is kept as it is."""
    if isinstance(value, PayTable):
        return value
    if not isinstance(value, Mapping):
        raise RulesError(f"house rule {key} = {value!r}: allowed is {option(key).allowed()}")
    try:
        return base.changed(value)
    except RulesError as error:
        raise RulesError(f"house rule {key}: {error}") from error
