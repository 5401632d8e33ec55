"""What people agreed on, of every kind and in each language: the entry of the menu and the value, and no notation."""

from __future__ import annotations

import re

import pytest
from signifer_firmware.game_api import registry
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.texts.decisions import agreement_text, decision_text

# What the record writes, by game, and how it is said.
AGREED = {
    "field-of-glory": {
        "agreed units 3 red red/spear-1 red/spear-2": "Units as they lie",
        "agreed units 3 blue": "Units as they lie",
        "agreed terrain 3 hill": "Terrain of column 3: Hill",
        "agreed control 3 red": "Control of column 3: Red",
        "agreed control 3 none": "Control of column 3: Nobody",
        "agreed step actions": "Step of the game: Actions",
        "agreed active blue": "Whose turn it is: Blue",
        "agreed count red hand 5": "Red's hand: 5",
        "agreed count blue deck 12": "Blue's deck: 12",
        "agreed count red discard 0": "Red's discards: 0",
        "agreed count red points 3": "Red's points: 3",
        "agreed count red shuffle 1": "Red's shuffles: 1",
        "agreed over draw": "The game is over: A draw",
        "agreed over red": "The game is over: Red wins",
        "agreed done": "What follows from it",
        "bind tag/5e77 red/spear-1": "New tag: Red spear 2 CP",
        "wrong": "That was wrong: mark it",
    },
    "thermopyles": {
        "agreed row persian-1 persian-28": "Row as it lies",
        "agreed row": "Row as it lies",
        "agreed marker 3": "Place of the marker: 3",
        "agreed active 2": "Whose turn it is: Player 2",
        "agreed hand 2 4": "Player 2's hand: 4",
        "agreed pile 3": "Pile of Spartans: 3",
        "agreed supports 2": "Supports left: 2",
        "agreed persians 12": "Pile of Persians: 12",
        "agreed cemetery 11": "Cemetery: 11",
        "agreed done": "What follows from it",
        "agreed over red": "The game is over: The Spartans win",
        "bind tag/5e77 persian-28": "New tag: Persian 22/24",
        "rematch": "Once more",
    },
    "call-to-glory": {
        "agreed position farmer-1:1:red monk-2:3:blue": "Sets as they lie",
        "agreed size farmer 4": "farmer: cards laid: 4",
        "agreed size monk monk-1 monk-3 2": "monk: cards laid: 2",
        "agreed owner farmer 2": "farmer: whose set: Player 2",
        "agreed discard blue 4": "Cards on Blue's pad: 4",
        "agreed discard red monk-1 envoy-1 2": "Cards on Red's pad: 2",
        "agreed stock left 20": "Pile by column 1: 20",
        "agreed stock left monk-1 envoy-1 21": "Pile by column 1: 21",
        "agreed hand 3 4": "Player 3's hand: 4",
        "agreed figures 1 2": "Player 1's figures: 2",
        "agreed score 2 17": "Player 2's points before: 17",
        "agreed round 2": "Round: 2",
        "agreed starter 2": "Starter of the round: Player 2",
        "agreed active 4": "Whose turn it is: Player 4",
        "agreed active blue 2": "Whose turn it is: Player 2",
        "agreed step draw": "Step of the game: Draw",
        "agreed step blue draw": "Step of the game: Draw",
        "agreed over 1": "The game is over: Player 1 wins",
        "agreed over blue 1": "The game is over: Player 1 wins",
    },
    "dark-age-arena": {
        "agreed position red/knight-1:2": "Places as they lie",
        "agreed com red 4": "Red's COM: 4",
        "agreed log blue 2": "Blue's LOG: 2",
        "agreed points red 7": "Red's points: 7",
        "agreed markers red 1": "Red's +1 markers: 1",
        "agreed hand red 6": "Red's hand: 6",
        "agreed stock red 9": "Red's stock: 9",
        "agreed discards blue 3": "Blue's discards: 3",
        "agreed pillaged red 2 yes": "Red, column 2: pillaged: Yes",
        "agreed place red/knight-1 3": "Red, Knight: place: 3",
        "agreed place red/knight-1 none": "Red, Knight: place: Discarded",
        "agreed wounds red/axeman-1 1": "Red, Axeman: wounds: 1",
        "agreed bearer red/mail-1 red/knight-1": "Red, Mail: bearer: Knight",
        "agreed bearer red/mail-1 none": "Red, Mail: bearer: Nobody",
        "agreed classes yes": "Classes of cards: Yes",
        "agreed initiative blue": "Who has the initiative: Blue",
        "agreed turn 5": "Turn: 5",
        "agreed step bid": "Step of the turn: Initiative",
        "agreed done": "What follows from it",
        "agreed over draw": "The game is over: A draw",
        "deck red Ravens": "Red's own deck: Ravens",
    },
}
# Of the table's own menu, in any game.
SETTINGS = {
    "language red de": "Red's language: Deutsch",
    "help blue tutor": "Blue's help: Tutor",
    "sound off": "Sound: Silent",
    "hold 800": "A button is held for: 0.8 s",
    "odds on": "Odds of attacks: On",
    "recall off": "Own discards on screen: Off",
    "clock on": "Clock (stops in the menu): On",
    "new thermopyles": "New game: Thermopyles",
    "resume": "Go on with: Field of Glory",
    "abort": "Break the game off",
    "off": "Switch the table off",
}
# An id, or a tag's, a card with its place, or a figure that was not filled in.
RAW = re.compile(r"\b(agreed|units|count|bind|none)\b|[a-z]/|[a-z]-\d|:\d|[{}_]")


@pytest.mark.parametrize("game", AGREED)
def test_every_agreement_is_said_with_its_value(game: str) -> None:
    words = words_of("en").calling(registry.bundle(game).called)
    assert {text: agreement_text(text, words, game) for text in AGREED[game]} == AGREED[game]
    for text, said in AGREED[game].items():
        if text.startswith("agreed"):
            assert decision_text(text, words, game) == f"Agreed: {said}"


def test_settings_are_said_with_their_value() -> None:
    words = words_of("en")
    assert {text: agreement_text(text, words) for text in SETTINGS} == SETTINGS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", AGREED)
def test_no_notation_is_said(game: str, language: str) -> None:
    words = words_of(language).calling(registry.bundle(game).called)
    settings = SETTINGS if game == "field-of-glory" else {}
    for text, english in {**AGREED[game], **settings}.items():
        said = agreement_text(text, words, game)
        assert not RAW.search(said), said
        assert ": " not in said or language != "fr" or "\u00a0: " in said, said
        assert said != english or language == "en" or not english.startswith(("Control", "New tag", "Whose"))


def test_what_was_agreed_in_three_languages() -> None:
    said = [agreement_text("agreed control 3 red", words_of(language)) for language in ("en", "fr", "de")]
    assert said == [
        "Control of column 3: Red",
        "Contrôle, colonne\u00a03\u00a0: Rouge",
        "Kontrolle, Spalte 3: Rot",
    ]


def test_what_nobody_has_words_for_is_said_as_it_is() -> None:
    for text in ("agreed weather 3 fine", "agreed", "", "language red xx", "agreed count", "new chess"):
        assert agreement_text(text, words_of("de")) == text.removeprefix("agreed ")
