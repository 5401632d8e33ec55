"""Pairing of phones with players, or devices with seats: asked for, a code read off a screen, an `ok`; no faster than
a person types.

The code stands for whoever reads it: phones that ask while it is there may type it, too. So nobody keeps another one
out by asking first, nor by asking and going: where others were told to wait, it stands for a while though nobody is
left who asked for it. Who has asked in vain waits alone.

All of it is for the thread that owns the table. Nothing is kept on disk: who switches the table off ends it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hmac import compare_digest
from typing import Generic, TypeVar

from signifer_core.json_values import Json

from .events import Phone

# Whose a phone becomes: a side of the table, or a seat.
Player = TypeVar("Player", bound=str)

CODE_LENGTH, TOKEN_BYTES = 4, 16
# How long a code may be typed, and how long the player may then think.
CODE_US, OK_US = 60_000_000, 60_000_000
# Of whoever asks first; who asks while a code stands there has one, so that many cannot guess it together.
TRIES, LATER_TRIES = 3, 1
# How long who has asked in vain waits; twice as long each time. For the first of it nobody may ask that player.
WAIT_US, MOST_WAIT_US = 10_000_000, 320_000_000
# How long a code stands at least where somebody waits to ask for it.
STANDS_US = 10_000_000
# The peers of whom it is known how long they wait.
MOST_PEERS = 512
# Why a request ended, or was not taken.
PAIRED, DECLINED, EXPIRED, WRONG, BUSY, OVER, GONE, WAIT, NO_REQUEST, WRONG_CODE = (
    *("paired", "declined", "expired", "too-many-tries", "busy", "over", "gone", "wait", "no-request"),
    "wrong-code",
)


@dataclass(frozen=True, slots=True)
class CodeShown:
    """What a player's screen shows: the ``code``, how many ``tries`` are left; once it was typed, that it wants their
    `ok`; and whether it is for a page of ``upkeep``, in place of a phone of theirs."""

    code: str
    tries: int
    typed: bool = False
    upkeep: bool = False


@dataclass(frozen=True)
class _Asking:
    """A phone that has asked. ``phone`` is how it hears of it, and by which it is known."""

    phone: Phone
    peer: str
    tries: int
    until_us: int


@dataclass(frozen=True)
class _Request:
    """A player's code, and who may type it, in the order in which they asked; ``typed`` is who has. With nobody left it
    ends at ``stands_us``."""

    code: str
    asking: tuple[_Asking, ...]
    stands_us: int
    typed: _Asking | None = None

    @property
    def shown(self) -> CodeShown:
        tries = max((each.tries for each in self.asking), default=TRIES)
        return CodeShown(self.code, tries, self.typed is not None)

    @property
    def until_us(self) -> int:
        if self.typed is not None:
            return self.typed.until_us
        return min((each.until_us for each in self.asking), default=self.stands_us)

    def of(self, phone: Phone) -> _Asking | None:
        return next((each for each in self.asking if each.phone == phone), None)


class Pairing(Generic[Player]):
    """Requests and paired phones, by player. Codes and tokens are drawn from ``secrets``, which nobody can guess;
    ``ended`` hears whose phone is theirs no longer, ``send`` has a phone hear something."""

    def __init__(self, secrets: random.Random) -> None:
        self.secrets = secrets
        self.ended: Callable[[Player], None] = lambda player: None
        self.send: Callable[[Phone, dict[str, Json]], None] = lambda phone, message: phone(message)
        self._requests: dict[Player, _Request] = {}
        self._tokens: dict[Player, str] = {}
        # Until when a player is left alone; and until when a peer waits, and how long the next time.
        self._alone_us: dict[Player, int] = {}
        self._waits_us: dict[tuple[Player, str], tuple[int, int]] = {}
        # The peers that were told to wait for nothing that they did.
        self._awaiting: dict[Player, set[str]] = {}

    @property
    def shown(self) -> tuple[tuple[Player, CodeShown], ...]:
        """What players' screens show of it."""
        return tuple((player, request.shown) for player, request in self._requests.items())

    @property
    def paired(self) -> frozenset[Player]:
        """The players who have a phone."""
        return frozenset(self._tokens)

    def next_us(self) -> int | None:
        """When a request ends by itself."""
        return min((request.until_us for request in self._requests.values()), default=None)

    def player_of(self, token: str) -> Player | None:
        """Whose phone shows ``token``; None if nobody's."""
        found = [player for player, known in self._tokens.items() if compare_digest(known, token)]
        return found[0] if found else None

    def stay_as(self, before: Pairing[Player]) -> None:
        """Whose phones are whose stays as it was ``before``, at the same table; what was asked for there ends."""
        self._tokens = {**before._tokens}

    # What phones do

    def ask(
        self, player: Player, phone: Phone, now_us: int, peer: str = "", code: str = ""
    ) -> Mapping[str, Json]:
        """A phone at ``peer`` asks to be ``player``'s; what it is answered: nothing against it, or a ``reason``.
        ``code`` is one that stands on that player's screen already, for something else: it is this phone's, too."""
        request = self._requests.get(player)
        if any(other.of(phone) for other in self._requests.values()):
            return {"reason": BUSY}
        if request is not None and (request.typed or any(each.peer == peer for each in request.asking)):
            return {"reason": BUSY}
        left_us = self._waits_us.get((player, peer), (0, 0))[0] - now_us
        awaiting = self._awaiting.setdefault(player, set())
        if request is None:
            alone_us = self._alone_us.get(player, 0) - now_us
            if left_us <= 0 < alone_us and len(awaiting) < MOST_PEERS:
                awaiting.add(peer)
            left_us = max(left_us, alone_us)
        if left_us > 0:
            return {"reason": WAIT, "seconds": -(-left_us // 1_000_000)}
        awaiting.discard(peer)
        tries = LATER_TRIES if request is not None or code else TRIES
        asking = _Asking(phone, peer, tries, now_us + CODE_US)
        if request is None:
            self._requests[player] = _Request(code or self._code(), (asking,), now_us + STANDS_US)
        else:
            self._requests[player] = replace(request, asking=(*request.asking, asking))
        return {}

    def _code(self) -> str:
        return "".join(self.secrets.choice("0123456789") for _ in range(CODE_LENGTH))

    def awaits(self, phone: Phone) -> bool:
        """Whether a phone has asked, and was not answered yet."""
        return self.asked_by(phone) is not None

    def asked_by(self, phone: Phone) -> Player | None:
        """Whom a phone has asked, and was not answered yet."""
        return self._of(phone)[0]

    def type(self, code: str, phone: Phone, now_us: int) -> Mapping[str, Json]:
        """A phone types a code: right, wrong, or not asked for."""
        player, request, asking = self._of(phone)
        if player is None or request is None or asking is None or request.typed:
            return {"reason": NO_REQUEST}
        if compare_digest(request.code.encode(), code.encode()):
            typed = replace(asking, until_us=now_us + OK_US)
            self._requests[player] = replace(request, typed=typed)
            return {}
        left = asking.tries - 1
        if not left:
            self._out(player, asking, WRONG, now_us)
            return {"reason": WRONG}
        fewer = tuple(replace(each, tries=left) if each is asking else each for each in request.asking)
        self._requests[player] = replace(request, asking=fewer)
        return {"reason": WRONG_CODE, "tries": left}

    def left(self, phone: Phone, now_us: int) -> None:
        """A phone has gone; what it asked for ends."""
        player, request, asking = self._of(phone)
        if player is None or request is None or asking is None:
            return
        if request.typed is not None and request.typed.phone == phone:
            self.end(player, GONE, now_us)
        else:
            self._out(player, asking, GONE, now_us)

    def _of(self, phone: Phone) -> tuple[Player | None, _Request | None, _Asking | None]:
        for player, request in self._requests.items():
            if asking := request.of(phone):
                return player, request, asking
        return None, None, None

    # What becomes of it

    def ok(self, player: Player) -> bool:
        """The player's `ok`: whether it pairs the phone that typed the code, in place of one that they had."""
        request = self._requests.get(player)
        if request is None or request.typed is None:
            return False
        typed = request.typed
        del self._requests[player]
        self.unpair(player)
        self._alone_us.pop(player, None)
        self._waits_us.pop((player, typed.peer), None)
        self._tokens[player] = self.secrets.randbytes(TOKEN_BYTES).hex()
        self.send(typed.phone, {"type": PAIRED, "player": player, "token": self._tokens[player]})
        for each in request.asking:
            if each.phone != typed.phone:
                self.send(each.phone, {"type": "unpaired", "player": player, "reason": BUSY})
        return True

    def end(self, player: Player, reason: str, now_us: int) -> None:
        """The request to ``player`` comes to nothing; phones are told why, and the player is left alone for a while."""
        request = self._requests.pop(player, None)
        if request is None:
            return
        self._alone_us[player] = now_us + WAIT_US
        self._awaiting.pop(player, None)
        for asking in request.asking:
            self._in_vain(player, asking, reason, now_us)

    def _out(self, player: Player, asking: _Asking, reason: str, now_us: int) -> None:
        """A phone has asked in vain; the last one takes the code with it, unless somebody waits for it."""
        request = self._requests[player]
        others = tuple(each for each in request.asking if each.phone != asking.phone)
        if others or (self._awaiting.get(player) and now_us < request.stands_us):
            self._requests[player] = replace(request, asking=others)
            self._in_vain(player, asking, reason, now_us)
        else:
            self.end(player, reason, now_us)

    def _in_vain(self, player: Player, asking: _Asking, reason: str, now_us: int) -> None:
        """A phone is told why it asked in vain, and waits before it asks again."""
        _, wait_us = self._waits_us.pop((player, asking.peer), (0, WAIT_US))
        self._waits_us[player, asking.peer] = (now_us + wait_us, min(2 * wait_us, MOST_WAIT_US))
        if len(self._waits_us) > MOST_PEERS:
            del self._waits_us[next(iter(self._waits_us))]
        self.send(asking.phone, {"type": "unpaired", "player": player, "reason": reason})

    def tick(self, now_us: int) -> bool:
        """End what has waited for too long; whether anything had."""
        late = [player for player, request in self._requests.items() if request.until_us <= now_us]
        for player in late:
            request = self._requests[player]
            if request.typed is not None or not request.asking:
                self.end(player, EXPIRED, now_us)
                continue
            for asking in request.asking:
                if asking.until_us <= now_us:
                    self._out(player, asking, EXPIRED, now_us)
        return bool(late)

    def unpair(self, player: Player) -> None:
        """The phone of ``player`` is theirs no longer."""
        if self._tokens.pop(player, None) is not None:
            self.ended(player)
