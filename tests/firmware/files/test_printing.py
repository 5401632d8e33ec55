"""Codes in what others have written are shown, whatever prints them; our own are obeyed."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from signifer_firmware.cli import main
from signifer_firmware.files.console import PlainConsole
from signifer_firmware.files.printing import obeyed, plain_stream
from signifer_firmware.simulation.files import run_files

CODE = "\x1b]0;evil\x07"
SCRIPT = "game thermopyles\nplayers 1\nexpect active blue # {0}\n"


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_no_code_of_a_script_reaches_the_terminal(
    option: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = tmp_path / f"{CODE}.table"
    script.write_text(SCRIPT.format(CODE))
    monkeypatch.setattr(sys, "argv", ["signifer", "script", *option, str(script)])
    with pytest.raises(SystemExit) as left:
        main.main()
    said = "".join(capsys.readouterr())
    assert left.value.code == 1
    assert said
    assert not {"\x1b", "\x07"} & {*said}
    assert option or "\\u001b]0;evil\\u0007.table" in said


def test_json_stays_json() -> None:
    out = io.StringIO()
    said = {"x": "a\x9b5m\u202e\x7f\x1b\té"}
    plain_stream(out).writelines([json.dumps(said, ensure_ascii=False), "\n"])
    assert json.loads(out.getvalue()) == said
    assert "\x9b" not in out.getvalue()


def test_our_own_codes_go_under_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    stream = plain_stream(out)
    assert obeyed(stream) is out
    PlainConsole(stream).print("a\x1b[5m\x9b5mb", style="red", markup=False)
    assert out.getvalue() == "\x1b[31ma\\u001b[5m\\u009b5mb\x1b[0m\n"


def test_of_what_a_script_expects_no_more_is_told_than_can_be_read(tmp_path: Path) -> None:
    script = tmp_path / "s.table"
    script.write_text('game thermopyles\nplayers 1\nexpect screen red "' + "\x1b[31m" * 10_000 + '"\n')
    out, err = io.StringIO(), io.StringIO()
    assert run_files([script], json=False, screens=None, stores=None, out=out, err=err) == 1
    assert err.getvalue().startswith(f'{script}:3: expect screen red "\\x1b[31m')
    assert ", seen " in err.getvalue()
    assert len(err.getvalue()) < 1_000
