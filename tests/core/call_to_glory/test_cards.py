"""The cards of Call to Glory, as the rulebook lists them, and an owner's missions."""

from __future__ import annotations

import pytest
from signifer_core.errors import ConfigError, RulesError
from signifer_core.games.call_to_glory.deck import (
    CHARACTERS,
    KINDS,
    LETTERS,
    MISSIONS,
    MOST_OF_A_KIND,
    Deck,
    call_to_glory_catalogue,
    kind_of,
    letter_of,
    standard_deck,
)

DECK = standard_deck()
CATALOGUE = call_to_glory_catalogue()
NUMBERS = {
    "farmer": 20,
    "monk": 18,
    "envoy": 16,
    "ninja": 14,
    "samurai": 12,
    "shogun": 9,
    "daimyo": 8,
    "empress": 7,
    "emperor": 6,
}


def test_a_kind_is_worth_as_much_as_it_has_cards() -> None:
    assert tuple(NUMBERS) == KINDS
    assert max(NUMBERS.values()) == MOST_OF_A_KIND
    for kind, number in NUMBERS.items():
        assert DECK.of_kind(kind) == tuple(f"{kind}-{one}" for one in range(1, number + 1))
        assert DECK.value(kind) == number
    assert len(DECK.characters) == CHARACTERS == 110
    assert len(DECK.missions) == MISSIONS == 12


def test_three_dots_ask_three_or_four_players_for_a_third_card() -> None:
    """CG-2: the cards of 12, 14 and 16 have them; two players lay two cards of any kind."""
    for players, third in ((2, 2), (3, 3), (4, 3)):
        least = {kind: DECK.least(kind, players) for kind in KINDS}
        assert least == dict.fromkeys(KINDS, 2) | dict.fromkeys(("envoy", "ninja", "samurai"), third)


def test_missions_give_five_four_and_three_points_and_name_every_kind() -> None:
    points = {card: DECK.mission(card).points for card in DECK.missions}
    assert points == {
        f"mission-{letter}-{n}": 5 - at for at, letter in enumerate(LETTERS) for n in range(1, 5)
    }
    assert {DECK.mission(card).kind for card in DECK.missions} == set(KINDS)
    assert DECK.mission("mission-a-1").kind == "empress", "the one that the rulebook prints"
    low, *_, high = (
        sum(DECK.value(DECK.mission(f"mission-{letter}-{n}").kind) for n in range(1, 5)) for letter in LETTERS
    )
    assert low < high
    assert {CATALOGUE[card].figures["names"].confidence for card in DECK.missions} == {"assumed"}


def test_all_cards_of_a_kind_are_equal_and_missions_are_if_they_name_the_same() -> None:
    assert len(DECK.twins("emperor-3")) == 5
    assert DECK.twins("mission-a-1") == ()


def test_an_owner_tells_what_the_missions_name() -> None:
    text = 'game = "call-to-glory"\n[kind.mission-a]\nnames = [7, 7, 6, 8]\n[card.mission-c-4]\nnames = 14\n'
    deck = Deck(CATALOGUE.overlaid(text, file="mine"))
    assert [deck.mission(f"mission-a-{n}").kind for n in range(1, 5)] == [
        "empress",
        "empress",
        "emperor",
        "daimyo",
    ]
    assert deck.mission("mission-c-4").kind == "ninja"
    assert deck.twins("mission-a-1") == ("mission-a-2",)


def test_missions_that_name_no_kind_are_all_told_at_once() -> None:
    text = 'game = "call-to-glory"\n[card.mission-a-2]\nnames = 10\n[card.mission-c-4]\nnames = 11\n'
    with pytest.raises(ConfigError) as told:
        Deck(CATALOGUE.overlaid(text, file="mine"))
    assert len(told.value.faults) == 2
    assert "mission-a-2 names 10" in told.value.faults[0]
    assert "6, 7, 8, 9, 12, 14, 16, 18, 20" in told.value.faults[0]


def test_ids_tell_kinds_and_letters() -> None:
    assert (kind_of("farmer-20"), kind_of("mission-b-3"), letter_of("mission-b-3")) == (
        "farmer",
        "mission-b",
        "b",
    )
    for wrong in ("farmer", "farmer-x", "mission-d-1", "red/farmer-1", ""):
        with pytest.raises(RulesError, match="no card id"):
            kind_of(wrong)
    with pytest.raises(RulesError, match="no mission"):
        letter_of("farmer-1")
    with pytest.raises(RulesError):
        DECK.mission("farmer-1")
    with pytest.raises(RulesError):
        DECK.value("mission-a")
