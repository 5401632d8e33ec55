"""A new language is added by the points of CONTRIBUTING.md, *Add a language*, in a copy of the program."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po
from signifer_firmware.i18n import places

ROOT = Path(__file__).parents[3]
NEW = "eo"
# What has to be true of the program once all is done.
ADDED = """
from signifer_core.games.dark_age_arena.deck import wording
from signifer_core.procedure import Override
from signifer_firmware.config.entries import LanguagesConfig
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.network.page import FILES
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.texts.menus import value_text

assert LANGUAGES[-1] == "eo" == wording.LANGUAGES[-1]
assert ' or "eo"' in LanguagesConfig.model_fields["red"].description
assert LanguagesConfig(red="eo").red == "eo"
assert value_text(Override("language", "red", "eo", ()), "eo", words_of("eo")) == "Esperanto"
assert "/eo.json" in FILES
parse_script("game field-of-glory\\nlanguage red eo\\nbegin actions\\n", file="x.table")
"""


def test_every_place_without_a_language_is_named() -> None:
    found = [*places.lacking(NEW)]
    assert all(line.startswith(f"{NEW}: ") for line in found)
    text = "\n".join(found)
    written = [path for path in places.SOURCE.rglob("*") if path.name in ("de.json", "rulings.json")]
    guides = [*(ROOT / "docs").glob("*.de.md")]
    assert len(written) > 15
    assert len(guides) == 4
    for path in written + guides:
        there = (
            path.relative_to(ROOT)
            .as_posix()
            .replace("/de.json", f"/{NEW}.json")
            .replace(".de.md", f".{NEW}.md")
        )
        assert there in text
    for name in ("core/signifer_core/languages.py", "static/words.js", "network/static/index.html"):
        assert name in text


def test_a_key_and_a_ruling_without_a_language_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (
        ("en.json", '{"a": "1", "b.one": "1", "b": "2", "c": {"d": "3"}}'),
        ("fr.json", '{"b": "2"}'),
        ("rulings.json", '{"X-1": {"en": [], "fr": []}, "X-2": {"en": []}}'),
    ):
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(places, "SOURCE", tmp_path)
    monkeypatch.setattr(places, "REPOSITORY", tmp_path)
    monkeypatch.setattr(places, "_NAMED", {})
    assert [*places.lacking("fr")] == [
        "fr: fr.json lacks a",
        "fr: fr.json lacks c.d",
        "fr: rulings.json lacks X-2",
    ]


@pytest.mark.slow
def test_a_language_is_added_by_the_recipe(tmp_path: Path) -> None:
    """English stands for its sentences. No place has to be found by whoever adds it."""
    for part in ("core", "firmware", "drivers", "docs"):
        shutil.copytree(
            ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__", "*.png", "*.gif")
        )
    # 1.
    listed = tmp_path / "core" / "signifer_core" / "languages.py"
    text = listed.read_text(encoding="utf-8")
    text = text.replace('"]\n', f'", "{NEW}"]\n').replace('"}\n', f'", "{NEW}": "Esperanto"}}\n')
    listed.write_text(text, encoding="utf-8")
    # 2.
    named = made(tmp_path, "-m", "signifer_firmware.i18n.catalogues", "--write").splitlines()
    sentences = [line for line in named if line.startswith(f"{NEW}: not translated: ")]
    assert len(sentences) > 1000
    translate(tmp_path / "firmware" / "signifer_firmware" / "i18n" / "locale" / f"{NEW}.po")
    for line in named:
        if line not in sentences:
            follow(tmp_path, line)
    assert made(tmp_path, "-m", "signifer_firmware.i18n.catalogues") == ""
    assert made(tmp_path, "-c", ADDED) == ""
    header, _, rows = made(tmp_path, "-m", "signifer_firmware.texts.readings", "--csv").partition("\n")
    assert header.endswith(f",{NEW}")
    assert rows


def made(folder: Path, *said: str) -> str:
    """What Python prints there."""
    paths = os.pathsep.join(str(folder / part) for part in ("core", "firmware", "drivers"))
    run = subprocess.run(
        [sys.executable, *said],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    return run.stdout


def follow(folder: Path, line: str) -> None:
    """Do what a line says is still to be done."""
    language, _, told = line.partition(": ")
    assert language == NEW
    if found := re.match(r"there is no (\S+): translate (\S+)", told):
        shutil.copy((folder / found[1]).with_name(found[2]), folder / found[1])
    else:
        file, _, wanted = told.partition(" lacks ")
        MENDED[file.rpartition("/")[2]](folder / file, wanted)


def rule(path: Path, wanted: str) -> None:
    told = json.loads(path.read_text(encoding="utf-8"))
    for ruling in wanted.split(", "):
        told[ruling][NEW] = told[ruling]["en"]
    path.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")


def name(path: Path, wanted: str) -> None:
    assert wanted.startswith("NAMES")
    path.write_text(put(path, 'de: "Deutsch"', f', {NEW}: "Esperanto"'), encoding="utf-8")


def offer(path: Path, wanted: str) -> None:
    assert wanted == "its question and its button"
    path.write_text(put(path, "Welche Sprache?</span>", f' <span lang="{NEW}">?</span>'), encoding="utf-8")
    button = f'<button type="button" lang="{NEW}" data-language="{NEW}">Esperanto</button>'
    path.write_text(put(path, "Deutsch</button>", button), encoding="utf-8")


def put(path: Path, behind: str, what: str) -> str:
    text = path.read_text(encoding="utf-8")
    assert text.count(behind) == 1
    return text.replace(behind, behind + what)


def translate(path: Path) -> None:
    with path.open("rb") as file:
        told = read_po(file, locale=NEW)
    for each in told:
        if each.id:
            each.string = each.id
    with path.open("wb") as file:
        write_po(file, told)


MENDED = {"rulings.json": rule, "words.js": name, "index.html": offer}
