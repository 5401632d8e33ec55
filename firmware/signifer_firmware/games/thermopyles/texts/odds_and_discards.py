"""Odds and discards in Thermopyles, as players read them: the odds of the combat at hand, what lies in the discards."""

from __future__ import annotations

from signifer_core.errors import RulesError
from signifer_core.games.thermopyles import Deck, State
from signifer_core.games.thermopyles import odds as counted_odds
from signifer_core.games.thermopyles.odds import Way
from signifer_core.games.thermopyles.state import SPARTANS
from signifer_core.layout import Side
from signifer_core.procedure import Table

from signifer_firmware.games.thermopyles.texts.combat import COMBAT_COLUMN, laid
from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.texts.terms import card_name, per_cent, pile_names

TITLE = marked("Odds, %")
# What the figures of each line are, in this order.
_HEADS = marked("Supports: 1 defeated : both : 1 annihilated")


def discards(state: State, player: str, words: Words) -> tuple[str, ...]:
    """The Spartans that were seen going to the discard pile, or on the Persians' side those repelled; then how many
    were not seen."""
    pile = state.discard if player == SPARTANS else state.repelled
    return pile_names(pile.named, pile.unnamed, words)


def odds_columns(deck: Deck, table: Table[State], player: Side, allowed: bool) -> frozenset[int]:
    """The first one while a Spartan is laid, or dice are still to fall."""
    return frozenset({COMBAT_COLUMN}) if _is_asked(table) else frozenset()


def _is_asked(table: Table[State]) -> bool:
    fight = table.state.fight
    return laid(table) is not None if fight is None else bool(fight.due)


def odds(deck: Deck, table: Table[State], words: Words, viewer: str, column: int | None) -> tuple[str, ...]:
    """A title; what the figures mean; then for each number of supports the chances in per cent that one Persian is
    defeated, both, and one annihilated. Nothing of it is hidden from anybody."""
    if not _is_asked(table):
        return ()
    spartan = laid(table) if table.state.fight is None else None
    try:
        found = counted_odds(deck, table.state, spartan)
    except RulesError:
        return words.say(TITLE), words.say("The counts cannot be right.")
    return (
        words.say(TITLE),
        words.say(_HEADS),
        *(_line(way, words) for way in found.ways),
        words.say("With {card}.", card=card_name(found.spartan, words)),
    )


def _line(way: Way, words: Words) -> str:
    chances = (way.least(defeats=1), way.least(defeats=2), way.least(annihilated=1))
    return f"{way.supports}: {' : '.join(str(per_cent(chance)) for chance in chances)}"
