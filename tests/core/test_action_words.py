"""The words of actions, of which kept records are made: they stay, however their classes are called."""

from __future__ import annotations

from signifer_core.games.call_to_glory.actions import NOTATION as CALL_TO_GLORY
from signifer_core.games.field_of_glory.actions import NOTATION as FIELD_OF_GLORY
from signifer_core.games.thermopyles.actions import NOTATION as THERMOPYLES


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
