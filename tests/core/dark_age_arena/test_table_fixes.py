"""What the table of Dark Age Arena says against a gesture is true for whoever reads it, and its fix can be done."""

from __future__ import annotations

from signifer_core.games.dark_age_arena.table.procedure import DarkAgeArenaProcedure
from signifer_core.games.dark_age_arena.table.said import target

from .hands import Hands, at_table, mustered, table
from .states import deck_with, position

POISON = (
    'poison = { sort = "instant", name = "Poison", count = 1, at = ["any"], target = "enemy", '
    'effects = ["chosen: wound 1"] }\n'
    'tax = { sort = "instant", name = "Tax", count = 1, at = ["any"], effects = ["theirs: log -2"] }\n'
)


class PoisonHands(Hands):
    """Red has a card that wounds an enemy, and one that takes LOG."""

    procedure = DarkAgeArenaProcedure(deck_with(POISON).deck)


def fixes(hands: Hands, *presses: str) -> list[tuple[str, str, str | None]]:
    """What is told against these buttons, and how to put it right."""
    found = [reason for press in presses for reason in hands.press(press)]
    return [(each.code, str(each.fix.verb), each.fix.place) for each in found]


def test_da_39_a_card_shown_as_soon_as_it_is_laid_is_asked_away_without_a_refusal() -> None:
    hands = mustered("knight-1")
    hands.press("press ok blue")  # instants
    hands.press("press ok blue")  # nobody defends
    while hands.state.step == "yield":
        hands.press("press column 3 blue")
    hands.follow()
    hands.lay("blue/stand-1", "pad blue").press("press ok blue")
    assert hands.state.step == "home"
    assert (hands.codes, hands.corrections_told()) == ([], ["take blue/stand-1 pad blue"])
    hands.follow()
    assert (hands.codes, hands.corrections) == ([], ())


def test_da_27_who_has_to_leave_the_target_is_never_told_to_go_back_there() -> None:
    hands = mustered("knight-1")
    hands.pressed("press ok blue", "press ok blue")
    for column in ("4", "5"):
        hands.lift("blue/scout-1").lay("blue/scout-1", f"{column} blue")
        assert [(each.player, each.fix.verb, each.fix.place) for each in hands.refusals] == [
            ("blue", "put", "another")
        ]
    hands.lift("blue/hunter-1").lay("blue/hunter-1", "4 blue")
    assert hands.refusals[0].fix.place == "2", "who may stay is laid back"
    hands.lift("blue/scout-1").lay("blue/scout-1", "3 blue")
    assert hands.state.step == "bluff"


def test_da_41_who_is_to_go_home_is_told_where_not_to_lie_in_the_combat_zone() -> None:
    hands = mustered("knight-1")
    hands.pressed("press ok blue", "press ok blue", "press column 3 blue", "press ok blue")
    assert hands.state.step == "home"
    hands.lift("red/knight-1").lay("red/knight-1", "5 red")
    assert [(each.code, each.fix.place) for each in hands.refusals] == [("card-elsewhere", "column")]


def shooting() -> Hands:
    """Red's raider is asked at whom of two it aims; a third lies at the place to which it went."""
    rules = PoisonHands.procedure.rules
    state = position(
        "declare",
        "raider-1 1",
        "scout-1 1, bowman-1 1, duellist-1 2",
        hands=("poison-1", "smoke-1"),
        rules=rules,
    )
    hands = at_table(state, None, PoisonHands)
    hands.press("press column 1 red")
    hands.lift("red/raider-1").lay("red/raider-1", "4 red")
    hands.pressed("press ok red", "press ok red", "press column 1 red", "press ok red", "press ok blue")
    for card in ("blue/scout-1", "blue/bowman-1"):
        hands.lift(card).lay(card, "4 blue")
    hands.pressed("press ok blue", "press ok blue")
    assert hands.state.step == "aim"
    return hands


def test_da_16_in_a_round_a_column_also_chooses_whom_it_shows() -> None:
    hands = shooting()
    hands.lay("red/poison-1", "5 red")
    chosen = []
    for column in (1, 1, 4, 4, 2, 2, 2):
        assert hands.pressed(f"press column {column} red") == []
        chosen.append(target(hands.table.held, "red"))
    scout, bowman, duellist = "blue/scout-1", "blue/bowman-1", "blue/duellist-1"
    assert chosen == [scout, scout, bowman, scout, duellist, bowman, duellist]
    assert fixes(hands, "press column 3 red") == [("no-fighter", "press", "column")]


def test_da_14_another_bearer_is_asked_for_only_where_there_is_one() -> None:
    def full(red: str) -> list[tuple[str, str, str | None]]:
        hands = table("prepare", red, hands=("mail-2", ""))
        hands.lay("red/mail-2", "5 red")
        return fixes(hands, "press column 1 red", "press ok red")

    assert full("knight-1 1 mail-1, axeman-1 2") == [("same-equipment", "press", None)]
    assert full("knight-1 1 mail-1, axeman-1 1") == [("same-equipment", "press", "again")]
    assert full("knight-1 1 mail-1") == [("same-equipment", "take", "5")]


def test_da_14_with_nobody_in_play_the_card_is_taken_away() -> None:
    hands = table("prepare", hands=("mail-1", ""))
    hands.lay("red/mail-1", "5 red")
    assert fixes(hands, "press ok red") == [("no-target", "take", "5")]
    assert fixes(hands, "press column 1 red") == [("no-fighter", "take", "5")]


def test_da_20_a_card_that_cannot_be_paid_any_more_is_gone_on_without_by_its_button() -> None:
    hands = table("supply", "knight-1 1", has={"red": {"log": 5, "com": 3}})
    told = fixes(hands, "press column 5 red", "hold column 1 red", "press ok red")
    assert told == [("not-enough", "press", "without")]
    assert hands.pressed("press column 5 red", "press ok red") == []
    assert hands.state.red.done


def test_da_20_who_is_done_is_not_sent_back_to_ok_for_want_of_a_stock() -> None:
    hands = table("supply", "knight-1 1", stock=0)
    assert fixes(hands, "press column 5 red") == [("count-wrong", "press", "ok")]
    assert fixes(hands, "press ok red", "press column 5 red") == [("count-wrong", "wait", "without")]


def test_da_6_who_waits_for_the_others_card_to_take_log_is_told_for_whom() -> None:
    rules = PoisonHands.procedure.rules
    hands = at_table(
        position("prepare", "knight-1 1", hands=("tax-1", ""), rules=rules, has={"blue": {"com": 3}}),
        None,
        PoisonHands,
    )
    (why,) = hands.lay("red/tax-1", "5 red").press("hold column 1 blue")
    assert (why.code, why.player, why.figure("active"), why.figure("asked")) == (
        "wrong-phase",
        "blue",
        "red",
        "card",
    )


def test_da_4_whose_card_lies_on_the_others_side_is_not_told_that_it_is_the_others() -> None:
    hands = table("prepare", hands=("mail-1", ""))
    hands.lay("red/mail-1", "5 blue")
    assert [(each.player, each.figure("yours")) for each in hands.refusals] == [("blue", None)]
    (why,) = hands.press("press ok red")
    assert (why.code, why.player, why.figure("yours"), why.fix.place) == ("wrong-side", "red", 1, None)


def test_da_5_ok_says_what_it_takes_for_all_that_waits() -> None:
    hands = table("prepare", "knight-1 1", hands=("granary-1 mail-1", ""))
    hands.lay("red/granary-1", "1 red").lay("red/mail-1", "5 red").press("press column 1 red")
    prompt = hands.question("red")
    assert (prompt.key, prompt.figure("log")) == ("play-log", 4)
    assert hands.pressed("press ok red") == []
    assert hands.state.red.log == 2


def test_da_5_a_refusal_of_what_comes_last_counts_all_that_ok_would_pay() -> None:
    hands = table("prepare", "knight-1 1", hands=("granary-1 mail-1", ""), has={"red": {"log": 3}})
    hands.lay("red/granary-1", "1 red").lay("red/mail-1", "5 red")
    (why,) = (reason for press in ("press column 1 red", "press ok red") for reason in hands.press(press))
    assert (why.code, why.figure("log_needed"), why.figure("log")) == ("not-enough", 4, 3)
    moved = table("supply", "knight-1 1, axeman-1 1", has={"red": {"log": 3}})
    for card in ("red/knight-1", "red/axeman-1"):
        moved.lift(card).lay(card, "2 red")
    assert [(each.figure("log_needed"), each.figure("log")) for each in moved.refusals] == [(4, 3)]
