"""Inputs for the page's server, good, changed and neither, each made by chance: requests, handshakes, frames,
messages."""

from __future__ import annotations

import json
import random
import struct
from functools import cache
from typing import Any

from signifer_core.languages import LANGUAGES
from signifer_firmware.config.entries import BUTTONS
from signifer_firmware.game_api import registry
from signifer_firmware.web.game import page_of
from signifer_firmware.web.server.messages import MOST_BYTES, SPEEDS
from signifer_firmware.web.server.vocabulary import PLACES

from tests.fuzz.inputs import ODD

from .wire import BINARY, CLOSE, MORE, PING, PONG, TEXT, frame, get, junk, request, upgrade

PATHS = (
    *("/", "/main.js", "/index.html", "/style/page.css", "/field-of-glory/cards.json", "/lang/de.json"),
    *(
        "/table",
        "/table?role=hand",
        "/nothing",
        "/../../etc/passwd",
        "//main.js",
        "/%2e%2e/",
        "/main.js?x=1#y",
    ),
    *(
        "*",
        "http://elsewhere.example/main.js",
        "/%ff%00",
        "/;",
        "/[",
        "//[",
        "/" + "a" * 3_000,
        "/main.js%00",
    ),
)
METHODS = ("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW", "get")
HEADERS = (
    *("Accept-Encoding: gzip", "Accept-Encoding: gzip;q=nan, *;q=", "Accept-Encoding: ;;,,=", "Accept: */*"),
    *(
        'If-None-Match: "x"',
        "If-None-Match: *",
        "Range: bytes=5-2",
        "Cookie: " + "a=b; " * 200,
        "X: \xff\xe9",
    ),
    *("X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "Transfer-Encoding: identity", "Expect: x"),
    *("Expect: 100-continue", "Connection: keep-alive", "Connection: close", "Origin: null", "Upgrade: h2c"),
    *("Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: a, b", "Content-Length: 0", "TE: trailers"),
)
HOSTS = ("127.0.0.1", "elsewhere.example", "", "[::1", "localhost:99999999", "a:b:c", "\xff", "127.0.0.1:0")
# Parts that stand where others should.
PIECES = (
    b"",
    b"\0",
    b"\r\n",
    b"\n",
    b"\r",
    b" ",
    b":",
    b"\xff\xfe",
    b"9" * 30,
    b"-1",
    b"\r\n\r\n",
    b"\x7f",
    b"%00",
)
PLAYERS = ("red", "blue")
RESYNC, QUESTIONS, WISHES = "resync", ("hint", "odds", "look", "export"), ("pair", "code", "token", "unpair")


def edited(rng: random.Random, data: bytes) -> bytes:
    """With one to three changes: parts that go, come, stand elsewhere, or bits that are others."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(found) + 1)
        match rng.randrange(6):
            case 0 if found:
                found[at % len(found)] ^= 1 << rng.randrange(8)
            case 1:
                del found[at : at + rng.randint(1, 30)]
            case 2:
                found[at:at] = rng.randbytes(rng.randint(1, 12))
            case 3:
                del found[at:]
            case 4:
                found[at:at] = bytes(data[rng.randrange(len(data)) :][: rng.randint(1, 60)])
            case _:
                found[at : at + rng.randrange(4)] = rng.choice(PIECES)
    return bytes(found)


# HTTP


def question(rng: random.Random, host: str) -> bytes:
    """A request that is whole, whatever it asks for."""
    named = host if rng.random() < 0.9 else rng.choice(HOSTS)
    more = rng.sample(HEADERS, rng.randrange(4))
    body = rng.randbytes(rng.randrange(40)) if rng.random() < 0.1 else b""
    lines = (f"{rng.choice(METHODS)} {rng.choice(PATHS)} HTTP/1.1", f"Host: {named}", *more)
    if body and "Content-Length: 0" not in more:
        lines += (f"Content-Length: {len(body)}",)
        return "\r\n".join((*lines, "", "")).encode("latin-1") + body
    return "\r\n".join((*lines, "", "")).encode("latin-1")


def broken(rng: random.Random, host: str) -> bytes:
    """A request, or what should be one, that is cut, changed, or nothing of the kind."""
    match rng.randrange(6):
        case 0:
            return rng.randbytes(rng.randint(1, 300))
        case 1:
            return rng.choice(junk(host)).partition(b"|")[0]
        case 2:
            return edited(rng, question(rng, host) + question(rng, host))
        case 3:
            size = rng.choice(("zz", "5", "-1", "ffffffffffffffff", "0", "5;x=y"))
            head = request("POST / HTTP/1.1", f"Host: {host}", "Transfer-Encoding: chunked")
            return head + f"{size}\r\n".encode() + rng.randbytes(rng.randrange(20)) + b"\r\n0\r\n\r\n"
        case 4:
            return get(host)[: rng.randrange(len(get(host)))]
        case _:
            return edited(rng, question(rng, host))


def handshake(rng: random.Random, host: str) -> bytes:
    """A WebSocket's beginning, most of them not as it should be."""
    asked = upgrade(host, path=f"/table?role={rng.choice(('hand', 'spectator', 'king', '', '%ff'))}")
    if rng.random() < 0.5:
        return edited(rng, asked)
    lines = asked.decode().split("\r\n")[:-2]
    at = rng.randrange(1, len(lines))
    name = lines[at].partition(":")[0]
    values = (
        "",
        "x",
        "\xff",
        "8",
        "13, 8",
        "http://127.0.0.1",
        "AAAA",
        "a" * 2_000,
        "websocket, h2c",
        "\t",
        "null",
    )
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.append(f"{name}: {rng.choice(values)}")
        case 2:
            lines[at] = f"{name}: {rng.choice(values)}"
        case _:
            lines.append(rng.choice(('Sec-WebSocket-Extensions: permessage-deflate; x="', *HEADERS)))
    return "\r\n".join((*lines, "", "")).encode("latin-1")


# Frames


def masked(rng: random.Random, whole: bytes) -> bytes:
    """A frame of `wire.frame`, whose mask is nothing, with a mask."""
    head = {126: 4, 127: 10}.get(whole[1] & 0x7F, 2)
    key, payload = rng.randbytes(4), whole[head + 4 :]
    return whole[:head] + key + bytes(byte ^ key[at % 4] for at, byte in enumerate(payload))


def harmless(rng: random.Random) -> list[bytes]:
    """Frames that no server has to end anything for: one input, though it may be several frames."""
    match rng.randrange(4):
        case 0:
            return [masked(rng, frame(PING, rng.randbytes(rng.randrange(126))))]
        case 1:
            return [masked(rng, frame(PONG, rng.randbytes(rng.randrange(126))))]
        case 2:
            text = json.dumps({"do": RESYNC, "run": "", "n": 1}).encode()
            at = rng.randrange(len(text))
            return [
                masked(rng, frame(TEXT, text[:at], final=False)),
                *([masked(rng, frame(PING, b"x"))] if rng.random() < 0.5 else []),
                masked(rng, frame(MORE, text[at:])),
            ]
        case _:
            return [masked(rng, frame(TEXT, rng.choice(("{}", "", "\u2028", "null", "[]")).encode()))]


def wrong_frame(rng: random.Random) -> bytes:
    """A frame, or what should be one, for which a server may end it."""
    text = json.dumps({"do": RESYNC, "run": "", "n": 1}).encode()
    match rng.randrange(9):
        case 0:
            return edited(rng, masked(rng, frame(TEXT, text)))
        case 1:
            return frame(
                rng.choice((3, 4, 7, 11, 15)), rng.randbytes(rng.randrange(9)), final=rng.random() < 0.5
            )
        case 2:
            return frame(TEXT, rng.choice((b"\xff", b"\xc3(", b"\xed\xa0\x80", text + b"\xf4\x90\x80\x80")))
        case 3:
            return frame(
                TEXT, b"x", length=rng.choice((1 << 63, 1 << 40, MOST_BYTES * 2 + 1, 200, (1 << 64) - 1))
            )
        case 4:
            code = rng.choice((0, 99, 999, 1000, 1004, 1005, 1006, 1011, 1015, 2999, 3000, 4999, 65535))
            return frame(CLOSE, struct.pack("!H", code) + rng.choice((b"", b"bye", b"\xff")))
        case 5:
            return frame(rng.choice((PING, CLOSE)), b"x" * 126) + frame(TEXT, text)
        case 6:
            return frame(TEXT, b"\xc3", final=False) + frame(rng.choice((MORE, TEXT, BINARY)), b"(")
        case 7:
            return frame(rng.choice((MORE, BINARY)), text)
        case _:
            return rng.randbytes(rng.randint(1, 60))


# Messages


@cache
def cards() -> tuple[str, ...]:
    """A few cards of each game, and some of none."""
    found = ["red/spear-99", "terrain/hill-1", "own:card", "x"]
    for name in registry.names():
        known = [*registry.bundle(name).cards]
        found += known[:: max(1, len(known) // 25)]
    return tuple(found)


@cache
def modes() -> tuple[tuple[str, str], ...]:
    """Games and who plays them."""
    return tuple((name, mode) for name in registry.names() for mode in page_of(name).modes)


def deed(rng: random.Random) -> dict[str, Any]:
    """What a hand at the table might do; whether it is allowed, the table says."""
    card, place, player = rng.choice(cards()), rng.choice([*PLACES]), rng.choice(PLAYERS)
    game, mode = rng.choice(modes())
    # What begins another game, or darkens the table, would leave nothing for others to do.
    if rng.random() < 0.01:
        languages = {"red": rng.choice(LANGUAGES), "blue": rng.choice(LANGUAGES)}
        return rng.choice(
            (
                {"do": "new", "mode": mode, "game": game, "by_hand": rng.random() < 0.5, **languages},
                {"do": "new", "mode": mode, "game": game, "variant": "x", "decks": ["a", "b"]},
                {"do": "power", "on": rng.random() < 0.5},
                {"do": "speed", "speed": rng.choice(SPEEDS)},
            )
        )
    names = rng.sample(BUTTONS, 2)
    return rng.choice(
        (
            {"do": "move", "card": card, "to": place},
            {"do": "draw", "player": rng.choice((*PLAYERS, "1", "4", "left")), "to": place},
            {"do": "swap", "away": card, "instead": rng.choice(cards())},
            {"do": "bump", "card": card},
            {"do": "grip"},
            {"do": "button", "name": names[0], "down": rng.random() < 0.5},
            {"do": "hold", "names": names},
            {"do": "shuffle", "player": player},
            {"do": "as-told"},
            {"do": "helping", "on": rng.random() < 0.5},
            {
                "do": "fault",
                "part": "reader",
                "place": place[:12],
                "kind": rng.choice(("noise", "stuck", "unplug")),
            },
            {"do": "fault", "part": rng.choice(("node", "screen")), "place": player, "kind": "unplug"},
            {"do": "mend", "part": "reader", "place": place[:12]},
            {"do": "mend"},
            {"do": "keep", "player": player, "cards": [card]},
        )
    )


def inquiry(rng: random.Random) -> dict[str, Any]:
    """What anybody may ask."""
    return rng.choice(
        (
            {"do": "hint", "card": rng.choice(cards())},
            {"do": "odds"},
            {"do": "look", "at": rng.choice((0, 1, 2, 5, 1000, 10**9))},
            {"do": "export"},
            {"do": RESYNC},
        )
    )


def wish(rng: random.Random) -> dict[str, Any]:
    """What a phone asks for."""
    token = rng.choice(("0" * 32, rng.randbytes(16).hex()))
    return rng.choice(
        (
            {"do": "pair", "player": rng.choice(PLAYERS)},
            {"do": "code", "code": str(rng.randrange(10 ** rng.randint(1, 8)))},
            {"do": "token", "token": token},
            {"do": "unpair", "token": token},
        )
    )


def changed(rng: random.Random, message: dict[str, Any]) -> str:
    """The message with one of its fields gone, doubled, odd, or one too many; or its text changed."""
    found = dict(message)
    name = rng.choice([*found])
    match rng.randrange(7):
        case 0:
            del found[name]
        case 1 | 2:
            found[name] = rng.choice(ODD)
        case 3:
            found[rng.choice(("x", "", "peer", "role", "\ud800", "n" * 300))] = rng.choice(ODD)
        case 4:
            return json.dumps(found)[:-1] + f", {json.dumps(name)}: {json.dumps(rng.choice(ODD))}}}"
        case 5:
            deep = rng.choice(
                ("[" * 900, '{"a":' * 300, "1e99999", "-0", "NaN", "9" * 900, '"\\ud800"', "\x00")
            )
            return json.dumps(found)[:-1] + f", {json.dumps(name)}: {deep}}}"
        case _:
            return edited(rng, json.dumps(found).encode()).decode(errors="replace")
    return json.dumps(found)
