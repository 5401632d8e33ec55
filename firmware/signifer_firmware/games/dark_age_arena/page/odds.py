"""The odds of a combat and of the roll that is due, as a page is told them: in per cent, from what everybody knows."""

from __future__ import annotations

from signifer_core.errors import RulesError
from signifer_core.games.dark_age_arena.deck import Deck
from signifer_core.games.dark_age_arena.odds import Chance, Fighter, odds, roll
from signifer_core.games.dark_age_arena.odds.spread import Spread
from signifer_core.games.dark_age_arena.state import State
from signifer_core.json_values import Json

from signifer_firmware.texts.terms import per_cent
from signifer_firmware.web.game import View


def chances(deck: Deck, state: State) -> View:
    """Of a combat each fighter's odds and the place's; of a roll how likely each number is. Nothing where neither is
    under way."""
    return {**_of_combat(deck, state), **_of_roll(deck, state)}


def _of_combat(deck: Deck, state: State) -> View:
    try:
        found = odds(deck, state)
    except RulesError:
        return {}
    return {
        "round": found.round,
        "fighters": [_fighter(each) for each in (*found.attackers, *found.defenders)],
        "pillage": per_cent(found.pillage, 1),
        "points": found.points,
        "assumed": list(found.assumptions),
    }


def _fighter(each: Fighter) -> View:
    return {
        "card": each.card,
        "hits": _spread(each.hits),
        "wounds": _spread(each.wounds),
        "survives": per_cent(each.survives, 1),
        "lives": per_cent(each.lives, 1),
    }


def _spread(spread: Spread) -> list[Json]:
    """How likely 0, 1, 2 ... are."""
    return [per_cent(chance, 1) for chance in spread]


def _of_roll(deck: Deck, state: State) -> View:
    try:
        found = roll(deck, state)
    except RulesError:
        return {}
    return {"roll": [_chance(each) for each in found]}


def _chance(each: Chance) -> View:
    added: list[Json] = [[name, amount] for name, amount in each.added]
    return {"of": each.of, "number": each.number, "added": added, "chance": per_cent(each.chance, 1)}
