"""A searcher of others in the arena: OpenSpiel's information-set search, shown our games as it shows itself its own.

It needs the extra `peers` (`pip install --editable '.[peers]'`). It gets the same moves of a turn, deals the same way
and has the same time; its own are the tree, how it chooses in it, and its evaluator: moves by chance to the end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from signifer_core.search import Plans

Stop = Callable[[], bool]
# A game of moves by chance ends, or is a draw after so many.
MOST_MOVES = 400


class Shown:
    """A state as OpenSpiel's searchers ask for it (`pyspiel.State`): moves are numbers, dice and decks go on by
    themselves, and whoever decides sees a view."""

    def __init__(
        self,
        plans: Plans[Any, Any],
        state: Any,
        players: Sequence[str],
        chance: random.Random,
        moves: list[Any],
    ) -> None:
        """``moves`` are those that have a number already; all states of one search share them."""
        self._plans, self.state, self._players, self._chance, self._moves = (
            plans,
            state,
            players,
            chance,
            moves,
        )
        self._played = 0

    def get_game(self) -> Shown:
        return self

    def get_type(self) -> Any:
        return _kind()

    def clone(self) -> Shown:
        copy = Shown(self._plans, self.state, self._players, self._chance, self._moves)
        copy._played = self._played
        return copy

    def move(self, number: int) -> Any:
        return self._moves[number]

    def is_terminal(self) -> bool:
        return self._plans.mover(self.state) is None or self._played >= MOST_MOVES

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return self._players.index(self._plans.mover(self.state) or "")

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of what may be decided, by whoever does."""
        del player
        found = []
        for move, _ in self._plans.moves(self.state):
            if move not in self._moves:
                self._moves.append(move)
            found.append(self._moves.index(move))
        return found

    def apply_action(self, number: int) -> None:
        self.state = self._plans.play(self.state, self._moves[number], self._chance)
        self._played += 1

    def returns(self) -> list[float]:
        """1 for whoever has won, -1 for the other."""
        worth: Mapping[str, float] = dict.fromkeys(self._players, 0.5)
        if self._plans.mover(self.state) is None:
            worth = self._plans.value(self.state, self._chance)
        return [2 * worth[player] - 1 for player in self._players]

    def resampled(self) -> Shown:
        """The hidden cards dealt again."""
        return Shown(
            self._plans,
            self._plans.determinize(self.state, self._chance),
            self._players,
            self._chance,
            self._moves,
        )


def _kind() -> Any:
    import pyspiel

    return pyspiel.GameType(
        short_name="signifer",
        long_name="Signifer",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


def open_spiel(
    plans: Plans[Any, Any], view_of: Callable[[Any, str], Any], players: Sequence[str], chance: random.Random
) -> Callable[[Any, Stop], Any]:
    """What OpenSpiel's search decides in a view, thinking until it is told to stop; ValueError where it is missing."""
    try:
        import numpy
        from open_spiel.python.algorithms.ismcts import ISMCTSBot
        from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
    except ImportError:
        raise ValueError("openspiel is not installed: pip install --editable '.[peers]'") from None

    class Bot(ISMCTSBot):  # type: ignore[misc]
        """Its search, but for when it stops, and what a player knows: our views, by which its nodes are told apart."""

        stop: Stop

        def get_state_key(self, state: Shown) -> tuple[int, Any]:
            mover = plans.mover(state.state) or ""
            return state.current_player(), view_of(state.state, mover)

        def resample_from_infostate(self, state: Shown) -> Shown:
            return state.resampled()

        def run_search(self, state: Shown) -> Any:
            self.reset()
            legal = state.legal_actions()
            if len(legal) == 1:
                return [(legal[0], 1.0)]
            self._root_node = self.create_new_node(state)
            done = False
            while not done or len(self._root_node.child_info) == 0:
                self.run_simulation(state.resampled())
                done = self.stop()
            return self.get_final_policy(state, self._root_node)

    numbers = numpy.random.RandomState(chance.getrandbits(32))
    bot = Bot(None, RandomRolloutEvaluator(1, numbers), 2.0, 1, random_state=numbers)

    def decide(view: Any, stop: Stop) -> Any:
        shown = Shown(plans, view, players, chance, [])
        bot.stop = stop
        return shown.move(int(bot.step(shown)))

    return decide
