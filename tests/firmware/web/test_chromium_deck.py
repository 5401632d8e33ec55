"""The deck in real Chromium: a tap does what the game asks of it; what was drawn unasked is asked back.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import ROBOT, TWO, Choice

from tests.firmware.web.browser import PLAIN, Table, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

ACTIONS = (*PLAIN, "begin actions", "count red hand 9", "count red deck 10")
# Red's elephant cannot win.
LOST = (
    *PLAIN,
    "begin actions",
    "setup 3 red elephant-1",
    "setup 3 blue spear-1 spear-2",
    "count red hand 9",
    "count red deck 3",
    "count blue hand 3",
)


def drag_top(table: Table, place: str) -> None:
    """Drag the top card of red's deck to a place."""
    page = table.page
    page.mouse.move(*table.part('[data-place="deck red"]', 0.5, 0.5))
    page.mouse.down()
    page.mouse.move(*table.spot(f'[data-place="{place}"]'), steps=4)
    page.mouse.up()


def tap_deck(table: Table) -> None:
    table.page.mouse.click(*table.part('[data-place="deck red"]', 0.5, 0.5))


@pytest.mark.slow
def test_a_tap_draws_nothing_that_is_not_asked_for(browser: Browser) -> None:
    with (
        served(Choice(ROBOT, seed=3, position=ACTIONS)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page = table.page
        for _ in range(3):
            tap_deck(table)
        table.signed("There is nothing to draw now")
        page.focus('[data-place="deck red"]')
        page.keyboard.press("Enter")
        assert len(table.hand("red")) == 9
        # Whoever takes a card all the same has it, and is asked for it until it is back.
        drag_top(table, "hand red")
        table.until("view.cards['hand red'].length === 10 && view.owed.red === -1")
        asked = page.locator("#told li", has_text="1 card too many was drawn")
        asked.wait_for()
        assert page.locator('[data-place="deck red"]').get_attribute("data-owed") == "−1"
        table.picture("unasked")
        asked.locator("[data-act=put-back]").press("Enter")
        table.until("view.cards['hand red'].length === 9 && view.owed.red === 0")
        asked.wait_for(state="detached")
        # The button that had the focus is gone: what the table says has it, and no other button.
        assert page.evaluate("document.activeElement.id") == "panel"
        # So does a tap on the deck.
        drag_top(table, "hand red")
        table.until("view.owed.red === -1")
        tap_deck(table)
        table.until("view.owed.red === 0")
        # What is asked for, a tap draws.
        page.click("[data-act=helping]")
        table.until("!view.table.helping")
        # So is a card that was thrown away.
        card = table.hand("red", "commander")[0]
        table.lay(card, "discard red")
        thrown = page.locator("#told li", has_text="Commander belongs in the hand")
        thrown.wait_for()
        page.click("[data-act=as-told]")
        table.until(f"view.cards['hand red'].includes('{card}')")
        thrown.wait_for(state="detached")
        table.hold("ok red", "view.game.step === 'draw'")
        table.press("ok red")
        table.until("view.owed.red === 3")
        for left in (2, 1, 0):
            tap_deck(table)
            table.until(f"view.owed.red === {left}")
        tap_deck(table)
        table.until("view.cards['hand red'].length === 12")


@pytest.mark.slow
def test_in_a_rampage_a_tap_lays_the_top_card_on_the_pad(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=LOST)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.press("column 3 red")
        table.until("view.game.attack === 3")
        table.lay(table.hand("red")[0], "pad red")
        table.press("ok red")
        table.until("view.game.actors[0] === 'blue'")
        table.lay(table.hand("blue")[-1], "pad blue")
        table.press("ok blue")
        table.until("view.game.step === 'lead'")
        table.press("ok blue")
        table.until("view.game.step === 'rampage' && view.cards['pad red'].length === 0")
        held = table.hand("red")
        tap_deck(table)
        table.until("view.cards['pad red'].length === 1")
        assert table.hand("red") == held
        table.until("view.owed.red === 0")
        table.press("ok red")
        table.until("view.game.step === 'actions' && view.cards['victory red'].length === 2")
