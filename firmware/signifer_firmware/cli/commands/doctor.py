"""``signifer doctor``: what is wrong with a table, from the kernel to the cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from signifer_core.errors import ConfigError

from signifer_firmware.cli.installed import chosen_table
from signifer_firmware.system.facts import whole

from .common import Table, finish, said

doctor = typer.Typer(
    help="Find out what is wrong with a table, from the kernel to the cards (docs/doctor.md).",
    invoke_without_command=True,
    rich_markup_mode=None,
)
UNITS_S = {"s": 1, "m": 60, "h": 3600}
MOST_S = 86_400
# Options that a command behind `doctor` has as well; those of the checks, of which two others hear nothing; those of
# people who are asked. A virtual table has its record for the time being only.
BEHIND = ("--table", "--virtual", "--fault")
_OF_CHECKS = ("--json", "--only", "--cards", "--language", "--store")
_OF_PEOPLE = ("--wait", "--ask", "--no-ask", "--by-hand")
NOT_HEARD = {
    "--watch": (*_OF_CHECKS, *_OF_PEOPLE, "--soak"),
    "--soak": (*_OF_CHECKS, "--for"),
    "--virtual": ("--store",),
}
NOT_WITH = "not with {}; leave one of them out"

# The options of `check`.
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
    command, given = context.invoked_subcommand, said(context)
    if command is not None:
        if given:
            finish(lambda: _refuse_before(command, given))
        return

    def work() -> int:
        from signifer_firmware.cli.doctor import Options, checked, soaked, watched

        _check_together(given)
        options = Options(
            table=chosen_table(table, is_virtual=virtual),
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
            return watched(options, watch, None if for_time is None else us_of("--for", for_time))
        if soak is not None:
            return soaked(options, us_of("--soak", soak))
        if for_time is not None:
            raise ConfigError(["--for says how long to watch: add --watch with a part, or leave it out"])
        return checked(options)

    finish(work)


def _refuse_before(command: str, given: Sequence[str]) -> NoReturn:
    """ConfigError: a command of its own hears nothing of what is said before it."""
    raise ConfigError(
        [
            f"{option}: " + (f"say it behind {command}" if option in BEHIND else NOT_WITH.format(command))
            for option in given
        ]
    )


def _check_together(given: Sequence[str]) -> None:
    """ConfigError for options of which one would be dropped."""
    faults = [
        f"{option}: {NOT_WITH.format(way)}"
        for way, others in NOT_HEARD.items()
        for option in given
        if way in given and option in others
    ]
    if faults:
        raise ConfigError(faults)


@doctor.command("map")
def read_map(
    table: Table = None,
    reader: Annotated[
        str | None,
        typer.Option(metavar="PLACE", help='Nine positions over this one: "3 red".', show_default=False),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write what was read over that one to a file (docs/air.md).",
            show_default=False,
        ),
    ] = None,
    virtual: Annotated[bool, typer.Option("--virtual", help="On a virtual table.")] = False,
    fault: Annotated[
        list[str] | None, typer.Option(metavar="FAULT", help="What is wrong with the virtual table.")
    ] = None,
) -> None:
    """Show how much of what lies there is read: on every reader, or at nine positions over one.

    Lay the cards on first, and do not play meanwhile.
    """

    def work() -> int:
        from signifer_firmware.cli.doctor import Options, mapped

        chosen = chosen_table(table, is_virtual=virtual)
        return mapped(Options(chosen, is_virtual=virtual, faults=tuple(fault or ())), reader, export)

    finish(work)


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

    def work() -> int:
        from signifer_firmware.cli.doctor import Options, examined

        chosen = chosen_table(table, is_virtual=virtual)
        return examined(Options(chosen, is_virtual=virtual, faults=tuple(fault or ())), reader)

    finish(work)


def us_of(option: str, text: str) -> int:
    """A time like "90s", "10m" or "1h". Raises ConfigError."""
    number, unit = text[:-1], UNITS_S.get(text[-1:], 0)
    seconds = (whole(number) or 0) * unit
    if not 0 < seconds <= MOST_S:
        raise ConfigError([f"{option} {text}: say a time like 30s, 10m or 2h, a day at most"])
    return seconds * 1_000_000
