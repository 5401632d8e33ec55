"""What Thermopyles shows on its screens and answers to players. The team sits on red's side."""

from __future__ import annotations

from signifer_core.games.thermopyles.deck import Deck
from signifer_core.games.thermopyles.state import SPARTANS, State
from signifer_core.procedure import Table

from signifer_firmware.game_api.game import Telling
from signifer_firmware.games.thermopyles.screens.panels import Panels
from signifer_firmware.games.thermopyles.texts.account import account
from signifer_firmware.games.thermopyles.texts.combat import COMBAT_COLUMN, fight_of, laid
from signifer_firmware.games.thermopyles.texts.help import help_text
from signifer_firmware.games.thermopyles.texts.names import called
from signifer_firmware.games.thermopyles.texts.why import why
from signifer_firmware.i18n.words import Words

from .texts import asked


def _total(deck: Deck, table: Table[State], column: int, player: str) -> int | None:
    """The total of the combat as far as dice have fallen; before it, of the Spartan who is laid, and after it as
    long as it is read. In the second column once it meets who lies there (TH-7)."""
    fight = fight_of(deck, table, column) if player == SPARTANS else None
    return fight.total if fight is not None else None


def _lead(table: Table[State], column: int, player: str) -> str | None:
    """The Spartan who fights, or is laid to."""
    if (column, player) != (COMBAT_COLUMN, SPARTANS):
        return None
    return table.state.fight.spartan if table.state.fight else laid(table)


def _why(deck: Deck, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
    """The sum of the last combat, and what it did."""
    return why(deck, table, words)


def _odds(deck: Deck, table: Table[State], words: Words, viewer: str) -> tuple[str, ...]:
    """The odds of the combat at hand, for every number of supports: nothing of it is hidden from any viewer."""
    return asked.odds(deck, table, words)


TELLING = Telling(
    draw=Panels.drawn,
    called=called,
    account=account,
    total=_total,
    lead=_lead,
    help=help_text,
    why=_why,
    discards=asked.discards,
    odds_column=asked.odds_column,
    odds=_odds,
)
