"""Collects every message of Oxeye and brings the catalogues up to date; for people who change texts.

`python -m app.locales.collect` adds new messages to every `oxeye.po`, keeps their translations, drops what is
no longer said, and tells how many messages wait for a translation.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from app.i18n import LANGUAGES, LOCALES
from app.rule_names import PRESET_NAMES
from rules.options import OPTIONS
from rules.presets import PRESETS
from rules.sentences_en import ENGLISH

NUMBER_OF_TEXTS = {"t": 1, "later": 1, "nt": 2, "pt": 2}
"""Functions that take a message, and how many texts come first: two forms, or a context and a message."""


def messages() -> Catalog:
    """All messages: of the code in `app`, and of the tables in `rules`, these with their key as context."""
    found = Catalog(project="Oxeye", fuzzy=False)
    for path in sorted(LOCALES.parent.rglob("*.py")):
        place = path.relative_to(LOCALES.parent.parent).as_posix()
        for function, texts in calls(path.read_text(encoding="utf-8")):
            message = tuple(texts) if function == "nt" else texts[-1]
            found.add(message, locations=[(place, 0)], context=texts[0] if function == "pt" else None)
    for context, message in table_messages():
        found.add(message, context=context)
    return found


def calls(source: str) -> Iterator[tuple[str, list[str]]]:
    """Calls that name a message, also inside of f-strings: the function and its texts.

    >>> list(calls("f'{t(1)} {later(chr(65))}'; nt('a', 'b', 2)"))
    [('nt', ['a', 'b'])]
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            number = NUMBER_OF_TEXTS.get(node.func.id, 0)
            constants = [one.value for one in node.args[:number] if isinstance(one, ast.Constant)]
            texts = [value for value in constants if isinstance(value, str)]
            if number and len(texts) == number:
                yield node.func.id, texts


def table_messages() -> list[tuple[str, str]]:
    """Contexts and messages of the tables in `rules`."""
    return [
        *((f"option:{name}", option.meaning) for name, option in OPTIONS.items()),
        *((f"preset:{name}", said) for name, said in PRESET_NAMES.items()),
        *((f"about:{name}", preset.about) for name, preset in PRESETS.items()),
        *((f"rules:{key}", text) for key, text in ENGLISH.items()),
    ]


def path_of(code: str) -> Path:
    """The catalogue of a language."""
    return LOCALES / code / "LC_MESSAGES" / "oxeye.po"


def load(code: str) -> Catalog:
    """The catalogue of a language as it is, empty when there is none."""
    path = path_of(code)
    if not path.is_file():
        return Catalog(locale=code, project="Oxeye", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def update(code: str) -> Catalog:
    """The catalogue of a language with all messages of today, in their order, and no others."""
    known, current = load(code), Catalog(locale=code, project="Oxeye", fuzzy=False)
    for message in messages():
        if message.id:
            before = known.get(message.id if isinstance(message.id, str) else message.id[0], message.context)
            string = before.string if before is not None else ""
            current.add(message.id, string or None, locations=message.locations, context=message.context)
    return current


def save(code: str, catalogue: Catalog) -> None:
    """Write the catalogue of a language."""
    path_of(code).parent.mkdir(parents=True, exist_ok=True)
    with path_of(code).open("wb") as file:
        write_po(file, catalogue, width=110, omit_header=False, include_lineno=False, sort_output=False)


def untranslated(catalogue: Catalog) -> list[str]:
    """Messages without a translation, or with one of its plural forms missing."""
    waiting = []
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.id and not all(strings):
            waiting.append(str(message.id))
    return waiting


if __name__ == "__main__":
    for code in LANGUAGES:
        if code != "en":
            updated = update(code)
            save(code, updated)
            print(f"{code}: {len(untranslated(updated))} of {len(updated)} messages wait for a translation")
