"""The rounds of a combat at the table of Dark Age Arena, and what is left of it."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.combat import Combat, Killed
from signifer_core.games.dark_age_arena.state import Cards, Spot, Standing
from signifer_core.games.dark_age_arena.table.procedure import DarkAgeArenaProcedure
from signifer_core.procedure import Table

from .hands import Hands, TrainingHands, at_table, attacking, drafting, fighting
from .states import RULES, after, deck_with, dice, fight, position

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


def test_da_4_while_a_roll_is_due_the_other_goes_on_in_the_draft_alone() -> None:
    hands = drafting()
    hands.lay("red/knight-1", "1 red").press("press ok red")
    assert hands.procedure.deciders(hands.state) == {"red", "blue"}
    hands.press("press ok blue")
    assert hands.procedure.deciders(hands.state) == {"red"}, "Blue is done"
    shot = fighting(("axeman-1",), ("hunter-1",), blue="hunter-1 1")
    assert shot.state.step == "shoot"
    assert shot.procedure.deciders(shot.state) == {"blue"}


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


def test_pair_the_sixth_may_be_confronted_once_the_fifth_is() -> None:
    six = ("scout-1", "scout-2", "scout-3", "militia-1", "militia-2", "militia-3")
    ours = ("knight-1", "axeman-1")
    state = position("pair", "knight-1 0, axeman-1 0", ", ".join(f"{card} 0" for card in six))
    enemies = tuple(f"blue/{card}" for card in six)
    combat = Combat("red", 1, 1, attackers=tuple(f"red/{card}" for card in ours), defenders=enemies)
    hands = at_table(replace(state, combat=replace(combat, round="first")))
    assert hands.pressed("press column 5 red", "press ok red", "press column 5 red") == []
    assert hands.question("red").figure("column") == 6
    assert hands.pressed("press column 5 red", "press ok red") == [], "there is no other beyond the fourth"
    assert hands.done == [act.Pair("red/knight-1", enemies[4]), act.Pair("red/axeman-1", enemies[5])]


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


def test_both_decide_about_initiative_and_each_roll_is_a_stage() -> None:
    procedure = Hands.procedure
    state = after(position("bid", "knight-1 1", "scout-1 1"), "bid red 0")
    assert procedure.deciders(state) == {"red", "blue"}
    pair = "pair blue/duellist-1 red/knight-1"
    state = fight("duellist-1, duellist-2", "knight-1", "", by="blue", choices=pair)
    stages = [procedure.stage(Table(each), "red") for each in (state, after(state, *dice("65")))]
    assert stages[0] != stages[1]
