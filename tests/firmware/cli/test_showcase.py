"""The pictures in docs/ are what the program shows; ``make pictures`` makes them again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops
from signifer_firmware.cli import showcase
from signifer_firmware.scripting.statements import Take

DOCS = Path(__file__).parents[3] / "docs" / "pictures"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    assert showcase.make(folder) == 0
    return folder


@pytest.mark.slow
def test_the_docs_show_what_the_program_shows(made: Path) -> None:
    """Pixel by pixel: PNG's compression differs between libraries, its pixels do not."""
    kept = sorted(path.name for path in DOCS.glob("*.png"))
    assert kept == sorted(path.name for path in made.iterdir())
    assert len(kept) == 42, (
        "twelve screens and the sheet, twice; both in two more languages; an attack in three, and each other game"
    )
    for name in kept:
        with Image.open(DOCS / name) as old, Image.open(made / name) as new:
            difference = ImageChops.difference(old.convert("RGB"), new.convert("RGB"))
            assert old.size == new.size, name
            assert difference.getbbox() is None, f"docs/pictures/{name} is out of date: run make pictures"


def test_a_screen_is_saved_at_its_true_size(made: Path) -> None:
    with Image.open(made / "mid-game-3-red.png") as image:
        assert image.size == (128, 64)


def test_the_sheet_of_an_attack_has_every_screen_at_every_stage(made: Path) -> None:
    """A picture of each of the four screens after each thing that hands do, and all that take turns then."""
    done = [statement for statement, _ in showcase.played("one-attack.table")]
    attack = done[[statement.text for statement in done].index("press column 3") :]
    takes = sum(isinstance(statement, Take) for statement in attack[-6:])
    assert (len(attack), takes) == (16, 5)
    with Image.open(made / "one-attack.png") as image:
        rows = (image.height - 24 - 16 * (len(attack) - takes + 1)) / 136
        assert image.width == 4 * 264 + 8
        assert rows == 24
    german, french = (Image.open(made / f"one-attack-{language}.png") for language in ("de", "fr"))
    assert german.size[0] == french.size[0] == 4 * 264 + 8
    assert german.tobytes() != french.tobytes()
