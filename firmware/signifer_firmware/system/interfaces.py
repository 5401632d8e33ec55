"""Whether this computer was taken into a network: by a cable, or by its radio. What the kernel says, each time."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Callable, Iterator
from ipaddress import IPv4Address
from pathlib import Path

NETS = Path("/sys/class/net")
# linux/sockios.h, linux/if_arp.h.
_SIOCGIFADDR, _ETHERNET = 0x8915, "1"


def address_of_interface(name: str) -> IPv4Address | None:
    """The IPv4 address of an interface, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            found = fcntl.ioctl(asked.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return None
    return IPv4Address(found[20:24])


class Interfaces:
    """The interfaces of this computer; ``own`` is the address that it gives itself in a network of its own."""

    def __init__(
        self,
        own: str,
        nets: Path = NETS,
        address: Callable[[str], IPv4Address | None] = address_of_interface,
    ) -> None:
        self._own, self._nets, self._address = IPv4Address(own), nets, address

    def _names(self, *, by_radio: bool) -> Iterator[str]:
        for net in sorted(self._nets.iterdir()):
            try:
                is_net = (net / "type").read_text(encoding="ascii").strip() == _ETHERNET
            except OSError:
                continue
            if is_net and (net / "device").exists() and (net / "phy80211").exists() == by_radio:
                yield net.name

    def _is_taken_in(self, *, by_radio: bool) -> bool:
        found = (self._address(name) for name in self._names(by_radio=by_radio))
        return any(one is not None and one != self._own and not one.is_link_local for one in found)

    def has_cable(self) -> bool:
        """Whether a cable has brought an address."""
        return self._is_taken_in(by_radio=False)

    def has_radio_address(self) -> bool:
        """Whether a wireless network has given one."""
        return self._is_taken_in(by_radio=True)
