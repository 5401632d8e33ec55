"""The page's files: small, complete, in three languages."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from signifer_core.errors import SigniferError
from signifer_core.games.field_of_glory.deck import (
    ACTION_KINDS,
    COMMANDER,
    TERRAIN_KINDS,
    UNIT_KINDS,
    standard_deck,
)
from signifer_core.games.field_of_glory.state import STEPS
from signifer_firmware.games.field_of_glory.page.cards import printed
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.runtime.sound import Sound
from signifer_firmware.web.virtual import picture
from signifer_firmware.web.virtual.agreement import BY_PAGE, IS_AHEAD, SAW_IT

from benchmarks.page import SIZE_LIMIT, largest, size
from tests.firmware.web.static import STATIC, catalogue, rulings
from tests.firmware.web.table import on_page

FIGURE = re.compile(r"\{(\w+)\}")


def test_page_and_assets_are_small() -> None:
    """All that a page of a game loads; in Chromium it is seen that it loads no more."""
    loaded, game, language = largest()
    assert loaded < SIZE_LIMIT
    everything = sum(path.stat().st_size for path in STATIC.rglob("*") if path.is_file())
    assert size(game, "en") < loaded < everything
    assert language != "en"


def test_what_is_learned_with_comes_apart_and_is_small() -> None:
    """Of any game: the page for it, its texts in two languages, its icons."""
    apart = STATIC / "learn"
    page = sum(path.stat().st_size for path in apart.iterdir() if path.suffix in (".js", ".css"))
    for language in LANGUAGES:
        for folder in (apart, *(path for path in apart.iterdir() if path.is_dir())):
            names = {"en.json", f"{language}.json", "icons.json"}
            texts = sum(path.stat().st_size for path in folder.iterdir() if path.name in names)
            assert 0 < page + texts < 45_000, folder


def test_the_picture_needs_a_browser_and_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SigniferError, match="needs Chromium"):
        picture.take(tmp_path / "page.jpg")


def test_no_browser_stays_at_work_once_the_picture_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Debian's command is a script that starts the browser; here it answers where nobody listens."""
    told = tmp_path / "browser"
    script = tmp_path / "chromium"
    script.write_text(
        "#!/bin/sh -e\n"
        f"sh -c 'echo $$ >{told}; echo DevTools listening on ws://127.0.0.1:1/devtools/browser/1 >&2; sleep 60'\n"
        "true\n"
    )
    script.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(script))
    with pytest.raises(OSError, match="1"):
        picture.take(tmp_path / "page.jpg")
    state = Path("/proc", told.read_text().strip(), "stat")
    # Nobody may be there to ask after it.
    assert not state.exists() or state.read_text().rpartition(") ")[2].startswith("Z")


def test_the_picture_begins_in_the_middle_of_the_showcase() -> None:
    lines = picture.position()
    assert any(line.startswith("setup 3 blue") for line in lines)
    assert not any(line.startswith(("put", "press", "game", "seed", "#")) for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_message_with_its_figures(language: str) -> None:
    """A language may say one of something otherwise than several, where English has the same words."""
    english, words = catalogue("en"), catalogue(language)
    several = {key: key.removesuffix(".one") if key not in english else key for key in words}
    assert set(several.values()) == english.keys()
    assert words.keys() >= english.keys()
    for key, text in words.items():
        assert text.strip(), key
        assert set(FIGURE.findall(text)) == set(FIGURE.findall(english[several[key]])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_of_a_folder_take_the_place_of_others(language: str) -> None:
    """They are read beside those of every game, once somebody asks for what they are of; and stay."""
    found: dict[str, str] = {}
    for path in (STATIC / "lang" / f"{language}.json", *sorted(STATIC.glob(f"*/{language}.json"))):
        words = json.loads(path.read_text(encoding="utf-8"))
        assert {key for key in words.keys() & found if words[key] != found[key]} == set(), path
        found |= words


def test_upkeep_calls_one_thing_by_one_word() -> None:
    """Whoever is told another word for being let in, for enrolment, or for a kind, looks for another thing."""
    for language, others in (
        ("fr", r"admis|faites entrer|personnage"),
        ("de", r"zugelassen|angemeldet|\bArt\b"),
    ):
        words = json.loads((STATIC / "upkeep" / f"{language}.json").read_text(encoding="utf-8"))
        assert {key for key, text in words.items() if re.search(others, text)} == set()


def test_upkeep_does_not_call_the_memory_card_as_those_that_are_played() -> None:
    for language, played in (
        ("en", r"(?<!memory )\bcard\b"),
        ("fr", r"\bcarte\b(?! mémoire)"),
        ("de", r"\bKarte\b"),
    ):
        words = json.loads((STATIC / "upkeep" / f"{language}.json").read_text(encoding="utf-8"))
        told = {key: text for key, text in words.items() if "update" in key}
        assert {key for key, text in told.items() if re.search(played, text)} == set()


def source_of_the_page() -> str:
    return "".join(
        path.read_text(encoding="utf-8") for path in [*STATIC.rglob("*.js"), *STATIC.glob("*.html")]
    )


def test_every_message_that_the_page_says_is_in_the_catalogue() -> None:
    words = catalogue("en")
    source = source_of_the_page()
    said = set(re.findall(r'\bsay\("([a-z.-]+)"', source)) | set(
        re.findall(r'data-say(?:-label)?="([a-z.-]+)"', source)
    )
    assert len(said) > 30
    assert said <= words.keys()


def test_every_message_in_the_catalogue_is_said() -> None:
    """By its key, or by a template such as `step.${step}`."""
    source = source_of_the_page()
    keys = set(re.findall(r'"([\w.-]+)"|\b([\w-]+)(?=:)', source))
    said = {word for pair in keys for word in pair}
    templates = re.findall(r"`([a-z](?:[\w.-]|\$\{[^{}`]*\})*)`", source)
    patterns = [re.compile(".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", each)))) for each in templates]
    assert len(patterns) > 20
    for key in (key.removesuffix(".one") for key in catalogue("en")):
        assert key in said or any(pattern.fullmatch(key) for pattern in patterns), key


def test_every_ruling_that_is_cited_has_its_text_in_every_language() -> None:
    laws = rulings()
    root = Path(__file__).parents[3]
    read = "".join(
        (root / "docs" / name).read_text(encoding="utf-8")
        for name in ("rulings.md", "thermopyles.md", "call-to-glory.md", "dark-age-arena.md")
    )
    titles = dict(re.findall(r"^### ((?:FG|TH|CG|DA)-\w+) (.+)$", read, re.M))
    assert laws.keys() == titles.keys()
    cited = {
        ruling
        for folder in ("core", "firmware")
        for file in (root / folder).rglob("*.py")
        for ruling in re.findall(r'"(FG-[A-Z]\d|TH-\d+|CG-\d|DA-\d+)"', file.read_text(encoding="utf-8"))
    }
    assert cited <= laws.keys()
    for ruling, texts in laws.items():
        assert texts.keys() == set(LANGUAGES), ruling
        for title, text in texts.values():
            assert 0 < len(title) < 60
            assert 40 < len(text) < 400, ruling
    assert laws["FG-P2"]["en"][0] == titles["FG-P2"]
    assert laws["DA-23"]["en"][0] == titles["DA-23"]


def test_the_worker_keeps_all_files_of_the_page_and_nothing_else() -> None:
    """A record names hidden cards of a game that is on: whoever has the browser next would find it there."""
    left_out = re.findall(r"/(\^.+?\$)/\.test\(pathname\)", (STATIC / "sw.js").read_text(encoding="utf-8"))
    assert len(left_out) == 1
    server = "".join(path.read_text(encoding="utf-8") for path in STATIC.parent.rglob("*.py"))
    told = set(re.findall(r'\bRoute\("([^"]+)".+methods=\["GET"\]', server))
    assert told >= {"/past", "/past/{name}/{form}", "/league", "/upkeep/games", "/upkeep/record"}
    assert {path for path in told if not re.search(left_out[0], path)} == set()
    files = {f"/{path.relative_to(STATIC)}" for path in STATIC.rglob("*") if path.is_file()}
    assert {path for path in files if re.search(left_out[0], path)} == set()


def test_sounds_notes_and_refusals_have_words() -> None:
    words = catalogue("en")
    assert {f"sound.{sound.name.lower()}" for sound in Sound} <= words.keys()
    assert {f"note.{note}" for note in ("opened", SAW_IT, BY_PAGE, IS_AHEAD)} <= words.keys()
    firmware = STATIC.parents[1]
    source = "".join(path.read_text(encoding="utf-8") for path in firmware.rglob("*.py"))
    codes = set(re.findall(r'CannotError\("([a-z-]+)"\)', source))
    assert len(codes) > 10
    assert {f"no.{code}" for code in codes} <= words.keys()


def test_steps_and_actions_have_words() -> None:
    words = catalogue("en")
    from signifer_core.games.field_of_glory.actions import NOTATION

    assert {f"step.{step}" for step in STEPS} - {"step.drawing"} <= words.keys()
    assert {f"did.{act}" for act in NOTATION.words} - {"did.drawn", "did.keep"} <= words.keys()


def test_every_kind_of_card_is_drawn_and_printed() -> None:
    files = (STATIC / "symbols.js", STATIC / "field-of-glory" / "terrains.js")
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    kinds = on_page(printed(standard_deck()))["kinds"]
    for kind in (*UNIT_KINDS, COMMANDER, *ACTION_KINDS, *TERRAIN_KINDS):
        assert re.search(rf'^  "?{kind}"?: ', source, re.MULTILINE), kind
        assert set(kinds[kind]["name"]) == set(LANGUAGES)
