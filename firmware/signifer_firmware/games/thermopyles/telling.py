"""The telling of Thermopyles: its screens, and answers to players. The team sits on red's side."""

from __future__ import annotations

from signifer_core.games.thermopyles import Deck, State

from signifer_firmware.game_api.telling import Telling

from .screens.panels import Panels
from .texts import combat, odds_and_discards
from .texts.account import account
from .texts.help import help_text
from .texts.names import called
from .texts.why import result_text, why

TELLING: Telling[Deck, State] = Telling(
    draw=Panels.drawn,
    called=called,
    account=account,
    total=combat.total,
    lead=combat.lead,
    help=help_text,
    result=result_text,
    why=why,
    discards=odds_and_discards.discards,
    odds_columns=odds_and_discards.odds_columns,
    odds=odds_and_discards.odds,
)
