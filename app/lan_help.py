"""A page for phones that do not trust this computer yet, served beside Oxeye's own pages.

Safari on an iPhone shows pages of an unknown authority after a warning, but never opens their web sockets,
without which Oxeye's pages stay empty. This page needs none: it says how to trust the authority of this
computer, and hands it out.
"""

import contextlib
import ssl
import threading
from collections.abc import Iterator
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from app.certificates import Certificate
from app.i18n import nearest_language, speaking, t

CERTIFICATE_PATH = "/oxeye-authority.crt"
_PATIENCE_S = 10.0
_STYLE = (
    "body{font:1.15rem/1.5 system-ui;margin:0 auto;max-width:34rem;padding:1.2rem;color:#1c2826;"
    "background:#faf9f5}a{color:#0f5f57}a.get{display:inline-block;background:#0f5f57;color:#fff;"
    "padding:.7rem 1.2rem;border-radius:12px;text-decoration:none;font-weight:650}li{margin:.5rem 0}"
    "code{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{background:#141b1a;color:#eceae2}"
    "a{color:#6fcabd}}"
)


@contextlib.contextmanager
def serve_help(certificate: Certificate, host: str, port: int, page_port: int) -> Iterator[int]:
    """Serve the page from a thread while the block runs.

    Args:
        certificate: of this computer.
        host: address to listen at.
        port: port to listen at; when it is taken, any free one.
        page_port: port of Oxeye's own pages on this computer.

    Yields:
        The port.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.chain, certificate.key)
    try:
        server = _Server((host, port), _handler(certificate, page_port), context)
    except (OSError, OverflowError):
        server = _Server((host, 0), _handler(certificate, page_port), context)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join(_PATIENCE_S)


class _Server(ThreadingHTTPServer):
    """HTTPS; each handshake happens in the thread of its request, so that a slow phone holds up nobody."""

    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, address: tuple[str, int], handler: Any, context: ssl.SSLContext) -> None:
        super().__init__(address, handler)
        self._context = context

    def get_request(self) -> tuple[ssl.SSLSocket, Any]:
        accepted, address = super().get_request()
        accepted.settimeout(_PATIENCE_S)
        wrapped = self._context.wrap_socket(accepted, server_side=True, do_handshake_on_connect=False)
        return wrapped, address

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Phones that break off are nothing to report."""


def _handler(certificate: Certificate, page_port: int) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        server_version, sys_version = "Oxeye", ""

        def do_GET(self) -> None:
            if self.path == CERTIFICATE_PATH:
                self._send("application/x-x509-ca-cert", certificate.authority.read_bytes())
            elif self.path.partition("?")[0] == "/":
                host = self.headers.get("Host", "").rsplit(":", 1)[0]
                with speaking(nearest_language(self.headers.get("Accept-Language"))):
                    page = help_page(certificate.fingerprint, f"https://{host}:{page_port}")
                self._send("text/html; charset=utf-8", page.encode())
            else:
                self.send_error(404)

        def _send(self, kind: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Keep the terminal for the address and the code."""

    return Handler


def help_page(fingerprint: str, page: str) -> str:
    """How to trust this computer on a phone, as HTML in the language spoken here.

    Args:
        fingerprint: SHA-256 of the certificate.
        page: address of Oxeye's own pages.
    """
    steps = (
        t("Get the certificate with the button below, and allow the download."),
        t("Open the settings: the profile that was loaded is at the top. Install it."),
        t(
            "In the settings under General, About, Certificate Trust Settings, switch on full trust for "
            "the certificate called Oxeye."
        ),
        t("Open Oxeye again."),
    )
    items = "".join(f"<li>{escape(step)}</li>" for step in steps)
    why = t(
        "An iPhone or iPad opens Oxeye only after it trusts this computer. You do that once. The certificate "
        "stands for this computer alone, and can vouch for no other; delete its profile when you are done."
    )
    return (
        '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Oxeye</title><style>{_STYLE}</style><h1>{escape(t('Oxeye on an iPhone'))}</h1>"
        f"<p>{escape(why)}</p><ol>{items}</ol>"
        f'<p><a class="get" href="{CERTIFICATE_PATH}">{escape(t("Get the certificate"))}</a></p>'
        f'<p><a href="{escape(page, quote=True)}">{escape(t("Open Oxeye"))}</a></p>'
        f"<p>{escape(t('Its fingerprint, which the computer shows as well:'))}<br>"
        f"<code>{escape(fingerprint)}</code></p>"
    )
