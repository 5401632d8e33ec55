"""What the table has decided, in a player's language: done, refused or agreed on, from the words of its record."""

from __future__ import annotations

from signifer_core.layout import COLUMNS
from signifer_core.procedure import Override
from signifer_core.rules import Figure

from .menu_texts import entry_text
from .terms import PLAYER_NAMES, card_name, place_name, player_name
from .words import Words, marked

# A refusal in two or three words, by its code.
NOTICES = marked(
    {
        "not-a-unit": "No unit",
        "column-full": "Column full",
        "mixed-kinds": "Mixed kinds",
        "not-your-turn": "Not your turn",
        "wrong-phase": "Wrong step",
        "wrong-side": "Wrong side",
        "cannot-move": "Units stay",
        "cannot-retreat": "Must stay",
        "wrong-column": "Wrong column",
        "unknown-tag": "Unknown tag",
        "wrong-game": "Other game",
        "card-elsewhere": "Seen elsewhere",
        "count-wrong": "Count wrong",
        "discard-needs-placement": "Place here",
        "pay-first": "Pay first",
        "not-enough": "Not enough",
        "nothing-due": "Nothing due",
        "no-enemy": "No enemy",
        "no-unit": "No unit",
        "hand-limit": "Hand limit",
        "one-card": "One card",
        "not-vulnerable": "Not vulnerable",
    }
)
REFUSED, AGREED = "refused ", "agreed "
_DONE = marked(
    {
        "place": "Placed",
        "take-back": "Taken back",
        "discard": "Discarded",
        "restore": "Laid back",
        "pay": "Paid",
        "settle": "Placements closed",
        "reserves": "Played",
        "end-actions": "Actions over",
        "draw": "Three drawn",
        "discard-to-draw": "Discarded to draw",
        "discard-down": "Discarded",
        "shuffle": "Shuffled",
        "advance": "Advance",
        "end-flank": "Flank attacks over",
        "flank-attack": "Flank attack",
        "attack": "Attack",
        "lead": "Lead unit",
        "overlap": "Played",
        "bonus-from-hand": "Bonus card from the hand",
        "bonus-from-deck": "Bonus card from the deck",
        "no-bonus": "No bonus card",
        "retreat": "Retreat",
        "end-retreat": "Retreat over",
        "reveal": "Bonus cards shown",
        "rampage": "Rampage",
        "drawn": "Drawn",
        "terrain": "Terrain",
        "keep": "Kept",
        "ready": "Ready",
        "first": "First player",
    }
)
DECISIONS = tuple(_DONE)
# What of an agreement's words is another entry than its first word.
_ENTRY_OF = {"units": "position"}


def decision_text(text: str, words: Words) -> str:
    """``text`` is an action in the game's notation, "refused" with codes, or "agreed" with a change; what it cannot be
    is said as it is."""
    if text.startswith(REFUSED):
        codes = text.removeprefix(REFUSED).split(", ")
        notices = [words.say(NOTICES[code]) if code in NOTICES else code for code in codes]
        return words.say("Refused: {what}", what=", ".join(dict.fromkeys(notices)))
    if text.startswith(AGREED):
        return words.say("Agreed: {what}", what=_agreed(text.removeprefix(AGREED).split(), words))
    verb, *rest = text.split(" ")
    if verb not in _DONE:
        return text
    which = ", ".join(filter(None, (_said(word, words) for word in rest)))
    done = words.say(_DONE[verb])
    return words.say("{what}: {which}", what=done, which=which) if which else done


def _agreed(change: list[str], words: Words) -> str:
    """Which entry of the menu it was, without its value."""
    key, *rest = change
    figures: tuple[tuple[str, Figure], ...] = ()
    if key == "count":
        player, key, *_ = rest
        figures = (("player", player),)
    elif rest[0].isdecimal():
        figures = (("column", rest[0]),)
    return entry_text(Override(_ENTRY_OF.get(key, key), "", None, (), figures), words)


def _said(word: str, words: Words) -> str:
    """A card, a player or a column; "" for a card that is hidden, or none."""
    if word in PLAYER_NAMES:
        return player_name(word, words)
    if word in map(str, COLUMNS):
        return place_name(word, words)
    army = word.partition("/")[0]
    if "/" not in word:
        return ""
    name = card_name(word, words)
    return f"{player_name(army, words)} {name}" if army in PLAYER_NAMES else name
