"""A guide for players says what the screens say: the names of the steps, and the sentences of refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from signifer_firmware.game_api import registry
from signifer_firmware.i18n.words import LANGUAGES, Message, Plural, words_of

DOCS = Path(__file__).parents[2] / "docs"
GAME = "dark-age-arena"
TEXTS = registry.game(GAME).texts()
# The first is told as the set-up, the second beside the draft.
UNNAMED = {"assemble", "contest"}
FIGURE = "@"


def guide(language: str) -> str:
    ending = "" if language == "en" else f".{language}"
    return (DOCS / f"play-{GAME}{ending}.md").read_text(encoding="utf-8")


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def said(message: Message, language: str) -> Iterator[str]:
    """A message of the screens in each of its forms, with a sign for each figure."""
    forms = (message.one, message.many) if isinstance(message, Plural) else (message,)
    figures: dict[str, object] = {
        name: FIGURE for form in forms for _, name, _, _ in Formatter().parse(form) if name
    }
    for number in (1, 2) if isinstance(message, Plural) else (0,):
        if isinstance(message, Plural):
            figures[message.by] = number
        yield plain(words_of(language).say(message, **figures))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_named_as_the_screens_name_it(language: str) -> None:
    named = set(re.findall(r"\*\*([^*]+)\*\*", guide(language)))
    for step, name in TEXTS.steps.items():
        if step not in UNNAMED:
            assert set(said(name, language)) <= named, step


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_told_as_the_screens_tell_it(language: str) -> None:
    quoted = [plain(text) for text in re.findall(r"^\| \*([^*]+)\* \|", guide(language), re.M)]
    whole = [text for text in quoted if "..." not in text]
    known = [
        re.compile(re.escape(form).replace(FIGURE, ".+"))
        for refusal in TEXTS.refusals.values()
        for form in said(refusal, language)
    ]
    assert len(whole) > 10
    for text in whole:
        assert any(pattern.fullmatch(text) for pattern in known), text


@pytest.mark.parametrize(
    "name", [path.stem for path in sorted(DOCS.glob("play*.md")) if "." not in path.stem]
)
def test_a_guide_has_its_sections_in_every_language(name: str) -> None:
    paths = [
        DOCS / f"{name}.md",
        *(DOCS / f"{name}.{language}.md" for language in LANGUAGES if language != "en"),
    ]
    assert len({len(re.findall("^## ", path.read_text(encoding="utf-8"), re.M)) for path in paths}) == 1
