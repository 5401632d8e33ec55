"""The rules of Dark Age Arena as one object: which actions are legal, why others are not, and what they do."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.layout import SIDES
from signifer_core.rules import Rule, Rules
from signifer_core.twins import EXCHANGE, Same

from .. import actions as act
from .. import knowledge
from ..deck import Deck
from ..rolls import Due
from ..state import FIRST_HAND, OPEN_STEPS, Cards, Player, State
from . import attack, combat, dice, done, draft, legal, prepare, spoils, turn
from .advance import advanced

# In the order of the rulebook.
RULES: Mapping[type, Rule[Deck, State]] = {
    act.Artifact: Rule(turn.artifact_refusals, turn.artifact),
    act.Keep: Rule(turn.keep_refusals, turn.keep),
    act.Reject: Rule(turn.reject_refusals, turn.reject),
    act.Drawn: Rule(turn.drawn_refusals, turn.drawn),
    act.Discard: Rule(turn.discard_refusals, turn.discard),
    act.Enlist: Rule(draft.enlist_refusals, draft.enlist),
    act.Rolled: Rule(dice.rolled_refusals, dice.rolled),
    act.Pay: done.PAY,
    act.GiveUp: done.GIVE_UP,
    act.Marker: Rule(prepare.marker_refusals, prepare.marker),
    act.Exchange: Rule(prepare.exchange_refusals, prepare.exchange),
    act.Bid: Rule(turn.bid_refusals, turn.bid),
    act.Attach: Rule(prepare.attach_refusals, prepare.attach),
    act.Lay: Rule(prepare.lay_refusals, prepare.lay),
    act.Play: Rule(prepare.play_refusals, prepare.play),
    act.Done: Rule(done.done_refusals, done.done),
    act.Declare: Rule(attack.declare_refusals, attack.declare),
    act.Muster: Rule(attack.muster_refusals, attack.muster),
    act.Alone: Rule(attack.alone_refusals, attack.alone),
    act.Bluff: Rule(attack.bluff_refusals, attack.bluff),
    act.Target: Rule(attack.target_refusals, attack.target),
    act.Assign: Rule(attack.assign_refusals, attack.assign),
    act.Aim: Rule(combat.aim_refusals, combat.aim),
    act.Pair: Rule(combat.pair_refusals, combat.pair),
    act.Assist: Rule(combat.assist_refusals, combat.assist),
    act.Judge: Rule(spoils.judge_refusals, spoils.judge),
    act.Move: Rule(turn.move_refusals, turn.move),
    act.Buy: Rule(turn.buy_refusals, turn.buy),
    Same: EXCHANGE,
}
# What hands can take back, as long as the step goes on.
REVERSIBLE = (
    *(
        act.Artifact,
        act.Exchange,
        act.Marker,
        act.Attach,
        act.Lay,
        act.Declare,
        act.Assign,
        act.Aim,
        act.Pair,
    ),
    *(act.Assist, act.Move),
)


class DarkAgeArena(Rules[State, act.Action]):
    """The rules with the decks of two players, for a table's knowledge and for full knowledge."""

    by_action = RULES
    notation = act.NOTATION
    hidden = knowledge

    def __init__(self, deck: Deck) -> None:
        self.deck: Deck = deck

    def new_game(self, *, classes: bool = False) -> State:
        """Full knowledge, before the first hands are drawn; ``classes`` is the option of DA-42."""
        state = State(full=True, classes=classes)
        for side in SIDES:
            stock = self.deck.stock(side)
            state = state.with_player(side, Player(stock=Cards(len(stock), frozenset(stock))))
        return self._dealt(state)

    def table_game(self, *, classes: bool = False) -> State:
        """What a table knows before the set-up: how many cards there are."""
        state = State(classes=classes)
        for side in SIDES:
            state = state.with_player(side, Player(stock=Cards(len(self.deck.stock(side)))))
        return self._dealt(state)

    def _dealt(self, state: State) -> State:
        for side in SIDES:
            state = turn.draws(state, side, FIRST_HAND)
        return state

    def due(self, state: State) -> Due | None:
        """The one roll that is due."""
        return dice.due(self.deck, state)

    def actors(self, state: State) -> frozenset[str]:
        """Who has something to decide; nobody while dice or cards are due. Others may play instants (DA-16)."""
        if state.step == "over" or state.owed or self.due(state):
            return frozenset()
        if state.step in ("bid", "contest"):
            return frozenset(side for side, player in state.players if player.bid is None)
        if state.step in OPEN_STEPS:
            return frozenset(side for side, player in state.players if not player.done)
        if state.combat is not None and state.combat.asked:
            return frozenset(SIDES) - frozenset(state.combat.answers)
        return frozenset({state.active})

    def chance(self, state: State) -> tuple[act.Action, ...]:
        """With full knowledge: what no player chooses, each as likely as the others. At a table hands and dice tell."""
        if not state.full or state.step == "over":
            return ()
        if state.owed:
            return legal.draws(self.deck, state)
        wanted = self.due(state)
        return dice.faces(wanted.dice) if wanted else ()

    def reversible(self, state: State, action: act.Action) -> bool:
        """Whether hands can take ``action`` back: nobody has learned anything, and the step has not ended."""
        if not isinstance(action, REVERSIBLE):
            return False
        after = self.effect(state, action)
        same_step = (after.step, after.active, after.turn) == (state.step, state.active, state.turn)
        return same_step or isinstance(action, act.Declare)

    def effect(self, state: State, action: act.Action) -> State:
        """What ``action`` does, and what then goes on by itself."""
        return advanced(self.deck, super().effect(state, action), state.step)

    def legal_actions(self, state: State) -> tuple[act.Action, ...]:
        """Every legal action, as far as it is known where the cards are; of the orders of fighters one."""
        return legal.legal_actions(self.deck, state)

    def generated(self, state: State, action: act.Action) -> act.Action:
        """The action that `legal_actions` gives for ``action``: fighters in the order of their decks."""
        return legal.generated(self.deck, state, action)
