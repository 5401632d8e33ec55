"""A position to begin from, with a table's knowledge: as scripts give it, and as the journal keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter

from signifer_core.frozen import replace
from signifer_core.json_values import Json
from signifer_core.position_fields import (
    Cards,
    Field,
    Lying,
    Misstatement,
    Number,
    Plain,
    Slot,
    Words,
    by_seat,
    hand_counts,
    how_many_play,
    strangers,
)
from signifer_core.positions import Positions, Supply

from .deck import PERSIAN, SUPPORT, Deck, kind_of
from .rules import Thermopyles
from .state import CEMETERY_TO_WIN, FIRST_PLACE, HAND_LIMIT, LOST_PLACE, ROW, SEATS, Pile, State, hand_size

_PLACES = tuple(str(place) for place in range(FIRST_PLACE, LOST_PLACE + 1))
_PILES = ("pile", "discard", "persians", "cemetery", "repelled")
_SLOTS = {
    "SEAT": Slot("1 to 4: one of the players", "one of the players", SEATS),
    "MARKER": Slot("1 to 7: a place of the marker", "a place of the marker", _PLACES),
    "PILE": Slot(
        "pile and discard (Spartans), persians (their pile), cemetery or repelled", "a pile", _PILES
    ),
    "COUNTED": Slot("a PILE, or supports (those left)", "a count", (*_PILES, "supports")),
}
_CARDS = Number()
_PERSIAN = Cards("Persian", lambda card, zone: kind_of(card) == PERSIAN)
_ONE = replace(_PERSIAN, least=1, most=1, why="one Persian lies in each place of the row")
_SUPPORT = Cards("support", lambda card, zone: kind_of(card) == SUPPORT)
_HAND = Number(0, HAND_LIMIT, f"a hand has {HAND_LIMIT} cards at most (TH-2)")
_PLACE = Number(FIRST_PLACE, LOST_PLACE - 1, f"at {LOST_PLACE} the game is lost (TH-10)")
_BURIED = Number(0, CEMETERY_TO_WIN - 1, "with {value} in the cemetery the game is won (TH-10)")
_SETUP = (
    "the row: one Persian each at 1 blue (the nearer one) and 2 blue; or Persians that lie in column 4 (repelled) or "
    "5 (the cemetery), and count there"
)
_ROW = "setup 1 blue persian-1, setup 2 blue persian-2"
_COUNT = "a pile that is not as the other cards leave it; what they leave out is out of play"


@dataclass(frozen=True)
class Setup(Plain):
    """``players`` None: who plays is still to be said at the table, and nothing else is set.

    ``row`` are the Persians that lie there, none or two, the nearer one first; with none, play begins with laying
    them. ``hands`` are counts, one a player; none for first hands. ``supports`` counts those left, or names them.
    ``buried`` and ``driven`` are those of ``cemetery`` and ``repelled`` that were seen going there. ``pile`` and
    ``persians`` None: what the other cards leave of 20 Spartans and 28 Persians. ``row_keeps_turn`` is false in records
    of games begun when a row agreed on and refilled ended a turn that nobody had played (TH-1), ``symbol_goes`` when a
    Persian laid back into the row by agreement gave a card still (TH-8), ``out_stays`` when a count that was agreed on
    made repelled Persians and discards of what is out of play, ``agreed_late`` when what follows from agreements came
    at once, an end that was taken back gave a turn to be played, and no card, and a count hid who was defeated last.
    """

    players: int | None = None
    active: str = SEATS[0]
    marker: int = FIRST_PLACE
    row: tuple[str, ...] = ()
    hands: tuple[int | None, ...] = ()
    supports: int | tuple[str, ...] = 4
    discard: int = 0
    cemetery: int = 0
    repelled: int = 0
    pile: int | None = None
    persians: int | None = None
    buried: tuple[str, ...] = ()
    driven: tuple[str, ...] = ()
    row_keeps_turn: bool = True
    symbol_goes: bool = True
    out_stays: bool = True
    agreed_late: bool = True

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Setup:
        """Older records say nothing of a turn that is kept, a symbol that goes, and the like: there they were not."""
        older = dict.fromkeys(("row_keeps_turn", "symbol_goes", "out_stays", "agreed_late"), False)
        return super().from_json({**older, **data})


def _pile(pile: str, kind: Number = _CARDS, named: str = "") -> Field:
    """How many are in a pile, and which of them are known."""
    number = attrgetter(f"{pile}.number")
    return Field("count PILE N", kind, _COUNT, expect="expect COUNTED N", state=number, named=named)


def _named(pile: str, column: str) -> Field:
    """Those of a pile that were seen going there, on either side of its column."""
    names = attrgetter(f"{pile}.named")
    zones = (f"{column} blue", f"{column} red")
    return Lying("setup ZONE NAME...", _PERSIAN, keys=zones, state=lambda state: tuple(sorted(names(state))))


_FIELDS = {
    "players": how_many_play("SEAT", "so many play; they have their hands", fewest=1),
    "active": Field(
        "first SEAT",
        Words(SEATS),
        "who begins; 1 without it",
        expect="expect turn SEAT",
        expect_about="whose turn it is; active is red, the team",
    ),
    "marker": Field("marker MARKER", _PLACE, "where it stands; 1 without it", expect="expect marker MARKER"),
    "row": Lying(
        "setup ZONE NAME...",
        _ONE,
        _SETUP,
        ("1 blue", "2 blue"),
        expect="expect row CARDS",
        expect_about="the nearer one first",
    ),
    "driven": _named("repelled", "4"),
    "buried": _named("cemetery", "5"),
    "supports": Field(
        "supports CARDS",
        _SUPPORT,
        "those left; all four without it",
        expect="expect COUNTED N",
        state=lambda state: tuple(sorted(state.supports)),
    ),
    "hands": hand_counts(_HAND, "a hand that is not a first one"),
    "pile": _pile("pile"),
    "discard": _pile("discard"),
    "persians": _pile("persians"),
    "cemetery": _pile("cemetery", _BURIED, "buried"),
    "repelled": _pile("repelled", named="driven"),
}


class ThermopylesPositions(Positions[Deck, Setup, State]):
    """A turn begins, or the row is still to be laid."""

    setup = Setup
    fields = _FIELDS
    steps = ("players", "replenish", "act")
    hints: Mapping[str, str] = {"replenish": "leave out the row", "act": f"lay the row before it: {_ROW}"}
    slots = _SLOTS

    def filled(self, setup: Setup) -> Setup:
        """Nothing but an empty table where nobody says who plays; first hands."""
        if setup.players is None:
            return Setup()
        beyond = setup.hands[setup.players :]
        return replace(
            setup, hands=_hands(setup) + (beyond if any(hand is not None for hand in beyond) else ())
        )

    def state(self, deck: Deck, setup: Setup) -> State:
        state = replace(Thermopyles(deck).table_game(), row_ends_turn=not setup.row_keeps_turn)
        state = replace(state, symbols_stay=not setup.symbol_goes, out_comes_in=not setup.out_stays)
        state = replace(state, agreed_at_once=not setup.agreed_late)
        if setup.players is None:
            return state
        spartans, persians = self.supplies(deck, setup)
        supports = setup.supports
        return replace(
            state,
            step="act" if setup.row else "replenish",
            turn=1 if setup.row else 0,
            active=setup.active,
            marker=setup.marker,
            first=setup.row[0] if setup.row else None,
            second=setup.row[1] if setup.row else None,
            hands=tuple(map(Pile, _hands(setup))),
            pile=Pile(spartans.left),
            discard=Pile(setup.discard),
            persians=Pile(persians.left),
            cemetery=Pile(setup.cemetery, frozenset(setup.buried)),
            repelled=Pile(setup.repelled, frozenset(setup.driven)),
            supports=frozenset(deck.supports[:supports] if isinstance(supports, int) else supports),
        )

    def supplies(self, deck: Deck, setup: Setup) -> Iterator[Supply]:
        spartans = sum(_hands(setup)) + setup.discard
        yield Supply("Spartans", len(deck.spartans), spartans, setup.pile, ("hand", "discard", "pile"))
        persians = len(setup.row) + setup.cemetery + setup.repelled
        about = ("setup", "cemetery", "repelled", "persians")
        yield Supply("Persians", len(deck.persians), persians, setup.persians, about)

    def relations(self, deck: Deck, setup: Setup) -> Iterator[Misstatement]:
        if (players := setup.players) is None:
            return
        said = by_seat("count {} hand", setup.hands)
        yield from strangers(SEATS[:players], [("first", setup.active), *said])
        if 0 < (hands := len(setup.hands)) < players:
            yield Misstatement(f"{hands} hands, and {players} players", "write one for each", ("hand",))
        if len(setup.row) not in (0, ROW):
            instead = f"write both, as in: {_ROW}"
            yield Misstatement(
                f"the row has {len(setup.row)} of {ROW} Persians", instead, ("setup 1 blue", "setup 2 blue")
            )
        spartans, _ = self.supplies(deck, setup)
        if not sum(_hands(setup)) + spartans.left:
            wrong = "without a Spartan in hands and pile the game is lost (TH-10)"
            yield Misstatement(wrong, "write more", ("hand", "pile", "discard"))

    def settled(self, deck: Deck, state: State) -> bool:
        return state.step == "act" or (state.step == "replenish" and state.turn == 0 and not state.row)


def _hands(setup: Setup) -> tuple[int, ...]:
    """Of those who play; first hands where it is not said."""
    players = setup.players or 0
    said = (*setup.hands, *(None for _ in range(players)))
    return tuple(hand_size(players) if hand is None else hand for hand in said[:players])


POSITIONS = ThermopylesPositions()
begin = POSITIONS.begin_by
