"""Whole games with full knowledge: set-up, conservation, agreement, replay, views, and an end (FG-S1, FG-S2)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from signifer_core.games.field_of_glory.actions import Action, First, Keep, LayTerrain, notation, parse
from signifer_core.games.field_of_glory.state import State, other
from signifer_core.layout import PLAYERS

from tests.core.fog import DECK, DOMAIN, RULES, after, told
from tests.core.test_fog_walks import check_refusal

TURNS = 400
SEEDS = st.integers(0, 2**32 - 1)


def played(rng: random.Random, state: State | None = None) -> Iterator[tuple[Action | None, State]]:
    """A random game from before set-up to its end or the bound of turns; kinds of actions equally likely."""
    state = state or RULES.new_game()
    yield None, state
    while RULES.outcome(state) is None and state.turn <= TURNS:
        legal = RULES.chance(state) or RULES.legal_actions(state)
        kind = rng.choice(sorted({type(action) for action in legal}, key=lambda found: found.__name__))
        action = rng.choice([action for action in legal if type(action) is kind])
        state = RULES.apply(state, action)
        yield action, state


def everywhere(state: State, player: str) -> list[str]:
    """Every card of an army, wherever it is."""
    side, attack = state.side(player), state.attack
    cards = [*side.hand_cards, *side.deck_cards, *side.discards, *side.lost, *side.out, *side.offered]
    cards += [card for column in state.columns for card in column.units(player)]
    if attack is not None:
        bonus = attack.bonus if player == state.active else attack.defending_bonus
        cards += [bonus.card] if bonus is not None and bonus.card else []
        cards += attack.overlaps if player == state.active else ()
    return cards


def check_counts(state: State, player: str) -> None:
    side = state.side(player)
    laid = len(state.unpaid) if player == state.active else 0
    assert side.hand == len(side.hand_cards) + laid
    assert (side.deck, side.discard) == (len(side.deck_cards), len(side.discards))
    assert side.lost_unseen == 0
    assert side.points == sum(map(DECK.victory_points, state.side(other(player)).lost))


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_fg_s2_every_card_is_somewhere_once_in_a_whole_game(seed: int) -> None:
    for _, state in played(random.Random(seed)):
        for player in PLAYERS:
            assert sorted(everywhere(state, player)) == sorted(DECK.army(player))
            check_counts(state, player)
        if state.result is not None:
            assert -7 <= state.result.attacking_total <= 20
            assert -2 <= state.result.defending_total <= 15
    assert RULES.outcome(state) in ("red", "blue", "draw", None)


@settings(max_examples=12, deadline=None, phases=[Phase.generate])
@given(SEEDS)
def test_fg_t0_legal_actions_and_refusals_agree_with_full_knowledge_and_in_views(seed: int) -> None:
    rng = random.Random(seed)
    for _, state in played(rng):
        if rng.random() > 0.01:
            continue
        assert RULES.chance(state) or RULES.actors(state) or state.winner
        for seen in (state, *(RULES.view(state, viewer) for viewer in (*PLAYERS, "anyone"))):
            if seen.step in ("drawing", "army") and not seen.full:
                continue  # cards are told to nobody who does not know the deck
            legal = set(RULES.legal_actions(seen))
            for action in (*DOMAIN, *legal):
                reasons = RULES.refusals(seen, action)
                assert (not reasons) == (action in legal), (action, reasons, seen)
                for reason in reasons:
                    check_refusal(reason, action)


@settings(max_examples=15, deadline=None, phases=[Phase.generate])
@given(SEEDS)
def test_fg_t0_the_record_replays_at_every_step(seed: int) -> None:
    game = list(played(random.Random(seed)))
    state = game[0][1]
    for action, later in game[1:]:
        assert action is not None
        state = after(state, parse(notation(action)))
        assert state == later


def test_random_games_of_fixed_seeds_end() -> None:
    ended = Counter(list(played(random.Random(seed)))[-1][1].winner for seed in range(60))
    assert ended == {"red": 27, "blue": 30, "draw": 3}


# Views


@settings(max_examples=15, deadline=None, phases=[Phase.generate])
@given(SEEDS)
def test_a_view_names_nothing_that_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    for _, state in played(rng):
        if rng.random() > 0.05:
            continue
        for viewer in (*PLAYERS, "anyone"):
            seen = repr(RULES.view(state, viewer))
            for player in PLAYERS:
                side = state.side(player)
                hidden = set(side.deck_cards)
                if player != viewer:
                    hidden |= side.hand_cards | side.out | side.offered | side.discards
                    attack = state.attack
                    bonus = attack and (attack.bonus if player == state.active else attack.defending_bonus)
                    hidden |= {bonus.card} if bonus and bonus.card else set()
                # Both saw which units were discarded before placing, and which led.
                hidden -= {card for card, _, _ in state.cleared}
                hidden -= {state.result.lead, state.result.defending_lead} if state.result else set()
                assert not [card for card in hidden if card and f"'{card}'" in seen]


# FG-S1, FG-S2


def test_fg_s1_plains_to_the_centre_and_others_to_the_ends() -> None:
    state = RULES.new_game()
    assert told(RULES.refusals(state, LayTerrain("terrain/plain-1", 2))) == [("wrong-column", "FG-S1")]
    state = after(state, LayTerrain("terrain/plain-1", 3))
    assert told(RULES.refusals(state, LayTerrain("terrain/plain-1", 2))) == [("card-elsewhere", "FG-S1")]
    assert told(RULES.refusals(state, LayTerrain("terrain/hill-1", 4))) == [("wrong-column", "FG-S1")]
    state = after(state, LayTerrain("terrain/hill-1", 5), LayTerrain("terrain/woods-1", 1))
    state = after(state, LayTerrain("terrain/plain-2", 4), LayTerrain("terrain/rough-1", 2))
    assert [column.terrain for column in state.columns] == ["woods", "rough", "plain", "plain", "hill"]
    assert all(column.control is None for column in state.columns)
    assert state.step == "army"


def test_fg_s2_two_of_four_twelve_times() -> None:
    rng, kept = random.Random(1), Counter[str]()
    state = RULES.new_game()
    for action, state in played(rng):  # noqa: B007
        if isinstance(action, Keep):
            kept[action.card.partition("/")[0]] += 1
        if isinstance(action, First):
            break
    assert kept == {"red": 24, "blue": 24}
    for player in PLAYERS:
        side = state.side(player)
        assert (side.hand, side.deck, len(side.out), side.shuffles) == (9, 15, 24, 0)
    assert (state.turn, state.step) == (1, "advance")
