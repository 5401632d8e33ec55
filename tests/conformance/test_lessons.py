"""Each game that is shipped has a tutorial, of which every lesson can be done, and not by anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api import registry
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.game import Script
from signifer_firmware.simulation.expectations import Expectations
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.web.virtual.lesson_files import FEWEST, MOST, names, tutorial
from signifer_firmware.web.virtual.lessons import Lesson, Watch

from .games import NAMES

# The toy game shows what a game needs at the least; nobody learns it.
TAUGHT = tuple(name for name in NAMES if name in registry.names())
LESSONS = tuple((game, name) for game in TAUGHT for name in names(game))
EVERY = pytest.mark.parametrize(("game", "name"), LESSONS, ids=map("/".join, LESSONS))
TABLE = load_table("direct")


def hands_at(lesson: Lesson, folder: Path, *ways: Sequence[st.Statement]) -> list[tuple[Watch, list[str]]]:
    """What has come of a lesson after each of these ways, each from its beginning; and what was done as its aim was
    told to be out of reach."""
    found = []
    for number, way in enumerate(ways):
        watch, lost = Watch(lesson), list[str]()
        (folder / str(number)).mkdir()
        run = ScriptRun(_with(lesson, way), TABLE, folder / str(number), watch.hear)
        try:
            run.begin()
            watch.look(run)
            assert not watch.reached, "nobody has done anything yet"
            assert not watch.lost, "nobody has done anything yet"
            for said in way:
                if isinstance(said, ex.Expect):
                    assert Expectations(run).check(said)[0], said.text
                else:
                    run.run(said)
                    watch.look(run)
                    lost += [said.text] * watch.lost
        finally:
            run.close()
        found.append((watch, lost))
    return found


def _with(lesson: Lesson, way: Sequence[st.Statement]) -> Script:
    position = tuple(said for said in lesson.script.statements if isinstance(said, st.Preparation))
    return replace(lesson.script, statements=(*position, *way))


@pytest.mark.parametrize("game", TAUGHT)
def test_it_has_a_tutorial(game: str) -> None:
    """Of which reading finds nothing wrong."""
    assert FEWEST <= len(tutorial(game).lessons) <= MOST


@EVERY
def test_a_lesson_is_done_by_its_script_and_not_by_a_wrong_way(game: str, name: str, tmp_path: Path) -> None:
    lesson = tutorial(game).lesson(name)
    check(lesson.script, TABLE, file=f"{name}.table")
    right = (lesson.solution, *lesson.ways)
    found = hands_at(lesson, tmp_path, *right, *lesson.wrong)
    for watch, lost in found[: len(right)]:
        assert watch.reached
        assert not lost, "nobody is told to begin again who is on the way"
    assert lesson.wrong
    wrong = [watch for watch, _ in found[len(right) :]]
    for way, watch in zip(lesson.wrong, wrong, strict=True):
        assert not watch.reached, [said.text for said in way]
    if lesson.lost or lesson.unless:
        assert any(watch.lost for watch in wrong), "no way is told to lead elsewhere"
