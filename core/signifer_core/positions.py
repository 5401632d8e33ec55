"""Positions to begin from, as all games describe them: what a set-up says, with what limits, and how it is said.

A set-up is a frozen dataclass. A table beside it tells of its fields what they may hold, how that is said and where a
state has it, as in ``{"marker": Field("marker MARKER", Number(1, 6))}``. Faults, statements and the way back from a
state come from there. A statement says one value: "count 2 hand" is what it is about, 4 the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeVar

from signifer_core.decks import CardDeck
from signifer_core.errors import RulesError
from signifer_core.position_fields import Cards, Field, Misstatement, Plain, Rows, Slot, Value, listed, text
from signifer_core.seats import SEATS, Seated


@dataclass(frozen=True)
class Supply:
    """Cards that there are so many of: ``elsewhere`` lie so many, ``stated`` is how many are left, None if nobody says
    so. ``about`` as in `Misstatement`."""

    noun: str
    most: int
    elsewhere: int
    stated: int | None
    about: tuple[str, ...]

    @property
    def left(self) -> int:
        """What the other cards leave, if nobody says otherwise."""
        return max(0, self.most - self.elsewhere) if self.stated is None else self.stated


SetupT = TypeVar("SetupT", bound=Plain)
DeckT = TypeVar("DeckT", bound=CardDeck)
State = TypeVar("State")
DeckCo = TypeVar("DeckCo", bound=CardDeck, covariant=True)


class HasDeck(Protocol[DeckCo]):
    """Rules, as far as positions ask them."""

    @property
    def deck(self) -> DeckCo:
        """The cards, with their figures."""
        ...


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
        self._fields = {
            self.what(field.usage, name, key): (name, key)
            for name, field in self.fields.items()
            for key in field.keys
            if field.usage and not field.of_card
        }
        self._of_cards = {
            self.what(field.usage, name, "").strip(): name
            for name, field in self.fields.items()
            if field.usage and field.of_card
        }

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

    def relations(self, deck: DeckT, setup: SetupT) -> Iterator[Misstatement]:
        """What cannot be together, where each for itself can."""
        yield from ()

    def plain(self, state: State) -> State:
        """A state without what makes no difference."""
        return state

    def settled(self, deck: DeckT, state: State) -> bool:
        """Whether a state is in one of the steps, and what can be said of it sets it up again."""
        setup = self.taken(self.told_of(state), True, True)
        return not self.faults(deck, setup) and self.plain(self.state(deck, setup)) == self.plain(state)

    # What follows

    def begin(self, deck: DeckT, setup: SetupT) -> State:
        """The state in which play begins; RulesError, naming all that is wrong, for a position that cannot be."""
        if faults := self.faults(deck, setup):
            raise RulesError("; ".join(dict.fromkeys(fault.wrong for fault in faults)))
        return self.state(deck, setup)

    def begin_by(self, rules: HasDeck[DeckT], setup: SetupT) -> State:
        """The same by the rules of a deck."""
        return self.begin(rules.deck, setup)

    def faults(self, deck: DeckT, setup: SetupT) -> tuple[Misstatement, ...]:
        """All that is wrong; what is wrong of values together only where each of them can be."""
        limits = tuple(self.limits(deck, self.told(setup)))
        return limits or (*self.counted(deck, setup), *self.relations(deck, setup))

    def usages(self, deck: DeckT) -> Iterator[tuple[str, str, str]]:
        """How statements say it, an example of each that may be, and what it means."""
        for name, field in self.fields.items():
            for usage, about in ((field.usage, field.about), (field.expect, field.expect_about)):
                if usage:
                    first = "expect " if usage.startswith("expect ") else ""
                    key = field.first_key(deck)
                    yield (
                        usage,
                        f"{first}{self.what(usage, name, key)} {_end(usage, field.kind.example(key, deck))}",
                        about,
                    )

    def read(self, said: Mapping[str, str]) -> dict[str, Value]:
        """The values of statements, by what they say."""
        kinds = {what: self.fields[known[0]].kind for what in said if (known := self._known(what))}
        return {what: kinds[what].read(end) if what in kinds else end for what, end in said.items()}

    def told(self, setup: SetupT) -> dict[str, Value]:
        """What statements would say of a set-up."""
        return self._spread(
            {name: attrgetter(name)(setup) for name, field in self.fields.items() if field.usage}
        )

    def told_of(self, state: State) -> dict[str, Value]:
        """What statements would say to set up a state."""
        return self._spread(
            {name: field.seen(name, state) for name, field in self.fields.items() if field.usage}
        )

    def _spread(self, values: Mapping[str, Any]) -> dict[str, Value]:
        return {
            self.what(self.fields[name].usage, name, key): said
            for name, value in values.items()
            for key, said in self.fields[name].spread(value)
            if said is not None
        }

    def expected(self, state: State, *, ending: bool = False) -> dict[str, str]:
        """What scripts may expect of a state, by what they say; at their end only what is worth saying then."""
        found: dict[str, str] = {}
        for name, field in self.fields.items():
            if field.expect and (field.ending or not ending):
                value = field.seen(name, state)
                keys = tuple(dict(field.spread(value))) if field.of_card else field.keys
                whats = {self.what(field.expect, name, key): key for key in keys}
                together = len(whats) < len(keys)
                spread = dict.fromkeys(keys, value) if together else dict(field.spread(value))
                for what, key in whats.items():
                    if key in spread:
                        found[what] = _end(field.expect, spread[key])
                    elif not ending:
                        found[what] = _missing(field, key, state)
        return found

    @cached_property
    def unordered(self) -> frozenset[str]:
        """What scripts expect of cards whose order means nothing."""
        return frozenset(
            self.what(field.expect, name, key)
            for name, field in self.fields.items()
            if field.unordered
            for key in field.keys
        )

    def taken(self, said: Mapping[str, Value], begun: bool, pads: bool) -> SetupT:
        """The set-up that statements describe; ``begun`` if they say that play begins."""
        base = fresh = self.fresh(pads)
        for name, field in self.fields.items():
            if mine := self._mine(name, said):
                base = _with(base, name, field.gather(mine, attrgetter(name)(fresh)))
            elif begun and field.begun is not None:
                base = _with(base, name, field.begun)
        for name, field in self.fields.items():
            if field.named and not self._mine(name, said):
                base = _with(base, name, len(getattr(base, field.named)))
        return self.filled(base)

    def needed(self, said: Mapping[str, Value], begun: bool) -> Iterator[Misstatement]:
        """What is said, and says nothing without something else."""
        wanted: list[str] = []
        for name, field in self.fields.items():
            mine = self._mine(name, said)
            for key in () if field.alone else mine:
                what = self.what(field.usage, name, key)
                for other in wanted:
                    wrong = f'"{what.split()[0]}" needs {other.split()[0]}'
                    yield Misstatement(wrong, f"write before it: {other}", (what,))
            if field.begun is not None and not begun and not mine:
                wanted.append(f"{self.what(field.usage, name, field.keys[0])} {text(field.begun)}")

    def _mine(self, name: str, said: Mapping[str, Value]) -> dict[str, Value]:
        """What is said of a field, by key."""
        known = ((self._known(what) or ("", ""), value) for what, value in said.items())
        return {key: value for (of, key), value in known if of == name}

    def _known(self, what: str) -> tuple[str, str] | None:
        """Of which field, and of which of its keys, something is said; None if there is no such field."""
        start, _, card = what.rpartition(" ")
        return self._fields.get(what) or ((self._of_cards[start], card) if start in self._of_cards else None)

    def limits(self, deck: DeckT, said: Mapping[str, Value]) -> Iterator[Misstatement]:
        """What cannot be, whatever else is said: values out of range, cards in two places, places that are none."""
        first: dict[str, str] = {}
        for what, value in said.items():
            known = self._known(what)
            if known is None:
                near = [other for other in self._fields if other.split()[0] == what.split()[0]]
                yield Misstatement(f'there is no "{what}"', f"write {listed(near or self._fields)}", (what,))
                continue
            name, key = known
            field, kind = self.fields[name], self.fields[name].kind
            if field.of_card:
                # The card is in what is said, not in the value.
                yield from (replace(each, card="") for each in field.of_card.wrong(what, "", (key,), deck))
            yield from kind.wrong(what, key, value, deck)
            for card in value if isinstance(value, tuple) and isinstance(kind, Cards) else ():
                if card in first:
                    yield Misstatement(
                        f"{card} is there twice", "write another card", (first[card], what), card
                    )
                first.setdefault(card, what)

    def counted(self, deck: DeckT, setup: SetupT) -> Iterator[Misstatement]:
        """More cards than there are, or more that are named than are counted."""
        for supply in self.supplies(deck, setup):
            if (number := supply.elsewhere + (supply.stated or 0)) > supply.most:
                wrong = f"{number} {supply.noun}, and there are {supply.most}"
                yield Misstatement(wrong, "write fewer", supply.about)
        for name, field in self.fields.items():
            named = len(getattr(setup, field.named)) if field.named else 0
            if field.named and named > (number := attrgetter(name)(setup)):
                wrong = f"{named} lie at {name}, and {number} are counted"
                yield Misstatement(
                    wrong, f"write {named} or more", (self.what(field.usage, name, field.keys[0]),)
                )

    def what(self, usage: str, name: str, key: str) -> str:
        """What a statement says, its words in capitals being the field's name, or else the key: where several are, the
        key's words one by one."""
        words = usage.removeprefix("expect ").split()[:-1]
        last = name.rpartition(".")[2]

        def names_it(of: str) -> bool:
            return of in self.slots and last in self.slots[of].options

        keyed = sum(word.isupper() and not names_it(word) for word in words)
        keys = iter(key.split() if keyed > 1 else (key,))
        return " ".join(
            word if not word.isupper() else last if names_it(word) else next(keys, "") for word in words
        )


def _end(usage: str, value: Value) -> str:
    """A value as it is said there: of cards how many, where a number ends it."""
    if not usage.endswith(" N"):
        return text(value)
    return str(len(value)) if isinstance(value, tuple) else text(value or 0)


def _missing(field: Field, key: str, state: object) -> str:
    """What is seen where a state has no value for a key: nobody, where that is a player who does not play."""
    seat = key.partition(" ")[0]
    if isinstance(state, Seated) and seat in SEATS and state.seats and seat not in state.seats:
        return "nobody"
    # A row that is not there is no 0.
    return text(None) if isinstance(field, Rows) else _end(field.expect, None)


def _with(setup: Any, name: str, value: Any) -> Any:
    """A set-up with another value of a field, which may be inside another one."""
    outer, inside, inner = name.partition(".")
    return replace(setup, **{outer: _with(getattr(setup, outer), inner, value) if inside else value})


# To whoever does not know the game: what its set-up is stays between its functions.
PositionsOf = Positions[DeckT, Any, State]
AnyPositions = PositionsOf[CardDeck, Any]
