"""Every program of tests/ and benchmarks/ says with --help what it is for, and does nothing else then."""

from __future__ import annotations

import ast
import io
import runpy
import signal
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def is_program(path: Path) -> bool:
    """Whether ``python -m`` has it do something."""
    text = path.read_text(encoding="utf-8")
    asks = (
        (node.test for node in ast.parse(text).body if isinstance(node, ast.If)) if "__main__" in text else ()
    )
    return path.name == "__main__.py" or any(ast.unparse(test).startswith("__name__ ==") for test in asks)


def programs() -> Iterator[str]:
    for folder in ("tests", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if is_program(path):
                parts = path.relative_to(ROOT).with_suffix("").parts
                yield ".".join(parts[:-1] if parts[-1] == "__main__" else parts)


PROGRAMS = [*programs()]


def test_the_programs_are_found() -> None:
    assert {"tests.hostile", "tests.firmware.files", "tests.neighbours", "benchmarks.arena"} <= {*PROGRAMS}


def status_of(name: str) -> object:
    """With which exit status it ends, said in this very process."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that other tests have taken it in already
            runpy.run_module(name, run_name="__main__")
    except SystemExit as ended:
        return ended.code
    finally:
        signal.signal(signal.SIGTERM, before)
    return None


@pytest.mark.parametrize("name", PROGRAMS)
def test_help_says_what_a_program_is_for(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some were tracebacks, one made folders called --help, and one played for an hour."""
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert status_of(name) == 0
    assert "usage:" in capsys.readouterr().out.lower()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tests.firmware.files", ["files that commands read", "take some 70 minutes", "JSON", '"faults"']),
        (
            "tests.neighbours",
            ["unshare", "so many SECONDS", "inputs take some minutes", "JSON", '"tracebacks"'],
        ),
    ],
)
def test_help_of_a_long_run_says_what_it_plays_how_long_and_its_json(
    name: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    assert status_of(name) == 0
    said = capsys.readouterr().out
    assert [word for word in words if word not in said] == []
