"""What a game adds to the language of table scripts: its words, its own statements, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from signifer_core.procedure import Table

from . import script_statements as statements
from .config import TableConfig
from .game_api import registry
from .game_api.game import AnyBundle
from .script_slots import Slot, Vocabulary

# The groups of statements, as the help lists them.
SETUP = "Before play, game first"
HANDS = "What hands do"
TIME = "Time and accidents"
EXPECT = "What must be seen"
# In place of a step: no game is on.
START, OFF = "start", "off"
# More than a screen shows of anything that is counted.
MOST_COUNTED = 99

# A fault of a script: its line, and what is wrong and what to write.
Finding = tuple[int, str]
# Whether an expectation held, what was wanted, what was seen.
Verdict = tuple[bool, str, str]


@dataclass(frozen=True)
class Form:
    """One form of a statement.

    ``usage``: words in small letters stand for themselves ("a|b" for one of them, which counts as a value), words in
    capitals are SLOTS, or the game's. ``make`` gets the values in order and returns the statement, or None for the
    brackets of a block. ``example`` parses.
    """

    group: str
    usage: str
    example: str
    about: str
    make: Callable[..., statements.Statement] | None


@dataclass(frozen=True)
class Script:
    """``statements`` in the order written; all that set the table up come before those of play."""

    file: str
    statements: tuple[statements.Statement, ...]

    @property
    def game(self) -> str:
        """The name of the game that is played."""
        return next(said.name for said in self.statements if isinstance(said, statements.Game))

    @property
    def starts(self) -> bool:
        """Whether it begins at the start picture, without a game."""
        return any(isinstance(said, statements.Begin) and said.step == START for said in self.statements)


class ScriptGame(Protocol):
    """What scripts of one game say beside what those of every game do. State and set-up are the game's own."""

    @property
    def vocabulary(self) -> Vocabulary: ...

    @property
    def forms(self) -> tuple[Form, ...]:
        """Its own statements: some that set up a position, and expectations. One with the usage of a common one stands
        for it."""
        ...

    @property
    def slots(self) -> Mapping[str, Slot]:
        """What the words in capitals stand for that only its own statements have."""
        ...

    def contradictions(self, found: Sequence[statements.Statement]) -> Iterator[Finding]:
        """What is wrong across statements that are right by themselves, blocks opened. Some may be missing, being
        faulty."""
        ...

    def unplayable(self, script: Script, config: TableConfig) -> Iterator[Finding]:
        """Why no game can begin as the script says; it has no faults of grammar."""
        ...

    def setup(self, script: Script, config: TableConfig) -> Mapping[str, Any]:
        """The position that the statements before play describe, for `Bundle.begin`."""
        ...

    def seen(self, expect: statements.Expect, bundle: AnyBundle, table: Table[Any]) -> Verdict:
        """Whether something of this game is as expected: one of its own statements, or units, which every game has."""
        ...

    def position(self, state: Any, *, untouched: bool) -> Iterator[str]:
        """The lines, after that of the game, that set up ``state``; nothing if hands set it up from the empty table
        and nothing else has happened (``untouched``). ConfigError for a moment at which no script can begin."""
        ...

    def ending(self, state: Any) -> Iterator[str]:
        """What a script may expect of ``state``, beside its step and who is active."""
        ...


def game_of(name: str) -> ScriptGame:
    """The words of one of the games that can be played."""
    return registry.game(name).script()


def same(wanted: object, seen: object) -> Verdict:
    """The verdict on two values that should be equal."""
    return wanted == seen, str(wanted), str(seen)


def kinds_seen(wanted: Sequence[str], lying: Sequence[str]) -> Verdict:
    """The verdict on kinds of cards, in any order."""
    seen = sorted(lying)
    return sorted(wanted) == seen, " ".join(wanted) or "none", " ".join(seen) or "none"


def flat(found: Sequence[statements.Statement]) -> Iterator[statements.Statement]:
    """All statements, those within together one by one."""
    for said in found:
        yield from said.statements if isinstance(said, statements.Together) else (said,)
