"""Scripts that come with the program, and the pictures that it makes of itself with them."""

from __future__ import annotations

import tempfile
from importlib import resources
from pathlib import Path

from PIL import Image

from .pictures import images_of, save
from .script_check import check
from .script_files import read_script, step, table_of
from .script_report import Report
from .script_runner import ScriptRun

# The scripts whose ends are shown, by the name of their pictures.
SHOWN = {"mid-game": "mid-game.table", "attack": "attack.table"}


def bundled_script(name: str) -> Path:
    """A table script that comes with the program."""
    with resources.as_file(resources.files(__package__).joinpath("scripts", name)) as path:
        return path


def end_of(bundled: str) -> dict[str, Image.Image]:
    """The screens of the table at the end of a script that comes with the program."""
    path = bundled_script(bundled)
    script = read_script(path)
    config = table_of(script, path)
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
    """Make the pictures of the docs anew in ``directory``."""
    files = [file for name, script in SHOWN.items() for file in save(end_of(script), directory, name)]
    print(f"{len(files)} pictures in {directory}")
    return 0
