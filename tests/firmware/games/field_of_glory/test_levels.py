"""Robots of a level at a table: whole games with hands, and moves in as many gestures as hands need."""

from __future__ import annotations

import random

import pytest
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import kind_of
from signifer_core.games.field_of_glory.state import State
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.draft import WORTH, kept
from signifer_firmware.games.field_of_glory.robots.levels import LEVELS, by_hand
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy

from tests.firmware.simulation.robot_board import RULES, RefereeBoard
from tests.firmware.simulation.robot_checks import check_account, check_lying
from tests.sweeps import shared_out


@pytest.mark.parametrize("seed", shared_out(range(40), 2))
@pytest.mark.parametrize("clumsy", [False, True])
def test_whole_games_at_a_table(seed: int, clumsy: bool) -> None:
    rng = random.Random(seed)
    game = deal(RULES, rng)
    slips = FieldOfGloryClumsy(random.Random(~seed)) if clumsy else None
    board = RefereeBoard(random.Random(rng.getrandbits(64)))
    match = FieldOfGloryMatch(
        board,
        game,
        RULES,
        rng,
        slips=slips,
        after=check_account,
        watch=lambda m, text: check_lying(m),
        level=1,
    )
    assert match.play() is not None
    assert board.table.state.winner == match.outcome
    assert board.replayed() == board.table


def test_hands_lift_before_they_lay_and_pay_four_cards_at_once() -> None:
    lifted, laid = act.Discard("red/pike-1"), act.Place("red/spear-1", 3)
    assert by_hand((lifted, laid)) == [(lifted,), (laid,)]
    cards = tuple(act.Pay(f"red/pike-{number}") for number in range(1, 10))
    assert by_hand((*cards[:4], act.Settle())) == [(*cards[:4], act.Settle())]
    assert by_hand((*cards, act.Settle())) == [cards[:4], cards[4:8], (cards[8], act.Settle())]
    thrown = tuple(act.DiscardDown(f"red/pike-{number}") for number in range(1, 7))
    assert by_hand(thrown) == [thrown[:4], thrown[4:]]
    retreat = (act.Retreat("red/pike-1"), act.Retreat("red/pike-2"), act.EndRetreat())
    assert by_hand(retreat) == [retreat]


def test_each_level_thinks_longer_or_slips_less() -> None:
    keys = [(level.iterations, -level.weakness) for level in LEVELS]
    assert keys == sorted(set(keys))
    assert len(LEVELS) == 5
    assert LEVELS[-1].weakness <= 0.2, "the highest hardly slips"


def test_of_four_cards_the_two_that_win_most_are_kept() -> None:
    drawn = ["red/archer-1", "red/commander-3", "red/spear-1", "red/elephant-1"]
    assert kept(drawn) == ["red/commander-3", "red/elephant-1"]
    assert set(WORTH) == {kind_of(card) for card in RULES.deck.army("red")}


def test_who_drafts_has_the_better_army_of_the_same_cards() -> None:
    dealt, drafted = (deal(RULES, random.Random(5), drafting=who).state for who in ((), ("red",)))
    assert drafted.blue == dealt.blue

    def worth(state: State) -> float:
        return sum(WORTH[kind_of(card)] for card in state.red.hand_cards | state.red.deck_cards)

    assert worth(drafted) > worth(dealt)
    assert (drafted.red.hand, drafted.red.deck) == (dealt.red.hand, dealt.red.deck)
