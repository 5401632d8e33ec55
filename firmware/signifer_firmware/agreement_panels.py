"""The menu of agreement as panels, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping

from .agreement import Shown
from .screens.panels import MenuPanel, Panel, Player
from .texts import AGREEMENT, AGREEMENT_LEAVE, entry_text, refusal_text, value_text
from .words import Words

_PLAYERS: tuple[Player, Player] = ("red", "blue")


def menu_panels(shown: Shown, readers: Mapping[str, Words]) -> dict[str, Panel]:
    """What both players' screens show while people overrule the table, to each in the words of ``readers``."""
    return {player: _menu_panel(shown, player, readers[player]) for player in _PLAYERS}


def _menu_panel(shown: Shown, player: Player, words: Words) -> MenuPanel:
    entry, choice = shown.entry, shown.choice
    return MenuPanel(
        player=player,
        title=words.say(AGREEMENT),
        entry=entry_text(entry, words),
        number=shown.number,
        count=shown.count,
        was=value_text(entry, entry.now, words),
        value=value_text(entry, choice.value, words) if choice is not None and choice.changes else "",
        given=tuple(given for given in _PLAYERS if given in shown.given),
        notes=tuple(dict.fromkeys(refusal_text(refusal, words) for refusal in entry.refusals)),
        leave=words.say(AGREEMENT_LEAVE),
    )
