"""Odds and discards in Call to Glory, as players read them: the odds that sets are beaten, and the discard piles."""

from __future__ import annotations

from itertools import groupby

from signifer_core.errors import RulesError
from signifer_core.games.call_to_glory import Deck, State
from signifer_core.games.call_to_glory.deck import kind_of
from signifer_core.games.call_to_glory.odds import COLLECTED, ESTIMATED, EXCHANGEABLE, NO_FIGURE, Odds
from signifer_core.games.call_to_glory.odds import odds as counted_odds
from signifer_core.games.call_to_glory.rules import CallToGlory
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS
from signifer_core.games.call_to_glory.state import PADS, CardSet
from signifer_core.games.call_to_glory.table.buttons import held_column
from signifer_core.games.call_to_glory.table.spots import sets_in
from signifer_core.layout import COLUMNS, SIDES, Side, Zone
from signifer_core.procedure import Table

from signifer_firmware.i18n.words import Plural, Words, marked
from signifer_firmware.texts.terms import kind_label, per_cent

from .words import PILE_NAMES

TITLE = marked("Beaten? Odds, %")
# What the figures of each line are, in this order.
_HEADS = marked("Needed: held : a turn each : the piles' end")
_ASSUMED = marked(
    {
        EXCHANGEABLE: "Unseen: all alike.",
        COLLECTED: "Others collect it.",
        ESTIMATED: "Piles as counted.",
        NO_FIGURE: "No figure returned.",
    }
)
# So many groups of equal cards stand in a line of a discard pile.
IN_LINE = 3


def discards(state: State, player: Side, words: Words) -> tuple[str, ...]:
    """Both discard piles from the top, equal cards that lie on each other as one; everybody may know them."""
    return tuple(line for pad in PADS for line in _pile(state, pad, words))


def _pile(state: State, pad: Side, words: Words) -> list[str]:
    """How many cards lie there, then which."""
    kinds: list[str] = []
    for layer in reversed(state.layers(pad)):
        kinds += sorted(map(kind_of, layer.named)) + [""] * layer.unnamed
    groups = [_group(kind, len(list(each)), words) for kind, each in groupby(kinds)]
    lines = [", ".join(groups[at : at + IN_LINE]) for at in range(0, len(groups), IN_LINE)]
    return [f"{words.say(PILE_NAMES[pad])}: {len(kinds)}", *lines]


def _group(kind: str, number: int, words: Words) -> str:
    if not kind:
        return words.say(Plural("1 card not seen", "{cards} cards not seen", "cards"), cards=number)
    label = kind_label(kind, words)
    return words.say("{number} x {kind}", number=number, kind=label) if number > 1 else label


def odds_columns(deck: Deck, table: Table[State], player: Side, allowed: bool) -> frozenset[int]:
    """The columns where sets lie, and whose button means nothing else: no ninja figure can be returned there, and no
    face-down pile told to be empty. Where that is refused it is refused, unless both allow odds."""
    found = set()
    for column in COLUMNS:
        answer = held_column(CallToGlory(deck), table, player, column)
        is_gesture = bool(answer.actions) or answer.held is not None
        if _sets(table.state, column) and not is_gesture and (allowed or not answer.refusals):
            found.add(column)
    return frozenset(found)


def _sets(state: State, column: int | None) -> list[CardSet]:
    """The sets that lie in a column, on either side; None: all of them. None while no cards are played."""
    if state.step not in ROUND_STEPS:
        return []
    zones = [Zone(str(column), side) for side in SIDES]
    there = {each.kind for zone in zones for each in sets_in(state, zone)}
    return [each for each in state.sets if column is None or each.kind in there]


def odds(deck: Deck, table: Table[State], words: Words, viewer: str, column: int | None) -> tuple[str, ...]:
    """A title; what the figures mean; for each set how many cards beat it, and the chances in per cent that one of the
    others holds so many, could lay them within one more turn of each, and before a face-down pile is empty; last what
    is taken for granted. All of it from what everybody knows."""
    kinds = [each.kind for each in _sets(table.state, column)]
    if not kinds:
        return ()
    try:
        found = [counted_odds(deck, table.state, kind) for kind in kinds]
    except RulesError:
        return words.say(TITLE), words.say("The counts cannot be right.")
    assumed = dict.fromkeys(key for each in found for key in each.assumptions)
    return (
        words.say(TITLE),
        words.say(_HEADS),
        *(_line(each, words) for each in found),
        *(words.say(_ASSUMED[key]) for key in assumed),
    )


def _line(found: Odds, words: Words) -> str:
    """A kind with the cards that are needed, and its chances; one that nobody can beat any more says so."""
    needed = words.say("{number} x {kind}", number=found.needed, kind=kind_label(found.kind, words))
    if found.too_few:
        return words.say("{cards}: never, {left} left", cards=needed, left=found.left)
    chances = (found.held, found.soon, found.chance)
    return f"{needed}: {' : '.join(str(per_cent(chance)) for chance in chances)}"
