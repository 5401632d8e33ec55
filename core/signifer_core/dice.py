"""Dice that anybody can check: what they are made of, and what a record of them has to agree with. docs/dice.md.

With a ceremony, three things are known before the first die falls: the table's secret, to which its SHA-256 (the
commitment) binds it; three columns chosen by each player; and the seal, which binds the record to those columns. Each
die then follows from secret, columns and its number; nobody could have chosen it, and everybody can work it out once
the secret is open. Without one, dice come from the operating system, and nothing about them can be checked.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count
from typing import Annotated

from signifer_core.layout import Side

from .layout import COLUMNS, SIDES
from .notation import number as one_of

FACES = 6
# A field of actions that names the face on which a die has fallen.
FACE = one_of(range(1, FACES + 1), f"a die falls on 1 to {FACES}")
Die = Annotated[int, FACE]
# The largest multiple of FACES that bytes can count: a byte from here on would make small numbers likelier.
USABLE = 256 // FACES * FACES
SECRET_BYTES = 16
PRESSES = 3
Presses = tuple[tuple[Side, int], ...]


def commitment(secret: bytes) -> str:
    """What the table says of its secret before it knows the presses: SHA-256, 64 hexadecimal digits."""
    return sha256(secret).hexdigest()


def presses_text(presses: Presses) -> str:
    """The presses as the dice are made of them: red's, then blue's, each in their order: "red 3 1 5 blue 2 4 1"."""
    return " ".join(
        f"{player} {' '.join(str(column) for presser, column in presses if presser == player)}"
        for player in SIDES
    )


def seal(secret: bytes, presses: Presses) -> str:
    """What holds the record to the presses: HMAC-SHA256 of their text under the secret, 64 hexadecimal digits."""
    return _mac(secret, presses_text(presses)).hex()


def derived(secret: bytes, presses: Presses, number: int) -> int:
    """Die ``number`` (from 1) of a ceremony: the first usable byte of HMAC-SHA256 under the secret, of the text
    "red 3 1 5 blue 2 4 1 roll 7 block 0", and then of block 1, 2 and so on."""
    return die(_bytes(secret, f"{presses_text(presses)} roll {number}"))


def die(stream: Iterable[int]) -> int:
    """1 to 6, equally likely, from equally likely bytes: the first one below 252, modulo 6, and 1."""
    return next(byte for byte in stream if byte < USABLE) % FACES + 1


def _bytes(secret: bytes, text: str) -> Iterator[int]:
    for block in count():
        yield from _mac(secret, f"{text} block {block}")


def _mac(secret: bytes, text: str) -> bytes:
    return hmac.digest(secret, text.encode("ascii"), "sha256")


@dataclass(frozen=True, slots=True)
class Fallen:
    """A die that has fallen: for whom, for what, 1 to 6; ``number`` (from 1) if it is one of a ceremony, else 0."""

    player: Side
    purpose: str
    value: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """How the dice fell for a player: how often each face, 1 to 6."""

    player: Side
    faces: tuple[int, ...]

    @property
    def dice(self) -> int:
        return sum(self.faces)

    @property
    def mean(self) -> float:
        """0.0 if there were none."""
        return sum(face * times for face, times in enumerate(self.faces, 1)) / (self.dice or 1)


@dataclass(frozen=True, slots=True)
class Record:
    """The dice of one game, as they stand in its journal. ``secret`` is empty in a game that has none; ``presses`` are
    in the order made; ``opened`` says that the secret has been shown, after which no die is made of it."""

    secret: bytes = b""
    commitment: str = ""
    presses: Presses = ()
    seal: str = ""
    rolls: tuple[Fallen, ...] = ()
    opened: bool = False

    def columns(self, player: Side) -> tuple[int, ...]:
        """The columns that ``player`` has pressed."""
        return tuple(column for presser, column in self.presses if presser == player)

    @property
    def holds(self) -> bool:
        """Whether the ceremony was held: both players have entered their presses."""
        return bool(self.secret) and all(len(self.columns(player)) == PRESSES for player in SIDES)

    @property
    def next_number(self) -> int:
        """The number of the next die of the ceremony; 0 if the next die is none."""
        if not self.holds or self.opened:
            return 0
        return max((fallen.number for fallen in self.rolls), default=0) + 1

    def with_roll(self, player: Side, purpose: str, value: int) -> Record:
        """One more die, numbered if the ceremony holds."""
        fallen = Fallen(player, purpose, value, self.next_number)
        return replace(self, rolls=(*self.rolls, fallen))

    def tallies(self) -> tuple[Tally, ...]:
        """How the dice fell for each player, those of the operating system included."""
        return tuple(
            Tally(player, tuple(self._falls(player).count(face) for face in range(1, FACES + 1)))
            for player in SIDES
        )

    def _falls(self, player: Side) -> list[int]:
        return [fallen.value for fallen in self.rolls if fallen.player == player]


def check(record: Record) -> str:
    """The first thing of ``record`` that does not agree with the rest, in words; "" if all agrees.

    Without a ceremony only the commitment can be checked.
    """
    if len(record.secret) < SECRET_BYTES:
        return f"the secret has {len(record.secret)} bytes, and {SECRET_BYTES} are the least"
    if commitment(record.secret) != record.commitment:
        return "the secret is not the one that the table committed itself to"
    if any(player not in SIDES or column not in COLUMNS for player, column in record.presses):
        return "the presses are not all columns of the players"
    if not record.holds:
        return "dice are numbered, and there was no ceremony" if any(f.number for f in record.rolls) else ""
    if seal(record.secret, record.presses) != record.seal:
        return "the presses are not those that were sealed"
    numbered = [fallen for fallen in record.rolls if fallen.number]
    for number, fallen in enumerate(numbered, 1):
        value = derived(record.secret, record.presses, number)
        if (fallen.number, fallen.value) != (number, value):
            return f"die {fallen.number} shows {fallen.value}, and die {number} has to show {value}"
    return ""
