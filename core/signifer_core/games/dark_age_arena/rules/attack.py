"""An attack up to the first roll: who fights (DA-22 to DA-24), the face-down cards (DA-25), the target (DA-26) and the
defence (DA-27)."""

from __future__ import annotations

from itertools import combinations

from signifer_core.frozen import replace
from signifer_core.layout import Side
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..deck import Deck, kind_of, side_of_card
from ..state import MOST, ZONE, Cards, Standing, State, Task
from .effects import is_unique_in_play, place_name, solitary_cost, standard_cost
from .reasons import Reasons, has_marker, not_held, not_now, not_of, paid, reason, too_dear
from .turn import next_attack


def declare_refusals(deck: Deck, state: State, action: act.Declare) -> Reasons:
    """The way may be changed until somebody is mustered."""
    side = action.player
    found = not_now(state, side, "DA-19", "declare", "muster") + _alone_already(state, side)
    if action.way in ("1", "2", "3") and not state.of_side(side):
        found += reason("no-fighter", side, "DA-22", Fix(Verb.PRESS, place="4"), way=action.way)
    return found


def _alone_already(state: State, side: Side) -> Reasons:
    """Whoever has tried to send one alone cannot do anything else (DA-23)."""
    combat = state.combat
    if combat is None or combat.alone is None or side != state.active:
        return ()
    return reason("solitary-alone", side, "DA-23", Fix(Verb.HOLD, combat.alone, "ok"), combat.alone)


def declare(deck: Deck, state: State, action: act.Declare) -> State:
    if action.way == "none":
        return next_attack(state)
    start = ZONE if action.way == "solitary" else int(action.way)
    return replace(state.with_combat(start=start), step="muster")


def near(state: State, side: Side) -> int:
    """The place from which a fighter costs 1 COM: where the attack starts, or its target."""
    assert state.combat is not None
    return (state.combat.start or 0) if side == state.combat.attacker else state.combat.target


def _ruling(state: State, side: Side) -> str:
    return "DA-22" if state.combat is None or side == state.combat.attacker else "DA-27"


def muster_refusals(deck: Deck, state: State, action: act.Muster) -> Reasons:
    side = action.player
    ruling = _ruling(state, side)
    found = not_now(state, side, ruling, "muster", "defend")
    if found:
        return found
    found = _alone_already(state, side)
    combat = state.combat
    assert combat is not None
    if not found and action.cards and side == combat.attacker and combat.start == ZONE:
        fix = Fix(Verb.TAKE, action.cards[-1])
        found += reason("solitary-alone", side, "DA-23", fix, action.cards[-1], number=len(action.cards))
    odd = tuple(each for card in action.cards or () for each in _no_fighter(deck, state, side, card))
    if odd or not action.cards:
        return found + odd
    return found + _too_dear(deck, state, side, action.cards)


def _too_dear(deck: Deck, state: State, side: Side, cards: tuple[str, ...]) -> Reasons:
    """The reason against fighters who cannot be paid: against each of the fewest that have to go, the last ones first,
    if nothing else pays for all."""
    costs = {card: standard_cost(deck, state, card, near(state, side)) for card in cards}
    cost = sum(costs.values())
    found = too_dear(state, side, _ruling(state, side), cost, 0, cards[-1])
    if not any(why.fix.verb == Verb.TAKE for why in found):
        return found
    short = cost - state.player(side).com
    some = (group for size in range(1, len(cards) + 1) for group in combinations(reversed(cards), size))
    going = next(group for group in some if sum(costs[card] for card in group) >= short)
    return tuple(replace(why, card=card, fix=Fix(Verb.TAKE, card)) for card in going for why in found)


def _no_fighter(deck: Deck, state: State, side: Side, card: str) -> Reasons:
    """The reason against a card that cannot fight in the standard way."""
    ruling, fix = _ruling(state, side), Fix(Verb.TAKE, card)
    if side_of_card(card) != side:
        return reason("wrong-side", side, ruling, fix, card, card=card)
    if odd := not_of(deck, card, ruling, "character"):
        return odd
    if state.standing(card) is not None:
        return ()
    if state.may_hold(side, card):
        # Who cannot be played at all cannot fight alone either.
        return _in_play(deck, state, card) or reason("solitary-alone", side, "DA-23", fix, card, card=card)
    return not_held(state, card, ruling)


def _in_play(deck: Deck, state: State, card: str) -> Reasons:
    """The reason against a unique character of the hand who is in play (DA-13)."""
    if not is_unique_in_play(deck, state, card):
        return ()
    side, fix = side_of_card(card), Fix(Verb.TAKE, card)
    return reason("in-play", side, "DA-13", fix, card, kind=kind_of(card))


def muster(deck: Deck, state: State, action: act.Muster) -> State:
    """All are paid at once, and stand in the combat zone. Without a fighter the attack is over (DA-24)."""
    side, cards = action.player, action.cards or ()
    cost = sum(standard_cost(deck, state, card, near(state, side)) for card in cards)
    return _mustered(paid(state, side, com=cost), side, cards)


def _mustered(state: State, side: Side, cards: tuple[str, ...]) -> State:
    combat = state.combat
    assert combat is not None
    for card in cards:
        state = state.with_standing(replace(state.standing(card) or Standing(card, ZONE), place=ZONE))
    state = replace(state, combat=replace(combat, alone=None, die=None).with_fighters(side, cards))
    if side == combat.defender:
        return replace(state, step="yield")
    return replace(state, step="bluff") if cards else next_attack(state)


# One alone (DA-23)


def alone_refusals(deck: Deck, state: State, action: act.Alone) -> Reasons:
    side = side_of_card(action.card)
    found = not_now(state, side, "DA-23", "muster", "defend")
    if found:
        return found
    found = _alone_already(state, side)
    combat = state.combat
    assert combat is not None
    if not found and side == combat.attacker and combat.start != ZONE:
        fix = Fix(Verb.PRESS, action.card, "4")
        found += reason("solitary-alone", side, "DA-23", fix, action.card, start=combat.start or "")
    odd = not_of(deck, action.card, "DA-23", "character")
    if odd or state.standing(action.card) is not None:
        return found + odd
    return found + not_held(state, action.card, "DA-23") + _in_play(deck, state, action.card)


def alone(deck: Deck, state: State, action: act.Alone) -> State:
    """From the hand it is shown now; its roll is due."""
    if state.standing(action.card) is None:
        side = side_of_card(action.card)
        player = state.player(side)
        state = state.with_player(side, replace(player, hand=player.hand.loses(action.card)))
    return state.with_combat(alone=action.card)


def alone_fallen(deck: Deck, state: State, die: int) -> State:
    """The roll for a solitary fighter: paid by itself, if there is COM enough. Else it may be got."""
    side = state.active
    state = state.with_combat(die=die)
    cost, player = alone_cost(deck, state), state.player(side)
    if player.com >= cost:
        return pay(deck, state, side)
    marker = has_marker(player)
    reach = player.com + max(player.log // 2 + marker, (player.log + marker) // 2)
    return state if min(MOST, reach) >= cost or player.hand.number else stays_away(state)


def alone_cost(deck: Deck, state: State) -> int:
    """COM for the solitary fighter whose die has fallen."""
    combat = state.combat
    assert combat is not None
    assert combat.alone is not None
    assert combat.die is not None
    return solitary_cost(deck, state, combat.alone, combat.die)


def no_die(state: State, side: Side) -> Reasons:
    """The reason against paying before the roll."""
    if state.combat is not None and state.combat.die is not None:
        return ()
    return reason("wrong-phase", side, "DA-23", Fix(Verb.WAIT), step=state.step, wanted="dice")


def pay_refusals(deck: Deck, state: State, side: Side) -> Reasons:
    found = not_now(state, side, "DA-23", "muster", "defend") or no_die(state, side)
    if found:
        return found
    assert state.combat is not None
    alone = state.combat.alone
    gives_up = Fix(Verb.HOLD, alone, "ok")
    return too_dear(state, side, "DA-23", alone_cost(deck, state), 0, alone, gives_up)


def pay(deck: Deck, state: State, side: Side) -> State:
    assert state.combat is not None
    assert state.combat.alone is not None
    return _mustered(paid(state, side, com=alone_cost(deck, state)), side, (state.combat.alone,))


def give_up_refusals(deck: Deck, state: State, side: Side) -> Reasons:
    return not_now(state, side, "DA-23", "muster", "defend") or no_die(state, side)


def stays_away(state: State) -> State:
    """No fighter, nor another try; one from the hand is discarded."""
    assert state.combat is not None
    card, side = state.combat.alone, state.active
    assert card is not None
    if state.known_place(card) == "table":
        state = state.with_player(side, state.player(side).discards_card(card))
    return _mustered(state, side, ())


# Face-down cards (DA-25) and the target (DA-26)


def bluff_refusals(deck: Deck, state: State, action: act.Bluff) -> Reasons:
    found = not_now(state, action.player, "DA-25", "bluff")
    if action.card is None:
        return found
    if side_of_card(action.card) != action.player:
        fix = Fix(Verb.TAKE, action.card)
        return (*found, *reason("wrong-side", action.player, "DA-25", fix, action.card, card=action.card))
    return found + not_held(state, action.card, "DA-25")


def bluff(deck: Deck, state: State, action: act.Bluff) -> State:
    side = action.player
    if action.card is not None:
        player = state.player(side)
        down, hand = Cards(1, frozenset({action.card})), player.hand.loses(action.card)
        state = state.with_player(side, replace(player, hand=hand, face_down=down))
    return bluffed(deck, state)


def bluffed(deck: Deck, state: State) -> State:
    """The attacker names the target next; after the defender the combat begins."""
    combat = state.combat
    assert combat is not None
    if state.active == combat.attacker:
        return replace(state, step="target")
    return _begun(deck, state)


def _begun(deck: Deck, state: State) -> State:
    """The ranged round comes first. Tasks of fighters are rolled before it."""
    tasks = [
        Task(side_of_card(fighter), card, line, effect)
        for side in ("red", "blue")
        for fighter in state.fighters(side)
        for card in (fighter, *_gear(state, fighter))
        for line, effect in enumerate(deck.printed(card).effects)
        if effect.task
    ]
    assert state.combat is not None
    attacker = state.combat.attacker
    state = replace(state, tasks=(*state.tasks, *tasks), fought=True, step="aim", active=attacker)
    return state.with_combat(round="ranged")


def _gear(state: State, card: str) -> tuple[str, ...]:
    standing = state.standing(card)
    return standing.gear if standing else ()


def target_refusals(deck: Deck, state: State, action: act.Target) -> Reasons:
    return not_now(state, state.active, "DA-26", "target")


def target(deck: Deck, state: State, action: act.Target) -> State:
    """Its text holds now; the defender may react."""
    assert state.combat is not None
    owner = state.combat.defender
    tasks = [
        Task(owner, place_name(owner, action.place), line, effect)
        for line, effect in enumerate(deck.place(owner, action.place).effects)
        if effect.task
    ]
    state = replace(state, tasks=(*state.tasks, *tasks), step="react", active=owner)
    return state.with_combat(target=action.place)


# Who goes where (DA-27, DA-41)


def yielding(state: State) -> tuple[str, ...]:
    """The defender's characters at the target who do not fight."""
    combat = state.combat
    assert combat is not None
    return tuple(each.card for each in state.at(combat.defender, combat.target))


def to_go(state: State) -> tuple[str, ...]:
    """Who has to go to one of their owner's places now, away from the target or home, the next one first."""
    if state.step == "yield":
        return yielding(state)
    return tuple(each.card for each in state.at(state.active, ZONE)) if state.step == "home" else ()


def assign_refusals(deck: Deck, state: State, action: act.Assign) -> Reasons:
    side = side_of_card(action.card)
    ruling = "DA-41" if state.step == "home" else "DA-27"
    found = not_now(state, side, ruling, "yield", "home")
    if found:
        return found
    assert state.combat is not None
    fix = Fix(Verb.TAKE, action.card)
    movers = yielding(state) if state.step == "yield" else state.fighters(side)
    standing = state.standing(action.card)
    if action.card not in movers or (
        state.step == "home" and standing is not None and standing.place != ZONE
    ):
        return reason("cannot-move", side, ruling, fix, action.card, place=action.place)
    if state.step == "yield" and action.place == state.combat.target:
        fix = Fix(Verb.PRESS, action.card)
        return reason("wrong-column", side, ruling, fix, action.card, place=action.place)
    return ()


def assign(deck: Deck, state: State, action: act.Assign) -> State:
    standing = state.standing(action.card)
    assert standing is not None
    return state.with_standing(replace(standing, place=action.place))
