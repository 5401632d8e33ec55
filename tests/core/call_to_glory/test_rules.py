"""The rulings of Call to Glory, one by one; docs/call-to-glory.md explains them."""

from __future__ import annotations

import pytest
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.rules.dealing import receiver
from signifer_core.games.call_to_glory.state import Cards, CardSet, Hand, State

from .states import DECK, RULES, after, begun, cards, codes, first, lay, position, some

# CG-0: the set-up


@pytest.mark.parametrize(("players", "left", "right"), [(2, 52, 52), (3, 51, 50), (4, 49, 49)])
def test_cg_0_everybody_gets_three_cards_and_the_rest_is_split(players: int, left: int, right: int) -> None:
    state = begun(players)
    assert (state.step, state.active, state.round, state.turn) == ("draw", "1", 1, 1)
    assert [hand.number for hand in state.hands] == [3] * players
    assert state.piles == (left, right)
    assert state.stock == Cards(110 - 3 * players)
    assert state.discards == ((), ())


def test_cg_0_the_round_begins_when_it_is_dealt_and_known_who_starts_in_either_order() -> None:
    seated = after(RULES.table_game(), act.Players(3, "none"))
    assert seated.step == "deal"
    told = after(seated, act.Starter("2"))
    assert told.step == "deal"
    assert after(told, act.Starter("3"), act.Deal()).active == "3"
    dealt = after(seated, act.Deal())
    assert dealt.step == "deal"
    assert codes(dealt, act.Deal()) == ["wrong-phase CG-0"]
    assert after(dealt, act.Starter("2")) == after(told, act.Deal())
    assert after(told, act.Deal()).active == "2"


def test_cg_0_the_highest_die_starts_and_those_who_share_it_roll_again() -> None:
    state = after(RULES.table_game(), act.Players(3, "none"), act.Deal())
    state = after(state, act.Rolled(5), act.Rolled(2), act.Rolled(5))
    assert (state.step, state.rollers, state.rolls, state.starter) == ("deal", ("1", "3"), (), None)
    state = after(state, act.Rolled(1), act.Rolled(4))
    assert (state.step, state.active, state.starter, state.rollers) == ("draw", "3", "3", ())


def test_cg_0_a_button_ends_a_roll_off() -> None:
    state = after(RULES.table_game(), act.Players(2, "none"), act.Rolled(5), act.Starter("2"))
    assert (state.starter, state.rollers, state.rolls) == ("2", (), ())


def test_cg_0_two_to_four_play_and_only_they() -> None:
    with pytest.raises(RulesError, match="two to four"):
        RULES.refusals(RULES.table_game(), act.Players(5, "none"))
    two = after(RULES.table_game(), act.Players(2, "none"))
    with pytest.raises(RulesError, match='"3" is no player'):
        RULES.refusals(two, act.Starter("3"))
    assert codes(two, act.Players(2, "none")) == ["wrong-phase CG-0"]


def test_cg_0_with_full_knowledge_the_cards_are_dealt_one_by_one_from_the_starter_on() -> None:
    state = after(RULES.new_game(3), act.Starter("2"), act.Deal())
    assert state.step == "dealing"
    assert not RULES.actors(state)
    assert len(RULES.chance(state)) == 110
    dealt = DECK.characters[:9]
    seats = []
    for card in dealt:
        seats.append(receiver(state))
        state = after(state, act.Drawn(card))
    assert seats == ["2"] * 3 + ["3"] * 3 + ["1"] * 3
    assert (state.step, state.active, state.piles) == ("draw", "2", (51, 50))
    assert state.hand("2").cards.named == set(dealt[:3])
    assert not state.stock.named & set(dealt)


# CG-1: two cards from different piles


def test_cg_1_two_cards_come_from_two_different_piles() -> None:
    state = after(begun(), act.Draw("left"))
    assert (state.step, state.drawn, state.hand("1").number, state.piles) == ("draw", ("left",), 4, (51, 52))
    assert codes(state, act.Draw("left")) == ["same-pile CG-1"]
    state = after(state, act.Draw("right"))
    assert (state.step, state.active, state.hand("1").number, state.piles) == ("play", "1", 5, (51, 51))
    assert codes(state, act.Draw("left")) == ["wrong-phase CG-1", "same-pile CG-1"]


def test_cg_1_a_card_of_a_discard_pile_goes_openly_into_the_hand() -> None:
    state = position(("", "monk 1"), step="draw", pads=(("farmer-1", "monk-1"), ("ninja-1",)))
    state = after(state, act.Take("monk-1", "red"), act.Take("ninja-1", "blue"))
    assert state.step == "play"
    assert state.hand("1") == Hand(
        Cards(2, frozenset({"monk-1", "ninja-1"})), frozenset({"monk-1", "ninja-1"})
    )
    assert state.discards == ((some("farmer-1"),), ())
    for viewer in ("2", "anyone"):
        assert RULES.view(state, viewer).hand("1") == state.hand("1")


def test_cg_1_only_the_top_card_and_one_from_each_discard_pile() -> None:
    state = position(step="draw", pads=(("farmer-1", "monk-1"), ()))
    assert codes(state, act.Take("farmer-1", "red")) == ["not-top CG-1"]
    assert codes(state, act.Take("monk-1", "blue")) == ["card-elsewhere CG-1"]
    assert codes(state, act.Take("emperor-1", "red")) == ["card-elsewhere CG-1"]
    state = after(state, act.Take("monk-1", "red"))
    assert codes(state, act.Take("farmer-1", "red")) == ["same-pile CG-1"]


def test_cg_1_of_a_displaced_set_any_card_may_lie_on_top() -> None:
    state = position(step="draw", pads=(("farmer-1", "monk 3"), ()))
    top = cards("monk 3")
    assert all(not codes(state, act.Take(card, "red")) for card in top)
    left = after(state, act.Take(top[1], "red"))
    assert left.discards[0] == (some("farmer-1"), Cards(2, frozenset({top[0], top[2]})))


def test_cg_1_what_is_drawn_from_a_face_down_pile_only_its_player_sees() -> None:
    state = position(step="draw", full=True)
    drawing = after(state, act.Draw("left"))
    assert (drawing.step, RULES.actors(drawing)) == ("drawing", frozenset())
    drawn = after(drawing, act.Drawn("emperor-6"))
    assert (drawn.step, drawn.hand("1").cards.named) == ("draw", frozenset({"emperor-6"}))
    assert RULES.view(drawn, "1").hand("1").cards.named == {"emperor-6"}
    for viewer in ("2", "anyone"):
        assert RULES.view(drawn, viewer).hand("1") == Hand(Cards(1))
        assert RULES.view(drawn, viewer).stock == Cards(109)
    assert codes(drawing, act.Drawn("farmer-1")) == []
    assert codes(drawn, act.Drawn("farmer-1")) == ["wrong-phase CG-1"]


def test_cg_1_with_fewer_piles_than_two_cards_need_there_is_nothing_more_to_draw() -> None:
    """Only where people agreed on a pile that is empty as a turn begins, or told it then."""
    state = position(("emperor-1", ""), step="draw", unseen=20)
    state = after(state, act.Emptied("left"))
    assert (state.step, state.piles) == ("draw", (0, 20))
    assert codes(state, act.Draw("left")) == ["nothing-drawn CG-1"]
    assert after(state, act.Draw("right")).step == "play"


# CG-2: lay a set, or discard


def test_cg_2_a_set_has_two_cards_of_one_kind_at_least() -> None:
    state = position(("farmer 2, monk 2", "emperor-1"))
    assert not codes(state, lay(*cards("farmer 2")))
    assert codes(state, lay(*cards("farmer 1"))) == ["one-card CG-2"]
    assert codes(state, lay(*cards("farmer 2, monk 1"))) == ["mixed-kinds CG-2"]
    state = after(state, lay(*cards("farmer 2")))
    assert state.sets == (CardSet("farmer", "1", some("farmer 2")),)
    assert state.hand("1").cards == some("monk 2")
    assert (state.step, state.active) == ("draw", "2")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", KINDS)
def test_cg_2_with_three_or_four_samurai_ninja_and_envoys_need_three(players: int, kind: str) -> None:
    state = position((f"{kind} 3", *[""] * (players - 1)))
    three = players > 2 and kind in ("samurai", "ninja", "envoy")
    two = RULES.refusals(state, lay(*cards(f"{kind} 2")))
    assert [reason.code for reason in two] == (["too-few"] if three else [])
    if three:
        (reason,) = two
        assert (reason.ruling, reason.figure("needed"), reason.figure("why")) == ("CG-2", 3, "minimum")
        assert codes(state, lay(*cards(f"{kind} 1"))) == ["one-card CG-2", "too-few CG-2"]
    assert not codes(state, lay(*cards(f"{kind} 3")))


def test_cg_2_only_what_the_hand_can_hold_is_laid() -> None:
    state = position(("farmer 3", "monk 2"))
    assert codes(state, lay(*cards("monk 2"))) == ["card-elsewhere CG-2"] * 2
    assert codes(state, lay(*first("farmer", 2))) == ["card-elsewhere CG-2"] * 2
    table = after(begun(), act.Draw("left"), act.Draw("right"))
    assert not codes(table, lay(*first("farmer", 5)))
    (reason,) = RULES.refusals(table, lay(*first("farmer", 6)))
    assert (reason.code, reason.figure("laid"), reason.figure("hand"), reason.fix.number) == (
        "count-wrong",
        6,
        5,
        1,
    )


def test_cg_2_exactly_one_card_is_discarded_and_the_turn_ends() -> None:
    state = position(("farmer 2", "monk 2"))
    state = after(state, act.Discard("farmer-20", "red"))
    assert (state.step, state.active, state.discards) == ("draw", "2", ((some("farmer-20"),), ()))
    assert codes(state, act.Discard("monk-18", "blue")) == ["wrong-phase CG-2"]
    mine = position(("farmer 2", "monk 2"))
    assert codes(mine, act.Discard("monk-18", "red")) == ["card-elsewhere CG-2"]


def test_cg_2_before_two_cards_are_drawn_nothing_is_laid_or_discarded() -> None:
    state = position(("farmer 2", ""), step="draw")
    assert codes(state, lay(*cards("farmer 2"))) == ["wrong-phase CG-2"]
    assert codes(state, act.Discard("farmer-20", "red")) == ["wrong-phase CG-2"]


def test_cg_2_a_table_knows_in_which_column_each_card_of_a_set_lies() -> None:
    farmers = cards("farmer 3")
    state = after(position(("farmer 3", "")), act.Lay(farmers, ("1", "2", "2")))
    there = state.set_of("farmer")
    assert there is not None
    assert there.columns == set(zip(farmers, "122", strict=True))
    assert there.loses(farmers[1]).columns == {(farmers[0], "1"), (farmers[2], "2")}
    with pytest.raises(RulesError, match="one column"):
        RULES.refusals(position(("farmer 3", "")), act.Lay(farmers, ("1",)))


# CG-3: strictly more


def test_cg_3_four_farmers_are_beaten_by_six_and_by_five_and_not_by_four() -> None:
    for number in (4, 5, 6):
        state = position((f"farmer {number}", ""), sets={"2": {"farmer": 4}})
        reasons = RULES.refusals(state, lay(*cards(f"farmer {number}")))
        if number == 4:
            (reason,) = reasons
            assert (reason.code, reason.ruling) == ("too-few", "CG-3")
            assert (reason.figure("needed"), reason.figure("why"), reason.fix.number) == (5, "set", 1)
            continue
        assert not reasons
        state = after(state, lay(*cards(f"farmer {number}")))
        assert (state.step, RULES.actors(state)) == ("displace", frozenset({"2"}))
        assert state.set_of("farmer") == CardSet("farmer", "1", some(f"farmer {number}"))
        assert state.displaced == CardSet("farmer", "2", Cards(4, frozenset(first("farmer", 4))))
        state = after(state, act.Displace("blue"))
        assert (state.step, state.active, state.displaced) == ("draw", "2", None)
        assert state.discards == ((), (Cards(4, frozenset(first("farmer", 4))),))


def test_cg_3_three_ninjas_are_replaced_by_five_of_ones_own() -> None:
    state = position(("ninja 5", ""), sets={"1": {"ninja": 3}})
    state = after(state, lay(*cards("ninja 5")))
    assert (state.step, RULES.actors(state)) == ("displace", frozenset({"1"}))
    state = after(state, act.Displace("red"))
    assert state.sets == (CardSet("ninja", "1", some("ninja 5")),)
    assert state.active == "2"


def test_cg_3_a_set_is_never_added_to() -> None:
    state = position(("ninja 2", ""), sets={"1": {"ninja": 3}})
    assert codes(state, lay(*cards("ninja 2"))) == ["too-few CG-3"]


def test_cg_3_the_displaced_set_is_laid_before_the_game_goes_on() -> None:
    state = after(position(("farmer 5", ""), sets={"2": {"farmer": 4}}), lay(*cards("farmer 5")))
    assert codes(state, act.Draw("left")) == ["wrong-phase CG-1"]
    assert codes(state, act.Remove("farmer-1", "red")) == ["wrong-phase CG-8"]
    assert codes(position(), act.Displace("red")) == ["wrong-phase CG-3"]


# CG-4: discard piles


def test_cg_4_while_one_of_two_discard_piles_is_empty_the_next_discard_goes_there() -> None:
    none = position(("farmer 2", ""))
    assert not codes(none, act.Discard("farmer-20", "red"))
    assert not codes(none, act.Discard("farmer-20", "blue"))
    one = position(("farmer 2", ""), pads=(("monk-1",), ()))
    (reason,) = RULES.refusals(one, act.Discard("farmer-20", "red"))
    assert (reason.code, reason.ruling, reason.fix.place) == ("wrong-pile", "CG-4", "blue")
    assert not codes(one, act.Discard("farmer-20", "blue"))
    both = position(("farmer 2", ""), pads=(("monk-1",), ("monk-2",)))
    assert not codes(both, act.Discard("farmer-20", "red"))
    assert not codes(both, act.Discard("farmer-20", "blue"))


def test_cg_4_a_pile_that_is_drawn_empty_counts_as_empty() -> None:
    state = position(("farmer 2", ""), step="draw", pads=(("monk-1",), ("monk-2",)))
    state = after(state, act.Take("monk-1", "red"), act.Draw("left"))
    assert codes(state, act.Discard("monk-1", "blue")) == ["wrong-pile CG-4"]
    assert after(state, act.Discard("monk-1", "red")).discards[0] == (some("monk-1"),)


def test_cg_4_a_displaced_set_is_one_discard() -> None:
    state = position(("farmer 5", ""), sets={"2": {"farmer": 4}}, pads=(("monk-1",), ()))
    state = after(state, lay(*cards("farmer 5")))
    assert codes(state, act.Displace("red")) == ["wrong-pile CG-4"]
    state = after(state, act.Displace("blue"))
    assert state.discards == ((some("monk-1"),), (Cards(4, frozenset(first("farmer", 4))),))


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
    assert after(state, act.Discard("farmer-20", "red")).step == "score"


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


def scored(
    scores: tuple[tuple[int, ...], ...], starter: str = "1", *, variant: str = "none", at: int = 1
) -> State:
    """The end of round ``at`` with these scores."""
    state = position(("",) * len(scores), step="score", variant=variant, starter=starter)
    return replace(state, scores=scores, round=at)


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
    assert codes(state, act.Proceed()) == ["wrong-phase CG-6"]


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


# CG-7: missions


def test_cg_7_everybody_has_one_of_each_letter_and_three_rounds_are_played() -> None:
    state = begun(3, "missions")
    assert state.letters == ("abc",) * 3
    assert state.missions == (Cards(3),) * 3
    assert state.rounds == 3
    assert after(scored(((1, 1, 1), (1, 1, 2)), variant="missions", at=3), act.Proceed()).step == "over"
    assert begun(3).letters == ()


def test_cg_7_with_full_knowledge_missions_are_given_first_letter_by_letter() -> None:
    state = after(RULES.new_game(2, "both"), act.Starter("2"), act.Deal())
    assert set(RULES.chance(state)) == {act.Given(f"mission-a-{number}") for number in range(1, 5)}
    assert codes(state, act.Given("mission-b-1")) == ["not-held CG-7"]
    assert codes(state, act.Drawn("farmer-1")) == ["not-held CG-7"]
    for number, letter in enumerate("abc", 1):
        state = after(state, act.Given(f"mission-{letter}-{number}"))
    assert codes(state, act.Given("mission-a-1")) == ["not-held CG-7"]
    for letter in "abc":
        state = after(state, act.Given(f"mission-{letter}-4"))
    assert state.missions[1].named == {"mission-a-1", "mission-b-2", "mission-c-3"}
    assert isinstance(RULES.chance(state)[0], act.Drawn)


def test_cg_7_the_example_of_the_rulebook_gives_ten_to_another_player() -> None:
    """The mission "7", revealed by one player; another has laid two empresses."""
    state = position(
        ("", "", "", ""),
        step="mission",
        variant="missions",
        sets={"3": {"empress": 2}},
        missions=(Cards(3),) * 4,
        letters=("abc",) * 4,
    )
    assert DECK.mission("mission-a-1").kind == "empress"
    state = after(state, act.Reveal("mission-a-1"))
    assert (state.bonus, state.active, state.letters[0]) == ((0, 0, 10, 0), "2", "bc")


def test_cg_7_from_the_starter_clockwise_everybody_reveals_one_and_then_sets_score() -> None:
    state = position(
        ("farmer 2", "", ""),
        variant="missions",
        sets={"1": {"monk": 2, "shogun": 2, "daimyo": 2, "emperor": 2}},
        missions=(Cards(3),) * 3,
        letters=("abc",) * 3,
        starter="2",
    )
    state = after(state, lay(*cards("farmer 2")))
    assert (state.step, RULES.actors(state)) == ("mission", frozenset({"2"}))
    state = after(state, act.Reveal("mission-a-2"))
    assert RULES.actors(state) == {"3"}
    assert codes(state, act.Reveal("mission-a-2")) == ["not-held CG-7"]
    state = after(state, act.Reveal("mission-a-3"))
    assert RULES.actors(state) == {"1"}
    state = after(state, act.Reveal("mission-c-4"))
    assert state.step == "score"
    # Two emperors, two daimyos and two farmers: 5 + 5, 5 + 5 and 3 + 3; the sets are worth 61.
    assert [DECK.mission(f"mission-{one}").kind for one in ("a-2", "a-3", "c-4")] == [
        "emperor",
        "daimyo",
        "farmer",
    ]
    assert state.scores == ((61 + 10 + 10 + 6,), (0,), (0,))
    assert state.revealed == {"mission-a-2", "mission-a-3", "mission-c-4"}


def test_cg_7_no_second_one_of_a_letter_and_none_of_another_player() -> None:
    state = position(
        ("", ""),
        step="mission",
        variant="missions",
        full=True,
        missions=(some_missions("b-1", "c-1"), some_missions("a-2", "b-2", "c-2")),
        letters=("bc", "abc"),
        active="1",
    )
    assert codes(state, act.Reveal("mission-a-1")) == ["not-held CG-7"]
    assert codes(state, act.Reveal("mission-b-2")) == ["not-held CG-7"]
    assert codes(state, act.Reveal("mission-b-3")) == ["not-held CG-7"]
    assert not codes(state, act.Reveal("mission-b-1"))
    table = RULES.view(state, "anyone")
    assert codes(table, act.Reveal("mission-a-3")) == ["not-held CG-7"]
    assert not codes(table, act.Reveal("mission-b-3"))
    assert RULES.view(state, "1").missions == (state.missions[0], Cards(3))


def some_missions(*ends: str) -> Cards:
    return Cards(len(ends), frozenset(f"mission-{end}" for end in ends))


# CG-8: ninja figures


def test_cg_8_whoever_lays_ninja_cards_takes_a_figure_if_one_is_left() -> None:
    state = after(position(("ninja 3", ""), variant="figures"), lay(*cards("ninja 2")))
    assert (state.figures, state.fresh, state.supply) == ((1, 0), (1, 0), 3)
    larger = position(("ninja 4", ""), variant="figures", sets={"1": {"ninja": 3}}, figures=(1, 1))
    assert after(larger, lay(*cards("ninja 4"))).figures == (2, 1)
    none = position(("ninja 3", ""), variant="figures", figures=(0, 4))
    assert after(none, lay(*cards("ninja 2"))).figures == (0, 4)
    assert after(position(("ninja 3", "")), lay(*cards("ninja 2"))).figures == (0, 0)
    assert after(position(("monk 3", ""), variant="figures"), lay(*cards("monk 2"))).figures == (0, 0)


def test_cg_8_a_figure_may_be_returned_on_a_later_turn_only() -> None:
    state = position(("ninja 2", ""), variant="figures", sets={"2": {"monk": 4, "ninja": 1}})
    assert codes(state, act.Strike("monk")) == ["no-figure CG-8"]
    state = after(state, lay(*cards("ninja 2")))
    assert codes(state, act.Strike("monk")) == ["figure-too-new CG-8"]
    state = after(
        state, act.Displace("red"), act.Draw("left"), act.Draw("right"), act.Discard("emperor-1", "blue")
    )
    assert (state.active, state.fresh) == ("1", (0, 0))
    assert not codes(state, act.Strike("monk"))


def test_cg_8_before_between_and_after_draw_and_play() -> None:
    start = position(
        ("farmer 3", ""), step="draw", variant="figures", figures=(3, 0), sets={"2": {"monk": 4, "farmer": 2}}
    )
    state = after(start, act.Strike("monk"))
    assert (state.step, RULES.actors(state), state.figures) == ("displace", frozenset({"2"}), (2, 0))
    state = after(state, act.Remove("monk-2", "red"))
    assert (state.step, state.active, state.drawn) == ("draw", "1", ())
    state = after(state, act.Draw("left"), act.Strike("monk"), act.Remove("monk-1", "blue"))
    assert (state.step, state.drawn) == ("draw", ("left",))
    state = after(state, act.Draw("right"), act.Strike("monk"), act.Remove("monk-3", "blue"))
    assert (state.step, state.active, state.figures) == ("play", "1", (0, 0))
    assert state.set_of("monk") == CardSet("monk", "2", Cards(1, frozenset({"monk-4"})))


def test_cg_8_while_a_displaced_set_is_on_its_way_both_are_laid_and_then_the_turn_ends() -> None:
    state = position(
        ("farmer 3", ""), variant="figures", figures=(1, 0), sets={"2": {"monk": 4, "farmer": 2}}
    )
    state = after(state, lay(*cards("farmer 3")), act.Strike("monk"))
    assert codes(state, act.Strike("monk")) == ["wrong-phase CG-8", "no-figure CG-8"]
    for order in (
        (act.Displace("red"), act.Remove("monk-1", "blue")),
        (act.Remove("monk-1", "red"), act.Displace("blue")),
    ):
        between = after(state, order[0])
        assert (between.step, between.active) == ("displace", "1")
        done = after(between, order[1])
        assert (done.step, done.active, done.back) == ("draw", "2", None)


def test_cg_8_only_a_card_of_an_opponents_set_and_its_owner_chooses_the_pile() -> None:
    state = position(
        ("farmer 2", ""),
        variant="figures",
        figures=(1, 0),
        sets={"1": {"monk": 2}, "2": {"ninja": 3}},
        pads=(("envoy-1",), ()),
    )
    assert codes(state, act.Strike("monk")) == ["no-target CG-8"]
    assert codes(state, act.Strike("emperor")) == ["no-target CG-8"]
    state = after(state, act.Strike("ninja"))
    assert codes(state, act.Remove("ninja-1", "red")) == ["wrong-pile CG-4"]
    assert codes(state, act.Remove("ninja-9", "blue")) == ["card-elsewhere CG-8"]
    assert codes(state, act.Remove("monk-1", "blue")) == ["cannot-move CG-8"]
    state = after(state, act.Remove("ninja-2", "blue"))
    assert state.discards[1] == (some("ninja-2"),)


def test_cg_8_the_last_card_gone_the_kind_is_free_again() -> None:
    state = position(("emperor 2", ""), variant="figures", figures=(1, 0), sets={"2": {"emperor": 1}})
    state = after(state, act.Strike("emperor"), act.Remove("emperor-1", "red"))
    assert state.set_of("emperor") is None
    assert not codes(state, lay(*cards("emperor 2")))
    assert after(state, lay(*cards("emperor 2"))).step == "draw"


def test_cg_8_a_figure_returned_may_be_taken_again_in_the_same_turn() -> None:
    state = position(("ninja 2", ""), variant="figures", figures=(4, 0), sets={"2": {"monk": 2}})
    state = after(state, act.Strike("monk"), act.Remove("monk-1", "red"), lay(*cards("ninja 2")))
    assert (state.figures, state.fresh) == ((4, 0), (1, 0))


def test_cg_8_figures_stay_from_round_to_round() -> None:
    state = position(
        ("farmer 2", ""), variant="figures", figures=(2, 1), sets={"1": dict.fromkeys(KINDS[1:6], 3)}
    )
    state = after(state, lay(*cards("farmer 2")), act.Proceed(), act.Deal())
    assert (state.round, state.figures) == (2, (2, 1))


def test_cg_8_the_example_of_the_rulebook() -> None:
    """A figure removes a samurai; then two ninjas are displaced by three."""
    state = position(("ninja 2", ""), variant="figures", sets={"2": {"monk": 4, "samurai": 5}})
    state = after(
        state, lay(*cards("ninja 2")), act.Draw("left"), act.Draw("right"), act.Discard("envoy-1", "red")
    )
    assert (state.figures, state.active) == ((1, 0), "1")
    state = after(state, act.Strike("samurai"), act.Remove("samurai-3", "blue"))
    assert state.supply == 4
    there = state.set_of("samurai")
    assert there is not None
    assert there.size == 4
    state = after(state, act.Draw("left"), act.Draw("right"), act.Discard("envoy-2", "red"))
    state = after(state, act.Draw("left"), act.Draw("right"), lay(*first("ninja", 3)))
    assert (state.step, state.figures, RULES.actors(state)) == ("displace", (0, 1), frozenset({"1"}))
    state = after(state, act.Displace("blue"))
    assert state.set_of("ninja") == CardSet("ninja", "2", Cards(3, frozenset(first("ninja", 3))))
    assert state.top("blue") == some("ninja 2")
