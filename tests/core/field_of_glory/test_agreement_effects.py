"""What each agreement does to the game that is under way, and how the table goes on with what lies there."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.actions import (
    BonusFromDeck,
    BonusFromHand,
    DeclareAttack,
    Discard,
    DrawThree,
    Pay,
    Place,
    PlayOverlap,
    PlayReserves,
    Ready,
)
from signifer_core.games.field_of_glory.agreement.changes import (
    AgreedActive,
    AgreedControl,
    AgreedCount,
    AgreedDone,
    AgreedOver,
    AgreedStep,
    AgreedTerrain,
    AgreedUnits,
    Change,
    overrule,
)
from signifer_core.games.field_of_glory.agreement.effects import beside, bounds
from signifer_core.games.field_of_glory.battle import Attack
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.position import Counts, Setup, begin
from signifer_core.games.field_of_glory.state import ARMY_SIZE, Drawing, State
from signifer_core.layout import Layout, Zone, zone
from signifer_core.procedure import Table

from tests.core.field_of_glory.attacks import ONE_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import (
    DECK,
    RULES,
    Hands,
    after,
    belongings,
    check_position,
    codes,
    position,
)


def agreed(state: State, *changes: Change) -> State:
    """The state after one visit of the menu."""
    for change in (*changes, AgreedDone()):
        state = overrule(DECK, state, change)
    check_position(state)
    return state


def counts(state: State, player: Player) -> tuple[int, int, int]:
    side = state.side(player)
    return side.hand, side.deck, side.discard


# Units


def test_a_unit_that_lies_newly_comes_from_the_hand_and_one_that_vanished_joins_the_discards() -> None:
    state = position(units={"3 red": "spear-1 spear-2"}, red=Counts(hand=5, deck=4))
    state = agreed(state, AgreedUnits(3, "red", ("red/spear-1",)), AgreedUnits(4, "red", ("red/pike-1",)))
    assert counts(state, "red") == (4, 4, 1)
    assert state.red.discards == {"red/spear-2"}


@pytest.mark.parametrize("first", [3, 4])
def test_a_unit_that_moved_costs_nothing_in_whatever_order_that_is_said(first: int) -> None:
    state = position(units={"3 red": "spear-1"})
    changes = [AgreedUnits(3, "red"), AgreedUnits(4, "red", ("red/spear-1",))]
    later = agreed(state, *(changes if first == 3 else reversed(changes)))
    assert (later.column(3).red, later.column(4).red) == ((), ("red/spear-1",))
    assert later.red == state.red


def test_an_empty_hand_lets_the_deck_give_way_then_discards_that_nobody_has_named() -> None:
    state = position(red=Counts(hand=1, deck=1, discard=1))
    for column, found in enumerate([(0, 1, 1), (0, 0, 1), (0, 0, 0), (0, 0, 0)], 1):
        state = agreed(state, AgreedUnits(column, "red", (f"red/heavy-infantry-{column}",)))
        assert counts(state, "red") == found


def test_a_captured_unit_that_lies_again_takes_its_points_along() -> None:
    state = position(units={"3 red": "elephant-1"}, blue=Counts(points=4))
    state = replace(
        state.with_units(3, "red", ()), red=replace(state.red, lost=frozenset({"red/elephant-1"}))
    )
    later = agreed(state, AgreedUnits(3, "red", ("red/elephant-1",)))
    assert (later.blue.points, later.red.lost, later.red.hand) == (1, frozenset(), state.red.hand)


def test_a_placement_that_still_lies_stays_due_and_one_that_is_gone_is_in_the_hand() -> None:
    state = after(position(), Place("red/cavalry-1", 2), Place("red/spear-1", 3))
    assert (state.due, state.red.hand) == (7, 9)
    later = agreed(state, AgreedUnits(4, "red", ("red/pike-1",)))
    assert (later.due, later.red.hand) == (7, 8)
    later = agreed(state, AgreedUnits(3, "red"))
    assert (later.due, later.red.hand) == (2, 9)


@pytest.mark.parametrize("left_first", [True, False])
def test_fg_p1_a_placement_agreed_on_in_another_column_is_due_there(left_first: bool) -> None:
    start = after(position(), Place("red/spear-1", 1), Place("red/cavalry-1", 4), Pay("red/pike-1"))
    assert (start.due, start.red.hand) == (8, 8)
    changes = [AgreedUnits(1, "red"), AgreedUnits(2, "red", ("red/spear-1",))]
    later = agreed(start, *(changes if left_first else reversed(changes)))
    assert (later.due, later.paid, later.red.hand, later.column(1).red) == (5, 2, 8, ())
    assert {(laid.card, laid.column) for laid in later.unpaid} == {("red/spear-1", 2), ("red/cavalry-1", 4)}
    assert later.withdrawn == ()


@pytest.mark.parametrize("first", [2, 4])
def test_fg_p1_two_placements_agreed_on_in_each_others_column_stay_due(first: int) -> None:
    start = after(position(), Place("red/spear-1", 2), Place("red/cavalry-1", 4))
    changes = [AgreedUnits(2, "red", ("red/cavalry-1",)), AgreedUnits(4, "red", ("red/spear-1",))]
    later = agreed(start, *(changes if first == 2 else reversed(changes)))
    assert (later.due, later.red.hand, len(later.unpaid)) == (7, 9, 2)


def test_fg_p1_a_placement_agreed_to_be_gone_gives_nothing_back_and_is_due_no_more_once_the_menu_is_left() -> (
    None
):
    state = after(position(), Place("red/spear-1", 1), Place("red/cavalry-1", 2), Pay("red/commander-1"))
    state = agreed(state, AgreedUnits(1, "red"))
    assert (state.due, state.paid, state.red.hand) == (0, 2, 8)
    state = agreed(state, AgreedUnits(3, "red", ("red/spear-1",)))
    assert (state.due, state.paid, state.red.hand, len(state.unpaid)) == (0, 2, 7, 1)


def test_fg_p1_a_step_agreed_on_after_a_placement_is_gone_leaves_it_in_the_hand() -> None:
    state = after(position(), Place("red/spear-1", 1), Place("red/cavalry-1", 2))
    state = agreed(state, AgreedUnits(1, "red"), AgreedStep("draw"))
    assert (state.unpaid, state.withdrawn, state.red.hand) == ((), (), 8)


@pytest.mark.parametrize("cards", ["red/pike-1", "red/spear-2", ""])
def test_fg_p3_where_units_are_agreed_on_nothing_has_to_follow(cards: str) -> None:
    start = position(units={"2 red": "archer-1", "3 red": "spear-1 spear-2"})
    start = after(start, Discard("red/spear-1"), Discard("red/archer-1"))
    later = agreed(start, AgreedUnits(3, "red", tuple(cards.split())))
    assert later.cleared == (("red/archer-1", 2, 0),)
    assert later.column(3).red == tuple(cards.split())


def test_a_unit_discarded_before_placing_that_lies_again_is_restored() -> None:
    state = after(position(units={"3 red": "spear-1"}), Discard("red/spear-1"))
    later = agreed(state, AgreedUnits(3, "red", ("red/spear-1",)))
    assert (later.cleared, later.red.discard, later.red.discards) == ((), 0, frozenset())


def test_only_units_that_may_lie_there_are_taken() -> None:
    cards = (
        "red/commander-1",
        "blue/spear-1",
        "red/spear-1",
        "red/spear-1",
        "red/pike-1",
        "red/archer-1",
        "red/spear-2",
    )
    assert agreed(position(), AgreedUnits(3, "red", cards)).column(3).red == ("red/spear-1", "red/archer-1")
    with pytest.raises(RulesError):
        overrule(DECK, position(), AgreedUnits(3, "red", ("red/dragon-1",)))


def test_units_elsewhere_leave_an_attack_alone_and_units_in_its_column_end_it() -> None:
    state = after(position(units={**ONE_EACH, "5 blue": "pike-1"}), DeclareAttack(3), BonusFromHand("red"))
    assert agreed(state, AgreedUnits(5, "blue")).attack == state.attack
    later = agreed(state, AgreedUnits(3, "blue"))
    assert (later.attack, later.step, later.red.hand) == (None, "actions", 9)


# Step, turn, end


def test_a_step_calls_the_attack_off_and_gives_back_what_was_in_nobodys_use() -> None:
    state = after(
        position(units=ONE_EACH), DeclareAttack(3), PlayOverlap("red/overlap-1"), BonusFromDeck("red")
    )
    state = after(state, *RULES.chance(state))
    later = agreed(after(state, BonusFromHand("blue")), AgreedStep("actions"))
    assert (counts(later, "red"), counts(later, "blue")) == ((9, 13, 1), (9, 14, 0))
    assert belongings(later, "red") == belongings(position(units=ONE_EACH), "red")


def test_a_step_settles_placements() -> None:
    state = after(position(), Place("red/spear-1", 3), Pay("red/commander-1"), Place("red/pike-1", 2))
    later = agreed(state, AgreedStep("actions"))
    assert (later.unpaid, later.paid, later.red.hand, later.column(2).red) == ((), 0, 6, ("red/pike-1",))


def test_the_other_players_turn_begins_in_the_same_step_and_to_say_who_it_is_already_changes_nothing() -> (
    None
):
    state = after(position(), Place("red/spear-1", 3))
    assert agreed(state, AgreedActive("red")) == state
    later = agreed(state, AgreedActive("blue"))
    assert (later.active, later.step, later.unpaid, later.red.hand) == ("blue", "actions", (), 8)


def test_a_game_that_is_over_can_go_on() -> None:
    state = agreed(position(units=ONE_EACH), AgreedOver("draw"))
    assert RULES.outcome(state) == "draw"
    assert agreed(state, AgreedActive("blue")).step == "over"
    assert agreed(state, AgreedStep("flank")).winner is None


def test_in_the_flank_phase_what_is_vulnerable_is_found_again() -> None:
    units = {"1 red": "cavalry-1", "1 blue": "pike-1"}
    state = agreed(position(units=units), AgreedStep("flank"))
    assert state.vulnerable == ()
    assert agreed(state, AgreedUnits(2, "red", ("red/spear-1",))).vulnerable == ((1, (2,)),)


# Terrain and set-up


def test_a_game_begun_from_nothing_needs_no_terrain_card_where_people_say_it() -> None:
    state = RULES.table_game()
    for column in (1, 2, 3, 4):
        state = agreed(state, AgreedTerrain(column, "rough"))
    state = after(state, Ready("red"), Ready("blue"))
    assert state.step == "terrain"
    assert agreed(state, AgreedTerrain(5, "hill")).step == "first"
    assert (
        after(
            agreed(RULES.table_game(), *(AgreedTerrain(c, "plain") for c in range(1, 6))),
            Ready("red"),
            Ready("blue"),
        ).step
        == "first"
    )
    assert [column.terrain for column in agreed(state, AgreedStep("draw")).columns] == ["rough"] * 4 + [
        "plain"
    ]


def test_terrain_can_be_laid_again() -> None:
    state = agreed(position(control={3: "red"}), AgreedStep("terrain"))
    assert {column.terrain for column in state.columns} == {""}
    assert len(RULES.legal_actions(state)) > 5


def test_fg_s1_terrain_that_is_laid_again_is_neutral() -> None:
    won = position(control={1: "red", 2: "red", 3: "red"})
    assert {column.control for column in agreed(won, AgreedStep("terrain")).columns} == {None}
    goes_on = agreed(won, AgreedTerrain(5, "hill"), AgreedStep("draw"))
    assert [column.control for column in goes_on.columns] == ["red", "red", "red", None, None]


# Counts


def test_the_deck_gives_way_to_hand_and_discards_and_never_exceeds_what_is_left() -> None:
    state = position(units={"3 red": "spear-1"}, red=Counts(hand=9, deck=14))
    assert counts(agreed(state, AgreedCount("red", "hand", 12)), "red") == (12, 11, 0)
    assert counts(agreed(state, AgreedCount("red", "discard", 5)), "red") == (9, 9, 5)
    assert counts(agreed(state, AgreedCount("red", "deck", 24)), "red") == (9, 14, 0)
    assert counts(agreed(state, AgreedCount("red", "hand", 99)), "red") == (23, 0, 0)


def test_fewer_discards_than_were_seen_forget_their_names() -> None:
    state = after(position(units={"3 red": "spear-1"}), Discard("red/spear-1"))
    later = agreed(state, AgreedCount("red", "discard", 0))
    assert (later.red.discards, later.cleared) == (frozenset(), ())


def test_the_hand_is_never_smaller_than_the_placements_that_count_in_it() -> None:
    state = after(position(), Place("red/spear-1", 3), Place("red/pike-1", 2))
    assert agreed(state, AgreedCount("red", "hand", 0)).red.hand == 2


def test_a_deck_that_is_not_empty_is_not_shuffled_and_the_draw_goes_on() -> None:
    state = replace(position(step="draw", red=Counts(hand=4, deck=0, discard=5)), step="shuffle")
    state = replace(state, drawing=Drawing("red", 2, "draw"))
    later = agreed(state, AgreedCount("red", "deck", 6))
    assert (counts(later, "red"), later.active, later.red.shuffles) == ((6, 4, 5), "blue", 0)
    later = agreed(state, AgreedCount("red", "discard", 0))
    assert (counts(later, "red"), later.active) == ((4, 0, 0), "blue")
    assert agreed(state, AgreedCount("blue", "hand", 3)).step == "shuffle"
    for_reserves = replace(state, drawing=Drawing("red", 2, "actions"))
    assert agreed(for_reserves, AgreedStep("actions")).drawing is None


def test_reserves_join_the_discards_whatever_people_agree_on_before_the_draw_is_over() -> None:
    start = position(red=Counts(hand=4, deck=1, discard=5))
    state = after(start, PlayReserves("red/reserves-1"))
    assert (state.step, counts(state, "red")) == ("shuffle", (4, 0, 5))
    for change in (AgreedStep("actions"), AgreedStep("draw"), AgreedActive("blue"), AgreedOver("draw")):
        later = agreed(state, change)
        assert (later.drawing, counts(later, "red")) == (None, (4, 0, 6))
        assert later.red.discards == {"red/reserves-1"}
    later = agreed(state, AgreedCount("red", "deck", 6))
    assert (later.step, counts(later, "red"), later.red.shuffles) == ("actions", (6, 4, 6), 0)
    assert beside(state, "red") == 1
    assert bounds(DECK, state, "red", "hand") == (0, ARMY_SIZE - 1 - 5)


def test_a_hand_within_the_limit_ends_the_turn() -> None:
    state = replace(position(step="draw", red=Counts(hand=11, deck=3)), drawn=True)
    assert agreed(state, AgreedCount("red", "hand", 10)).step == "draw"
    assert agreed(state, AgreedCount("red", "hand", 9)).active == "blue"


def test_a_rampage_waits_for_a_shuffle_or_is_skipped_without_a_card_to_draw() -> None:
    fight = Attack(3, lead="red/spear-1", source=3, revealed=True, rampage=1, loser="blue")
    state = position(units={"3 red": "spear-1"}, blue=Counts(hand=3, deck=1, discard=2))
    state = replace(state, step="rampage", attack=fight)
    shuffle = agreed(state, AgreedCount("blue", "deck", 0))
    assert (shuffle.step, shuffle.drawing) == ("shuffle", Drawing("blue", 1, "rampage"))
    assert agreed(shuffle, AgreedCount("blue", "discard", 0)).step == "actions"
    assert agreed(shuffle, AgreedCount("blue", "deck", 4)).step == "rampage"


def test_who_asked_for_a_card_of_the_deck_chooses_again_when_there_is_none() -> None:
    state = position(units=ONE_EACH, red=Counts(hand=3, deck=0, discard=2))
    state = after(state, DeclareAttack(3), BonusFromDeck("red"))
    assert state.step == "shuffle"
    assert BonusFromHand("red") in RULES.legal_actions(agreed(state, AgreedCount("red", "discard", 0)))
    shuffled = replace(state, step="bonus")
    assert agreed(shuffled, AgreedCount("red", "discard", 0)).drawing is None


def test_people_overrule_tables_only() -> None:
    with pytest.raises(RulesError, match="no table sees"):
        overrule(DECK, RULES.new_game(), AgreedStep("actions"))


LIMIT_TO_CHECK = replace(
    position(step="draw", red=Counts(hand=11, deck=3, shuffle=2), blue=Counts(shuffle=2)), drawn=True
)


@pytest.mark.parametrize("change", [AgreedCount("red", "points", 2), AgreedControl(3, "red")])
def test_fg_e1_in_one_visit_of_the_menu_the_order_of_what_is_agreed_decides_nothing(change: Change) -> None:
    hand = AgreedCount("red", "hand", 9)
    for changes in permutations((hand, change)):
        later = agreed(LIMIT_TO_CHECK, *changes)
        assert (later.step, later.winner) == ("over", "red")
    again = agreed(LIMIT_TO_CHECK, hand, AgreedCount("red", "hand", 10))
    assert (again.step, again.winner) == ("draw", None)


def test_what_followed_at_once_in_a_game_of_an_older_record_does_so_when_it_is_replayed() -> None:
    older = Setup.from_json({"step": "draw", "red": Counts(hand=6, deck=0, discard=5).to_json()})
    state = after(begin(RULES, older), DrawThree())
    later = overrule(DECK, state, AgreedCount("red", "deck", 2))
    assert (later.step, counts(later, "red")) == ("shuffle", (8, 0, 5))
    newer = after(begin(RULES, replace(older, agreed_late=True)), DrawThree())
    assert counts(overrule(DECK, newer, AgreedCount("red", "deck", 2)), "red") == (6, 2, 5)


@pytest.mark.parametrize("late", [False, True])
def test_placements_and_discards_of_an_older_record_are_agreed_on_as_they_were(late: bool) -> None:
    units = ((3, "red", ("red/spear-1",)),)
    words = {"agreed_late": True} if late else {}
    older = Setup.from_json({"step": "actions", "units": [[3, "red", ["red/spear-1"]]], **words})
    assert (older.units, older.agreed_late, older.agreed_due) == (units, late, False)
    state = after(begin(RULES, older), Discard("red/spear-1"), Place("red/cavalry-1", 2))
    later = overrule(DECK, state, AgreedUnits(4, "red", ("red/cavalry-1",)))
    assert (later.unpaid, later.withdrawn, later.red.hand) == ((), (), 8)
    later = overrule(DECK, state, AgreedUnits(3, "red", ("red/pike-1",)))
    assert later.cleared == state.cleared
    paid = replace(state, paid=1)
    later = overrule(DECK, paid, AgreedUnits(2, "red", ()))
    assert (later.unpaid, later.withdrawn, later.paid) == ((), (), 0)


def test_fg_p1_the_last_card_of_a_hand_agreed_on_elsewhere_is_due_there() -> None:
    """It counts in the hand meanwhile: another unit agreed on comes from the deck."""
    state = after(position(step="actions", red=Counts(hand=1, deck=9)), Place("red/spear-1", 1))
    state = overrule(DECK, state, AgreedUnits(1, "red", ()))
    state = overrule(DECK, state, AgreedUnits(2, "red", ("red/pike-1",)))
    assert counts(state, "red") == (1, 8, 0)
    state = overrule(DECK, state, AgreedUnits(3, "red", ("red/spear-1",)))
    assert ([(each.card, each.column) for each in state.unpaid], state.withdrawn) == (
        [("red/spear-1", 3)],
        (),
    )
    assert counts(state, "red") == (1, 8, 0)


# At the table


def test_what_follows_from_an_agreement_is_told_and_draws_are_said() -> None:
    state = after(position(step="draw", red=Counts(hand=6, deck=0, discard=5)), DrawThree())
    procedure = Hands(state).referee.procedure
    assert procedure.follows(Table(state)) == ("", ())
    table = Table(procedure.overrule(Table(state), "agreed count red deck 2")[0])
    change, told = procedure.follows(table)
    assert (change, [(each.player, each.key, each.figures) for each in told]) == (
        "agreed done",
        [("red", "draw-now", (("cards", 2),))],
    )
    assert procedure.follows(Table(procedure.overrule(table, change)[0])) == ("", ())


def test_undo_does_not_go_behind_an_agreement_and_says_so() -> None:
    hands = Hands(position()).lay("red/cavalry-1", "2 red")
    hands.table = hands.referee.overruled(hands.table, "agreed count red points 3", hands.seen)
    assert (hands.state.due, hands.table.past) == (2, ())
    hands.press("hold dice")
    assert [prompt.key for prompt in hands.prompts] == ["no-undo-agreed"] * 2


def test_overlap_of_an_attack_that_ended_is_to_be_taken_away_and_is_no_fault() -> None:
    hands = attacked().lay("red/overlap-1", "3 red")
    hands.table = hands.referee.overruled(hands.table, "agreed step actions", hands.seen)
    hands.judge()
    assert (hands.refusals, hands.corrections_told()) == ((), ["take red/overlap-1 3 red"])


@pytest.mark.parametrize("change", ["agreed step actions", "agreed active blue", "agreed units 3 blue"])
def test_fg_c1_a_bonus_card_from_the_deck_pays_for_nothing_after_its_attack_was_called_off(
    change: str,
) -> None:
    hands = attacked().lay("red/pike-1", "pad red")
    assert hands.press("hold ok red") == ()
    hands.lay("blue/pike-1", "pad blue")
    assert hands.press("press ok blue") == ()
    assert hands.state.step == "lead"
    hands.table = hands.referee.overruled(hands.table, change, hands.seen)
    check_position(hands.state)
    hands.judge()
    assert [(reason.code, reason.card) for reason in hands.refusals] == [("card-elsewhere", "red/pike-1")]
    assert (counts(hands.state, "red"), set(hands.state.red.discards)) == ((9, 12, 1), {"red/pike-1"})
    assert ("blue/pike-1" in hands.state.blue.discards, hands.state.blue.hand) == (False, 9)


def test_a_bonus_card_from_the_deck_that_is_taken_as_it_lies_is_no_discard() -> None:
    hands = attacked().lay("red/heavy-infantry-5", "pad red")
    assert hands.press("hold ok red") == ()
    units = "agreed units 3 red red/heavy-infantry-1 red/heavy-infantry-5"
    hands.table = hands.referee.overruled(hands.table, units, hands.seen)
    check_position(hands.state)
    assert (hands.state.attack, set(hands.state.red.discards)) == (None, {"red/heavy-infantry-2"})


def test_a_count_in_an_attack_leaves_what_hands_have_begun() -> None:
    hands = at_retreat().lift("blue/medium-infantry-1")
    held = hands.table.held
    assert held.lifted
    assert hands.referee.overruled(hands.table, "agreed count red deck 3", hands.seen).held == held
    assert not hands.referee.overruled(hands.table, "agreed step actions", hands.seen).held.lifted


def test_a_card_that_was_to_leave_and_is_taken_as_it_lies_is_due_there() -> None:
    hands = Hands(position(units={"3 red": "spear-1"}))
    table = replace(hands.table, state=hands.state.with_units(3, "red", ()))
    zone = Zone("3", "red")
    table = replace(
        table, leaving=frozenset({("red/spear-1", zone)}), awaited=frozenset({("red/pike-1", zone)})
    )
    after_it = hands.referee.overruled(table, "agreed units 3 red red/spear-1", hands.seen)
    assert (after_it.leaving, after_it.awaited) == (frozenset(), frozenset())


def test_the_position_names_what_cannot_be_taken() -> None:
    hands = attacked({**ONE_EACH, "1 red": "spear-1"}).lay("red/overlap-1", "3 red")
    seen = hands.seen
    lying = {
        "1 red": ["red/pike-1", "blue/pike-1", "terrain/hill-1"],
        "2 red": ["red/spear-1", "tag/1", "x:y-1"],
    }
    lying |= {"4 blue": ["blue/spear-1", "blue/spear-2", "blue/spear-3", "blue/reserves-1"]}
    for at, cards in lying.items():
        for card in cards:
            seen = seen.laid(card, zone(at))
    (entry, *_) = hands.referee.procedure.overrides(hands.table, seen)
    assert codes(entry.refusals) == [
        *("wrong-side", "wrong-phase", "mixed-kinds"),
        *("card-elsewhere", "unknown-tag", "wrong-game"),
        *("not-a-unit", "column-full"),
    ]
    assert [choice.changes for choice in entry.choices] == [
        ("agreed units 4 blue blue/spear-1 blue/spear-2",)
    ]


def test_a_terrain_card_that_waits_or_is_refused_is_no_unit_that_lies_wrong() -> None:
    hands = Hands(RULES.table_game())
    hands.press("press ok red")
    hands.press("press ok blue")
    hands.lay("terrain/plain-1", "3 red").lay("terrain/hill-1", "2 red")
    assert codes(hands.refusals) == ["wrong-column"]
    (entry, *_) = hands.referee.procedure.overrides(hands.table, hands.seen)
    assert (entry.refusals, entry.choices) == ((), ())


def test_nothing_is_to_be_taken_where_nothing_differs_or_the_game_is_over() -> None:
    state = position(units=ONE_EACH)
    procedure = Hands(state).referee.procedure
    assert procedure.overrides(Table(state), Hands(state).seen)[0].choices == ()
    over = Table(agreed(state, AgreedOver("red")))
    assert procedure.overrides(over, Layout())[0].choices == ()


def test_what_lies_beside_hand_deck_and_discards_is_counted_for_each_in_an_attack() -> None:
    hands = attacked(ONE_EACH).lay("red/overlap-1", "3 red").lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    attack = hands.state.attack
    assert attack is not None
    assert (attack.overlaps, attack.bonus is not None, attack.defending_bonus) == (
        ("red/overlap-1",),
        True,
        None,
    )
    # A unit, an Overlap and a bonus card; a unit.
    assert (beside(hands.state, "red"), beside(hands.state, "blue")) == (3, 1)


def test_nothing_is_drawn_where_what_was_under_way_is_called_off() -> None:
    state = replace(position(step="draw"), drawn=True)
    assert not agreed(state, AgreedStep("actions")).drawn
