"""What a line of a card does: the grammar ``[CONDITION:] [WHO:] WHAT [for SPAN]``, read into typed values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

from signifer_core.figures import shown
from signifer_core.toml_lines import did_you_mean

# The signs of the four lists of a fighter: ranged, hit, block, armour.
Sign = Literal["()", "[]", "<>", "{}"]
Role = Literal["attacking", "defending"]
# Whose fighters; `theirs` and `mine` of what a player has: that player's.
Who = Literal["mine", "theirs", "chosen"]
Span = Literal["round", "combat", "turn"]
Priced = Literal["weapon", "skill", "supply", "recruit", "standard", "solitary"]
Word = TypeVar("Word", bound=str)

SIGNS: tuple[Sign, ...] = get_args(Sign)
SPANS: tuple[Span, ...] = get_args(Span)
PRICED: tuple[Priced, ...] = get_args(Priced)
VALUES = range(2, 16)  # what may stand in a list
MOST = 6  # of any other figure
MOST_POINTS = 10


@dataclass(frozen=True, slots=True)
class Modifier:
    """``amount`` is added to the roll against the list of this sign."""

    sign: Sign
    amount: int


@dataclass(frozen=True, slots=True)
class Value:
    """``value`` stands in the list of this sign, beside those printed."""

    sign: Sign
    value: int


@dataclass(frozen=True, slots=True)
class Trait:
    """The fighter has it."""

    trait: Literal["unblockable", "frenzy"]


@dataclass(frozen=True, slots=True)
class Figure:
    """``amount`` is added to a printed figure of a character."""

    figure: Literal["life", "control"]
    amount: int


@dataclass(frozen=True, slots=True)
class Wounds:
    """Characters get so many wounds at once, or lose them (``amount`` below 0)."""

    amount: int


@dataclass(frozen=True, slots=True)
class Gain:
    """A player gets so many of something at once."""

    what: Literal["com", "log", "draw", "points"]
    amount: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """``amount`` is added to a leader's recruitment, or to rolls for initiative."""

    what: Literal["recruit", "initiative"]
    amount: int


@dataclass(frozen=True, slots=True)
class Cost:
    """Something costs so much more."""

    of: Priced
    amount: int


OfFighters = Modifier | Value | Trait | Figure | Wounds
OfPlayers = Gain | Bonus | Cost
What = OfFighters | OfPlayers
# Done once; everything else holds for a while.
AT_ONCE = (Wounds, Gain)
OF_FIGHTERS: tuple[type, ...] = get_args(OfFighters)


@dataclass(frozen=True, slots=True)
class Effect:
    """One line. It counts in the ``role`` of the card's owner, if it names one; for a fighter who is not in support, if
    it is ``direct``; where ``task`` is not 0, if 1D6 reaches it. ``who`` None: the character or bearer, or the player.
    """

    what: What
    role: Role | None = None
    direct: bool = False
    task: int = 0
    who: Who | None = None
    span: Span | None = None

    @property
    def at_once(self) -> bool:
        return isinstance(self.what, AT_ONCE)

    @property
    def of_fighters(self) -> bool:
        return isinstance(self.what, OF_FIGHTERS)


class EffectError(ValueError):
    """What is wrong with a line, and what to write."""


_FORM = 'write [CONDITION:] [WHO:] WHAT [for SPAN], such as "defending: mine: +1 <>"'
_BEFORE = ("attacking", "defending", "direct", "task 4", *get_args(Who))
_NUMBER = r"([+-]?[0-9]{1,9})"
_SIGN = r"(\(\)|\[\]|<>|\{\})"
_TASK = re.compile(r"task (\S+)")


def _amount(text: str, least: int = -MOST, most: int = MOST) -> int:
    number = int(text)
    if number == 0 or not least <= number <= most:
        bounds = f"{least} to {most}" + (", and not 0" if least < 0 else "")
        raise EffectError(f"{text} is too much or nothing: write {bounds}")
    return number


def _value(sign: Sign, text: str) -> Value:
    number = int(text)
    if number not in VALUES:
        raise EffectError(f"the value {number} is none of 2D6: write {VALUES[0]} to {VALUES[-1]}")
    return Value(sign, number)


def _cost(of: str, text: str) -> Cost:
    return Cost(_one_of(of, PRICED, "what costs"), _amount(text))


# Each form of WHAT with what it is; the first that fits.
_FORMS: Mapping[str, Callable[..., What]] = {
    rf"{_NUMBER} {_SIGN}": lambda number, sign: Modifier(sign, _amount(number)),
    r"\+\(([0-9]{1,9})\)": lambda number: _value("()", number),
    r"\+\[([0-9]{1,9})\]": lambda number: _value("[]", number),
    r"\+<([0-9]{1,9})>": lambda number: _value("<>", number),
    r"\+\{([0-9]{1,9})\}": lambda number: _value("{}", number),
    r"(unblockable|frenzy)": lambda trait: Trait(trait),
    rf"(life|control) {_NUMBER}": lambda figure, number: Figure(figure, _amount(number)),
    rf"wound {_NUMBER}": lambda number: Wounds(_amount(number, 1)),
    rf"heal {_NUMBER}": lambda number: Wounds(-_amount(number, 1)),
    rf"(recruit|initiative) {_NUMBER}": lambda what, number: Bonus(what, _amount(number)),
    rf"(com|log) {_NUMBER}": lambda what, number: Gain(what, _amount(number)),
    rf"draw {_NUMBER}": lambda number: Gain("draw", _amount(number, 1)),
    rf"points {_NUMBER}": lambda number: Gain("points", _amount(number, -MOST_POINTS, MOST_POINTS)),
    rf"cost (\S+) {_NUMBER}": _cost,
}
_WORDS = (
    *("unblockable", "frenzy", "life +1", "control +1", "wound 1", "heal 1", "recruit +1", "initiative +1"),
    *("com +1", "log +1", "draw 1", "points 1", "cost weapon -1", "+1 ()", "+1 []", "+1 <>", "+1 {}"),
    *("+(9)", "+[9]", "+<9>", "+{9}"),
)


def parse_effect(text: str) -> Effect:
    """The effect that a line says; EffectError for what is none."""
    *before, last = (part.strip() for part in text.split(":"))
    what, _, span = last.partition(" for ")
    role: Role | None = None
    direct, task = False, 0
    who: Who | None = None
    if before and (number := _TASK.fullmatch(before[0])):
        task = _die(number.group(1))
    elif before and before[0] in ("attacking", "defending"):
        role = "attacking" if before[0] == "attacking" else "defending"
    elif before and before[0] == "direct":
        direct = True
    if role or direct or task:
        del before[0]
    if before and before[0] in get_args(Who):
        who = _one_of(before.pop(0), get_args(Who), "who")
    elif before and not (role or direct or task):
        raise EffectError(
            f"{shown(f'{before[0]}:')} is nothing: {did_you_mean(before[0], list(_BEFORE), otherwise=_FORM)}"
        )
    if before:
        raise EffectError(f'one condition and one "who" at most: {_FORM}')
    return Effect(_what(what), role, direct, task, who, _one_of(span, SPANS, "a span") if span else None)


def _die(text: str) -> int:
    if text not in ("2", "3", "4", "5", "6"):
        raise EffectError(
            f'a task is reached with 1D6: write "task 2:" to "task 6:", not {shown(f"task {text}:")}'
        )
    return int(text)


def _what(text: str) -> What:
    for form, make in _FORMS.items():
        if found := re.fullmatch(form, text):
            return make(*found.groups())
    raise EffectError(f"{shown(text)} does nothing: {did_you_mean(text, list(_WORDS), otherwise=_FORM)}")


def _one_of(word: str, known: tuple[Word, ...], what: str) -> Word:
    for each in known:
        if each == word:
            return each
    hint = did_you_mean(word, list(known), otherwise=f"write {', '.join(known)}")
    raise EffectError(f"{what} is not {shown(word)}: {hint}")
