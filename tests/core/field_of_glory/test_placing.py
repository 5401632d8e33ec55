"""FG-P1 to FG-P4: placing, stacking, discarding before placing, and what each refusal says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.actions import (
    Action,
    Discard,
    DrawThree,
    EndActions,
    Pay,
    Place,
    PlayReserves,
    Restore,
    Settle,
    Shuffle,
    TakeBack,
    parse,
)
from signifer_core.games.field_of_glory.deck import UNIT_KINDS, Player
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.rules import placing
from signifer_core.games.field_of_glory.state import Placement, State, Step
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import DECK, RULES, after, codes, position, told, whole

ROUGH_ENDS = "rough plain plain plain rough"

# No side of a table.
GREEN: Any = "green"


def refused(state: State, action: Action) -> list[tuple[str, str]]:
    """Codes and rulings; and a refused action raises and changes nothing."""
    before = (state, hash(state), repr(state))
    reasons = RULES.refusals(state, action)
    assert reasons, f"{action} is legal"
    with pytest.raises(RulesError) as caught:
        RULES.apply(state, action)
    for reason in reasons:
        assert f"{reason.code} ({reason.ruling})" in str(caught.value)
    assert (state, hash(state), repr(state)) == before
    assert action not in RULES.legal_actions(state)
    return told(reasons)


# FG-P1


def test_fg_p1_the_rulebooks_nine_points_are_paid_exactly() -> None:
    state = position()
    placed = after(
        state,
        Place("red/medium-infantry-1", 1),
        Place("red/light-cavalry-1", 2),
        Place("red/heavy-infantry-1", 3),
        Place("red/light-infantry-1", 4),
    )
    assert [placement.cost for placement in placed.unpaid] == [4, 0, 4, 1]
    assert placed.due == 9
    assert placed.red.hand == 9
    part = after(placed, Pay("red/commander-1"))
    assert (part.due, part.red.hand, part.red.discard) == (4, 8, 1)
    paid = after(part, Pay("red/cavalry-5"))
    assert paid.due == 0
    closed = after(paid, Settle())
    assert (closed.red.hand, closed.red.deck, closed.red.discard) == (3, 15, 2)
    assert closed.red.discards == {"red/commander-1", "red/cavalry-5"}
    assert (closed.unpaid, closed.paid) == ((), 0)
    assert [column.red for column in closed.columns] == [
        ("red/medium-infantry-1",),
        ("red/light-cavalry-1",),
        ("red/heavy-infantry-1",),
        ("red/light-infantry-1",),
        (),
    ]


@pytest.mark.parametrize(
    ("kind", "middle", "outer"),
    [
        ("elephant", 5, 8),
        ("spear", 5, 8),
        ("pike", 5, 8),
        ("heavy-infantry", 4, 6),
        ("medium-infantry", 3, 4),
        ("cavalry", 2, 2),
        ("light-infantry", 1, 1),
        ("light-cavalry", 0, 0),
        ("archer", 2, 2),
    ],
)
@pytest.mark.parametrize("player", ["red", "blue"])
def test_fg_p1_cost_is_movement_and_flank_penalty_and_rough(
    kind: str, middle: int, outer: int, player: Player
) -> None:
    card = f"{player}/{kind}-1"
    plain, rough = position(first=player), position(first=player, terrain="rough rough rough rough rough")
    woods, hill = position(first=player, terrain="woods " * 5), position(first=player, terrain="hill " * 5)
    for column, cost in ((1, outer), (2, middle), (3, middle), (4, middle), (5, outer)):
        for ground in (plain, woods, hill):
            assert after(ground, Place(card, column)).due == cost
        assert after(rough, Place(card, column)).due == cost + 1


def test_fg_p1_a_card_that_is_no_unit_costs_nothing() -> None:
    assert placing.cost(DECK, position(terrain=ROUGH_ENDS), "red/commander-1", 1) == 0


def test_fg_p1_no_change_is_given() -> None:
    state = after(position(), Place("red/light-infantry-1", 2), Pay("red/commander-1"))
    assert (state.due, state.paid) == (0, 5)
    state = after(state, Settle(), Place("red/light-infantry-2", 3))
    assert state.due == 1


def test_fg_p1_what_is_due_is_asked_before_anything_else() -> None:
    state = after(position(), Place("red/heavy-infantry-1", 2))
    assert whole(RULES.refusals(state, Settle())) == [
        ("not-enough", "red", "FG-P1", {"due": 4, "paid": 0}, Fix(Verb.PAY, number=4, place="pad"), None)
    ]
    pay_first = ("pay-first", "red", "FG-P1", {"due": 4}, Fix(Verb.PAY, number=4, place="pad"), None)
    assert whole(RULES.refusals(state, EndActions())) == [pay_first]
    assert whole(RULES.refusals(state, PlayReserves("red/reserves-1"))) == [pay_first]
    for action in (Settle(), EndActions(), PlayReserves("red/reserves-1")):
        refused(state, action)
    part = after(state, Pay("red/cavalry-1"))
    assert RULES.refusals(part, Settle())[0].figure("due") == 2


def test_fg_p1_a_payment_in_parts_covers_what_is_laid_and_gives_nothing_back() -> None:
    state = after(
        position(),
        Place("red/spear-1", 3),
        Place("red/cavalry-1", 2),
        Pay("red/commander-1"),
        Pay("red/pike-1"),
    )
    assert (state.paid, state.due) == (7, 0)
    state = after(state, TakeBack("red/spear-1"))
    assert (state.paid, state.due) == (2, 0)
    state = after(state, Place("red/spear-1", 3))
    assert state.due == 5
    state = after(state, TakeBack("red/spear-1"), TakeBack("red/cavalry-1"))
    assert (state.paid, state.due, state.unpaid) == (0, 0, ())
    assert (state.red.hand, state.red.discard) == (7, 2)


def test_fg_p1_taking_back_before_payment_leaves_no_trace() -> None:
    state = after(position(), Place("red/archer-1", 3))
    assert after(state, Place("red/spear-1", 1), TakeBack("red/spear-1")) == state


def test_fg_p1_paying_with_nothing_due_is_refused() -> None:
    state = position()
    assert refused(state, Pay("red/commander-1")) == [("nothing-due", "FG-P1")]
    assert whole(RULES.refusals(state, Pay("red/commander-1"))) == [
        (
            "nothing-due",
            "red",
            "FG-P1",
            {"due": 0},
            Fix(Verb.TAKE, "red/commander-1", "pad"),
            "red/commander-1",
        )
    ]


def test_fg_p1_a_card_more_than_the_hand_holds_is_refused() -> None:
    state = after(position(red=Counts(hand=1)), Place("red/light-infantry-1", 2))
    assert whole(RULES.refusals(state, Place("red/light-cavalry-1", 3))) == [
        (
            "count-wrong",
            "red",
            "FG-P1",
            {"hand": 1, "cards": 2},
            Fix(Verb.TAKE, "red/light-cavalry-1", "3"),
            "red/light-cavalry-1",
        )
    ]
    assert refused(state, Pay("red/commander-1")) == [("count-wrong", "FG-P1")]
    assert RULES.refusals(state, Pay("red/commander-1"))[0].fix == Fix(Verb.TAKE, "red/commander-1", "pad")
    empty = position(red=Counts(hand=0))
    assert refused(empty, Place("red/light-cavalry-1", 3)) == [("count-wrong", "FG-P1")]
    assert refused(empty, PlayReserves("red/reserves-1")) == [("count-wrong", "FG-P1")]


def test_fg_p1_a_card_that_the_record_places_elsewhere_is_refused() -> None:
    state = after(position(units={"2 red": "cavalry-1"}), Place("red/spear-1", 3), Pay("red/commander-1"))
    assert whole(RULES.refusals(state, Pay("red/commander-1"))) == [
        (
            "card-elsewhere",
            "red",
            "FG-P1",
            {"card": "red/commander-1", "pile": "discard"},
            Fix(Verb.TAKE, "red/commander-1"),
            "red/commander-1",
        )
    ]
    assert refused(state, Pay("red/cavalry-1")) == [("card-elsewhere", "FG-P1")]
    assert RULES.refusals(state, Place("red/cavalry-1", 4))[0].figure("pile") == "2"
    lost = state.with_side("red", lost=frozenset({"red/pike-1"}))
    assert RULES.refusals(lost, Pay("red/pike-1"))[0].figure("pile") == "victory"
    assert refused(lost, Place("red/pike-1", 4)) == [("card-elsewhere", "FG-P1")]


def test_fg_p1_only_what_is_not_paid_for_can_be_taken_back() -> None:
    state = after(position(), Place("red/light-cavalry-1", 3), Settle())
    assert refused(state, TakeBack("red/light-cavalry-1")) == [("cannot-move", "FG-P1")]
    assert whole(RULES.refusals(state, TakeBack("red/light-cavalry-1"))) == [
        (
            "cannot-move",
            "red",
            "FG-P1",
            {"card": "red/light-cavalry-1", "from": "3", "to": "hand"},
            Fix(Verb.PUT, "red/light-cavalry-1", "3"),
            "red/light-cavalry-1",
        )
    ]
    assert RULES.refusals(state, TakeBack("red/spear-1"))[0].fix == Fix(Verb.PUT, "red/spear-1")


# FG-P2


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("elephant", "light-infantry"),
        ("light-infantry", "elephant"),
        ("archer", "spear"),
        ("cavalry", "archer"),
        ("archer", "elephant"),
        ("archer", "light-cavalry"),
    ],
)
def test_fg_p2_who_shares_a_column(first: str, second: str) -> None:
    state = after(position(), Place(f"red/{first}-1", 3), Place(f"red/{second}-1", 3))
    assert state.column(3).red == (f"red/{first}-1", f"red/{second}-1")


def test_fg_p2_two_of_one_kind_share_and_two_of_other_kinds_do_not() -> None:
    for kind in UNIT_KINDS:
        lying = position(units={"3 red": f"{kind}-1"})
        for beside in UNIT_KINDS:
            shares = (
                kind == beside
                or "archer" in (kind, beside)
                or {kind, beside} == {"elephant", "light-infantry"}
            )
            reasons = RULES.refusals(lying, Place(f"red/{beside}-2", 3))
            assert told(reasons) == ([] if shares else [("mixed-kinds", "FG-P2")]), (kind, beside)


def test_fg_p2_mixed_kinds_says_which() -> None:
    state = position(units={"2 red": "cavalry-1"})
    assert whole(RULES.refusals(state, Place("red/light-cavalry-1", 2))) == [
        (
            "mixed-kinds",
            "red",
            "FG-P2",
            {"column": 2, "kind": "light-cavalry", "neighbour": "cavalry"},
            Fix(Verb.TAKE, "red/light-cavalry-1", "2"),
            "red/light-cavalry-1",
        )
    ]
    refused(state, Place("red/light-cavalry-1", 2))


def test_fg_p2_a_third_unit_is_refused() -> None:
    state = position(units={"2 red": "cavalry-1 cavalry-2"})
    assert whole(RULES.refusals(state, Place("red/cavalry-3", 2))) == [
        (
            "column-full",
            "red",
            "FG-P2",
            {"column": 2, "units": 3, "limit": 2},
            Fix(Verb.TAKE, "red/cavalry-3", "2"),
            "red/cavalry-3",
        )
    ]
    refused(state, Place("red/cavalry-3", 2))


def test_fg_p2_every_neighbour_that_does_not_fit_is_named() -> None:
    state = position(units={"2 red": "elephant-1 light-infantry-1"})
    reasons = RULES.refusals(state, Place("red/spear-1", 2))
    assert told(reasons) == [("column-full", "FG-P2"), ("mixed-kinds", "FG-P2"), ("mixed-kinds", "FG-P2")]
    assert [reason.figure("neighbour") for reason in reasons[1:]] == ["elephant", "light-infantry"]
    same = position(units={"2 red": "cavalry-1 cavalry-2"})
    assert told(RULES.refusals(same, Place("red/spear-1", 2))) == [
        ("column-full", "FG-P2"),
        ("mixed-kinds", "FG-P2"),
    ]


def test_fg_p2_the_enemys_units_take_no_room() -> None:
    state = position(units={"3 blue": "pike-1 pike-2", "3 red": "spear-1"})
    assert after(state, Place("red/spear-2", 3)).column(3).red == ("red/spear-1", "red/spear-2")


# FG-P3


def test_fg_p3_a_discard_that_a_placement_follows() -> None:
    state = position(units={"3 red": "heavy-infantry-1 heavy-infantry-2"}, red=Counts(deck=8))
    cleared = after(state, Discard("red/heavy-infantry-1"))
    assert cleared.column(3).red == ("red/heavy-infantry-2",)
    assert (cleared.red.discard, cleared.red.hand) == (1, 9)
    assert cleared.red.discards == {"red/heavy-infantry-1"}
    placed = after(cleared, Discard("red/heavy-infantry-2"), Place("red/spear-1", 3))
    closed = after(placed, Pay("red/commander-1"), Settle())
    assert (closed.column(3).red, closed.cleared, closed.red.discard) == (("red/spear-1",), (), 3)


def test_fg_p3_a_discard_for_nothing_is_refused_at_the_next_thing() -> None:
    state = after(position(units={"3 red": "cavalry-1"}), Discard("red/cavalry-1"))
    reason = (
        "discard-needs-placement",
        "red",
        "FG-P3",
        {"card": "red/cavalry-1", "column": 3},
        Fix(Verb.PUT, "red/cavalry-1", "3"),
        "red/cavalry-1",
    )
    for action in (Settle(), EndActions(), PlayReserves("red/reserves-1")):
        assert whole(RULES.refusals(state, action)) == [reason]
        refused(state, action)
    elsewhere = after(state, Place("red/light-infantry-1", 2))
    assert told(RULES.refusals(elsewhere, Pay("red/commander-1"))) == [("discard-needs-placement", "FG-P3")]
    assert told(RULES.refusals(elsewhere, EndActions())) == [
        ("pay-first", "FG-P1"),
        ("discard-needs-placement", "FG-P3"),
    ]
    assert told(RULES.refusals(elsewhere, Settle())) == [
        ("not-enough", "FG-P1"),
        ("discard-needs-placement", "FG-P3"),
    ]
    there = after(elsewhere, Place("red/light-infantry-2", 3))
    assert not RULES.refusals(there, Pay("red/commander-1"))
    assert told(RULES.refusals(after(there, TakeBack("red/light-infantry-2")), EndActions()))[1:] == [
        ("discard-needs-placement", "FG-P3")
    ]


def test_fg_p3_every_column_left_empty_is_named() -> None:
    state = position(units={"3 red": "cavalry-1", "4 red": "pike-1", "5 red": "archer-1"})
    state = after(state, Discard("red/pike-1"), Discard("red/cavalry-1"), Discard("red/archer-1"))
    state = after(state, Place("red/light-cavalry-1", 5))
    assert [reason.figure("column") for reason in RULES.refusals(state, EndActions())] == [4, 3]


@pytest.mark.parametrize("lifted", [(1, 2), (2, 1)])
@pytest.mark.parametrize("laid", [(1, 2), (2, 1)])
def test_fg_p3_units_laid_back_lie_as_before(lifted: tuple[int, int], laid: tuple[int, int]) -> None:
    state = position(units={"3 red": "pike-1 pike-2"})
    for number in lifted:
        state = after(state, Discard(f"red/pike-{number}"))
    assert state.column(3).red == ()
    for number in laid:
        state = after(state, Restore(f"red/pike-{number}"))
    assert state == position(units={"3 red": "pike-1 pike-2"})


def test_fg_p3_only_a_unit_that_was_discarded_now_can_be_laid_back() -> None:
    state = after(position(units={"3 red": "cavalry-1"}), Discard("red/cavalry-1"), Place("red/spear-1", 3))
    assert refused(state, Restore("red/cavalry-1")) == [("mixed-kinds", "FG-P2")]
    full = after(state, TakeBack("red/spear-1"), Place("red/cavalry-2", 3), Place("red/cavalry-3", 3))
    assert refused(full, Restore("red/cavalry-1")) == [("column-full", "FG-P2")]
    closed = after(state, Pay("red/commander-1"), Settle())
    assert refused(closed, Restore("red/cavalry-1")) == [("card-elsewhere", "FG-P1")]
    assert refused(closed, Restore("red/pike-1")) == [("no-unit", "FG-P3")]
    assert RULES.refusals(closed, Restore("red/pike-1"))[0].fix == Fix(Verb.TAKE, "red/pike-1")


def test_fg_p3_only_an_own_unit_that_lies_there_can_be_discarded() -> None:
    state = after(position(units={"3 blue": "cavalry-1", "3 red": "pike-1"}), Place("red/archer-1", 3))
    assert refused(state, Discard("red/spear-1")) == [("no-unit", "FG-P3")]
    assert refused(state, parse("discard red/archer-1")) == [("no-unit", "FG-P3")]
    assert whole(RULES.refusals(state, Discard("blue/cavalry-1"))) == [
        (
            "not-your-turn",
            "blue",
            "FG-T0",
            {"active": "red"},
            Fix(Verb.PUT, "blue/cavalry-1", "3"),
            "blue/cavalry-1",
        )
    ]
    refused(state, Discard("blue/cavalry-1"))
    drawing = after(position(units={"3 red": "pike-1"}), EndActions())
    assert whole(RULES.refusals(drawing, Discard("red/pike-1"))) == [
        (
            "wrong-phase",
            "red",
            "FG-T0",
            {"step": "draw", "wanted": "actions"},
            Fix(Verb.PUT, "red/pike-1", "3"),
            "red/pike-1",
        )
    ]


# FG-P4


@pytest.mark.parametrize("kind", ["commander", "overlap", "reserves"])
def test_fg_p4_cards_that_are_no_units_stay_off_the_battlefield(kind: str) -> None:
    card = f"red/{kind}-1"
    reasons = RULES.refusals(position(), Place(card, 3))
    assert whole(reasons)[0] == (
        "not-a-unit",
        "red",
        "FG-P4",
        {"kind": kind},
        Fix(Verb.TAKE, card, "3"),
        card,
    )
    assert codes(reasons) == (["not-a-unit", "wrong-phase"] if kind == "overlap" else ["not-a-unit"])
    refused(position(), Place(card, 3))


@pytest.mark.parametrize("step", ["actions", "flank"])
def test_fg_c1_an_overlap_without_an_attack_comes_before_it_is_declared_too(step: Step) -> None:
    unit, early = RULES.refusals(position(step=step), Place("red/overlap-1", 3))
    assert unit.code == "not-a-unit"
    figures = {"step": step, "undeclared": "overlap"}
    assert (early.code, early.ruling, dict(early.figures)) == ("wrong-phase", "FG-C1", figures)


def test_fg_c1_an_overlap_in_another_step_belongs_to_the_actions() -> None:
    drawing = after(position(), EndActions())
    assert told(RULES.refusals(drawing, Place("red/overlap-1", 3))) == [
        ("wrong-phase", "FG-T0"),
        ("not-a-unit", "FG-P4"),
    ]


def test_fg_p4_every_reason_against_a_commander_is_said() -> None:
    state = after(position(first="blue"), Place("blue/spear-1", 3), Pay("blue/commander-1"))
    assert told(RULES.refusals(state, Place("blue/commander-1", 2))) == [
        ("not-a-unit", "FG-P4"),
        ("card-elsewhere", "FG-P1"),
    ]
    assert told(RULES.refusals(state, Place("red/commander-1", 2))) == [
        ("not-your-turn", "FG-T0"),
        ("not-a-unit", "FG-P4"),
    ]


# All reasons, malformed actions


def test_fg_t0_all_reasons_against_a_placement_are_said() -> None:
    state = after(position(units={"3 blue": "cavalry-1 cavalry-2"}), EndActions())
    state = state.with_side("blue", discards=frozenset({"blue/spear-1"}), discard=1)
    assert refused(state, Place("blue/spear-1", 3)) == [
        ("not-your-turn", "FG-T0"),  # of the other player's turn no step belongs to blue
        ("column-full", "FG-P2"),
        ("mixed-kinds", "FG-P2"),
        ("card-elsewhere", "FG-P1"),
    ]
    mine = after(position(units={"3 red": "cavalry-1 cavalry-2"}, red=Counts(hand=0)), EndActions())
    assert refused(mine, Place("red/spear-1", 3)) == [
        ("wrong-phase", "FG-T0"),
        ("column-full", "FG-P2"),
        ("mixed-kinds", "FG-P2"),
        ("count-wrong", "FG-P1"),
    ]


def test_fg_t0_all_reasons_against_a_payment_are_said() -> None:
    state = after(position(units={"3 blue": "cavalry-1"}), EndActions())
    assert refused(state, Pay("blue/cavalry-1")) == [
        ("not-your-turn", "FG-T0"),
        ("card-elsewhere", "FG-P1"),
    ]
    assert refused(state, PlayReserves("blue/cavalry-1")) == [
        ("not-your-turn", "FG-T0"),
        ("nothing-due", "FG-P1"),
        ("card-elsewhere", "FG-P1"),
    ]


@pytest.mark.parametrize(
    "action",
    [
        Place("red/spear-1", 0),
        Place("red/spear-1", 6),
        Place("red/spear-9", 3),
        Place("terrain/hill-1", 3),
        Pay("red/phalanx-1"),
        Discard("terrain/hill-1"),
        Restore("green/spear-1"),
        TakeBack("red/spear"),
        PlayReserves("red/reserves-2"),
        Pay("reserves"),
        Shuffle(GREEN),
    ],
)
def test_fg_t0_a_malformed_action_raises_and_changes_nothing(action: Action) -> None:
    state = after(position(), Place("red/spear-1", 3))
    before = repr(state)
    with pytest.raises(RulesError):
        RULES.refusals(state, action)
    with pytest.raises(RulesError):
        RULES.apply(state, action)
    assert repr(state) == before


def test_fg_t0_what_is_no_action_raises() -> None:
    with pytest.raises(RulesError):
        RULES.refusals(position(), "end-actions")  # type: ignore[arg-type]


def test_fg_p1_taking_back_only_hands_can_undo() -> None:
    state = position()
    assert RULES.reversible(state, Place("red/spear-1", 3))
    assert RULES.reversible(state, TakeBack("red/spear-1"))
    assert RULES.reversible(state, Restore("red/spear-1"))
    assert RULES.reversible(state, Discard("red/spear-1"))
    assert not RULES.reversible(replace(state, step="advance"), Discard("red/spear-1"))
    assert not RULES.reversible(state, Pay("red/spear-1"))
    assert not RULES.reversible(state, DrawThree())


def test_fg_p1_what_was_placed_stands_in_the_order_laid() -> None:
    state = after(position(), Place("red/archer-1", 3), Place("red/cavalry-1", 5))
    assert state.unpaid == (Placement("red/archer-1", 3, 2), Placement("red/cavalry-1", 5, 2))


def test_fg_p1_a_payment_is_one_card_more_of_ones_own_hand() -> None:
    counts = Counts(hand=1, deck=10), Counts(hand=0, deck=10)
    state = after(position(red=counts[0], blue=counts[1]), Place("red/spear-1", 1))
    assert ("count-wrong", "FG-P1") in refused(state, Pay("red/commander-1"))
    assert ("count-wrong", "FG-P1") not in refused(state, Pay("blue/commander-1"))
