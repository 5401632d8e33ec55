"""The state of a game of Call to Glory, for two kinds of knowledge.

A table knows counts, and the cards that were seen. Full knowledge (`State.full`) also names every card in hands and in
the two face-down piles, as one stock: which card is on top of which pile is not in the state, the action that draws it
tells.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from signifer_core.counted import NO_CARDS
from signifer_core.counted import Cards as Cards
from signifer_core.frozen import replace
from signifer_core.layout import Side
from signifer_core.seats import SEATS as SEATS
from signifer_core.seats import Seated

PLAYERS_STEP: Final = "players"
DEAL: Final = "deal"
DEALING: Final = "dealing"
DRAW: Final = "draw"
DRAWING: Final = "drawing"
PLAY: Final = "play"
DISPLACE: Final = "displace"
MISSION_STEP: Final = "mission"
SCORE: Final = "score"
OVER: Final = "over"
# The steps of a game. Literals, which a checker knows by name.
Step = Literal[
    "players", "deal", "dealing", "draw", "drawing", "play", "displace", "mission", "score", "over"
]
STEPS: tuple[Step, ...] = get_args(Step)
FULL_ONLY = (DEALING, DRAWING)  # cards are told one by one as they are dealt and drawn

FEWEST = 2
# The two pads are the discard piles; the face-down piles lie between the columns.
PADS: tuple[Side, Side] = ("red", "blue")
# Seats 1 and 3 sit on red's side, 2 and 4 on blue's.
SIDE_OF: Mapping[str, Side] = dict(zip(SEATS, PADS * 2, strict=True))
STOCKS = ("left", "right")
PILES = (*STOCKS, *PADS)

NO_VARIANT, MISSIONS, FIGURES, BOTH = VARIANTS = ("none", "missions", "figures", "both")

FIRST_HAND = 3  # CG-0
DRAWS = 2  # CG-1
ROUNDS, ROUNDS_WITH_MISSIONS = 4, 3  # CG-6, CG-7
KINDS_TO_END = {2: 6, 3: 5, 4: 4}  # CG-5
FIGURES_IN_BOX = 4  # CG-8


@dataclass(frozen=True, slots=True)
class Hand:
    """The ``cards`` in a hand; ``seen`` are those of which everybody knows, because they came from a discard pile."""

    cards: Cards = NO_CARDS
    seen: frozenset[str] = frozenset()

    @property
    def number(self) -> int:
        return self.cards.number

    def gains(self, card: str | None, *, openly: bool = False) -> Hand:
        """With one more card, named or not."""
        seen = self.seen | {card} if openly and card is not None else self.seen
        return Hand(self.cards.gains(card), seen)

    def loses(self, card: str) -> Hand:
        """With one card less."""
        return Hand(self.cards.loses(card), self.seen - {card})

    @property
    def covered(self) -> Hand:
        """What everybody may know of it."""
        return Hand(Cards(self.number, self.seen), self.seen)


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set that lies on the table: of one kind, so nobody else has laid it (CG-3). ``columns`` say in which column of
    its owner's side a card lies, as far as the table knows."""

    kind: str
    owner: str
    cards: Cards
    columns: frozenset[tuple[str, str]] = frozenset()

    @property
    def size(self) -> int:
        return self.cards.number

    def loses(self, card: str) -> CardSet:
        """With one card less."""
        columns = frozenset(lying for lying in self.columns if lying[0] != card)
        return replace(self, cards=self.cards.loses(card), columns=columns)


@dataclass(frozen=True)
class State(Seated[Hand]):
    """A position. ``round`` and ``turn`` count from 1, and are 0 in the set-up.

    ``sets`` lie in the order in which they were laid. ``discards`` are the two discard piles, of red's pad and blue's;
    of a pile's layers the last one lies on top, and a displaced set is one layer, whose cards are equal. ``stock``
    are the cards of both face-down piles together, ``piles`` how many are in the left and the right one: at a table an
    estimate, but for a pile that is known to be ``empty``. ``drawn`` are the piles from which the active player has
    drawn in this turn.

    ``displaced`` is a set whose owner has still to lay it on a pad, ``struck`` the kind of which a ninja figure takes
    a card (CG-8), ``back`` the step that follows it, None for the end of the turn. ``figures`` are those that each
    player has, ``fresh`` how many of them were taken in the player's last turn.

    ``missions`` are each player's, ``letters`` those that they may have (CG-7), ``revealed`` all that have left the
    game; ``bonus`` is what missions have given each player in this round. ``scores`` are each player's points by round.
    ``rollers`` are who rolls for the start, ``rolls`` the dice of the first of them. ``winner`` names everybody who has
    won, "2" or "1 3".
    """

    step: Step = PLAYERS_STEP
    variant: str = NO_VARIANT
    round: int = 0
    turn: int = 0
    starter: str | None = None
    dealt: bool = False
    rollers: tuple[str, ...] = ()
    rolls: tuple[int, ...] = ()
    active: str = SEATS[0]
    hands: tuple[Hand, ...] = ()
    sets: tuple[CardSet, ...] = ()
    discards: tuple[tuple[Cards, ...], ...] = ((), ())
    stock: Cards = NO_CARDS
    piles: tuple[int, int] = (0, 0)
    empty: frozenset[str] = frozenset()
    drawn: tuple[str, ...] = ()
    displaced: CardSet | None = None
    struck: str | None = None
    back: Step | None = None
    figures: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    missions: tuple[Cards, ...] = ()
    letters: tuple[str, ...] = ()
    revealed: frozenset[str] = frozenset()
    bonus: tuple[int, ...] = ()
    scores: tuple[tuple[int, ...], ...] = ()
    winner: str | None = None
    full: bool = False

    @property
    def with_missions(self) -> bool:
        return self.variant in (MISSIONS, BOTH)

    @property
    def with_figures(self) -> bool:
        return self.variant in (FIGURES, BOTH)

    @property
    def rounds(self) -> int:
        """How many rounds this game has (CG-6, CG-7)."""
        return ROUNDS_WITH_MISSIONS if self.with_missions else ROUNDS

    def clockwise(self, start: str) -> tuple[str, ...]:
        """All players from ``start`` on."""
        place = self.place(start)
        return self.seats[place:] + self.seats[:place]

    def next_of(self, player: str) -> str:
        """Who comes after the player."""
        return self.clockwise(player)[1]

    def set_of(self, kind: str) -> CardSet | None:
        """The set of this kind that lies on the table."""
        return next((each for each in self.sets if each.kind == kind), None)

    def kinds(self, player: str) -> tuple[str, ...]:
        """The kinds that the player has laid."""
        return tuple(each.kind for each in self.sets if each.owner == player)

    def layers(self, pad: str) -> tuple[Cards, ...]:
        """The discard pile of a pad, the layer on top last."""
        return self.discards[PADS.index(pad)]

    def top(self, pad: str) -> Cards:
        """The layer on top of a discard pile; no cards if it is empty."""
        return next(reversed(self.layers(pad)), Cards())

    def on_pad(self, pad: str) -> int:
        """How many cards the discard pile has."""
        return sum(layer.number for layer in self.layers(pad))

    def discarded(self, pad: str, cards: Cards) -> State:
        """With these cards on top of a discard pile."""
        return self.with_layers(pad, (*self.layers(pad), cards))

    def with_layers(self, pad: str, layers: tuple[Cards, ...]) -> State:
        red, blue = self.discards
        return replace(self, discards=(layers, blue) if pad == PADS[0] else (red, layers))

    def gathered(self, characters: tuple[str, ...]) -> State:
        """As before a deal: all ``characters`` are in the stock, and nothing lies on the table."""
        return replace(
            self,
            step=DEAL,
            dealt=False,
            hands=(Hand(),) * len(self.hands),
            sets=(),
            discards=((), ()),
            stock=Cards(len(characters), frozenset(characters) if self.full else frozenset()),
            piles=(0, 0),
            empty=frozenset(),
            bonus=(0,) * len(self.hands),
        )

    @property
    def in_one_pile(self) -> bool:
        """Whether face-down cards are left, in one pile by the count, as the other is told to be empty (CG-5)."""
        return bool(self.empty) and self.stock.number > 0

    @property
    def supply(self) -> int:
        """The ninja figures that nobody has."""
        return FIGURES_IN_BOX - sum(self.figures) if self.with_figures else 0

    def usable(self, player: str) -> int:
        """The figures that the player may return: those of earlier turns (CG-8)."""
        place = self.place(player)
        return self.figures[place] - self.fresh[place]

    def totals(self) -> tuple[int, ...]:
        """Each player's points so far."""
        return tuple(map(sum, self.scores))

    def known_places(self) -> Mapping[str, frozenset[str]]:
        """Places are "set ninja", "pad red", "hand 2", "stock", "displaced", "missions 1"."""
        places = {f"set {each.kind}": each.cards.named for each in self.sets}
        for pad, layers in zip(PADS, self.discards, strict=True):
            places[f"pad {pad}"] = frozenset(named for layer in layers for named in layer.named)
        places |= {f"hand {seat}": self.hand(seat).cards.named for seat in self.seats}
        places |= {
            f"missions {seat}": held.named for seat, held in zip(self.seats, self.missions, strict=False)
        }
        if self.displaced is not None:
            places["displaced"] = self.displaced.cards.named
        places["stock"] = self.stock.named
        return places
