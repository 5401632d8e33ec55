"""Robots' games of Call to Glory, and what has to hold between table, full knowledge and the world at each step."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from signifer_core.games.call_to_glory import CallToGlory
from signifer_core.games.call_to_glory.state import CardSet, State
from signifer_core.games.call_to_glory.table.procedure import BETWEEN_ROUNDS
from signifer_core.games.call_to_glory.table.spots import lying
from signifer_core.layout import PAD, Layout, Zone
from signifer_firmware.games.call_to_glory.game import GAME as CALL_TO_GLORY
from signifer_firmware.games.call_to_glory.robots.game import CallToGloryRobot
from signifer_firmware.games.call_to_glory.robots.match import CallToGloryMatch
from signifer_firmware.games.call_to_glory.robots.slips import CallToGloryClumsy
from signifer_firmware.simulation.robots.match import FINGERS

from tests.firmware.simulation.lying import check_lies_as_told

GAME = "call-to-glory"
BUNDLE, ROBOT = CALL_TO_GLORY.bundle(), CallToGloryRobot()
RULES = CallToGlory(BUNDLE.deck)
# Open to everybody, so that table and full knowledge have to agree on it; a name that the table knows, it has seen.
OPEN = (
    *("step", "variant", "round", "turn", "starter", "dealt", "rollers", "rolls", "active", "discards"),
    *("displaced", "struck", "back", "figures", "fresh", "revealed", "bonus", "scores", "winner"),
)


def clumsy_of(seed: int, **how: Any) -> CallToGloryClumsy:
    return CallToGloryClumsy(random.Random(~seed), **how)


def known(state: State) -> dict[str, Any]:
    """What is open in a state; in which columns a set lies, only a table knows."""

    def bare(each: CardSet | None) -> CardSet | None:
        return each and replace(each, columns=frozenset())

    found = {name: getattr(state, name) for name in OPEN}
    found["drawn"] = sorted(state.drawn)  # `ok` draws from the left pile first, hands in any order
    found["displaced"] = bare(state.displaced)
    found["sets"] = tuple(map(bare, state.sets))
    if state.turn:  # with full knowledge missions are given when the cards are dealt
        found["letters"] = state.letters
        found["missions"] = tuple(held.number for held in state.missions)
    found["hands"] = tuple((hand.number, hand.seen) for hand in state.hands)
    found["unseen"] = (sum(state.piles), state.stock.number)
    return found


def check_account(match: CallToGloryMatch, seen: Layout | None = None) -> None:
    """Table, full knowledge and the world say the same; every card is where full knowledge has it, as far as readers
    have ``seen`` it."""
    table, full = match.table.state, match.state
    believed, true = known(table), known(full)
    assert believed == true, {
        name: (believed[name], true[name]) for name in true if believed[name] != true[name]
    }
    assert table.empty <= full.empty
    for mine, whole in zip(table.hands, full.hands, strict=True):
        assert mine.cards.named <= whole.cards.named
    homes = {card: pile for pile, cards in match.contents().items() for card in cards}
    lies = {card for card, _ in match.free()} | {card for _, card in match.due().items()}
    told = {fix.card for fix in match.board.corrections}
    for card in match.rules.deck.characters:
        where = match.piles.where(card)
        if table.step in BETWEEN_ROUNDS:
            continue  # the table may be cleared in any way, before the cards are dealt again
        if not isinstance(where, Zone):
            assert where == homes.get(card, ("", FINGERS)), (card, where)
        elif card not in told and where.place != PAD and (seen is None or card in seen[where]):
            assert card in lies, (card, where)


def check_lying(match: CallToGloryMatch, seen: Layout | None = None) -> None:
    if match.table.state.step not in BETWEEN_ROUNDS:
        check_lies_as_told(match, seen)


def check_sets(match: CallToGloryMatch) -> None:
    """At rest the cards of each set lie in their columns, those of discard piles on their pads."""
    for card, zone in match.free():
        assert match.piles.where(card) == zone, (card, zone)
    for each in match.table.state.sets:
        assert len(dict(lying(each))) == each.size, each
