"""The robots of a game: what it brings along for them. See `RobotGame`, and CONTRIBUTING.md."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Generic, Never, Protocol, Unpack, cast

from signifer_core.decks import CardDeck
from signifer_core.errors import RulesError
from signifer_core.layout import PAD, SIDES
from signifer_core.search import Plans

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import Action, AnyState, Bundle, Deck, State
from signifer_firmware.simulation.piles import Piles
from signifer_firmware.texts.reasons import move_text

from . import plain
from .board import Board
from .match import Around, Match
from .review import Review
from .slips import Clumsy, How
from .table_review import Holding, TableReview
from .thinking import Level

if TYPE_CHECKING:
    from signifer_core.seats import Coverable, Seated

    from signifer_firmware.i18n.words import Words


class Deal(Protocol):
    """What chance has found for a game at the empty table; ``piles`` are all its cards as they are in the world."""

    @property
    def piles(self) -> Piles: ...


class RobotGame(Generic[Deck, State, Action]):
    """Robots of one game: `deal`, then a `match` at a board, with `clumsy` hands or careful ones.

    As it stands it is the robot of a game that has none of its own: it plays anything legal.
    """

    # The sides of the table on which robots need a pad.
    pads: tuple[str, ...] = ()
    # What makes a match of the game at a board: of its deal, its rules, chance, and what goes on around it. All are of
    # this very game, which no type says.
    matches: Callable[..., Match] | None = None
    # The levels of its robots that search, the best one last; none for a game whose robots do not.
    ladder: tuple[Level, ...] = ()
    # Whether they look back on a game that was played; where seats decide by turns, how its states say what each holds,
    # and whether all win together.
    reviews = False
    holding: Holding[State] | None = None
    together = False
    # Hands that make the game's mistakes.
    hands: type[Clumsy[Never]] = plain.PlainClumsy

    @property
    def levels(self) -> int:
        """How many levels its robots have that search; 0 for a game whose robots do not."""
        return len(self.ladder)

    def has_pads(self, config: TableConfig) -> bool:
        """Whether a table has the pads that they need."""
        zones = {zone for reader in config.readers for zone in reader.zones}
        return all(any(zone == (PAD, player) for zone in zones) for player in self.pads)

    @property
    def strangers(self) -> tuple[str, ...]:
        """Cards that are none of the game's, which clumsy hands take for its own."""
        return self.hands.strangers

    def deal(
        self, bundle: Bundle[Deck, State, Action], rng: random.Random, *, level: int | None = None
    ) -> Deal:
        """A game as chance has it, for `match`; what is chosen before it, robots of the ``level`` choose."""
        del level
        return plain.deal(bundle.unnamed, rng)

    def match(
        self,
        bundle: Bundle[Deck, State, Action],
        board: Board,
        deal: Deal,
        rng: random.Random,
        **around: Unpack[Around[Match]],
    ) -> Match:
        """The game of ``deal``, which is one of `deal`, at ``board``, not begun yet."""
        if self.matches is None:
            return plain.PlainMatch(bundle.unnamed, board, deal.piles, rng, **around)
        return self.matches(board, deal, bundle.procedure.rules, rng, **around)

    def plans(self, deck: Deck, player: str = "") -> Plans[State, tuple[Action, ...]]:
        """What the search asks of the game. Where several may act at once ``player`` decides first, or else whoever the
        game asks first. RulesError where robots have no levels."""
        raise RulesError("the robots of this game do not search")

    def review(
        self, bundle: Bundle[Deck, State, Action], states: Sequence[State], actions: Sequence[Action | None]
    ) -> Review:
        """A game that was played, for a report: the table's states, one before each action and the last; an action is
        None where people agreed on something or a die fell. RulesError where robots do not look back."""
        if self.holding is None:
            raise RulesError("the robots of this game do not look back on it")
        plans = self.plans(bundle.deck)
        return TableReview(
            bundle.procedure.rules,
            dict.fromkeys(cast("Seated[Coverable]", states[-1]).seats, plans),
            self.made,
            lambda state, action: plans.mover(state),
            self.holding,
            states,
            actions,
            said=partial(self.said, bundle),
            together=self.together,
        )

    def foreseen(self, move: tuple[Action, ...]) -> bool:
        """Whether who makes a move of the plans knows what it leads to."""
        return False

    def made(
        self, plans: Plans[State, tuple[Action, ...]], view: State, actions: Sequence[Action]
    ) -> list[tuple[State, tuple[Action, ...]]]:
        """The decisions, each with the view in which it was made, that whoever decides in ``view`` has made by these
        actions, what followed by itself among them; none as long as they are half of one."""
        moves = [move for move, _ in plans.moves(view)]
        for length in range(len(actions), 0, -1):
            done = Counter(actions[:length])
            if (same := next((move for move in moves if Counter(move) == done), None)) is not None:
                return [(view, same)]
        # One of which the plans did not think.
        kinds = {type(action) for move in moves for action in move}
        single = actions and type(actions[0]) in kinds and all(len(move) == 1 for move in moves)
        return [(view, (actions[0],))] if single else []

    def said(self, bundle: Bundle[Deck, State, Action], move: tuple[Action, ...], words: Words) -> str:
        """A move of the plans in a player's language."""
        return move_text(move, cast("Callable[[object], str]", bundle.notation), words, bundle.name)

    def planned(
        self, bundle: Bundle[Deck, State, Action], line: Sequence[tuple[Action, ...]], words: Words
    ) -> str:
        """A plan of several moves, one after the other, in a player's language."""
        return words.say(", then ").join(self.said(bundle, move, words) for move in line)

    def clumsy(self, rng: random.Random, **how: Unpack[How]) -> Clumsy[Match]:
        """Hands that make the game's mistakes, at matches of this very game: no type says so."""
        return cast("Clumsy[Match]", self.hands(rng, **how))

    def decider(self, state: State) -> str:
        """The side of the table, "red" or "blue", at which somebody decides in a state of full knowledge; a team sits
        on red's."""
        return SIDES[0]

    def ended(self, winner: str | None) -> str:
        """How a game ended, in English words for a terminal."""
        return {None: "nobody has won", "draw": "a draw"}.get(winner, f"{winner} wins")


AnyRobots = RobotGame[CardDeck, AnyState, object]


def robot(game: str) -> AnyRobots:
    """The robots of a game of the registry."""
    return registry.game(game).robot()
