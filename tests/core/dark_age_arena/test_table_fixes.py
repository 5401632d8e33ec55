"""What the table of Dark Age Arena says against a gesture is true for whoever reads it, and its fix can be done."""

from __future__ import annotations

from .hands import mustered


def test_da_39_a_card_shown_as_soon_as_it_is_laid_is_asked_away_without_a_refusal() -> None:
    hands = mustered("knight-1")
    hands.press("press ok blue")  # instants
    hands.press("press ok blue")  # nobody defends
    while hands.state.step == "yield":
        hands.press("press column 3 blue")
    hands.follow()
    hands.lay("blue/stand-1", "pad blue").press("press ok blue")
    assert hands.state.step == "home"
    assert (hands.codes, hands.corrections_told()) == ([], ["take blue/stand-1 pad blue"])
    hands.follow()
    assert (hands.codes, hands.corrections) == ([], ())
