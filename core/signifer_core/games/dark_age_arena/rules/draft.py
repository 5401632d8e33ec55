"""Enlisting (DA-9 to DA-13): a character of the hand comes to a place, if its roll reaches its control."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side, other
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..deck import Deck, kind_of, side_of_card
from ..deck.effects import Bonus, Effect, Figure
from ..deck.printed import Instant
from ..rolls import COM, Added
from ..state import EXCHANGE_COST, MOST, Draft, Player, Standing, State
from .effects import control, enlist_cost, is_unique_in_play, recruitment
from .reasons import Reasons, has_marker, not_held, not_now, not_of, paid, reason, too_dear
from .turn import acting, ready


def enlist_refusals(deck: Deck, state: State, action: act.Enlist) -> Reasons:
    side = side_of_card(action.card)
    player = state.player(side)
    found = not_now(state, side, "DA-9", "draft") + not_of(deck, action.card, "DA-9", "character")
    if player.enlisted or player.draft:
        there = player.enlisted or (player.draft.card if player.draft else "")
        found += reason("one-draft", side, "DA-9", Fix(Verb.TAKE, action.card), action.card, there=there)
    found += not_held(state, action.card, "DA-9")
    if not not_of(deck, action.card, "DA-9", "character"):
        # Whom the other has enlisted in this very draft is not in play yet (DA-13, ours).
        if is_unique_in_play(deck, state, action.card, but=state.player(other(side)).enlisted):
            fix = Fix(Verb.TAKE, action.card)
            found += reason("in-play", side, "DA-13", fix, action.card, kind=kind_of(action.card))
        cost = enlist_cost(deck, state, side, action.place)
        found += too_dear(state, side, "DA-9", cost, 0, action.card)
    return found


def enlist(deck: Deck, state: State, action: act.Enlist) -> State:
    """Its cost is paid, and its roll is due after those that were asked for before (DA-4)."""
    side = side_of_card(action.card)
    state = acting(paid(state, side, com=enlist_cost(deck, state, side, action.place)), side)
    player = state.player(side)
    hand, draft = player.hand.loses(action.card), Draft(action.card, action.place)
    state = state.with_player(side, replace(player, hand=hand, draft=draft))
    return replace(state, rolling=(*state.rolling, side))


def fallen(deck: Deck, state: State, die: int) -> State:
    """The draft roll of whoever asked first."""
    side, *rest = state.rolling
    player = state.player(side)
    assert player.draft is not None
    state = state.with_player(side, replace(player, draft=replace(player.draft, die=die)))
    return judged(deck, replace(state, rolling=tuple(rest)), side)


def missing(deck: Deck, state: State, side: Side) -> int:
    """How much a draft roll misses; more than nothing of a natural 1 without a marker (DA-11)."""
    draft = state.player(side).draft
    assert draft is not None
    assert draft.die is not None
    short = control(deck, state, draft.card) - draft.die - draft.plus
    return max(1, short) if takes_no_com(draft) else max(0, short)


def takes_no_com(draft: Draft) -> bool:
    """A natural 1 without a marker (DA-11)."""
    return draft.die == 1 and not draft.plus


def judged(deck: Deck, state: State, side: Side) -> State:
    """The character is there if nothing is missing. Else its player may help, if anything can."""
    if missing(deck, state, side) == 0:
        return _enlisted(state, side)
    return state if _can_be_helped(deck, state, side) else failed(state, side)


def succeeded(deck: Deck, state: State) -> tuple[Side, ...]:
    """Whose draft roll had missed, and misses nothing after what was played since."""
    return tuple(
        side for side in SIDES if pending(state, side) is not None and missing(deck, state, side) == 0
    )


def _can_be_helped(deck: Deck, state: State, side: Side) -> bool:
    """Whether a marker and COM may be enough, be it with COM for LOG or from an instant of the hand."""
    player = state.player(side)
    assert player.draft is not None
    marker = has_marker(player)
    if takes_no_com(player.draft) and not marker:
        return False
    short = _short_of_com(deck, state, side) - marker
    if short > recruitment(deck, state, side) + _from_the_hand(deck, state, side):
        return False
    return short <= min(MOST, player.com + player.log // 2) or player.hand.number > 0


def _from_the_hand(deck: Deck, state: State, side: Side) -> int:
    """By how much instants of the hand may bring what is missing nearer to the leader's recruitment, at most: nobody
    but the player knows which of the deck's it has."""
    if not state.player(side).hand.number:
        return 0
    cards = (deck.as_a(Instant, card) for card in deck.of_sort(side, "instant"))
    lines = (each for card in cards if {"any", "draft"}.intersection(card.at) for each in card.effects)
    return sum(max(0, _nearer(each)) for each in lines if each.role is None)


def _nearer(line: Effect) -> int:
    match line.what:
        case Bonus("recruit", amount) if line.who != "theirs":
            return amount
        case Figure("control", amount) if line.who == "mine":
            return -amount
        case _:
            return 0


def _short_of_com(deck: Deck, state: State, side: Side) -> int:
    """What is missing of the control itself, of a natural 1, too."""
    draft = state.player(side).draft
    assert draft is not None
    if takes_no_com(draft):
        return control(deck, state, draft.card) - 1
    return missing(deck, state, side)


def _help(deck: Deck, state: State, side: Side) -> Fix:
    """What there is to do where COM alone is not enough: a marker, if it makes the rest small enough to be paid."""
    player = state.player(side)
    assert player.draft is not None
    short = _short_of_com(deck, state, side) - 1
    payable = min(recruitment(deck, state, side), MOST, player.com + state.spare_log(side) // EXCHANGE_COST)
    helps = has_marker(player) and short <= payable
    return Fix(Verb.HOLD, player.draft.card, "5" if helps else "ok")


def pending(state: State, side: Side) -> Draft | None:
    """The draft whose roll has fallen and missed."""
    draft = state.player(side).draft
    return draft if draft is not None and draft.die is not None else None


def no_draft(state: State, side: Side, ruling: str) -> Reasons:
    """The reason against helping, or giving up, where no draft roll has missed: it is due still, or there is none."""
    if pending(state, side) is not None:
        return ()
    wanted = "no draft" if state.player(side).draft is None else "dice"
    return reason("wrong-phase", side, ruling, Fix(Verb.WAIT), step=state.step, wanted=wanted)


def pay_refusals(deck: Deck, state: State, side: Side) -> Reasons:
    found = not_now(state, side, "DA-10", "draft") or no_draft(state, side, "DA-10")
    draft = pending(state, side)
    if found or draft is None:
        return found
    most = recruitment(deck, state, side)
    if takes_no_com(draft):
        return reason("not-enough", side, "DA-11", _help(deck, state, side), draft.card, die=1)
    short = missing(deck, state, side)
    if short > most:
        fix = _help(deck, state, side)
        return reason("not-enough", side, "DA-10", fix, draft.card, missing=short, recruitment=most)
    gives_up = Fix(Verb.HOLD, draft.card, "ok")
    # On the roll a marker does as much as 1 COM, and needs no ok if that is all.
    return too_dear(state, side, "DA-10", short, 0, draft.card, gives_up, "5")


def pay(deck: Deck, state: State, side: Side) -> State:
    short = missing(deck, state, side)
    return _enlisted(helped(deck, paid(state, side, com=short), side, (COM, short)), side)


def helped(deck: Deck, state: State, side: Side, *added: Added) -> State:
    """With what was added to a player's draft roll after it fell, against the control of now."""
    draft, rolls = state.player(side).draft, list(state.rolls)
    assert draft is not None
    for number, fallen in reversed(tuple(enumerate(rolls))):
        if fallen.what == "draft" and fallen.due.player == side:
            reach, modifiers = (control(deck, state, draft.card),), (*fallen.due.modifiers, *added)
            due = replace(fallen.due, reach=reach, modifiers=modifiers)
            fallen = replace(fallen, due=due)
            rolls[number] = replace(fallen, count=int(fallen.total >= due.reach[0]))
            break
    return replace(state, rolls=tuple(rolls))


def give_up_refusals(deck: Deck, state: State, side: Side) -> Reasons:
    return not_now(state, side, "DA-12", "draft") or no_draft(state, side, "DA-12")


def failed(state: State, side: Side) -> State:
    """It goes face down under the stock (DA-12)."""
    player = state.player(side)
    assert player.draft is not None
    under = (*player.under, player.draft.card)
    return state.with_player(side, replace(player, draft=None, under=under))


def _enlisted(state: State, side: Side) -> State:
    player: Player = state.player(side)
    draft = player.draft
    assert draft is not None
    state = state.with_player(side, replace(player, draft=None, enlisted=draft.card))
    return state.with_standing(Standing(draft.card, draft.place))


def over(deck: Deck, state: State) -> State:
    """After the draft: if both have enlisted the same unique character, only one can stay (DA-13)."""
    red, blue = state.red.enlisted, state.blue.enlisted
    if red and blue and kind_of(red) == kind_of(blue) and deck.character(red).unique:
        return ready(state, "contest")
    return ready(state, "prepare")


def contested(state: State, winner: Side) -> State:
    """The loser's character is discarded; what it cost is lost."""
    loser = other(winner)
    card = state.player(loser).enlisted
    assert card is not None
    return ready(state.without(card), "prepare")
