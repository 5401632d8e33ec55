"""The odds of combats, as a page is told them: exact, for every number of supports that may be spent."""

from __future__ import annotations

from fractions import Fraction

from signifer_core.games.thermopyles.odds import ANNIHILATED, HELD, REPELLED, Odds, Way, odds
from signifer_core.games.thermopyles.state import State
from signifer_core.procedure import Table

from signifer_firmware.games.thermopyles.core import ThermopylesBundle
from signifer_firmware.simulation.piles import HAND, Piles
from signifer_firmware.texts.terms import per_cent
from signifer_firmware.web.game import View, countable

FATES = (HELD, REPELLED, ANNIHILATED)


def combats(bundle: ThermopylesBundle, table: Table[State], piles: Piles) -> list[View]:
    """Of the combat under way; else of the Spartan who is laid, or of each in the hand of whose turn it is."""
    state = table.state
    if state.fight is not None:
        asked: list[str | None] = [None]
    elif state.step == "act" and state.row:
        held = sorted(piles.cards(state.active, HAND), key=lambda card: (bundle.deck.battle(card), card))
        asked = [*([card for card, _ in table.held.laid] or held)]
    else:
        return []
    return countable(asked, lambda spartan: _odds(odds(bundle.deck, state, spartan)))


def _odds(found: Odds) -> View:
    return {"spartan": found.spartan, "ways": [_way(way) for way in found.ways]}


def _way(way: Way) -> View:
    """In per cent: the first Persian holds, it alone is repelled, it alone is annihilated, both are defeated; and that
    at least one is defeated."""
    parts = [Fraction(0)] * 4
    for course, chance in way.chances:
        parts[3 if course.defeats > 1 else FATES.index(course.first)] += chance
    return {
        "supports": way.supports,
        "dice": way.dice,
        "low": way.low,
        "high": way.high,
        "chances": [per_cent(part, 1) for part in parts],
        "defeat": per_cent(way.least(defeats=1), 1),
    }
