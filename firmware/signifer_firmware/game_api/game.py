"""A game as the firmware knows it: one typed record. Few parts are required; each of the others has a default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Generic, Protocol, TypeGuard, TypeVar, cast

from signifer_core.cards import Catalogue
from signifer_core.decks import CardDeck
from signifer_core.json_values import Json
from signifer_core.layout import Side
from signifer_core.positions import PositionsOf
from signifer_core.procedure import Procedure, Table

if TYPE_CHECKING:
    from signifer_firmware.display.panels import Panel
    from signifer_firmware.i18n.words import Called, Words
    from signifer_firmware.scripting.game import ScriptGame
    from signifer_firmware.session.outlook import Outlook
    from signifer_firmware.simulation.robots.game import RobotGame
    from signifer_firmware.web.game import PageGame

    from .texts import GameTexts

Deck = TypeVar("Deck", bound=CardDeck)
State = TypeVar("State", bound="AnyState")
Action = TypeVar("Action")
StateContra = TypeVar("StateContra", bound="AnyState", contravariant=True)
DeckContra = TypeVar("DeckContra", bound=CardDeck, contravariant=True)
T = TypeVar("T")

# A part that is loaded when somebody asks for it. Modules keep what they made.
Part = Callable[[], T]


class Room:
    """A module that is loaded when something in it is asked for."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> object:
        found: object = getattr(import_module(self._module), name)
        return found


def rooms(package: str, *names: str) -> tuple[Room, ...]:
    """Modules of a game's package for its record: "robots.game" is one in a room of its own. Checkers do not look
    through them; they are shown imports of the same names, so that parts keep their types."""
    return tuple(Room(f"{package}.{name}") for name in names)


class AnyState(Protocol):
    """What every game's state says, to whoever does not know which game it is of."""

    @property
    def step(self) -> str: ...

    @property
    def turn(self) -> int: ...


def is_of(table: Table[AnyState] | None, kind: type[State]) -> TypeGuard[Table[State]]:
    """Whether there is a table, and of the game whose states are of this ``kind``."""
    return table is not None and isinstance(table.state, kind)


@dataclass(frozen=True)
class Traits:
    """What other parts have to know of a game before they play it.

    ``needs_pads``: it cannot be played at a table without pads. ``one_side``: everybody plays on the same side of the
    table, so nobody changes sides in a rematch. ``hides``: players hide something from each other, hands and pads.
    ``shuffles``: discards may be shuffled into a deck.
    """

    needs_pads: bool = False
    one_side: bool = False
    hides: bool = True
    shuffles: bool = False


@dataclass(frozen=True)
class Core(Generic[Deck, State, Action]):
    """Cards and rules of a game, as signifer_core has them.

    ``positions`` are those from which play can begin. ``active`` is the side whose turn it is, ``lying`` are the cards
    that lie on the battlefield.
    """

    catalogue: Callable[[], Catalogue]
    deck: Callable[[Catalogue], Deck]
    procedure: Callable[[Deck], Procedure[State, Action]]
    positions: PositionsOf[Deck, State]
    active: Callable[[State], Side]
    lying: Callable[[State], frozenset[str]]


class Draw(Protocol[DeckContra, StateContra]):
    """What each screen of the standard table shows, by its place: "3 red", "red"; to each player in their words
    (``readers``).

    Of several refusals that stand against a player, their panel has number ``reason``, counted round. In the columns
    ``turned``, control has just changed.
    """

    def __call__(
        self,
        deck: DeckContra,
        table: Table[StateContra],
        outlook: Outlook,
        reason: int,
        turned: frozenset[int],
        readers: Mapping[str, Words],
    ) -> dict[str, Panel]: ...


def _nothing(*_of: object) -> None:
    """A game without this."""


def _unsaid(*_of: object) -> tuple[str, ...]:
    """A game that says nothing of it."""
    return ()


def _by_figures(deck: CardDeck) -> Mapping[str, Called]:
    """Cards that are called by their kinds, and by the figures in which those of a kind differ."""
    from signifer_firmware.i18n.words import Called

    values: dict[tuple[str, str], set[int | None]] = {}
    for card in deck.catalogue.values():
        for name, figure in card.figures.items():
            values.setdefault((card.kind, name), set()).add(figure.value)
    return {
        card.id: Called(
            mark="/".join(
                "?" if figure.value is None else str(figure.value)
                for name, figure in card.figures.items()
                if len(values[card.kind, name]) > 1
            )
        )
        for card in deck.catalogue.values()
    }


def _uncounted(state: object) -> Mapping[str, str]:
    """A game that counts nothing which lies unseen."""
    del state
    return {}


def _nowhere(*_of: object) -> frozenset[int]:
    """A game without this in any column."""
    return frozenset()


def _unturned(before: object, after: object) -> frozenset[int]:
    """A game in which nothing is turned."""
    del before, after
    return frozenset()


@dataclass(frozen=True)
class Telling(Generic[Deck, State]):
    """What a game shows on its screens, and what it answers to players; of paragraphs none by default.

    ``draw`` draws the screens; without it they show what every game has. ``called`` is what each card is called, by the
    figures with which the game is played. ``account`` is where every card is as far as it was seen, and how many are
    where it was not: an English text for each player's. ``total`` is what a column's screens show for a side, ``lead``
    the card there that leads or is selected to; None for neither. ``turned`` are the columns whose control differs
    between two states.

    ``help`` says what a player may do in this step, ``why`` how the last result came about, ``discards`` what the
    table knows of a player's discards, for that player alone. ``odds`` are a title and paragraphs of a column (None: of
    all), nothing where there is nothing to tell: for the viewer "" from nothing that either player hides, for a player
    also from what the table knows that this player may know. ``odds_columns`` are the columns whose button asks for
    them when that player holds it, and means nothing else, while both allow odds or while they do not.
    """

    draw: Draw[Deck, State] | None = None
    called: Callable[[Deck], Mapping[str, Called]] = _by_figures
    account: Callable[[State], Mapping[str, str]] = _uncounted
    total: Callable[[Deck, Table[State], int, Side], int | None] = _nothing
    lead: Callable[[Table[State], int, Side], str | None] = _nothing
    turned: Callable[[State, State], frozenset[int]] = _unturned
    help: Callable[[Deck, Table[State], Side, Words], tuple[str, ...]] = _unsaid
    why: Callable[[Deck, Table[State], Side, Words], tuple[str, ...]] = _unsaid
    discards: Callable[[State, Side, Words], tuple[str, ...]] = _unsaid
    odds_columns: Callable[[Deck, Table[State], Side, bool], frozenset[int]] = _nowhere
    odds: Callable[[Deck, Table[State], Words, str, int | None], tuple[str, ...]] = _unsaid


def _plain_telling() -> Telling[Deck, State]:
    return Telling()


def _any_legal() -> RobotGame[Deck, State, Action]:
    from signifer_firmware.simulation.robots.game import RobotGame

    return RobotGame()


def _plain_page() -> PageGame[Deck, State, Action]:
    from signifer_firmware.web.game import PageGame

    return PageGame()


@dataclass(frozen=True)
class Game(Generic[Deck, State, Action]):
    """A game that can be registered.

    ``name`` is its id, ``title`` what people call it in every language, ``rulings`` how the ids of its rulings begin.
    Without a part of its own a game has screens that show what lies, is asked and is refused, robots that play anything
    legal, a page that shows the table, and scripts of hands and screens alone. ``demo`` is the file of its demo, a
    table script, where that is not called after the game; after the statement ``sheet_after`` of it the docs show its
    screens, "" if not at all.
    """

    name: str
    title: str
    rulings: str
    core: Part[Core[Deck, State, Action]]
    texts: Part[GameTexts]
    telling: Part[Telling[Deck, State]] = _plain_telling
    robot: Part[RobotGame[Deck, State, Action]] = _any_legal
    page: Part[PageGame[Deck, State, Action]] = _plain_page
    script: Part[ScriptGame[State]] | None = None
    traits: Traits = Traits()
    demo: str = ""
    sheet_after: str = ""

    @property
    def demo_script(self) -> str:
        """The file of the table script that comes with the program as a demo of this game."""
        return self.demo or f"{self.name}.table"

    def bundle(self, corrections: str = "", *, file: str = "corrections") -> Bundle[Deck, State, Action]:
        """The game with an owner's corrections of its cards, read from ``file``; ConfigError with all their faults."""
        core, telling = self.core(), self.telling()
        catalogue = core.catalogue()
        deck = core.deck(catalogue.overlaid(corrections, file=file) if corrections else catalogue)
        return Bundle(self, core, telling, corrections, deck, core.procedure(deck))

    @property
    def unnamed(self) -> AnyGame:
        """The same game to whoever does not know which one it is. Its states and actions are then opaque: what one of
        its functions hands out is for others of the same game, which no type says, so this is a cast."""
        return cast("AnyGame", self)


@dataclass(frozen=True, eq=False)
class Bundle(Generic[Deck, State, Action]):
    """A game with the figures of one box of cards: what a table plays.

    ``corrections`` is the text of the owner's corrections of the cards, "" without any; the journal keeps it with the
    game.
    """

    game: Game[Deck, State, Action]
    core: Core[Deck, State, Action]
    telling: Telling[Deck, State]
    corrections: str
    deck: Deck
    procedure: Procedure[State, Action]

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def unnamed(self) -> AnyBundle:
        """The same to whoever does not know which game it is; see `Game.unnamed`."""
        return cast("AnyBundle", self)

    def corrected(self, corrections: str) -> Bundle[Deck, State, Action]:
        """The same game with other corrections, such as those with which its journal says that it was begun."""
        return self if corrections == self.corrections else self.game.bundle(corrections)

    @cached_property
    def called(self) -> Mapping[str, Called]:
        """What each card is called by people, by the figures with which the game is played."""
        return self.telling.called(self.deck)

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of all cards in the game's box."""
        return tuple(self.deck.catalogue)

    def begin(self, setup: Mapping[str, Json]) -> State:
        """The state that a set-up in plain values describes."""
        return self.core.positions.begin(self.deck, self.core.positions.setup.from_json(setup))

    def fresh(self, *, pads: bool) -> Mapping[str, Json]:
        """The set-up in plain values with which people begin a game at the empty table, with or without pads."""
        if self.game.traits.needs_pads and not pads:
            raise ValueError(f"{self.game.title} needs pads: ask needs_pads before")
        found: Mapping[str, Json] = self.core.positions.fresh(pads).to_json()
        return found

    def notation(self, action: Action) -> str:
        return self.procedure.rules.notation.write(action)

    def parse(self, text: str) -> Action:
        return self.procedure.rules.notation.parse(text)

    def active(self, state: State) -> Side:
        """The side whose turn it is."""
        return self.core.active(state)

    def lying(self, state: State) -> frozenset[str]:
        """The cards that lie on the battlefield."""
        return self.core.lying(state)

    def account(self, state: State) -> Mapping[str, str]:
        """Where every card is, as far as it was seen; see `Telling`."""
        return self.telling.account(state)

    def total(self, table: Table[State], column: int, player: Side) -> int | None:
        """The total that a column's screens show for ``player``; None if there is nothing to add up."""
        return self.telling.total(self.deck, table, column, player)

    def lead(self, table: Table[State], column: int, player: Side) -> str | None:
        """The unit of ``player`` in ``column`` that leads or is selected to lead, or None."""
        return self.telling.lead(table, column, player)

    def help(self, table: Table[State], player: Side, words: Words) -> tuple[str, ...]:
        """What ``player`` may do in this step, explained in paragraphs."""
        return self.telling.help(self.deck, table, player, words)

    def why(self, table: Table[State], player: Side, words: Words) -> tuple[str, ...]:
        """How the last result came about, in paragraphs; none without one."""
        return self.telling.why(self.deck, table, player, words)

    def discards(self, table: Table[State], player: Side, words: Words) -> tuple[str, ...]:
        """What the table knows of ``player``'s discards, in paragraphs, for that player alone."""
        return self.telling.discards(table.state, player, words)

    def odds_columns(self, table: Table[State], player: Side, *, allowed: bool = True) -> frozenset[int]:
        """The columns whose button asks for odds when ``player`` holds it; see `Telling`."""
        return self.telling.odds_columns(self.deck, table, player, allowed)

    def odds(
        self, table: Table[State], words: Words, viewer: str = "", column: int | None = None
    ) -> tuple[str, ...]:
        """The odds of a column, or all, a title and paragraphs; none where there are none. See `Telling`."""
        return self.telling.odds(self.deck, table, words, viewer, column)

    def turned(self, before: State, after: State) -> frozenset[int]:
        """The columns whose control differs between two states: there a terrain card is to be turned."""
        return self.telling.turned(before, after)

    def panels(
        self,
        table: Table[State],
        outlook: Outlook,
        reason: int = 0,
        turned: frozenset[int] = frozenset(),
        *,
        readers: Mapping[str, Words],
    ) -> dict[str, Panel]:
        """What each screen of the standard table shows, by its place; see `Draw`."""
        if self.telling.draw is not None:
            return self.telling.draw(self.deck, table, outlook, reason, turned, readers)
        from signifer_firmware.display.plain_panels import PlainPanels

        return PlainPanels(self.deck, table, outlook, reason, turned, readers, bundle=self).all()


AnyGame = Game[CardDeck, AnyState, object]
AnyBundle = Bundle[CardDeck, AnyState, object]
