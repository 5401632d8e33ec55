"""Cards that are played for COM and LOG (DA-5, DA-14 to DA-16), the exchange (DA-6) and markers (DA-7)."""

from __future__ import annotations

from typing import assert_never

from signifer_core.frozen import replace
from signifer_core.layout import Side, other
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..deck import Deck, side_of_card, sort_of
from ..deck.effects import Effect, Gain, Wounds
from ..deck.printed import Equipment, Instant, Supply
from ..deck.sources import Source
from ..rolls import MARKER, Fallen
from ..state import COMBAT_STEPS, EXCHANGE_COST, MOST, OPEN_STEPS, Lasting, State, Task
from . import draft
from .effects import equipment_cost, supply_cost
from .reasons import Reasons, has_marker, not_held, not_now, not_of, paid, reason, too_dear
from .turn import acting, draws

# Weapons and skills (DA-14)


def attach_refusals(deck: Deck, state: State, action: act.Attach) -> Reasons:
    side = side_of_card(action.card)
    odd = not_of(deck, action.card, "DA-14", "weapon", "skill")
    found = not_now(state, side, "DA-14", "prepare") + odd + not_held(state, action.card, "DA-14")
    if side_of_card(action.bearer) != side:
        fix = Fix(Verb.PRESS, action.card)
        return (*found, *reason("wrong-side", side, "DA-14", fix, action.card, bearer=action.bearer))
    not_one = not_of(deck, action.bearer, "DA-14", "character")
    if odd or not_one:
        return found + not_one
    bearer = state.standing(action.bearer)
    if bearer is None:
        fix = Fix(Verb.PRESS, action.card)
        return (*found, *reason("no-target", side, "DA-14", fix, action.card, bearer=action.bearer))
    com, log = equipment_cost(deck, state, action.card, action.bearer)
    found += _no_room(deck, action, bearer.gear)
    return found + too_dear(state, side, "DA-14", com, log, action.card)


def _no_room(deck: Deck, action: act.Attach, gear: tuple[str, ...]) -> Reasons:
    """The character bears as many as it may, or one of the same kind or family."""
    card, side = deck.as_a(Equipment, action.card), side_of_card(action.card)
    bearer, borne = deck.character(action.bearer), [deck.as_a(Equipment, each) for each in gear]
    most = bearer.weapons if card.sort == "weapon" else bearer.skills
    fix = Fix(Verb.PRESS, action.card)
    found: Reasons = ()
    if sum(each.sort == card.sort for each in borne) >= most:
        found += reason(
            "no-room", side, "DA-14", fix, action.card, bearer=action.bearer, sort=card.sort, most=most
        )
    for each in borne:
        if each.kind == card.kind or (card.family and each.family == card.family):
            there = {"bearer": action.bearer, "there": each.kind}
            return found + reason("same-equipment", side, "DA-14", fix, action.card, **there)
    return found


def attach(deck: Deck, state: State, action: act.Attach) -> State:
    side, bearer = side_of_card(action.card), state.standing(action.bearer)
    assert bearer is not None
    com, log = equipment_cost(deck, state, action.card, action.bearer)
    state = _out_of_hand(acting(paid(state, side, com, log), side), action.card)
    return state.with_standing(replace(bearer, gear=(*bearer.gear, action.card)))


def _out_of_hand(state: State, card: str) -> State:
    side = side_of_card(card)
    player = state.player(side)
    return state.with_player(side, replace(player, hand=player.hand.loses(card)))


# Supply (DA-15)


def lay_refusals(deck: Deck, state: State, action: act.Lay) -> Reasons:
    side = side_of_card(action.card)
    odd = not_of(deck, action.card, "DA-15", "supply")
    found = not_now(state, side, "DA-15", "prepare") + odd + not_held(state, action.card, "DA-15")
    spot = state.player(side).spot(action.place)
    fix = Fix(Verb.PUT, action.card)
    if spot.pillaged:
        found += reason("pillaged", side, "DA-15", fix, action.card, place=action.place)
    if spot.supply is not None:
        found += reason("supply-there", side, "DA-15", fix, action.card, there=spot.supply)
    if odd:
        return found
    return found + too_dear(state, side, "DA-15", *_price(deck, state, action.card), action.card)


def _price(deck: Deck, state: State, card: str) -> tuple[int, int]:
    printed = deck.as_a(Supply, card)
    return supply_cost(deck, state, card, printed.com, printed.log)


def lay(deck: Deck, state: State, action: act.Lay) -> State:
    side = side_of_card(action.card)
    state = _out_of_hand(acting(paid(state, side, *_price(deck, state, action.card)), side), action.card)
    player = state.player(side)
    spot = replace(player.spot(action.place), supply=action.card)
    return state.with_player(side, player.with_spot(action.place, spot))


# Instants (DA-16)


def play_refusals(deck: Deck, state: State, action: act.Play) -> Reasons:
    side = side_of_card(action.card)
    odd = not_of(deck, action.card, "DA-16", "instant")
    if odd:
        return odd + not_held(state, action.card, "DA-16")
    card = deck.as_a(Instant, action.card)
    found: Reasons = ()
    if not may_be_played(state, card):
        wanted = "draw" if state.owed else "task" if state.task else card.at[0]
        fix = Fix(Verb.TAKE, action.card)
        found += reason("wrong-phase", side, "DA-16", fix, action.card, step=state.step, wanted=wanted)
    found += not_held(state, action.card, "DA-16") + _no_target(state, action, card)
    return found + too_dear(state, side, "DA-16", card.com, card.log, action.card)


def may_be_played(state: State, card: Instant) -> bool:
    """Whether this is a step that the card names, and nothing else comes first."""
    if state.step == "over" or state.owed or state.task:
        return False
    in_combat = state.step in COMBAT_STEPS
    return "any" in card.at or state.step in card.at or (in_combat and "combat" in card.at)


def _no_target(state: State, action: act.Play, card: Instant) -> Reasons:
    side = side_of_card(action.card)
    fix = Fix(Verb.PRESS, action.card)
    if card.target is None:
        return (
            ()
            if action.target is None
            else reason("no-target", side, "DA-16", fix, action.card, wanted="none")
        )
    wanted = side if card.target == "own" else other(side)
    if action.target is None or state.standing(action.target) is None:
        return reason("no-target", side, "DA-16", fix, action.card, wanted=wanted)
    if side_of_card(action.target) != wanted:
        return reason("wrong-side", side, "DA-16", fix, action.card, target=action.target)
    return ()


def play(deck: Deck, state: State, action: act.Play) -> State:
    """It is discarded, and does what it says: line by line, after a roll where one has to be made."""
    side, card = side_of_card(action.card), deck.as_a(Instant, action.card)
    state = _out_of_hand(paid(state, side, card.com, card.log), action.card)
    state = state.with_player(side, state.player(side).discards_card(action.card))
    if state.step in OPEN_STEPS and state.step not in ("assemble", "stock"):
        state = acting(state, side)
    return done_by(deck, state, side, action.card, action.target)


def done_by(deck: Deck, state: State, side: Side, card: str, chosen: str | None = None) -> State:
    """What the lines of an instant or a victory card do; those with a task wait for its roll."""
    for line, effect in enumerate(deck.printed(card).effects):
        if effect.task:
            state = replace(state, tasks=(*state.tasks, Task(side, card, line, effect, chosen)))
        else:
            state = done(deck, state, side, card, effect, chosen)
    return state


def done(deck: Deck, state: State, side: Side, card: str, effect: Effect, chosen: str | None) -> State:
    """What one line does, at once or for a while."""
    match effect.what:
        case Gain(what, amount):
            gets = other(side) if effect.who == "theirs" else side
            return _gained(state, gets, what, amount)
        case Wounds(amount):
            return _wounded(state, Source(side, card, 0, effect, chosen), amount)
        case _:
            lasting = Lasting(side, card, effect, effect.span or "combat", chosen)
            return replace(state, lasting=(*state.lasting, lasting))


def _gained(state: State, side: Side, what: str, amount: int) -> State:
    """COM and LOG stay within 0 to 6; what goes beyond is lost (DA-5)."""
    player = state.player(side)
    match what:
        case "com":
            return state.with_player(side, replace(player, com=min(MOST, max(0, player.com + amount))))
        case "log":
            return state.with_player(side, replace(player, log=min(MOST, max(0, player.log + amount))))
        case "points":
            return state.with_player(side, replace(player, points=max(0, player.points + amount)))
        case _:
            return draws(state, side, amount)


def _wounded(state: State, source: Source, amount: int) -> State:
    """Those whom it reaches: one chosen, or a side's fighters. Who dies of it, dies as the rules go on."""
    fighting = {*state.fighters("red"), *state.fighters("blue")}
    for each in state.characters:
        if source.reaches(each.card) and (source.effect.who == "chosen" or each.card in fighting):
            state = state.with_standing(replace(each, wounds=max(0, each.wounds + amount)))
    return state


def task_rolled(deck: Deck, state: State, fallen: Fallen) -> State:
    """The task that is due has succeeded or failed. Lines of fighters and places then hold in this combat."""
    task = state.task
    assert task is not None
    passed = fallen.count > 0
    rolled = (replace(each, passed=passed) if each == task else each for each in state.tasks)
    state = replace(state, tasks=tuple(rolled))
    is_done = task.source in deck and sort_of(deck.printed(task.source)) in ("instant", "victory")
    if passed and is_done:
        state = done(deck, state, task.owner, task.source, task.effect, task.chosen)
    return state


# The exchange (DA-6) and markers (DA-7)


def exchange_refusals(deck: Deck, state: State, action: act.Exchange) -> Reasons:
    """At any time, but not to save LOG from a card that takes it."""
    side = action.player
    found: Reasons = ()
    player, task = state.player(side), state.task
    if state.step == "over" or state.owed or (task and takes_log(deck, task.source, side)):
        wanted = "draw" if state.owed else "task" if task else "wait"
        found += reason("wrong-phase", side, "DA-6", Fix(Verb.WAIT), step=state.step, wanted=wanted)
    without = Fix(Verb.WAIT, place="without")
    if player.com >= MOST:
        found += reason("at-limit", side, "DA-6", without, com=player.com)
    # A marker that makes it 2 LOG would better make the COM itself.
    dear = too_dear(state, side, "DA-6", 0, EXCHANGE_COST)
    return found + tuple(replace(why, fix=without) for why in dear)


def takes_log(deck: Deck, card: str, side: Side) -> bool:
    """Whether a card that is being played takes LOG of this player."""
    if card not in deck or not deck.is_a(Instant, card):
        return False
    owner = side_of_card(card)
    return any(
        isinstance(effect.what, Gain)
        and effect.what.what == "log"
        and effect.what.amount < 0
        and side == (other(owner) if effect.who == "theirs" else owner)
        for effect in deck.printed(card).effects
    )


def exchange(deck: Deck, state: State, action: act.Exchange) -> State:
    return paid(state, action.player, com=-1, log=EXCHANGE_COST)


def marker_refusals(deck: Deck, state: State, action: act.Marker) -> Reasons:
    side, player = action.player, state.player(action.player)
    without = Fix(Verb.WAIT, place="without")
    found: Reasons = ()
    if state.step == "over" or state.owed:
        found += reason("wrong-phase", side, "DA-7", Fix(Verb.WAIT), step=state.step, wanted="draw")
    if not has_marker(player):
        marked = int(player.marked)
        found += reason("no-marker", side, "DA-7", without, left=player.markers, marked=marked)
    match action.use:
        case "roll":
            found += not_now(state, side, "DA-7", "draft") or draft.no_draft(state, side, "DA-7")
        case "com" | "log" as what:
            if getattr(player, what) >= MOST:
                found += reason("at-limit", side, "DA-7", without, **{what: MOST})
        case _:
            assert_never(action.use)
    return found


def marker(deck: Deck, state: State, action: act.Marker) -> State:
    side = action.player
    player = state.player(side)
    player = replace(player, markers=player.markers - 1, marked=True)
    match action.use:
        case "roll":
            assert player.draft is not None
            player = replace(player, draft=replace(player.draft, plus=1))
            state = draft.helped(deck, state.with_player(side, player), side, (MARKER, 1))
            return draft.judged(deck, state, side)
        case "com":
            return state.with_player(side, replace(player, com=player.com + 1))
        case "log":
            return state.with_player(side, replace(player, log=player.log + 1))
        case _:
            assert_never(action.use)
