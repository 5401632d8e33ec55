"""What table scripts of Field of Glory say beside what every script says."""

from __future__ import annotations

from dataclasses import dataclass

from signifer_core.games.field_of_glory.deck import TERRAIN_KINDS, UNIT_KINDS, standard_deck
from signifer_core.games.field_of_glory.state import STEPS
from signifer_core.layout import COLUMNS

from signifer_firmware.scripting.game import EXPECT, OFF, SETUP, START, Form
from signifer_firmware.scripting.slots import Misfit, Slot, Vocabulary, Words
from signifer_firmware.scripting.statements import Count, Expect, ExpectCount, ExpectDue, First, Preparation
from signifer_firmware.texts.sentences import refusal_codes

COUNTS = ("hand", "deck", "discard", "shuffle", "points")


@dataclass(frozen=True)
class Terrain(Preparation):
    """Terrain kinds of columns 1 to 5."""

    kinds: tuple[str, str, str, str, str]

    def __str__(self) -> str:
        return f"terrain {' '.join(self.kinds)}"


@dataclass(frozen=True)
class Control(Preparation):
    column: int
    player: str

    @property
    def settles(self) -> tuple[object, ...]:
        return (type(self), self.column)

    def __str__(self) -> str:
        return f"control {self.column} {self.player}"


@dataclass(frozen=True)
class ExpectControl(Expect):
    column: int
    player: str | None

    def __str__(self) -> str:
        return f"expect control {self.column} {self.player or 'none'}"


def _terrain(words: Words) -> tuple[str, ...]:
    kinds = []
    while words.peek() is not None:
        kinds.append(words.take("a kind of terrain", TERRAIN_KINDS))
    if len(kinds) != len(COLUMNS):
        raise Misfit(words.at, f"{len(kinds)} kinds of terrain for {len(COLUMNS)} columns", "write five")
    return tuple(kinds)


SLOTS = {
    "TERRAIN...": Slot("five kinds of terrain, of columns 1 to 5", _terrain),
    "COUNT": Slot("hand, deck, discard, shuffle or points", lambda words: words.take("a count", COUNTS)),
}


def _control(column: int, who: str) -> ExpectControl:
    return ExpectControl(column, None if who == "none" else who)


FORMS = (
    Form(
        SETUP,
        "terrain TERRAIN...",
        "terrain plain plain woods plain rough",
        "set-up of terrain done: five kinds",
        Terrain,
    ),
    Form(SETUP, "first PLAYER", "first red", "who begins is decided", First),
    Form(SETUP, "control COLUMN PLAYER", "control 3 red", "who controls a column already", Control),
    Form(
        SETUP,
        "count PLAYER COUNT N",
        "count red hand 5",
        "a count that is not as at the start; what cards and counts leave of 24 is out of play",
        Count,
    ),
    Form(EXPECT, "expect due PLAYER N", "expect due red 5", "what is still to be paid", ExpectDue),
    Form(EXPECT, "expect control COLUMN red|blue|none", "expect control 3 red", "", _control),
    Form(EXPECT, "expect COUNT PLAYER N", "expect hand red 8", "shuffle: 0, 1 or 2", ExpectCount),
)


def vocabulary() -> Vocabulary:
    deck = standard_deck()
    return Vocabulary(
        game="field-of-glory",
        cards=frozenset((*deck.army("red"), *deck.army("blue"), *deck.terrain_cards)),
        kinds=frozenset(UNIT_KINDS),
        steps=(START, *STEPS, OFF),
        refusals=refusal_codes("field-of-glory"),
        example="red/spear-2",
        stranger="thermopyles:spartan-3",
    )
