"""``signifer node``: install the files of column nodes, list the boards, assign them to columns."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from signifer_core.errors import ConfigError, DriverError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console
    from signifer_drivers.node.console import Line
    from signifer_drivers.node.host import Node
    from signifer_drivers.node.port import Stream
    from signifer_drivers.node.serial import UsbPort

    from signifer_firmware.config.model import TableConfig
    from signifer_firmware.nodes.install import Installed, Usb

FAILED = 1
Finish = Callable[[Callable[[], int]], NoReturn]

PORT_HELP = "A serial port like /dev/ttyACM0; the only board without it."
TABLE_HELP = "A table.toml: its names for the nodes."


class SystemUsb:
    """The serial ports of this computer, in its own time."""

    def __init__(self) -> None:
        from signifer_firmware.devices.build import MonotonicClock, sleep_us

        self._clock = MonotonicClock()
        self.wait_us = sleep_us

    def ports(self) -> list[UsbPort]:
        """See nodes.install.Usb."""
        from signifer_drivers.node.serial import usb_ports

        return usb_ports()

    def line(self, device: str) -> Line:
        """See nodes.install.Usb."""
        from signifer_drivers.node.serial import SerialLine

        return SerialLine(device)

    def stream(self, device: str) -> Stream:
        """See nodes.install.Usb."""
        from signifer_drivers.node.serial import SerialStream

        return SerialStream(device)

    def now_us(self) -> int:
        """See nodes.install.Usb."""
        return self._clock.now_us


def node_app(finish: Finish, usb: Callable[[], Usb] = SystemUsb) -> typer.Typer:
    """The commands; ``finish`` does the work and exits."""
    app = typer.Typer(
        name="node",
        help="Column nodes: boards on USB that read the table's columns.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )

    @app.command("install")
    def install_files(
        port: Annotated[str | None, typer.Argument(metavar="PORT", help=PORT_HELP)] = None,
        every: Annotated[bool, typer.Option("--all", help="All boards that are plugged in.")] = False,
    ) -> None:
        """Put the node's files of this version on a board that has MicroPython.

        Only what differs is copied. Whatever goes wrong, the same command mends it.
        """
        finish(lambda: install_on(usb(), port, every, _console()))

    @app.command("list")
    def list_boards(
        table: Annotated[str | None, typer.Option(metavar="TABLE", help=TABLE_HELP)] = None,
    ) -> None:
        """List the boards that are plugged in: number, version, name, and how each fares."""
        finish(lambda: listed(usb(), table, _console()))

    @app.command("assign")
    def assign_boards(
        table: Annotated[
            str, typer.Argument(metavar="TABLE", help="A table.toml, or a bundled table with --copy.")
        ],
        copy: Annotated[
            Path | None,
            typer.Option(metavar="FILE", help="Copy the table to this new file, and write there."),
        ] = None,
        only: Annotated[
            list[str] | None, typer.Option("--node", metavar="NAME", help="This node alone.")
        ] = None,
    ) -> None:
        """Find out which board is at which column: lay a card where it says, one after the other.

        The numbers are written into the file in the end, all at once; Ctrl-C before that changes nothing.
        """
        finish(lambda: assigned(usb(), table, copy, only or [], _console()))

    return app


def _console() -> Console:
    from signifer_firmware.files.console import PlainConsole

    return PlainConsole(sys.stdout)


def install_on(usb: Usb, device: str | None, every: bool, console: Console) -> int:
    """Install on one board, or on all; the exit status."""
    failed = False
    for port in _chosen(usb, device, every):
        try:
            done = _installed(usb, port, console)
        except DriverError as error:
            if not every:
                raise
            failed = True
            console.print(str(error), markup=False)
            continue
        what = f"{len(done.copied)} files copied" if done.copied else "all files were there"
        console.print(f"{port.device}: node {done.number}, version {done.firmware}; {what}")
    return FAILED if failed else 0


def _installed(usb: Usb, port: UsbPort, console: Console) -> Installed:
    """Install on one board, with a bar that goes when that is over. A bar that is disabled is none for every rich: that
    of 13 ends with an empty line."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    from signifer_firmware.nodes.install import install

    if not console.is_terminal:
        return install(usb, port)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(port.device, total=None)
        return install(
            usb,
            port,
            lambda path, size, total: bar.update(task, description=path, completed=size, total=total),
        )


def _chosen(usb: Usb, device: str | None, every: bool) -> list[UsbPort]:
    from signifer_drivers.node.serial import UsbPort

    ports = usb.ports()
    if device is not None:
        if every:
            raise ConfigError(["say a port or --all, not both"])
        return [next((port for port in ports if port.device == device), UsbPort(device, ""))]
    if not ports:
        from signifer_firmware.nodes.install import UF2

        raise DriverError(
            f"no board is plugged in; one without MicroPython is a drive and no port: first copy {UF2} onto it"
        )
    if len(ports) > 1 and not every:
        raise ConfigError(
            [
                f"there are {len(ports)} boards: say --all, or one of {', '.join(port.device for port in ports)}"
            ]
        )
    return ports


def _nodes(usb: Usb, names: dict[str, str]) -> dict[str, Node]:
    """A node for each board, by its number; boards without one go by their port."""
    from functools import partial

    from signifer_drivers.node.host import Node

    return {
        port.number or port.device: Node(
            names.get(port.number, port.device),
            partial(usb.stream, port.device),
            now_us=usb.now_us,
            diagnosing=False,
        )
        for port in usb.ports()
    }


def _names(config: TableConfig | None) -> dict[str, str]:
    """The table's name for each number."""
    return {} if config is None else {node.serial.lower(): node.name for node in config.nodes if node.serial}


def listed(usb: Usb, table: str | None, console: Console) -> int:
    """List the boards; the exit status is 1 if one of the table's nodes is missing, or one does not answer."""
    from signifer_drivers.node.health import health_lines, meet

    from signifer_firmware.config.model import load_table
    from signifer_firmware.nodes.files import firmware_number

    config = None if table is None else load_table(table)
    names = _names(config)
    nodes = _nodes(usb, names)
    status = 0
    for port in usb.ports():
        node = nodes[port.number or port.device]
        meet(node, wait=usb.wait_us, now_us=usb.now_us)
        zones = None
        if config is not None and port.number in names:
            zones = {
                reader.chip_select: reader.name
                for reader in config.readers
                if reader.node == names[port.number]
            }
        _print(console, health_lines(node, zones))
        console.print(
            f"  port {port.device}{'' if not config or port.number in names else ', not in the table'}"
        )
        if node.hello is None:
            status = FAILED
        elif node.hello.firmware != firmware_number():
            console.print(
                f"  its files are not of this version, {firmware_number()}: signifer node install {port.device}"
            )
        node.close()
    missing = [f"{name} (number {number})" for number, name in names.items() if number not in nodes]
    unassigned = [] if config is None else [node.name for node in config.nodes if not node.serial]
    _print(console, [f"missing: {', '.join(missing)}"] if missing else [])
    _print(console, [f"not assigned yet: {', '.join(unassigned)}"] if unassigned else [])
    if not nodes:
        console.print("no board is plugged in")
    return FAILED if missing else status


def _print(console: Console, lines: Iterable[str]) -> None:
    for line in lines:
        console.print(line, markup=False, soft_wrap=True)


def assigned(
    usb: Usb,
    table: str,
    copy: Path | None,
    only: list[str],
    console: Console,
    skipped: Callable[[], bool] | None = None,
) -> int:
    """Assign and write; the exit status is 1 if nothing was assigned. KeyboardInterrupt: nothing was written."""
    from signifer_firmware.config.model import load_table
    from signifer_firmware.nodes.assign import (
        Assignment,
        Boards,
        check_file,
        own_file,
        taken_from,
        text_of,
        write,
    )

    file = own_file(table, copy)
    config = load_table(table)
    _check_named(table, config, only)
    check_file(table)
    boards = Boards(_nodes(usb, {}))
    if not boards.nodes:
        raise DriverError("no board is plugged in")
    steps = Assignment(
        config,
        boards,
        lambda line: _print(console, [line]),
        usb.now_us,
        usb.wait_us,
        skipped or _enter_pressed,
    )
    try:
        serials = steps.run(only)
    except KeyboardInterrupt:
        console.print(f"\nended; nothing was written to {file}", markup=False)
        raise
    finally:
        for node in boards.nodes.values():
            node.close()
    if not serials:
        console.print(f"nothing was found, nothing was written to {file}", markup=False)
        return FAILED
    others = taken_from(config, serials)
    write(file, text_of(table), {**serials, **dict.fromkeys(others)})
    lines = [
        f"{name} has no number any more: it was that of the board of {owner}"
        for name, owner in others.items()
    ]
    numbers = ", ".join(f"{name} {number}" for name, number in serials.items())
    _print(console, [*lines, f"written to {file}: {numbers}"])
    return 0


def _check_named(table: str, config: TableConfig, only: list[str]) -> None:
    """ConfigError if the table has no nodes, or none of a name in ``only``."""
    if not config.nodes:
        raise ConfigError([f"{table}: it has no column nodes, so there is nothing to assign"])
    names = [node.name for node in config.nodes]
    unknown = [f'"{name}"' for name in only if name not in names]
    if unknown:
        raise ConfigError([f"{table}: no node {', '.join(unknown)}; its nodes: {', '.join(names)}"])


def _enter_pressed() -> bool:
    """Whether a line has been entered since the last call; never waits."""
    if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
        return False
    sys.stdin.readline()
    return True
