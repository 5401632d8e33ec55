"""Words on the screens of Dark Age Arena beside prompts and refusals: what comes with a question, rolls that are due,
sorts of cards.

Each in the language of the player who reads it: ``words`` are theirs.
"""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.procedure import Prompt

from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.texts.sentences import figures_of
from signifer_firmware.texts.terms import card_name, player_name

# What a card is, as its deck file says it.
SORTS = marked(
    {
        "character": "Character",
        "weapon": "Weapon",
        "skill": "Skill",
        "supply": "Supply",
        "instant": "Instant",
        "victory": "Victory card",
        "artifact": "Artifact",
    }
)
# What else is possible, or comes with it, under what is asked; more stands behind where somebody is chosen already.
_HINTS = marked(
    {
        "assemble": "Artifacts: column 1 to 3. Hold ok: seven new cards",
        "assemble-laid": "{card} in {place}. Hold ok: seven new cards",
        "stock": "On your pad; ok alone: none",
        "draft": "Into column 1, 2 or 3",
        "draft-laid": "{card} to {place}; then its roll",
        "draft-missed": "{card}: {die}. Ok: pay. Hold 5: marker. Hold ok: give up",
        "draft-missed no-marker": "{card}: {die}. Ok: pay. Hold ok: give up",
        "draft-missed beyond": "{card}: {die}. Hold 5: marker. Hold ok: give up",
        "draft-missed beyond no-marker": "{card}: {die}. Hold ok: give up",
        "draft-missed natural": "{card}: a 1 takes no COM. Hold 5: marker. Hold ok: give up",
        "draft-missed natural no-marker": "{card}: a 1 takes no COM. Hold ok: give up",
        "contest": "Column: so much more. Hold ok: 0",
        "bid": "Column: so much more. Hold ok: 0",
        "prepare": "Weapon, skill, instant: column 5",
        "prepare-laid": "{card} in {place}",
        "supply": "Move: 2 LOG. Column 5: a card, 4 LOG",
        "supply-card": "You have {left} LOG",
        "supply-card-short": "Column 5: go on without that card",
        "done": "You are done, and may still go on",
        "ask": "Has it happened? Ok: yes. Hold ok: no",
        "declare": "Column 1 to 3; 4: one alone. Hold ok: none",
        "muster": "Into column 4, ok. Hold ok: no attack",
        "muster-alone": "In play or from your hand: into column 4, ok",
        "defend": "Into column 4, ok. Button 4: one alone",
        "defend-alone": "Into column 4, ok. Button 1 to 3: several",
        "target": "Column 1, 2 or 3, then ok",
        "target chosen": "{place}: ok attacks it",
        "yield": "Lay it in another column, or press there",
        "home": "Lay it in column 1 to 3, or press there",
        "aim": "Column of the enemy, then ok",
        "aim chosen": "The one in column {column}: ok",
        "pair": "Column of the enemy, ok. Hold ok: another",
        "pair chosen": "The one in column {column}: ok",
        "assist": "Column of the confrontation, then ok",
        "assist chosen": "Confrontation {column}: ok",
        "react": "Into column 5. Ok alone: on to the defence",
        "bluff": "On your pad; ok alone: none",
        "solitary-short": "{card}. Hold 1: exchange. Hold ok: stays away",
        "solitary-short enough": "{card}. Ok: pay. Hold ok: stays away",
        "solitary-short no-exchange": "{card}. Hold 2: marker. Hold ok: stays away",
        "solitary-short no-exchange no-marker": "{card}. Hold ok: stays away",
        "choose-target": "Press a column; again: the next there",
        "choose-nobody": "There is nobody for {card} now.",
    }
)
# The figures that stand behind a hint's key, in their order, if they are there.
_MORE = ("natural", "beyond", "enough", "no-exchange", "no-marker")
# What a roll is about: whose, for which values; each figure as prompts have it.
_ROLLS = marked(
    {
        "roll-draft": "{card}: {reach} or more",
        "roll-task": "{card}: {reach} or more",
        "roll-solitary": "{card}: {cost} COM less the die",
        "roll-shoot": "{card} hits at {reach}",
        "roll-strike": "{card} hits at {reach}",
        "roll-armour": "{card} cancels a hit at {reach}",
        "roll-block": "{card} cancels a hit at {reach}",
        "roll-control": "{card}: below {below} is a point",
    }
)
# A card in column 5 whose cost is asked about, and for whom it is.
_PLAYED = ("play-card", "play-com", "play-log", "play-free")
_FOR = marked("{card} for {target}")
_ADDED = marked({"modifiers": "Added: {modifiers}", "red": "Red: {modifiers}", "blue": "Blue: {others}"})
HINT_KEYS = (*_HINTS, *_ROLLS)


def hint_text(asked: Prompt, words: Words) -> str:
    """What else may be done by who is asked, or what the roll is for that is due; "" if there is nothing to add."""
    return ". ".join(_hints(asked, words))


def _hints(asked: Prompt, words: Words) -> Iterator[str]:
    figures = figures_of(asked.figures, words)
    figures["reach"] = figures.get("reach", "").replace(" ", ", ")
    if asked.key in _PLAYED:
        yield words.say(_FOR, **figures) if "target" in figures else figures["card"]
    if asked.key in _ROLLS:
        yield words.say(_ROLLS[asked.key], **figures)
    chosen = any(asked.figure(name) not in (None, 0) for name in ("column", "target")) or (
        asked.key == "target" and asked.figure("place") != 0
    )
    more = "chosen" if chosen else " ".join(key for key in _MORE if asked.figure(key))
    hint = _HINTS.get(f"{asked.key} {more}".strip(), _HINTS.get(asked.key))
    # After the draw of the stock phase nobody goes on (DA-4).
    if hint is not None and (asked.key, asked.figure("asked")) != ("done", "stock"):
        yield words.say(hint, **figures)
    if asked.key in ("roll-initiative", "roll-contest"):
        yield from (words.say(_ADDED[side], **figures) for side in ("red", "blue"))
    elif asked.figure("modifiers") is not None:
        yield words.say(_ADDED["modifiers"], **figures)


def fighter_name(card: str, words: Words) -> str:
    """A character with whose it is: those of a kind that both decks have differ in nothing else."""
    side = player_name(card.partition("/")[0], words)
    return words.say("{player} {card}", player=side, card=card_name(card, words))


def sort_text(sort: str, words: Words) -> str:
    """What a card is: a character, a weapon ..."""
    return words.say(SORTS[sort])
