"""What the tests of the command line share."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from signifer_firmware.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs ``signifer ARGUMENTS``; gives exit status, output and error output."""

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["signifer", *arguments])
        with pytest.raises(SystemExit) as left:
            main.main()
        out, err = capsys.readouterr()
        return (left.value.code if isinstance(left.value.code, int) else 0), out, err

    return call
