"""Thermopyles in real Chromium: a whole game alone, by dragging and pressing, and how one is won, in three languages.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from signifer_core.games.thermopyles.deck import standard_deck
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import parsed
from signifer_firmware.web.play import Choice

from tests.firmware.web.browser import Table, browser, page_of, same_pixels, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

GAME = "thermopyles"
# Eleven lie in the cemetery, and the weakest Persian comes first.
NEARLY_WON = (
    "players 1",
    "marker 3",
    "setup 1 blue persian-1",
    "setup 2 blue persian-28",
    "count cemetery 11",
    "count 1 hand 4",
    "begin act",
)


def spartans(table: Table, seat: str = "1") -> list[str]:
    """The hand of a player, the strongest last."""
    return sorted(table.view()["cards"][f"hand {seat}"], key=standard_deck().battle)


def carry(table: Table, selector: str, place: str) -> None:
    """Drag whatever is there to a place."""
    table.page.mouse.move(*table.spot(selector))
    table.page.mouse.down()
    table.page.mouse.move(*table.spot(f'[data-place="{place}"]'), steps=4)
    table.page.mouse.up()


def draw(table: Table, deck: str, place: str, number: int = 1) -> None:
    """Drag the top cards of a deck to a place."""
    for count in range(1, number + 1):
        carry(table, f'[data-place="deck {deck}"]', place)
        table.until(f"view.cards['{place}'].length === {count}")


def clear(table: Table) -> None:
    """Do what the table asks for with one press, till it asks nothing more."""
    table.page.click("[data-act=as-told]")
    table.until("view.corrections.length === 0")


def fight(table: Table, supports: int) -> None:
    """The strongest Spartan charges, with so many supports, a die each; whoever he defeats is laid where he belongs."""
    table.lay(spartans(table)[-1], "1 red")
    for number in range(1, supports + 1):
        table.lay(f"support-{number}", "pad red")
    table.until("view.game.laid")
    table.press("ok red")
    for due in range(supports, 0, -1):
        table.until(f"view.game.fight?.due === {due}")
        table.press("dice")
    table.until("view.game.step !== 'dice' && view.game.step !== 'act' || view.game.last")
    total = (table.view()["game"]["fight"] or table.view()["game"]["last"])["total"]
    table.page.locator("#result .verdict", has_text=f"The Spartans come to {total}.").wait_for()
    table.picture("thermopyles-result")
    while (game := table.view()["game"])["step"] == "result":
        deck, met = standard_deck(), game["met"]
        column = 5 if game["fight"]["total"] >= deck.persian(met).annihilation else 4
        table.lay(met, f"{column} blue")
        table.until(f"view.game.met !== '{met}'")


def draw_or_leave(table: Table) -> None:
    """Into a hand with room a card is drawn; into a full one once, for a discard; then it is left."""
    held, deck = len(spartans(table)), table.view()["game"]["spartans"]
    if held == 5 and deck < 14:
        table.hold("ok red", "view.game.step === 'act'")
        return
    table.press("ok red")
    if held == 5:
        table.until("view.game.step === 'discard' && view.cards['hand 1'].length === 6")
        table.lay(spartans(table)[0], "pad red")
        table.press("ok red")
    table.until("view.game.step === 'act'")


def take_cards(table: Table) -> None:
    """Take what symbols give, till the next turn begins."""
    table.until("['act', 'draw'].includes(view.game.step)")
    while (game := table.view()["game"])["step"] == "draw":
        table.press("ok red")
        table.until(f"view.game.spartans < {game['spartans']} || view.game.step === 'act'")


def sit_down(table: Table) -> None:
    """Say that one plays, and deal by hand."""
    table.until("view.game.step === 'players'")
    table.press("column 1 red")
    table.until("view.game.hands?.length === 1 && view.owed.red === 4 && view.owed.blue === 2")
    draw(table, "red", "hand 1", 4)
    draw(table, "blue", "1 blue")
    draw(table, "blue", "2 blue")
    table.until("view.game.step === 'act'")


def stray(table: Table) -> None:
    """A Persian in the wrong place, what the table says of it, and back."""
    page = table.page
    carry(table, '.card[data-at="2 blue"]', "3 blue")
    page.wait_for_selector("#refusals .refusal")
    page.click("#refusals [data-law]")
    page.wait_for_selector("dialog.law")
    page.keyboard.press("Escape")
    carry(table, '.card[data-at="3 blue"]', "2 blue")
    table.until("view.refusals.length === 0")


def retreat_till_lost(table: Table) -> None:
    """To the marker's seventh place."""
    for marker in range(1, 7):
        table.until("view.game.step === 'act' && view.corrections.length === 0")
        table.hold("ok red", f"view.game.marker === {marker + 1}")
        if marker < 6:
            table.until("view.game.step === 'draw'")
            draw_or_leave(table)
    table.until("view.game.winner === 'blue'")


def look_back(table: Table) -> None:
    """Save the record, go back to its first line and forth again."""
    page = table.page
    with page.expect_download() as download:
        page.click("#finale [data-act=save]")
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert parsed(text, file="record", games=games_known()).tags["Result"] == "blue"
    page.click("#finale [data-act=review]")
    page.wait_for_selector("#then:not([hidden])")
    assert page.evaluate("signifer.surface.view.game.marker") in (None, 1)
    page.click("#past [data-way=last]")
    # Where nobody had a hand yet, places were others: built again, and each screen drawn on them.
    same_pixels(table)


def begin_the_other_game(table: Table) -> None:
    """In a low window, too, what begins it is in sight."""
    page = table.page
    table.resize(1024, 600)
    page.click("[data-act=new]")
    begin = page.locator("dialog button[value=begin]").bounding_box()
    assert begin is not None
    assert begin["y"] + begin["height"] < 600
    table.resize(1440, 900)
    assert page.locator("dialog .modes .option").count() == 5
    page.click("dialog .games .option:first-child")
    page.click("dialog .modes .option:nth-child(2)")
    page.click("dialog button[value=begin]")
    table.until("view.table.game === 'field-of-glory' && view.cards['hand blue']?.length === 9")
    page.wait_for_selector('.card[data-at="hand blue"] .face.blue')
    assert page.locator(".face.back").count()
    assert not page.locator(".face.th").count()


@pytest.mark.soak
def test_a_whole_game_alone_by_dragging(browser: Browser) -> None:
    """From the empty table to the marker's seventh place; the first combat without any helping hand."""
    choice = Choice("solo", by_hand=True, seed=4, game=GAME)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner, reduced_motion="reduce") as table,
    ):
        page = table.page
        page.click("[data-act=helping]")
        sit_down(table)
        page.click("#odds [data-act=odds]")
        page.wait_for_selector("#odds .bar")
        assert page.locator("#odds section").count() == 4
        stray(table)
        fight(table, supports=2)
        table.picture("thermopyles-combat")
        clear(table)
        page.click("[data-act=helping]")
        page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        take_cards(table)
        retreat_till_lost(table)
        assert "The Persians have won" in page.locator("#finale h2").inner_text()
        assert "TH-10" in page.locator("#finale").inner_text()
        table.picture("thermopyles-end")
        assert not page.locator("#record .shape:not(.red):not(.blue)").count()
        look_back(table)
        begin_the_other_game(table)
        page.select_option("select[data-act=language]", "de")
        page.wait_for_selector("html[lang=de]")


@pytest.mark.soak
def test_a_game_is_won_in_french_before_a_phone_that_looks_on_in_german(browser: Browser) -> None:
    choice = Choice("solo", seed=4, position=NEARLY_WON, game=GAME)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner, locale="fr", color_scheme="dark", reduced_motion="reduce") as table,
        page_of(
            browser,
            f"{address}?role=spectator",
            owner,
            locale="de",
            viewport={"width": 360, "height": 740},
            has_touch=True,
            is_mobile=True,
        ) as phone,
    ):
        table.until("view.game.step === 'act'")
        assert "Hot Gates" in phone.page.locator("#now").inner_text()
        assert phone.view()["cards"]["hand 1"] == 4
        assert phone.page.locator('.card[data-at="hand 1"] .face.back').count() == 4
        assert phone.page.locator("[data-button]:not([disabled])").count() == 0
        assert phone.page.evaluate("document.documentElement.scrollWidth") == 360
        table.lay(spartans(table)[-1], "1 red")
        table.lay("support-1", "pad red")
        table.until("view.game.laid")
        table.press("ok red")
        table.until("view.game.fight?.due === 2")
        assert "2 à lancer" in table.page.locator("#now").inner_text()
        table.press("dice")
        table.until("view.game.fight.due === 1")
        table.picture("thermopyles-french")
        phone.picture("thermopyles-phone")
        table.press("dice")
        table.hurry("view.game.winner === 'red'")
        assert "Les Spartiates ont gagné" in table.page.locator("#finale h2").inner_text()
        phone.until("view.game.winner === 'red'")
        assert "Die Spartaner haben gewonnen" in phone.page.locator("#finale h2").inner_text()
        phone.picture("thermopyles-phone-end")
        table.page.click("[data-act=close-end]")


def test_a_phone_calls_the_side_of_a_team_by_all_of_it(browser: Browser) -> None:
    with (
        served(Choice("team-3", seed=4, game=GAME)) as (address, owner),
        page_of(browser, f"{address}?role=spectator", owner) as phone,
    ):
        offered = phone.page.locator('[data-phone="ask red"]')
        assert offered.inner_text() == "The side of Player 1, Player 2, Player 3"
