"""The rulings of Dark Age Arena about the goal, the set-up and what may be done at any time (DA-1 to DA-8), one by one;
docs/dark-age-arena.md explains them."""

from __future__ import annotations

import pytest
from signifer_core.errors import RulesError
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.state import Player, Spot, State
from signifer_core.layout import SIDES

from .states import BLUE_HAND, DECK, HAND, PLAIN_RULES, RULES, after, codes, deck_with, dice, position, scores

# DA-1: the goal


@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [(10, 9, "red"), (9, 10, "blue"), (9, 9, None), (10, 10, None), (12, 11, "red"), (9, 0, None)],
)
def test_da_1_ten_points_win_as_prepare_ends_and_of_two_the_higher(
    red: int, blue: int, winner: str | None
) -> None:
    state = after(position("prepare", has=scores(red, blue)), "done red", "done blue")
    assert (state.winner, RULES.outcome(state)) == (winner, winner)
    assert (state.step == "over") == (winner is not None)


def test_da_1_a_supply_in_play_counts_and_is_looked_at_as_prepare_ends() -> None:
    state = position("prepare", has=scores(9, 3), hands=("granary-1", ""))
    state = after(state, "lay red/granary-1 2")
    assert state.winner is None
    assert after(state, "done red", "done blue").winner == "red"


def test_da_1_is_looked_at_as_a_turn_ends() -> None:
    assert after(position("supply", has=scores(3, 10)), "done red", "done blue").winner == "blue"


def test_da_1_is_looked_at_as_a_combat_ends_before_the_other_may_attack() -> None:
    state = position("declare", "knight-1 1", "scout-1 2", has=scores(7, 0))
    state = after(state, "declare red 1", "muster red red/knight-1", "target 1", "muster blue none")
    assert (state.step, state.red.points) == ("home", 10)
    state = after(state, "assign red/knight-1 3")
    assert (state.step, state.winner, state.combat) == ("over", "red", None)
    assert not RULES.legal_actions(state)


# DA-3: the set-up


def test_da_3_everybody_has_6_com_and_log_five_markers_and_eight_cards() -> None:
    for state in (RULES.table_game(), begun()):
        for side, player in state.players:
            assert (player.com, player.log, player.markers, player.points) == (6, 6, 5, 0)
            assert (player.hand.number, player.stock.number) == (8, len(DECK.stock(side)) - 8)
            assert not any(spot.pillaged for spot in player.spots)


def begun() -> State:
    """The first hands are drawn."""
    state = RULES.new_game()
    while state.owed:
        state = RULES.apply(state, RULES.chance(state)[0])
    return state


def test_da_3_a_rejected_hand_is_shuffled_back_and_seven_cards_drawn_once() -> None:
    state = after(begun(), "reject red", rules=RULES)
    assert state.owed == ("red",) * 7
    assert state.red.stock.number == 50
    table = after(RULES.table_game(), "reject red", rules=RULES)
    assert (table.red.hand.number, table.red.stock.number) == (7, 43)
    assert codes(table, "reject red", RULES) == ["wrong-phase DA-3"]
    assert codes(table, "keep red", RULES) == ["wrong-phase DA-3"]
    assert after(table, "keep blue", rules=RULES).step == "stock"


def test_da_3_an_artifact_lies_at_a_place_and_stays_when_that_is_pillaged() -> None:
    state = after(RULES.table_game(), "artifact red/anvil-1 2", rules=RULES)
    assert state.red.spot(2).artifact == "red/anvil-1"
    assert codes(state, "artifact red/anvil-1 3", RULES) == ["card-elsewhere DA-3"]
    assert codes(state, "artifact red/mail-1 3", RULES) == ["wrong-phase DA-3"]
    fight = position(
        "declare",
        "",
        "hunter-1 1",
        active="blue",
        has={"red": {"spots": (Spot(artifact="red/anvil-1"), Spot(), Spot())}},
    )
    fight = after(fight, "declare blue 1", "muster blue blue/hunter-1", "target 1")
    assert fight.red.spot(1) == Spot(None, "red/anvil-1", pillaged=True)


def test_da_2_one_artifact_a_place() -> None:
    rules = deck_with('bell = { sort = "artifact", name = "Bell", count = 1 }\n')
    state = after(rules.table_game(), "artifact red/anvil-1 2", rules=rules)
    assert codes(state, "artifact red/bell-1 2", rules) == ["no-room DA-2"]
    assert codes(state, "artifact red/bell-1 1", rules) == []


# DA-4: both at once


def test_da_4_a_step_ends_when_both_are_done_and_until_then_either_goes_on() -> None:
    state = position("prepare", "knight-1 1", hands=("mail-1 granary-1", ""))
    state = after(state, "done red")
    assert state.step == "prepare"
    assert codes(state, "done red") == ["wrong-phase DA-4"]
    state = after(state, "attach red/mail-1 red/knight-1", "done blue")
    assert (state.step, state.red.done) == ("prepare", False)
    assert RULES.actors(state) == {"red"}
    assert after(state, "done red").step != "prepare"


def test_da_4_of_two_rolls_the_one_asked_first_comes_first() -> None:
    state = position("draft", hands=("militia-1", "scout-1"))
    state = after(state, "enlist blue/scout-1 1", "enlist red/militia-1 1")
    due = RULES.due(state)
    assert due is not None
    assert (due.player, due.purpose, due.card, due.dice, due.reach) == (
        "blue",
        "draft",
        "blue/scout-1",
        1,
        (2,),
    )
    state = after(state, *dice("2"))
    assert state.blue.enlisted == "blue/scout-1"
    due = RULES.due(state)
    assert due is not None
    assert due.player == "red"
    assert codes(state, "done red") == ["wrong-phase DA-4"]
    assert codes(state, "rolled 3 4") == ["count-wrong DA-4"]
    state = after(state, *dice("3"), "done red", "done blue")
    assert state.step == "prepare"
    assert codes(state, "rolled 3 -") == ["wrong-phase DA-4"]


# DA-5: COM and LOG stay within 0 to 6


def test_da_5_what_goes_beyond_six_or_below_nothing_is_lost() -> None:
    state = position("prepare", hands=("war-chest-1", ""), has={"red": {"com": 5}})
    assert after(state, "play red/war-chest-1 none").red.com == 6
    rules = deck_with(
        'thief = { sort = "instant", name = "Thief", count = 1, at = "any", '
        'effects = ["theirs: log -4", "theirs: com -1"] }\n'
    )
    state = position("prepare", hands=("thief-1", ""), has={"blue": {"log": 3}}, rules=rules)
    state = after(state, "play red/thief-1 none", rules=rules)
    assert (state.blue.log, state.blue.com) == (0, 5)


def test_da_5_a_cost_is_paid_whole_or_not_at_all() -> None:
    state = position("prepare", "axeman-1 1", hands=("great-axe-1", ""), has={"red": {"com": 0, "log": 6}})
    (reason,) = PLAIN_RULES.refusals(state, PLAIN_RULES.notation.parse("attach red/great-axe-1 red/axeman-1"))
    assert (reason.code, reason.ruling, reason.fix.verb, reason.fix.place) == (
        "not-enough",
        "DA-14",
        "hold",
        "1",
    )
    assert (reason.figure("com"), reason.figure("com_needed"), reason.figure("log_needed")) == (0, 1, 2)
    state = after(state, "exchange red", "attach red/great-axe-1 red/axeman-1")
    assert (state.red.com, state.red.log) == (0, 2)


def test_da_7_markers_are_offered_to_who_has_one_and_has_used_none() -> None:
    def offered(**has: object) -> set[str]:
        state = position("prepare", has={"red": {"com": 5, "log": 5, **has}})
        found = {act.notation(each) for each in RULES.legal_actions(state) if isinstance(each, act.Marker)}
        return {word for word in found if "red" in word}

    assert offered() == {"marker red com", "marker red log"}
    assert offered(com=6) == {"marker red log"}
    assert offered(markers=0) == offered(marked=True) == set()


def test_da_6_nothing_is_bought_while_a_card_is_owed_or_the_game_is_over() -> None:
    has = {"red": {"com": 4}}
    assert codes(position("prepare", has=has, owed=("red",)), "exchange red") == ["wrong-phase DA-6"]
    assert codes(position("over", has=has), "exchange red") == ["wrong-phase DA-6"]


# DA-6: LOG for COM


def test_da_6_two_log_buy_one_com_at_any_time_but_not_at_six() -> None:
    for step in ("draft", "prepare", "bid", "supply"):
        state = position(step, hands=(HAND, BLUE_HAND), has={"red": {"com": 4}})
        state = after(state, "exchange red")
        assert (state.red.com, state.red.log) == (5, 4)
    assert codes(position("draft"), "exchange red") == ["at-limit DA-6"]
    assert codes(position("draft", has={"red": {"com": 4, "log": 1}}), "exchange red") == ["not-enough DA-6"]
    # In the other's turn, too.
    fighting = after(position("declare", "knight-1 1", has={"blue": {"com": 3}}), "exchange blue")
    assert fighting.blue.com == 4


def test_da_6_not_from_the_laying_of_a_card_that_takes_log_until_it_has() -> None:
    rules = deck_with(
        'thief = { sort = "instant", name = "Thief", count = 1, at = "any", effects = ["task 4: theirs: log -2"] }\n'
    )
    has = {"red": {"com": 3}, "blue": {"com": 3, "log": 2}}
    state = position("prepare", hands=("thief-1", ""), has=has, rules=rules)
    assert codes(state, "exchange blue", rules) == []
    state = after(state, "play red/thief-1 none", rules=rules)
    assert codes(state, "exchange blue", rules) == ["wrong-phase DA-6"]
    assert codes(state, "exchange red", rules) == []
    assert after(state, *dice("4"), rules=rules).blue.log == 0
    missed = after(state, *dice("3"), rules=rules)
    assert missed.blue.log == 2
    assert codes(missed, "exchange blue", rules) == []


# DA-7: +1 markers


def test_da_7_one_marker_a_turn_for_com_or_log_or_the_draft_roll_after_it_fell() -> None:
    state = position("draft", hands=("knight-1", ""), has={"red": {"com": 5, "log": 4}})
    assert codes(state, "marker red roll") == ["wrong-phase DA-7"]
    assert after(state, "marker red com").red.com == 6
    logged = after(state, "marker red log")
    assert (logged.red.log, logged.red.markers, logged.red.marked) == (5, 4, True)
    assert codes(logged, "marker red com") == ["no-marker DA-7"]
    rolled = after(state, "enlist red/knight-1 1", *dice("4"))
    assert after(rolled, "marker red roll").red.enlisted == "red/knight-1"


def test_da_7_not_above_six_and_not_without_a_marker() -> None:
    assert codes(position("prepare"), "marker red com") == ["at-limit DA-7"]
    assert codes(position("prepare"), "marker red log") == ["at-limit DA-7"]
    none = position("prepare", has={"red": {"markers": 0, "com": 2}})
    assert codes(none, "marker red com") == ["no-marker DA-7"]


def test_da_7_the_next_turn_allows_another_marker() -> None:
    state = position("supply", has={"red": {"marked": True, "markers": 3}})
    state = after(state, "done red", "done blue")
    assert (state.red.marked, state.red.markers) == (False, 3)


# DA-8: the stock phase


def test_da_8_up_to_two_are_discarded_openly_and_one_more_is_drawn() -> None:
    state = position("stock", hands=("mail-1 mail-2 mail-3", ""))
    state = after(state, "discard red/mail-1", "discard red/mail-2")
    assert codes(state, "discard red/mail-3") == ["too-many DA-8"]
    assert state.red.hand.number == 1
    state = after(state, "done red")
    assert (state.red.hand.number, state.red.discards.named) == (4, frozenset({"red/mail-1", "red/mail-2"}))
    assert RULES.view(state, "blue").red.discards == state.red.discards
    assert codes(state, "discard red/mail-3") == ["wrong-phase DA-8"]
    state = after(state, "done blue")
    assert (state.step, state.blue.hand.number) == ("draft", 1)


def test_da_8_with_full_knowledge_the_cards_are_told_one_by_one() -> None:
    state = position("stock", hands=("mail-1", ""), full=True)
    state = after(state, "discard red/mail-1", "done red")
    assert state.owed == ("red", "red")
    assert not RULES.actors(state)
    assert codes(state, "done blue") == ["wrong-phase DA-4"]
    assert codes(state, "drawn blue/scout-1") == ["not-your-turn DA-8"]
    assert codes(state, "drawn red/mail-1") == ["card-elsewhere DA-8"]
    state = after(state, "drawn red/knight-1", "drawn red/sack-1")
    assert state.red.hand.named == {"red/knight-1", "red/sack-1"}
    assert codes(state, "drawn red/sack-2") == ["wrong-phase DA-8"]
    assert not RULES.view(state, "blue").red.hand.named


# DA-43: other text


def test_da_43_a_note_is_kept_with_its_card_and_does_nothing_by_itself() -> None:
    rules = deck_with(
        'omen = { sort = "instant", name = "Omen", count = 1, at = "any", note = "Look at the stock." }\n'
    )
    assert rules.deck.printed("red/omen-1").note == "Look at the stock."
    state = position("prepare", hands=("omen-1", ""), rules=rules)
    played = after(state, "play red/omen-1 none", rules=rules)
    assert played.red.discards.named == {"red/omen-1"}
    assert (played.lasting, played.tasks, played.blue) == ((), (), state.blue)


# What is no action here


def test_a_card_that_no_deck_has_is_no_action() -> None:
    with pytest.raises(RulesError, match="no card of these decks"):
        codes(position("draft"), "enlist red/scout-1 1")
    with pytest.raises(RulesError):
        after(position("draft"), "enlist knight-1 1")
    with pytest.raises(RulesError, match="refused: one-draft"):
        after(
            position("draft", hands=("militia-1", ""), has={"red": {"enlisted": "red/axeman-1"}}),
            "enlist red/militia-1 1",
        )


def test_what_can_be_taken_back() -> None:
    state = position("prepare", "knight-1 1", hands=("mail-1 war-chest-1", ""), has={"red": {"com": 2}})
    said = {
        "attach red/mail-1 red/knight-1": True,
        "exchange red": True,
        "play red/war-chest-1 none": False,
        "done red": False,
    }
    for words, reversible in said.items():
        assert PLAIN_RULES.reversible(state, PLAIN_RULES.notation.parse(words)) is reversible
    draft = position("draft", hands=("knight-1", ""))
    assert not PLAIN_RULES.reversible(draft, PLAIN_RULES.notation.parse("enlist red/knight-1 1"))


def test_a_player_sees_what_is_theirs() -> None:
    state = begun()
    for side in SIDES:
        view = RULES.view(state, side)
        assert view.player(side).hand == state.player(side).hand
        assert isinstance(view.player(side), Player)
        assert not view.full
