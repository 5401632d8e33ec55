"""``signifer deck``: the deck files of games to which players bring cards of their own (docs/decks.md)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from signifer_core.errors import ConfigError

from .common import WRONG, finish

deck = typer.Typer(
    help="Decks that players write down themselves (docs/decks.md).",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@deck.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Deck files.", show_default=False)],
) -> None:
    """Check deck files: all that is wrong at once, each with its line and card; else what is in them.

    Exit status: 0 if nothing is wrong, 2 if anything is.
    """

    def work() -> int:
        from signifer_firmware.game_api.registry import deck_files, titles
        from signifer_firmware.game_api.table_decks import checked_deck

        status, called = 0, titles()
        for path in files:
            try:
                game, found = checked_deck(path)
            except ConfigError as error:
                sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
                status = WRONG
                continue
            counts = ", ".join(f"{sort} {number}" for sort, number in found.sorts.items())
            more = "; its cards are invented" if found.invented else ""
            if found.name in deck_files()[game].examples:
                more += "; it is one that is shipped: give yours a name of its own"
            sys.stdout.write(
                f"{path}: {found.name}, {called[game]}: {sum(found.sorts.values())} cards ({counts}){more}\n"
            )
        return status

    finish(work)


@deck.command("example")
def example(
    name: Annotated[
        str | None,
        typer.Argument(metavar="DECK", help="A deck that is shipped; else the first.", show_default=False),
    ] = None,
) -> None:
    """Print a deck that is shipped, to begin one of your own with."""

    def work() -> int:
        from signifer_firmware.game_api.deck_files import example as text_of
        from signifer_firmware.game_api.registry import deck_files

        sys.stdout.write(text_of(name, deck_files()))
        return 0

    finish(work)
