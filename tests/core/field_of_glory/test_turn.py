"""The turn: FG-T0, FG-V1, FG-A1, FG-R1, FG-D1, FG-K1 and FG-E1."""

from __future__ import annotations

from dataclasses import replace

import pytest
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.position import Counts, Setup, begin
from signifer_core.games.field_of_glory.rules.placing import whereabouts
from signifer_core.games.field_of_glory.state import Drawing, State, Step
from signifer_core.layout import SIDES
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import DOMAIN, RULES, after, belongings, passed, position, told, whole

CROWDED = {"1 red": "spear-1 spear-2", "4 red": "pike-1 pike-2", "2 red": "cavalry-1", "2 blue": "cavalry-1"}


def refused(state: State, action: act.Action) -> None:
    before = repr(state)
    with pytest.raises(RulesError):
        RULES.apply(state, action)
    assert repr(state) == before
    assert action not in RULES.legal_actions(state)


# FG-T0


def test_fg_t0_a_turn_in_its_order() -> None:
    state = position(step=None)
    assert (state.step, state.advanced, RULES.actors(state)) == ("advance", False, frozenset())
    assert RULES.chance(state) == (act.Advance(),)
    state = after(state, act.Advance())
    assert (state.step, RULES.actors(state), RULES.chance(state)) == ("flank", frozenset(), (act.EndFlank(),))
    state = after(state, act.EndFlank())
    assert (state.step, set(RULES.actors(state)), RULES.chance(state)) == ("actions", {"red"}, ())
    state = after(state, act.EndActions())
    assert (state.step, set(RULES.actors(state))) == ("draw", {"red"})
    state = after(state, act.DiscardToDraw("red/archer-1"))
    assert state.red.hand == 10
    state = after(state, act.DiscardDown("red/archer-2"))
    assert (state.active, state.turn, state.step, state.drawn) == ("blue", 2, "advance", False)
    assert RULES.outcome(state) is None


def test_fg_t0_every_action_has_its_step() -> None:
    allowed: dict[Step, set[type[act.Action]]] = {
        "advance": {act.Advance},
        "flank": {act.EndFlank},
        "actions": {act.Place, act.Settle, act.EndActions, act.PlayReserves},
        "draw": {act.DrawThree, act.DiscardToDraw},
        "over": set(),
    }
    for step, kinds in allowed.items():
        state = replace(position(), step=step)
        legal = {type(action) for action in DOMAIN if not RULES.refusals(state, action)}
        assert legal == kinds, step


def test_fg_t0_the_wrong_step_is_said() -> None:
    state = position()
    for action, wanted in (
        (act.DrawThree(), "draw"),
        (act.Shuffle("red"), "shuffle"),
        (act.Advance(), "advance"),
        (act.EndFlank(), "flank"),
    ):
        figures = {"step": "actions", "wanted": wanted}
        assert whole(RULES.refusals(state, action)) == [
            ("wrong-phase", "red", "FG-T0", figures, Fix(Verb.WAIT), None)
        ]
        refused(state, action)
    drawing = after(state, act.EndActions())
    for late in (act.EndActions(), act.Settle()):
        assert told(RULES.refusals(drawing, late)) == [("wrong-phase", "FG-T0")]
    crowded = passed(position(units=CROWDED, step=None))
    assert told(RULES.refusals(crowded, act.Advance())) == [("wrong-phase", "FG-T0")]


def test_fg_t0_nothing_of_the_others_turn_is_accepted() -> None:
    state = after(position(units=CROWDED), act.Place("red/light-infantry-1", 3))
    for action in DOMAIN:
        card = getattr(action, "card", None) or ""
        if card.startswith("blue/"):
            reasons = RULES.refusals(state, action)
            assert reasons, action
            assert all(reason.player == "blue" for reason in reasons if reason.code == "not-your-turn")


def test_fg_t0_units_not_closed_are_closed_with_the_phase() -> None:
    state = after(position(), act.Place("red/light-cavalry-1", 2), act.EndActions())
    assert (state.unpaid, state.red.hand, state.step) == ((), 8, "draw")


# FG-V1


@pytest.mark.parametrize(("controlled", "winner"), [(2, None), (3, "blue"), (4, "blue"), (5, "blue")])
def test_fg_v1_three_terrains_win_at_the_victory_check(controlled: int, winner: str | None) -> None:
    control = dict.fromkeys(range(1, controlled + 1), "blue")
    assert RULES.outcome(position(first="blue", control=control, step=None)) == winner
    state = position(red=Counts(hand=6), control=control)
    assert RULES.outcome(state) is None
    state = after(state, act.EndActions(), act.DrawThree())
    assert RULES.outcome(state) == winner
    assert state.step == ("over" if winner else "advance")
    if winner:
        assert RULES.actors(state) == frozenset()
        assert RULES.legal_actions(state) == ()
        assert all(RULES.refusals(state, action) for action in DOMAIN)


def test_fg_v1_only_the_active_player_is_checked() -> None:
    control = {1: "blue", 2: "blue", 3: "blue"}
    assert RULES.outcome(passed(position(control=control, step=None))) is None


def test_fg_v1_comes_before_the_advance() -> None:
    state = position(units={"1 red": "spear-1"}, control={2: "red", 3: "red"}, step=None)
    state = passed(state)
    assert (state.winner, state.step, state.terrains("red")) == (None, "actions", 3)


# FG-A1


def test_fg_a1_control_where_the_enemy_has_nobody() -> None:
    units = {"1 red": "archer-1", "2 red": "cavalry-1", "2 blue": "cavalry-1", "3 blue": "archer-1"}
    state = passed(position(units=units, control={1: "blue", 2: "blue", 3: "red", 4: "blue"}, step=None))
    assert [column.control for column in state.columns] == ["red", "blue", "red", "blue", None]
    assert state.step == "flank"


def test_fg_a1_the_books_heavy_infantry_in_the_centre() -> None:
    state = passed(position(units={"3 red": "heavy-infantry-1", "4 blue": "medium-infantry-1"}, step=None))
    assert [column.control for column in state.columns] == [None, None, "red", None, None]
    waited = after(
        state,
        act.EndActions(),
        act.DrawThree(),
        *[act.DiscardDown(f"red/medium-infantry-{n}") for n in (1, 2, 3)],
    )
    assert waited.column(4).control is None
    assert passed(waited).column(4).control == "blue"


def test_fg_a1_one_of_two_units_is_discarded_of_their_choice() -> None:
    start = position(units=CROWDED, control={4: "red"}, step=None, red=Counts(deck=6))
    state = passed(start)
    assert (state.step, state.advanced, set(RULES.actors(state))) == ("advance", True, {"red"})
    assert [column.control for column in state.columns] == ["red", None, None, "red", None]
    assert RULES.legal_actions(state) == tuple(
        act.Discard(f"red/{card}") for card in ("spear-1", "spear-2", "pike-1", "pike-2")
    )
    state = after(state, act.Discard("red/pike-2"))
    assert (state.step, state.column(4).red) == ("advance", ("red/pike-1",))
    assert RULES.legal_actions(state) == (act.Discard("red/spear-1"), act.Discard("red/spear-2"))
    state = after(state, act.Discard("red/spear-1"))
    assert (state.step, state.column(1).red) == ("flank", ("red/spear-2",))
    assert state.red.discard == 2
    assert state.red.discards == {"red/pike-2", "red/spear-1"}
    assert state.cleared == ()
    assert passed(after(state, act.EndFlank())).step == "actions"


def test_fg_a1_nothing_else_is_discarded_in_the_advance() -> None:
    state = after(passed(position(units=CROWDED, step=None)), act.Discard("red/pike-2"))
    for card in ("red/cavalry-1", "red/pike-1"):
        assert whole(RULES.refusals(state, act.Discard(card))) == [
            (
                "wrong-phase",
                "red",
                "FG-A1",
                {"step": "advance", "wanted": "actions"},
                Fix(Verb.PUT, card, "2" if card == "red/cavalry-1" else "4"),
                card,
            )
        ]
        refused(state, act.Discard(card))
    assert told(RULES.refusals(state, act.Discard("blue/cavalry-1"))) == [("not-your-turn", "FG-T0")]
    assert told(RULES.refusals(state, act.Discard("red/archer-1"))) == [
        ("wrong-phase", "FG-A1"),
        ("no-unit", "FG-A1"),
    ]


def test_fg_a1_control_changes_before_the_discards() -> None:
    state = position(units=CROWDED, step=None)
    assert told(RULES.refusals(state, act.Discard("red/spear-1"))) == [("wrong-phase", "FG-A1")]
    refused(state, act.Discard("red/spear-1"))


# FG-R1


def test_fg_r1_reserves_draw_three_beyond_nine() -> None:
    state = after(position(), act.PlayReserves("red/reserves-1"))
    assert (state.red.hand, state.red.deck, state.red.discard) == (11, 12, 1)
    assert (state.step, state.active) == ("actions", "red")
    assert state.red.discards == {"red/reserves-1"}
    refused(state, act.PlayReserves("red/reserves-1"))


def test_fg_r1_reserves_close_what_costs_nothing() -> None:
    state = after(position(), act.Place("red/light-cavalry-1", 3), act.PlayReserves("red/reserves-1"))
    assert (state.unpaid, state.red.hand) == ((), 10)


def test_fg_r1_only_reserves_draw() -> None:
    assert whole(RULES.refusals(position(), act.PlayReserves("red/commander-1"))) == [
        (
            "nothing-due",
            "red",
            "FG-P1",
            {"due": 0},
            Fix(Verb.TAKE, "red/commander-1", "pad"),
            "red/commander-1",
        )
    ]
    refused(position(), act.PlayReserves("red/commander-1"))


def test_fg_r1_a_reshuffle_on_the_way_goes_on_in_the_actions() -> None:
    state = after(position(red=Counts(deck=1, discard=4)), act.PlayReserves("red/reserves-1"))
    assert (state.step, state.drawing) == ("shuffle", Drawing("red", 2, "actions", "red/reserves-1"))
    assert (state.red.hand, state.red.deck, state.red.discard) == (9, 0, 4)
    state = after(state, act.Shuffle("red"))
    assert (state.step, state.active, state.drawing, state.drawn) == ("actions", "red", None, False)
    assert (state.red.hand, state.red.deck, state.red.discard, state.red.shuffles) == (11, 2, 1, 1)
    assert state.red.discards == {"red/reserves-1"}


def test_fg_r1_reserves_with_nothing_to_draw_turn_no_card() -> None:
    state = after(position(red=Counts(hand=3, deck=0)), act.PlayReserves("red/reserves-1"))
    assert (state.step, state.drawing) == ("actions", None)
    assert (state.red.hand, state.red.deck, state.red.discard, state.red.shuffles) == (2, 0, 1, 0)
    assert state.red.discards == {"red/reserves-1"}


def test_fg_r1_a_short_deck_and_no_discards_make_a_short_draw() -> None:
    state = after(position(red=Counts(hand=3, deck=2)), act.PlayReserves("red/reserves-1"))
    assert (state.step, state.red.hand, state.red.deck, state.red.discard) == ("actions", 4, 0, 1)


def test_fg_r1_reserves_lie_in_no_pile_before_the_draw_is_over() -> None:
    state = after(position(red=Counts(deck=1, discard=4)), act.PlayReserves("red/reserves-1"))
    assert whereabouts(state, "red/reserves-1") == "played"
    state = replace(state, step="actions")
    assert ("card-elsewhere", "FG-P1") in told(RULES.refusals(state, act.PlayReserves("red/reserves-1")))
    assert act.PlayReserves("red/reserves-1") not in RULES.legal_actions(state)


def test_fg_r1_a_game_of_an_older_record_goes_on_as_it_was_begun() -> None:
    older = replace(position(red=Counts(hand=3, deck=0)), reserves_first=True)
    state = after(older, act.PlayReserves("red/reserves-1"))
    assert (state.step, state.red.discard) == ("shuffle", 1)
    state = after(state, act.Shuffle("red"))
    assert (state.step, state.red.hand, state.red.discard, state.red.shuffles) == ("actions", 3, 0, 1)


# FG-D1


def test_fg_d1_three_cards() -> None:
    state = after(position(red=Counts(hand=6)), act.EndActions(), act.DrawThree())
    assert (state.red.hand, state.red.deck, state.active) == (9, 12, "blue")


@pytest.mark.parametrize(("card", "drawn"), [("commander-1", 5), ("cavalry-5", 4), ("overlap-1", 2)])
def test_fg_d1_a_card_discarded_for_its_command_points(card: str, drawn: int) -> None:
    state = after(position(red=Counts(hand=5)), act.EndActions(), act.DiscardToDraw(f"red/{card}"))
    assert (state.red.hand, state.red.deck, state.red.discard) == (4 + drawn, 15 - drawn, 1)
    assert state.active == "blue"


def test_fg_d1_down_to_nine() -> None:
    state = after(position(), act.EndActions(), act.DrawThree())
    assert (state.red.hand, state.step, state.drawn, state.active) == (12, "draw", True, "red")
    figures: dict[str, int | str] = {"hand": 12, "limit": 9, "excess": 3}
    for again in (act.DrawThree(), act.DiscardToDraw("red/spear-1")):
        assert whole(RULES.refusals(state, again)) == [
            ("hand-limit", "red", "FG-D1", figures, Fix(Verb.LAY, place="pad", number=3), None)
        ]
        refused(state, again)
    for number in (1, 2):
        state = after(state, act.DiscardDown(f"red/spear-{number}"))
        assert (state.active, state.red.hand) == ("red", 12 - number)
    state = after(state, act.DiscardDown("red/spear-3"))
    assert (state.active, state.red.hand, state.red.discard, state.step) == ("blue", 9, 3, "advance")


def test_fg_d1_nine_or_fewer_need_no_discard() -> None:
    state = after(position(), act.EndActions())
    assert whole(RULES.refusals(state, act.DiscardDown("red/spear-1"))) == [
        (
            "hand-limit",
            "red",
            "FG-D1",
            {"hand": 9, "limit": 9, "excess": 0},
            Fix(Verb.TAKE, "red/spear-1", "pad"),
            "red/spear-1",
        )
    ]
    refused(state, act.DiscardDown("red/spear-1"))


def test_fg_d1_the_card_must_be_able_to_come_from_the_hand() -> None:
    state = after(position(red=Counts(hand=0)), act.EndActions())
    assert whole(RULES.refusals(state, act.DiscardToDraw("red/spear-1"))) == [
        (
            "count-wrong",
            "red",
            "FG-D1",
            {"hand": 0, "cards": 1},
            Fix(Verb.TAKE, "red/spear-1", "pad"),
            "red/spear-1",
        )
    ]
    assert after(state, act.DrawThree()).red.hand == 3
    lying = after(position(units={"3 red": "pike-1"}), act.EndActions())
    assert told(RULES.refusals(lying, act.DiscardToDraw("red/pike-1"))) == [("card-elsewhere", "FG-P1")]
    drawn = after(lying, act.DiscardToDraw("red/commander-1"))
    assert told(RULES.refusals(drawn, act.DiscardDown("red/commander-1"))) == [("card-elsewhere", "FG-P1")]
    assert told(RULES.refusals(drawn, act.DiscardDown("blue/pike-1"))) == [("not-your-turn", "FG-T0")]


# FG-K1


@pytest.mark.parametrize(("before", "then"), [(0, 1), (1, 2), (2, 2)])
def test_fg_k1_the_shuffle_card_turns_then_leaves(before: int, then: int) -> None:
    state = position(red=Counts(hand=4, deck=2, discard=6, shuffle=before))
    state = after(state, act.EndActions(), act.DrawThree())
    assert (state.step, state.drawing) == ("shuffle", Drawing("red", 1, "draw"))
    assert (state.red.hand, state.red.deck, state.red.discard) == (6, 0, 6)
    assert RULES.actors(state) == {"red"}
    assert RULES.legal_actions(state) == (act.Shuffle("red"),)
    assert whole(RULES.refusals(state, act.Shuffle("blue"))) == [
        ("not-your-turn", "blue", "FG-K1", {"active": "red", "asked": "shuffle"}, Fix(Verb.WAIT), None)
    ]
    refused(state, act.Shuffle("blue"))
    state = after(state, act.Shuffle("red"))
    assert (state.red.hand, state.red.deck, state.red.discard) == (7, 5, 0)
    assert (state.red.shuffles, state.blue.shuffles, state.active) == (then, 0, "blue")


def test_fg_k1_a_deck_that_just_reaches_is_not_shuffled() -> None:
    state = after(position(red=Counts(hand=4, deck=3, discard=6)), act.EndActions(), act.DrawThree())
    assert (state.red.deck, state.red.shuffles, state.active) == (0, 0, "blue")


def test_fg_k1_without_discards_the_draw_is_short_and_no_card_turns() -> None:
    state = after(position(red=Counts(hand=4, deck=2)), act.EndActions(), act.DrawThree())
    assert (state.red.hand, state.red.deck, state.red.shuffles, state.active) == (6, 0, 0, "blue")
    state = after(position(red=Counts(hand=4, deck=0)), act.EndActions(), act.DrawThree())
    assert (state.red.hand, state.red.shuffles, state.active) == (4, 0, "blue")


def test_fg_k1_a_shuffle_can_be_too_little() -> None:
    state = position(red=Counts(hand=4, deck=0))
    state = after(state, act.EndActions(), act.DiscardToDraw("red/commander-1"))
    assert (state.step, state.drawing) == ("shuffle", Drawing("red", 5, "draw"))
    state = after(state, act.Shuffle("red"))
    assert (state.red.hand, state.red.deck, state.red.discard, state.red.shuffles) == (4, 0, 0, 1)
    assert state.active == "blue"


def test_fg_k1_shuffled_discards_may_come_to_the_hand_again() -> None:
    state = position(red=Counts(deck=0))
    state = after(state, act.Place("red/spear-1", 3), act.Pay("red/commander-1"), act.Settle())
    state = after(state, act.EndActions(), act.DiscardToDraw("red/cavalry-1"), act.Shuffle("red"))
    assert (state.red.hand, state.red.deck, state.red.discards) == (8, 0, frozenset())
    state = passed(state)
    state = passed(
        after(
            state, act.EndActions(), act.DrawThree(), *(act.DiscardDown(f"blue/pike-{n}") for n in (1, 2, 3))
        )
    )
    assert state.active == "red"
    assert not RULES.refusals(after(state, act.Place("red/spear-2", 2)), act.Pay("red/commander-1"))


def test_fg_k1_the_hand_limit_comes_after_the_shuffle() -> None:
    state = position(red=Counts(hand=9, deck=1, discard=2))
    state = after(state, act.EndActions(), act.DrawThree(), act.Shuffle("red"))
    assert (state.step, state.drawn, state.red.hand, state.active) == ("draw", True, 12, "red")


# FG-E1


@pytest.mark.parametrize(
    ("control", "points", "winner"),
    [
        ({1: "red"}, (0, 9), "red"),
        ({1: "red", 2: "blue"}, (0, 1), "blue"),
        ({1: "red", 2: "blue"}, (2, 1), "red"),
        ({1: "blue", 2: "blue", 3: "red"}, (9, 0), "blue"),
        ({}, (3, 3), "draw"),
    ],
)
def test_fg_e1_the_game_ends_after_the_turn_with_both_shuffle_cards_out(
    control: dict[int, str], points: tuple[int, int], winner: str
) -> None:
    state = position(
        control=control,
        red=Counts(hand=4, deck=1, discard=6, shuffle=1, points=points[0]),
        blue=Counts(shuffle=2, points=points[1]),
    )
    state = after(state, act.EndActions(), act.DrawThree())
    assert RULES.outcome(state) is None
    state = after(state, act.Shuffle("red"))
    assert (state.step, RULES.outcome(state), state.active) == ("over", winner, "red")
    assert all(RULES.refusals(state, action) for action in DOMAIN)


def test_fg_e1_not_before_the_turn_ends() -> None:
    both = position(red=Counts(hand=9, shuffle=2), blue=Counts(shuffle=2))
    drawn = after(both, act.EndActions(), act.DrawThree())
    assert (drawn.step, drawn.winner) == ("draw", None)
    ended = after(drawn, *(act.DiscardDown(f"red/pike-{number}") for number in (1, 2, 3)))
    assert (ended.step, ended.winner) == ("over", "draw")


@pytest.mark.parametrize("shuffles", [(2, 1), (1, 2), (1, 1)])
def test_fg_e1_one_shuffle_card_is_not_enough(shuffles: tuple[int, int]) -> None:
    state = position(red=Counts(hand=6, shuffle=shuffles[0]), blue=Counts(shuffle=shuffles[1]))
    state = after(state, act.EndActions(), act.DrawThree())
    assert (state.step, state.active, state.winner) == ("advance", "blue", None)


# What else the rules as an object answer


def test_fg_t0_a_set_up_survives_plain_values() -> None:
    setup = Setup(
        terrain=("plain", "rough", "woods", "hill", "plain"),
        first="blue",
        units=((3, "red", ("red/spear-1", "red/spear-2")),),
        control=((2, "blue"),),
        red=Counts(hand=3, deck=4, discard=5, points=6, shuffle=1),
        step="draw",
    )
    assert Setup.from_json(setup.to_json()) == setup
    state = begin(RULES, setup)
    assert (state.active, state.step, state.column(2).control) == ("blue", "draw", "blue")
    assert [column.terrain for column in state.columns] == list(setup.terrain)
    assert state.red.deck == 4
    assert (state.blue.deck, belongings(state, "blue")) == (15, 24)


def test_fg_t0_the_deck_is_what_is_left_of_the_army() -> None:
    state = position(units={"3 red": "spear-1 spear-2", "2 red": "archer-1"}, red=Counts(hand=9, discard=4))
    assert (state.red.deck, belongings(state, "red")) == (8, 24)
    assert position(red=Counts(hand=20, discard=9)).red.deck == 0


def test_fg_t0_nobody_sees_the_others_discards() -> None:
    state = after(position(), act.Place("red/spear-1", 3), act.Pay("red/commander-1"))
    assert RULES.view(state, "red") == state
    assert RULES.view(state, "blue").red.discards == frozenset()
    assert RULES.view(state, "blue").red.discard == 1
    for player in SIDES:
        assert RULES.view(RULES.view(state, player), player) == RULES.view(state, player)


def test_fg_t0_play_starts_with_the_victory_check() -> None:
    state = State()
    assert RULES.start(state) == state
    won = position(control=dict.fromkeys((1, 2, 3), "red"), step="advance")
    assert RULES.start(won).winner == "red"
