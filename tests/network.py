"""A guard against connections: while tests run, only this machine may be talked to."""

import ipaddress
import socket
from typing import Any

_METHODS = ("connect", "connect_ex", "sendto", "send", "sendall")
_real = {name: getattr(socket.socket, name) for name in _METHODS}
_real_getaddrinfo = socket.getaddrinfo


class OutboundError(RuntimeError):
    """Something tried to reach another machine."""


def only_this_machine() -> None:
    """From now on `OutboundError` is raised by whatever would leave this machine.

    Connections, datagrams, and look-ups of names are watched, but not those that a library makes by itself.
    Connecting a datagram socket is allowed, since that sends nothing: it asks which way a datagram would go.
    """

    def guarded(name: str) -> Any:
        def call(self: socket.socket, *arguments: Any) -> Any:
            if self.family in (socket.AF_INET, socket.AF_INET6):
                _check_call(self, name, arguments)
            return _real[name](self, *arguments)

        return call

    def look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        _check(host)
        return _real_getaddrinfo(host, *arguments, **options)

    for name in _METHODS:
        setattr(socket.socket, name, guarded(name))
    socket.getaddrinfo = look_up


def anywhere_again() -> None:
    """Undo `only_this_machine`."""
    for name, method in _real.items():
        setattr(socket.socket, name, method)
    socket.getaddrinfo = _real_getaddrinfo


def _check_call(who: socket.socket, name: str, arguments: tuple[Any, ...]) -> None:
    datagrams = who.type == socket.SOCK_DGRAM
    if name in ("send", "sendall"):
        if datagrams:
            _check(who.getpeername()[0])
    elif isinstance(arguments[-1], tuple) and not (datagrams and name.startswith("connect")):
        _check(arguments[-1][0])


def _check(host: Any) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost", socket.gethostname()):
        return
    try:
        address = ipaddress.ip_address(str(name).partition("%")[0])
    except ValueError:
        raise OutboundError(f"a connection to {name} was tried") from None
    if not (address.is_loopback or address.is_unspecified):
        raise OutboundError(f"a connection to {name} was tried")
