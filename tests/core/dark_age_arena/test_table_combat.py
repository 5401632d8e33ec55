"""A combat of Dark Age Arena at the table: each gesture, what is asked, and what is refused."""

from __future__ import annotations

import pytest
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.combat import Combat, Killed
from signifer_core.games.dark_age_arena.deck.effects import parse_effect
from signifer_core.games.dark_age_arena.state import Cards, Step, Task
from signifer_core.games.dark_age_arena.table.procedure import DarkAgeArenaProcedure
from signifer_core.games.dark_age_arena.table.said import target

from .hands import Hands, at_table, attacking, fighting, mustered
from .states import deck_with, position

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
    hands.press("press column 3 red")
    assert (hands.codes, hands.state.combat) == ([], Combat("red", 3))
    hands.press("press column 4 red")
    assert hands.question("red").key == "muster-alone"
    assert hands.done == [act.Declare("red", way) for way in ("1", "2", "3", "solitary")]


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


def test_da_22_who_is_to_fight_is_laid_in_the_combat_zone_and_not_in_column_5() -> None:
    hands = attacking(hands=("berserk-1", ""))
    hands.press("press column 4 red")
    hands.lay("red/berserk-1", "5 red")
    (reason,) = hands.refusals
    assert (reason.code, reason.ruling, reason.fix.place) == ("wrong-column", "DA-22", "4")


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


def test_while_the_defender_musters_the_attackers_characters_stay() -> None:
    hands = mustered()
    hands.press("press ok blue")
    assert (hands.state.step, hands.state.active) == ("defend", "blue")
    hands.lift("red/axeman-1").lay("red/axeman-1", "4 red")
    assert [(each.code, each.player, each.fix.place) for each in hands.refusals] == [
        ("cannot-move", "red", "1")
    ]


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
    assert hands.pressed("hold column 1 red") == []
    assert hands.question("red").figure("enough") == 1
    assert hands.pressed("press ok red") == []
    assert (hands.state.step, hands.state.red.com) == ("bluff", 0)


def test_solitary_is_told_of_no_exchange_that_is_refused() -> None:
    hands = alone(com=1, log=1)
    hands.roll(3)
    assert hands.question("red").figure("no-exchange") == 1
    assert hands.pressed("hold column 1 red") == ["not-enough"]


@pytest.mark.parametrize(
    ("die", "markers", "pays"),
    [(3, 1, True), (3, 0, False), (2, 1, False)],
)
def test_solitary_is_told_of_a_marker_that_pays_alone(die: int, markers: int, pays: bool) -> None:
    hands = alone(com=1, log=1, markers=markers)
    hands.roll(die)
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("no-exchange")) == ("solitary-short", 1)
    assert (prompt.figure("no-marker") is None) == pays
    hands.pressed("hold column 2 red")
    assert (hands.question("red").figure("enough") == 1) == pays


def test_ok_while_dice_are_due_names_the_ruling_of_the_roll() -> None:
    shooting = fighting(("knight-1",), ("hunter-1",), blue="hunter-1 1")
    striking = fighting(("knight-1",), ("duellist-1",), blue="duellist-1 1")
    killed = Combat("red", 1, 1, attackers=("red/axeman-1",), killed=(Killed("blue/scout-1", 2),))
    controlling = at_table(position("spoils", "axeman-1 0", combat=killed))
    found = []
    for hands, purpose in zip(
        (alone(), shooting, striking, controlling), ("solitary", "shoot", "strike", "control"), strict=True
    ):
        due = hands.procedure.rules.due(hands.state)
        assert due is not None
        assert due.purpose == purpose
        found += [(each.code, each.ruling) for each in hands.press("press ok red")]
    assert found == [("wrong-phase", f"DA-{number}") for number in (23, 28, 31, 40)]


@pytest.mark.parametrize(
    ("source", "ruling"),
    [("red/rally-1", "DA-16"), ("1 blue", "DA-26"), ("red/drill-1", "DA-28"), ("red/sack-1", "DA-39")],
)
def test_ok_while_a_task_is_due_names_the_ruling_of_what_it_is_printed_on(source: str, ruling: str) -> None:
    task = Task("red", source, 0, parse_effect("task 4: +1 []"))
    hands = at_table(position("react", "knight-1 0", active="blue", tasks=(task,)))
    assert [(each.code, each.ruling) for each in hands.press("press ok red")] == [("wrong-phase", ruling)]


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
    assert (hands.refusals[0].ruling, hands.refusals[0].figure("number")) == ("DA-23", 2), "so many lie there"
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
    hands.pressed("press column 4 red", "press ok red")
    assert "red/militia-1" in hands.state.red.discards.named
    assert hands.corrections_told() == ["take red/militia-1 4 red", "take red/arrow-1 5 red"]
    hands.follow()
    assert hands.question("red").figure("cards") == 1


def test_da_16_whom_a_card_is_for_is_chosen_where_it_lies() -> None:
    """A fighter who waits lies in the combat zone, one who moves at its new place, and one alone fights already."""
    rules = ArrowHands.procedure.rules
    own = "militia-1 1, knight-1 1"

    def chosen(hands: Hands, *columns: int) -> list[str | None]:
        hands.lay("red/arrow-1", "5 red")
        found = []
        for column in columns:
            refused = hands.pressed(f"press column {column} red")
            found.append(refused[0] if refused else target(hands.table.held, "red"))
        return found

    def begun(step: Step, **more: object) -> Hands:
        state = position(step, own, hands=("arrow-1", ""), rules=rules, **more)  # type: ignore[arg-type]
        return at_table(state, None, ArrowHands)

    mustering = begun("muster", combat=Combat("red", 1))
    mustering.lift("red/militia-1").lay("red/militia-1", "4 red")
    assert chosen(mustering, 4, 1, 1) == ["red/militia-1", "red/knight-1", "red/knight-1"]
    moving = begun("supply")
    moving.lift("red/militia-1").lay("red/militia-1", "3 red")
    assert chosen(moving, 3, 1, 4) == ["red/militia-1", "red/knight-1", "no-fighter"]
    alone = begun("muster", combat=Combat("red", 0, alone="red/militia-1"))
    assert chosen(alone, 4, 1, 1) == ["red/militia-1", "red/knight-1", "red/knight-1"]


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
    assert not hands.table.leaving, "it has left the combat zone already"


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


def test_one_undo_takes_a_defender_back_who_was_sent_alone() -> None:
    hands = mustered()
    hands.pressed("press ok blue", "press column 4 blue")
    hands.lay("blue/duellist-1", "4 blue").press("press ok blue")
    assert hands.state.known_place("blue/duellist-1") == "table"
    hands.press("hold dice")
    assert hands.state.known_place("blue/duellist-1") == "hand"
    assert hands.question("blue").key == "defend-alone"


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
