"""What people call cards: by what is printed on them, in the game that is on, and never by a number of the record."""

from __future__ import annotations

import re
from typing import Any

import pytest
from signifer_firmware.game_api.registry import bundle
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.texts.terms import card_name, card_names

ENGLISH = words_of("en")


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("red/heavy-infantry-5", "heavy infantry 4 CP"),
        ("blue/light-cavalry-4", "light cavalry 4 CP"),
        ("red/commander-3", "commander"),
        ("red/overlap-2", "Overlap"),
        ("terrain/plain-6", "plain"),
        ("spartan-19", "Spartan 19"),
        ("thermopyles:spartan-2", "Spartan 11"),
        ("persian-4", "Persian 13/16"),
        ("support-3", "support"),
        ("tag/04aabb", "the unknown tag"),
        ("tag/04aabb=red/commander-3", "the old tag of commander"),
        ("tag/04aabb=thermopyles:spartan-2", "the old tag of Spartan 11"),
        ("tag/04aabb=", "the old tag"),
    ],
)
def test_a_card_is_called_by_what_is_printed_on_it(card: str, name: str) -> None:
    assert card_name(card, ENGLISH).lower() == name.lower()


def test_many_cards_of_a_kind_are_called_together() -> None:
    cards = [
        "red/spear-3",
        "red/cavalry-5",
        "red/spear-1",
        "red/commander-1",
        "red/commander-4",
        "red/reserves-1",
    ]
    assert card_names(cards, ENGLISH) == ["Cavalry 4 CP", "2 x Commander", "Reserves", "Spear 2 4 CP"]
    assert card_names(["persian-28", "persian-1"], ENGLISH) == ["Persian 12/14 22/24"]


def test_names_follow_the_owners_figures_and_leak_into_no_other_game() -> None:
    own = bundle(
        "field-of-glory", 'game = "field-of-glory"\nsource = "mine"\n[card.spear-1]\ncommand_points = 5\n'
    )
    mine = ENGLISH.calling(own.called)
    assert card_name("red/spear-1", mine) == "spear 5 CP"
    assert card_name("red/spear-1", ENGLISH) == "spear 2 CP"
    assert card_name("persian-4", mine) == "Persian 13/16"
    corrected = "[card.persian-4]\nbattle_value = 15\nannihilation_value = 17\nbonus_card = 0\n"
    text = f'game = "thermopyles"\nsource = "mine"\n{corrected}'
    theirs = ENGLISH.calling(bundle("thermopyles", text).called)
    assert card_name("persian-4", theirs) == "Persian 15/17"
    assert card_name("persian-10", theirs) == "Persian 15/17+", "only the symbol tells these two apart"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["field-of-glory", "thermopyles"])
def test_two_cards_have_one_name_only_if_they_are_equal(game: str, language: str) -> None:
    """But for their army; and every number in a name is one of the card's figures."""
    played: Any = bundle(game)
    words = words_of(language).calling(played.called)
    for card in played.cards:
        alike = {other for other in played.cards if card_name(other, words) == card_name(card, words)}
        own = {other for other in alike if other.split("/")[0] == card.split("/")[0] or "/" not in card}
        assert own == {card, *played.procedure.twins(card)}
        figures = {figure.value for figure in played.procedure.deck.catalogue[card].figures.values()}
        assert {int(number) for number in re.findall(r"\d+", card_name(card, words))} <= figures
