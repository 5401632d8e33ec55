"""A game played by what a screen reader is given alone, and one by keys alone, in real Chromium against the robot.

The players know the accessibility tree and what was said (`tests.firmware.web.blind`); what a test itself looks up in
the table is what came of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import ROBOT, Choice

from tests.firmware.web.blind import Blind, FieldOfGlory, Keys
from tests.firmware.web.browser import browser, page_of, served
from tests.sweeps import shared_out

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

MOST_STEPS = 600


@pytest.mark.parametrize("hands", shared_out([Blind, Keys], 1))
def test_a_turn_against_the_robot(browser: Browser, hands: type[Blind]) -> None:
    """From the first picture on: a unit placed and paid for, cards drawn, the robot's turn, and one's own again."""
    with served(Choice(ROBOT, seed=7)) as (address, owner), page_of(browser, address, owner) as table:
        table.page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        blind = hands(table.page)
        player = FieldOfGlory(blind)
        blind.wait("^Field of Glory. You are Red, against the robot. Actions, Turn 1. Place units.")
        for _ in range(40):
            player.step()
            if any("Actions, Turn 3" in line for line in blind.lines):
                break
        told = "\n".join(blind.lines)
        for said in (
            "Red places ",
            "Red has paid.",
            "Red ends the actions.",
            "Blue ends the actions.",
            "Turn 3",
        ):
            assert said in told
        state = owner.live.state
        assert state is not None
        assert player.did


@pytest.mark.soak
@pytest.mark.parametrize("hands", [Blind, Keys])
def test_a_whole_game_against_the_robot(browser: Browser, hands: type[Blind]) -> None:
    with served(Choice(ROBOT, seed=7)) as (address, owner), page_of(browser, address, owner) as table:
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
