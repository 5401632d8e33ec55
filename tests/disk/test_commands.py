"""Commands that open a store, on a disk that fails: one sentence, never a traceback, and the store has all it had."""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest

from tests.conftest import MissingTool
from tests.disk.child import ALWAYS
from tests.disk.commands import COMMANDS, Commands
from tests.disk.failing import KINDS, compiler, room

# One of so many calls in every run; the soak has each, with each error.
STEPS = {"open": 28, "write": 80, "sync": 34, "name": 8, "read": 30, "allocation": 5000}


@pytest.fixture(scope="module")
def commands(missing_tool_of_module: type[MissingTool]) -> Iterator[Commands]:
    if compiler() is None:
        missing_tool_of_module("a C compiler on Linux (apt-get install gcc libc6-dev)")
    with room() as folder:
        found = Commands(folder)
        yield found
        found.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_whose_disk_fails_says_so(name: str, commands: Commands) -> None:
    for kind in KINDS:
        for trial in commands.trials(name, kind, STEPS[kind]):
            assert commands.faults(name, trial) == [], f"{name}, {trial}"


@pytest.mark.soak
@pytest.mark.parametrize("name", COMMANDS)
def test_whichever_call_of_a_command_fails(name: str, commands: Commands) -> None:
    wrong = [
        f"{trial}: {found}"
        for kind in KINDS
        for trial in commands.trials(name, kind)
        if (found := commands.faults(name, trial))
    ]
    assert wrong == []


@pytest.mark.parametrize("name", COMMANDS)
def test_a_disk_that_cannot_be_read_is_told(name: str, commands: Commands) -> None:
    assert commands.say(name)[1] == (0 if name != "dice" else 2), "on a good disk"
    _, status, text = commands.say(name, KINDS["read"], 1, ALWAYS, errno.EIO)
    assert status == 2
    assert "cannot be " in text
    assert text.count("\n") == 1
