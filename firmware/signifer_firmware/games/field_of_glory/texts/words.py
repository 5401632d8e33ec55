"""Words on the screens of Field of Glory beside prompts and refusals: hints, sums, results, and how the game may end.

Each in the language of the player who reads it: ``words`` are theirs.
"""

from __future__ import annotations

from signifer_core.games.field_of_glory.deck import UNSEEN, kind_of
from signifer_core.games.field_of_glory.piles import SHUFFLES_TO_END
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import SIDES

from signifer_firmware.games.field_of_glory.texts import TERRAINS
from signifer_firmware.i18n.words import Plural, Words, marked
from signifer_firmware.texts.terms import kind_name, player_name

# What else is possible, or comes with it, under what is asked.
_HINTS = marked(
    {
        "act": "Hold ok: end",
        "act-or-attack": "Column button: attack",
        "bonus": "Hold ok: top of deck",
        "bonus-attacking": "Hold: deck. Overlap: now",
        "bonus-attacking-without-deck": "Overlap: now",
        "bonus-from-deck": "On your pad. Cards in hand? Both ok",
        "bonus-from-deck-unseen": "Cards in hand? Both ok",
        "bonus-promised": "On your pad, from the new deck",
        "bonus-promised-unseen": "From the new deck",
        "bonus-after-shuffle": "No hand, no deck. Wrong? Both ok",
        "choose-lead": "Button {column}: next",
        "choose-source": "Press a column",
        "draw": "Or card, ok: draw its CP",
        "discard-down": "On your pad, ok. Wrong? Both ok",
        "discard-down-unseen": "Then ok. Wrong? Both ok",
        "lift-one": "It is discarded",
        "top-card": "It goes to {winner}'s points",
    }
)
HINT_KEYS = tuple(_HINTS)
SHUFFLE_SIDES = marked({0: "Shuffle card: turn to second shuffle", 1: "Shuffle card: lay it on the table"})
RESERVES_ASIDE = marked("Keep Reserves out of it")
LINES = marked(
    {
        "combat": "combat",
        "bonus": "card",
        "second-unit": "second",
        "against": "against",
        "beside-second": "pikes",
        "flank": "flank",
        "overlap": "Overlap",
    }
)
VULNERABLE = marked("Flank open")
CONFIRM = marked("ok, or lift it")


def confirmed_text(words: Words) -> str:
    """A bonus card is confirmed, and not told."""
    return words.say("1 card, confirmed")


def shown_text(card: str, points: int, words: Words) -> str:
    """A bonus card that was shown, with its command points: "cavalry: 4 CP"."""
    if kind_of(card) == UNSEEN:
        return words.say("{points} CP", points=points)
    return words.say("{card}: {points} CP", card=kind_name(kind_of(card), words), points=points)


def hint_text(key: str, words: Words, winner: str = "", column: int = 0) -> str:
    """What else the player may do who is asked ``key``, or what comes of it; "" if there is nothing to add."""
    return words.say(_HINTS.get(key, ""), winner=player_name(winner, words), column=column)


def shuffle_hint(shuffles: int, left: int, words: Words, *, reserves: bool = False) -> str:
    """What becomes of the shuffle card in the player's next shuffle, and how many cards are still to be drawn; that
    Reserves, for which they are drawn, is not among those shuffled."""
    card = words.say(SHUFFLE_SIDES.get(shuffles, ""))
    drawn = words.say("Then draw {left} more", left=left) if left else ""
    aside = words.say(RESERVES_ASIDE) if reserves else ""
    return ". ".join(part for part in (card, drawn, aside) if part)


def may_retreat_text(kinds: tuple[str, ...], lifted: int, words: Words) -> str:
    """Which kinds may retreat, or how many units were lifted for it."""
    if lifted:
        return words.say(Plural("1 lifted", "{lifted} lifted", "lifted"), lifted=lifted)
    said, *others = (kind_name(kind, words) for kind in dict.fromkeys(kinds))
    for other in others:
        said = words.say("{one} and {other}", one=said, other=other)
    return words.say("May: {kinds}", kinds=said)


# What column screens say


def terrain_name(terrain: str, words: Words) -> str:
    """A terrain in words; "" is none."""
    return words.say(TERRAINS[terrain]) if terrain in TERRAINS else terrain


def line_text(name: str, figure: int, terrain: str, words: Words) -> str:
    """A summand of a total: "4 combat", "+1 second", "-2 woods"."""
    said = kind_name(terrain, words) if name == "terrain" else words.say(LINES[name])
    return f"{figure} {said}" if name == "combat" else f"{figure:+d} {said}"


def attack_text(attacker: str, words: Words, *, flank: bool) -> str:
    """An attack is under way."""
    name = player_name(attacker, words)
    return (
        words.say("{attacker} flanks", attacker=name)
        if flank
        else words.say("{attacker} attacks", attacker=name)
    )


def result_text(by: str, winner: str | None, margin: int, words: Words) -> str:
    """How an attack ended: ``by`` is "total", "spear", "tie" or "retreat"."""
    if by == "retreat":
        return words.say("All retreated")
    if winner is None:
        return words.say("A tie")
    name = player_name(winner, words)
    if by == "spear":
        return words.say("{winner}'s spear wins", winner=name)
    return words.say("{winner} wins by {margin}", winner=name, margin=margin)


def turn_text(control: str | None, words: Words) -> str:
    """Which way a terrain card is to be turned."""
    return (
        words.say("Terrain to {player}", player=player_name(control, words))
        if control
        else words.say("Terrain: neutral")
    )


# How the game may end


def last_turn(state: State) -> bool:
    """Whether the game ends with this turn: both shuffle cards lie on the table (FG-E1)."""
    return all(state.side(player).shuffles >= SHUFFLES_TO_END for player in SIDES)


# How many must be broken so that at most two are left (FG-V1).
_YOUR_THREAT = marked(
    {
        3: "You hold three: you win next turn unless one is broken",
        4: "You hold four: you win next turn unless two are broken",
        5: "You hold five: you win next turn unless three are broken",
    }
)
_THREAT = marked(
    {
        3: "{holder} holds three: break one, or {holder} wins as the next turn begins",
        4: "{holder} holds four: break two, or {holder} wins as the next turn begins",
        5: "{holder} holds five: break three, or {holder} wins as the next turn begins",
    }
)
_CHECKED = marked(
    {3: "Three terrains at the check", 4: "Four terrains at the check", 5: "Five terrains at the check"}
)


def threat_text(holder: str, terrains: int, reader: str, words: Words) -> str:
    """``holder`` controls enough to win at the next victory check (FG-V1): what ``reader`` is told of it."""
    said = _YOUR_THREAT if holder == reader else _THREAT
    return words.say(said[terrains], holder=player_name(holder, words))


REMATCH = marked("Rematch, new game: hold both ok")
LAST_TURN = marked("Both shuffle cards are out: this is the last turn")


def last_shuffle_text(player: str, reader: str, words: Words) -> str:
    """With ``player``'s next shuffle both shuffle cards are out (FG-E1)."""
    if player == reader:
        return words.say("Your next shuffle ends the game with that turn")
    name = player_name(player, words)
    return words.say("{player}'s next shuffle ends the game with that turn", player=name)


def won_text(by: str, terrains: tuple[int, int], points: tuple[int, int], words: Words) -> str:
    """By what the game was won, the winner's figures first.

    ``by`` is "check", "terrain", "points", "draw" or "agreed".
    """
    if by == "check":
        return words.say(_CHECKED[terrains[0]])
    held, scored = (f"{own} : {others}" for own, others in (terrains, points))
    if by == "terrain":
        return words.say("Terrain {held}", held=held)
    return words.say("Terrain {held}, points {scored}", held=held, scored=scored)
