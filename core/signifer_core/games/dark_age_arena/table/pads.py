"""Cards on the pads: up to two discards in the stock phase, one card face down in a combat."""

from __future__ import annotations

from signifer_core.layout import SIDES, Side, Zone
from signifer_core.procedure import READY, Prompt, Table
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..deck import side_of_card
from ..rules import DarkAgeArena
from ..rules.reasons import Reasons, not_held, reason
from ..state import COMBAT_STEPS, MOST_DISCARDS, State
from .spots import pad

BLUFFS = 1
# Where the table may know a card to be, and not everybody does.
UNSEEN = (None, "hand", "face-down")
STEPS = ("stock", "bluff")  # in which `ok` speaks of what lies there


def open_pads(state: State) -> frozenset[Zone]:
    """The pads on which cards may lie until something is said about them."""
    return frozenset(map(pad, SIDES)) if state.step == "stock" else hidden_pads(state)


def hidden_pads(state: State) -> frozenset[Zone]:
    """The pads on which cards may lie face down: in a combat no message names what lies there, whoever has laid it too
    soon. After the game nothing is asked of them."""
    return frozenset(map(pad, SIDES)) if state.step in {*COMBAT_STEPS, "over"} else frozenset()


def unpadded(state: State, side: Side) -> Reasons:
    """Against a card on a side's pad in a step in which nothing is laid there. Which one it is, is not told."""
    return reason("wrong-phase", side, "DA-8", Fix(Verb.TAKE, place="pad"), step=state.step, wanted="stock")


def of_the_other(state: State, card: str, side: Side, ruling: str) -> Reasons:
    """Against a card on the pad of a side that is not its owner's: named if everybody knows where it is. Where discards
    are laid, too, it may be what lay there face down for a fight that people agreed to leave."""
    if state.known_place(card) in UNSEEN:
        return reason("wrong-side", side, ruling, Fix(Verb.TAKE, place="pad"))
    return reason("wrong-side", side, ruling, Fix(Verb.TAKE, card, "pad"), card, card=card)


def against(rules: DarkAgeArena, table: Table[State], card: str, zone: Zone) -> Reasons:
    """What stands at once against a card on a pad."""
    state, side = table.state, zone.side
    secret = state.step != "stock"
    ruling = "DA-25" if secret else "DA-8"
    if side_of_card(card) != side:
        return of_the_other(state, card, side, ruling)
    if state.known_place(card) not in UNSEEN:
        return not_held(state, card, ruling)
    if not secret:
        return rules.refusals(state, act.Discard(card))
    fix = Fix(Verb.TAKE, place="pad")
    if state.step != "bluff":
        return reason("wrong-phase", side, ruling, fix, step=state.step, wanted="bluff")
    if side != state.active:
        return reason("not-your-turn", side, ruling, fix, step=state.step, active=state.active)
    if not state.may_hold(side, card):
        return reason("count-wrong", side, ruling, fix, hand=state.player(side).hand.number)
    return ()


def too_many(table: Table[State], side: Side, cards: tuple[str, ...]) -> Reasons:
    """Against more cards than `ok` can take. Which of them is to go is the player's own affair."""
    state = table.state
    if state.step == "bluff" and len(cards) > BLUFFS:
        fix = Fix(Verb.TAKE, place="pad", number=len(cards) - BLUFFS)
        return reason("one-card", side, "DA-25", fix, cards=len(cards))
    if state.step == "stock" and len(cards) > MOST_DISCARDS:
        fix = Fix(Verb.TAKE, place="pad", number=len(cards) - MOST_DISCARDS)
        return reason("too-many", side, "DA-8", fix, cards=len(cards), most=MOST_DISCARDS)
    return ()


def offered(table: Table[State], side: Side, cards: tuple[str, ...]) -> Prompt:
    """What `ok` would do with the cards on a side's pad; of face-down ones their number alone."""
    state, number = table.state, len(cards)
    most, key = (MOST_DISCARDS, "discards") if state.step == "stock" else (BLUFFS, "face-down")
    figures = (("cards", number),)
    if number > most:
        return Prompt(side, state.step, "pad-too-many", (*figures, ("over", number - most)))
    return Prompt(side, state.step, f"{READY}{key}", figures)
