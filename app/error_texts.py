"""Errors that a person can mend, in the language spoken here.

`rules` and `vision` say what is wrong in English, with the offending value in the sentence. Here the sentence
is found again among the templates below, and said in another language with the same values. What matches no
template is said as it is.
"""

import re
from functools import cache
from string import Formatter

from app.i18n import later, rules_language, say, t
from rules.wording import join_words

TEMPLATES: tuple[str, ...] = (
    later("The file is {what}; {kinds} are read. Save the photo as JPEG or PNG."),
    later("The file is a video or an unknown container; {kinds} are read. Send a photo."),
    later("The file is empty. Send the photo again."),
    later("The file has {size} MB; at most {most} MB are read. Send a smaller copy."),
    later("The picture has far too many pixels; at most {most} megapixels are read. Send a smaller copy."),
    later("The picture has {width} x {height} pixels; at most {most} megapixels are read. "
          "Send a smaller copy."),
    later("The picture unfolds to {size} MB; at most {most} MB are read. "
          "Send a smaller copy, or one with 8 bits a colour."),
    later("{width} x {height} pixels are too few to show a card. Send the original."),
    later("Raw camera files (DNG) are not read. Save it as JPEG or PNG and try again."),
    later("The JPEG file is cut off: its end is missing. Send it again."),
    later("The {kind} file is damaged: its head cannot be read. Send it again."),
    later("The {kind} file is damaged or incomplete ({detail}). Send it again."),
    later("The {kind} file is built like no photo ({detail}). Save it as JPEG or PNG and try again."),
    later("Not enough memory to decode the picture. Send a smaller one."),
    later("The networks are missing: {detail}"),
    later("a hand has exactly 5 cards, but {number} were given: {shown}"),
    later("{shown} has no suit; write rank then suit, such as 10H, Q♠ or 黑桃A"),
    later("{shown} is not a card: there is no rank {rank} (did you mean {meant}?); "
          "write rank then suit, such as 10H, Q♠ or 黑桃A"),
    later("{shown} is not a card: {suit} is no suit (use C, D, H, S or ♣ ♦ ♥ ♠); "
          "write rank then suit, such as 10H, Q♠ or 黑桃A"),
    later("{shown} is not a card; write rank then suit, such as 10H, Q♠ or 黑桃A"),
    later("{card} appears {number} times, but one deck has only 1; "
          "correct the card, or set decks to the number in play"),
    later("{card} appears {number} times, but {decks} decks have only {most}; "
          "correct the card, or set decks to the number in play"),
    later("{card} is on the table {number} times (with {holders}), but one deck has only 1; "
          "correct the card, or set decks to the number in play"),
    later("{card} is on the table {number} times (with {holders}), but {decks} decks have only {most}; "
          "correct the card, or set decks to the number in play"),
    later("an ox is laid down with exactly 3 cards, but {number} were given"),
    later("{card} was laid down, but {shown} has no such card left"),
    later("stake {text} is not a number; write such as 20 or 2.50"),
    later("stake {text}: allowed is more than 0, at most 1000000000, two decimals"),
    later("two players are called {name}; give each a name of its own"),
    later("a player is called {name} as the dealer is; give the player another name"),
    later("a round needs at least one player beside the dealer"),
    later("this is not TOML: {detail}"),
    later("unknown house rule {name}; did you mean {other}?"),
    later("unknown house rule {name}; known are {known}"),
    later("house rule {name}: pay of {key} = {value}: allowed is a whole number from 0 to {most}"),
    later("house rule {name} = {value}: allowed is a whole number from {least} to {most}"),
    later("house rule {name} = {value}: allowed is {allowed}"),
    later("house rule {name}: {detail}"),
    later("pay of {key} = {value}: allowed is a whole number from 0 to {most}"),
    later("unknown pay key {key}; allowed are {allowed}"),
    later("the pay table lacks {missing}; give every kind a value"),
    later("name = {value}: allowed is a text"),
)  # fmt: skip
"""Sentences of errors that the page can meet, as templates; the more special ones come first."""

PARTS: tuple[str, ...] = (
    later("not a picture known here"),
    later("a GIF"),
    later("a PDF"),
    later("a ZIP archive or an office document"),
    later("a JPEG XL picture"),
    later("a JPEG 2000 picture"),
    later("a Photoshop file"),
    later("a video"),
    later("a sound or video file"),
    later("an SVG drawing"),
    later("an XML file"),
    later("a web page"),
)
"""Words that stand for a value in a template and are said in the language too."""


_PERSON = re.compile(r"""the dealer|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
"""One of the people in a sentence; their names are in quotes, because a name may hold any word."""


def error_text(message: str) -> str:
    """What an error says, in the language spoken here.

    >>> error_text("The file is empty. Send the photo again.")
    'The file is empty. Send the photo again.'
    """
    for template in TEMPLATES:
        if found := _pattern(template).fullmatch(message):
            values = {name: _value_said(name, value) for name, value in found.groupdict().items()}
            return t(template, **values)
    return message


def matched(message: str) -> str:
    """The template that a message was made from; empty when there is none."""
    return next((template for template in TEMPLATES if _pattern(template).fullmatch(message)), "")


def _value_said(name: str, value: str) -> str:
    """A value of a sentence; one that has words of its own says them in the language too."""
    if name == "holders":
        found = _PERSON.findall(value)
        people = (say("person.dealer") if one == "the dealer" else one for one in found)
        return join_words(people, rules_language())
    if name == "kinds":
        return join_words(value.replace(" and ", ", ").split(", "), rules_language())
    if name == "detail":
        return error_text(value)
    return t(value) if value in PARTS else value


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = (
        re.escape(text) + (f"(?P<{name}>.+?)" if name else "")
        for text, name, _, _ in Formatter().parse(template)
    )
    return re.compile("".join(parts), re.DOTALL)
