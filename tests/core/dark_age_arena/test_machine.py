"""A rule-based machine plays whole games of Dark Age Arena, and holds the rules to what must be true of any game."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import HealthCheck, Phase, event, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from signifer_core.errors import RulesError
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import side_of_card
from signifer_core.games.dark_age_arena.state import HIDDEN, State
from signifer_core.layout import SIDES
from signifer_core.twins import Same, exchanged

from .states import DECK, RULES, after, check_state, everything, played

SEEDS = st.integers(0, 2**32 - 1)
PICKS = st.integers(0, 2**16 - 1)
VIEWERS = (*SIDES, "anyone")
CODES = {
    *("not-enough", "at-limit", "no-marker", "too-many", "one-draft", "in-play", "no-room", "same-equipment"),
    *("supply-there", "pillaged", "not-a-character", "no-target", "bid-too-high", "no-fighter", "not-free"),
    *("solitary-alone", "cannot-move", "card-elsewhere", "count-wrong", "wrong-column", "wrong-side"),
    *("wrong-phase", "not-your-turn"),
}
SOME = [card for card in DECK.catalogue if card.endswith(("-1", "-2"))]
PEOPLE = [
    card
    for card in SOME
    if card.partition("/")[2].startswith(("militia", "raider", "mara", "knight", "scout"))
]
PLACES = (1, 2, 3)
DOMAIN: tuple[act.Action, ...] = (
    *(kind(side) for side in SIDES for kind in (act.Keep, act.Reject, act.Done, act.Pay, act.GiveUp)),
    *(kind(side) for side in SIDES for kind in (act.Exchange, act.Buy)),
    *(act.Marker(side, use) for side in SIDES for use in ("roll", "com", "log")),
    *(act.Bid(side, log) for side in SIDES for log in range(7)),
    *(act.Declare(side, way) for side in SIDES for way in ("1", "2", "3", "solitary", "none")),
    *(act.Judge(side, answer) for side in SIDES for answer in ("yes", "no")),
    *(act.Rolled(1), act.Rolled(6, 1)),
    *(act.Target(place) for place in PLACES),
    *(kind(side, None) for side in SIDES for kind in (act.Muster, act.Bluff)),
    *(kind(card) for card in SOME for kind in (act.Drawn, act.Discard, act.Play, act.Alone)),
    *(kind(card, place) for card in SOME for place in PLACES for kind in (act.Artifact, act.Enlist, act.Lay)),
    *(kind(card, place) for card in PEOPLE for place in PLACES for kind in (act.Assign, act.Move)),
    *(act.Bluff(side_of_card(card), card) for card in SOME),
    *(act.Muster(side_of_card(card), (card,)) for card in SOME),
    *(act.Muster(side_of_card(one), (two, one)) for one, two in product(PEOPLE, PEOPLE) if one != two),
    *(act.Attach(card, each) for card in SOME for each in PEOPLE),
    *(act.Play(card, each) for card in SOME for each in PEOPLE[:2]),
    *(kind(one, two) for one, two in product(PEOPLE, PEOPLE) for kind in (act.Aim, act.Pair)),
    *(act.Assist(card, number) for card in PEOPLE for number in (1, 2, 3)),
)


def seen(state: State) -> list[State]:
    """The state, and what each player and an onlooker may know of it."""
    return [state, *(RULES.view(state, viewer) for viewer in VIEWERS)]


def check_agreement(state: State, actions: tuple[act.Action, ...]) -> None:
    """Generator and check agree about the actions; each refusal is well-formed."""
    legal = RULES.legal_actions(state)
    among = frozenset(legal)
    assert len(among) == len(legal)
    for action in (*actions, *legal):
        reasons = RULES.refusals(state, action)
        assert (not reasons) == (RULES.generated(state, action) in among), (act.notation(action), reasons)
        for reason in reasons:
            assert reason.code in CODES
            assert reason.ruling.startswith("DA-")
            assert reason.player in SIDES


class DarkAgeArenaMachine(RuleBasedStateMachine):
    """A game from before set-up to its end, its record, and every state that it went through."""

    attempts = 150

    def __init__(self) -> None:
        super().__init__()
        self.states = [RULES.new_game()]
        self.record: list[str] = []

    @property
    def state(self) -> State:
        return self.states[-1]

    def do(self, action: act.Action) -> None:
        text = act.notation(action)
        assert act.parse(text) == action
        self.states.append(RULES.apply(self.state, action))
        self.record.append(text)

    def running(self) -> bool:
        return RULES.outcome(self.state) is None

    def play(self, seed: int, actions: int) -> None:
        """So many random actions, or to the end."""
        game = played(random.Random(seed), self.state)
        next(game)
        for (action, _), _ in zip(game, range(actions), strict=False):
            assert action is not None
            self.do(action)

    @initialize(seed=SEEDS, actions=st.sampled_from([0, 30, 120, 250, 400, 600]))
    def set_up(self, seed: int, actions: int) -> None:
        self.play(seed, actions)

    @precondition(running)
    @rule(pick=PICKS)
    def act(self, pick: int) -> None:
        legal = RULES.legal_actions(self.state)
        action = legal[pick % len(legal)]
        note(act.notation(action))
        self.do(action)

    @precondition(running)
    @rule(seed=SEEDS, actions=st.integers(2, 40))
    def act_on(self, seed: int, actions: int) -> None:
        self.play(seed, actions)

    @rule(at=st.lists(st.integers(0, len(DOMAIN) - 1), min_size=1, max_size=20))
    def attempt(self, at: list[int]) -> None:
        """What is refused raises and changes nothing."""
        before, said = self.state, repr(self.state)
        for action in (DOMAIN[number] for number in at):
            if RULES.refusals(before, action):
                with pytest.raises(RulesError):
                    RULES.apply(before, action)
            else:
                assert RULES.apply(before, action) == RULES.apply(before, action)
            assert repr(before) == said

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        cards = [*DECK.stock("red"), *DECK.stock("blue")]
        assert sorted(everything(self.state)) == sorted(cards)

    @invariant()
    def counts_hold_for_whoever_looks(self) -> None:
        for state in seen(self.state):
            check_state(state)

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        """Neither hands, stocks and face-down cards of others, nor a bid before both are in."""
        for viewer in VIEWERS:
            view = RULES.view(self.state, viewer)
            assert RULES.view(view, viewer) == view
            for side, player in view.players:
                assert not player.stock.named
                real = self.state.player(side)
                if side == viewer:
                    assert (player.hand, player.face_down, player.bid) == (
                        real.hand,
                        real.face_down,
                        real.bid,
                    )
                    continue
                assert not player.hand.named | player.face_down.named
                both = self.state.red.bid is not None and self.state.blue.bid is not None
                assert both or player.bid in (None, HIDDEN)

    @invariant()
    def somebody_acts_or_chance_does_or_the_game_is_over(self) -> None:
        due, legal = RULES.chance(self.state), RULES.legal_actions(self.state)
        assert set(due) <= set(legal)
        assert bool(due) + bool(RULES.actors(self.state)) + bool(self.state.winner) == 1
        assert bool(legal) != bool(self.state.winner)

    @invariant()
    def generator_and_check_agree(self) -> None:
        domain = random.Random(len(self.states)).sample(DOMAIN, min(self.attempts, len(DOMAIN)))
        for state in seen(self.state)[:3]:
            check_agreement(state, tuple(domain))

    @invariant()
    def what_is_legal_is_legal_for_whoever_knows_less(self) -> None:
        for action in RULES.legal_actions(self.state):
            assert all(not RULES.refusals(state, action) for state in seen(self.state))

    @invariant()
    def equal_cards_may_be_exchanged_everywhere(self) -> None:
        """The game goes on as it would have."""
        same = Same("red/militia-1", "red/militia-2")
        state = RULES.apply(self.state, same)
        assert len(RULES.legal_actions(state)) == len(RULES.legal_actions(self.state))
        assert exchanged(state, same) == self.state

    def teardown(self) -> None:
        """Every game is played to its end, and its record replays at every prefix."""
        self.play(len(self.record), 10**6)
        self.every_card_is_somewhere_once()
        state = self.states[0]
        for words, later in zip(self.record, self.states[1:], strict=True):
            state = after(state, act.parse(words), rules=RULES)
            assert state == later
        event(f"won by {state.winner}")


TestDarkAgeArenaMachine = pytest.mark.slow(DarkAgeArenaMachine.TestCase)
# Unshrunk, since what fails is short to tell and long to shrink: the seeds lead there again.
TestDarkAgeArenaMachine.settings = settings(
    max_examples=8,
    stateful_step_count=8,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)


class LongMachine(DarkAgeArenaMachine):
    attempts = len(DOMAIN)


@pytest.mark.soak
def test_the_machine_for_long() -> None:
    long = settings(
        max_examples=40,
        stateful_step_count=20,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    run_state_machine_as_test(LongMachine, settings=long)
