"""The plug is pulled in the middle of `signifer setup`, or of its `--undo`, before any file is touched and any command
begins: said again, `--undo` takes back all that was done, and nothing else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.setup_apply import RECORD, Setup, SetupError
from signifer_firmware.system.setup_plan import WANTS
from signifer_firmware.system.unit import UNIT

from tests import sweeps

from .raspberry import apply, contents, lay_tool, planned, said

TOUCHES = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "subprocess.Popen")
CUT = 9
# By which command each is taken back.
BACK = {"usermod": "gpasswd", "groupadd": "groupdel", "systemctl enable": "systemctl disable"}


def touches(event: str, args: tuple[object, ...]) -> bool:
    """Whether something of the system is about to be another one."""
    if event == "open":
        flags = args[2]
        return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
    return event in TOUCHES


def cut_at(last: int, work: Callable[[], object]) -> bool:
    """Whether the power went, before the ``last``-th touch of ``work``, in a process of its own."""
    process = os.fork()
    if not process:
        left = last

        def count(event: str, args: tuple[object, ...]) -> None:
            nonlocal left
            left -= touches(event, args)
            if not left:
                os._exit(CUT)

        sys.addaudithook(count)
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == CUT


def fresh(pi: Path) -> Path:
    """One group has to be made."""
    groups = pi / "etc/group"
    groups.write_text(groups.read_text().replace("spi:x:995:\n", ""))
    return pi


def everywhere(work: Callable[[], object]) -> Iterator[int]:
    """Cut ``work`` at each of its steps, one after the other, or at one in three; the caller puts right what was
    done."""
    last = 1
    while cut_at(last, work):
        yield last
        last += 1 if sweeps.soaking else 3
    assert last > 20, "it was cut"


def check_back(pi: Path, at: int) -> None:
    """Said until it says that all is as it was."""
    setup = Setup(pi, lambda line: None)
    if setup.was_done:
        assert setup.undo() == 0, at
    assert not setup.was_done
    assert not Facts(pi).names(WANTS)
    log = said(pi)
    for do, back in BACK.items():
        done, undone = (sum(line.startswith(word) for line in log) for word in (do, back))
        assert done == undone, f"cut before step {at}: {log}"


@pytest.mark.slow
def test_setup_cut_anywhere_is_taken_back_whole(pi: Path) -> None:
    before = contents(fresh(pi))
    plan = planned(pi)
    for at in everywhere(lambda: apply(pi, plan)):
        check_back(pi, at)
        assert contents(pi) == before
        (pi.parent / "said").unlink(missing_ok=True)


@pytest.mark.slow
def test_setup_cut_anywhere_goes_on_when_it_is_said_again(pi: Path) -> None:
    before = contents(fresh(pi))
    plan = planned(pi)
    for _ in everywhere(lambda: apply(pi, plan)):
        apply(pi, planned(pi))
        assert planned(pi).is_empty
        assert UNIT in Facts(pi).names(WANTS)
        assert Setup(pi, lambda line: None).undo() == 0
        assert contents(pi) == before


@pytest.mark.slow
def test_undo_cut_anywhere_comes_to_its_end_when_it_is_said_again(pi: Path) -> None:
    before = contents(fresh(pi))
    apply(pi, planned(pi))
    for at in everywhere(lambda: Setup(pi, lambda line: None).undo()):
        check_back(pi, at)
        assert contents(pi) == before
        (pi.parent / "said").unlink(missing_ok=True)
        apply(pi, planned(pi))


def test_a_command_that_fails_leaves_nothing_to_take_back(pi: Path) -> None:
    tool = pi / "usr/sbin/systemctl"
    tool.write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(SetupError, match="failed"):
        apply(pi, planned(pi))
    assert "systemctl" not in (pi / RECORD).read_text()


def test_what_somebody_has_done_since_the_plan_was_shown_is_not_taken_back(pi: Path) -> None:
    plan, groups = planned(pi), pi / "etc/group"
    groups.write_text(groups.read_text().replace("spi:x:995:", "spi:x:995:maker"))
    before = contents(pi)
    apply(pi, plan)
    assert "usermod -aG spi maker" not in said(pi)
    assert Setup(pi, lambda line: None).undo() == 0
    assert contents(pi) == before


def test_a_record_that_cannot_be_kept_stops_before_the_command(pi: Path) -> None:
    lay_tool(pi, "usermod")
    setup = Setup(pi, lambda line: None)
    keeps, times = setup._keep, 0

    def keep(record: object) -> None:
        nonlocal times
        times += 1
        if times == 2:
            raise OSError(28, "No space left on device")
        keeps(record)  # type: ignore[arg-type]

    setup._keep = keep  # type: ignore[method-assign]
    with pytest.raises(OSError, match="No space"):
        setup.apply(planned(pi))
    assert said(pi) == []
