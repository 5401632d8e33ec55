"""Pictures that the program makes of itself: every screen as its chip shows it, as PNG."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from .screens.terminal import contact_sheet

if TYPE_CHECKING:
    from .script_runner import ScriptRun

# The scripts whose ends are shown, by the name of their pictures.
SHOWN = {"mid-game": "mid-game.table", "attack": "attack.table"}


def bundled_script(name: str) -> Path:
    """A table script that comes with the program."""
    with resources.as_file(resources.files(__package__).joinpath("scripts", name)) as path:
        return path


def images_of(run: ScriptRun) -> dict[str, Image.Image]:
    """What every screen's panel shows now, by its place."""
    return {screen.place: run.table.image(screen.place) for screen in run.config.screens}


def save(images: Mapping[str, Image.Image], folder: Path, name: str) -> list[Path]:
    """Write one PNG a screen and a sheet with all of them; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {f"{name}-{place.replace(' ', '-')}.png": image for place, image in images.items()}
    pictures[f"{name}.png"] = contact_sheet(images)
    files = []
    for file, image in pictures.items():
        image.save(folder / file, optimize=True)
        files.append(folder / file)
    return files


def save_screens(run: ScriptRun, folder: Path, name: str) -> list[Path]:
    """Write the screens of a script's end."""
    return save(images_of(run), folder, name)


def end_of(bundled: str) -> dict[str, Image.Image]:
    """The screens of the table at the end of a script that comes with the program."""
    from .script_check import check
    from .script_report import Report
    from .script_runner import ScriptRun, read_script, step, table_of

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
