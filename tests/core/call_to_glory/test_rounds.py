"""The rulings about the end of a round and scores (CG-5, CG-6), one by one."""

from __future__ import annotations

import pytest
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.state import Step

from .states import DECK, RULES, after, cards, codes, lay, position, scored

# CG-5: the end of a round


@pytest.mark.parametrize(("players", "kinds"), [(2, 6), (3, 5), (4, 4)])
def test_cg_5_enough_kinds_of_one_player_end_the_round(players: int, kinds: int) -> None:
    others = [kind for kind in KINDS if kind != "farmer"]
    hands = ("farmer 2", *[""] * (players - 1))
    state = position(hands, sets={"1": dict.fromkeys(others[: kinds - 1], 3)})
    assert after(state, lay(*cards("farmer 2"))).step == "score"
    fewer = position(hands, sets={"1": dict.fromkeys(others[: kinds - 2], 3), "2": {others[-1]: 3}})
    assert after(fewer, lay(*cards("farmer 2"))).step == "draw"


def test_cg_5_all_nine_kinds_on_the_table_end_the_round() -> None:
    sets = {"1": dict.fromkeys(KINDS[1:5], 3), "2": dict.fromkeys(KINDS[5:], 3)}
    assert after(position(("farmer 2", ""), sets=sets), lay(*cards("farmer 2"))).step == "score"
    sets["2"].pop("emperor")
    assert after(position(("farmer 2", ""), sets=sets), lay(*cards("farmer 2"))).step == "draw"


def test_cg_5_an_empty_face_down_pile_ends_the_round_with_the_turn() -> None:
    state = after(position(("farmer 2", ""), unseen=20), act.Emptied("right"))
    assert (state.step, state.piles, state.empty) == ("play", (20, 0), frozenset({"right"}))
    assert codes(state, act.Emptied("right")) == ["count-wrong CG-5"]
    assert codes(state, act.Emptied("left")) == ["count-wrong CG-5"], "what is left lies there"
    left = {pile: RULES.refusals(state, act.Emptied(pile))[0].figure("number") for pile in ("left", "right")}
    assert left == {"left": 20, "right": 0}
    assert after(state, act.Discard("farmer-20", "red")).step == "score"


@pytest.mark.parametrize("step", ["score", "deal"])
def test_cg_5_an_empty_pile_is_told_from_the_first_step_of_a_round_on(step: Step) -> None:
    """Whoever tells it between two rounds waits for the next one, which begins with a draw."""
    (reason,) = RULES.refusals(position(("", ""), step=step), act.Emptied("left"))
    assert (reason.code, reason.figure("step"), reason.figure("wanted")) == ("wrong-phase", step, "draw")


def test_cg_5_with_full_knowledge_nobody_has_to_tell_an_empty_pile() -> None:
    state = position(("farmer 2", ""), step="draw", unseen=2, full=True)
    assert state.piles == (1, 1)
    left = sorted(state.stock.named)
    state = after(state, act.Draw("left"), act.Drawn(left[0]))
    assert state.empty == {"left"}
    assert codes(state, act.Emptied("right")) == ["count-wrong CG-5"]
    state = after(state, act.Draw("right"), act.Drawn(left[1]))
    assert after(state, act.Discard("farmer-20", "red")).step == "score"


def test_cg_5_of_one_card_left_in_both_piles_a_table_knows_that_one_is_empty() -> None:
    state = after(position(("farmer 2", ""), unseen=1), act.Discard("farmer-20", "red"))
    assert state.step == "score"
    state = after(position(("farmer 2", ""), unseen=2), act.Discard("farmer-20", "red"))
    assert (state.step, state.active) == ("draw", "2")


def test_cg_5_the_numbers_of_the_piles_are_an_estimate_at_a_table() -> None:
    """Of what is left the sum is sure: more cards from one pile than it seemed to have were the other one's."""
    state = position(step="draw", unseen=4, piles=(1, 3))
    state = after(state, act.Draw("left"))
    assert (state.piles, state.empty) == ((0, 3), frozenset())
    state = position(step="draw", unseen=3, piles=(0, 3))
    assert after(state, act.Draw("left")).piles == (0, 2)


def test_cg_5_the_round_ends_after_the_displaced_set_is_laid() -> None:
    sets = {"1": dict.fromkeys(KINDS[1:6], 3), "2": {"farmer": 2}}
    state = after(position(("farmer 3", ""), sets=sets), lay(*cards("farmer 3")))
    assert state.step == "displace"
    assert after(state, act.Displace("red")).step == "score"


# CG-6: scores


def test_cg_6_the_example_of_the_rulebook_scores_sixty_against_thirty_six() -> None:
    """18+12+9+8+7+6, whatever the sets' sizes, against 20+16; hands do not count."""
    one = {"monk": 3, "samurai": 2, "shogun": 2, "daimyo": 4, "empress": 2}
    state = position(("emperor 2", "farmer 3"), sets={"1": one, "2": {"farmer": 5, "envoy": 2}})
    state = after(state, lay(*cards("emperor 2")))
    assert (state.step, state.scores) == ("score", ((60,), (36,)))


def test_cg_6_the_lowest_total_starts_the_next_round() -> None:
    state = after(scored(((60,), (36,), (50,))), act.Proceed())
    assert (state.step, state.round, state.starter, state.sets) == ("deal", 2, "2", ())
    assert codes(state, act.Starter("1")) == ["wrong-phase CG-6"]
    assert codes(state, act.Rolled(3)) == ["wrong-phase CG-6"]
    assert after(state, act.Deal()).active == "2"


def test_cg_6_tied_it_is_who_scored_less_in_the_round_just_played() -> None:
    assert after(scored(((30, 20), (20, 30), (90, 0)), at=2), act.Proceed()).starter == "1"
    assert after(scored(((20, 30), (30, 20), (90, 0)), at=2), act.Proceed()).starter == "2"


@pytest.mark.parametrize(("last", "starts"), [("1", "1"), ("2", "3"), ("3", "3")])
def test_cg_6_still_tied_it_is_the_first_of_them_clockwise_from_the_last_starter(
    last: str, starts: str
) -> None:
    assert after(scored(((30,), (90,), (30,)), last), act.Proceed()).starter == starts


def test_cg_6_after_four_rounds_the_highest_total_wins() -> None:
    state = after(scored(((10, 10, 10, 10), (10, 10, 10, 11)), at=4), act.Proceed())
    assert (state.step, state.winner, RULES.actors(state)) == ("over", "2", frozenset())
    assert after(scored(((1, 1, 1), (1, 1, 2)), at=3), act.Proceed()).step == "deal"
    for action in (
        act.Proceed(),
        act.Deal(),
        act.Draw("left"),
        act.Emptied("left"),
        act.Discard("monk-1", "red"),
    ):
        assert codes(state, action)[:1] == ["wrong-phase CG-6"], "it is over, whatever else it may be"


def test_cg_6_tied_the_best_single_round_wins_and_then_they_share_it() -> None:
    assert after(scored(((10, 30, 0, 0), (20, 20, 0, 0)), at=4), act.Proceed()).winner == "1"
    shared = after(scored(((10, 30), (40, 0), (30, 10), (40, 0)), at=4), act.Proceed())
    assert shared.winner == "2 4"


def test_cg_6_between_rounds_all_cards_are_gathered() -> None:
    sets = {"1": dict.fromkeys(KINDS[1:6], 3)}
    state = position(("farmer 2", "monk 1"), sets=sets, pads=(("ninja-9",), ()), full=True)
    state = after(state, lay(*cards("farmer 2")), act.Proceed())
    assert (state.step, state.discards, state.stock.named) == ("deal", ((), ()), frozenset(DECK.characters))
    assert [hand.number for hand in state.hands] == [0, 0]
