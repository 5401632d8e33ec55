"""Golden states of player menus, in each language: name -> panel (and page)."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.games.field_of_glory import State
from signifer_core.layout import SIDES
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Table
from signifer_firmware.display.panels import Panel
from signifer_firmware.display.player_menu_panels import with_player_menus
from signifer_firmware.games.field_of_glory.game import GAME as FIELD_OF_GLORY
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.session.own_menu import OwnMenu, own_entries
from signifer_firmware.session.pairing import TRIES, CodeShown
from signifer_firmware.session.settings import Settings

from tests.core.field_of_glory.attacks import ONE_EACH, attacked
from tests.core.field_of_glory.states import PROCEDURE, Hands

UNITS = {"3 red": "heavy-infantry-1 heavy-infantry-2", "3 blue": "light-infantry-1 pike-1"}
DISCARDED = ("spear-2", "spear-10", "medium-infantry-4", "light-cavalry-1", "commander-1")


def player_menu_states() -> dict[str, tuple[Panel, int]]:
    """Own menus, odds, and discards."""
    found: dict[str, tuple[Panel, int]] = {}
    for language in LANGUAGES:
        before = "" if language == "en" else f"{language}-"
        for name, panel, page in _player_menus(language):
            found[f"{before}{name}"] = (panel, page)
    return found


def _player_menus(language: str) -> list[tuple[str, Panel, int]]:
    hands = attacked(UNITS)
    seen = frozenset(f"red/{card}" for card in DISCARDED)
    state = hands.state.with_side("red", discard=7, discards=seen)
    discards = _menu(hands, language, 1, table=Table(state))
    chosen = _menu(hands, language, 2, more=1)
    won = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    won.press("press ok red")
    won.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    return [
        ("own-help", _menu(hands, language, 0)["red"], 0),
        ("own-help-page", _menu(hands, language, 0, more=1)["red"], 0),
        ("own-why", _menu(won, language, 1)["red"], 0),
        ("own-why-page", _menu(won, language, 1, more=1)["red"], 0),
        ("own-language", _menu(hands, language, 2)["red"], 0),
        ("own-language-chosen", chosen["red"], 0),
        ("own-column", chosen["2 red"], 0),
        ("own-level", _menu(hands, language, 3, more=1)["red"], 0),
        ("own-discards", discards["red"], 0),
        ("own-phone", _menu(hands, language, 4, more=1, phone=True)["red"], 0),
        ("code", _code(hands, language, CodeShown("4711", TRIES)), 0),
        ("code-wrong", _code(hands, language, CodeShown("4711", 1)), 0),
        ("code-typed", _code(hands, language, CodeShown("4711", TRIES, typed=True)), 0),
        *((f"odds-{page + 1}", _odds(hands, language), page) for page in range(2)),
    ]


def _menu(
    hands: Hands,
    language: str,
    entry: int,
    *,
    more: int = 0,
    table: Table[State] | None = None,
    phone: bool = False,
) -> Mapping[str, Panel]:
    """The screens while red's menu stands at an entry, after so many presses of "more"."""
    settings = Settings(recall=True).changed(f"language red {language}")
    why = hands.state.result is not None
    entries, menu = own_entries(settings, "red", why=why, phone=phone), OwnMenu()
    for column in (*(2,) * entry, *(5,) * more):
        menu, _ = menu.pressed(entries, Press(PressKind.PRESS, Button.COLUMN, "red", column))
    outlook = Outlook(own=(("red", menu.shown(entries)),), settings=settings)
    return _screens(outlook, table or hands.table, language)


def _code(hands: Hands, language: str, shown: CodeShown) -> Panel:
    return _screens(Outlook(codes=(("red", shown),)), hands.table, language)["red"]


def _odds(hands: Hands, language: str) -> Panel:
    prompts = PROCEDURE.prompts(hands.table)
    return _screens(Outlook(prompts=prompts, odds=3), hands.table, language)["red"]


def _screens(outlook: Outlook, table: Table[State], language: str) -> Mapping[str, Panel]:
    bundle = FIELD_OF_GLORY.bundle()
    readers: dict[str, Words] = dict.fromkeys(SIDES, words_of(language))
    panels = bundle.panels(table, outlook, readers=readers)
    return with_player_menus(panels, bundle, table, outlook, readers)
