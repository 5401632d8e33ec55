"""Additions of a game to the language of table scripts: its words, its own statements, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Generic, TypeVar

from signifer_core.decks import CardDeck
from signifer_core.errors import ConfigError
from signifer_core.json_values import Json
from signifer_core.layout import Side, Zone
from signifer_core.position_fields import listed
from signifer_core.positions import AnyPositions
from signifer_core.procedure import Table, step_of

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.deck_files import DeckFile
from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.texts.sentences import refusal_codes

from . import expectations as ex
from . import statements as st
from .decks import SLOTS as DECK_SLOTS
from .decks import Brought, deck_forms
from .forms import Form
from .positions import Finding, Sayings, position_forms, position_lines, position_slots
from .slots import Slot, Vocabulary

# In place of a step: no game is on.
START, OFF = "start", "off"
State = TypeVar("State", bound=AnyState)
# Whether an expectation held, what was wanted, what was seen.
Verdict = tuple[bool, str, str]


@dataclass(frozen=True)
class Script:
    """``statements`` in the order written; all that set the table up come before those of play. ``decks`` are those
    that it names, by side."""

    file: str
    statements: tuple[st.Statement, ...]
    decks: Mapping[Side, DeckFile] = field(default_factory=dict, hash=False)

    @property
    def brought(self) -> Brought:
        """The decks that play, where it names any."""
        return Brought(self.game, self.decks)

    @property
    def words(self) -> AnyScriptGame:
        """What its game says, with the cards of these decks."""
        return words_of(self.brought.seated(registry.bundle(self.game)))

    @property
    def game(self) -> str:
        """The name of the game that is played."""
        return next(said.name for said in self.statements if isinstance(said, st.Game))

    @property
    def starts(self) -> bool:
        """Whether it begins at the start picture, without a game."""
        return any(isinstance(said, st.Begin) and said.step == START for said in self.statements)


class ScriptGame(Generic[State]):
    """What scripts of one game say beside what those of every game do. Its positions are those of the game's core.

    ``name`` is the game's. ``forms`` are statements of its own beside those of positions, or common ones in its own
    words; ``steps`` those that scripts name, by default all that its texts have; ``kinds`` those of cards that lie in
    columns, by default all. ``example`` is one of its cards and ``stranger`` another game's.
    ``unordered`` is what it expects beside its positions of which the order means nothing.
    """

    def __init__(
        self,
        name: str,
        *,
        forms: tuple[Form, ...] = (),
        steps: tuple[str, ...] = (),
        kinds: tuple[str, ...] = (),
        example: str = "",
        stranger: str = "",
        unordered: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self._forms, self._steps, self._kinds = forms, steps, kinds
        self._example, self._stranger = example, stranger
        self._unordered = frozenset(unordered)
        self._brought: AnyBundle | None = None
        self._is_open = False

    def playing(self, bundle: AnyBundle, *, is_open: bool = False) -> ScriptGame[State]:
        """The same with the cards of ``bundle``; ``is_open`` as in `Vocabulary`."""
        found = copy(self)
        for name in vars(self):
            if isinstance(getattr(type(self), name, None), cached_property):
                del found.__dict__[name]
        found._brought, found._is_open = bundle, is_open
        return found

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that vary, from the game's cards and texts."""
        cards = self._deck.catalogue
        other = next(game for game in registry.names() if game != self.name)
        return Vocabulary(
            game=self.name,
            cards=frozenset(cards),
            kinds=frozenset(self._kinds or (card.kind for card in cards.values())),
            steps=(START, *(self._steps or (*registry.game(self.name).texts().steps, "over")), OFF),
            refusals=refusal_codes(self.name),
            example=self._example if self._example in cards else next(iter(cards)),
            stranger=self._stranger or f"{other}:{registry.bundle(other).cards[0]}",
            decks=frozenset(deck.name for deck in self._bundle.sitting.values()),
            is_open=self._is_open,
        )

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """Its own statements: some that set up a position, and expectations. One with the usage of a common one stands
        for it."""
        return (*deck_forms(self.name), *position_forms(self._positions, self._deck), *self._forms)

    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        """What the words in capitals stand for that only its own statements have."""
        own = DECK_SLOTS if registry.game(self.name).decks is not None else {}
        return {**own, **position_slots(self._positions)}

    def contradictions(self, found: Sequence[st.Statement]) -> Iterator[Finding]:
        """What is wrong across statements that are right by themselves, blocks opened. Some may be missing, being
        faulty."""
        if self._is_open:
            return
        positions, sayings = self._positions, self._sayings(found, pads=True)
        limits = tuple(positions.limits(self._deck, sayings.values))
        yield from sayings.findings(limits)
        # What is faulty by itself is counted nowhere.
        whole = {
            what: value
            for what, value in sayings.whole.items()
            if not any(fault.concerns(what, value) for fault in limits)
        }
        setup = positions.taken(whole, sayings.begun, True)
        yield from sayings.findings(positions.counted(self._deck, setup))

    def unplayable(self, script: Script, config: TableConfig) -> Iterator[Finding]:
        """Why no game can begin as the script says; it has no faults of grammar."""
        positions, sayings = self._positions, self._sayings(script.statements, config.has_pads)
        begin = sayings.begin
        if begin and begin.step not in (START, *positions.steps):
            steps = listed((START, *positions.steps))
            yield begin.line, f'play cannot begin at "{begin.step}"; write {steps}'
        elif not script.starts:
            needed = tuple(positions.needed(sayings.values, sayings.begun))
            setup = positions.taken(sayings.whole, sayings.begun, config.has_pads)
            wrong = needed or positions.faults(self._deck, setup)
            yield from sayings.findings(wrong)
            there = begin and not wrong and step_of(positions.begin(self._deck, setup))
            if begin and there and there != begin.step:
                instead = f'write "begin {there}", or {positions.hints.get(begin.step, "another position")}'
                yield begin.line, f'what is said begins at "{there}", not at "{begin.step}"; {instead}'

    def setup(self, script: Script, config: TableConfig) -> Mapping[str, Json]:
        """The position that the statements before play describe, for `Bundle.begin`."""
        sayings = self._sayings(script.statements, config.has_pads)
        found: Mapping[str, Json] = self._positions.taken(
            sayings.whole, sayings.begun, config.has_pads
        ).to_json()
        return found

    def seen(self, expect: ex.Expect, bundle: AnyBundle, table: Table[State]) -> Verdict:
        """Whether something of this game is as expected: of its positions, of its own, or units, which all have."""
        if isinstance(expect, ex.ExpectUnits):
            return kinds_seen(
                expect.kinds, [bundle.deck.catalogue[card].kind for card in self.units(table, expect.zone)]
            )
        assert isinstance(expect, ex.ExpectThat), f"{expect} has no check"
        expected = {**self._positions.expected(table.state), **self.expected(bundle.deck, table)}
        # What only some cards have, others have not.
        seen = expected.get(expect.what, "none")
        if expect.what in self._unordered | self._positions.unordered:
            return sorted(expect.value.split()) == sorted(seen.split()), expect.value, seen
        return same(expect.value, seen)

    # Columns in which cards lie in piles, where no rule asks which: what lies there is what the readers see.
    piles: frozenset[str] = frozenset()

    def expected(self, deck: CardDeck, table: Table[State]) -> Mapping[str, str]:
        """What scripts may expect of a table beside its position, by what they say; ``deck`` is the table's own."""
        return {}

    def units(self, table: Table[State], zone: Zone) -> tuple[str, ...]:
        """The cards that lie in a zone as the table believes."""
        return self._bundle.procedure.due(table).must[zone]

    def position(self, state: State) -> Iterator[str]:
        """The lines, after that of the game, that set up ``state``; nothing if that is the empty table. ConfigError for
        a moment at which no script can begin."""
        positions = self._positions
        if state in (positions.begin(self._deck, positions.fresh(pads)) for pads in (True, False)):
            return
        step = step_of(state)
        if step not in positions.steps or not positions.settled(self._deck, state):
            raise ConfigError(
                [f"the report begins in the middle of a turn ({step}); replay it without --script"]
            )
        yield from position_lines(positions, state)
        yield f"begin {step}"

    def ending(self, state: State) -> Iterator[str]:
        """What a script may expect of ``state``, beside its step and who is active."""
        for what, value in self._positions.expected(state, ending=True).items():
            yield f"expect {what} {value}"

    @property
    def _bundle(self) -> AnyBundle:
        return self._brought or registry.bundle(self.name)

    @property
    def _deck(self) -> CardDeck:
        return self._bundle.deck

    @property
    def _positions(self) -> AnyPositions:
        return self._bundle.core.positions

    def _sayings(self, found: Sequence[st.Statement], pads: bool) -> Sayings:
        positions = self._positions
        return Sayings(positions, found, step_of(positions.begin(self._deck, positions.fresh(pads))))


AnyScriptGame = ScriptGame[AnyState]


@cache
def _plain(name: str) -> AnyScriptGame:
    return ScriptGame(name)


def game_of(name: str) -> AnyScriptGame:
    """The words of one of the games that can be played."""
    found = registry.game(name).script
    return _plain(name) if found is None else found()


def words_of(bundle: AnyBundle) -> AnyScriptGame:
    """The words of a game with the cards that play it: with an owner's corrections, and the decks that players have
    brought."""
    found = game_of(bundle.name)
    return found.playing(bundle) if bundle.corrections else found


def same(wanted: object, seen: object) -> Verdict:
    """The verdict on two values that should be equal."""
    return wanted == seen, str(wanted), str(seen)


def kinds_seen(wanted: Sequence[str], lying: Sequence[str]) -> Verdict:
    """The verdict on kinds of cards, in any order."""
    seen = sorted(lying)
    return sorted(wanted) == seen, " ".join(wanted) or "none", " ".join(seen) or "none"


def flat(found: Sequence[st.Statement]) -> Iterator[st.Statement]:
    """All statements, those within together one by one."""
    for said in found:
        yield from said.statements if isinstance(said, st.Together) else (said,)
