"""The rounds of a combat: ranged (DA-28), and two at close quarters (DA-29 to DA-36)."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.frozen import replace
from signifer_core.layout import Side, other
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..combat import Combat, Confrontation, Killed
from ..deck import Deck, side_of_card
from ..deck.effects import Sign
from ..rolls import Fallen, Throwing, suffered
from ..state import State
from .effects import control, has_trait, life, values
from .reasons import Reasons, not_now, reason

SIGN_OF: dict[Throwing, Sign] = {"shoot": "()", "strike": "[]", "armour": "{}", "block": "<>"}


def _combat(state: State) -> Combat:
    assert state.combat is not None
    return state.combat


def sides(state: State) -> tuple[Side, Side]:
    """The attacker and the defender, in whose order all is done."""
    combat = _combat(state)
    return combat.attacker, combat.defender


def next_of_round(deck: Deck, state: State) -> State:
    """What comes next in this round: a decision, a roll, or its end, after which another one begins."""
    if _combat(state).round == "ranged":
        return _ranged(deck, state)
    return _pairing(deck, state) or _assisting(state) or _striking(deck, state)


def rounds_over(state: State) -> bool:
    """After the last round; a round without fighters on one side is left out (DA-37)."""
    return _combat(state).round == "over" or not all(state.fighters(side) for side in sides(state))


# The ranged round (DA-28)


def shooters(deck: Deck, state: State, side: Side) -> list[str]:
    return [card for card in state.fighters(side) if values(deck, state, card, "()")]


def unaimed(deck: Deck, state: State, side: Side) -> list[str]:
    """Who has still to name an enemy: nobody of a side that has begun to roll, nor of the attacker's once it is the
    defender's turn, whatever cards are played."""
    combat = _combat(state)
    has_rolled = any(throw.due.player == side for throw in combat.throws)
    if has_rolled or (side == combat.attacker and state.active == combat.defender):
        return []
    aimed = {shooter for shooter, _ in combat.aims}
    return [card for card in shooters(deck, state, side) if card not in aimed]


def shots(deck: Deck, state: State, side: Side) -> list[str]:
    """Who has named an enemy and not rolled yet."""
    combat = _combat(state)
    aimed = {shooter for shooter, _ in combat.aims}
    return [
        card for card in shooters(deck, state, side) if card in aimed and combat.thrown(card, "shoot") is None
    ]


def _ranged(deck: Deck, state: State) -> State:
    """All of the attacker's aim and roll, then the defender's; then all becomes wounds together."""
    for side in sides(state):
        enemies = state.fighters(other(side))
        if left := unaimed(deck, state, side):
            if len(enemies) > 1:
                return replace(state, step="aim", active=side)
            for card in left:
                state = _aimed(state, card, enemies[0])
            return replace(state, step="shoot", active=side)
        if shots(deck, state, side):
            return replace(state, step="shoot", active=side)
    return _round_over(deck, state)


def _aimed(state: State, shooter: str, enemy: str) -> State:
    return state.with_combat(aims=(*_combat(state).aims, (shooter, enemy)))


def aim_refusals(deck: Deck, state: State, action: act.Aim) -> Reasons:
    side = side_of_card(action.card)
    found = not_now(state, side, "DA-28", "aim")
    if found:
        return found
    if action.card not in unaimed(deck, state, side):
        fix = Fix(Verb.WAIT, action.card)
        found += reason("not-free", side, "DA-28", fix, action.card, card=action.card)
    return found + _no_enemy(state, side, action.enemy, "DA-28")


def _no_enemy(state: State, side: Side, enemy: str, ruling: str) -> Reasons:
    if enemy in state.fighters(other(side)):
        return ()
    return reason("no-fighter", side, ruling, Fix(Verb.PRESS, enemy), enemy, card=enemy)


def aim(deck: Deck, state: State, action: act.Aim) -> State:
    return _aimed(state, action.card, action.enemy)


# Who confronts whom (DA-29, DA-36), and who supports (DA-30)


def free(state: State, side: Side) -> list[str]:
    """Who is in no confrontation, nor supports one."""
    return [card for card in state.fighters(side) if _combat(state).confrontation_of(card) is None]


def to_pair(state: State, side: Side) -> list[str]:
    """Who is paired next: of those who are free first those who were in no support (DA-36)."""
    unpaired = free(state, side)
    return [card for card in unpaired if card not in _combat(state).supported] or unpaired


def _pairing(deck: Deck, state: State) -> State | None:
    attacker, defender = sides(state)
    ours, theirs = to_pair(state, attacker), to_pair(state, defender)
    if not ours or not theirs:
        return None
    if len(ours) == len(theirs) == 1:
        return _paired(state, ours[0], theirs[0])
    return replace(state, step="pair", active=attacker)


def _paired(state: State, card: str, enemy: str) -> State:
    return state.with_combat(confrontations=(*_combat(state).confrontations, Confrontation(card, enemy)))


def pair_refusals(deck: Deck, state: State, action: act.Pair) -> Reasons:
    side = side_of_card(action.card)
    found = not_now(state, side, "DA-29", "pair")
    if found:
        return found
    for card, whose in ((action.card, side), (action.enemy, other(side))):
        if card not in state.fighters(whose):
            found += reason("no-fighter", side, "DA-29", Fix(Verb.PRESS, card), card, card=card)
        elif card not in free(state, whose):
            enemy = {"enemy": card} if whose != side else {}
            found += reason("not-free", side, "DA-29", Fix(Verb.PRESS, card), card, card=card, **enemy)
        elif card not in to_pair(state, whose):
            first = to_pair(state, whose)[0]
            found += reason("not-free", side, "DA-36", Fix(Verb.PRESS, first), card, card=card, first=first)
    return found


def pair(deck: Deck, state: State, action: act.Pair) -> State:
    return _paired(state, action.card, action.enemy)


def _assisting(state: State) -> State | None:
    confrontations = _combat(state).confrontations
    for side in sides(state):
        if left := free(state, side):
            if len(confrontations) > 1:
                return replace(state, step="assist", active=side)
            return _supported(state, left[0], 1)
    return None


def _supported(state: State, card: str, number: int) -> State:
    confrontations = list(_combat(state).confrontations)
    old = confrontations[number - 1]
    confrontations[number - 1] = replace(old, supporters=(*old.supporters, card))
    return state.with_combat(confrontations=tuple(confrontations))


def assist_refusals(deck: Deck, state: State, action: act.Assist) -> Reasons:
    side = side_of_card(action.card)
    found = not_now(state, side, "DA-30", "assist")
    if found:
        return found
    if action.card not in free(state, side):
        fix = Fix(Verb.WAIT, action.card)
        found += reason("not-free", side, "DA-30", fix, action.card, card=action.card)
    number = len(_combat(state).confrontations)
    if action.confrontation > number:
        fix = Fix(Verb.PRESS, place=str(number))
        found += reason("no-fighter", side, "DA-30", fix, None, confrontation=action.confrontation)
    return found


def assist(deck: Deck, state: State, action: act.Assist) -> State:
    return _supported(state, action.card, action.confrontation)


# Rolls (DA-28, DA-31 to DA-33)


def due_throw(deck: Deck, state: State) -> tuple[str, Throwing] | None:
    """Who rolls two dice next, and for what; None if nobody does."""
    combat = state.combat
    if combat is None or state.step not in ("shoot", "strike"):
        return None
    if state.step == "shoot":
        return next(((card, "shoot") for card in shots(deck, state, state.active)), None)
    throws = _throws(deck, state)
    return next((throw for throw in throws if combat.thrown(*throw) is None), None)


def _throws(deck: Deck, state: State) -> Iterator[tuple[str, Throwing]]:
    """The rolls of a close round in their order; what depends on others comes after them."""
    combat = _combat(state)
    attacker, defender = sides(state)
    for side, struck in ((attacker, defender), (defender, attacker)):
        for each in combat.confrontations:
            yield _of(each, side, combat), "strike"
            for card in each.supporters:
                if side_of_card(card) == side:
                    yield card, "strike"
        hit = [_of(each, struck, combat) for each in combat.confrontations]
        for card in hit:
            if suffered(combat.throws, card).hits and values(deck, state, card, "{}"):
                yield card, "armour"
        for card in hit:
            if suffered(combat.throws, card).after_armour and values(deck, state, card, "<>"):
                yield card, "block"


def _of(confrontation: Confrontation, side: Side, combat: Combat) -> str:
    return confrontation.attacker if side == combat.attacker else confrontation.defender


def struck(deck: Deck, state: State, fallen: Fallen) -> Fallen:
    """A roll to shoot or strike with whom its hits are for; in support one hit at most (DA-30)."""
    combat, card = _combat(state), fallen.card
    assert card is not None
    if fallen.what == "shoot":
        return replace(fallen, against=dict(combat.aims)[card])
    confrontation = combat.confrontation_of(card)
    assert confrontation is not None
    enemy = _of(confrontation, other(side_of_card(card)), combat)
    unblockable = has_trait(deck, state, card, "unblockable")
    fallen = replace(fallen, against=enemy, unblockable=unblockable)
    if card in confrontation.supporters:
        return replace(fallen, supporting=True, count=min(1, fallen.count))
    return fallen


def thrown(state: State, fallen: Fallen) -> State:
    return state.with_combat(throws=(*_combat(state).throws, fallen))


def _striking(deck: Deck, state: State) -> State:
    state = replace(state, step="strike")
    if due := due_throw(deck, state):
        return replace(state, active=side_of_card(due[0]))
    return _round_over(deck, state)


# The end of a round (DA-34 to DA-36)


def _round_over(deck: Deck, state: State) -> State:
    """Hits that nothing has cancelled are wounds now; who has too many is dead; the next round begins."""
    for side in sides(state):
        for card in state.fighters(side):
            standing, number = state.standing(card), suffered(_combat(state).throws, card).wounds
            assert standing is not None
            state = state.with_standing(replace(standing, wounds=standing.wounds + number))
    state = died(deck, state, frenzied=False)
    combat = _combat(state)
    lasting = tuple(each for each in state.lasting if each.span != "round")
    state = replace(state, lasting=lasting, step="strike")
    if combat.round == "ranged":
        return state.with_combat(round="first", throws=(), aims=())
    if combat.round == "second":
        return state.with_combat(round="over")
    supported = frozenset(card for each in combat.confrontations for card in each.supporters)
    kept = tuple(
        replace(each, supporters=tuple(filter(state.standing, each.supporters)))
        for each in combat.confrontations
        if all(map(state.standing, each.pair))
    )
    return state.with_combat(round="second", throws=(), confrontations=kept, supported=supported)


def died(deck: Deck, state: State, *, frenzied: bool) -> State:
    """Fighters with fatal wounds are dead, and so is whoever lived of what the dead had lent; those in a frenzy only
    after the last round (DA-35). All die at one moment: the control of each is what it was then (DA-40)."""
    then = state
    while dead := [
        card
        for side in sides(state)
        for card in state.fighters(side)
        if _is_fatal(deck, state, card) and (frenzied or not has_trait(deck, state, card, "frenzy"))
    ]:
        as_it_was = state if state.die_apart else then
        killed = tuple(Killed(card, control(deck, as_it_was, card), _combat(state).round) for card in dead)
        for card in dead:
            state = state.without(card)
        state = state.with_combat(killed=(*_combat(state).killed, *killed))
        if state.lent_stays:
            break
    return state


def _is_fatal(deck: Deck, state: State, card: str) -> bool:
    standing = state.standing(card)
    return standing is not None and standing.wounds >= life(deck, state, card)
