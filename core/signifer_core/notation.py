"""The text of actions, as all games write them: a word, and after it one word for each field, one space between.

Actions are frozen dataclasses. What a field may hold stands in its type, as in ``card: Annotated[str, card(...)]``: the
notation, what it reads and which values are in range come from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from signifer_core.errors import RulesError

Action = TypeVar("Action")
Value = str | int | tuple[str, ...]
# Between the cards of a field that holds several: ``lay farmer-3+farmer-8``.
AND = "+"


@dataclass(frozen=True)
class Field:
    """What a field may hold: ``read`` gives the value that a word stands for, None if it stands for none; then it is
    ``wrong``, with the word in it. ``absent`` is the word for None, "" where there is always a value. ``of_cards``:
    values are ids of cards, ``of_seats``: of players, in a game with seats."""

    read: Callable[[str], Value | None]
    wrong: str
    absent: str = ""
    of_cards: bool = False
    of_seats: bool = False

    def say(self, value: Value | None) -> str:
        """The word that stands for ``value``."""
        if value is None:
            return self.absent
        return AND.join(value) if isinstance(value, tuple) else str(value)


def number(values: Iterable[int], wrong: str) -> Field:
    """One of these numbers: a column, a die, how many play."""
    return Field({str(value): value for value in values}.get, wrong)


def one_of(values: Iterable[str], wrong: str) -> Field:
    """One of these words: a side, a seat."""
    return Field({value: value for value in values}.get, wrong)


def card(is_one: Callable[[str], bool], wrong: str, absent: str = "") -> Field:
    """The id of a card for which ``is_one`` holds; it may raise RulesError for what is no id."""
    return Field(lambda word: word if is_one(word) else None, wrong, absent, of_cards=True)


def cards(is_one: Callable[[str], bool], wrong: str) -> Field:
    """The ids of one card or more for which ``is_one`` holds, each once and in the order of their numbers, so that the
    same cards are always the same value."""

    def read(word: str) -> tuple[str, ...] | None:
        found = tuple(word.split(AND))
        return found if all(map(is_one, found)) and found == in_order(found) else None

    return Field(read, wrong, of_cards=True)


def each_one_of(values: Iterable[str], wrong: str, absent: str) -> Field:
    """A word of these for each of several cards, or for none of them."""
    among = frozenset(values)

    def read(word: str) -> tuple[str, ...] | None:
        found = tuple(word.split(AND))
        return found if among.issuperset(found) else None

    return Field(read, wrong, absent)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Different cards by kind and number, as a field of several holds them."""
    return tuple(sorted(set(cards), key=_kind_and_number))


def _kind_and_number(card: str) -> tuple[str, int]:
    kind, _, number = card.rpartition("-")
    return kind, int(number)


# Where a word begins within the name of a class.
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
ANY_WORD = Field(lambda word: word, "")


def named(
    actions: object, others: Mapping[str, type] = MappingProxyType({})
) -> dict[str, Callable[..., Any]]:
    """The word of each class in a union of ``actions``: its name, as in ``take-back`` of TakeBack, but for those of
    which ``others`` says another one. Records are made of these words: they stay when a class gets another name."""
    words = {kind: word for word, kind in others.items()}
    return {words.get(kind) or _CAPITAL.sub("-", kind.__name__).lower(): kind for kind in get_args(actions)}


class Notation(Generic[Action]):
    """The words of the actions of ``game``. ``fields`` are those of actions that all games share, whose types say
    nothing; ``wrong`` says what is wrong with an action as a whole that was read, "" if nothing is."""

    def __init__(
        self,
        words: Mapping[str, Callable[..., Action]],
        fields: Mapping[Any, tuple[Field, ...]] = MappingProxyType({}),
        *,
        game: str = "this game",
        wrong: Callable[[Action], str] = lambda action: "",
    ) -> None:
        self._game, self._kinds, self._wrong = game, words, wrong
        self._word_of: dict[Any, str] = {kind: word for word, kind in words.items()}
        self._fields = {kind: _fields_of(kind, fields.get(kind)) for kind in self._word_of}
        self._of_cards = {
            kind: [name for name, field in named if field.of_cards] for kind, named in self._fields.items()
        }
        self._of_seats = {
            kind: [name for name, field in named if field.of_seats] for kind, named in self._fields.items()
        }

    @property
    def words(self) -> tuple[str, ...]:
        """With which word an action may begin."""
        return tuple(self._kinds)

    @property
    def kinds(self) -> frozenset[type]:
        """The classes of the game's actions."""
        return frozenset(self._fields)

    def write(self, action: Action) -> str:
        """The action in words. KeyError for what is no action."""
        kind = type(action)
        values = ((getattr(action, name), field) for name, field in self._fields[kind])
        return " ".join([self._word_of[kind], *(field.say(value) for value, field in values)])

    def parse(self, text: str) -> Action:
        """The action that ``text`` says; RulesError for anything that `write` does not write."""
        word, *arguments = text.split(" ")
        kind = self._kinds.get(word)
        if kind is None:
            raise RulesError(f'"{text}" is no action: it starts with none of {", ".join(self._kinds)}')
        known = self._fields[kind]
        if len(arguments) != len(known):
            raise RulesError(f'"{text}" is no action: {word} takes {len(known)} words after it')
        action = kind(*(_read(text, field, said) for (_, field), said in zip(known, arguments, strict=True)))
        if wrong := self._wrong(action):
            raise RulesError(f'"{text}" is no action: {wrong}')
        return action

    def check(self, action: Action) -> None:
        """RulesError for what is none of these actions, or has a value that its field cannot hold."""
        if type(action) not in self._fields:
            raise RulesError(f"{action!r} is no action of {self._game}")
        for name, field in self._fields[type(action)]:
            value = getattr(action, name)
            if not (value is None and field.absent) and field.read(field.say(value)) != value:
                raise RulesError(f'"{self.write(action)}" is no action: {field.wrong.format(word=value)}')

    def seats(self, action: Action) -> Iterator[str]:
        """The players at seats whom an action names."""
        return (getattr(action, name) for name in self._of_seats[type(action)])

    def cards(self, action: Action) -> Iterator[str]:
        """The cards that an action names."""
        for name in self._of_cards[type(action)]:
            named = getattr(action, name)
            if named is not None:
                yield from (named,) if isinstance(named, str) else named


def _read(text: str, field: Field, word: str) -> Value | None:
    if field.absent and word == field.absent:
        return None
    value = field.read(word)
    if value is None:
        raise RulesError(f'"{text}" is no action: {field.wrong.format(word=word)}')
    return value


def _fields_of(kind: Any, given: tuple[Field, ...] | None) -> tuple[tuple[str, Field], ...]:
    """The fields of a class of actions, each with its name."""
    names = [field.name for field in fields(kind)]
    if given is not None:
        return tuple(zip(names, given, strict=True))
    hints = get_type_hints(kind, include_extras=True)
    said = {name: getattr(hints[name], "__metadata__", ()) for name in names}
    return tuple(
        (name, next((each for each in said[name] if isinstance(each, Field)), ANY_WORD)) for name in names
    )
