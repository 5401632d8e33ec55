"""A bonus card is hidden from its `ok` to the reveal, and before it: no screen, event or log line tells which it is."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from signifer_core.games.field_of_glory.deck import kind_of
from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.report import Report
from signifer_firmware.simulation.table_run import ScriptRun

START = """game field-of-glory
seed 5
terrain plain plain plain plain plain
begin actions
setup 3 red heavy-infantry-1 heavy-infantry-2
setup 3 blue medium-infantry-1 medium-infantry-2
"""
# What hands do around two hidden cards of kinds that lie nowhere else, right and wrong.
STORY = """press column 3
put red/cavalry-5 pad red
press column 3
put red/elephant-1 pad red
press ok red
hold ok red
power cut
take red/elephant-1
put blue/spear-1 pad red
press ok red
take blue/spear-1
put blue/spear-1 pad blue
fault reader pad red unplug
press ok red
mend reader pad red
press ok red
power cut
press ok red
take blue/medium-infantry-1
put blue/pike-1 pad blue
press ok blue
take blue/pike-1
press ok blue
"""
SECRET = ("cavalry", "elephant", "spear", "pike")


class Listening(Report):
    """Writes down every event that ``--json`` would print, but the script's own lines."""

    def __init__(self) -> None:
        super().__init__("it")
        self.heard: list[str] = []

    def _print(self, kind: str, what: object, at_us: int) -> None:
        self.heard.append(f"{kind} {what}")


def words_of(run: ScriptRun) -> str:
    """All words on all screens."""
    places = [screen.place for screen in run.config.screens]
    return " ".join(run.appliance.words(place) for place in places)


@pytest.mark.slow
def test_nothing_tells_a_bonus_card_before_the_reveal(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    script = parse_script(START + STORY, file="it")
    report = Listening()
    run = ScriptRun(script, load_table("direct"), tmp_path, report.news)
    report.bound_to(run)
    shown: list[str] = []
    try:
        run.begin()
        shown.append(words_of(run))
        for statement in script.statements[6:]:
            report.line = statement.line
            run.run(statement)
            for _ in range(3):  # screens that take turns
                shown.append(words_of(run))
                run.scheduler.run(run.now_us + 3_000_000)
        table = run.appliance.keeper.table
        assert table is not None
        assert table.held.shown, "the reveal came with the last press"
        heard, reveal = report.heard, [n for n, line in enumerate(report.heard) if "reveal" in line]
        last = shown[-3:]
    finally:
        run.close()
    assert reveal, heard
    told = " ".join([*heard[: reveal[0]], *shown[:-3], caplog.text]).casefold()
    assert [secret for secret in SECRET if secret in told] == []
    assert "1 card" in told
    assert any("cavalry: 4 cp spear: 2 cp" in words.casefold() for words in last), "then both are shown"


def test_the_story_tells_its_secrets_when_it_may() -> None:
    """The kinds that are looked for are those of the hidden cards, and of no unit that lies open."""
    open_kinds = {word.rpartition("-")[0] for line in START.splitlines() for word in line.split()[3:]}
    hidden = {kind_of(card) for card in STORY.split() if "/" in card and "infantry" not in card}
    assert hidden == set(SECRET)
    assert not hidden & open_kinds
