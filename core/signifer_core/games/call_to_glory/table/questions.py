"""What Call to Glory asks each side of the table, and how it tells them the reasons of its rules."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.agreement import WORD
from signifer_core.layout import PAD, SIDES, Side, Zone
from signifer_core.procedure import Override, Prompt, Table
from signifer_core.rules import Figure, Figures, Fix, Refusal, Verb

from ..agreement import ACTIVE, END, FIGURE, HAND, OWNER, SCORES, STARTER
from ..deck import kind_of
from ..rules import CallToGlory
from ..rules.reasons import open_pads
from ..rules.turn import needed
from ..state import DEAL, DISPLACE, DRAW, MISSION_STEP, OVER, PADS, PLAY, PLAYERS_STEP, SCORE, State
from .spots import called, may_be_empty, side_of, taken_from, targets_in, too_much

# Entries of the agreement whose values are players.
PLAYERS_OF = (OWNER, STARTER, ACTIVE, END)
# Those that are about a player. An action that names one, the start, is called as its entry is.
ABOUT_PLAYERS = (HAND, FIGURE, SCORES)


def addressed(reason: Refusal) -> Refusal:
    """A reason of the rules against a button: players are told on the side of the table where they sit."""
    return replace(reason, player=side_of(reason.player) if reason.player.isdecimal() else reason.player)


def wait(state: State, side: Side) -> Refusal:
    """Against a button of a side where nobody has the turn."""
    return Refusal("not-your-turn", side, "CG-2", Fix(Verb.WAIT), (("active", called(state, state.active)),))


def waits_below(table: Table[State], card: str, zone: Zone) -> tuple[Refusal, ...]:
    """Against the card that a figure takes, on a pad where something waits that counts later than it: a discard for its
    `ok`, or part of a displaced set for the rest. The pile would be told upside down (CG-4)."""
    state = table.state
    struck, leaving = state.set_of(kind_of(card)), state.displaced
    below = sorted(waiting for waiting, at in table.held.laid if at == zone)
    if struck is None or not below or (leaving is not None and len(below) >= leaving.size):
        return ()
    wanted = next(pad for pad in PADS if pad != zone.side)
    figures: Figures = (("pad", zone.side), ("wanted", wanted), ("laid", len(below)))
    fix = Fix(Verb.PUT, card, f"{PAD} {wanted}")
    if leaving is None:
        figures += (("card", below[0]),)
        # Where the other pile is the one begun, the discard lies where both belong: it is laid after the card.
        fix = fix if wanted in open_pads(state) else taken_from(below[0], zone)
    return (Refusal("wrong-pile", side_of(struck.owner), "CG-4", fix, figures, card),)


def named(state: State, entry: Override) -> Override:
    """An entry of the agreement with players as people call them; its words, which the record keeps, have numbers."""

    def said(value: Figure) -> Figure:
        return " ".join(called(state, each) if each in state.seats else each for each in str(value).split())

    figures = tuple((name, said(value) if name == "player" else value) for name, value in entry.figures)
    if entry.key not in PLAYERS_OF:
        return replace(entry, figures=figures)
    choices = tuple(replace(choice, value=said(choice.value)) for choice in entry.choices)
    return replace(
        entry, figures=figures, now=None if entry.now is None else said(entry.now), choices=choices
    )


def said(state: State, text: str) -> str:
    """An action or an agreement, with players as people call them."""
    agreed, space, rest = text.rpartition(f"{WORD} ")
    key, *figures = rest.split(" ")
    place = -1 if key in PLAYERS_OF else 0 if key in ABOUT_PLAYERS else None
    if not figures or place is None or figures[place] not in state.seats:
        return text
    figures[place] = called(state, figures[place])
    return f"{agreed}{space}{' '.join((key, *figures))}"


def prompts(rules: CallToGlory, table: Table[State], deciders: frozenset[str]) -> tuple[Prompt, ...]:
    """What each side is asked, or that it waits and for whom."""
    state = table.state
    if state.step == OVER:
        won = " ".join(called(state, seat) for seat in (state.winner or "").split())
        return tuple(Prompt(side, OVER, "over", (("winner", won),)) for side in SIDES)
    key, figures = _question(rules, table)
    # Who returned a figure has named a column; the others there are asked for a card, and may take the gesture back.
    asked = deciders if table.held.named is None else {side_of(state.active)}
    return tuple(
        Prompt(side, state.step, key, figures)
        if side in asked
        else Prompt(side, state.step, "wait", _waits(table, side, key))
        for side in SIDES
    )


def _waits(table: Table[State], side: Side, key: str) -> Figures:
    """Whom a side waits for, and what that one is asked. A figure is told where it takes a card, and elsewhere that one
    goes."""
    state, column = table.state, table.held.named
    if column is not None and not any(side_of(each.owner) == side for each in targets_in(state, column)):
        key = DISPLACE
    return ("active", called(state, state.active)), ("asked", key)


def _question(rules: CallToGlory, table: Table[State]) -> tuple[str, Figures]:
    state = table.state
    player: Figures = (("player", called(state, state.active)),)
    if state.step == PLAYERS_STEP:
        said = dict(table.held.entered)
        return "players", (("players", said.get("players", 0)), ("variant", said.get("variant", 0)))
    if state.step == DEAL:
        return _before_a_deal(state)
    if table.held.named is not None:
        key = "figure-or-empty" if may_be_empty(state, table.held.named) else "figure"
        return key, (*player, ("column", table.held.named))
    if state.step == DRAW:
        return ("draw-second" if table.held.lifted or state.drawn else "draw-two"), player
    if state.step == PLAY:
        return _what_is_laid(rules, table)
    if state.step == DISPLACE:
        owing = state.displaced or state.set_of(state.struck or "")
        owner = owing.owner if owing is not None else state.active
        number = owing.size if owing is not None and state.displaced else 1
        kind = owing.kind if owing is not None else ""
        laid = len(table.held.laid)
        return "displace", (
            ("player", called(state, owner)),
            ("kind", kind),
            ("number", number),
            ("laid", laid),
        )
    if state.step == MISSION_STEP:
        return "reveal", (*player, ("left", state.missions[state.place(state.active)].number))
    assert state.step == SCORE
    return "read-scores", (("round", state.round), ("rounds", state.rounds))


def _before_a_deal(state: State) -> tuple[str, Figures]:
    """What is still to be told: that the cards are dealt, who starts, or a die of the roll-off."""
    starter = called(state, state.starter) if state.starter else ""
    figures: Figures = (("round", state.round), ("player", starter))
    if state.rollers or state.rolls:
        roller = (state.rollers or state.seats)[len(state.rolls)]
        return "roll-start", (("round", state.round), ("player", called(state, roller)))
    if not state.dealt:
        return "deal", figures
    return "say-starter", figures


def _what_is_laid(rules: CallToGlory, table: Table[State]) -> tuple[str, Figures]:
    """A set that is being laid, with what it needs; a card to be discarded; or neither yet, nor both."""
    state = table.state
    laid = [card for card, zone in table.held.laid if zone.place != PAD]
    player: Figures = (("player", called(state, state.active)),)
    if too_much(table):
        return "lay-or-discard", player
    if laid:
        kind = kind_of(laid[0])
        asked = needed(rules.deck, state, kind)
        told = (*player, ("kind", kind), ("laid", len(laid)), ("needed", asked))
        return ("laying" if len(laid) < asked else "laid"), told
    return ("discarding" if table.held.laid else "lay-or-discard"), player
