"""Names of people: data, which anybody may have written. What is told of them here does no harm where it is shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from signifer_core.json_values import Json
from signifer_core.letters import is_shown, without_heaps

MOST_LETTERS = 24
# A name is looked at no further: each of its letters may be made of some.
_MOST_READ = 8 * MOST_LETTERS
_FORM: Final = "NFC"


def cleaned(text: str) -> str:
    """The name that a text is: without what shows nothing, with single blanks, not too long; "" if nothing is left."""
    shown = unicodedata.normalize(_FORM, "".join(_shown(text[:_MOST_READ])))
    # In the form that it has then: what was left out may have stood between a letter and its accents.
    plain = unicodedata.normalize(_FORM, "".join(without_heaps(shown)))
    return " ".join(plain.split())[:MOST_LETTERS].rstrip()


def _shown(text: str) -> Iterator[str]:
    for letter in text:
        if letter.isspace():
            yield " "
        elif is_shown(letter):
            yield letter


@dataclass(frozen=True)
class Who:
    """Who plays: somebody by their ``name``, a robot by its ``level`` (0: by rules of thumb), or nobody knows."""

    name: str = ""
    level: int | None = None

    @property
    def is_known(self) -> bool:
        return bool(self.name) or self.level is not None

    @property
    def key(self) -> tuple[str, int]:
        """The same for the same player, however their name is written."""
        return (self.name.casefold(), -1 if self.level is None else self.level)

    @property
    def body(self) -> Mapping[str, Json]:
        """The same in plain values, as the journal has it."""
        return {"name": self.name} if self.level is None else {"robot": self.level}


NOBODY = Who()


def who_of(body: Json) -> Who:
    """Who plays by the journal; what it should not say is nobody."""
    if not isinstance(body, dict):
        return NOBODY
    level, name = body.get("robot"), body.get("name")
    if isinstance(level, int) and not isinstance(level, bool) and 0 <= level <= 9:
        return Who(level=level)
    return Who(cleaned(name)) if isinstance(name, str) else NOBODY
