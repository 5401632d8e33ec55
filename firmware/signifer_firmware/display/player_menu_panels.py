"""Panels of players' menus, over those of the game: the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from signifer_core.layout import SIDES, Side
from signifer_core.procedure import Table

from signifer_firmware.game_api.game import Action, Bundle, Deck, State
from signifer_firmware.i18n.words import Plural, Words, marked
from signifer_firmware.session.menus import PHONE
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.session.own_menu import DISCARDS, STEP, WHY, OwnShown
from signifer_firmware.session.pairing import TRIES, CodeShown
from signifer_firmware.session.settings import TUTOR
from signifer_firmware.texts.menus import AGREEMENT_BUTTONS, value_text

from .panels import CodePanel, ColumnPanel, MenuPanel, Panel, Panels, PlayerPanel, TextPanel

_TITLES = marked(
    {
        STEP: "Help",
        WHY: "Why?",
        DISCARDS: "My discards",
        "language": "My language",
        "help": "My help",
        PHONE: "My phone",
    }
)
CODE_TITLE = marked("A phone")
CODE_FOR = marked("Type it on your phone.")
CODE_NO = marked("ok: not my phone")
CODE_WRONG = Plural("Wrong code: 1 try left", "Wrong code: {tries} tries left", "tries")
CODE_TYPED = marked("Right code. That phone will see your discards and odds.")
CODE_YES = marked("ok: it is mine")
# Title, where it is typed, what it opens, `ok` once it was typed, and before.
PHONES = (CODE_TITLE, CODE_FOR, CODE_TYPED, CODE_YES, CODE_NO)
UPKEEP = (
    marked("Upkeep"),
    marked("Type it on the page of upkeep."),
    marked("Right code. That page may change cards, restore, switch off."),
    marked("ok: let it in"),
    marked("ok: keep it out"),
)
MENU = marked("My menu")
LEAVE = marked("Hold ok: close")
TAKE = marked("ok: take it")
# What column buttons do beside those of agreement, where there is a text to be read.
_READING = marked({4: "Page back", 5: "Next page"})


def with_player_menus(
    panels: Mapping[str, Panel],
    bundle: Bundle[Deck, State, Action],
    table: Table[State],
    outlook: Outlook,
    readers: Mapping[str, Words],
) -> Mapping[str, Panel]:
    """The panels of a game, by place; over them a player's own menu, and the odds of a column."""
    makers: dict[str, Callable[[], Panel]] = {}

    def odds(player: Side) -> Panel:
        title, *said = bundle.odds(table, readers[player], column=outlook.odds)
        return TextPanel(player, title, tuple(said), _is_lit(panels[player]))

    def own(player: Side, shown: OwnShown) -> Panel:
        return _own_panel(bundle, table, shown, player, readers[player], lit=_is_lit(panels[player]))

    if outlook.odds is not None:
        makers |= {player: partial(odds, player) for player in SIDES}
    makers |= _codes(outlook, readers)
    for name, shown in outlook.own:
        player = _player(name)
        makers[name] = partial(own, player, shown)
        columns = (place for place in panels if place.endswith(f" {player}"))
        makers |= {place: partial(_with_button, panels, place, shown, readers[name]) for place in columns}
    return Panels.over(panels, makers) if makers else panels


def _with_button(panels: Mapping[str, Panel], place: str, shown: OwnShown, words: Words) -> Panel:
    """A column's panel with what its button does in the menu of who reads it."""
    panel = panels[place]
    if not isinstance(panel, ColumnPanel):
        return panel
    return replace(panel, notice=button_text(shown, panel.column, words), fix="")


def tutored(
    panel: Panel,
    bundle: Bundle[Deck, State, Action],
    table: Table[State],
    outlook: Outlook,
    readers: Mapping[str, Words],
) -> TextPanel | None:
    """The help on the step that follows a player's own screen, if they are to be taught and nothing stands against
    them."""
    if not isinstance(panel, PlayerPanel) or panel.refusal is not None:
        return None
    words = readers[panel.player]
    said = bundle.help(table, panel.player, words) if outlook.settings.help[panel.player] == TUTOR else ()
    return TextPanel(panel.player, words.say(_TITLES[STEP]), said, panel.active) if said else None


def button_text(shown: OwnShown, column: int, words: Words) -> str:
    """What the button of a column does in a player's own menu."""
    buttons = AGREEMENT_BUTTONS | _READING if shown.reads else AGREEMENT_BUTTONS
    return words.say(buttons[column])


def with_codes(
    panels: Mapping[str, Panel], outlook: Outlook, readers: Mapping[str, Words]
) -> Mapping[str, Panel]:
    """The panels of a table at which no game is on; over them a code for a page of upkeep."""
    makers = _codes(outlook, readers)
    return Panels.over(panels, makers) if makers else panels


def _codes(outlook: Outlook, readers: Mapping[str, Words]) -> dict[str, Callable[[], Panel]]:
    return {name: partial(_code_panel, asked, _player(name), readers[name]) for name, asked in outlook.codes}


def _code_panel(shown: CodeShown, player: Side, words: Words) -> CodePanel:
    title, place, typed, yes, no = (words.say(each) for each in (UPKEEP if shown.upkeep else PHONES))
    if shown.typed:
        return CodePanel(player, title, "", (typed, yes))
    wrong = (words.say(CODE_WRONG, tries=shown.tries),) if shown.tries < TRIES else ()
    return CodePanel(player, title, shown.code, (*(wrong or (place,)), no))


def _player(name: str) -> Side:
    return "red" if name == "red" else "blue"


def _is_lit(panel: Panel) -> bool:
    return isinstance(panel, PlayerPanel) and panel.active


def _own_panel(
    bundle: Bundle[Deck, State, Action],
    table: Table[State],
    own: OwnShown,
    player: Side,
    words: Words,
    *,
    lit: bool,
) -> Panel:
    shown = own.shown
    title = words.say(_TITLES[shown.entry.key])
    if own.reads:
        read = {STEP: bundle.help, WHY: bundle.why, DISCARDS: bundle.discards}[shown.entry.key]
        said = read(table, player, words)
        return TextPanel(player, title, said, lit, words.say(LEAVE), own.page)
    changes = shown.choice is not None and bool(shown.choice.changes)
    return MenuPanel(
        player=player,
        title=words.say(MENU),
        entry=title,
        number=shown.number,
        count=shown.count,
        was=value_text(shown.entry, shown.entry.now, words),
        value=value_text(shown.entry, shown.choice.value, words) if shown.choice and changes else "",
        oks=(player,),
        ask=words.say(TAKE) if changes else "-",
        leave=words.say(LEAVE),
    )
