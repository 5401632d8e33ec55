"""What the page tells whoever is about to do something, in real Chromium: a card to read, where it may lie and why not,
whose odds, how long a button is held, and what was taken back.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import ROBOT, TWO, Choice

from tests.firmware.web.browser import ATTACK, PLACING, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

# How much of an element is to be seen, from 0 to 1: what neither window nor panel cuts off, and nothing lies over.
IN_SIGHT = """selector => {
  const node = document.querySelector(selector);
  const box = node.getBoundingClientRect();
  let seen = 0;
  const steps = 12;
  for (let down = 0; down < steps; down++) {
    const x = box.left + box.width * 0.5, y = box.top + (box.height * (down + 0.5)) / steps;
    const top = document.elementFromPoint(x, y);
    if (top && (node.contains(top) || top.contains(node))) seen++;
  }
  return seen / steps;
}"""


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 600)])
def test_a_card_that_is_read_is_in_sight_with_what_would_come_of_it(
    browser: Browser, width: int, height: int
) -> None:
    with (
        served(Choice(TWO, seed=2, position=PLACING)) as (address, owner),
        page_of(browser, address, owner, viewport={"width": width, "height": height}) as table,
    ):
        page = table.page
        # Some lines of the record, a correction, and the first turn's help: all that may stand above.
        spear = table.hand("red", "spear")[0]
        table.lay(spear, "3 red")
        table.until("view.game.due > 0")
        page.mouse.move(*table.spot(f'.card[data-card="{table.hand("red", "cavalry")[0]}"]'))
        page.wait_for_selector("#inspect .laying")
        for part in ("#inspect .large", "#inspect .about h2", "#inspect .laying"):
            page.wait_for_function(f"selector => ({IN_SIGHT})(selector) === 1", arg=part)
        table.picture(f"reader-{width}")


@pytest.mark.slow
def test_a_place_where_a_card_may_not_lie_says_in_words_why(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=2, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page = table.page
        table.lay(table.hand("red", "spear")[0], "3 red")
        table.until("view.game.due === 5")
        table.carry(table.hand("red", "cavalry")[0], "3 red")
        wont = page.locator('.place.wont.aimed[data-place="3 red"]')
        wont.wait_for()
        assert "cannot share column 3" in (wont.get_attribute("data-tip") or "")
        # What is in the fingers stays to be read, whatever they pass over.
        assert page.locator("#inspect h2").inner_text().lower() == "cavalry"
        table.picture("wont")
        page.mouse.up()


@pytest.mark.slow
def test_odds_say_whose_they_are(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page = table.page
        page.click("#odds [data-act=odds]")
        page.wait_for_selector("#odds .bar")
        assert "Red wins in column 3" in page.locator("#odds h3").inner_text()
        assert page.locator("#odds li b .shape.red").count() == page.locator("#odds li").count() > 0


@pytest.mark.slow
def test_a_hold_shows_how_far_it_is(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner, reduced_motion="no-preference") as table,
    ):
        page = table.page
        page.mouse.move(*table.spot('[data-button="ok red"]'))
        page.mouse.down()
        page.wait_for_selector('.held[data-button="ok red"]')
        # Five seconds of the table's, at twice the pace.
        bar = "getComputedStyle(document.querySelector('.held'), '::after')"
        assert page.evaluate(f"{bar}.animationName") == "hold"
        assert page.evaluate(f"{bar}.animationDuration") == "2.5s"
        page.mouse.up()
        table.until("view.table.held.length === 0")


@pytest.mark.slow
def test_undo_takes_back_and_the_record_says_so(browser: Browser) -> None:
    with (
        served(Choice(ROBOT, seed=2, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page = table.page
        spear = table.hand("red", "spear")[0]
        table.lay(spear, "3 red")
        table.until("view.game.due === 5")
        line = page.locator("#record li.action", has_text="places")
        assert "undone" not in (line.get_attribute("class") or "")
        page.click("[data-act=undo]")
        table.hurry("view.undone.length === 1")
        page.locator("#record li.undone", has_text="taken back").wait_for()
        # Helping hands take the card back to the hand, as the table asks.
        table.until(f"view.cards['hand red'].includes('{spear}') && view.game.due === 0")
        # A page that comes later is told the same.
        with page_of(browser, f"{address}?role=spectator", owner) as spectator:
            assert spectator.page.locator("#record li.undone").count() == 1
        table.picture("undone")
