"""A position to begin from, with a table's knowledge: as scripts give it, and as the journal keeps it.

It is told between two actions of `stock`, `draft`, `prepare`, `bid`, `declare` and `supply`, and at the empty table.
What cannot be told: artifacts and hands of `assemble`, a draft whose roll is due or has missed, bids of a hand, a task,
what an instant does for a while, and a combat from its declaration on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side
from signifer_core.position_fields import Misstatement, Value
from signifer_core.positions import Positions, Supply

from ..combat import Combat
from ..deck import Deck, side_of_card, sort_of
from ..rules import DarkAgeArena
from ..rules.advance import advanced
from ..rules.effects import life
from ..state import OPEN_STEPS, PLACES, Cards, Player, Spot, Standing, State
from .fields import FIELDS, SLOTS, STEPS
from .limits import relations
from .setup import ASSEMBLE, BID, DECLARE, NONE, PREPARE, WHO
from .setup import Setup as Setup


class DarkAgeArenaPositions(Positions[Deck, Setup, State]):
    """Between two actions of a turn in which nothing else is under way."""

    setup = Setup
    fields = FIELDS
    steps = STEPS
    hints: Mapping[str, str] = {
        BID: "write turn 4 or a later one",
        DECLARE: "write turn 4 or a later one, and whose initiative it is",
    }
    slots = SLOTS

    def filled(self, setup: Setup) -> Setup:
        """Nothing but an empty table where no turn has begun."""
        empty = Setup(
            setup.classes,
            lent_ends=setup.lent_ends,
            die_together=setup.die_together,
            agreed_follows=setup.agreed_follows,
        )
        begun = replace(empty, turn=1, step=ASSEMBLE)
        return empty if setup.turn is None or setup == begun else setup

    def state(self, deck: Deck, setup: Setup) -> State:
        state = DarkAgeArena(deck).table_game(classes=setup.classes)
        state = replace(
            state,
            lent_stays=not setup.lent_ends,
            die_apart=not setup.die_together,
            agreed_bare=not setup.agreed_follows,
        )
        if setup.turn is None:
            return state
        for side in SIDES:
            state = state.with_player(side, _player(deck, setup, side))
        # One attacks after the other (DA-19); elsewhere nobody is active alone.
        (active,) = setup.acting if setup.at == DECLARE else SIDES[:1]
        return replace(
            state,
            step=setup.at,
            turn=setup.turn,
            active=active,
            characters=tuple(_characters(deck, setup)),
            initiative=setup.leads,
            attackers=setup.attackers,
            fought=setup.fought,
            idle=setup.idle,
            combat=Combat(active) if setup.at == DECLARE else None,
        )

    def supplies(self, deck: Deck, setup: Setup) -> Iterator[Supply]:
        if setup.turn is None:
            return
        for side in SIDES:
            elsewhere = setup.elsewhere(side, frozenset(deck.of_sort(side, "artifact")))
            about = tuple(f"count {side} {pile}" for pile in ("hand", "stock", "discards"))
            about += (*(f"setup {place} {side}" for place in PLACES), "attach")
            yield Supply(f"cards of {side}", len(deck.stock(side)), elsewhere, setup.stock_of(side), about)

    def relations(self, deck: Deck, setup: Setup) -> Iterator[Misstatement]:
        if setup.turn is None:
            return
        found = tuple(relations(deck, setup))
        yield from found
        if found or tuple(self.counted(deck, setup)):
            return
        state = self.state(deck, setup)
        dead = tuple(_dead(deck, state))
        yield from dead
        if not dead and advanced(deck, state) != state:
            wrong = f"nobody can decide anything in {state.step}: without cards and characters it passes by itself"
            about = ("begin", *(f"count {side} hand" for side in SIDES))
            yield Misstatement(wrong, f"write begin {PREPARE}, or more cards in hands", about)

    def told_of(self, state: State) -> dict[str, Value]:
        """Without wounds of those who are unhurt, and places that nobody has pillaged."""
        unsaid: Mapping[str, Value] = {"wounds": 0, "pillaged": NONE}
        told = super().told_of(state)
        if not state.turn:
            return {what: said for what, said in told.items() if what in ("classes", "begin")}
        return {what: said for what, said in told.items() if unsaid.get(what.split()[0]) != said}

    def plain(self, state: State) -> State:
        """With characters by side and place, in which order those of two places came nobody cares; and without by which
        rules games begun before go, which is no part of a position."""
        by_place = sorted(
            state.characters, key=lambda each: (SIDES.index(side_of_card(each.card)), each.place)
        )
        state = replace(state, characters=tuple(by_place), unfilled=False)
        return replace(state, lent_stays=False, die_apart=False, agreed_bare=False)


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
        done=setup.at in OPEN_STEPS - {BID} and side not in setup.acting,
        discarded=count("discarded", side),
        enlisted=setup.enlisted_by(side),
        bid=0 if setup.at == BID and not count("hand", side) else None,
    )


def _spot(deck: Deck, setup: Setup, side: Side, place: int) -> Spot:
    by_sort = {sort_of(deck.printed(card)): card for card in setup.cards_at(place, side)}
    return Spot(by_sort.get("supply"), by_sort.get("artifact"), setup.is_pillaged(place, side))


def _characters(deck: Deck, setup: Setup) -> Iterator[Standing]:
    for card, place in setup.in_play:
        if sort_of(deck.printed(card)) == "character":
            yield Standing(card, place, setup.wounds_of(card), setup.borne_by(card))


def _dead(deck: Deck, state: State) -> Iterator[Misstatement]:
    for each in state.characters:
        if each.wounds >= (most := life(deck, state, each.card)):
            wrong = f"{each.card} has {each.wounds} wounds, and dies of {most} (DA-34)"
            yield Misstatement(wrong, f"write {most - 1} at most", (f"wounds {each.card}",))


POSITIONS = DarkAgeArenaPositions()
begin = POSITIONS.begin_by
