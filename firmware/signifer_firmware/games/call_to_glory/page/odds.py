"""The odds of each kind, as a page is told them: what beats the set that lies there, and how likely somebody has it."""

from __future__ import annotations

from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.odds import Odds, odds
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS
from signifer_core.games.call_to_glory.state import State
from signifer_core.procedure import Table

from signifer_firmware.games.call_to_glory.core import CallToGloryBundle
from signifer_firmware.texts.terms import per_cent
from signifer_firmware.web.game import View, countable


def chances(bundle: CallToGloryBundle, table: Table[State]) -> list[View]:
    """Of each kind, from the commonest to the rarest, by what everybody knows; none while no cards are played."""
    if table.state.step not in ROUND_STEPS:
        return []
    return countable(KINDS, lambda kind: _odds(odds(bundle.deck, table.state, kind)))


def _odds(found: Odds) -> View:
    """Chances in per cent: that one of the others holds enough ("held"), could lay enough within one more turn of each
    ("soon"), or by the end of the round ("chance"); the last for each of the others, and after each turn as well."""
    return {
        "kind": found.kind,
        "owner": found.owner,
        "size": found.size,
        "needed": found.needed,
        "left": found.left,
        "unseen": found.unseen,
        "top": found.on_top,
        "tooFew": found.too_few,
        "held": per_cent(found.held, 1),
        "soon": per_cent(found.soon, 1),
        "chance": per_cent(found.chance, 1),
        "players": {player: per_cent(chance, 1) for player, chance in found.players},
        "turns": [[player, per_cent(chance, 1)] for player, chance in found.turns],
        "assumed": list(found.assumptions),
    }
