"""Which instants a robot plays, and when."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import kind_of
from signifer_core.games.dark_age_arena.deck.effects import Effect, Gain, Modifier, OfFighters, Value, Wounds
from signifer_core.games.dark_age_arena.deck.printed import Instant
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.prepare import may_be_played
from signifer_core.games.dark_age_arena.state import MOST, State
from signifer_core.layout import Side, other

from .tactics import Tactics


def instant(rules: DarkAgeArena, state: State, side: Side, *, keen: bool = False) -> act.Play | None:
    """The instant that ``side`` plays now, in a state as that player knows it; None if it keeps its hand. Who is
    ``keen`` keeps COM for the moment at which fighters are paid for."""
    paying = state.step in ("declare", "defend") and state.active == side
    for play, printed in _plays(rules, state, side):
        if keen and not paying and any(_gives_com(effect) for effect in printed.effects):
            continue
        wanted = any(_is_wanted(rules, state, side, effect, play.target) for effect in printed.effects)
        if wanted and not rules.refusals(state, play):
            return play
    return None


def instants(rules: DarkAgeArena, state: State, side: Side) -> list[act.Play]:
    """Every instant that ``side`` may play now, with whom it would be for."""
    return [play for play, _ in _plays(rules, state, side) if not rules.refusals(state, play)]


def _plays(rules: DarkAgeArena, state: State, side: Side) -> Iterator[tuple[act.Play, Instant]]:
    """Instants of the hand whose time it is; the same is not played twice."""
    for card in sorted(state.player(side).hand.named):
        printed = rules.deck.printed(card)
        if not isinstance(printed, Instant) or not may_be_played(state, printed):
            continue
        if any(each.owner == side and kind_of(each.card) == printed.kind for each in state.lasting):
            continue  # saved for another time
        target = _target(rules, state, side, printed)
        if (printed.target is None) == (target is None):
            yield act.Play(card, target), printed


def _target(rules: DarkAgeArena, state: State, side: Side, card: Instant) -> str | None:
    """The strongest whom it may be for; for wounds and to heal who has fewest lives left."""
    if card.target is None:
        return None
    whose = side if card.target == "own" else other(side)
    fighting = state.fighters(whose) or tuple(each.card for each in state.of_side(whose))
    mine = Tactics(rules.deck, state, side)
    if any(isinstance(effect.what, Wounds) for effect in card.effects):
        return min(fighting, key=lambda each: (mine.fighter(each).life, each), default=None)
    return next(iter(mine.strong(fighting)), None)


def _is_wanted(rules: DarkAgeArena, state: State, side: Side, effect: Effect, target: str | None) -> bool:
    """Whether a line does the player good, and just now."""
    match effect.what:
        case Gain("com" | "log" as what, amount):
            gets = state.player(other(side) if effect.who == "theirs" else side)
            has = gets.com if what == "com" else gets.log
            return has >= -amount if effect.who == "theirs" else 0 < amount <= MOST - has
        case Gain(_, amount):
            return amount > 0 and effect.who != "theirs"
        case Wounds(amount):
            if amount < 0:
                return target is not None and state.standing(target) is not None and _is_hurt(state, target)
            return True
        case what if isinstance(what, OfFighters):
            return _helps(rules, state, side, effect)
        case _:
            return False


def _gives_com(effect: Effect) -> bool:
    return isinstance(effect.what, Gain) and effect.what.what == "com"


def _is_hurt(state: State, card: str) -> bool:
    standing = state.standing(card)
    return standing is not None and standing.wounds > 0


def _helps(rules: DarkAgeArena, state: State, side: Side, effect: Effect) -> bool:
    """In the round in which it counts, if there are fighters of whom it speaks."""
    combat = state.combat
    if combat is None or not state.fighters("red") or not state.fighters("blue"):
        return False
    sign = effect.what.sign if isinstance(effect.what, (Modifier, Value)) else "[]"
    if sign == "()":
        whose = other(side) if effect.who == "theirs" else side
        mine = Tactics(rules.deck, state, side)
        return combat.round == "ranged" and any(mine.fighter(card).ranged for card in state.fighters(whose))
    return combat.round in ("first", "second")
