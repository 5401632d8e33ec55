"""Scripts that come with the program, and the pictures that it makes of itself with them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from PIL import Image
from signifer_core.languages import LANGUAGES, Language

from signifer_firmware.config.entries import LanguagesConfig
from signifer_firmware.display.sheets import strip_sheet
from signifer_firmware.files.writing import make_folder
from signifer_firmware.game_api import registry
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.statements import Press, Statement, Take
from signifer_firmware.simulation.bundled import bundled_script
from signifer_firmware.simulation.files import read_script, step, table_of
from signifer_firmware.simulation.pictures import images_of, save, save_one, save_sheet
from signifer_firmware.simulation.report import Report
from signifer_firmware.simulation.table_run import ScriptRun

# The scripts whose ends are shown, by the name of their pictures.
SHOWN = {"mid-game": "mid-game.table", "attack": "attack.table"}
ENGLISH: Language = "en"
# More pictures than any screen has in turns.
MOST_TURNS = 12
TRANSLATIONS = tuple(language for language in LANGUAGES if language != ENGLISH)


def played(bundled: str, language: Language = ENGLISH) -> Iterator[tuple[Statement, ScriptRun]]:
    """Play a script that comes with the program, both players' screens in ``language``: each statement when it is done,
    with the run as it then is."""
    path = bundled_script(bundled)
    script = read_script(path)
    languages = LanguagesConfig(red=language, blue=language)
    # No screen shows what a reader hangs on, and on the Pi's own bus time passes for less.
    config = table_of(script, path, "direct").model_copy(update={"languages": languages})
    check(script, config, file=path.name)
    report = Report(path.name)
    with tempfile.TemporaryDirectory(prefix="signifer-") as folder:
        run = ScriptRun(script, config, Path(folder), report.news)
        try:
            report.bound_to(run)
            for statement in script.statements:
                step(run, statement, report)
                yield statement, run
        finally:
            run.close()


def end_of(bundled: str, language: Language = ENGLISH, until: str = "") -> dict[str, Image.Image]:
    """The screens of the table at the end of a script that comes with the program, or after the statement ``until``;
    both players' in ``language``."""
    images: dict[str, Image.Image] = {}
    for statement, run in played(bundled, language):
        images = images_of(run) if run.begun else images
        if until and statement.text == until:
            break
    return images


def course_of(bundled: str, column: int, language: Language = ENGLISH) -> Image.Image:
    """One sheet with all that the screens of an attack on ``column`` and the players' own show in a script, after
    each thing that hands do: a row for each time that they take turns. Cards taken one after the other are one thing.
    """
    places = ("blue", f"{column} blue", f"{column} red", "red")
    things: list[tuple[str, list[tuple[Image.Image, ...]]]] = []
    taken: list[str] = []
    begun = False
    for statement, run in played(bundled, language):
        begun = begun or (isinstance(statement, Press) and statement.text == f"press column {column}")
        if not begun:
            continue
        if taken and isinstance(statement, Take):
            things.pop()
        taken = [*taken, statement.text] if isinstance(statement, Take) else []
        caption = f"{taken[0]}, ..., {taken[-1]}" if len(taken) > 1 else statement.text
        things.append((caption, _turns(run, places)))
    rows = [("" if at else caption, shown) for caption, turns in things for at, shown in enumerate(turns)]
    return strip_sheet(rows, places)


def _turns(run: ScriptRun, places: tuple[str, ...]) -> list[tuple[Image.Image, ...]]:
    """What the screens show in turns, until none of them shows anything new."""
    now = images_of(run)
    found = [tuple(now[place] for place in places)]
    seen = {(place, now[place].tobytes()) for place in places}
    for turns in range(1, MOST_TURNS):
        # Not by letting the time of a turn pass: meanwhile every reader would be visited a hundred times.
        images = {place: run.appliance.pictures.ahead(place, turns).image for place in places}
        shown = {(place, image.tobytes()) for place, image in images.items()}
        if shown <= seen:
            break
        seen |= shown
        found.append(tuple(images.values()))
    return found


def make(directory: Path) -> int:
    """Make the pictures of the docs again in ``directory``: every screen, the sheets in all languages, and those of one
    attack from its declaration to its end."""
    make_folder(directory)
    files = [file for name, script in SHOWN.items() for file in save(end_of(script), directory, name)]
    for (name, script), language in product(SHOWN.items(), TRANSLATIONS):
        files.append(save_sheet(end_of(script, language), directory, f"{name}-{language}"))
    for language in (ENGLISH, *TRANSLATIONS):
        suffix = "" if language == ENGLISH else f"-{language}"
        for game in registry.games():
            if game.sheet_after:
                sheet = end_of(game.demo_script, language, game.sheet_after)
                files.append(save_sheet(sheet, directory, f"{game.name}{suffix}"))
        files.append(directory / f"one-attack{suffix}.png")
        save_one(course_of("one-attack.table", 3, language), files[-1])
    print(f"{len(files)} pictures in {directory}")
    return 0
