"""The odds of attacks, as a page is told them."""

from __future__ import annotations

from fractions import Fraction

from signifer_core.frozen import replace
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.battle import HAND as OF_HAND
from signifer_core.games.field_of_glory.battle import Bonus
from signifer_core.games.field_of_glory.deck import Deck, Player, owner_of
from signifer_core.games.field_of_glory.odds import ANYONE, Odds, odds
from signifer_core.games.field_of_glory.odds.unseen import bonus_chosen
from signifer_core.games.field_of_glory.rules.placing import whereabouts
from signifer_core.games.field_of_glory.state import ACTIONS, FLANK, State
from signifer_core.layout import COLUMNS, PAD, SIDES, Zone, side_of
from signifer_core.procedure import Table

from signifer_firmware.simulation.piles import DECK, Piles
from signifer_firmware.web.game import View, countable

from .drawing import known_by


def attacks(deck: Deck, table: Table[State], viewer: str, piles: Piles) -> list[View]:
    """The odds of the attack under way, else of each that could be declared now: by what ``viewer`` may know; two at
    one screen see what both may."""
    asker = viewer if viewer in SIDES else ANYONE
    state = table.state if asker == ANYONE else _seen_by(table, piles, side_of(viewer))
    return countable(_possible(state), lambda attack: _odds(odds(deck, state, viewer=asker, attack=attack)))


def _seen_by(table: Table[State], piles: Piles, player: Player) -> State:
    """What the table believes, with the player's own cards named: the bonus card that they took from their hand, and
    the hand, with what lies on their pad and is still to be confirmed. Both are as the table counts them, or unnamed.

    A bonus card from the deck was laid unseen.
    """
    state = table.state
    own, chosen = bonus_chosen(state, player), table.held.offers(player)
    if own is not None and own.origin == OF_HAND and chosen is not None:
        state = _with_bonus(state, player, replace(own, card=chosen))
    laid = frozenset(
        card
        for card in piles.layout[Zone(PAD, player)]
        if owner_of(card) == player and card != chosen and whereabouts(state, card) is None
    )
    known = known_by(state, piles, player)
    # With the deck as the table counts it, none of what lies on the pad is its top card.
    if known is None and len(piles.cards(player, DECK)) == state.side(player).deck:
        known = known_by(state, piles, player, laid)
    return state if known is None else known


def _with_bonus(state: State, player: Player, bonus: Bonus) -> State:
    attack = state.attack
    assert attack is not None
    if player == state.active:
        return replace(state, attack=replace(attack, bonus=bonus))
    return replace(state, attack=replace(attack, defending_bonus=bonus))


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
