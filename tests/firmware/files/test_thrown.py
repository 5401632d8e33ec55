"""Files made of a seed, for all commands that read files: docs/storms.md, *Files*. What is found is thrown again by
``python -m tests.firmware.files COUNT SEED``."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_firmware.cli.main import app
from typer.testing import CliRunner

from . import kinds
from .throwing import faults, made, throw


def check(count: int, seed: int) -> None:
    found = throw(count, seed)
    assert not found.faults, "\n".join(found.finds)
    assert found.count == count
    assert {*found.thrown} == {*kinds.KINDS}


@pytest.mark.slow
def test_some_files_are_read_or_refused() -> None:
    check(2 * len(kinds.KINDS), 7)


@pytest.mark.soak
def test_ten_thousand_files() -> None:
    check(10_000, 2)


def test_a_seed_makes_the_same_files_again(tmp_path: Path) -> None:
    for number in range(2 * len(kinds.KINDS)):
        found = []
        for name in ("one", "other"):
            folder = tmp_path / f"{number}{name}"
            folder.mkdir()
            how = made(3, number, folder).how
            found.append(
                (
                    how,
                    {
                        path.name: path.read_bytes()
                        for path in folder.iterdir()
                        if path.is_file() and how != "device"
                    },
                )
            )
        assert found[0] == found[1]


def test_the_doctor_looks_at_what_it_is_thrown(tmp_path: Path) -> None:
    """A check that has another name now would be refused, whatever the file."""
    for name, content in kinds.SYSTEM.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    ways = [way for kind in kinds.KINDS.values() for way in kind.ways if way[0] == "doctor"]
    assert ways
    for way in ways:
        done = CliRunner().invoke(app, [word.replace("DIR", str(tmp_path)) for word in way])
        assert done.exit_code in (0, 1), done.output


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (("Traceback ...\nKeyError: 1", "", 0.1, 50.0), "traceback: KeyError: 1"),
        ((3, "x\n", 0.1, 50.0), "exit status 3"),
        ((2, "x\n", 2.1, 50.0), "more than 2 s"),
        ((0, "x\n", 0.1, 201.0), "more than 200 MB"),
        ((0, "x\x1b[5m\n", 0.1, 50.0), "control characters"),
        ((2, "", 0.1, 50.0), "not a sentence for each fault"),
    ],
)
def test_what_must_not_be_is_found(said: tuple[object, str, float, float], fault: str) -> None:
    kind = kinds.KINDS["table"]
    assert [*faults(kind, ("table", "x"), said)] == [fault]
    assert not [*faults(kind, ("table", "x"), (2, "x: is wrong\n", 0.1, 50.0))]
