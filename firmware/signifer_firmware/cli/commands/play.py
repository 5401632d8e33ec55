"""``signifer play``, ``script``, ``pictures``: the virtual table."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer
from signifer_core.errors import ConfigError
from typer.core import TyperCommand

from signifer_firmware.game_api.registry import DEFAULT_GAME, names

from .common import finish

if TYPE_CHECKING:
    from signifer_firmware.config.model import TableConfig
    from signifer_firmware.web.play import Choice

# How long the page waits for somebody to look, where there is no terminal.
ALONE_S = 60.0


class _Formatter(Protocol):
    """What takes the text of the help."""

    def write(self, string: str) -> None: ...


class ScriptCommand(TyperCommand):
    """Adds the language of table scripts to the help, which needs the parser only then."""

    def format_epilog(self, ctx: object, formatter: _Formatter) -> None:
        from signifer_firmware.scripting.help import help_text

        formatter.write("\n" + help_text())


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
        from signifer_firmware.simulation.files import run_files

        return run_files(files, json=json, screens=screens, stores=stores, out=sys.stdout, err=sys.stderr)

    finish(work)


Script = Annotated[
    Path | None, typer.Argument(metavar="SCRIPT", help="A table script, to be played in the terminal.")
]
Speed = Annotated[
    float, typer.Option(min=0, max=1000, help="2 is twice as fast; 0 makes no pause at all (terminal).")
]
TableFile = Annotated[
    str | None, typer.Option(help="standard, starter, handy or a table.toml, in place of the script's.")
]
Terminal = Annotated[bool, typer.Option("--terminal", help="A demo in the terminal, in place of the page.")]
Watch = Annotated[
    bool,
    typer.Option("--watch", help="Robots with clumsy hands play a whole game, from the empty table."),
]
Level = Annotated[
    int | None,
    typer.Option(min=1, max=5, help="How well robots play, on the page (1 if not said) or with --watch."),
]
Why = Annotated[
    bool, typer.Option("--why", help="Robots of a --level say of each decision why, and what was next best.")
]
GameName = Annotated[
    str | None,
    typer.Option(help=f"{' or '.join(names())}: what the page begins with, robots or the demo play."),
]
Seed = Annotated[int, typer.Option(min=0, max=999_999, help="Another seed is another game.")]
Port = Annotated[
    int | None, typer.Option(min=1, max=65535, help="Of the page; without it 8520, or a free one.")
]
Browser = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open the page, if there is a display.")
]
Network = Annotated[
    bool, typer.Option("--network", help="Others in the local network may look on, and press nothing.")
]
Idle = Annotated[
    float | None,
    typer.Option(
        min=0, help="End when no page has looked for so many seconds, 0: never; 60 without a terminal."
    ),
]
Keep = Annotated[
    bool,
    typer.Option(
        "--keep/--no-keep", help="Keep games for another day, in ~/.local/share/signifer/games; one goes on."
    ),
]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Begin another game; the one under way comes to the past ones.")
]


def play(
    script: Script = None,
    speed: Speed = 1.0,
    table: TableFile = None,
    terminal: Terminal = False,
    watch: Watch = False,
    level: Level = None,
    why: Why = False,
    game: GameName = None,
    seed: Seed = 0,
    port: Port = None,
    browser: Browser = True,
    network: Network = False,
    idle: Idle = None,
    keep: Keep = True,
    fresh: Fresh = False,
) -> None:
    """Play at the virtual table, on a page in your browser; or a script, or robots, in the terminal."""

    def work() -> int:
        played = _game(game, script=script is not None)
        if level is not None and (script is not None or (terminal and not watch)):
            raise ConfigError(["--level: is for robots, on the page or with --watch; leave it out"])
        if why and (level is None or not watch):
            raise ConfigError(["--why: robots by rules of thumb have no reasons; add --watch --level 3"])
        if script is None and not terminal and not watch:
            return _page(
                table,
                speed,
                port=port,
                browser=browser,
                idle_s=idle,
                seed=seed,
                game=played,
                network=network,
                keep=keep,
                level=level,
                # Who names a game, a seed or a level, wants that one.
                goes_on=lambda kept: (
                    not (fresh or seed)
                    and (game is None or kept.game == game)
                    and level in (None, kept.level)
                ),
            )
        given = {"--port": port is not None, "--network": network, "--idle": idle is not None}
        given |= {"--no-keep": not keep, "--fresh": fresh}
        if wrong := [option for option, is_given in given.items() if is_given]:
            raise ConfigError(
                [f"{wrong[0]}: belongs to the page, and this plays in the terminal; leave it out"]
            )
        return _in_terminal(script, table, speed, robots=watch, level=level, why=why, seed=seed, game=played)

    finish(work)


def _in_terminal(
    script: Path | None,
    table: str | None,
    speed: float,
    *,
    robots: bool,
    level: int | None,
    why: bool,
    seed: int,
    game: str,
) -> int:
    """Play a script, the demo or a whole game of robots in the terminal."""
    from signifer_firmware.display.terminal import Terminal

    if not robots:
        from signifer_firmware.cli.play import play as play_script

        return play_script(script, table=table, speed=speed, terminal=Terminal.of(sys.stdout), game=game)
    from signifer_firmware.cli.spectate import watch as watch_robots

    if script is not None:
        raise ConfigError([f"{script}: robots play without a script; leave out one of the two"])
    shown = Terminal.of(sys.stdout)
    return watch_robots(seed, game=game, level=level, table=table, speed=speed, terminal=shown, why=why)


def _game(name: str | None, *, script: bool) -> str:
    """The game that is meant; ConfigError for one that there is not, or where it is not to be chosen."""

    if name is not None and name not in names():
        raise ConfigError([f"--game {name}: the games are {', '.join(names())}"])
    if name is not None and script:
        raise ConfigError(["--game: a script names its own game; leave out one of the two"])
    return name or DEFAULT_GAME


def _page(
    table: str | None,
    speed: float,
    *,
    port: int | None,
    browser: bool,
    idle_s: float | None,
    seed: int,
    game: str,
    network: bool,
    keep: bool,
    level: int | None,
    goes_on: Callable[[Choice], bool],
) -> int:
    """The virtual table and its page. Without a terminal nobody could say Ctrl-C: it ends when nobody looks."""
    from signifer_firmware.config.model import load_table
    from signifer_firmware.storage.state_folder import games_folder
    from signifer_firmware.web.play import Choice
    from signifer_firmware.web.server.messages import SPEEDS
    from signifer_firmware.web.virtual.serve import serve

    if speed not in SPEEDS:
        raise ConfigError(
            [f"--speed {speed:g}: the page's time goes {', '.join(f'{s:g}' for s in SPEEDS)} times as fast"]
        )
    if idle_s is not None and not math.isfinite(idle_s):
        raise ConfigError([f"--idle {idle_s}: say a number of seconds, 60 for example"])
    if idle_s is None and not (sys.stdin.isatty() or sys.stdout.isatty()):
        idle_s = ALONE_S
    # To end before anybody can have looked is what nobody means.
    idle_s = idle_s or None
    config = load_table(table or "standard")
    sys.stderr.write("".join(f"{limit}\n" for limit in config.limits()))
    mode, level = _against(config, game, level)
    return serve(
        config=config,
        choice=Choice(mode=mode, seed=seed, game=game, level=level),
        speed=speed,
        port=port,
        browser=browser,
        idle_s=idle_s,
        network=network,
        games=games_folder() if keep else None,
        goes_on=goes_on,
    )


def _against(config: TableConfig, game: str, level: int | None) -> tuple[str, int]:
    """Who plays a game at a virtual table, one of its modes, and how well its robots do; ConfigError where nobody does,
    or none that well."""
    from signifer_firmware.game_api import registry
    from signifer_firmware.game_api.needs import lacks
    from signifer_firmware.simulation.robots.game import robot
    from signifer_firmware.web.game import modes_at, page_of
    from signifer_firmware.web.play import ROBOT

    modes, all_modes = modes_at(config, game), page_of(game).modes
    if not modes:
        raise ConfigError(
            [f"--game {game}: {lacks(game, registry.game(game).traits, config)}; name another table"]
        )
    if len(modes) < len(all_modes):
        sys.stderr.write(f'no robots: they lay cards on pads, and the table "{config.name}" has none\n')
    # Against a robot, or where there is none, as the first in the game's list.
    mode = ROBOT if ROBOT in modes else modes[0]
    against = robot(game).levels if all_modes[mode] else 0
    if level is not None and level > against:
        has = f"levels 1 to {against}" if against else "no robot to play against"
        raise ConfigError([f"--level {level}: {game} has {has} there; leave it out, or say another"])
    # Whoever comes for the first time begins with the easiest.
    return mode, min(1, against) if level is None else level


def lessons(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Those of one game.", show_default=False)
    ] = None,
) -> None:
    """List the lessons of the page's tutorials, and check their files (docs/learning.md).

    Exit status: 2 with every fault, if there is any.
    """

    def work() -> int:
        from signifer_firmware.web.virtual.lesson_files import aims, has_lessons

        if game is not None and game not in names():
            raise ConfigError([f"{game}: the games are {', '.join(names())}"])
        for name in filter(has_lessons, names()) if game is None else (game,):
            rows = "".join(f"  {lesson:<12}{aim}\n" for lesson, aim in aims(name).items())
            sys.stdout.write(f"{name}\n{rows}")
        return 0

    finish(work)


def pictures(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Made if it is missing.")],
    page: Annotated[
        bool, typer.Option("--page", help="The picture of the page alone; it needs Chromium.")
    ] = False,
) -> None:
    """Save the pictures of the documentation."""

    def work() -> int:
        if page:
            from signifer_firmware.files.writing import make_folder
            from signifer_firmware.web.virtual.picture import take

            take(make_folder(directory) / "page.jpg")
            return 0
        from signifer_firmware.cli.showcase import make

        return make(directory)

    finish(work)
