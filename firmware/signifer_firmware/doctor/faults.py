"""Faults for `signifer doctor --virtual --fault`: at wires and in the air of twins, in the files of the Pi."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from signifer_core.errors import ConfigError

from signifer_firmware.config.entries import ButtonConfig
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
                f"--fault {fault}: this table cannot have that; say what stands behind the word fault in a table "
                f"script (signifer script --help), or one of {kinds}"
                for fault in wrong
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
        "node": {column for column in "12345" if bench.config.nodes_at(column)},
    }
    said = next((each for each in script.statements if isinstance(each, Fault)), None)
    if said is None or said.place not in there[said.part]:
        return False
    table.fault(said.part, said.place, said.kind, said.percent)
    return True


# Whole parts


def _all_buses(bench: VirtualBench, kind: str) -> bool:
    for bus in bench.table.buses.values():
        bus.fault = "stuck" if kind == "stuck" else "silent"
    return bool(bench.table.buses)


def _deaf(bench: VirtualBench) -> bool:
    people = bench.people
    if not isinstance(people, VirtualPeople) or bench.table.ear is None:
        return False
    people.hears = False
    return True


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


def _stuck_channel(bench: VirtualBench, place: str) -> bool:
    entry = next((screen for screen in bench.config.screens if screen.place == place), None)
    if entry is not None:
        bench.table.buses[entry.i2c_channel].fault = "stuck"
    return entry is not None


def _loose_screen(bench: VirtualBench, place: str) -> bool:
    chip = bench.table.screens.get(place)
    if chip is not None:
        chip.fault = "unplug"
    return chip is not None


def _button(bench: VirtualBench, name: str) -> ButtonConfig | None:
    return next((button for button in bench.config.buttons if button.name == name), None)


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
    ("screen", "stuck"): _stuck_channel,
    ("screen", "unplug"): _loose_screen,
    ("button", "stuck"): _stuck_button,
    ("button", "unplug"): _loose_button,
    ("reader", "counterfeit"): _counterfeit,
}
