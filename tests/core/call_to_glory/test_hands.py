"""Random hands at a table of Call to Glory: whatever they do, the belief stays sound, and the game can go on."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, event, example, given, settings
from hypothesis import strategies as st
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import PADS, State
from signifer_core.games.call_to_glory.table.spots import side_of
from signifer_core.layout import PAD, ZONES, Zone
from signifer_core.presses import PressKind
from signifer_core.twins import Same

from tests.core import hands as any_hands
from tests.core.hands import check_judged_again
from tests.sweeps import often

from .hands import Hands, at_table, somewhere
from .states import DECK, RULES, after, check_state

SEEDS = st.integers(0, 2**32 - 1)
MANY = settings(max_examples=often(12, 60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
STRANGERS = ("tag/04aabb", "field-of-glory:red/spear-2")
PRESSES = (
    *(f"press ok {side}" for side in PADS for _ in range(3)),
    *(f"{kind} column {column} {side}" for kind in PressKind for column in (1, 2, 3, 5) for side in PADS),
    *("press dice", "hold dice", "hold ok red"),
)


def fumble(hands: Hands, rng: random.Random, cards: list[str]) -> None:
    """One thing that hands do."""
    any_hands.fumble(
        hands,
        rng,
        [*cards, *hands.lying],
        lambda card: likely_zone(hands.state, rng),
        lambda what: hands.press(rng.choice(PRESSES)),
    )


def likely_zone(state: State, rng: random.Random) -> Zone:
    """Mostly on the side of whose turn it is, or a pad."""
    if rng.random() < 0.25:
        return rng.choice(ZONES)
    place = PAD if rng.random() < 0.4 else rng.choice("12345")
    return Zone(place, side_of(state.active) if place != PAD else rng.choice(PADS))


def check_belief(hands: Hands) -> None:
    """Judged again nothing new comes out; what is told is wrong, and every refusal says what to do."""
    check_judged_again(hands)
    for reason in hands.refusals:
        assert any(fix.card == reason.card for fix in hands.corrections), reason
        assert reason.player in PADS
        assert reason.ruling.startswith("CG-")
    assert len(hands.procedure.prompts(hands.table)) == 2
    check_state(hands.state)


def fumbled(seed: int, times: int) -> Hands:
    """Random hands that have slipped so often; what they did is a record of legal actions."""
    rng = random.Random(seed)
    start = RULES.table_game() if rng.random() < 0.1 else somewhere(rng)
    hands = at_table(start, rng)
    cards = [*rng.sample(DECK.characters, 8), *rng.sample(DECK.missions, 3), *STRANGERS]
    for _ in range(times):
        fumble(hands, rng, cards)
        if hands.state.hands:
            check_state(hands.state)
    if hands.state.hands:
        check_belief(hands)
    assert after(start, *map(act.parse, map(act.notation, hands.done))) == hands.state
    return hands


def do(hands: Hands, action: act.Action) -> None:
    """The gestures that mean ``action``, and then everything that the table asks for."""
    state, side = hands.state, side_of(hands.state.active)
    match action:
        case act.Starter(player):
            hands.press(f"press column {player} red")
        case act.Deal():
            hands.press("press ok blue")
        case act.Lay(cards):
            for number, card in enumerate(cards):
                hands.lay(card, f"{number % 5 + 1} {side}")
            hands.press(f"press ok {side}")
        case act.Discard(card, pad):
            hands.lay(card, f"pad {pad}")
            hands.press(f"press ok {side}")
        case act.Displace(pad):
            assert state.displaced is not None
            for card in sorted(state.displaced.cards.named):
                hands.lift(card, settled=None).lay(card, f"pad {pad}")
        case act.Reveal(card):
            hands.lay(card, f"4 {side}").lift(card)
        case act.Proceed():
            hands.press("press ok red")
            hands.press("press ok blue")
    hands.follow()


def draw(hands: Hands, rng: random.Random) -> None:
    """Two cards, from the pads or from the face-down piles."""
    state, side = hands.state, side_of(hands.state.active)
    tops = [min(set(state.top(pad).named) & set(hands.pad(pad)), default=None) for pad in PADS]
    lifted = [card for card in tops if card is not None and rng.random() < 0.3]
    for card in lifted:
        hands.lift(card)
    if len(lifted) < 2:
        pile = 1 if "left" not in state.empty else 5
        hands.press(f"press column {pile} {side}" if lifted else f"press ok {side}")


def strike(hands: Hands, rng: random.Random, action: act.Strike) -> None:
    """The column of the set is held, and one of its cards laid on a pad."""
    state = hands.state
    there = state.set_of(action.kind)
    assert there is not None
    card, column = rng.choice(sorted(there.columns))
    pads = sorted({each.pad for each in after_strike(state, action)})
    hands.press(f"hold column {column} {side_of(state.active)}")
    hands.lift(card, settled=None).lay(card, f"pad {rng.choice(pads)}")


def after_strike(state: State, action: act.Strike) -> list[act.Remove]:
    return [each for each in RULES.legal_actions(RULES.apply(state, action)) if isinstance(each, act.Remove)]


def goes_on(hands: Hands, rng: random.Random) -> None:
    """From here hands can play on to the end: every legal action has gestures that do it."""
    for _ in range(900):
        state = hands.state
        if RULES.outcome(state) is not None:
            return
        done = len(hands.done)
        if state.step == "draw":
            draw(hands, rng)
        else:
            legal = [each for each in RULES.legal_actions(state) if gesture_of(state, each)]
            sets = [each for each in legal if isinstance(each, act.Lay)]
            action = rng.choice(sets if sets and rng.random() < 0.6 else legal)
            strike(hands, rng, action) if isinstance(action, act.Strike) else do(hands, action)
        hands.follow()
        assert len(hands.done) > done
        assert hands.table.held.laid == frozenset()
        assert (hands.refusals, hands.corrections) == ((), ())
    raise AssertionError("a game without end")


def gesture_of(state: State, action: act.Action) -> bool:
    """Whether `do` or `strike` has gestures for it; a pile that is empty ends the round too soon to be of interest."""
    if isinstance(action, act.Strike):
        there = state.set_of(action.kind)
        return state.step == "play" and there is not None and bool(there.columns)
    return not isinstance(action, (act.Rolled, act.Emptied, act.Remove, Same))


@pytest.mark.slow
@MANY
@example(134217729)  # A card of another game, asked away from a pad.
@given(SEEDS)
def test_whatever_hands_do_the_belief_is_sound(seed: int) -> None:
    hands = fumbled(seed, 25)
    event(hands.state.step)


@pytest.mark.soak
@settings(MANY, max_examples=often(12, 25))
@given(SEEDS)
def test_whoever_does_as_told_can_play_on_to_the_end(seed: int) -> None:
    rng = random.Random(seed)
    hands = at_table(after(RULES.table_game(), act.Players(rng.randint(2, 4), "figures")), rng)
    goes_on(hands, rng)
    assert not any(isinstance(action, Same) for action in hands.done)
    # A set is displaced in nearly all of them.
    assert {act.Lay, act.Discard, act.Proceed} <= set(map(type, hands.done))
    event(str(act.Displace in set(map(type, hands.done))))
