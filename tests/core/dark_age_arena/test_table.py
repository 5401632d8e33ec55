"""Dark Age Arena at the table: each gesture of the turn, what is asked, and what is refused."""

from __future__ import annotations

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.state import STEPS, Draft, Spot, Step
from signifer_core.games.dark_age_arena.table.pads import too_many
from signifer_core.games.dark_age_arena.table.procedure import DarkAgeArenaProcedure
from signifer_core.layout import SIDES, Layout, zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Table

from .hands import Hands, TrainingHands, at_table, drafting, table
from .states import RULES, deck_with, position

# The set-up


def fresh() -> TrainingHands:
    hands = at_table(RULES.table_game(), None, TrainingHands)
    assert isinstance(hands, TrainingHands)
    return hands


def test_assemble_an_artifact_waits_and_ok_lays_it_and_keeps_the_hand() -> None:
    hands = fresh()
    assert [hands.question(side).key for side in ("red", "blue")] == ["assemble", "assemble"]
    hands.lay("red/anvil-1", "1 red").lift("red/anvil-1").lay("red/anvil-1", "2 red")
    assert (hands.done, hands.question("red").key) == ([], "assemble-laid")
    assert hands.pressed("press ok red") == []
    assert hands.done == [act.Artifact("red/anvil-1", 2), act.Keep("red")]
    assert hands.question("red").key == "done"
    hands.press("press ok blue")
    assert hands.state.step == "stock"


def test_assemble_ok_held_is_another_hand_of_seven() -> None:
    hands = fresh()
    hands.press("hold ok blue")
    assert hands.done == [act.Reject("blue")]
    assert hands.pressed("hold ok blue") == ["wrong-phase"]
    assert hands.pressed("hold dice") == []
    assert [each.key for each in hands.prompts] == ["no-undo-cards-drawn"] * 2


def test_assemble_an_instant_alone_does_not_keep_the_hand() -> None:
    hands = fresh()
    hands.lay("red/war-chest-1", "5 red").press("press ok red")
    assert (hands.done, hands.question("red").key) == ([act.Play("red/war-chest-1", None)], "assemble")


def test_the_ceremony_of_the_dice_is_offered_in_the_set_up_alone() -> None:
    hands = fresh()
    assert hands.procedure.opening(hands.table)
    hands.pressed("press ok red", "press ok blue")
    assert not hands.procedure.opening(hands.table)


def test_ok_alone_speaks_of_what_lies_on_its_side() -> None:
    """No other button waits until it has been read, whoever presses it."""
    hands = fresh().lay("red/anvil-1", "1 red")
    looks = hands.procedure.looks_at
    for kind in PressKind:
        assert looks(hands.table, Press(kind, Button.OK, "red")) == {zone("1 red")}
        assert looks(hands.table, Press(kind, Button.OK, "blue")) == frozenset(), (
            "the set-up has no way past a reader"
        )
    for button in Button:
        for side in ("red", None) if button != Button.OK else (None,):
            assert looks(hands.table, Press(PressKind.PRESS, button, side)) == frozenset(), (button, side)


# stock


def test_stock_ok_discards_what_lies_on_the_pad_and_draws() -> None:
    hands = table("stock", hands=("militia-1 mail-1 rally-1", ""))
    hands.lay("red/militia-1", "pad red").lay("red/mail-1", "pad red")
    assert hands.procedure.offered(hands.table, "red", ("a", "b")).key == "ok-discards"
    hands.press("press ok red")
    assert hands.done == [act.Discard("red/militia-1"), act.Discard("red/mail-1"), act.Done("red")]
    assert hands.state.red.hand.number == 4
    assert hands.corrections_told() == ["take red/militia-1 pad red", "take red/mail-1 pad red"]
    assert hands.follow() == 2
    hands.press("press ok blue")
    assert hands.state.step == "draft"


def test_stock_three_cards_are_too_many() -> None:
    hands = table("stock", hands=("militia-1 mail-1 rally-1", ""))
    for card in ("militia-1", "mail-1", "rally-1"):
        hands.lay(f"red/{card}", "pad red")
    assert hands.pressed("press ok red") == ["too-many"]
    hands.lift("red/rally-1")
    assert hands.pressed("press ok red") == []


def test_stock_a_strange_tag_on_the_pad_is_told_at_ok() -> None:
    hands = table("stock", hands=("militia-1", ""))
    hands.lay("tag/04aabb", "pad red")
    assert hands.pressed("press ok red") == ["unknown-tag"]


# draft


def test_draft_a_character_waits_and_may_be_taken_back_before_ok_pays() -> None:
    hands = drafting()
    hands.lay("red/knight-1", "1 red")
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("com")) == ("draft-laid", 1)
    hands.lift("red/knight-1").lay("red/knight-1", "2 red")
    assert (hands.done, hands.question("red").figure("com")) == ([], 0)
    hands.press("press ok red")
    assert hands.done == [act.Enlist("red/knight-1", 2)]
    prompt = hands.question("blue")
    assert (prompt.key, prompt.figure("player"), prompt.figure("reach")) == ("roll-draft", "red", "5")
    assert hands.pressed("press ok red") == ["wrong-phase"]
    hands.roll(5)
    assert hands.state.red.enlisted == "red/knight-1"
    assert (hands.refusals, hands.corrections) == ((), ())


def test_draft_who_was_taken_back_before_undo_waits_no_more() -> None:
    hands = drafting()
    hands.lay("red/knight-1", "1 red").press("press ok red")
    assert hands.done == [act.Enlist("red/knight-1", 1)]
    hands.lift("red/knight-1").press("hold dice")
    assert (hands.table.held.laid, hands.table.held.entered) == (frozenset(), ())
    assert hands.corrections == ()
    assert hands.pressed("hold dice") == []
    assert [each.key for each in hands.prompts] == ["no-undo-nothing-done"] * 2


def test_draft_what_is_missing_is_paid_with_ok_after_a_marker() -> None:
    hands = drafting()
    hands.lay("red/knight-1", "2 red").press("press ok red")
    hands.roll(3)
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("missing"), prompt.figure("most")) == ("draft-missed", 2, 1)
    assert prompt.figure("beyond") == 1
    assert hands.pressed("press ok red") == ["not-enough"]
    assert hands.pressed("hold column 5 red", "press ok red") == []
    assert hands.done[2:] == [act.Marker("red", "roll"), act.Pay("red")]
    assert (hands.state.red.com, hands.state.red.enlisted) == (5, "red/knight-1")


def test_draft_a_natural_1_says_that_it_takes_no_com_until_a_marker_is_on_it() -> None:
    hands = drafting("axeman-2 militia-1")
    hands.lay("red/militia-1", "2 red").press("press ok red")
    hands.roll(1)
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("natural")) == ("draft-missed", 1)
    dear = Hands(replace(hands.state, red=replace(hands.state.red, draft=Draft("red/axeman-2", 2, 1, 1))))
    assert dear.question("red").figure("natural") is None


def test_draft_who_is_given_up_is_asked_away_without_a_refusal() -> None:
    hands = drafting()
    hands.lay("red/knight-1", "2 red").press("press ok red")
    hands.roll(4).press("hold ok red")
    assert hands.state.red.under == ("red/knight-1",)
    assert (hands.codes, hands.corrections_told()) == ([], ["take red/knight-1 2 red"])
    assert hands.pressed("hold column 5 red") == ["wrong-phase"]
    hands.follow()
    hands.lay("red/knight-1", "2 red")
    assert (hands.codes, hands.corrections_told()) == ([], ["take red/knight-1 2 red"])


def test_draft_the_other_may_lay_while_a_roll_is_due_and_rolls_next() -> None:
    hands = drafting()
    hands.lay("red/knight-1", "2 red").press("press ok red")
    hands.lay("blue/scout-1", "1 blue").press("press ok blue")
    assert hands.question("red").figure("player") == "red"
    hands.roll(6)
    assert hands.question("red").figure("player") == "blue"
    hands.roll(6)
    assert hands.pressed("press ok red", "press ok blue") == []
    assert hands.state.step == "prepare"


def test_draft_refusals() -> None:
    hands = drafting()
    hands.lay("red/knight-1", "2 red").lay("red/militia-1", "3 red")
    assert hands.codes == ["one-draft"]
    hands.follow()
    hands.lay("red/mail-1", "3 red")
    assert "wrong-phase" in hands.codes
    poor = table("draft", "axeman-1 1", hands=("knight-1", ""), has={"red": {"com": 0}})
    poor.lay("red/knight-1", "1 red")
    assert poor.codes == ["not-enough"]
    assert poor.refusals[0].fix.verb == "hold"
    poor.press("hold column 1 red")
    assert (poor.codes, poor.question("red").key) == ([], "draft-laid")


def test_draft_a_unique_character_that_is_in_play_is_refused() -> None:
    hands = table("draft", "", "mara-vane-1 1", hands=("mara-vane-1", ""))
    hands.lay("red/mara-vane-1", "1 red")
    assert (hands.codes, hands.corrections_told()) == (["in-play"], ["take red/mara-vane-1 1 red"])


# prepare


def preparing(red: str = "knight-1 1, axeman-1 1, militia-1 2", **more: object) -> Hands:
    return table(
        "prepare", red, "scout-1 1", hands=("mail-1 granary-1 great-axe-1 war-chest-1 mail-2", ""), **more
    )


def test_prepare_the_bearer_is_chosen_by_column_and_again_the_next_there() -> None:
    hands = preparing()
    hands.lay("red/mail-1", "5 red")
    assert hands.question("red").key == "choose-target"
    assert hands.pressed("press ok red") == ["no-target"]
    assert hands.pressed("press column 3 red") == ["no-fighter"]
    hands.press("press column 1 red")
    assert hands.question("red").figure("target") == "red/knight-1"
    hands.press("press column 1 red")
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("target"), prompt.figure("log")) == ("play-log", "red/axeman-1", 2)
    hands.press("press ok red")
    assert hands.done == [act.Attach("red/mail-1", "red/axeman-1")]
    assert (hands.codes, hands.corrections_told()) == ([], ["take red/mail-1 5 red"])
    hands.lift("red/mail-1").lay("red/mail-1", "1 red")
    assert (hands.codes, hands.corrections) == ([], ())


def test_equipment_goes_with_its_bearer_wherever_it_is_read() -> None:
    hands = table("supply", "knight-1 1 mail-1")
    hands.lift("red/knight-1").lift("red/mail-1").lay("red/mail-1", "3 red")
    assert (hands.codes, hands.corrections, hands.done) == ([], (), [])
    hands.lay("red/knight-1", "3 red").press("press ok red")
    assert hands.done == [act.Move("red/knight-1", 3)]
    hands.lift("red/mail-1").lay("red/mail-1", "5 red")
    assert hands.codes == ["card-elsewhere"]


def test_prepare_supply_waits_in_its_column() -> None:
    hands = preparing()
    hands.lay("red/granary-1", "3 red")
    assert hands.question("red").key == "prepare-laid"
    hands.press("press ok red")
    assert hands.done == [act.Lay("red/granary-1", 3)]
    hands.lay("red/granary-2", "3 red")
    assert "supply-there" in hands.codes


def test_prepare_instants_are_played_from_column_5_and_taken_away() -> None:
    hands = preparing(has={"red": {"com": 1}})
    hands.lay("red/war-chest-1", "5 red")
    assert hands.question("red").key == "play-free"
    hands.press("press ok red")
    assert (hands.done, hands.state.red.com) == ([act.Play("red/war-chest-1", None)], 3)
    assert (hands.codes, hands.corrections_told()) == ([], ["take red/war-chest-1 5 red"])


def test_prepare_refusals() -> None:
    hands = preparing(has={"red": {"spots": (Spot(pillaged=True), Spot(), Spot())}})
    hands.lay("red/granary-1", "1 red")
    assert hands.codes == ["pillaged"]
    hands.follow()
    hands.lay("red/mail-1", "5 red").lay("red/great-axe-1", "5 red")
    assert (hands.codes, hands.corrections_told()) == (["column-full"], ["take red/great-axe-1 5 red"])
    hands.follow()
    # A militia bears one weapon; a second mail is one too many for anybody.
    hands.pressed("press column 2 red", "press ok red")
    hands.lift("red/mail-1")
    hands.lay("red/great-axe-1", "5 red").press("press column 2 red")
    assert hands.pressed("press ok red") == ["no-room"]
    hands.lift("red/great-axe-1").lay("red/mail-1", "3 red")
    assert (hands.codes, hands.corrections) == ([], ())
    wrong = preparing()
    wrong.lay("red/mail-1", "2 red")
    assert wrong.codes == ["wrong-column"]
    assert wrong.refusals[0].fix.place == "5"
    wrong.follow()
    wrong.lay("red/granary-1", "2 blue")
    assert (wrong.codes, wrong.refusals[0].player) == (["wrong-side"], "blue")


def test_prepare_two_of_one_kind_are_refused() -> None:
    hands = table("prepare", "axeman-1 1 mail-1", hands=("mail-2", ""))
    hands.lay("red/mail-2", "5 red").press("press column 1 red")
    assert hands.pressed("press ok red") == ["same-equipment"]


def test_prepare_costs_of_what_waits_already_count() -> None:
    hands = table(
        "prepare", "axeman-1 1", hands=("granary-1 granary-2", ""), has={"red": {"log": 3, "com": 6}}
    )
    hands.lay("red/granary-1", "1 red").lay("red/granary-2", "2 red")
    assert hands.codes == ["not-enough"]


# Held buttons


def test_held_columns_exchange_and_use_markers_once_a_turn() -> None:
    hands = table("prepare", "axeman-1 1", has={"red": {"com": 4, "log": 5}})
    assert hands.pressed("hold column 1 red", "hold column 3 red") == []
    assert (hands.state.red.com, hands.state.red.log) == (5, 4)
    assert hands.pressed("hold column 2 red") == ["no-marker"]
    assert hands.pressed("hold column 1 blue") == ["at-limit"]
    hands.press("hold column 4 red")
    assert [each.key for each in hands.prompts] == ["no-such-gesture"]


LEVY = 'levy = { sort = "instant", name = "Levy", count = 1, at = ["any"], effects = ["theirs: log -2"] }\n'


class LevyHands(Hands):
    """Red has a card that takes LOG."""

    procedure = DarkAgeArenaProcedure(deck_with(LEVY).deck)


def test_da_6_nobody_saves_log_from_a_card_that_lies_there() -> None:
    few = {"com": 2, "log": 3}
    state = position(
        "prepare", hands=("levy-1", ""), has={"blue": few, "red": few}, rules=LevyHands.procedure.rules
    )
    hands = at_table(state, None, LevyHands)
    hands.lay("red/levy-1", "5 red")
    assert hands.pressed("hold column 1 blue") == ["wrong-phase"]
    assert hands.pressed("hold column 1 red") == []
    hands.press("press ok red")
    assert hands.state.blue.log == 1
    hands.lift("red/levy-1")
    assert hands.pressed("hold column 1 blue") == ["not-enough"]


CALL = 'call = { sort = "instant", name = "Call", count = 1, at = ["any"], effects = ["mine: control -1 for turn"] }\n'


class CallHands(Hands):
    """Red has a card after which a draft roll need not be as high."""

    procedure = DarkAgeArenaProcedure(deck_with(CALL).deck)


def test_da_10_what_is_played_after_the_roll_makes_it_succeed_by_itself() -> None:
    rules = CallHands.procedure.rules
    hands = at_table(position("draft", hands=("axeman-1 call-1", ""), rules=rules), None, CallHands)
    hands.lay("red/axeman-1", "1 red").press("press ok red")
    hands.roll(3)
    assert hands.state.red.draft is not None
    hands.lay("red/call-1", "5 red").press("press ok red")
    assert (hands.state.red.enlisted, hands.state.red.com) == ("red/axeman-1", 6)
    assert hands.done[-1] == act.Pay("red")


# bid


def test_bid_columns_add_up_ok_held_clears_and_dice_follow() -> None:
    hands = table("bid", hands=("mail-1 mail-2 mail-3 rally-1 rally-2 rally-3", "scout-1"))
    hands.pressed("press column 2 red", "press column 3 red")
    assert hands.question("red").figure("bid") == 5
    hands.press("hold ok red")
    assert hands.question("red").figure("bid") == 0
    assert hands.pressed("press column 5 red", "press column 2 red") == ["bid-too-high"]
    assert hands.pressed("press column 2 blue") == ["bid-too-high"]
    hands.press("press column 1 blue")
    hands.press("press ok red")
    assert hands.question("blue").figure("bid") == 1, "what the other says clears nothing"
    assert hands.pressed("press ok red") == ["wrong-phase"]
    hands.press("press ok blue")
    assert hands.done == [act.Bid("red", 5), act.Bid("blue", 1)]
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("dice")) == ("roll-initiative", 2)
    assert (prompt.figure("modifiers"), prompt.figure("others")) == ("bid +5", "bid +1")
    press = Press(PressKind.PRESS, Button.DICE)
    rolls = hands.procedure.press(hands.table, press, Layout()).rolls
    assert [(roll.player, roll.purpose) for roll in rolls] == [("red", "initiative"), ("blue", "initiative")]
    hands.roll(1, 5)
    assert hands.state.step == "bid", "equal: again"
    assert hands.question("red").figure("bid") == 0
    hands.pressed("press ok red", "press ok blue")
    hands.roll(2, 5)
    assert (hands.state.initiative, hands.state.step) == ("blue", "declare")


def test_da_18_a_bid_is_told_with_the_most_there_may_be_and_then_whom_it_waits_for() -> None:
    """No more LOG than there is, and than cards of the hand to show it with."""
    hands = table("bid", hands=("mail-1 mail-2 mail-3", "scout-1 scout-2"), has={"red": {"log": 2}})
    assert [hands.question(side).figure("most") for side in SIDES] == [2, 2]
    hands.pressed("press column 1 red", "press ok red")
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("active"), prompt.figure("asked")) == ("wait", "blue", "bid")
    assert hands.question("blue").key == "bid"


def test_da_18_a_bid_that_was_entered_stands_beside_a_card() -> None:
    hands = table("bid", hands=("war-chest-1 mail-1 mail-2 militia-1", "scout-1"))
    hands.press("press column 3 red")
    hands.lay("red/war-chest-1", "5 red").press("press ok red")
    assert hands.done == [act.Play("red/war-chest-1", None)]
    assert hands.question("red").figure("bid") == 3
    hands.pressed("press ok red")
    assert hands.done[1:] == [act.Bid("red", 3)]


def test_contest_is_bid_like_initiative() -> None:
    hands = table("draft", "", "", hands=("mara-vane-1 mail-1", "mara-vane-1 scout-1"))
    hands.lay("red/mara-vane-1", "1 red").press("press ok red")
    hands.roll(6)
    hands.lay("blue/mara-vane-1", "1 blue").press("press ok blue")
    hands.roll(6)
    hands.pressed("press ok red", "press ok blue")
    assert hands.question("red").key == "contest"
    hands.pressed("press column 1 red", "press ok red", "press ok blue")
    hands.roll(3, 1)
    assert hands.state.step == "prepare"
    assert (hands.codes, hands.corrections_told()) == ([], ["take blue/mara-vane-1 1 blue"])


# supply


def test_supply_moves_wait_and_column_5_is_a_card() -> None:
    hands = table("supply", "knight-1 1, axeman-1 1", hands=("mail-1 mail-2 mail-3 drill-1 drill-2", ""))
    hands.lift("red/knight-1").lay("red/knight-1", "2 red")
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("log")) == ("supply-moves", 2)
    hands.lift("red/knight-1").lay("red/knight-1", "1 red")
    assert hands.question("red").key == "supply"
    hands.lift("red/knight-1").lay("red/knight-1", "3 red").press("press ok red")
    assert hands.done == [act.Move("red/knight-1", 3)]
    hands.press("press column 5 red")
    assert hands.question("red").key == "supply-card"
    hands.press("press ok red")
    assert (hands.done[-1], hands.state.red.log) == (act.Buy("red"), 0)
    hands.lift("red/axeman-1").lay("red/axeman-1", "2 red")
    assert hands.codes == ["not-enough"]
    hands.lift("red/axeman-1").lay("red/axeman-1", "1 red")
    hands.pressed("press ok red", "press ok blue")
    assert (hands.state.step, hands.state.turn) == ("stock", 5)


def test_da_20_what_ok_takes_is_told_of_all_moves_that_wait_and_then_who_is_not_done() -> None:
    hands = table("supply", "knight-1 1, axeman-1 1", "scout-1 1")
    hands.lift("red/knight-1", settled=None).lay("red/knight-1", "2 red")
    hands.lift("red/axeman-1", settled=None).lay("red/axeman-1", "3 red")
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("cards"), prompt.figure("log")) == ("supply-moves", 2, 4)
    assert hands.pressed("press ok red", "press ok red") == []
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("active"), prompt.figure("asked")) == ("done", "blue", "supply")


def test_supply_a_card_that_was_asked_for_stands_beside_a_move() -> None:
    hands = table("supply", "axeman-1 1")
    hands.press("press column 5 red")
    hands.lay("red/axeman-1", "2 red").press("press ok red")
    assert hands.done == [act.Move("red/axeman-1", 2)]
    assert hands.question("red").key == "supply-card"
    hands.press("press ok red")
    assert (hands.done[1:], hands.question("red").key) == ([act.Buy("red")], "supply")


def test_supply_a_card_that_was_asked_for_makes_room_for_a_move_by_its_button() -> None:
    hands = table("supply", "axeman-1 1", has={"red": {"log": 5}})
    hands.press("press column 5 red")
    hands.lift("red/axeman-1").lay("red/axeman-1", "2 red")
    assert hands.codes == hands.pressed("press ok red") == ["not-enough"]
    assert hands.pressed("press column 5 red") == []
    assert hands.pressed("press column 5 red") == ["not-enough"]
    hands.pressed("press ok red", "press ok red")
    assert hands.done == [act.Move("red/axeman-1", 2), act.Done("red")]


def test_supply_each_move_has_to_be_paid() -> None:
    hands = table("supply", "knight-1 1, axeman-1 1", has={"red": {"log": 3}})
    hands.lift("red/knight-1").lay("red/knight-1", "2 red")
    hands.lift("red/axeman-1").lay("red/axeman-1", "2 red")
    assert hands.codes == ["not-enough"]


@pytest.mark.parametrize(("step", "ruling"), [("prepare", "DA-20"), ("declare", "DA-41"), ("react", "DA-41")])
def test_a_character_cannot_move_in_other_steps(step: Step, ruling: str) -> None:
    """It moves as resources come in, or as it survives a combat."""
    hands = table(step, "knight-1 1")
    hands.lift("red/knight-1").lay("red/knight-1", "3 red")
    assert (hands.codes, hands.refusals[0].fix.place) == (["cannot-move"], "1")
    assert hands.refusals[0].ruling == ruling
    hands.lift("red/knight-1").lay("red/knight-1", "1 red")
    assert (hands.codes, hands.corrections) == ([], ())


def test_of_many_cards_on_a_pad_so_many_are_to_go_as_are_too_many() -> None:
    for step in STEPS:
        reasons = too_many(Table(position(step)), "red", ("a", "b", "c", "d", "e"))
        wanted = {"stock": [3], "bluff": [4]}.get(step, [])
        assert [reason.fix.number for reason in reasons] == wanted, step
