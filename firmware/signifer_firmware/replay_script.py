"""A report as a table script: what hands did, from the position in which the recorder began, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from signifer_core.dice import Record

from . import dice, flight, journal
from .games.registry import known_as
from .replay import Rerun, zone_of
from .script_game import game_of

BUNDLED = ("standard", "starter", "stock")


def script_of(run: Rerun) -> str:
    """The script of a report that was played to its end in ``run``; ConfigError if it begins where no script can."""
    entries = [entry for _, entry in run.flown.entries]
    table, _ = journal.replayed(run.bundle, run.appliance.keeper.referee, entries[: run.base])
    lines = [f"game {run.bundle.name}"]
    if run.config.name in BUNDLED:
        lines.append(f"table {run.config.name}")
    else:
        lines.append("# a table of its own: name its file here, as in: table my-table.toml")
    if fallen := _fallen(run):
        lines.append(f"dice {' '.join(map(str, fallen))}")
    lines += [
        *game_of(run.bundle.name).position(table.state, untouched=run.base <= 2),
        "",
        *_hands(run),
        "",
        *_end(run),
    ]
    return "\n".join(lines) + "\n"


def _fallen(run: Rerun) -> list[int]:
    """What the dice showed that fell by the table's own chance, since the recorder began."""
    entries = [entry for _, entry in run.flown.entries]
    before = len(dice.kept(Record(), entries[: run.base]).rolls)
    return [die.value for die in dice.kept(Record(), entries).rolls[before:] if not die.number]


def _hands(run: Rerun) -> Iterator[str]:
    for line in run.flown.lines[1:]:
        match line:
            case [flight.BOOT, *_]:
                yield "power cut"
            case [flight.CHANGE, _, "present", reader, card, *_]:
                yield f"put {_card(run, card)} {_place(run, reader, card)}"
            case [flight.CHANGE, _, "absent" | "covered", _, card, *_]:
                yield f"take {_card(run, card)}"
            case [flight.CHANGE, _, "fault", reader, *_]:
                yield f"fault reader {reader} unplug"
            case [flight.CHANGE, _, "ok", reader, *_]:
                yield f"mend reader {reader}"
            case [flight.PRESS, _, kind, button, player, column]:
                yield f"{kind} {_button(button, player, column)}"


def _card(run: Rerun, card: str) -> str:
    """As scripts of this game call what the recorder heard."""
    return known_as(run.bundle.name, card)


def _place(run: Rerun, reader: str, card: str) -> str:
    zone = zone_of(run, reader, _card(run, card))
    return f"{zone.place} {zone.side}"


def _button(button: str, player: Any, column: Any) -> str:
    match button:
        case "agree":
            return "ok red + ok blue"
        case "menu":
            return f"dice + ok {player}"
        case "column":
            return f"column {column} {player}"
        case "ok":
            return f"ok {player}"
        case _:
            return button


def _end(run: Rerun) -> Iterator[str]:
    table = run.appliance.keeper.table
    if table is not None:
        yield "# how it ended"
        yield f"expect step {table.state.step}"
        yield f"expect active {run.bundle.active(table.state)}"
