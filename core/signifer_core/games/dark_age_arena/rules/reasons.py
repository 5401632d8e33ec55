"""Reasons that stand against several kinds of action."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import Side, is_side, other
from signifer_core.rules import Figure, Fix, Refusal, Verb

from ..deck import Deck, side_of_card, sort_of
from ..deck.printed import Sort
from ..state import EXCHANGE_COST, MOST, OPEN_STEPS, Player, State, Step

Reasons = tuple[Refusal, ...]


def reason(
    code: str, side: Side, ruling: str, fix: Fix, card: str | None = None, /, **figures: Figure
) -> Reasons:
    """One reason, with its figures by their names."""
    return (Refusal.of(code, side, ruling, fix, card, **figures),)


def not_now(state: State, side: Side, ruling: str, *steps: Step) -> Reasons:
    """The reason against a player's action that belongs to other steps, or to the other player, or that cards or a task
    roll have to come first."""
    wanted = "draw" if state.owed else "task" if state.task else None
    if wanted is None and state.step in steps:
        if state.step in OPEN_STEPS or side == state.active:
            return ()
        return reason("not-your-turn", side, ruling, Fix(Verb.WAIT), step=state.step, active=state.active)
    return reason("wrong-phase", side, ruling, Fix(Verb.WAIT), step=state.step, wanted=wanted or steps[0])


def said_already(state: State, side: Side, ruling: str) -> Reasons:
    """The reason against saying twice what the other player has still to say."""
    figures = {"step": state.step, "wanted": "wait", "active": other(side), "asked": state.step}
    return reason("wrong-phase", side, ruling, Fix(Verb.WAIT), **figures)


def not_held(state: State, card: str, ruling: str) -> Reasons:
    """The reason against a card that cannot be in its owner's hand."""
    side = side_of_card(card)
    if state.may_hold(side, card):
        return ()
    known = state.known_place(card)
    if known is None:
        hand = state.player(side).hand.number
        return reason("count-wrong", side, ruling, Fix(Verb.TAKE, card), card, hand=hand)
    return reason("card-elsewhere", side, ruling, Fix(Verb.TAKE, card), card, card=card, pile=known)


def not_of(deck: Deck, card: str, ruling: str, *sorts: Sort) -> Reasons:
    """The reason against a card of another sort than an action takes."""
    sort = sort_of(deck.printed(card))
    if sort in sorts:
        return ()
    code = "not-a-character" if sorts == ("character",) else "wrong-phase"
    return reason(code, side_of_card(card), ruling, Fix(Verb.TAKE, card), card, sort=sort, wanted=sorts[0])


def too_dear(
    state: State,
    side: Side,
    ruling: str,
    com: int,
    log: int,
    card: str | None = None,
    otherwise: Fix | None = None,
    marker: str = "2",
) -> Reasons:
    """The reason against a cost that a player cannot pay whole (DA-5). LOG may be exchanged for COM first (DA-6), as
    long as COM can hold it, or a marker be used (DA-7), in column ``marker`` where COM is missing; or else
    ``otherwise`` be done: if nothing is said, the card is taken away. Of a bid that nobody else knows nothing is told:
    neither what it leaves, nor what that would pay for."""
    player = state.player(side)
    missing, left = max(0, com - player.com), state.spare_log(side) - log
    if not missing and left >= 0:
        return ()
    fix = otherwise or (Fix(Verb.TAKE, card) if card else Fix(Verb.WAIT, place="without"))
    figures = {"com": player.com, "log": player.log, "com_needed": com, "log_needed": log}
    if state.bids_unseen(side):
        figures["unseen"] = 1
    elif missing and com <= MOST:
        if left >= EXCHANGE_COST * missing:
            fix = Fix(Verb.HOLD, place="1", number=missing)
        elif has_marker(player) and left >= EXCHANGE_COST * (missing - 1):
            fix = Fix(Verb.HOLD, place=marker, number=missing)
    elif not missing and left == -1 and has_marker(player) and player.log < MOST:
        fix = Fix(Verb.HOLD, place="3")
    return reason("not-enough", side, ruling, fix, card, **figures)


def has_marker(player: Player) -> bool:
    """Whether a marker may still be used in this turn (DA-7)."""
    return player.markers > 0 and not player.marked


def in_all(reasons: Reasons, state: State, after: State) -> Reasons:
    """Reasons against what comes last of several things that are paid together: ``after`` is the state once all others
    were, and what they cost counts as well."""
    return tuple(_with_others(each, state, after) for each in reasons)


def _with_others(why: Refusal, state: State, after: State) -> Refusal:
    """One such reason, if it is about a cost: both what there is and what is needed are more by what others took."""
    if why.figure("com_needed") is None or not is_side(why.player):
        return why
    before, left = state.player(why.player), after.player(why.player)
    taken = {"com": before.com - left.com, "log": before.log - left.log}
    taken |= {f"{name}_needed": amount for name, amount in taken.items()}
    figures = (
        (name, value + taken[name] if isinstance(value, int) and name in taken else value)
        for name, value in why.figures
    )
    return replace(why, figures=tuple(figures))


def paid(state: State, side: Side, com: int = 0, log: int = 0) -> State:
    """A cost is paid at once (DA-5)."""
    player = state.player(side)
    return state.with_player(side, replace(player, com=player.com - com, log=player.log - log))
