"""A whole table read through the package mfrc522: it plays a script, and its limits are said at the start."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from signifer_core.errors import DriverError
from signifer_firmware.cli.play import play
from signifer_firmware.config.model import load_table
from signifer_firmware.simulation.files import run_files

from tests.conftest import MissingTool

SCRIPT = Path(__file__).with_name("stock") / "turn.table"
LIMITS = ("one tag a zone", "three bytes", "an empty poll takes 0.1 s", "every second poll")


class Blind:
    """A terminal that nobody looks at."""

    def show(self, caption: str, screens: object) -> None: ...


@pytest.fixture
def folder(missing_tool: type[MissingTool], monkeypatch: pytest.MonkeyPatch) -> None:
    found = Path(sys.prefix) / "stock" / "mfrc522"
    if not found.is_dir():
        missing_tool("the stock library mfrc522 (make test installs it)")
    monkeypatch.syspath_prepend(str(found))


@pytest.mark.slow
def test_a_script_holds_and_the_limits_are_said(folder: None) -> None:
    out, err = io.StringIO(), io.StringIO()
    status = run_files([SCRIPT], json=False, screens=None, out=out, err=err)
    assert (status, "21 held" in out.getvalue()) == (0, True), err.getvalue()
    assert len(err.getvalue().splitlines()) == 1
    assert all(limit in err.getvalue() for limit in LIMITS)


@pytest.mark.slow
def test_play_says_them_as_well(folder: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(SCRIPT, table=None, speed=0, terminal=Blind()) == 0
    said = capsys.readouterr().err
    assert all(limit in said for limit in LIMITS)


def test_the_table_warns_of_them_and_others_have_none() -> None:
    assert any(LIMITS[0] in warning for warning in load_table("stock").warnings())
    assert load_table("standard").limits() == ()


def test_without_the_package_nothing_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if "stock" not in entry])
    with pytest.raises(DriverError, match="needs the package mfrc522"):
        run_files([SCRIPT], json=False, screens=None, out=io.StringIO(), err=io.StringIO())
