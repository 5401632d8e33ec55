"""The table on a wall, and over a moving picture, in real Chromium: as large as it is promised, and without a secret.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.session.agreeing import agree, choose
from tests.firmware.web.browser import ATTACK, PLACING, at_table, browser, page_of, served
from tests.firmware.web.table import put_in_hand

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

TV: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
# The smallest letters, and a total's, as parts of the window's height; and whether anything lies outside.
SIZES = """() => {
  const high = node => parseFloat(getComputedStyle(node).fontSize) / innerHeight;
  const all = [...document.querySelectorAll("#wall p, #wall footer, #wall small, #wall b")];
  const inside = all.every(node => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  });
  return {
    least: Math.min(...all.map(high)),
    total: Math.min(...[...document.querySelectorAll("#wall .sum")].map(high)),
    inside,
    scrolls: document.documentElement.scrollHeight > innerHeight,
  };
}"""


@pytest.mark.slow
def test_on_a_wall_totals_are_read_from_four_metres_and_nothing_can_be_pressed(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner) as hands,
        page_of(browser, f"{address}?layout=tv", owner, **TV) as wall,
    ):
        wall.page.locator("#wall .sum.red", has_text="4").wait_for()
        sizes = wall.page.evaluate(SIZES)
        # 2 cm and 10 cm on a screen that is 50 cm high.
        assert sizes["least"] >= 0.035
        assert sizes["total"] >= 0.19
        assert sizes["inside"]
        assert not sizes["scrolls"]
        assert wall.view()["table"]["viewer"] == "spectator"
        assert wall.page.locator("#wall button, #wall select, #wall [role=button]").count() == 0
        assert wall.page.evaluate("getComputedStyle(document.querySelector('#app')).display") == "none"
        wall.picture("wall-tv")
        hands.press("column 3 red")
        wall.page.locator("#wall section.fights").wait_for()
        wall.page.locator("#wall .turn.red.up", has_text="Bonus card").wait_for()
        wall.page.locator("#wall footer", has_text="Red attacks").wait_for()
        for width, height in ((1280, 720), (3840, 2160)):
            wall.resize(width, height)
            sizes = wall.page.evaluate(SIZES)
            assert sizes["inside"], (width, height)
            assert sizes["total"] >= 0.19
        wall.resize(1920, 1080)
        wall.picture("wall-tv-attack")


@pytest.mark.slow
def test_over_a_moving_picture_lie_the_last_card_totals_and_odds_if_both_allow_them(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner) as hands,
        page_of(browser, f"{address}?layout=overlay", owner, **TV) as over,
    ):
        for where in ("document.documentElement", "document.body"):
            assert over.page.evaluate(f"getComputedStyle({where}).backgroundColor") == "rgba(0, 0, 0, 0)"
        hands.press("column 3 red")
        over.page.locator("#wall .totals b", has_text="4").first.wait_for()
        assert over.page.locator("#wall .chances").count() == 0
        at_table(owner, lambda: put_in_hand(owner.live, "red", "red/commander-1"))
        hands.page.evaluate("signifer.table.send({do: 'move', card: 'red/commander-1', to: 'pad red'})")
        hands.until("view.cards['pad red'].includes('red/commander-1')")
        over.until("view.cards['pad red'] === 1")
        assert "commander-1" not in over.page.evaluate("JSON.stringify(signifer.table.view)")
        assert "ommander" not in over.page.inner_text("#wall")
        keeper = owner.live.run.appliance.keeper
        at_table(owner, lambda: choose(keeper, ("odds on",), owner.live.run.now_us))
        hands.press("ok red")
        over.until("view.table.odds")
        over.page.locator("#wall .chances").wait_for()
        over.picture("wall-overlay")


@pytest.mark.slow
def test_the_last_card_that_everybody_saw_is_shown_large(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as hands,
        page_of(browser, f"{address}?layout=overlay", owner, **TV) as over,
    ):
        unit, payment = "red/light-infantry-1", "red/commander-1"
        for card, place in ((unit, "2 red"), (payment, "pad red")):
            at_table(owner, partial(put_in_hand, owner.live, "red", card))
            hands.page.evaluate(f"signifer.table.send({{do: 'move', card: '{card}', to: '{place}'}})")
            hands.until(f"view.cards['{place}'].includes('{card}')")
        hands.press("ok red")
        over.page.locator("#wall .shown-card > svg").wait_for()
        over.page.locator("#wall .last", has_text="has paid").wait_for()
        assert over.page.locator("#wall .shown-card", has_text="infantry").count() == 1
        assert "ommander" not in over.page.content()
        over.picture("wall-overlay-card")
        # What is taken back is not what came last.
        hands.page.click("[data-act=undo]")
        hands.hurry("view.undone.length > 0")
        over.page.locator("#wall .last", has_text="has paid").wait_for(state="detached")


def test_wall_and_overlay_say_what_was_agreed_on_and_who_has_won(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, f"{address}?layout=tv", owner, **TV) as wall,
        page_of(browser, f"{address}?layout=overlay", owner, **TV) as over,
    ):
        keeper = owner.live.run.appliance.keeper

        def agreed(key: str, value: str) -> None:
            agree(keeper, key, value, owner.live.run.now_us)

        at_table(owner, partial(agreed, "active", "blue"))
        for page in (wall, over):
            last = page.page.locator("#wall footer, #wall .last", has_text="Agreed")
            last.wait_for()
            assert last.inner_text() == "Agreed: Whose turn it is: Blue"
        at_table(owner, partial(agreed, "over", "red"))
        for page, name in ((wall, "tv"), (over, "overlay")):
            page.until("view.game.winner === 'red'")
            last = page.page.locator("#wall footer, #wall .last")
            assert last.inner_text() == "Red wins. Both agreed to end it"
            page.picture(f"wall-{name}-end")


@pytest.mark.slow
def test_of_four_players_the_wall_says_by_number_who_is_meant(browser: Browser) -> None:
    position = ("players 4", "variant none", "begin draw", "first 3")
    with (
        served(Choice("four", seed=4, game="call-to-glory", position=position)) as (address, owner),
        page_of(browser, address, owner) as hands,
        page_of(browser, f"{address}?layout=tv", owner, **TV) as wall,
    ):
        wall.page.locator("#wall .turn.red.up", has_text=re.compile("^Player 3\\s+Draw two cards")).wait_for()
        wall.page.locator(
            "#wall .turn.blue", has_text=re.compile("^Player 2, Player 4\\s+Player 3 draws")
        ).wait_for()
        held = len(hands.view()["cards"]["hand 3"])
        hands.press("ok red")
        hands.until(f"view.game.step === 'play' && view.cards['hand 3'].length === {held + 2}")
        hands.lay(hands.view()["cards"]["hand 3"][0], "pad red")
        hands.press("ok red")
        wall.page.locator("#wall .turn.blue.up b", has_text="Player 4").wait_for()
        wall.page.locator("#wall footer", has_text="Player 3 discards").wait_for()
        wall.picture("wall-tv-of-four")
