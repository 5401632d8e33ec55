"""``signifer node assign``: which board reads which column, found by laying a card there, and written down.

Each step asks for a card on the zones of one node. What is read there and was not there before tells the board.
Nothing is written before the last step, and then all at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from signifer_core.errors import ConfigError
from signifer_drivers.node.host import Node

from signifer_firmware.config.entries import NODE, NodeConfig
from signifer_firmware.config.key_lines import Lines
from signifer_firmware.config.model import BUNDLED, TableConfig, bundled_file, load_table, parse_table
from signifer_firmware.files.reading import read_text
from signifer_firmware.files.writing import write as write_file

STEP_US = 2_000
# A step that sees nothing for so long says what may be wrong.
HINT_US = 20_000_000
# A node that has not told by then what lies on its readers is not waited for.
SETTLE_US = 5_000_000

_SERIAL = re.compile(r"""(=\s*)(["'])[0-9a-fA-F]{16}\2""")

Found = tuple[str, int]  # a board's number, and which of its readers


@dataclass
class Boards:
    """The boards that are plugged in, read by turns, each of them as fast as it goes."""

    nodes: Mapping[str, Node]  # by number, 16 hex digits
    lying: dict[Found, frozenset[bytes]] = field(default_factory=dict)
    heard: set[str] = field(default_factory=set)

    def step(self) -> None:
        """Let each board go on, and note what lies on its readers."""
        for number, node in self.nodes.items():
            node.step()
            for visit in node.take():
                # Readers are visited in their order.
                if node.hello is None or visit.reader == node.hello.readers - 1:
                    self.heard.add(number)
                if visit.reading is not None and not visit.reading.garbled:
                    self.lying[number, visit.reader] = frozenset(visit.reading.uids)
            if node.is_there and not node.is_busy and node.hello is not None:
                node.grant([(reader, ()) for reader in range(node.hello.readers)], lease_ms=1000)

    def new(self, before: Mapping[Found, frozenset[bytes]]) -> dict[Found, frozenset[bytes]]:
        """Return where something lies that did not lie there ``before``: one card may go from board to board."""
        fresh = {where: uids - before.get(where, frozenset()) for where, uids in self.lying.items()}
        return {where: uids for where, uids in fresh.items() if uids}


@dataclass
class Assignment:
    """The steps of assigning, for a terminal or for a test. ``tell`` prints a line."""

    config: TableConfig
    boards: Boards
    tell: Callable[[str], None]
    now_us: Callable[[], int]
    wait_us: Callable[[int], None]
    skipped: Callable[[], bool] = lambda: False
    serials: dict[str, str] = field(default_factory=dict)  # by the node's name

    def run(self, names: Sequence[str] = ()) -> dict[str, str]:
        """Ask for each node of the table, or for these; return their numbers."""
        nodes = [node for node in self.config.nodes if not names or node.name in names]
        if len(self.boards.nodes) < len(nodes):
            self.tell(
                f"{_boards(len(self.boards.nodes))} plugged in, {len(nodes)} nodes in the table: "
                "press Enter where there is no board"
            )
        self._settle()
        for index, node in enumerate(nodes, start=1):
            left = set(self.boards.nodes) - set(self.serials.values())
            if not left:
                self.tell(f"no board is left for {', '.join(each.name for each in nodes[index - 1 :])}")
                break
            self._ask(node, f"{index} of {len(nodes)}")
        return dict(self.serials)

    def _settle(self) -> None:
        """Until every board has told what lies there already, but not for ever."""
        end_us = self.now_us() + SETTLE_US
        while self.boards.heard < set(self.boards.nodes) and self.now_us() < end_us:
            self.boards.step()
            self.wait_us(STEP_US)

    def _ask(self, node: NodeConfig, step: str) -> None:
        """One step: until one board, and one only, has read a new card."""
        zones = self._zones(node)
        where = " or ".join(zones.values()) or node.name
        self.tell(f"{step}: lay a card on {node.name} ({where}); Enter leaves it out")
        before = {**self.boards.lying}
        hint_us = self.now_us() + HINT_US
        while not self.skipped():
            self.boards.step()
            new = self.boards.new(before)
            if new and self._taken(node, zones, new):
                return
            if new:
                before = {**self.boards.lying}
            elif self.now_us() >= hint_us:
                hint_us = self.now_us() + HINT_US
                self.tell(
                    f"nothing new was read; is the board of {node.name} plugged in? {self._faults()}".strip()
                )
            self.wait_us(STEP_US)
        self.tell(f"{node.name} is left out")

    def _taken(
        self, node: NodeConfig, zones: Mapping[int, str], new: Mapping[Found, frozenset[bytes]]
    ) -> bool:
        """Whether a step is done with what was read."""
        numbers = {number for number, _ in new}
        if len(numbers) > 1:
            self.tell("cards were laid on two boards at once: take them away, and lay one")
            return False
        (number,) = numbers
        other = next((name for name, serial in self.serials.items() if serial == number), None)
        if other is not None:
            self.tell(f"that was the board of {other}: lay the card on {node.name}")
            return False
        self.serials[node.name] = number
        readers = [reader for _, reader in new]
        self.tell(f"{node.name} is board {number}, reader {', '.join(map(str, sorted(readers)))}")
        for reader in readers:
            if reader not in zones:
                self.tell(
                    f"  the table says {_listed(zones)}: the lead of that antenna is on the wrong chip select, or "
                    "chip_select in the file is"
                )
        self._sides(node, zones, readers)
        return True

    def _sides(self, node: NodeConfig, zones: Mapping[int, str], readers: Sequence[int]) -> None:
        """Where the table has more than one zone on a node, say which one it was, so that swapped leads show."""
        if len(zones) > 1 and len(readers) == 1 and readers[0] in zones:
            others = ", ".join(zone for reader, zone in zones.items() if reader != readers[0])
            self.tell(
                f"  that is {zones[readers[0]]}; if the card lies on {others}, the leads are swapped: swap them, or "
                "the chip_select of both in the file"
            )

    def _zones(self, node: NodeConfig) -> dict[int, str]:
        return {
            reader.chip_select: reader.name
            for reader in self.config.readers
            if reader.driver == NODE and reader.node == node.name
        }

    def _faults(self) -> str:
        away = [number for number, node in self.boards.nodes.items() if not node.is_there]
        return f"Not answering: {', '.join(away)}." if away else ""


def _boards(count: int) -> str:
    return "no board is" if not count else "1 board is" if count == 1 else f"{count} boards are"


def _listed(zones: Mapping[int, str]) -> str:
    return ", ".join(f"{reader} is {zone}" for reader, zone in sorted(zones.items()))


# The file


def own_file(name: str, copy: Path | None) -> Path:
    """The file that is to be written: a table's own, or a new copy of a bundled one. Raises ConfigError."""
    if name not in BUNDLED:
        load_table(name)
        return Path(name)
    if copy is None:
        raise ConfigError(
            [
                f"{name} is a bundled table, which stays as it is; "
                f"say: signifer node assign {name} --copy my-table.toml"
            ]
        )
    if copy.exists():
        raise ConfigError([f"{copy} exists already; say: signifer node assign {copy}"])
    if not copy.parent.is_dir():
        raise ConfigError([f"{copy}: there is no folder {copy.parent}; make it first"])
    return copy


def check_file(name: str) -> None:
    """See now that numbers can be written there, and not only when all boards are known. Raises ConfigError."""
    nodes = load_table(name).nodes
    with_serials(text_of(name), {node.name: f"{number:016x}" for number, node in enumerate(nodes)}, name)


def text_of(name: str) -> str:
    """The text of a table's file, or of a bundled one."""
    if name in BUNDLED:
        return bundled_file(name).decode()
    return read_text(Path(name))


def with_serials(text: str, serials: Mapping[str, str | None], file: str = "table") -> str:
    """The text of a table's file with the numbers of these nodes, None for no number; all else stays as it is.

    ConfigError, with the name of the ``file``, where its entries are written in a way that is not understood here.
    """
    config = parse_table(text.encode(), file=file, name="table")
    lines = Lines(text)
    rows = text.split("\n")
    for row, replaces, serial in sorted(
        _edits(config, lines, serials), reverse=True, key=lambda edit: edit[0]
    ):
        if not replaces:
            indent = rows[row][: len(rows[row]) - len(rows[row].lstrip())]
            end = "\r" if rows[row].endswith("\r") else ""
            rows.insert(row + 1, f'{indent}serial = "{serial}"{end}')
        elif serial is None:
            del rows[row]
        else:
            rows[row] = _SERIAL.sub(rf"\g<1>\g<2>{serial}\g<2>", rows[row], count=1)
    written = "\n".join(rows)
    wanted = {node.name: serials.get(node.name, node.serial) for node in config.nodes}
    if _serials(written) != wanted:
        raise ConfigError(
            [
                f"{file}: its nodes cannot be read line by line; write a [[node]] for each, name and serial below it"
            ]
        )
    return written


def _serials(text: str) -> dict[str, str | None]:
    """The number of each node; none at all if this is no table."""
    try:
        return {node.name: node.serial for node in parse_table(text.encode(), file="", name="table").nodes}
    except ConfigError:
        return {}


def _edits(
    config: TableConfig, lines: Lines, serials: Mapping[str, str | None]
) -> Iterator[tuple[int, bool, str | None]]:
    """(row, whether a number stands there, number) of each node that has or gets one."""
    for index, node in enumerate(config.nodes):
        if node.name in serials and serials[node.name] != node.serial:
            key = "name" if node.serial is None else "serial"
            yield lines.line(("node", index, key)) - 1, node.serial is not None, serials[node.name]


def taken_from(config: TableConfig, serials: Mapping[str, str]) -> dict[str, str]:
    """The nodes that were left out and whose number is another one's now, each with the name of that one."""
    owners = {serial: name for name, serial in serials.items()}
    return {
        node.name: owners[node.serial.lower()]
        for node in config.nodes
        if node.name not in serials and node.serial is not None and node.serial.lower() in owners
    }


def write(path: Path, text: str, serials: Mapping[str, str | None]) -> None:
    """Write the file with these numbers, whole or not at all. Raises ConfigError, OSError."""
    written = with_serials(text, serials, str(path))
    write_file(path, written)
