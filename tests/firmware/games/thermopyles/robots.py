"""Robots' games of Thermopyles, and what has to hold between table, full knowledge and the world at each step."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from signifer_core.games.thermopyles import Thermopyles
from signifer_core.games.thermopyles.state import Fight, Pile, State
from signifer_core.layout import PAD, Zone
from signifer_firmware.games.thermopyles.game import GAME as THERMOPYLES
from signifer_firmware.games.thermopyles.robots.game import ThermopylesRobot
from signifer_firmware.games.thermopyles.robots.match import ThermopylesMatch
from signifer_firmware.games.thermopyles.robots.slips import ThermopylesClumsy
from signifer_firmware.simulation.robots.match import FINGERS

from tests.firmware.simulation.lying import check_lies_as_told

GAME = "thermopyles"
BUNDLE, ROBOT = THERMOPYLES.bundle(), ThermopylesRobot()
RULES = Thermopyles(BUNDLE.deck)
# Open to everybody, so that table and full knowledge have to agree on it; a name that the table knows, it has seen.
OPEN = (
    "step",
    "active",
    "turn",
    "marker",
    "first",
    "second",
    "supports",
    "fight",
    "result",
    "draws",
    "winner",
)
COUNTED = ("pile", "discard", "persians", "cemetery", "repelled")


def clumsy_of(seed: int, **how: Any) -> ThermopylesClumsy:
    return ThermopylesClumsy(random.Random(~seed), **how)


def known(state: State) -> dict[str, Any]:
    """What is open in a state. Of several supports on a pad none comes first."""
    found = {name: getattr(state, name) for name in OPEN}
    for name in ("fight", "result"):
        fight: Fight | None = found[name]
        found[name] = fight and replace(fight, supports=tuple(sorted(fight.supports)))
    return found


def check_pile(table: Pile, full: Pile, what: str) -> None:
    assert (table.number, table.named <= full.named) == (full.number, True), (what, table, full)


def check_account(match: ThermopylesMatch) -> None:
    """Table, full knowledge and the world say the same; every card is where full knowledge has it."""
    table, full = match.table.state, match.state
    assert known(table) == known(full)
    check_piles(table, full)
    told = {fix.card for fix in match.board.corrections}
    free = {card for card, _ in match.free()}
    due = {card for _, card in match.due().items()}
    homes = {card: pile for pile, cards in match.contents().items() for card in cards}
    for card in match.rules.deck.catalogue:
        where = match.piles.where(card)
        if not isinstance(where, Zone):
            assert where == homes.get(card, ("", FINGERS)), (card, where)
        elif card not in told and where.place != PAD:
            assert card in due | free or table.winner, (card, where)


def check_piles(table: State, full: State) -> None:
    for name in COUNTED:
        check_pile(getattr(table, name), getattr(full, name), name)
    for seat, (mine, whole) in enumerate(zip(table.hands, full.hands, strict=True), 1):
        check_pile(mine, whole, f"hand {seat}")


def check_lying(match: ThermopylesMatch) -> None:
    if match.table.state.winner is None:  # else the table may be cleared in any way
        check_lies_as_told(match, but=(Zone(PAD, "red"),))
