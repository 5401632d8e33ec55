"""Decisions of the table in a player's language: done, refused or agreed on, from the words of its record."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.frozen import replace
from signifer_core.layout import COLUMNS
from signifer_core.procedure import POSITION, Override
from signifer_core.rules import Figure

from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.game_api.texts import GameTexts, Merged, texts_of
from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.session.menus import BIND

from .menus import entry_text, value_text
from .terms import KINDS, PLAYER_NAMES, card_name, card_names, is_card, kind_label, place_name, player_name

# A refusal in two or three words, by its code.
COMMON_SHORT_REFUSALS: dict[str, str] = marked(
    {
        "not-your-turn": "Not your turn",
        "wrong-phase": "Wrong step",
        "unknown-tag": "Unknown tag",
        "wrong-game": "Other game",
        "column-full": "Column full",
        "wrong-side": "Wrong side",
        "wrong-column": "Wrong column",
        "hand-limit": "Hand limit",
        "card-elsewhere": "Seen elsewhere",
    }
)
SHORT_REFUSALS: Mapping[str, str] = Merged(lambda texts: texts.short_refusals, COMMON_SHORT_REFUSALS)
# What an action of any game is in the record, by its first word.
_DONE: dict[str, str] = marked({"drawn": "Drawn", "discard": "Discarded", "same": "An equal card"})
# Of a tag that another one has replaced.
OLD_TAG = marked("Old tag")
# Of a card whose game is right, and whose deck does not play.
OTHER_DECK = marked("Other deck")
# In the record, which does not say where it lay.
NEW_TAG = marked("New tag")
REFUSED, AGREED = "refused ", "agreed "
# The record does not say whether people changed sides.
_TOLD = {"rematch": "rematch same"}


def decision_text(text: str, words: Words, game: str = DEFAULT_GAME, *, whole: bool = False) -> str:
    """``text`` is an action in the notation of ``game``, "refused" with codes, or "agreed" with a change, players in it
    as people call them (`Procedure.said`); what it cannot be is said as it is. ``whole`` is for whoever may know more
    than the other player."""
    texts = texts_of(game)
    if text.startswith(REFUSED):
        codes = text.removeprefix(REFUSED).split(", ")
        refusals = [words.say(SHORT_REFUSALS[code]) if code in SHORT_REFUSALS else code for code in codes]
        return words.say("Refused: {what}", what=", ".join(dict.fromkeys(refusals)))
    if text.startswith(AGREED):
        return words.say("Agreed: {what}", what=agreement_text(text, words, game))
    verb, *rest = text.split(" ")
    said = done_words(texts)
    if verb not in said:
        return text
    if verb in texts.unnamed and not whole:
        rest = [word for word in rest if word in PLAYER_NAMES]
    short = sum("-" in word for word in rest) > 1
    which = ", ".join(filter(None, (_said(word, verb, texts, words, short=short) for word in rest)))
    done = words.say(said[verb])
    return words.say("{what}: {which}", what=done, which=which) if which else done


def done_words(texts: GameTexts) -> dict[str, str]:
    """What each action of a game is in the record, by its first word."""
    return {**_DONE, **texts.done}


def agreement_text(text: str, words: Words, game: str = DEFAULT_GAME) -> str:
    """Which entry of the menu people agreed on, and its value, of a change in the notation of ``game`` or of the table;
    how cards lie is said without one. What it cannot be is said as it is."""
    change = text.removeprefix(AGREED)
    key, *rest = change.split(" ")
    if key == "count" and len(rest) > 1:
        player, key, *rest = rest
        rest = [player, *rest]
    told = texts_of(game).agreed.get(key, _TOLD.get(key, key))
    *about, value = rest or [game if key == "resume" else ""]
    if told == POSITION:
        about, value = [], ""
    figures: tuple[tuple[str, Figure], ...] = ()
    if about:
        figures = tuple((name, about[0]) for name in ("column", "player", "kind", "card"))
        figures += tuple(("place", each) for each in about[1:2])
    entry = Override(key, "", value or None, (), figures)
    try:
        what = words.say(NEW_TAG) if key == BIND else entry_text(replace(entry, key=told), words, game)
        which = value_text(entry, entry.now, words, game) if entry.now is not None else ""
    except KeyError:
        return change
    return words.say("{what}: {which}", what=what, which=which) if which else what


def _said(word: str, verb: str, texts: GameTexts, words: Words, *, short: bool) -> str:
    """A card, several, a kind, a player, a column or another number; "" for a card that is hidden, or none. ``short``
    where more than one card stands in a line."""
    if word in PLAYER_NAMES:
        return player_name(word, words)
    if said := texts.values.get(verb, {}).get(word):
        return words.say(said)
    if word.isdecimal() and verb in texts.numbered:
        return words.say(texts.numbered[verb], number=word)
    if word in map(str, COLUMNS):
        return place_name(word, words)
    if word in KINDS or word in words.kinds:
        return kind_label(word, words)
    if "+" in word:
        cards = [card for card in word.split("+") if is_card(card, words)]
        return ", ".join(card_names(cards, words))
    if not is_card(word, words):
        return ""
    army = word.rpartition("/")[0]
    name = card_names((word,), words)[0] if short else card_name(word, words)
    return f"{player_name(army, words)} {name}" if army in PLAYER_NAMES else name
