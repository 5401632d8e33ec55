"""What a page that wants another game may begin, and how: its message as a `Choice`."""

from __future__ import annotations

import secrets

from signifer_firmware.config.model import TableConfig
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.web.game import modes_at, page_of
from signifer_firmware.web.play import WATCH, Choice
from signifer_firmware.web.server import messages as msg

from .lesson_files import is_taught, is_taught_at
from .players import named

# Scripts take no longer number.
MOST_SEED = 1_000_000


def any_seed() -> int:
    """The seed of a game whose chance nobody has chosen."""
    return secrets.randbelow(MOST_SEED)


def choice_of(deed: msg.New) -> Choice:
    """What a page wants to begin."""
    languages = (("red", deed.red), ("blue", deed.blue))
    return Choice(
        *(deed.mode, deed.by_hand, languages, any_seed()),
        game=deed.game,
        variant=deed.variant,
        decks=deed.decks,
        lesson=deed.lesson,
        apart=deed.apart,
        level=deed.level,
        tutor=deed.tutor,
        # A lesson says itself what is done, and robots alone take nothing back.
        practice=deed.practice and not (deed.apart or deed.lesson or deed.mode == WATCH),
        names=named(deed.game, deed.mode, deed.names),
    )


def is_played(deed: msg.New, table: TableConfig) -> bool:
    """Whether that game is played by those, and so, at this table."""
    taught = not deed.lesson or (is_taught_at(table) and is_taught(deed.game, deed.lesson))
    leveled = deed.level <= robot(deed.game).levels
    by_those = deed.mode in modes_at(table, deed.game)
    return taught and leveled and by_those and deed.variant in ("", *page_of(deed.game).variants)
