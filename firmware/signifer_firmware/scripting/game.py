"""Additions of a game to the language of table scripts: its words, its own statements, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from signifer_core.errors import ConfigError
from signifer_core.procedure import Table, step_of

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.texts.sentences import refusal_codes

from . import statements
from .slots import Slot, Vocabulary

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


class ScriptGame:
    """What scripts of one game say beside what those of every game do. State and set-up are the game's own.

    As it stands it is that of a game that adds nothing: play begins at the empty table, and scripts say what hands do
    and screens show. ``name`` is the game's.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that vary, from the game's cards and texts."""
        cards = registry.bundle(self.name).deck.catalogue
        other = next(game for game in registry.names() if game != self.name)
        return Vocabulary(
            game=self.name,
            cards=frozenset(cards),
            kinds=frozenset(card.kind for card in cards.values()),
            steps=(START, *registry.game(self.name).texts().steps, "over", OFF),
            refusals=refusal_codes(self.name),
            example=next(iter(cards)),
            stranger=f"{other}:{registry.bundle(other).cards[0]}",
        )

    @property
    def forms(self) -> tuple[Form, ...]:
        """Its own statements: some that set up a position, and expectations. One with the usage of a common one stands
        for it."""
        return ()

    @property
    def slots(self) -> Mapping[str, Slot]:
        """What the words in capitals stand for that only its own statements have."""
        return {}

    def contradictions(self, found: Sequence[statements.Statement]) -> Iterator[Finding]:
        """What is wrong across statements that are right by themselves, blocks opened. Some may be missing, being
        faulty."""
        for said in found:
            if isinstance(said, statements.Setup):
                yield said.line, f"{self.name} begins at the empty table; lay the cards"

    def unplayable(self, script: Script, config: TableConfig) -> Iterator[Finding]:
        """Why no game can begin as the script says; it has no faults of grammar."""
        fresh = step_of(registry.bundle(self.name).begin(self.setup(script, config)))
        for said in script.statements:
            if isinstance(said, statements.Begin) and said.step not in (START, fresh):
                yield said.line, f'play cannot begin at "{said.step}"; write {START} or {fresh}'

    def setup(self, script: Script, config: TableConfig) -> Mapping[str, Any]:
        """The position that the statements before play describe, for `Bundle.begin`."""
        return registry.bundle(self.name).fresh(pads=config.has_pads)

    def seen(self, expect: statements.Expect, bundle: AnyBundle, table: Table[Any]) -> Verdict:
        """Whether something of this game is as expected: one of its own statements, or units, which every game has."""
        assert isinstance(expect, statements.ExpectUnits), f"{expect} has no check"
        lying = bundle.procedure.due(table).must[expect.zone]
        return kinds_seen(expect.kinds, [bundle.deck.catalogue[card].kind for card in lying])

    def position(self, state: Any, *, untouched: bool) -> Iterator[str]:
        """The lines, after that of the game, that set up ``state``; nothing if hands set it up from the empty table
        and nothing else has happened (``untouched``). ConfigError for a moment at which no script can begin."""
        if not untouched:
            raise ConfigError(["the report begins in the middle of a game; replay it without --script"])
        yield from ()

    def ending(self, state: Any) -> Iterator[str]:
        """What a script may expect of ``state``, beside its step and who is active."""
        yield from ()


@cache
def _plain(name: str) -> ScriptGame:
    return ScriptGame(name)


def game_of(name: str) -> ScriptGame:
    """The words of one of the games that can be played."""
    found = registry.game(name).script
    return _plain(name) if found is None else found()


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
