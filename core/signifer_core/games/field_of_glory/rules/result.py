"""The end of an attack: the reveal, what it costs either side, and rampage (FG-C6, FG-C7, FG-F3)."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import SIDES
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..battle import NONE, RETREAT, Attack, Bonus, Result
from ..deck import Deck, Player, army_of, owner_of
from ..piles import captured, draw, to_discards, to_discards_from_column, without
from ..state import ACTIONS, RAMPAGE, RESULT, UNITS_A_COLUMN, State, other
from .combat import attacking_lines, decide, defending_lines
from .flank import flank_attack_over
from .placing import elsewhere, lies_nowhere, not_to_decide, out_of_step, out_of_turn, whereabouts

_NO_CARDS: frozenset[str] = frozenset()


def bonus_of(state: State, player: Player) -> Bonus:
    """The bonus card of ``player`` in the attack under way, when both have chosen."""
    attack = state.attack
    assert attack is not None
    bonus = attack.bonus if player == state.active else attack.defending_bonus
    assert bonus is not None
    return bonus


def to_reveal(state: State) -> bool:
    """Whether both bonus cards are chosen and not yet shown."""
    return state.step == RESULT and state.attack is not None and not state.attack.revealed


def known_reveal(state: State) -> act.Reveal | None:
    """The reveal that is due, if the state knows both cards."""
    red, blue = bonus_of(state, "red"), bonus_of(state, "blue")
    return act.Reveal(red.card, blue.card) if red.known and blue.known else None


def reveal_refusals(deck: Deck, state: State, action: act.Reveal) -> tuple[Refusal, ...]:
    """Every reason against these two cards being the bonus cards."""
    if not to_reveal(state):
        wanted = RESULT if state.step != RESULT else ACTIONS
        figures: Figures = (("step", state.step), ("wanted", wanted))
        reasons = [Refusal("wrong-phase", state.active, "FG-C1", Fix(Verb.WAIT), figures)]
        for player in SIDES:
            card = action.of(player)
            if card is not None:
                reasons += _others_card(player, card) or elsewhere(state, card)
        return tuple(reasons)
    return tuple(reason for player in SIDES for reason in _shown_refusals(state, player, action.of(player)))


def _shown_refusals(state: State, player: Player, card: str | None) -> tuple[Refusal, ...]:
    bonus = bonus_of(state, player)
    figures: Figures
    if card is None:
        if bonus.origin == NONE:
            return ()
        fix, figures = Fix(Verb.LAY, place="pad", number=1), (("cards", 0), ("limit", 1))
        return (Refusal("one-card", player, "FG-C1", fix, figures),)
    fix = Fix(Verb.TAKE, card, "pad")
    if others := _others_card(player, card):
        return others
    if bonus.origin == NONE:
        # Who goes without chose no card: any that lies there is one too many.
        figures = (("hand", 0), ("cards", 1))
        return (Refusal("count-wrong", player, "FG-C1", fix, figures, card),)
    if bonus.card == card:
        return ()
    pile = whereabouts(state, card)
    if bonus.card is None and pile is None:
        return ()
    figures = (("card", card), ("pile", pile or "deck"))
    return (Refusal("card-elsewhere", player, "FG-C1", fix, figures, card),)


def _others_card(player: Player, card: str) -> tuple[Refusal, ...]:
    if army_of(card) == player:
        return ()
    figures = (("card", card), ("side", player))
    return (Refusal("wrong-side", owner_of(card), "FG-C1", Fix(Verb.TAKE, card, "pad"), figures, card),)


def reveal(deck: Deck, state: State, action: act.Reveal) -> State:
    """The cards are shown and discarded, the attack is resolved, and what it costs follows."""
    attack = state.attack
    assert attack is not None
    attack = replace(
        attack,
        bonus=replace(bonus_of(state, state.active), card=action.of(state.active)),
        defending_bonus=replace(bonus_of(state, other(state.active)), card=action.of(other(state.active))),
        revealed=True,
    )
    state = replace(state, attack=attack)
    if attack.defending_lead is None:
        return _all_retreated(state, attack)
    state = _resolved(deck, state, attack)
    assert state.result is not None
    if state.result.winner == state.active and crowded(state):
        return state
    return _rampage_or_over(state)


def _all_retreated(state: State, attack: Attack) -> State:
    """The attacker discards their bonus card, and one of two units; control does not change (FG-C1). Ours: none if they
    led from beside (FG-F3)."""
    assert attack.lead is not None
    control = state.column(attack.column).control
    result = Result(
        attack.column,
        state.active,
        attack.lead,
        None,
        (),
        (),
        None,
        RETREAT,
        retreated=attack.retreated,
        held=control,
        holds=control,
    )
    state = replace(_shown_discarded(state, attack), result=result)
    return state if crowded(state) and attack.source == attack.column else attack_over(state)


def crowded(state: State) -> bool:
    """Whether the attacker has two units in the attacked column, one of which they are to discard."""
    assert state.attack is not None
    return len(state.column(state.attack.column).units(state.active)) == UNITS_A_COLUMN


def _shown_discarded(state: State, attack: Attack) -> State:
    """Bonus cards and Overlap join the discards; nobody's hand is touched any more."""
    for player in SIDES:
        card = bonus_of(state, player).card
        if card is not None:
            state = to_discards(state, player, card)
    for card in attack.overlaps:
        state = to_discards(state, state.active, card)
    return replace(
        state, attack=replace(attack, bonus=None, defending_bonus=None, overlaps=(), overlaps_known=_NO_CARDS)
    )


def _resolved(deck: Deck, state: State, attack: Attack) -> State:
    """Totals, losses, control and the winner's second unit (FG-C6).

    Ours: led from beside, only the lead is at stake, what of the attacker's stands in the attacked column stays, or is
    their choice if they win, and a companion of the lead is not touched (FG-F3).
    """
    assert attack.lead is not None
    assert attack.defending_lead is not None
    attacker, defender = state.active, other(state.active)
    ours = attacking_lines(deck, state, attack, bonus_of(state, attacker).card)
    theirs = defending_lines(deck, state, attack, bonus_of(state, defender).card)
    by, won = decide(deck, attack.defending_lead, ours, theirs)
    winner = None if won is None else attacker if won else defender
    result = Result(attack.column, attacker, attack.lead, attack.defending_lead, ours, theirs, winner, by)
    state = replace(_shown_discarded(state, attack), result=result)
    column = state.column(attack.column)
    stakes = column.units(attacker) if attack.source == attack.column else (attack.lead,)
    losses = {None: (), attacker: column.units(defender), defender: stakes}[winner]
    spent: tuple[str, ...]
    if winner is None:
        spent, control = (*stakes, *column.units(defender)), None
    elif winner == attacker:
        spent = tuple(card for card in stakes if card != attack.lead)
        control = attacker
    else:
        spent = tuple(card for card in column.units(defender) if card != attack.defending_lead)
        control = None if column.control == attacker else column.control
    state = state.with_column(attack.column, replace(column, control=control))
    for card in losses:
        state = captured(deck, without(state, card), card)
    for card in spent:
        state = to_discards_from_column(state, card)
    rampage = max((unit.rampage for card in losses if (unit := deck.unit(card))), default=0)
    loser = other(winner) if winner else None
    lost = rampage if loser and (state.side(loser).deck or state.side(loser).discard) else 0
    result = replace(
        result,
        retreated=attack.retreated,
        captured=losses,
        discarded=spent,
        held=column.control,
        holds=control,
        rampage=lost,
    )
    assert state.attack is not None
    attack = replace(state.attack, rampage=rampage, loser=loser)
    return replace(state, attack=attack, result=result)


def choice_refusals(deck: Deck, state: State, action: act.Discard) -> tuple[Refusal, ...]:
    """Every reason against this unit being the one that the attacker discards of two (FG-C1; FG-F3, ours)."""
    card, player = action.card, owner_of(action.card)
    place, attack = state.where(card), state.attack
    fix = Fix(Verb.PUT, card, None if place is None else str(place))
    reasons = [replace(reason, fix=fix) for reason in out_of_turn(state, player, card)]
    if attack is None or not attack.revealed:
        if not reasons:
            figures: Figures = (("step", state.step), ("wanted", ACTIONS))
            reasons.append(Refusal("wrong-phase", player, "FG-C1", fix, figures, card))
        reasons += lies_nowhere(state, card, "FG-C1")
    elif place != attack.column:
        figures = (("card", card), ("column", attack.column))
        reasons.append(Refusal("no-unit", player, "FG-C1", fix, figures, card))
    return tuple(reasons)


def choose_discard(deck: Deck, state: State, action: act.Discard) -> State:
    """The unit is discarded, and the attack goes on to its end."""
    return _rampage_or_over(to_discards_from_column(state, action.card))


# Rampage


def _rampage_or_over(state: State) -> State:
    attack = state.attack
    assert attack is not None
    if not attack.rampage or attack.loser is None:
        return attack_over(state)
    side = state.side(attack.loser)
    if not (side.deck or side.discard):
        return attack_over(state)
    return draw(state, attack.loser, 1, RAMPAGE)


def rampage_refusals(deck: Deck, state: State, action: act.Rampage) -> tuple[Refusal, ...]:
    """Every reason against this card being the one on top of the loser's deck (FG-C7; ours: one card only)."""
    player, card = action.player, action.card
    reasons = [replace(r, ruling="FG-C7") for r in out_of_step(state, player, RAMPAGE, card)]
    attack = state.attack
    figures: Figures
    if not reasons and attack is not None and player != attack.loser:
        reasons.append(replace(not_to_decide(state, player, str(attack.loser), "FG-C7"), card=card))
    if card is None:
        if state.full:
            figures = (("cards", 0), ("limit", 1))
            fix = Fix(Verb.LAY, place="pad", number=1)
            reasons.append(Refusal("one-card", player, "FG-C7", fix, figures))
        return tuple(reasons)
    if army_of(card) != player:
        figures = (("card", card), ("side", player))
        reasons.append(
            Refusal("wrong-side", owner_of(card), "FG-C7", Fix(Verb.TAKE, card, "pad"), figures, card)
        )
        return tuple(reasons)
    pile = whereabouts(state, card)
    if pile != "deck" and (pile is not None or state.full):
        figures = (("card", card), ("pile", pile or "hand"))
        reasons.append(Refusal("card-elsewhere", player, "FG-C7", Fix(Verb.TAKE, card, "pad"), figures, card))
    return tuple(reasons)


def rampage(deck: Deck, state: State, action: act.Rampage) -> State:
    """The card is lost with the elephant; nobody's points if nobody saw which it was."""
    player, card, attack = action.player, action.card, state.attack
    assert attack is not None
    side = state.side(player)
    if card is None:
        state = state.with_side(player, deck=side.deck - 1, lost_unseen=side.lost_unseen + 1)
    else:
        state = state.with_side(player, deck=side.deck - 1, deck_cards=side.deck_cards - {card})
        state = captured(deck, state, card)
    return _rampage_or_over(replace(state, attack=replace(attack, rampage=attack.rampage - 1)))


def attack_over(state: State) -> State:
    """Back to the actions, or to the flank phase."""
    attack = state.attack
    assert attack is not None
    if attack.flank:
        return flank_attack_over(state, attack.column)
    return replace(state, step=ACTIONS, attack=None)
