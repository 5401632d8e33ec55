"""``signifer replay``: shows a report, or makes a table script of it; draws a game as a moving picture."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import time
from pathlib import Path

from signifer_core.errors import ConfigError, plain

from signifer_firmware.files.reading import opened
from signifer_firmware.files.writing import place, write
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.recording.archive import games_known, read
from signifer_firmware.recording.as_script import write_script
from signifer_firmware.recording.game_text import CORRECTIONS, parsed
from signifer_firmware.recording.replay import Rerun, difference, steps
from signifer_firmware.recording.report import unpacked, whole
from signifer_firmware.simulation.files import FAILED, OK
from signifer_firmware.simulation.pictures import images_of

from .play import View

READING_S = 1.2
GZIP = b"\x1f\x8b"


def is_report(file: Path) -> bool:
    """Whether it is a report; else it should be a game as text."""
    try:
        with os.fdopen(opened(file), "rb") as content:
            return content.read(len(GZIP)) == GZIP
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ConfigError([f"{file}: cannot be read ({why}); name a report or a game"]) from None


def animate(file: Path, gif: Path, *, speed: float, language: str) -> int:
    """Draw the game in ``file``, a record as text, as a moving picture. ConfigError with all that is wrong."""
    from signifer_firmware.recording.moving_picture import pictures, save

    if language not in LANGUAGES:
        raise ConfigError([f"--language {language}: there is {', '.join(LANGUAGES)}"])
    # Before the game is drawn, which takes a while.
    place(gif)
    games = games_known()
    record = parsed(read(file), file=str(file), games=games)
    bundle = games[record.name].corrected(record.tags.get(CORRECTIONS, ""))
    drawn = io.BytesIO()
    count = save(pictures(bundle, record, language), drawn, speed=speed)
    write(gif, drawn.getvalue())
    sys.stdout.write(f"{gif}: {count} pictures, {gif.stat().st_size} bytes\n")
    return OK


def replay(file: Path, *, speed: float, terminal: View | None, script: Path | None = None) -> int:
    """Play the report in ``file``, shown in ``terminal`` if any; 0 if the firmware decides as it did, else 1. Write it
    as a table script to ``script``, too."""
    if script is not None:
        place(script)
    flown = unpacked(file)
    with tempfile.TemporaryDirectory(prefix="signifer-") as folder, whole(file):
        run = Rerun(flown, Path(folder), lambda news: None)
        try:
            shown: dict[str, bytes] = {}
            for said in steps(run):
                if terminal is None:
                    continue
                images = images_of(run)
                changed = [place for place, image in images.items() if image.tobytes() != shown.get(place)]
                players = [place for place in ("red", "blue", "both") if place in images]
                places = [*players, *(place for place in changed if place not in players)][:4]
                terminal.show(said, [(place, images[place]) for place in places])
                shown = {place: image.tobytes() for place, image in images.items()}
                if speed > 0:
                    time.sleep(READING_S / speed)
            found = difference(run)
            if script is not None:
                write_script(run, script)
        finally:
            run.close()
    decided = len(flown.entries)
    sys.stdout.write(
        f"otherwise than then: {plain(found)}\n"
        if found
        else f"{decided} entries, decided as they were then\n"
    )
    return FAILED if found else OK
