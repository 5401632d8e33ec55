"""Every name leads to the table in its own network: a phone looks for a page of its maker's, and finds this one.

A DNS server of one answer (RFC 1035): an address for whoever asks for one (A), nothing else for anything else.
"""

from __future__ import annotations

import asyncio
import ipaddress
import struct
from typing import cast

PORT = 53
_HEADER = struct.Struct(">HHHHHH")
_A, _IN, _POINTER = 1, 1, 0xC00C
# A response to a query of the same opcode, authoritative, recursion as it was desired.
_RESPONSE, _QUERY_FLAGS, _NOT_IMPLEMENTED = 0x8400, 0x0100, 4
_OPCODE = 0x7800
# No phone is to remember it once it is in another network.
TTL_S = 0
MOST_BYTES = 512


def answer(query: bytes, address: str) -> bytes:
    """What is sent back; b"" for what is no question."""
    if not 12 < len(query) <= MOST_BYTES:
        return b""
    number, flags, questions, *_ = _HEADER.unpack_from(query)
    if flags & 0x8000 or questions != 1:
        return b""
    if flags & _OPCODE:
        return _HEADER.pack(number, _RESPONSE | flags & _OPCODE | _NOT_IMPLEMENTED, 0, 0, 0, 0)
    end = _end_of_name(query, _HEADER.size)
    if end is None or len(query) < end + 4:
        return b""
    asked, kind = struct.unpack_from(">HH", query, end)
    told = b""
    if (asked, kind) == (_A, _IN):
        told = struct.pack(">HHHIH", _POINTER, _A, _IN, TTL_S, 4) + ipaddress.IPv4Address(address).packed
    head = _HEADER.pack(number, _RESPONSE | flags & _QUERY_FLAGS, 1, bool(told), 0, 0)
    return head + query[_HEADER.size : end + 4] + told


def _end_of_name(query: bytes, at: int) -> int | None:
    while at < len(query):
        length = query[at]
        if length == 0:
            return at + 1
        if length > 63:
            return None
        at += 1 + length
    return None


class Names(asyncio.DatagramProtocol):
    """The server."""

    def __init__(self, address: str) -> None:
        self._address = address

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, peer: tuple[str, int]) -> None:
        if said := answer(data, self._address):
            self._transport.sendto(said, peer)
