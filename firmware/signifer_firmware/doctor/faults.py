"""Faults for `signifer doctor --virtual --fault`: at wires and in the air of twins, in the files of the Pi."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from textwrap import wrap
from typing import Literal

from signifer_core.errors import MOST_SAID, ConfigError, shortened
from signifer_drivers.virtual.oled import OledChip
from signifer_drivers.virtual.spi import VirtualSpiPort

from signifer_firmware.config.entries import NODE, ButtonConfig, ScreenConfig
from signifer_firmware.doctor.checks.screens import ADDRESSES
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.scripting.game import START
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.scripting.statements import Fault
from signifer_firmware.system.pi_files import FAULTS

from .virtual import VirtualBench, VirtualPeople

LITTLE_BYTES = 20_000_000
JUMP_US = 3_600_000_000
OTHER_FILES = 4711
# The words of faults are those of every game.
SCRIPT = f"game {DEFAULT_GAME}\nbegin {START}\n"


def inject(bench: VirtualBench, faults: Iterable[str]) -> None:
    """Make all that wrong; ConfigError for what this table cannot have."""
    wrong = [fault for fault in faults if not _is_made(bench, fault)]
    if wrong:
        kinds = ", ".join(
            (*FAULTS, *(" ".join(words) for words in _PARTS), *(" X ".join(ends) for ends in _PLACED))
        )
        raise ConfigError(
            [
                line
                for fault in wrong
                for line in wrap(
                    f"--fault {shortened(fault)}: this table cannot have that; say what stands behind the word fault "
                    f"in a table script (signifer script --help), or one of {kinds}",
                    MOST_SAID,
                )
            ]
        )


def _is_made(bench: VirtualBench, fault: str) -> bool:
    words = tuple(fault.split())
    if fault in FAULTS:
        return _of_files(bench, fault)
    if words in _PARTS:
        return _PARTS[words](bench)
    placed = _PLACED.get((words[0], words[-1])) if len(words) > 2 else None
    if placed is not None:
        return placed(bench, " ".join(words[1:-1]))
    return _of_script(bench, fault)


def _of_files(bench: VirtualBench, fault: str) -> bool:
    try:
        FAULTS[fault](bench.pi)
    except (ValueError, OSError, IndexError):
        return False
    if fault == "overlay silent":
        _all_buses(bench, "silent")
    return True


def _of_script(bench: VirtualBench, fault: str) -> bool:
    """A fault in the words of table scripts."""
    try:
        script = parse_script(f"{SCRIPT}fault {fault}\n", file="--fault")
    except ConfigError:
        return False
    table = bench.table
    there = {
        "reader": set(table.readers),
        "screen": set(table.screens),
        "node": {place for place in (*"12345", "pad red", "pad blue") if bench.config.nodes_at(place)},
    }
    said = next((each for each in script.statements if isinstance(each, Fault)), None)
    if said is None or said.place not in there[said.part]:
        return False
    table.fault(said.part, said.place, said.kind, said.percent)
    return True


# Mistakes at the wires of a reader


def _cross(port: VirtualSpiPort) -> None:
    port.fault = "miso-mosi"


def _unplug(port: VirtualSpiPort) -> None:
    port.fault = "unplug"


def _open_reset(port: VirtualSpiPort) -> None:
    port.reset_lead = "open"


def _pull_up_reset(port: VirtualSpiPort) -> None:
    port.reset_lead = "pulled-up"


# Whole parts


def _all_buses(bench: VirtualBench, kind: str) -> bool:
    for bus in bench.table.buses.values():
        bus.fault = "stuck" if kind == "stuck" else "silent"
    return bool(bench.table.buses)


def _deaf(bench: VirtualBench) -> bool:
    people = bench.people
    if not isinstance(people, VirtualPeople) or bench.table.ear is None:
        return False
    people.is_deaf = True
    return True


def _all_on_spi(mistake: Callable[[VirtualSpiPort], None], bench: VirtualBench) -> bool:
    """A mistake at the wires that all readers of the own bus share."""
    own = [bench.table.readers[reader.name].port for reader in bench.config.readers if reader.driver != NODE]
    for port in own:
        mistake(port)
    return bool(own)


def _jumping(bench: VirtualBench) -> bool:
    bench.jump_us = JUMP_US
    return True


def _full(bench: VirtualBench) -> bool:
    bench.free = LITTLE_BYTES
    return True


def _damaged(bench: VirtualBench) -> bool:
    bench.store.write_bytes(b"no store " * 500)
    return True


def _unwritable(bench: VirtualBench) -> bool:
    """Also for root, who may write anywhere: a file stands where the folder should be."""
    bench.store.parent.rmdir()
    bench.store.parent.write_text("no folder", encoding="utf-8")
    return True


_PARTS: dict[tuple[str, ...], Callable[[VirtualBench], bool]] = {
    ("mux", "silent"): lambda bench: _all_buses(bench, "silent"),
    ("mux", "stuck"): lambda bench: _all_buses(bench, "stuck"),
    ("spi", "miso-mosi"): partial(_all_on_spi, _cross),
    ("spi", "reset-open"): partial(_all_on_spi, _open_reset),
    ("buzzer", "unplug"): _deaf,
    ("clock", "jump"): _jumping,
    ("disk", "full"): _full,
    ("store", "damaged"): _damaged,
    ("store", "unwritable"): _unwritable,
}


# Parts at a place


def _old_files(bench: VirtualBench, column: str) -> bool:
    names = bench.config.nodes_at(column)
    bench.files |= dict.fromkeys(names, OTHER_FILES)
    return bool(names)


def _unassigned(bench: VirtualBench, column: str) -> bool:
    names = bench.config.nodes_at(column)
    nodes = tuple(
        node.model_copy(update={"serial": None}) if node.name in names else node
        for node in bench.config.nodes
    )
    bench.config = bench.config.model_copy(update={"nodes": nodes})
    return bool(names)


def _other_board(bench: VirtualBench, column: str) -> bool:
    names = bench.config.nodes_at(column)
    bench.foreign.update(names)
    return bool(names)


def _rebooting(bench: VirtualBench, column: str) -> bool:
    names = bench.config.nodes_at(column)
    bench.reboots.update(names)
    return bool(names)


def _readers_off(bench: VirtualBench, column: str) -> bool:
    """The board has power, its readers have none."""
    names = bench.config.nodes_at(column)
    for reader in bench.config.readers:
        if reader.node in names and reader.driver == NODE:
            _unplug(bench.table.readers[reader.name].port)
    return bool(names)


def _stuck_channel(kind: Literal["stuck", "held"], bench: VirtualBench, place: str) -> bool:
    entry = _entry(bench, place)
    if entry is not None:
        bench.table.buses[entry.i2c_channel].fault = kind
    return entry is not None


def _loose_screen(bench: VirtualBench, place: str) -> bool:
    chip = bench.table.screens.get(place)
    if chip is not None:
        chip.fault = "unplug"
    return chip is not None


def _crossed_screen(bench: VirtualBench, place: str) -> bool:
    chip = bench.table.screens.get(place)
    if chip is not None:
        chip.fault = "sda-scl"
    return chip is not None


def _entry(bench: VirtualBench, place: str) -> ScreenConfig | None:
    return next((screen for screen in bench.config.oleds if screen.place == place), None)


def _other_address(bench: VirtualBench, place: str) -> bool:
    """Its resistor is where that of the other address should be."""
    entry = _entry(bench, place)
    if entry is not None:
        other = next(address for address in ADDRESSES if address != entry.address)
        bench.table.buses[entry.i2c_channel].move(bench.table.screens[place], other)
    return entry is not None


def _silent_channel(bench: VirtualBench, place: str) -> bool:
    entry = _entry(bench, place)
    if entry is not None:
        bench.table.buses[entry.i2c_channel].fault = "silent"
    return entry is not None


def _exchanged_channels(bench: VirtualBench, place: str) -> bool:
    """Its plug and that of the next channel that has screens at the same addresses."""
    entry = _entry(bench, place)
    if entry is None:
        return False
    addresses: dict[int, set[int]] = {}
    for screen in bench.config.oleds:
        addresses.setdefault(screen.i2c_channel, set()).add(screen.address)
    alike = [each for each, there in addresses.items() if there == addresses[entry.i2c_channel]]
    other = next((channel for channel in alike if channel > entry.i2c_channel), None)
    if other is not None:
        bench.table.buses[entry.i2c_channel].exchange(bench.table.buses[other])
    return other is not None


def _other_driver(bench: VirtualBench, place: str) -> bool:
    """The module has another chip than the table's file says: what is shown stands two columns off."""
    entry = _entry(bench, place)
    if entry is None:
        return False
    chip = OledChip("ssd1306" if entry.driver == "sh1106" else "sh1106")
    bench.table.buses[entry.i2c_channel].replace(bench.table.screens[place], chip)
    bench.table.screens[place] = chip
    return True


def _loose(part: Literal["reader", "screen"], bench: VirtualBench, place: str) -> bool:
    """A contact of its plug: for `signifer doctor --watch`."""
    twin: VirtualSpiPort | OledChip | None = bench.table.screens.get(place)
    if part == "reader":
        twin = bench.table.readers[place].port if place in bench.table.readers else None
    if twin is None:
        return False

    def moved(is_open: bool) -> None:
        twin.fault = "unplug" if is_open else None

    bench.loose.append(moved)
    return True


def _loose_cable(bench: VirtualBench, column: str) -> bool:
    nodes = [bench.table.nodes[name] for name in bench.config.nodes_at(column)]

    def moved(is_open: bool) -> None:
        for node in nodes:
            (node.unplug if is_open else node.plug)()

    bench.loose.append(moved)
    return bool(nodes)


def _button(bench: VirtualBench, name: str) -> ButtonConfig | None:
    wired = (button for button in bench.config.buttons if button.name in bench.config.pins)
    return next((button for button in wired if button.name == name), None)


def _stuck_button(bench: VirtualBench, name: str) -> bool:
    button = _button(bench, name)
    if button is not None:
        bench.table.pins.pin(button.gpio).drive_low()
    return button is not None


def _loose_button(bench: VirtualBench, name: str) -> bool:
    people = bench.people
    if not isinstance(people, VirtualPeople) or _button(bench, name) is None:
        return False
    people.deaf_to.add(name)
    return True


def _exchanged_buttons(bench: VirtualBench, name: str) -> bool:
    """Its lead and that of the next button in the table's file."""
    people = bench.people
    names = list(bench.config.pins)
    if not isinstance(people, VirtualPeople) or name not in names[:-1]:
        return False
    other = names[names.index(name) + 1]
    people.presses |= {name: other, other: name}
    return True


def _wired(mistake: Callable[[VirtualSpiPort], None], bench: VirtualBench, place: str) -> bool:
    twin = bench.table.readers.get(place)
    if twin is not None:
        mistake(twin.port)
    return twin is not None


def _exchanged_readers(bench: VirtualBench, place: str) -> bool:
    """Its plug and that of the next reader of the same bus."""
    by_zone = {reader.name: reader for reader in bench.config.readers}
    zones = [zone for zone in by_zone if place in by_zone and by_zone[zone].node == by_zone[place].node]
    if place not in zones[:-1]:
        return False
    one, other = (bench.table.readers[zone].port for zone in (place, zones[zones.index(place) + 1]))
    one.chip, other.chip = other.chip, one.chip
    return True


def _counterfeit(bench: VirtualBench, place: str) -> bool:
    twin = bench.table.readers.get(place)
    if twin is not None:
        twin.chip.counterfeit = True
    return twin is not None


_PLACED: dict[tuple[str, str], Callable[[VirtualBench, str], bool]] = {
    ("node", "files"): _old_files,
    ("node", "unassigned"): _unassigned,
    ("node", "other"): _other_board,
    ("node", "reboot"): _rebooting,
    ("node", "readers-off"): _readers_off,
    ("node", "loose"): _loose_cable,
    ("reader", "loose"): partial(_loose, "reader"),
    ("screen", "loose"): partial(_loose, "screen"),
    ("screen", "stuck"): partial(_stuck_channel, "stuck"),
    ("screen", "held"): partial(_stuck_channel, "held"),
    ("screen", "unplug"): _loose_screen,
    ("screen", "sda-scl"): _crossed_screen,
    ("screen", "address"): _other_address,
    ("screen", "channel"): _silent_channel,
    ("screen", "exchanged"): _exchanged_channels,
    ("screen", "driver"): _other_driver,
    ("button", "stuck"): _stuck_button,
    ("button", "unplug"): _loose_button,
    ("button", "exchanged"): _exchanged_buttons,
    ("reader", "counterfeit"): _counterfeit,
    ("reader", "miso-mosi"): partial(_wired, _cross),
    ("reader", "reset-open"): partial(_wired, _open_reset),
    ("reader", "reset-pulled-up"): partial(_wired, _pull_up_reset),
    ("reader", "exchanged"): _exchanged_readers,
}
