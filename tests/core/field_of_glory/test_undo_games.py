"""Undo at every point of random games: the four nevers hold, and the layout asked for is the earlier one."""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass, replace

import pytest
from signifer_core.games.field_of_glory.actions import Action, Reveal, Shuffle
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.state import HAND_SIZE, OVER, State
from signifer_core.judgement import Done, Judgement
from signifer_core.layout import COLUMNS, PAD, SIDES, Zone

from tests.core.field_of_glory.battles import a_battle
from tests.core.field_of_glory.states import DECK, RULES, Hands
from tests.sweeps import shared_out

GESTURES = 40


@dataclass(frozen=True)
class Step:
    """A gesture that was played: what was before, whose it was, and whether somebody learned something by it."""

    before: State
    player: Player
    crosses: bool


def crosses(before: State, done: Done[State, Action]) -> bool:
    """Whether a card was drawn, shown, shuffled or confirmed as a bonus card, or the turn passed."""
    after = done.state
    piles = [(before.side(player), after.side(player)) for player in SIDES]
    moved = any(then.deck != was.deck or then.shuffles != was.shuffles for was, then in piles)
    over = (after.turn, after.step == OVER) != (before.turn, False)
    return moved or over or isinstance(done.action, Reveal | Shuffle) or confirmed(before, after)


def confirmed(before: State, after: State) -> bool:
    """Whether one more bonus card is chosen; who goes without chose none."""
    was, then = (
        (state.attack.bonus, state.attack.defending_bonus) if state.attack else (None, None)
        for state in (before, after)
    )
    return any(
        new is not None and new.origin != "none" and new != old for old, new in zip(was, then, strict=True)
    )


class Storied(Hands):
    """Hands that remember every gesture."""

    def __init__(self, state: State) -> None:
        self.story: list[Step] = []
        super().__init__(state)

    def _keep(self, judgement: Judgement[State, Action]) -> Judgement[State, Action]:
        state = self.table.state
        for done in judgement.actions:
            if done.gesture:
                (player,) = RULES.actors(state)
                self.story.append(Step(state, player, crosses=False))
            if self.story and crosses(state, done):
                self.story[-1] = replace(self.story[-1], crosses=True)
            state = done.state
        return super()._keep(judgement)


def free(hands: Hands, player: Player) -> list[str]:
    """The player's cards that may be in his hand or deck, as far as the table knows."""
    side = hands.state.side(player)
    gone = {card for _, card in hands.seen.items()} | side.discards | side.lost
    return [card for card in DECK.army(player) if card not in gone]


def lay_on_pad(hands: Hands, rng: random.Random, player: Player, number: int = 1) -> None:
    for card in hands.pad(player):
        hands.lift(card)
    cards = free(hands, player)
    for card in rng.sample(cards, min(number, len(cards))):
        hands.lay(card, Zone(PAD, player))


def in_actions(hands: Hands, rng: random.Random, player: Player) -> None:
    state = hands.state
    mine = [card for column in state.columns for card in column.units(player)]
    what = rng.randrange(8)
    if what < 3:
        units = [card for card in free(hands, player) if DECK.unit(card)]
        if units:
            hands.lay(rng.choice(units), Zone(str(rng.choice(COLUMNS)), player))
    elif what == 3 and mine:
        hands.lift(rng.choice(mine))
    elif what < 6 and state.due:
        lay_on_pad(hands, rng, player, rng.randint(1, 3))
        hands.press(f"{rng.choice(['press', 'hold'])} ok {player}")
    elif what == 6:
        hands.press(f"press column {rng.choice(COLUMNS)} {player}")
    else:
        hands.press(f"hold ok {player}")


def go_on(hands: Hands, rng: random.Random) -> None:
    """One gesture that the step asks for, perhaps a refused one."""
    state = hands.state
    (player,) = RULES.actors(state)
    if state.step == "actions":
        in_actions(hands, rng, player)
    elif state.step == "flank":
        hands.press(rng.choice(["press ok", f"press column {rng.choice(COLUMNS)}"]) + f" {player}")
    elif state.step in ("advance", "result"):
        hands.lift(rng.choice([card for column in state.columns for card in column.units(player)]))
    elif state.step == "retreat" and rng.randrange(2):
        assert state.attack is not None
        hands.lift(rng.choice(state.column(state.attack.column).units(player)))
        hands.press(f"press ok {player}")
    elif state.step == "draw" and state.drawn:
        lay_on_pad(hands, rng, player, min(state.side(player).hand - HAND_SIZE, 4))
        hands.press(f"hold ok {player}")
    elif state.step in ("bonus", "rampage"):
        lay_on_pad(hands, rng, player)
        if hands.press(f"{rng.choice(['press', 'hold'])} ok {player}"):
            for card in hands.pad(player):
                hands.lift(card)
            hands.press(f"hold ok {player}")
    else:
        hands.press(f"press ok {player}")


def check_undo(hands: Storied) -> int:
    """Undo on a copy of the table, as far as it goes; how far."""
    story = hands.story
    hands = copy.copy(hands)
    hands.done, hands.story = list(hands.done), []
    back = 0
    for step in reversed(story):
        if step.crosses or step.player != story[-1].player:
            break
        assert hands.press("hold dice") == ()
        assert [prompt.key for prompt in hands.prompts] == ["undone"] * 2
        assert hands.state == step.before
        back += 1
    table = hands.table
    hands.press("hold dice")
    assert all(prompt.key.startswith("no-undo-") for prompt in hands.prompts)
    assert hands.table == table
    hands.follow()
    assert hands.agrees() or hands.state.step == OVER
    assert hands.state == table.state, "whoever does as told changes nothing"
    return back


def played(seed: int) -> int:
    """A random game with an undo, on a copy, after each gesture; how many gestures could be undone."""
    rng = random.Random(seed)
    hands, back = Storied(a_battle(rng)), 0
    for _ in range(GESTURES):
        if hands.state.step == OVER:
            break
        go_on(hands, rng)
        back += check_undo(hands)
        if rng.randrange(4):
            hands.follow()
    return back


@pytest.mark.slow
@pytest.mark.parametrize("tens", shared_out(range(20), 3))
def test_fg_t0_undo_at_every_point_of_random_games(tens: int) -> None:
    assert sum(played(seed) for seed in range(tens * 10, tens * 10 + 10)) > 0
