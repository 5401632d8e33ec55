"""What the screens show of a shuffle (FG-K1): the shuffle card, and how many cards are drawn after it."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.position import Counts

from tests.core.field_of_glory.attacks import attacked
from tests.core.field_of_glory.states import Hands, position
from tests.firmware.games.field_of_glory.outlooks import check_all, panels_of, player


@pytest.mark.parametrize(
    ("shuffles", "hint"),
    [
        (0, "Shuffle card: turn to second shuffle. Then draw 3 more"),
        (1, "Shuffle card: lay it on the table. Then draw 3 more"),
        (2, "Then draw 3 more"),
    ],
)
def test_a_shuffle_says_what_becomes_of_the_shuffle_card(shuffles: int, hint: str) -> None:
    red = Counts(hand=3, deck=0, discard=6, shuffle=shuffles)
    hands = Hands(position(red=red, step="draw"))
    hands.press("press ok red")
    panel = player(hands, "red")
    assert (panel.headline, panel.info) == ("Shuffle, then ok", hint)
    assert player(hands, "blue").headline == "Red shuffles"
    check_all(panels_of(hands))
    hands.press("press ok red")
    assert player(hands, "red").headline == "Draw 3"


def test_who_draws_before_they_shuffle_reads_of_the_shuffle_card_below_the_cards_to_draw() -> None:
    hands = Hands(position(red=Counts(hand=3, deck=1, discard=4), step="draw"))
    hands.press("press ok red")
    panel = player(hands, "red")
    hint = "Shuffle, then ok. Shuffle card: turn to second shuffle. Then draw 2 more"
    assert (panel.headline, panel.info) == ("Draw 1", hint)
    check_all(panels_of(hands))


@pytest.mark.parametrize(("discards", "more"), [(2, "Then draw 2 more"), (6, "Then draw 3 more")])
def test_no_more_are_to_be_drawn_after_a_shuffle_than_are_shuffled(discards: int, more: str) -> None:
    hands = Hands(position(red=Counts(hand=3, deck=0, discard=discards), step="draw"))
    hands.press("press ok red")
    assert player(hands, "red").info.endswith(more)
    hands.press("press ok red")
    assert player(hands, "red").headline == f"Draw {min(discards, 3)}"


@pytest.mark.parametrize("shuffles", [0, 1, 2])
def test_a_shuffle_for_a_bonus_card_speaks_of_the_shuffle_card_and_asks_nobody_to_draw(shuffles: int) -> None:
    hands = attacked(red=Counts(hand=3, deck=0, discard=6, shuffle=shuffles))
    hands.press("hold ok red")
    told = ["Shuffle card: turn to second shuffle", "Shuffle card: lay it on the table", ""]
    assert (player(hands, "red").headline, player(hands, "red").info) == ("Shuffle, then ok", told[shuffles])
    hands.press("press ok red")
    panel = player(hands, "red")
    assert (panel.headline, panel.info) == ("Top card, hold ok", "On your pad, from the new deck")


def test_a_shuffle_in_a_rampage_speaks_of_the_shuffle_card_beside_the_result_that_the_other_reads() -> None:
    units = {"3 red": "heavy-infantry-1", "3 blue": "elephant-1"}
    hands = attacked(units, blue=Counts(hand=3, deck=0, discard=6))
    hands.lay("red/commander-1", "pad red").press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert hands.state.step == "shuffle"
    panel = player(hands, "blue")
    assert (panel.headline, panel.info) == ("Shuffle, then ok", "Shuffle card: turn to second shuffle")
    assert player(hands, "red").info.startswith("Red wins by")
    check_all(panels_of(hands))
