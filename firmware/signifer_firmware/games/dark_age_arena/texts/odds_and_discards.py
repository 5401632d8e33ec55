"""Odds and discards in Dark Age Arena, as players read them: the odds of the roll that is due and of the
combat, and the discards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from signifer_core.games.dark_age_arena import Deck
from signifer_core.games.dark_age_arena.odds import (
    ANYONE,
    IN_ORDER,
    IN_ORDER_LATER,
    NO_INSTANTS,
    Chance,
    Fighter,
    Odds,
    roll,
)
from signifer_core.games.dark_age_arena.odds import odds as counted_odds
from signifer_core.games.dark_age_arena.rolls import Added
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.state import ROUND_STEPS, State
from signifer_core.games.dark_age_arena.table.questions import of_roll
from signifer_core.layout import Side, other
from signifer_core.procedure import Prompt, Table

from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.texts.sentences import prompt_text
from signifer_firmware.texts.terms import (
    card_name,
    card_names,
    per_cent,
    pile_names,
    player_name,
    source_name,
)

from .words import fighter_name

TITLE = marked("Odds, %")
# The column whose button asks for odds.
COLUMN = 4
_COMBAT = marked(
    {
        "heads": "Alive at the end : after this round : a hit",
        "pillage 1": "Pillage, 1 point: {chance}",
        "pillage 3": "Pillage, 3 points: {chance}",
    }
)
_ROLL = marked(
    {
        "reach": "{number} or more: {chance}",
        "reach with": "{number} with {added}: {chance}",
        "below": "Below {number}: {chance}",
        "cost": "{number} COM or less: {chance}",
        "red": "Red is higher: {chance}",
        "blue": "Blue is higher: {chance}",
        "equal": "Equal, bid again: {chance}",
    }
)
_ASSUMED = marked(
    {
        NO_INSTANTS: "No more instants.",
        IN_ORDER: "Open choices: as laid, spread evenly.",
        IN_ORDER_LATER: "Later rounds: likewise.",
    }
)


# Discards


def discards(state: State, player: Side, words: Words) -> tuple[str, ...]:
    """Both players' discards, one's own first, and who lies under a stock: everybody may know them."""
    return tuple(line for side in (player, other(player)) for line in _discards(state, side, words))


def _discards(state: State, side: Side, words: Words) -> Iterator[str]:
    player, name = state.player(side), player_name(side, words)
    yield words.say("{player}: {number} discards", player=name, number=player.discards.number)
    if player.discards.number:
        yield from pile_names(player.discards.named, player.discards.unnamed, words)
    if player.under:
        cards = ", ".join(card_name(card, words) for card in player.under)
        yield words.say("Under the stock, next first: {cards}", cards=cards)
    if player.out.named:
        cards = ", ".join(card_names(player.out.named, words))
        yield words.say("Out of the game: {cards}", cards=cards)


# Odds


def odds_columns(deck: Deck, table: Table[State], player: Side, allowed: bool) -> frozenset[int]:
    """The combat zone's, whenever a roll is due or a combat is under way: held it means nothing else."""
    del player, allowed
    return frozenset({COLUMN} if _fights(table.state) or _rolls(deck, table.state) else ())


def _fights(state: State) -> bool:
    return state.combat is not None and state.step in ROUND_STEPS


def _rolls(deck: Deck, state: State) -> bool:
    return DarkAgeArena(deck).due(state) is not None


def odds(deck: Deck, table: Table[State], words: Words, viewer: str, column: int | None) -> tuple[str, ...]:
    """A title; of the roll that is due the chance of each value, in per cent, by itself and with all that is added; of
    the combat that of pillage, and for each fighter those to be there after it, to live through this round, and to hit
    with its roll of this round; then what is taken for granted. All of it from what everybody knows."""
    state = table.state
    if column not in (None, COLUMN) or not odds_columns(deck, table, "red", True):
        return ()
    lines = [words.say(TITLE)]
    if _rolls(deck, state):
        lines += _of_roll(deck, table, viewer or ANYONE, words)
    if _fights(state):
        lines += _of_combat(_counted(deck, state, viewer or ANYONE), words)
    return tuple(lines)


@lru_cache(maxsize=4)
def _counted(deck: Deck, state: State, viewer: str) -> Odds:
    """Phones and screens ask for the same in each language, again and again."""
    return counted_odds(deck, state, viewer=viewer)


def _of_roll(deck: Deck, table: Table[State], viewer: str, words: Words) -> Iterator[str]:
    """What the roll is, then its chances: of each value by itself, and with more and more that is added."""
    due = DarkAgeArena(deck).due(table.state)
    assert due is not None
    asked = Prompt(due.player, table.state.step, *of_roll(due))
    yield prompt_text(asked, words, deck.catalogue.game)
    for _, chances in groupby(roll(deck, table.state, viewer=viewer), lambda each: (each.of, each.number)):
        found = list(chances)
        is_draft = due.purpose == "draft"
        for each in found if is_draft else found[:1] + found[1:][-1:]:
            yield _chance(each, words)


def _chance(each: Chance, words: Words) -> str:
    key = "reach with" if each.of == "reach" and each.added else each.of
    added = ", ".join(_added(one, words) for one in each.added)
    return words.say(_ROLL[key], number=each.number, added=added, chance=per_cent(each.chance))


def _added(added: Added, words: Words) -> str:
    source, amount = added
    return f"{source_name(source, words)} {amount:+d}"


def _of_combat(found: Odds, words: Words) -> Iterator[str]:
    yield words.say(_COMBAT[f"pillage {found.points}"], chance=per_cent(found.pillage))
    yield words.say(_COMBAT["heads"])
    for fighters in (found.attackers, found.defenders):
        yield from (_fighter(each, words) for each in fighters)
    yield from (words.say(_ASSUMED[key]) for key in found.assumptions)


def _fighter(each: Fighter, words: Words) -> str:
    chances = (each.lives, each.survives, 1 - each.hits[0])
    said = " : ".join(str(per_cent(chance)) for chance in chances)
    return f"{fighter_name(each.card, words)}: {said}"
