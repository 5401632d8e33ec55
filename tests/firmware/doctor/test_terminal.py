"""``signifer doctor`` at a terminal: somebody is asked, presses, skips, and ends it in the middle."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# A test that hangs must end; what is waited for comes in a fraction of it.
MOST_S = 120.0
COMMAND = [
    str(Path(sys.executable).parent / "signifer"),
    "doctor",
    "--virtual",
    "--table",
    "starter",
    "--by-hand",
]


class Session:
    """The command behind a terminal of the kernel."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.terminal, inside = pty.openpty()
        self.told = ""
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment},
            start_new_session=True,
        )
        os.close(inside)

    def until(self, words: str) -> str:
        """Read until it has said so; all that it has said."""
        while words not in self.told:
            piece = self._read()
            assert piece, f"it ended before it said {words!r}: {self.told}"
            self.told += piece
        return self.told

    def say(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def end(self) -> int:
        """Read to the end; the exit status."""
        while piece := self._read():
            self.told += piece
        os.close(self.terminal)
        return self.process.wait(MOST_S)

    def _read(self) -> str:
        ready, _, _ = select.select([self.terminal], [], [], MOST_S)
        assert ready, f"it says nothing any more: {self.told}"
        try:
            return os.read(self.terminal, 4096).decode(errors="replace")
        except OSError:  # Linux says so when the other end is closed.
            return ""


@pytest.mark.slow
def test_somebody_presses_one_button_skips_the_next_and_hears_the_buzzer() -> None:
    session = Session("--only", "button dice", "--only", "button ok", "--only", "buzzer", "--wait", "600")
    session.until('p and Enter press "dice" within 600 s; Enter skips it')
    session.say("p\n")
    session.until("GPIO 17")
    session.until('press "ok red"')
    session.say("\n")
    session.until("not pressed")
    session.until('press "ok blue"')
    session.say("p\n")
    session.until("Did the buzzer sound")
    session.say("y\n")
    assert session.end() == 0
    assert "heard" in session.told
    assert "\x1b[" in session.told
    assert "all is well" in session.told


@pytest.mark.slow
def test_ctrl_c_in_the_middle_ends_it_without_a_traceback() -> None:
    session = Session("--only", "button", NO_COLOR="1")
    session.until('press "dice"')
    os.killpg(session.process.pid, signal.SIGINT)
    assert session.end() == 130
    assert "ended; all fields are off, nothing was changed" in session.told
    assert "Traceback" not in session.told
    assert "\x1b[3" not in session.told
