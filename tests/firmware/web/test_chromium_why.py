"""Why a robot did that, asked in real Chromium when the game is over.

A picture of what was seen is left in test-output/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from signifer_firmware.web.virtual.live import ROBOT, Choice

from tests.firmware.web.browser import PLAIN, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

# Blue has the last turn.
LAST = (
    PLAIN[0],
    "first blue",
    "begin actions",
    *("count red hand 3", "count blue hand 3", "count red deck 0", "count blue deck 1"),
    *("count red shuffle 2", "count blue shuffle 2"),
)


def test_the_robot_says_why_it_did_that(browser: Browser) -> None:
    choice = Choice(ROBOT, seed=4, level=1, position=LAST)
    with served(choice) as (address, owner), page_of(browser, address, owner) as table:
        table.until("view.game.winner !== null")
        table.page.click("[data-act=close-end]")
        table.page.click("#now [data-act=why]")
        table.page.wait_for_selector("#toast.shown:has-text('to win')")
        why = table.page.inner_text("#toast")
        table.picture("why")
        assert why in table.page.inner_text("#voice")
