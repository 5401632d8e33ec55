"""Words on the screens of Thermopyles beside prompts and refusals: what goes on, hints, how a combat and a game ended.

Each in the language of the player who reads it: ``words`` are theirs.
"""

from __future__ import annotations

from signifer_core.games.thermopyles import Deck, State
from signifer_core.games.thermopyles.rules.combat import bonus_dice
from signifer_core.games.thermopyles.state import CEMETERY_TO_WIN, LOST_PLACE, ROW, SPARTANS, Fight

from signifer_firmware.i18n.words import Plural, Words, marked

# What else is possible, or comes with it, under what is asked.
_HINTS = marked(
    {
        "players": "Column buttons 1 to 4",
        "charge-or-retreat": "Spartan in column 1, ok. Hold ok: retreat",
        "charge": "On your pad: a die each. Or lift it",
        "must-retreat": "No cards in hand. Wrong? Both ok",
        "roll": "Press dice",
        "draw-one": "ok: draw. Hold ok: leave it",
        "draw-for": "Column button: for whom. Hold ok: leave it",
        "discard-one": "On your pad, then ok",
    }
)
HINT_KEYS = tuple(_HINTS)
COLUMN_NAMES = marked({1: "First Persian", 2: "Second Persian", 3: "Piles", 4: "Repelled", 5: "Cemetery"})
PILES = marked(
    {"spartans": "Spartans", "persians": "Persians", "discards": "Discards", "repelled": "Repelled"}
)
SUPPORTS = marked("Supports")
HAND = marked("Hand")
TOTAL, VALUE = marked("Total"), marked("Persian")
ASSUMED_HERE = marked("assumed: enrol yours")
ASSUMED_CARDS = marked("The cards' figures are assumed: enrol yours.")
LAY_HERE = marked("Lay it here")
REMATCH = marked("Rematch, new game: hold both ok")
LAST_RETREAT = marked("The next retreat loses the game")
ALMOST_BURIED = Plural("1 more in the cemetery wins", "{number} more in the cemetery win", "number")
ALMOST_BEATEN = Plural("1 Persian defeated wins", "{number} Persians defeated win", "number")
ALMOST_TOLD = 2
# The same in English for one and for two, but not elsewhere.
_REPELLED = Plural("{number} repelled", "{number} repelled", "number")
_ANNIHILATED = Plural("{number} annihilated", "{number} annihilated", "number")
_WON = marked(
    {
        "cemetery": "Twelve lie in the cemetery",
        "row": "The row cannot be refilled",
        "marker": "The marker is at the last place",
        "spartans": "No Spartan is left",
        "agreed": "So it was agreed",
    }
)


def hint_text(key: str, words: Words, *, several: bool = False) -> str:
    """What else may be done by who is asked ``key``; "" if there is nothing to add."""
    return words.say(_HINTS.get("draw-for" if key == "draw-one" and several else key, ""))


def column_note(state: State, column: int, words: Words) -> str:
    """What a column's button says in a step in which the buttons say numbers."""
    if state.step == "players" and column <= 4:
        return words.say(Plural("1 player", "{number} players", "number"), number=column)
    if state.step == "draw" and 1 < len(state.seats) >= column:
        return words.say("To player {number}", number=column)
    return ""


def missing_text(total: int, deck: Deck, card: str, words: Words) -> str:
    """What of a total is missing to repel a Persian, or to annihilate him."""
    persian = deck.persian(card)
    if total < persian.battle:
        return words.say("{number} to repel", number=persian.battle - total)
    if total < persian.annihilation:
        return words.say("{number} to annihilate", number=persian.annihilation - total)
    return words.say("Annihilates")


def place_text(state: State, words: Words) -> str:
    """That the marker's place gives a die; "" if it does not."""
    return words.say("1 die for the place") if bonus_dice(state) else ""


def result_text(fight: Fight, words: Words) -> str:
    """How a combat ended, in a few words."""
    annihilated = sum(beaten.annihilated for beaten in fight.beaten)
    counts = ((_REPELLED, len(fight.beaten) - annihilated), (_ANNIHILATED, annihilated))
    said = [words.say(fate, number=number) for fate, number in counts if number]
    return f"{fight.total}: {', '.join(said) or words.say('not enough')}"


def banners(state: State, words: Words, *, advice: bool = True) -> tuple[str, ...]:
    """What is warned of where it matters, before a combat or a retreat: how the game may end soon; after it, what
    comes next."""
    if state.step == "over":
        return (words.say(REMATCH),)
    if not advice or state.step != "act":
        return ()
    found = [words.say(LAST_RETREAT)] if state.marker == LOST_PLACE - 1 else []
    # The row wins once more Persians are defeated than their pile has (TH-10). Without a card nobody fights.
    buried, able = CEMETERY_TO_WIN - state.cemetery.number, state.hand(state.active).number
    ways = ((ALMOST_BURIED, buried), (ALMOST_BEATEN, state.persians.number + 1))
    found += [words.say(said, number=left) for said, left in ways if able and left <= ALMOST_TOLD]
    return tuple(found)


def ended_by(state: State) -> str:
    """By what the game has ended (TH-10): "cemetery", "row", "marker" or "spartans"; "agreed" if by none of them."""
    if state.winner == SPARTANS:
        if state.cemetery.number >= CEMETERY_TO_WIN:
            return "cemetery"
        return "row" if ROW - len(state.row) > state.persians.number else "agreed"
    if state.marker >= LOST_PLACE:
        return "marker"
    return "agreed" if state.spartans_left else "spartans"


def won_text(state: State, words: Words) -> str:
    """By what the game was won or lost."""
    return words.say(_WON[ended_by(state)])
