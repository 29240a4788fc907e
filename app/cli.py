"""The command `oxeye`: a thin root that loads each command only when it is asked for.

A command is a module in `app.commands` with an attribute `command`: a function annotated for Typer,
or a `typer.Typer` when it has commands of its own. To add one, write the module and a line in
`COMMANDS`. Such a module must be cheap to import, because `oxeye --help` imports all of them:
`streamlit`, `torch` and the like are imported inside the function.
"""

import importlib
import io
import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from app.messages import complain
from app.opencv import concerns_opencv, explain_import
from rules.errors import OxeyeError

COMMANDS: dict[str, str] = {
    "read": "app.commands.read",
    "judge": "app.commands.judge",
    "settle": "app.commands.settle",
    "verify": "app.commands.verify",
    "odds": "app.commands.odds",
    "rules": "app.commands.rules",
    "app": "app.commands.app_command",
    "bench": "app.commands.bench",
    "synth": "app.commands.synth",
    "train": "app.commands.train",
    "doctor": "app.commands.doctor",
}
"""Name of each command and the module that holds it, in the order of the help text."""

EXIT_USAGE = 2
"""Exit status for an unreadable file, wrong usage, or any other error that the user can mend."""

EXIT_BROKEN = 70
"""Exit status when Oxeye itself is at fault (EX_SOFTWARE of sysexits.h)."""

TRACEBACK_VARIABLE = "OXEYE_TRACEBACK"
"""Environment variable: set to 1 to see the traceback of an unexpected error."""


class LazyCommands(TyperGroup):
    """A group that imports the module of a command when the command is used."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Names of all commands, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command with this name, or `None`, which becomes an error with the nearest names."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(COMMANDS[cmd_name]).command
        if not isinstance(command, typer.Typer):
            single = typer.Typer(add_completion=False, rich_markup_mode="rich")
            single.command(name=cmd_name)(command)
            command = single
        built = typer.main.get_command(command)
        built.name = cmd_name
        return built


root = typer.Typer(cls=LazyCommands, add_completion=False, no_args_is_help=True, rich_markup_mode="rich")


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"oxeye {version('oxeye')}")
        except PackageNotFoundError:
            print("oxeye (not installed)")
        raise typer.Exit


@root.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and stop."
    ),
) -> None:
    """Oxeye reads the five cards of a Gnau / Ngau (ox) hand and says what the hand is worth."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 fine, 2 the user can mend it, 3 refused, 70 Oxeye's own fault.

    Args:
        arguments: words after `oxeye`; those of the process when `None`.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # suit signs do not exist in the code pages of old consoles, and names of files may be no text
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        typer.main.get_command(root).main(args=arguments, prog_name="oxeye")
    except OxeyeError as error:
        complain(str(error))
        sys.exit(EXIT_USAGE)
    except Exception as error:  # a person at a table gets a sentence, not a traceback
        if isinstance(error, ImportError) and concerns_opencv(error):
            complain(explain_import(error))
            sys.exit(EXIT_USAGE)
        if os.environ.get(TRACEBACK_VARIABLE) == "1":
            raise
        complain(
            f"Oxeye itself is at fault ({type(error).__name__}: {error}). "
            f"Run it again with {TRACEBACK_VARIABLE}=1 and report what it prints."
        )
        sys.exit(EXIT_BROKEN)


if __name__ == "__main__":
    main()
