"""`oxeye doctor`: what is installed, and whether it works; for bug reports."""

import json
from typing import Annotated

import typer

EXIT_PROBLEM = 2


def command(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Tell what is installed and whether it works: networks, camera, memory, HTTPS. For bug reports.

    Nothing is sent and nothing is changed. Exit status: 0 all is well, 2 something keeps Oxeye from working.
    """
    from app.diagnosis import BAD, examine, oxeye_version

    findings = []
    for finding in examine():
        findings.append(finding)
        if not as_json:
            _show(finding.about, finding.state, finding.text)
    if as_json:
        about = {
            finding.about: {"state": finding.state, "text": finding.text, **finding.details}
            for finding in findings
        }
        print(json.dumps({"version": oxeye_version(), "findings": about}, ensure_ascii=False, indent=1))
    if any(finding.state == BAD for finding in findings):
        raise typer.Exit(EXIT_PROBLEM)


def _show(about: str, state: str, text: str) -> None:
    from rich.console import Console
    from rich.text import Text

    from app.messages import printable

    style = {"ok": "green", "note": "yellow"}.get(state, "bold red")
    line = Text.assemble((f"{about:<10}", "bold"), (f"{state:<9}", style), printable(text))
    Console(highlight=False, soft_wrap=True).print(line)
