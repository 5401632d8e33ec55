"""The plug is pulled after every gesture of a script, and all comes out as it does without."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from signifer_firmware.simulation.files import run_files

SCRIPTS = sorted((Path(__file__).parents[1] / "scripts").glob("da-*.table"))
HANDS = ("put", "take", "swap", "press", "hold")
# Menus and the start picture are not kept; nor is what stands against a press, or a result that was shown.
UNKEPT = ("hold ok red + ok blue", "begin start")
PASSING = ("refused", "screen", "sound")


def statements(text: str) -> list[list[str]]:
    rows = (row.partition("#")[0].split() for row in text.splitlines())
    return [row for row in rows if row]


def cut(text: str) -> Iterator[str]:
    """The script with a power cut behind every gesture, or all gestures together; without what does not last."""
    together = False
    for words in statements(text):
        together = words[0] == "together" or (together and words[0] != "end")
        if words[0] != "expect" or words[1] not in PASSING:
            yield " ".join(words)
        if words[0] == "end" or (words[0] in HANDS and not together):
            yield "power cut"


def lasts(path: Path) -> bool:
    said = {" ".join(words) for words in statements(path.read_text())}
    return not said & set(UNKEPT)


def test_a_cut_stands_behind_every_gesture() -> None:
    text = "game x\ntogether\nput a 1 red\npress ok red\nend\ntake a # gone\nexpect refused none\nexpect step y\n"
    assert list(cut(text)) == [
        *("game x", "together", "put a 1 red", "press ok red", "end", "power cut", "take a", "power cut"),
        "expect step y",
    ]


@pytest.mark.soak
@pytest.mark.parametrize("path", [path for path in SCRIPTS if lasts(path)], ids=lambda path: path.stem)
def test_a_plug_pulled_after_every_gesture_changes_nothing(path: Path, tmp_path: Path) -> None:
    for deck in path.parent.glob("*.toml"):
        shutil.copy(deck, tmp_path)
    again = tmp_path / path.name
    again.write_text("\n".join(cut(path.read_text())) + "\n")
    out, err = io.StringIO(), io.StringIO()
    assert run_files([again], json=False, screens=None, out=out, err=err) == 0, err.getvalue()
