"""``signifer enrol``: which tag is on which card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from signifer_firmware.cli.installed import chosen_table
from signifer_firmware.game_api.registry import DEFAULT_GAME

from .common import Table, finish

# Its argument and options.
Deck = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME/DECK", help=f"As in {DEFAULT_GAME}/red; without it all cards.", show_default=False
    ),
]
DeckFile = Annotated[
    str | None,
    typer.Option(
        "--deck",
        metavar="FILE",
        help="A deck of your own, or a training deck by its name (docs/decks.md).",
        show_default=False,
    ),
]
Place = Annotated[
    str | None,
    typer.Option(
        metavar="PLACE",
        help='The reader on which cards are laid, as in table.toml: "3 red". Without it a pad.',
        show_default=False,
    ),
]
Cards = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CARD", help="This card, also if it has a tag; may be said again.", show_default=False
    ),
]
Copy = Annotated[int, typer.Option("--copy", min=1, max=9, metavar="N", help="The Nth box of the same game.")]
Figures = Annotated[
    bool, typer.Option("--figures/--no-figures", help="Compare the figures with the printed ones.")
]
Text = Annotated[
    bool,
    typer.Option(
        "--write-text", help="Write the card's name on its tag: any phone then reads face-down cards."
    ),
]
Corrections = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="For what is printed otherwise; else as the table says."),
]
Store = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Where the record is kept; else /var/lib/signifer if it is there, else as signifer run has it.",
        show_default=False,
    ),
]
List = Annotated[bool, typer.Option("--list", help="List which tag is on which card, and end.")]
Export = Annotated[
    Path | None,
    typer.Option("--export", metavar="FILE", help="Write that to a file, - for here, and end."),
]
Import = Annotated[
    Path | None, typer.Option("--import", metavar="FILE", help="Take it over from a file, and end.")
]
Forget = Annotated[
    str | None,
    typer.Option(
        "--forget",
        metavar="CARD|UID|DECK",
        help="Forget a card's tags, one tag, or those of a deck, and end.",
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="With --export, --import, --forget: do not ask.")]
Virtual = Annotated[
    bool, typer.Option("--virtual", help="On virtual readers: to try it. Lines typed move the hands.")
]
Seed = Annotated[int, typer.Option(min=0, max=999_999, help="With --virtual: another seed has other tags.")]


def enrol(
    deck: Deck = None,
    deck_file: DeckFile = None,
    table: Table = None,
    zone: Place = None,
    card: Cards = None,
    copies: Copy = 1,
    figures: Figures = True,
    text: Text = False,
    corrections: Corrections = None,
    store: Store = None,
    lists: List = False,
    export: Export = None,
    import_: Import = None,
    forget: Forget = None,
    yes: Yes = False,
    virtual: Virtual = False,
    seed: Seed = 0,
) -> None:
    """Teach the table which tag is on which card.

    Lay the cards of a deck on a reader, one after another. Each tag is on disk at once; the same command goes on where
    it was ended. While it asks for a card, s skips it, b goes back, r does the last one again, c CARD goes to another
    one, n corrects its figures, q ends.

    Exit status: 0 if all cards have their tags, 1 if some have none, 2 if it cannot begin, 130 after Ctrl-C.
    """

    def work() -> int:
        from signifer_firmware.enrolment.command import Order
        from signifer_firmware.enrolment.command import enrol as enrol_cards

        order = Order(
            deck=deck,
            deck_file=deck_file,
            table=chosen_table(table, is_virtual=virtual),
            zone=zone,
            cards=tuple(card or ()),
            copies=copies,
            figures=figures,
            text=text,
            store=store,
            corrections=corrections,
            virtual=virtual,
            seed=seed,
            yes=yes,
        )
        return enrol_cards(order, lists=lists, export=export, import_=import_, forget=forget)

    finish(work)
