"""Cards at the table of Dark Age Arena: equal ones, those that nobody reads, strange ones; and undo."""

from __future__ import annotations

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.state import OPEN_STEPS, Cards, Step
from signifer_core.games.dark_age_arena.table.spots import MOST_HEARD, crowded
from signifer_core.layout import Layout, Zone
from signifer_core.rules import Fix, Verb
from signifer_core.twins import Same

from .hands import Hands, at_table, attacking, drafting, mustered, table
from .states import position

# Equal cards


def test_of_two_equal_cards_either_may_be_taken_away() -> None:
    """One militia has died; its twin is taken away instead, and the one that is left goes home."""
    state = position("home", "militia-2 0", "")
    red = state.red.discards_card("red/militia-1")
    red = replace(red, stock=replace(red.stock, number=red.stock.number - 1))
    combat = Combat("red", 1, 1, attackers=("red/militia-1", "red/militia-2"))
    hands = at_table(replace(state.with_player("red", red), combat=combat))
    hands.lift("red/militia-2").lay("red/militia-1", "4 red")
    assert hands.corrections_told() == ["take red/militia-1 4 red"]
    hands.lift("red/militia-1").lay("red/militia-1", "2 red")
    assert hands.done == [Same("red/militia-2", "red/militia-1"), act.Assign("red/militia-1", 2)]
    assert (hands.codes, hands.corrections) == ([], ())
    assert hands.state.red.discards.named == {"red/militia-2"}
    assert hands.replayed() == hands.state


def test_of_two_equal_cards_either_may_go_under_the_stock() -> None:
    hands = drafting("knight-1 knight-2")
    hands.lay("red/knight-1", "2 red").press("press ok red")
    hands.roll(1)
    hands.follow()
    hands.lay("red/knight-1", "1 red").press("press ok red")
    assert hands.done[-2:] == [Same("red/knight-2", "red/knight-1"), act.Enlist("red/knight-1", 1)]
    assert hands.state.red.under == ("red/knight-2",)


def test_who_died_does_not_come_back_for_a_twin_of_the_hand_nor_beside_one() -> None:
    def dead(step: Step, red: str) -> Hands:
        state = position(step, red, hands=("militia-2", ""), combat=Combat("red", 1))
        player = state.red.discards_card("red/militia-1")
        player = replace(player, stock=replace(player.stock, number=player.stock.number - 1))
        return at_table(state.with_player("red", player))

    hands = dead("draft", "")
    hands.lay("red/militia-1", "1 red")
    assert (hands.done, hands.corrections_told()) == ([], ["take red/militia-1 1 red"])
    hands = dead("muster", "militia-3 1")
    hands.lift("red/militia-3").lay("red/militia-3", "4 red").lay("red/militia-1", "4 red")
    assert (hands.done, hands.corrections_told()) == ([], ["take red/militia-1 4 red"])


def test_a_button_that_went_down_in_another_step_says_nothing() -> None:
    hands = table("declare", "knight-1 1", "scout-1 1")
    before = hands.procedure.stage(hands.table, "red")
    hands.press("hold ok red")
    assert (hands.state.step, hands.state.active) == ("declare", "blue")
    assert hands.procedure.stage(hands.table, "red") != before
    open_step = table("prepare", "knight-1 1")
    before = open_step.procedure.stage(open_step.table, "blue")
    open_step.press("press ok red")
    assert open_step.procedure.stage(open_step.table, "blue") == before


# Cards that nobody reads


def test_a_card_seen_stays_covered_tucked_or_lifted() -> None:
    hands = table("prepare", "knight-1 1 mail-1, axeman-1 1")
    for card in ("red/knight-1", "red/mail-1", "red/axeman-1"):
        hands.lift(card)
    assert (hands.codes, hands.corrections, hands.done) == ([], (), [])
    hands.lay("red/knight-1", "1 red")
    assert (hands.codes, hands.corrections, hands.done) == ([], (), [])


def test_only_what_waits_has_to_lie() -> None:
    hands = table("prepare", "knight-1 1", hands=("mail-1", ""))
    hands.lay("red/mail-1", "5 red").press("press column 1 red")
    hands.lift("red/mail-1")
    assert hands.question("red").key == "prepare"
    assert hands.table.held.shown == frozenset()


def test_more_than_eight_cards_of_a_column_crowd_it() -> None:
    layout = Layout({Zone("2", "red"): tuple(f"red/militia-{number}" for number in range(MOST_HEARD))})
    assert crowded(layout) == ()
    layout = layout.laid("red/knight-1", Zone("2", "red")).laid("red/knight-2", Zone("pad", "red"))
    assert crowded(layout) == (Zone("2", "red"),)


def test_foreign_tags_are_told() -> None:
    hands = table("prepare")
    hands.lay("tag/04aabb", "1 red").lay("field-of-glory:red/spear-2", "2 blue")
    assert sorted(hands.codes) == ["unknown-tag", "wrong-game"]


def test_a_card_that_the_hand_cannot_hold() -> None:
    hands = table("draft", hands=("", "scout-1"))
    hands.lay("red/knight-1", "1 red")
    assert "count-wrong" in hands.codes
    there = table("draft", "knight-1 1", hands=("axeman-1", ""))
    there.lift("red/knight-1").lay("red/knight-1", "5 red")
    assert there.codes == ["card-elsewhere"]
    weapon = table("draft", hands=("mail-1", ""))
    weapon.lay("red/mail-1", "4 red")
    assert [(each.code, each.figure("wanted")) for each in weapon.refusals] == [("wrong-phase", "prepare")]


# Undo


def test_undo_takes_back_what_was_said_last_and_then_actions() -> None:
    hands = table("prepare", "knight-1 1, axeman-1 2", hands=("mail-1 granary-1", ""))
    hands.lay("red/granary-1", "3 red").press("press ok red")
    hands.lay("red/mail-1", "5 red").press("press column 1 red")
    hands.press("hold dice")
    assert hands.question("red").key == "choose-target"
    hands.press("hold dice")
    assert hands.corrections_told() == ["take red/mail-1 5 red"]
    hands.follow()
    hands.press("hold dice")
    assert (hands.done, hands.state.red.spots[2].supply) == ([], None)
    assert (hands.corrections, hands.question("red").key) == ((), "prepare-laid")
    hands.press("hold dice")
    assert hands.corrections_told() == ["take red/granary-1 3 red"]


def test_undo_stops_at_the_others_gesture_a_bid_and_an_ended_step() -> None:
    hands = table("prepare", "knight-1 1", has={"red": {"com": 2}, "blue": {"com": 2}})
    hands.pressed("hold column 1 red", "hold column 1 blue", "hold dice", "hold dice")
    assert hands.done == [act.Exchange("red")]
    assert {each.key for each in hands.prompts} == {"no-undo-other-moved"}
    hands.pressed("press ok red", "press ok blue", "hold dice")
    assert {each.key for each in hands.prompts} == {"no-undo-step-over"}
    bids = table("bid", hands=("mail-1", "scout-1"))
    bids.pressed("press ok red", "hold dice")
    assert {each.key for each in bids.prompts} == {"no-undo-bid"}


@pytest.mark.parametrize("step", ["prepare", "draft", "supply"])
def test_a_die_that_nothing_hangs_on_is_free(step: str) -> None:
    hands = table(step, "knight-1 1")
    hands.roll(3)
    assert (hands.done, hands.rolled) == ([], True)


def test_after_the_game_anything_may_lie_anywhere() -> None:
    hands = table("over", "knight-1 1", winner="red")
    hands.lay("blue/scout-1", "1 red").lay("red/mail-1", "5 red").lay("red/mail-2", "5 red")
    assert (hands.refusals, hands.corrections) == ((), ())
    assert (hands.question("red").key, hands.question("red").figure("winner")) == ("over", "red")
    hands.press("press ok red")
    assert [each.key for each in hands.prompts] == ["no-such-gesture"] * 2


def test_undo_stops_at_drawn_cards_while_the_other_goes_on() -> None:
    hands = at_table(position("stock", "knight-1 1", hands=("mail-1", "venom-1"), stock=10))
    hands.pressed("press ok red", "hold dice")
    assert hands.state.red.done
    assert {each.key for each in hands.prompts} == {"no-undo-cards-drawn"}


# Pads of which nothing is asked


@pytest.mark.parametrize("step", sorted(OPEN_STEPS - {"stock"}))
@pytest.mark.parametrize("hand", [Cards(2), Cards(2, frozenset({"red/sack-1", "red/mail-1"}))])
def test_da_8_a_card_on_a_pad_in_another_step_is_not_named(step: Step, hand: Cards) -> None:
    """It may lie face down: that the table has read which one it is, others are not to know."""
    told = []
    for card in ("red/sack-1", "red/mail-1"):
        hands = table(step, "knight-1 1", "scout-1 1", has={"red": {"hand": hand}})
        hands.lay(card, "pad red")
        assert hands.corrections_told() == [f"take {card} pad red"]
        assert hands.corrections[0].secret
        told.append(hands.refusals)
    (reason,) = told[0]
    assert (reason.code, reason.card, reason.fix) == ("wrong-phase", None, Fix(Verb.TAKE, place="pad"))
    assert told[0] == told[1]


@pytest.mark.parametrize("step", ["draft", "supply", "declare"])
def test_a_card_on_the_others_pad_is_not_named_but_in_stock(step: Step) -> None:
    hands = table(step, "knight-1 1", "scout-1 1", has={"blue": {"hand": Cards(2)}})
    hands.lay("blue/stand-1", "pad red")
    (reason,) = hands.refusals
    assert (reason.code, reason.player, reason.card) == ("wrong-side", "red", None)
    assert (reason.figures, reason.fix) == ((), Fix(Verb.TAKE, place="pad"))
    hands.lift("blue/stand-1").lay("blue/scout-1", "pad red")
    assert [(each.code, each.card) for each in hands.refusals] == [("wrong-side", "blue/scout-1")]


# `ok` beside a card that can be no part of what it says


def test_da_27_ok_beside_a_defender_who_is_too_dear_is_not_nobody() -> None:
    hands = mustered(blue="scout-1 1, duellist-1 2", has={"blue": {"com": 2, "log": 2}})
    hands.press("press ok blue")
    hands.lift("blue/duellist-1").lay("blue/duellist-1", "4 blue")
    assert hands.codes == ["not-enough"]
    assert hands.pressed("press ok blue") == ["not-enough"]
    assert hands.state.step == "defend"
    assert hands.pressed("hold column 1 blue", "press ok blue") == []
    assert (hands.done[-1], hands.state.blue.com) == (act.Muster("blue", ("blue/duellist-1",)), 0)


def test_da_22_ok_beside_a_fighter_who_is_too_dear_sends_nobody() -> None:
    hands = attacking(has={"red": {"com": 1, "log": 1}})
    hands.press("press column 1 red")
    hands.lift("red/axeman-1").lay("red/axeman-1", "4 red")
    hands.lift("red/knight-1").lay("red/knight-1", "4 red")
    assert hands.pressed("press ok blue", "press ok red") == ["not-your-turn", "not-enough"]
    assert (hands.state.step, hands.state.red.com) == ("muster", 1)
    hands.lift("red/knight-1").lay("red/knight-1", "1 red").press("press ok red")
    assert hands.done[-1] == act.Muster("red", ("red/axeman-1",))


BESIDE: list[tuple[Step, str, str, str]] = [
    ("draft", "red/knight-1", "1 red", "not-enough"),
    ("prepare", "red/granary-1", "2 red", "not-enough"),
    ("prepare", "red/granary-1", "5 red", "wrong-column"),
    ("supply", "red/axeman-1", "3 red", "not-enough"),
]


@pytest.mark.parametrize(("step", "card", "zone", "code"), BESIDE)
def test_da_4_ok_beside_a_card_that_cannot_be_played_ends_no_step(
    step: Step, card: str, zone: str, code: str
) -> None:
    poor = {"red": {"com": 0, "log": 1}}
    hands = table(step, "axeman-1 1", "scout-1 1", hands=("knight-1 granary-1", "smoke-1"), has=poor)
    hands.lift(card).lay(card, zone)
    assert hands.codes == [code]
    assert hands.pressed("press ok blue") == []
    assert hands.pressed("press ok red") == [code]
    assert hands.state.step == step
    hands.follow()
    assert hands.pressed("press ok red") == []
    assert hands.state.step != step


def test_da_4_ok_beside_a_card_of_another_step_bars_nothing() -> None:
    """It waits for nothing now, and stays asked away."""
    hands = drafting("mail-1")
    hands.lay("red/mail-1", "5 red")
    assert hands.codes == ["wrong-phase"]
    assert hands.pressed("press ok red", "press ok blue") == []
    assert hands.state.step == "prepare"


@pytest.mark.parametrize("step", ["prepare", "supply", "stock", "bid"])
def test_da_4_ok_beside_a_card_of_another_step_that_is_too_dear_bars_nothing(step: Step) -> None:
    """The exchange that would pay for it is no way out now."""
    poor = {"red": {"com": 0, "log": 4}}
    hands = table(step, "axeman-1 1", "scout-1 1", hands=("knight-1 granary-1", "smoke-1"), has=poor)
    hands.lift("red/knight-1").lay("red/knight-1", "1 red")
    assert hands.codes == ["wrong-phase", "not-enough"]
    assert hands.pressed("press ok red") == []


def test_da_27_ok_beside_a_defender_on_the_others_side_is_not_nobody() -> None:
    hands = mustered(blue="scout-1 1, duellist-1 2", has={"blue": {"com": 5}})
    hands.press("press ok blue")
    hands.lift("blue/duellist-1").lay("blue/duellist-1", "4 red")
    barred = hands.press("press ok blue")
    assert [(each.code, each.player, each.fix.verb) for each in barred] == [("wrong-side", "blue", Verb.TAKE)]
    assert hands.state.step == "defend"
    hands.lift("blue/duellist-1").lay("blue/duellist-1", "4 blue").press("press ok blue")
    assert hands.done[-1] == act.Muster("blue", ("blue/duellist-1",))


def test_da_4_ok_beside_a_card_of_another_step_on_the_others_side_bars_nothing() -> None:
    hands = drafting("mail-1")
    hands.lay("red/mail-1", "5 blue")
    assert hands.codes == ["wrong-side"]
    assert hands.pressed("press ok red", "press ok blue") == []
    assert hands.state.step == "prepare"
