"""Help on the present step of Field of Glory: what a player may do now, with which gestures, or what they wait for."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.rules import FieldOfGlory, attack, turn
from signifer_core.games.field_of_glory.state import ACTIONS, BONUS, DRAW, LEAD, OVER, RESULT, State, other
from signifer_core.games.field_of_glory.table import attack as attacking
from signifer_core.games.field_of_glory.table import padless
from signifer_core.procedure import Table

from signifer_firmware.games.field_of_glory.texts.words import last_turn
from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.texts.terms import player_name

_SENTENCES = marked(
    {
        "army": "Keep two of every four cards, twelve times: 24 cards (FG-S2).",
        "army-hand": "Shuffle them and draw nine as your hand. Then press ok.",
        "army-waits": "Your army is ready. {other} still has to press ok.",
        "terrain": "Draw terrain cards one by one and lay each in a column (FG-S1).",
        "terrain-where": (
            "A plain goes to the free column nearest the centre, any other card to the farthest."
        ),
        "terrain-ok": "Press ok, or lift the card after the beep.",
        "first": "Press dice: the higher die goes first.",
        "first-hold": "Or agree who goes first: that player holds ok.",
        "advance": "Control has changed by itself (FG-A1).",
        "advance-lift": "Where you have two units and no enemy, lift one: it is discarded.",
        "advance-waits": "{actor} discards one of two units.",
        "flank": "Press the button of a column with an open flank: an attack at +2 (FG-F2).",
        "flank-lead": "A column button then says where your lead stands; ok confirms it.",
        "flank-ok": "Press ok without a column to end the step.",
        "flank-waits": "{actor} may attack open flanks, at +2 (FG-F2).",
        "place": (
            "Lay units on your side of any columns, then pay for them (FG-P1). A unit lifted "
            "again is taken back."
        ),
        "clear": "An older unit that you lift is discarded; place another one there (FG-P3).",
        "attack": "The button of a column with units of both sides: attack (FG-C1).",
        "reserves": "Reserves alone on your pad, then ok: draw three (FG-R1).",
        "reserves-unseen": "Hold the button of column 3 to play Reserves: draw three (FG-R1).",
        "end": "Hold ok to end your actions.",
        "pay": "{due} CP are due (FG-P1): lay cards worth as much on your pad, then ok. No change is given.",
        "pay-part": "Hold ok to pay a part; lift those cards and lay more.",
        "pay-unseen": (
            "{due} CP are due (FG-P1): discard cards worth as much. Enter how many with the column buttons, "
            "then ok."
        ),
        "pay-back": "Lift a unit to take it back instead.",
        "close": "Placements that cost nothing stay open: press ok to close them, or lift them again.",
        "close-paid": "Placements that are paid stay open: press ok to close them, or lift them again.",
        "actions-waits": "{actor} places units, pays and may attack.",
        "nothing": "Nothing is asked of you now.",
        "defend": "If you are attacked you may retreat; if a unit stays, you add a bonus card.",
        "lead": "Choose the unit that leads (FG-C1). The button of its column steps on, ok confirms.",
        "lead-card": "Your bonus card with ok confirms it, too.",
        "overlap": (
            "You may lay Overlap on your side of the attacked column, until your bonus card "
            "is confirmed (FG-C5)."
        ),
        "lead-shown": "Then both bonus cards are shown.",
        "lead-waits": "{actor} chooses the unit that leads.",
        "bonus": "Lay one card on your pad, then ok: its CP count (FG-C3).",
        "bonus-deck": "For the top card of your deck: lay it there unseen and hold ok.",
        "bonus-unseen": (
            "Lay a card aside face down, then ok; hold ok for the top card of your deck. Its "
            "CP count (FG-C3)."
        ),
        "bonus-top": "Lay the top card of your deck unseen on your pad and hold ok: its CP count (FG-C3).",
        "bonus-top-unseen": (
            "Lay the top card of your deck aside face down and hold ok: its CP count (FG-C3)."
        ),
        "bonus-shuffle": "Hold ok: your discards are shuffled first (FG-K1).",
        "bonus-hidden": "Nobody learns which it is before both are shown (FG-C1).",
        "bonus-waits": "{actor} chooses a bonus card, hidden until both are shown (FG-C1).",
        "retreat": "Units that cost less than the attacking lead may retreat (FG-C2).",
        "retreat-lift": "Lift them, then press ok: they are discarded. With ok alone all stay.",
        "retreat-card": "Your bonus card with ok ends the retreat, too.",
        "retreat-waits": "{actor} may retreat with units that cost less than your lead (FG-C2).",
        "retreat-all": "If all retreat, control does not change (FG-C1).",
        "result": "Discard one of your two units in the attacked column: lift it.",
        "result-lost": "The record lacks your bonus card: lay it on your pad once more, then ok.",
        "result-worth": (
            "Show the bonus cards. Enter the CP of yours with the column buttons, "
            "then ok; without a card ok alone."
        ),
        "result-screens": "The column's screens show both totals, and which cards leave.",
        "result-waits": "{actor} discards one of two units in the attacked column.",
        "worth-waits": "{actor} still has to enter the CP of a bonus card.",
        "rampage": "You lost an elephant, and with it the top card of your deck (FG-C7).",
        "rampage-pad": "Lay it on your pad, then ok. Its points go to {other}.",
        "rampage-unseen": "Enter its victory points with the column buttons, then ok. They go to {other}.",
        "rampage-waits": (
            "{actor} lost an elephant, and the top card of the deck with it (FG-C7). You get its points."
        ),
        "draw": "Press ok with an empty pad to draw three (FG-D1).",
        "draw-card": "Or lay one card on your pad, then ok: it is discarded, and you draw its CP.",
        "draw-unseen": (
            "Press ok to draw three (FG-D1). Or discard a card: enter its CP with the column buttons, "
            "then ok; you draw as many."
        ),
        "draw-nine": "With more than nine in hand you then discard down to nine.",
        "down": "More than nine in hand: lay {excess} on your pad, then ok (FG-D1).",
        "down-part": "Hold ok to discard a part of them.",
        "down-unseen": "More than nine in hand: discard {excess}, then ok (FG-D1).",
        "draw-waits": "{actor} draws. Then it is your turn.",
        "draw-last": "{actor} draws. Then the game is over (FG-E1).",
        "shuffle": "Your deck is empty: shuffle your discards into a new one (FG-K1).",
        "shuffle-card": "Do with the shuffle card what your screen says, then press ok.",
        "shuffle-waits": "{actor} shuffles a new deck (FG-K1).",
        "over": "The game is over (FG-V1, FG-E1). Clear the table in any order.",
        "over-agree": "If that is wrong, hold both ok and agree on something else.",
        "undo": "Hold dice to take back your last gesture.",
    }
)
# What is said to a player who has something to decide, by step; where a table without pads plays otherwise, with
# "-unseen" after it.
_DECIDES: dict[str, tuple[str, ...]] = {
    "army": ("army", "army-hand"),
    "terrain": ("terrain", "terrain-where", "terrain-ok"),
    "first": ("first", "first-hold"),
    "advance": ("advance", "advance-lift"),
    "flank": ("flank", "flank-lead", "flank-ok"),
    "actions": ("place", "clear", "attack", "reserves", "end"),
    "actions-unseen": ("place", "clear", "attack", "reserves-unseen", "end"),
    "pay": ("pay", "pay-part", "pay-back"),
    "pay-unseen": ("pay-unseen", "pay-back"),
    "close": ("close", "attack", "end"),
    "close-paid": ("close-paid", "attack", "end"),
    "lead": ("lead", "lead-card", "overlap"),
    "lead-unseen": ("lead", "overlap"),
    "lead-defending": ("lead", "lead-shown"),
    "bonus": ("bonus-hidden", "overlap"),
    "bonus-defending": ("bonus-hidden",),
    "retreat": ("retreat", "retreat-lift", "retreat-card"),
    "retreat-unseen": ("retreat", "retreat-lift"),
    "result": ("result", "result-screens"),
    "reveal": ("result-lost", "result-screens"),
    "reveal-unseen": ("result-worth", "result-screens"),
    "rampage": ("rampage", "rampage-pad"),
    "rampage-unseen": ("rampage", "rampage-unseen"),
    "draw": ("draw", "draw-card", "draw-nine"),
    "draw-unseen": ("draw-unseen", "draw-nine"),
    "down": ("down", "down-part"),
    "down-unseen": ("down-unseen",),
    "shuffle": ("shuffle", "shuffle-card"),
    "over": ("over", "over-agree"),
}
# What is said first in the step of the bonus card, by what is asked there: where it may come from.
_SOURCES: dict[str, tuple[str, ...]] = {
    "bonus": ("bonus", "bonus-deck"),
    "bonus-unseen": ("bonus-unseen",),
    "bonus-from-deck": ("bonus-top",),
    "bonus-from-deck-unseen": ("bonus-top-unseen",),
    "bonus-after-shuffle": ("bonus-shuffle",),
}
# What is said to the other one.
_WAITS: dict[str, tuple[str, ...]] = {
    "army": ("army-waits", "terrain"),
    "advance": ("advance-waits", "nothing"),
    "flank": ("flank-waits", "defend"),
    "actions": ("actions-waits", "defend"),
    "lead": ("lead-waits", "nothing"),
    "bonus": ("bonus-waits", "nothing"),
    "retreat": ("retreat-waits", "retreat-all"),
    "result": ("result-waits", "result-screens"),
    "reveal": ("worth-waits", "result-screens"),
    "rampage": ("rampage-waits", "nothing"),
    "draw": ("draw-waits", "nothing"),
    "draw-last": ("draw-last", "nothing"),
    "shuffle": ("shuffle-waits", "nothing"),
}
# Steps in which a player's last gesture may still be taken back.
_UNDONE = ("pay", "close", "close-paid", "lead")


def help_text(rules: FieldOfGlory, table: Table[State], player: Player, words: Words) -> tuple[str, ...]:
    """Two to five sentences, each a paragraph: what ``player`` may do now, or what the other one does meanwhile.

    Nothing depends on what lies hidden.
    """
    state = table.state
    actors = rules.actors(state)
    asked = player in actors and not _has_said(rules, table, player)
    said = tuple(_asked(state, player)) if asked or state.step == OVER else _WAITS[_waiting_for(state)]
    figures = {
        "actor": player_name(other(player), words),
        "other": player_name(other(player), words),
        "due": state.due,
        "excess": turn.excess(state),
    }
    return tuple(words.say(_SENTENCES[sentence], **figures) for sentence in said)


def _has_said(rules: FieldOfGlory, table: Table[State], player: Player) -> bool:
    """Whether of two who are asked at a reveal, the other one alone has still to answer."""
    state = table.state
    if not attacking.awaits_reveal(state):
        return False
    if state.unseen:
        return any(asked.player == player and asked.key == "wait" for asked in padless.reveals(table))
    return not attacking.lacks_bonus(rules, table, player)


def _asked(state: State, player: Player) -> Iterator[str]:
    situation = _situation(state, player)
    if state.step == BONUS:
        yield from _played(state, _SOURCES, attacking.bonus_asked(state))
    yield from _played(state, _DECIDES, situation)
    if situation in _UNDONE:
        yield "undo"


def _played(state: State, said: dict[str, tuple[str, ...]], key: str) -> tuple[str, ...]:
    """What is said of ``key`` at a table with pads, or at one without."""
    unseen = f"{key}-unseen"
    return said[unseen if state.unseen and unseen in said else key]


def _situation(state: State, player: Player) -> str:
    """Which of the helps fits who is asked: the step, and in some what is asked in it."""
    if state.step == ACTIONS and state.unpaid:
        return "pay" if state.due else "close-paid" if state.paid else "close"
    if state.step == DRAW and state.drawn:
        return "down"
    if state.step == RESULT and attacking.awaits_reveal(state):
        return "reveal"
    if state.step in (LEAD, BONUS) and not attack.attacker_to_move(state):
        return f"{state.step}-defending"
    return state.step


def _waiting_for(state: State) -> str:
    if state.step == DRAW and last_turn(state):
        return "draw-last"
    return "reveal" if attacking.awaits_reveal(state) else state.step
