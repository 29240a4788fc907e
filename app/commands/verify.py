"""`oxeye verify`: whether a record of a ruling is whole, and whether its cards and rules lead to it."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rules.errors import OxeyeError

if TYPE_CHECKING:
    from app.records.verifying import Report

EXIT_WHOLE = 0
EXIT_USAGE = 2
EXIT_DIFFERS = 3


def command(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="The HTML page or the JSON of a ruling.")],
    photo: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="The original photo, which is read again; may be repeated."),
    ] = None,
    fingerprint: Annotated[
        str, typer.Option(metavar="TEXT", help="The fingerprint that somebody kept, to compare.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check a record of a ruling: hashes, cards, ruling, every word of its page, and its photo if given.

    Exit status: 0 everything holds; 3 something does not match; 2 the file is no record, or a file could not
    be read. A record that holds may still have been made anew by somebody else: compare the fingerprint with
    the one that was kept, or read the original photo again.
    """
    from app.records.verifying import verify

    report = verify(_bytes(record), fingerprint)
    if photo:
        report = _with_photos(report, photo)
    if as_json:
        print(json.dumps({"record": record.name, **report.to_json()}, ensure_ascii=False))
    else:
        _show(report, record.name)
    raise typer.Exit(EXIT_WHOLE if report.fine else EXIT_DIFFERS)


def _with_photos(report: "Report", photos: list[Path]) -> "Report":
    from app import service
    from app.records.evidence import check_photo
    from app.records.verifying import with_check
    from vision.photo.image import MAX_BYTES

    reader = service.load_reader()
    for path in photos:
        report = with_check(report, *check_photo(report, path.name, _bytes(path, MAX_BYTES), reader))
    return report


def _bytes(path: Path, most: int | None = None) -> bytes:
    """A file's bytes, at most one more than allowed, so that whoever reads them sees that it is too large."""
    from app.records.record import MOST_BYTES

    try:
        with path.open("rb") as file:
            return file.read((most or MOST_BYTES) + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise OxeyeError(f"{path} cannot be read ({reason}); check the name") from error


def _show(report: "Report", name: str) -> None:
    """Print a report for people."""
    from rich.console import Console
    from rich.text import Text

    from app.records.rulings import result_lines

    console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
    head = "holds" if report.fine else "does not hold"
    console.print(Text(f"{name}: the record {head}", "bold green" if report.fine else "bold red"))
    for check in report.checks:
        mark, style = ("✓", "green") if check.fine else ("✗", "bold red")
        console.print(Text.assemble((f"  {mark} ", style), check.said))
    for note in report.notes:
        console.print(Text(f"  - {note}", "dim"))
    if report.record is None:
        return
    record = report.record
    program = record.data["program"]
    console.print(Text(f"  Made {record.data['made']} by version {program['version']}", "dim"))
    console.print(Text(f"  Fingerprint {record.fingerprint}"))
    console.print(Text("  What its cards and rules give:"))
    for line in result_lines(record.ruling):
        console.print(Text(f"    {line}"))
