"""``signifer record``, ``dice``, ``league``, ``report``, ``replay``, ``analyse``: games that were played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from signifer_core.errors import ConfigError, plain

from signifer_firmware.cli.installed import past_games, store_file

from .common import WRONG, OwnStore, StorePath, finish

record = typer.Typer(
    help="Games as text (docs/record.md).", no_args_is_help=True, rich_markup_mode=None, add_completion=False
)


@record.command("list")
def record_list(store: OwnStore = None) -> None:
    """List the games of a store."""

    def work() -> int:
        from signifer_firmware.recording.archive import listed

        path = past_games(store)
        lines = listed(path)
        sys.stdout.write("".join(f"{plain(line)}\n" for line in lines))
        if not lines:
            sys.stderr.write(f"{plain(str(path))} holds no game\n")
        return 0

    finish(work)


@record.command("export")
def record_export(
    store: OwnStore = None,
    game: Annotated[
        int | None, typer.Option(min=1, help="Its number in the list; the last one without it.")
    ] = None,
) -> None:
    """Print a game as text.

    While it runs, nothing that is hidden is in it.
    """

    def work() -> int:
        from signifer_firmware.recording.archive import exported

        _print_file(exported(past_games(store), game))
        return 0

    finish(work)


@record.command("import")
def record_import(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A game as text.", show_default=False)],
    store: StorePath,
) -> None:
    """Check a game, and add it to a store.

    A table that is switched on with that store offers to go on with it.
    """

    def work() -> int:
        from signifer_firmware.recording.archive import imported

        sys.stdout.write(f"{imported(file, store_file(store))}\n")
        return 0

    finish(work)


def _print_file(text: str) -> None:
    """Print it as it is into a file or a pipe. On a terminal its control characters are shown, as another table may
    have written codes that one would obey, and lines end as they do there."""
    from signifer_firmware.files.printing import obeyed

    if sys.stdout.isatty():
        sys.stdout.write(text.replace("\r\n", "\n"))
    else:
        obeyed(sys.stdout).write(text)


Numbered = Annotated[int | None, typer.Option(min=1, help="Its number in the list; the last one without it.")]


@record.command("share")
def record_share(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Written: game.gif or game.html.", show_default=False)
    ],
    store: OwnStore = None,
    game: Numbered = None,
    language: Annotated[str, typer.Option(help="en, fr or de.")] = "en",
) -> None:
    """Write a game as a moving picture, or as one file for a browser, with a timeline.

    While it runs, nothing that is hidden is in it.
    """

    def work() -> int:
        from signifer_firmware.cli.share import written

        sys.stdout.write(f"{written(file, past_games(store), game, language)}\n")
        return 0

    finish(work)


@record.command("link")
def record_link(
    store: OwnStore = None,
    game: Numbered = None,
    line: Annotated[
        int | None, typer.Option(min=0, help="Up to that line of its record; all of it without.")
    ] = None,
    page: Annotated[str, typer.Option(help="The page that is to open it.")] = "http://127.0.0.1:8520/",
) -> None:
    """Print a link that opens a game, or how it stood after a line, at a virtual table.

    While a game runs there is none that would tell what is hidden.
    """

    def work() -> int:
        from signifer_firmware.cli.share import link

        sys.stdout.write(f"{link(past_games(store), game, line, page)}\n")
        return 0

    finish(work)


def dice(
    store: OwnStore = None,
) -> None:
    """Print the dice of the last game, to be checked.

    It has to be over. What the lines mean, and a program of ten lines that checks them: docs/dice.md.
    """

    def work() -> int:
        from signifer_firmware.recording.archive import dice_printed

        sys.stdout.write("".join(f"{plain(line)}\n" for line in dice_printed(past_games(store))))
        return 0

    finish(work)


def report(
    store: OwnStore = None,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Written, or written again.")] = Path(
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
        from signifer_firmware.files.writing import write
        from signifer_firmware.recording.report import packed

        write(file, packed(past_games(store), hidden=hidden))
        sys.stdout.write(f"{file}: {file.stat().st_size} bytes\n")
        return 0

    finish(work)


def league(
    store: OwnStore = None,
    table: Annotated[
        Path | None,
        typer.Option(
            "--csv",
            metavar="FILE",
            help="Write it as a table (CSV), too; - for that alone, here.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Print the league book: how players stand in each game, and every game with its result.

    Which games count, and what the ratings mean: docs/league.md.
    """

    def work() -> int:
        from signifer_firmware.files.writing import write
        from signifer_firmware.league.book import Fold, sources_of
        from signifer_firmware.league.printed import csv_of, lines_of

        found = past_games(store)
        if not found.is_file():
            raise ConfigError([f"{found} is no file; name the store of a table"])
        book = Fold().book(sources_of(found))
        if str(table) == "-":
            _print_file(csv_of(book))
            sys.stderr.write("".join(f"{fault}\n" for fault in book.faults))
            return WRONG if book.faults else 0
        if table is not None:
            write(table, csv_of(book))
        sys.stdout.write("".join(f"{line}\n" for line in lines_of(book)))
        return WRONG if book.faults else 0

    finish(work)


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A report, or a game as text.", show_default=False)
    ],
    speed: Annotated[float, typer.Option(min=0, max=1000, help="0 makes no pause at all.")] = 1.0,
    script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Of a report: write it as a table script, too.")
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
        from signifer_firmware.cli.replay import animate, is_report
        from signifer_firmware.cli.replay import replay as replay_report
        from signifer_firmware.display.terminal import Terminal

        if not is_report(file):
            if gif is None:
                raise ConfigError([f"{file}: no report; if it is a game as text, add --gif game.gif"])
            if script is not None:
                raise ConfigError(
                    [f"--script {script}: {file} is no report, and a table script is made of one"]
                )
            return animate(file, gif, speed=speed, language=language)
        if gif is not None:
            raise ConfigError(
                [f"{file}: a report is played, not drawn; draw the game (signifer record export)"]
            )
        terminal = None if quiet else Terminal.of(sys.stdout)
        return replay_report(file, speed=speed, terminal=terminal, script=script)

    finish(work)


def analyse(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A game as text, or a report.", show_default=False),
    ],
    to: Annotated[
        Path | None,
        typer.Argument(
            metavar="PAGE",
            help="Written, or written again; FILE-analysis.html here without it.",
            show_default=False,
        ),
    ] = None,
    language: Annotated[str, typer.Option("--language", "--lang", help="en, fr or de.")] = "en",
    iterations: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=1_000_000,
            help="How often each decision is tried; 400 without it.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.01, max=3600, help="How long each decision is thought about, instead.", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="With the same one and iterations the page is the same.")] = 1,
) -> None:
    """Make a report of a game as one page: chances, turning points, luck, what was left undone.

    Of any of the games. Ctrl-C ends it early, with what it has. What it knows, and how sure it is: docs/analyse.md.
    """

    def work() -> int:
        from signifer_firmware.cli.analyse import analyse as analyse_game

        return analyse_game(file, to, language=language, number=iterations, seconds=seconds, seed=seed)

    finish(work)
