"""Texts in the language of the person who reads them.

The English text is the message: `t("Hand {number}", number=2)` is looked up in the gettext catalogue of the
language (`app/locales/LANGUAGE/LC_MESSAGES/oxeye.po`) and filled in afterwards. A message without a
translation is said in English. The sentences of `rules` are in the same catalogues, each under its key as
context, and are handed to `rules.sentences` when a language is used for the first time.

Each browser session has its own language; outside of the page, English is spoken unless `speaking` says
otherwise.
"""

import gettext
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path

LANGUAGES: dict[str, str] = {
    "en": "English",
    "ms": "Bahasa Melayu",
    "zh": "简体中文",
    "ru": "Русский",
}
"""Language codes, and each language's name in itself."""

LOCALES = Path(__file__).with_name("locales")

SESSION_KEY = "language"
"""Where the page keeps the language of a browser session."""

_SPOKEN: ContextVar[str | None] = ContextVar("language", default=None)


def language() -> str:
    """Code of the language that is spoken here: that of the browser session, or English."""
    spoken = _SPOKEN.get()
    if spoken is not None:
        return spoken
    if "streamlit" not in sys.modules:
        return "en"
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    if get_script_run_ctx(suppress_warning=True) is None:
        return "en"
    import streamlit

    return str(streamlit.session_state.get(SESSION_KEY, "en"))


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for the length of a `with` block; for threads and programs without a session."""
    before = _SPOKEN.set(code)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def t(message: str, /, **values: object) -> str:
    """The message in the language spoken here, with its values filled in.

    >>> t("Hand {number}", number=2)
    'Hand 2'
    """
    text = catalogue(language()).gettext(message) if message else ""
    return text.format(**values) if values else text


def pt(context: str, message: str, /, **values: object) -> str:
    """The message as it is said in a context, for words that other languages tell apart.

    >>> pt("card", "ace")
    'ace'
    """
    text = catalogue(language()).pgettext(context, message)
    return text.format(**values) if values else text


def later(message: str) -> str:
    """Mark a message in a table for the catalogues; it is translated by `t` where it is shown."""
    return message


def nt(one: str, many: str, number: int, /, **values: object) -> str:
    """The message in the form that goes with a number, which fills `{n}`.

    >>> nt("{n} photo", "{n} photos", 1), nt("{n} photo", "{n} photos", 5)
    ('1 photo', '5 photos')
    """
    text = catalogue(language()).ngettext(one, many, number)
    return text.format(n=decimal(number), **values)


def say(key: str, /, **values: object) -> str:
    """A sentence of the rules' catalogue in the language spoken here."""
    from rules import sentences

    return sentences.say(key, rules_language(), **values)


def rules_language() -> str:
    """The language spoken here, once `rules.sentences` has its sentences; give it to functions of `rules`."""
    code = language()
    _teach_rules(code)
    return code


def decimal(number: float, digits: int = 0) -> str:
    """A number as it is written in the language spoken here, with this many decimals.

    >>> decimal(1234567), decimal(0.5, 2)
    ('1,234,567', '0.50')
    """
    from babel.numbers import format_decimal

    return format_decimal(number, format=f"#,##0.{'0' * digits}" if digits else "#,##0", locale=language())


def percent(share: float, digits: int = 1) -> str:
    """A share of 1 as a percentage in the language spoken here.

    >>> percent(0.0516)
    '5.2%'
    """
    from babel.numbers import format_percent

    form = f"#,##0.{'0' * digits}%" if digits else "#,##0%"
    if language() == "ru":
        form = form.replace("%", "\u00a0%")
    return format_percent(share, format=form, locale=language())


def nearest_language(tags: str | None) -> str:
    """The offered language nearest to a browser's language tag; English when there is none.

    >>> nearest_language("zh-CN"), nearest_language("ms-MY"), nearest_language("fi"), nearest_language(None)
    ('zh', 'ms', 'en', 'en')
    """
    code = (tags or "").replace("_", "-").split("-")[0].casefold()
    return code if code in LANGUAGES else "en"


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """The messages of a language, compiled from its `.po` file when first asked for."""
    path = LOCALES / code / "LC_MESSAGES" / "oxeye.po"
    if code == "en" or not path.is_file():
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=code))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def _teach_rules(code: str) -> None:
    """Hand the sentences of a language to `rules.sentences`."""
    if code == "en":
        return
    from rules.sentences import add_language
    from rules.sentences_en import ENGLISH

    messages = catalogue(code)
    said = {key: messages.pgettext(f"rules:{key}", english) for key, english in ENGLISH.items()}
    add_language(code, {key: text for key, text in said.items() if text != ENGLISH[key]})
