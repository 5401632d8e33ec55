"""The n-th open, write, sync, rename, unlink, read or allocation fails: nothing promised is lost, nothing stands twice.

After each: the table plays on, has said so in a sentence that players are told, and writes what was waiting when the
disk is good again; and of files whose power was cut meanwhile a table goes on with all that was promised.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest

from tests.conftest import MissingTool
from tests.disk.child import ALWAYS
from tests.disk.failing import KINDS, Evenings, Trial, compiler, room

# One of so many calls in every run; the soak has each, with each error.
STEPS = {"open": 17, "write": 33, "sync": 24, "name": 6, "read": 25, "allocation": 1900}
# Among the first so many calls after files were taken away, in such steps, are those that read what they held: two of
# the disk, and eight of memory, one after the other.
AS_LEFT = {"read": (20, 1), "allocation": (300, 6)}


@pytest.fixture(scope="module")
def evenings(missing_tool_of_module: type[MissingTool]) -> Iterator[Evenings]:
    if compiler() is None:
        missing_tool_of_module("a C compiler on Linux (apt-get install gcc libc6-dev)")
    with room() as folder:
        found = Evenings(folder)
        yield found
        found.close()


def check(evenings: Evenings, trials: Iterator[Trial]) -> None:
    for trial in trials:
        assert evenings.faults(trial) == [], str(trial)


@pytest.mark.parametrize("kind", KINDS)
def test_a_call_that_fails_costs_nothing_that_was_promised(kind: str, evenings: Evenings) -> None:
    check(evenings, evenings.trials(kind, STEPS[kind]))


@pytest.mark.parametrize("kind", KINDS)
def test_a_call_that_fails_as_files_were_taken_away_costs_nothing_either(
    kind: str, evenings: Evenings
) -> None:
    check(evenings, evenings.trials(kind, STEPS[kind], is_taken=True))


@pytest.mark.parametrize("kind", AS_LEFT)
def test_what_files_hold_that_are_left_is_asked_for_until_it_was_read(kind: str, evenings: Evenings) -> None:
    """Found by one allocation that failed: the games of before were gone, and nothing was said."""
    check(evenings, evenings.trials_as_left(kind, *AS_LEFT[kind]))


@pytest.mark.soak
@pytest.mark.parametrize("is_taken", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_whichever_call_fails(kind: str, is_taken: bool, evenings: Evenings) -> None:
    check(evenings, evenings.trials(kind, is_taken=is_taken))


@pytest.mark.parametrize("kind", KINDS)
def test_the_calls_do_fail_and_the_table_says_so(kind: str, evenings: Evenings) -> None:
    played = evenings.play(KINDS[kind], 1, ALWAYS, errno.EIO)
    assert played.troubles
    assert len(played.done) > 10, "people play on"
