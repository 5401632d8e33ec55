"""Network settings of the page's server: where it listens, and who may come in."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

PORT = 8520
LOOPBACK, EVERYWHERE, LOOPBACK_6 = "127.0.0.1", "0.0.0.0", "::1"
_OWN_NAMES = (LOOPBACK, "localhost", "[::1]")
# An address of TEST-NET-1 (RFC 5737): nothing is sent there, the system only says by which way it would go.
_OUTSIDE = ("192.0.2.1", 9)
_BEARER = "Bearer "
_PORT = re.compile(r"(.*?)(?::(\d{1,5}))?")


def listening(port: int | None, host: str = LOOPBACK) -> socket.socket:
    """A socket at ``port``; without one at PORT, or at any free one where that is taken. OSError else."""
    # The protocol is named, since asyncio sends small messages at once (TCP_NODELAY) only then; else a second message
    # waits 40 ms for the first one's acknowledgement.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, PORT if port is None else port))
    except OSError:
        if port is not None:
            found.close()
            raise
        found.bind((host, 0))
    found.listen()
    return found


@contextmanager
def with_loopback_6(sock: socket.socket) -> Iterator[list[socket.socket]]:
    """``sock``, and one at this computer's own IPv6 address with the same port, where it has one and that is free: some
    browsers ask for "localhost" there first. To the network the page speaks IPv4."""
    try:
        other = socket.socket(socket.AF_INET6, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError:
        yield [sock]
        return
    with other:
        try:
            other.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            other.bind((LOOPBACK_6, sock.getsockname()[1]))
            other.listen()
        except OSError:
            yield [sock]
        else:
            yield [sock, other]


def token_of(headers: Mapping[str, str]) -> str:
    """The token that a request shows in a header, which no page of another host can add; "" for none."""
    said = headers.get("authorization", "")
    return said.removeprefix(_BEARER) if said.startswith(_BEARER) else ""


def own_address() -> str:
    """This computer's address in the local network, "" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_OUTSIDE)
        except OSError:
            return ""
        found = str(asked.getsockname()[0])
    return "" if is_loopback(found) or found == EVERYWHERE else found


def address_of(port: int) -> str:
    """Where a phone in the local network finds the page, "" without a network."""
    host = own_address()
    return f"http://{host}{'' if port == 80 else f':{port}'}" if host else ""


@lru_cache(maxsize=4096)
def is_loopback(address: str) -> bool:
    """Whether a peer sits at this machine. Asked of everybody who is there, whenever somebody comes."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _leads_nowhere_else(host: str) -> bool:
    """Whether that is this machine to all: its own names, and each address that machines have for themselves alone."""
    try:
        return host in _OWN_NAMES or ipaddress.IPv4Address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Door:
    """Who may come in. ``names`` are those under which this server is known, ``port`` is its own; with ``network`` any
    address will do instead of a name: whoever's page leads here by another name (DNS rebinding) has none. ``origins``
    are known, too: those of a proxy before this server. ``local`` says of a peer's address that it is this machine's.
    """

    names: frozenset[str]
    port: int
    network: bool = False
    origins: frozenset[str] = frozenset()
    local: Callable[[str], bool] = is_loopback

    def knows(self, headers: Mapping[str, str]) -> bool:
        """Whether a request was meant for this server."""
        host = headers.get("host", "").lower()
        return self._is_ours(host) or any(origin.partition("://")[2] == host for origin in self.origins)

    def _is_ours(self, host: str) -> bool:
        found = _PORT.fullmatch(host)
        if found is None or int(found[2] or 80) != self.port:
            return False
        return found[1] in self.names or (self.network and _is_address(found[1]))

    def owns(self, headers: Mapping[str, str], peer: str) -> bool:
        """Whether who asks sits at this machine, and found it by a name that cannot lead anywhere else: any other one
        may be somebody else's, whose page comes from here once the name leads here (DNS rebinding)."""
        host, origin = headers.get("host", "").lower(), headers.get("origin", "").lower()
        found = _PORT.fullmatch(host)
        is_own = found is not None and _leads_nowhere_else(found[1])
        return is_own and origin in ("", f"http://{host}") and self.local(peer)

    def opens(self, headers: Mapping[str, str]) -> bool:
        """Whether a page of this server itself asks."""
        origin = headers.get("origin", "").lower()
        scheme, _, host = origin.partition("://")
        same = scheme == "http" and self._is_ours(host) and host == headers.get("host", "").lower()
        return self.knows(headers) and (same or origin in self.origins)


def door_of(port: int, *, network: bool = False, address: str = "") -> Door:
    """The door of a server at ``port``; ``address`` is what people are told, where that is another one."""
    names = set(_OWN_NAMES)
    if network:
        name = socket.gethostname().lower()
        plain = name.partition(".")[0]
        # By mDNS (RFC 6762, 9) another one of that name in a network has a number: Avahi counts on, systemd-resolved
        # adds 1 to 10 each time.
        names |= {name, f"{plain}.local", *(f"{plain}{number}.local" for number in range(2, 100))}
    told = urlsplit(address.lower())
    origins = frozenset({f"{told.scheme}://{told.netloc}"} if told.netloc else ())
    return Door(frozenset(names), port, network, origins)
