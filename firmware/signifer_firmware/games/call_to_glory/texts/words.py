"""Words on the screens of Call to Glory beside prompts and refusals: seats, hints, what goes on, how rounds and games
end.

Each in the language of the player who reads it: ``words`` are theirs.
"""

from __future__ import annotations

from signifer_core.games.call_to_glory import Deck, State
from signifer_core.games.call_to_glory.rules.turn import needed
from signifer_core.games.call_to_glory.state import KINDS_TO_END, VARIANTS
from signifer_core.games.call_to_glory.table.spots import called as seat_called

from signifer_firmware.i18n.words import Plural, Words, marked
from signifer_firmware.texts.terms import kind_label, player_name

VARIANT_NAMES: dict[str, str] = marked(
    {"none": "No variant", "missions": "Missions", "figures": "Ninja figures", "both": "Missions, figures"}
)
# What else is possible, or comes with it, under what is asked.
_HINTS = marked(
    {
        "players": "Column 2 to 4. Column 1: variant",
        "deal": "Three cards each, two piles",
        "say-starter": "Column 1 to 4, or dice",
        "roll-start": "Press dice",
        "draw-two": "ok: face down. Or lift one",
        "draw-second": "Column 1 or 5, or lift one",
        "lay-or-discard": "A set in columns, one card on a pad",
        "laying": "More, then ok. Or lift them",
        "discarding": "Or lift it again",
        "displace": "All on one pad, then ok",
        "reveal": "Lay it on your side",
        "read-scores": "Both sides press ok",
        "figure": "Its owner lays one card on a pad",
        "figure-or-empty": "Or a figure: its owner lays one card",
    }
)
HINT_KEYS = tuple(_HINTS)
PILE_NAMES = marked({"left": "Left pile", "right": "Right pile", "red": "Red's pad", "blue": "Blue's pad"})
ROUND, TOTAL, KINDS_LAID = marked("Round"), marked("Total"), marked("Kinds")
FACE_DOWN, DISCARDS, FIGURES = marked("Face down"), marked("Discards"), marked("Figures")
VALUE, SIZE, BEATEN = marked("value"), marked("cards"), marked("beaten by")
ASSUMED_CARDS = marked("The missions' kinds are assumed: enrol yours.")
REMATCH = marked("Rematch, new game: hold both ok")
_ENDED = marked(
    {
        "kinds": "{player} has laid {number} kinds",
        "all": "All nine kinds are laid",
        "pile": "A face-down pile is empty",
        "agreed": "So it was agreed",
    }
)


def seat_name(state: State, seat: str, words: Words) -> str:
    """A player's name: Red or Blue where two play, else the number."""
    return player_name(seat_called(state, seat), words)


def seat_label(seat: str, words: Words) -> str:
    """A player in two letters."""
    return words.say("P{number}", number=seat)


def hint_text(key: str, words: Words) -> str:
    """What else may be done by who is asked ``key``; "" if there is nothing to add."""
    return words.say(_HINTS.get(key, ""))


def variant_text(variant: str, words: Words) -> str:
    """A variant's name."""
    return words.say(VARIANT_NAMES[variant])


def entered_text(players: int, variant: int, words: Words) -> str:
    """What has been entered before the game: how many play, and with which variant."""
    name = variant_text(VARIANTS[variant], words)
    if not players:
        return name
    return words.say(
        Plural("{number} plays: {variant}", "{number} play: {variant}", "number"),
        number=players,
        variant=name,
    )


def column_note(state: State, column: int, words: Words) -> str:
    """What a column's button says in a step in which the buttons say numbers, or name a face-down pile."""
    if state.step == "players":
        if column == 1:
            return words.say("Next variant")
        return (
            words.say(Plural("1 player", "{number} players", "number"), number=column) if column < 5 else ""
        )
    if state.step == "deal" and state.starter is None and str(column) in state.seats:
        return words.say("{player} starts", player=seat_name(state, str(column), words))
    if state.step == "draw" and column in (1, 5):
        return words.say("Pile beside it")
    return ""


def round_text(state: State, words: Words) -> str:
    """Which round of how many."""
    return words.say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)


def stock_text(state: State, words: Words) -> str:
    """How many cards are in both face-down piles: an estimate, of which the sum is sure."""
    left, right = state.piles
    return words.say("Face down: about {left} and {right}", left=left, right=right)


def kinds_text(state: State, seat: str, words: Words) -> str:
    """How many of the kinds that end the round a player has laid (CG-5)."""
    number, enough = len(state.kinds(seat)), KINDS_TO_END[len(state.hands)]
    return words.say("{number} of {enough} kinds", number=number, enough=enough)


def beaten_text(deck: Deck, state: State, kind: str, words: Words) -> str:
    """How many cards displace the set of a kind, or make one where none lies."""
    return words.say("beaten by {number}", number=needed(deck, state, kind))


def laying_text(kind: str, laid: int, asked: int, words: Words) -> str:
    """How many cards of a set are laid, and how many it takes at least."""
    if laid >= asked:
        return words.say("{kind}: {laid}, enough", kind=kind_label(kind, words), laid=laid)
    return words.say("{kind}: {laid} of {needed}", kind=kind_label(kind, words), laid=laid, needed=asked)


def ended_text(state: State, words: Words) -> str:
    """Why the round has ended (CG-5), in the order of the rulebook."""
    enough = KINDS_TO_END[len(state.hands)]
    for seat in state.seats:
        if len(state.kinds(seat)) >= enough:
            return words.say(_ENDED["kinds"], player=seat_name(state, seat, words), number=enough)
    if len(state.sets) == 9:
        return words.say(_ENDED["all"])
    piles = bool(state.empty) or state.stock.number <= 1
    return words.say(_ENDED["pile" if piles else "agreed"])


def starter_text(state: State, seat: str, words: Words) -> str:
    """Who starts the next round (CG-6)."""
    return words.say("{player} starts", player=seat_name(state, seat, words))


def shared_text(state: State, words: Words) -> str:
    """How the game was won (CG-6)."""
    totals = state.totals()
    best = max(totals)
    if sum(total == best for total in totals) == 1:
        return words.say(Plural("{number} point", "{number} points", "number"), number=best)
    return words.say("{number} points, by the best round", number=best)
