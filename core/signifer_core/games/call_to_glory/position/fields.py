"""What is said of positions of Call to Glory, what it may be, and where a state has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any

from signifer_core.layout import COLUMNS, PAD, SIDES
from signifer_core.notation import in_order
from signifer_core.position_fields import (
    Cards,
    Each,
    Field,
    Number,
    Rows,
    Slot,
    Words,
    hand_counts,
    hand_numbers,
    how_many_play,
)

from ..deck import CHARACTERS, KINDS, MISSION_KINDS, MOST_OF_A_KIND, kind_of
from ..state import (
    DEAL,
    DRAW,
    FEWEST,
    FIGURES_IN_BOX,
    MISSION_STEP,
    PADS,
    PLAY,
    PLAYERS_STEP,
    ROUNDS,
    SCORE,
    SEATS,
    SIDE_OF,
    STOCKS,
    VARIANTS,
    State,
)
from .setup import BOTH_PILES, EMPTY, NONE

STEPS = (PLAYERS_STEP, DEAL, DRAW, PLAY, MISSION_STEP, SCORE)
BEFORE = (PLAYERS_STEP, DEAL)  # nothing lies yet
MOST_POINTS = 500
_ROUNDS = tuple(str(number) for number in range(1, ROUNDS + 1))
_LETTERS = ("abc", "ab", "ac", "bc", "a", "b", "c", NONE)
SLOTS = {
    "SEAT": Slot("1 to 4: one of the players", "one of the players", SEATS),
    "SEATS...": Slot("one player or more", "one of the players", SEATS, 0),
    "WHO": Slot("1 to 4, or none", "one of the players", (*SEATS, NONE)),
    "KIND": Slot("a kind of characters", "a kind of characters", KINDS),
    "PILE": Slot("left or right: a face-down pile", "a face-down pile", STOCKS),
    "PILES": Slot("left, right, both or none", "one of the face-down piles", (*STOCKS, BOTH_PILES, NONE)),
    "VARIANT": Slot("none, missions, figures or both", "a variant", VARIANTS),
    "ROUND": Slot("1 to 4: a round", "a round", _ROUNDS),
    "LETTERS": Slot("abc, ab, ac, bc, a, b, c or none", "letters of missions", _LETTERS),
}
_CHARACTER = Cards("character", lambda card, key: kind_of(card) in KINDS)
_MISSION = Cards("mission", lambda card, key: kind_of(card) in MISSION_KINDS)
_SEAT = Words(SEATS)
_COUNT = Number(0, CHARACTERS)
_PLACES = (*(f"{column} {side}" for column in COLUMNS for side in SIDES), *(f"{PAD} {pad}" for pad in PADS))
_PLAYERS = "so many play, and a round is under way; without it the table is still empty"
_LYING = "cards of sets in a column, of a discard pile on its pad, the last one on top"
_DISCARDS = "how many lie on a pad; those of which nobody knows are below"
_STOCK = f"a face-down pile; what the other cards leave of {CHARACTERS} without it"
_SCORE = "what a player has scored in an earlier round; 0 without it"


def _in_round(found: Callable[[State], Any], nothing: object = ()) -> Callable[[State], Any]:
    """What a state has once the cards are dealt."""
    return lambda state: nothing if state.step in BEFORE else found(state)


def _if(with_it: Callable[[State], bool], found: Callable[[State], Any]) -> Callable[[State], Any]:
    """What a state has if its game is played with that."""
    return lambda state: found(state) if with_it(state) else ()


def _some(name: str) -> Callable[[State], Any]:
    """Numbers by seat, as far as there is anything to count."""
    return lambda state: tuple(number or None for number in getattr(state, name))


_with_figures, _with_missions = attrgetter("with_figures"), attrgetter("with_missions")


def _lying(state: State) -> tuple[tuple[int | str, str, tuple[str, ...]], ...]:
    """The cards of every zone: those of the sets as far as they and their columns are known, and those on the pads."""
    found: dict[tuple[int, str], list[str]] = {(column, side): [] for column in COLUMNS for side in SIDES}
    for each in state.sets:
        for card, column in each.columns:
            if card in each.cards.named:
                found[int(column), SIDE_OF[each.owner]].append(card)
    rows: list[tuple[int | str, str, tuple[str, ...]]] = [
        (column, side, in_order(cards)) for (column, side), cards in found.items() if cards
    ]
    for pad in PADS:
        cards = [card for layer in state.layers(pad) for card in layer.named]
        # Nobody cares in which order equal cards came upon each other.
        pile = tuple(card for _, equal in groupby(cards, key=kind_of) for card in in_order(equal))
        rows += [(PAD, pad, pile)] if pile else []
    return tuple(rows)


def _of_sets(value: Callable[[Any], Any]) -> Callable[[State], Any]:
    """A value of each kind's set; None where none lies."""
    return lambda state: tuple(None if each is None else value(each) for each in map(state.set_of, KINDS))


def _empty(state: State) -> str | None:
    return next((said for said, piles in EMPTY.items() if piles and piles == state.empty), None)


def _stock(place: int) -> Field:
    return Field(
        "count PILE N",
        _COUNT,
        _STOCK,
        expect="expect PILE N",
        expect_about="an estimate: only the sum of both is sure",
        state=_in_round(lambda state: state.piles[place], None),
    )


FIELDS: Mapping[str, Field] = {
    "players": how_many_play("N", _PLAYERS, fewest=FEWEST),
    "variant": Field(
        "variant VARIANT",
        Words(VARIANTS),
        "what is played with; none without it",
        expect="expect variant VARIANT",
        ending=False,
    ),
    "step": Field("begin STEP", Words(STEPS), alone=True),
    "round": Field(
        "round ROUND",
        Number(1, ROUNDS),
        "which round it is; 1 without it",
        expect="expect round N",
        state=lambda state: state.round or None,
    ),
    "starter": Field(
        "starter SEAT",
        _SEAT,
        "who starts, or started, the round; 1 without it, or nobody yet before the first deal",
        expect="expect starter WHO",
        ending=False,
    ),
    "active": Field(
        "first SEAT",
        _SEAT,
        "whose turn it is; the starter's without it",
        expect="expect turn SEAT",
        expect_about="whose turn it is; active is the side where they sit",
    ),
    "lying": Rows("setup PLACE NAME...", _CHARACTER, _LYING, _PLACES, state=_lying),
    "sizes": Each(
        "count KIND N",
        Number(1, MOST_OF_A_KIND),
        "how many cards the set of a kind has; as many as lie there without it",
        KINDS,
        expect="expect size KIND N",
        expect_about="the set of a kind",
        state=_of_sets(attrgetter("size")),
    ),
    "owners": Each(
        "owner KIND SEAT",
        _SEAT,
        "who has laid a set; the first one on the side where it lies without it",
        KINDS,
        expect="expect owner KIND WHO",
        expect_about="who has laid it",
        state=_of_sets(attrgetter("owner")),
    ),
    "discards": Each(
        "count PLAYER discard N",
        _COUNT,
        _DISCARDS,
        PADS,
        expect="expect discard PLAYER N",
        expect_about="the discard pile on a pad",
        state=_in_round(lambda state: tuple(map(state.on_pad, PADS))),
    ),
    "hands": hand_counts(
        _COUNT, "a player's hand; 3 without it, and 2 drawn if play begins there", _in_round(hand_numbers)
    ),
    "seen": Each(
        "seen SEAT CARDS",
        _CHARACTER,
        "cards in a hand that everybody has seen: they came from a discard pile",
        SEATS,
        expect="expect seen SEAT CARDS",
        state=_in_round(lambda state: tuple(in_order(hand.seen) or None for hand in state.hands)),
        unordered=True,
    ),
    "left": _stock(0),
    "right": _stock(1),
    "empty": Field(
        "empty PILES",
        Words((*STOCKS, BOTH_PILES, NONE)),
        "a face-down pile that is known to be empty",
        expect="expect empty PILES",
        state=_empty,
    ),
    "figures": Each(
        "figures SEAT N",
        Number(0, FIGURES_IN_BOX),
        "ninja figures of a player; 0 without it",
        SEATS,
        expect="expect figures SEAT N",
        state=_if(_with_figures, _some("figures")),
    ),
    "fresh": Each(
        "fresh SEAT N",
        Number(0, FIGURES_IN_BOX),
        "those of them that were taken in the player's last turn",
        SEATS,
        expect="expect fresh SEAT N",
        expect_about="figures that may not be returned yet",
        state=_if(_with_figures, _some("fresh")),
        ending=False,
    ),
    "letters": Each(
        "letters SEAT LETTERS",
        Words(_LETTERS),
        "the missions that a player may have left; all without it",
        SEATS,
        expect="expect letters SEAT LETTERS",
        expect_about="missions that are left",
        state=lambda state: tuple(letters or NONE for letters in state.letters),
    ),
    "revealed": Field(
        "revealed CARDS",
        _MISSION,
        "missions that have left the game",
        expect="expect revealed CARDS",
        state=lambda state: in_order(state.revealed),
        unordered=True,
    ),
    "bonus": Each(
        "bonus SEAT N",
        Number(0, MOST_POINTS),
        "what missions have given a player in this round",
        SEATS,
        expect="expect bonus SEAT N",
        state=_if(_with_missions, _in_round(_some("bonus"))),
        ending=False,
    ),
    "scores": Rows(
        "score SEAT ROUND N",
        Number(0, MOST_POINTS),
        _SCORE,
        tuple(f"{seat} {played}" for seat in SEATS for played in _ROUNDS),
        expect="expect score SEAT ROUND N",
        expect_about="of a round that was played",
        state=lambda state: tuple(
            (int(seat), played, points)
            for seat, rounds in zip(state.seats, state.scores, strict=True)
            for played, points in enumerate(rounds, start=1)
        ),
    ),
}
