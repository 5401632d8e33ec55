"""Who plays by keys sees where they are: the ring of what has the focus, by day and by night, in real Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web.browser import PLACING, browser, page_of, served
from tests.firmware.web.contrast import ring

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser"]

TABLE = (
    "#head [data-act=sound]",
    "#head [data-act=language]",
    "#head [data-act=new]",
    "#panel summary",
    ".push.column.red",
    ".push.ok.red",
    'canvas[data-screen="red"]',
    '.place[data-place="pad red"]',
    "#record ol",
)
NEW_GAME = (
    "dialog input[name=game]:checked",
    "dialog input[name=game]:not(:checked)",
    "dialog input[name=mode]:checked",
    "dialog input[name=mode]:not(:checked)",
    "dialog select",
    "dialog button",
)
DRAWER = (".ways input:checked", ".ways input:not(:checked)")
PLAYED = (".shelf .file input",)


def unseen(page: Page, look: str, *controls: str) -> list[tuple[str, str, int, int]]:
    """The controls whose ring is thinner than a pixel where it stands out, with what there is of it."""
    found = [(look, control, *ring(page, control)) for control in controls]
    return [each for each in found if each[2] < each[3]]


@pytest.mark.slow
def test_the_ring_of_what_has_the_focus_is_seen_on_every_kind_of_control(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=4, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page, found = table.page, []
        table.resize(1440, 900)
        for look in ("light", "dark"):
            page.evaluate(
                "look => { if (document.documentElement.dataset.theme !== look)"
                " document.querySelector('[data-act=theme]').click(); }",
                look,
            )
            found += unseen(page, look, *TABLE)
            page.click("#head [data-act=new]")
            page.wait_for_selector("dialog.choose")
            found += unseen(page, look, *NEW_GAME)
            page.keyboard.press("Escape")
            page.click("#head [data-act=drawer]")
            page.wait_for_selector(".ways")
            found += unseen(page, look, *DRAWER)
            page.click("#head [data-act=drawer]")
            page.click("#head [data-act=played]")
            # Where the list comes it takes the focus.
            page.wait_for_selector(".shelf li")
            found += unseen(page, look, *PLAYED)
            page.keyboard.press("Escape")
        assert found == []
