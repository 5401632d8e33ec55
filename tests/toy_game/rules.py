"""A battle of one column: five cards a side, one each a round; the higher one wins it, three rounds win the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from signifer_core.cards import Catalogue, parse_catalogue
from signifer_core.decks import CardDeck
from signifer_core.layout import SIDES, Due, Layout, Side, Zone, side_of
from signifer_core.notation import Notation
from signifer_core.position_fields import Cards, Each, Field, Lying, Number, Plain
from signifer_core.positions import Positions
from signifer_core.procedure import Answer, Procedure, Table, attempt
from signifer_core.rules import Fix, Refusal, Rule, Rules, Verb

CATALOGUE = """
game = "toy"
armies = ["red", "blue"]
totals = { army = 5 }
sorts = ["unit"]
[figure.count]
of = ["unit"]
range = [1, 5]
source = "a toy"
confidence = "high"
[figure.strength]
of = ["unit"]
range = [1, 5]
source = "a toy"
confidence = "high"
[kind.guard]
sort = "unit"
count = 5
strength = [1, 2, 3, 4, 5]
"""
ROUNDS_TO_WIN = 3


def catalogue() -> Catalogue:
    return parse_catalogue(CATALOGUE, file="toy.toml")


@dataclass(frozen=True)
class Lay:
    card: str


NOTATION: Notation[Lay] = Notation({"lay": Lay})


@dataclass(frozen=True)
class State(Plain):
    """``hands`` are the cards not yet laid; ``lying`` those of the last round; ``won`` the rounds of each side."""

    hands: tuple[str, ...] = tuple(f"{side}/guard-{number}" for side in SIDES for number in range(1, 6))
    lying: tuple[str, ...] = ()
    won: tuple[int, int] = (0, 0)
    turn: int = 1

    @property
    def step(self) -> str:
        return "over" if max(self.won) == ROUNDS_TO_WIN or not self.hands else "battle"

    @property
    def active(self) -> Side:
        """Who answers a card that lies alone, or else whoever begins the round, which goes in turn."""
        lead = self.lying[0].startswith("red") if len(self.lying) == 1 else self.turn % len(SIDES) == 0
        return SIDES[lead]


def owner_of(card: str) -> Side:
    return side_of(card.partition("/")[0])


def lay_refusals(deck: CardDeck, state: State, action: Lay) -> tuple[Refusal, ...]:
    card, side = action.card, owner_of(action.card)
    fix, named = Fix(Verb.TAKE, card, "3"), (("card", card), ("active", state.active))
    if state.step == "over":
        return (Refusal("game-over", side, "TY-2", fix, named, card),)
    if side != state.active:
        return (Refusal("not-your-turn", side, "TY-1", fix, named, card),)
    return () if card in state.hands else (Refusal("was-laid", side, "TY-1", fix, named, card),)


def lay(deck: CardDeck, state: State, action: Lay) -> State:
    before = state.lying if len(state.lying) < len(SIDES) else ()
    hands = tuple(card for card in state.hands if card != action.card)
    lying = tuple(sorted((*before, action.card)))
    if len(lying) < len(SIDES):
        return replace(state, hands=hands, lying=lying)
    figures = {owner_of(card): deck.catalogue[card].figure("strength") for card in lying}
    red, blue = state.won
    won = (red + (figures["red"] > figures["blue"]), blue + (figures["blue"] > figures["red"]))
    return State(hands, lying, won, state.turn + 1)


class ToyPositions(Positions[CardDeck, State, State]):
    """Between two cards: a state is its own set-up."""

    setup, steps = State, ("battle",)
    _laid = Cards("card of {key}", lambda card, zone: zone[2:] == card.partition("/")[0], most=1)
    fields: Mapping[str, Field] = {
        "hands": Field("hands CARDS", Cards("guard", lambda card, key: True, least=1), "cards in hands"),
        "lying": Lying("setup ZONE NAME...", _laid, keys=("3 blue", "3 red")),
        "won": Each("won PLAYER N", Number(0, 2), "rounds won", SIDES, expect="expect won PLAYER N"),
        "turn": Field("turn N", Number(1, 5), "the round"),
    }

    def filled(self, setup: State) -> State:
        return replace(setup, hands=tuple(card for card in setup.hands if card not in setup.lying))


class ToyRules(Rules[State, Lay]):
    notation = NOTATION
    by_action: Mapping[type, Rule[CardDeck, State]] = {Lay: Rule(lay_refusals, lay)}

    def __init__(self, deck: CardDeck) -> None:
        self.deck = deck

    def legal_actions(self, state: State) -> tuple[Lay, ...]:
        mine = sorted(card for card in state.hands if owner_of(card) == state.active)
        return tuple(map(Lay, mine)) if state.step == "battle" else ()

    def actors(self, state: State) -> frozenset[str]:
        return frozenset({state.active} if state.step == "battle" else ())

    def outcome(self, state: State) -> str | None:
        if state.step != "over":
            return None
        red, blue = state.won
        return "draw" if red == blue else SIDES[blue > red]


class ToyProcedure(Procedure[State, Lay]):
    foreign_ruling = "TY-1"

    def __init__(self, deck: CardDeck) -> None:
        self.rules: ToyRules = ToyRules(deck)

    def due(self, table: Table[State]) -> Due:
        return Due(Layout({Zone("3", owner_of(card)): (card,) for card in table.state.lying}))

    def lay(self, table: Table[State], card: str, zone: Zone) -> Answer[Lay]:
        if zone != ("3", self.side(card)):
            fix, where = Fix(Verb.PUT, card, "3"), (("card", card),)
            return Answer(refusals=(Refusal("wrong-place", zone.side, "TY-1", fix, where, card),))
        return attempt(self.rules, table.state, Lay(card))
