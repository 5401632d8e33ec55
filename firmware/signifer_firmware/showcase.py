"""Scripts that come with the program, and the pictures that it makes of itself with them."""

from __future__ import annotations

import tempfile
from importlib import resources
from itertools import product
from pathlib import Path

from PIL import Image

from .config import Language, LanguagesConfig
from .pictures import images_of, save, save_sheet
from .script_check import check
from .script_files import read_script, step, table_of
from .script_report import Report
from .script_runner import ScriptRun

# The scripts whose ends are shown, by the name of their pictures.
SHOWN = {"mid-game": "mid-game.table", "attack": "attack.table"}
ENGLISH: Language = "en"
TRANSLATIONS: tuple[Language, ...] = ("fr", "de")


def bundled_script(name: str) -> Path:
    """A table script that comes with the program."""
    with resources.as_file(resources.files(__package__).joinpath("scripts", name)) as path:
        return path


def end_of(bundled: str, language: Language = ENGLISH) -> dict[str, Image.Image]:
    """The screens of the table at the end of a script that comes with the program, both players' in ``language``."""
    path = bundled_script(bundled)
    script = read_script(path)
    languages = LanguagesConfig(red=language, blue=language)
    config = table_of(script, path).model_copy(update={"languages": languages})
    check(script, config, file=path.name)
    report = Report(path.name)
    with tempfile.TemporaryDirectory(prefix="signifer-") as folder:
        run = ScriptRun(script, config, Path(folder), report.news)
        try:
            report.bound_to(run)
            for statement in script.statements:
                step(run, statement, report)
            return images_of(run)
        finally:
            run.close()


def make(directory: Path) -> int:
    """Make the pictures of the docs anew in ``directory``: every screen, and the sheets in all languages."""
    files = [file for name, script in SHOWN.items() for file in save(end_of(script), directory, name)]
    for (name, script), language in product(SHOWN.items(), TRANSLATIONS):
        files.append(save_sheet(end_of(script, language), directory, f"{name}-{language}"))
    print(f"{len(files)} pictures in {directory}")
    return 0
