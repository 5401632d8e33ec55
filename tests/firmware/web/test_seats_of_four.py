"""Three and four at devices of their own: what those do who share a side, each at their own page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from signifer_firmware.web.server.telling import HAND

from tests.firmware.web.seated import Apart, apart
from tests.firmware.web.table import put_in_hand

# In the middle of a round 1 is to play and has a figure; 3, on the same side, and 2 have laid sets.
FIGURES = (
    *("players 4", "variant figures", "begin play", "figures 1 1", "count 1 hand 7"),
    *("setup 2 red monk-1 monk-2", "setup 3 red ninja-1 ninja-2 ninja-3", "owner ninja 3"),
    *("setup 2 blue samurai-1 samurai-2 samurai-3", "setup pad red farmer-9", "setup pad blue empress-5"),
)
HELD_S = 1.5


@pytest.fixture
def four(tmp_path: Path) -> Iterator[Apart]:
    with apart(tmp_path / "four", (HAND,), mode="four", game="call-to-glory", position=FIGURES) as game:
        yield game


# Ninja figures


def test_cg_8_the_owner_of_a_set_on_the_attackers_side_gives_its_card(four: Apart) -> None:
    assert four.asks("3", do="move", card="ninja-1", to="pad red") == "not-yours", "nobody has asked 3 yet"
    assert four.presses("1", "column 3 red", HELD_S) == "done"
    assert four.told("3")["game"]["named"] == 3
    assert four.asks("3", do="move", card="ninja-1", to="pad red") == "done"
    assert [(each["kind"], each["size"]) for each in four.told("3")["game"]["sets"]] == [
        *(("monk", 2), ("ninja", 2), ("samurai", 3)),
    ]
    assert four.asks("3", do="move", card="ninja-2", to="pad red") == "not-yours"


def test_cg_8_that_owner_takes_the_figure_back(four: Apart) -> None:
    assert four.presses("1", "column 3 red", HELD_S) == "done"
    assert four.presses("3", "ok red") == "done"
    assert four.told("3")["game"]["named"] is None
    assert four.presses("3", "ok red") == "not-yours"


def test_cg_8_who_owns_no_set_there_gives_nothing(four: Apart) -> None:
    """Column 2 has a set of player 2 alone."""
    assert four.presses("1", "column 2 red", HELD_S) == "done"
    assert four.asks("3", do="move", card="ninja-1", to="3 red") == "not-yours"
    assert four.presses("4", "ok blue") == "not-yours"
    assert four.presses("2", "ok blue") == "done"
    assert four.told("2")["game"]["named"] is None


def test_cg_8_a_figure_is_returned_while_a_set_of_the_same_side_leaves(four: Apart) -> None:
    for number in range(4, 8):
        put_in_hand(four.live, "1", f"ninja-{number}")
        assert four.asks("1", do="move", card=f"ninja-{number}", to="4 red") == "done"
    four.presses("1", "ok red")
    now = four.told("1")["game"]
    assert (now["step"], now["deciders"], now["seat"]) == ("displace", ["3"], "1")
    assert four.presses("1", "column 2 red", HELD_S) == "done"
    assert four.told("1")["game"]["named"] == 2
    assert four.asks("2", do="move", card="samurai-1", to="pad red") == "done"
    for number in range(1, 4):
        assert four.asks("3", do="move", card=f"ninja-{number}", to="pad red") == "done"
    assert four.told("3")["game"]["step"] != "displace"
