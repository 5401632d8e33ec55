"""Storms: whole evenings of every game by clumsy robots on the wire, in weather drawn by a seed."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from signifer_core.errors import SigniferError
from signifer_core.layout import ZONES
from signifer_firmware.game_api import registry
from signifer_firmware.scripting import statements as st
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.match import Match

from tests.firmware.games.call_to_glory import robots as call_to_glory
from tests.firmware.games.dark_age_arena import robots as dark_age_arena
from tests.firmware.games.thermopyles import robots as thermopyles
from tests.firmware.simulation import robot_checks as field_of_glory

from .brushing import brush
from .shrinking import script, shrunk
from .stormy_board import StormError, StormyBoard
from .truths import Fault

# What holds of a game, full knowledge and the world after each decision.
ACCOUNTS: dict[str, Callable[[Any], None]] = {
    "field-of-glory": field_of_glory.check_account,
    "thermopyles": thermopyles.check_account,
    "call-to-glory": call_to_glory.check_account,
    "dark-age-arena": dark_age_arena.check_account,
}
GAMES = tuple(ACCOUNTS)
# So many evenings of each, from seed 0 on, are the soak.
MANY = {"field-of-glory": 300, "thermopyles": 400, "call-to-glory": 150, "dark-age-arena": 150}
# On the one all readers hang on the Pi's own bus, on the other those of the columns on nodes.
TABLES = ("direct", "standard")


@dataclass
class Storm:
    """One evening as it was: ``acts`` are what happened, after the lines of ``head``; ``drawn`` counts weather and
    slips. ``fault`` is what the table did wrong, if anything."""

    game: str
    seed: int
    head: str = ""
    acts: list[st.Statement] = field(default_factory=list)
    drawn: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    minutes: float = 0.0
    is_over: bool = False
    fault: Fault | None = None


def game_of(seed: int) -> str:
    """Which game is played on the evening of ``seed``, where nobody says."""
    return GAMES[seed % len(GAMES)]


def play(
    game: str, seed: int, *, most: int | None = None, tables: Sequence[str] = TABLES, air: bool = False
) -> Storm:
    """The evening of ``seed``: to the end of the game, or its first ``most`` decisions; at one of these tables, where
    cards are heard as the model of the air has it, if ``air``."""
    storm = Storm(game, seed)
    with tempfile.TemporaryDirectory(prefix="storm-") as folder:
        chance = random.Random(f"{game} {seed}")
        board = StormyBoard(
            game, chance.choice(tables), Path(folder), seed, random.Random(chance.getrandbits(64)), air=air
        )
        storm.head, storm.acts = board.head, board.acts
        try:
            _play(storm, board, chance, most)
        except StormError as error:
            storm.fault = error.fault
        except (SigniferError, AssertionError) as error:
            storm.fault = Fault("game", "", str(error)[:2000])
        except Exception as error:  # noqa: BLE001 -- whatever the firmware lets through is what is looked for
            storm.fault = Fault("error", "", f"{type(error).__name__}: {error}")
        finally:
            storm.minutes = board.run.now_us / 60e6
            storm.drawn += board.weather.drawn + board.did
            board.run.close()
    return storm


def _play(storm: Storm, board: StormyBoard, chance: random.Random, most: int | None) -> None:
    bundle, robots = registry.bundle(storm.game), robot(storm.game)
    kinds = (*robots.hands.every, brush, brush)
    clumsy = robots.clumsy(
        random.Random(chance.getrandbits(64)), rate=chance.choice((0.0, 0.05, 0.15)), mess=3, kinds=kinds
    )
    deal = robots.deal(bundle, random.Random(chance.getrandbits(64)))
    checked = ACCOUNTS[storm.game]

    def after(match: Match) -> None:
        storm.decisions += 1
        for card in board.lifted_early:
            if match.piles.where(card) in ZONES:
                match.piles.take(card, match.home(card))
        board.lifted_early.clear()
        checked(match)

    match = robots.match(
        bundle, board, deal, random.Random(chance.getrandbits(64)), slips=clumsy, after=after
    )
    board.start()
    try:
        while not match.over and (most is None or match.decisions < most):
            match.step()
        board.calm()
        storm.is_over = match.over
        assert match.over == (board.run.bundle.procedure.rules.outcome(board.table.state) is not None)
    finally:
        storm.drawn += clumsy.slips


def shown(storm: Storm, *, shrink_s: float = 300.0) -> str:
    """What a person reads of a storm that failed: how, and the script that fails alike, as short as may be."""
    assert storm.fault is not None
    rows = [f"{storm.game} {storm.seed}, decision {storm.decisions}: {storm.fault}"]
    found = shrunk(storm.head, storm.acts, storm.fault, most_s=shrink_s)
    if found is None:
        rows += ["Its hands and weather alone do not fail alike; all of it:"]
        text = script(storm.head, storm.acts, storm.fault)
    else:
        rows += [f"{found.acts} of {len(storm.acts)} acts fail alike ({found.tries} scripts tried):"]
        text = found.text
    return "\n".join([*rows, "", text])
