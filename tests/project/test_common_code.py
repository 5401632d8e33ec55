"""Common code knows no game: neither a game's name nor its cards, kinds and rulings stand in it, be it Python or the
page's scripts, styles and markup, but for a few places that are listed here, each with its reason."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from signifer_firmware.game_api import registry

ROOT = Path(__file__).parents[2]
SOURCES = (
    "core/signifer_core",
    "drivers/signifer_drivers",
    "firmware/signifer_firmware",
    "firmware/node/signifer_node",
)
SCRIPTS = "firmware/signifer_firmware/web/static"
# By the end of a file: what of its text is a comment, where it is no Python.
COMMENTS = {
    ".js": re.compile(r"/\*.*?\*/|(?<![\w:\"'`])//[^\n]*", re.DOTALL),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".html": re.compile(r"<!--.*?-->", re.DOTALL),
}
# Kinds that are words of the trade of boards and programs, too.
ORDINARY = {"commander", "support", "plain", "rough", "woods", "hill", "stand"}
# By the end of a path: why this module may name a game, its cards or kinds.
EXCEPTED = {
    "game_api/registry.py": "the one place where games are registered",
    "game_api/card_names.py": "the game whose cards stores call by no game's name",
    "web/virtual/picture.py": "the picture of the page for the README: a scene of one game",
    "texts/readings.py": "a list for translators: figures such as an evening has",
    "scripting/forms.py": "examples of statements that every game has; the tests parse them",
    "scripting/slots.py": "examples in the help of those words",
    "display/symbols.py": "the pictures of kinds, drawn here for all games in one hand",
    "static/symbols.js": "the same, for the page",
    "core/signifer_core/cards.py": "examples in the faults of a catalogue",
}


def _is_game(path: Path) -> bool:
    """Whether a file is a game's own."""
    return "games" in path.relative_to(ROOT).parts and path.parent.name != "games"


def _common() -> Iterator[Path]:
    for source in SOURCES:
        yield from (path for path in sorted((ROOT / source).rglob("*.py")) if not _is_game(path))
    own = registry.titles()
    for path in sorted((ROOT / SCRIPTS).rglob("*")):
        if path.suffix in COMMENTS and path.parent.name not in own:
            yield path


@cache
def _words() -> re.Pattern[str]:
    """What tells of a game: its name in each spelling, its title, its rulings, kinds and cards; games to come, too."""
    found = set()
    for game in registry.games():
        # Of decks that players bring, kinds are words of theirs.
        own = {} if game.decks is not None else game.core().catalogue()
        kinds = {card.kind for card in own.values()} - ORDINARY
        found |= {rf"{game.rulings}-[A-Z]?[0-9]", *map(re.escape, kinds)}
    for name, title in registry.titles().items():
        found |= {
            re.escape(each) for each in (name, name.replace("-", "_"), title, name.title().replace("-", ""))
        }
    return re.compile(rf"(?<![A-Za-z])({'|'.join(sorted(found))})s?(?![a-z])")


def _docstrings(tree: ast.Module) -> set[int]:
    """The lines of docstrings: they may tell what a thing is like by an example."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            lines |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def _code(source: str, ending: str) -> list[str]:
    """The lines of a file, comments and docstrings left out."""
    if ending != ".py":
        return COMMENTS[ending].sub(lambda comment: "\n" * comment[0].count("\n"), source).splitlines()
    silent = _docstrings(ast.parse(source))
    lines = enumerate(source.splitlines(), 1)
    return ["" if number in silent else re.sub(r"(^|\s)#.*", "", line) for number, line in lines]


def named_in(source: str, ending: str = ".py") -> list[str]:
    """Each place that names a game, as "LINE: WORD"."""
    lines = enumerate(_code(source, ending), 1)
    return [f"{number}: {match[0]}" for number, line in lines for match in _words().finditer(line)]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('GAMES = {"field-of-glory": 1}', ["1: field-of-glory"]),
        ("from signifer_core.games.thermopyles import rules", ["1: thermopyles"]),
        ('if refusal.ruling == "FG-C3": pass', ["1: FG-C3"]),
        ('card = "red/heavy-infantry-2"\nother = spartan', ["1: heavy-infantry", "2: spartan"]),
        ("class FieldOfGloryPage: pass", ["1: FieldOfGlory"]),
        ('"""As in thermopyles."""\nx = 1  # a spartan', []),
        ("support, plain = marker", []),
    ],
)
def test_what_names_a_game_is_found(code: str, told: list[str]) -> None:
    assert named_in(code) == told


@pytest.mark.parametrize(
    ("ending", "code", "told"),
    [
        (".js", 'import game from "./field-of-glory/game.js";', ["1: field-of-glory"]),
        (".js", "/* a\nspartan */\nconst spartan = 1; // a spartan", ["3: spartan"]),
        (".js", 'fetch("https://host/thermopyles") // there', ["1: thermopyles"]),
        (".css", "/* a spartan */\n.kind-spartan { color: red }", ["2: spartan"]),
        (".html", '<!-- thermopyles -->\n<link href="thermopyles/style.css">', ["2: thermopyles"]),
    ],
)
def test_what_names_a_game_is_found_on_the_page(ending: str, code: str, told: list[str]) -> None:
    assert named_in(code, ending) == told


def test_no_common_module_names_a_game() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): named
        for path in _common()
        if (named := named_in(path.read_text(encoding="utf-8"), path.suffix))
    }
    unexpected = {path: named for path, named in found.items() if not path.endswith(tuple(EXCEPTED))}
    assert not unexpected
    unused = {end for end in EXCEPTED if not any(path.endswith(end) for path in found)}
    assert not unused, "excepted, and without need"
