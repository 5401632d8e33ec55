"""Reasons why the last attack of Field of Glory ended as it did: both sums, who won by which ruling, and what came of
it.

After it, where the counts are at a bound, which silent mistake may have led there.
"""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.games.field_of_glory.battle import BY_SPEAR, BY_TOTAL, TIE, Line, Result
from signifer_core.games.field_of_glory.battle import RETREAT as BY_RETREAT
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.rules.turn import excess
from signifer_core.games.field_of_glory.state import OVER, State, other
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.procedure import Table

from signifer_firmware.games.field_of_glory.texts.words import line_text
from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.texts.terms import card_name, player_name

_SENTENCES = marked(
    {
        "counts": "By the record: hand {hand}, deck {deck}, discard pile {discard}.",
        "mistake": "If you count otherwise: was a card of the deck confirmed with a short ok? Was one drawn too many?",
        "way-out": "Both hold ok and set the counts.",
        "attacked": "{attacker} attacked column {column}.",
        "sum": "{player}, {card}: {lines} = {total}.",
        "total": "The higher total wins: {winner} (FG-C6).",
        "spear": "Equal totals: the spear wins in defence, so {winner} does (FG-C6).",
        "tie": "Equal totals: a tie. Units are discarded, nobody scores (FG-C6).",
        "retreat": "All defenders retreated: no totals, and control does not change (FG-C1).",
        "retreated": "Cheaper than {lead}, so they could retreat: {cards} (FG-C2).",
        "captured": "{winner} scores: {cards} (FG-C6).",
        "discarded": "Discarded: {cards} (FG-C6).",
        "rampage": "Rampage: {loser} also loses the top card of the deck (FG-C7).",
        "takes": "{player} takes control of column {column} (FG-C6).",
        "keeps": "{player} keeps control of column {column} (FG-C6).",
        "neutral": "{player} loses control: column {column} is neutral (FG-C6).",
        "nobody": "Column {column} stays neutral (FG-C6).",
        "rulings": "Sums by {rulings}.",
    }
)


def last_result(state: State) -> Result | None:
    """The result of the last attack that was resolved, in this turn or before; None without one."""
    return state.result or (state.earlier[-1] if state.earlier else None)


def why(table: Table[State], player: Player, words: Words) -> tuple[str, ...]:
    """Paragraphs for ``player`` about the last result, as long as the record knows it, and about counts to doubt; none
    without either."""
    result = last_result(table.state)
    behind = () if result is None else _rulings(result, words)
    return (*result_text(table, words), *behind, *_doubts(table.state, player, words))


def result_text(table: Table[State], words: Words) -> tuple[str, ...]:
    """Paragraphs about the last result, as long as the record knows it."""
    result = last_result(table.state)
    if result is None:
        return ()
    return tuple(_paragraphs(result, table.state.column(result.column).terrain, words))


def _doubts(state: State, player: Player, words: Words) -> Iterator[str]:
    """Where the counts of ``player`` are at a bound, a silent mistake shows: what it may have been, and the way out."""
    side = state.side(player)
    at_bound = not side.hand or not side.deck or (player == state.active and state.drawn and excess(state))
    # The result of this turn is asked about first, and is long enough.
    if state.result is not None or state.step in (*SET_UP, OVER) or not at_bound:
        return
    yield words.say(_SENTENCES["counts"], hand=side.hand, deck=side.deck, discard=side.discard)
    yield words.say(_SENTENCES["mistake"])
    yield words.say(_SENTENCES["way-out"])


def _paragraphs(result: Result, terrain: str, words: Words) -> Iterator[str]:
    attacker, column = player_name(result.attacker, words), result.column
    yield words.say(_SENTENCES["attacked"], attacker=attacker, column=column)
    if result.retreated:
        lead, cards = card_name(result.lead, words), _cards(result.retreated, words)
        yield words.say(_SENTENCES["retreated"], lead=lead, cards=cards)
    if result.by == BY_RETREAT or result.defending_lead is None:
        yield words.say(_SENTENCES["retreat"])
        return
    yield _sum(result.attacker, result.lead, result.attacking, terrain, words)
    yield _sum(other(result.attacker), result.defending_lead, result.defending, terrain, words)
    winner = player_name(result.winner or "", words)
    decided = {BY_TOTAL: "total", BY_SPEAR: "spear", TIE: "tie"}[result.by]
    yield words.say(_SENTENCES[decided], winner=winner)
    if result.captured:
        yield words.say(_SENTENCES["captured"], winner=winner, cards=_cards(result.captured, words))
    if result.discarded:
        yield words.say(_SENTENCES["discarded"], cards=_cards(result.discarded, words))
    if result.rampage and result.winner:
        yield words.say(_SENTENCES["rampage"], loser=player_name(other(result.winner), words))
    yield _control(result, words)


def _rulings(result: Result, words: Words) -> tuple[str, ...]:
    """By which rulings the sums were made; nothing where there are none."""
    if result.by == BY_RETREAT or result.defending_lead is None:
        return ()
    rulings = {line.ruling for line in (*result.attacking, *result.defending)}
    return (words.say(_SENTENCES["rulings"], rulings=", ".join(sorted(rulings))),)


def _sum(player: Player, lead: str, lines: tuple[Line, ...], terrain: str, words: Words) -> str:
    said = " ".join(line_text(line.name, line.figure, terrain, words) for line in lines)
    total = sum(line.figure for line in lines)
    name, card = player_name(player, words), card_name(lead, words)
    return words.say(_SENTENCES["sum"], player=name, card=card, lines=said, total=total)


def _cards(cards: tuple[str, ...], words: Words) -> str:
    """Cards by name; with their army where they are of both."""
    armies = {card.partition("/")[0] for card in cards}
    if len(armies) == 1:
        return ", ".join(card_name(card, words) for card in cards)
    return ", ".join(
        f"{player_name(card.partition('/')[0], words)} {card_name(card, words)}" for card in cards
    )


def _control(result: Result, words: Words) -> str:
    if result.holds is None:
        key = "nobody" if result.held is None else "neutral"
    else:
        key = "keeps" if result.holds == result.held else "takes"
    name = player_name(result.holds or result.held or "", words)
    return words.say(_SENTENCES[key], player=name, column=result.column)
