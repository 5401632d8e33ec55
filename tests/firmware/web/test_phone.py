"""A phone in real Chromium: it asks to be a player's, types the code off their screen, and sees what is theirs.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web.browser import ATTACK, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 800},
    "device_scale_factor": 2,
    "has_touch": True,
}
SHOWN = "() => [...document.querySelectorAll('#phone')].map(node => node.innerText).join('\\n')"


@pytest.mark.slow
def test_a_phone_is_paired_and_sees_what_is_its_players(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner) as hands,
        page_of(browser, f"{address}?role=spectator", owner, **PHONE, locale="de") as phone,
    ):
        keeper = owner.live.run.appliance.keeper
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
        phone.picture("phone-offer")
        phone.page.tap("[data-phone='ask red']")
        phone.page.locator("#phone input").wait_for()
        phone.until("view['screen red'] === 'masked'")
        hands.page.wait_for_timeout(300)
        hands.picture("phone-code-on-the-table")
        ((_, shown),) = keeper.pairing.shown
        wrong = "0000" if shown.code != "0000" else "1111"
        phone.page.fill("#phone input", wrong)
        phone.page.keyboard.press("Enter")
        phone.page.locator("#phone .note", has_text="Versuche übrig: 2").wait_for()
        phone.page.fill("#phone input", shown.code)
        phone.page.select_option("[data-act=language]", "fr")
        phone.page.locator("#phone h2", has_text="Vous jouez ici").wait_for()
        phone.page.select_option("[data-act=language]", "de")
        phone.page.locator("#phone h2", has_text="Spielst du hier").wait_for()
        assert phone.page.input_value("#phone input") == shown.code
        phone.picture("phone-typing")
        phone.page.tap("#phone button[type=submit]")
        phone.page.locator("#phone p", has_text="Drücke jetzt ok").wait_for()
        hands.press("ok red")
        phone.page.locator("#phone h2", has_text="Handy von Rot").wait_for()
        assert "im Menü erlauben" in phone.page.evaluate(SHOWN)
        hands.press("column 3 red")
        hands.until("view.game.step === 'bonus'")
        phone.page.reload()
        phone.page.locator("#phone h2", has_text="Handy von Rot").wait_for()
        phone.picture("phone-mine")
        assert phone.page.locator("[data-button]:not([disabled])").count() == 0
        phone.page.tap("[data-phone=drop]")
        phone.page.locator("[data-phone='ask red']").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "pads"), [("direct", 1), ("starter", 0)])
def test_a_phone_reads_a_pad_where_there_is_one(browser: Browser, name: str, pads: int) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK), name) as (address, owner),
        page_of(browser, address, owner) as hands,
        page_of(browser, f"{address}?role=spectator", owner, **PHONE) as phone,
    ):
        phone.page.tap("[data-phone='ask red']")
        phone.page.locator("#phone input").wait_for()
        ((_, shown),) = owner.live.run.appliance.keeper.pairing.shown
        phone.page.fill("#phone input", shown.code)
        phone.page.tap("#phone button[type=submit]")
        phone.page.locator("#phone p", has_text="ok").wait_for()
        hands.press("ok red")
        phone.page.locator("[data-phone=drop]").wait_for()
        assert phone.page.locator("[data-phone=pad]").count() == pads


@pytest.mark.slow
def test_two_buttons_are_held_together_with_one_mouse(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner) as hands,
    ):
        keeper = owner.live.run.appliance.keeper
        hands.page.keyboard.down("Shift")
        hands.press("ok red")
        hands.page.wait_for_selector("[data-button='ok red'].latched")
        assert hands.view()["table"]["held"] == [], "the first one waits for the other"
        hands.press("ok blue")
        hands.page.keyboard.up("Shift")
        hands.until("view.table.held.length === 2")
        drawn = hands.view()["screen red"]
        hands.hurry(f"view['screen red'] !== {drawn!r}")
        assert keeper.outlook.agreement is not None
        hands.press("ok red")
        hands.until("view.table.held.length === 0")
        assert hands.page.locator(".latched").count() == 0


@pytest.mark.slow
def test_a_card_in_the_fingers_is_there_no_more_in_another_game(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner) as hands,
    ):
        hands.carry(hands.hand("red")[0], "2 red")
        assert hands.page.locator(".dragged").count() == 1
        hands.another(mode="two")
        hands.until("view.cards['3 red'].length === 0")
        assert hands.page.locator(".dragged").count() == 0
        hands.page.mouse.up()
        hands.press("ok red")
        hands.until("view.table.held.length === 0")
        assert hands.view()["cards"]["2 red"] == []


def test_a_phone_of_a_side_is_called_by_all_who_sit_there(browser: Browser) -> None:
    """Four know themselves by their numbers, not by the side that two of them share."""
    position = ("players 4", "variant none", "begin draw", "first 3")
    with (
        served(Choice("four", seed=4, game="call-to-glory", position=position)) as (address, owner),
        page_of(browser, f"{address}?role=spectator", owner, **PHONE) as phone,
    ):
        offered = phone.page.locator("#phone [data-phone^=ask]")
        assert offered.all_inner_texts() == [
            "The side of Player 1, Player 3",
            "The side of Player 2, Player 4",
        ]
        phone.page.tap("[data-phone='ask blue']")
        phone.page.locator("#phone label", has_text="The code on Player 2, Player 4's screen").wait_for()
        phone.picture("phone-of-two")
        declined = "new CustomEvent('unpaired', { detail: { player: 'blue', reason: 'declined' } })"
        phone.page.evaluate(f"signifer.table.dispatchEvent({declined})")
        phone.page.locator("#phone .note", has_text="The side of Player 2, Player 4 has said no.").wait_for()


def test_who_sits_alone_on_a_side_of_three_is_called_alone(browser: Browser) -> None:
    position = ("players 3", "variant none", "begin draw", "first 3")
    with (
        served(Choice("three", seed=4, game="call-to-glory", position=position)) as (address, owner),
        page_of(browser, f"{address}?role=spectator", owner, **PHONE) as phone,
    ):
        offered = phone.page.locator("#phone [data-phone^=ask]")
        assert offered.all_inner_texts() == ["The side of Player 1, Player 3", "I am Player 2"]
