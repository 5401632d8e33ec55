"""Agreement: what people overrule the table with reads back, and leads from any position to one that can go on."""

from __future__ import annotations

import random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.actions import DeclareAttack
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
    notation,
    overrule,
    parse,
)
from signifer_core.games.field_of_glory.agreement.effects import COUNTS, SET_STEPS, bounds
from signifer_core.games.field_of_glory.agreement.menu import overrides
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.state import TERRAINS, State
from signifer_core.layout import COLUMNS, SIDES, Zone
from signifer_core.procedure import Table

from tests.core.field_of_glory.states import (
    ARMY_CARDS,
    DECK,
    DOMAIN,
    PROCEDURE,
    RULES,
    after,
    belongings,
    check_position,
    passed,
    position,
    somewhere,
    walk,
)
from tests.core.field_of_glory.walks import check_refusal
from tests.sweeps import often

SEEDS = st.integers(0, 2**32 - 1)
FIXED: tuple[Change, ...] = (
    *(AgreedTerrain(column, kind) for column in COLUMNS for kind in TERRAINS),
    *(AgreedControl(column, player) for column in COLUMNS for player in (*SIDES, None)),
    *(AgreedStep(step) for step in SET_STEPS),
    *(AgreedActive(player) for player in SIDES),
    *(AgreedCount(player, what, number) for player in SIDES for what in COUNTS for number in range(30)),
    *(AgreedOver(winner) for winner in (*SIDES, "draw")),
    AgreedDone(),
)


def some_change(rng: random.Random) -> Change:
    """A change of a random kind; units are any cards of the army, as many as come."""
    if rng.random() < 0.4:
        player = rng.choice(SIDES)
        cards = rng.sample(DECK.army(player), rng.randrange(4))
        return AgreedUnits(rng.choice(COLUMNS), player, tuple(cards))
    kind = rng.choice([AgreedTerrain, AgreedControl, AgreedStep, AgreedActive, AgreedCount, AgreedOver])
    return rng.choice([change for change in FIXED if type(change) is kind])


def any_position(rng: random.Random) -> State:
    """Somewhere in a game, in its set-up, or where an attack is lost with the last cards."""
    if rng.random() < 0.1:
        return walk_of(RULES.table_game(), rng)
    if rng.random() < 0.3:
        return walk_of(battle(rng), rng)
    return walk_of(somewhere(rng), rng)


def battle(rng: random.Random) -> State:
    """Elephants in the middle of the table; decks are empty or nearly so."""
    cards = [Counts(hand=rng.randrange(3), deck=rng.randrange(2), discard=rng.randrange(4)) for _ in SIDES]
    units = {"3 red": "elephant-1 light-infantry-1", "3 blue": "elephant-1 elephant-2", "2 red": "spear-1"}
    state = position(units=units, red=cards[0], blue=cards[1])
    return after(state, DeclareAttack(3)) if rng.random() < 0.8 else state


def walk_of(state: State, rng: random.Random) -> State:
    """One of the positions of a random game from ``state`` on, steps equally likely."""
    states = [state, *(later for _, later in walk(passed(state), rng, 40))]
    step = rng.choice(sorted({state.step for state in states}))
    return rng.choice([state for state in states if state.step == step])


# The notation


def test_every_change_reads_back() -> None:
    units = [
        AgreedUnits(column, player, cards)
        for column in COLUMNS
        for player in SIDES
        for cards in ((), (f"{player}/spear-1",), (f"{player}/archer-2", f"{player}/cavalry-1"))
    ]
    changes = [*FIXED, *units]
    assert [parse(notation(change)) for change in changes] == changes
    assert len({notation(change) for change in changes}) == len(changes)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "agreed",
            "control 3 red",
            "agreed control 6 red",
            "agreed control 3 nobody",
            "agreed control 3",
        ),
        *(
            "agreed step bonus",
            "agreed step over",
            "agreed active",
            "agreed active green",
            "agreed over nobody",
        ),
        *(
            "agreed count red hand -1",
            "agreed count red hand 07",
            "agreed count red hand \u0663",
            "agreed count red x 1",
        ),
        *(
            "agreed terrain 3 sea",
            "agreed units 3 red blue/spear-1",
            "agreed units 0 red",
            "agreed units 3 green",
        ),
        *(
            "agreed units 3 red red/spear-1/2",
            "agreed  step actions",
            "agreed step actions ",
            "agreed units 3 red spear",
        ),
    ],
)
def test_what_is_no_change_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse(text)


@given(
    st.text(max_size=40)
    | st.lists(st.sampled_from(["agreed", "units", "count", "red", "3", "hand", "step", "x"])).map(" ".join)
)
def test_any_text_is_a_change_or_refused(text: str) -> None:
    try:
        change = parse(text)
    except RulesError:
        return
    assert notation(change) == text


# Any change on any position


@pytest.mark.slow
@settings(max_examples=often(60, 150), deadline=None)
@given(SEEDS)
def test_any_changes_lead_to_positions_in_which_somebody_can_go_on(seed: int) -> None:
    rng = random.Random(seed)
    state = any_position(rng)
    start, changes = state, [some_change(rng) for _ in range(rng.randrange(1, 12))]
    changes = [each for change in changes for each in (change, *[AgreedDone()] * rng.randrange(2))]
    changes.append(AgreedDone())
    for change in changes:
        state = overrule(DECK, state, change)
        if change != AgreedDone():
            continue
        check_position(state)
        if state.step != "over":
            assert RULES.legal_actions(state), (change, state)
            assert RULES.chance(state) or RULES.actors(state)
    again = start
    for change in changes:
        again = overrule(DECK, again, parse(notation(change)))
    assert again == state


@settings(max_examples=often(25, 60), deadline=None)
@given(SEEDS)
def test_the_game_goes_on_by_the_rules_after_any_changes(seed: int) -> None:
    rng = random.Random(seed)
    state = any_position(rng)
    for _ in range(4):
        for _ in range(rng.randrange(1, 5)):
            state = overrule(DECK, state, some_change(rng))
        state = overrule(DECK, state, AgreedDone())
        for _, later in walk(passed(state), rng, 15):
            state = later
            check_position(state)


@settings(max_examples=10, deadline=None, phases=[Phase.generate])
@given(SEEDS)
def test_legal_actions_and_refusals_agree_after_any_changes(seed: int) -> None:
    rng = random.Random(seed)
    state = any_position(rng)
    for _ in range(3):
        state = overrule(DECK, overrule(DECK, state, some_change(rng)), AgreedDone())
        legal = set(RULES.legal_actions(state))
        for action in (*DOMAIN, *legal):
            reasons = RULES.refusals(state, action)
            assert (not reasons) == (action in legal), (action, reasons, state)
            for reason in reasons:
                check_refusal(reason, action)


@settings(max_examples=often(30, 80), deadline=None)
@given(SEEDS)
def test_no_card_is_lost_but_by_counts_and_an_army_keeps_to_24(seed: int) -> None:
    rng = random.Random(seed)
    state = RULES.start(position(step=None))
    for _ in range(12):
        change = some_change(rng)
        before = state
        state = overrule(DECK, overrule(DECK, state, change), AgreedDone())
        for player in SIDES:
            assert belongings(state, player) <= 24, (change, before)
            if not isinstance(change, AgreedCount):
                lost = belongings(before, player) - belongings(state, player)
                fetched = isinstance(change, AgreedUnits)
                assert lost == 0 or (fetched and lost < 0), (change, before)


@pytest.mark.slow
@settings(max_examples=often(25, 60), deadline=None)
@given(SEEDS)
def test_every_choice_of_the_menu_does_what_it_says(seed: int) -> None:
    rng = random.Random(seed)
    state = any_position(rng)
    seen = PROCEDURE.due(Table(state)).must
    for card in rng.sample(ARMY_CARDS, 6):
        seen = seen.laid(card, Zone(str(rng.choice(COLUMNS)), rng.choice(SIDES)))
    for entry in overrides(DECK, state, seen):
        for choice in entry.choices:
            assert (choice.changes == ()) == (choice.value == entry.now and entry.key != "step")
        for choice in entry.choices:
            later = state
            for change in choice.changes:
                later = overrule(DECK, later, parse(change))
            check_position(overrule(DECK, later, AgreedDone()))
            if entry.key in ("terrain", "control", "active", "points", "shuffle"):
                again = {(it.key, it.figures): it for it in overrides(DECK, later, seen)}
                assert again[entry.key, entry.figures].now == choice.value
            if entry.key == "position":
                assert overrides(DECK, later, seen)[0].choices == ()


def test_the_menu_says_what_is_and_offers_all_that_may_be() -> None:
    state = position(control={1: "red"}, red=Counts(hand=3, deck=10))
    menu = {
        (each.key, each.figures): each for each in overrides(DECK, state, PROCEDURE.due(Table(state)).must)
    }
    held = [menu["control", (("column", column),)].now for column in (1, 2)]
    assert held == ["red", "none"]
    hand = menu["hand", (("player", "red"),)]
    least, most = bounds(DECK, state, "red", "hand")
    assert [choice.value for choice in hand.choices] == [*range(least, most + 1)]
    assert [choice.value for choice in hand.choices if not choice.changes] == [3]
