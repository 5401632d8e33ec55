"""The end of a combat: pillage (DA-38), face-down cards (DA-39), control rolls (DA-40), and the way home (DA-41)."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import Side
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..combat import Combat, Killed, Shown
from ..deck import Deck, side_of_card
from ..deck.printed import Victory
from ..rolls import Fallen
from ..state import NO_CARDS, ZONE, State
from .combat import died, sides
from .prepare import done_by
from .reasons import Reasons, not_now, reason, said_already
from .turn import looked, next_attack

FIRST_PILLAGE, LATER_PILLAGE = 3, 1


def _combat(state: State) -> Combat:
    assert state.combat is not None
    return state.combat


def begun(deck: Deck, state: State) -> State:
    """After the last round: those in a frenzy die, then the place is pillaged if only attackers live."""
    # No round is left, also where later ones were left out: who dies now died as the last one was over.
    state = died(deck, state.with_combat(round="over"), frenzied=True)
    attacker, defender = sides(state)
    state = replace(state, step="spoils", active=attacker).with_combat(round="", throws=())
    if not state.fighters(attacker) or state.fighters(defender):
        return state
    return _pillaged(state)


def _pillaged(state: State) -> State:
    """Points for the attacker; the supply of the place is discarded (DA-15)."""
    combat = _combat(state)
    loser, winner = state.player(combat.defender), state.player(combat.attacker)
    spot = loser.spot(combat.target)
    points = LATER_PILLAGE if spot.pillaged else FIRST_PILLAGE
    if spot.supply is not None:
        loser = loser.discards_card(spot.supply)
    loser = loser.with_spot(combat.target, replace(spot, supply=None, pillaged=True))
    state = state.with_player(combat.defender, loser)
    state = state.with_player(combat.attacker, replace(winner, points=winner.points + points))
    return state.with_combat(pillage=points)


# Face-down cards (DA-39)


def next_of_spoils(deck: Deck, state: State) -> State:
    """Cards are shown, the attacker's first; then rolls are due; then everybody goes home."""
    for side in sides(state):
        if state.player(side).face_down.named:
            return _shown(deck, state, side)
    if control_rolls(state) or any(state.player(side).face_down.number for side in sides(state)):
        return state
    for side in sides(state):
        if any(_in_zone(state, card) for card in state.fighters(side)):
            return replace(state, step="home", active=side)
    return _over(state)


def _in_zone(state: State, card: str) -> bool:
    standing = state.standing(card)
    return standing is not None and standing.place == ZONE


def _shown(deck: Deck, state: State, side: Side) -> State:
    """A victory card whose side and conditions hold scores and is out of the game; others are discarded."""
    (card,) = state.player(side).face_down.named
    printed = deck.printed(card)
    if not isinstance(printed, Victory) or not holds(state, side, printed):
        return _put_away(state, side, card)
    if "ask" in printed.when and len(_combat(state).answers) < 2:
        return state.with_combat(asked=card)
    player = state.player(side)
    state = state.with_player(side, replace(player, points=player.points + printed.points))
    return done_by(deck, _put_away(state, side, card, printed), side, card)


def _put_away(state: State, side: Side, card: str, scored: Victory | None = None) -> State:
    player = replace(state.player(side), face_down=NO_CARDS)
    player = replace(player, out=player.out.gains(card)) if scored else player.discards_card(card)
    shown = (*_combat(state).shown, Shown(card, scored.points if scored else 0, scored is not None))
    return state.with_player(side, player).with_combat(asked=None, answers=(), shown=shown)


def holds(state: State, side: Side, card: Victory) -> bool:
    """Whether a victory card is for this side of the combat, and what it asks for has happened; but for "ask"."""
    combat = _combat(state)
    enemies = sum(side_of_card(each.card) != side for each in combat.killed)
    own = len(combat.killed) - enemies
    met = {"pillaged": combat.pillaged, "held": not combat.pillaged, "unhurt": own == 0, "ask": True}
    letter = "A" if side == combat.attacker else "D"
    return letter in card.scorer and enemies >= card.killed and all(met[each] for each in card.when)


def judge_refusals(deck: Deck, state: State, action: act.Judge) -> Reasons:
    side = action.player
    wanted = _combat(state).asked if state.combat else None
    if wanted is None:
        return reason("wrong-phase", side, "DA-39", Fix(Verb.WAIT), step=state.step, wanted="spoils")
    if side in _combat(state).answers:
        return said_already(state, side, "DA-39")
    return not_now(state, state.active, "DA-39", "spoils")


def judge(deck: Deck, state: State, action: act.Judge) -> State:
    """It has happened if both say so."""
    combat = _combat(state)
    assert combat.asked is not None
    if action.answer == "no":
        return _put_away(state, side_of_card(combat.asked), combat.asked)
    return state.with_combat(answers=(*combat.answers, action.player))


# Control rolls (DA-40)


def control_rolls(state: State) -> tuple[Killed, ...]:
    """The dead for whom a die is still due: the attacker rolls for the defender's first."""
    combat = _combat(state)
    attacker = [each for each in combat.killed if side_of_card(each.card) == combat.attacker]
    defender = [each for each in combat.killed if side_of_card(each.card) == combat.defender]
    return (*defender, *attacker)[combat.rolled :]


def control_fallen(state: State, fallen: Fallen) -> State:
    """Below the dead one's control is a point."""
    side = fallen.due.player
    if fallen.count:
        player = state.player(side)
        state = state.with_player(side, replace(player, points=player.points + 1))
    return state.with_combat(rolled=_combat(state).rolled + 1)


def _over(state: State) -> State:
    """The combat is over; the goal is looked at (DA-1), then the other may attack (DA-19)."""
    state = looked(replace(state, ended=_combat(state)))
    return state if state.winner else next_attack(state)
