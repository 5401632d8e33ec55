"""A combat of Dark Age Arena at the table: each gesture, what is asked, and what is refused."""

from __future__ import annotations

from typing import Any

from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.state import Cards, Combat, Killed, Spot, Standing
from signifer_core.games.dark_age_arena.table.procedure import DarkAgeArenaProcedure

from .hands import Hands, TrainingHands, at_table, table
from .states import RULES, deck_with, position


def attacking(
    red: str = "knight-1 1, axeman-1 1, militia-1 2", blue: str = "scout-1 1, hunter-1 2", **more: Any
) -> Hands:
    """Red is asked where the attack starts."""
    hands = ("mail-1 rally-1 berserk-1 sack-1", "smoke-1 stand-1 duellist-1")
    return table("declare", red, blue, **{"hands": hands, **more})


def mustered(*cards: str, **more: Any) -> Hands:
    """These have been paid from place 1, and nothing was laid face down; the target is blue's place 1."""
    hands = attacking(**more)
    hands.press("press column 1 red")
    for card in cards or ("knight-1",):
        hands.lift(f"red/{card}", settled=None).lay(f"red/{card}", "4 red")
    hands.pressed("press ok red", "press ok red", "press column 1 red", "press ok red")
    assert (hands.state.step, hands.refusals, hands.corrections) == ("react", (), ())
    return hands


def fighting(ours: tuple[str, ...], theirs: tuple[str, ...], **more: Any) -> Hands:
    """Both have mustered; nothing lies face down."""
    hands = mustered(*ours, **more)
    hands.press("press ok blue")
    for card in theirs:
        hands.lift(f"blue/{card}", settled=None).lay(f"blue/{card}", "4 blue")
    hands.press("press ok blue")
    while hands.state.step == "yield":
        hands.press("press column 3 blue")
    hands.follow()
    hands.press("press ok blue")
    assert (hands.refusals, hands.corrections) == ((), ())
    return hands


# declare and muster


def test_declare_a_column_is_the_way_and_another_changes_it() -> None:
    hands = attacking()
    assert (hands.question("red").key, hands.question("blue").key) == ("declare", "wait")
    assert hands.pressed("press column 1 blue", "hold ok blue") == ["not-your-turn", "not-your-turn"]
    assert hands.pressed("press ok red") == ["no-target"]
    hands.lift("red/knight-1").lay("red/knight-1", "4 red")
    assert (hands.codes, hands.refusals[0].fix.verb) == (["wrong-phase"], "press")
    hands.press("press column 1 red")
    assert (hands.codes, hands.question("red").figure("cost")) == ([], 1)
    hands.press("press column 2 red")
    assert hands.question("red").figure("cost") == 4
    hands.press("press column 4 red")
    assert hands.question("red").key == "muster-alone"
    assert hands.done == [act.Declare("red", "1"), act.Declare("red", "2"), act.Declare("red", "solitary")]


def test_declare_may_be_taken_back_from_the_next_step() -> None:
    hands = attacking()
    hands.pressed("press column 1 red", "hold dice")
    assert (hands.done, hands.state.step) == ([], "declare")


def test_declare_ok_held_is_no_attack() -> None:
    hands = attacking()
    hands.press("hold ok red")
    assert (hands.state.step, hands.state.active) == ("declare", "blue")


def test_muster_fighters_are_paid_together_in_the_order_laid() -> None:
    hands = attacking()
    hands.press("press column 1 red")
    assert hands.pressed("press ok red") == ["no-fighter"]
    for card in ("axeman-1", "knight-1", "militia-1"):
        hands.lift(f"red/{card}").lay(f"red/{card}", "4 red")
    prompt = hands.question("red")
    assert (prompt.figure("cards"), prompt.figure("cost")) == (3, 3)
    hands.lift("red/axeman-1")
    assert hands.question("red").figure("cards") == 2
    hands.lay("red/axeman-1", "4 red").press("press ok red")
    assert hands.done[-1] == act.Muster("red", ("red/knight-1", "red/militia-1", "red/axeman-1"))
    assert (hands.state.red.com, hands.codes, hands.corrections) == (3, [], ())


def test_muster_refusals() -> None:
    hands = attacking(has={"red": {"com": 1, "log": 2}})
    hands.press("press column 1 red")
    hands.lay("red/mail-1", "4 red")
    assert hands.codes == ["not-a-character"]
    hands.follow()
    hands.lay("red/berserk-1", "4 red")
    assert hands.codes == ["solitary-alone"]
    hands.follow()
    hands.lift("red/knight-1").lay("red/knight-1", "4 red")
    hands.lift("red/axeman-1").lay("red/axeman-1", "4 red")
    assert (hands.codes, hands.refusals[0].fix.verb) == (["not-enough"], "hold")
    assert hands.refusals[0].figure("com_needed") == 2
    hands.press("hold column 1 red")
    assert (hands.codes, hands.question("red").figure("cards")) == ([], 2)
    hands.lift("blue/scout-1").lay("blue/scout-1", "4 blue")
    assert [(each.code, each.player) for each in hands.refusals] == [("cannot-move", "blue")]


def test_muster_without_a_fighter_is_the_end_of_the_attack() -> None:
    hands = attacking()
    hands.press("press column 1 red")
    hands.lift("red/knight-1").lay("red/knight-1", "4 red").press("hold ok red")
    assert (hands.state.active, hands.corrections_told()) == ("blue", ["take red/knight-1 4 red"])
    hands.lift("red/knight-1").lay("red/knight-1", "4 red")
    assert [(each.code, each.fix.place) for each in hands.refusals] == [("cannot-move", "1")]
    hands.lift("red/knight-1").lay("red/knight-1", "1 red")
    assert (hands.codes, hands.corrections) == ([], ())


def test_equipment_is_read_beside_its_fighter() -> None:
    hands = attacking(red="knight-1 1 great-axe-1")
    hands.press("press column 1 red")
    for card in ("red/knight-1", "red/great-axe-1"):
        hands.lift(card).lay(card, "4 red")
    assert (hands.codes, hands.corrections, hands.question("red").figure("cards")) == ([], (), 1)


# Solitary


def alone(card: str = "berserk-1", **red: object) -> Hands:
    hands = attacking(has={"red": red})
    hands.press("press column 4 red")
    hands.lift(f"red/{card}", settled=None).lay(f"red/{card}", "4 red").press("press ok red")
    return hands


def test_solitary_from_the_hand_is_rolled_for_and_paid_by_itself() -> None:
    hands = alone()
    assert hands.pressed("press column 1 red") == []
    assert [each.key for each in hands.prompts] == ["no-such-gesture"]
    prompt = hands.question("blue")
    assert (prompt.key, prompt.figure("player"), prompt.figure("cost")) == ("roll-solitary", "red", 5)
    hands.roll(3)
    assert (hands.state.step, hands.state.red.com) == ("bluff", 4)
    assert (hands.codes, hands.corrections) == ([], ())


def test_solitary_short_of_com_exchanges_and_pays_with_ok() -> None:
    hands = alone(com=1, log=2)
    hands.roll(3)
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("cost"), prompt.figure("com")) == ("solitary-short", 2, 1)
    assert hands.pressed("press ok red") == ["not-enough"]
    assert hands.pressed("hold column 1 red", "press ok red") == []
    assert (hands.state.step, hands.state.red.com) == ("bluff", 0)


def test_solitary_that_stays_away_is_asked_away() -> None:
    hands = alone(com=1)
    hands.roll(1)
    hands.press("hold ok red")
    assert hands.state.step == "declare"
    assert (hands.codes, hands.corrections_told()) == ([], ["take red/berserk-1 4 red"])
    assert "red/berserk-1" in hands.state.red.discards.named
    # One in play goes back to where it is assigned.
    hands = alone("knight-1", com=1)
    hands.roll(1).press("hold ok red")
    assert (hands.codes, hands.corrections_told()) == ([], ["take red/knight-1 4 red"])


def test_solitary_is_one_alone() -> None:
    hands = attacking()
    hands.press("press column 4 red")
    hands.lift("red/knight-1").lay("red/knight-1", "4 red")
    hands.lift("red/axeman-1").lay("red/axeman-1", "4 red")
    assert (hands.codes, hands.corrections_told()) == (["solitary-alone"], ["take red/axeman-1 4 red"])
    hands.press("press column 1 red")
    assert hands.codes == []
    hands.press("press column 4 red")
    assert hands.pressed("press ok red") == ["solitary-alone"]


# Face-down cards and the target


def test_bluff_one_card_of_which_only_the_number_is_told() -> None:
    hands = attacking()
    hands.press("press column 1 red")
    hands.lift("red/knight-1", settled=None).lay("red/knight-1", "4 red").press("press ok red")
    hands.lay("red/mail-1", "pad red").lay("red/sack-1", "pad red")
    told = hands.procedure.offered(hands.table, "red", ("red/mail-1", "red/sack-1"))
    assert (told.key, told.figures) == ("pad-too-many", (("cards", 2), ("over", 1)))
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.card) == ("one-card", None)
    hands.lift("red/mail-1").press("press ok red")
    assert hands.done[-1] == act.Bluff("red", "red/sack-1")
    assert (hands.state.step, hands.corrections) == ("target", ())
    hands.lift("red/sack-1").lay("red/sack-1", "pad red")
    assert (hands.codes, hands.corrections) == ([], ())


def test_bluff_too_soon_is_refused_without_a_name() -> None:
    hands = attacking()
    hands.lay("blue/stand-1", "pad blue")
    assert [(each.code, each.player, each.card) for each in hands.refusals] == [("wrong-phase", "blue", None)]
    assert [each.secret for each in hands.corrections] == [True]
    hands.follow()
    hands.press("press column 1 red")
    hands.lift("red/knight-1", settled=None).lay("red/knight-1", "4 red").press("press ok red")
    hands.lay("blue/stand-1", "pad blue")
    assert [(each.code, each.card, each.fix.card) for each in hands.refusals] == [
        ("not-your-turn", None, None)
    ]
    hands.follow()
    hands.lay("blue/stand-1", "pad red")
    assert hands.codes == ["wrong-side"]


def test_bluff_of_a_card_that_the_hand_cannot_hold() -> None:
    has = {"red": {"discards": Cards(1, frozenset({"red/drill-1"}))}}
    hands = attacking(has=has)
    hands.press("press column 1 red")
    hands.lift("red/knight-1", settled=None).lay("red/knight-1", "4 red").press("press ok red")
    hands.lay("red/mail-3", "pad red")
    assert [(each.code, each.card) for each in hands.refusals] == [("count-wrong", None)]
    hands.lift("red/mail-3").lay("red/drill-1", "pad red")
    assert [(each.code, each.card) for each in hands.refusals] == [("card-elsewhere", "red/drill-1")]


ARROW = (
    'arrow = { sort = "instant", name = "Arrow", count = 1, at = ["any"], target = "own", '
    'effects = ["chosen: wound 3"] }\n'
)


class ArrowHands(Hands):
    """Red has a card that kills one of its own."""

    procedure = DarkAgeArenaProcedure(deck_with(ARROW).deck)


def test_who_dies_while_waiting_is_no_fighter() -> None:
    rules = ArrowHands.procedure.rules
    state = position(
        "muster", "militia-1 1, knight-1 1", hands=("arrow-1", ""), combat=Combat("red", 1), rules=rules
    )
    hands = at_table(state, None, ArrowHands)
    for card in ("militia-1", "knight-1"):
        hands.lift(f"red/{card}").lay(f"red/{card}", "4 red")
    hands.lay("red/arrow-1", "5 red")
    hands.pressed("press column 1 red", "press ok red")
    assert "red/militia-1" in hands.state.red.discards.named
    assert hands.corrections_told() == ["take red/militia-1 4 red", "take red/arrow-1 5 red"]
    hands.follow()
    assert hands.question("red").figure("cards") == 1


def test_target_is_chosen_and_confirmed() -> None:
    hands = attacking()
    hands.press("press column 1 red")
    hands.lift("red/knight-1", settled=None).lay("red/knight-1", "4 red")
    hands.pressed("press ok red", "press ok red")
    assert hands.pressed("press ok red") == ["no-target"]
    hands.pressed("press column 3 red", "press column 2 red")
    assert hands.question("red").figure("place") == 2
    hands.press("press ok red")
    assert hands.done[-1] == act.Target(2)
    assert hands.question("blue").key == "react"


# react, defend, yield


def test_react_instants_are_played_on_fighters_of_the_side_they_name() -> None:
    hands = mustered()
    hands.lay("blue/smoke-1", "5 blue").press("press ok blue")
    assert hands.done[-1] == act.Play("blue/smoke-1", None)
    hands.follow()
    hands.press("press ok blue")
    assert hands.state.step == "defend"
    hands.lay("red/mail-1", "5 red")
    assert hands.codes == ["wrong-phase"]


def test_defend_ok_alone_is_nobody_and_the_attacker_goes_home() -> None:
    hands = mustered(blue="hunter-1 2")
    assert hands.pressed("press ok blue", "press ok blue", "press ok blue") == []
    assert (hands.state.step, hands.state.red.points) == ("home", 3)
    assert hands.pressed("press ok red") == ["no-target"]
    hands.lift("red/knight-1").lay("red/knight-1", "3 red")
    assert hands.done[-1] == act.Assign("red/knight-1", 3)
    assert (hands.state.step, hands.codes, hands.corrections) == ("declare", [], ())


def test_defend_standard_and_solitary() -> None:
    hands = mustered()
    hands.press("press ok blue")
    assert hands.pressed("hold ok blue") == []
    assert [each.key for each in hands.prompts] == ["no-such-gesture"]
    hands.lay("blue/duellist-1", "4 blue")
    assert hands.codes == ["solitary-alone"]
    hands.press("press column 4 blue")
    assert (hands.codes, hands.question("blue").key) == ([], "defend-alone")
    hands.press("press ok blue")
    hands.roll(6)
    assert hands.state.step == "yield", "who does not fight leaves the target"
    other = mustered()
    other.pressed("press ok blue", "press column 4 blue", "press column 2 blue")
    other.lift("blue/hunter-1").lay("blue/hunter-1", "4 blue")
    other.lift("blue/scout-1").lay("blue/scout-1", "4 blue").press("press ok blue")
    assert other.done[-1] == act.Muster("blue", ("blue/hunter-1", "blue/scout-1"))


def test_yield_by_card_or_by_button_but_not_to_the_target() -> None:
    hands = mustered(blue="scout-1 1, hunter-1 1")
    hands.pressed("press ok blue", "press ok blue")
    assert (hands.question("blue").key, hands.question("blue").figure("card")) == ("yield", "blue/scout-1")
    assert hands.pressed("press column 1 blue") == ["wrong-column"]
    hands.press("press column 2 blue")
    assert hands.corrections_told() == ["take blue/scout-1 1 blue"]
    hands.lift("blue/scout-1").lay("blue/scout-1", "2 blue")
    assert (hands.codes, hands.corrections) == ([], ())
    hands.lift("red/militia-1").lay("red/militia-1", "3 red")
    assert [(each.code, each.player) for each in hands.refusals] == [("cannot-move", "red")]
    hands.lift("red/militia-1").lay("red/militia-1", "2 red")
    hands.lift("blue/hunter-1").lay("blue/hunter-1", "3 blue")
    assert hands.state.step == "bluff"


# aim, pair, assist


def test_aim_columns_are_the_enemies_and_rolls_tell_each_modifier() -> None:
    hands = fighting(("axeman-1", "knight-1"), ("hunter-1", "scout-1"), blue="hunter-1 1, scout-1 1")
    prompt = hands.question("blue")
    assert (hands.state.step, prompt.key, prompt.figure("card")) == ("aim", "aim", "blue/hunter-1")
    assert hands.pressed("press column 1 red") == ["not-your-turn"]
    assert hands.pressed("press ok blue") == ["no-target"]
    assert hands.pressed("press column 3 blue") == ["no-fighter"]
    hands.pressed("press column 2 blue", "press ok blue", "press column 1 blue", "press ok blue")
    assert hands.done[-2:] == [
        act.Aim("blue/hunter-1", "red/knight-1"),
        act.Aim("blue/scout-1", "red/axeman-1"),
    ]
    assert hands.pressed("press ok blue") == ["wrong-phase"]
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("card"), prompt.figure("reach")) == (
        "roll-shoot",
        "blue/hunter-1",
        "7 11",
    )
    hands.roll(3, 3)
    assert hands.question("red").figure("card") == "blue/scout-1"


def test_aim_column_5_again_is_the_sixth() -> None:
    six = "militia-1 1, militia-2 1, axeman-1 1, axeman-2 1, knight-1 1, knight-2 1"
    state = position("aim", six.replace(" 1", " 0"), "hunter-1 0", active="blue")
    fighters = tuple(each.card for each in state.of_side("red"))
    combat = Combat("red", 1, 1, attackers=fighters, defenders=("blue/hunter-1",), round="ranged")
    hands = at_table(replace(state, combat=combat))
    hands.pressed("press column 5 blue", "press column 5 blue")
    assert hands.question("blue").figure("column") == 6
    hands.press("press column 5 blue")
    assert hands.question("blue").figure("column") == 5
    hands.pressed("press column 5 blue", "press ok blue")
    assert hands.done == [act.Aim("blue/hunter-1", "red/knight-2")]


def three_against_two() -> Hands:
    red, blue = ("knight-1", "axeman-1", "militia-1"), ("duellist-1", "duellist-2")
    hands = ("mail-1 rally-1", "smoke-1")
    return fighting(red, blue, blue="duellist-1 1, duellist-2 1", hands=hands)


def test_pair_another_first_and_who_is_taken_is_not_free() -> None:
    hands = three_against_two()
    assert (hands.state.step, hands.question("red").figure("card")) == ("pair", "red/knight-1")
    assert hands.pressed("hold ok blue") == ["not-your-turn"]
    hands.press("hold ok red")
    assert hands.question("red").figure("card") == "red/axeman-1"
    hands.pressed("press column 2 red", "press ok red")
    assert hands.done[-1] == act.Pair("red/axeman-1", "blue/duellist-2")
    assert hands.question("red").figure("card") == "red/knight-1"
    assert hands.pressed("press column 2 red") == ["not-free"]
    assert hands.pressed("press ok red") == [], "only one is left"
    assert hands.done[-1] == act.Pair("red/knight-1", "blue/duellist-1")


def test_assist_column_k_is_the_confrontation_and_dice_follow() -> None:
    hands = three_against_two()
    hands.pressed("press column 1 red", "press ok red", "press ok red")
    assert (hands.state.step, hands.question("red").figure("card")) == ("assist", "red/militia-1")
    assert hands.pressed("press column 3 red") == ["no-fighter"]
    hands.pressed("press column 2 red", "press ok red")
    assert hands.done[-1] == act.Assist("red/militia-1", 2)
    assert hands.question("blue").figure("card") == "red/knight-1"
    hands.lay("red/rally-1", "5 red").press("press ok red")
    hands.follow()
    prompt = hands.question("blue")
    assert (prompt.key, prompt.figure("modifiers")) == ("roll-strike", "red/rally-1 +1")
    assert hands.pressed("press column 1 red", "press column 1 blue") == []


# After the rounds


def test_the_dead_are_asked_away_with_what_they_bear() -> None:
    hands = fighting(("knight-1",), ("scout-1",), red="knight-1 1 mail-1", blue="scout-1 1")
    hands.roll(1, 1)  # scout shoots
    hands.roll(6, 5)
    while hands.procedure.rules.due(hands.state):
        hands.roll(1, 1)
    assert "blue/scout-1" in hands.state.blue.discards.named
    assert hands.corrections_told() == ["take blue/scout-1 4 blue"]
    assert hands.codes == []
    hands.follow()
    assert hands.question("red").key == "home"
    hands.press("press column 2 red")
    assert hands.corrections_told() == ["take red/knight-1 4 red"]
    hands.follow()
    hands.lay("red/knight-1", "2 red").lift("red/mail-1").lay("red/mail-1", "2 red")
    assert (hands.codes, hands.corrections) == ([], ())


def test_face_down_cards_are_shown_and_asked_away() -> None:
    hands = attacking(blue="hunter-1 2")
    hands.press("press column 1 red")
    hands.lift("red/knight-1", settled=None).lay("red/knight-1", "4 red").press("press ok red")
    hands.lay("red/sack-1", "pad red")
    hands.pressed(
        "press ok red",
        "press column 1 red",
        "press ok red",
        "press ok blue",
        "press ok blue",
        "press ok blue",
    )
    assert (hands.state.step, hands.state.red.points) == ("home", 4)
    assert hands.corrections_told() == ["take red/sack-1 pad red"]
    assert hands.pressed("hold dice") == []
    assert {each.key for each in hands.prompts} == {"no-undo-cards-shown"}


OATH = 'oath = { sort = "victory", name = "Oath", count = 1, as = "A", points = 2, when = ["ask"] }\n'


class OathHands(Hands):
    """Red's deck has a victory card that asks what the players have seen."""

    procedure = DarkAgeArenaProcedure(deck_with(OATH).deck)


def oath() -> Hands:
    rules = OathHands.procedure.rules
    down = {"face_down": Cards(1, frozenset({"red/oath-1"}))}
    state = position("spoils", "knight-1 0", "", has={"red": down}, rules=rules)
    state = replace(state, combat=Combat("red", 1, 1, attackers=("red/knight-1",), asked="red/oath-1"))
    return at_table(state, None, OathHands)


def test_spoils_both_say_yes() -> None:
    hands = oath()
    assert [hands.question(side).key for side in ("red", "blue")] == ["ask", "ask"]
    hands.press("press ok blue")
    assert (hands.question("blue").key, hands.question("red").key) == ("wait", "ask")
    assert hands.question("blue").figures == (("active", "red"), ("asked", "ask"))
    assert hands.pressed("press ok blue") == ["wrong-phase"]
    hands.press("press ok red")
    assert hands.done == [act.Judge("blue", "yes"), act.Judge("red", "yes")]
    assert (hands.state.red.points, hands.corrections_told()) == (2, ["take red/oath-1 pad red"])


def test_spoils_one_no_is_enough() -> None:
    hands = oath()
    assert hands.pressed("hold ok blue") == []
    assert (hands.done, hands.state.red.points) == ([act.Judge("blue", "no")], 0)


def test_control_rolls_are_due_below_a_control() -> None:
    state = position("spoils", "knight-1 0", "", has={"blue": {"spots": (Spot(), Spot(), Spot())}})
    combat = Combat("red", 1, 1, attackers=("red/knight-1",), killed=(Killed("blue/scout-1", 2),))
    hands = at_table(replace(state, combat=combat))
    prompt = hands.question("blue")
    assert (prompt.key, prompt.figure("player"), prompt.figure("below")) == ("roll-control", "red", 2)
    hands.roll(1)
    assert (hands.state.red.points, hands.state.step) == (1, "home")


# The table's memory


def test_a_table_goes_on_after_a_power_cut() -> None:
    """A new table of the same belief, on which some cards are silent, asks for nothing."""
    hands = three_against_two()
    again = at_table(hands.state)
    assert hands.replayed() == hands.state
    for card in ("red/knight-1", "blue/duellist-2"):
        again.lift(card)
    assert (again.codes, again.corrections) == ([], ())
    assert [again.question(side) for side in ("red", "blue")] == [
        hands.question(side) for side in ("red", "blue")
    ]


def test_what_leaves_play_while_it_is_covered_is_asked_away_when_it_is_read() -> None:
    state = position("home", "knight-1 0, axeman-1 1", "")
    state = replace(state, combat=Combat("red", 1, 1, attackers=("red/knight-1",)))
    red = state.red.discards_card("red/militia-1")
    red = replace(red, stock=replace(red.stock, number=red.stock.number - 1))
    hands = at_table(state.with_player("red", red))
    hands.lay("red/militia-1", "4 red")
    assert (hands.codes, hands.corrections_told()) == ([], ["take red/militia-1 4 red"])


def test_training_places_are_told_among_the_modifiers() -> None:
    """Red's gate: defending, mine: +1 to blocks."""
    standing = (Standing("red/knight-1", 0), Standing("blue/hunter-1", 0))
    state = replace(RULES.table_game(), step="strike", turn=4, characters=standing, active="red")
    combat = Combat("blue", 1, 1, attackers=("blue/hunter-1",), defenders=("red/knight-1",), round="first")
    hands = at_table(RULES.effect(replace(state, combat=combat), act.Exchange("red")), None, TrainingHands)
    hands.roll(6, 6)
    while hands.question("red").key != "roll-block":
        hands.roll(1, 1)
    assert hands.question("red").figure("modifiers") == "1 red +1"
