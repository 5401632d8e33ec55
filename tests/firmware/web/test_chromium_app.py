"""The page as an app, in real Chromium: what the browser asks of one, and how it opens without its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web import windows
from tests.firmware.web.browser import ATTACK, browser, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]


@pytest.mark.slow
def test_the_page_can_be_installed_and_opens_without_its_table(browser: Browser) -> None:
    window = browser.new_context(locale="en")
    window.set_default_timeout(windows.PATIENCE_MS)
    page = window.new_page()
    with served(Choice(TWO, seed=3, position=ATTACK)) as (address, _):
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        devtools = window.new_cdp_session(page)
        faults = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A window of a test is a private one.
        assert {fault["errorId"] for fault in faults} <= {"in-incognito"}
        assert devtools.send("Page.getAppManifest")["errors"] == []
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        # Loaded once more, so that the worker has seen all that the page takes.
        page.reload()
        page.wait_for_selector("body[data-ready]")
        kept = page.evaluate(
            "caches.open('signifer').then(one => one.keys()).then(all => all.map(one => one.url))"
        )
        assert {each.removeprefix(address) for each in kept} >= {"main.js", "style/table.css", "lang/en.json"}
        assert all(each.startswith(address) for each in kept)
    page.reload()
    page.locator("#toast", has_text="table").wait_for()
    assert page.title() == "Signifer"
    assert page.evaluate("document.body.classList.contains('away')")
    window.close()


@pytest.mark.slow
def test_a_page_that_no_file_may_be_kept_of_opens_as_long_as_its_table_answers(browser: Browser) -> None:
    """A full disk, or a private window: then it does not open without its table, and that is all."""
    window = browser.new_context(locale="en")
    window.set_default_timeout(windows.PATIENCE_MS)
    page = window.new_page()
    with served(Choice(TWO, seed=3, position=ATTACK)) as (address, _):
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        page.evaluate("navigator.serviceWorker.ready.then(() => caches.delete('signifer'))")
        origin = address.removesuffix("/")
        window.new_cdp_session(page).send(
            "Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1}
        )
        page.reload()
        assert page.evaluate("navigator.serviceWorker.controller !== null")
        page.wait_for_selector("body[data-ready]")
        assert page.evaluate("caches.open('signifer').then(one => one.keys()).then(all => all.length)") == 0
    window.close()
