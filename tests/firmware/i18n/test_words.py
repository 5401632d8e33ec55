"""Words: each player's language, from catalogues that come with the program."""

from __future__ import annotations

import pytest
from signifer_firmware.config.entries import LanguagesConfig
from signifer_firmware.i18n.words import LANGUAGES, Plural, Words, marked, readers_of

CARDS = Plural("1 card", "{cards} cards", "cards")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "It is Red's turn."), ("fr", "C'est le tour de Red."), ("de", "Red ist am Zug.")],
)
def test_a_sentence_has_its_figures_where_the_language_wants_them(language: str, said: str) -> None:
    assert Words(language).say("It is {active}'s turn.", active="Red") == said


def test_plurals_follow_the_language() -> None:
    said = {
        language: [Words(language).say(CARDS, cards=n) for n in (0, 1, 2)] for language in ("en", "fr", "de")
    }
    assert said == {
        "en": ["0 cards", "1 card", "2 cards"],
        "fr": ["1 carte", "1 carte", "2 cartes"],
        "de": ["0 Karten", "1 Karte", "2 Karten"],
    }


def test_what_a_catalogue_lacks_is_said_in_english() -> None:
    for language in LANGUAGES:
        assert Words(language).say("Never said anywhere: {figure}", figure=3) == "Never said anywhere: 3"
        assert Words(language).say("") == ""


def test_each_player_has_their_own() -> None:
    readers = readers_of(LanguagesConfig(red="fr").model_dump())
    assert {player: words.language for player, words in readers.items()} == {"red": "fr", "blue": "en"}
    assert {player: words.language for player, words in readers_of({}).items()} == {"red": "en", "blue": "en"}


def test_a_mark_changes_nothing() -> None:
    assert marked({"a": "Armies"}) == {"a": "Armies"}
