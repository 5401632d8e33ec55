"""Fields of positions: what a field of a set-up may hold, how that is said, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from operator import attrgetter
from typing import Any, Self

from signifer_core.decks import CardDeck
from signifer_core.json_values import Json, as_object
from signifer_core.seats import SEATS, Seated

Value = int | str | tuple[str, ...] | None


def text(value: Value) -> str:
    """A value as a statement ends with it."""
    if isinstance(value, tuple):
        return " ".join(value) or "none"
    return "none" if value is None else str(value)


def listed(words: Iterable[str]) -> str:
    """ "a, b or c"."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _amount(least: int, most: int) -> str:
    return str(most) if least == most else f"{least} to {most}"


@dataclass(frozen=True)
class Plain:
    """The parent of set-ups: what they are in plain values, as the journal keeps them."""

    def to_json(self) -> dict[str, Json]:
        """Plain values, which `from_json` takes back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        """The set-up that `to_json` gave, also after a way through JSON's lists; what is not there is the default.
        TypeError for what no set-up has."""
        defaults = {field.name: field.default for field in fields(cls)}
        return cls(**{name: _unlisted(value, defaults.get(name)) for name, value in data.items()})


def _unlisted(value: Json, like: object) -> Any:
    if isinstance(like, Plain):
        return like.from_json(as_object(value))
    return tuple(_unlisted(each, None) for each in value) if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class Misstatement:
    """What is said of a position and cannot be: ``wrong`` is why, ``instead`` what to write. ``about`` tells
    which statements said it: each by what it says, or by one word of that; with ``card`` those of them that name the
    card."""

    wrong: str
    instead: str
    about: tuple[str, ...]
    card: str = ""

    def concerns(self, what: str, said: Value) -> bool:
        named = not self.card or self.card in text(said).split()
        return named and any(each == what or each in what.split() for each in self.about)


@dataclass(frozen=True)
class Number:
    """From ``least`` to ``most``, without more 99: no screen shows more; ``why`` not another ``{value}``."""

    least: int = 0
    most: int = 99
    why: str = ""

    def read(self, said: str) -> Value:
        return int(said)

    def wrong(self, what: str, key: str, value: Value, deck: CardDeck) -> Iterator[Misstatement]:
        if type(value) is not int or not self.least <= value <= self.most:
            told = self.why.format(value=value) or f"{what} is {text(value)}"
            yield Misstatement(told, f"write {_amount(self.least, self.most)}", (what,))

    def example(self, key: str, deck: CardDeck) -> Value:
        return (self.least + self.most) // 2


@dataclass(frozen=True)
class Words:
    """One of ``options``, or ``number`` of them, or () while they are not known."""

    options: tuple[str, ...]
    number: int = 0

    def read(self, said: str) -> Value:
        return tuple(said.split()) if self.number else said

    def wrong(self, what: str, key: str, value: Value, deck: CardDeck) -> Iterator[Misstatement]:
        words = value if isinstance(value, tuple) else (value,)
        if len(words) not in (0, self.number or 1) or not set(words) <= set(self.options):
            often = f"{self.number} of " if self.number else ""
            yield Misstatement(f"{what} is {text(value)}", f"write {often}{listed(self.options)}", (what,))

    def example(self, key: str, deck: CardDeck) -> Value:
        return self.options[:1] * self.number or self.options[0]


@dataclass(frozen=True)
class Cards:
    """Cards for which ``fits`` holds where the key says; called ``noun``, which may have the ``{key}`` in it. From
    ``least`` to ``most``, 0 for as many as there are. A number stands for so many, whichever they are."""

    noun: str
    fits: Callable[[str, str], bool]
    least: int = 0
    most: int = 0
    why: str = ""

    def read(self, said: str) -> Value:
        return () if said == "none" else tuple(said.split())

    def wrong(self, what: str, key: str, value: Value, deck: CardDeck) -> Iterator[Misstatement]:
        noun, most = self.noun.format(key=key), self.most or len(self._fit(key, deck))
        number = value if isinstance(value, int) else len(value or ())
        for card in value if isinstance(value, tuple) else ():
            if card not in deck or not self.fits(card, key):
                instead = f"write one like {self._fit(key, deck)[0]}"
                yield Misstatement(f"{card} is no {noun}", instead, (what,), card)
        if not self.least <= number <= most:
            told = self.why or f"{what} is {number} cards"
            yield Misstatement(told, f"write {_amount(self.least, most)} of them", (what,))

    def example(self, key: str, deck: CardDeck) -> tuple[str, ...]:
        return self._fit(key, deck)[: self.least or 1]

    def _fit(self, key: str, deck: CardDeck) -> tuple[str, ...]:
        return tuple(card for card in deck.catalogue if self.fits(card, key))


# Each has `read`, the value at the end of a statement, `wrong`, what is wrong with one, and `example`.
Kind = Number | Words | Cards


@dataclass(frozen=True)
class Field:
    """A value that is said once; its children have one for each of ``keys``, or in another way.

    ``usage`` is how it is said, and ``about`` what that means: words in capitals vary, and the last is the value.
    ``expect`` and ``expect_about`` are the same for what scripts expect, at their end too if it is ``ending``.
    ``state`` reads the value from a state; without it the state has a field of this name. ``begun`` is what it is where
    nothing is said but that play begins: all fields after such a one say nothing without it, unless they are ``alone``.
    ``named`` is the field with those of the cards counted here that are known. Where each card has its own value the
    keys are ``of_card``, whatever ``keys`` are. Without ``usage`` a field is expected only, and no set-up has it.
    The order of its cards means nothing if it is ``unordered``.
    """

    usage: str
    kind: Kind
    about: str = ""
    keys: tuple[str, ...] = ("",)
    expect: str = ""
    expect_about: str = ""
    ending: bool = True
    state: Callable[[Any], Any] | None = None
    begun: Value = None
    alone: bool = False
    named: str = ""
    of_card: Cards | None = None
    unordered: bool = False

    def first_key(self, deck: CardDeck) -> str:
        """A key that there is, for an example."""
        return self.of_card.example("", deck)[0] if self.of_card else self.keys[0]

    def seen(self, name: str, state: object) -> Any:
        """The value that a state has."""
        return (self.state or attrgetter(name))(state)

    def spread(self, value: Any) -> Iterator[tuple[str, Value]]:
        """The value of each key that has one."""
        if value is not None:
            yield self.keys[0], value

    def gather(self, said: Mapping[str, Value], before: Any) -> Any:
        """What `spread` spreads, from what is said, and ``before`` where nothing is."""
        return said[self.keys[0]]


@dataclass(frozen=True)
class Each(Field):
    """A value for each key, in the order of keys; None where nobody says it."""

    def spread(self, value: Any) -> Iterator[tuple[str, Value]]:
        return zip(self.keys, value, strict=False)

    def gather(self, said: Mapping[str, Value], before: Any) -> Any:
        unsaid = (*before, *(None for _ in self.keys[len(before) :]))
        return tuple(said.get(key, old) for key, old in zip(self.keys, unsaid, strict=True))


@dataclass(frozen=True)
class Lying(Field):
    """Cards that lie in the zones that are the keys: each in the first one where it fits and there is room."""

    def spread(self, value: Any) -> Iterator[tuple[str, Value]]:
        left, cards = list(value), self.kind
        assert isinstance(cards, Cards)
        for key in self.keys:
            fit = [card for card in left if cards.fits(card, key)][: cards.most or None]
            here = list(left) if key == self.keys[-1] else fit
            for card in here:
                left.remove(card)
            if here:
                yield key, tuple(here)

    def gather(self, said: Mapping[str, Value], before: Any) -> Any:
        return tuple(card for key in self.keys for card in said.get(key) or ())  # type: ignore[union-attr]


@dataclass(frozen=True)
class Rows(Field):
    """Rows of a key's words, numbers as numbers, and its value."""

    def spread(self, value: Any) -> Iterator[tuple[str, Value]]:
        return ((" ".join(map(str, key)), said) for *key, said in value)

    def gather(self, said: Mapping[str, Value], before: Any) -> Any:
        words = ((key.split(), value) for key, value in said.items())
        return tuple((*(int(w) if w.isdecimal() else w for w in key), value) for key, value in words)


@dataclass(frozen=True)
class Slot:
    """What a word in capitals may be, if that is of one game: so many of ``options``, each a ``noun``; 0 for one or
    more."""

    about: str
    noun: str
    options: tuple[str, ...]
    number: int = 1


# Of games with seats


def how_many_play(word: str, about: str, *, fewest: int) -> Field:
    """How many players there are, from ``fewest`` on; ``word`` stands for that in what is said."""
    return Field(
        f"players {word}",
        Number(fewest, len(SEATS)),
        about,
        expect=f"expect players {word}",
        expect_about="how many play",
        ending=False,
        state=lambda state: len(state.seats) or None,
        begun=fewest,
    )


def hand_numbers(state: Seated[Any]) -> tuple[int, ...]:
    """How many cards each player has."""
    return tuple(hand.number for hand in state.hands)


def hand_counts(kind: Number, about: str, state: Callable[[Any], tuple[int, ...]] = hand_numbers) -> Each:
    """How many cards each player has."""
    return Each(
        "count SEAT hand N",
        kind,
        about,
        SEATS,
        expect="expect hand SEAT N",
        expect_about="a player's cards",
        state=state,
    )


def by_seat(what: str, values: Iterable[object]) -> Iterator[tuple[str, str]]:
    """What is said of each seat for which there is a value, and the seat."""
    seats = zip(SEATS, values, strict=False)
    return ((what.format(seat), seat) for seat, value in seats if value is not None)


def strangers(seats: tuple[str, ...], said: Iterable[tuple[str, str | None]]) -> Iterator[Misstatement]:
    """What is said of players who do not play."""
    for what, seat in said:
        if seat and seat not in seats:
            wrong, instead = f"there is no player {seat}", f"write players {seat}, or another one"
            yield Misstatement(wrong, instead, (what,))
