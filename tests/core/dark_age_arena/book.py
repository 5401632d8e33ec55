"""Positions along the book's phases and its combat, each from the one before."""

from __future__ import annotations

from signifer_core.games.dark_age_arena.state import State

from .states import after, dice, position

HANDS = (
    "militia-1 militia-2 mail-1 drill-1 sack-1 rally-1",
    "scout-1 scout-2 venom-1 keen-eye-1 stand-1 smoke-1",
)


def declared() -> State:
    state = position("declare", "raider-1 1, militia-1 2", "hunter-1 1, scout-1 2", hands=HANDS)
    return after(state, "declare red 1")


def mustered() -> State:
    return after(declared(), "muster red red/raider-1+red/militia-1")


def targeted() -> State:
    return after(mustered(), "bluff red red/sack-1", "target 1")


def defended() -> State:
    return after(targeted(), "done blue", "muster blue blue/hunter-1+blue/scout-1")


def ranged() -> State:
    return after(defended(), "bluff blue none")


def shot() -> State:
    state = after(ranged(), "aim red/raider-1 blue/scout-1", *dice("54"))
    return after(state, "aim blue/scout-1 red/raider-1", "aim blue/hunter-1 red/raider-1", *dice("54"))


def close() -> State:
    """Two against two, without arrows: axeman and knight against two duellists, with one more on each side."""
    state = position(
        "declare", "axeman-1 1, knight-1 1, militia-1 1", "duellist-1 1, duellist-2 1, duellist-3 1"
    )
    return after(
        state, "declare red 1", "muster red red/axeman-1+red/knight-1+red/militia-1", "target 1",
        "muster blue blue/duellist-1+blue/duellist-2+blue/duellist-3",
    )  # fmt: skip


def paired() -> State:
    state = position("declare", "knight-1 1, militia-1 1", "duellist-1 1")
    return after(
        state, "declare red 1", "muster red red/knight-1+red/militia-1", "target 1", "muster blue blue/duellist-1",
        "pair red/knight-1 blue/duellist-1",
    )  # fmt: skip


def defended_by_a_knight() -> State:
    state = position("declare", "knight-1 1", "duellist-1 1", active="blue")
    return after(
        state, "declare blue 1", "muster blue blue/duellist-1", "target 1", "muster red red/knight-1"
    )


def struck_back() -> State:
    """Red's knight attacks; the duellist has blocked nothing and hits three times."""
    state = position("declare", "knight-1 1", "duellist-1 1")
    state = after(
        state, "declare red 1", "muster red red/knight-1", "target 1", "muster blue blue/duellist-1"
    )
    return after(state, *dice("43 11 66"))
