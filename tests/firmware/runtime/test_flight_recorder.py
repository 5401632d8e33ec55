"""The flight recorder: bounded, harmless, without personal data, and played again it decides the same."""

from __future__ import annotations

import errno
import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_core.json_values import Json, as_int, as_str
from signifer_core.layout import Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.polling.findings import Change, Doubt, Finding, Visit
from signifer_firmware.cli.main import app
from signifer_firmware.recording import replay
from signifer_firmware.recording.as_script import script_of
from signifer_firmware.recording.replay import Rerun, difference, steps
from signifer_firmware.recording.report import packed, unpacked
from signifer_firmware.runtime import flight_recorder
from signifer_firmware.runtime.flight_recorder import AGAIN_US, Flight, lines_of
from signifer_firmware.simulation.files import run_files
from signifer_firmware.storage.store import StoreError
from typer.testing import CliRunner

from benchmarks.evening import Evening
from tests.firmware.runtime.flights import STRANGER, fly


@pytest.fixture(scope="module")
def flown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of a game with clumsy hands and pulled plugs, and a tag that nobody knows."""
    return fly(tmp_path_factory.mktemp("flown"), 1, 34, cuts=0.03)


def rerun(report: bytes, folder: Path) -> Iterator[Rerun]:
    (folder / "r").write_bytes(report)
    run = Rerun(unpacked(folder / "r"), folder, lambda news: None)
    try:
        yield run
    finally:
        run.close()


@pytest.mark.slow
def test_a_report_played_again_decides_what_was_decided(flown: Path, tmp_path: Path) -> None:
    for run in rerun(packed(flown, hidden=True), tmp_path):
        said = list(steps(run))
        assert sum(line[0] == flight_recorder.BOOT for line in run.flown.lines) > 1, "the plug was pulled"
        assert any("present" in each for each in said)
        assert any("press ok" in each for each in said)
        assert len(run.decided()) > 40
        assert difference(run) == ""


@pytest.mark.slow
def test_hours_in_which_nothing_happens_are_not_waited_for(flown: Path, tmp_path: Path) -> None:
    """A table stands on overnight; and a file may say anything."""
    lines = gzip.decompress(packed(flown, hidden=True)).decode().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith('["boot"'))
    values = [json.loads(line) for line in lines[first + 20 :]]
    for value in values:
        value[1] += 1 << 70
    lines[first + 20 :] = [json.dumps(value) for value in values]
    for run in rerun(gzip.compress("\n".join(lines).encode()), tmp_path):
        list(steps(run))
        assert run.now_us < 3_600_000_000
        assert difference(run) == ""


def test_a_report_with_a_difference_tells_it(flown: Path, tmp_path: Path) -> None:
    lines = gzip.decompress(packed(flown, hidden=True)).decode().splitlines()
    at = max(number for number, line in enumerate(lines) if '"gesture","place' in line)
    value = json.loads(lines[at])
    value[4] = f"place {value[4].split()[1]} {6 - int(value[4].split()[2])}"
    lines[at] = json.dumps(value)
    for run in rerun(gzip.compress("\n".join(lines).encode()), tmp_path):
        list(steps(run))
        assert f"was gesture {value[4]}" in difference(run)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [5, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(20, 40))])
def test_a_table_that_is_never_switched_off_keeps_no_more_than_it_may(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left of a game then begins in its middle, and is played again from there."""
    monkeypatch.setattr(flight_recorder, "LIMIT", 40_000)
    store = fly(tmp_path / "game", seed, 45, table="direct")
    sizes = [store.with_name(store.name + end).stat().st_size for end in flight_recorder.ENDS]
    assert 20_000 < sum(sizes) < 44_000
    for run in rerun(packed(store, hidden=True), tmp_path):
        assert run.base > 20
        assert len(list(steps(run))) > 10
        assert difference(run) == ""


def test_a_report_of_the_second_game_of_an_evening(tmp_path: Path) -> None:
    """The table stays on: how things stand is said again as the game begins. Names of people are in no report."""
    evening = Evening("standard", tmp_path, 1, decisions=8)
    evening.game()
    evening.board.put("red/spear-1", Zone("3", "red"))
    evening.board.rest()
    evening.board.take("red/spear-1")
    evening.board.rest()
    evening.board.run.appliance.with_keeper(
        lambda keeper, now_us: keeper.named({"red": {"name": "Anna"}}, now_us)
    )
    evening.board.press(Press(PressKind.PRESS, Button.OK, "red"))
    evening.board.rest()
    store = evening.board.run.store
    evening.close()
    report = packed(store, hidden=True)
    assert b'"players",null' in gzip.decompress(report)
    assert b"Anna" not in gzip.decompress(report)
    for run in rerun(report, tmp_path):
        assert run.flown.lines[0][0] == flight_recorder.HEAD
        assert any("press ok red" in said for said in steps(run))
        assert len(run.decided()) > 0
        assert difference(run) == ""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12))
def test_whole_games_played_again_decide_the_same(seed: int, tmp_path: Path) -> None:
    store = fly(tmp_path / "game", seed, 10_000, cuts=0.02, rate=0.3)
    for run in rerun(packed(store), tmp_path):
        list(steps(run))
        assert difference(run) == ""


@pytest.mark.slow
def test_a_report_is_a_table_script(tmp_path: Path) -> None:
    """Of careful hands: what they do within a blink is one after the other in a script."""
    store = fly(tmp_path / "game", 3, 24, rate=0, table="direct")
    for run in rerun(packed(store, hidden=True), tmp_path):
        list(steps(run))
        text = script_of(run).replace(f"put {STRANGER[:4]}1 5 red\n", "")
        assert "\ntable direct\n" in text
    (tmp_path / "it.table").write_text(text)
    with (tmp_path / "out").open("w") as out:
        assert run_files([tmp_path / "it.table"], json=False, screens=None, out=out, err=out) == 0, text


@pytest.mark.slow
def test_a_lift_is_one_in_a_script_whichever_reader_of_the_zone_has_told_it(tmp_path: Path) -> None:
    report = packed(fly(tmp_path / "game", 2, 12, rate=0, table="double"), hidden=True)
    values = [json.loads(line) for line in gzip.decompress(report).splitlines()]
    lines = [each for each in values if isinstance(each, list)]
    lifts = [line for line in lines if line[0] == flight_recorder.CHANGE and line[2] == Finding.ABSENT]
    assert lifts
    for letter in "ab":
        for lift in lifts:
            lift[3] = lift[3][:-1] + letter
        again = "\n".join(json.dumps(value) for value in values)
        for run in rerun(gzip.compress(again.encode()), tmp_path):
            assert script_of(run).count("\ntake ") == len(lifts)


def test_no_tag_no_file_and_no_address_is_in_a_report(flown: Path) -> None:
    text = gzip.decompress(packed(flown, hidden=True)).decode()
    assert '"tag/1"' in text, "the stranger"
    assert str(flown.parent) not in text
    uids = [as_str(line[4]) for line in lines_of(flown) if line[0] == flight_recorder.CHANGE and line[4]]
    assert len(set(uids)) > 10
    assert not any(uid in text for uid in uids)
    assert '"serial"' not in text


def test_while_the_game_runs_a_report_has_to_be_asked_for_twice(flown: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not over"):
        packed(flown)
    done = CliRunner().invoke(app, ["report", str(flown), str(tmp_path / "r")])
    assert done.exit_code == 2
    assert not (tmp_path / "r").exists()


def test_the_commands_pack_and_play(flown: Path, tmp_path: Path) -> None:
    run = CliRunner()
    made = str(tmp_path / "r")
    assert run.invoke(app, ["report", "--hidden", str(flown), made]).exit_code == 0
    done = run.invoke(app, ["replay", made, "--quiet", "--script", str(tmp_path / "it.table")])
    assert (done.exit_code, "decided as they were then" in done.stdout) == (0, True)
    assert (tmp_path / "it.table").read_text().startswith("game field-of-glory\ntable standard\n")
    (tmp_path / "bad").write_bytes(b"no report")
    assert run.invoke(app, ["replay", str(tmp_path / "bad")]).exit_code == 2


_HEAD = '{"signifer report": 1, "settings": []}'


@pytest.mark.parametrize(
    "lines", [[], ["1"], ["{}"], ['{"signifer report": 9}'], [_HEAD, '["boot", 0, {}]'], [_HEAD]]
)
def test_what_is_no_report_is_said(lines: list[str], tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(gzip.compress("\n".join(lines).encode()))
    with pytest.raises(ConfigError, match="report"):
        unpacked(tmp_path / "r")


@pytest.mark.parametrize(
    "lines",
    [
        ['{"a": 1}'],
        ["1"],
        [_HEAD, '["entry", 1]'],
        [_HEAD, '["entry", 1, 0, "begin", {"game": "field-of-glory"}]', '["head", 0, {}]'],
        [
            _HEAD,
            '["entry", 1, 0, "begin", {"game": "field-of-glory"}]',
            '["head", 0, {"entry": 1, "table": {}, "lying": {}}]',
        ],
    ],
)
@pytest.mark.parametrize("command", ["replay", "analyse"])
def test_what_a_command_says_of_it_names_nothing_of_python(
    command: str, lines: list[str], tmp_path: Path
) -> None:
    (tmp_path / "r.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    done = CliRunner().invoke(app, [command, str(tmp_path / "r.gz")])
    assert done.exit_code == 2
    assert done.output.count("\n") == 1
    assert "Error" not in done.output


def test_a_recorder_whose_disk_was_full_goes_on_and_keeps_no_file_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = _recorder(tmp_path, 20_000)
    found.rest(1, 0)
    file = found._file
    assert file is not None
    with monkeypatch.context() as patch:
        patch.setattr(file, "flush", _full)
        found.doubt(Doubt.OPEN, 5)
        found.rest(10, 1)
    assert file.closed
    found.doubt(Doubt.NONE, 20)
    found.rest(30, 1)
    found.doubt(Doubt.OPEN, 40)
    found.close()
    assert [line[0] for line in lines_of(tmp_path / "s")] == ["boot", "head", "doubt"]


def test_a_recorder_whose_file_is_taken_away_begins_another(tmp_path: Path) -> None:
    found = _recorder(tmp_path, 20_000)
    (tmp_path / "s-flight-0").unlink()
    found.doubt(Doubt.OPEN, 5)
    found.rest(10, 0)
    found.doubt(Doubt.OPEN, 20)
    found.close()
    assert [line[0] for line in lines_of(tmp_path / "s")] == ["head", "doubt"]


def _full() -> None:
    raise OSError(errno.ENOSPC, "no space")


def test_a_line_that_was_cut_off_spoils_none_after_it(tmp_path: Path) -> None:
    found = _recorder(tmp_path, 20_000)
    found.close()
    path = tmp_path / "s-flight-0"
    path.write_text(path.read_text() + '["change",5,"pres')
    again = _recorder(tmp_path, 20_000)
    again.close()
    assert [line[0] for line in lines_of(tmp_path / "s")] == ["boot", "boot"]


def _recorder(folder: Path, limit: int) -> Flight:
    entries = iter(range(10**9))
    found = Flight(folder / "s", lambda: {"entry": next(entries)}, limit=limit)
    found.boot(0)
    return found


def test_two_files_by_turns_hold_the_last_of_it_and_no_more(tmp_path: Path) -> None:
    limit = 20_000
    found = _recorder(tmp_path, limit)
    for at_us in range(3000):
        found.change(Change(Finding.PRESENT, "3 red", bytes(7)), at_us)
        found.rest(at_us, 0)
        assert sum(file.stat().st_size for file in tmp_path.iterdir()) < limit + 500
    found.close()
    times = [as_int(line[1]) for line in lines_of(tmp_path / "s") if line[0] == flight_recorder.CHANGE]
    assert times == list(range(times[0], 3000)), "without a gap, the oldest first"
    assert len(times) > limit // 2 // 60
    again = _recorder(tmp_path, limit)
    again.close()
    assert lines_of(tmp_path / "s")[-1][0] == flight_recorder.BOOT


def test_noise_does_not_fill_it(tmp_path: Path) -> None:
    found = _recorder(tmp_path, 10**6)
    for number in range(1000):
        found.visit(Visit("3 red", number * 10_000, garbled=number % 2 == 0))
    found.close()
    heard = [line for line in lines_of(tmp_path / "s") if line[0] == flight_recorder.VISIT]
    assert len(heard) <= 10_000_000 // AGAIN_US + 1
    assert sum(as_int(line[-1]) for line in heard) > 900, "and how often is known"


def test_a_recorder_that_cannot_write_is_silent(tmp_path: Path) -> None:
    found = Flight(tmp_path / "missing" / "s", dict)
    found.boot(0)
    found.change(Change(Finding.OK, "3 red"), 0)
    found.rest(0, 0)
    found.close()
    assert lines_of(tmp_path / "missing" / "s") == []


def test_a_doubt_of_an_earlier_version_is_true_or_false() -> None:
    kept: list[Json] = [False, True, 0, 1, 2]
    assert [*map(replay._doubt, kept)] == [Doubt.NONE, Doubt.OPEN, Doubt.NONE, Doubt.OPEN, Doubt.ASTRAY]
    odd: list[Json] = [3, None, "true", [1], {}]
    for each in odd:
        with pytest.raises(ValueError, match=r"doubt|Doubt"):
            replay._doubt(each)
