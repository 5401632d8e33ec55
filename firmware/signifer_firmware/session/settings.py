"""Settings, which players choose for themselves and for the table: kept in the journal, one line a choice, "language
red fr"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from signifer_core.errors import ConfigError
from signifer_core.layout import SIDES

from signifer_firmware.i18n.words import ENGLISH, LANGUAGES

REFEREE, HINTS, TUTOR = "referee", "hints", "tutor"
HELP_LEVELS = (REFEREE, HINTS, TUTOR)
OFF, QUIET, FULL = "off", "quiet", "full"
VOLUMES = (OFF, QUIET, FULL)
HOLDS_MS = (500, 650, 800, 1000, 1300, 1600)
_OWN: dict[str, tuple[str, ...]] = {"language": LANGUAGES, "help": HELP_LEVELS}
_SWITCHES = ("odds", "recall", "clock")


def _all(value: str) -> dict[str, str]:
    return dict.fromkeys(SIDES, value)


@dataclass(frozen=True)
class Settings:
    """``language`` and ``help`` are each player's own, by player; the others hold for the table.

    ``help``: "referee" says what was asked for only, "hints" what else is possible, "tutor" explains each step.
    ``sound``: "off", "quiet" or "full". ``hold_ms``: how long a button is held. ``odds`` and ``recall``: whether both
    allow odds of an attack, and discards to be looked through on a screen. ``clock``: whether time is shown. ``decks``:
    the deck that was last chosen for each side, in games to which players bring their own; each on one side.
    """

    language: Mapping[str, str] = field(default_factory=lambda: _all(ENGLISH))
    help: Mapping[str, str] = field(default_factory=lambda: _all(HINTS))
    sound: str = FULL
    hold_ms: int = 800
    odds: bool = False
    recall: bool = False
    clock: bool = False
    decks: Mapping[str, str] = field(default_factory=dict)

    def changed(self, text: str) -> Settings:
        """The settings after a choice in its notation: "language red fr", "help blue tutor", "sound quiet",
        "hold 1000", "odds on", "recall off", "clock on", "deck red wolves". ConfigError for any other text."""
        match text.split(" "):
            case ["language", player, language] if player in SIDES and language in LANGUAGES:
                return replace(self, language={**self.language, player: language})
            case ["help", player, level] if player in SIDES and level in HELP_LEVELS:
                return replace(self, help={**self.help, player: level})
            case ["sound", volume] if volume in VOLUMES:
                return replace(self, sound=volume)
            case ["hold", ms] if ms.isascii() and ms.isdecimal() and 300 <= int(ms) <= 5000:
                return replace(self, hold_ms=int(ms))
            case ["odds", ("on" | "off") as switch]:
                return replace(self, odds=switch == "on")
            case ["recall", ("on" | "off") as switch]:
                return replace(self, recall=switch == "on")
            case ["clock", ("on" | "off") as switch]:
                return replace(self, clock=switch == "on")
            case ["deck", player, deck] if player in SIDES and deck:
                return replace(self, decks=self._seated(player, deck))
            case _:
                raise ConfigError([f'"{text}" is no setting'])

    def _seated(self, player: str, deck: str) -> dict[str, str]:
        """The decks after one was chosen for a side: from the other side it goes away."""
        return {**{side: name for side, name in self.decks.items() if name != deck}, player: deck}

    def folded(self, texts: Iterable[str]) -> Settings:
        """The settings after many choices, in their order."""
        settings = self
        for text in texts:
            settings = settings.changed(text)
        return settings

    def kept(self, texts: Iterable[object]) -> Settings:
        """As :meth:`folded`, but what this program does not know is passed over: another one may have written it, or
        the disk has changed it."""
        settings = self
        for text in texts:
            with suppress(ConfigError):
                settings = settings.changed(str(text))
        return settings

    def now(self, name: str, player: str = "") -> str:
        """What holds of a setting, as its notation ends: now("language", "red") is "fr", now("odds") is "off"."""
        if name in _OWN:
            return str(getattr(self, name)[player])
        if name in _SWITCHES:
            return "on" if getattr(self, name) else "off"
        return str(self.hold_ms if name == "hold" else self.sound)


def choices(name: str, now: str) -> tuple[str, ...]:
    """All values of a setting in their order, with the one that holds, wherever it came from."""
    if name == "hold":
        return tuple(map(str, sorted({*HOLDS_MS, int(now)})))
    if name in _SWITCHES:
        return ("off", "on")
    return _OWN.get(name, VOLUMES)


def swapped(settings: Settings) -> tuple[str, ...]:
    """The choices that give each player what was the other's: they have changed sides."""
    red, blue = SIDES
    pairs = ((red, blue), (blue, red))
    return tuple(f"{name} {player} {getattr(settings, name)[was]}" for name in _OWN for player, was in pairs)
