"""Cards of discard piles at the table that hands lift early or forget, and what is left to draw from."""

from __future__ import annotations

import pytest
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import State, Step

from .hands import Hands, playing
from .states import RULES, after, position


def discarding(*blue: str) -> State:
    """Red is about to discard while that lies on Blue's pad."""
    return position(("shogun 2", ""), pads=(("farmer-1",), blue))


def test_cg_1_what_is_lifted_before_the_turn_is_drawn() -> None:
    hands = playing(discarding("monk-2")).lay("shogun-9", "pad red").lift("monk-2")
    assert (hands.done, hands.codes, hands.corrections) == ([], [], ())
    hands.press("press ok red")
    assert (hands.state.active, hands.asked_for) == ("2", ["wait", "draw-second"])
    hands.press("press column 5 blue")
    assert hands.done == [act.Discard("shogun-9", "red"), act.Take("monk-2", "blue"), act.Draw("right")]


def test_cg_1_the_next_one_of_a_pile_may_be_lifted_early_once_it_is_read() -> None:
    hands = playing(position(("shogun 2", ""), step="draw", pads=(("farmer-1",), ("monk-2", "monk-1"))))
    hands.lift("monk-1").press("press column 1 red")
    hands.lay("shogun-9", "pad red").lift("monk-2").press("press ok red")
    hands.press("press column 5 blue")
    assert hands.done[-2:] == [act.Take("monk-2", "blue"), act.Draw("right")]


def test_cg_1_of_several_on_top_none_is_watched_before_the_draw() -> None:
    hands = playing(discarding("monk 2")).lay("shogun-9", "pad red").lift("monk-17")
    hands.press("press ok red")
    assert (hands.asked_for, hands.table.held.lifted) == (["wait", "draw-two"], frozenset())


@pytest.mark.parametrize(
    ("told", "lifted", "fix"),
    [
        ("hold column 1 red", "monk-1", ("take", "right")),
        ("hold column 5 red", "monk-1", ("take", "left")),
        (None, "monk-1", ("press", "column")),
        ("hold column 1 red", None, ("take", "red")),
    ],
)
def test_cg_1_who_does_not_say_where_the_second_comes_from_is_told_what_is_left(
    told: str | None, lifted: str | None, fix: tuple[str, str]
) -> None:
    hands = playing(position(("", ""), step="draw", pads=(("monk-1",), ("shogun-1",))))
    if told:
        hands.press(told)
    if lifted:
        hands.lift(lifted)
    else:
        hands.press("press ok red")
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.figure("drawn")) == ("nothing-drawn", 1)
    assert (reason.fix.verb, reason.fix.place) == fix


def test_cg_0_what_was_forgotten_at_a_deal_is_no_discard() -> None:
    hands = Hands(after(RULES.table_game(), act.Players(2, "none"), act.Starter("1")))
    hands.lay("monk-1", "pad red").lay("monk-2", "pad blue").lay("farmer-1", "1 red").press("press ok red")
    assert hands.corrections_told() == ["take farmer-1 1 red", "take monk-1 pad red", "take monk-2 pad blue"]
    hands.press("press ok red")
    assert (hands.state.step, hands.table.held.laid) == ("play", frozenset())
    hands.lay("shogun-1", "pad blue").press("press ok red")
    assert hands.done[-1] == act.Discard("shogun-1", "blue")
    hands.press("press ok blue")
    hands.lift("monk-1").lay("monk-1", "pad red").press("press ok blue")
    assert hands.done[-1] == act.Discard("monk-1", "red")


@pytest.mark.parametrize("step", ["deal", "score", "play"])
def test_cg_4_of_what_lies_on_a_pad_nothing_is_asked_for_itself(step: Step) -> None:
    """The pads are discard piles: between rounds what lies there means nothing, and no `ok` speaks of it."""
    hands = Hands(position(("", ""), step=step)).lay("monk-1", "pad red").lay("mission-a-1", "pad blue")
    assert hands.referee.pads(hands.table, hands.seen) == ()


def test_cg_7_without_missions_none_is_revealed_in_any_step() -> None:
    hands = Hands(position()).lay("mission-a-1", "1 red")
    (reason,) = hands.refusals
    assert (reason.code, reason.ruling) == ("wrong-phase", "CG-7")
    assert (reason.figure("step"), reason.figure("wanted")) == ("play", "missions")
    (reason,) = RULES.refusals(position(variant="missions"), act.Reveal("mission-a-1"))
    assert reason.figure("wanted") == "mission"
