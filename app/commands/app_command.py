"""`oxeye app`: open the page in the browser."""

import importlib.util
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from app.certificates import Certificate
from rules.errors import OxeyeError

MAX_UPLOAD_MB = 25

LOCAL = ("localhost", "127.0.0.1", "::1")
"""Names of this computer for itself."""
EVERYWHERE = "0.0.0.0"
"""Listens in every network that this computer is in."""

STOP_S = 5.0
"""How long the server may take to end when it is stopped."""

PAGE = Path(__file__).parent.parent / "entry" / "page.py"

THEMES = {
    "light": {
        "primaryColor": "#0f5f57",
        "backgroundColor": "#faf9f5",
        "secondaryBackgroundColor": "#f0eee6",
        "textColor": "#1c2826",
    },
    "dark": {
        "primaryColor": "#6fcabd",
        "backgroundColor": "#141b1a",
        "secondaryBackgroundColor": "#212a28",
        "textColor": "#eceae2",
    },
}
"""Calm colours on which cards stand out, for devices set to light and to dark; those of `app/page.css`."""

THEME = {
    "baseRadius": "12px",
    **{f"{mode}.{key}": value for mode, colours in THEMES.items() for key, value in colours.items()},
}


def command(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the page.")] = 8501,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    lan: Annotated[
        bool, typer.Option("--lan", help="Also serve phones on the local network, over HTTPS.")
    ] = False,
    sample: Annotated[
        bool, typer.Option("--sample", help="Print the verdict of the sample photo and stop; no page.")
    ] = False,
) -> None:
    """Open the page: point a camera at a hand, upload photos, correct a card, see the verdict.

    The page is served to this computer only, unless you say --lan. Nothing is sent anywhere. Stop it with
    Ctrl+C.
    """
    if sample:
        from app.commands.read import read_photos
        from app.places import sample_photo

        raise typer.Exit(read_photos([sample_photo()]))
    if not lan:
        raise typer.Exit(serve(page_command(port, browser)))
    from app.lan_help import serve_help

    where = open_to_network()
    with serve_help(where.certificate, EVERYWHERE, port + 1, port) as help_port:
        say_where(where, port, help_port)
        raise typer.Exit(serve(page_command(port, browser, where)))


@dataclass(frozen=True)
class Network:
    """How the local network reaches this computer.

    Attributes:
        addresses: its IPv4 addresses, the likeliest first; at least one.
        names: every address and name by which browsers may call it.
        certificate: for all of them.
    """

    addresses: tuple[str, ...]
    names: tuple[str, ...]
    certificate: Certificate


def open_to_network() -> Network:
    """Find out this computer's addresses, and have a certificate for them.

    Raises:
        OxeyeError: there is no local network, or the certificate cannot be written.
    """
    from app.certificates import certificate_for
    from app.lan import host_names, lan_addresses
    from app.places import data_folder

    addresses = lan_addresses()
    if not addresses:
        raise OxeyeError("this computer is in no local network; join a Wi-Fi, or leave out --lan")
    names = (*addresses, *host_names(), *LOCAL)
    return Network(addresses, names, certificate_for(names, data_folder() / "https"))


def say_where(where: Network, port: int, help_port: int) -> None:
    """Print the address for phones, as text and as a QR code."""
    from app.lan import qr_code

    first, *others = (f"https://{address}:{port}" for address in where.addresses)
    print(qr_code(first, colour=sys.stdout.isatty()))
    print(f"\nOn a phone in the same network, scan the code or open  {first}")
    for other in others:
        print(f"If that does not open, try  {other}")
    print(
        "The phone warns once, because no authority vouches for this computer: go on by “Advanced” or "
        "“Details”.\nThe certificate is the right one when its SHA-256 fingerprint is\n"
        f"{where.certificate.fingerprint}\n"
        f"An iPhone has to trust it first: https://{where.addresses[0]}:{help_port} tells how",
        flush=True,
    )


def page_command(port: int, browser: bool, where: Network | None = None) -> list[str]:
    """The command line that serves the page.

    Args:
        port: of the page.
        browser: open it in the browser.
        where: the local network to serve; this computer alone when `None`.
    """
    options = {
        "server.address": "localhost" if where is None else EVERYWHERE,
        "server.port": str(port),
        "server.maxUploadSize": str(MAX_UPLOAD_MB),
        "server.enableXsrfProtection": "true",
        "server.enableCORS": "true",
        "server.fileWatcherType": "none",
        "server.showEmailPrompt": "false",
        "browser.gatherUsageStats": "false",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": "false",
        "client.toolbarMode": "minimal",
        **{f"theme.{key}": value for key, value in THEME.items()},
    }
    if where is not None:
        options["browser.serverAddress"] = where.addresses[0]
        options["server.sslCertFile"] = str(where.certificate.chain)
        options["server.sslKeyFile"] = str(where.certificate.key)
    if not browser:
        options["server.headless"] = "true"
    words = [f"--{key}={value}" for key, value in options.items()]
    # a page elsewhere that gives itself our address by a trick of its name server is refused
    hosts = [f"--server.allowedHosts={host}" for host in (LOCAL if where is None else where.names)]
    return [sys.executable, "-m", "app.entry.serve", "run", str(PAGE), *words, *hosts]


def serve(command_line: list[str]) -> int:
    """Run the server until it ends or a person stops it, by Ctrl+C or SIGTERM; its exit status."""
    if importlib.util.find_spec("streamlit") is None:
        raise OxeyeError("the page needs streamlit, which is not installed; run: pip install streamlit")
    server: subprocess.Popen[bytes] | None = None
    ended = False

    def end(_signal: int, _frame: FrameType | None) -> None:
        nonlocal ended
        ended = True
        if server is not None:  # else it is just starting, and must not be lost
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        server = subprocess.Popen(command_line)
        if ended:
            raise KeyboardInterrupt
        return server.wait()
    except KeyboardInterrupt:
        if server is not None:
            _stop(server)
        return 0
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(server: subprocess.Popen[bytes]) -> None:
    """Ask the server to end; whoever is impatient, or a server that goes on, ends it at once."""
    try:
        server.terminate()
        server.wait(STOP_S)
    except (KeyboardInterrupt, subprocess.TimeoutExpired):
        server.kill()
        server.wait()
