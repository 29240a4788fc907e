"""Messages for people, on the standard error stream, so that standard output stays clean for programs."""

from rich.console import Console
from rich.text import Text


def complain(message: str) -> None:
    """Write one message, marked as Oxeye's."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(
        Text.assemble(("oxeye: ", "bold red"), message)
    )
