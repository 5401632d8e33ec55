"""One game at the virtual table: how it is begun, who sits where, and what only the world knows of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol

from signifer_core.errors import SigniferError
from signifer_core.layout import Zone
from signifer_core.search import Thought

from signifer_firmware.game_api.game import StateContra
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.simulation.piles import Piles

if TYPE_CHECKING:
    from signifer_firmware.web.virtual.hands import Hands

# Who plays: two people, one against a robot, robots alone. Games may have others.
TWO, ROBOT, WATCH = "two", "robot", "watch"

Pump = Callable[[Callable[[], bool]], None]


class CannotError(SigniferError):
    """Hands cannot do that; ``code`` is a key of the page's words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Choice:
    """What a game is begun with: who plays (one of the game's modes), whether people set it up themselves, each
    player's language, the seed of all chance, which game it is.

    ``variant`` is one of the game's, "" for the first; ``decks`` are those of red and blue that are wanted, by name,
    where players bring decks. ``position`` are statements of a table script's set-up, in place of a fresh game's: for
    pictures and tests. ``lesson`` is one of the game's tutorial, which says who plays and how it begins; "" for a game.
    ``apart``: people sit at devices of their own, in a mode that has chairs for that. ``level`` is how well robots play
    against people, 0 for rules of thumb. ``tutor``: whose table it is, wants the tutor; ``practice``: anything may be
    taken back. ``names`` are those of people, by who may win, as far as somebody has said them.
    """

    mode: str = ROBOT
    by_hand: bool = False
    languages: tuple[tuple[str, str], ...] = (("red", "en"), ("blue", "en"))
    seed: int = 0
    position: tuple[str, ...] = ()
    game: str = DEFAULT_GAME
    variant: str = ""
    decks: tuple[str, ...] = ()
    lesson: str = ""
    apart: bool = False
    level: int = 0
    tutor: bool = False
    practice: bool = False
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Chair:
    """Where somebody sits who has a device of their own: which ``player`` of the game they are, as which ``viewer``
    they are told of it, whose ``piles`` their hands move, on which ``sides`` buttons and columns are theirs."""

    player: str
    viewer: str
    piles: tuple[str, ...]
    sides: tuple[str, ...]


@dataclass(frozen=True)
class Seat:
    """Where robots and helping hands sit: the hands that they have, ``rest`` waits until the table is at rest,
    ``pause`` lets people look, ``pump`` lets time pass until something holds; ``called`` tells whether people want
    something done that is done by ``oblige``, whatever robots think about."""

    hands: Hands
    people: tuple[str, ...]
    rest: Callable[[], None]
    pause: Callable[[int], None]
    pump: Pump
    called: Callable[[], bool]
    oblige: Callable[[], bool]


class Thinker(Protocol):
    """Who thinks for the robots of a game (`virtual.adviser`)."""

    # Whether it has thought for a while.
    thinking: bool
    # What is to be said of it: a key of the page's words, "" for nothing.
    note: str

    @property
    def reasoned(self) -> Thought[tuple[object, ...]] | None:
        """What it thought last."""

    def hold(self, *, still: bool) -> None:
        """Hands are at work: think of nothing, or go on."""

    def close(self) -> None:
        """Nobody asks any more."""


class Play(Generic[StateContra]):
    """One game at the virtual table, as only the world knows it; what it begins with, `piles` and `script`, is set when
    it is made. As it stands nobody but people plays, and nothing is to be set up."""

    # Where every card is.
    piles: Piles
    # How the table begins, as the text of a table script.
    script: str
    # Cards that lie beside the table and are not of this game; the table knows their tags.
    beside: tuple[str, ...] = ()
    _adviser: Thinker | None = None

    @property
    def answer(self) -> str:
        """What a robot has said to a wish to overrule the table, or is to be said of it: a key of the page's words, ""
        for nothing."""
        return "" if self._adviser is None else self._adviser.note

    @property
    def thinking(self) -> bool:
        """Whether a robot thinks about what it does."""
        return self._adviser is not None and self._adviser.thinking

    @property
    def reasoned(self) -> Thought[tuple[object, ...]] | None:
        """What a robot thought last, its hidden hand in it; None of robots that go by rules of thumb."""
        return None if self._adviser is None else self._adviser.reasoned

    def hold(self, *, still: bool) -> None:
        """Hands are at work, so robots are to think of nothing; or they may go on."""
        if self._adviser is not None:
            self._adviser.hold(still=still)

    def close(self) -> None:
        """The game is left."""
        if self._adviser is not None:
            self._adviser.close()

    def stated(self, state: StateContra, lying: Iterable[tuple[Zone, str]]) -> None:
        """Have the cards where a stated position has them: those ``lying`` by name, the others by their numbers."""
        for zone, card in lying:
            self.piles.put(card, zone)

    def seated(self, seat: Seat) -> None:
        """The table is laid: robots sit down."""
        self._seat = seat

    def begins(self, state: StateContra) -> bool:
        """Whether the game is begun now by fingers that are nobody's."""
        return False

    def taken_up(self) -> None:
        """The cards lie as they lay when the game was left; it goes on."""

    def plays(self) -> bool:
        """Let robots that play among themselves make one decision; False where none do."""
        return False

    def step(self) -> bool:
        """What robots do at a table at rest, beside people; whether they did anything."""
        return False

    def tidied(self, state: StateContra) -> bool:
        """Whether helping hands have just done something that the table does not ask for, such as clear away."""
        return False

    def setting(self, state: StateContra | None) -> object:
        """How a set-up by hand stands, for `PageGame.setup`; None where there is none."""
        return None

    def keep(self, player: str, cards: Iterable[str]) -> None:
        """In a draft ``player`` keeps these cards; CannotError."""
        raise CannotError("keep-two")

    def may_press(self, name: str) -> None:
        """CannotError against a button that is not to be pressed yet."""
