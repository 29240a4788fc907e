"""Serving phones on the local network: this computer's addresses and names, and a QR code to scan."""

import contextlib
import ipaddress
import socket

_PROBES = ("10.255.255.255", "172.31.255.255", "192.168.255.255", "203.0.113.1")
"""Addresses whose routes are asked for; nothing is sent to them."""
_WHITE_ON_BLACK, _RESET = "\x1b[97;40m", "\x1b[0m"


def lan_addresses() -> tuple[str, ...]:
    """This computer's IPv4 addresses in local networks, the likeliest first; empty without a network."""
    found: dict[str, None] = {}
    for probe in _PROBES:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.connect((probe, 9))  # a datagram socket only looks up the route
            found[asked.getsockname()[0]] = None
    with contextlib.suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(address[0])] = None
    return tuple(sorted((text for text in found if _reachable(text)), key=_likely, reverse=True))


def host_names() -> tuple[str, ...]:
    """Names by which this computer may be called in the local network."""
    name = socket.gethostname().split(".")[0].lower()
    return (name, f"{name}.local") if name and name != "localhost" else ()


def qr_code(text: str, colour: bool) -> str:
    """A QR code for a terminal, two modules in each character.

    Args:
        text: what it says, such as an address.
        colour: paint it white on black, so that it can be read on a light terminal as well.
    """
    from io import StringIO

    import segno

    drawn = StringIO()
    segno.make(text, micro=False, error="m").terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"{_WHITE_ON_BLACK}{line}{_RESET}" if colour else line for line in lines)


def _reachable(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_unspecified or address.is_link_local)


def _likely(text: str) -> tuple[bool, bool]:
    """Home networks first; 172.16/12 is what containers and virtual machines use."""
    address = ipaddress.ip_address(text)
    return address.is_private, not text.startswith("172.")
