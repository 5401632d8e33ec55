"""The odds of attacks, as a page is told them."""

from __future__ import annotations

from fractions import Fraction

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Deck
from signifer_core.games.field_of_glory.odds import ANYONE, Odds, odds
from signifer_core.games.field_of_glory.state import ACTIONS, FLANK, State
from signifer_core.layout import COLUMNS, SIDES

from signifer_firmware.simulation.piles import HAND, Piles
from signifer_firmware.web.game import View, countable


def attacks(deck: Deck, state: State, viewer: str, piles: Piles) -> list[View]:
    """The odds of the attack under way, else of each that could be declared now: by what ``viewer`` may know; two at
    one screen see what both may."""
    if viewer in SIDES:
        cards = piles.cards(viewer, HAND)
        if len(cards) == state.side(viewer).hand:
            state = state.with_side(viewer, hand_cards=cards)
    asker = viewer if viewer in SIDES else ANYONE
    return countable(_possible(state), lambda attack: _odds(odds(deck, state, viewer=asker, attack=attack)))


def _possible(state: State) -> list[act.DeclareAttack | act.FlankAttack | None]:
    if state.attack is not None:
        return [None]
    if state.step == FLANK:
        return [act.FlankAttack(column) for column, _ in state.vulnerable]
    if state.step == ACTIONS:
        both = [number for number in COLUMNS if all(state.column(number).units(player) for player in SIDES)]
        return [act.DeclareAttack(number) for number in both]
    return []


def _odds(found: Odds) -> View:
    """Each way to the two bonus cards, with the best lead and the best answer, in per cent."""
    ways = dict.fromkeys(
        (chance.attacking, chance.defending)
        for pairing in found.pairings
        if pairing.defending_lead and not pairing.retreated
        for chance in pairing.chances
    )
    told = []
    for way in ways:
        pairing = found.best(*way)
        chance = pairing.of(*way)
        told.append(
            {
                "attacking": chance.attacking,
                "defending": chance.defending,
                "lead": pairing.lead,
                "against": pairing.defending_lead,
                "totals": [
                    sum(line.figure for line in lines) for lines in (pairing.attacking, pairing.defending)
                ],
                "chances": [_per_cent(part) for part in (chance.win, chance.tie, chance.lose)],
            }
        )
    return {"column": found.column, "attacker": found.attacker, "flank": found.flank, "ways": told}


def _per_cent(part: Fraction) -> float:
    return round(float(100 * part), 1)
