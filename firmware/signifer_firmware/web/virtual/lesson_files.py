"""The files of a game's lessons, ``static/learn/<game>/``: read and checked whole, all faults told together.

``lessons.toml`` says of each lesson, in their order, when its aim is reached; ``NAME.table`` is its position, and one
way to the aim; ``en.json``, ``fr.json`` and ``de.json`` are the texts; ``icons.json`` is what the page shows beside
them. How they are written is told in docs/learning.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TypeVar

from signifer_core.errors import ConfigError
from signifer_core.position_fields import listed
from signifer_core.toml_lines import Toml, did_you_mean, parse_toml

from signifer_firmware.config.model import TableConfig
from signifer_firmware.files.reading import decoded
from signifer_firmware.game_api import registry
from signifer_firmware.i18n.words import ENGLISH, LANGUAGES
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import Script
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.piles import Pile
from signifer_firmware.web.game import page_of

from .lessons import THEN, Condition, Lesson, Tutorial

FILE = "lessons.toml"
FEWEST, MOST = 5, 8
KEYS = ("goal", "seen", "lost", "unless", "cards", "ways", "wrong")
TEXTS = ("title", "aim", "hint", "done")
# How many sentences tell what a game is about.
GOAL = 3
NOT = "not "
Each = TypeVar("Each")


def folder_of(game: str) -> Traversable:
    """Where a game's lessons lie; there may be none."""
    return resources.files("signifer_firmware.web").joinpath("static", "learn", game)


@cache
def names(game: str) -> tuple[str, ...]:
    """The lessons of a game, in their order; none without a tutorial. Whether they are right, `tutorial` says."""
    return _named(_toml(folder_of(game))) if has_lessons(game) else ()


def is_taught_at(table: TableConfig) -> bool:
    """Whether lessons can be had at a virtual table: their positions are those of one with pads and readers for each
    side."""
    return table.has_pads and all(len(reader.zones) == 1 for reader in table.readers)


def has_lessons(game: str) -> bool:
    """Whether there is a tutorial of a game."""
    return folder_of(game).joinpath(FILE).is_file()


@cache
def tutorial(game: str) -> Tutorial:
    """The tutorial of a game; ConfigError with all its faults."""
    return read(folder_of(game), game)


def is_taught(game: str, lesson: str) -> bool:
    """Whether there is such a lesson, and nothing is wrong in that tutorial (`signifer lessons` says what)."""
    try:
        return lesson in names(game) and bool(tutorial(game))
    except ConfigError:
        return False


def read(folder: Traversable, game: str) -> Tutorial:
    """The tutorial in ``folder``; ConfigError with all its faults."""
    reading = _Reading(folder, game)
    lessons = tuple(reading.lessons())
    faults = [*reading.toml.faults_in_order(), *reading.faults, *_text_faults(folder, reading.named)]
    if faults:
        raise ConfigError([f"{folder.name}/{fault}" for fault in faults])
    return Tutorial(lessons)


def aims(game: str, language: str = ENGLISH) -> dict[str, str]:
    """What a learner is told to do in each lesson of a game; ConfigError as `tutorial`."""
    lessons = tutorial(game).lessons
    told = dict(_flat("", json.loads(_text(folder_of(game), f"{language}.json"))))
    return {lesson.name: str(told[f"lessons.{lesson.name}.aim"]) for lesson in lessons}


def _text(folder: Traversable, name: str) -> str:
    """A file's text; ConfigError if it is missing."""
    try:
        return decoded(folder.joinpath(name).read_bytes(), file=name)
    except OSError:
        raise ConfigError([f"{name}: missing; write it (docs/learning.md)"]) from None


def _toml(folder: Traversable) -> Toml:
    return parse_toml(_text(folder, FILE), file=FILE)


def _named(toml: Toml) -> tuple[str, ...]:
    """The lessons are the file's tables, in their order."""
    return tuple(name for name, told in toml.data.items() if isinstance(told, dict))


class _Reading:
    """One reading of ``lessons.toml`` and of the scripts beside it; what is wrong is collected."""

    def __init__(self, folder: Traversable, game: str) -> None:
        self._folder, self._game = folder, game
        self.faults: list[str] = []
        self.toml = _toml(folder)
        self.named = _named(self.toml)

    def lessons(self) -> Iterator[Lesson]:
        """The lessons that can be read."""
        data = self.toml.data
        mode = data.get("mode")
        modes = tuple(page_of(self._game).modes)
        if mode not in modes:
            self.toml.fault(("mode",), f'no such mode; write mode = "{modes[0]}", or {listed(modes[1:])}')
        for key in data.keys() - {"mode", *self.named}:
            self.toml.fault((key,), f"{key} is no lesson; a lesson is a table: [{key}]")
        if not FEWEST <= len(self.named) <= MOST:
            self.toml.fault((), f"{len(self.named)} lessons; a tutorial has {FEWEST} to {MOST}")
        for name in self.named:
            lesson = self._lesson(name, data[name], str(mode))
            if lesson is not None:
                yield lesson

    def _lesson(self, name: str, told: Mapping[str, object], mode: str) -> Lesson | None:
        for key in told.keys() - set(KEYS):
            self.toml.fault((name, key), f"no such key; {did_you_mean(key, list(KEYS))}")
        if not told.get("goal"):
            self.toml.fault((name, "goal"), f"[{name}] has no goal; say what holds when the aim is reached")
        script = self._script(name)
        goal, lost = ([*self._conditions(name, key, told)] for key in ("goal", "lost"))
        ways, wrong = (self._ways(name, key, told) for key in ("ways", "wrong"))
        if not wrong:
            self.toml.fault(
                (name, "wrong"), f"[{name}] has no wrong way; write one, so that its goal is tried"
            )
        seen, unless = (tuple(self._patterns(name, key, told)) for key in ("seen", "unless"))
        cards = self._cards(name, told)
        if script is None:
            return None
        return Lesson(
            self._game, name, mode, script, tuple(goal), seen, tuple(lost), unless, cards, ways, wrong
        )

    def _patterns(self, name: str, key: str, told: Mapping[str, object]) -> Iterator[str]:
        for pattern in self._list(name, key, told, str):
            if any(len(part.split()) < 2 for part in pattern.split(THEN)):
                self.toml.fault((name, key), f'"{pattern}": write a player and an action, as "red pay *"')
            yield pattern

    def _list(self, name: str, key: str, told: Mapping[str, object], kind: type[Each]) -> list[Each]:
        found = told.get(key, [])
        right = [each for each in found if isinstance(each, kind)] if isinstance(found, list) else []
        if isinstance(found, list) and len(right) == len(found):
            return right
        self.toml.fault((name, key), f"write {key} as a list of {'lists' if kind is list else 'texts'}")
        return []

    def _script(self, name: str) -> Script | None:
        file = f"{name}.table"
        try:
            script = parse_script(_text(self._folder, file), file=file)
        except ConfigError as error:
            self.faults += error.faults
            return None
        if script.game != self._game:
            self.faults.append(f"{file}:1: a script of {script.game}; write game {self._game}")
        if all(isinstance(said, st.Preparation) for said in script.statements):
            self.faults.append(f"{file}:1: nobody plays in it; write one way to the aim after the position")
        return script

    def _conditions(self, name: str, key: str, told: Mapping[str, object]) -> Iterator[Condition]:
        for text in self._list(name, key, told, str):
            negated = text.startswith(NOT)
            for said in self._said(name, key, f"expect {text.removeprefix(NOT)}"):
                if isinstance(said, ex.Expect):
                    yield Condition(said, negated)

    def _ways(self, name: str, key: str, told: Mapping[str, object]) -> tuple[tuple[st.Statement, ...], ...]:
        return tuple(
            tuple(said for line in way for said in self._said(name, key, str(line)))
            for way in self._list(name, key, told, list)
        )

    def _said(self, name: str, key: str, line: str) -> tuple[st.Statement, ...]:
        """A statement of a script, by itself."""
        try:
            script = parse_script(f"game {self._game}\n{line}\n", file="")
        except ConfigError as error:
            for fault in error.faults:
                self.toml.fault((name, key), f'"{line}": {fault.partition(": ")[2]}')
            return ()
        return script.statements[1:]

    def _cards(self, name: str, told: Mapping[str, object]) -> dict[Pile, tuple[str, ...]]:
        found: dict[Pile, tuple[str, ...]] = {}
        deck = registry.bundle(self._game).deck
        piles = {f"{kind} {owner}".strip(): (owner, kind) for owner, kind in page_of(self._game).piles}
        given = told.get("cards", {})
        table: Mapping[str, object] = given if isinstance(given, dict) else {"": given}
        for place in table:
            if place not in piles:
                self.toml.fault(
                    (name, "cards"), f'"{place}" is no pile; the piles are {listed(tuple(piles))}'
                )
                continue
            found[piles[place]] = tuple(self._list(name, place, table, str))
            for card in found[piles[place]]:
                if card not in deck:
                    self.toml.fault((name, "cards"), f'"{card}" is no card of {self._game}')
        return found


# Texts


def _text_faults(folder: Traversable, lessons: Iterable[str]) -> list[str]:
    """What is wrong with the texts: each language has the goal, the same icons, and of each lesson the same texts."""
    faults: list[str] = []
    icons = _json(folder, "icons.json", faults)
    wanted = {f"lessons.{lesson}.{text}" for lesson in lessons for text in TEXTS}
    wanted |= {f"icons.{icon}.{at}" for icon in icons for at in (0, 1)}
    wanted |= {f"goal.{at}" for at in range(GOAL)}
    for language in LANGUAGES:
        file = f"{language}.json"
        found = dict(_flat("", _json(folder, file, faults)))
        faults += [f"{file}: {key} is missing" for key in sorted(wanted - found.keys())]
        faults += [f"{file}: {key} is not asked for; leave it out" for key in sorted(found.keys() - wanted)]
        faults += [
            f"{file}: {key} is no text"
            for key, text in found.items()
            if not isinstance(text, str) or not text.strip()
        ]
    return faults


def _json(folder: Traversable, name: str, faults: list[str]) -> Mapping[str, object]:
    try:
        found = json.loads(_text(folder, name))
    except ConfigError as error:
        faults += error.faults
        return {}
    except ValueError as error:
        faults.append(f"{name}: not JSON: {error}")
        return {}
    return found if isinstance(found, dict) else {}


def _flat(head: str, value: object) -> Iterator[tuple[str, object]]:
    """What a JSON value holds, each by the way there."""
    if isinstance(value, dict | list):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in entries:
            yield from _flat(f"{head}.{key}" if head else str(key), each)
    else:
        yield head, value
