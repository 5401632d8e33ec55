"""Odds and discards in Field of Glory, as players read them: the odds of the attack under way, and what lies in their
discards."""

from __future__ import annotations

import math
from dataclasses import replace

from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.battle import DECK, HAND, NONE
from signifer_core.games.field_of_glory.deck import Deck, Player
from signifer_core.games.field_of_glory.odds import (
    ANYONE,
    BEST_CARD,
    EXCHANGEABLE,
    NO_RETREAT,
    Chance,
    Odds,
    Pairing,
)
from signifer_core.games.field_of_glory.odds import odds as counted_odds
from signifer_core.games.field_of_glory.state import State, other
from signifer_core.procedure import Table

from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.texts.terms import card_name, pile_names, player_name

# By where the bonus cards of attacker and defender come from.
_WAYS = marked(
    {
        (DECK, DECK): "Both draw",
        (HAND, HAND): "Both hand",
        (HAND, DECK): "{attacker} hand",
        (DECK, HAND): "{defender} hand",
        (HAND, NONE): "{attacker} hand",
        (DECK, NONE): "{attacker} draws",
        (NONE, HAND): "{defender} hand",
        (NONE, DECK): "{defender} draws",
        (NONE, NONE): "No cards",
    }
)
TITLE = marked("Odds")
_ASSUMED = marked(
    {
        EXCHANGEABLE: "Unseen: all alike.",
        BEST_CARD: "Hand: the best.",
        NO_RETREAT: "No retreat.",
    }
)


def discards(state: State, player: Player, words: Words) -> tuple[str, ...]:
    """A paragraph a kind: the cards of it that were seen going to ``player``'s pile; then how many were not."""
    side = state.side(player)
    return pile_names(side.discards, side.discard - len(side.discards), words)


def odds_columns(deck: Deck, table: Table[State], player: Player, allowed: bool) -> frozenset[int]:
    """The column of an attack that is under way, until its bonus cards are shown."""
    attack = table.state.attack
    return frozenset({attack.column}) if attack is not None and not attack.revealed else frozenset()


def odds(
    deck: Deck, table: Table[State], words: Words, viewer: str = "", column: int | None = None
) -> tuple[str, ...]:
    """A title; the chances in per cent for each way to both bonus cards; then who leads, and what is taken for granted.

    A lead that was named counts, and one that is selected by a button; else the best for the attacker, and the best
    answer to it.
    """
    attack = table.state.attack
    if attack is None or attack.revealed:
        return ()
    try:
        found = _selected(counted_odds(deck, table.state, viewer=viewer or ANYONE), table.held.chosen)
    except RulesError:
        return words.say(TITLE), words.say("The counts cannot be right.")
    # Who has no card may yet draw one that retreats: that way is none of those without a retreat.
    stood = [pairing for pairing in found.pairings if pairing.defending_lead and not pairing.retreated]
    fought = [chance for pairing in stood for chance in pairing.chances]
    ways = tuple(dict.fromkeys((chance.attacking, chance.defending) for chance in fought))
    if not ways:
        return words.say(TITLE), words.say("All retreated")
    attacker, defender = (player_name(name, words) for name in (found.attacker, other(found.attacker)))
    pairings = [found.best(*way) for way in ways]
    return (
        words.say("{attacker} : tie : {defender}, %", attacker=attacker, defender=defender),
        *(
            f"{_way(way, attacker, defender, words)} {_per_cent(pairing.of(*way))}"
            for way, pairing in zip(ways, pairings, strict=True)
        ),
        *_leads(pairings, attacker, defender, words),
        " ".join(words.say(_ASSUMED[assumption.key]) for assumption in found.assumptions),
    )


def _selected(found: Odds, chosen: str | None) -> Odds:
    """Only the pairings of the lead that a button has selected."""
    if chosen is None:
        return found
    return replace(found, pairings=tuple(p for p in found.pairings if chosen in (p.lead, p.defending_lead)))


def _way(way: tuple[str, str], attacker: str, defender: str, words: Words) -> str:
    return words.say(_WAYS[way], attacker=attacker, defender=defender)


def _per_cent(chance: Chance) -> str:
    """Win, tie and defeat in whole per cent that make a hundred: those nearest below, the largest rests rounded up."""
    exact = [100 * part for part in (chance.win, chance.tie, chance.lose)]
    found = [math.floor(part) for part in exact]
    for at in sorted(range(3), key=lambda at: found[at] - exact[at])[: 100 - sum(found)]:
        found[at] += 1
    return " : ".join(map(str, found))


def _leads(pairings: list[Pairing], attacker: str, defender: str, words: Words) -> tuple[str, ...]:
    """Which leads the figures are of."""
    leads = {(pairing.lead, pairing.defending_lead or "") for pairing in pairings}
    if len(leads) > 1:
        return (words.say("The best leads each time."),)
    ((lead, answer),) = leads
    led = ((attacker, lead), (defender, answer))
    return tuple(words.say("{side}: {lead}", side=side, lead=card_name(card, words)) for side, card in led)
