"""Checks of column nodes: on USB, by their numbers, with the right files, over a cable that carries what is sent."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec

from signifer_core.json_values import Json
from signifer_drivers.node.health import meet
from signifer_drivers.node.host import Node
from signifer_drivers.node.results import SILENT
from signifer_drivers.readers.faults import CAUSES, NODE_AWAY, NODE_FILES

from signifer_firmware.config.entries import NODE, NodeConfig
from signifer_firmware.config.model import BUNDLED, TableConfig
from signifer_firmware.doctor.bench import Bench
from signifer_firmware.doctor.check import Check, Result, failed, passed
from signifer_firmware.nodes.files import firmware_number

from .system import PACKAGES, USERS

NODES = "nodes"
# So many turns of all its readers are asked for; of the frames so many may be spoilt.
TURNS = 12
SPOILT = 1
TURN_US = 2_000_000


def node_check(name: str) -> str:
    """What the check of a node is called."""
    return f"node {name}"


class NodeChecks:
    """The column nodes of a table; ``table`` is what it was called on the command line."""

    def __init__(self, config: TableConfig, bench: Bench, again: str, table: str) -> None:
        self._config = config
        self._bench = bench
        self._again = again
        self._table = table

    def checks(self) -> Iterator[Check]:
        """In the order of the table's file."""
        # Without pyserial nothing is known of any of them; what else is missing is nothing to them.
        needs = (USERS["dialout"], *([] if find_spec("serial") else [PACKAGES]))
        for node in self._config.nodes:
            yield Check(node_check(node.name), NODES, partial(self._node, node), needs)

    def _node(self, entry: NodeConfig) -> Result:
        boards = self._bench.boards()
        ports = {port.number: port.device for port in boards}
        if entry.number is None:
            if self._config.has_one_node and not ports:
                return failed(NODE_AWAY, "no board is on USB", CAUSES[NODE_AWAY].advice, "lsusb -d 2e8a:")
            if self._config.has_one_node and ports.keys() == {""}:
                first = boards[0].device
                return failed(
                    "node-other",
                    f"the board on USB, {first}, has no number as nodes have"
                    if len(boards) == 1
                    else f"{len(boards)} boards are on USB, and none has a number as nodes have",
                    "plug the node in instead, or put the node's files on this board",
                    f"signifer node install {first}",
                )
            return failed(
                "node-unassigned",
                "nobody has said which board it is",
                "plug its board in, and lay a card where you are told to",
                self._assign(entry),
            )
        device = ports.get(entry.number.hex())
        if device is None:
            return self._not_there(entry, ports)
        return self._met(entry, device)

    def _assign(self, entry: NodeConfig) -> str:
        """What assigns a board to a node; a bundled table is copied for it."""
        copy = " --copy table.toml" if self._table in BUNDLED else ""
        return f"signifer node assign {shlex.quote(self._table)}{copy} --node '{entry.name}'"

    def _not_there(self, entry: NodeConfig, ports: dict[str, str]) -> Result:
        known = {node.serial.lower() for node in self._config.nodes if node.serial}
        strange = sorted(number for number in ports if number and number not in known)
        if strange:
            return failed(
                "node-other",
                f"board {entry.serial} is not plugged in; {strange[0]} is, and belongs to no column",
                "plug its own board in, or give the column this one",
                self._assign(entry),
            )
        return failed(
            NODE_AWAY,
            f"no USB device has its number, {entry.serial}",
            CAUSES[NODE_AWAY].advice,
            "lsusb -d 2e8a:",
        )

    def _met(self, entry: NodeConfig, device: str) -> Result:
        node = self._bench.node(entry)
        meet(node, wait=self._bench.wait_us, now_us=self._bench.now_us)
        hello, health = node.hello, node.health
        if node.error is not None or hello is None or health is None:
            error = node.error
            cause = NODE_AWAY if error is None else error.cause
            detail = "it says nothing that helps" if error is None else error.detail
            return self._wrong(cause, f"{CAUSES[cause].name} ({detail})", entry, device)
        figures: dict[str, Json] = {"number": hello.serial.hex(), "files": hello.firmware, "port": device}
        if hello.firmware != firmware_number():
            seen = f"its files are of version {hello.firmware}, not {firmware_number()}"
            return failed(
                "node-old",
                seen,
                "put this program's files on it",
                f"signifer node install {device}",
                **figures,
            )
        readers = [reader for reader in self._config.readers if reader.driver == NODE]
        most = max(reader.chip_select for reader in readers if reader.node == entry.name)
        if most >= hello.readers:
            return self._wrong(
                NODE_FILES, f"it has {hello.readers} readers, the table {most + 1}", entry, device
            )
        return self._exercised(entry, node, device, figures)

    def _exercised(self, entry: NodeConfig, node: Node, device: str, figures: dict[str, Json]) -> Result:
        """Have all its readers visited again and again, and see what the cable does to it."""
        assert node.hello is not None
        began = node.starts
        for _ in range(TURNS):
            self._turn(node, node.hello.readers)
        meet(node, wait=self._bench.wait_us, now_us=self._bench.now_us)
        if node.error is not None:
            return self._wrong(node.error.cause, f"it went away ({node.error.detail})", entry, device)
        if node.starts > began:
            return failed(
                "node-restarts",
                "it started again while it was looked at",
                "check its supply: give the hub one of its own, and its readers a 3.3 V regulator",
                self._again.format(name=node_check(entry.name)),
                **figures,
            )
        spoilt = node.spoilt + (node.health.broken if node.health else 0)
        if spoilt > SPOILT:
            return failed(
                "node-cable",
                f"{spoilt} frames were spoilt in {TURNS} turns",
                "take a shorter or better USB cable, and keep it away from motors and chargers",
                self._again.format(name=node_check(entry.name)),
                **figures,
            )
        up_s = node.health.up_ms // 1000 if node.health else 0
        return passed(
            f"{device}, number {figures['number']}, files {figures['files']}, up {up_s} s",
            **figures,
            up_s=up_s,
        )

    def _turn(self, node: Node, readers: int) -> None:
        end_us = self._bench.now_us() + TURN_US
        while self._bench.now_us() < end_us:
            if node.is_ready and not node.is_busy:
                node.grant([(reader, ()) for reader in range(readers)])
                break
            self._bench.wait_us(1_000)
            node.step()
        while node.is_busy and self._bench.now_us() < end_us:
            self._bench.wait_us(1_000)
            node.step()
        node.take()

    def _wrong(self, cause: str, seen: str, entry: NodeConfig, device: str) -> Result:
        command = self._again.format(name=node_check(entry.name))
        if cause == NODE_FILES or SILENT in seen:
            command = f"signifer node install {device}"
        return failed(cause, seen, CAUSES[cause].advice, command)
