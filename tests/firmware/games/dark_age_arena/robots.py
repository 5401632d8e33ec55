"""Robots' games of Dark Age Arena, and what has to hold between table, full knowledge and the world at each step."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.table.spots import PLAYED
from signifer_core.layout import PAD, SIDES, ZONES, Layout, Zone
from signifer_firmware.games.dark_age_arena.core import DarkAgeArenaBundle
from signifer_firmware.games.dark_age_arena.game import GAME as DARK_AGE_ARENA
from signifer_firmware.games.dark_age_arena.robots.game import DarkAgeArenaRobot
from signifer_firmware.games.dark_age_arena.robots.match import DarkAgeArenaMatch, deal
from signifer_firmware.games.dark_age_arena.robots.slips import DarkAgeArenaClumsy
from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.match import FINGERS

from tests.core.dark_age_arena.hands import known_to_a_table
from tests.firmware.simulation.lying import check_lies_as_told
from tests.firmware.simulation.robot_board import RefereeBoard

GAME = "dark-age-arena"
BUNDLE, ROBOT = DARK_AGE_ARENA.bundle(), DarkAgeArenaRobot()
RULES = DarkAgeArena(BUNDLE.deck)
SHOWN = 12
# So many cards of a pile are read.
HEARD = 4


def clumsy_of(seed: int, **how: Any) -> DarkAgeArenaClumsy:
    return DarkAgeArenaClumsy(random.Random(~seed), **how)


class DeepBoard(RefereeBoard):
    """A board on which the lower cards of a pile are silent: the uppermost few of a zone are read."""

    def __init__(self, rng: random.Random, bundle: DarkAgeArenaBundle = BUNDLE) -> None:
        self.lying = Layout()
        super().__init__(rng, bundle.unnamed)

    def put(self, card: str, zone: Zone) -> None:
        self.lying = self.lying.laid(card, zone)
        self._read()

    def take(self, card: str) -> None:
        for zone in self.lying.zones_of(card):
            self.lying = self.lying.lifted(card, zone)
        self._read()

    def _read(self) -> None:
        """What is heard now; one change after the other, as readers tell of them."""
        heard = {(card, zone) for zone in ZONES for card in self.lying[zone][-HEARD:]}
        before = {(card, zone) for zone, card in self.seen.items()}
        for card, zone in sorted(before - heard):
            self._change(self.seen.lifted(card, zone))
        for card, zone in sorted(heard - before):
            self._change(self.seen.laid(card, zone))


def check_account(match: DarkAgeArenaMatch, seen: Layout | None = None) -> None:
    """The table knows what anybody may know of full knowledge, and what was laid face down; every card is where full
    knowledge has it."""
    table, full = match.table.state, known_to_a_table(match.state)
    assert table == full, [
        (name, getattr(table, name), getattr(full, name))
        for name in vars(full)
        if getattr(table, name) != getattr(full, name)
    ]
    homes = {card: pile for pile, cards in match.contents().items() for card in cards}
    told = {fix.card for fix in match.board.corrections}
    free = match.free() | {(card, zone) for zone, card in match.due().items()}
    for card in match.rules.deck.catalogue:
        where = match.piles.where(card)
        if not isinstance(where, Zone):
            assert where == homes.get(card, ("", FINGERS)), (card, where)
        elif card not in told and where.place != PAD and (seen is None or card in seen[where]):
            assert (card, where) in free or match.state.step == "over", (card, where)


def check_lying(match: DarkAgeArenaMatch, seen: Layout | None = None) -> None:
    if match.table.state.step != "over":
        check_lies_as_told(match, seen)


def check_played(match: DarkAgeArenaMatch) -> None:
    """After a decision nothing waits any more, and column 5 is clear."""
    assert not match.table.held.laid
    assert not any(match.piles.layout[Zone(PLAYED, side)] for side in SIDES)


def play(
    seed: int,
    clumsy: DarkAgeArenaClumsy | None = None,
    *,
    whim: float | None = None,
    bundle: DarkAgeArenaBundle = BUNDLE,
) -> tuple[DarkAgeArenaMatch, DeepBoard]:
    """One game to its end, in which everything is checked after each gesture and each decision."""
    rng, rules = random.Random(seed), DarkAgeArena(bundle.deck)
    game = deal(rules, rng, whim=whim)
    board = DeepBoard(random.Random(rng.getrandbits(64)), bundle)
    last: deque[str] = deque(maxlen=SHOWN)

    def watch(match: DarkAgeArenaMatch, text: str) -> None:
        last.append(f"{text}  [{match.board.table.state.step}]")
        check_lying(match, board.seen)

    def after(match: DarkAgeArenaMatch) -> None:
        check_account(match, board.seen)
        if not match.board.corrections:
            check_played(match)

    match = DarkAgeArenaMatch(board, game, rules, rng, slips=clumsy, after=after, watch=watch)
    try:
        winner = match.play()
    except (AssertionError, HandsError) as error:
        raise AssertionError("\n".join([f"game {seed}, decision {match.decisions}", *last])) from error
    assert winner in (*SIDES, "draw")
    assert board.table.state.winner == winner
    assert board.replayed() == board.table
    return match, board
