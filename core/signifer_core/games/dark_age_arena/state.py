"""The state of a game of Dark Age Arena, for two kinds of knowledge.

A table knows what lies open, and how many cards are in hands and stocks. Full knowledge (`State.full`) also names
these; which card is drawn next is not in the state, the action that draws it tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from signifer_core.counted import NO_CARDS as NO_CARDS
from signifer_core.counted import Cards as Cards
from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side, other

from .combat import Combat
from .deck import side_of_card
from .deck.effects import Effect, Span
from .rolls import Fallen

Step = Literal[
    "assemble", "stock", "draft", "contest", "prepare", "bid", "declare", "muster", "bluff", "target", "react",
    "defend", "yield", "aim", "shoot", "pair", "assist", "strike", "spoils", "home", "supply", "over",
]  # fmt: skip
STEPS: tuple[Step, ...] = get_args(Step)
# In these both act, until both are done (DA-4).
OPEN_STEPS: Final = frozenset({"assemble", "stock", "draft", "contest", "prepare", "bid", "supply"})
COMBAT_STEPS: Final = frozenset(
    {"declare", "muster", "bluff", "target", "react", "defend", "yield", "aim", "shoot", "pair", "assist"}
    | {"strike", "spoils", "home"}
)
ROUND_STEPS: Final = ("aim", "shoot", "pair", "assist", "strike")

MOST = 6  # COM and LOG (DA-5)
MARKERS = 5  # DA-3
FIRST_HAND, SECOND_HAND = 8, 7  # DA-3
MOST_DISCARDS = 2  # DA-8
LAST_OF_ESCALATION = 3  # DA-17
GOAL = 10  # DA-1
PLACES = (1, 2, 3)
ZONE = 0  # the combat zone, where fighters stand
MOVE_COST, CARD_COST = 2, 4  # DA-20
EXCHANGE_COST = 2  # DA-6


@dataclass(frozen=True, slots=True)
class Spot:
    """What lies at one of a player's places, and whether it has been pillaged."""

    supply: str | None = None
    artifact: str | None = None
    pillaged: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A character in play: at one of its owner's places, or in the combat zone (0). ``gear`` are weapons and skills in
    the order in which it got them."""

    card: str
    place: int
    wounds: int = 0
    gear: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A character that is to be enlisted at a place; its cost is paid. ``die`` as it fell, ``plus`` a marker on it."""

    card: str
    place: int
    die: int | None = None
    plus: int = 0


@dataclass(frozen=True)
class Player:
    """What one player has.

    ``under`` are the cards that lie face down under the stock, the next one first; ``stock`` is without them. ``out``
    are cards out of the game. ``face_down`` is what was laid in this combat (DA-25). ``discarded`` cards of this stock
    phase are still to be replaced. ``bid`` is the LOG of this bid, `HIDDEN` in the eyes of others until both are in;
    ``enlisted`` the character of this draft; ``marked`` tells that this turn's marker is used.
    """

    hand: Cards = NO_CARDS
    stock: Cards = NO_CARDS
    under: tuple[str, ...] = ()
    discards: Cards = NO_CARDS
    out: Cards = NO_CARDS
    com: int = MOST
    log: int = MOST
    points: int = 0
    markers: int = MARKERS
    marked: bool = False
    spots: tuple[Spot, Spot, Spot] = (Spot(), Spot(), Spot())
    done: bool = False
    discarded: int = 0
    draft: Draft | None = None
    enlisted: str | None = None
    bid: int | None = None
    face_down: Cards = NO_CARDS

    def spot(self, place: int) -> Spot:
        return self.spots[place - 1]

    def with_spot(self, place: int, spot: Spot) -> Player:
        first, second, third = (spot if number == place else self.spot(number) for number in PLACES)
        return replace(self, spots=(first, second, third))

    @property
    def left(self) -> int:
        """How many cards there are to draw."""
        return self.stock.number + len(self.under)

    @property
    def supplies(self) -> int:
        """How many supplies are in play: a point each (DA-15)."""
        return sum(spot.supply is not None for spot in self.spots)

    @property
    def score(self) -> int:
        """The points that count for the goal (DA-1)."""
        return self.points + self.supplies

    def discards_card(self, card: str) -> Player:
        return replace(self, discards=self.discards.gains(card))


def most_bid(player: Player) -> int:
    """As much LOG as there is, and as there are cards in the hand to show it with."""
    return min(player.log, player.hand.number)


HIDDEN = -1


@dataclass(frozen=True, slots=True)
class Lasting:
    """A line of an instant that holds for a while: the card's owner, who was chosen, and until when."""

    owner: Side
    card: str
    effect: Effect
    span: Span
    chosen: str | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A task roll for a line (by its number) of a card, or of a place ("2 blue"). ``passed`` is None until it fell."""

    owner: Side
    source: str
    line: int
    effect: Effect
    chosen: str | None = None
    passed: bool | None = None


@dataclass(frozen=True)
class State:
    """A position. ``turn`` counts from 1, and is 0 in the set-up. ``active`` is whose decision it is where only one
    decides.

    ``characters`` are those in play, of both. ``rolling`` are the players whose draft rolls are due, in the order
    asked. With full knowledge ``owed`` are the players who draw next. ``attackers`` have had their attack in this turn,
    ``fought`` tells of a combat in it; ``idle`` counts turns in a row without one at empty stocks (DA-21). ``classes``
    is the option of DA-42. ``winner`` is a side, or "draw". ``lent_stays`` tells of a game begun when who lived of the
    life that a card lent lived on as it died (DA-34), ``die_apart`` of one begun when they died after it (DA-40),
    ``agreed_bare`` of one begun when nothing followed from agreements. ``unfilled``: resources begin by agreement, and
    fill hands once people have done.

    What people ask about later means nothing to the rules, and makes no other position: ``rolls`` are all of this turn,
    or of the last one until dice fall in this; ``ended`` is the last combat of it, as it was when it was over.
    """

    step: Step = "assemble"
    turn: int = 0
    active: Side = "red"
    red: Player = Player()
    blue: Player = Player()
    characters: tuple[Standing, ...] = ()
    rolling: tuple[Side, ...] = ()
    owed: tuple[Side, ...] = ()
    initiative: Side | None = None
    attackers: tuple[Side, ...] = ()
    fought: bool = False
    idle: int = 0
    combat: Combat | None = None
    lasting: tuple[Lasting, ...] = ()
    tasks: tuple[Task, ...] = ()
    classes: bool = False
    winner: str | None = None
    full: bool = False
    lent_stays: bool = False
    die_apart: bool = False
    agreed_bare: bool = False
    unfilled: bool = False
    rolls: tuple[Fallen, ...] = field(default=(), compare=False)
    ended: Combat | None = field(default=None, compare=False)

    def player(self, side: Side) -> Player:
        return self.red if side == "red" else self.blue

    @property
    def players(self) -> Iterator[tuple[Side, Player]]:
        return ((side, self.player(side)) for side in SIDES)

    def bids_unseen(self, side: Side) -> bool:
        """Whether a player has bid what nobody else knows: the other has not."""
        return self.player(side).bid is not None and self.player(other(side)).bid is None

    def spare_log(self, side: Side) -> int:
        """The LOG that a player may spend: not what is bid, until it is paid as both bids are in."""
        player = self.player(side)
        return player.log - max(0, player.bid or 0) if self.bids_unseen(side) else player.log

    def with_player(self, side: Side, player: Player) -> State:
        return replace(self, red=player) if side == "red" else replace(self, blue=player)

    def with_combat(self, **changes: object) -> State:
        assert self.combat is not None
        return replace(self, combat=replace(self.combat, **changes))  # type: ignore[arg-type]

    def standing(self, card: str) -> Standing | None:
        """The character of this id, if it is in play."""
        return next((each for each in self.characters if each.card == card), None)

    def of_side(self, side: Side) -> tuple[Standing, ...]:
        """A player's characters in play."""
        return tuple(each for each in self.characters if side_of_card(each.card) == side)

    def at(self, side: Side, place: int) -> tuple[Standing, ...]:
        """A player's characters who are assigned to a place."""
        return tuple(each for each in self.of_side(side) if each.place == place)

    def bearer(self, card: str) -> Standing | None:
        """Who bears a weapon or skill."""
        return next((each for each in self.characters if card in each.gear), None)

    def with_standing(self, standing: Standing) -> State:
        """With a character as it is now; it comes last if it was not in play."""
        if self.standing(standing.card) is None:
            return replace(self, characters=(*self.characters, standing))
        kept = (standing if each.card == standing.card else each for each in self.characters)
        return replace(self, characters=tuple(kept))

    def without(self, card: str) -> State:
        """A character and all that it bears go to the discards."""
        gone = self.standing(card)
        assert gone is not None
        side = side_of_card(card)
        player = self.player(side)
        for each in (card, *gone.gear):
            player = player.discards_card(each)
        kept = tuple(each for each in self.characters if each.card != card)
        return replace(self.with_player(side, player), characters=kept)

    def fighters(self, side: Side) -> tuple[str, ...]:
        """Who of a side fights in this combat, and lives."""
        if self.combat is None:
            return ()
        return tuple(card for card in self.combat.of(side) if self.standing(card) is not None)

    @property
    def done(self) -> bool:
        return self.red.done and self.blue.done

    @property
    def task(self) -> Task | None:
        """The task roll that is due."""
        return next((task for task in self.tasks if task.passed is None), None)

    @property
    def latest_combat(self) -> Combat | None:
        """The combat that goes on, from its first round to the way home; else the last one (`ended`)."""
        return self.combat if self.step in ROUND_STEPS or self.step in ("spoils", "home") else self.ended

    def known_place(self, card: str) -> str | None:
        """Where a card is known to be, in a word; None if nobody has seen where."""
        side = side_of_card(card)
        player = self.player(side)
        if standing := self.standing(card):
            return str(standing.place or "zone")
        if self.bearer(card) is not None:
            return "gear"
        drafted = player.draft is not None and player.draft.card == card
        if drafted or (
            self.combat is not None and self.combat.alone == card and card not in player.hand.named
        ):
            return "table"
        if any(card in (spot.supply, spot.artifact) for spot in player.spots):
            return "place"
        named = {
            "under": frozenset(player.under),
            "discards": player.discards.named,
            "out": player.out.named,
            "face-down": player.face_down.named,
            "hand": player.hand.named,
            "stock": player.stock.named,
        }
        return next((where for where, cards in named.items() if card in cards), None)

    def known_cards(self, side: Side) -> frozenset[str]:
        """A player's cards that are known to be anywhere (`known_place`)."""
        player, own = self.player(side), self.of_side(side)
        single = [each.card for each in own]
        single += [card for each in own for card in each.gear]
        single += [card for spot in player.spots for card in (spot.supply, spot.artifact) if card is not None]
        if player.draft is not None:
            single.append(player.draft.card)
        if self.combat is not None and self.combat.alone is not None:
            single.append(self.combat.alone)
        piles = (player.discards, player.out, player.face_down, player.hand, player.stock)
        return frozenset(single).union(player.under, *(cards.named for cards in piles))

    def may_hold(self, side: Side, card: str) -> bool:
        """Whether a card is, or may be as far as anybody knows, in a player's hand."""
        hand = self.player(side).hand
        return side_of_card(card) == side and (
            card in hand.named or (hand.unnamed > 0 and self.known_place(card) is None)
        )
