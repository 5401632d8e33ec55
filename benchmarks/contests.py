"""Contests of the arena: of each game how it begins, what its rules of thumb are, and what chance brings, so that it
brings the same whoever plays."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any

from signifer_core.games.call_to_glory import CallToGlory
from signifer_core.games.call_to_glory import actions as glory
from signifer_core.games.call_to_glory import state as glory_state
from signifer_core.games.dark_age_arena import state as arena_state
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.field_of_glory import actions as fog
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import ACTIONS, DRAWING, State
from signifer_core.games.thermopyles import Thermopyles
from signifer_core.games.thermopyles import actions as thermo
from signifer_core.games.thermopyles import state as thermo_state
from signifer_core.games.thermopyles.state import SPARTANS
from signifer_core.layout import SIDES
from signifer_core.rules import Rules
from signifer_core.search import Plans
from signifer_firmware.game_api import registry
from signifer_firmware.games.call_to_glory.robots import gestures as glory_gestures
from signifer_firmware.games.call_to_glory.robots import mind as glory_mind
from signifer_firmware.games.dark_age_arena.robots import mind as arena_mind
from signifer_firmware.games.dark_age_arena.robots import plans as arena_plans
from signifer_firmware.games.field_of_glory.robots import mind as fog_mind
from signifer_firmware.games.field_of_glory.robots.deals import deal as fog_deal
from signifer_firmware.games.thermopyles.robots import mind as thermo_mind
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.match import Decision
from signifer_firmware.simulation.robots.thinking import Level

# What a player does in a view, in which it has to decide.
Playing = Callable[[Any], Decision[Any]]


class Contest(ABC):
    """A game in the arena. ``players`` are those who play it against each other; of one player both robots are that
    one, each in a game of its own. ``idle`` are kinds of actions that the random player leaves alone."""

    game: str
    players: tuple[str, ...] = SIDES
    idle: frozenset[type] = frozenset()
    most_turns = 200

    def __init__(self) -> None:
        self.bundle, self.robots = registry.bundle(self.game), robot(self.game)
        self.rules: Rules[Any, Any] = self.bundle.procedure.rules
        self.ladder: tuple[Level, ...] = self.robots.ladder

    def plans(self) -> Plans[Any, Decision[Any]]:
        return self.robots.plans(self.bundle.deck)

    @abstractmethod
    def begun(self, seed: int, drafting: frozenset[str]) -> Any:
        """A game as chance has it; ``drafting`` choose what is chosen before it, as robots that search do."""

    @abstractmethod
    def mover(self, state: Any) -> str:
        """Who decides, where nothing is due."""

    def player(self, mover: str) -> str:
        """Which of the ``players`` that is."""
        return mover

    @abstractmethod
    def thumb(self, player: str, rng: random.Random, whim: float = 0.0) -> Playing:
        """The rules of thumb, with as many whims."""

    def happens(self, state: Any, seed: int) -> Any | None:
        """What happens without anybody deciding, if anything does."""
        due = self.rules.chance(state)
        return self.fate(state, due, seed) if due else None

    def fate(self, state: Any, due: tuple[Any, ...], seed: int) -> Any:
        """Which of the actions that are due happens: the first one of an order that hangs on the seed and the `epoch`
        alone, so that the next card is the same as long as it is there."""
        if len(due) == 1:
            return due[0]
        epoch = f"{seed} {self.epoch(state)} "
        return min(due, key=lambda action: blake2b((epoch + repr(action)).encode(), digest_size=8).digest())

    def epoch(self, state: Any) -> str:
        """What tells one shuffle, or one die, from another."""
        return ""

    def points(self, state: Any) -> Mapping[str, float]:
        """What each player has of a game that is over, or has gone on for too long: 1, 0.5 or 0."""
        winner = self.rules.outcome(state)
        if winner not in self.players:
            return dict.fromkeys(self.players, 0.5)
        return {player: float(player == winner) for player in self.players}

    def any_action(self, view: Any, rng: random.Random) -> Decision[Any]:
        """Any kind of action but what takes back, does nothing, or only makes room; of the kind any action."""
        kinds: dict[type, list[Any]] = {}
        for action in self.rules.legal_actions(view):
            kinds.setdefault(type(action), []).append(action)
        idle = self.idle_in(view)
        useful = [actions for kind, actions in kinds.items() if kind not in idle]
        return (rng.choice(rng.choice(useful or list(kinds.values()))),)

    def idle_in(self, view: Any) -> frozenset[type]:
        return self.idle


class FieldOfGloryContest(Contest):
    game = "field-of-glory"
    idle = frozenset({fog.TakeBack, fog.Restore})
    rules: FieldOfGlory

    def __init__(self) -> None:
        super().__init__()
        self._order = cache(self._shuffled)

    def begun(self, seed: int, drafting: frozenset[str]) -> State:
        rng = random.Random(seed)
        sides = [side for side in SIDES if side in drafting]
        state = fog_deal(self.rules, rng, drafting=sides).state
        return self.rules.apply(state, fog.First(rng.choice(SIDES)))

    def mover(self, state: State) -> str:
        return self.robots.decider(state)

    def thumb(self, player: str, rng: random.Random, whim: float = 0.0) -> Playing:
        (side,) = (side for side in SIDES if side == player)
        return fog_mind.Mind(side, self.rules.deck, rng, whim=whim).decide

    def fate(self, state: State, due: tuple[fog.Action, ...], seed: int) -> fog.Action:
        """The order of both decks is the same after every shuffle, as far as the cards are."""
        action = due[0]
        if state.step == DRAWING:
            assert state.drawing is not None
            return fog.Drawn(self._top(state, state.drawing.player, seed))
        if isinstance(action, fog.Rampage):
            return fog.Rampage(action.player, self._top(state, action.player, seed))
        return action

    def _top(self, state: State, player: str, seed: int) -> str:
        side = state.red if player == SIDES[0] else state.blue
        order = self._order(player, side.shuffles, seed)
        return min(side.deck_cards, key=order.__getitem__)

    def _shuffled(self, player: str, shuffles: int, seed: int) -> Mapping[str, int]:
        cards = list(self.rules.deck.army(player))
        random.Random(f"{seed} {player} {shuffles}").shuffle(cards)
        return {card: at for at, card in enumerate(cards)}

    def idle_in(self, view: State) -> frozenset[type]:
        if view.step != ACTIONS:
            return self.idle
        return self.idle | ({fog.Discard} if view.unpaid else {fog.Discard, fog.Settle})


class ThermopylesContest(Contest):
    """One to four players, by the deal; all of them are the team."""

    game = "thermopyles"
    players = (SPARTANS,)
    idle = frozenset({thermo.Decline})
    rules: Thermopyles

    def begun(self, seed: int, drafting: frozenset[str]) -> thermo_state.State:
        return self.rules.new_game(1 + seed % len(thermo_state.SEATS))

    def mover(self, state: thermo_state.State) -> str:
        return state.receiver or state.active

    def player(self, mover: str) -> str:
        return SPARTANS

    def thumb(self, player: str, rng: random.Random, whim: float = 0.0) -> Playing:
        return thermo_mind.Mind(self.rules.deck, rng, whim=whim).decide

    def epoch(self, state: thermo_state.State) -> str:
        return f"{state.turn} {len(state.combat.dice)}" if state.step == "dice" else ""

    def points(self, state: thermo_state.State) -> Mapping[str, float]:
        return {SPARTANS: float(self.rules.outcome(state) == SPARTANS)}


class CallToGloryContest(Contest):
    """Two players, with each variant in turn."""

    game = "call-to-glory"
    players = glory_state.SEATS[:2]
    idle = frozenset({glory.Emptied})
    rules: CallToGlory

    def begun(self, seed: int, drafting: frozenset[str]) -> glory_state.State:
        variant = glory_state.VARIANTS[seed % len(glory_state.VARIANTS)]
        state = self.rules.new_game(len(self.players), variant)
        return self.rules.apply(state, glory.Starter(random.Random(seed).choice(self.players)))

    def happens(self, state: glory_state.State, seed: int) -> glory.Action | None:
        if state.step == glory_state.SCORE:
            return glory.Proceed()
        if state.step == glory_state.DEAL:
            return glory.Deal()
        found: glory.Action | None = super().happens(state, seed)
        return found

    def mover(self, state: glory_state.State) -> str:
        return glory_gestures.decider(state)

    def thumb(self, player: str, rng: random.Random, whim: float = 0.0) -> Playing:
        mind = glory_mind.Mind(self.rules.deck, rng, whim=whim)
        return lambda view: (mind.decide(view, player),)

    def epoch(self, state: glory_state.State) -> str:
        return str(state.round)

    def points(self, state: glory_state.State) -> Mapping[str, float]:
        winners = (state.winner or "").split()
        return {player: (player in winners) / max(1, len(winners)) for player in self.players}


class DarkAgeArenaContest(Contest):
    game = "dark-age-arena"
    rules: DarkAgeArena

    def begun(self, seed: int, drafting: frozenset[str]) -> arena_state.State:
        return self.rules.new_game()

    def mover(self, state: arena_state.State) -> str:
        found = arena_plans.mover(self.rules, state)
        assert found is not None
        return found

    def thumb(self, player: str, rng: random.Random, whim: float = 0.0) -> Playing:
        (side,) = (side for side in SIDES if side == player)
        mind = arena_mind.Mind(self.rules, rng, whim=whim)
        return lambda view: mind.interject(view, side) or mind.decide(view, side)

    def epoch(self, state: arena_state.State) -> str:
        due = self.rules.due(state)
        return f"{state.turn} {len(state.rolls)} {due.purpose}" if due else ""

    def any_action(self, view: arena_state.State, rng: random.Random) -> Decision[Any]:
        """What hands can say, of which the game knows more than is legal."""
        side = arena_plans.mover(self.rules, view)
        assert side is not None
        if view.step in ("assemble", "stock"):
            return arena_mind.Mind(self.rules, rng, whim=0.0).decide(view, side)
        return (rng.choice(arena_mind.Mind(self.rules, rng).possible(view, side)),)


CONTESTS: Mapping[str, type[Contest]] = {
    each.game: each
    for each in (FieldOfGloryContest, ThermopylesContest, CallToGloryContest, DarkAgeArenaContest)
}
