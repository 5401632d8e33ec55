"""How the table goes on with what lies there, once people have agreed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from signifer_core.games.field_of_glory.actions import DrawThree
from signifer_core.games.field_of_glory.agreement.changes import AgreedOver
from signifer_core.games.field_of_glory.agreement.effects import beside
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.layout import Layout, Zone, zone
from signifer_core.procedure import Table

from tests.core.field_of_glory.agreements import agreed, counts
from tests.core.field_of_glory.attacks import ONE_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import RULES, Hands, after, check_position, codes, position


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
