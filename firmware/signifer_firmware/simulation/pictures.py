"""Pictures of screens as their chips show them, as PNG."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image

from signifer_firmware.display.sheets import contact_sheet
from signifer_firmware.files.writing import make_folder, write

from .table_run import ScriptRun


def images_of(run: ScriptRun) -> dict[str, Image.Image]:
    """What every screen's panel shows now, by its place."""
    return {screen.place: run.table.image(screen.place) for screen in run.config.screens}


def save(images: Mapping[str, Image.Image], folder: Path, name: str) -> list[Path]:
    """Write one PNG a screen and a sheet with all of them; return the files."""
    make_folder(folder)
    files = []
    for place, image in images.items():
        files.append(folder / f"{name}-{place.replace(' ', '-')}.png")
        save_one(image, files[-1])
    return [*files, save_sheet(images, folder, name)]


def save_sheet(images: Mapping[str, Image.Image], folder: Path, name: str) -> Path:
    """Write one PNG with all of the screens."""
    make_folder(folder)
    file = folder / f"{name}.png"
    save_one(contact_sheet(images), file)
    return file


def save_one(image: Image.Image, file: Path) -> None:
    """Write a PNG. OSError with the file's name, which Pillow's has not where a disk is full."""
    png = BytesIO()
    image.save(png, format="PNG", optimize=True)
    write(file, png.getvalue())
