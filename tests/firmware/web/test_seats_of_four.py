"""Three and four at devices of their own: what those do who share a side, each at their own page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR

from tests.firmware.web.seated import Apart, apart
from tests.firmware.web.table import put_in_hand

# In the middle of a round 1 is to play and has a figure; 3, on the same side, and 2 have laid sets.
FIGURES = (
    *("players 4", "variant figures", "begin play", "figures 1 1", "count 1 hand 7"),
    *("setup 2 red monk-1 monk-2", "setup 3 red ninja-1 ninja-2 ninja-3", "owner ninja 3"),
    *("setup 2 blue samurai-1 samurai-2 samurai-3", "setup pad red farmer-9", "setup pad blue empress-5"),
)
HELD_S = 1.5
SEAT_3 = "seat 3 2"


@pytest.fixture
def four(tmp_path: Path) -> Iterator[Apart]:
    with apart(tmp_path / "four", (HAND,), mode="four", game="call-to-glory", position=FIGURES) as game:
        yield game


@pytest.fixture
def drawing(tmp_path: Path) -> Iterator[Apart]:
    """A round has begun: 1 is to draw two cards."""
    position = ("players 4", "begin draw", "first 1", *(f"count {seat} hand 3" for seat in "1234"))
    with apart(tmp_path / "four", (HAND,), mode="four", game="call-to-glory", position=position) as game:
        yield game


@pytest.fixture
def scored(tmp_path: Path) -> Iterator[Apart]:
    """A round is over: all are to read its points."""
    position = ("players 4", "begin score", "first 1")
    how = {"mode": "four", "game": "call-to-glory", "position": position}
    with apart(tmp_path / "four", (SEAT_3,), **how) as game:
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


# What was drawn


def drawn(game: Apart, seat: str, *stocks: str) -> frozenset[str]:
    """What is new in the hand of ``seat``, who draws a card from each of these."""
    before = game.live.hands.piles.cards(seat, "hand")
    for stock in stocks:
        assert game.asks(seat, do="draw", player=stock, to=f"hand {seat}") == "done"
    return game.live.hands.piles.cards(seat, "hand") - before


def test_each_on_a_side_puts_back_what_they_drew_unasked(drawing: Apart) -> None:
    """3 draws before 1 does, who is to: what 1 has drawn since is theirs."""
    (spare,) = drawn(drawing, "3", "left")
    asked = drawn(drawing, "1", "left", "right")
    assert drawing.told("1")["owed"] == {"red": -1, "blue": 0}
    assert drawing.asks("1", do="put-back", player="red") == "not-yours"
    assert drawing.asks("3", do="put-back", player="red") == "done"
    piles = drawing.live.hands.piles
    assert piles.top("left") == spare
    assert asked <= piles.cards("1", "hand")
    assert drawing.told("1")["owed"] == {"red": 0, "blue": 0}
    assert drawing.asks("3", do="put-back", player="red") == "nothing-spare"


def test_undo_puts_back_what_its_own_hands_drew_unasked(drawing: Apart) -> None:
    (spare,) = drawn(drawing, "3", "left")
    drawn(drawing, "1", "left", "right", "left")
    assert drawing.told("1")["owed"]["red"] == -2
    assert drawing.asks("3", do="undo") == "done"
    assert spare not in drawing.live.hands.piles.cards("3", "hand")
    assert drawing.told("1")["owed"]["red"] == -1


def test_as_told_puts_back_nothing_that_was_asked_for(drawing: Apart) -> None:
    (spare,) = drawn(drawing, "3", "left")
    asked = drawn(drawing, "1", "left", "right")
    drawing.asks("1", do="as-told")
    drawing.live.step()
    piles = drawing.live.hands.piles
    assert asked <= piles.cards("1", "hand")
    assert piles.top("left") == spare


# What screens speak


def test_the_screens_of_a_side_speak_as_the_first_who_sits_there(four: Apart) -> None:
    for seat, language in (("2", "fr"), ("3", "de"), ("4", "de")):
        assert four.asks(seat, do="speak", players=["red", "blue"], language=language) == "done"
    assert four.told("1")["table"]["languages"] == {"red": "en", "blue": "fr"}
    assert four.asks("1", do="speak", players=["red", "blue"], language="de") == "done"
    assert four.told("1")["table"]["languages"] == {"red": "de", "blue": "fr"}


def test_the_screens_of_a_team_speak_as_the_page_of_whose_table_it_is(tmp_path: Path) -> None:
    with apart(tmp_path / "team", (HAND,), mode="team-2", game="thermopyles") as team:
        assert team.asks("2", do="speak", players=["red", "blue"], language="fr") == "done"
        assert team.told("1")["table"]["languages"] == {"red": "en", "blue": "en"}
        assert team.asks("1", do="speak", players=["red", "blue"], language="fr") == "done"
        assert team.told("1")["table"]["languages"] == {"red": "fr", "blue": "fr"}


# Agreeing


def test_only_who_holds_both_ok_is_told_to_wait_for_the_other_side(four: Apart) -> None:
    both = {"do": "hold", "names": ["ok red", "ok blue"]}
    assert four.asks("1", **both) == "done"
    assert [four.told(seat)["table"]["agreeing"] for seat in "1234"] == [["red"], ["red"], [], ["red"]]
    assert four.view(SPECTATOR)["table"]["agreeing"] == ["red"]
    four.wait(31)
    assert four.told("1")["table"]["agreeing"] == []


def test_a_wish_to_agree_goes_with_the_seat_of_who_had_it(tmp_path: Path) -> None:
    """Nobody is left on blue's side, so that red alone cannot open the menu for both."""
    position = ("players 3", "begin draw", "first 1", *(f"count {seat} hand 3" for seat in "123"))
    with apart(tmp_path / "three", (HAND,), mode="three", game="call-to-glory", position=position) as three:
        assert three.asks("2", do="hold", names=["ok red", "ok blue"]) == "done"
        assert three.told("1")["table"]["agreeing"] == ["blue"]
        three.do(do="seat", seat=2, let="out")
        assert three.told("1")["table"]["agreeing"] == []
        three.asks("1", do="hold", names=["ok red", "ok blue"])
        three.wait(HELD_S)
        assert three.live.run.appliance.keeper.outlook.agreement is None


def test_whoever_holds_both_ok_later_waits_as_well(scored: Apart) -> None:
    """After a round all are asked, so each of a side may want it."""
    both = {"do": "hold", "names": ["ok red", "ok blue"]}
    assert scored.asks("1", **both) == "done"
    scored.audience.frames.clear()
    assert scored.asks("3", **both) == "done"
    assert scored.told("3")["table"]["agreeing"] == scored.told("1")["table"]["agreeing"] == ["red"]
    assert "agreeing" in "".join(frame.news for frame in scored.audience.frames), "the page of 3 hears of it"
