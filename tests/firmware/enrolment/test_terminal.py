"""`signifer enrol` as a person at a terminal has it: keys typed, Ctrl-C in the middle, the plug pulled."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

import pytest
from signifer_firmware.enrolment.tags import TagStore

# A test that hangs must end; what is waited for comes in a fraction of it.
MOST_S = 120.0
# Makes the terminal the one whose Ctrl-C this program hears.
OWN_TERMINAL = (
    "import fcntl, os, sys, termios\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "os.execv(sys.argv[1], sys.argv[1:])"
)
CTRL_C, CTRL_D = "\x03", "\x04"


class Session:
    """The command behind a terminal of the kernel, with its store in ``folder``."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.terminal, inside = pty.openpty()
        self.told = ""
        signifer = str(Path(sys.executable).parent / "signifer")
        arguments = ["enrol", "red", "--virtual", "--store", str(folder), *options]
        self.process = subprocess.Popen(
            [sys.executable, "-c", OWN_TERMINAL, signifer, *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
            start_new_session=True,
        )
        os.close(inside)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Whatever went wrong, nothing is left."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(MOST_S)
        os.close(self.terminal)

    def until(self, *words: str) -> None:
        """Read until it has said these, one after the other; what was said up to then is over."""
        for each in words:
            while each not in self.told:
                piece = self._read()
                assert piece, f"it ended before it said {each!r}: {self.told}"
                self.told += piece
            self.told = self.told.partition(each)[2]

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def end(self) -> int:
        """Read to the end; the exit status."""
        while piece := self._read():
            self.told += piece
        return self.process.wait(MOST_S)

    def _read(self) -> str:
        ready, _, _ = select.select([self.terminal], [], [], MOST_S)
        assert ready, f"it says nothing any more: {self.told}"
        try:
            return os.read(self.terminal, 4096).decode(errors="replace")
        except OSError:  # Linux says so when the other end is closed.
            return ""


def known(folder: Path) -> list[str]:
    """The cards that have a tag, on disk."""
    store = TagStore(folder / "table.sqlite")
    found = sorted(store.tags.values())
    store.close()
    return found


@pytest.mark.slow
def test_who_says_ctrl_c_is_told_how_far_it_is_and_goes_on_there(tmp_path: Path) -> None:
    with Session(tmp_path) as session:
        session.until("0 of 48", "━", "red/elephant-1", "lay it on pad red")
        session.type("lay\n")
        session.until("red/elephant-1 has the tag 04", "\a", "Enter, or lay red/elephant-2: yes")
        session.type("\n")
        session.until("1 of 48", "red/elephant-2", "lay it on pad red")
        session.type(CTRL_C)
        assert session.end() == 130
        assert "1 of 48 cards of field-of-glory/red have their tags" in session.told
        assert "the same command goes on with red/elephant-2" in session.told
        assert "Traceback" not in session.told
    with Session(tmp_path) as session:
        session.until("1 of 48", "red/elephant-2", "lay it on pad red")
        session.type("lay\n")
        session.until("Does the card say the same?")
        session.type(CTRL_C)
        assert session.end() == 130
        assert "2 of 48 cards" in session.told
        assert "Traceback" not in session.told
    assert known(tmp_path) == ["red/elephant-1", "red/elephant-2"]


@pytest.mark.slow
def test_a_pulled_plug_loses_no_card_that_was_bound(tmp_path: Path) -> None:
    with Session(tmp_path, "--no-figures") as session:
        session.until("lay it on pad red")
        session.type("lay\n")
        session.until("red/elephant-1 has the tag 04")
        session.process.kill()
        assert session.end() == -signal.SIGKILL
    with Session(tmp_path, "--no-figures") as session:
        session.until("1 of 48", "red/elephant-2", "lay it on pad red")
        session.type(CTRL_D)
        assert session.end() == 1
        assert "1 of 48 cards" in session.told
    assert known(tmp_path) == ["red/elephant-1"]
