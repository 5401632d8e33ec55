"""The rules of Field of Glory as one object: which actions are legal, why others are not, and what they do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from signifer_core.errors import RulesError
from signifer_core.layout import SIDES
from signifer_core.rules import Rule, Rules, either
from signifer_core.twins import EXCHANGE, Same

from .. import actions as act
from .. import knowledge, piles
from ..deck import UNSEEN_CARDS, Deck, Player
from ..state import (
    ACTIONS,
    ADVANCE,
    ARMY,
    BONUS,
    FIRST,
    LEAD,
    OVER,
    RAMPAGE,
    RESULT,
    RETREAT,
    TERRAIN,
    State,
)
from . import attack, draft, flank, legal, placing, result, turn

# What a table without pads is told of cards that it does not see.
OF_UNSEEN_CARDS = (act.Pay, act.DiscardToDraw, act.DiscardDown, act.Reveal, act.Rampage)
# What hands can take back, whenever it is done.
REVERSIBLE = (
    *(act.Place, act.TakeBack, act.Restore),
    *(act.PlayOverlap, act.DeclareAttack, act.FlankAttack),
)


# In the order of the rulebook.
RULES: Mapping[type, Rule[Deck, State]] = {
    # Set-up: FG-S1, FG-S2
    act.LayTerrain: Rule(draft.terrain_refusals, draft.lay_terrain),
    act.Keep: Rule(draft.keep_refusals, draft.keep),
    act.Ready: Rule(draft.ready_refusals, draft.ready),
    act.First: Rule(draft.first_refusals, turn.first),
    # The advance: FG-A1; a unit also leaves its column before placing there, and after an attack
    act.Advance: Rule(turn.advance_refusals, turn.advance),
    act.Discard: either(
        lambda state, action: state.step == ADVANCE,
        Rule(turn.advance_discard_refusals, turn.advance_discard),
        either(
            lambda state, action: state.step == RESULT,
            Rule(result.choice_refusals, result.choose_discard),
            Rule(placing.discard_refusals, placing.discard),
        ),
    ),
    # The flank attacks: FG-F1, FG-F2
    act.FlankAttack: Rule(flank.flank_attack_refusals, attack.flank_attack),
    act.EndFlank: Rule(flank.end_flank_refusals, flank.end_flank),
    # Placing and paying: FG-P1 to FG-P4, FG-R1; an Overlap is taken back as a unit is
    act.Place: Rule(placing.place_refusals, placing.place),
    act.TakeBack: either(
        attack.takes_overlap_back,
        Rule(attack.overlap_back_refusals, attack.take_overlap_back),
        Rule(placing.take_back_refusals, placing.take_back),
    ),
    act.Restore: Rule(placing.restore_refusals, placing.restore),
    act.Pay: Rule(placing.pay_refusals, placing.pay),
    act.Settle: Rule(placing.settle_refusals, placing.settle),
    act.PlayReserves: Rule(placing.reserves_refusals, turn.reserves),
    act.EndActions: Rule(turn.end_actions_refusals, turn.end_actions),
    # An attack: FG-C1 to FG-C7
    act.DeclareAttack: Rule(attack.declare_refusals, attack.declare),
    act.ChooseLead: Rule(attack.lead_refusals, attack.choose_lead),
    act.PlayOverlap: Rule(attack.overlap_refusals, attack.play_overlap),
    act.BonusFromHand: Rule(attack.bonus_refusals, attack.bonus_from_hand),
    act.BonusFromDeck: Rule(attack.bonus_refusals, attack.bonus_from_deck),
    act.NoBonus: Rule(attack.bonus_refusals, attack.no_bonus),
    act.Retreat: Rule(attack.retreat_refusals, attack.retreat),
    act.EndRetreat: Rule(attack.end_retreat_refusals, attack.end_retreat),
    act.Reveal: Rule(result.reveal_refusals, result.reveal),
    act.Rampage: Rule(result.rampage_refusals, result.rampage),
    # The draw: FG-D1, FG-K1
    act.DrawThree: Rule(turn.draw_refusals, turn.draw_three),
    act.DiscardToDraw: Rule(turn.from_hand_refusals, turn.discard_to_draw),
    act.DiscardDown: Rule(turn.from_hand_refusals, turn.discard_down),
    act.Drawn: Rule(turn.drawn_refusals, turn.drawn),
    act.Shuffle: Rule(turn.shuffle_refusals, turn.shuffle),
    Same: EXCHANGE,
}


class FieldOfGlory(Rules[State, act.Action]):
    """The rules with the figures of one deck of cards, for a table's knowledge and for full knowledge."""

    by_action = RULES
    by_step = legal.BY_STEP
    notation = act.NOTATION
    hidden = knowledge

    def __init__(self, deck: Deck) -> None:
        self.deck: Deck = deck

    def new_game(self) -> State:
        """Full knowledge, before set-up: terrain, armies and the first player are found by actions (FG-S1, FG-S2)."""
        return draft.new_game(self.deck)

    def table_game(self) -> State:
        """What a table knows before set-up: the same is found by actions that hands tell it."""
        return draft.table_game()

    def start(self, state: State) -> State:
        """Begin the first turn of a position in which set-up is done."""
        return turn.begin_turn(state)

    def actors(self, state: State) -> frozenset[Player]:
        """Who has something to decide or to do; nobody while something happens by itself, both at a reveal of cards
        that are hidden from this state."""
        if state.step == OVER or self.chance(state):
            return frozenset()
        if state.step in (TERRAIN, FIRST) or draft.drafted_unseen(state):
            return frozenset(SIDES) - state.ready if state.step == ARMY else frozenset(SIDES)
        if state.drawing is not None:
            return frozenset({state.drawing.player})
        if state.attack is None:
            return frozenset({state.active})
        if state.step in (LEAD, BONUS, RETREAT):
            return frozenset({attack.mover(state)})
        if state.step == RAMPAGE and state.attack.loser is not None:
            return frozenset({state.attack.loser})
        return frozenset({state.active}) if state.attack.revealed else frozenset(SIDES)

    def chance(self, state: State) -> tuple[act.Action, ...]:
        """What no player chooses: steps without a choice pass, and with full knowledge every card that may be drawn
        next, each as likely as the others."""
        match state.step:
            case "advance":
                return () if state.advanced else (act.Advance(),)
            case "flank":
                return () if state.vulnerable else (act.EndFlank(),)
            case "bonus":
                mover = attack.mover(state)
                return () if piles.has_cards(state, mover) else (act.NoBonus(mover),)
            case "retreat":
                return () if attack.may_retreat_at_all(self.deck, state) else (act.EndRetreat(),)
            case "result":
                known = result.known_reveal(state) if result.to_reveal(state) else None
                return (known,) if known else ()
            case "drawing":
                happens = True
            case "terrain" | "first" | "rampage":
                happens = state.full
            case "army":
                happens = state.full and draft.dealing(state)
            case "actions" | "lead" | "draw" | "shuffle" | "over":
                happens = False
            case never:
                assert_never(never)
        return self.legal_actions(state) if happens else ()

    def reversible(self, state: State, action: act.Action) -> bool:
        """Whether hands can take ``action`` back, nobody having learned anything: true of units laid or lifted before a
        payment closes it, and of all that the attacker does before their bonus card is confirmed."""
        if isinstance(action, act.Discard):
            return state.step == ACTIONS
        if isinstance(action, act.ChooseLead):
            return state.attack is not None and attack.attacker_to_move(state)
        return isinstance(action, REVERSIBLE)

    def check(self, state: State, action: act.Action) -> None:
        """RulesError for what is no action of this game, or names a card that it does not have."""
        self.notation.check(action)
        if isinstance(action, act.LayTerrain) and action.card not in self.deck.terrain_cards:
            raise RulesError(f'"{action.card}" is no terrain card')
        if isinstance(action, (act.LayTerrain, Same)):
            return
        cards: tuple[str | None, ...] = (getattr(action, "card", None),)
        if isinstance(action, act.Reveal):
            cards = (action.red, action.blue)
        for card in cards:
            if card is None or self.deck.in_army(card):
                continue
            if not (state.unseen and card in UNSEEN_CARDS and isinstance(action, OF_UNSEEN_CARDS)):
                raise RulesError(f'"{card}" is no card of an army')

    def effect(self, state: State, action: act.Action) -> State:
        """What ``action`` does. What cannot be taken back dismisses the last attack's result; a step that passes by
        itself, or an exchange of cards, does not."""
        if isinstance(action, Same):
            return super().effect(state, action)
        by_itself = isinstance(action, act.EndFlank) and not state.vulnerable
        goes_on = not by_itself and not self.reversible(state, action)
        return super().effect(state.gone_on() if goes_on else state, action)
