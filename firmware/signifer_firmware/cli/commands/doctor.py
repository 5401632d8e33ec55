"""``signifer doctor``: what is wrong with a table, from the kernel to the cards."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer
from signifer_core.errors import ConfigError, DriverError

from .common import SERVICE_STATE, finish

if TYPE_CHECKING:
    from rich.console import Console

    from signifer_firmware.config.model import TableConfig
    from signifer_firmware.devices.virtual import VirtualTable
    from signifer_firmware.doctor.bench import Bench, People

doctor = typer.Typer(
    help="Find out what is wrong with a table, from the kernel to the cards (docs/doctor.md).",
    invoke_without_command=True,
    rich_markup_mode=None,
)
TABLE_HELP = (
    "A table.toml or a bundled table; without it /etc/signifer/table.toml if there is one, else standard."
)
INSTALLED = Path("/etc/signifer/table.toml")
UNITS_S = {"s": 1, "m": 60, "h": 3600}
MOST_S = 86_400

# The options of `check`.
Table = Annotated[str | None, typer.Option(metavar="TABLE", help=TABLE_HELP, show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object; nobody is asked anything.")]
Only = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help='The checks whose names begin so: "reader 3", "button".'),
]
Cards = Annotated[
    int | None,
    typer.Option(min=1, max=8, help="So many cards lie on each reader, staggered.", show_default=False),
]
WaitS = Annotated[float, typer.Option(min=0.1, max=600, help="Seconds that a press is waited for.")]
Ask = Annotated[bool, typer.Option("--ask/--no-ask", help="Have buttons pressed, and the buzzer heard.")]
InLanguage = Annotated[str, typer.Option(help="In which it says what to do: en, fr or de.")]
Store = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Where the record is kept, as in signifer run.", show_default=False),
]
OnVirtual = Annotated[
    bool, typer.Option("--virtual", help="On a virtual table with two cards on each reader.")
]
Faults = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FAULT", help='What is wrong with the virtual table: "reader 3 red held", "spi off".'
    ),
]
ByHand = Annotated[
    bool, typer.Option("--by-hand", help="You press the virtual buttons, by keys, in real time.")
]
Watch = Annotated[
    str | None,
    typer.Option(
        metavar="PART",
        help='Look at one part again and again, while you wiggle its leads: "reader 3 red". Ctrl-C ends it.',
        show_default=False,
    ),
]
ForTime = Annotated[
    str | None,
    typer.Option("--for", metavar="TIME", help="Watch for so long: 30s, 10m.", show_default=False),
]
Soak = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help="Read cards at rest for so long (10m), then ask for lifts and try each gain: a report to paste.",
        show_default=False,
    ),
]
Root = Annotated[Path, typer.Option(metavar="DIR", help="Where the system's files are.", hidden=True)]


@doctor.callback()
def check(
    context: typer.Context,
    table: Table = None,
    json: AsJson = False,
    only: Only = None,
    cards: Cards = None,
    wait: WaitS = 15.0,
    ask: Ask = True,
    language: InLanguage = "en",
    store: Store = None,
    virtual: OnVirtual = False,
    fault: Faults = None,
    by_hand: ByHand = False,
    watch: Watch = None,
    for_time: ForTime = None,
    soak: Soak = None,
    root: Root = Path("/"),
) -> None:
    """Find out what is wrong with a table, from the kernel to the cards.

    Exit status: 0 if nothing is, 1 if a check failed, 2 if it cannot begin. The table must not run meanwhile.
    """
    if context.invoked_subcommand is not None:
        return

    options = Options(
        table=(table or "standard") if virtual else chosen_table(table),
        as_json=json,
        only=tuple(only or ()),
        cards=cards,
        wait_s=wait,
        asks=ask and not json,
        store=store,
        is_virtual=virtual,
        faults=tuple(fault or ()),
        language=language,
        by_hand=by_hand or bool(watch and for_time is None),
        root=root,
    )
    if watch is not None:
        finish(lambda: _watched(options, watch, None if for_time is None else us_of("--for", for_time)))
    if soak is not None:
        finish(lambda: _soaked(options, us_of("--soak", soak)))
    finish(lambda: _checked(options) if for_time is None else _without_watch())


@doctor.command("map")
def read_map(
    table: Table = None,
    reader: Annotated[
        str | None,
        typer.Option(metavar="PLACE", help='Nine positions over this one: "3 red".', show_default=False),
    ] = None,
    virtual: Annotated[bool, typer.Option("--virtual", help="On a virtual table.")] = False,
    fault: Annotated[
        list[str] | None, typer.Option(metavar="FAULT", help="What is wrong with the virtual table.")
    ] = None,
) -> None:
    """Show how much of what lies there is read: on every reader, or at nine positions over one.

    Lay the cards on first, and do not play meanwhile.
    """
    options = Options(
        table=(table or "standard") if virtual else chosen_table(table),
        is_virtual=virtual,
        faults=tuple(fault or ()),
    )
    finish(lambda: _mapped(options, reader))


@doctor.command("module")
def reader_module(
    table: Table = None,
    reader: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE", help='The reader on which the module hangs: "1 red".', show_default=False
        ),
    ] = None,
    virtual: Annotated[bool, typer.Option("--virtual", help="On a virtual table.")] = False,
    fault: Annotated[
        list[str] | None, typer.Option(metavar="FAULT", help="What is wrong with the virtual table.")
    ] = None,
) -> None:
    """Find out whether a reader module is good enough, before it is built in: with a lone tag, a ruler and an ammeter.

    Exit status: 0 if it is, 1 if something speaks against it or nobody tried, 2 if it cannot begin.
    """
    options = Options(
        table=(table or "standard") if virtual else chosen_table(table),
        is_virtual=virtual,
        faults=tuple(fault or ()),
    )
    finish(lambda: _module(options, reader))


def chosen_table(given: str | None) -> str:
    """The table that is meant: the one that was said, else the installed one, else the bundled standard table."""
    return given or (str(INSTALLED) if INSTALLED.exists() else "standard")


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


def _checked(options: Options) -> int:
    """Do it all; the exit status. ConfigError for what cannot be meant."""
    from signifer_firmware.config.model import load_table
    from signifer_firmware.doctor.run import all_checks, as_json, checked_names, reported
    from signifer_firmware.i18n.words import LANGUAGES, words_of

    if (options.faults or options.by_hand) and not options.is_virtual:
        raise ConfigError(["--fault and --by-hand are for a virtual table: add --virtual"])
    if options.language not in LANGUAGES:
        raise ConfigError([f"--language {options.language}: say {', '.join(LANGUAGES)}"])
    words = words_of(options.language)
    config = load_table(options.table)
    console = console_of(sys.stdout)
    with tempfile.TemporaryDirectory(prefix="signifer-doctor-") as folder, ExitStack() as stack:
        bench, config, store, cards = _bench(options, config, Path(folder), console)
        stack.callback(bench.close)
        checks = all_checks(
            config,
            bench,
            table=options.table,
            store=store,
            cards=cards,
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


def _without_watch() -> int:
    raise ConfigError(["--for says how long to watch: add --watch with a part, or leave it out"])


def us_of(option: str, text: str) -> int:
    """A time like "90s", "10m" or "1h". Raises ConfigError."""
    number, unit = text[:-1], UNITS_S.get(text[-1:], 0)
    if not unit or not number.isdecimal() or not 0 < int(number) * unit <= MOST_S:
        raise ConfigError([f"{option} {text}: say a time like 30s, 10m or 2h, a day at most"])
    return int(number) * unit * 1_000_000


def _watched(options: Options, part: str, for_us: int | None) -> int:
    """Watch one part; 1 if it ever failed."""
    from signifer_firmware.config.model import load_table
    from signifer_firmware.doctor.watch import Look, line, looker, summary, watch

    if options.faults and not options.is_virtual:
        raise ConfigError(["--fault is for a virtual table: add --virtual"])
    config = load_table(options.table)
    console = console_of(sys.stdout)
    with tempfile.TemporaryDirectory(prefix="signifer-doctor-") as folder, ExitStack() as stack:
        bench, config, _, _ = _bench(options, config, Path(folder), console)
        stack.callback(bench.close)
        _free_of_service(bench)
        look = looker(config, bench, part)

        def tell(at_us: int, found: Look) -> None:
            style = "" if found.is_well else "bold red"
            console.print(line(at_us, found), style=style, markup=False, highlight=False, soft_wrap=True)
            if not found.is_well and console.is_terminal:
                console.bell()

        console.print(f"{part}: wiggle its leads and plugs, one by one; Ctrl-C ends it", style="bold")
        began_us = bench.now_us()
        found = watch(look, bench, tell, for_us=for_us)
        console.print(summary(found, bench.now_us() - began_us), soft_wrap=True)
    return int(found.failed > 0)


def _soaked(options: Options, for_us: int) -> int:
    """Print the report of a soak; 1 if anything was not well."""
    from signifer_firmware.config.model import load_table
    from signifer_firmware.doctor.soak import soak
    from signifer_firmware.doctor.soak_report import report

    if (options.faults or options.by_hand) and not options.is_virtual:
        raise ConfigError(["--fault and --by-hand are for a virtual table: add --virtual"])
    config = load_table(options.table)
    console = console_of(sys.stdout)
    with tempfile.TemporaryDirectory(prefix="signifer-doctor-") as folder, ExitStack() as stack:
        bench, config, _, _ = _bench(options, config, Path(folder), console)
        stack.callback(bench.close)
        _free_of_service(bench)
        found = soak(
            config, bench, for_us, lambda text: console.print(text, style="dim"), wait_s=options.wait_s
        )
        console.print()
        for line in report(config, bench.facts, found, is_virtual=options.is_virtual):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    return int(not found.is_well)


def _free_of_service(bench: Bench) -> None:
    """DriverError while the table runs as a service, and has its devices for itself."""
    if bench.facts.service_runs():
        raise DriverError(
            "the table runs as a service, and has its devices for itself: sudo systemctl stop signifer"
        )


def _mapped(options: Options, place: str | None) -> int:
    """Print a map; 1 if a reader failed, or nobody was there to lay cards."""
    from signifer_firmware.config.model import load_table
    from signifer_firmware.doctor.checks.readers import probe_of
    from signifer_firmware.doctor.map import (
        antenna_lines,
        asked_rates,
        legend,
        rate_or_why,
        table_lines,
        virtual_lines,
    )

    if options.faults and not options.is_virtual:
        raise ConfigError(["--fault is for a virtual table: add --virtual"])
    config = load_table(options.table)
    console = console_of(sys.stdout)
    chosen = next((reader for reader in config.readers if reader.name == place), None)
    if place is not None and chosen is None:
        places = ", ".join(reader.name for reader in config.readers)
        raise ConfigError([f'{options.table}: no reader at "{place}"; choose one of {places}'])
    if chosen is not None and options.is_virtual:
        for line in virtual_lines(chosen.gain_db, chosen.field):
            console.print(line, soft_wrap=True)
        return 0
    with tempfile.TemporaryDirectory(prefix="signifer-doctor-") as folder, ExitStack() as stack:
        bench, config, _, _ = _bench(options, config, Path(folder), console)
        stack.callback(bench.close)
        if chosen is None:
            shown = list(table_lines(config, rate_or_why(lambda reader: probe_of(config, bench, reader))))
        else:
            rates = asked_rates(
                probe_of(config, bench, chosen), chosen.name, lambda text: _laid(text, console)
            )
            shown = [*antenna_lines(rates), legend()]
        for line in shown:
            console.print(line, soft_wrap=True)
    return int(any(line.style == "red" for line in shown))


def _module(options: Options, place: str | None) -> int:
    """Say what a module is worth; 1 if something speaks against it, or nobody held a tag."""
    from signifer_firmware.config.model import load_table
    from signifer_firmware.doctor.checks.readers import probe_of
    from signifer_firmware.doctor.module import VirtualHand, chosen, examine, lines
    from signifer_firmware.doctor.virtual import VirtualBench

    if options.faults and not options.is_virtual:
        raise ConfigError(["--fault is for a virtual table: add --virtual"])
    config = load_table(options.table)
    console = console_of(sys.stdout)
    chosen(config.readers, place, options.table)
    with tempfile.TemporaryDirectory(prefix="signifer-doctor-") as folder, ExitStack() as stack:
        bench, config, _, _ = _bench(options, config, Path(folder), console)
        stack.callback(bench.close)
        _free_of_service(bench)
        reader = chosen(config.readers, place, options.table)
        ask = (
            VirtualHand(bench, reader)
            if isinstance(bench, VirtualBench)
            else lambda text: _laid(text, console)
        )
        found = examine(probe_of(config, bench, reader), reader, ask, lambda: _milliamperes(console))
        for line in lines(reader.name, found):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    return int(bool(found.faults) or not found.was_tried)


def _milliamperes(console: Console) -> float | None:
    """What somebody has read from the meter; None for nothing, asked again for what is no number."""
    while True:
        console.print("how many mA did it show? Enter: not measured: ", end="", style="cyan", highlight=False)
        text = sys.stdin.readline().strip().removesuffix("mA").strip().replace(",", ".")
        if not text:
            return None
        if text.replace(".", "", 1).isdecimal():
            return float(text)


def _laid(text: str, console: Console) -> bool:
    """Whether somebody has laid the card there. ConfigError where nobody can be asked."""
    if not sys.stdin.isatty():
        raise ConfigError(["somebody has to lay cards: say this at a terminal, or leave --reader out"])
    console.print(f"{text}, then Enter; s and Enter skips it: ", end="", style="cyan", highlight=False)
    return sys.stdin.readline().strip().lower() != "s"


def console_of(stream: TextIO) -> Console:
    """Colours where a terminal has them and NO_COLOR is not set."""
    from signifer_firmware.files.console import PlainConsole

    return PlainConsole(stream)


def _bench(
    options: Options, config: TableConfig, folder: Path, console: Console
) -> tuple[Bench, TableConfig, Path, int | None]:
    """The devices, the table with its nodes' numbers, the file of its record, and how many cards lie on each reader."""
    from signifer_firmware.storage.state_folder import STORE

    if options.is_virtual:
        from signifer_firmware.doctor.faults import inject
        from signifer_firmware.doctor.virtual import CARDS, VirtualBench

        people = _virtual_people(options, console)
        twin = VirtualBench(config, folder, people=people, paced=options.by_hand)
        inject(twin, options.faults)
        return twin, twin.config, twin.store, options.cards or CARDS
    from signifer_firmware.doctor.bench import Nobody, PiBench
    from signifer_firmware.doctor.terminal import TerminalPeople

    asks = options.asks and sys.stdin.isatty() and sys.stdout.isatty()
    people_there = TerminalPeople(console, sys.stdin) if asks else Nobody()
    return PiBench(config, people_there, options.root), config, _record(options) / STORE, options.cards


def _virtual_people(options: Options, console: Console) -> Callable[[VirtualTable], People]:
    from signifer_firmware.doctor.bench import Nobody
    from signifer_firmware.doctor.terminal import TerminalPeople
    from signifer_firmware.doctor.virtual import VirtualPeople

    if not options.asks:
        return lambda table: Nobody()
    if options.by_hand:
        return lambda table: TerminalPeople(console, sys.stdin, table.fingers.press)
    return VirtualPeople


def _record(options: Options) -> Path:
    """The folder of the record: the service's, if it has one or it is its table that is looked at."""
    from signifer_firmware.storage.state_folder import state_folder

    if options.store is None and (options.table == str(INSTALLED) or SERVICE_STATE.is_dir()):
        return SERVICE_STATE
    return state_folder(options.store)
