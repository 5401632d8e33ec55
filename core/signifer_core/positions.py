"""Positions to begin from, as all games describe them: what a set-up says, with what limits, and how it is said.

A set-up is a frozen dataclass. A table beside it tells of its fields what they may hold, how that is said and where a
state has it, as in ``{"marker": Field("marker MARKER", Number(1, 6))}``. Faults, statements and the way back from a
state come from there. A statement says one value: "count 2 hand" is what it is about, 4 the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Generic, TypeVar

from signifer_core.decks import CardDeck
from signifer_core.errors import RulesError
from signifer_core.position_fields import Cards, Fault, Field, Plain, Slot, Value, listed, text


@dataclass(frozen=True)
class Supply:
    """Cards that there are so many of: ``elsewhere`` lie so many, ``stated`` is how many are left, None if nobody says
    so. ``about`` as in `Fault`."""

    noun: str
    most: int
    elsewhere: int
    stated: int | None
    about: tuple[str, ...]

    @property
    def left(self) -> int:
        """What the other cards leave, if nobody says otherwise."""
        return max(0, self.most - self.elsewhere) if self.stated is None else self.stated


@dataclass(frozen=True)
class _Entry:
    """A field with its name: the way to it in a set-up. What statements say of each key, and what they expect."""

    name: str
    field: Field
    keys: Mapping[str, str]
    expected: Mapping[str, str]

    def of(self, setup: Plain) -> Any:
        """Its value in a set-up."""
        return attrgetter(self.name)(setup)

    def seen(self, state: object) -> Any:
        """Its value in a state."""
        return (self.field.state or attrgetter(self.name))(state)


SetupT = TypeVar("SetupT", bound=Plain)
DeckT = TypeVar("DeckT", bound=CardDeck)
State = TypeVar("State")


class Positions(Generic[DeckT, SetupT, State]):
    """The positions of one game. ``fields`` of its set-up are said, by name ("red.hand" inside another), ``steps`` are
    those in which play can begin there, with ``hints`` how one comes to them; ``slots`` are what words in capitals may
    be that this game alone has."""

    setup: type[SetupT]
    fields: Mapping[str, Field] = {}
    steps: tuple[str, ...] = ()
    hints: Mapping[str, str] = {}
    slots: Mapping[str, Slot] = {}

    def __init__(self) -> None:
        self._entries = tuple(
            _Entry(
                name,
                field,
                {self.what(field.usage, name, key): key for key in field.keys},
                {self.what(field.expect, name, key): key for key in field.keys},
            )
            for name, field in self.fields.items()
        )
        self._entry = {what: entry for entry in self._entries for what in entry.keys}

    # What a game says of its own

    def state(self, deck: DeckT, setup: SetupT) -> State:
        """The state in which play begins; there are no faults. Without this the set-up is one."""
        found: Any = setup
        return found  # type: ignore[no-any-return]

    def fresh(self, pads: bool) -> SetupT:
        """The set-up with which people begin at the empty table, with or without pads."""
        return self.setup()

    def filled(self, setup: SetupT) -> SetupT:
        """With what follows from what was said, and was not said itself."""
        return setup

    def supplies(self, deck: DeckT, setup: SetupT) -> Iterator[Supply]:
        """The cards that there are so many of."""
        yield from ()

    def relations(self, deck: DeckT, setup: SetupT) -> Iterator[Fault]:
        """What cannot be together, where each for itself can."""
        yield from ()

    def settled(self, state: State) -> bool:
        """Whether the position of a state, in one of the steps, tells all of it that matters."""
        return True

    # What follows

    def begin(self, deck: DeckT, setup: SetupT) -> State:
        """The state in which play begins; RulesError, naming all that is wrong, for a position that cannot be."""
        if faults := self.faults(deck, setup):
            raise RulesError("; ".join(dict.fromkeys(fault.wrong for fault in faults)))
        return self.state(deck, setup)

    def faults(self, deck: DeckT, setup: SetupT) -> tuple[Fault, ...]:
        """All that is wrong; what is wrong of values together only where each of them can be."""
        limits = tuple(self.limits(deck, self.told(setup)))
        return limits or (*self.counted(deck, setup), *self.relations(deck, setup))

    def usages(self, deck: DeckT) -> Iterator[tuple[str, str, str]]:
        """How statements say it, an example of each that may be, and what it means."""
        for entry in self._entries:
            field = entry.field
            what, key = next(iter(entry.keys.items()))
            yield field.usage, f"{what} {text(field.kind.example(key, deck))}", field.about
            if field.expect:
                what, key = next(iter(entry.expected.items()))
                end = self._figure(field.expect, field.kind.example(key, deck))
                yield field.expect, f"expect {what} {end}", field.expected

    def read(self, said: Mapping[str, str]) -> dict[str, Value]:
        """The values of statements, by what they say."""
        known = self._entry
        return {
            what: known[what].field.kind.read(end) if what in known else end for what, end in said.items()
        }

    def told(self, setup: SetupT) -> dict[str, Value]:
        """What statements would say of a set-up."""
        return self._spread(lambda entry: entry.of(setup))

    def told_of(self, state: State) -> dict[str, Value]:
        """What statements would say to set up a state."""
        return self._spread(lambda entry: entry.seen(state))

    def _spread(self, value: Callable[[_Entry], Any]) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for entry in self._entries:
            for key, said in entry.field.spread(value(entry)):
                if said is not None:
                    found[self.what(entry.field.usage, entry.name, key)] = said
        return found

    def expected(self, state: State, *, ending: bool = False) -> dict[str, str]:
        """What scripts may expect of a state, by what they say; at their end only what is worth saying then."""
        found = {}
        for entry in self._entries:
            field, value = entry.field, entry.seen(state)
            if not field.expect or (ending and not field.ending):
                continue
            # Of all keys together where it does not say which.
            spread = (
                dict(field.spread(value))
                if len(entry.expected) == len(field.keys)
                else {field.keys[-1]: value}
            )
            for what, key in entry.expected.items():
                if not ending or key in spread:
                    found[what] = self._figure(field.expect, spread.get(key))
        return found

    def taken(self, said: Mapping[str, Value], begun: bool, pads: bool) -> SetupT:
        """The set-up that statements describe; ``begun`` if they say that play begins."""
        base = fresh = self.fresh(pads)
        for entry in self._entries:
            field = entry.field
            mine = {entry.keys[what]: value for what, value in said.items() if what in entry.keys}
            if mine:
                base = _with(base, entry.name, field.gather(mine, entry.of(fresh)))
            elif begun and field.begun is not None:
                base = _with(base, entry.name, field.begun)
        for entry in self._entries:
            if entry.field.named and said.keys().isdisjoint(entry.keys):
                base = _with(base, entry.name, len(getattr(base, entry.field.named)))
        return self.filled(base)

    def needed(self, said: Mapping[str, Value], begun: bool) -> Iterator[Fault]:
        """What is said, and says nothing without something else."""
        wanted: list[_Entry] = []
        for entry in self._entries:
            for what in () if entry.field.alone else (what for what in said if what in entry.keys):
                for other in wanted:
                    (first,), value = other.keys, other.field.begun
                    instead = f"write before it: {first} {text(value)}"
                    yield Fault(f'"{what.split()[0]}" needs {first}', instead, (what,))
            if entry.field.begun is not None and not begun and said.keys().isdisjoint(entry.keys):
                wanted.append(entry)

    def limits(self, deck: DeckT, said: Mapping[str, Value]) -> Iterator[Fault]:
        """What cannot be, whatever else is said: values out of range, cards in two places, places that are none."""
        first: dict[str, str] = {}
        for what, value in said.items():
            entry = self._entry.get(what)
            if entry is None:
                near = [known for known in self._entry if known.split()[0] == what.split()[0]]
                yield Fault(f'there is no "{what}"', f"write {listed(near or self._entry)}", (what,))
                continue
            yield from entry.field.kind.wrong(what, entry.keys[what], value, deck)
            for card in value if isinstance(value, tuple) and isinstance(entry.field.kind, Cards) else ():
                if card in first:
                    both = (first[card], what)
                    yield Fault(f"{card} is there twice", "write another card", both, card)
                first.setdefault(card, what)

    def counted(self, deck: DeckT, setup: SetupT) -> Iterator[Fault]:
        """More cards than there are, or more that are named than are counted."""
        for supply in self.supplies(deck, setup):
            if (number := supply.elsewhere + (supply.stated or 0)) > supply.most:
                yield Fault(
                    f"{number} {supply.noun}, and there are {supply.most}", "write fewer", supply.about
                )
        for entry in self._entries:
            if entry.field.named:
                cards, number = getattr(setup, entry.field.named), entry.of(setup)
                if len(cards) > number:
                    wrong = f"{len(cards)} lie at {entry.name}, and {number} are counted"
                    yield Fault(wrong, f"write {len(cards)} or more", tuple(entry.keys))

    @staticmethod
    def _figure(expect: str, value: Value) -> str:
        if not expect.endswith(" N"):
            return text(value)
        return str(len(value)) if isinstance(value, tuple) else text(value or 0)

    def what(self, usage: str, name: str, key: str) -> str:
        """What a statement says, its words in capitals being the field's name, or else the key."""

        def word(of: str) -> str:
            slot = self.slots.get(of)
            last = name.rpartition(".")[2]
            return of if not of.isupper() else last if slot and last in slot.options else key

        return " ".join(map(word, usage.removeprefix("expect ").split()[:-1]))


def _with(setup: Any, name: str, value: Any) -> Any:
    """A set-up with another value of a field, which may be inside another one."""
    outer, inside, inner = name.partition(".")
    return replace(setup, **{outer: _with(getattr(setup, outer), inner, value) if inside else value})


# To whoever does not know the game: what its set-up is stays between its functions.
PositionsOf = Positions[DeckT, Any, State]
AnyPositions = PositionsOf[CardDeck, Any]
