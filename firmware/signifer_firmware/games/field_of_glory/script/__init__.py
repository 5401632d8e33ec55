"""Table scripts of Field of Glory: positions, and what of the game is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from signifer_core.errors import ConfigError
from signifer_core.games.field_of_glory.deck import kind_of
from signifer_core.games.field_of_glory.position import BEGIN_STEPS, Counts, Setup
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import COLUMNS, SIDES
from signifer_core.procedure import Table

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import Finding, Script, ScriptGame, Verdict, kinds_seen, same
from signifer_firmware.scripting.slots import Vocabulary

from . import checks, words
from .words import Control, ExpectControl, Terrain


class FieldOfGloryScript(ScriptGame):
    """The words of its scripts, and what they mean."""

    forms = words.FORMS
    slots = words.SLOTS

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return words.vocabulary()

    def contradictions(self, found: Sequence[st.Statement]) -> Iterator[Finding]:
        """Terrain, cards and counts that no box and no army has."""
        return checks.contradictions(found)

    def unplayable(self, script: Script, config: TableConfig) -> Iterator[Finding]:
        """What is missing of a position, and what nobody could have placed."""
        return checks.unplayable(script)

    def setup(self, script: Script, config: TableConfig) -> Mapping[str, Any]:
        """Terrain, who begins, units, control and counts; a table without pads sees no hands."""
        begun = any(isinstance(statement, st.Begin) for statement in script.statements)
        terrain: tuple[str, ...] = ("plain",) * 5 if begun else ()
        first: str | None = "red" if begun else None
        step: str | None = None
        units: dict[tuple[int, str], tuple[str, ...]] = {}
        control: dict[int, str] = {}
        counts: dict[str, dict[str, int]] = {"red": {}, "blue": {}}
        for statement in script.statements:
            match statement:
                case Terrain(kinds=kinds):
                    terrain = kinds
                case st.First(player=player):
                    first = player
                case st.Begin(step=begin):
                    step = begin
                case st.Setup(zone=zone, cards=cards):
                    assert zone.column is not None
                    units[zone.column, zone.side] = (*units.get((zone.column, zone.side), ()), *cards)
                case Control(column=column, player=player):
                    control[column] = player
                case st.Count(player=str(player), what=what, number=number):
                    counts[player][what] = number
        return Setup(
            terrain=terrain,
            first=first,
            units=tuple((column, player, cards) for (column, player), cards in units.items()),
            control=tuple(control.items()),
            red=Counts(**counts["red"]),
            blue=Counts(**counts["blue"]),
            step=step,
            unseen=not config.has_pads,
        ).to_json()

    def seen(self, expect: st.Expect, bundle: AnyBundle, table: Table[State]) -> Verdict:
        """What is due, units, control and counts."""
        state = table.state
        match expect:
            case st.ExpectDue(player=player, number=number):
                return same(number, state.due if player == state.active else 0)
            case st.ExpectUnits(zone=zone, kinds=kinds):
                assert zone.column is not None
                return kinds_seen(
                    kinds, [kind_of(card) for card in state.column(zone.column).units(zone.side)]
                )
            case ExpectControl(column=column, player=holder):
                return same(holder or "none", state.column(column).control or "none")
            case st.ExpectCount(what=what, player=str(player), number=number):
                return same(number, getattr(state.side(player), "shuffles" if what == "shuffle" else what))
            case _:
                raise AssertionError(f"{expect} has no check")

    def position(self, state: State, *, untouched: bool) -> Iterator[str]:
        """The position between two turns, or where a script can begin within one."""
        if untouched and not any(state.laid) and state.step not in BEGIN_STEPS:
            return  # set up by hand, from the empty table
        under_way = (
            state.attack,
            state.unpaid,
            state.cleared,
            state.drawing,
            state.drawn or None,
            state.advanced or None,
        )
        if state.step not in BEGIN_STEPS or any(under_way):
            raise ConfigError(
                [f"the report begins in the middle of a turn ({state.step}); replay it without --script"]
            )
        yield f"terrain {' '.join(column.terrain for column in state.columns)}"
        yield f"first {state.active}"
        for number in COLUMNS:
            column = state.column(number)
            for player in SIDES:
                if units := column.units(player):
                    yield f"setup {number} {player} {' '.join(card.partition('/')[2] for card in units)}"
            if column.control is not None:
                yield f"control {number} {column.control}"
        for player in SIDES:
            side = state.side(player)
            counts = {"hand": side.hand, "deck": side.deck, "discard": side.discard, "points": side.points}
            yield from (f"count {player} {name} {count}" for name, count in counts.items())
            yield f"count {player} shuffle {side.shuffles}"
        yield f"begin {state.step}"

    def ending(self, state: State) -> Iterator[str]:
        """Both players' counts."""
        for player in SIDES:
            side = state.side(player)
            counts = {"hand": side.hand, "deck": side.deck, "discard": side.discard, "points": side.points}
            yield from (f"expect {name} {player} {count}" for name, count in counts.items())


SCRIPT = FieldOfGloryScript("field-of-glory")
