"""A whole table: from hands to belief, the processor's time for a minute of play, and memory.

The standard table with its twelve readers, 20 cards at rest in the columns, and the firmware whole: readers, referee,
journal, screens.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

import signifer_firmware
from signifer_core.layout import COLUMNS, SIDES, Zone
from signifer_drivers.polling.presence import Presence
from signifer_drivers.portable.mfrc522 import FIELD_OFF_US, FIELD_UP_US
from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.expectations import Expect
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.scripting.statements import Preparation
from signifer_firmware.simulation.table_run import ScriptRun

from .figures import Effort, Figure, percentile
from .readers import RECHECK_US

PART = "table"
DEMO = Path(signifer_firmware.__file__).parent / "simulation/scripts/demo.table"
CPU_LIMIT_S = 3.0  # a minute of play, on a laptop core
PATIENCE_US = 30_000_000
KINDS_RESTING = ("spear", "pike", "heavy-infantry", "medium-infantry", "cavalry")
PADS = tuple(Zone("pad", player) for player in SIDES)
COLUMN_ZONES = tuple(Zone(str(column), player) for column in COLUMNS for player in SIDES)
# Laid and lifted by turns: a card that the rules take, cards that they refuse, and on the pad.
PLACES = (*COLUMN_ZONES, *PADS)

RESTING = "".join(
    f"setup {column} {player} {kind}-1 {kind}-2\n"
    for column, kind in zip(COLUMNS, KINDS_RESTING, strict=True)
    for player in SIDES
)
HEAD = "game field-of-glory\nseed 5\nterrain plain plain plain plain plain\nfirst red\n"


@contextmanager
def running(text: str, *, head: str = HEAD) -> Iterator[ScriptRun]:
    """A table before the first hand's statement of a script, at rest, its store on disk."""
    script = parse_script(head + text, file="benchmark")
    with tempfile.TemporaryDirectory(prefix="signifer-bench-") as folder:
        run = ScriptRun(script, load_table("standard"), Path(folder), lambda news: None)
        try:
            run.begin()
            yield run
        finally:
            run.close()


def resting_round_us() -> int:
    """What a round of the twelve readers above 20 cards lasts at the least: known tags asked by their UIDs, fields that
    come up meanwhile, and the air alone."""
    return len(COLUMN_ZONES) * RECHECK_US[2] + len(PADS) * RECHECK_US[0]


def _until(run: ScriptRun, held: Callable[[], bool]) -> int:
    """Virtual microseconds until ``held``; AssertionError if it never does."""
    start_us = run.now_us
    assert run.scheduler.run(start_us + PATIENCE_US, held), "the table never came to believe it"
    return run.now_us - start_us


def beliefs(run: ScriptRun, lays: int) -> dict[str, list[int]]:
    """Lay and lift a card ``lays`` times, at random moments; microseconds to belief, and to the screens at rest."""
    lying = sum(len(run.appliance.presence.lying(str(at))) for at in PLACES)
    assert lying == 2 * len(COLUMN_ZONES), f"{lying} cards lie there"
    world, presence = run.table.world, run.appliance.presence
    seen: dict[str, list[int]] = {"laid": [], "lifted": [], "shown": []}
    for number in range(lays):
        at = PLACES[number % len(PLACES)]
        card = f"{at.side}/archer-1"
        believed = partial(_lies, presence, str(at), world.tag(card).uid)
        run.scheduler.run(run.now_us + run.rng.randrange(1_000_000))
        laid_us = run.now_us
        world.put(card, at)
        seen["laid"].append(_until(run, believed))
        _until(run, lambda: run.appliance.keeper.quiet and run.appliance.screens.idle)
        seen["shown"].append(run.now_us - laid_us)
        run.rest()
        run.scheduler.run(run.now_us + run.rng.randrange(1_000_000))
        world.take(card)
        seen["lifted"].append(_until(run, partial(_lies_not, believed)))
        run.rest()
    return seen


def _lies(presence: Presence, reader: str, uid: bytes) -> bool:
    return uid in presence.lying(reader)


def _lies_not(believed: Callable[[], bool]) -> bool:
    return not believed()


def _belief_figures(effort: Effort) -> list[Figure]:
    """Against the air: a part of a round until the reader's turn, and for a lift two visits more, their fields off and
    on."""
    with running(RESTING) as run:
        seen = beliefs(run, effort.lays)
        settle_us = run.config.timing.settle_ms * 1000
    round_us = resting_round_us()
    waits = {"laid": 0, "lifted": 2 * (FIELD_OFF_US + FIELD_UP_US), "shown": settle_us}
    names = {
        "laid": "laid to believed",
        "lifted": "lifted to believed",
        "shown": f"laid to shown ({settle_us // 1000} ms to settle)",
    }
    rows = []
    for key, values in seen.items():
        for percent in (50, 95, 99):
            least_us = waits[key] + round_us * percent / 100
            rows.append(
                Figure(
                    PART,
                    f"{names[key]}, p{percent}",
                    "us",
                    percentile(values, percent),
                    "rounds on air",
                    least_us,
                )
            )
    return rows


def _processor_s_a_minute(run: ScriptRun, do: Callable[[], object]) -> float:
    start_us, start_ns = run.now_us, time.process_time_ns()
    do()
    played_s = (run.now_us - start_us) / 1e6
    return (time.process_time_ns() - start_ns) / 1e9 * 60 / played_s


def resting_s(play_s: int) -> float:
    """Processor seconds for a minute in which 20 cards lie and nobody touches anything."""
    with running(RESTING) as run:
        return _processor_s_a_minute(run, lambda: run.scheduler.run(run.now_us + play_s * 1_000_000))


def busy_s(play_s: int) -> float:
    """Processor seconds for a minute in which, beside 20 cards at rest, a card is laid or lifted each second."""

    def play(run: ScriptRun) -> None:
        for second in range(play_s):
            end_us = run.now_us + 1_000_000
            at = PLACES[second // 2 % len(PLACES)]
            move = run.table.world.put if second % 2 == 0 else lambda card, _: run.table.world.take(card)
            move(f"{at.side}/archer-1", at)
            run.scheduler.run(end_us)

    with running(RESTING) as run:
        return _processor_s_a_minute(run, lambda: play(run))


def play_demo(run: ScriptRun) -> None:
    """Do all that hands do in the script of ``run``."""
    for statement in run.script.statements:
        if not isinstance(statement, (Preparation, Expect)):
            run.run(statement)


def demo_s() -> float:
    """Processor seconds for a minute of the bundled demo, which hurries from each rest to the next move."""
    with running(DEMO.read_text(encoding="utf-8"), head="") as run:
        return _processor_s_a_minute(run, lambda: play_demo(run))


def _processor_figures(effort: Effort) -> list[Figure]:
    plays = {
        "a minute at rest, 20 cards": lambda: resting_s(effort.play_s),
        "a minute, a move each second, 20 cards": lambda: busy_s(effort.play_s),
        "a minute of the demo": demo_s,
    }
    return [
        Figure(
            PART,
            f"{name}, processor",
            "s",
            median(play() for _ in range(effort.runs)),
            "limit",
            CPU_LIMIT_S,
            limit=True,
            wall=True,
        )
        for name, play in plays.items()
    ]


def figures(effort: Effort) -> list[Figure]:
    """Belief and processor; memory has a module of its own."""
    return [*_belief_figures(effort), *_processor_figures(effort)]
