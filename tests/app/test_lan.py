"""The local network: addresses, certificate, QR code, and what the server is told."""

import datetime
import ipaddress
import socket
import ssl
import stat
import sys
import threading
import urllib.error
import urllib.request

import cv2
import numpy as np
import pytest
from cryptography import x509

from app import certificates, lan, places
from app.certificates import DAYS, certificate_for
from app.commands import app_command
from app.lan_help import CERTIFICATE_PATH, help_page, serve_help
from rules.errors import OxeyeError

NAMES = ("192.168.1.7", "10.0.0.4", "table", "table.local", "localhost", "127.0.0.1", "::1")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@pytest.fixture
def made(tmp_path):
    return certificate_for(NAMES, tmp_path / "https")


def names_in(certificate) -> set[str]:
    read = x509.load_pem_x509_certificate(certificate.chain.read_bytes())
    named = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {*named.get_values_for_type(x509.DNSName), *map(str, named.get_values_for_type(x509.IPAddress))}


def shake_hands(certificate, host: str, trusted: bytes) -> None:
    """A TLS handshake with a server that has the certificate, by a client that trusts one authority."""
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(certificate.chain, certificate.key)
    asking = ssl.create_default_context()
    asking.load_verify_locations(cadata=trusted)
    here, there = socket.socketpair()
    here.settimeout(10)
    there.settimeout(10)

    def serve():
        try:
            serving.wrap_socket(there, server_side=True).close()
        except (ssl.SSLError, OSError):
            there.close()

    server = threading.Thread(target=serve)
    server.start()
    try:
        asking.wrap_socket(here, server_hostname=host).close()
    finally:
        here.close()
        server.join(10)


def test_certificate_names_every_address(made):
    assert names_in(made) == set(NAMES)


@pytest.mark.parametrize("host", ["192.168.1.7", "table.local", "localhost", "127.0.0.1"])
def test_a_phone_that_trusts_the_authority_accepts_the_certificate(made, host):
    shake_hands(made, host, made.authority.read_bytes())


def test_another_host_and_another_authority_are_not_accepted(made, tmp_path):
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(made, "192.168.1.8", made.authority.read_bytes())
    other = certificate_for(NAMES, tmp_path / "other")
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(made, "192.168.1.7", other.authority.read_bytes())


def test_the_authority_is_bound_to_these_addresses_and_its_key_is_gone(made):
    authority = x509.load_der_x509_certificate(made.authority.read_bytes())
    bound = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert bound.critical
    assert all(
        ipaddress.ip_network(name.value).num_addresses == 1
        for name in bound.value.permitted_subtrees
        if isinstance(name, x509.IPAddress)
    )
    keys = [path for path in made.key.parent.iterdir() if b"PRIVATE KEY" in path.read_bytes()]
    assert keys == [made.key]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file modes")
def test_only_the_owner_can_read_the_key(made):
    assert stat.S_IMODE(made.key.stat().st_mode) == 0o600
    assert stat.S_IMODE(made.key.parent.stat().st_mode) == 0o700
    made.key.chmod(0o644)
    certificate_for(NAMES, made.key.parent)
    assert stat.S_IMODE(made.key.stat().st_mode) == 0o600


def test_a_certificate_that_fits_is_used_again(made):
    again = certificate_for(NAMES[:3], made.chain.parent)
    assert again == made
    assert again.fingerprint == made.fingerprint


def test_a_new_address_needs_a_new_certificate(made):
    other = certificate_for((*NAMES, "192.168.1.99"), made.chain.parent)
    assert other.fingerprint != made.fingerprint
    assert "192.168.1.99" in names_in(other)


def test_a_certificate_near_its_end_is_made_anew(made, monkeypatch):
    late = made.expires - datetime.timedelta(days=3)
    monkeypatch.setattr(certificates, "_now", lambda: late)
    again = certificate_for(NAMES, made.chain.parent)
    assert again.expires > made.expires
    assert again.fingerprint != made.fingerprint


def test_phones_take_no_certificate_of_more_than_398_days(made):
    read = x509.load_pem_x509_certificate(made.chain.read_bytes())
    assert read.not_valid_after_utc - read.not_valid_before_utc == datetime.timedelta(days=DAYS)
    assert DAYS < 398


@pytest.mark.parametrize("broken", ["certificate.pem", "key.pem", "oxeye-authority.crt"])
def test_damaged_or_missing_files_are_made_anew(made, broken):
    path = made.chain.parent / broken
    path.unlink()
    assert certificate_for(NAMES, made.chain.parent).fingerprint != made.fingerprint
    if broken != "oxeye-authority.crt":
        path.write_bytes(b"-----BEGIN NONSENSE-----\n")
        shake_hands(certificate_for(NAMES, path.parent), "127.0.0.1", made.authority.read_bytes())


def test_a_key_of_another_certificate_is_noticed(made, tmp_path):
    other = certificate_for(NAMES, tmp_path / "other")
    made.key.write_bytes(other.key.read_bytes())
    again = certificate_for(NAMES, made.chain.parent)
    shake_hands(again, "127.0.0.1", again.authority.read_bytes())


def test_a_folder_that_cannot_be_written_is_a_message(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OxeyeError, match="cannot be written"):
        certificate_for(NAMES, tmp_path / "file" / "https")


def test_addresses_are_those_of_the_local_network():
    for address in lan.lan_addresses():
        assert not ipaddress.ip_address(address).is_loopback


def test_home_networks_come_before_those_of_containers(monkeypatch):
    monkeypatch.setattr(lan, "_PROBES", ())
    found = [(None, None, None, "", (address, 0)) for address in ("127.0.1.1", "172.17.0.1", "192.168.1.7")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: found)
    assert lan.lan_addresses() == ("192.168.1.7", "172.17.0.1")


def test_looking_for_addresses_sends_nothing(monkeypatch):
    class Silent(socket.socket):
        def send(self, *_):
            pytest.fail("something was sent")

        sendto = sendall = send

    monkeypatch.setattr(lan.socket, "socket", Silent)
    lan.lan_addresses()


def test_without_a_network_it_says_so(monkeypatch):
    monkeypatch.setattr(lan, "lan_addresses", lambda: ())
    with pytest.raises(OxeyeError, match="no local network"):
        app_command.open_to_network()


HALVES = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}


def test_the_qr_code_in_the_terminal_can_be_scanned():
    address = "https://192.168.1.7:8501"
    lines = lan.qr_code(address, colour=False).splitlines()
    rows = [[HALVES[sign][half] for sign in line] for line in lines for half in (0, 1)]
    picture = np.kron(np.array(rows, np.uint8) * 255, np.ones((8, 8), np.uint8))
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == address


def test_the_qr_code_brings_its_own_colours_to_a_terminal():
    plain, coloured = (lan.qr_code("https://x", colour).splitlines() for colour in (False, True))
    assert [line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m") for line in coloured] == plain


@pytest.fixture
def network(made):
    return app_command.Network(("192.168.1.7", "10.0.0.4"), NAMES, made)


def test_the_local_network_is_served_by_https_only(network):
    words = app_command.page_command(8600, False, network)
    assert "--server.address=0.0.0.0" in words
    assert f"--server.sslCertFile={network.certificate.chain}" in words
    assert f"--server.sslKeyFile={network.certificate.key}" in words
    assert "--browser.serverAddress=192.168.1.7" in words
    assert {word.partition("=")[2] for word in words if "allowedHosts" in word} == set(NAMES)


def test_without_lan_it_is_bound_to_this_computer():
    words = app_command.page_command(8600, False)
    assert "--server.address=localhost" in words
    assert not any("ssl" in word for word in words)
    assert {word.partition("=")[2] for word in words if "allowedHosts" in word} == set(LOOPBACK)


@pytest.mark.parametrize("lan_too", [False, True])
def test_protections_are_on(network, lan_too):
    words = app_command.page_command(8600, False, network if lan_too else None)
    for wanted in ("enableXsrfProtection=true", "enableCORS=true", "maxUploadSize=25"):
        assert f"--server.{wanted}" in words
    assert "--browser.gatherUsageStats=false" in words


def test_lan_prints_the_address_the_code_and_the_fingerprint(network, run_oxeye, monkeypatch):
    monkeypatch.setattr(app_command, "open_to_network", lambda: network)
    served = []
    monkeypatch.setattr(app_command, "serve", lambda words: served.append(words) or 0)
    monkeypatch.setattr(app_command, "EVERYWHERE", "127.0.0.1")
    status, out, _ = run_oxeye("app", "--lan", "--port", "8600", "--no-browser")
    assert status == 0
    assert "https://192.168.1.7:8600" in out
    assert "https://10.0.0.4:8600" in out
    assert network.certificate.fingerprint in out
    assert lan.qr_code("https://192.168.1.7:8600", colour=False) in out
    assert "--server.address=127.0.0.1" in served[0]
    assert "An iPhone has to trust it first: https://192.168.1.7:" in out


def test_certificates_lie_in_the_users_own_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert places.data_folder() == tmp_path / "oxeye"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert places.data_folder().parts[-3:] == (".local", "share", "oxeye")


def test_streamlit_asks_nobody_for_a_public_address():
    import subprocess

    code = (
        "import app.entry.serve\n"
        "from streamlit import net_util\n"
        "from streamlit.web.server import server_util\n"
        "net_util._make_blocking_http_get = lambda *_, **__: exit('asked the internet')\n"
        "assert not server_util.is_url_from_allowed_origins('http://elsewhere.example')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def get(certificate, port: int, path: str, **headers: str):
    """What a phone that trusts the authority gets."""
    context = ssl.create_default_context()
    context.load_verify_locations(cadata=certificate.authority.read_bytes())
    asked = urllib.request.Request(f"https://127.0.0.1:{port}{path}", headers=headers)
    return urllib.request.urlopen(asked, timeout=10, context=context)


def test_an_iphone_gets_the_authority_and_the_steps(made):
    with serve_help(made, "127.0.0.1", 0, 8501) as port:
        with get(made, port, "/") as answer:
            page = answer.read().decode()
        with get(made, port, CERTIFICATE_PATH) as answer:
            kind, body = answer.headers["Content-Type"], answer.read()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            get(made, port, "/key.pem")
    assert "Certificate Trust Settings" in page
    assert made.fingerprint in page
    assert 'href="https://127.0.0.1:8501"' in page
    assert f'href="{CERTIFICATE_PATH}"' in page
    assert (kind, body) == ("application/x-x509-ca-cert", made.authority.read_bytes())


def test_a_phone_that_says_nothing_holds_up_nobody(made):
    with (
        serve_help(made, "127.0.0.1", 0, 8501) as port,
        socket.create_connection(("127.0.0.1", port)),
        get(made, port, "/") as answer,
    ):
        assert answer.status == 200


def test_help_finds_another_port_when_its_own_is_taken(made):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serve_help(made, "127.0.0.1", port, 8501) as other:
            assert other != port
    with serve_help(made, "127.0.0.1", 65536, 65535) as other:
        assert other


def test_the_address_in_the_help_is_escaped(made):
    page = help_page(made.fingerprint, 'https://"><script>alert(1)</script>:8501')
    assert "<script>" not in page
