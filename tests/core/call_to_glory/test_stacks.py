"""Displaced sets as stacks on the pads: which of their cards are watched, and which zones a press speaks of."""

from __future__ import annotations

from itertools import product

import pytest
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory.state import Cards, CardSet, Step
from signifer_core.games.call_to_glory.table.spots import side_of
from signifer_core.layout import SIDES, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Held, Table

from .hands import Hands, playing
from .states import cards, position

RED = Zone("pad", "red")
OK = Press(PressKind.PRESS, Button.OK, "red")


def test_equal_cards_on_top_of_a_pile_lie_upon_each_other() -> None:
    hands = playing(position(("monk-9", "monk-8"), step="draw", pads=(("shogun 1", "farmer 3"), ("monk 1",))))
    assert hands.procedure.stacked(hands.table) == {(card, RED) for card in cards("farmer 3")}


def test_so_do_cards_of_a_displaced_set_on_their_way() -> None:
    ids = cards("farmer 2")
    laid = frozenset((card, RED) for card in ids)
    state = position(("monk-9", "monk-8"), step="displace", pads=(("shogun 1",), ("monk 1",)))
    state = replace(state, displaced=CardSet("farmer", "2", Cards(2, frozenset(ids))))
    assert Hands.procedure.stacked(Table(state, held=Held(laid=laid))) == laid
    alone = frozenset({(ids[0], RED)})
    assert Hands.procedure.stacked(Table(state, held=Held(laid=alone))) == frozenset()


@pytest.mark.parametrize("second", ["farmer-2", "daimyo-1"])
def test_cg_2_two_cards_on_a_pad_by_mistake_are_no_stack(second: str) -> None:
    """Who grabs both to lay another one is asked, as neither may have stayed."""
    hands = playing(position(("farmer-1, farmer-2, daimyo-1", "monk-8"), pads=(("shogun 1",), ("monk 1",))))
    hands.lay("farmer-1", "pad red").lay(second, "pad red")
    assert len(hands.table.held.laid) == 2
    assert hands.procedure.stacked(hands.table) == frozenset()


def test_cg_1_what_comes_to_the_top_again_is_watched_from_when_it_is_read_there() -> None:
    """Lower cards of a set may have fallen silent meanwhile: to be silent is not to be drawn."""
    state = position(("monk-9", "monk-8"), step="draw", pads=(("farmer 3", "shogun 1"), ("monk 1",)))
    shown = frozenset((card, RED) for card in (*cards("farmer 3"), *cards("shogun 1")))
    kept = Hands.procedure.keep(state, Held(shown=shown))
    assert kept.shown == {(card, RED) for card in cards("shogun 1")}


def test_cg_1_whose_turn_it_is_answers_for_both_pads() -> None:
    """They are everybody's: a grab there is the hand's of whoever draws or discards."""
    blue = Zone("pad", "blue")
    steps: tuple[Step, ...] = ("draw", "play")
    for step, active in product(steps, ("1", "2")):
        table = Table(position(("monk-9", "monk-8"), step=step, active=active, pads=((), ("monk 1",))))
        assert {Hands.procedure.answerer(table, pad) for pad in (RED, blue)} == {side_of(active)}
        assert Hands.procedure.answerer(table, Zone("2", "blue")) == "blue"


def test_cg_1_whoever_lays_a_set_away_answers_for_both_pads() -> None:
    state = position(("farmer-1", "monk-8"), step="displace", active="1")
    table = Table(replace(state, displaced=CardSet("farmer", "2", Cards(3, frozenset(cards("farmer 3"))))))
    assert {Hands.procedure.answerer(table, Zone("pad", side)) for side in SIDES} == {"blue"}


def test_cg_3_cards_of_a_set_that_people_counted_may_lie_there() -> None:
    """Nobody can name the two farmers that are left of four; whichever is read, it is no new set."""
    state = position(("monk-9", "monk-8"), step="draw", sets={"2": {"farmer": 4}})
    counted, _ = Hands.procedure.overrule(Table(state), "agreed size farmer 2")
    hands = Hands(counted).lay_all(("farmer-2", "farmer-4"), "3 blue")
    assert (hands.refusals, hands.corrections) == ((), ())
    hands = Hands(counted).lay_all(("farmer-2",), "3 red")
    assert hands.codes, "it is on the other side"


def test_ok_speaks_of_what_was_read_of_a_set() -> None:
    """A column beside it that cannot be read does not stop anybody from laying sets."""
    state = position(("farmer-1, farmer-2", "monk-8"))
    laid = frozenset({("farmer-1", Zone("2", "red")), ("farmer-2", Zone("3", "red"))})
    looks = Hands.procedure.looks_at
    assert looks(Table(state, held=Held(laid=laid)), OK) == {Zone("2", "red"), Zone("3", "red")}
    assert Zone("1", "red") in looks(Table(state), OK), "where nothing is known to lie, it may lie anywhere"
    assert looks(Table(position(("", ""), step="draw", pads=((), ("monk 1",)))), OK) == {Zone("pad", "blue")}
