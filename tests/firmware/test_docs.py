"""The pages for people: every link and picture is there, and every command they name can be said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main
from signifer_firmware.cli import app
from typer.core import TyperGroup

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "hw/**/*.md")
    for path in ROOT.glob(pattern)
    if "stock" not in path.parts
)
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
    for line in page.read_text().splitlines():
        spans = [line.strip()] if line.startswith("    ") else _SPAN.findall(line)
        for span in spans:
            if found := _COMMAND.match(span.partition(" #")[0].strip()):
                yield found[1] or ""


def wrong(words: str) -> str | None:
    """Why a line after ``signifer`` cannot be typed; None for one that can."""
    command = typer.main.get_command(app)
    options: set[str] = {"--help", "-h", "--version"}
    for word in words.split():
        if isinstance(command, TyperGroup):
            if word.startswith("-") or _STAND_INS.match(word):
                continue
            found = command.commands.get(word.strip(",;:"))
            if found is None:
                return f"there is no command {word!r}"
            command = found
            options |= {name for option in command.params for name in option.opts + option.secondary_opts}
        elif re.match(r"--[a-z]", word):
            name = word.strip("[],;:()").partition("=")[0]
            if name not in options:
                return f"{command.name} has no option {name}"
    return None


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
    assert found == {}


def test_commands_that_cannot_be_typed_are_found() -> None:
    assert wrong("tune my-table.toml --pi") is None
    assert wrong("node install --all") is None
    assert wrong("tuna --pi") == "there is no command 'tuna'"
    assert wrong("node instal") == "there is no command 'instal'"
    assert wrong("tune --pie") == "tune has no option --pie"


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
    assert said >= {"play", "table", "node", "tune", "run", "service", "enrol"}
