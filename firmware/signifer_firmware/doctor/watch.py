"""``signifer doctor --watch PART``: one part looked at again and again, while somebody wiggles its leads."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from signifer_core.errors import ConfigError, DriverError
from signifer_drivers.io.i2c import is_stuck
from signifer_drivers.io.screens import Screen
from signifer_drivers.node.health import meet
from signifer_drivers.readers.faults import CAUSES
from signifer_drivers.readers.faults import failed as failed_reader

from signifer_firmware.config.entries import NODE, ButtonConfig, NodeConfig, ReaderConfig, ScreenConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.linux import without_board

from .bench import Bench
from .checks.readers import probe_of
from .checks.screens import picture_of

# A finger cannot open and close a contact faster than is seen.
STEP_US = 20_000
# A node that lives answers within a fraction of it; what is pulled shall be told at once.
MEET_US = 300_000


@dataclass(frozen=True)
class Look:
    """One look at a part: whether all was well, and what was seen."""

    is_well: bool
    seen: str


@dataclass(frozen=True)
class Watched:
    """All looks together: how many there were, how many failed, how often it began to fail, and for how long at most
    it failed."""

    looks: int
    failed: int
    breaks: int
    longest_us: int


def looker(config: TableConfig, bench: Bench, part: str) -> Callable[[], Look]:
    """What looks at a part of the table: "reader 3 red", "screen 3 red", "node column 3" or "button dice". ConfigError
    for what it has not."""
    parts: dict[str, Callable[[], Callable[[], Look]]] = {}
    for reader in config.readers:
        parts[f"reader {reader.name}"] = partial(_reader, config, bench, reader)
    for screen in config.oleds:
        parts[f"screen {screen.place}"] = partial(_screen, bench, screen)
    for node in config.nodes:
        parts[f"node {node.name}"] = partial(_node, config, bench, node)
    for button in config.buttons:
        if button.name in config.keys:
            continue
        parts[f"button {button.name}"] = partial(_button, bench, button)
    if part not in parts:
        alike = [name for name in parts if name.split()[0] == part.partition(" ")[0]]
        choice = alike or dict.fromkeys(f"{name.split()[0]} ..." for name in parts)
        raise ConfigError([f'--watch: this table has no "{part}"; choose one of {", ".join(choice)}'])
    return parts[part]()


def watch(
    look: Callable[[], Look],
    bench: Bench,
    tell: Callable[[int, Look], None],
    *,
    for_us: int | None = None,
) -> Watched:
    """Look again and again, for so long or until somebody breaks it off with Ctrl-C. ``tell`` hears, with the us since
    the start, the first look and each that is not as the one before."""
    began_us = bench.now_us()
    looks = failed = breaks = longest_us = 0
    broke_us: int | None = None
    last: Look | None = None
    with suppress(KeyboardInterrupt):
        while for_us is None or bench.now_us() < began_us + for_us:
            found = look()
            now_us = bench.now_us()
            looks += 1
            failed += not found.is_well
            if found.is_well:
                broke_us = None
            else:
                if broke_us is None:
                    breaks += 1
                    broke_us = now_us
                longest_us = max(longest_us, now_us - broke_us + STEP_US)
            if found != last:
                tell(now_us - began_us, found)
                last = found
            bench.wait_us(STEP_US)
    return Watched(looks, failed, breaks, longest_us)


def line(at_us: int, look: Look) -> str:
    """What is said of a look."""
    return f"{at_us / 1_000_000:8.1f} s  {'ok  ' if look.is_well else 'FAIL'}  {look.seen}"


def summary(found: Watched, us: int) -> str:
    """What is said in the end, after so long."""
    head = f"{found.looks} looks in {us / 1_000_000:.1f} s"
    if not found.failed:
        return f"{head}, all of them well" if found.looks else "ended before the first look"
    times = "once" if found.breaks == 1 else f"{found.breaks} times"
    return (
        f"{head}; it broke {times}, in {found.failed} looks, for {found.longest_us / 1_000_000:.1f} s at most"
    )


# What looks at each kind of part


def _reader(config: TableConfig, bench: Bench, entry: ReaderConfig) -> Callable[[], Look]:
    probe = None
    version = 0

    def look() -> Look:
        nonlocal probe, version
        try:
            probe = probe or probe_of(config, bench, entry)
            if not version or entry.driver != NODE:
                # A node tells what its chips are twice a second only; each visit reads back what they were told.
                version = probe.begin()
            uids, garbled = probe.read()
        except OSError as error:
            version = 0
            fault = failed_reader(entry.name, error)
            detail = f" ({fault.detail})" if fault.detail else ""
            return Look(False, f"{CAUSES[fault.cause].name}{detail}")
        many = f"{len(uids)} tag{'' if len(uids) == 1 else 's'}"
        return Look(True, f"version {version:02X}, {many}{', and garbage' if garbled else ''}")

    return look


def _screen(bench: Bench, entry: ScreenConfig) -> Callable[[], Look]:
    screen: Screen | None = None

    def look() -> Look:
        nonlocal screen
        try:
            if screen is None:
                screen = Screen(
                    name=entry.place,
                    driver=entry.chip,
                    bus=bench.bus(entry),
                    address=entry.address,
                    rotate=entry.rotate,
                )
            screen.show(picture_of(entry))
            screen.check()
        except DriverError as error:
            if is_stuck(error):
                with suppress(OSError):
                    bench.free_screens(entry)
            return Look(False, str(error).rpartition(": ")[2])
        return Look(True, f"it shows its place at {entry.address:#04x}")

    return look


def _node(config: TableConfig, bench: Bench, entry: NodeConfig) -> Callable[[], Look]:
    spoilt = starts = 0

    def look() -> Look:
        nonlocal spoilt, starts
        if entry.number is None:
            return Look(False, without_board(config, entry.name, bench.boards))
        node = bench.node(entry)
        meet(node, wait=bench.wait_us, now_us=bench.now_us, us=MEET_US)
        if not node.is_there or node.hello is None:
            return Look(False, node.error.detail if node.error is not None else "it does not answer")
        before, spoilt = spoilt, node.spoilt + (node.health.broken if node.health else 0)
        began, starts = starts, node.starts
        if spoilt > before:
            return Look(False, f"{spoilt - before} frames were spoilt")
        if 0 < began < starts:
            return Look(False, "it started again")
        return Look(True, f"files {node.hello.firmware}, {node.hello.readers} chip selects")

    return look


def _button(bench: Bench, entry: ButtonConfig) -> Callable[[], Look]:
    presses = 0

    def look() -> Look:
        nonlocal presses
        try:
            buttons = bench.buttons()
        except DriverError as error:
            return Look(False, str(error))
        buttons.step(bench.now_us())
        presses += sum(gesture.buttons == (entry.name,) for gesture in buttons.take())
        if entry.name in buttons.stuck:
            return Look(False, f"GPIO {entry.gpio} is low")
        often = "" if not presses else ", pressed once" if presses == 1 else f", pressed {presses} times"
        return Look(True, f"GPIO {entry.gpio}{often}")

    return look
