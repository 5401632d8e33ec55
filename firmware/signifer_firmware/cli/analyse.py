"""``signifer analyse``: a game thought about by the robots that search, as one page."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from signifer_core.errors import ConfigError

from signifer_firmware.files.writing import place, write
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.recording.analysis import AGAIN, Analysis, Progress, Thinking, analysed
from signifer_firmware.recording.analysis_page import page
from signifer_firmware.recording.archive import games_known, of_entries, read
from signifer_firmware.recording.game_text import CORRECTIONS, GameRecord, parsed_as_known
from signifer_firmware.recording.report import unpacked, whole
from signifer_firmware.simulation.files import OK
from signifer_firmware.simulation.robots.tutor import iterations, time_of

from .replay import is_report

# Without a word about it: a game of 15 turns takes a minute or two.
ITERATIONS = 400
ENDING = "-analysis.html"


def analyse(
    file: Path,
    to: Path | None,
    *,
    language: str,
    number: int | None,
    seconds: float | None,
    seed: int,
) -> int:
    """Write the page of the game in ``file``, a record as text or a report. ConfigError with all that is wrong with
    it."""
    if language not in LANGUAGES:
        raise ConfigError([f"--language {language}: the languages are {', '.join(LANGUAGES)}"])
    if number is not None and seconds is not None:
        raise ConfigError(["--iterations and --seconds: how long to think is said in one way; leave one out"])
    to = to or Path(f"{file.stem}{ENDING}")
    if to.exists() and file.exists() and to.samefile(file):
        raise ConfigError([f"{to}: is the game itself; name another file for the page"])
    # Before the game is thought about, which takes minutes.
    place(to)
    record, hidden = game_in(file)
    bundle = games_known()[record.name].corrected(record.tags.get(CORRECTIONS, ""))
    with _progress() as progress:
        found = analysed(bundle, record, _thinking(number, seconds, seed), progress, file=str(file))
    found.goes_on = hidden is not None
    if not found.done and found.ended_early:
        raise KeyboardInterrupt
    if hidden is not None and not found.verdicts and not found.ended_early:
        fault = "a card is hidden from here on, and nothing was chosen before; save the game again when it is over"
        raise ConfigError([f"{file}:{hidden}: {fault}"])
    write(to, page(bundle, found, language, _thought(number, seconds, seed)))
    sys.stdout.write(f"{to}: {_said(found)}\n")
    if hidden is not None:
        sys.stdout.write(
            f"{file}:{hidden}: a card is hidden from here on; save the game again when it is over\n"
        )
    return OK


def _thinking(number: int | None, seconds: float | None, seed: int) -> Thinking:
    if seconds is None:
        each = number or ITERATIONS
        return Thinking(iterations(each), iterations(AGAIN * each), seed)
    us = round(seconds * 1e6)
    return Thinking(time_of(us, _now_us), time_of(AGAIN * us, _now_us), seed)


def _thought(number: int | None, seconds: float | None, seed: int) -> str:
    """As somebody would say it again."""
    how = f"--iterations {number or ITERATIONS}" if seconds is None else f"--seconds {seconds:g}"
    return f"signifer analyse {how} --seed {seed}"


def _said(found: Analysis) -> str:
    told = f"{len(found.verdicts)} decisions, {len(found.turning_points)} turning points"
    if found.ended_early:
        if not found.misses:
            again, doubtful = found.done - found.once, found.total - found.once
            return f"ended early, with {again} of {doubtful} decisions thought about again; {told}"
        return f"ended early, after {found.done} of {found.once} moments; {told}"
    return told


def _now_us() -> int:
    return time.monotonic_ns() // 1000


def game_in(file: Path) -> tuple[GameRecord, int | None]:
    """The game in a file, played through by the rules, up to the line in which a card is hidden, if there is one;
    ConfigError with all that is wrong."""
    if not is_report(file):
        return parsed_as_known(read(file), file=str(file), games=games_known())
    flown = unpacked(file)
    with whole(file):
        return of_entries([entry for _, entry in flown.entries], str(file)), None


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar in a terminal; elsewhere nothing until it is done."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from signifer_firmware.files.console import PlainConsole

    columns = (TextColumn("{task.completed:.0f} of {task.total:.0f}"), BarColumn(), TimeRemainingColumn())
    with Bar(*columns, console=PlainConsole(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=1)
        yield lambda done, total: bar.update(task, completed=done, total=total)
