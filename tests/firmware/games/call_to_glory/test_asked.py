"""What players may ask for in Call to Glory: odds of what lies in a column, and the discard piles; they fit."""

from __future__ import annotations

import random

import pytest
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.odds import odds
from signifer_core.games.call_to_glory.state import Cards, Hand, State
from signifer_core.procedure import Table
from signifer_firmware.display.panels import TextPanel
from signifer_firmware.display.render import pages, render
from signifer_firmware.games.call_to_glory.game import GAME
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.texts.terms import per_cent

from tests.core.call_to_glory.hands import known
from tests.core.call_to_glory.states import DECK, RULES, begun, played, position
from tests.firmware.display.drawn import faults_of

BUNDLE = GAME.bundle()
ENGLISH = words_of("en")


def laid() -> State:
    """Player 1 has laid farmers in column 3 and emperors in 4, player 2 monks in 3."""
    state = position(("", ""), sets={"1": {"farmer": 4, "emperor": 4}, "2": {"monk": 3}}, active="2")
    hand = Hand(Cards(6))
    state = replace(state, hands=(hand, hand), stock=Cards(state.stock.number - 12), piles=(44, 43))
    return known(state, farmer="3", emperor="4", monk="3")


def check(panel: TextPanel) -> None:
    """Every page of it can be read."""
    for page in range(pages(panel)):
        drawn = render(panel, page)
        assert list(faults_of(drawn)) == []
        assert drawn.shortened == ()


def test_odds_of_a_column_are_those_of_the_sets_that_lie_there_on_either_side() -> None:
    state = laid()
    title, heads, *lines = BUNDLE.odds(Table(state), ENGLISH, column=3)
    assert (title, heads) == ("Beaten? Odds, %", "Needed: held : a turn each : the piles' end")
    said = []
    for kind, needed in (("farmer", "5 x Farmer"), ("monk", "4 x Monk")):
        found = odds(DECK, state, kind)
        chances = [per_cent(chance) for chance in (found.held, found.soon, found.chance)]
        assert chances == sorted(chances)
        said.append(f"{needed}: {' : '.join(map(str, chances))}")
    assert lines[:2] == said
    assert lines[2:] == ["Unseen: all alike.", "Others collect it.", "Piles as counted."]


def test_a_set_that_nobody_can_beat_says_so() -> None:
    assert BUNDLE.odds(Table(laid()), ENGLISH, column=4)[2] == "5 x Emperor: never, 2 left"


def test_odds_without_a_column_are_of_all_sets_and_of_an_empty_one_none() -> None:
    table = Table(laid())
    assert [line.split(":")[0] for line in BUNDLE.odds(table, ENGLISH)[2:5]] == [
        "5 x Farmer",
        "5 x Emperor",
        "4 x Monk",
    ]
    assert BUNDLE.odds(table, ENGLISH, column=2) == ()
    over = replace(laid(), step="score")
    assert BUNDLE.odds(Table(over), ENGLISH, column=3) == ()
    assert not BUNDLE.odds_columns(Table(over), "red")
    assert BUNDLE.odds(Table(begun()), ENGLISH) == ()
    assert BUNDLE.odds_columns(table, "red") == BUNDLE.odds_columns(table, "blue") == {3, 4}


def test_counts_that_cannot_be_right_are_said_to_be() -> None:
    wrong = replace(laid(), stock=Cards(3))
    assert BUNDLE.odds(Table(wrong), ENGLISH, column=3) == (
        "Beaten? Odds, %",
        "The counts cannot be right.",
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_odds_and_discard_piles_fit(language: str) -> None:
    words = words_of(language)
    state = position(
        ("", "", ""), sets={"1": dict.fromkeys(KINDS[:4], 3), "2": dict.fromkeys(KINDS[4:], 3)}, unseen=71
    )
    state = replace(state, hands=(Hand(Cards(4)),) * 3, stock=Cards(71), piles=(36, 35))
    state = replace(state, variant="figures", figures=(1, 1, 1))
    title, *said = BUNDLE.odds(Table(state), words)
    assert len(said) == 1 + len(KINDS) + 4
    check(TextPanel("red", title, tuple(said)))
    for moment in [state for _, state in played(random.Random(5), RULES.new_game(4, "none"))][::60]:
        check(TextPanel("red", title, BUNDLE.discards(Table(moment), "red", words)))


def test_both_discard_piles_are_told_from_the_top() -> None:
    state = position(pads=(("emperor-1", "monk 3", "ninja-1", "shogun-1", "farmer-1"), ()))
    state = replace(state, discards=((Cards(2), *state.discards[0]), ()))
    assert BUNDLE.discards(Table(state), "blue", ENGLISH) == (
        "Red's pad: 9",
        "Farmer, Shogun, Ninja",
        "3 x Monk, Emperor, 2 cards not seen",
        "Blue's pad: 0",
    )
    assert BUNDLE.discards(Table(state), "red", ENGLISH) == BUNDLE.discards(Table(state), "blue", ENGLISH)
