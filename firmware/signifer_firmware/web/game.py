"""What the page needs of a game: who may play it, where its cards are, whose hands move them, and how it is told.

Each game has it in its own package (``games/<game>/page.py``, `PAGE`), and beside the page modules of its own that draw
it (``static/<game>/``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from signifer_core.layout import Zone
from signifer_core.procedure import Table
from signifer_drivers.virtual.piles import Pile, Piles

from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.game_api.registry import DEFAULT_GAME

if TYPE_CHECKING:
    from .glance import Glance, World
    from .hands import Hands

# Who plays: two people, one against a robot, robots alone. Games may have others.
TWO, ROBOT, WATCH = "two", "robot", "watch"

View = dict[str, Any]
Pump = Callable[[Callable[[], bool]], None]


@dataclass(frozen=True)
class Choice:
    """What a game is begun with: who plays (one of the game's modes), whether people set it up themselves, each
    player's language, the seed of all chance, which game it is.

    ``position`` are statements of a table script's set-up, in place of a fresh game's: for pictures and tests.
    """

    mode: str = ROBOT
    by_hand: bool = False
    languages: tuple[tuple[str, str], ...] = (("red", "en"), ("blue", "en"))
    seed: int = 0
    position: tuple[str, ...] = ()
    game: str = DEFAULT_GAME


@dataclass(frozen=True)
class Seat:
    """Where robots and helping hands sit: the hands that they have, ``rest`` waits until the table is at rest,
    ``pause`` lets people look, ``pump`` lets time pass until something holds."""

    hands: Hands
    people: tuple[str, ...]
    rest: Callable[[], None]
    pause: Callable[[int], None]
    pump: Pump


class Play(Protocol):
    """One game at the virtual table, as only the world knows it."""

    @property
    def piles(self) -> Piles:
        """Where every card is."""
        ...

    @property
    def script(self) -> str:
        """How the table begins, as the text of a table script."""
        ...

    @property
    def beside(self) -> tuple[str, ...]:
        """Cards that lie beside the table and are not of this game; the table knows their tags."""
        ...

    def stated(self, state: Any, lying: Iterable[tuple[Zone, str]]) -> None:
        """Have the cards where a stated position has them: those ``lying`` by name, the others by their numbers."""
        ...

    def seated(self, seat: Seat) -> None:
        """The table is laid: robots sit down."""
        ...

    def plays(self) -> bool:
        """Let robots that play among themselves make one decision; False where none do."""
        ...

    def step(self) -> bool:
        """What robots do at a table at rest, beside people; whether they did anything."""
        ...

    def tidied(self, state: Any) -> bool:
        """Whether helping hands have just done something that the table does not ask for, such as clear away."""
        ...

    @property
    def answer(self) -> str:
        """What a robot has said to a wish to overrule the table: a key of the page's words, "" for nothing."""
        ...

    def setting(self, state: Any) -> Any:
        """How a set-up by hand stands, for `PageGame.setup`; None where there is none."""
        ...

    def keep(self, player: str, cards: Iterable[str]) -> None:
        """In a draft ``player`` keeps these cards; CannotError."""
        ...

    def may_press(self, name: str) -> None:
        """CannotError against a button that is not to be pressed yet."""
        ...


class PageGame(Protocol):
    """A game as the page knows it. It holds nothing; what changes is in a `Play`."""

    @property
    def modes(self) -> Mapping[str, tuple[str, ...]]:
        """Who may play, in the order in which it is offered: by mode, the players whose cards robots move."""
        ...

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The piles that hold cards beside the zones: (owner, pile)."""
        ...

    def printed(self, bundle: Any) -> View:
        """What is on the cards, for the modules that draw them."""
        ...

    def begin(self, bundle: Any, choice: Choice, rng: Random) -> Play:
        """A game for the virtual table."""
        ...

    def whose(self, card: str) -> str:
        """The player whose hands move ``card``; "" for a card that anybody moves."""
        ...

    def asked(self, card: str, zone: Zone) -> str:
        """The player who is asked for a correction of ``card`` in ``zone``."""
        ...

    def pile_for(self, card: str, to: Pile) -> Pile:
        """Where ``card`` comes to rest that is carried to a pile; CannotError if it does not go there."""
        ...

    def home(self, table: Table[Any] | None, card: str) -> Pile:
        """Where a card of the game belongs that is taken off the table, as far as the table's record tells."""
        ...

    def owed(self, table: Table[Any], piles: Piles, player: str) -> int:
        """How many cards ``player`` has still to draw, by the table's count; below zero if too many were drawn."""
        ...

    def chore(
        self, bundle: Any, table: Table[Any], piles: Piles, player: str
    ) -> tuple[str, Zone | Pile] | None:
        """The next thing that ``player`` is to do beside the table's corrections, with nothing to decide: a card and
        where it comes; None if there is nothing."""
        ...

    def setup(self, world: World, viewer: str) -> View:
        """The set-up by hand, as far as ``viewer`` may know it."""
        ...

    def position(self, bundle: Any, table: Table[Any], viewer: str) -> View:
        """The position as the rules let ``viewer`` see it."""
        ...

    def heaps(self, glance: Glance, viewer: str) -> Mapping[str, list[str] | int]:
        """The piles by place ("hand red"): a list of the cards that are open to ``viewer``, else how many there are."""
        ...

    def hidden(self, action: Any) -> bool:
        """Whether an action names a card that its player alone may know while the game runs."""
        ...

    def places(self, card: str) -> tuple[Zone, ...]:
        """Where hints are told for ``card``."""
        ...

    def cost(self, before: Any, after: Any) -> int:
        """What is due in a state more than in another one."""
        ...

    def odds(self, bundle: Any, table: Table[Any] | None, viewer: str, piles: Piles) -> View:
        """The odds of what is under way or could be begun now, as far as ``viewer`` may know them; none without a
        table."""
        ...


def page_of(game: str) -> PageGame:
    """The page of a game."""
    return registry.game(game).page()


def printed(bundles: Mapping[str, AnyBundle]) -> dict[str, View]:
    """What is on the cards of all games, by the game's name."""
    return {name: page_of(name).printed(bundle) for name, bundle in bundles.items()}
