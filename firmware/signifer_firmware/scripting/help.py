"""Help on the language, as ``signifer script --help`` prints it: every statement, and what its words may be."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from signifer_core.position_fields import listed

from signifer_firmware.game_api import registry

from .forms import EXPECT, FORMS, HANDS, SETUP, TIME, Form
from .game import AnyScriptGame, game_of
from .slots import SLOTS

_WIDTH = 78


def help_text() -> str:
    """Every statement, what its words may be, and what each game adds; 80 columns."""
    rows = ["A script has one statement a line; # starts a comment; words are separated by blanks.", ""]
    for group in (SETUP, HANDS, TIME, EXPECT):
        rows += [f"{group}:", *_entries(FORMS, group), ""]
    rows.append("Words in capitals:")
    for name, slot in SLOTS.items():
        rows.extend(_entry(name, slot.about, 14))
    for game in map(game_of, registry.names()):
        rows += ["", *_words_of(game)]
    return "\n".join(rows) + "\n"


def _words_of(game: AnyScriptGame) -> Iterator[str]:
    """A game's own statements and words."""
    words = game.vocabulary
    yield f"After game {words.game}, besides:"
    for group in (SETUP, EXPECT):
        yield from _entries(game.forms, group)
    yield "with"
    for name, slot in game.slots.items():
        yield from _entry(name, slot.about, 14)
    yield from _entry("steps", listed(words.steps), 14)
    yield from _entry("units", listed(sorted(words.kinds)), 14)
    yield from _entry("refusals", listed(sorted(words.refusals)), 14)


def _entries(forms: tuple[Form, ...], group: str) -> Iterator[str]:
    for form in forms:
        if form.group == group:
            yield from _entry(form.usage, form.about, 36)


def _entry(head: str, about: str, indent: int) -> list[str]:
    """``head`` and what it means beside it, or below it where it is too long."""
    first = f"  {head}"
    if not about:
        return [first]
    gap = " " * indent
    if len(first) + 2 <= indent:
        return fill(
            about, _WIDTH, initial_indent=first.ljust(indent), subsequent_indent=gap, break_on_hyphens=False
        ).split("\n")
    return [
        first,
        *fill(about, _WIDTH, initial_indent=gap, subsequent_indent=gap, break_on_hyphens=False).split("\n"),
    ]
