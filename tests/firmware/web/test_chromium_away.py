"""A table that does not answer for a while, or has no room, as pages tell it, in real Chromium: once, and not over and
over for as long as it lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web import windows
from tests.firmware.web.browser import AS_MOST, browser, served
from tests.firmware.web.upkeep_pages import PHONE, Service, patient, service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser", "patient", "service"]

pytestmark = pytest.mark.slow
TRIES = "() => { window.tries = 0; signifer.table.addEventListener('away', () => window.tries++); }"
SAID = "() => [...document.querySelectorAll('#voice p')].map(one => one.textContent)"


def looks(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    page.evaluate(TRIES)


def test_that_the_table_is_away_is_said_once(browser: Browser) -> None:
    with windows.window_of(browser, **AS_MOST) as page:
        with served(Choice(TWO, seed=3)) as (address, _):
            looks(page, address)
        page.wait_for_function("() => window.tries > 3")
        said = [text for text in page.evaluate(SAID) if text.startswith("The table does not answer")]
        assert len(said) == 1
        assert "does not answer" in page.inner_text("#toast.shown")


def test_a_table_without_room_is_asked_ever_less_often(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(Choice(TWO, seed=3)) as (address, _), windows.window_of(browser, **AS_MOST) as page:
        looks(page, address)
        monkeypatch.setattr("signifer_firmware.web.server.hub.MOST_PAGES", 0)
        page.evaluate("signifer.table.socket.close()")
        page.wait_for_function("() => window.tries > 3")
        assert page.evaluate("signifer.table.wait") >= 2000
        said = page.evaluate(SAID)
        assert len([text for text in said if text.startswith("Too many pages")]) == 1
        assert "The table is back." not in said
        assert "Too many pages" in page.inner_text("#toast.shown")
        monkeypatch.undo()
        page.wait_for_selector("body:not(.away)")
        assert "The table is back." in page.evaluate(SAID)
        assert page.evaluate("signifer.table.wait") == 250


def test_the_page_of_upkeep_says_once_that_the_table_is_away(browser: Browser, service: Service) -> None:
    with windows.window_of(browser, **PHONE) as page:
        page.goto(f"http://127.0.0.1:{service.port}/upkeep.html")
        page.wait_for_selector("body[data-ready]")
        page.evaluate(
            "() => { window.said = 0; new MutationObserver(() => window.said++)"
            ".observe(document.getElementById('alarm'), { childList: true }); }"
        )
        tries: list[str] = []
        page.on("websocket", lambda socket: tries.append(socket.url))
        service.end()
        while len(tries) < 3:
            page.wait_for_timeout(100)
        assert page.inner_text("#alarm") != ""
        assert page.evaluate("window.said") == 1
