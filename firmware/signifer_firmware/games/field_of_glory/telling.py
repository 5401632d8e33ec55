"""The telling of Field of Glory: its screens, and answers to players."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.games.field_of_glory.deck import Deck, Player
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import ARMY, State
from signifer_core.games.field_of_glory.table.totals import shown_total, under_way
from signifer_core.layout import COLUMNS, SIDES
from signifer_core.procedure import Table

from signifer_firmware.game_api.telling import Telling
from signifer_firmware.games.field_of_glory.screens.panels import Panels
from signifer_firmware.games.field_of_glory.texts.account import account
from signifer_firmware.games.field_of_glory.texts.help import help_text
from signifer_firmware.games.field_of_glory.texts.names import called
from signifer_firmware.games.field_of_glory.texts.why import result_text, why
from signifer_firmware.i18n.words import Words

from .texts import odds_and_discards


def _account(state: State) -> Mapping[str, str]:
    """The account of each player's army."""
    return {player: account(state, player) for player in SIDES}


def _lead(table: Table[State], column: int, player: Player) -> str | None:
    """The unit of ``player`` in ``column`` that leads, or is selected to."""
    if table.state.attack is None:
        return None
    fight = under_way(table, table.state.attack)
    lead = fight.lead if player == table.state.active else fight.defending_lead
    return lead if lead in table.state.column(column).units(player) else None


def _turned(before: State, after: State) -> frozenset[int]:
    """The columns whose control has changed, and with it the way that their terrain card lies.

    None does before armies are drafted: the game before has ended, and its terrain cards are gone.
    """
    if after.step == ARMY:
        return frozenset()
    return frozenset(
        number for number in COLUMNS if before.column(number).control != after.column(number).control
    )


def _help(deck: Deck, table: Table[State], player: Player, words: Words) -> tuple[str, ...]:
    """What may be done in this step, for whoever decides and for the other one."""
    return help_text(FieldOfGlory(deck), table, player, words)


def _result(deck: Deck, table: Table[State], words: Words) -> tuple[str, ...]:
    """Both sums of the last attack, and what came of it."""
    return result_text(table, words)


def _why(deck: Deck, table: Table[State], player: Player, words: Words) -> tuple[str, ...]:
    """The same with the rulings, and counts to doubt."""
    return why(table, player, words)


TELLING: Telling[Deck, State] = Telling(
    draw=Panels.drawn,
    called=called,
    account=_account,
    total=shown_total,
    lead=_lead,
    turned=_turned,
    help=_help,
    result=_result,
    why=_why,
    discards=odds_and_discards.discards,
    odds_columns=odds_and_discards.odds_columns,
    odds=odds_and_discards.odds,
)
