"""The pages for people: every link and picture is there, and every command they name can be said."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
import typer.main
from signifer_firmware.cli.main import app
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "hw/**/*.md")
    for path in ROOT.glob(pattern)
    if "stock" not in path.parts
)
FOLDERS = (".ci", "benchmarks", "core", "drivers", "firmware", "hw", "image", "tests")
_MODULE = re.compile(r"(?<![\w/.*<-])[\w*][\w./*-]*\.(?:py|js)\b")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_SPAN = re.compile(r"`([^`\n]+)`")
_COMMAND = re.compile(r"^(?:\$ )?(?:sudo )?(?:[\w./~-]+/)?signifer(?: (?!\d)(.*))?$")
# What stands for something else where pages show how a command is written.
_STAND_INS = re.compile(r"^[A-Z][A-Z0-9/|.-]*$|^\.\.\.$|^\|$")


def links(page: Path) -> Iterator[str]:
    """Where a page's links lead, but for those to other hosts."""
    for target in _LINK.findall(_prose(page.read_text())):
        if not re.match(r"[a-z]+:", target):
            yield target


def _prose(text: str) -> str:
    """A page without its code, in which brackets are no links."""
    return _SPAN.sub("", "\n".join(line for line in text.splitlines() if not line.startswith("    ")))


def _slug(heading: str) -> str:
    """A heading's anchor, as GitHub makes it."""
    words = re.sub(r"[^\w\- ]", "", heading.replace("`", "").strip().lower())
    return words.replace(" ", "-")


def anchors(page: Path) -> set[str]:
    return {_slug(line.lstrip("#")) for line in page.read_text().splitlines() if line.startswith("#")}


def commands(page: Path) -> Iterator[str]:
    """What pages say to type: lines of code, and code within lines, that begin with ``signifer``."""
    yield from whole_commands(page)
    for line in page.read_text().splitlines():
        if not line.startswith("    "):
            yield from _said(_SPAN.findall(line))


def whole_commands(page: Path) -> Iterator[str]:
    """Those on lines of code, which can be typed as they stand; in prose the name alone may be meant."""
    yield from _said(line.strip() for line in page.read_text().splitlines() if line.startswith("    "))


def _said(spans: Iterable[str]) -> Iterator[str]:
    for span in spans:
        if found := _COMMAND.match(span.partition(" #")[0].strip()):
            yield found[1] or ""


def files(page: Path) -> Iterator[str]:
    """The modules that a page names, as far as it writes their paths: "runtime/units.py", "web/test_a*.py"."""
    for span in _SPAN.findall(page.read_text()):
        yield from _MODULE.findall(span)


@cache
def modules() -> tuple[str, ...]:
    """The path of every module, below the project's own folders."""
    return tuple(
        f"/{path.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for suffix in ("py", "js")
        for path in (ROOT / folder).rglob(f"*.{suffix}")
    )


def is_there(module: str) -> bool:
    """Whether a path, or its end, is that of a module; where a page says NAME, of a module of some game."""
    pattern = re.escape(f"/{module}").replace(r"\*", "[^/]*").replace("NAME", "[^/]+")
    return any(re.search(f"{pattern}$", path) for path in modules())


@cache
def root() -> TyperCommand | TyperGroup:
    found = typer.main.get_command(app)
    assert isinstance(found, TyperCommand | TyperGroup)
    return found


def wrong(line: str, *, is_whole: bool = False) -> str | None:
    """Why a line after ``signifer`` cannot be typed; None for one that can. In one that is whole nothing is missing."""
    command = root()
    flags, valued = {"--help", "-h", "--version"}, set[str]()
    given: list[str] = []
    words = iter(_words(line))
    for word in words:
        if re.match(r"-[-a-z]", word):
            name, _, value = word.strip("[],;:()").partition("=")
            if name not in flags | valued:
                return f"{command.name} has no option {name}"
            if name in valued and not value:
                next(words, None)
        elif isinstance(command, TyperGroup) and not _STAND_INS.match(word):
            found = command.commands.get(word.strip(",;:"))
            if found is None:
                return f"there is no command {word!r}"
            assert isinstance(found, TyperCommand | TyperGroup)
            command = found
        else:
            given.append(word)
        for option in command.params:
            if isinstance(option, TyperOption):
                (flags if option.is_flag else valued).update((*option.opts, *option.secondary_opts))
    return _missing(command, given) if is_whole and "--help" not in line else None


def _missing(command: TyperCommand | TyperGroup, given: Sequence[str]) -> str | None:
    """Why a command with these arguments lacks one; None if it does not."""
    arguments = [each for each in command.params if isinstance(each, TyperArgument)]
    lacking = [each for each in arguments[len(given) :] if each.required and "..." not in given]
    return f"{command.name} lacks {lacking[0].metavar}" if lacking else None


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    missing = []
    for target in links(page):
        name, _, anchor = target.partition("#")
        file = page if not name else page.parent / name
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            missing.append(target)
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_can_be_typed(page: Path) -> None:
    found = {f"signifer {words}": why for words in commands(page) if (why := wrong(words))}
    found |= {f"signifer {w}": why for w in whole_commands(page) if (why := wrong(w, is_whole=True))}
    assert found == {}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_module_that_is_named_is_there(page: Path) -> None:
    assert [name for name in files(page) if not is_there(name)] == []


def test_modules_that_are_not_there_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "`web/test_d*.py`, `games/NAME/test_robots.py` and `bank.py:12` in `python -m x.py`, not here.py.\n"
    )
    assert [*files(page)] == ["web/test_d*.py", "games/NAME/test_robots.py", "bank.py", "x.py"]
    assert [is_there(name) for name in files(page)] == [True, True, True, False]
    assert not is_there("ank.py")
    assert not is_there("games/NAME/test_nothing.py")


def test_commands_that_cannot_be_typed_are_found() -> None:
    assert wrong("tune my-table.toml --pi") is None
    assert wrong("node install --all") is None
    assert wrong("tuna --pi") == "there is no command 'tuna'"
    assert wrong("node instal") == "there is no command 'instal'"
    assert wrong("tune --pie") == "tune has no option --pie"
    assert wrong('doctor --table my-table.toml --only "reader 3" --ask') is None
    assert wrong("replay") is None
    assert wrong("replay", is_whole=True) == "replay lacks FILE"
    assert wrong("record share --language de game.gif", is_whole=True) is None
    assert wrong("record share --language de", is_whole=True) == "share lacks FILE"
    assert wrong("doctor my-table.toml") == "there is no command 'my-table.toml'"


def test_links_and_commands_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A page, with `code`\n\nSee [this](there.md#part-2) and ![that](a.svg), not `[x](y)` or "
        "[them](https://example.org).\n\n    sudo /opt/signifer/bin/signifer run  # go\n    other signifer\n\n"
        "`signifer tune --pi`, `signifer`, signifer prose.\n"
    )
    assert list(links(page)) == ["there.md#part-2", "a.svg"]
    assert list(commands(page)) == ["run", "tune --pi", ""]
    assert anchors(page) == {"a-page-with-code"}


def test_the_build_guide_names_the_command_of_every_gate() -> None:
    said = {words.split()[0] for words in commands(ROOT / "docs" / "build.md") if words}
    assert said >= {"play", "setup", "doctor", "wiring", "node", "tune", "enrol", "run"}


def test_no_page_calls_the_program_where_pipx_has_not_put_it() -> None:
    """PIPX_BIN_DIR of docs/service.md is in the PATH; /opt/signifer is a card image's alone."""
    calls = [
        page.name
        for page in (ROOT / "docs").glob("*.md")
        if "/opt/signifer/bin/signifer " in page.read_text("utf-8")
    ]
    assert calls == []


def test_what_pages_install_is_a_wheel_that_was_built() -> None:
    """No index has the name."""
    lines = [
        f"{page.name}: {line.strip()}"
        for page in PAGES
        for line in page.read_text("utf-8").splitlines()
        if re.search(r"pipx (?:install|upgrade) .*signifer", line)
    ]
    assert [line for line in lines if "dist/signifer-*.whl" not in line] == []


def test_the_list_of_pages_has_every_page() -> None:
    page = ROOT / "docs" / "README.md"
    listed = {(page.parent / target).resolve() for target in links(page)}
    assert {path for path in page.parent.glob("*.md") if path != page} - listed == set()
