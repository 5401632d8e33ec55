"""Words on the screens of Call to Glory beside prompts and refusals: seats, hints, sets, piles, what is due, how rounds
and games end.

Each in the language of the player who reads it: ``words`` are theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from signifer_core.games.call_to_glory import State
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.state import KINDS_TO_END, PADS, PILES
from signifer_core.games.call_to_glory.table.spots import STOCK_AT, pile_beside, side_of, sides_asked
from signifer_core.games.call_to_glory.table.spots import called as seat_called
from signifer_core.layout import other

from signifer_firmware.i18n.words import Plural, Words, marked
from signifer_firmware.texts.terms import alternatives, player_name

VARIANT_NAMES: dict[str, str] = marked(
    {"none": "No variant", "missions": "Missions", "figures": "Ninja figures", "both": "Missions, figures"}
)
# What else is possible, or comes with it, under what is asked.
_HINTS = marked(
    {
        "players": "Column 2 to 4. Column 1: variant",
        "deal": "Three cards each, two piles",
        "say-starter": "Column 1 to {limit}, or dice",
        "roll-start": "Press dice",
        "draw-two": "ok: face down. Or lift one",
        "draw-second": "Column {columns}, or lift one",
        "lay-or-discard": "A set in columns, one card on a pad",
        "discarding": "Or lift it again",
        "reveal": "Lay it on your side",
        "figure": "Its owner lays one card on a pad",
        "figure-or-empty": "Or a figure: its owner lays one card",
    }
)
HINT_KEYS = tuple(_HINTS)
# Where only one kind of pile is left to draw from.
_FACE_DOWN = marked({"draw-two": "ok: face down", "draw-second": "Column {columns}"})
_FROM_PADS = marked("Lift one from a pad")
SEATED = Plural("{number} player: ok?", "{number} players: ok?", "number")
ASSUMED_CARDS = marked("The missions' kinds are assumed: enrol yours.")
PILE_NAMES = marked({"red": "Red's pad", "blue": "Blue's pad"})
# Beside a column.
PILE = marked("Face-down pile")
PILE_LEFT = Plural("about {number} card", "about {number} cards", "number")
PILE_EMPTY = marked("empty")
DRAW_HERE = marked("Draw here")
FIGURE_HERE, FIGURE_OR_PILE = marked("Ninja figure here"), marked("Figure, or empty?")
# Below a set's name: "beat it" comes after the number of cards that do.
BEAT_IT, UNBEATABLE, TO_PAD = marked("beat it"), marked("unbeatable"), marked("to a pad")
# Of a set that was only counted.
ANYWHERE = marked("column unknown")
LAY_IT, LAID, NEEDED = marked("ok lays it"), marked("laid"), marked("needed")
# Of seats.
ROUND, TOTAL, MISSION_POINTS = marked("Round"), marked("Total"), marked("Missions")
KINDS_LAID = marked("Kinds")
_ON_PADS = marked(
    {
        "red": "On Red's pad: {laid} of {number}",
        "blue": "On Blue's pad: {laid} of {number}",
        "either": "On one pad: {laid} of {number}",
    }
)
FIGURE_ASKS = marked("1 card of column {column} to a pad")
FIGURE_BACK = marked("ok: the figure was a mistake")
_OTHERS_TELL = marked({"red": "Pile empty? Red holds {column}", "blue": "Pile empty? Blue holds {column}"})
LAST_TURN = marked("The round ends with this turn")
REMATCH = marked("Rematch, new game: hold both ok")
_ENDED = marked(
    {
        "kinds": "{player} has laid {number} kinds",
        "all": "All nine kinds are laid",
        "pile": "A face-down pile is empty",
        "agreed": "So it was agreed",
    }
)
_WON = marked(
    {
        "total": "By the highest total",
        "round": "Equal totals: by the best round, {points} points",
        "shared": "Equal totals, equal best rounds",
        "agreed": "So it was agreed",
    }
)


def seat_name(state: State, seat: str, words: Words) -> str:
    """A player's name: Red or Blue where two play, else the number."""
    return player_name(seat_called(state, seat), words)


def hint_text(key: str, words: Words, piles: Collection[str] = PILES, *, limit: int = 0) -> str:
    """What else may be done by who is asked ``key``; "" if there is nothing to add. Who draws is told of ``piles``, who
    starts is one of ``limit`` players."""
    columns = " or ".join(str(column) for column, pile in STOCK_AT.items() if pile in piles)
    hint = _HINTS.get(key, "")
    if key in _FACE_DOWN and not columns:
        hint = _FROM_PADS
    elif key in _FACE_DOWN and not any(pad in piles for pad in PADS):
        hint = _FACE_DOWN[key]
    return words.say(hint, columns=alternatives(columns, words), limit=limit)


def own_figure(state: State, column: int, words: Words) -> tuple[str, ...]:
    """What `ok` means on the side that returned a figure where somebody of that side has a set there, or one
    that leaves; and who tells that the pile beside the column is empty, as that `ok` cannot."""
    side = side_of(state.active)
    if side not in sides_asked(state, column):
        return ()
    back = words.say(FIGURE_BACK)
    if column not in STOCK_AT or pile_beside(state, column) is None:
        return (back,)
    return back, words.say(_OTHERS_TELL[other(side)], column=column)


def variant_text(variant: str, words: Words) -> str:
    """A variant's name."""
    return words.say(VARIANT_NAMES[variant])


def column_note(state: State, column: int, words: Words) -> str:
    """What a column's button says in a step in which the buttons say numbers."""
    if state.step == "players" and column == 1:
        return words.say("Next variant")
    if state.step == "players" and column <= max(KINDS_TO_END):
        return words.say(Plural("1 player", "{number} players", "number"), number=column)
    if state.step == "deal" and state.round == 1 and str(column) in state.seats:
        return starter_text(state, str(column), words)
    return ""


def starter_text(state: State, seat: str, words: Words) -> str:
    """Who starts the round (CG-6)."""
    return words.say("{player} starts", player=seat_name(state, seat, words))


def round_text(state: State, words: Words) -> str:
    """Which round of how many."""
    return words.say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)


def more_text(missing: int, words: Words) -> str:
    """So many cards are missing to a set that is being laid; or what lays it."""
    return words.say("{number} more", number=missing) if missing > 0 else words.say(LAY_IT)


def on_pad_text(pads: Sequence[str], laid: int, number: int, words: Words) -> str:
    """To which pad so many cards go, and how many of them lie there."""
    where = pads[0] if len(pads) == 1 else "either"
    return words.say(_ON_PADS[where], laid=laid, number=number)


def ended_text(state: State, words: Words) -> str:
    """Why the round has ended (CG-5), in the order of the rulebook."""
    enough = KINDS_TO_END[len(state.hands)]
    for seat in state.seats:
        if len(state.kinds(seat)) >= enough:
            return words.say(_ENDED["kinds"], player=seat_name(state, seat, words), number=enough)
    if len(state.sets) == len(KINDS):
        return words.say(_ENDED["all"])
    piles = bool(state.empty) or state.stock.number <= 1
    return words.say(_ENDED["pile" if piles else "agreed"])


def won_by(state: State) -> str:
    """Why whoever has won has (CG-6): "total", "round" or "shared"; "agreed" if the scores do not say so."""
    played = {seat: rounds for seat, rounds in zip(state.seats, state.scores, strict=True) if rounds}
    best = max(map(sum, played.values()), default=0)
    tied = {seat: max(rounds) for seat, rounds in played.items() if sum(rounds) == best}
    first = [seat for seat, most in tied.items() if most == max(tied.values())]
    if not first or (state.winner or "").split() != first:
        return "agreed"
    return "total" if len(tied) == 1 else "round" if len(first) == 1 else "shared"


def won_text(state: State, words: Words) -> str:
    """Why whoever has won has."""
    by = won_by(state)
    best = max(state.scores[state.place(state.winner or "")]) if by == "round" else 0
    return words.say(_WON[by], points=best)
