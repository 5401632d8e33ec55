"""Texts of menus: entries that people may overrule or set, their values, and the start picture."""

from __future__ import annotations

from signifer_core.languages import LANGUAGE_NAMES
from signifer_core.procedure import Override
from signifer_core.rules import Figure

from signifer_firmware.game_api.registry import DEFAULT_GAME, titles
from signifer_firmware.game_api.texts import texts_of
from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.session.menus import DECK, INVENTED

from .sentences import decimal, figures_of
from .terms import PLAYER_NAMES, card_name, is_card, outcome_name, player_name, step_name

AGREEMENT = marked("Agreement")
START_BEGIN = marked("Both press ok: begin")
START_MENU = marked("Column buttons: menu")
# Beside a code for a phone's camera.
SCAN_PAGE = marked("The page: for your phone's camera")
SCAN_NETWORK = marked("First start: join with your phone")
OWN_NETWORK = marked("Wi-Fi {name}, code {code}")
SAFE = marked("It is safe to switch off.")
AGREEMENT_LEAVE = marked("Hold both ok: done")
# Why cards are not taken as they lie there: they may lie there, covered, or not.
UNKNOWN = marked("Silent on {place}: as recorded")
# ... or are taken for gone, since others are read there.
REPLACED = marked("Silent on {place}: counted as gone")
# What a reader that fails leaves out of it.
UNREAD = marked("Unread on {place}: as last read")
# What column buttons do in the menu of agreement, by the number of the column.
AGREEMENT_BUTTONS = marked({1: "Back", 2: "Next", 3: "Next part", 4: "Less", 5: "More"})
_ENTRIES: dict[str, str] = marked(
    {
        "active": "Whose turn it is",
        "hand": "{player}'s hand",
        "bind": "New tag ({place}, {side}) is",
        "wrong": "That was wrong: mark it",
        "over": "The game is over",
        "done": "What follows from it",
        "language": "{player}'s language",
        "help": "{player}'s help",
        "sound": "Sound",
        "hold": "A button is held for",
        "odds": "Odds of attacks",
        "recall": "Own discards on screen",
        "clock": "Clock (stops in the menu)",
        "new": "New game",
        "deck": "{player}'s own deck",
        "resume": "Go on with",
        "rematch": "Rematch, sides swapped",
        "rematch same": "Once more",
        "abort": "Break the game off",
        "off": "Switch the table off",
    }
)


def entries_of(game: str) -> dict[str, str]:
    """Every entry of which ``game`` has words, by key."""
    return {**_ENTRIES, **texts_of(game).entries}


_SETTING_VALUES: dict[str, str] = marked(
    {
        "referee": "Referee: no hints",
        "hints": "Hints",
        "tutor": "Tutor",
        "off": "Off",
        "on": "On",
        "quiet": "Quiet",
        "full": "Full",
        "no": "No",
        "yes": "Yes",
        "paired": "Paired",
        "unpair": "No longer mine",
    }
)
SETTING_KEYS = (
    *("language", "help", "sound", "hold", "odds", "recall", "clock"),
    *("new", "resume", "rematch", "abort", "off", "phone"),
)


def _setting_value(key: str, value: str, words: Words) -> str:
    match key:
        case "language":
            return LANGUAGE_NAMES[value]
        case "hold":
            return words.say("{seconds} s", seconds=decimal(f"{int(value) / 1000:g}", words))
        case "new" | "resume" if value in titles():
            return titles()[value]
        case "sound" if value == "off":
            return words.say("Silent")
        case _:
            return words.say(_SETTING_VALUES[value])


def entry_text(entry: Override, words: Words, game: str = DEFAULT_GAME) -> str:
    """What people may overrule in a game, in a few words; of one that is said otherwise for what it is about, its words
    stand behind its key."""
    entries = entries_of(game)
    about = (f"{entry.key} {figure}" for _, figure in entry.figures)
    key = next((key for key in about if key in entries), entry.key)
    return words.say(entries[key], **figures_of(entry.figures, words))


def value_text(entry: Override, value: Figure | None, words: Words, game: str = DEFAULT_GAME) -> str:
    """A value of an entry of a game in words; of None, what stands for none."""
    texts = texts_of(game)
    if entry.key == "position":
        if value is None:
            return "" if entry.choices else words.say("As recorded")
        return words.say(texts.differs, number=value)
    text = "" if value is None else str(value)
    if entry.key == DECK:
        is_invented = text in str(dict(entry.figures).get(INVENTED, "")).split(" ")
        return words.say("{deck} (invented)", deck=text) if is_invented and text else text
    if entry.key in SETTING_KEYS:
        return _setting_value(entry.key, text, words) if text else ""
    said = texts.values.get(entry.key, {}).get(text)
    if said is not None:
        return words.say(said)
    match entry.key:
        case "step":
            return step_name(text, words)
        case "bind" if text:
            army = text.partition("/")[0]
            name = card_name(text, words)
            return f"{player_name(army, words)} {name}" if army in PLAYER_NAMES else name
        case "over":
            return words.say("No") if text == "none" else outcome_name(text, words)
        case "active":
            return player_name(text, words)
        case _:
            if is_card(text, words):
                return card_name(text, words)
            return text if text.isdecimal() else player_name(text, words)
