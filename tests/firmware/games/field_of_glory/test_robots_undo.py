"""Undo at every point of robots' whole games: how far it goes, what it never does, and the way back of the cards.

At each rest a copy of the table is undone, often until it says no, and its cards go back as told; the game itself goes
on. Measured on one laptop core: 0.09 s a game, 200 games in 17 s.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.state import OVER, State
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.judgement import Judgement
from signifer_core.layout import COLUMNS, SIDES, Layout, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import FREE, Roll, Table
from signifer_core.rules import Verb
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.simulation.robots.board import HandsError

from tests.firmware.simulation.robot_board import PROCEDURE, RULES, RefereeBoard
from tests.sweeps import shared_out

GAMES, CHUNK = 200, 8
ONCE = 0.7  # how often one gesture is undone only, to save time
# Whoever does one of these has learned something, or has chosen what the other answers.
LEARNED = (act.Shuffle, act.BonusFromHand, act.Reveal)
UNITS = [Zone(str(number), player) for number in COLUMNS for player in SIDES]


@dataclass
class Gesture:
    """A gesture of the record: what the table was before it, whose it was, and what it came to."""

    before: Table[State]
    player: str
    actions: list[act.Action] = field(default_factory=list)
    learned: bool = False

    def grow(self, action: act.Action, before: State, after: State) -> None:
        """One more action of it. Who draws from an empty deck has learned nothing before the shuffle."""
        self.actions.append(action)
        drawn = any(before.side(player).deck != after.side(player).deck for player in SIDES)
        self.learned = self.learned or drawn or isinstance(action, LEARNED)


class Remembering(RefereeBoard):
    """A board that keeps each gesture of its game."""

    def __init__(self, rng: random.Random) -> None:
        self.story: list[Gesture] = []
        super().__init__(rng)

    def fork(self) -> Remembering:
        """The same table, to be tried on."""
        other = copy.copy(self)
        other.story, other._record, other._rng = list(self.story), list(self._record), random.Random(0)
        return other

    def _roll(self, rolls: tuple[Roll, ...]) -> None:
        if any(roll.purpose != FREE for roll in rolls):
            self.story.clear()  # nobody undoes a roll that meant something
        super()._roll(rolls)

    def _keep(self, judgement: Judgement[State, act.Action]) -> None:
        table = self._table
        for actions in judgement.undone:
            assert len(self.story.pop().actions) == actions
            table = self.referee.set_back(table)
        for done in judgement.actions:
            if done.gesture:
                self.story.append(Gesture(table, PROCEDURE.player_of(table.state, done.action)))
            if self.story:
                self.story[-1].grow(done.action, table.state, done.state)
            table = self.referee.replayed(table, done.action, gesture=done.gesture)
        super()._keep(judgement)


def lies_as_due(board: Remembering) -> bool:
    due = PROCEDURE.due(board.table)
    lying = {zone: [card for card in board.seen[zone] if (card, zone) not in due.free] for zone in UNITS}
    return all(Counter(lying[zone]) == Counter(due.must[zone]) for zone in UNITS)


def follow(board: Remembering) -> None:
    """As told, in two steps a card at most."""
    wanted = PROCEDURE.due(board.table).must
    wrong = {card for zone in UNITS for card in set(board.seen[zone]) ^ set(wanted[zone])}
    allowed = 2 * len(wrong | {fix.card for fix in board.corrections})
    for _ in range(allowed):
        if not board.corrections:
            break
        told = board.corrections[0]
        board.take(told.card)  # also one that is to be laid elsewhere: there is only one of it
        if told.verb == Verb.PUT:
            board.put(told.card, told.zone)
        board.rest()
    assert not board.corrections


def units_due(table: Table[State]) -> Layout:
    must = PROCEDURE.due(table).must
    return Layout({zone: must[zone] for zone in UNITS})


def undo_all(board: Remembering, *, at_most: int) -> int:
    """Undo and follow until the table says no, or ``at_most`` times; how many gestures came back."""
    for steps in range(at_most):
        table = board.table
        waits = bool(table.held.laid)
        last = board.story[-1] if board.story else None
        board.press(Press(PressKind.HOLD, Button.DICE))
        board.rest()
        keys = {prompt.key for prompt in board.said}
        if keys != {"undone"}:
            assert board.table == table, "a refused undo changes nothing"
            assert last is None or rightly_refused(last, table), (keys, last)
            return steps
        if waits:
            assert (board.table.state, board.table.held.laid) == (table.state, frozenset()), "no gesture yet"
            follow(board)
            assert lies_as_due(board)
            continue
        assert last is not None
        assert not last.learned
        both = isinstance(last.actions[0], act.Ready)
        assert both or last.player in RULES.actors(table.state), "the other would have to redo it"
        then, now = table.state, board.table.state
        assert now.turn == then.turn
        assert now.step in SET_UP or now.active == then.active, "before the first turn nobody is active"
        for player in SIDES:
            assert now.side(player).deck == then.side(player).deck
            assert now.side(player).shuffles == then.side(player).shuffles
        assert now == last.before.state
        follow(board)
        assert lies_as_due(board)
        assert board.table.state == now, "the way back is no gesture"
        assert units_due(board.table) == units_due(last.before)
    return at_most


def rightly_refused(last: Gesture, table: Table[State]) -> bool:
    """Whether a gesture must not be undone: learned from, of a turn that is over, or the other's. In the
    set-up, where both may act, it goes no further back than the last who did; terrain counts as red's."""
    state = table.state
    if last.before.state.step in SET_UP and table.barrier == "other-moved":
        return True
    turn_over = (state.turn, state.step == OVER) != (last.before.state.turn, False)
    return last.learned or turn_over or last.player not in RULES.actors(state)


def undone_everywhere(seed: int) -> int:
    """Play a clumsy game; the number of gestures undone in it."""
    rng = random.Random(seed)
    game = deal(RULES, rng)
    board = Remembering(random.Random(rng.getrandbits(64)))
    undone = [0]

    sometimes = random.Random(seed)

    def watch(match: FieldOfGloryMatch, text: str) -> None:
        undone.append(
            undo_all(board.fork(), at_most=1 if sometimes.random() < ONCE else 2 * len(board.story) + 2)
        )

    match = FieldOfGloryMatch(
        board, game, RULES, rng, slips=FieldOfGloryClumsy(random.Random(~seed)), watch=watch
    )
    try:
        assert match.play() is not None
    except (AssertionError, HandsError) as error:
        raise AssertionError(f"game {seed}, decision {match.decisions}") from error
    return sum(undone)


@pytest.mark.slow
@pytest.mark.parametrize("first", shared_out(range(0, GAMES, CHUNK), 1))
def test_undo_at_every_point_of_robots_games(first: int) -> None:
    assert sum(undone_everywhere(seed) for seed in range(first, first + CHUNK)) > 20 * CHUNK


@pytest.mark.soak
def test_undo_at_every_point_of_many_games() -> None:
    for seed in range(1000, 2000):
        undone_everywhere(seed)
