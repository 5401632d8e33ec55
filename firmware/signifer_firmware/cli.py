"""The command ``signifer``: what it takes, what it gives back; the work is done elsewhere, imported when needed."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from signifer_core.errors import ConfigError, SigniferError
from typer.core import TyperCommand

from .node_commands import node_app

if TYPE_CHECKING:
    from .config import TableConfig
    from .config_entries import ReaderConfig

# Exit statuses; the last two are what a shell makes of SIGINT and SIGPIPE.
WRONG, INTERRUPTED, NO_READER = 2, 130, 141
# How long the page waits for somebody to look, where there is no terminal.
ALONE_S = 60.0

app = typer.Typer(
    name="signifer",
    help="A table that follows real, tagged cards: places, costs, control and totals for physical card games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


record = typer.Typer(
    help="Games as text (docs/record.md).", no_args_is_help=True, rich_markup_mode=None, add_completion=False
)
app.add_typer(record, name="record")
STORE: Any = {"metavar": "STORE", "help": "A table's store.", "show_default": False}


def _finish(work: Callable[[], int]) -> NoReturn:
    """Do the work and exit with its status; what goes wrong in the world is told in plain lines, never a traceback."""
    try:
        status = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:  # as in: signifer script --json FILE | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = NO_READER
    except ConfigError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        status = WRONG
    except (SigniferError, OSError) as error:
        sys.stderr.write(f"signifer: {error}\n")
        status = WRONG
    raise typer.Exit(status)


class ScriptCommand(TyperCommand):
    """Adds the language of table scripts to the help, which needs the parser only then."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        from .script_setup import vocabulary
        from .script_words import help_text

        formatter.write("\n" + help_text(vocabulary()))


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"signifer {version('signifer')}")
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


@app.command(cls=ScriptCommand)
def script(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Table scripts.", show_default=False)],
    json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    screens: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save every screen, as it is at the end, as PNG.")
    ] = None,
    stores: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save the table's store, as it is at the end.")
    ] = None,
) -> None:
    """Play table scripts in virtual time and check them.

    Exit status: 0 if all held, 1 if an expectation failed, 2 if a script is wrong.
    """

    def work() -> int:
        from .script_files import run_files

        return run_files(files, json=json, screens=screens, stores=stores, out=sys.stdout, err=sys.stderr)

    _finish(work)


@app.command()
def dice(
    store: Annotated[Path, typer.Argument(metavar="FILE", help="A table's store.", show_default=False)],
) -> None:
    """Print the dice of the last game, to be checked.

    It has to be over. What the lines mean, and a program of ten lines that checks them: docs/dice.md.
    """

    def work() -> int:
        from .dice import printed

        sys.stdout.write("".join(f"{line}\n" for line in printed(store)))
        return 0

    _finish(work)


@record.command("list")
def record_list(store: Annotated[Path, typer.Argument(**STORE)]) -> None:
    """List the games of a store."""

    def work() -> int:
        from .record_command import listed

        sys.stdout.write("".join(f"{line}\n" for line in listed(store)))
        return 0

    _finish(work)


@record.command("export")
def record_export(
    store: Annotated[Path, typer.Argument(**STORE)],
    game: Annotated[
        int | None, typer.Option(min=1, help="Its number in the list; the last one without it.")
    ] = None,
) -> None:
    """Print a game as text.

    While it runs, nothing that is hidden is in it.
    """

    def work() -> int:
        from .record_command import exported

        sys.stdout.write(exported(store, game))
        return 0

    _finish(work)


@record.command("import")
def record_import(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A game as text.", show_default=False)],
    store: Annotated[Path, typer.Argument(**STORE)],
) -> None:
    """Check a game, and add it to a store.

    A table that is switched on with that store offers to go on with it.
    """

    def work() -> int:
        from .record_command import imported

        sys.stdout.write(f"{imported(file, store)}\n")
        return 0

    _finish(work)


@app.command()
def report(
    store: Annotated[Path, typer.Argument(**STORE)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Written, or written anew.")] = Path(
        "signifer-report.gz"
    ),
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Also while the game is on: it tells hidden cards.")
    ] = False,
) -> None:
    """Pack the last game, and what the flight recorder has heard of it, into one file.

    No names, no numbers of tags, no files of yours are in it.
    """

    def work() -> int:
        from .report import packed

        file.write_bytes(packed(store, hidden=hidden))
        sys.stdout.write(f"{file}: {file.stat().st_size} bytes\n")
        return 0

    _finish(work)


@app.command()
def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A report, or a game as text.", show_default=False)
    ],
    speed: Annotated[float, typer.Option(min=0, max=1000, help="0 makes no pause at all.")] = 1.0,
    script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it as a table script, too.")
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Show nothing, only whether all is as it was.")
    ] = False,
    gif: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Of a game as text: write it as a moving picture.", show_default=False
        ),
    ] = None,
    language: Annotated[str, typer.Option(help="Of the moving picture: en, fr or de.")] = "en",
) -> None:
    """Play a report step by step, through the same firmware; or draw a game as text (signifer record export).

    Exit status: 0 if it decides as it did then, 1 if not, 2 if the file is no report.
    """

    def work() -> int:
        from .replay_command import animate, is_report
        from .replay_command import replay as replay_report
        from .terminal import Terminal

        if not is_report(file):
            if gif is None:
                raise ConfigError([f"{file}: no report; if it is a game as text, add --gif game.gif"])
            return animate(file, gif, speed=speed, language=language)
        if gif is not None:
            raise ConfigError(
                [f"{file}: a report is played, not drawn; draw the game (signifer record export)"]
            )
        terminal = None if quiet else Terminal.of(sys.stdout)
        return replay_report(file, speed=speed, terminal=terminal, script=script)

    _finish(work)


@app.command()
def play(
    script: Annotated[
        Path | None, typer.Argument(metavar="SCRIPT", help="A table script, to be played in the terminal.")
    ] = None,
    speed: Annotated[
        float, typer.Option(min=0, max=1000, help="2 is twice as fast; 0 makes no pause at all (terminal).")
    ] = 1.0,
    table: Annotated[
        str | None, typer.Option(help="standard, starter or a table.toml, in place of the script's.")
    ] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="A demo in the terminal, in place of the page.")
    ] = False,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Two robots with clumsy hands play a whole game, from the empty table."),
    ] = False,
    seed: Annotated[int, typer.Option(min=0, max=999_999, help="Another seed is another game.")] = 0,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Of the page; without it 8520, or a free one.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page, if there is a display.")
    ] = True,
    network: Annotated[
        bool, typer.Option("--network", help="Others in the local network may look on, and press nothing.")
    ] = False,
    idle: Annotated[
        float | None,
        typer.Option(min=0, help="End when no page has looked for so many seconds; 60 without a terminal."),
    ] = None,
) -> None:
    """Play at the virtual table, on a page in your browser; or a script, or robots, in the terminal."""

    def work() -> int:
        if script is None and not terminal and not watch:
            return _page(table, speed, port=port, browser=browser, idle_s=idle, seed=seed, network=network)
        from .play import play as play_script
        from .terminal import Terminal

        given = {"--port": port is not None, "--network": network, "--idle": idle is not None}
        if wrong := [option for option, is_given in given.items() if is_given]:
            raise ConfigError(
                [f"{wrong[0]}: belongs to the page, and this plays in the terminal; leave it out"]
            )
        if watch:
            from .watch import watch as watch_robots

            if script is not None:
                raise ConfigError([f"{script}: robots play without a script; leave out one of the two"])
            return watch_robots(seed, table=table, speed=speed, terminal=Terminal.of(sys.stdout))
        return play_script(script, table=table, speed=speed, terminal=Terminal.of(sys.stdout))

    _finish(work)


def _page(
    table: str | None,
    speed: float,
    *,
    port: int | None,
    browser: bool,
    idle_s: float | None,
    seed: int,
    network: bool,
) -> int:
    """The virtual table and its page. Without a terminal nobody could say Ctrl-C: it ends when nobody looks."""
    from .web.live import Choice
    from .web.messages import SPEEDS
    from .web.serve import serve

    if speed not in SPEEDS:
        raise ConfigError(
            [f"--speed {speed:g}: the page's time goes {', '.join(f'{s:g}' for s in SPEEDS)} times as fast"]
        )
    if idle_s is not None and not math.isfinite(idle_s):
        raise ConfigError([f"--idle {idle_s}: say a number of seconds, 60 for example"])
    if idle_s is None and not (sys.stdin.isatty() or sys.stdout.isatty()):
        idle_s = ALONE_S
    return serve(
        table=table,
        choice=Choice(seed=seed),
        speed=speed,
        port=port,
        browser=browser,
        idle_s=idle_s,
        network=network,
    )


@app.command()
def run(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="A table.toml or a bundled table.")
    ] = "standard",
    store: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Where the record is kept; else STATE_DIRECTORY, else ~/.local/state/signifer.",
            show_default=False,
        ),
    ] = None,
    virtual: Annotated[
        bool, typer.Option("--virtual", help="On a virtual table at which nobody plays: to try a service.")
    ] = False,
    page: Annotated[
        str | None,
        typer.Option(
            metavar="WHERE",
            help='Show the page: "loopback" to this computer, "network" to all in the local one, or "off"; '
            "else as the table file says.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Run a table on a Raspberry Pi, until it is switched off at the table, or Ctrl-C.

    Exit status: 0 at a proper end, 1 after a failure on the way, 2 if it cannot begin.
    """

    def work() -> int:
        from .run import run as run_table

        return run_table(table, store=store, virtual=virtual, page=page)

    _finish(work)


service = typer.Typer(help="The table as a service of systemd.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(service, name="service")


@service.command("install")
def service_install(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="A table.toml or a bundled table.")
    ] = "/etc/signifer/table.toml",
    page: Annotated[bool, typer.Option("--page", help="It may use the local network.")] = False,
    poweroff: Annotated[
        bool, typer.Option("--poweroff", help="Who switches the table off switches the Pi off, too.")
    ] = False,
    folder: Annotated[Path, typer.Option("--to", metavar="DIR", help="Where units are.")] = Path(
        "/etc/systemd/system"
    ),
) -> None:
    """Write the unit for this installation, as root. An option that is left out is taken back."""

    def work() -> int:
        from .service import install

        wanted = {"page.conf": page, "poweroff.conf": poweroff}
        return install(table, drop_ins=tuple(name for name in wanted if wanted[name]), folder=folder)

    _finish(work)


@service.callback()
def _service() -> None:
    pass


@app.command()
def pictures(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Made if it is missing.")],
    page: Annotated[
        bool, typer.Option("--page", help="The picture of the page alone; it needs Chromium.")
    ] = False,
) -> None:
    """Save the pictures of the documentation."""

    def work() -> int:
        if page:
            from .web.picture import take

            directory.mkdir(parents=True, exist_ok=True)
            take(directory / "page.jpg")
            return 0
        from .showcase import make

        return make(directory)

    _finish(work)


@app.command()
def table(
    name: Annotated[
        str, typer.Argument(metavar="FILE|standard|starter|direct|stock", help="The table to look at.")
    ] = "standard",
) -> None:
    """Check a table.toml and list what it describes."""

    def work() -> int:
        from .config import load_table
        from .script_setup import bundle_of

        found = load_table(name)
        bundle_of(found)  # The corrections that it names are read, too.
        sys.stdout.write("".join(f"{row}\n" for row in _listing(found)))
        sys.stderr.write("".join(f"warning: {warning}\n" for warning in found.warnings()))
        return 0

    _finish(work)


@app.command()
def tune(
    name: Annotated[
        str, typer.Argument(metavar="TABLE", help="A table.toml or a bundled table.")
    ] = "standard",
    reader: Annotated[
        str | None, typer.Option(metavar="PLACE", help='This reader alone, as in table.toml: "3 red".')
    ] = None,
    pi: Annotated[
        bool, typer.Option("--pi", help="On the board's own readers, not on virtual ones.")
    ] = False,
    tags: Annotated[int, typer.Option(min=0, max=8, help="So many tags on each virtual reader.")] = 2,
    positions: Annotated[
        bool,
        typer.Option("--map", help="A map instead: what is read at nine positions over a virtual antenna."),
    ] = False,
) -> None:
    """Find the gain and the field that suit each reader.

    Lay the cards on first, and do not play meanwhile: it takes some five seconds a reader.
    """

    def work() -> int:
        from .tune import read_map
        from .tune import tune as tune_readers

        if positions:
            return read_map(33, 32, sys.stdout)
        return tune_readers(name, on_pi=pi, tags=tags, out=sys.stdout, only=reader)

    _finish(work)


app.add_typer(node_app(_finish))


def _listing(table: TableConfig) -> list[str]:
    """A table in plain lines, columns aligned."""
    rows = [f"table {table.name}", "", "readers"]
    rows += [
        f"  {reader.zone:14} {reader.driver:12} {_where(reader):16} {reader.gain_db} dB, field {reader.field}"
        + ("" if reader.driver == "node" else f", {reader.speed_hz} Hz")
        for reader in table.readers
    ]
    if table.nodes:
        rows += ["", "nodes"]
        rows += [f"  {node.name:14} {node.serial or 'not assigned'}" for node in table.nodes]
    rows += ["", "screens"]
    rows += [
        f"  {screen.place:14} {screen.driver:12} channel {screen.i2c_channel}, {screen.address:#04x}"
        f"   {screen.pixel_um} um a pixel{', upside down' if screen.rotate else ''}"
        for screen in table.screens
    ]
    rows += ["", "buttons"]
    rows += [f"  {button.name:14} GPIO {button.gpio}" for button in table.buttons]
    rows += ["", "other lines"]
    rows += [f"  {name:14} GPIO {gpio}" for name, gpio in table.gpio if gpio is not None]
    rows += [f"  {'i2c channels':14} buses {table.i2c.bus_base} to {table.i2c.bus_base + 7}"]
    rows += ["", f"languages: red {table.languages.red}, blue {table.languages.blue}"]
    rows += [f"timing: {', '.join(f'{name} {value}' for name, value in table.timing)}"]
    return rows


def _where(reader: ReaderConfig) -> str:
    """What a reader hangs on."""
    return f"{reader.node}, {reader.chip_select}" if reader.driver == "node" else reader.spi_device


def main() -> None:
    """The entry point of the installed command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without UTF-8 shows "?" rather than a traceback
            stream.reconfigure(errors="replace")
    app(prog_name="signifer")
