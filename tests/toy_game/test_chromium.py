"""The toy game in real Chromium: a page that nobody wrote for it, against a robot that nobody wrote for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.game_api import registry
from signifer_firmware.web.play import ROBOT, Choice

from tests.firmware.web.browser import browser, page_of, served

from .game import TOY

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with registry.registered(TOY):
        yield


@pytest.mark.soak
def test_a_game_without_a_page_of_its_own_is_played_on_the_page(browser: Browser) -> None:
    with (
        served(Choice(ROBOT, seed=3, game=TOY.name)) as (address, owner),
        page_of(browser, address, owner, reduced_motion="reduce") as table,
    ):
        table.until("view.game.step === 'battle'")
        assert sorted(table.view()["cards"]["hand red"]) == [f"red/guard-{number}" for number in range(1, 6)]
        # Used cards come back into the hand: no page of its own says where else.
        left = [f"red/guard-{number}" for number in range(1, 6)]
        table.page.hover('.card[data-card="red/guard-5"]')
        table.page.wait_for_selector("#inspect .laying")
        assert table.page.locator("#inspect .laying li.yes b").all_text_contents() == ["✓"]
        while not (game := table.view()["game"])["winner"]:
            if game["active"] == "red":
                card = left.pop()
                table.lay(card, "3 red")
                table.until(f"view.record.some(line => line.act === 'lay' && line.card === '{card}')")
            table.until("view.game.winner || (view.game.active === 'red' && view.corrections.length === 0)")
        assert game["winner"] in ("red", "blue", "draw")
        assert table.page.locator(".card svg.face.red").count() >= 1
        assert "{" not in table.page.inner_text("body")
        assert "Laid: Guard 5" in table.page.inner_text("#record")
        table.page.click("#finale [data-act=close-end]")
        table.page.click("#head [data-act=new]")
        # It has no words for ways to begin, nor a note, and its name is made of its id.
        assert table.page.locator("dialog .games label").all_inner_texts()[-1] == "Toy"
        assert table.page.locator("dialog .ways-in label").count() == 0
        # Its players hide nothing, so that two at the screen are not offered to cover hands.
        table.page.check("dialog .modes [value=two]")
        assert not table.page.is_visible("dialog .check")
        assert "hidden" not in table.page.inner_text("dialog .modes")
        table.page.check("dialog .games [value=field-of-glory]")
        table.page.check("dialog .modes [value=two]")
        assert table.page.is_visible("dialog .check")
        assert "hidden" in table.page.inner_text("dialog .modes")
        table.page.keyboard.press("Escape")
        table.picture("toy")
