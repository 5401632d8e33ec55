"""Cards of decks that players bring: by their deck in the tag record, by the side where it sits in a game."""

from __future__ import annotations

import pytest
from signifer_core.layout import SIDES, Zone
from signifer_core.procedure import foreign
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.card_names import CardNames
from signifer_firmware.game_api.deck_files import seated
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.i18n.words import LANGUAGES, Words
from signifer_firmware.texts.sentences import refusal_text

GAME = "dark-age-arena"
IRON, ASH = "training-iron", "training-ash"


def with_wolves(red: str, blue: str) -> AnyBundle:
    """The game at a table that knows a third deck."""
    game = registry.game(GAME)
    assert game.decks is not None
    files = game.decks()
    text = files.example(IRON).replace(f'deck = "{IRON}"', 'deck = "wolves"')
    wolves = files.parse(text, file="wolves.toml")
    return game.bundle(decks={**files.shipped(), "wolves": wolves}).seating({"red": red, "blue": blue})


@pytest.mark.parametrize(("red", "blue"), [(IRON, ASH), (ASH, IRON), ("wolves", ASH), (IRON, "wolves")])
def test_each_card_has_the_name_of_its_deck_in_the_record_and_of_its_side_in_the_game(
    red: str, blue: str
) -> None:
    bundle = with_wolves(red, blue)
    assert {side: file.name for side, file in bundle.sitting.items()} == {"red": red, "blue": blue}
    decks = {"red": red, "blue": blue}
    assert {card.partition("/")[0] for card in bundle.cards} == set(SIDES)
    for card in bundle.cards:
        side, _, name = card.partition("/")
        full = f"{GAME}:{decks[side]}/{name}"
        assert (bundle.full_id(card), bundle.known_as(full)) == (full, card)


def test_a_tag_of_a_deck_that_does_not_play_is_a_strangers() -> None:
    bundle = with_wolves(IRON, ASH)
    card = f"{GAME}:wolves/{bundle.cards[0].partition('/')[2]}"
    assert bundle.known_as(card) == card
    assert bundle.full_id(card) == card
    assert card not in bundle.deck
    # Neither is one that a deck of the game had before its file was changed.
    assert bundle.known_as(f"{GAME}:{IRON}/nobody-1") == f"{GAME}:{IRON}/nobody-1"
    # In a game of another name it is called as any card of this one.
    assert registry.bundle("thermopyles").known_as(card) == card


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_lays_a_card_of_a_deck_that_does_not_play_is_told_its_deck(language: str) -> None:
    words = Words(language)
    other = refusal_text(foreign("thermopyles:spartan-3", Zone("1", "red"), "DA-2"), words)
    third = refusal_text(foreign(f"{GAME}:wolves/knight-1", Zone("1", "red"), "DA-2"), words)
    assert ("wolves" in third, "Dark Age Arena" in third) == (True, False)
    assert ("wolves" in other, "Thermopyles" in other) == (False, True)
    elsewhere = refusal_text(foreign(f"{GAME}:wolves/knight-1", Zone("1", "red"), "TH-1"), words)
    assert "Dark Age Arena" in elsewhere


def test_tags_and_cards_of_other_games_keep_their_names() -> None:
    bundle = with_wolves("wolves", ASH)
    for card in ("tag/04aa", "thermopyles:spartan-3", "field-of-glory:red/spear-2"):
        assert bundle.full_id(card) == card
    assert bundle.known_as("red/spear-2") == "field-of-glory:red/spear-2"
    assert bundle.known_as("tag/04aa") == "tag/04aa"


def test_names_of_tags_follow_the_decks_as_they_change_sides() -> None:
    game = [with_wolves("wolves", ASH)]
    names = CardNames({b"a": f"{GAME}:wolves/axeman-1"}, lambda: game[0])
    assert dict(names) == {b"a": "red/axeman-1"}
    game[0] = game[0].seating({"red": ASH, "blue": "wolves"})
    assert dict(names) == {b"a": "blue/axeman-1"}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, ("a", "b")),
        ({"red": "c"}, ("c", "b")),
        ({"blue": "a"}, ("b", "a")),
        ({"red": "gone", "blue": "c"}, ("a", "c")),
        ({"red": "c", "blue": "c"}, ("c", "b")),
        ({"red": "b", "blue": "a"}, ("b", "a")),
        ({"red": "b"}, ("b", "a")),
    ],
)
def test_a_deck_sits_on_one_side_and_each_side_has_one(
    wanted: dict[str, str], found: tuple[str, str]
) -> None:
    assert seated(("a", "b", "c"), wanted, {"red": "a", "blue": "b"}) == dict(zip(SIDES, found, strict=True))


def test_a_game_remembers_nothing_of_the_shipped_decks_but_the_text_of_any_others() -> None:
    shipped = registry.bundle(GAME)
    assert with_wolves(IRON, ASH).corrections == shipped.corrections == ""
    bundle = with_wolves("wolves", ASH)
    again = shipped.corrected(bundle.corrections)
    assert {side: file.name for side, file in again.sitting.items()} == {"red": "wolves", "blue": ASH}
    assert again.deck == bundle.deck
