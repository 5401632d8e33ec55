"""What is printed on the cards of Dark Age Arena: one kind of value for each sort of card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from signifer_core.frozen import FrozenMap

from .effects import Effect, Sign

Sort = Literal["character", "weapon", "skill", "supply", "instant", "victory", "artifact"]
SORTS: tuple[Sort, ...] = get_args(Sort)
# When an instant may be played: in these steps, at any time, or in a combat.
When = Literal[
    "any", "combat", "assemble", "stock", "draft", "contest", "prepare", "bid", "declare", "muster", "bluff",
    "target", "react", "defend", "yield", "aim", "shoot", "pair", "assist", "strike", "spoils", "home", "supply",
]  # fmt: skip
WHEN: tuple[When, ...] = get_args(When)
Condition = Literal["pillaged", "held", "unhurt", "ask"]
CONDITIONS: tuple[Condition, ...] = get_args(Condition)
Scorer = Literal["A", "D", "AD"]
Target = Literal["own", "enemy"]
Names = FrozenMap[str]
NO_NAMES: Names = FrozenMap({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """What every card has: its ``kind`` (the word in its id), how it is called, how many a deck has of it. ``names``
    are those in other languages, by "fr", "de"; ``note`` is text that is done by hand (DA-43)."""

    kind: str
    name: str
    count: int
    effects: tuple[Effect, ...] = ()
    note: str = ""
    names: Names = field(default=NO_NAMES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(Printed):
    """``weapons`` and ``skills`` are how many it may bear; the four lists are values of 2D6."""

    control: int
    life: int
    weapons: int
    skills: int
    ranged: tuple[int, ...]
    hit: tuple[int, ...]
    block: tuple[int, ...]
    armour: tuple[int, ...]
    klass: str
    unique: bool
    frenzy: bool
    unblockable: bool

    def values(self, sign: Sign) -> tuple[int, ...]:
        """The list that is printed with this sign."""
        return {"()": self.ranged, "[]": self.hit, "<>": self.block, "{}": self.armour}[sign]


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipment(Printed):
    """A weapon or a skill; light and heavy versions of one thing are of one ``family``."""

    sort: Literal["weapon", "skill"]
    com: int = 0
    log: int = 0
    klass: str = ""
    family: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply(Printed):
    com: int = 0
    log: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Instant(Printed):
    """Played in one of the steps ``at``; with a ``target`` on a character in play of that side."""

    at: tuple[When, ...]
    com: int = 0
    log: int = 0
    target: Target | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Victory(Printed):
    """Scores ``points`` for the attacker, the defender or either, if all of ``when`` hold and ``killed`` enemies at
    least have died."""

    scorer: Scorer
    points: int
    when: tuple[Condition, ...] = ()
    killed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact(Printed):
    """Laid at a place in the set-up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    name: str
    recruitment: int
    attack: int
    defence: int
    min_hand: int
    effects: tuple[Effect, ...] = ()
    note: str = ""
    names: Names = field(default=NO_NAMES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    name: str
    effects: tuple[Effect, ...] = ()
    note: str = ""
    names: Names = field(default=NO_NAMES)


def sort_of(printed: Printed) -> Sort:
    """The word for what sort of card it is."""
    if isinstance(printed, Equipment):
        return printed.sort
    word = type(printed).__name__.lower()
    return next(sort for sort in SORTS if sort == word)


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A player's deck as its file has it. ``enemies`` are pairs of classes that are enemies (DA-42), ``text`` is the
    file itself; ``invented`` says that no such cards were ever printed."""

    name: str
    leader: Leader
    places: tuple[Place, Place, Place]
    kinds: FrozenMap[Printed]
    enemies: frozenset[frozenset[str]]
    invented: bool
    text: str = field(compare=False)

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of its cards without the name of the deck: "knight-1", in the order of the file."""
        return tuple(
            f"{kind}-{number}" for kind, each in self.kinds.items() for number in range(1, each.count + 1)
        )

    @property
    def sorts(self) -> Mapping[str, int]:
        """How many cards it has of each sort that it has."""
        counts = Counter[str]()
        for printed in self.kinds.values():
            counts[sort_of(printed)] += printed.count
        return {sort: counts[sort] for sort in SORTS if counts[sort]}
