"""What people may agree on, as games write it: entries, and the words that choose one of their values.

"agreed hand 2 4" is the key of an entry, what it is about, and the value. Taking cards as they lie has words of the
game's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .errors import RulesError
from .procedure import POSITION, Choice, Override
from .rules import Figure, Refusal

WORD = "agreed"
NOBODY = "none"
DONE = f"{WORD} done"
"""What follows by itself once people have agreed on all that they wanted: nobody chooses it."""


def entry(key: str, group: str, now: Figure, values: Sequence[Figure], **about: Figure) -> Override:
    """An entry whose present value changes nothing; ``about`` is the player, kind or pile that it is about."""
    words = " ".join((WORD, key, *map(str, about.values())))
    choices = (Choice(value) if value == now else Choice(value, (f"{words} {value}",)) for value in values)
    return Override(key, group, now, tuple(choices), tuple(about.items()))


def taken_as_it_lies(
    value: Figure = 0, changes: tuple[str, ...] = (), refusals: Sequence[Refusal] = ()
) -> Override:
    """The entry whose one choice is to take cards as they lie, read as ``value``; no choice without changes."""
    choices = (Choice(value, changes),) if changes else ()
    return Override(POSITION, POSITION, None, choices, refusals=tuple(refusals))


def words_of(text: str) -> tuple[str, ...]:
    """The key, and what is said after it; RulesError for what does not begin as an agreement does."""
    word, *said = text.split(" ")
    if word != WORD or not said:
        raise RulesError(f'"{text}" is no agreement: it starts with "{WORD}" and what is meant')
    return tuple(said)


def chosen(entries: Iterable[Override], text: str) -> tuple[Override, Figure]:
    """The entry of which the words choose a value, and the value; RulesError if there is none."""
    for each in entries:
        for choice in each.choices:
            if text in choice.changes:
                return each, choice.value
    raise RulesError(f'"{text}" is no agreement about this game')
