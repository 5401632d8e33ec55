"""People have the last word over Call to Glory, too: whatever they agree on, the game goes on, or is over."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, event, example, given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS
from signifer_core.games.call_to_glory.state import Cards, State
from signifer_core.layout import Layout, Zone
from signifer_core.procedure import POSITION, Override, Table

from tests.sweeps import often

from .hands import Hands, at_table, known, playing, somewhere
from .states import RULES, after, begun, cards, check_state, first, lay, played, position, some

PROCEDURE = Hands.procedure


def entries(state: State, seen: Layout | None = None) -> tuple[Override, ...]:
    return PROCEDURE.overrides(Table(state), seen or Layout())


def agreed(state: State, *changes: str) -> State:
    for change in changes:
        state, _ = PROCEDURE.overrule(Table(state), change)
        check_state(state)
    return state


def entry(state: State, key: str, **about: str) -> Override:
    (found,) = (each for each in entries(state) if each.key == key and dict(each.figures) == about)
    return found


def test_before_anybody_plays_there_is_nothing_to_agree_on() -> None:
    (only,) = entries(RULES.table_game())
    assert (only.key, [choice.changes for choice in only.choices]) == ("over", [()])
    with pytest.raises(RulesError, match="how many"):
        PROCEDURE.overrule(Table(RULES.table_game()), "agreed over 1")


def test_the_size_of_a_set_may_be_overruled_and_the_stock_has_the_rest() -> None:
    state = position(("farmer 5", ""), sets={"2": {"farmer": 4}})
    more = agreed(state, "agreed size farmer 7")
    there = more.set_of("farmer")
    assert there is not None
    assert (there.size, there.cards.unnamed) == (7, 3)
    assert more.stock.number == state.stock.number - 3
    fewer = agreed(state, "agreed size farmer 2")
    assert fewer.stock.number == state.stock.number + 2
    assert not RULES.refusals(fewer, lay(*cards("farmer 3")))
    assert agreed(state, "agreed size farmer 0").set_of("farmer") is None
    assert entry(state, "size", kind="farmer").now == 4
    # Five farmers are known to be in a hand.
    assert max(choice.value for choice in entry(state, "size", kind="farmer").choices) == 15


def test_a_set_has_no_more_cards_than_there_are_beside_the_one_that_it_displaces() -> None:
    """Of six emperors four displace two: there is none left."""
    laid = position(("emperor 4, monk-1", "monk 2"), sets={"2": {"emperor": 2}})
    state = after(laid, lay(*cards("emperor 4")))
    assert state.step == "displace"
    assert max(choice.value for choice in entry(state, "size", kind="emperor").choices) == 4


def test_a_set_may_change_its_owner_and_one_that_nobody_counted_is_whose_turn_it_is() -> None:
    state = position(("", "", ""), sets={"2": {"monk": 3}}, active="3")
    owned = agreed(state, "agreed owner monk 1", "agreed size ninja 3")
    assert owned.kinds("1") == ("monk",)
    assert owned.kinds("3") == ("ninja",)


def test_counts_of_piles_and_hands_hold_together() -> None:
    state = position(("farmer 5", "monk 2"), pads=(("ninja-1", "ninja-2"), ("envoy-1",)))
    assert agreed(state, "agreed discard red 5").on_pad("red") == 5
    assert agreed(state, "agreed discard red 1").top("red").named == {"ninja-2"}
    heap = position(("", ""), pads=(("farmer 3", "ninja-1", "ninja-2"), ()))
    fewer = agreed(heap, "agreed discard red 4").layers("red")
    assert fewer == (Cards(2), some("ninja-1"), some("ninja-2")), "one from below"
    assert agreed(state, "agreed hand 2 9").hand("2").number == 9
    assert agreed(state, "agreed hand 1 2").hand("1").cards.unnamed == 2
    assert agreed(state, "agreed stock left 3").piles[0] == 3
    assert agreed(state, "agreed stock right 0").empty == {"right"}


def test_no_entry_offers_more_than_there_is_nor_less() -> None:
    """Figures come from the box, cards from the face-down piles; with missions three rounds are played (CG-7)."""

    def values(key: str, **about: str) -> list[object]:
        return [choice.value for choice in entry(state, key, **about).choices]

    state = position(
        ("farmer 2", "monk 1"), pads=(("ninja-1",), ()), unseen=3, variant="both", figures=(1, 2)
    )
    assert state.supply == 1
    assert (values("figures", player="red"), values("figures", player="blue")) == ([0, 1, 2], [0, 1, 2, 3])
    assert (values("hand", player="red"), values("hand", player="blue")) == ([*range(6)], [*range(5)])
    assert (values("discard", pad="red"), values("discard", pad="blue")) == ([*range(5)], [*range(4)])
    assert values("round") == [1, 2, 3]


def test_whose_turn_round_starter_figures_and_points() -> None:
    state = position(("farmer 5", "monk 2"), variant="figures")
    assert agreed(state, "agreed active 2").active == "2"
    assert agreed(state, "agreed starter 2").starter == "2"
    assert agreed(state, "agreed figures 2 3").figures == (0, 3)
    third = agreed(state, "agreed round 3")
    assert (third.round, third.scores) == (3, ((0, 0), (0, 0)))
    scored = agreed(third, "agreed score 2 77")
    assert (scored.totals(), entry(scored, "score", player="blue").now) == ((0, 77), 77)
    assert agreed(state, "agreed step deal").stock.number == 110
    ended = agreed(scored, "agreed step score")
    assert ended.totals() == (0, 77)
    assert after(ended, act.Proceed()).starter == "1"


def test_cg_0_nobody_rolls_for_the_start_of_a_later_round() -> None:
    """The first player starts it, if nobody was told to before."""
    state = after(RULES.table_game(), act.Players(2, "none"))
    rolled = replace(state, rollers=("1", "2"), rolls=(3,))
    for number, starter in ((2, "1"), (3, "1")):
        later = agreed(rolled, f"agreed round {number}")
        assert (later.step, later.starter, later.rollers, later.rolls) == ("deal", starter, (), ())


def test_points_of_earlier_rounds_are_agreed_on_and_those_of_this_one_are_counted_again() -> None:
    state = position(("farmer 5", "monk 2"), step="score", round=2, scores=((5, 9), (6, 8)))
    assert entry(state, "score", player="red").now == 5
    assert agreed(state, "agreed score 1 7").scores == ((7, 0), (6, 0))


def test_cg_6_points_put_right_leave_the_best_round_as_it_was() -> None:
    """Each had 119 and 120; the best round of the second player, 50, decides once the first has a point more."""
    state = position(("farmer 5", "monk 2"), round=4, scores=((40, 40, 39), (50, 50, 20)))
    right = agreed(state, "agreed score 1 120")
    assert right.scores == ((40, 40, 40), (50, 50, 20))
    assert after(agreed(right, "agreed step score"), act.Proceed()).winner == "2"
    for total, rounds in ((90, (40, 40, 10)), (60, (40, 20, 0)), (0, (0, 0, 0)), (500, (40, 40, 420))):
        assert agreed(state, f"agreed score 1 {total}").scores[0] == rounds


def test_a_round_that_is_dealt_again_scores_once() -> None:
    state = position(("farmer 5", "monk 2"), step="score", round=2, scores=((5, 9), (6, 8)))
    again = agreed(state, "agreed step deal")
    assert (again.step, again.scores) == ("deal", ((5,), (6,)))
    assert agreed(agreed(state, "agreed over 1"), "agreed step deal").scores == ((5,), (6,))


def test_a_draw_from_empty_piles_and_pads_is_over_and_any_other_step_is_not() -> None:
    state = position(("farmer 5", "monk 2"), pads=(("ninja-1",), ()))
    assert agreed(state, "agreed step draw").step == "draw"
    empty = agreed(state, "agreed discard red 0", "agreed stock left 0", "agreed stock right 0")
    assert empty.step == "play"


def test_cg_7_who_takes_a_later_round_over_reveals_one_mission_at_its_end() -> None:
    """The others were revealed before; nobody tells the table which ones."""
    second = agreed(begun(2, "missions"), "agreed round 2")
    assert [held.number for held in second.missions] == [2, 2]
    ended = after(second, act.Emptied("left"), act.Draw("right"), act.Discard("farmer-1", "red"))
    once = after(ended, act.Reveal("mission-b-1"), act.Reveal("mission-a-1"))
    assert (once.step, once.letters) == ("score", ("ac", "bc"))
    third = after(once, act.Proceed())
    assert [held.number for held in third.missions] == [1, 1]
    assert [held.number for held in agreed(third, "agreed round 1").missions] == [2, 2]


def test_cg_7_a_round_that_people_end_takes_a_mission_of_everybody_and_gives_it_back() -> None:
    """Whoever skips the missions of a round reveals one in the next, not two."""
    ended = agreed(begun(2, "missions"), "agreed step score")
    assert [held.number for held in ended.missions] == [2, 2]
    assert [held.number for held in agreed(ended, "agreed step play").missions] == [3, 3]
    second = after(ended, act.Proceed(), act.Deal(), act.Emptied("left"), act.Draw("right"))
    revealed = after(second, act.Discard("farmer-1", "red"), act.Reveal("mission-b-1"))
    assert (revealed.step, revealed.active) == ("mission", "2")


def test_cg_7_people_say_that_missions_are_next() -> None:
    """Of a round that is over: everybody who has not revealed one yet does, and no more than that."""
    state = agreed(begun(2, "missions"), "agreed step mission")
    assert (state.step, state.active, state.scores) == ("mission", "1", ((), ()))
    once = after(state, act.Reveal("mission-b-1"))
    assert (agreed(once, "agreed hand 2 4").step, agreed(once, "agreed hand 2 4").active) == ("mission", "2")
    scored = after(once, act.Reveal("mission-a-1"))
    assert (scored.step, [held.number for held in scored.missions]) == ("score", [2, 2])
    assert agreed(scored, "agreed step mission") == scored
    back = agreed(agreed(scored, "agreed step play"), "agreed step mission")
    assert (back.step, back.bonus) == ("score", scored.bonus)
    assert "mission" in [choice.value for choice in entry(begun(2, "both"), "step").choices]
    assert "mission" not in [choice.value for choice in entry(begun(2), "step").choices]


def test_cg_7_in_the_second_round_the_missions_that_people_say_are_next_are_two_of_three() -> None:
    """Of the letters that nobody has told yet, as many as rounds are left, this one among them."""
    state = agreed(begun(2, "missions"), "agreed round 2", "agreed step mission")
    assert [held.number for held in state.missions] == [2, 2]
    (asked,) = (each for each in PROCEDURE.prompts(Table(state)) if each.player == "red")
    assert (asked.key, asked.figure("left")) == ("reveal", 2)


def test_cg_8_whose_turn_people_say_it_is_may_return_the_figures_of_earlier_ones() -> None:
    state = position(
        ("farmer 5", "monk 2"), variant="figures", figures=(1, 1), fresh=(1, 1), sets={"1": {"envoy": 2}}
    )
    turned = agreed(state, "agreed active 2")
    assert turned.fresh == (1, 0)
    assert not RULES.refusals(turned, act.Strike("envoy"))


def test_cg_8_of_figures_that_people_count_as_gone_none_is_of_this_turn() -> None:
    """Of fewer figures no more were gained in this turn; one that is counted later may be returned at once."""
    state = position(
        ("farmer 5", "monk 2"), variant="figures", figures=(1, 0), fresh=(1, 0), sets={"2": {"envoy": 2}}
    )
    assert RULES.refusals(state, act.Strike("envoy"))
    none = agreed(state, "agreed figures 1 0")
    assert none.fresh == (0, 0)
    assert not RULES.refusals(agreed(none, "agreed figures 1 1"), act.Strike("envoy"))


def test_cg_4_a_set_that_people_count_as_gone_is_on_the_pad_that_takes_it() -> None:
    state = after(
        position(("farmer 5", "monk 2"), sets={"2": {"farmer": 4}}, pads=(("envoy-1",), ())),
        lay(*cards("farmer 5")),
    )
    assert state.step == "displace"
    gone = agreed(state, "agreed active 2")
    assert (gone.on_pad("red"), gone.on_pad("blue")) == (1, 4)


def test_two_players_are_red_and_blue_to_people_and_numbers_in_the_record() -> None:
    def said(state: State, key: str) -> tuple[object, list[object], set[str]]:
        (found,) = (each for each in entries(state) if each.key == key)
        changes = {word for choice in found.choices for text in choice.changes for word in text.split()[2:]}
        return found.now, [choice.value for choice in found.choices], changes

    two, three = position(("farmer 5", "monk 2")), position(("farmer 5", "monk 2", ""), active="3")
    assert said(two, "active") == ("red", ["red", "blue"], {"2"})
    assert said(three, "active") == ("3", ["1", "2", "3"], {"1", "2"})
    assert said(replace(two, step="over", winner="1 2"), "over")[:2] == ("red blue", ["red", "blue"])
    assert said(replace(two, starter=None), "starter")[0] == "none"
    assert [dict(each.figures)["player"] for each in entries(two) if each.key == "hand"] == ["red", "blue"]


def test_two_players_are_red_and_blue_in_what_was_agreed_and_figures_stay_figures() -> None:
    state = position(("farmer 5", "monk 2"), variant="figures", round=2)
    for text, said in (
        ("agreed hand 2 1", "agreed hand blue 1"),
        ("agreed figures 1 2", "agreed figures red 2"),
        ("agreed score 2 2", "agreed score blue 2"),
        ("agreed owner monk 1", "agreed owner monk red"),
        ("agreed active 2", "agreed active blue"),
        ("starter 2", "starter blue"),
        ("agreed round 2", "agreed round 2"),
        ("agreed discard red 1", "agreed discard red 1"),
        ("agreed size monk 2", "agreed size monk 2"),
    ):
        assert PROCEDURE.said(state, text) == said


def test_a_displaced_set_under_way_is_settled_when_the_step_is_agreed_on() -> None:
    state = after(position(("farmer 5", ""), sets={"2": {"farmer": 4}}), lay(*cards("farmer 5")))
    settled = agreed(state, "agreed step draw")
    assert (settled.step, settled.displaced, settled.on_pad("red")) == ("draw", None, 4)


def test_the_end_may_be_agreed_on_and_taken_back() -> None:
    state = agreed(position(("farmer 5", "monk 2")), "agreed over 2")
    assert (state.step, state.winner) == ("over", "2")
    again = agreed(state, "agreed step play")
    assert (again.step, again.winner) == ("play", None)


def test_an_end_before_the_first_round_begins_is_taken_back_to_the_deal() -> None:
    """Nobody has been told to start yet, so nobody can draw (CG-0)."""
    ended = agreed(after(RULES.table_game(), act.Players(2, "none")), "agreed over 1")
    assert not [each for each in entries(ended) if each.key in ("hand", "stock", "active")]
    for change in ("agreed step deal", "agreed starter 2"):
        again = agreed(ended, change)
        assert (again.step, again.winner, again.hands[0].number) == ("deal", None, 0)
    assert agreed(ended, "agreed starter 2").starter == "2"


def test_an_end_in_a_round_is_taken_back_into_it_whatever_of_it_is_there() -> None:
    """Cards in hands, in a set, or on a pad: one of them is enough to know that they were dealt."""
    for there in (
        position(("farmer 5", "")),
        position(("", ""), sets={"2": {"monk": 3}}),
        position(("", ""), pads=(("ninja-1",), ())),
    ):
        again = agreed(agreed(there, "agreed over 1"), "agreed round 2")
        assert again.step in ROUND_STEPS
        assert (again.winner, again.stock) == (None, there.stock)


def test_an_end_between_two_rounds_is_taken_back_to_the_deal() -> None:
    scored = agreed(begun(), "agreed step score")
    ended = agreed(after(scored, act.Proceed()), "agreed over 1")
    again = agreed(ended, "agreed score 1 7")
    assert (again.step, again.round, again.starter, again.stock.number) == ("deal", 2, "1", 110)
    assert agreed(agreed(scored, "agreed over 1"), "agreed step score") == scored


def test_what_lies_there_may_be_taken_as_it_lies() -> None:
    """A running game is taken over: sets by side and column, and the discard piles."""
    hands = Hands(begun())
    for card in first("farmer", 3):
        hands.lay(card, "2 blue", settled=None)
    for card in first("monk", 2):
        hands.lay(card, "4 red", settled=None)
    hands.lay("ninja-1", "pad blue", settled=None)
    (choice,) = entries(hands.state, hands.seen)[0].choices
    assert choice.value == 6, "so many cards, in two sets and a pile"
    state = agreed(hands.state, *choice.changes)
    farmers, monks = state.set_of("farmer"), state.set_of("monk")
    assert farmers is not None
    assert monks is not None
    assert (farmers.owner, farmers.size, {column for _, column in farmers.columns}) == ("2", 3, {"2"})
    assert (monks.owner, monks.size) == ("1", 2)
    assert state.top("blue").named == {"ninja-1"}
    assert state.stock.number == 110 - 6 - 6
    assert entries(state, hands.seen)[0].choices == ()


def taken_as_it_lies(hands: Hands) -> None:
    """People take what is read as it lies."""
    (choice,) = entries(hands.state, hands.seen)[0].choices
    for change in choice.changes:
        hands.table = hands.referee.overruled(hands.table, change, hands.seen)
    hands.judge()


def test_what_is_taken_as_it_lies_waits_for_ok_no_more() -> None:
    hands = playing(position(("farmer 5", ""), pads=((), ("monk-1",))))
    hands.lay_all(cards("farmer 5")[:2], "1 red")
    taken_as_it_lies(hands)
    farmers = hands.state.set_of("farmer")
    assert farmers is not None
    assert (farmers.size, hands.table.held.laid) == (2, frozenset())
    assert (hands.asked_for[0], hands.codes, hands.corrections) == ("lay-or-discard", [], ())
    hands.lay("farmer-18", "pad red")
    taken_as_it_lies(hands)
    assert (hands.state.top("red").named, hands.table.held.laid) == ({"farmer-18"}, frozenset())
    hands.lay("farmer-19", "pad blue").press("press ok red")
    assert hands.done == [act.Discard("farmer-19", "blue")]


def chosen(hands: Hands, value: int | str, key: str, **about: str) -> Hands:
    """People agree on a value of an entry, and hands go on."""
    (entry,) = (
        each
        for each in PROCEDURE.overrides(hands.table, hands.seen)
        if (each.key, dict(each.figures)) == (key, about)
    )
    (choice,) = (each for each in entry.choices if each.value == value)
    for change in choice.changes:
        hands.table = hands.referee.overruled(hands.table, change, hands.seen)
    hands.judge()
    return hands


def test_cg_3_what_lies_there_of_a_set_that_is_agreed_to_be_smaller_is_not_laid_again() -> None:
    state = RULES.view(known(position(("monk 5", ""), sets={"1": {"monk": 3}}), monk="3"), "anyone")
    hands = chosen(playing(state).lift("monk-3"), 2, "size", kind="monk")
    there = hands.state.set_of("monk")
    assert there is not None
    assert there.cards == Cards(2, frozenset({"monk-1", "monk-2"}))
    assert (hands.table.held.laid, hands.asked_for[0]) == (frozenset(), "lay-or-discard")
    # The third one was in the hand after all: it is laid as any other, in the column in which it was, too.
    hands.lay_all(("monk-3", "monk-16", "monk-17"), "3 red").press("press ok red")
    assert (hands.state.step, hands.state.set_of("monk").size) == ("displace", 3)


def test_cg_3_of_more_that_lie_there_than_people_agree_on_any_is_of_the_set() -> None:
    state = RULES.view(known(position(("monk 5", ""), sets={"1": {"monk": 3}}), monk="3"), "anyone")
    hands = chosen(playing(state), 2, "size", kind="monk")
    assert (hands.table.held.laid, hands.codes, hands.corrections) == (frozenset(), [], ())
    hands.lift("monk-1").lay("monk-1", "4 red")
    assert (hands.codes, hands.table.held.laid) == ([], frozenset({("monk-1", Zone("4", "red"))}))


def test_cg_3_of_a_smaller_set_of_which_nothing_is_read_nobody_knows_the_cards() -> None:
    state = RULES.view(known(position(("monk 5", ""), sets={"1": {"monk": 3}}), monk="3"), "anyone")
    hands = chosen(Hands(state), 2, "size", kind="monk")
    there = hands.state.set_of("monk")
    assert there is not None
    assert there.cards == Cards(2)
    assert {column for _, column in there.columns} == {"3"}, "they are silent where they lie"
    hands.lay_all(first("monk", 3), "3 red")
    assert (hands.table.held.laid, hands.codes, hands.asked_for[0]) == (frozenset(), [], "lay-or-discard")


def test_cg_3_silent_cards_of_a_smaller_set_are_not_laid_when_they_are_heard_again() -> None:
    state = RULES.view(known(position(("monk 5", ""), sets={"1": {"monk": 4}}), monk="3345"), "anyone")
    hands = playing(state).lift("monk-2").lift("monk-3").lift("monk-4")
    there = chosen(hands, 3, "size", kind="monk").state.set_of("monk")
    assert there is not None
    assert there.cards == Cards(3, frozenset({"monk-1"}))
    hands.lay("monk-2", "3 red").lay("monk-4", "5 red")
    assert (hands.table.held.laid, hands.codes, hands.asked_for[0]) == (frozenset(), [], "lay-or-discard")
    # Beside them it counts, whichever has gone.
    hands.lay("monk-3", "2 red").lay_all(("monk-16", "monk-17", "monk-18"), "2 red").press("press ok red")
    assert (hands.state.step, hands.state.set_of("monk").size) == ("displace", 4)
    hands.lift("monk-1").lay("monk-1", "pad red").press("press ok red")
    assert hands.corrections_told() == ["take monk-2 3 red", "take monk-4 5 red"]


def unsure(**others: Any) -> Hands:
    """People agree on three of red's four monks, of which two in column 4 are silent: one of these was in a hand."""
    laid = position(("monk 5", "ninja 2"), pads=(("envoy-1",), ("envoy-2",)), **others)
    state = RULES.view(known(laid, monk="3344", farmer="2"), "anyone")
    return chosen(playing(state).lift("monk-3").lift("monk-4"), 3, "size", kind="monk")


def test_cg_3_a_card_of_which_nobody_knows_is_not_carried_for_one_that_waits_where_it_lay() -> None:
    hands = unsure(sets={"1": {"monk": 4}}).lay_all(("monk-16", "monk-17", "monk-18"), "4 red")
    hands.lay("monk-4", "2 red")
    assert (hands.codes, len(hands.table.held.laid)) == ([], 4)
    hands.press("press ok red")
    assert hands.state.step == "displace"


def drawn_again(**others: Any) -> Hands:
    """One of the two silent monks was discarded and drawn again; it waits with three others where it lay."""
    hands = unsure(**others).lay("monk-4", "pad red")
    hands.press("press ok red")
    hands.press("press ok blue")
    hands.lay(cards("ninja 2")[0], "pad blue").press("press ok blue")
    hands.lift("monk-4").press("press column 1 red")
    return hands.lay_all(("monk-16", "monk-17", "monk-18", "monk-4"), "4 red")


@pytest.mark.parametrize("laid", [3, 1], ids=["card by card", "with ok"])
def test_cg_3_what_is_known_to_be_elsewhere_is_laid_where_it_lay_and_stays(laid: int) -> None:
    hands = drawn_again(sets={"1": {"monk": 4}})
    assert (hands.codes, len(hands.table.held.laid)) == ([], 4)
    hands.press("press ok red")
    for card in first("monk", laid):
        hands.lift(card, settled=None).lay(card, "pad red")
    hands.press("press ok red")
    assert (hands.state.displaced, "take monk-4 4 red" in hands.corrections_told()) == (None, False)


def test_cg_8_what_is_known_to_be_elsewhere_stays_while_a_figure_takes_a_card() -> None:
    hands = drawn_again(sets={"1": {"monk": 4}, "2": {"farmer": 3}}, variant="figures", figures=(1, 0))
    hands.press("press ok red")
    hands.lift("monk-1").lay("monk-1", "pad red").press("hold column 2 red")
    hands.lift("farmer-1").lay("farmer-1", "pad blue")
    assert (hands.state.displaced, hands.codes) == (None, [])
    assert "take monk-4 4 red" not in hands.corrections_told()


def test_cg_4_what_lies_on_a_pad_of_fewer_cards_than_before_is_no_discard() -> None:
    """The one in the middle has gone."""
    state = position(("farmer 5", ""), pads=(("monk-1", "ninja-1", "envoy-1"), ("shogun-1",)))
    hands = chosen(playing(state).lift("ninja-1"), 2, "discard", pad="red")
    assert [layer.named for layer in hands.state.layers("red")] == [{"monk-1"}, {"envoy-1"}]
    assert (hands.table.held.laid, hands.codes, hands.asked_for[0]) == (frozenset(), [], "lay-or-discard")
    assert not hands.press("press ok red")
    assert hands.done == []


def test_cg_4_a_face_down_pile_gets_no_card_that_is_read_on_a_pad() -> None:
    """What it has more was no discard, so discards are fewer that are not read, the lowest ones first."""
    state = position(("farmer 5", ""), pads=(("monk-1", "ninja-1", "envoy-1"), ("shogun-1", "monk-2")))
    hands = playing(state).lift("ninja-1").lift("shogun-1")
    left = state.piles[0]
    (found,) = (each for each in entries(hands.state, hands.seen) if each.figures == (("pile", "left"),))
    assert max(choice.value for choice in found.choices) == left + 2
    chosen(hands, left + 1, "stock", pile="left")
    assert [layer.named for layer in hands.state.layers("red")] == [{"monk-1"}, {"envoy-1"}]
    chosen(hands, left + 2, "stock", pile="left")
    assert [layer.named for layer in hands.state.layers("blue")] == [{"monk-2"}]
    assert (hands.table.held.laid, hands.codes, hands.asked_for[0]) == (frozenset(), [], "lay-or-discard")
    # In older records nobody said what is read.
    older = agreed(state, f"agreed stock left {left + 1}").layers("red")
    assert [layer.named for layer in older] == [{"ninja-1"}, {"envoy-1"}]


def test_cg_4_a_pile_has_no_fewer_cards_than_are_read_there() -> None:
    hands = playing(position(("farmer 5", ""), pads=(("monk-1", "envoy-1"), ("shogun-1",))))
    (found,) = (each for each in entries(hands.state, hands.seen) if each.figures == (("pad", "red"),))
    assert min(choice.value for choice in found.choices) == 2


def test_fewer_of_a_set_on_a_pile_are_those_that_are_read() -> None:
    state = position(("farmer 5", ""), pads=(("monk-1, monk-2, monk-3", "envoy-1"), ()))
    piled = agreed(state, "agreed discard red monk-3 envoy-1 3").layers("red")
    assert piled == (Cards(2, frozenset({"monk-3"})), Cards(1, frozenset({"envoy-1"})))
    fewest = agreed(state, "agreed discard red monk-3 envoy-1 2").layers("red")
    assert fewest == (Cards(1, frozenset({"monk-3"})), Cards(1, frozenset({"envoy-1"})))


def test_silent_cards_stay_where_they_were_when_the_rest_is_taken_as_it_lies() -> None:
    hands = playing(known(position(("", "monk 2"), active="2", sets={"1": {"farmer": 8}}), farmer="3"))
    for card in first("farmer", 4):
        hands.lift(card, settled=None)
    hands.lift("farmer-8", settled=None).lay("farmer-8", "4 red", settled=None)
    (choice,) = entries(hands.state, hands.seen)[0].choices
    there = agreed(hands.state, *choice.changes).set_of("farmer")
    assert there is not None
    assert there.size == 8
    assert dict(there.columns)["farmer-8"] == "4"


def both_sides(hands: Hands, red: int, blue: int) -> list[object]:
    """What is taken where so many monks lie on either side: owner and size, and who is told that theirs are no set."""
    monks = first("monk", red + blue)
    for number, card in enumerate(monks):
        hands.lay(card, "3 red" if number < red else "2 blue", settled=None)
    entry = entries(hands.state, hands.seen)[0]
    state = agreed(hands.state, *(change for choice in entry.choices for change in choice.changes))
    there = state.set_of("monk")
    against = {(reason.code, reason.player, reason.figure("needed")) for reason in entry.refusals}
    return [there and (there.owner, there.size), *sorted(against)]


@pytest.mark.parametrize(
    ("recorded", "red", "blue", "taken"),
    [
        (2, 2, 3, [("2", 3), ("too-few", "red", 4)]),
        (3, 3, 3, [("1", 3), ("too-few", "blue", 4)]),
        (4, 4, 3, [("1", 4), ("too-few", "blue", 5)]),
        (3, 4, 4, [("1", 4), ("too-few", "blue", 5)]),
        (0, 2, 3, [("2", 3), ("too-few", "red", 4)]),
        (0, 3, 3, [None, ("too-few", "blue", 4), ("too-few", "red", 4)]),
    ],
)
def test_cg_3_of_a_kind_on_both_sides_the_larger_set_is_taken_as_it_lies(
    recorded: int, red: int, blue: int, taken: list[object]
) -> None:
    """It is not added to the smaller one, and of two equal ones the recorded one stays."""
    laid = known(position(("monk 9", ""), sets={"1": {"monk": recorded}} if recorded else {}), monk="3")
    assert both_sides(Hands(RULES.view(laid, "anyone")), red, blue) == taken


def test_cg_3_a_set_carried_across_is_taken_with_its_silent_cards_and_one_on_a_pad_is_none() -> None:
    state = known(position(("", "monk 2"), active="2", sets={"1": {"farmer": 5}}), farmer="3")
    carried, displaced = Hands(state), Hands(state)
    for card in first("farmer", 3):
        carried.lay(card, "4 blue", settled=None)
    there = as_it_lies(carried, state).set_of("farmer")
    assert there is not None
    assert (there.owner, there.size) == ("2", 5)
    for card in first("farmer", 5):
        displaced.lay(card, "pad red", settled=None)
    for card in ("farmer-6", "farmer-7"):
        displaced.lay(card, "2 blue", settled=None)
    there = as_it_lies(displaced, state).set_of("farmer")
    assert there is not None
    assert (there.owner, there.size) == ("2", 2)


def as_it_lies(hands: Hands, state: State) -> State:
    """The state after people agreed to take what lies there."""
    (choice,) = entries(state, hands.seen)[0].choices
    state = agreed(state, *choice.changes)
    assert entries(state, hands.seen)[0].choices == ()
    return state


def test_cards_that_are_read_are_among_those_that_were_counted() -> None:
    """Two of eight were missing, so people agreed on six, of which nobody knew the names; four of them are read."""
    hands = playing(known(position(("", "monk 2"), active="2", sets={"1": {"farmer": 8}}), farmer="3"))
    for card in first("farmer", 8)[4:]:
        hands.lift(card, settled=None)
    there = as_it_lies(hands, agreed(hands.state, "agreed size farmer 6")).set_of("farmer")
    assert there is not None
    assert there.cards == Cards(6, frozenset(first("farmer", 4)))
    assert dict(there.columns) == dict.fromkeys(first("farmer", 8), "3"), "two of the silent four are left"
    more = agreed(hands.state, "agreed size farmer 9")
    assert entries(more, hands.seen)[0].choices == (), "all that is read lies there already"


def test_the_order_of_a_pile_stays_as_it_was_whatever_is_read_first() -> None:
    state = position(("farmer 2", ""), pads=(("monk-1", "envoy-1"), ()))
    hands = Hands(state)
    for card in ("envoy-1", "monk-1"):
        hands.lay(card, "pad red", settled=None)
    assert entries(state, hands.seen)[0].choices == ()
    hands.lay("ninja-1", "1 blue", settled=None)
    assert as_it_lies(hands, state).top("red").named == {"envoy-1"}


def test_a_card_read_on_a_pile_that_was_counted_is_one_of_it() -> None:
    state = agreed(position(("farmer 2", ""), step="draw"), "agreed discard red 5")
    hands = Hands(state)
    hands.lay("monk-1", "pad red", settled=None).lay("ninja-1", "pad blue", settled=None)
    taken = as_it_lies(hands, state)
    assert taken.discards == (
        (Cards(5, frozenset({"monk-1"})),),
        (Cards(1, frozenset({"ninja-1"})),),
    )


def test_a_set_that_goes_to_the_player_beside_lies_where_it_did() -> None:
    hands = playing(known(position(("", "", ""), sets={"1": {"monk": 3}}), monk="4"))
    beside = agreed(hands.state, "agreed owner monk 3").set_of("monk")
    across = agreed(hands.state, "agreed owner monk 2").set_of("monk")
    assert beside is not None
    assert across is not None
    assert (dict(beside.columns), across.columns) == (dict.fromkeys(first("monk", 3), "4"), frozenset())


@pytest.mark.parametrize(
    "words",
    [
        *("", "agreed", "agree over 1", "agreed size farmer 99", "agreed hand 5 1", "agreed over 3"),
        *("agreed discard red farmer-1 0", "agreed size monk monk-1 2", "agreed size farmer farmer-9 1"),
        *("agreed position farmer-1", "agreed position farmer-99:1:red", "agreed position farmer-1:7:red"),
    ],
)
def test_other_words_are_no_agreement(words: str) -> None:
    with pytest.raises(RulesError):
        PROCEDURE.overrule(Table(position(("farmer 5", "monk 2"))), words)


@pytest.mark.slow
@settings(max_examples=often(12, 60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(45)  # no card is left in the face-down piles, in the middle of a draw
@given(st.integers(0, 2**32 - 1))
def test_whatever_people_agree_on_the_game_goes_on_to_its_end(seed: int) -> None:
    rng = random.Random(seed)
    hands = at_table(somewhere(rng), rng)
    state = hands.state
    for _ in range(4):
        each = rng.choice([one for one in entries(state, hands.seen) if one.choices])
        choice = rng.choice(each.choices)
        before = state
        state = agreed(state, *choice.changes)
        event(each.key)
        if not choice.changes:
            assert state == before
        elif each.key not in (POSITION, "step", "over"):
            same = [
                one
                for one in entries(state, hands.seen)
                if (one.key, one.figures) == (each.key, each.figures)
            ]
            assert all(one.now == choice.value for one in same), (each.key, choice.value)
        if state.winner is not None:
            return
        assert RULES.actors(state)
    *_, (_, last) = played(rng, state)
    assert last.winner is not None
    check_state(last)


def across() -> Hands:
    """Three farmers of Red's are agreed to be Blue's, and hands carry them over, two of them to one column."""
    laid = position(("farmer 5", "monk 4"), sets={"1": {"farmer": 3}}, pads=(("envoy-1",), ("envoy-2",)))
    hands = playing(RULES.view(known(laid, farmer="3"), "anyone"))
    chosen(hands, "blue", "owner", kind="farmer")
    assert set(hands.codes) == {"card-elsewhere"}, "they lie on Red's side still"
    for card, column in zip(first("farmer", 3), "114", strict=True):
        hands.lift(card).lay(card, f"{column} blue")
    assert (hands.codes, hands.corrections) == ([], ())
    return hands


def test_cg_3_a_set_that_is_a_player_s_of_the_other_side_lies_there_in_any_column() -> None:
    hands = across()
    hands.lift("farmer-1").lay("farmer-1", "5 blue")
    assert (hands.codes, hands.state.set_of("farmer").size) == ([], 3)
    hands.lay("farmer-2", "2 red")
    assert hands.codes == ["card-elsewhere"], "not on the side that it came from"
    hands.lift("farmer-2").lay("farmer-2", "2 blue")
    hands.lay_all(cards("farmer 5"), "1 red").press("press ok red")
    assert (hands.state.step, hands.codes) == ("displace", [])
    hands.lift("farmer-2").lay("farmer-2", "pad red").press("press ok blue")
    assert (hands.state.on_pad("red"), hands.codes) == (4, [])
    assert hands.corrections_told() == ["take farmer-3 4 blue", "take farmer-1 5 blue"]


def test_cg_3_who_was_not_read_as_a_set_was_taken_as_it_lies_lies_in_any_column_still() -> None:
    hands = across()
    hands.lift("farmer-3")
    (entry,) = (each for each in PROCEDURE.overrides(hands.table, hands.seen) if each.key == "position")
    for change in entry.choices[-1].changes:
        hands.table = hands.referee.overruled(hands.table, change, hands.seen)
    sets = hands.state.set_of("farmer")
    assert (sets.size, {card for card, _ in sets.columns}) == (3, {"farmer-1", "farmer-2"})
    hands.lay("farmer-3", "5 blue")
    assert (hands.codes, hands.corrections) == ([], ())


def test_cg_3_its_owner_may_lay_a_larger_set_beside_one_that_came_from_the_other_side() -> None:
    hands = across()
    chosen(hands, "blue", "active")
    hands.lay_all(first("farmer", 9)[3:7], "1 blue")
    hands.press("press ok blue")
    assert (hands.state.step, hands.state.set_of("farmer").size, hands.codes) == ("displace", 4, [])


def leaving() -> Hands:
    """Four farmers of Blue's leave for five of Red's."""
    laid = position(("farmer 5", "monk 2"), sets={"2": {"farmer": 4}}, pads=(("envoy-1",), ("envoy-2",)))
    hands = playing(RULES.view(known(laid, farmer="3"), "anyone"))
    hands.lay_all(cards("farmer 5"), "1 red").press("press ok red")
    assert hands.state.step == "displace"
    return hands


@pytest.mark.parametrize("pad", ["red", "blue"])
@pytest.mark.parametrize(
    ("key", "value"), [("active", "blue"), ("step", "draw"), ("step", "play"), ("over", "red")]
)
def test_cg_4_a_set_stays_on_the_pad_that_its_owner_has_begun_whatever_people_agree_on(
    key: str, value: str, pad: str
) -> None:
    hands = leaving()
    for card in ("farmer-1", "farmer-2"):
        hands.lift(card).lay(card, f"pad {pad}")
    chosen(hands, value, key)
    assert (hands.state.displaced, hands.table.held.laid) == (None, frozenset())
    assert hands.state.on_pad(pad) == 5
    assert hands.corrections_told() == (
        ["take farmer-3 3 blue", "take farmer-4 3 blue"] if key != "over" else []
    )


@pytest.mark.parametrize(("key", "value"), [("active", "blue"), ("step", "draw"), ("over", "red")])
def test_cg_4_what_undo_asks_back_of_a_set_lies_in_its_pile_once_people_agree(key: str, value: str) -> None:
    """Nobody has lifted it from the pad where it belongs by now."""
    hands = leaving()
    for card in first("farmer", 4):
        hands.lift(card).lay(card, "pad blue")
    hands.press("hold dice")
    assert hands.corrections_told() == ["take farmer-4 pad blue"]
    chosen(hands, value, key)
    assert (hands.state.on_pad("blue"), hands.corrections) == (5, ())


def test_cg_4_the_record_names_the_pad_of_a_set_under_way_only_where_it_is_not_the_first() -> None:
    def said(hands: Hands) -> list[str]:
        found = PROCEDURE.overrides(hands.table, hands.seen)
        words = [
            choice.changes for each in found if each.key in ("active", "over") for choice in each.choices
        ]
        return [text for changes in words for text in changes]

    begun = leaving().lift("farmer-1").lay("farmer-1", "pad blue")
    assert said(begun) == ["agreed active blue 2", "agreed over blue 1", "agreed over blue 2"]
    first = ["agreed active 2", "agreed over 1", "agreed over 2"]
    assert said(leaving()) == said(leaving().lift("farmer-1").lay("farmer-1", "pad red")) == first
    assert agreed(begun.state, "agreed active blue 2").on_pad("blue") == 5
    assert agreed(begun.state, "agreed active 2").on_pad("red") == 5
    for state, words in (
        (begun.state, "agreed active left 2"),
        (begun.state, "agreed hand blue 2"),
        (position(("farmer 5", "monk 2")), "agreed active blue 2"),
    ):
        with pytest.raises(RulesError):
            agreed(state, words)
