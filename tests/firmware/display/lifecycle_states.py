"""Golden states of the lifecycle: the start picture, the menu of both players, the clock; in each language."""

from __future__ import annotations

from signifer_core.layout import SIDES
from signifer_core.presses import Button, Press, PressKind
from signifer_firmware.display.agreement_panels import menu_panels, scan_panel, start_panels
from signifer_firmware.display.panels import Panel, PlayerPanel
from signifer_firmware.games.field_of_glory.screens.panels import labels
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.session.lifecycle import game_entries, start_entries
from signifer_firmware.session.menus import Menu
from signifer_firmware.session.outlook import OFF, START, Outlook
from signifer_firmware.session.settings import Settings
from signifer_firmware.texts import sentences
from signifer_firmware.texts.terms import step_name

GAMES = ("field-of-glory",)
MORE, OK = Press(PressKind.PRESS, Button.COLUMN, "red", 5), Press(PressKind.PRESS, Button.OK, "red")


def lifecycle_states() -> dict[str, tuple[Panel, int]]:
    """The same screens in each language."""
    found: dict[str, tuple[Panel, int]] = {}
    for language in LANGUAGES:
        words = words_of(language)
        readers: dict[str, Words] = dict.fromkeys(SIDES, words)
        prefix = "" if language == "en" else f"{language}-"
        entries = start_entries(Settings(), GAMES, GAMES[0])
        menu, _ = Menu().pressed(entries, Press(PressKind.PRESS, Button.OK, "blue"))
        first = Outlook(phase=START, agreement=Menu().shown(entries), address="http://signifer.local:8080")
        begun = Outlook(phase=START, agreement=menu.shown(entries))
        for name, outlook in (
            ("evening-start", first),
            ("evening-begun", begun),
            ("evening-off", Outlook(phase=OFF)),
        ):
            panels = start_panels(outlook, ["2 red", "red"], readers)
            found[f"{prefix}{name}"] = (panels["red"], 0)
            found[f"{prefix}evening-column"] = found.get(f"{prefix}evening-column", (panels["2 red"], 0))
        home = Outlook(
            phase=START, agreement=first.agreement, address="http://192.168.178.123:8520", sought=True
        )
        own = Outlook(phase=START, agreement=first.agreement, network=("Signifer", "27182818"))
        for name, outlook in (("scan-page", home), ("scan-network", own)):
            panel = scan_panel(outlook, words)
            assert panel is not None
            found[f"{prefix}{name}"] = (panel, 0)
        during = game_entries(Settings(), GAMES)
        for entry in during:
            if entry.key in ("help", "clock", "rematch") and dict(entry.figures).get("player") != "blue":
                menu = Menu(during.index(entry))
                for press in (MORE, OK) if entry.key != "help" else (MORE,):
                    menu, _ = menu.pressed(during, press)
                found[f"{prefix}evening-{entry.key}"] = (menu_panels(menu.shown(during), readers)["red"], 0)
        clock = sentences.clock_text((12, 9), "red", words)
        timed = PlayerPanel(
            "red",
            step_name("actions", words),
            True,
            words.say("Place units"),
            clock=clock,
            labels=labels(words),
        )
        found[f"{prefix}player-clock"] = (timed, 0)
    return found
