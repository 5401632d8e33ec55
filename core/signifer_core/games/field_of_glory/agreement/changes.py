"""Changes that both players agree to overrule the table with: small frozen values in words that parse back, and what
they do.

They are no actions of the rules: no rule allows or refuses them. Whatever is said, the game can go on from the state
after it; what was under way and no longer holds, ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, assert_never

from signifer_core.agreement import DONE, NOBODY, WORD
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import COLUMNS, SIDES, side_of

from ..deck import Deck, Player, army_of
from ..state import OVER, TERRAINS, State, Step
from .effects import (
    COUNTS,
    DRAW_GAME,
    SET_STEPS,
    Count,
    activated,
    checked,
    controlled,
    counted,
    ended,
    stepped,
    terrain_set,
    units_set,
)

# A word of a closed set, of which a checker knows which there are.
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True)
class AgreedUnits:
    """Exactly these units of ``player`` lie in the column, in the order laid."""

    column: int
    player: Player
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AgreedTerrain:
    """The column's terrain is of this kind."""

    column: int
    kind: str


@dataclass(frozen=True, slots=True)
class AgreedControl:
    """``player`` controls the column; None for nobody."""

    column: int
    player: Player | None


@dataclass(frozen=True, slots=True)
class AgreedStep:
    """The game stands at the beginning of this step of the set-up, or of the active player's turn."""

    step: Step


@dataclass(frozen=True, slots=True)
class AgreedActive:
    """It is this player's turn."""

    player: Player


@dataclass(frozen=True, slots=True)
class AgreedCount:
    """``what`` is "hand", "deck", "discard", "points" or "shuffle"; the deck gives way to more cards in hand or
    discards than an army has."""

    player: Player
    what: Count
    number: int


@dataclass(frozen=True, slots=True)
class AgreedOver:
    """The game is over; ``winner`` is a player or "draw"."""

    winner: str


@dataclass(frozen=True, slots=True)
class AgreedDone:
    """People have agreed on all that they wanted: what follows from it by itself happens."""


Change = (
    AgreedUnits
    | AgreedTerrain
    | AgreedControl
    | AgreedStep
    | AgreedActive
    | AgreedCount
    | AgreedOver
    | AgreedDone
)


def notation(change: Change) -> str:
    """The change in words, such as ``agreed control 3 red``."""
    match change:
        case AgreedUnits(column=column, player=player, cards=cards):
            words = ["units", str(column), player, *cards]
        case AgreedTerrain(column=column, kind=kind):
            words = ["terrain", str(column), kind]
        case AgreedControl(column=column, player=holder):
            words = ["control", str(column), holder or NOBODY]
        case AgreedStep(step=step):
            words = ["step", step]
        case AgreedActive(player=player):
            words = ["active", player]
        case AgreedCount(player=player, what=what, number=number):
            words = ["count", player, what, str(number)]
        case AgreedOver(winner=winner):
            words = ["over", winner]
        case AgreedDone():
            return DONE
        case never:
            assert_never(never)
    return " ".join([WORD, *words])


def parse(text: str) -> Change:
    """The change that ``text`` says; raise RulesError for anything that :func:`notation` does not write."""
    match text.split(" "):
        case [word, "units", column, player, *cards] if word == WORD:
            for card in cards:
                if army_of(card) != player or card.count("/") != 1:
                    raise RulesError(f'"{text}" is no agreement: "{card}" is no card of {player}')
            return AgreedUnits(_column(text, column), _one_of(text, player, SIDES), tuple(cards))
        case [word, "terrain", column, kind] if word == WORD:
            return AgreedTerrain(_column(text, column), _one_of(text, kind, TERRAINS))
        case [word, "control", column, holder] if word == WORD:
            said = _one_of(text, holder, (*SIDES, NOBODY))
            return AgreedControl(_column(text, column), side_of(said) if said != NOBODY else None)
        case [word, "step", step] if word == WORD:
            return AgreedStep(_one_of(text, step, SET_STEPS))
        case [word, "active", player] if word == WORD:
            return AgreedActive(_one_of(text, player, SIDES))
        case [word, "count", player, what, number] if word == WORD:
            if not (number.isascii() and number.isdecimal()) or str(int(number)) != number:
                raise RulesError(f'"{text}" is no agreement: "{number}" is no number from 0 on')
            return AgreedCount(_one_of(text, player, SIDES), _one_of(text, what, COUNTS), int(number))
        case [word, "over", winner] if word == WORD:
            return AgreedOver(_one_of(text, winner, (*SIDES, DRAW_GAME)))
        case _ if text == DONE:
            return AgreedDone()
        case _:
            raise RulesError(f'"{text}" is no agreement such as "agreed control 3 red"')


def _column(text: str, word: str) -> int:
    return int(_one_of(text, word, tuple(map(str, COLUMNS))))


def _one_of(text: str, word: str, words: tuple[Word, ...]) -> Word:
    if word not in words:
        raise RulesError(f'"{text}" is no agreement: "{word}" is none of {", ".join(words)}')
    return next(known for known in words if known == word)


def overrule(deck: Deck, state: State, change: Change) -> State:
    """The state after what people agreed. It is never refused. What follows by itself waits until they have done, so
    that in one visit of the menu the order of entries decides nothing; games begun before that was so do not wait.

    RulesError if the state knows hidden cards by name (no table does), or if the change names a card that the deck
    does not have.
    """
    if state.full or any(side.hand_cards or side.deck_cards for side in (state.red, state.blue)):
        raise RulesError("people overrule a table, and this state knows cards that no table sees")
    match change:
        case AgreedUnits(column=column, player=player, cards=cards):
            state = units_set(deck, state, column, player, cards)
        case AgreedTerrain(column=column, kind=kind):
            state = terrain_set(deck, state, column, kind)
        case AgreedControl(column=column, player=holder):
            state = controlled(state, column, holder)
        case AgreedStep(step=step):
            state = stepped(deck, state, step)
        case AgreedActive(player=player):
            state = activated(deck, state, player)
        case AgreedCount(player=player, what=what, number=number):
            state = counted(deck, state, player, what, number)
        case AgreedOver(winner=winner):
            state = replace(ended(state), step=OVER, winner=winner)
        case AgreedDone():
            return checked(state)
        case never:
            assert_never(never)
    state = state.gone_on()
    return checked(state) if state.agreed_at_once else state
