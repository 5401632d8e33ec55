"""``signifer play``: plays a table script in the terminal, with the screens as its chips show them."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Protocol

from PIL import Image
from signifer_core.layout import SIDES

from signifer_firmware.config.model import load_table
from signifer_firmware.files.reading import read_text
from signifer_firmware.game_api import registry
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.game import Script
from signifer_firmware.simulation.bundled import bundled_script
from signifer_firmware.simulation.expectations import Expectations
from signifer_firmware.simulation.files import FAILED, OK, read_script, step, table_of
from signifer_firmware.simulation.pictures import images_of
from signifer_firmware.simulation.report import Report
from signifer_firmware.simulation.robots.scripted import ScriptRobots
from signifer_firmware.simulation.table_run import ScriptRun

READING_S = 2.4


class View(Protocol):
    """Where the frames go."""

    def show(self, caption: str, screens: list[tuple[str, Image.Image]]) -> None: ...


def play(script: Path | None, *, table: str | None, speed: float, terminal: View, game: str = "") -> int:
    """Play ``script``, or the demo of ``game``, the default one without a name; ``speed`` 2 is twice as fast, 0 without
    any pause. Return the exit status."""
    path = script or bundled_script(registry.game(game or registry.DEFAULT_GAME).demo_script)
    parsed = read_script(path)
    config = load_table(table) if table else table_of(parsed, path)
    check(parsed, config, file=str(path))
    sys.stderr.write("".join(f"{limit}\n" for limit in config.limits()))
    captions = _captions(path)
    report = Report(str(path))
    with tempfile.TemporaryDirectory(prefix="signifer-") as folder:
        run = ScriptRun(parsed, config, Path(folder), report.news, robots=ScriptRobots)
        try:
            report.bound_to(run)
            return _played(run, parsed, report, captions, speed, terminal)
        finally:
            run.close()


def _played(
    run: ScriptRun, script: Script, report: Report, captions: dict[int, str], speed: float, terminal: View
) -> int:
    run.begin()
    shown = images_of(run)
    failed: list[str] = []
    for statement in script.statements:
        if isinstance(statement, ex.Expect):
            held, wanted, seen = Expectations(run).check(statement)
            report.expect(statement, held, wanted, seen)
            if not held:
                failed.append(f"{report.file}:{statement.line}: expected {wanted}, seen {seen}")
            continue
        before_us = run.now_us
        step(run, statement, report)
        if isinstance(statement, st.Preparation):
            continue
        now = images_of(run)
        changed = [place for place, image in now.items() if image.tobytes() != shown[place].tobytes()]
        terminal.show(
            _caption(statement, captions), worth_showing(run, now, changed, _hand_of(run, statement))
        )
        shown = now
        if speed > 0:
            time.sleep(max(READING_S, (run.now_us - before_us) / 1e6) / speed)
    sys.stderr.write("".join(f"{line}\n" for line in failed))
    return FAILED if report.end() else OK


def _caption(statement: st.Statement, captions: dict[int, str]) -> str:
    said = captions.get(statement.line)
    return f"{said}  [{statement.text}]" if said else statement.text


def _captions(path: Path) -> dict[int, str]:
    """The comment lines that stand right above a statement, by the statement's line: what the demo tells."""
    captions: dict[int, str] = {}
    words: list[str] = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        text = line.strip()
        if text.startswith("#"):
            words.append(text.lstrip("# "))
        else:
            if text and words:
                captions[number] = " ".join(words)
            words = []
    return captions


def _hand_of(run: ScriptRun, statement: st.Statement) -> str:
    """Whose hand it is: of the side where it lays or takes, or of the button's owner, else of who has to decide."""
    match statement:
        case st.Put(zone=zone):
            return zone.side
        case st.Press(button=st.Button(player=str() as player)):
            return player
        case st.Hold(buttons=(st.Button(player=str() as player), *_)):
            return player
        case st.Take(card=card) | st.Swap(away=card) if side := run.appliance.keeper.bundle.procedure.side(
            card
        ):
            return side
        case _:
            table = run.appliance.keeper.table
            return SIDES[0] if table is None else run.appliance.keeper.bundle.active(table.state)


def worth_showing(
    run: ScriptRun, images: dict[str, Image.Image], changed: list[str], hand: str
) -> list[tuple[str, Image.Image]]:
    """The screens worth a look, those of the moving hand's side first: the player's, and columns that changed."""
    players = [place for place in (hand, *SIDES, "both") if place in images]
    columns = sorted(
        (place for place in changed if place not in players), key=lambda place: hand not in place
    )
    ordered = [*players[:1], *columns[:1], *players[1:], *columns[1:2]]
    return [(place, images[place]) for place in dict.fromkeys(ordered)]
