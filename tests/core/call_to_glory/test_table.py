"""Call to Glory at the table: gestures, what is asked, what is refused, and piles in which cards fall silent."""

from __future__ import annotations

import pytest
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import Cards
from signifer_core.games.call_to_glory.table.buttons import ROLL_OFF, entered
from signifer_core.layout import Layout, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import FREE, Roll, Table
from signifer_core.rules import Fix, Verb

from .hands import Hands, known, playing
from .states import RULES, begun, cards, first, position

# Who plays, and who starts


def test_buttons_say_how_many_play_and_with_which_variant() -> None:
    hands = Hands(RULES.table_game())
    assert hands.asked_for == ["players", "players"]
    hands.press("press ok red")
    assert [prompt.key for prompt in hands.prompts] == ["say-number"]
    hands.press("press column 3 blue")
    hands.press("press column 1 red")
    hands.press("press column 1 red")
    hands.press("press column 5 red")
    hands.press("press ok blue")
    assert hands.done == [act.Players(3, "figures")]
    assert hands.state.step == "deal"


def test_undo_takes_back_what_was_said_last_and_what_was_said_before_holds_again() -> None:
    hands = Hands(RULES.table_game())
    for column in (1, 3, 1, 1, 1, 1, 4, 4):
        hands.press(f"press column {column} red")
    for said in (
        (3, "missions"),
        (3, "none"),
        (3, "both"),
        (3, "figures"),
        (3, "missions"),
        (None, "missions"),
    ):
        hands.press("hold dice")
        assert entered(hands.table) == said
    hands.press("hold dice")
    assert (entered(hands.table), hands.table.held.entered) == ((None, "none"), ())


def test_cg_0_a_round_begins_when_it_is_dealt_and_a_button_says_who_starts() -> None:
    hands = Hands(RULES.apply(RULES.table_game(), act.Players(4, "none")))
    assert hands.asked_for == ["deal", "deal"]
    hands.press("press ok red")
    assert hands.asked_for == ["say-starter", "say-starter"]
    assert hands.press("press ok red") != ()
    hands.press("press column 5 red")
    assert hands.state.step == "deal"
    hands.press("press column 4 red")
    assert (hands.state.step, hands.state.active) == ("draw", "4")
    assert hands.asked_for == ["wait", "draw-two"]


def test_dice_say_who_starts() -> None:
    hands = Hands(RULES.apply(RULES.table_game(), act.Players(2, "none")))
    hands.press("press ok red")
    hands.dice = [3, 3, 2, 6, 1]
    for _ in range(4):
        hands.press("press dice")
    assert hands.done[1:] == [act.Rolled(value) for value in (3, 3, 2, 6)]
    assert (hands.state.step, hands.state.active) == ("draw", "2")
    hands.press("press dice")
    assert hands.state.step == "draw", "a free die"


@pytest.mark.parametrize(
    ("number", "doers"), [(2, ["red", "blue", "red", "blue"]), (3, ["1", "2", "3", "1"])]
)
def test_cg_0_each_die_for_the_start_is_of_who_rolls_it(number: int, doers: list[str]) -> None:
    """Those who share the highest roll again."""
    hands = Hands(RULES.apply(RULES.table_game(), act.Players(number, "none")))
    found, sides = [], []
    for value in (6, 2, 6, 5) if number > 2 else (6, 6, 2, 5):
        state, action = hands.state, act.Rolled(value)
        found.append(hands.procedure.doer_of(state, action))
        sides.append(hands.procedure.player_of(state, action))
        hands.dice = [value]
        hands.press("press dice")
        assert hands.done[-1] == action
    assert (found, sides) == (doers, ["red", "blue", "red", "blue" if number == 2 else "red"])


@pytest.mark.parametrize(("number", "called"), [(2, "blue"), (3, "2")])
def test_cg_0_who_rolls_next_for_the_start_is_called_as_people_do(number: int, called: str) -> None:
    hands = Hands(RULES.apply(RULES.table_game(), act.Players(number, "none")))
    hands.dice = [3]
    hands.press("press dice")
    for asked in hands.procedure.prompts(hands.table):
        assert (asked.key, asked.figure("player")) == ("roll-start", called)


@pytest.mark.parametrize(
    ("hands", "called"), [(("farmer 2", "monk 2"), "blue"), (("farmer 2", "monk 2", ""), "2")]
)
def test_cg_2_who_has_to_wait_is_told_for_whom(hands: tuple[str, ...], called: str) -> None:
    (reason,) = playing(position(hands, active="2")).press("press ok red")
    assert (reason.code, reason.player, reason.figure("active")) == ("not-your-turn", "red", called)


@pytest.mark.parametrize(("variant", "rounds"), [("none", 4), ("missions", 3)])
def test_cg_6_scores_are_read_in_one_round_of_so_many(variant: str, rounds: int) -> None:
    """Four; with missions three (CG-7)."""
    hands = Hands(position(("", ""), step="score", round=2, scores=((5, 9), (6, 8)), variant=variant))
    for asked in hands.procedure.prompts(hands.table):
        assert (asked.key, asked.figure("round"), asked.figure("rounds")) == ("read-scores", 2, rounds)


def test_a_die_of_a_later_deal_is_free() -> None:
    hands = Hands(position(("", ""), step="deal", round=2, starter=None))
    hands.dice = [4]
    hands.press("press dice")
    assert (hands.done, hands.state.rolls) == ([], ())


def test_what_is_done_in_a_turn_is_the_players_side() -> None:
    procedure, state = Hands.procedure, position(("", "monk 2"), active="2")
    assert procedure.player_of(state, act.Draw("left")) == "blue"
    assert procedure.player_of(RULES.table_game(), act.Players(2, "none")) == "red"


# Drawing


def test_cg_1_ok_draws_from_both_face_down_piles() -> None:
    hands = Hands(begun())
    assert [reason.code for reason in hands.press("press ok blue")] == ["not-your-turn"]
    hands.press("press ok red")
    assert hands.done == [act.Draw("left"), act.Draw("right")]
    assert (hands.state.step, hands.asked_for) == ("play", ["lay-or-discard", "wait"])


def test_a_card_lifted_from_a_pad_and_a_button_for_the_other() -> None:
    hands = playing(position(step="draw", pads=(("farmer-1", "monk-1"), ("ninja-1",))))
    assert [reason.code for reason in hands.press("press column 5 red")] == ["nothing-drawn"]
    hands.lift("monk-1")
    assert (hands.refusals, hands.corrections, hands.asked_for[0]) == ((), (), "draw-second")
    assert [reason.code for reason in hands.press("press ok red")] == ["nothing-drawn"]
    hands.press("press column 5 red")
    assert hands.done == [act.Take("monk-1", "red"), act.Draw("right")]
    assert hands.state.hand("1").seen == {"monk-1"}


def test_two_lifted_from_both_pads_end_the_draw_by_themselves() -> None:
    hands = playing(position(step="draw", pads=(("farmer-1", "monk-1"), ("ninja-1",))))
    hands.lift("ninja-1").lift("monk-1")
    assert set(hands.done) == {act.Take("ninja-1", "blue"), act.Take("monk-1", "red")}
    assert hands.state.step == "play"
    assert (hands.refusals, hands.corrections) == ((), ())


def test_a_card_laid_back_before_the_draw_ends_is_not_drawn() -> None:
    hands = playing(position(step="draw", pads=(("farmer-1",), ("ninja-1",))))
    hands.lift("ninja-1").lay("ninja-1", "pad blue")
    assert (hands.asked_for[0], hands.table.held.lifted) == ("draw-two", frozenset())
    hands.press("press ok red")
    assert hands.done == [act.Draw("left"), act.Draw("right")]


def test_cg_1_a_second_card_from_one_pad_is_refused_and_goes_back() -> None:
    hands = playing(position(step="draw", pads=(("farmer-1", "monk-1"), ("ninja-1",))))
    hands.lift("monk-1").judge().lift("farmer-1")
    assert (hands.codes, hands.corrections_told()) == (["same-pile"], ["put farmer-1 pad red"])
    hands.lay("farmer-1", "pad red")
    assert (hands.codes, hands.corrections_told()) == ([], [])


def test_a_card_from_inside_a_pile_is_refused_when_it_is_laid() -> None:
    hands = playing(position(("farmer 2", ""), pads=(("farmer-1", "monk-1"), ("ninja-1",))))
    hands.lift("farmer-1", settled=None).lay("farmer-1", "3 red")
    assert hands.codes == ["not-top"]
    hands.lift("farmer-1").lift("monk-1").lay("monk-1", "3 red")
    assert hands.codes == ["card-elsewhere"]


def test_cg_1_a_card_drawn_and_laid_at_once_is_only_early() -> None:
    """The second one is still to be drawn; then the first may lie there."""
    hands = playing(position(step="draw", pads=(("farmer-1",), ("farmer-2",))))
    hands.lift("farmer-1").lay("farmer-1", "1 red")
    assert (hands.codes, hands.corrections_told()) == (["wrong-phase"], ["take farmer-1 1 red"])
    hands.lift("farmer-2").lay("farmer-2", "1 red")
    assert (hands.state.step, hands.codes, len(hands.table.held.laid)) == ("play", [], 2)


def test_cg_1_who_draws_is_told_that_a_card_goes_back_to_its_pile() -> None:
    hands = playing(position(step="draw", pads=(("farmer-1",), ("monk-1",))))
    hands.lift("farmer-1").lay("farmer-1", "pad blue")
    assert [(reason.code, reason.player) for reason in hands.refusals] == [("card-elsewhere", "red")]


def test_below_the_top_of_a_pile_nothing_is_asked() -> None:
    """Ten cards on a pad, of which only the upper ones are read, or none below the top."""
    layers = tuple(f"farmer-{number}" for number in range(1, 11))
    hands = playing(position(step="draw", pads=(layers, ())))
    for card in layers[:-1]:
        hands.lift(card, settled=None)
    hands.judge()
    assert (hands.refusals, hands.corrections, hands.done) == ((), (), [])
    hands.lift("farmer-10")
    hands.press("press column 1 red")
    assert hands.done == [act.Take("farmer-10", "red"), act.Draw("left")]


def test_of_a_displaced_set_only_what_is_read_can_be_lifted() -> None:
    """Four cards lie on the pad in one layer; one is silent, and is drawn when it has come to be read on top."""
    hands = Hands(position(step="draw", pads=(("farmer 4",), ())))
    silent, *heard = cards("farmer 4")
    hands.lay_all(tuple(heard), "pad red")
    hands.lift(heard[0])
    hands.press("press column 1 red")
    assert hands.done == [act.Take(heard[0], "red"), act.Draw("left")]
    assert silent in hands.state.top("red").named


# Laying a set


def test_a_set_is_laid_card_by_card_counted_and_confirmed() -> None:
    hands = Hands(position(("farmer 5", ""), sets={"2": {"farmer": 3}}))
    farmers = cards("farmer 5")
    hands.lay_all(farmers[:3], "2 red")
    assert [reason.code for reason in hands.press("press ok red")] == ["too-few"]
    prompt = hands.procedure.prompts(hands.table)[0]
    assert (prompt.key, prompt.figure("laid"), prompt.figure("needed")) == ("laying", 3, 4)
    hands.lay_all(farmers[3:], "3 red")
    hands.press("press ok red")
    assert hands.done == [act.Lay(farmers, ("2", "2", "2", "3", "3"))]
    assert hands.state.step == "displace"


def test_until_ok_cards_may_be_lifted_again_and_one_is_no_set() -> None:
    hands = Hands(position(("farmer 2, monk 2", "")))
    hands.lay_all(cards("farmer 2"), "1 red").lift(cards("farmer 2")[0])
    assert (hands.codes, hands.corrections) == ([], ())
    assert [reason.code for reason in hands.press("press ok red")] == ["one-card"]
    hands.lift(cards("farmer 2")[1]).lay_all(cards("monk 2"), "1 red")
    hands.press("press ok red")
    assert hands.done == [act.Lay(cards("monk 2"), ("1", "1"))]


def test_cg_2_what_cannot_be_in_the_set_is_refused_at_once() -> None:
    hands = playing(known(position(("farmer 2, monk 2", ""), sets={"2": {"ninja": 2}}), ninja="4"))
    hands.lay("farmer-20", "1 red").lay("monk-18", "1 red")
    assert (hands.codes, hands.corrections_told()) == (["mixed-kinds"], ["take monk-18 1 red"])
    # Whichever kind comes first in the list, the card laid last is the odd one.
    hands.lift("monk-18").lift("farmer-20").lay("monk-18", "1 red").lay("farmer-20", "1 red")
    assert (hands.codes, hands.corrections_told()) == (["mixed-kinds"], ["take farmer-20 1 red"])
    hands.lift("farmer-20").lift("monk-18").lay("farmer-20", "1 red")
    hands.lay("ninja-1", "1 red")
    assert "cannot-move" in hands.codes
    hands.lift("ninja-1").lay("farmer-19", "1 blue")
    assert sorted(hands.codes) == ["not-your-turn", "wrong-side"]
    hands.lift("farmer-19").lay("field-of-glory:red/spear-2", "1 red")
    assert hands.codes == ["wrong-game"]


@pytest.mark.parametrize(("owner", "fix"), [("1", ("take", "monk-5", "2")), ("2", ("put", "monk-5", "2"))])
def test_cg_3_on_the_other_side_nothing_is_for_ones_own_set(owner: str, fix: tuple[str, str, str]) -> None:
    """A card of another kind, or of a set of theirs, may have been meant for one's own side; to one's own set nothing
    is added."""
    laid = known(position(("farmer 2", ""), sets={owner: {"monk": 3}}), monk="4")
    hands = playing(RULES.view(laid, "anyone")).lay("monk-5", "2 blue")
    assert hands.corrections_told() == ["take monk-5 2 blue"]
    fixes = {reason.code: reason.fix for reason in hands.refusals}
    assert fixes == {
        "wrong-side": Fix(Verb(fix[0]), *fix[1:]),
        "not-your-turn": Fix(Verb.TAKE, "monk-5", "2"),
    }


def test_cg_3_a_card_like_those_that_are_being_laid_is_for_ones_own_side() -> None:
    """Four monks are laid in place of one's own three; one slips across."""
    laid = RULES.view(known(position(("farmer 2", ""), sets={"1": {"monk": 3}}), monk="4"), "anyone")
    for before, fix in (("pad red", Verb.TAKE), ("4 red", Verb.PUT)):
        hands = playing(laid).lay("monk-5", before).lay("monk-6", "2 blue")
        assert [reason.fix.verb for reason in hands.refusals if reason.code == "wrong-side"] == [fix]


def test_cg_3_a_set_of_another_on_ones_own_side_is_not_ones_own() -> None:
    """Players 1 and 3 sit on one side: player 1 may lay more monks than player 3 has."""
    laid = known(position(("farmer 2", "", ""), sets={"3": {"monk": 3}}), monk="4")
    hands = playing(RULES.view(laid, "anyone")).lay("monk-5", "2 blue")
    assert {reason.code: reason.fix.verb for reason in hands.refusals}["wrong-side"] == Verb.PUT


def test_more_than_the_hand_can_hold_is_refused() -> None:
    hands = Hands(begun())
    hands.press("press ok red")
    hands.lay_all(first("farmer", 6), "1 red")
    assert (hands.codes, len(hands.corrections)) == (["count-wrong"], 1)
    assert [reason.code for reason in hands.press("press ok red")] == ["count-wrong"]
    assert not any(isinstance(done, act.Lay) for done in hands.done)


def test_ok_is_refused_while_a_card_of_another_kind_lies_there() -> None:
    hands = playing(position(("farmer 2, monk 2", "")))
    hands.lay_all(cards("farmer 2"), "1 red").lay("monk-18", "3 red")
    assert [reason.code for reason in hands.press("press ok red")] == ["mixed-kinds"]
    assert hands.done == []
    # What lies there otherwise bars nothing, and the other side's ok speaks of nothing.
    hands.lift("monk-18").lay("field-of-glory:red/spear-2", "3 red")
    assert "mixed-kinds" not in [reason.code for reason in hands.press("press ok blue")]
    hands.press("press ok red")
    assert hands.done == [act.Lay(cards("farmer 2"), ("1", "1"))]


def test_of_two_kinds_the_card_laid_last_is_refused_whichever_it_is() -> None:
    for one, two in (("farmer-20", "monk-18"), ("monk-18", "farmer-20")):
        hands = Hands(position(("farmer 2, monk 2", ""))).lay_all((one, two), "1 red")
        assert (hands.codes, hands.corrections_told()) == (["mixed-kinds"], [f"take {two} 1 red"])


def test_of_too_many_cards_the_one_laid_last_is_refused_whichever_it_is() -> None:
    hands = Hands(begun())
    hands.press("press ok red")
    *five, last = reversed(first("farmer", 6))
    hands.lay_all((*five, last), "1 red")
    assert (hands.codes, hands.corrections_told()) == (["count-wrong"], [f"take {last} 1 red"])


def test_a_card_laid_before_it_may_be_counts_when_its_step_comes() -> None:
    hands = Hands(begun())
    hands.lay_all(first("farmer", 2), "1 red")
    assert set(hands.codes) == {"wrong-phase"}
    hands.press("press ok red")
    assert (hands.codes, hands.state.step) == ([], "play")
    hands.press("press ok red")
    assert hands.state.set_of("farmer") is not None


# Discards


def test_one_card_on_a_pad_and_ok_is_a_discard() -> None:
    hands = Hands(position(("farmer 2", "")))
    hands.lay("farmer-20", "pad blue")
    assert (hands.codes, hands.asked_for[0]) == ([], "discarding")
    hands.press("press ok red")
    assert hands.done == [act.Discard("farmer-20", "blue")]
    assert (hands.refusals, hands.corrections, hands.state.active) == ((), (), "2")


def test_two_cards_on_pads_or_a_set_beside_are_no_discard() -> None:
    hands = playing(position(("farmer 3", ""), pads=(("monk-1",), ("monk-2",))))
    hands.lay("farmer-20", "pad red").lay("farmer-19", "pad blue")
    assert [reason.code for reason in hands.press("press ok red")] == ["one-card"]
    hands.lift("farmer-19").lay("farmer-19", "2 red").lay("farmer-18", "2 red")
    assert [reason.code for reason in hands.press("press ok red")] == ["one-card"]
    assert hands.done == []


def test_cg_4_the_empty_pile_comes_first() -> None:
    hands = playing(position(("farmer 2", ""), pads=(("monk-1",), ())))
    hands.lay("farmer-20", "pad red")
    assert hands.codes == ["wrong-pile"]
    (reason,) = hands.refusals
    assert reason.fix.place == "pad blue"
    assert [prompt.key for prompt in hands.prompts] == []


# Displaced sets


def displacing(silent: int = 0) -> Hands:
    """Blue's four farmers are displaced; of the stack so many cards are not read."""
    hands = playing(known(position(("farmer 5", ""), sets={"2": {"farmer": 4}}), farmer="4"))
    for card in first("farmer", silent):
        hands.lift(card)
    hands.lay_all(cards("farmer 5"), "2 red").press("press ok red")
    assert hands.state.step == "displace"
    return hands


def test_cg_4_a_displaced_set_is_guided_to_one_pad() -> None:
    hands = displacing()
    assert hands.asked_for == ["wait", "displace"]
    assert (hands.codes, hands.corrections_told()) == (
        [],
        [f"take {card} 4 blue" for card in first("farmer", 4)],
    )
    for card in first("farmer", 3):
        hands.lift(card, settled=None).lay(card, "pad red")
    assert (hands.codes, hands.state.step) == ([], "displace")
    hands.lift("farmer-4", settled=None).lay("farmer-4", "pad blue")
    assert hands.codes == ["wrong-pile"]
    hands.lift("farmer-4").lay("farmer-4", "pad red")
    assert (hands.codes, hands.corrections, hands.state.step, hands.state.active) == ([], (), "draw", "2")
    assert hands.state.discards == ((Cards(4, frozenset(first("farmer", 4))),), ())


def test_a_column_draws_nothing_while_a_set_is_displaced() -> None:
    hands = displacing()
    hands.press("press column 5 red")
    assert [prompt.key for prompt in hands.prompts] == ["no-such-gesture"]
    assert hands.state.step == "displace"


def test_another_card_on_a_pad_is_told_why_it_cannot_be_discarded_but_not_that_the_pad_is_wrong() -> None:
    for pad in ("red", "blue"):
        hands = displacing().lay("monk-1", f"pad {pad}")
        assert hands.codes == ["wrong-phase", "card-elsewhere"]


def test_silent_cards_of_a_displaced_set_are_told_by_ok() -> None:
    hands = displacing(silent=2)
    for card in first("farmer", 4)[2:]:
        hands.lift(card, settled=None).lay(card, "pad red")
    assert hands.state.step == "displace"
    hands.press("press ok red")
    assert hands.state.step == "displace", "not red's"
    hands.press("press ok blue")
    assert hands.done[-1] == act.Displace("red")
    assert hands.state.on_pad("red") == 4


def test_cg_3_a_set_of_eight_of_which_four_are_read_stays_eight_and_is_corrected_when_cards_move() -> None:
    hands = playing(known(position(("", "monk 2"), active="2", sets={"1": {"farmer": 8}}), farmer="33333333"))
    for card in first("farmer", 4):
        hands.lift(card)
    assert (hands.refusals, hands.corrections, hands.done) == ((), (), [])
    there = hands.state.set_of("farmer")
    assert there is not None
    assert there.size == 8
    hands.lay("farmer-2", "4 red")
    assert (hands.codes, hands.corrections_told()) == (["cannot-move"], ["take farmer-2 4 red"])
    (reason,) = hands.refusals
    assert (reason.fix.place, reason.player) == ("3", "red")
    hands.lift("farmer-2").lay("farmer-2", "3 red")
    assert hands.codes == []


# Figures, empty piles, missions, scores


def with_figure(column: str = "3") -> Hands:
    state = position(
        ("farmer 2", ""), variant="figures", figures=(1, 0), sets={"1": {"emperor": 2}, "2": {"monk": 4}}
    )
    return playing(known(state, monk=column, emperor="2"))


def test_cg_8_a_column_held_returns_a_figure_and_the_opponent_lays_a_card() -> None:
    hands = with_figure()
    hands.press("hold column 3 red")
    assert hands.asked_for == ["figure", "wait"]
    hands.lift("monk-2").lay("monk-2", "pad blue")
    assert hands.done == [act.Strike("monk"), act.Remove("monk-2", "blue")]
    assert (hands.state.step, hands.state.active, hands.asked_for) == (
        "play",
        "1",
        ["lay-or-discard", "wait"],
    )
    assert (hands.codes, hands.corrections) == ([], ())


def test_cg_8_ok_of_the_opponent_takes_the_figure_back() -> None:
    hands = with_figure()
    hands.press("hold column 3 red")
    hands.press("press ok blue")
    assert (hands.done, hands.asked_for[0]) == ([], "lay-or-discard")
    hands.lift("monk-2").lay("monk-2", "pad blue")
    assert hands.codes == ["cannot-move"]


def test_cg_8_ok_of_whoever_returned_the_figure_asks_for_a_card_again() -> None:
    hands = with_figure()
    hands.press("hold column 3 red")
    hands.press("press ok red")
    assert (hands.asked_for, hands.codes) == (["figure", "wait"], [])
    hands.lift("monk-2").lay("monk-2", "pad blue")
    assert hands.done == [act.Strike("monk"), act.Remove("monk-2", "blue")]


def test_a_figure_needs_a_target_and_an_earlier_turn() -> None:
    hands = with_figure()
    assert [reason.code for reason in hands.press("hold column 2 red")] == ["no-target"]
    hands = playing(known(position(("", ""), variant="figures", sets={"2": {"monk": 4}}), monk="3"))
    assert [reason.code for reason in hands.press("hold column 3 red")] == ["no-figure"]


def test_cg_5_a_column_beside_a_face_down_pile_held_says_that_it_is_empty() -> None:
    hands = Hands(position(("farmer 2", "")))
    hands.press("hold column 5 blue")
    assert hands.done == [act.Emptied("right")]
    hands.lay("farmer-20", "pad red").press("press ok red")
    assert hands.state.step == "score"


def test_where_it_may_be_both_the_table_asks_and_ok_says_that_the_pile_is_empty() -> None:
    hands = with_figure("1")
    hands.press("hold column 1 red")
    assert (hands.done, hands.asked_for[0]) == ([], "figure-or-empty")
    hands.press("press ok red")
    assert hands.done == [act.Emptied("left")]
    hands = with_figure("1")
    hands.press("hold column 1 red")
    hands.lift("monk-1").lay("monk-1", "pad red")
    assert hands.done == [act.Strike("monk"), act.Remove("monk-1", "red")]


def test_cg_7_a_mission_is_revealed_as_it_lies_there_and_lifted_again() -> None:
    state = position(
        ("", ""), step="mission", variant="missions", missions=(Cards(3),) * 2, letters=("abc",) * 2
    )
    hands = Hands(state)
    assert hands.asked_for == ["reveal", "wait"]
    hands.lay("mission-a-1", "3 blue")
    assert hands.codes == ["not-your-turn"]
    for pad in ("red", "blue"):
        hands.lift("mission-a-1").lay("mission-a-1", f"pad {pad}")
        assert [(reason.code, reason.player) for reason in hands.refusals] == [("wrong-side", "red")]
    assert hands.done == [], "no undo goes behind it, and the pads are the discard piles"
    hands.lift("mission-a-1").lay("mission-a-1", "3 red")
    assert hands.done == [act.Reveal("mission-a-1")]
    assert (hands.codes, hands.corrections_told()) == ([], ["take mission-a-1 3 red"])
    hands.lift("mission-a-1").lay("mission-a-1", "3 blue")
    assert hands.codes == ["not-held"]
    hands.lift("mission-a-1").lay("mission-b-2", "3 blue")
    assert hands.state.step == "score"


def test_cg_6_both_sides_read_the_scores_and_the_table_is_cleared() -> None:
    sets = {"1": dict.fromkeys(("farmer", "monk", "envoy", "ninja", "samurai", "shogun"), 3)}
    hands = playing(known(position(("emperor-1", ""), sets=sets)))
    hands.lay("emperor-1", "pad red").press("press ok red")
    assert (hands.state.step, hands.asked_for) == ("score", ["read-scores", "read-scores"])
    hands.press("press ok red")
    hands.press("press ok red")
    assert hands.state.step == "score"
    hands.press("press ok blue")
    assert (hands.state.step, hands.state.round, hands.codes, hands.corrections) == ("deal", 2, [], ())


def test_between_rounds_nobody_is_asked_whether_cards_were_lifted_for_the_table_is_cleared() -> None:
    spot = ("farmer-3", Zone("2", "blue"))
    for between in (position(step="deal"), position(step="score")):
        hands = Hands(between)
        assert spot in hands.procedure.asks_to_lift(hands.table)
    hands = Hands(position(step="play"))
    assert not hands.procedure.asks_to_lift(hands.table)


# Undo


def test_undo_takes_a_set_and_a_card_of_a_pad_back_but_no_card_from_a_face_down_pile() -> None:
    hands = playing(position(("farmer 2", ""), step="draw", pads=(("monk-1",), ("ninja-1",))))
    hands.lift("monk-1").lift("ninja-1")
    hands.lay_all(cards("farmer 2"), "2 red").press("press ok red")
    assert hands.state.active == "2"
    hands.press("hold dice")
    assert (hands.state.step, hands.state.active, hands.state.sets) == ("play", "1", ())
    assert len(hands.table.held.laid) == 2, "as before ok"
    hands.press("hold dice")
    hands.follow()
    hands.press("hold dice")
    assert (hands.state.step, hands.state.drawn) == ("draw", ())
    assert (hands.corrections_told(), hands.asked_for[0]) == (["put ninja-1 pad blue"], "draw-second")
    hands.follow()
    hands.lay("monk-1", "pad red")
    assert (hands.asked_for[0], hands.corrections) == ("draw-two", ())
    hands.press("press ok red")
    hands.press("hold dice")
    assert [prompt.key for prompt in hands.prompts] == ["no-undo-cards-drawn"] * 2


def test_a_free_die_says_nothing_of_who_starts() -> None:
    hands = Hands(RULES.apply(RULES.table_game(), act.Players(2, "none")))
    for purpose, done in ((ROLL_OFF, (act.Rolled(4),)), (FREE, ())):
        assert hands.procedure.rolled(hands.table, (Roll("red", purpose, 4),)).actions == done


def test_a_die_is_of_the_roll_off_only_before_it_is_told_who_starts() -> None:
    for state in (
        position(("farmer 2", "monk 2"), starter=None),
        position(("", ""), step="deal", round=2, starter=None),
    ):
        answer = Hands.procedure.press(Table(state), Press(PressKind.PRESS, Button.DICE), Layout())
        assert [roll.purpose for roll in answer.rolls] == [FREE]


def test_another_card_beside_a_displaced_set_is_not_told_of_the_pile_that_comes_first() -> None:
    hands = playing(
        known(
            position(("farmer 5", ""), sets={"2": {"farmer": 4}}, pads=(("monk-2",), ())),
            farmer="4",
        )
    )
    hands.lay_all(cards("farmer 5"), "2 red").press("press ok red")
    assert hands.state.step == "displace"
    hands.lay("monk-1", "pad red")
    assert "card-elsewhere" in hands.codes
    assert "wrong-pile" not in hands.codes
