"""``signifer tune``: the gain and the field that suit each reader, found with the tags that lie there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TextIO

from signifer_core.errors import ConfigError, DriverError
from signifer_drivers.node.host import Node
from signifer_drivers.node.serial import open_node
from signifer_drivers.node.tuning import NodeTuner
from signifer_drivers.portable.mfrc522 import Mfrc522
from signifer_drivers.portable.registers import GENUINE, VERSIONS
from signifer_drivers.readers.faults import failed
from signifer_drivers.readers.tuning import ChipTuner, Trial, Tuner, Tuning, sweep
from signifer_drivers.virtual.coupling import COUNTS, OFFSETS, margins_db, read_rates

from signifer_firmware.config.entries import NODE, STOCK, ReaderConfig
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.devices.build import MonotonicClock, sleep_us, virtual_reset
from signifer_firmware.devices.linux import Board, with_its_board, without_board
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.kernel.scheduler import Clock

OK, FAILED = 0, 1


def tune(name: str, *, on_pi: bool, tags: int, out: TextIO, only: str | None = None) -> int:
    """Sweep every reader of a table (or ``only`` one) and print what suits it; 1 if any of them failed.

    On the virtual table ``tags`` tags lie on each reader. ConfigError for a table that cannot be tuned.
    """
    config = load_table(name)
    readers = [reader for reader in config.readers if only in (None, reader.name, reader.zone)]
    if not readers:
        places = ", ".join(reader.name for reader in config.readers)
        raise ConfigError([f'{name}: no reader at "{only}"; choose one of {places}'])
    with ExitStack() as lines:
        tuner_of = _pi_tuners(config, lines) if on_pi else _virtual_tuners(config, tags, lines)
        return _all_tuned(readers, tuner_of, out)


def _all_tuned(readers: list[ReaderConfig], tuner_of: Callable[[ReaderConfig], Tuner], out: TextIO) -> int:
    lines: list[str] = []
    status = OK
    for reader in readers:
        if reader.driver == STOCK:
            out.write(f"reader {reader.name}: the package mfrc522 sets neither gain nor field\n\n")
            continue
        try:
            found = _swept(reader, tuner_of(reader))
        except DriverError as error:
            out.write(f"{error}\n\n")
            status = FAILED
            continue
        out.write("".join(f"{row}\n" for row in _report(reader, found)) + "\n")
        if found.best is not None:
            lines += _lines(reader, found.best, found.up_us)
    if lines:
        out.write("for table.toml:\n\n" + "".join(f"{line}\n" for line in lines))
    return status


def _swept(reader: ReaderConfig, tuner: Tuner) -> Tuning:
    try:
        return sweep(tuner, reader.gain_db, reader.field)
    except OSError as error:
        raise failed(reader.name, error) from error


def _pi_tuners(config: TableConfig, lines: ExitStack) -> Callable[[ReaderConfig], Tuner]:
    """The readers themselves; DriverError for one whose node nobody has assigned. ``lines`` gives back what is
    opened."""
    config = with_its_board(config)
    clock, board = MonotonicClock(), Board(config, None)
    lines.callback(board.close)
    numbers = {node.name: node.number for node in config.nodes}
    nodes = {
        name: Node(
            name, partial(open_node, number), now_us=partial(_now_us, clock), serial=number, diagnosing=False
        )
        for name, number in numbers.items()
        if number is not None
    }
    for node in nodes.values():
        lines.callback(node.close)

    def tuner(reader: ReaderConfig) -> Tuner:
        if reader.driver != NODE:
            return ChipTuner(Mfrc522(board.spi_port(reader)))
        if reader.node not in nodes:
            raise DriverError(f"reader {reader.name}: {without_board(config, reader.node)}")
        return _node_tuner(reader, nodes[reader.node], sleep_us, clock)

    return tuner


def _virtual_tuners(config: TableConfig, tags: int, lines: ExitStack) -> Callable[[ReaderConfig], Tuner]:
    """The twins of a table on whose readers so many tags lie."""
    table = VirtualTable(config, seed=0)
    if (reset := virtual_reset(config, table)) is not None:
        lines.callback(reset.close)
    for reader in config.readers:
        for number in range(tags):
            table.lay_on(reader, f"{reader.name} {number}")
    nodes = {
        name: Node(name, twin.open, now_us=partial(_now_us, twin.host), serial=twin.serial, diagnosing=False)
        for name, twin in table.nodes.items()
    }

    def tuner(reader: ReaderConfig) -> Tuner:
        if reader.driver != NODE:
            return ChipTuner(Mfrc522(table.readers[reader.name].port))
        clock = table.nodes[reader.node].host
        return _node_tuner(reader, nodes[reader.node], clock.advance, clock)

    return tuner


def _now_us(clock: Clock) -> int:
    return clock.now_us


def _node_tuner(reader: ReaderConfig, node: Node, wait: Callable[[int], None], clock: Clock) -> NodeTuner:
    return NodeTuner(reader.name, node, reader.chip_select, wait=wait, now_us=partial(_now_us, clock))


def _report(reader: ReaderConfig, found: Tuning) -> Iterator[str]:
    many = len(found.uids)
    yield f"reader {reader.name}: {many} tag{'' if many == 1 else 's'}, version {found.version:02X}"
    if found.version not in VERSIONS:
        yield "  nobody has listed this version; it works as an MFRC522 does, so far: watch this reader"
    elif found.version not in GENUINE:
        yield "  a compatible chip, not NXP's own: if other readers fail while it is there, it holds MISO"
    if found.best is None:
        yield "  no tag lies there; lay as many cards there as will ever lie, and try again"
        return
    yield from _rows("gain_db", found.gains, [trial.gain_db for trial in found.gains])
    yield from _rows("field", found.fields, [trial.field for trial in found.fields])
    if not found.best.is_good:
        yield "  none is good: move the antenna away from metal, the cards apart, and try again"
    yield f"  best: gain_db = {found.best.gain_db}, field = {found.best.field}"
    if reader.driver == NODE:
        yield f"  each answers {found.answered_us / 1000:.1f} ms after the field: field_up_us = {found.up_us}"


def _rows(name: str, trials: Sequence[Trial], values: Iterable[int]) -> Iterator[str]:
    yield f"  {name:8}" + "".join(f"{value:6}" for value in values)
    yield f"  {'missed':8}" + "".join(f"{trial.missed:6.0%}" for trial in trials)
    yield f"  {'garbled':8}" + "".join(f"{trial.garbled:6.0%}" for trial in trials)


def _lines(reader: ReaderConfig, best: Trial, up_us: int) -> list[str]:
    return [
        "[[reader]]",
        f'zone = "{reader.zone}"',
        *([f'antenna = "{reader.antenna}"'] if reader.antenna else []),
        f"gain_db = {best.gain_db}",
        f"field = {best.field}",
        *([f"field_up_us = {up_us}"] if reader.driver == NODE else []),
        "",
    ]


def read_map(gain_db: int, field: int, out: TextIO) -> int:
    """Print how many of 1, 2 and 4 tags a visit reads at nine positions over an antenna of the virtual table."""
    out.write(f"share of tags read a visit, gain_db = {gain_db}, field = {field}\n")
    for tags in COUNTS:
        out.write(f"\n{tags} tag{'' if tags == 1 else 's'}{'':10}the weakest one's margin, dB\n")
        for along, row in zip(OFFSETS, read_rates(tags, gain_db=gain_db, field=field), strict=True):
            rates = "".join(f"{rate:6.0%}" for rate in row)
            margins = (min(margins_db(across, along, tags)) for across in OFFSETS)
            out.write(rates + "".join(f"{margin:7.1f}" for margin in margins) + "\n")
    return OK
