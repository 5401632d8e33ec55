"""The menu of agreement as panels, the same for every game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from signifer_core.layout import SIDES, Side
from signifer_core.procedure import POSITION

from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.i18n.words import Words
from signifer_firmware.session.menus import MARK, NEW, Shown, needed
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.texts.decisions import decision_text
from signifer_firmware.texts.faults import fault_text, needs_power
from signifer_firmware.texts.menus import (
    AGREEMENT,
    AGREEMENT_BUTTONS,
    AGREEMENT_LEAVE,
    OWN_NETWORK,
    REPLACED,
    SAFE,
    SCAN_NETWORK,
    SCAN_PAGE,
    START_BEGIN,
    START_MENU,
    UNKNOWN,
    UNREAD,
    entry_text,
    value_text,
)
from signifer_firmware.texts.sentences import figures_of, refusal_text

from . import qr
from .panels import MenuPanel, Panel, ScanPanel, StartPanel

PRODUCT = "Signifer"


def start_panels(outlook: Outlook, places: Iterable[str], readers: Mapping[str, Words]) -> dict[str, Panel]:
    """What the screens at ``places`` show while no game is on: the start picture, or what else may begin; after the
    table was switched off, that it is, or why the power has to stay on."""
    shown, found = outlook.agreement, dict[str, Panel]()
    menu = menu_panels(shown, readers) if shown is not None else {}
    for place in places:
        number, _, side = place.rpartition(" ")
        words = readers[side]
        if shown is None:
            waits = (fault_text(*fault, words) for fault in outlook.faults if needs_power(*fault))
            found[place] = StartPanel(PRODUCT, tuple(waits) or (words.say(SAFE),))
        elif number:
            found[place] = StartPanel(number, (words.say(AGREEMENT_BUTTONS[int(number)]),))
        elif _is_picture(shown):
            game = value_text(shown.entry, shown.choice.value if shown.choice else None, words)
            chosen = str(shown.choice.value) if shown.choice else ""
            decks = " / ".join(dict(outlook.decks).get(chosen, ()))
            lines = (game, decks, words.say(START_BEGIN), words.say(START_MENU), _where(outlook, words))
            found[place] = StartPanel(PRODUCT, (*filter(None, lines), *_faults(outlook, words)))
        else:
            notes = (*menu[place].notes, *_faults(outlook, words))
            found[place] = replace(menu[place], title=PRODUCT, notes=notes, leave=words.say(START_MENU))
    return found


def _is_picture(shown: Shown) -> bool:
    """Whether the start picture is shown, and not what else its menu has."""
    return shown.entry.key == NEW and not shown.given


def _where(outlook: Outlook, words: Words) -> str:
    """Where phones find the table."""
    if outlook.network:
        name, code = outlook.network
        return words.say(OWN_NETWORK, name=name, code=code)
    return outlook.address


def scan_panel(outlook: Outlook, words: Words) -> ScanPanel | None:
    """What takes turns with a player's start picture until the first phone has come: a code that leads its camera to
    the page, or into the table's own network; None where there is nothing to lead to, or no room for it."""
    if outlook.agreement is None or not _is_picture(outlook.agreement):
        return None
    if outlook.network:
        code, lines = qr.network_text(*outlook.network), (words.say(SCAN_NETWORK), *outlook.network)
    else:
        code, lines = qr.scannable(outlook.address) if outlook.sought else "", (words.say(SCAN_PAGE),)
    return ScanPanel(code, lines) if qr.fits(code) else None


def _faults(outlook: Outlook, words: Words) -> tuple[str, ...]:
    """What of the table fails, as it is said in a game."""
    return tuple(fault_text(part, cause, words) for part, cause in outlook.faults)


def menu_panels(shown: Shown, readers: Mapping[str, Words], game: str = DEFAULT_GAME) -> dict[str, MenuPanel]:
    """What both players' screens show while people overrule the table, to each in the words of ``readers``."""
    return {player: _menu_panel(shown, player, readers[player], game) for player in SIDES}


def _menu_panel(shown: Shown, player: Side, words: Words, game: str) -> MenuPanel:
    entry = shown.entry
    return MenuPanel(
        player=player,
        title=words.say(AGREEMENT),
        entry=entry_text(entry, words, game),
        number=shown.number,
        count=shown.count,
        was=value_text(entry, entry.now, words, game),
        value=_changed(shown, words, game),
        oks=tuple(asked for asked in SIDES if asked in needed(entry)),
        given=tuple(given for given in SIDES if given in shown.given),
        notes=(
            *_silent(shown, words),
            *dict.fromkeys(refusal_text(refusal, words) for refusal in entry.refusals),
        ),
        leave=words.say(AGREEMENT_LEAVE),
    )


def _silent(shown: Shown, words: Words) -> Iterator[str]:
    """What becomes of cards that are silent: they lie in some columns as recorded, in others they are gone; and where
    nobody reads which there are."""
    told = ((UNKNOWN, shown.unknown), (REPLACED, shown.replaced), (UNREAD, shown.unread))
    for said, columns in told:
        if shown.entry.key == POSITION and columns:
            yield words.say(said, **figures_of((("place", " ".join(map(str, columns))),), words))


def _changed(shown: Shown, words: Words, game: str) -> str:
    """What both would agree on: a value, or what the table had decided that was wrong."""
    choice = shown.choice
    if choice is None or not choice.changes:
        return ""
    if shown.entry.key == MARK:
        return decision_text(str(choice.value), words, game)
    return value_text(shown.entry, choice.value, words, game)
