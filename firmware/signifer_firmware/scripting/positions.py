"""Positions in table scripts: statements that set one up or expect something of it, as a game says its positions
(`signifer_core.positions`), and the lines of what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from signifer_core.decks import CardDeck
from signifer_core.position_fields import Misstatement, Value, text
from signifer_core.position_fields import Slot as CoreSlot
from signifer_core.positions import AnyPositions

from . import expectations as ex
from . import statements as st
from .forms import EXPECT, FORMS, SETUP, Form
from .slots import Misfit, Slot, Words

# A fault of a script: its line, and what is wrong and what to write.
Finding = tuple[int, str]


def form(usage: str, example: str, about: str | None = None) -> Form:
    """A statement of one game: the one of all games with this usage, or what is said, or expected, of a position, or
    cards that lie somewhere. ``about`` explains it, where not as for all games."""
    group = EXPECT if usage.startswith("expect ") else SETUP
    make = st.Setup if usage.startswith("setup ") else partial(_said, usage)
    common = next((form for form in FORMS if form.usage == usage), Form(group, usage, "", "", make))
    return replace(common, example=example, about=common.about if about is None else about)


def hand_forms(card: str, other: str, step: str) -> tuple[Form, ...]:
    """What hands do with cards of one game, and one of its steps."""
    return (
        form("put NAME PLACE", f"put {card} 1 red"),
        form("take CARD", f"take {card}"),
        form("swap CARD CARD", f"swap {card} {other}"),
        form("expect step STEP", f"expect step {step}"),
    )


def _said(usage: str, *values: Value) -> st.Statement:
    ends = map(text, values)
    varies = (word.isupper() or "|" in word for word in usage.split())
    *words, value = (next(ends) if vary else word for word, vary in zip(usage.split(), varies, strict=True))
    if words[0] == "expect":
        return ex.ExpectThat(" ".join(words[1:]), value)
    return st.Given(" ".join(words), value)


def position_forms(positions: AnyPositions, deck: CardDeck) -> tuple[Form, ...]:
    """The statements that set up a position, and those that expect something of it; each usage once, common ones only
    where the game explains them."""
    found: dict[str, Form] = {}
    common = {form.usage for form in FORMS}
    for usage, example, about in positions.usages(deck):
        if about or usage not in common:
            found.setdefault(usage, form(usage, example, about))
    return tuple(found.values())


def position_slots(positions: AnyPositions) -> dict[str, Slot]:
    """What the words in capitals stand for that this game alone has."""
    return {name: Slot(slot.about, partial(_words, slot)) for name, slot in positions.slots.items()}


def _words(slot: CoreSlot, words: Words) -> Value:
    if slot.number == 1:
        return words.take(slot.noun, slot.options)
    found = [words.take(slot.noun, slot.options)] if not slot.number else []
    while words.peek() is not None:
        found.append(words.take(slot.noun, slot.options))
    if slot.number and len(found) != slot.number:
        raise Misfit(words.at, f"{len(found)} words, each {slot.noun}", f"write {slot.number}")
    return tuple(found)


class Sayings:
    """What the statements of a script say of a position: ``values`` by what they are about, and ``begin``, the
    statement in which play begins. ``begun`` if that is in a position."""

    def __init__(self, positions: AnyPositions, found: Sequence[st.Statement], fresh: str) -> None:
        self.begin = next((said for said in found if isinstance(said, st.Begin)), None)
        step = self.begin.step if self.begin else fresh
        self.begun = step in positions.steps and step != fresh
        self.rows = list(_rows(found))
        ends: dict[str, str] = {}
        for _, what, end in self.rows:
            # Whatever else is said twice is a fault of its own.
            ends[what] = (
                f"{ends[what]} {end}" if what in ends and what.startswith("setup ") else ends.get(what, end)
            )
        self.values = positions.read(ends)

    @property
    def whole(self) -> dict[str, Value]:
        """With the step in which play begins, which some games keep."""
        return self.values | ({"begin": self.begin.step} if self.begin and self.begun else {})

    def findings(self, faults: Iterable[Misstatement]) -> Iterator[Finding]:
        """The faults with their lines: that of the last statement which has to do with it."""
        for fault in faults:
            lines = [line for line, what, end in self.rows if fault.concerns(what, end)]
            lines = lines or [self.begin.line if self.begin else 1]
            already = f", at line {lines[0]} already" if fault.card and lines[0] != lines[-1] else ""
            yield lines[-1], f"{fault.wrong}{already}; {fault.instead}"


def _rows(found: Iterable[st.Statement]) -> Iterator[tuple[int, str, str]]:
    for said in found:
        match said:
            case st.Setup(zone=zone, cards=cards):
                yield said.line, f"setup {zone}", " ".join(cards)
            case st.Given(what=what, value=value):
                yield said.line, what, value


def position_lines(positions: AnyPositions, state: object) -> Iterator[str]:
    """The statements, without that of its step, that set up a state; a card's army is said by its zone."""
    for what, said in positions.told_of(state).items():
        value = said
        if what.startswith("setup ") and isinstance(value, tuple):
            army = f"{what.split()[-1]}/"
            value = tuple(card.removeprefix(army) for card in value)
        if what != "begin":
            yield f"{what} {text(value)}"
