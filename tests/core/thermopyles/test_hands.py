"""Random hands at a table of Thermopyles: whatever they do, the belief stays sound, and the game can go on."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from signifer_core.games.thermopyles import State, notation, parse
from signifer_core.games.thermopyles.actions import (
    Approach,
    Bury,
    Charge,
    Draw,
    Engage,
    Repel,
    Retreat,
    Support,
)
from signifer_core.layout import PAD, SIDES, ZONES, Zone, side_of
from signifer_core.presses import PressKind
from signifer_core.procedure import Table
from signifer_core.twins import Same

from tests.core import hands as any_hands
from tests.core.hands import check_judged_again
from tests.core.thermopyles.states import (
    DECK,
    PROCEDURE,
    RULES,
    TableHands,
    after,
    check_state,
    crowded,
    late,
    played,
    table_position,
)
from tests.sweeps import often

SEEDS = st.integers(0, 2**32 - 1)
MANY = settings(max_examples=often(40, 100), deadline=None, suppress_health_check=[HealthCheck.too_slow])

STRANGERS = ("tag/04aabb", "field-of-glory:red/spear-2", "thermopyles")
PRESSES = (
    *(f"{kind} ok {player}" for kind in PressKind for player in SIDES),
    *(f"{kind} column {column} red" for kind in PressKind for column in (1, 2, 5)),
    *("press dice", "press dice", "hold dice", "hold agree"),
)
PASSING = ("deal", "drawing", "support", "over")
COMBAT, TEAM_PAD = Zone("1", "red"), Zone(PAD, "red")


def somewhere(rng: random.Random) -> State:
    """A table's knowledge of a random game at a random moment in which hands rest; all steps equally likely."""
    if rng.random() < 0.1:
        return after(table_position(players=2, hands=(rng.randrange(6), 5)), Retreat(), Draw("2"))
    starts = (RULES.new_game(), late(rng), crowded(rng))
    moments = [state for _, state in played(rng, rng.choice(starts)) if state.step not in PASSING]
    step = rng.choice(sorted({state.step for state in moments}))
    return RULES.view(rng.choice([state for state in moments if state.step == step]), "anyone")


def at_table(state: State, rng: random.Random) -> TableHands:
    """Hands where all lies as it is due; what is free lies there, or does not."""
    hands = TableHands(state)
    for card, at in sorted(PROCEDURE.due(hands.table).free):
        in_row = at.place in ("1", "2")
        if (in_row or rng.random() < 0.3) and not hands.seen.zones_of(card):
            hands.lay(card, at, settled=None)
    hands.judge()
    assert (hands.refusals, hands.corrections, hands.state) == ((), (), state)
    return hands


def busy_cards(rng: random.Random, state: State) -> list[str]:
    """Cards that hands will be busy with: the row, some that mean something now, and some that never do."""
    fallen = sorted(state.discard.named | state.repelled.named | state.cemetery.named)
    return [
        *state.row,
        *rng.sample(DECK.spartans, 4),
        *rng.sample(DECK.persians, 3),
        *DECK.supports[:3],
        *rng.sample(fallen, min(3, len(fallen))),
        *STRANGERS,
    ]


def likely_zone(rng: random.Random, card: str) -> Zone:
    """Mostly where cards of its kind go."""
    places = {"spartan": ("1 red", "1 red", "pad red"), "support": ("pad red",)}
    usual = places.get(card.partition("-")[0], ("1 blue", "2 blue", "4 blue", "5 red", "4 red", "5 blue"))
    if rng.random() < 0.25:
        return rng.choice(ZONES)
    place, _, side = rng.choice(usual).partition(" ")
    return Zone(place, side_of(side))


def fumble(hands: TableHands, rng: random.Random, cards: list[str]) -> None:
    """One thing that hands do; now and then they lay supports on the pad, and say ok."""

    def buttons(what: float) -> None:
        if what < 0.9:
            hands.press(rng.choice(PRESSES))
            return
        for card in rng.sample([*DECK.supports], rng.randrange(3)):
            hands.lift(card, settled=None).lay(card, TEAM_PAD, settled=None)
        hands.press(f"{rng.choice(['press', 'press', 'hold'])} ok red")

    any_hands.fumble(hands, rng, cards, lambda card: likely_zone(rng, card), buttons)


def agree(hands: TableHands, rng: random.Random) -> None:
    """People overrule the table: one entry, one of its choices; the record begins again there."""
    entries = [entry for entry in PROCEDURE.overrides(hands.table, hands.seen) if entry.key != "over"]
    choices = rng.choice(entries).choices if entries else ()
    for change in rng.choice(choices).changes if choices else ():
        hands.agree(change)
        hands.start, hands.done = hands.state, []
    hands.judge()


def lies_as_due(hands: TableHands) -> bool:
    """Whether exactly what is due lies there, apart from offers and from what is free."""
    due = PROCEDURE.due(hands.table)
    if hands.state.step == "over":
        return True
    return all(
        Counter(card for card in hands.seen[at] if (card, at) not in due.free) == Counter(due.must[at])
        for at in ZONES
        if at not in due.may
    )


def check_belief(hands: TableHands) -> None:
    """Judged again nothing new comes out; what lies wrongly is told; what is told is wrong, and every refusal says
    what to do."""
    check_judged_again(hands)
    told_there = [fix for fix in hands.corrections if fix.zone != TEAM_PAD]
    # After the end the table may be cleared in any way; before it, what lies wrongly is told.
    assert hands.state.step == "over" or lies_as_due(hands) == (not told_there)
    for reason in hands.refusals:
        assert any(fix.card == reason.card for fix in hands.corrections), reason
        assert reason.ruling.startswith("TH-")
        assert reason.fix.card in (None, reason.card)
    assert len(PROCEDURE.prompts(hands.table)) == 2
    check_state(hands.state)


def goes_on(hands: TableHands, rng: random.Random) -> None:
    """From here hands can play on to the end: every legal action has gestures that do it."""
    for card in hands.seen[TEAM_PAD]:
        hands.lift(card)
    if hands.state.step == "act" and hands.table.held.laid:
        for card in hands.seen[COMBAT]:
            hands.lift(card)
    hands.follow()
    for _ in range(400):
        state = hands.state
        if RULES.outcome(state) is not None:
            return
        action = rng.choice(RULES.legal_actions(state))
        if isinstance(action, Charge):
            hands.do(action)
            for card in sorted(state.supports)[: rng.randrange(3)]:
                hands.do(Support(card))
            hands.do(Engage())
        else:
            hands.do(action)
        assert hands.state != state, notation(action)
        assert hands.table.held.laid == frozenset()
        assert (hands.refusals, hands.corrections) == ((), ()), notation(action)
    raise AssertionError("a game without end")


def fumbled(seed: int, times: int) -> TableHands:
    """Random hands that have slipped so often; what they did is a record of legal actions."""
    rng = random.Random(seed)
    start = RULES.table_game() if rng.random() < 0.1 else somewhere(rng)
    hands = at_table(start, rng)
    cards = busy_cards(rng, start)
    for _ in range(times):
        fumble(hands, rng, cards) if rng.random() < 0.93 else agree(hands, rng)
        check_state(hands.state)
    check_belief(hands)
    assert after(hands.start, *map(parse, map(notation, hands.done))) == hands.state
    return hands


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_whatever_hands_do_the_belief_is_sound(seed: int) -> None:
    hands = fumbled(seed, 25)
    event(hands.state.step)


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_who_does_as_told_comes_back_to_a_legal_table_and_can_play_on_to_the_end(seed: int) -> None:
    hands = fumbled(seed, 12)
    budget = sum(1 + len(hands.seen.zones_of(card)) for card in {fix.card for fix in hands.corrections})
    assert hands.follow() <= budget
    assert (hands.corrections, hands.refusals) == ((), ())
    assert lies_as_due(hands)
    goes_on(hands, random.Random(seed))


# The same layout, by whatever way


def row_after(state: State, rng: random.Random) -> tuple[State, list[tuple[str, Zone]]]:
    """After a combat that defeats somebody: the state when the row is full again, and where each card lies then."""
    lying: list[tuple[str, Zone]] = []
    while state.step == "result":
        (action,) = RULES.legal_actions(state)
        assert isinstance(action, Repel | Bury)
        lying.append((action.card, Zone("4" if isinstance(action, Repel) else "5", rng.choice(SIDES))))
        state = RULES.apply(state, action)
    fresh = [card for card in DECK.persians if state.known_place(card) is None]
    while state.step == "replenish" and (rng.random() < 0.8 or len(state.row) == 1):
        state = RULES.apply(state, Approach(fresh.pop(rng.randrange(len(fresh)))))
    must = PROCEDURE.due(Table(state)).must if state.step != "over" else None
    return state, lying + ([(card, at) for at, card in must.items()] if must else [])


def arrive(hands: TableHands, rng: random.Random, wanted: list[tuple[str, Zone]]) -> None:
    """Bring the layout to what is wanted, card by card in any order, judged now and then, with strangers between."""
    moves = [("lift", card, at) for at, card in hands.seen.items() if (card, at) not in wanted]
    moves += [("lay", card, at) for card, at in wanted if card not in hands.seen[at]]
    rng.shuffle(moves)
    for verb, card, at in moves:
        stranger, where = rng.choice(STRANGERS), rng.choice(ZONES)
        if rng.random() < 0.2:
            hands.lay(stranger, where, settled=rng.random() < 0.5)
        if verb == "lift":
            hands.seen = hands.seen.lifted(card, at)
        else:
            hands.seen = hands.seen.laid(card, at)
        if rng.random() < 0.5:
            hands.judge(settled=rng.random() < 0.5)
        hands.lift(stranger, settled=None)
    hands.judge()


def in_result(rng: random.Random) -> State:
    """A random position in which a Persian is defeated and still lies in the row."""
    while True:
        start = late(rng) if rng.random() < 0.5 else None
        moments = [state for _, state in played(rng, start) if state.step == "result" and not state.result]
        moments = [state for state in moments if state.persians.number >= 2]
        if moments:
            return RULES.view(rng.choice(moments), "anyone")


@MANY
@given(SEEDS)
def test_any_order_of_clearing_moving_up_and_refilling_ends_in_the_same_state(seed: int) -> None:
    rng = random.Random(seed)
    start = in_result(rng)
    hands = at_table(start, rng)
    wanted_state, wanted = row_after(start, rng)
    event(f"{len(wanted)} cards, {wanted_state.step}")
    piles = [(card, at) for at, card in hands.seen.items() if at.place in ("4", "5")]
    arrive(hands, rng, wanted + [(card, at) for card, at in piles if card not in dict(wanted)])
    assert (hands.corrections, hands.refusals) == ((), ())
    assert hands.state == wanted_state


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_a_spartan_and_supports_laid_and_taken_back_in_any_order_are_those_that_ok_sends(seed: int) -> None:
    rng = random.Random(seed)
    start = somewhere(rng)
    while start.step != "act" or not start.hand(start.active).number:
        start = somewhere(rng)
    able = [action.card for action in RULES.legal_actions(start) if isinstance(action, Charge)]
    spartan, supports = (
        rng.choice(able),
        rng.sample(sorted(start.supports), rng.randint(0, len(start.supports))),
    )
    hands = at_table(start, rng)
    for _ in range(rng.randrange(8)):  # laid and taken back, or changed for another
        card = rng.choice([*able, *start.supports])
        at = COMBAT if card in able else TEAM_PAD
        (hands.lift if card in hands.seen[at] else lambda card, at=at, **how: hands.lay(card, at, **how))(
            card, settled=rng.choice([None, False, True])
        )
    lying = [(card, at) for at, card in hands.seen.items() if at not in (COMBAT, TEAM_PAD)]
    arrive(hands, rng, [*lying, (spartan, COMBAT), *((card, TEAM_PAD) for card in supports)])
    # Of two equal Spartans, both laid, either may have been the one to take away.
    assert all(isinstance(action, Same) for action in hands.done)
    assert (hands.refusals, hands.corrections) == ((), ())
    hands.done.clear()
    hands.press("press ok red")
    assert hands.done[0] == Charge(spartan)
    assert {action.card for action in hands.done if isinstance(action, Support)} == set(supports)
    assert Engage() in hands.done
    assert set(start.supports) - set(supports) == hands.state.supports


@pytest.mark.soak
def test_whatever_hands_do_for_long() -> None:
    for seed in range(3000):
        hands = fumbled(seed, 40)
        hands.follow()
        assert (hands.refusals, lies_as_due(hands)) == ((), True)
        goes_on(hands, random.Random(seed))
