"""Undo at a table of Call to Glory: what was lifted or laid again meanwhile, and what is still away."""

from __future__ import annotations

from signifer_core.counted import Cards
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import State

from .hands import Hands, known, playing
from .states import RULES, cards, first, position


def drawing() -> Hands:
    return playing(position(("farmer 3", ""), step="draw", pads=(("monk-1",), ("shogun-1",))))


def revealing(players: int, first: str) -> Hands:
    """Each player has a mission of every letter; ``first`` is to reveal one."""
    state = position(
        ("",) * players,
        step="mission",
        variant="missions",
        active=first,
        starter=first,
        missions=(Cards(3),) * players,
        letters=("abc",) * players,
    )
    return Hands(state)


def test_cg_1_nothing_is_drawn_while_a_lifted_card_that_undo_asks_back_is_away() -> None:
    hands = drawing().lift("monk-1")
    hands.press("hold dice")
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.player, reason.ruling) == ("card-elsewhere", "red", "CG-1")
    assert (reason.fix.verb, reason.fix.card, reason.fix.place) == ("put", "monk-1", "pad red")
    assert (hands.done, hands.corrections_told()) == ([], ["put monk-1 pad red"])
    hands.follow()
    assert (hands.press("press ok red"), hands.done) == ((), [act.Draw("left"), act.Draw("right")])


def test_cg_1_nothing_is_drawn_while_drawn_cards_that_undo_asks_back_are_away() -> None:
    hands = drawing().lift("monk-1").lift("shogun-1")
    for _ in range(2):
        hands.press("hold dice")
    assert hands.corrections_told() == ["put monk-1 pad red", "put shogun-1 pad blue"]
    assert [each.card for each in hands.press("press ok red")] == ["monk-1", "shogun-1"]
    hands.lay("monk-1", "pad red").lift("monk-1")
    assert [each.card for each in hands.press("press column 1 red")] == ["shogun-1"]
    assert (hands.done, hands.state.drawn) == ([], ())
    hands.lay("shogun-1", "pad blue").press("press column 1 red")
    assert hands.done == [act.Take("monk-1", "red"), act.Draw("left")]


def test_cg_1_a_lift_that_one_undo_took_back_does_not_wait_again_after_the_next() -> None:
    hands = drawing().lift("monk-1")
    hands.press("hold column 5 red")
    assert hands.done == [act.Emptied("right")]
    hands.press("hold dice")
    hands.lay("monk-1", "pad red").press("hold dice")
    assert (hands.done, hands.table.held.lifted, hands.corrections) == ([], frozenset(), ())
    (reason,) = hands.press("press column 1 red")
    assert (reason.code, hands.done) == ("nothing-drawn", [])
    hands.lift("monk-1").press("press column 1 red")
    assert hands.done == [act.Take("monk-1", "red"), act.Draw("left")]


def test_cg_1_a_lift_that_undo_asks_back_still_does_not_wait_again_after_the_next() -> None:
    """Nobody has laid the card back between both."""
    hands = drawing().lift("monk-1")
    hands.press("hold column 5 red")
    for _ in range(2):
        hands.press("hold dice")
    assert (hands.done, hands.table.held.lifted) == ([], frozenset())
    assert hands.judge().corrections_told() == ["put monk-1 pad red"]
    assert [each.card for each in hands.press("press ok red")] == ["monk-1"]
    hands.lay("monk-1", "pad red").press("press ok red")
    assert hands.done == [act.Draw("left"), act.Draw("right")]


def test_cg_2_cards_that_undo_asks_back_do_not_wait_again_after_the_next() -> None:
    hands = playing(position(("farmer 3", ""))).lay_all(cards("farmer 2"), "1 red")
    hands.press("hold column 5 red")
    for _ in range(2):
        hands.press("hold dice")
    assert (hands.done, hands.table.held.laid) == ([], frozenset())
    assert hands.judge().corrections_told() == ["take farmer-19 1 red", "take farmer-20 1 red"]
    hands.press("press ok red")
    assert hands.done == []
    hands.follow()
    hands.lay_all(cards("farmer 2"), "1 red").press("press ok red")
    assert hands.state.set_of("farmer").size == 2


def test_cg_2_cards_whose_ok_is_undone_wait_as_before() -> None:
    hands = playing(position(("farmer 3", ""))).lay_all(cards("farmer 2"), "1 red")
    hands.press("press ok red")
    hands.press("hold dice")
    assert (hands.done, {card for card, _ in hands.table.held.laid}) == ([], set(cards("farmer 2")))


def test_cg_3_equal_cards_that_left_for_each_other_cost_no_undo() -> None:
    state = position(("farmer 3", ""), sets={"1": {"farmer": 2}}, pads=(("monk-1",), ("monk-2",)))
    hands = playing(known(state, farmer="1")).lay_all(cards("farmer 3"), "1 red")
    hands.press("press ok red")
    hands.lift("farmer-19", settled=None).lay("farmer-19", "pad red")
    assert len(hands.done) == 2, "the set, and the exchange"
    hands.press("hold dice")
    hands.follow()
    assert hands.state.step == "displace"
    hands.press("hold dice")
    assert (hands.state.step, hands.done, hands.state.set_of("farmer").size) == ("play", [], 2)


def laid_away(state: State, laid: tuple[str, ...]) -> Hands:
    """Red's five farmers have displaced Blue's set, all of it lies on red's pad, and that is undone."""
    hands = playing(known(state, farmer="3"))
    hands.lay_all(cards("farmer 5"), "1 red").press("press ok red")
    for card in laid:
        hands.lift(card).lay(card, "pad red")
    assert (hands.state.step, hands.state.on_pad("red")) == ("draw", 1 + len(laid))
    hands.press("hold dice")
    assert (hands.state.step, hands.corrections_told()) == ("displace", [f"take {laid[-1]} pad red"])
    return hands


def test_cg_4_ok_speaks_of_a_card_that_undo_asks_back_too() -> None:
    state = position(("farmer 5", "monk 2"), sets={"2": {"farmer": 3}}, pads=(("envoy-1",), ("envoy-2",)))
    hands = laid_away(state, first("farmer", 3))
    hands.press("press ok blue")
    assert (hands.done[1:], hands.corrections, hands.refusals) == ([act.Displace("red")], (), ())
    hands.lift("farmer-3").press("press column 1 blue")
    assert hands.done[2:] == [act.Take("farmer-3", "red"), act.Draw("left")]


def test_cg_4_ok_speaks_of_one_that_nobody_could_name_too() -> None:
    """Of four farmers that were agreed on three are known."""
    state = position(("farmer 5", "monk 2"), sets={"2": {"farmer": 3}}, pads=(("envoy-1",), ("envoy-2",)))
    state = RULES.view(state, "anyone")
    (there,) = state.sets
    state = replace(state, sets=(replace(there, cards=there.cards.counted(4)),), stock=Cards(90))
    hands = laid_away(replace(state, piles=(45, 45)), first("farmer", 4))
    hands.press("press ok blue")
    assert (hands.state.on_pad("red"), hands.corrections, hands.refusals) == (5, (), ())
    hands.lift("farmer-4").press("press column 1 blue")
    assert hands.done[2:] == [act.Take("farmer-4", "red"), act.Draw("left")]


def test_cg_4_a_card_that_undo_asks_back_from_the_other_pad_is_not_spoken_of() -> None:
    state = position(("farmer 5", "monk 2"), sets={"2": {"farmer": 3}}, pads=(("envoy-1",), ("envoy-2",)))
    hands = playing(known(state, farmer="3"))
    hands.lay_all(cards("farmer 5"), "1 red").press("press ok red")
    hands.lift("farmer-1").lay("farmer-1", "pad blue").press("hold dice")
    hands.lift("farmer-2").lay("farmer-2", "pad red").press("press ok blue")
    assert hands.state.step == "draw"
    assert hands.corrections_told() == ["take farmer-3 3 blue", "take farmer-1 pad blue"]


def test_cg_4_at_the_end_of_a_round_nothing_of_a_set_that_was_laid_is_asked_back() -> None:
    state = position(
        ("farmer 5, monk-9", "monk 2"),
        sets={
            "1": {"envoy": 2, "ninja": 2, "samurai": 2, "shogun": 2, "daimyo": 2},
            "2": {"farmer": 3},
        },
        pads=(("envoy-3",), ("envoy-4",)),
    )
    hands = playing(known(state, farmer="3"))
    hands.lay_all(cards("farmer 5"), "1 red").press("press ok red")
    for card in first("farmer", 3):
        hands.lift(card).lay(card, "pad red")
    assert hands.state.step == "score"
    hands.press("hold dice")
    hands.press("press ok blue")
    assert (hands.state.step, hands.corrections) == ("score", ())


def test_cg_7_a_mission_that_was_asked_away_is_revealed_once_it_is_laid_again() -> None:
    """Players 1 and 3 share a side, and no undo goes behind what is shown."""
    hands = revealing(3, "2").lay("mission-a-1", "1 red")
    assert hands.codes == ["not-your-turn"]
    hands.lay("mission-b-1", "1 blue")
    assert (hands.state.active, hands.done) == ("3", [act.Reveal("mission-b-1")])
    assert "take mission-a-1 1 red" in hands.corrections_told()
    hands.follow()
    hands.lay("mission-a-1", "1 red")
    assert (hands.state.active, hands.done[1:]) == ("1", [act.Reveal("mission-a-1")])


def test_cg_7_two_players_may_lay_their_missions_at_once() -> None:
    """Each has a side of their own: it is nobody else's that lies there."""
    hands = revealing(2, "1").lay("mission-b-1", "2 blue").lay("mission-a-1", "1 red")
    assert hands.done == [act.Reveal("mission-a-1"), act.Reveal("mission-b-1")]
