"""``signifer doctor``: checks, a watched part, a soak, maps and modules, told in the terminal."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from signifer_core.errors import ConfigError, DriverError

from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.devices.linux import with_its_board
from signifer_firmware.doctor.bench import Bench, Nobody, People, PiBench
from signifer_firmware.doctor.checks.readers import probe_of
from signifer_firmware.doctor.terminal import TerminalPeople
from signifer_firmware.files.console import PlainConsole
from signifer_firmware.storage.state_folder import STORE

from .installed import record_folder

if TYPE_CHECKING:
    from signifer_firmware.config.measured_file import Rows
    from signifer_firmware.devices.virtual import VirtualTable


@dataclass(frozen=True)
class Options:
    """What was said on the command line."""

    table: str
    as_json: bool = False
    only: tuple[str, ...] = ()
    cards: int | None = None
    wait_s: float = 15.0
    asks: bool = True
    store: Path | None = None
    is_virtual: bool = False
    faults: tuple[str, ...] = ()
    language: str = "en"
    by_hand: bool = False
    root: Path = Path("/")


@dataclass(frozen=True)
class Opened:
    """The devices, the table with its nodes' numbers, the file of its record, and how many cards lie on each reader."""

    bench: Bench
    config: TableConfig
    store: Path
    cards: int | None


def checked(options: Options) -> int:
    """Do all checks; the exit status. ConfigError for what cannot be meant."""
    from signifer_firmware.doctor.run import all_checks, as_json, checked_names, reported
    from signifer_firmware.i18n.words import LANGUAGES, words_of

    _by_hand_is_virtual(options)
    if options.language not in LANGUAGES:
        raise ConfigError([f"--language {options.language}: say {', '.join(LANGUAGES)}"])
    words = words_of(options.language)
    console = PlainConsole(sys.stdout)
    with _opened(options, load_table(options.table), console) as at:
        checks = all_checks(
            at.config,
            at.bench,
            table=options.table,
            store=at.store,
            cards=at.cards,
            wait_s=options.wait_s,
            is_virtual=options.is_virtual,
        )
        checked_names(checks, options.only)
        if options.as_json:
            return as_json(
                checks,
                options.only,
                sys.stdout,
                table=options.table,
                is_virtual=options.is_virtual,
                words=words,
            )
        try:
            return reported(checks, options.only, console, words)
        except KeyboardInterrupt:
            console.print("\nended; all fields are off, nothing was changed")
            raise


def watched(options: Options, part: str, for_us: int | None) -> int:
    """Watch one part; 1 if it ever failed."""
    from signifer_firmware.doctor.watch import Look, line, looker, summary, watch

    _faults_are_virtual(options)
    console = PlainConsole(sys.stdout)
    with _opened(options, load_table(options.table), console) as at:
        _free_of_service(at.bench)
        look = looker(at.config, at.bench, part)

        def tell(at_us: int, found: Look) -> None:
            style = "" if found.is_well else "bold red"
            console.print(line(at_us, found), style=style, markup=False, highlight=False, soft_wrap=True)
            if not found.is_well and console.is_terminal:
                console.bell()

        console.print(f"{part}: wiggle its leads and plugs, one by one; Ctrl-C ends it", style="bold")
        began_us = at.bench.now_us()
        found = watch(look, at.bench, tell, for_us=for_us)
        console.print(summary(found, at.bench.now_us() - began_us), soft_wrap=True)
    return int(found.failed > 0)


def soaked(options: Options, for_us: int) -> int:
    """Print the report of a soak; 1 if anything was not well."""
    from signifer_firmware.doctor.soak import soak
    from signifer_firmware.doctor.soak_report import report

    _by_hand_is_virtual(options)
    console = PlainConsole(sys.stdout)
    with _opened(options, load_table(options.table), console) as at:
        _free_of_service(at.bench)
        found = soak(
            at.config, at.bench, for_us, lambda text: console.print(text, style="dim"), wait_s=options.wait_s
        )
        console.print()
        for line in report(at.config, at.bench.facts, found, is_virtual=options.is_virtual):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    return int(not found.is_well)


def mapped(options: Options, place: str | None, export: Path | None = None) -> int:
    """Print a map, and write that of one antenna to ``export``; 1 if a reader failed, or nobody was there to lay
    cards."""
    from signifer_firmware.doctor.map import (
        antenna_lines,
        asked_rates,
        legend,
        rate_or_why,
        table_lines,
        virtual_lines,
        virtual_rates,
    )

    _faults_are_virtual(options)
    config = load_table(options.table)
    console = PlainConsole(sys.stdout)
    chosen = next((reader for reader in config.readers if reader.name == place), None)
    if place is not None and chosen is None:
        places = ", ".join(reader.name for reader in config.readers)
        raise ConfigError([f'{options.table}: no reader at "{place}"; choose one of {places}'])
    if export is not None and chosen is None:
        raise ConfigError(["--export writes the map of one antenna: say which with --reader"])
    if chosen is not None and options.is_virtual:
        found = virtual_rates(chosen.gain_db, chosen.field)
        for line in virtual_lines(chosen.gain_db, chosen.field, found):
            console.print(line, soft_wrap=True)
        if export is not None:
            # Squared up as on the map no cards lie in a zone.
            _export(export, {1: found[1]}, chosen.name)
        return 0
    with _opened(options, config, console) as at:
        if chosen is None:
            rates = rate_or_why(lambda reader: probe_of(at.config, at.bench, reader))
            shown = list(table_lines(at.config, rates))
        else:
            probe = probe_of(at.config, at.bench, chosen)
            laid = asked_rates(probe, chosen.name, lambda text: _laid(text, console))
            shown = [*antenna_lines(laid), legend()]
            if export is not None:
                _export(export, {1: laid}, chosen.name)
        for line in shown:
            console.print(line, soft_wrap=True)
    return int(any(line.style == "red" for line in shown))


def _export(path: Path, maps: Mapping[int, Rows], reader: str) -> None:
    from signifer_firmware.config.measured_file import measured_of, text_of
    from signifer_firmware.files.writing import write

    try:
        write(path, text_of(measured_of(maps), reader))
    except OSError as error:
        raise ConfigError([f"{path}: cannot be written ({error.strerror}); name another file"]) from None


def examined(options: Options, place: str | None) -> int:
    """Say what a module is worth; 1 if something speaks against it, or nobody held a tag."""
    from signifer_firmware.doctor.module import VirtualHand, chosen, examine, lines
    from signifer_firmware.doctor.virtual import VirtualBench

    _faults_are_virtual(options)
    config = load_table(options.table)
    console = PlainConsole(sys.stdout)
    chosen(config.readers, place, options.table)
    with _opened(options, config, console) as at:
        _free_of_service(at.bench)
        reader = chosen(at.config.readers, place, options.table)
        ask = (
            VirtualHand(at.bench, reader)
            if isinstance(at.bench, VirtualBench)
            else lambda text: _laid(text, console)
        )
        probe = probe_of(at.config, at.bench, reader)
        found = examine(probe, reader, ask, lambda: milliamperes(console))
        for line in lines(reader.name, found):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    return int(bool(found.faults) or not found.was_tried)


def milliamperes(console: PlainConsole) -> float | None:
    """What somebody has read from the meter; None for nothing, asked again for what is no number."""
    while True:
        console.print("how many mA did it show? Enter: not measured: ", end="", style="cyan", highlight=False)
        text = sys.stdin.readline().strip().removesuffix("mA").strip().replace(",", ".")
        if not text:
            return None
        if text.replace(".", "", 1).isdecimal():
            return float(text)


def _laid(text: str, console: PlainConsole) -> bool:
    """Whether somebody has laid the card there. ConfigError where nobody can be asked."""
    if not sys.stdin.isatty():
        raise ConfigError(["somebody has to lay cards: say this at a terminal, or leave --reader out"])
    console.print(f"{text}, then Enter; s and Enter skips it: ", end="", style="cyan", highlight=False)
    return sys.stdin.readline().strip().lower() != "s"


def _by_hand_is_virtual(options: Options) -> None:
    if (options.faults or options.by_hand) and not options.is_virtual:
        raise ConfigError(["--fault and --by-hand are for a virtual table: add --virtual"])


def _faults_are_virtual(options: Options) -> None:
    if options.faults and not options.is_virtual:
        raise ConfigError(["--fault is for a virtual table: add --virtual"])


def _free_of_service(bench: Bench) -> None:
    """DriverError while the table runs as a service, and has its devices for itself."""
    if bench.facts.service_runs():
        raise DriverError(
            "the table runs as a service, and has its devices for itself: sudo systemctl stop signifer"
        )


@contextmanager
def _opened(options: Options, config: TableConfig, console: PlainConsole) -> Iterator[Opened]:
    """The table, with files for the time being in a folder of its own; its devices are left as they were found."""
    with tempfile.TemporaryDirectory(prefix="signifer-doctor-") as folder:
        at = (
            _virtual(options, config, Path(folder), console)
            if options.is_virtual
            else _real(options, config, console)
        )
        try:
            yield at
        finally:
            at.bench.close()


def _real(options: Options, config: TableConfig, console: PlainConsole) -> Opened:
    asks = options.asks and sys.stdin.isatty() and sys.stdout.isatty()
    config = with_its_board(config)
    bench = PiBench(config, TerminalPeople(console, sys.stdin) if asks else Nobody(), options.root)
    given = options.store
    # Other commands take the file, too, and advice names it.
    store = given if given and given.is_file() else record_folder(given, options.table) / STORE
    return Opened(bench, config, store, options.cards)


def _virtual(options: Options, config: TableConfig, folder: Path, console: PlainConsole) -> Opened:
    # Nothing of a virtual table is loaded on a Pi.
    from signifer_firmware.doctor.faults import inject
    from signifer_firmware.doctor.virtual import CARDS, VirtualBench

    bench = VirtualBench(config, folder, people=_virtual_people(options, console), paced=options.by_hand)
    inject(bench, options.faults)
    return Opened(bench, bench.config, bench.store, options.cards or CARDS)


def _virtual_people(options: Options, console: PlainConsole) -> Callable[[VirtualTable], People]:
    from signifer_firmware.doctor.virtual import VirtualPeople

    if not options.asks:
        return lambda table: Nobody()
    if options.by_hand:
        return lambda table: TerminalPeople(console, sys.stdin, table.fingers.press)
    return VirtualPeople
