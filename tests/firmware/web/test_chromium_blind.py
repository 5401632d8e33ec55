"""A game played by what a screen reader is given alone, and one by keys alone, in real Chromium against the robot.

The players know the accessibility tree and what was said (`tests.firmware.web.blind`); what a test itself looks up in
the table is what came of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import ROBOT, Choice

from tests.firmware.web.blind import Blind, FieldOfGlory, Keys
from tests.firmware.web.blind_games import CallToGlory, DarkAgeArena, Player, Thermopyles
from tests.firmware.web.browser import browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

MOST_STEPS, MOST_STEPS_OF_A_ROUND = 1_500, 150
# At eight times the pace, too, no press becomes a hold because a machine is busy.
HOLD_MS = 20_000
# Eleven lie in the cemetery, and the weakest Persian comes first.
LAST_PERSIAN = (
    *("players 1", "marker 3", "count cemetery 11", "count 1 hand 4", "begin act"),
    *("setup 1 blue persian-1", "setup 2 blue persian-28"),
)
# Red has nine points, and supply in the hand.
LAST_POINT = (
    *("turn 4", "begin prepare", "count red points 9", "known red hand red/granary-1"),
    *("setup 1 red red/knight-1", "setup 2 blue blue/duellist-1"),
)
# Red has five kinds and two empresses, and Blue a monk that everybody has seen.
LAST_ROUND = (
    *("players 2", "begin draw", "round 4", "first 1"),
    *("setup 1 red farmer-1 farmer-2 monk-1 monk-2", "setup 2 red envoy-1 envoy-2 ninja-1 ninja-2"),
    *("setup 3 red samurai-1 samurai-2", "setup 1 blue shogun-1 shogun-2"),
    *("seen 1 empress-1 empress-2", "seen 2 monk-7", "count 1 hand 4", "count 2 hand 3"),
    *(f"score {seat} {number} {points}" for seat, points in (("1", 60), ("2", 40)) for number in (1, 2, 3)),
)


def plays(player: FieldOfGlory | Player, wanted: tuple[str, ...]) -> None:
    """Have a player play until all that is wanted has been said. When it does what is its choice, from what it has
    heard by then, which is never the same on a busy machine."""
    missing = wanted
    for _ in range(MOST_STEPS_OF_A_ROUND):
        player.step()
        told = "\n".join(player.blind.lines)
        missing = tuple(said for said in missing if not re.search(said, told))
        if not missing:
            break
    assert not missing, "\n".join(player.blind.lines)


def test_a_turn_against_the_robot(browser: Browser) -> None:
    """From the first picture on: a unit placed and paid for, cards drawn, the robot's turn, and one's own again."""
    with (
        served(Choice(ROBOT, seed=7), hold_ms=HOLD_MS) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        blind = Blind(table.page)
        player = FieldOfGlory(blind)
        blind.wait("^Field of Glory. You are Red, against the robot. Actions, Turn 1. Place units.")
        plays(
            player,
            (
                "Red places ",
                r"Red has paid\.",
                r"Red ends the actions\.",
                r"Blue ends the actions\.",
                "Actions, Turn 3",
            ),
        )
        assert player.did


def test_turns_of_call_to_glory_by_keys_alone(browser: Browser) -> None:
    """Cards drawn, and turns until Red has laid a set and the robot one.

    Which set, and in which turn, is the player's choice from what it has heard by then: nothing is said of it here.
    """
    choice = Choice(ROBOT, seed=7, game="call-to-glory")
    wanted = (
        "Draw two cards",
        r"Drawn: \w",
        r"Red lays a set of \d: \w",
        "Blue draws",
        "Blue (lays|discards)",
    )
    with (
        served(choice, hold_ms=HOLD_MS) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        plays(CallToGlory(Keys(table.page)), wanted)


def test_against_two_robots_nobody_takes_the_turn_of_the_one_beside_them_for_their_own(
    browser: Browser,
) -> None:
    position = ("players 3", "variant none", "begin draw", "first 3")
    choice = Choice("robots-2", seed=7, game="call-to-glory", position=position)
    with (
        served(choice, hold_ms=HOLD_MS) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        blind = Blind(table.page)
        blind.wait(r"Player 3: (Draw two cards|Lay or discard)\.")
        blind.wait(r"Round 1 of 4\. Draw two cards\.")


def of_other_hands(player: Player) -> None:
    """Of another hand no card is named but those that everybody has seen; its place says which these are."""
    names = [node.name for node in player.blind.nodes()]
    place = "\n".join(name for name in names if re.match("(Blue's hand|Hand of Blue)\\b", name))
    known = re.search("known to all: ([^;\n]*)", place)
    named = [name.split(",")[0] for name in names if re.search("; (Blue's hand|Hand of Blue)$", name)]
    assert sorted(named) == sorted(known[1].split(", ") if known else [])


@pytest.mark.parametrize(
    ("choice", "made", "told"),
    [
        (Choice("solo", seed=4, position=LAST_PERSIAN, game="thermopyles"), Thermopyles, "charges"),
        (
            Choice(ROBOT, seed=7, position=LAST_ROUND, game="call-to-glory"),
            CallToGlory,
            r"Red lays a set of \d: \w",
        ),
        (
            Choice(ROBOT, seed=4, position=LAST_POINT, game="dark-age-arena"),
            DarkAgeArena,
            "supply in column 1: ",
        ),
    ],
    ids=lambda value: value.game if isinstance(value, Choice) else None,
)
def test_the_end_of_a_game_by_keys_alone(
    browser: Browser, choice: Choice, made: type[Player], told: str
) -> None:
    """Whatever Red does now that it can do, the game is over."""
    with (
        served(choice, hold_ms=HOLD_MS) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        player = made(Keys(table.page))
        of_other_hands(player)
        plays(player, (told, f"(?m){player.ends}"))
        assert owner.live.over
        assert player.over.startswith(made.wins[table.view()["game"]["winner"]])
        of_other_hands(player)
        # What a result has told is not told again, as where a card goes by it, or what it comes to.
        again = re.compile(r"goes to the cemetery|Total \d+\. Result")
        assert not any(map(again.search, player.blind.lines))


@pytest.mark.soak
@pytest.mark.parametrize("hands", [Blind, Keys], ids=["tree", "keys"])
@pytest.mark.parametrize(
    ("choice", "made", "told"),
    [
        (
            *(Choice("solo", seed=7, game="thermopyles"), Thermopyles),
            ("charges", "The Spartans come to", "Drawn: ", "Retreat: "),
        ),
        (
            # With missions three rounds are played instead of four.
            *(Choice(ROBOT, seed=7, game="call-to-glory", variant="missions"), CallToGlory),
            ("Red lays a set", "Red discards", "Drawn: ", "Red reveals a mission", "Round 3 of 3"),
        ),
        (
            *(Choice(ROBOT, seed=7, game="dark-age-arena"), DarkAgeArena),
            ("Red enlists", " gets ", "Red sends", "confronts", "The combat is over.", "Drawn: "),
        ),
    ],
    ids=["thermopyles", "call-to-glory", "dark-age-arena"],
)
def test_a_whole_game_of_the_others(
    browser: Browser, choice: Choice, made: type[Player], told: tuple[str, ...], hands: type[Blind]
) -> None:
    """Against the robot, or alone where a game has none."""
    with served(choice) as (address, owner), page_of(browser, address, owner) as table:
        table.page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        player = made(hands(table.page))
        for _ in range(MOST_STEPS):
            player.step()
            if player.over:
                break
        assert owner.live.over, player.blind.lines[-8:]
        winner = table.view()["game"]["winner"]
        assert player.over.startswith(made.wins[winner])
        whole = "\n".join(player.blind.lines)
        for said in told:
            assert said in whole, said
        of_other_hands(player)


@pytest.mark.soak
@pytest.mark.parametrize(("hands", "level"), [(Blind, 1), (Keys, 0)], ids=["tree", "keys"])
def test_a_whole_game_against_the_robot(browser: Browser, hands: type[Blind], level: int) -> None:
    """Against one of level 1, and against one by rules of thumb."""
    with (
        served(Choice(ROBOT, seed=7, level=level)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        player = FieldOfGlory(hands(table.page))
        for _ in range(MOST_STEPS):
            player.step()
            if player.over:
                break
        assert owner.live.over
        winner = table.view()["game"]["winner"]
        assert player.over.startswith({"red": "Red wins. ", "blue": "Blue wins. "}.get(winner, "A draw. "))
        # It was played, and not only let pass: units placed, paid for, cards added in attacks, cards drawn.
        told = "\n".join(player.blind.lines)
        for said in ("Red places", "Red has paid", "Red adds a bonus card", "Drawn: ", " in column "):
            assert said in told, said
        # Nothing of the other hand is ever named.
        assert not any("; Blue's hand" in node.name for node in player.blind.nodes())
