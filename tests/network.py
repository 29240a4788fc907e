"""A guard against connections: while tests run, only this machine may be talked to."""

import ipaddress
import socket
from typing import Any

LOCAL_NAMES = {"localhost", "localhost.localdomain", "", None}
_real = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex", "sendto")}
_real_getaddrinfo = socket.getaddrinfo


class OutboundError(RuntimeError):
    """Something tried to reach another machine."""


def only_this_machine() -> None:
    """From now on `OutboundError` is raised by whatever would leave this machine.

    Connections, datagrams, and look-ups of names are watched, but not those that a library makes by itself.
    """

    def guarded(name: str) -> Any:
        def call(self: socket.socket, *arguments: Any) -> Any:
            address = arguments[-1]
            if self.family in (socket.AF_INET, socket.AF_INET6) and isinstance(address, tuple):
                _check(address[0])
            return _real[name](self, *arguments)

        return call

    def look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        _check(host)
        return _real_getaddrinfo(host, *arguments, **options)

    for name in _real:
        setattr(socket.socket, name, guarded(name))
    socket.getaddrinfo = look_up


def anywhere_again() -> None:
    """Undo `only_this_machine`."""
    for name, method in _real.items():
        setattr(socket.socket, name, method)
    socket.getaddrinfo = _real_getaddrinfo


def _check(host: Any) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name in LOCAL_NAMES:
        return
    try:
        local = ipaddress.ip_address(str(name).partition("%")[0])
    except ValueError:
        raise OutboundError(f"a connection to {name} was tried") from None
    if not (local.is_loopback or local.is_unspecified):
        raise OutboundError(f"a connection to {name} was tried")
