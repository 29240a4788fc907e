"""The guard itself: the tests say that nothing is sent, so it must be able to see it."""

import socket
import urllib.request

import pytest

from tests.network import OutboundError


@pytest.mark.parametrize("host", ["example.com", "192.0.2.1", "2001:db8::1", b"example.org"])
def test_other_machines_cannot_be_reached(host: str | bytes) -> None:
    with pytest.raises(OutboundError):
        socket.getaddrinfo(host, 80)


def test_connections_and_datagrams_to_other_machines_fail() -> None:
    with socket.socket() as stream, pytest.raises(OutboundError):
        stream.connect(("192.0.2.1", 80))
    with socket.socket() as stream, pytest.raises(OutboundError):
        stream.connect_ex(("192.0.2.1", 80))
    with socket.socket(type=socket.SOCK_DGRAM) as datagrams, pytest.raises(OutboundError):
        datagrams.sendto(b"cards", ("192.0.2.1", 53))
    with socket.socket(type=socket.SOCK_DGRAM) as datagrams:
        datagrams.connect(("192.0.2.1", 53))
        with pytest.raises(OutboundError):
            datagrams.send(b"cards")


def test_libraries_are_stopped_too() -> None:
    with pytest.raises(OutboundError):
        urllib.request.urlopen("http://example.com", timeout=1)


def test_this_machine_can_be_reached() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname(), timeout=5) as near,
    ):
        far, _ = server.accept()
        far.sendall(b"five cards")
        assert near.recv(10) == b"five cards"
        far.close()
