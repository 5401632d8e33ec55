"""``signifer run``, ``table``, ``tune``, ``service``: a table as its file describes it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from signifer_core.errors import ConfigError

from .common import finish, said

if TYPE_CHECKING:
    from signifer_firmware.config.entries import ReaderConfig
    from signifer_firmware.config.model import TableConfig
    from signifer_firmware.game_api.game import AnyBundle

NOT_WITH_MAP = "not with --map, which is of a virtual antenna; say signifer doctor map"
service = typer.Typer(help="The table as a service of systemd.", no_args_is_help=True, rich_markup_mode=None)


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
        from signifer_firmware.service.run import run as run_table

        return run_table(table, store=store, virtual=virtual, page=page)

    finish(work)


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
        from signifer_firmware.system.unit import install

        wanted = {"page.conf": page, "poweroff.conf": poweroff}
        return install(table, drop_ins=tuple(name for name in wanted if wanted[name]), folder=folder)

    finish(work)


@service.callback()
def _service() -> None:
    pass


def table(
    name: Annotated[
        str,
        typer.Argument(
            metavar="FILE|standard|starter|double|direct|stock|handy", help="The table to look at."
        ),
    ] = "standard",
) -> None:
    """Check a table.toml and list what it describes."""

    def work() -> int:
        from signifer_firmware.config.model import load_table
        from signifer_firmware.game_api.corrections import bundles_of, named_faults

        try:
            found = load_table(name)
        except ConfigError as error:
            raise ConfigError([*error.faults, *named_faults(name)]) from None
        games = bundles_of(found)
        sys.stdout.write("".join(f"{row}\n" for row in (*_listing(found), *_games(found), *_decks(games))))
        sys.stderr.write("".join(f"warning: {warning}\n" for warning in found.warnings()))
        return 0

    finish(work)


def tune(
    context: typer.Context,
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
        from signifer_firmware.doctor.tune import read_map
        from signifer_firmware.doctor.tune import tune as tune_readers

        if positions:
            dropped = [each for each in said(context) if each != "--map"]
            if dropped:
                raise ConfigError([f"{each}: {NOT_WITH_MAP}" for each in dropped])
            return read_map(33, 32, sys.stdout)
        return tune_readers(name, on_pi=pi, tags=tags, out=sys.stdout, only=reader)

    finish(work)


def _listing(table: TableConfig) -> list[str]:
    """A table in plain lines, columns aligned."""
    rows = [f"table {table.name}", "", "readers"]
    rows += [
        f"  {reader.name:14} {reader.driver:12} {_where(reader):16} {reader.gain_db} dB, field {reader.field}"
        + ("" if reader.driver == "node" else f", {reader.speed_hz} Hz")
        for reader in table.readers
    ]
    if table.nodes:
        rows += ["", "nodes"]
        rows += [f"  {node.name:14} {node.serial or 'not assigned'}" for node in table.nodes]
    rows += ["", "screens"]
    rows += [
        f"  {screen.place:14} {screen.driver:12} "
        + ("" if screen.driver == "page" else f"channel {screen.i2c_channel}, {screen.address:#04x}   ")
        + f"{screen.pixel_um} um a pixel{', upside down' if screen.rotate else ''}"
        for screen in table.screens
    ]
    rows += ["", "buttons"]
    rows += [
        f"  {button.name:14} {'page' if button.driver == 'page' else f'GPIO {button.gpio}'}"
        for button in table.buttons
    ]
    rows += ["", "other lines"]
    rows += [f"  {name:14} GPIO {gpio}" for name, gpio in table.gpio if gpio is not None]
    rows += ["", f"languages: red {table.languages.red}, blue {table.languages.blue}"]
    rows += [f"timing: {', '.join(f'{name} {value}' for name, value in table.timing)}"]
    return rows


def _decks(games: Mapping[str, AnyBundle]) -> list[str]:
    """The decks that players have brought, if any."""
    rows = [
        f"  {deck.name:14} {name}, {sum(deck.sorts.values())} cards{', invented' if deck.invented else ''}"
        for name, bundle in games.items()
        if bundle.game.decks is not None
        for deck in bundle.decks.values()
        if deck.name not in bundle.game.decks().examples
    ]
    return ["", "decks", *rows] if rows else []


def _games(table: TableConfig) -> list[str]:
    """What can be played there, and why the rest cannot."""
    from signifer_firmware.game_api import registry
    from signifer_firmware.game_api.needs import lacks

    found = [(game.name, lacks(game.name, game.traits, table)) for game in registry.games()]
    return ["", "games", *(f"  {lacking or name}" for name, lacking in found)]


def _where(reader: ReaderConfig) -> str:
    """What a reader hangs on."""
    return f"{reader.node}, {reader.chip_select}" if reader.driver == "node" else reader.spi_device
