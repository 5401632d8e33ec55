"""What the log says: plain lines with priorities, what fails and comes back, games; and no card, ever."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path

from signifer_firmware.kernel.log import NOTICE, WARNING, Logbook, is_journal
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.service.chronicle import Chronicle
from signifer_firmware.session.events import News
from signifer_firmware.simulation.bundled import bundled_script
from signifer_firmware.simulation.files import read_script, table_of
from signifer_firmware.simulation.table_run import ScriptRun

from tests.hil.evenings import started
from tests.hil.statements import do


def test_a_priority_stands_before_each_line_of_the_journal_and_no_line_is_two() -> None:
    journal, terminal = io.StringIO(), io.StringIO()
    for out, prefixed in ((journal, True), (terminal, False)):
        Logbook(out, prefixed=prefixed).say(WARNING, "reader 3 red:\n no chip <3>answers")
    assert journal.getvalue() == "<4>reader 3 red: no chip <3>answers\n"
    assert terminal.getvalue() == "reader 3 red: no chip <3>answers\n"


def test_the_journal_is_known_by_its_device_and_inode() -> None:
    with tempfile.TemporaryFile("w") as out:
        status = os.fstat(out.fileno())
        assert is_journal(out, f"{status.st_dev}:{status.st_ino}")
        assert not is_journal(out, f"{status.st_dev}:{status.st_ino + 1}")
        assert not is_journal(out, None)
    assert not is_journal(io.StringIO(), "1:2")


def fault(part: str, cause: str) -> News:
    return News(0, "fault", {"part": part, "state": "fault" if cause else "ok", "cause": cause})


def test_a_fault_is_said_once_until_it_is_another_one_or_over() -> None:
    out = io.StringIO()
    chronicle = Chronicle(Logbook(out, prefixed=True), lambda: None)  # type: ignore[arg-type,return-value]  # not asked
    for news in (
        fault("reader 3 red", "reader 3 red: no chip answers"),
        fault("reader 3 red", "reader 3 red: no chip answers"),
        fault("record", "the disk is full"),
        fault("reader 3 red", "reader 3 red: the chip hangs"),
        fault("screen red", ""),
        fault("reader 3 red", ""),
    ):
        chronicle.news(news)
    assert out.getvalue().splitlines() == [
        f"<{WARNING}>reader 3 red: no chip answers",
        f"<{WARNING}>record: the disk is full",
        f"<{WARNING}>reader 3 red: the chip hangs",
        f"<{NOTICE}>reader 3 red: works again",
    ]
    assert list(chronicle.faults) == ["record"]


def told(run: ScriptRun) -> io.StringIO:
    """The log of an evening from now on."""
    out = io.StringIO()
    chronicle = Chronicle(Logbook(out, prefixed=False), lambda: run.appliance.keeper)
    run.appliance._tell = chronicle.news
    chronicle.look()
    return out


def test_games_begin_end_and_are_broken_off(tmp_path: Path) -> None:
    with started(tmp_path) as run:
        out = told(run)
        do(run, "press ok red", "press ok blue")
        do(run, "hold ok red + ok blue", *["press column 1 red"] * 3, "press column 5 red")
        while "Break" not in run.appliance.words("red"):
            do(run, "press column 1 red")
        do(run, "press column 5 red", "press ok red", "press ok blue")
        lines = out.getvalue().splitlines()
    assert lines == ["no game is on", "game begun: field-of-glory", "game broken off"]


def test_a_whole_attack_leaves_no_card_in_the_log(tmp_path: Path) -> None:
    """Bonus cards lie on pads there, and a reader fails meanwhile."""
    path = bundled_script("attack.table")
    script = read_script(path)
    run = ScriptRun(script, table_of(script, path), tmp_path, lambda news: None)
    run.begin()
    out = told(run)
    try:
        for number, statement in enumerate(script.statements):
            if isinstance(statement, (st.Preparation, ex.Expect)):
                continue
            run.run(statement)
            if number % 10 == 0:
                do(run, "fault reader pad red unplug", "wait 1", "mend reader pad red", "wait 1")
        names = {card.rpartition("/")[2] for card in run.bundle.cards}
        kinds = {name.rpartition("-")[0] for name in names} - {""}
    finally:
        run.close()
    lines = out.getvalue().splitlines()
    assert "game goes on: field-of-glory" in lines
    assert any(line.startswith("reader pad red: no chip answers") for line in lines)
    assert not [line for line in lines for name in names | kinds if name in line]
