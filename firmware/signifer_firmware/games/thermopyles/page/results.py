"""A combat as pages are told it: while it is fought, and what it comes to once the last die has fallen."""

from __future__ import annotations

from signifer_core.games.thermopyles.rules import Thermopyles
from signifer_core.games.thermopyles.rules.combat import due_result
from signifer_core.games.thermopyles.state import Fight, State

from signifer_firmware.games.thermopyles.core import ThermopylesBundle
from signifer_firmware.web.game import View


def ended(bundle: ThermopylesBundle, state: State) -> Fight | None:
    """The last combat of which all dice have fallen, with all that it beats: also who has still to be laid away. None
    while one is fought, and before the first."""
    rules = Thermopyles(bundle.deck)
    while state.step == "result":
        state = rules.apply(state, due_result(bundle.deck, state))
    return state.result if state.fight is None else None


def told(fight: Fight) -> View:
    """Who fights, what it comes to, and what became of those whom it met."""
    return {
        "spartan": fight.spartan,
        "base": fight.base,
        "supports": list(fight.supports),
        "dice": list(fight.dice),
        "due": fight.due,
        "total": fight.total,
        "beaten": [{"card": beaten.card, "buried": beaten.annihilated} for beaten in fight.beaten],
        "held": fight.held,
    }
