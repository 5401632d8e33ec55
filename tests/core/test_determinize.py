"""Full states that agree with a view: each as likely as any other, and what each game knows besides."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

import pytest
from signifer_core.chance import Unseen
from signifer_core.counted import Cards
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import state as glory
from signifer_core.games.call_to_glory.deck import standard_deck as glory_deck
from signifer_core.games.call_to_glory.rules import CallToGlory
from signifer_core.games.dark_age_arena.deck import standard_deck as arena_deck
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.state import HIDDEN
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.battle import Attack, Bonus
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import (
    ACTIONS,
    ARMY,
    BONUS,
    RESULT,
    Column,
    Holdings,
    Placement,
    State,
)
from signifer_core.games.thermopyles.deck import standard_deck as thermopyles_deck
from signifer_core.games.thermopyles.rules import Thermopyles
from signifer_core.rules import Rules

FOG = FieldOfGlory(standard_deck())
BLUE = standard_deck().army("blue")
# One of those that are seen.
LAID = BLUE[9]
# Of 2,400 draws of 24 equally likely ways: the sum of squares is above this once in 1,000 times.
DRAWS, WAYS, LIMIT = 2400, 24, 49.7


def squares(rules: Rules[Any, Any], view: Any, way: Callable[[Any], Hashable]) -> float:
    """Chi-square of how often each way is drawn, against all being equally likely; all of them have to come."""
    rng = random.Random(7)
    drawn = Counter(way(rules.determinize(view, rng)) for _ in range(DRAWS))
    assert len(drawn) == WAYS
    return sum((often - DRAWS / WAYS) ** 2 for often in drawn.values()) / (DRAWS / WAYS)


def four_left(**changes: Any) -> State:
    """Red's view, where four of blue's cards are unseen: 24 ways."""
    blue = Holdings(hand=1, deck=1, discard=1, points=0, lost=frozenset(BLUE[4:]))
    red = Holdings(hand=0, deck=0, lost=frozenset(standard_deck().army("red")))
    return FOG.view(State(step=ACTIONS, red=red, blue=replace(blue, **changes)), "red")


def test_each_way_to_spread_unseen_cards_is_equally_likely() -> None:
    def way(state: State) -> Hashable:
        side = state.blue
        return side.hand_cards, side.deck_cards, side.discards, side.out

    assert squares(FOG, four_left(), way) < LIMIT


def test_a_hidden_bonus_card_is_one_of_them() -> None:
    column = Column(red=("red/spear-1",), blue=(LAID,))
    state = replace(
        four_left(hand=0, lost=frozenset(BLUE[4:]) - {LAID}),
        columns=(column, *(Column(),) * 4),
        step=RESULT,
        attack=Attack(
            1, lead="red/spear-1", bonus=Bonus("none"), defending_bonus=Bonus("hand"), retreat_ended=True
        ),
    )

    def way(state: State) -> Hashable:
        attack, side = state.attack, state.blue
        assert attack is not None
        assert attack.bonus == Bonus("none")
        assert attack.defending_bonus is not None
        return attack.defending_bonus.card, side.deck_cards, side.discards, side.out

    assert squares(FOG, state, way) < LIMIT


def test_in_thermopyles_each_way_is_equally_likely() -> None:
    deck = thermopyles_deck()
    rules = Thermopyles(deck)
    full = rules.new_game(2)
    seen = Cards(16, frozenset(deck.spartans[4:]))
    hands = (Cards(1), Cards(1))
    view = replace(full, hands=hands, pile=Cards(2), discard=seen, persians=full.persians.covered, full=False)

    def way(state: Any) -> Hashable:
        # The order of the two in the pile is not told: count it by chance.
        first, second = state.hands
        return first.named, second.named, state.pile.named

    rng = random.Random(3)
    drawn = Counter(way(rules.determinize(view, rng)) for _ in range(DRAWS))
    assert len(drawn) == 12
    assert sum((often - DRAWS / 12) ** 2 for often in drawn.values()) / (DRAWS / 12) < 31.3  # once in 1,000


def test_what_was_lifted_before_placing_lies_in_the_discards() -> None:
    seen = frozenset(BLUE[4:]) - {LAID}
    view = replace(four_left(lost=seen), active="blue", cleared=((LAID, 1, 0),))
    for seed in range(20):
        assert FOG.determinize(view, random.Random(seed)).blue.discards == {LAID}


def test_units_laid_and_overlaps_are_known_to_come_from_the_hand() -> None:
    placement = Placement(LAID, 1, 3, known=True)
    column = Column(blue=(LAID,))
    lost = frozenset(BLUE[4:]) - {LAID}
    view = four_left(hand=2, lost=lost)
    view = replace(view, active="blue", unpaid=(placement,), columns=(column, *view.columns[1:]))
    view = FOG.view(view, "red")
    assert not view.unpaid[0].known
    guess = FOG.determinize(view, random.Random(1))
    assert guess.unpaid == (placement,)
    assert len(guess.blue.hand_cards) == 1
    assert FOG.view(guess, "red") == view
    back = FOG.apply(guess, act.TakeBack(LAID))
    assert LAID in back.blue.hand_cards

    attack = Attack(1, lead=LAID, source=1, overlaps=("blue/overlap-1",))
    lost -= {"blue/overlap-1"}
    view = replace(view, unpaid=(), step=BONUS, attack=attack, blue=replace(view.blue, hand=1, lost=lost))
    fight = FOG.determinize(view, random.Random(1)).attack
    assert fight is not None
    assert fight.overlaps_known == {"blue/overlap-1"}


@pytest.mark.parametrize("viewer", ["red", "blue", "spectator"])
def test_an_army_that_is_drafted(viewer: str) -> None:
    """At each card of both drafts."""
    rng = random.Random(2)
    state, steps = FOG.new_game(), 0
    while state.step != "first":
        state = FOG.apply(state, rng.choice(FOG.legal_actions(state)))
        view = FOG.view(state, viewer)
        guess = FOG.determinize(view, rng)
        assert FOG.view(guess, viewer) == view
        for side, told in ((state.red, guess.red), (state.blue, guess.blue)):
            assert len(told.out) == len(side.out)
            assert len(told.offered) == len(side.offered)
        steps += state.step == ARMY
    assert steps > 100


def test_at_a_table_armies_that_are_drafted_are_unknown() -> None:
    with pytest.raises(RulesError, match="still drafted"):
        FOG.determinize(FOG.table_game(), random.Random(1))


def test_counts_that_cannot_be_right_are_refused() -> None:
    with pytest.raises(RulesError, match="4 lie unseen"):
        Unseen(BLUE[:4], random.Random(1)).take(5)
    with pytest.raises(RulesError, match="cannot be right"):
        FOG.determinize(four_left(hand=9), random.Random(1))


def test_a_played_reserves_is_in_no_pile() -> None:
    rng = random.Random(4)
    for _ in range(200):
        state = FOG.new_game()
        while FOG.outcome(state) is None and state.turn < 12:
            state = FOG.apply(state, rng.choice(FOG.legal_actions(state)))
            if state.drawing is not None and state.drawing.played is not None:
                card = state.drawing.played
                side = FOG.determinize(FOG.view(state, "spectator"), rng).side(state.active)
                assert card not in side.hand_cards | side.deck_cards | side.discards | side.out
                return
    raise AssertionError("Reserves was never played")


# Call to Glory


def dealt(players: int, variant: str, seed: int) -> tuple[CallToGlory, glory.State]:
    rules, rng = CallToGlory(glory_deck()), random.Random(seed)
    state = rules.new_game()
    while state.step != glory.DRAW:
        legal = rules.legal_actions(state)
        wanted = [a for a in legal if getattr(a, "number", players) == players]
        wanted = [a for a in wanted if getattr(a, "variant", variant) == variant]
        state = rules.apply(state, rng.choice(wanted))
    return rules, state


def test_missions_are_one_of_each_letter_and_nobody_elses() -> None:
    rules, state = dealt(3, glory.MISSIONS, 1)
    view = rules.view(state, "1")
    other = set[str]()
    for seed in range(60):
        guess = rules.determinize(view, random.Random(seed))
        assert guess.missions[0] == state.missions[0]
        assert [sorted(card[8] for card in held.named) for held in guess.missions] == [["a", "b", "c"]] * 3
        assert len(frozenset[str]().union(*(held.named for held in guess.missions))) == 9
        other |= guess.missions[1].named
    assert len(other) == 9  # each of the box but her own
    wrong = replace(view, letters=(view.letters[0], "a", "abc"))
    with pytest.raises(RulesError, match="cannot be right"):
        rules.determinize(wrong, random.Random(1))


def test_counted_cards_of_a_set_are_of_its_kind() -> None:
    rules, state = dealt(2, glory.NO_VARIANT, 1)
    lying = glory.CardSet("farmer", "1", Cards(3))
    stock = Cards(state.stock.number - 3)
    view = replace(rules.view(state, "spectator"), sets=(lying,), stock=stock)
    guess = rules.determinize(view, random.Random(1))
    assert {card.rpartition("-")[0] for card in guess.sets[0].cards.named} == {"farmer"}
    assert not guess.sets[0].cards.named & guess.stock.named


def test_a_set_of_known_cards_stays_as_it_is() -> None:
    rules, state = dealt(2, glory.NO_VARIANT, 1)
    cards = frozenset(f"farmer-{number}" for number in (1, 2, 3))
    lying = glory.CardSet("farmer", "1", Cards(3, cards))
    stock = Cards(state.stock.number - 3)
    guess = rules.determinize(
        replace(rules.view(state, "spectator"), sets=(lying,), stock=stock), random.Random(1)
    )
    assert guess.sets == (lying,)
    assert not cards & (guess.stock.named | guess.hands[0].cards.named | guess.hands[1].cards.named)


def test_who_took_a_discard_openly_holds_it() -> None:
    rules, state = dealt(2, glory.NO_VARIANT, 1)
    hand = state.hand("2")
    seen = frozenset(sorted(hand.cards.named)[:1])
    view = rules.view(state.with_hand("2", replace(hand, seen=seen)), "1")
    for seed in range(10):
        assert seen <= rules.determinize(view, random.Random(seed)).hand("2").cards.named


# Dark Age Arena


def test_a_hidden_bid_is_any_that_may_be() -> None:
    rules, rng = DarkAgeArena(arena_deck()), random.Random(1)
    state = rules.new_game()
    while state.owed:
        state = rules.apply(state, rng.choice(rules.chance(state)))
    state = state.with_player("blue", replace(state.blue, bid=3, log=4))
    view = rules.view(state, "red")
    assert view.blue.bid == HIDDEN
    bids = Counter(rules.determinize(view, rng).blue.bid for _ in range(500))
    assert set(bids) == set(range(5))
    assert max(bids.values()) < 150
    guess = rules.determinize(view, rng)
    assert guess.red == state.red
    assert rules.view(guess, "red") == view
