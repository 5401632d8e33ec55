"""What is said of positions of Dark Age Arena, what it may be, and where a state has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from signifer_core.decks import CardDeck
from signifer_core.layout import SIDES, Side
from signifer_core.notation import in_order
from signifer_core.position_fields import Cards, Each, Field, Misstatement, Number, Rows, Slot, Value, Words

from ..deck import Deck, side_of_card, sort_of
from ..deck.printed import Sort
from ..rules.turn import IDLE_TURNS, bids_shown
from ..state import MARKERS, MOST, MOST_DISCARDS, OPEN_STEPS, PLACES, Player, Standing, State
from .setup import BOTH, NONE, WHO

STEPS = ("assemble", "stock", "draft", "prepare", "bid", "declare", "supply")
MOST_POINTS, MOST_TURNS = 40, 60
YES, NO = "yes", "no"
PILES = ("hand", "discards", "out", "under")
COUNTS = ("com", "log", "points", "markers", "hand", "stock", "discards", "discarded")
_PLACES = tuple(map(str, PLACES))
SLOTS = {
    "NUMBER": Slot("1 to 3: a place", "a place", _PLACES),
    "WHO": Slot("red, blue, both or none", "one of the players", tuple(WHO)),
    "ANSWER": Slot("yes or no", "an answer", (YES, NO)),
    "COUNT": Slot("com, log, points, markers, hand, stock, discards, or discarded", "a count", COUNTS),
    "PILE": Slot("hand, discards, out (of the game) or under (the stock)", "a pile", PILES),
}


@dataclass(frozen=True)
class OfSort(Cards):
    """Cards of these sorts are its examples; others are a fault of their own."""

    sorts: tuple[Sort, ...] = ()

    def _fit(self, key: str, deck: CardDeck) -> tuple[str, ...]:
        fit = super()._fit(key, deck)
        assert isinstance(deck, Deck)
        return tuple(card for card in fit if sort_of(deck.printed(card)) in self.sorts)


@dataclass(frozen=True)
class OneCard(OfSort):
    """One card, which may be elsewhere, too; or none, where that may be."""

    def read(self, said: str) -> Value:
        return said

    def wrong(self, what: str, key: str, value: Value, deck: CardDeck) -> Iterator[Misstatement]:
        if self.least or value not in (None, NONE):
            yield from super().wrong(what, key, (value,) if isinstance(value, str) else value, deck)


@dataclass(frozen=True)
class Flag(Field):
    """Yes or no."""

    def spread(self, value: Any) -> Iterator[tuple[str, Value]]:
        yield "", YES if value else NO

    def gather(self, said: Mapping[str, Value], before: Any) -> Any:
        return said[""] == YES


def _of_side(card: str, key: str) -> bool:
    """Whether a card is of the side that ends the key."""
    return card.partition("/")[0] == key.split()[-1]


def _any(card: str, key: str) -> bool:
    return True


GEAR: tuple[Sort, ...] = ("weapon", "skill")
CHARACTERS: tuple[Sort, ...] = ("character",)
AT_PLACES: tuple[Sort, ...] = ("character", "supply", "artifact")
_LAID = OfSort("card that can lie at {key}", _of_side, sorts=AT_PLACES)
_BESIDE = Cards("card of {key}", _of_side)
_ENLISTED = OneCard("card of {key}", _of_side, most=1, sorts=CHARACTERS)
_BEARER = OneCard("card of these decks", _any, least=1, most=1, sorts=CHARACTERS)
_A_CHARACTER = OfSort("card of these decks", _any, sorts=CHARACTERS)
_GEAR = OfSort("card of these decks", _any, sorts=GEAR)
_WHO = Words(tuple(WHO))


def _both(value: Callable[[Player], Any]) -> Callable[[State], tuple[Any, ...]]:
    """Of both players, red first."""
    return lambda state: tuple(value(player) for _, player in state.players)


def who(sides: tuple[str, ...]) -> str:
    """Players in a word: "both"."""
    return BOTH if len(sides) == len(SIDES) else sides[0] if sides else NONE


def active(state: State) -> str:
    """Who has something to decide: in an open step whoever is not done, and has not bid; both roll for initiative."""
    if state.step not in OPEN_STEPS:
        return state.active
    if bids_shown(state):
        return BOTH
    return who(tuple(side for side, player in state.players if not player.done and player.bid is None))


def _lying(state: State) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    found = ((place, side, _at(state, side, place)) for side in SIDES for place in PLACES)
    return tuple(row for row in found if row[2])


def _at(state: State, side: Side, place: int) -> tuple[str, ...]:
    spot = state.player(side).spot(place)
    here = (*(each.card for each in state.at(side, place)), spot.supply, spot.artifact)
    return tuple(card for card in here if card)


def _of_each(value: Callable[[Standing], Iterator[tuple[Any, Any]]]) -> Callable[[State], Any]:
    """Of all characters by side and place, as `setup` says them: in which order those of two places came nobody
    knows."""
    return lambda state: tuple(
        row
        for side in SIDES
        for each in sorted(state.of_side(side), key=lambda each: each.place)
        for row in value(each)
    )


def _pillaged(state: State) -> tuple[str, ...]:
    return tuple(
        who(tuple(side for side, player in state.players if player.spot(place).pillaged)) for place in PLACES
    )


def facing(state: State) -> tuple[tuple[str, str], ...]:
    """Whom each fighter aims at, or confronts."""
    combat = state.combat
    if combat is None:
        return ()
    pairs = tuple(each.pair for each in combat.confrontations)
    return (*combat.aims, *pairs, *((second, first) for first, second in pairs))


def supports(state: State) -> tuple[tuple[str, str], ...]:
    """Each supporter with whom it supports, of its own side."""
    return tuple(
        (card, each.attacker if side_of_card(card) == side_of_card(each.attacker) else each.defender)
        for each in (state.combat.confrontations if state.combat else ())
        for card in each.supporters
    )


def _count(kind: Number, about: str, value: Callable[[Player], int]) -> Field:
    return Each(
        "count PLAYER COUNT N",
        kind,
        about,
        SIDES,
        expect="expect count PLAYER COUNT N",
        state=_both(value),
    )


def _known(about: str, value: Callable[[Player], tuple[str, ...]], *, unordered: bool = True) -> Field:
    return Each(
        "known PLAYER PILE CARDS",
        _BESIDE,
        about,
        SIDES,
        expect="expect known PLAYER PILE CARDS",
        state=_both(lambda player: value(player) or None),
        ending=False,
        unordered=unordered,
    )


_COUNT = (
    "numbers of a player: 6 com and log, 5 markers, 8 cards and no points without it; a stock is what the other cards "
    "leave; discarded are those of this stock phase, for which cards are still to be drawn"
)
_KNOWN = "cards beside the table that everybody knows; under: the next one first. They count where they are"
FIELDS: Mapping[str, Field] = {
    "classes": Flag(
        "classes ANSWER", Words((YES, NO)), "with classes of cards (DA-42); no without it", alone=True
    ),
    "turn": Field(
        "turn N",
        Number(1, MOST_TURNS),
        "which turn it is; without it the table is still empty",
        expect="expect turn N",
        state=lambda state: state.turn or None,
        begun=1,
    ),
    "step": Field("begin STEP", Words(STEPS), alone=True),
    "active": Field(
        "active WHO",
        Words((*SIDES, BOTH)),
        "who has something to decide; in steps in which both act, who is not done. There both without it, or in "
        "bid who has a hand",
        expect="expect active WHO",
        state=active,
    ),
    "initiative": Field(
        "initiative WHO",
        Words((*SIDES, NONE)),
        "who has it; without it nobody, or in declare who is active",
        expect="expect initiative WHO",
        state=lambda state: state.initiative or NONE,
    ),
    "attacked": Field(
        "attacked WHO",
        _WHO,
        "who has had an attack in this turn, or has it now; without it what follows from the initiative",
        expect="expect attacked WHO",
        state=lambda state: who(state.attackers),
        ending=False,
    ),
    "marked": Field(
        "marked WHO",
        _WHO,
        "who has used a marker in this turn; none without it",
        expect="expect marked WHO",
        state=lambda state: who(tuple(side for side, player in state.players if player.marked)),
        ending=False,
    ),
    "fought": Flag(
        "fought ANSWER",
        Words((YES, NO)),
        "whether there was a combat in this turn; no without it",
        expect="expect fought ANSWER",
        ending=False,
    ),
    "idle": Field(
        "idle N",
        Number(0, IDLE_TURNS - 1),
        "turns before this one with empty stocks and without a combat (DA-21); 0 without it",
        expect="expect idle N",
        ending=False,
    ),
    "lying": Rows(
        "setup ZONE NAME...",
        _LAID,
        "characters at a place, as they came into play, and its supply and artifact",
        tuple(f"{place} {side}" for place in PLACES for side in SIDES),
        expect="expect setup ZONE CARDS",
        expect_about="what lies at a place",
        unordered=True,
        state=_lying,
    ),
    "gear": Rows(
        "attach CARD CARD",
        _BEARER,
        "a weapon or skill, and who bears it",
        expect="expect attach CARD CARDS",
        state=_of_each(lambda each: ((card, each.card) for card in each.gear)),
        of_card=_GEAR,
    ),
    "wounds": Rows(
        "wounds CARD N",
        Number(0, MOST_POINTS),
        "a character's wounds; 0 without it",
        expect="expect wounds CARD N",
        state=_of_each(lambda each: iter(((each.card, each.wounds),))),
        of_card=_A_CHARACTER,
    ),
    "pillaged": Each(
        "pillaged NUMBER WHO",
        _WHO,
        "whose place of this number is pillaged; nobody's without it",
        _PLACES,
        expect="expect pillaged NUMBER WHO",
        state=_pillaged,
    ),
    "com": _count(Number(0, MOST), _COUNT, lambda player: player.com),
    "log": _count(Number(0, MOST), _COUNT, lambda player: player.log),
    "points": _count(Number(0, MOST_POINTS), _COUNT, lambda player: player.points),
    "markers": _count(Number(0, MARKERS), _COUNT, lambda player: player.markers),
    "hand": _count(Number(), _COUNT, lambda player: player.hand.number),
    "stock": _count(Number(0, 999), _COUNT, lambda player: player.stock.number),
    "discards": _count(Number(0, 999), _COUNT, lambda player: player.discards.number),
    "discarded": _count(Number(0, MOST_DISCARDS), _COUNT, lambda player: player.discarded),
    "known.hand": _known(_KNOWN, lambda player: in_order(player.hand.named)),
    "known.discards": _known(_KNOWN, lambda player: in_order(player.discards.named)),
    "known.out": _known(_KNOWN, lambda player: in_order(player.out.named)),
    "known.under": _known(_KNOWN, lambda player: player.under, unordered=False),
    "enlisted": Each(
        "enlisted PLAYER CARD",
        _ENLISTED,
        "the character of this turn's draft; none without it",
        SIDES,
        expect="expect enlisted PLAYER CARDS",
        state=_both(lambda player: player.enlisted),
        ending=False,
    ),
    "facing": Rows(
        "",
        _BEARER,
        expect="expect facing CARD CARDS",
        expect_about="whom a fighter aims at, or confronts",
        state=facing,
        of_card=_A_CHARACTER,
    ),
    "supports": Rows(
        "",
        _BEARER,
        expect="expect supports CARD CARDS",
        expect_about="a supporter, and whom of its side it supports",
        state=supports,
        of_card=_A_CHARACTER,
    ),
}
