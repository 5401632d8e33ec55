"""Robots in table scripts: what is wrong with a script that lets them play."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry

from . import statements as st
from .game import Script, flat
from .positions import Finding

# What may be said before robots play: they begin at the empty table.
_BEFORE = (st.Game, st.Table, st.Deck, st.Seed, st.Dice, st.Language, st.RobotsLevel)
_HANDS = (st.Put, st.Push, st.Take, st.Swap, st.Brush, st.Press, st.Hold)


def _said(statements: tuple[st.Statement, ...]) -> list[st.Statement]:
    """What is said of robots."""
    return [each for each in statements if isinstance(each, st.RobotsLevel | st.RobotsPlay)]


def unplayable(script: Script, config: TableConfig) -> Iterator[Finding]:
    """What robots lack at the table; nothing for a script without robots."""
    said = _said(script.statements)
    if said and not registry.game(script.game).robot().has_pads(config):
        yield (
            said[0].line,
            f'robots lay cards on pads, and the table "{config.name}" has none; choose another',
        )


def beside_robots(statements: tuple[st.Statement, ...], game: str) -> Iterator[Finding]:
    """What robots cannot play, or play beside, at any table; nothing for a script without robots."""
    if not _said(statements):
        return
    robots = registry.game(game).robot()
    for each in statements:
        if isinstance(each, st.RobotsLevel) and not 1 <= each.level <= robots.levels:
            has = f"levels 1 to {robots.levels}" if robots.levels else "no levels"
            yield each.line, f"the robots of {game} have {has}; write another, or leave it out"
        elif isinstance(each, st.Preparation) and not isinstance(each, _BEFORE):
            yield each.line, "robots begin at the empty table; leave this line out, or let hands play"
    for hand in flat(statements):
        if isinstance(hand, _HANDS):
            yield hand.line, "robots' hands play this game; leave this line out, or let hands play all of it"
