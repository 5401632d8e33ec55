"""The telling of Dark Age Arena: its screens, what its cards are called, and answers to players."""

from __future__ import annotations

from signifer_core.games.dark_age_arena import Deck
from signifer_core.games.dark_age_arena.state import State

from signifer_firmware.game_api.telling import Telling

from .screens.panels import Panels
from .screens.rounds import total
from .texts import odds_and_discards
from .texts.account import account
from .texts.help import help_text
from .texts.names import called, named
from .texts.why import result_text, why

TELLING: Telling[Deck, State] = Telling(
    draw=Panels.drawn,
    called=called,
    named=named,
    account=account,
    total=total,
    help=help_text,
    result=result_text,
    why=why,
    discards=odds_and_discards.discards,
    odds_columns=odds_and_discards.odds_columns,
    odds=odds_and_discards.odds,
)
