"""The words of actions, of which kept records are made: they stay, however their classes are called."""

from __future__ import annotations

from signifer_core.games.call_to_glory.actions import NOTATION as CALL_TO_GLORY
from signifer_core.games.field_of_glory.actions import NOTATION as FIELD_OF_GLORY
from signifer_core.games.thermopyles.actions import NOTATION as THERMOPYLES
from signifer_core.notation import cards


def test_several_cards_are_one_word_in_the_order_of_their_numbers() -> None:
    """The same cards are always the same word: 10 comes after 2, and no card comes twice."""
    several = cards(lambda word: word.startswith("monk-"), "no monks")
    for word, read in (
        ("monk-2", ("monk-2",)),
        ("monk-2+monk-10", ("monk-2", "monk-10")),
        ("monk-10+monk-2", None),
        ("monk-3+monk-2", None),
        ("monk-2+monk-2", None),
        ("monk-2+ninja-3", None),
        ("ninja-3", None),
    ):
        assert several.read(word) == read, word


def test_words_of_field_of_glory_stay() -> None:
    assert " ".join(FIELD_OF_GLORY.words) == (
        "place take-back discard restore pay settle reserves end-actions draw discard-to-draw discard-down shuffle "
        "advance end-flank flank-attack attack lead overlap bonus-from-hand bonus-from-deck no-bonus retreat "
        "end-retreat reveal rampage drawn terrain keep ready first same"
    )


def test_words_of_thermopyles_stay() -> None:
    assert " ".join(THERMOPYLES.words) == (
        "players drawn approach retreat charge support engage rolled repel bury draw decline discard same"
    )


def test_words_of_call_to_glory_stay() -> None:
    assert " ".join(CALL_TO_GLORY.words) == (
        "players starter rolled deal given drawn draw take lay discard displace strike remove emptied reveal proceed "
        "same"
    )
