"""The dice of one game at the table: drawn, journalled, and said on screens. docs/dice.md.

A record is made of the journal alone, the same way in play and after a power cut: ``kept`` folds entries into it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from signifer_core.dice import PRESSES, SECRET_BYTES, Record, commitment, derived, die, seal
from signifer_core.json_values import as_int, as_list, as_object, as_str
from signifer_core.layout import SIDES, Side, side_of
from signifer_core.procedure import Prompt, Roll
from signifer_core.rules import Figure

from signifer_firmware.storage.store import Entry

# Digits of a hash or a secret are read in groups, as those of a bank account.
GROUP = 4
# Kinds of entries that tell of dice; "roll" is told to the players too, these are not.
SECRET: Final = "secret"
COLUMN: Final = "column"
OPENED: Final = "opened"
# When screens speak of dice: while the ceremony is offered, just after that, and after the game.
OFFERED, BEGUN, OVER = "offered", "begun", "over"


@dataclass(frozen=True, slots=True)
class Note:
    """What both players' screens say of the dice: a key of the texts, with its figures."""

    key: str
    figures: tuple[tuple[str, Figure], ...] = ()


# From the journal


def kept(record: Record, entries: Iterable[Entry]) -> Record:
    """``record`` after ``entries``; those of other kinds say nothing of dice."""
    for entry in entries:
        match entry.kind:
            case "begin":
                record = Record()
            case "secret":
                body = as_object(entry.body)
                secret = bytes.fromhex(as_str(body["secret"]))
                record = replace(record, secret=secret, commitment=as_str(body["commitment"]))
            case "column":
                body = as_object(entry.body)
                press = (side_of(as_str(body["player"])), as_int(body["column"]))
                record = replace(record, presses=(*record.presses, press), seal=as_str(body["seal"]))
            case "roll":
                for body in map(as_object, as_list(entry.body)):
                    player, purpose = side_of(as_str(body["player"])), as_str(body["for"])
                    record = record.with_roll(player, purpose, as_int(body["value"]))
            case "opened":
                record = replace(record, opened=True)
    return record


# For the journal


def drawn_secret(rng: random.Random, now_us: int) -> Entry:
    """The secret of a game that begins, with what will be shown of it."""
    secret = rng.randbytes(SECRET_BYTES)
    return Entry(now_us, SECRET, {"secret": secret.hex(), "commitment": commitment(secret)})


def offered(record: Record) -> bool:
    """Whether a ceremony could still be held, if the game has not begun in earnest."""
    return bool(record.secret) and not record.opened


def pressed(record: Record, player: Side, column: int, now_us: int) -> list[Entry]:
    """A column pressed for the ceremony, with the last one the seal; nothing if the player has three already."""
    if len(record.columns(player)) == PRESSES:
        return []
    presses = (*record.presses, (player, column))
    sealed = seal(record.secret, presses) if replace(record, presses=presses).holds else ""
    return [Entry(now_us, COLUMN, {"player": player, "column": column, "seal": sealed})]


def opening(record: Record, now_us: int) -> list[Entry]:
    """The secret is opened, once: the game is over."""
    return [Entry(now_us, OPENED, None)] if offered(record) else []


def rolled(record: Record, rolls: tuple[Roll, ...], rng: random.Random) -> tuple[Roll, ...]:
    """The dice, fallen: as secret and presses have it where the ceremony holds, else from ``rng``."""
    first = record.next_number
    if first:
        values = (
            derived(record.secret, record.presses, number) for number in range(first, first + len(rolls))
        )
    else:
        values = (die(_bytes(rng)) for _ in rolls)
    return tuple(replace(roll, value=value) for roll, value in zip(rolls, values, strict=False))


def _bytes(rng: random.Random) -> Iterator[int]:
    while True:
        yield from rng.randbytes(1)


# For the players


def answers(record: Record, player: Side, step: str, *, taken: bool) -> tuple[Prompt, ...]:
    """What is said to a press for the ceremony: both hear what was entered, or ``player`` alone that it is enough."""
    if not taken:
        return (Prompt(player, step, "dice-enough"),)
    figures = _columns(record, player)
    return tuple(Prompt(each, step, "dice-columns", figures) for each in SIDES)


def notes(record: Record, phase: str) -> tuple[Note, ...]:
    """What the screens say of the dice in a ``phase``; nothing in any other."""
    match phase:
        case "offered" if record.holds:
            return (*_entered(record), Note("dice-seal", _digits(record.seal)))
        case "offered":
            return (Note("dice-offer"), *_entered(record))
        case "begun":
            return (Note("dice-ceremony" if record.holds else "dice-own"),)
        case "over" if record.holds and record.opened:
            return (Note("dice-secret", _digits(record.secret.hex())), *_entered(record), *_tallies(record))
        case "over":
            return _tallies(record)
        case _:
            return ()


def _entered(record: Record) -> tuple[Note, ...]:
    pressers = [player for player in SIDES if record.columns(player)]
    columns = tuple(Note("dice-columns", _columns(record, player)) for player in pressers)
    return (*columns, Note("dice-commitment", _digits(record.commitment)))


def _tallies(record: Record) -> tuple[Note, ...]:
    return tuple(
        Note(
            "dice-tally",
            (
                ("side", tally.player),
                ("dice", tally.dice),
                ("mean", f"{tally.mean:.2f}"),
                ("faces", spaced(tally.faces)),
            ),
        )
        for tally in record.tallies()
        if tally.dice
    )


def _columns(record: Record, player: Side) -> tuple[tuple[str, Figure], ...]:
    return (("side", player), ("columns", spaced(record.columns(player))))


def _digits(hexadecimal: str) -> tuple[tuple[str, Figure], ...]:
    groups = [hexadecimal[at : at + GROUP] for at in range(0, len(hexadecimal), GROUP)]
    return (("digits", " ".join(groups)),)


def spaced(numbers: tuple[int, ...]) -> str:
    """Numbers as screens and prints say them."""
    return " ".join(map(str, numbers))
