"""A browser whose own letters are set larger, in real Chromium: what is read grows with them, the table stays as it is,
and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import ROBOT, Choice

from tests.firmware.web.browser import PLACING, Table, browser, page_of, served
from tests.firmware.web.upkeep_pages import Service, patient, service
from tests.firmware.web.upkeep_pages import page_of as upkeep_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser", "patient", "service"]

SIZES = ((390, 844), (800, 480), (1024, 600), (820, 1180), (1440, 900), (3840, 2160))
USUAL, LARGE = 16, 24
# Of what is read, and of what has its room on the table and in the bar.
READ = (
    "#now .who",
    "#now .says",
    "#refusals p",
    "#told li",
    "#inspect p",
    "#lesson p",
    "#record ol",
    "#advice summary",
)
FIXED = (".push.ok", "#head > button", ".zone")
LETTERS = "selector => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize)"
LOW = ((800, 480), (844, 390), (1024, 600))
# How much of each mend is seen, in tenths, once it was scrolled to; and of the first thing that is asked meanwhile.
MENDS = """() => [...document.querySelectorAll("#refusals .fix")].map(mend => {
  mend.scrollIntoView({ block: "nearest" });
  return [mend, document.querySelector("#told li")].map(node => {
    const box = node.getBoundingClientRect();
    return Array.from({ length: 10 }, (_, step) => document.elementFromPoint(
      box.left + box.width / 2, box.top + (box.height * (step + 0.5)) / 10)).filter(top => node.contains(top)).length;
  });
})"""
# What is wider than its box, on the page and in dialogs; the record's list is, to the panel's edges.
TOO_WIDE = """() => [...document.querySelectorAll(
  "body, #panel, #panel section, #panel div, dialog[open], dialog[open] *")]
  .filter(one => one instanceof HTMLElement && !one.matches(".unseen, input, select, .reads, #record"))
  .filter(one => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
  .map(one => `${one.tagName} ${one.id} ${one.className} ${one.scrollWidth} > ${one.clientWidth}`)"""


@contextmanager
def letters(page: Page, size: int) -> Iterator[None]:
    """As in the browser's settings: so large."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    try:
        yield
    finally:
        session.send("Page.setFontSizes", {"fontSizes": {"standard": USUAL}})
        session.detach()


def sizes_of(page: Page, selectors: tuple[str, ...]) -> dict[str, float]:
    return {selector: page.evaluate(LETTERS, selector) for selector in selectors}


@pytest.fixture
def learner(browser: Browser) -> Iterator[Table]:
    """In a lesson, with a card that is refused, one that is read, and something that is asked."""
    with (
        served(Choice(ROBOT, seed=2, position=PLACING)) as (address, owner),
        page_of(browser, address, owner, locale="de") as table,
    ):
        page = table.page
        table.another(game="field-of-glory", lesson="refused", mode="robot")
        page.wait_for_selector("#lesson h2")
        page.evaluate("signifer.table.send({ do: 'helping', on: false })")
        page.evaluate("signifer.table.send({ do: 'move', card: 'red/cavalry-3', to: '2 red' })")
        page.wait_for_selector("#refusals .fix")
        page.wait_for_selector("#told li")
        page.mouse.move(*table.spot('.card[data-card="red/cavalry-3"]'))
        page.wait_for_selector("#inspect p")
        yield table


@pytest.mark.slow
def test_what_is_read_is_as_large_as_the_browser_is_told(learner: Table) -> None:
    page = learner.page
    usual, fixed = sizes_of(page, READ), sizes_of(page, FIXED)
    with letters(page, LARGE):
        page.wait_for_function("() => getComputedStyle(document.documentElement).fontSize === '24px'")
        assert sizes_of(page, READ) == {name: size * LARGE / USUAL for name, size in usual.items()}
        assert sizes_of(page, FIXED) == fixed
        for width, height in SIZES:
            learner.resize(width, height)
            learner.picture(f"letters-{width}x{height}")
            assert page.evaluate(TOO_WIDE) == [], (width, height)


@pytest.mark.slow
@pytest.mark.parametrize("act", ["learn", "new", "league", "played", "keys"])
def test_dialogs_of_larger_letters_are_read_without_scrolling_sideways(learner: Table, act: str) -> None:
    page = learner.page
    with letters(page, LARGE):
        page.dispatch_event(f"[data-act={act}]", "click")
        page.wait_for_selector("dialog[open] h2")
        assert page.evaluate(LETTERS, "dialog[open]") == LARGE
        for width, height in SIZES:
            learner.resize(width, height)
            learner.picture(f"letters-{act}-{width}x{height}")
            assert page.evaluate(TOO_WIDE) == [], (width, height)


@pytest.mark.slow
def test_upkeep_is_as_large_as_the_browser_is_told(browser: Browser, service: Service) -> None:
    with upkeep_of(browser, service.port) as page, letters(page, LARGE):
        page.wait_for_function("() => getComputedStyle(document.body).fontSize === '24px'")
        assert page.evaluate(TOO_WIDE) == []


@pytest.mark.slow
def test_on_a_low_screen_a_mend_scrolled_to_is_seen_beside_what_is_asked_whatever_the_letters(
    browser: Browser,
) -> None:
    """Two cards are refused in a lesson, and something is asked, which stays at the panel's end."""
    with (
        served(Choice(ROBOT, seed=4, game="dark-age-arena")) as (address, owner),
        page_of(browser, address, owner, locale="de") as table,
    ):
        page = table.page
        table.another(game="dark-age-arena", lesson="refused", mode="robot")
        page.wait_for_selector("#lesson h2")
        page.evaluate("signifer.table.send({ do: 'helping', on: false })")
        for to in ("2 red", "3 red"):
            card = table.view()["cards"]["hand red"][0]
            page.evaluate(f"signifer.table.send({{ do: 'move', card: '{card}', to: '{to}' }})")
            table.until(f"view.cards['{to}'].includes('{card}')")
        table.until("view.refusals.length > 1")
        page.wait_for_selector("#told li")
        for size in (USUAL, 20, LARGE, 32):
            with letters(page, size):
                page.wait_for_function(
                    f"() => getComputedStyle(document.documentElement).fontSize === '{size}px'"
                )
                for width, height in LOW:
                    table.resize(width, height)
                    seen = page.evaluate(MENDS)
                    assert len(seen) == 2
                    assert min(map(min, seen)) >= 9, (size, width, height, seen)
                    table.picture(f"letters-asked-{size}-{width}x{height}")
