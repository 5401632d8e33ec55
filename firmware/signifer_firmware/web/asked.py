"""What a page is told that asks: hints, odds, how it was, the record; as much as its viewer may know."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from signifer_core.errors import RulesError, SigniferError
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import army_of
from signifer_core.games.field_of_glory.odds import ANYONE, Odds, odds
from signifer_core.games.field_of_glory.state import ACTIONS, FLANK, State
from signifer_core.layout import COLUMNS, PAD, PLAYERS, Zone
from signifer_core.procedure import Table
from signifer_core.referee import Referee
from signifer_core.rules import Refusal

from signifer_firmware.settings import REFEREE
from signifer_firmware.texts import fix_of, refusal_text

from . import messages as msg
from .hands import CannotError
from .live import Live
from .records import open_record
from .view import BOTH, View, in_all, past, sees


def answer(live: Live, viewer: str, question: msg.Question) -> View:
    """The answer to ``viewer``; CannotError if there is none for him."""
    if live.over and isinstance(question, msg.Look | msg.Export):
        live.looked = True
    match question:
        case msg.Look(at=at):
            moment = live.moment(at)
            if moment is None:
                raise CannotError("no-such-moment")
            number, glance = moment
            return {"at": number} | past(glance, viewer, over=live.over)
        case msg.Export():
            return {"text": record_for(live, viewer)}
        case msg.Hint(card=card):
            return {"card": card, "places": hints(live, viewer, card)}
        case msg.Odds():
            return {"attacks": attacks(live, viewer)}


# What would come of it


def hints(live: Live, viewer: str, card: str) -> View:
    """By place, what the table would say if ``card`` lay there: what is due then, and what is refused. Empty for whom
    the table helps with nothing but answers; CannotError for a card that the viewer does not hold."""
    player = army_of(card)
    table = live.run.appliance.keeper.table
    if card not in live.run.bundle.cards or player not in live.people or not sees(viewer, player):
        raise CannotError("no-such-card")
    settings = live.run.appliance.keeper.settings
    if table is None or not live.power or settings.help[player] == REFEREE:
        return {}
    places = (*(Zone(str(column), player) for column in COLUMNS), Zone(PAD, player))
    return {str(place): _hint(live, table, card, place) for place in places}


def _hint(live: Live, table: Table[Any], card: str, place: Zone) -> View:
    """What the referee would make of the layout with the card there."""
    seen = live.run.appliance.keeper.seen
    for zone in seen.zones_of(card):
        seen = seen.lifted(card, zone)
    referee: Referee[Any, Any] = Referee(live.run.bundle.procedure)
    before = referee.judge(table, seen, settled=True)
    after = referee.judge(table, seen.laid(card, place), settled=True)
    new = [refusal for refusal in after.refusals if refusal not in before.refusals]
    against = [refusal for refusal in new if refusal.card in (card, None)]
    told: View = {"cost": after.table.state.due - before.table.state.due, "does": bool(after.actions)}
    return told | ({"refusal": _reason(against[0])} if against else {})


def _reason(refusal: Refusal) -> View:
    return {
        "code": refusal.code,
        "ruling": refusal.ruling,
        "message": in_all(lambda words: refusal_text(refusal, words)),
        "fix": in_all(lambda words: fix_of(refusal, words)),
    }


# Odds


def attacks(live: Live, viewer: str) -> list[View]:
    """The odds of the attack under way, else of each that could be declared now: by what ``viewer`` may know; two at
    one screen see what both may."""
    table = live.run.appliance.keeper.table
    if viewer not in (*PLAYERS, BOTH):
        raise CannotError("spectator")
    if table is None or not live.power:
        return []
    state: State = table.state
    if viewer in PLAYERS:
        cards = live.hands.piles.cards(viewer, "hand")
        if len(cards) == state.side(viewer).hand:
            state = state.with_side(viewer, hand_cards=cards)
    asker = viewer if viewer in PLAYERS else ANYONE
    found = []
    for attack in _possible(state):
        try:
            found.append(_odds(odds(live.deck, state, viewer=asker, attack=attack)))
        except RulesError:
            continue
    return found


def _possible(state: State) -> list[act.DeclareAttack | act.FlankAttack | None]:
    if state.attack is not None:
        return [None]
    if state.step == FLANK:
        return [act.FlankAttack(column) for column, _ in state.vulnerable]
    if state.step == ACTIONS:
        both = [number for number in COLUMNS if all(state.column(number).units(player) for player in PLAYERS)]
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


# The record


def record_for(live: Live, viewer: str) -> str:
    """The game as `open_record` has it: who shares the screen with the other knows neither's discards."""
    known = frozenset(
        player for player in PLAYERS if viewer == player or (viewer == BOTH and not live.people)
    )
    try:
        return open_record(live.run.store, live.run.bundle, live.run.appliance.game_number, known)
    except SigniferError:
        raise CannotError("no-record") from None
