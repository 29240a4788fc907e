"""`oxeye app`: open the page in the browser."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

MAX_UPLOAD_MB = 25

PAGE = Path(__file__).parent.parent / "entry" / "page.py"

THEME = {
    "base": "light",
    "primaryColor": "#0f5f57",
    "backgroundColor": "#faf9f5",
    "secondaryBackgroundColor": "#f0eee6",
    "textColor": "#1c2826",
    "baseRadius": "12px",
}
"""One calm, light look on every device; the colours of the cards stand out on it."""


def command(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the page.")] = 8501,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    sample: Annotated[
        bool, typer.Option("--sample", help="Print the verdict of the sample photo and stop; no page.")
    ] = False,
) -> None:
    """Open the page: upload photos or take them, correct a card, see the verdict.

    The page is served to this computer only. Nothing is sent anywhere. Stop it with Ctrl+C.
    """
    if sample:
        from app.commands.read import read_photos
        from app.places import sample_photo

        raise typer.Exit(read_photos([sample_photo()]))
    raise typer.Exit(serve(page_command(port, browser)))


def page_command(port: int, browser: bool) -> list[str]:
    """The command line that serves the page."""
    options = {
        "server.address": "localhost",
        "server.port": str(port),
        "server.maxUploadSize": str(MAX_UPLOAD_MB),
        "server.fileWatcherType": "none",
        "server.showEmailPrompt": "false",
        "browser.gatherUsageStats": "false",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": "false",
        "client.toolbarMode": "minimal",
        **{f"theme.{key}": value for key, value in THEME.items()},
    }
    if not browser:
        options["server.headless"] = "true"
    words = [f"--{key}={value}" for key, value in options.items()]
    return [sys.executable, "-m", "streamlit", "run", str(PAGE), *words]


def serve(command_line: list[str]) -> int:
    """Run the server until it ends or a person stops it; its exit status."""
    if importlib.util.find_spec("streamlit") is None:
        from rules.errors import OxeyeError

        raise OxeyeError("the page needs streamlit, which is not installed; run: pip install streamlit")
    try:
        return subprocess.call(command_line)
    except KeyboardInterrupt:
        return 0
