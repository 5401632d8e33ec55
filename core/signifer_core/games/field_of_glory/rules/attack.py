"""An attack from its declaration to both leads and bonus cards: FG-C1, FG-C2, and the playing of Overlap."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..battle import NONE, Attack, Bonus
from ..deck import Deck, Player, army_of, kind_of, owner_of
from ..piles import bonus_taken, draw, from_hand, has_cards, to_discards_from_column, unknown_in_hand
from ..state import ACTIONS, BONUS, LEAD, RESULT, RETREAT, State, other
from . import placing
from .flank import flank_leads
from .placing import OVERLAP, elsewhere, not_to_decide, out_of_step, unfollowed, unpaid_refusals


def attacker_to_move(state: State) -> bool:
    """Whether the attacker, not the defender, has the next choice of the attack under way."""
    attack = state.attack
    assert attack is not None
    if state.step == LEAD:
        return attack.lead is None
    return state.step == BONUS and attack.bonus is None


def mover(state: State) -> Player:
    """Whose choice of lead, bonus card or retreat is due."""
    return state.active if attacker_to_move(state) else other(state.active)


def _turn_refusals(state: State, player: Player, step: str, ruling: str, card: str | None) -> list[Refusal]:
    """The reasons against ``player`` doing now what belongs to ``step`` of an attack."""
    reasons = [replace(reason, ruling=ruling) for reason in out_of_step(state, player, step, card)]
    if state.step == step and state.attack is not None and player != mover(state):
        fix = Fix(Verb.TAKE, card) if card else Fix(Verb.WAIT)
        reasons.append(replace(not_to_decide(state, player, mover(state), ruling), fix=fix, card=card))
    return reasons


# Declaration and lead


def declare_refusals(deck: Deck, state: State, action: act.DeclareAttack) -> tuple[Refusal, ...]:
    """Every reason against attacking the column in the actions phase."""
    player, number = state.active, action.column
    reasons = [*out_of_step(state, player, ACTIONS), *unpaid_refusals(state), *unfollowed(state)]
    fix, where = Fix(Verb.PRESS, place="column"), (("column", number),)
    if not state.column(number).units(player):
        reasons.append(Refusal("no-unit", player, "FG-C1", fix, where))
    if not state.column(number).units(other(player)):
        reasons.append(Refusal("no-enemy", player, "FG-C1", fix, where))
    return tuple(reasons)


def declare(deck: Deck, state: State, action: act.DeclareAttack) -> State:
    """The placements are closed, and the attack is under way."""
    state = placing.settled(state).without_result()
    return _alone_leads(replace(state, step=LEAD, attack=Attack(action.column)))


def flank_attack(deck: Deck, state: State, action: act.FlankAttack) -> State:
    """The attack is under way; the column cannot be attacked in the flank again."""
    attack = Attack(action.column, flank=True)
    return _alone_leads(replace(state.without_result(), step=LEAD, attack=attack))


def _alone_leads(state: State) -> State:
    """A unit that alone may lead does so without being asked."""
    found = leads(state)
    return _led(state, *found[0]) if len(found) == 1 else state


def _led(state: State, card: str, source: int) -> State:
    assert state.attack is not None
    return replace(state, step=BONUS, attack=replace(state.attack, lead=card, source=source))


def leads(state: State) -> tuple[tuple[str, int], ...]:
    """The units that may lead now, each with its column."""
    attack = state.attack
    assert attack is not None
    if attack.flank and attack.lead is None:
        return flank_leads(state, attack)
    return tuple((card, attack.column) for card in state.column(attack.column).units(mover(state)))


def lead_refusals(deck: Deck, state: State, action: act.ChooseLead) -> tuple[Refusal, ...]:
    """Every reason against this unit leading."""
    card, player = action.card, owner_of(action.card)
    reasons = _turn_refusals(state, player, LEAD, "FG-C1", card)
    if state.attack is None:
        return (*reasons, *placing.lies_nowhere(state, card, "FG-C1"))
    if not reasons and card not in {unit for unit, _ in leads(state)}:
        ruling = "FG-F2" if state.attack.flank and state.attack.lead is None else "FG-C1"
        figures: Figures = (("card", card), ("column", state.attack.column))
        reasons.append(Refusal("no-unit", player, ruling, Fix(Verb.PRESS, place="column"), figures, card))
    return tuple(reasons)


def choose_lead(deck: Deck, state: State, action: act.ChooseLead) -> State:
    """The unit leads: the attacker's bonus card is next, or after the defender's lead the reveal."""
    assert state.attack is not None
    source = dict(leads(state))[action.card]
    if attacker_to_move(state):
        return _led(state, action.card, source)
    return replace(state, step=RESULT, attack=replace(state.attack, defending_lead=action.card))


# Overlap


def overlap_refusals(deck: Deck, state: State, action: act.PlayOverlap) -> tuple[Refusal, ...]:
    """Every reason against playing Overlap: from the declaration on, before the attacker's bonus card (FG-C5, ours)."""
    card, player = action.card, owner_of(action.card)
    fix = Fix(Verb.TAKE, card)
    reasons = [*placing.out_of_turn(state, player, card)]
    in_time = state.step in (LEAD, BONUS) and attacker_to_move(state)
    if not reasons and (not in_time or kind_of(card) != OVERLAP):
        reasons.append(_untimely(state, card, fix))
    reasons += elsewhere(state, card)
    if player == state.active:
        reasons += placing.too_many(state, card, fix=fix)
    return tuple(reasons)


def _untimely(state: State, card: str, fix: Fix) -> Refusal:
    """Overlap comes before the attacker's bonus card, which is no step alone: the defender's is called the same. Any
    other card belongs to the actions; in them nothing asks for it before something is due."""
    player = owner_of(card)
    figures: Figures = (("step", state.step), ("wanted", ACTIONS))
    if kind_of(card) == OVERLAP:
        figures = (("step", state.step), ("before", BONUS))
    elif state.step == ACTIONS:
        return Refusal("nothing-due", player, "FG-C5", fix, (("due", state.due),), card)
    return Refusal("wrong-phase", player, "FG-C5", fix, figures, card)


def play_overlap(deck: Deck, state: State, action: act.PlayOverlap) -> State:
    """The card lies beside the attack, in no order; it joins the discards with the result."""
    attack, card = state.attack, action.card
    assert attack is not None
    known = attack.overlaps_known | (state.side(state.active).hand_cards & {card})
    state = from_hand(state, state.active, card)
    attack = replace(attack, overlaps=tuple(sorted((*attack.overlaps, card))), overlaps_known=known)
    return replace(state, attack=attack)


def takes_overlap_back(state: State, action: act.TakeBack) -> bool:
    """Whether the card is an Overlap that was played for the attack under way."""
    return state.attack is not None and action.card in state.attack.overlaps


def overlap_back_refusals(deck: Deck, state: State, action: act.TakeBack) -> tuple[Refusal, ...]:
    """Every reason against taking back an Overlap that lies there: a bonus card is confirmed (FG-C5, ours)."""
    assert state.attack is not None
    if state.step in (LEAD, BONUS) and attacker_to_move(state):
        return ()
    return (_untimely(state, action.card, Fix(Verb.PUT, action.card, str(state.attack.column))),)


def take_overlap_back(deck: Deck, state: State, action: act.TakeBack) -> State:
    """The Overlap is in the hand again, and counts for nothing."""
    attack, card, player = state.attack, action.card, state.active
    assert attack is not None
    side, known = state.side(player), attack.overlaps_known & {card}
    state = state.with_side(player, hand=side.hand + 1, hand_cards=side.hand_cards | known)
    left = tuple(overlap for overlap in attack.overlaps if overlap != card)
    attack = replace(attack, overlaps=left, overlaps_known=attack.overlaps_known - known)
    return replace(state, attack=attack)


# Bonus cards


def bonus_refusals(
    deck: Deck, state: State, action: act.BonusFromHand | act.BonusFromDeck | act.NoBonus
) -> tuple[Refusal, ...]:
    """Every reason against this way to a bonus card."""
    player = action.player
    card = action.card if isinstance(action, act.BonusFromHand) else None
    reasons = _turn_refusals(state, player, BONUS, "FG-C1", card)
    side = state.side(player)
    if isinstance(action, act.BonusFromHand):
        if promised(state):
            figures: Figures = (("cards", 0), ("limit", 1), ("from", "deck"))
            reasons.append(Refusal("one-card", player, "FG-K1", Fix(Verb.HOLD, place="ok"), figures, card))
        return (*reasons, *_from_hand_refusals(state, action))
    if isinstance(action, act.BonusFromDeck) and not (side.deck or side.discard):
        figures = (("deck", 0), ("cards", 1))
        reasons.append(Refusal("count-wrong", player, "FG-C1", _other_way(state, player), figures))
    if isinstance(action, act.NoBonus) and has_cards(state, player):
        figures = (("cards", 0), ("limit", 1))
        reasons.append(Refusal("one-card", player, "FG-C1", _other_way(state, player), figures))
    return tuple(reasons)


def promised(state: State) -> bool:
    """Whether a bonus card has to come from the deck: who shuffled for it does not choose again (FG-K1, ours)."""
    return state.step == BONUS and state.drawing is not None


def _other_way(state: State, player: Player) -> Fix:
    """How the player can have a bonus card: from the hand, else from the deck; who has neither goes without."""
    side = state.side(player)
    if side.hand:
        return Fix(Verb.LAY, place="pad", number=1)
    return Fix(Verb.HOLD, place="ok") if side.deck or side.discard else Fix(Verb.WAIT)


def _from_hand_refusals(state: State, action: act.BonusFromHand) -> tuple[Refusal, ...]:
    """A named card has to be known to be in the hand, an unnamed one needs a hand with cards nobody has named."""
    player, card = action.player, action.card
    hand, unnamed = state.side(player).hand, unknown_in_hand(state, player)
    figures: Figures = (("hand", hand), ("cards", 1))
    if card is None:
        if hand and unnamed <= 0:
            figures, fix = (("cards", 0), ("limit", 1)), Fix(Verb.LAY, place="pad", number=1)
            return (Refusal("one-card", player, "FG-C1", fix, figures),)
        return () if hand else (Refusal("count-wrong", player, "FG-C1", _other_way(state, player), figures),)
    fix = Fix(Verb.TAKE, card, "pad")
    if army_of(card) != player:
        figures = (("card", card), ("side", player))
        return (Refusal("wrong-side", owner_of(card), "FG-C1", fix, figures, card),)
    if card in state.side(player).hand_cards:
        return ()
    if there := elsewhere(state, card):
        return there
    if not hand:
        return (Refusal("count-wrong", player, "FG-C1", fix, figures, card),)
    if state.step != BONUS:
        return ()
    # It may be one of the hand; but who does not see the hand hears its name at the reveal.
    figures = (("step", state.step), ("wanted", RESULT))
    return (Refusal("wrong-phase", player, "FG-C1", fix, figures, card),)


def bonus_from_hand(deck: Deck, state: State, action: act.BonusFromHand) -> State:
    """The card leaves the hand, hidden or named."""
    state = from_hand(state, action.player, action.card)
    return bonus_taken(state, action.player, Bonus("hand", action.card))


def bonus_from_deck(deck: Deck, state: State, action: act.BonusFromDeck) -> State:
    """The top card of the deck, after a shuffle if need be (FG-K1)."""
    return draw(state, action.player, 1, BONUS)


def no_bonus(deck: Deck, state: State, action: act.NoBonus) -> State:
    """The player goes without."""
    return bonus_taken(state, action.player, Bonus(NONE))


# Retreat


def may_retreat(deck: Deck, state: State, card: str) -> bool:
    """Whether the defending unit costs less movement than the attacking lead (FG-C2)."""
    assert state.attack is not None
    assert state.attack.lead is not None
    lead, unit = deck.unit(state.attack.lead), deck.unit(card)
    return lead is not None and unit is not None and unit.movement_cost < lead.movement_cost


def may_retreat_at_all(deck: Deck, state: State) -> bool:
    """Whether any unit may retreat now."""
    assert state.attack is not None
    units = state.column(state.attack.column).units(other(state.active))
    return any(may_retreat(deck, state, card) for card in units)


def retreat_refusals(deck: Deck, state: State, action: act.Retreat) -> tuple[Refusal, ...]:
    """Every reason against the unit's retreat."""
    card, player = action.card, owner_of(action.card)
    place, attack = state.where(card), state.attack
    fix = Fix(Verb.PUT, card, None if place is None else str(place))
    reasons = [replace(r, fix=fix) for r in _turn_refusals(state, player, RETREAT, "FG-C2", card)]
    if attack is None or attack.lead is None:
        return (*reasons, *placing.lies_nowhere(state, card, "FG-C2"))
    figures: Figures
    if place != attack.column:
        figures = (("card", card), ("column", attack.column))
        reasons.append(Refusal("no-unit", player, "FG-C2", fix, figures, card))
    elif player != state.active and not may_retreat(deck, state, card):
        unit, lead = deck.unit(card), deck.unit(attack.lead)
        assert unit is not None
        assert lead is not None
        figures = (("card", card), ("cost", unit.movement_cost), ("lead", lead.movement_cost))
        reasons.append(Refusal("cannot-retreat", player, "FG-C2", fix, figures, card))
    return tuple(reasons)


def retreat(deck: Deck, state: State, action: act.Retreat) -> State:
    """The unit is discarded; it counts for nobody's points."""
    assert state.attack is not None
    retreated = tuple(sorted((*state.attack.retreated, action.card)))
    state = replace(state, attack=replace(state.attack, retreated=retreated))
    return to_discards_from_column(state, action.card)


def end_retreat_refusals(deck: Deck, state: State, action: act.EndRetreat) -> tuple[Refusal, ...]:
    """Every reason against ending the retreat."""
    return out_of_step(state, other(state.active), RETREAT)


def end_retreat(deck: Deck, state: State, action: act.EndRetreat) -> State:
    """The defender's bonus card is next; if nobody is left to defend, the attacker's is shown (FG-C1)."""
    assert state.attack is not None
    left = state.column(state.attack.column).units(other(state.active))
    attack = replace(state.attack, retreat_ended=True)
    if left:
        return replace(state, step=BONUS, attack=attack)
    return replace(state, step=RESULT, attack=replace(attack, defending_bonus=Bonus(NONE)))
