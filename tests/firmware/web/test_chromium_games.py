"""Games to their end in real Chromium: by dragging, and by keys alone, in three languages.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import parsed
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web.browser import TO_THE_END, Keyboard, Table, browser, page_of, same_pixels, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]


def cost(card: str) -> int:
    """What a unit costs to place where nothing is added."""
    unit = standard_deck().unit(card)
    assert unit is not None
    return unit.movement_cost


def place_and_pay(table: Table) -> None:
    """Red places the cheapest unit, and pays with what there is."""
    deck = standard_deck()
    unit = min((card for card in table.hand("red") if deck.unit(card)), key=cost)
    table.lay(unit, "5 red")
    table.until(f"view.game.unpaid.includes('{unit}')")
    due = table.view()["game"]["due"]
    while due > 0:
        card = table.hand("red")[-1]
        due -= deck.command_points(card)
        table.lay(card, "pad red")
    table.press("ok red")
    table.until("view.game.unpaid.length === 0 && view.cards['pad red'].length === 0")


def story(table: Table, *, pays: bool = False) -> None:
    """A flank attack, an attack, both with two bonus cards; a unit placed and paid for; then the turns to the victory
    check."""
    for column, flank in ((2, True), (4, False)):
        table.until(f"view.game.step === {'flank' if flank else 'actions'!r}")
        table.press(f"column {column} red")
        table.until(f"view.game.attack === {column}")
        if flank:
            table.press(f"column {column} red")  # which column leads (FG-F2)
        table.lay(table.hand("red")[-1], "pad red")
        table.press("ok red")
        table.until("view.game.actors[0] === 'blue'")
        table.lay(table.hand("blue")[0], "pad blue")
        table.press("ok blue")
        table.until("view.game.attack === null && view.record.some(line => line.act === 'reveal')")
        table.until("view.cards['pad red'].length === 0 && view.cards['pad blue'].length === 0")
        table.until("view.corrections.length === 0")
    assert table.view()["game"]["sides"]["red"]["terrains"] >= 3
    if pays:
        place_and_pay(table)
    for player in ("red", "blue"):
        table.until(f"view.game.active === '{player}' && view.game.step === 'actions'")
        table.hold(f"ok {player}", "view.game.step === 'draw'")
        table.press(f"ok {player}")
    table.until("view.game.winner === 'red'")


@pytest.mark.soak
def test_a_game_to_its_end_by_dragging(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=TO_THE_END)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page = table.page
        page.click("#odds [data-act=odds]")
        page.wait_for_selector("#odds .bar")
        assert page.locator("#odds section").count() == 1
        table.picture("odds")
        page.click("[data-eye=blue]")
        assert page.locator('.card[data-at="hand blue"] .face.back').count() == 6
        page.click("[data-eye=blue]")
        with page_of(browser, f"{address}?role=spectator", owner, color_scheme="dark") as looking_on:
            assert looking_on.view()["cards"]["hand red"] == 6
            assert looking_on.page.locator("[data-button]:not([disabled])").count() == 0
            assert looking_on.page.locator('.card[data-at="hand red"] .face.back').count() == 6
            looking_on.picture("spectator")
        story(table)
        same_pixels(table)
        assert "Red wins" in page.locator("#finale h2").inner_text()
        assert re.search("[34] terrains held", page.locator("#finale").inner_text())
        table.picture("end")
        with page.expect_download() as download:
            page.click("#finale [data-act=save]")
        text = Path(download.value.path()).read_text(encoding="utf-8")
        record = parsed(text, file="record", games=games_known())
        assert record.tags["Result"] == "red"
        page.click("#finale [data-act=review]")
        page.wait_for_selector("#then:not([hidden])")
        assert "blue/light-cavalry-1" in page.evaluate("signifer.surface.view.cards['2 blue']")
        page.click("#past [data-way=next]")
        table.picture("look-back")
        page.keyboard.press("Escape")
        page.wait_for_selector("#then", state="hidden")


@pytest.mark.slow
def test_a_game_to_its_end_by_keyboard_in_french_and_german(browser: Browser) -> None:
    choice = Choice(TWO, languages=(("red", "fr"), ("blue", "de")), seed=3, position=TO_THE_END)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner, Keyboard, locale="fr", reduced_motion="reduce") as table,
    ):
        page = table.page
        page.focus(f'.card[data-card="{table.hand("red")[0]}"]')
        page.keyboard.press("Enter")
        # What is read out is told a moment later, so that the same words twice are read twice.
        page.locator("#voice", has_text=re.compile("flèches")).wait_for(state="attached")
        assert page.evaluate("document.activeElement.dataset.place") == "3 red"
        page.keyboard.press("Escape")
        story(table, pays=True)
        assert page.evaluate("document.documentElement.lang") == "fr"
        assert "Rouge gagne" in page.locator("#finale h2").inner_text()
        page.locator("[data-act=close-end]").press("Enter")
        # Whoever plays by keys is on the table again, where they were.
        page.wait_for_function("() => document.activeElement.closest('#wood')")
        table.picture("french")
        page.click("[data-act=theme]")
        page.select_option("select[data-act=language]", "de")
        page.wait_for_selector("html[lang=de][data-theme=dark]")
        assert "Spiel zu Ende" in page.locator("#now h2").first.inner_text()
        table.picture("german")
        # The same again: red's screens spoke the page's language and follow it, blue's have their own.
        page.reload()
        again = page.locator("#finale [data-act=restart]")
        for width, height, least in ((800, 480, 300), (3840, 2160, 1000)):
            table.resize(width, height)
            box, scroll = again.bounding_box(), page.locator("#finale .scroll").bounding_box()
            assert box is not None
            assert scroll is not None
            assert box["y"] + box["height"] <= height
            assert scroll["width"] > least
        table.resize(1440, 900)
        told = page.locator(f"#{again.get_attribute('aria-describedby')}").inner_text()
        assert told.startswith("Eine neue Partie beginnt sofort")
        assert "gespielten" in told
        assert page.locator("#now [data-act=restart]").get_attribute("title") == told
        again.click()
        table.until("view.game.winner === null")
        assert owner.live.choice.languages == (("red", "de"), ("blue", "de"))


# Of each, the lines that forced colours leave: those of its border, and those around it.
LINES = """selector => [...document.querySelectorAll(selector)].map(one => {
  const { borderTopStyle, borderLeftColor, outlineStyle } = getComputedStyle(one);
  return [borderTopStyle, borderLeftColor, outlineStyle].join(" ");
})"""


def test_in_forced_colours_lines_tell_the_marker_and_the_turn(browser: Browser) -> None:
    """What colours and shadows tell else: where the marker is, which way it may not go, and whose turn it is."""
    with (
        served(Choice("team-3", seed=4, game="thermopyles")) as (address, owner),
        page_of(browser, address, owner, forced_colors="active") as table,
    ):
        lines = table.page.evaluate(LINES, ".way span")
        assert len(lines) == 7
        assert len({table.page.evaluate(LINES, f".way .{kind}")[0] for kind in ("here", "gate", "lost")}) == 3
        assert len(set(lines)) == 4
        table.until("view.game.step === 'act'")
        (turn,) = table.page.evaluate(LINES, ".abreast .hand.turn .label")
        assert turn not in table.page.evaluate(LINES, ".abreast .hand:not(.turn) .label")
        table.picture("forced-way")
    position = ("players 4", "variant none", "begin draw", "first 3")
    with (
        served(Choice("four", seed=4, game="call-to-glory", position=position)) as (address, owner),
        page_of(browser, address, owner, forced_colors="active") as table,
    ):
        for part, up in ((".cg-sums", ".up"), (".cg-tag", ".turn")):
            (turn,) = table.page.evaluate(LINES, f"{part}{up}")
            others = table.page.evaluate(LINES, f"{part}:not({up})")
            assert len(others) == 3
            assert turn not in others, part
        table.picture("forced-turn")
