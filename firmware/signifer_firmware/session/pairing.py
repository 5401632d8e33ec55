"""Pairing of phones with players: asked for, a code read off a screen, an `ok`; and no faster than a person types.

All of it is for the thread that owns the table. Nothing is kept on disk: who switches the table off ends it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hmac import compare_digest

from signifer_core.json_values import Json
from signifer_core.layout import Side

from .events import Phone

CODE_LENGTH, TOKEN_BYTES = 4, 16
# How long a code may be typed, and how long the player may then think.
CODE_US, OK_US = 60_000_000, 60_000_000
TRIES = 3
# How long a player is left alone after a request that came to nothing; twice as long each time.
WAIT_US, MOST_WAIT_US = 10_000_000, 320_000_000
# Why a request ended, or was not taken.
PAIRED, DECLINED, EXPIRED, WRONG, BUSY, OVER, GONE, WAIT, NO_REQUEST, WRONG_CODE = (
    *("paired", "declined", "expired", "too-many-tries", "busy", "over", "gone", "wait", "no-request"),
    "wrong-code",
)


@dataclass(frozen=True, slots=True)
class CodeShown:
    """What a player's screen shows: the ``code``, how many ``tries`` are left; once it was typed, that it wants their
    `ok`."""

    code: str
    tries: int
    typed: bool = False


@dataclass(frozen=True)
class _Request:
    """``phone`` is how it hears of it, and by which it is known."""

    phone: Phone
    shown: CodeShown
    until_us: int


class Pairing:
    """Requests and paired phones, by player. Codes and tokens are drawn from ``secrets``, which nobody can guess;
    ``ended`` hears whose phone is theirs no longer, ``send`` has a phone hear something."""

    def __init__(self, secrets: random.Random) -> None:
        self.secrets = secrets
        self.ended: Callable[[Side], None] = lambda player: None
        self.send: Callable[[Phone, dict[str, Json]], None] = lambda phone, message: phone(message)
        self._requests: dict[Side, _Request] = {}
        self._tokens: dict[Side, str] = {}
        self._alone_us: dict[Side, int] = {}
        self._wait_us: dict[Side, int] = {}

    @property
    def shown(self) -> tuple[tuple[Side, CodeShown], ...]:
        """What players' screens show of it."""
        return tuple((player, request.shown) for player, request in self._requests.items())

    @property
    def paired(self) -> frozenset[Side]:
        """The players who have a phone."""
        return frozenset(self._tokens)

    def next_us(self) -> int | None:
        """When a request ends by itself."""
        return min((request.until_us for request in self._requests.values()), default=None)

    def player_of(self, token: str) -> Side | None:
        """Whose phone shows ``token``; None if nobody's."""
        found = [player for player, known in self._tokens.items() if compare_digest(known, token)]
        return found[0] if found else None

    # What phones do

    def ask(self, player: Side, phone: Phone, now_us: int) -> Mapping[str, Json]:
        """A phone asks to be ``player``'s; what it is answered: nothing against it, or a ``reason``."""
        if player in self._requests or any(request.phone == phone for request in self._requests.values()):
            return {"reason": BUSY}
        left_us = self._alone_us.get(player, 0) - now_us
        if left_us > 0:
            return {"reason": WAIT, "seconds": -(-left_us // 1_000_000)}
        self._requests[player] = _Request(phone, CodeShown(self._code(), TRIES), now_us + CODE_US)
        return {}

    def _code(self) -> str:
        return "".join(self.secrets.choice("0123456789") for _ in range(CODE_LENGTH))

    def type(self, code: str, phone: Phone, now_us: int) -> Mapping[str, Json]:
        """A phone types a code: right, wrong, or not asked for."""
        player, request = self._of(phone)
        if player is None or request is None or request.shown.typed:
            return {"reason": NO_REQUEST}
        if compare_digest(request.shown.code.encode(), code.encode()):
            shown = replace(request.shown, typed=True)
            self._requests[player] = replace(request, shown=shown, until_us=now_us + OK_US)
            return {}
        left = request.shown.tries - 1
        if not left:
            self.end(player, WRONG, now_us)
            return {"reason": WRONG}
        self._requests[player] = replace(request, shown=replace(request.shown, tries=left))
        return {"reason": WRONG_CODE, "tries": left}

    def left(self, phone: Phone, now_us: int) -> None:
        """A phone has gone; what it asked for ends."""
        player, _ = self._of(phone)
        if player is not None:
            self.end(player, GONE, now_us)

    def _of(self, phone: Phone) -> tuple[Side | None, _Request | None]:
        found = [(player, request) for player, request in self._requests.items() if request.phone == phone]
        return found[0] if found else (None, None)

    # What becomes of it

    def ok(self, player: Side) -> bool:
        """The player's `ok`: whether it pairs the phone that typed the code, in place of one that they had."""
        request = self._requests.get(player)
        if request is None or not request.shown.typed:
            return False
        del self._requests[player]
        self.unpair(player)
        self._alone_us.pop(player, None)
        self._wait_us.pop(player, None)
        self._tokens[player] = self.secrets.randbytes(TOKEN_BYTES).hex()
        self.send(request.phone, {"type": PAIRED, "player": player, "token": self._tokens[player]})
        return True

    def end(self, player: Side, reason: str, now_us: int) -> None:
        """The request to ``player`` comes to nothing; the phone is told why, and they are left alone for a while."""
        request = self._requests.pop(player, None)
        if request is None:
            return
        wait_us = self._wait_us.get(player, WAIT_US)
        self._wait_us[player] = min(2 * wait_us, MOST_WAIT_US)
        self._alone_us[player] = now_us + wait_us
        self.send(request.phone, {"type": "unpaired", "player": player, "reason": reason})

    def tick(self, now_us: int) -> bool:
        """End what has waited for too long; whether anything had."""
        late = [player for player, request in self._requests.items() if request.until_us <= now_us]
        for player in late:
            self.end(player, EXPIRED, now_us)
        return bool(late)

    def unpair(self, player: Side) -> None:
        """The phone of ``player`` is theirs no longer."""
        if self._tokens.pop(player, None) is not None:
            self.ended(player)
