"""Bytes of HTTP and WebSockets as anybody may send them, right and wrong (RFC 9112, RFC 6455)."""

from __future__ import annotations

import struct

TEXT, BINARY, CLOSE, PING, PONG, MORE = 1, 2, 8, 9, 10, 0


def frame(opcode: int, payload: bytes = b"", *, final: bool = True, length: int | None = None) -> bytes:
    """A masked frame as clients send it (RFC 6455, 5.2); ``length`` is claimed in place of the true one."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack("!H", size)
    else:
        head += bytes([0x80 | 127]) + struct.pack("!Q", size)
    return head + bytes(4) + payload  # masked with zeros


def upgrade(host: str, *more: str, path: str = "/table?role=spectator") -> bytes:
    """The request with which a WebSocket begins; ``more`` are further headers."""
    lines = (
        *(f"GET {path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}"),
        *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
        *("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", *more),
    )
    return request(*lines)


def request(*lines: str) -> bytes:
    """A request's head."""
    return "\r\n".join((*lines, "", "")).encode()


def get(host: str, path: str = "/") -> bytes:
    """A proper question."""
    return request(f"GET {path} HTTP/1.1", f"Host: {host}")


def junk(host: str) -> tuple[bytes, ...]:
    """What nobody should send, each on a connection of its own: to another path, a bad chunk, a text that is no UTF-8,
    and other things that are neither HTTP nor a WebSocket."""
    chunked = request("POST / HTTP/1.1", f"Host: {host}", "Transfer-Encoding: chunked")
    socket = upgrade(host)
    return (
        upgrade(host, path="/elsewhere"),
        upgrade(host, path="/"),
        upgrade(host, path="/table?role=king"),
        chunked + b"zz\r\n",
        get(host) + b"\xff\xfe\r\n\r\n",
        get("elsewhere.example"),
        get(host, "/%ff%00"),
        request("GET / HTTP/1.1", f"Host: {host}", "Content-Length: 5") + b"hello" * 20,
        request("GET / HTTP/9.9", f"Host: {host}"),
        request("GET / HTTP/1.1", f"Host: {host}", "Upgrade: h2c", "Connection: Upgrade"),
        request("GET /table HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # a browser that tries TLS
        b"\0" * 100,
        socket + b"|" + frame(TEXT, b"\xff\xfe"),
        socket + b"|" + frame(TEXT, b"\xc3", final=False) + frame(MORE, b"\x28"),
        socket + b"|" + frame(3),
        socket + b"|" + frame(TEXT, length=1 << 60),
        socket + b"|" + b"\x81\x05hello",
        socket + b"|" + frame(CLOSE, b"\x03"),
        socket + b"|" + frame(CLOSE, struct.pack("!H", 99)),
        socket + b"|" + frame(BINARY, b"\0"),
        socket + b"|" + frame(TEXT, b"[" * 1900),
        upgrade(host, "X-Forwarded-For: 127.0.0.1", path="/table?role=hand"),
    )
