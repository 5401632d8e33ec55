"""The telling of Call to Glory: its screens, what its cards are called, and answers to players."""

from __future__ import annotations

from signifer_core.games.call_to_glory import Deck, State
from signifer_core.games.call_to_glory.table.buttons import roller

from signifer_firmware.game_api.telling import Telling

from .screens.panels import Panels
from .texts import odds_and_discards
from .texts.account import account
from .texts.help import help_text
from .texts.names import called
from .texts.why import result_text, why

TELLING: Telling[Deck, State] = Telling(
    draw=Panels.drawn,
    called=called,
    account=account,
    roller=roller,
    help=help_text,
    result=result_text,
    why=why,
    discards=odds_and_discards.discards,
    odds_columns=odds_and_discards.odds_columns,
    odds=odds_and_discards.odds,
)
