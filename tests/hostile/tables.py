"""All hostile tables: who plays there, by name; one evening of theirs, and the shortest one that fails alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .evening import Account, Evening
from .field_of_glory import Players
from .field_of_glory_starter import PlayersWithoutPads
from .guests import FaultError, Guests, LieError
from .thermopyles import Team

GUESTS: dict[str, type[Guests]] = {
    "field-of-glory": Players,
    "field-of-glory-starter": PlayersWithoutPads,
    "thermopyles": Team,
}
SHOWN = 40
# A shrunken evening is tried so often at most.
MOST_TRIES = 200


@dataclass
class Report:
    """Several evenings together."""

    evenings: int = 0
    decisions: int = 0
    gestures: int = 0
    undone: int = 0
    taken: int = 0
    forfeited: int = 0
    lied: int = 0
    hostile: Counter[str] = field(default_factory=Counter)
    ways: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, account: Account) -> None:
        self.evenings += 1
        self.decisions += account.decisions
        self.gestures += account.gestures
        self.undone += account.undone
        self.taken += account.taken
        self.forfeited += account.forfeited
        self.lied += account.lied
        self.hostile += account.hostile
        self.ways += account.ways

    @property
    def longest(self) -> tuple[int, int]:
        """The most presses, and the most moves of cards, of any way back."""
        presses = max((presses for presses, _ in self.ways), default=0)
        return presses, max((moves for _, moves in self.ways), default=0)

    def lines(self) -> list[str]:
        presses, moves = self.longest
        kinds = ", ".join(f"{kind} {number}" for kind, number in self.hostile.most_common())
        by_presses = Counter[int]()
        for (presses_once, _), number in self.ways.items():
            by_presses[presses_once] += number
        return [
            f"{self.evenings} evenings, {self.decisions} decisions, {self.gestures} gestures that were meant",
            f"{self.hostile.total()} hostile acts: {kinds}",
            f"back at an agreed table after {dict(sorted(by_presses.items()))} presses; longest {presses} presses, "
            f"{moves} moves of cards; {self.undone} undone, {self.taken} presses taken for what they said, "
            f"{self.forfeited} part payments forfeited, {self.lied} evenings ended by a lie that no table can know",
        ]


def play(name: str, seed: int, **how: Any) -> tuple[Evening, FaultError | None]:
    """One evening, ``how`` as in `Evening`; and what the table did wrong."""
    tried = Evening(GUESTS[name](seed), seed, **how)
    try:
        tried.play()
    except LieError:
        tried.account.lied = 1
    except FaultError as fault:
        return tried, fault
    return tried, None


def shrunk(name: str, seed: int, **how: Any) -> tuple[Evening, FaultError]:
    """An evening that fails as the one of ``seed`` does, with as few hostile acts as can be found."""
    found, fault = play(name, seed, **how)
    assert fault is not None, f"{name} {seed} does not fail"
    spared: set[int] = set()
    tries, chunk = 0, max(1, len(found.hostile_points) // 2)
    while chunk and tries < MOST_TRIES:
        points, smaller = found.hostile_points[:-1], False
        for first in range(0, len(points), chunk):
            tries += 1
            without = spared | set(points[first : first + chunk])
            other, alike = play(name, seed, spared=without, **how)
            if (
                alike is not None
                and _kind(alike) == _kind(fault)
                and len(other.hostile_points) < len(found.hostile_points)
            ):
                found, fault, spared, smaller = other, alike, without, True
                break
        if not smaller:
            chunk //= 2
    return found, fault


def _kind(fault: FaultError) -> str:
    """What of a fault stays the same when less goes wrong before it."""
    return str(fault).partition(":")[0]


def told(played: Evening, name: str, seed: int, fault: FaultError, shown: int = SHOWN) -> str:
    """What a person reads of an evening that failed."""
    last = played.acts[-shown:]
    head = f"{name} {seed}: {fault}"
    return "\n".join([head, f"the last of {len(played.acts)} lines:", *last, f"# {fault}"])


def script(played: Evening, name: str) -> str:
    """The evening as a table script. Hands of a script wait after each move, which those of an evening may not do."""
    guests = GUESTS[name]
    dice = " ".join(map(str, played.board.dice))
    head = [
        f"# A hostile evening: {name}.",
        f"game {guests.game}",
        f"table {'standard' if guests.pads else 'starter'}",
        *([f"dice {dice}"] if dice else []),
    ]
    return "\n".join([*head, *played.acts, ""])
