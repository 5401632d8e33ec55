"""The text of actions, as all games write them: a word, and after it one word for each field, one space between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Generic, TypeVar

from signifer_core.errors import RulesError

Action = TypeVar("Action")


class Notation(Generic[Action]):
    """The words of a game's actions, which are frozen dataclasses; which values a field may have, the game says."""

    def __init__(self, words: Mapping[str, Callable[..., Action]]) -> None:
        self.words = words
        self._word_of: dict[Any, str] = {kind: word for word, kind in words.items()}
        self._fields: dict[Any, tuple[str, ...]] = {
            kind: tuple(field.name for field in fields(kind)) for kind in self._word_of
        }

    def __contains__(self, kind: object) -> bool:
        return kind in self._word_of

    def names(self, kind: Callable[..., Action]) -> tuple[str, ...]:
        """The names of the fields of a class of actions."""
        return self._fields[kind]

    def write(self, action: Action, absent: str = "") -> str:
        """The action in words; ``absent`` stands for a field that is None. KeyError for what is no action."""
        kind = type(action)
        values = (getattr(action, name) for name in self._fields[kind])
        return " ".join([self._word_of[kind], *(absent if value is None else str(value) for value in values)])

    def split(self, text: str) -> tuple[Callable[..., Action], list[str]]:
        """The class of action that ``text`` begins with, and a word for each of its fields; RulesError if it is no
        text of this form."""
        word, *arguments = text.split(" ")
        kind = self.words.get(word)
        if kind is None:
            raise RulesError(f'"{text}" is no action: it starts with none of {", ".join(self.words)}')
        if len(arguments) != len(self._fields[kind]):
            raise RulesError(f'"{text}" is no action: {word} takes {len(self._fields[kind])} words after it')
        return kind, arguments
