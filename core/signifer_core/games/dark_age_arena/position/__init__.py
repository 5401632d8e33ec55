"""A position to begin from, with a table's knowledge: as scripts give it, and as the journal keeps it.

It is told between two actions of `stock`, `draft`, `prepare`, `bid`, `declare` and `supply`, and at the empty table.
What cannot be told: artifacts and hands of `assemble`, a draft whose roll is due or has missed, bids, a task, what an
instant does for a while, and a combat from its declaration on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side
from signifer_core.position_fields import Fault, Value
from signifer_core.positions import Positions, Supply

from ..deck import Deck, sort_of
from ..rules import DarkAgeArena
from ..rules.advance import advanced
from ..rules.effects import life
from ..state import (
    FIRST_HAND,
    GOAL,
    LAST_OF_ESCALATION,
    MARKERS,
    OPEN_STEPS,
    PLACES,
    Cards,
    Combat,
    Player,
    Spot,
    Standing,
    State,
    other,
)
from .fields import FIELDS, SLOTS, STEPS
from .limits import relations
from .setup import ASSEMBLE, DECLARE, NONE, PREPARE, WHO
from .setup import Setup as Setup


class DarkAgeArenaPositions(Positions[Deck, Setup, State]):
    """Between two actions of a turn in which nothing else is under way."""

    setup = Setup
    fields = FIELDS
    steps = STEPS
    hints: Mapping[str, str] = {
        "bid": "write turn 4 or a later one",
        DECLARE: "write turn 4 or a later one, and whose initiative it is",
    }
    slots = SLOTS

    def filled(self, setup: Setup) -> Setup:
        """Nothing but an empty table where no turn has begun."""
        empty = Setup(setup.classes)
        begun = replace(empty, turn=1, step=ASSEMBLE)
        return empty if setup.turn is None or setup == begun else setup

    def state(self, deck: Deck, setup: Setup) -> State:
        state = DarkAgeArena(deck).table_game(classes=setup.classes)
        if setup.turn is None:
            return state
        for side in SIDES:
            state = state.with_player(side, _player(deck, setup, side))
        acting = setup.acting
        combat = Combat(acting[0]) if setup.at == DECLARE else None
        return replace(
            state,
            step=setup.at,
            turn=setup.turn,
            active=acting[0] if combat else SIDES[0],
            characters=tuple(_characters(deck, setup)),
            initiative=setup.leads,
            attackers=setup.attackers,
            fought=setup.fought,
            idle=setup.idle,
            combat=combat,
        )

    def supplies(self, deck: Deck, setup: Setup) -> Iterator[Supply]:
        if setup.turn is None:
            return
        for side in SIDES:
            elsewhere = setup.elsewhere(side, frozenset(deck.of_sort(side, "artifact")))
            about = tuple(f"count {side} {pile}" for pile in ("hand", "stock", "discards"))
            about += (*(f"setup {place} {side}" for place in PLACES), "attach")
            yield Supply(f"cards of {side}", len(deck.stock(side)), elsewhere, setup.stock_of(side), about)

    def relations(self, deck: Deck, setup: Setup) -> Iterator[Fault]:
        if setup.turn is None:
            return
        found = tuple(relations(deck, setup))
        yield from found
        if found or tuple(self.counted(deck, setup)):
            return
        state = self.state(deck, setup)
        for each in state.characters:
            if each.wounds >= (most := life(deck, state, each.card)):
                wrong = f"{each.card} has {each.wounds} wounds, and dies of {most} (DA-34)"
                yield Fault(wrong, f"write {most - 1} at most", (f"wounds {each.card}",))
        if advanced(deck, state) != state:
            wrong = f"nobody can decide anything in {state.step}: without cards and characters it passes by itself"
            about = ("begin", *(f"count {side} hand" for side in SIDES))
            yield Fault(wrong, f"write begin {PREPARE}, or more cards in hands", about)

    def told_of(self, state: State) -> dict[str, Value]:
        """Without wounds of those who are unhurt, and places that nobody has pillaged."""
        unsaid: Mapping[str, Value] = {"wounds": 0, "pillaged": NONE}
        told = super().told_of(state)
        if not state.turn:
            return {what: said for what, said in told.items() if what in ("classes", "begin")}
        return {what: said for what, said in told.items() if unsaid.get(what.split()[0]) != said}

    def settled(self, state: State) -> bool:
        """Whether nothing is under way that cannot be said, and all that is said can be."""
        if state.full or state.step not in STEPS:
            return False
        if not state.turn:
            return all(
                player == Player(hand=Cards(FIRST_HAND), stock=player.stock) for _, player in state.players
            )
        if state.rolling or state.owed or state.tasks or state.lasting:
            return False
        return all(_is_told(state, player) for _, player in state.players) and _is_in_order(state)


def _player(deck: Deck, setup: Setup, side: Side) -> Player:
    known, count = setup.known, setup.count
    piles = {pile: Cards(count(pile, side), frozenset(known.of(pile, side))) for pile in ("hand", "discards")}
    out = known.of("out", side)
    said = setup.stock_of(side)
    elsewhere = setup.elsewhere(side, frozenset(deck.of_sort(side, "artifact")))
    first, second, third = (_spot(deck, setup, side, place) for place in PLACES)
    return Player(
        hand=piles["hand"],
        stock=Cards(len(deck.stock(side)) - elsewhere if said is None else said),
        under=known.of("under", side),
        discards=piles["discards"],
        out=Cards(len(out), frozenset(out)),
        com=count("com", side),
        log=count("log", side),
        points=count("points", side),
        markers=count("markers", side),
        marked=side in WHO[setup.marked],
        spots=(first, second, third),
        done=setup.at in OPEN_STEPS and side not in setup.acting,
        discarded=count("discarded", side),
        enlisted=setup.enlisted_by(side),
    )


def _spot(deck: Deck, setup: Setup, side: Side, place: int) -> Spot:
    by_sort = {sort_of(deck.printed(card)): card for card in setup.cards_at(place, side)}
    return Spot(by_sort.get("supply"), by_sort.get("artifact"), setup.is_pillaged(place, side))


def _characters(deck: Deck, setup: Setup) -> Iterator[Standing]:
    for card, place in setup.in_play:
        if sort_of(deck.printed(card)) == "character":
            yield Standing(card, place, setup.wounds_of(card), setup.borne_by(card))


def _is_told(state: State, player: Player) -> bool:
    """Whether a player has nothing that no statement says, nor what rules alone never give (people may have agreed)."""
    under_way = player.draft is not None or player.bid is not None or player.face_down.number
    unsaid = player.stock.named or player.out.unnamed
    unused = player.marked and player.markers == MARKERS
    too_early = state.step == "stock" and player.enlisted
    gone = state.step == "draft" and player.enlisted and state.standing(player.enlisted) is None
    odd = unused or too_early or gone or player.discarded > player.discards.number
    return not (under_way or unsaid or odd)


def _is_in_order(state: State) -> bool:
    """Whether turn, initiative and attacks are as the rules have them, and the game goes on: people may have agreed
    otherwise."""
    early, attacked = state.turn <= LAST_OF_ESCALATION, state.attackers
    if early and (state.step in ("bid", DECLARE) or state.initiative or attacked or state.fought):
        return False
    if any(_has_won(state, side) for side in SIDES):
        return False
    if state.step != DECLARE:
        return state.combat is None and (state.step == "supply" or not attacked) and state.active == SIDES[0]
    first, now = state.initiative, state.active
    order = () if first is None else (first, other(first))
    return state.combat == Combat(now) and attacked == order[: 1 if now == first else 2]


def _has_won(state: State, side: Side) -> bool:
    player = state.player(side)
    mine = player.points if state.step == PREPARE else player.score
    return mine >= GOAL and mine > state.player(other(side)).score


POSITIONS = DarkAgeArenaPositions()


def begin(rules: DarkAgeArena, setup: Setup) -> State:
    """The state in which play begins; RulesError, naming all that is wrong, for a position that cannot be."""
    return POSITIONS.begin(rules.deck, setup)
