"""Words on the screens of Dark Age Arena beside prompts and refusals: places, costs, who fights whom, rolls and what
comes of them.

Each in the language of the player who reads it: ``words`` are theirs. Names of cards and places are those of the deck
files.
"""

from __future__ import annotations

from signifer_core.games.dark_age_arena.deck import side_of_card
from signifer_core.layout import Side

from signifer_firmware.i18n.words import Plural, Words, marked
from signifer_firmware.texts.terms import card_name, source_name

# Above the figures of a player, where there is room for three or four letters.
COUNTS = marked({"points": "Pts", "markers": "+1", "hand": "Hand", "stock": "Stock"})
COM, LOG = marked("COM"), marked("LOG")
REACH, BELOW, COSTS = marked("reach"), marked("below"), marked("costs")
# Beside the number of a column.
COMBAT_ZONE, CARD_PLAYED = marked("Combat zone"), marked("Card played")
CARD_FOR_LOG = marked("Card for 4 LOG")
ROUNDS = marked({"ranged": "Ranged round", "first": "First round", "second": "Second round"})
ALONE, NO_PLACE = marked("one alone"), marked("which place?")
CHOOSE = marked({"aim": "Aim here", "pair": "Confront", "assist": "Support here"})
CHOSEN = marked("ok: this one")
# What a fighter does now.
_DOES = marked(
    {
        "shoot": "{card} shoots",
        "strike": "{card} strikes",
        "armour": "{card}: armour",
        "block": "{card} blocks",
    }
)
REMATCH = marked("Rematch, new game: hold both ok")
INITIATIVE = marked("{player} has the initiative")
_THROWN = {
    "hits": Plural("{card} {total}: 1 hit", "{card} {total}: {number} hits", "number"),
    "cancelled": Plural("{card} {total}: 1 cancelled", "{card} {total}: {number} cancelled", "number"),
}
_WOUNDED = Plural("{card}: 1 wound", "{card}: {number} wounds", "number")
_PILLAGED = Plural("{place} pillaged: 1 point", "{place} pillaged: {number} points", "number")
_SCORED = Plural("{card} scores 1 point", "{card} scores {number} points", "number")
_FALLEN = marked(
    {
        "enlisted": "{card} is enlisted",
        "missed": "{die}: {card} needs {control}",
        "under": "{card} goes under the stock",
        "passed": "{die}: {card} does it",
        "failed": "{die}: {card} fails",
        "solitary": "{die}: {card} costs {cost} COM",
        "point": "{die} is below {control}: 1 point",
        "no point": "{die} is not below {control}",
        "holds": "{red} to {blue}: initiative",
        "tied": "{red} to {blue}: bid again",
        "won": "{red} to {blue}",
        "dies": "{card} dies",
        "shown": "{card} is shown",
    }
)


def cost_text(com: int, log: int, words: Words) -> str:
    """What something costs: "1 COM 2 LOG"; of nothing "0 COM"."""
    said = [
        words.say("{number} {resource}", number=number, resource=words.say(resource))
        for number, resource in ((com, COM), (log, LOG))
        if number
    ]
    return " ".join(said) or words.say("{number} {resource}", number=0, resource=words.say(COM))


def doing_text(what: str, card: str, words: Words) -> str:
    return words.say(_DOES[what], card=card_name(card, words))


def thrown_text(card: str, total: int, count: int, words: Words, *, what: str) -> str:
    said = _THROWN["hits" if what in ("shoot", "strike") else "cancelled"]
    return words.say(said, card=card_name(card, words), total=total, number=count)


def fallen_text(key: str, words: Words, *, card: str | None = None, **figures: object) -> str:
    return words.say(_FALLEN[key], card=source_name(card, words) if card else "", **figures)


def wounded_text(card: str, number: int, words: Words) -> str:
    return words.say(_WOUNDED, card=card_name(card, words), number=number)


def scored_text(card: str, number: int, words: Words) -> str:
    return words.say(_SCORED, card=card_name(card, words), number=number)


def pillaged_text(place: str, number: int, words: Words) -> str:
    return words.say(_PILLAGED, place=source_name(place, words), number=number)


def turn_text(turn: int, step: str, words: Words) -> str:
    """The turn and the step, for the head of a player's screen."""
    return words.say("Turn {turn}: {step}", turn=turn, step=step)


def owner_of(card: str) -> Side:
    """Whose card it is."""
    return side_of_card(card)
