"""One Chromium for all tests of a process, and windows of it that are kept: a page in a window that was used before
costs half of what it does in a new one, whose process has to start. Nothing that a page has stored is left.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Each holds a process of some 100 MB.
MOST_KEPT = 4
FORGET = "localStorage.clear(); sessionStorage.clear()"
# Whatever is waited for comes at once on a machine at rest, and on a busy one late.
PATIENCE_MS = 120_000

# By their options, those used last at the end.
_kept: list[tuple[str, BrowserContext]] = []


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The distribution's Chromium, driven over its own protocol."""
    from signifer_firmware.web.virtual.picture import BROWSERS

    from tests.conftest import MissingTool

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        MissingTool("Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        asyncio._set_running_loop(browser._loop)
        _kept.clear()
        browser.close()


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Iterator[Browser]:
    """Chromium, for the tests of a module. The driver's loop counts as running between its calls, too: only as long as
    it is wanted, for other tests run loops of their own."""
    asyncio._set_running_loop(chromium._loop)
    yield chromium
    asyncio._set_running_loop(None)


@contextmanager
def window_of(browser: Browser, **options: Any) -> Iterator[Page]:
    """A page in a window with these options, one that is kept if there is one."""
    key = json.dumps(options, sort_keys=True)
    kept = next((pair for pair in reversed(_kept) if pair[0] == key), None)
    if kept is not None:
        _kept.remove(kept)
    window = browser.new_context(**options) if kept is None else kept[1]
    # The page that was there last keeps the process alive.
    page = window.new_page()
    page.set_default_timeout(PATIENCE_MS)
    try:
        yield page
        page.evaluate(FORGET)
        window.clear_cookies()
        page.goto("about:blank")
    except BaseException:
        window.close()
        raise
    for other in window.pages:
        if other != page:
            other.close()
    _kept.append((key, window))
    if len(_kept) > MOST_KEPT:
        _kept.pop(0)[1].close()
