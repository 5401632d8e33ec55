"""The pictures in docs/ are what the program shows; ``make pictures`` makes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops
from signifer_firmware import showcase

DOCS = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    assert showcase.make(folder) == 0
    return folder


def test_the_docs_show_what_the_program_shows(made: Path) -> None:
    """Pixel by pixel: PNG's compression differs between libraries, its pixels do not."""
    kept = sorted(path.name for path in DOCS.glob("*.png"))
    assert kept == sorted(path.name for path in made.iterdir())
    assert len(kept) == 30, "twelve screens and the sheet, twice; and the sheets in two more languages"
    for name in kept:
        with Image.open(DOCS / name) as old, Image.open(made / name) as new:
            difference = ImageChops.difference(old.convert("RGB"), new.convert("RGB"))
            assert old.size == new.size, name
            assert difference.getbbox() is None, f"docs/pictures/{name} is out of date: run make pictures"


def test_a_screen_is_saved_at_its_true_size(made: Path) -> None:
    with Image.open(made / "mid-game-3-red.png") as image:
        assert image.size == (128, 64)
