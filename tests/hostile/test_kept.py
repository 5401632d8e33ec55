"""A thousand evenings are played in pieces: what was played is left out the next time."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from . import __main__ as command
from . import kept, storms
from .truths import Fault


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds that were played; 41 goes wrong."""
    seeds: list[int] = []

    def play(game: str, seed: int, **how: object) -> storms.Storm:
        seeds.append(seed)
        storm = storms.Storm(game, seed, decisions=3, minutes=2.0, is_over=True)
        storm.drawn.update(calm=2, squall=1)
        storm.fault = Fault("lying", "expect lying 2 blue none", "persian-9") if seed == 41 else None
        return storm

    monkeypatch.setattr(storms, "play", play)
    monkeypatch.setattr(storms, "shown", lambda storm: f"{storm.game} {storm.seed}: {storm.fault}")
    return seeds


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["tests.hostile", "storms", *map(str, arguments)])
    return command.main()


def test_what_was_played_is_left_out_the_next_time(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cache" / "storms.jsonl"
    assert _run(monkeypatch, 38, 40, "--resume", "--kept", file) == 0
    with file.open("a") as broken:
        broken.write('\n{"what": "call-to-glory 42", "code": ')  # whoever wrote this was killed
    capsys.readouterr()
    assert _run(monkeypatch, 38, 42, "--resume", "--kept", file) == 1
    assert played == [38, 39, 40, 41, 42]
    said = capsys.readouterr().out
    assert "thermopyles 41: expect lying 2 blue none: persian-9" in said
    assert "5 of 5 evenings, 1 failed; 5 accidents in 15 decisions; 10 min at the table" in said
    # All is known now, what went wrong, too: no need to see it fail again.
    assert _run(monkeypatch, 38, 42, "--resume", "--kept", file) == 1
    assert len(played) == 5
    # Another game, or less of it, is another evening.
    assert _run(monkeypatch, 38, "--most", 5, "--resume", "--kept", file) == 0
    assert played[5:] == [38]


def test_the_evenings_of_the_soak_are_played_in_pieces(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "storms.jsonl"
    monkeypatch.setattr(storms, "MANY", {"call-to-glory": 3, "field-of-glory": 2, "thermopyles": 1})
    monkeypatch.setattr(storms, "GAMES", (*storms.MANY,))
    assert _run(monkeypatch, "--soak", "--game", "field-of-glory", "--kept", file) == 0
    assert _run(monkeypatch, "--soak", "--kept", file) == 0
    lines = [json.loads(line) for line in file.read_text().splitlines() if line]
    assert [line["what"] for line in lines] == [
        *("field-of-glory 0", "field-of-glory 1", "call-to-glory 0", "call-to-glory 1", "call-to-glory 2"),
        "thermopyles 0",
    ]
    assert {line["code"] for line in lines} == {kept.code()}
    assert {len(line["on"]) for line in lines} == {len("2026-11-29")}
    said = capsys.readouterr().out
    assert "6 of 6 evenings" in said
    assert f"program {kept.code()}, {lines[0]['on']}" in said


def test_the_soak_wants_a_thousand_evenings_of_its_own(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(monkeypatch, "--soak", "--minutes", 0, "--kept", tmp_path / "it")
    assert "0 of 1000 evenings" in capsys.readouterr().out
    assert {*storms.MANY} == {*storms.GAMES}
    for wrong in ((), ("--soak", 3), ("--soak", "--kept", tmp_path)):
        with pytest.raises(SystemExit):
            _run(monkeypatch, *wrong)


def test_what_went_wrong_is_played_again_by_another_program(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "storms.jsonl"
    _run(monkeypatch, 40, 42, "--resume", "--kept", file)
    monkeypatch.setattr(kept, "code", lambda: "mended")
    capsys.readouterr()
    assert _run(monkeypatch, 40, 42, "--resume", "--kept", file) == 1
    assert played == [40, 41, 42, 41]
    assert "2 by another program than this one" in capsys.readouterr().out


def test_no_evening_begins_once_its_minutes_are_over(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, 38, 40, "--minutes", 0, "--resume", "--kept", tmp_path / "it") == 0
    assert played == []
    assert "0 of 3 evenings" in capsys.readouterr().out


def test_nothing_is_kept_where_nobody_asks_for_it(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for _ in range(2):
        _run(monkeypatch, 38)
    assert played == [38, 38]
    assert list(tmp_path.iterdir()) == []
    assert kept.usual_file() == tmp_path / "signifer" / "storms.jsonl"


def test_resume_takes_no_seed_for_its_file(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for _ in range(2):
        assert _run(monkeypatch, "--resume", 0, 1) == 0
    assert played == [0, 1]
    assert kept.usual_file().exists()


def test_who_names_a_file_to_keep_evenings_in_resumes(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for _ in range(2):
        assert _run(monkeypatch, 38, "--kept", tmp_path / "it") == 0
    assert played == [38]


def test_a_script_is_written_of_an_evening_that_is_kept_already(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "it.table"
    for more in ((), ("--script", path)):
        assert _run(monkeypatch, 38, "--resume", "--kept", tmp_path / "it", *more) == 0
    assert played == [38, 38]
    assert path.exists()


def test_help_is_given_wherever_evenings_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "100%d"))
    monkeypatch.setenv("COLUMNS", "1000")
    with pytest.raises(SystemExit) as left:
        _run(monkeypatch, "--help")
    assert left.value.code == 0
    assert str(kept.usual_file()) in capsys.readouterr().out


@pytest.mark.parametrize("name", ["it.py", "table.toml", "cards.json", "de.po"])
def test_who_plays_is_told_apart_by_any_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    (tmp_path / "core").mkdir()
    path = tmp_path / "core" / name
    monkeypatch.setattr(kept, "ROOT", tmp_path)
    found = set()
    for text in ("one", "other", "other"):
        path.write_text(text)
        found.add(kept.code.__wrapped__())
    assert len(found) == 2
