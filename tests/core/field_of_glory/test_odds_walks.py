"""The odds of every attack in random positions and games: chances, never of anything hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from signifer_core.games.field_of_glory.actions import DeclareAttack, FlankAttack, PlayOverlap
from signifer_core.games.field_of_glory.battle import Bonus
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.odds import EXCHANGEABLE, Odds, odds
from signifer_core.games.field_of_glory.odds.unseen import bonus_chosen
from signifer_core.games.field_of_glory.state import ARMY_SIZE, State, other
from signifer_core.layout import SIDES

from tests.core.field_of_glory.states import DECK, RULES, after, played, somewhere, walk
from tests.sweeps import often

SEEDS = st.integers(0, 2**32 - 1)
SOME = settings(max_examples=often(20, 40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
VIEWERS = (*SIDES, "anyone")


def all_odds(state: State, viewer: str) -> Iterator[Odds]:
    """The odds of the attack under way, and of each that may be declared."""
    if state.attack is not None and not state.attack.revealed:
        yield odds(DECK, state, viewer=viewer)
    for action in RULES.legal_actions(state):
        if isinstance(action, DeclareAttack | FlankAttack):
            yield odds(DECK, state, viewer=viewer, attack=action)


def check(found: Odds) -> None:
    for pairing in found.pairings:
        for chance in pairing.chances:
            shares = (chance.win, chance.tie, chance.lose, chance.retreat)
            assert all(0 <= share <= 1 for share in shares)
            assert sum(shares) == 1
            assert (chance.retreat == 1) == (pairing.defending_lead is None)
            if "/spear-" in str(pairing.defending_lead):
                assert chance.tie == 0
    for first, second in combinations([p for p in found.pairings if not p.retreated], 2):
        if first.lead == second.lead:
            # One reply is no worse whatever the cards, so the defender need not know his when he leads.
            sides = [
                (a.win <= b.win and a.lose >= b.lose, a.win >= b.win and a.lose <= b.lose)
                for a, b in zip(first.chances, second.chances, strict=True)
            ]
            assert any(all(side) for side in zip(*sides, strict=True))


@pytest.mark.slow
@SOME
@given(SEEDS)
def test_fg_c3_odds_are_chances_everywhere(seed: int) -> None:
    rng = random.Random(seed)
    for _, state in walk(somewhere(rng), rng, 40):
        for viewer in VIEWERS:
            for found in all_odds(state, viewer):
                check(found)


def check_counts(found: Odds, state: State) -> None:
    """With full knowledge a player has not seen the cards of his own deck alone, and of the other's 24
    more than were kept."""
    figures = next((dict(a.figures) for a in found.assumptions if a.key == EXCHANGEABLE), {})
    for role, player in (("attacker", state.active), ("defender", other(state.active))):
        unseen, kept = figures.get(f"{role}-unseen"), figures.get(f"{role}-unseen-kept")
        if unseen is None or kept is None:
            continue
        if player == found.viewer:
            assert unseen == kept == state.side(player).deck
        else:
            assert unseen - kept == ARMY_SIZE


def with_bonus(state: State, player: Player, bonus: Bonus) -> State:
    assert state.attack is not None
    if player == state.active:
        return replace(state, attack=replace(state.attack, bonus=bonus))
    return replace(state, attack=replace(state.attack, defending_bonus=bonus))


def dealt_again(state: State, viewer: str, rng: random.Random) -> State:
    """The state with all that is hidden from the viewer dealt again to the places where it lies."""
    for player in SIDES:
        own = player == viewer
        piles = ["deck_cards"] if own else ["hand_cards", "deck_cards", "discards", "out"]
        bonus = None if own else bonus_chosen(state, player)
        cards = sorted(card for pile in piles for card in getattr(state.side(player), pile))
        if bonus is not None and bonus.card is not None:
            cards.append(bonus.card)
        rng.shuffle(cards)
        if bonus is not None and bonus.card is not None:
            state = with_bonus(state, player, replace(bonus, card=cards.pop()))
        for pile in piles:
            number = len(getattr(state.side(player), pile))
            state = state.with_side(player, **{pile: frozenset(cards[:number])})
            cards = cards[number:]
    return state


@pytest.mark.slow
@settings(max_examples=often(12, 25), deadline=None)
@given(SEEDS)
def test_fg_c1_odds_use_nothing_hidden(seed: int) -> None:
    rng = random.Random(seed)
    for _, state in played(rng):
        fighting = state.attack is not None and not state.attack.revealed
        if not fighting and rng.random() > 0.3:
            continue
        for viewer in VIEWERS:
            known = list(all_odds(state, viewer))
            assert known == list(all_odds(RULES.view(state, viewer), viewer))
            assert known == list(all_odds(dealt_again(state, viewer, rng), viewer))
            for found in known:
                check(found)
                check_counts(found, state)


@SOME
@given(SEEDS)
def test_fg_c5_an_overlap_never_lowers_the_chance_to_win(seed: int) -> None:
    rng = random.Random(seed)
    for _, state in walk(somewhere(rng), rng, 40):
        overlaps = [action for action in RULES.legal_actions(state) if isinstance(action, PlayOverlap)]
        for action in overlaps:
            later = after(state, action)
            # The hand is one card smaller; that is another thing.
            same_hand = later.with_side(state.active, hand=state.side(state.active).hand)
            before, with_it = odds(DECK, state), odds(DECK, same_hand)
            for first, second in zip(before.pairings, with_it.pairings, strict=True):
                assert (first.lead, first.defending_lead) == (second.lead, second.defending_lead)
                for chance, better in zip(first.chances, second.chances, strict=True):
                    assert better.win >= chance.win
                    assert better.lose <= chance.lose


def test_random_positions_and_games_reach_every_step_in_which_odds_are_told() -> None:
    steps, rng = Counter[str](), random.Random(1)
    for _ in range(40):
        for _, state in walk(somewhere(rng), rng, 40):
            steps[state.step] += len(list(all_odds(state, "anyone")))
    for _ in range(4):
        for _, state in played(rng):
            steps[state.step] += len(list(all_odds(state, "anyone")))
    told = {step for step, number in steps.items() if number > 1}
    assert told == {"flank", "actions", "lead", "bonus", "retreat", "result", "shuffle", "drawing"}
