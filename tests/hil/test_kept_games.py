"""Games that earlier versions played are still read, taken up and decided as they were.

``tests/data/VERSION/GAME/`` holds a whole game and one that was broken off by a power cut: store, report and record, as
the program of that version wrote them (``tests/data/__main__.py``). They are never made again.
"""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api.registry import names
from signifer_firmware.recording.archive import exported, games_known, imported
from signifer_firmware.recording.game_text import RESULT, RUNNING, parsed, positions, written
from signifer_firmware.recording.replay import Rerun, difference, steps
from signifer_firmware.recording.report import unpacked
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.storage.store import Store

from tests.data.__main__ import ENDS, RECORD, REPORT, STORE

KEPT = sorted(path.parent for path in (Path(__file__).parents[1] / "data").glob(f"*/*/*/{STORE}"))
# Whole evenings through the wire: of two games in every run, of all in the soak; each game's broken-off one always.
SHORT = ("field-of-glory", "thermopyles")
played_again = pytest.mark.parametrize(
    "kept",
    [
        pytest.param(
            path,
            marks=() if path.name != "whole" or path.parent.name in SHORT else pytest.mark.soak,
            id="-".join(path.parts[-3:]),
        )
        for path in KEPT
    ],
)
each = pytest.mark.parametrize("kept", KEPT, ids=lambda path: "-".join(path.parts[-3:]))
TAGS_AND_DATE = 2
# Where hands that did the same are understood otherwise since, and how that is told. The card on top of a pad is
# watched from the play on, which changes what waits, and nothing that was done. What undo takes back of column 5 need
# not lie there again, so that hands that lay it have it to play once more, and what they did then differs.
WAITING = ("held", "leaving", "awaited", "returning")
DOES_OTHERWISE = "0.1.0-dark-age-arena-whole"
OTHERWISE = {
    "0.1.0-call-to-glory-whole": "decision 478 was held",
    DOES_OTHERWISE: "decision 191 was returning",
}


def copied(kept: Path, folder: Path) -> Path:
    """The store's files, for whoever opens them changes them."""
    for end in ENDS:
        if (kept / (STORE + end)).exists():
            shutil.copy(kept / (STORE + end), folder / (STORE + end))
    return folder / STORE


def test_each_game_has_been_kept_whole_and_broken_off() -> None:
    for version in {path.parents[1] for path in KEPT}:
        found = {path.relative_to(version).as_posix() for path in KEPT if version in path.parents}
        assert found == {f"{game}/{how}" for game in names() for how in ("whole", "broken-off")}, version


@each
def test_a_kept_store_tells_its_game_as_it_told_it_then(kept: Path, tmp_path: Path) -> None:
    text = (kept / RECORD).read_text(encoding="utf-8")
    store = copied(kept, tmp_path)
    assert exported(store) == text
    record = parsed(text, file="it", games=games_known())
    assert written(record) == text
    bundle = games_known()[record.name]
    *_, (_, last) = positions(bundle, record)
    assert (bundle.procedure.rules.outcome(last.state) or RUNNING) == record.tags[RESULT]
    assert (record.tags[RESULT] == RUNNING) == (kept.name == "broken-off")
    (tmp_path / "it").write_text(text)
    assert imported(tmp_path / "it", tmp_path / "store").endswith(f": {len(record.lines)} lines")
    assert exported(tmp_path / "store").splitlines()[TAGS_AND_DATE:] == text.splitlines()[TAGS_AND_DATE:]


@pytest.mark.slow
@played_again
def test_a_kept_report_played_again_decides_the_same(kept: Path, tmp_path: Path) -> None:
    with closing(Rerun(unpacked(kept / REPORT), tmp_path, lambda news: None)) as run:
        said = list(steps(run))
        name = "-".join(kept.parts[-3:])
        told, known = difference(run), OTHERWISE.get(name, "")
        assert told.startswith(known) if known else told == ""
        then = [entry for _, entry in run.flown.entries[run.base :] if entry.kind not in WAITING]
        now = [entry for entry in run.decided() if entry.kind not in WAITING]
        did = [(entry.kind, entry.body) for entry in then] == [(e.kind, run.named(e.body)) for e in now]
        assert did != (name == DOES_OTHERWISE)
        assert any("switched off" in line for line in said)
        assert run.appliance.keeper.table is not None


@each
def test_a_table_takes_a_kept_store_up(kept: Path, tmp_path: Path) -> None:
    text = (kept / RECORD).read_text(encoding="utf-8")
    record = parsed(text, file="it", games=games_known())
    *_, (_, last) = positions(games_known()[record.name], record)
    store = copied(kept, tmp_path)
    with closing(Store.reading(store)) as reading:
        before = reading.last_game()
    assert len(before) > len(record.lines)
    script = parse_script(f"game {record.name}\nseed 1\n", file="it")
    with closing(ScriptRun(script, load_table("standard"), tmp_path, lambda news: None)) as run:
        run.appliance.power_on()
        run.rest()
        keeper = run.appliance.keeper
        assert not run.appliance._store.trouble
        if kept.name == "broken-off":
            assert keeper.table is not None
            assert keeper.table.state == last.state
        assert run.appliance._store.last_game()[: len(before)] == before
