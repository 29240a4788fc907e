"""The catalogue of sentences, by language and key, so that every explanation can be translated.

A sentence is a `str.format` template. A language may leave out sentences: those are then said in English.
"""

from collections.abc import Mapping
from string import Formatter

from rules.kinds import Kind, strength_text
from rules.options import value_text
from rules.sentences_en import ENGLISH

CATALOGUES: dict[str, Mapping[str, str]] = {"en": ENGLISH}
"""Templates by key, for each language code. `add_language` adds one."""


def add_language(code: str, templates: Mapping[str, str]) -> None:
    """Add or replace the sentences of a language.

    Raises:
        ValueError: a key does not exist in English, or a template names a value that the English one has not.
    """
    for key, template in templates.items():
        if key not in ENGLISH:
            raise ValueError(f"language {code!r}: there is no sentence {key!r}")
        if unknown := fields(template) - fields(ENGLISH[key]):
            raise ValueError(f"language {code!r}: sentence {key!r} has no value {', '.join(sorted(unknown))}")
    CATALOGUES[code] = dict(templates)


def say(key: str, language: str = "en", **values: object) -> str:
    """The sentence of this key, with its values filled in.

    >>> say("pays.multiple", amount=3)
    'pays 3×'
    """
    template = CATALOGUES.get(language, ENGLISH).get(key) or ENGLISH[key]
    return template.format(**values)


def kind_name(kind: Kind, strength: int | None, language: str = "en") -> str:
    """Name of a result in a language, such as `Double-Ox 8`; a strength may have a name of its own."""
    text = strength_text(kind, strength)
    own = f"kind.{kind}_{text}"
    return say(own if own in ENGLISH else f"kind.{kind}", language, strength=text)


def option_said(option: str, value: object, language: str = "en") -> str:
    """What a table plays that has this option value, as a statement."""
    key = f"option.{option}.{value_text(value)}"
    if key in ENGLISH:
        return say(key, language)
    return say(f"option.{option}", language, value=value_text(value))


def fields(template: str) -> set[str]:
    """Names of the values that a template needs."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}
