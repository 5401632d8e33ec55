"""The menu of agreement as panels, the same for every game."""

from __future__ import annotations

from .agreement import Shown
from .screens.panels import MenuPanel, Panel, Player
from .texts import AGREEMENT, AGREEMENT_LEAVE, entry_text, refusal_text, value_text

_PLAYERS: tuple[Player, Player] = ("red", "blue")


def menu_panels(shown: Shown) -> dict[str, Panel]:
    """What both players' screens show while people overrule the table."""
    return {player: _menu_panel(shown, player) for player in _PLAYERS}


def _menu_panel(shown: Shown, player: Player) -> MenuPanel:
    entry, choice = shown.entry, shown.choice
    return MenuPanel(
        player=player,
        title=AGREEMENT,
        entry=entry_text(entry),
        number=shown.number,
        count=shown.count,
        was=value_text(entry, entry.now),
        value=value_text(entry, choice.value) if choice is not None and choice.changes else "",
        given=tuple(given for given in _PLAYERS if given in shown.given),
        notes=tuple(dict.fromkeys(map(refusal_text, entry.refusals))),
        leave=AGREEMENT_LEAVE,
    )
