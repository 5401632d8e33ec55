"""A game as the firmware knows it: one typed record. Few parts are required; each of the others has a default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeGuard, TypeVar, cast

from signifer_core.cards import Catalogue
from signifer_core.decks import CardDeck
from signifer_core.json_values import Json
from signifer_core.layout import SIDES, Side
from signifer_core.positions import PositionsOf
from signifer_core.procedure import Procedure, Table
from signifer_core.referee import Referee

from .card_names import full_id, known_as
from .deck_files import DeckFile, DeckFiles, seated
from .telling import AnyState as AnyState
from .telling import Deck as Deck
from .telling import State as State
from .telling import StateContra as StateContra
from .telling import Telling

if TYPE_CHECKING:
    from signifer_firmware.display.panels import Panel
    from signifer_firmware.i18n.words import Called, Words
    from signifer_firmware.scripting.game import ScriptGame
    from signifer_firmware.session.outlook import Outlook
    from signifer_firmware.simulation.robots.game import RobotGame
    from signifer_firmware.web.game import PageGame

    from .texts import GameTexts

Action = TypeVar("Action")
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


# The modules of a game's package for its record, in the order of their last words.
ROOMS = ("core", "page", "robots.game", "script", "telling", "texts")


def rooms(package: str) -> tuple[Room, ...]:
    """The `ROOMS` of a game. Checkers do not look through them; they are shown imports of the same names, so that parts
    keep their types."""
    return tuple(Room(f"{package}.{name}") for name in ROOMS)


def is_of(table: Table[AnyState] | None, kind: type[State]) -> TypeGuard[Table[State]]:
    """Whether there is a table, and of the game whose states are of this ``kind``."""
    return table is not None and isinstance(table.state, kind)


@dataclass(frozen=True)
class Traits:
    """What other parts have to know of a game before they play it.

    ``needs_pads``: it cannot be played at a table without pads. ``needs_sides``: nor where one reader serves both sides
    of a column, for no card tells on which it lies. ``one_side``: everybody plays on the same side of the
    table, so nobody changes sides in a rematch. ``hides``: players hide something from each other, hands and pads.
    ``shuffles``: discards may be shuffled into a deck.
    """

    needs_pads: bool = False
    needs_sides: bool = False
    one_side: bool = False
    hides: bool = True
    shuffles: bool = False


def _itself(deck: CardDeck, card: str) -> str:
    """A card that is called the same in every game."""
    del deck
    return card


def _both(state: object) -> tuple[str, ...]:
    """A game in which one side wins, or the other."""
    del state
    return SIDES


def _nobody(deck: CardDeck) -> Mapping[Side, DeckFile]:
    """A game to which nobody brings a deck."""
    del deck
    return {}


@dataclass(frozen=True)
class Core(Generic[Deck, State, Action]):
    """Cards and rules of a game, as signifer_core has them.

    ``positions`` are those from which play can begin. ``active`` is the side whose turn it is, ``lying`` are the cards
    that lie on the battlefield, ``missed`` those that a reader has to see as the game ends, all of them where it is
    None. ``tag_name`` is what the tag record calls a card of the deck, ``by_tag_name`` the card of the deck that it
    calls so, None for one that is not in it, ``sitting`` the deck file on each side: of a game to
    which players bring decks of their own (`Game.decks`). ``parties`` are the people who may win, by the words of
    `Rules.outcome`: where all of them play against the game there is one.
    """

    catalogue: Callable[[], Catalogue]
    deck: Callable[[Catalogue], Deck]
    procedure: Callable[[Deck], Procedure[State, Action]]
    positions: PositionsOf[Deck, State]
    active: Callable[[State], Side]
    lying: Callable[[State], frozenset[str]]
    missed: Callable[[State], frozenset[str]] | None = None
    tag_name: Callable[[Deck, str], str] = _itself
    by_tag_name: Callable[[Deck, str], str | None] = _itself
    sitting: Callable[[Deck], Mapping[Side, DeckFile]] = _nobody
    parties: Callable[[State], tuple[str, ...]] = _both


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
    table script, where that is not called after the game; ``decks`` are the deck files of a game to which players bring
    their own; after the statement ``sheet_after`` of it the docs show its
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
    decks: Part[DeckFiles] | None = None
    traits: Traits = Traits()
    demo: str = ""
    sheet_after: str = ""

    @property
    def demo_script(self) -> str:
        """The file of the table script that comes with the program as a demo of this game."""
        return self.demo or f"{self.name}.table"

    def bundle(
        self, corrections: str = "", *, file: str = "corrections", decks: Mapping[str, DeckFile] | None = None
    ) -> Bundle[Deck, State, Action]:
        """The game with an owner's corrections of its cards, read from ``file``; ConfigError with all their faults.
        ``decks`` are those that may sit at the table, None for those that are shipped."""
        core, telling = self.core(), self.telling()
        catalogue = core.catalogue()
        deck = core.deck(catalogue.overlaid(corrections, file=file) if corrections else catalogue)
        if decks is None:
            decks = self.decks().shipped() if self.decks is not None else {}
        return Bundle(self, core, telling, corrections, deck, core.procedure(deck), decks)

    @property
    def unnamed(self) -> AnyGame:
        """The same game to whoever does not know which one it is. Its states and actions are then opaque: what one of
        its functions hands out is for others of the same game, which no type says, so this is a cast."""
        return cast("AnyGame", self)


@dataclass(frozen=True, eq=False)
class Bundle(Generic[Deck, State, Action]):
    """A game with the figures of one box of cards: what a table plays.

    ``corrections`` is the text of the owner's corrections of the cards, "" without any; the journal keeps it with the
    game. Of a game to which players bring decks it is the text of both, "" for the first two that are shipped, and
    ``decks`` are all that may sit at the table, by their names.
    """

    game: Game[Deck, State, Action]
    core: Core[Deck, State, Action]
    telling: Telling[Deck, State]
    corrections: str
    deck: Deck
    procedure: Procedure[State, Action]
    decks: Mapping[str, DeckFile]

    @property
    def name(self) -> str:
        return self.game.name

    @cached_property
    def referee(self) -> Referee[State, Action]:
        """The game's referee: one for all that goes on at a table, so that what it found to be due is found once."""
        return Referee(self.procedure)

    @property
    def unnamed(self) -> AnyBundle:
        """The same to whoever does not know which game it is; see `Game.unnamed`."""
        return cast("AnyBundle", self)

    def corrected(self, corrections: str) -> Bundle[Deck, State, Action]:
        """The same game with other corrections, such as those with which its journal says that it was begun."""
        if corrections == self.corrections:
            return self
        return self.game.bundle(corrections, decks=self.decks)

    @property
    def sitting(self) -> Mapping[Side, DeckFile]:
        """The deck on each side; none in a game to which nobody brings one."""
        return self.core.sitting(self.deck)

    def bringing(self, decks: Mapping[str, DeckFile]) -> Bundle[Deck, State, Action]:
        """The same game, with more decks that may sit at the table, or with other cards of those known."""
        return replace(self, decks={**self.decks, **decks})

    def seats(self, wanted: Mapping[str, str]) -> Mapping[Side, str]:
        """The deck on each side if those ``wanted``, by side, sit there as far as they are known; without one of that
        name as it is. None in a game to which nobody brings a deck."""
        sitting = {side: deck.name for side, deck in self.sitting.items()}
        return seated(tuple(self.decks), wanted, sitting) if sitting else {}

    def seating(self, wanted: Mapping[str, str]) -> Bundle[Deck, State, Action]:
        """The same game with the decks of these `seats`."""
        names = self.seats(wanted)
        if self.game.decks is None or not names:
            return self
        red, blue = (self.decks[names[side]].text for side in SIDES)
        plain = self.corrected("")
        if all(plain.sitting[side].text == text for side, text in zip(SIDES, (red, blue), strict=True)):
            return plain
        return self.corrected(self.game.decks().both(red, blue))

    @cached_property
    def called(self) -> Mapping[str, Called]:
        """What each card is called by people, by the figures with which the game is played."""
        return self.telling.called(self.deck)

    @cached_property
    def names(self) -> Mapping[str, Called]:
        """What cards are called, and what else its decks name: all that words are to know of the game."""
        return {**self.called, **self.telling.named(self.deck)}

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of all cards in the game's box."""
        return tuple(self.deck.catalogue)

    def full_id(self, card: str) -> str:
        """A card's id among those of all games, as the tag record has it; a tag, or a card of another game, stays."""
        return full_id(self.name, self.core.tag_name(self.deck, card) if card in self.deck else card)

    def known_as(self, card: str) -> str:
        """What the game calls a card of this full id: one that is not in its deck with the name of its game."""
        name = known_as(self.name, card)
        if ":" in name or name.startswith("tag/"):
            return name
        own = self.core.by_tag_name(self.deck, name)
        return f"{self.name}:{name}" if own is None else own

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

    def parties(self, state: State) -> tuple[str, ...]:
        """The people who may win, by the words of the rules' outcome."""
        return self.core.parties(state)

    def lying(self, state: State) -> frozenset[str]:
        """The cards that lie on the battlefield."""
        return self.core.lying(state)

    def missed(self, state: State) -> frozenset[str]:
        """The cards that are missing at the end of the game, if no reader sees them."""
        return (self.core.missed or self.core.lying)(state)

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

    def result(self, table: Table[State], words: Words) -> tuple[str, ...]:
        """How the last result came about, in paragraphs, from what everybody knows; none without one."""
        return self.telling.result(self.deck, table, words)

    def why(self, table: Table[State], player: Side, words: Words) -> tuple[str, ...]:
        """How the last result came about, and what else lies behind it, in paragraphs for ``player``."""
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
    ) -> Mapping[str, Panel]:
        """What each screen of the standard table shows, by its place; see `Draw`."""
        if self.telling.draw is not None:
            return self.telling.draw(self.deck, table, outlook, reason, turned, readers)
        from signifer_firmware.display.plain_panels import PlainPanels

        return PlainPanels(self.deck, table, outlook, reason, turned, readers, bundle=self).all()


AnyGame = Game[CardDeck, AnyState, object]
AnyBundle = Bundle[CardDeck, AnyState, object]
