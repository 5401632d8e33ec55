"""What tests of the statements of a game share: what they mean, what is wrong, and what a script begins with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import strategies as st
from signifer_core.errors import ConfigError
from signifer_core.procedure import Table
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyState
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as said
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.game import Script, ScriptGame
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.scripting.statements import Statement
from signifer_firmware.simulation.setup import setup_of

STANDARD = load_table("standard")


class GameScripts:
    """Scripts of one game: rows come behind its name."""

    def __init__(self, name: str, script: ScriptGame[Any]) -> None:
        self.bundle = registry.bundle(name)
        self._name, self._script = name, script

    def parsed(self, rows: str) -> Script:
        return parse_script(f"game {self._name}\n{rows}", file="s.table")

    def statements(self, rows: str) -> tuple[Statement, ...]:
        """What the rows say."""
        game, *found = self.parsed(rows).statements
        assert game == said.Game(self._name)
        return tuple(found)

    def faults(self, rows: str, *, table: str = "standard") -> list[str]:
        with pytest.raises(ConfigError) as caught:
            check(self.parsed(rows), load_table(table), file="s.table")
        return caught.value.faults

    def setup(self, rows: str) -> dict[str, Any]:
        """The position at the standard table, as JSON; ConfigError with all faults."""
        script = self.parsed(rows)
        check(script, STANDARD, file="s.table")
        return dict(setup_of(script, STANDARD))

    def begun(self, rows: str) -> Any:
        """The state in which such a game begins; ConfigError with all faults."""
        return self.bundle.begin(self.setup(rows))

    # Checks

    def check_meaning(self, row: str, wanted: Statement) -> None:
        """A statement says this, and parses back."""
        (found,) = self.statements(row)
        assert found == wanted
        assert type(found) is type(wanted)
        assert self.statements(str(found)) == (found,)

    def check_fault(self, row: str, wrong: str, instead: str) -> None:
        """The fault says what is wrong, and what to write instead."""
        (fault,) = self.faults(row)
        place, _, text = fault.partition(": ")
        before, _, after = text.partition("; ")
        assert place.startswith("s.table:")
        assert wrong in before
        assert instead in after

    def check_fault_at(self, rows: str, line: int, wrong: str) -> None:
        found = self.faults(rows)
        assert any(fault.startswith(f"s.table:{line}: {wrong}") for fault in found), found

    def check_needs_pads(self) -> None:
        (fault,) = self.faults("table stock\n", table="stock")
        assert fault.startswith(f"s.table:1: {self._name} needs pads")

    def check_told_again(self, state: AnyState) -> None:
        """A state is begun again by what is told of it."""
        assert self.begun("\n".join(self._script.position(state))) == state

    def check_verdicts(self, expected: Iterable[Statement], state: AnyState) -> None:
        """Each expectation parses back, and holds if what is wanted is what is seen."""
        wanted = tuple(expected)
        assert self.statements("\n".join(map(str, wanted))) == wanted
        for each in wanted:
            assert isinstance(each, ex.Expect)
            held, asked, seen = self._script.seen(each, self.bundle, Table(state))
            assert held == (asked == seen)


# Statements that chance finds


def given_of(
    what: st.SearchStrategy[str], value: st.SearchStrategy[object], kind: type[Statement] = said.Given
) -> st.SearchStrategy[Statement]:
    return st.builds(kind, what, value.map(str))


def several(cards: st.SearchStrategy[str], most: int | None = None) -> st.SearchStrategy[object]:
    return st.lists(cards, unique=True, max_size=most).map(lambda found: " ".join(found) or "none")
