"""What the table of Dark Age Arena says against a gesture is true for whoever reads it, and its fix can be done."""

from __future__ import annotations

from dataclasses import replace

import pytest
from signifer_core.counted import Cards
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.state import Step
from signifer_core.games.dark_age_arena.table.procedure import DarkAgeArenaProcedure
from signifer_core.games.dark_age_arena.table.said import target
from signifer_core.layout import Side, Zone
from signifer_core.presses import Button, Press, PressKind

from .hands import Hands, at_table, attacking, drafting, fighting, mustered, table
from .states import after, attacked, deck_with, position

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


def test_da_16_once_they_are_paired_a_column_chooses_who_stands_there_of_that_side() -> None:
    """Each confrontation has one fighter of either side, and who supports beside them."""
    rules = PoisonHands.procedure.rules
    state = attacked(
        "knight-1 1, axeman-1 1", "duellist-1 1, duellist-2 1", rules=rules, hands=("poison-1", "")
    )
    state = after(state, "muster blue blue/duellist-1+blue/duellist-2", rules=rules)
    state = after(state, "pair red/knight-1 blue/duellist-2", rules=rules)
    hands = at_table(state, None, PoisonHands)
    assert state.step == "strike"
    hands.lay("red/poison-1", "5 red")
    chosen = []
    for column in (1, 2):
        assert hands.pressed(f"press column {column} red") == []
        chosen.append(target(hands.table.held, "red"))
    assert chosen == ["blue/duellist-2", "blue/duellist-1"]


def test_da_16_ok_takes_what_is_printed_on_an_instant_whomever_it_is_for() -> None:
    line = POISON.replace("count = 1", "count = 1, log = 2", 1)

    class DearHands(Hands):
        procedure = DarkAgeArenaProcedure(deck_with(line).deck)

    state = position(
        "prepare", "knight-1 1", "scout-1 1", hands=("poison-1", ""), rules=DearHands.procedure.rules
    )
    hands = at_table(state, None, DearHands)
    hands.lay("red/poison-1", "5 red").press("press column 1 red")
    asked = hands.question("red")
    assert (asked.key, asked.figure("log"), asked.figure("target")) == ("play-log", 2, "blue/scout-1")
    assert (hands.pressed("press ok red"), hands.state.red.log) == ([], 4)


def test_da_14_another_bearer_is_asked_for_only_where_there_is_one() -> None:
    def full(red: str) -> list[tuple[str, str, str | None]]:
        hands = table("prepare", red, hands=("mail-2", ""))
        hands.lay("red/mail-2", "5 red")
        return fixes(hands, "press column 1 red", "press ok red")

    assert full("knight-1 1 mail-1, axeman-1 2") == [("same-equipment", "press", None)]
    assert full("knight-1 1 mail-1, axeman-1 1") == [("same-equipment", "press", "again")]
    assert full("knight-1 1 mail-1") == [("same-equipment", "take", "5")]


def test_da_14_no_ok_is_promised_for_who_has_no_room() -> None:
    def asked(red: str, *presses: str) -> str:
        hands = table("prepare", red, hands=("mail-2", ""))
        hands.lay("red/mail-2", "5 red").pressed(*presses)
        return str(hands.question("red").key)

    first, second = "press column 1 red", "press column 2 red"
    assert asked("knight-1 1 mail-1", first) == "choose-nobody"
    assert asked("knight-1 1 mail-1, axeman-1 2", first) == "choose-target"
    assert asked("knight-1 1 mail-1, axeman-1 2", first, second) == "play-log"
    assert asked("knight-1 1 mail-1, axeman-1 1", first, first) == "play-log"


def test_da_14_with_nobody_in_play_the_card_is_taken_away() -> None:
    hands = table("prepare", hands=("mail-1", ""))
    hands.lay("red/mail-1", "5 red")
    assert hands.question("red").key == "choose-nobody"
    assert fixes(hands, "press ok red") == [("no-target", "take", "5")]
    assert fixes(hands, "press column 1 red") == [("no-fighter", "take", "5")]


def test_where_nobody_can_be_chosen_the_ruling_is_that_of_the_card() -> None:
    """DA-14 says who bears equipment, DA-16 for whom an instant is."""

    def rulings(card: str, of: type[Hands]) -> list[tuple[str, str]]:
        hands = at_table(position("prepare", hands=(card, ""), rules=of.procedure.rules), None, of)
        hands.lay(f"red/{card}", "5 red")
        found = [*hands.press("press column 1 red"), *hands.press("press ok red")]
        return [(each.code, each.ruling) for each in found]

    assert rulings("mail-1", Hands) == [("no-fighter", "DA-14"), ("no-target", "DA-14")]
    assert rulings("poison-1", PoisonHands) == [("no-fighter", "DA-16"), ("no-target", "DA-16")]


def test_da_20_a_card_that_cannot_be_paid_any_more_is_gone_on_without_by_its_button() -> None:
    hands = table("supply", "knight-1 1", has={"red": {"log": 5, "com": 3}})
    told = fixes(hands, "press column 5 red", "hold column 1 red", "press ok red")
    asked = hands.question("red")
    assert (asked.key, asked.figure("log"), asked.figure("left")) == ("supply-card-short", 4, 3)
    assert told == [("not-enough", "press", "without")]
    assert hands.pressed("press column 5 red", "press ok red") == []
    assert hands.state.red.done


def test_da_20_a_card_for_log_and_a_move_are_paid_together() -> None:
    hands = table("supply", "knight-1 1", has={"red": {"log": 4}})
    hands.lift("red/knight-1").lay("red/knight-1", "2 red")
    (why,) = hands.press("press column 5 red")
    assert (why.code, why.figure("log_needed"), why.figure("log")) == ("not-enough", 6, 4)
    hands.lift("red/knight-1").lay("red/knight-1", "1 red")
    assert hands.pressed("press column 5 red") == []
    hands.lift("red/knight-1").lay("red/knight-1", "2 red")
    assert [(each.code, each.figure("log_needed"), each.fix.verb) for each in hands.refusals] == [
        ("not-enough", 6, "take")
    ]
    enough = table("supply", "knight-1 1")
    assert enough.pressed("press column 5 red") == []
    enough.lift("red/knight-1").lay("red/knight-1", "2 red")
    assert (enough.codes, enough.pressed("press ok red", "press ok red")) == ([], [])
    assert (enough.state.red.log, enough.state.red.hand.number) == (0, 1)


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


def test_da_13_who_is_in_play_is_not_told_to_fight_alone() -> None:
    """From the hand nobody fights in the standard way; but alone, she is refused as well."""
    hands = mustered(red="knight-1 1, mara-vane-1 2", hands=("", "mara-vane-1"))
    hands.press("press ok blue")
    for column in (4, 2):
        hands.press(f"press column {column} blue")
        hands.lift("blue/mara-vane-1").lay("blue/mara-vane-1", "4 blue")
        assert hands.codes == ["in-play"], column
    assert hands.pressed("press ok blue") == ["in-play"]


def test_da_27_who_comes_beside_defenders_that_were_laid_is_the_one_too_many() -> None:
    """The duellist costs 3 of 3 COM; to take it away would do as well, but nobody has asked for that."""
    has = {"blue": {"com": 3, "log": 0, "markers": 0}}
    hands = mustered(blue="scout-1 1, duellist-1 2", has=has)
    hands.press("press ok blue")
    for card in ("duellist-1", "scout-1"):
        hands.lift(f"blue/{card}").lay(f"blue/{card}", "4 blue")
    assert [(each.code, each.card) for each in hands.refusals] == [("not-enough", "blue/scout-1")]
    assert hands.corrections_told() == ["take blue/scout-1 4 blue"]


# Who has failed


def test_da_12_who_has_failed_elsewhere_is_asked_away_and_is_no_other_try() -> None:
    """Carried to another column while the roll was due, one of two equal cards is not taken for the other."""
    hands = table("draft", hands=("knight-1 knight-2", ""), has={"red": {"markers": 0}})
    hands.lay("red/knight-1", "1 red").press("press ok red")
    hands.lift("red/knight-1").lay("red/knight-1", "2 red")
    hands.roll(1)
    assert hands.corrections_told() == ["take red/knight-1 2 red"]
    assert (hands.state.red.under, hands.table.held.laid) == (("red/knight-1",), frozenset())
    hands.lift("red/knight-1").lay("red/knight-1", "2 red")
    assert (hands.corrections, [zone for _, zone in hands.table.held.laid]) == ((), [Zone("2", "red")])


# What `ok` speaks of: what is unread there is passed over by nobody


def _spoken_of(hands: Hands, side: Side, kind: PressKind = PressKind.PRESS) -> str:
    offers = hands.referee.offers(hands.table, hands.seen)
    zones = hands.procedure.looks_at(hands.table, Press(kind, Button.OK, side), offers)
    assert {zone.side for zone in zones} <= {side}
    return " ".join(sorted(zone.place for zone in zones))


def test_da_27_ok_of_who_defends_speaks_of_the_combat_zone_until_it_is_read() -> None:
    hands = mustered(blue="scout-1 1, hunter-1 1", hands=("", "smoke-1"))
    assert (_spoken_of(hands, "blue"), _spoken_of(hands, "red")) == ("5", "")
    hands.press("press ok blue")
    assert (_spoken_of(hands, "blue"), _spoken_of(hands, "red")) == ("4 5", "")
    hands.lift("blue/scout-1").lay("blue/scout-1", "4 blue")
    assert _spoken_of(hands, "blue") == "4"
    hands.lift("blue/scout-1").press("press column 4 blue")
    hands.lay("blue/scout-1", "4 blue").press("press ok blue")
    assert _spoken_of(hands, "blue") == "5", "the die of who fights alone is due"


def test_da_22_ok_of_who_attacks_speaks_of_the_combat_zone_and_held_of_nothing() -> None:
    hands = attacking(hands=("", ""))
    assert _spoken_of(hands, "red") == ""
    hands.press("press column 1 red")
    assert (_spoken_of(hands, "red"), _spoken_of(hands, "red", PressKind.HOLD)) == ("4", "")


@pytest.mark.parametrize(
    ("step", "with_a_hand", "without"),
    [
        ("stock", "5 pad", "pad"),
        ("draft", "1 2 3 5", ""),
        ("prepare", "1 2 3 5", ""),
        ("bid", "5", ""),
        ("supply", "1 2 3 5", "1 2 3"),
    ],
)
def test_da_4_ok_speaks_of_wherever_a_card_could_wait(step: Step, with_a_hand: str, without: str) -> None:
    for hand, zones in (("war-chest-1", with_a_hand), ("", without)):
        hands = table(step, "axeman-1 1", hands=(hand, "scout-1"))
        assert _spoken_of(hands, "red") == zones
        assert _spoken_of(hands, "red", PressKind.HOLD) == ("pad" if "pad" in zones else "")


@pytest.mark.parametrize(
    ("step", "hand", "zones"),
    [
        ("bid", "rally-1", ""),
        ("supply", "mail-1", "1 2 3"),
        ("draft", "mail-1", "1 2 3"),
        ("prepare", "mail-1", "1 2 3 5"),
    ],
)
def test_da_4_ok_speaks_of_column_5_where_a_card_could_be_played(step: Step, hand: str, zones: str) -> None:
    """A weapon only while characters are equipped, an instant when it says."""
    assert _spoken_of(table(step, "axeman-1 1", hands=(hand, "scout-1")), "red") == zones
    assert _spoken_of(table("prepare", "", hands=("mail-1", "scout-1")), "red") == "1 2 3", (
        "nobody could bear it"
    )


def test_da_4_ok_that_says_what_was_chosen_speaks_of_no_column() -> None:
    hands = table("bid", "axeman-1 1", hands=("war-chest-1", "scout-1"))
    hands.press("press column 1 red")
    assert _spoken_of(hands, "red") == ""
    hands = table("stock", hands=("war-chest-1 mail-1", ""))
    assert _spoken_of(hands.lay("red/mail-1", "pad red"), "red") == "pad"
    hands = attacking(hands=("war-chest-1", "smoke-1"))
    hands.press("press column 1 red")
    hands.lift("red/axeman-1", settled=None).lay("red/axeman-1", "4 red")
    hands.pressed("press ok red", "press ok red")
    assert (hands.state.step, _spoken_of(hands, "red")) == ("target", "5")
    hands.press("press column 1 red")
    assert _spoken_of(hands, "red") == ""


def test_da_4_ok_that_says_whom_a_fighter_faces_speaks_of_no_column() -> None:
    """Whoever was chosen, or the only one who is left."""
    hands = fighting(("knight-1", "axeman-1"), ("scout-1", "hunter-1"), hands=("war-chest-1", "war-chest-1"))
    assert (hands.state.step, _spoken_of(hands, "blue")) == ("aim", "5")
    hands.press("press column 1 blue")
    assert (_spoken_of(hands, "blue"), _spoken_of(hands, "red")) == ("", "5")
    hands.pressed("press ok blue", "press column 1 blue", "press ok blue")
    assert _spoken_of(hands, "blue") == "5", "its dice are due"
    hands.roll(1, 1).roll(1, 1)
    assert (hands.state.step, _spoken_of(hands, "red")) == ("pair", "5")
    hands.pressed("press column 1 red", "press ok red")
    assert hands.state.step == "strike", "the last two face each other by themselves"


def test_da_10_ok_that_pays_speaks_of_no_column() -> None:
    """A draft roll that has missed; who fights alone and is too dear yet."""
    hands = drafting("knight-1 war-chest-1")
    hands.lay("red/knight-1", "1 red").press("press ok red")
    assert _spoken_of(hands, "red") == "5", "its roll is due"
    hands.roll(4)
    assert (_spoken_of(hands, "red"), _spoken_of(hands, "blue")) == ("", "1 2 3")
    hands = mustered(hands=("", "smoke-1 war-chest-1"), has={"blue": {"com": 0, "log": 2}})
    hands.pressed("press ok blue", "press column 4 blue")
    hands.lift("blue/hunter-1").lay("blue/hunter-1", "4 blue").press("press ok blue")
    assert (hands.state.step, _spoken_of(hands, "blue")) == ("defend", "5")
    hands.roll(3)
    assert (hands.state.step, _spoken_of(hands, "blue"), _spoken_of(hands, "red")) == ("defend", "", "")


def test_da_39_ok_that_answers_speaks_of_no_column() -> None:
    """Of a face-down card both are asked."""
    combat = Combat("red", 1, 1, attackers=("red/knight-1",), asked="red/sack-1")
    hands = table("spoils", "knight-1 0", hands=("war-chest-1", "war-chest-1"), combat=combat)
    assert (_spoken_of(hands, "red"), _spoken_of(hands, "blue")) == ("", "")


class EarlyHands(Hands):
    """Red has an instant for one step alone."""

    procedure = DarkAgeArenaProcedure(
        deck_with(
            'dawn = { sort = "instant", name = "Dawn", count = 1, at = ["bid"], effects = ["com +1"] }\n'
        ).deck
    )


def test_da_15_ok_that_may_end_the_only_step_of_an_instant_waits_for_column_5() -> None:
    """Also where it says what was chosen: unheard, the instant could be played no more."""
    state = replace(EarlyHands.procedure.rules.table_game(), turn=1, step="bid")
    red = replace(state.red, hand=Cards(1), log=3)
    hands = at_table(replace(state, red=red), of=EarlyHands)
    hands.press("press column 1 red")
    assert _spoken_of(hands, "red") == "5"
    hands = at_table(replace(state, red=replace(red, hand=Cards())), of=EarlyHands)
    hands.press("press column 1 red")
    assert _spoken_of(hands, "red") == ""


def test_da_4_ok_with_a_card_that_waits_speaks_of_that_one() -> None:
    hands = drafting("knight-1 militia-1 war-chest-1")
    hands.lay("red/knight-1", "1 red")
    assert _spoken_of(hands, "red") == "1"
    hands.press("press ok red")
    assert _spoken_of(hands, "red") == "5"
    hands.roll(6)
    assert _spoken_of(hands, "red") == "5", "a draft is one a turn"
    assert _spoken_of(table("supply", "", "scout-1 1", hands=("war-chest-1", "")), "red") == "5"
