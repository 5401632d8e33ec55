"""What may stand behind a key of a deck file: each reader gives the value, or says what to write (`WrongError`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from signifer_core.figures import is_number, shown
from signifer_core.frozen import FrozenMap
from signifer_core.toml_lines import Path, Toml, did_you_mean

from .effects import VALUES
from .printed import Names

Value = TypeVar("Value")
Word = TypeVar("Word", bound=str)

MOST_VALUES = 8
MOST_LETTERS = 24
_ID = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
LANGUAGE = re.compile(r"[a-z]{2}")
NOT_BY_LANGUAGE = 'are written by language, such as { fr = "Chevalier" }, not '
# Of a key that must be there.
NEEDED: Any = None


class WrongError(ValueError):
    """What is wrong with a value, and what to write instead; without the name of the key."""


Read = Callable[[object], Value]


@dataclass
class Table:
    """A table of the file that is being read, with its ``path`` and how messages call it. Keys that nobody asked for
    are faults in the end (`done`). ``sound`` until a fault was found in it."""

    toml: Toml
    path: Path
    raw: Mapping[str, object]
    called: str = ""
    sound: bool = True
    _asked: list[str] = field(default_factory=list)

    def get(self, key: str, read: Read[Value], default: Value = NEEDED, example: str = "") -> Value:
        """The value behind ``key``. After a fault it is ``default``, or None if it has to be there; the table is not
        ``sound`` then, and nothing may be made of it."""
        self._asked.append(key)
        if key not in self.raw:
            if example:
                self.fault((), f"say its {key}: {key} = {example}")
            return default
        try:
            return read(self.raw[key])
        except WrongError as error:
            self.fault((key,), f"{key} {error}")
            return default

    def each(self, key: str, read: Read[Value], example: str) -> tuple[Value, ...]:
        """The sound elements of a list of texts, each with the line it stands in; () without it."""
        self._asked.append(key)
        raw = self.raw.get(key, [])
        if not isinstance(raw, list):
            self.fault((key,), f"{key} is a list of texts: {key} = [{example}]")
            return ()
        found: list[Value] = []
        for number, element in enumerate(raw):
            try:
                found.append(read(text(element)))
            except WrongError as error:
                self.fault((key, str(number)), f"{key}: {error}")
        return tuple(found)

    def names(self) -> Names:
        """The sound names in other languages, each by its language."""
        raw = self.get("names", _by_language, dict[str, object]())
        found: dict[str, str] = {}
        for language, name in raw.items():
            if not LANGUAGE.fullmatch(language):
                self.fault(("names", language), f"names {NOT_BY_LANGUAGE}{shown(language)}")
                continue
            try:
                found[language] = text(name)
            except WrongError as error:
                self.fault(("names", language), f"names: {language} {error}")
        return FrozenMap(found)

    def fault(self, below: Path, said: str) -> None:
        """Note a fault of what stands at ``below`` in this table."""
        self.sound = False
        self.toml.fault((*self.path, *below), f"{self.called}: {said}" if self.called else said)

    def done(self, said: str = "") -> None:
        """Everything was asked for: what else stands here is unknown."""
        for key in self.raw:
            if key not in self._asked:
                self.fault((key,), f'no "{key}" here{said}: {did_you_mean(key, self._asked)}')


def whole(least: int, most: int) -> Read[int]:
    """A whole number in these bounds."""

    def read(raw: object) -> int:
        if isinstance(raw, int) and is_number(raw) and least <= raw <= most:
            return raw
        raise WrongError(f"is a whole number from {least} to {most}, not {shown(raw)}")

    return read


def text(raw: object) -> str:
    if isinstance(raw, str) and raw.strip():
        return raw
    raise WrongError(f'is a text in quotes, such as "Knight", not {shown(raw)}')


def flag(raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    raise WrongError(f"is true or false, not {shown(raw)}")


def ident(raw: object) -> str:
    if isinstance(raw, str) and _ID.fullmatch(raw) and len(raw) <= MOST_LETTERS:
        return raw
    raise WrongError(f"is a word of a-z, 0-9 and - with at most {MOST_LETTERS} letters, not {shown(raw)}")


def rising(raw: object) -> tuple[int, ...]:
    """A printed list of values."""
    if not isinstance(raw, list) or not all(is_number(each) and each in VALUES for each in raw):
        raise WrongError(
            f"is a list of whole numbers from {VALUES[0]} to {VALUES[-1]}, such as [7, 9], not {shown(raw)}"
        )
    if raw != sorted(raw):
        raise WrongError(f"rises from the left to the right: write {sorted(raw)}")
    if len(raw) > MOST_VALUES:
        raise WrongError(f"has at most {MOST_VALUES} values, not {len(raw)}")
    return tuple(raw)


def word(known: tuple[Word, ...]) -> Read[Word]:
    """One of these words."""

    def read(raw: object) -> Word:
        for each in known:
            if each == raw:
                return each
        said = raw if isinstance(raw, str) else ""
        hint = did_you_mean(said, list(known), otherwise=f"write {', '.join(known)}")
        raise WrongError(f"is not {shown(raw)}: {hint}")

    return read


def words(known: tuple[Word, ...]) -> Read[tuple[Word, ...]]:
    """One of these words, or several of them in a list."""
    one = word(known)

    def read(raw: object) -> tuple[Word, ...]:
        if isinstance(raw, list) and not raw:
            raise WrongError(f"names one at least: {', '.join(known)}")
        return tuple(one(each) for each in (raw if isinstance(raw, list) else [raw]))

    return read


def _by_language(raw: object) -> dict[str, object]:
    if isinstance(raw, dict):
        return raw
    raise WrongError(f"{NOT_BY_LANGUAGE}{shown(raw)}")


def pair(raw: object) -> frozenset[str]:
    """Two classes that are enemies."""
    if isinstance(raw, list) and len(raw) == 2 and len(found := frozenset(map(ident, raw))) == 2:
        return found
    raise WrongError(f'are pairs of two classes, such as [["order", "chaos"]], not {shown(raw)}')


def pairs(raw: object) -> frozenset[frozenset[str]]:
    if not isinstance(raw, list):
        raise WrongError(f'are pairs of classes, such as [["order", "chaos"]], not {shown(raw)}')
    return frozenset(map(pair, raw))
