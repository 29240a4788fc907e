"""Messages for people, on the standard error stream, so that standard output stays clean for programs."""

from rich.console import Console
from rich.text import Text


def complain(message: str) -> None:
    """Write one message, marked as Oxeye's."""
    clean = "\n".join(printable(line) for line in message.split("\n"))
    Console(stderr=True, highlight=False, soft_wrap=True).print(Text.assemble(("oxeye: ", "bold red"), clean))


def printable(text: str) -> str:
    r"""The text without what would steer a terminal; the names of files may hold anything.

    >>> printable("my\x1b[31m photo\n.jpg")
    'my\\x1b[31m photo\\n.jpg'
    """
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
