"""The rules of Field of Glory as one object: which actions are legal, why others are not, and what they do."""

from __future__ import annotations

from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import COLUMNS, SIDES
from signifer_core.rules import Refusal
from signifer_core.twins import Same, exchanged

from .. import knowledge, piles
from ..actions import (
    Action,
    Advance,
    BonusFromDeck,
    BonusFromHand,
    ChooseLead,
    DeclareAttack,
    Discard,
    DiscardDown,
    DiscardToDraw,
    Drawn,
    DrawThree,
    EndActions,
    EndFlank,
    EndRetreat,
    First,
    FlankAttack,
    Keep,
    LayTerrain,
    NoBonus,
    Pay,
    Place,
    PlayOverlap,
    PlayReserves,
    Rampage,
    Ready,
    Restore,
    Retreat,
    Reveal,
    Settle,
    Shuffle,
    TakeBack,
    notation,
)
from ..deck import UNSEEN_CARDS, Deck
from ..state import (
    ACTIONS,
    ADVANCE,
    ARMY,
    BONUS,
    DRAW,
    FIRST,
    FLANK,
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
OF_UNSEEN_CARDS = (Pay, DiscardToDraw, DiscardDown, Reveal, Rampage)


class FieldOfGlory:
    """The rules with the figures of one deck of cards, for a table's knowledge and for full knowledge."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def new_game(self) -> State:
        """Full knowledge, before set-up: terrain, armies and the first player are found by actions (FG-S1, FG-S2)."""
        return draft.new_game(self.deck)

    def table_game(self) -> State:
        """What a table knows before set-up: the same is found by actions that hands tell it."""
        return draft.table_game()

    def start(self, state: State) -> State:
        """Begin the first turn of a position in which set-up is done."""
        return turn.begin_turn(state)

    def outcome(self, state: State) -> str | None:
        """The winner, "draw", or None while the game runs."""
        return state.winner

    def actors(self, state: State) -> frozenset[str]:
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

    def chance(self, state: State) -> tuple[Action, ...]:
        """What no player chooses: steps without a choice pass, and with full knowledge every card that may be drawn
        next, each as likely as the others."""
        match state.step:
            case "advance" if not state.advanced:
                return (Advance(),)
            case "flank" if not state.vulnerable:
                return (EndFlank(),)
            case "bonus" if not piles.has_cards(state, attack.mover(state)):
                return (NoBonus(attack.mover(state)),)
            case "retreat" if not attack.may_retreat_at_all(self.deck, state):
                return (EndRetreat(),)
            case "result" if result.to_reveal(state):
                known = result.known_reveal(state)
                return (known,) if known else ()
            case "drawing":
                return self.legal_actions(state)
            case "terrain" | "first" if state.full:
                return self.legal_actions(state)
            case "army" if draft.dealing(state) and state.full:
                return self.legal_actions(state)
            case "rampage" if state.full:
                return self.legal_actions(state)
            case _:
                return ()

    def view(self, state: State, viewer: str) -> State:
        """What ``viewer`` may know: a state of table's knowledge with his own hand named. Anyone but a player sees what
        both may see; of a discard pile, which its owner alone may look through, only he knows more than the size."""
        return knowledge.view(state, viewer)

    def reversible(self, state: State, action: Action) -> bool:
        """Whether hands can take ``action`` back, nobody having learned anything: true of units laid or lifted before a
        payment closes it, and of all that the attacker does before his bonus card is confirmed."""
        match action:
            case Place() | TakeBack() | Restore() | PlayOverlap() | DeclareAttack() | FlankAttack():
                return True
            case Discard():
                return state.step == ACTIONS
            case ChooseLead():
                return state.attack is not None and attack.attacker_to_move(state)
            case _:
                return False

    def refusals(self, state: State, action: Action) -> tuple[Refusal, ...]:
        """Every reason against ``action``, with ruling, figures and the shortest fix; empty if it is legal.

        RulesError if it names a card, column or player that the game does not have.
        """
        self._check(state, action)
        match action:
            case Same():
                return ()
            case Place():
                return placing.place_refusals(self.deck, state, action)
            case TakeBack() if attack.lies_as_overlap(state, action.card):
                return attack.overlap_back_refusals(state, action)
            case TakeBack():
                return placing.take_back_refusals(state, action)
            case Discard() if state.step == ADVANCE:
                return turn.advance_discard_refusals(state, action)
            case Discard() if state.step == RESULT:
                return result.choice_refusals(state, action)
            case Discard():
                return placing.discard_refusals(state, action)
            case Restore():
                return placing.restore_refusals(self.deck, state, action)
            case Pay():
                return placing.pay_refusals(self.deck, state, action)
            case PlayReserves():
                return placing.reserves_refusals(state, action)
            case _:
                return self._refusals_between(state, action)

    def _check(self, state: State, action: Action) -> None:
        if isinstance(action, Same):
            if action.other not in self.deck.twins(action.card):
                raise RulesError(f"{action.card} and {action.other} are not equal in every figure")
            return
        cards: tuple[str | None, ...]
        cards = (action.red, action.blue) if isinstance(action, Reveal) else (getattr(action, "card", None),)
        if isinstance(action, LayTerrain):
            if action.card not in self.deck.terrain_cards:
                raise RulesError(f'"{action.card}" is no terrain card')
            cards = ()
        for card in cards:
            if card is None or self.deck.in_army(card):
                continue
            if not (state.unseen and card in UNSEEN_CARDS and isinstance(action, OF_UNSEEN_CARDS)):
                raise RulesError(f'"{card}" is no card of an army')
        column: int = getattr(action, "column", COLUMNS[0])
        if column not in COLUMNS:
            raise RulesError(f"{column} is no column from 1 to 5")
        player: str = getattr(action, "player", SIDES[0])
        if player not in SIDES:
            raise RulesError(f'"{player}" is neither red nor blue')

    def _refusals_between(self, state: State, action: Action) -> tuple[Refusal, ...]:
        match action:
            case Settle():
                return placing.settle_refusals(state)
            case EndActions():
                wrong = placing.out_of_step(state, state.active, ACTIONS)
                return (*wrong, *placing.unpaid_refusals(state), *placing.unfollowed(state))
            case DrawThree():
                return turn.draw_refusals(state)
            case DiscardToDraw() | DiscardDown():
                return turn.from_hand_refusals(state, action)
            case Shuffle():
                return turn.shuffle_refusals(state, action)
            case Drawn():
                return turn.drawn_refusals(state, action)
            case Advance() if action in self.chance(state):
                return ()
            case Advance():
                return (placing.wrong_step(state, state.active, ADVANCE),)
            case EndFlank():
                return placing.out_of_step(state, state.active, FLANK)
            case _:
                return self._refusals_in_attack(state, action)

    def _refusals_in_attack(self, state: State, action: Action) -> tuple[Refusal, ...]:
        match action:
            case FlankAttack():
                return flank.flank_attack_refusals(state, action)
            case DeclareAttack():
                return attack.declare_refusals(state, action)
            case ChooseLead():
                return attack.lead_refusals(state, action)
            case PlayOverlap():
                return attack.overlap_refusals(state, action)
            case BonusFromHand() | BonusFromDeck() | NoBonus():
                return attack.bonus_refusals(state, action)
            case Retreat():
                return attack.retreat_refusals(self.deck, state, action)
            case EndRetreat():
                return attack.end_retreat_refusals(state)
            case Reveal():
                return result.reveal_refusals(state, action)
            case Rampage():
                return result.rampage_refusals(state, action)
            case _:
                return self._refusals_in_setup(state, action)

    def _refusals_in_setup(self, state: State, action: Action) -> tuple[Refusal, ...]:
        match action:
            case LayTerrain():
                return draft.terrain_refusals(self.deck, state, action)
            case Keep():
                return draft.keep_refusals(state, action)
            case Ready():
                return draft.ready_refusals(state, action)
            case First():
                return draft.first_refusals(state, action)
            case _:
                raise RulesError(f"{action!r} is no action of Field of Glory")

    def apply(self, state: State, action: Action) -> State:
        """The state after ``action``; raise RulesError and change nothing if it is refused."""
        refused = self.refusals(state, action)
        if refused:
            reasons = ", ".join(f"{reason.code} ({reason.ruling})" for reason in refused)
            raise RulesError(f"{notation(action)} is refused: {reasons}")
        if isinstance(action, Same):
            return exchanged(state, action)
        by_itself = isinstance(action, EndFlank) and not state.vulnerable
        goes_on = not by_itself and not self.reversible(state, action)
        return self._applied(state.gone_on() if goes_on else state, action)

    def _applied(self, state: State, action: Action) -> State:
        match action:
            case Place():
                return placing.place(self.deck, state, action)
            case TakeBack() if attack.lies_as_overlap(state, action.card):
                return attack.take_overlap_back(state, action)
            case TakeBack():
                return placing.take_back(state, action)
            case Discard() if state.step == ADVANCE:
                return turn.advance_discard(state, action)
            case Discard() if state.step == RESULT:
                return result.choose_discard(state, action)
            case Discard():
                return placing.discard(state, action)
            case Restore():
                return placing.restore(state, action)
            case Pay():
                return placing.pay(self.deck, state, action)
            case Settle():
                return placing.settle(state)
            case PlayReserves():
                return turn.reserves(placing.settle(state), action.card)
            case _:
                return self._applied_between(state, action)

    def _applied_between(self, state: State, action: Action) -> State:
        match action:
            case EndActions():
                return replace(placing.settle(state), step=DRAW, drawn=False)
            case DrawThree():
                return turn.draw_three(state)
            case DiscardToDraw():
                return turn.discard_to_draw(self.deck, state, action)
            case DiscardDown():
                return turn.discard_down(state, action)
            case Shuffle():
                return turn.shuffle(state, action)
            case Advance():
                return turn.advance(state)
            case Drawn():
                return turn.drawn(state, action)
            case EndFlank():
                return replace(state, step=ACTIONS, vulnerable=())
            case _:
                return self._applied_in_attack(state, action)

    def _applied_in_attack(self, state: State, action: Action) -> State:
        match action:
            case FlankAttack():
                return attack.alone_leads(flank.flank_attack(state, action))
            case DeclareAttack():
                return attack.alone_leads(attack.declare(state, action))
            case ChooseLead():
                return attack.choose_lead(state, action)
            case PlayOverlap():
                return attack.play_overlap(state, action)
            case BonusFromHand():
                return attack.bonus_from_hand(state, action)
            case BonusFromDeck():
                return attack.bonus_from_deck(state, action)
            case NoBonus():
                return attack.no_bonus(state, action)
            case Retreat():
                return attack.retreat(state, action)
            case EndRetreat():
                return attack.end_retreat(state)
            case Reveal():
                return result.reveal(self.deck, state, action)
            case Rampage():
                return result.rampage(self.deck, state, action)
            case _:
                return self._applied_in_setup(state, action)

    def _applied_in_setup(self, state: State, action: Action) -> State:
        match action:
            case LayTerrain():
                return draft.lay_terrain(state, action)
            case Keep():
                return draft.keep(state, action)
            case Ready():
                return draft.ready(state, action)
            case First():
                return turn.begin_turn(replace(state, active=action.player))
            case _:
                raise RulesError(f"{action!r} is no action of Field of Glory")

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Every legal action, as far as it is known where the cards are: an unseen card may be in the hand."""
        return legal.legal_actions(self.deck, state)
