"""The page in real Chromium: cards laid, paid, refused, attacks fought, by dragging, by tapping and by keys.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

import asyncio
import io
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from signifer_firmware.config import load_table
from signifer_firmware.web.live import ROBOT, TWO, Choice
from signifer_firmware.web.network import listening
from signifer_firmware.web.owner import Owner
from signifer_firmware.web.serve import Service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

    from tests.conftest import MissingTool

OUTPUT = Path(__file__).parents[2] / "test-output"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Looks of 20 ms each.
PATIENCE = 500
PLAIN = ("terrain plain plain plain plain plain", "first red", "begin actions")
PLACING = (*PLAIN, "count red hand 24", "count red deck 0")
ATTACK = (
    *PLAIN,
    "setup 3 red heavy-infantry-1",
    "setup 3 blue heavy-infantry-2",
    "count red hand 12",
    "count blue hand 12",
)


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The distribution's Chromium, driven over its own protocol."""
    missing: type[MissingTool] = request.getfixturevalue("missing_tool_of_module")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        missing("Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


class Table:
    """A table with its server, in threads of their own, and a page that looks at it."""

    def __init__(self, page: Page, owner: Owner) -> None:
        self.page, self.owner = page, owner

    def view(self) -> dict[str, Any]:
        """What the page was told last."""
        told: dict[str, Any] = self.page.evaluate("signifer.table.view")
        return told

    def until(self, condition: str) -> None:
        """Wait until something holds of the page's ``view``: the policy of the page forbids to wait inside of it."""
        for _ in range(PATIENCE):
            if self.page.evaluate(f"(view => {condition})(signifer.table.view)"):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"never: {condition}")

    def spot(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).bounding_box()
        assert box is not None, selector
        # Cards of a full hand show little more than their left edges.
        aside = 0.12 if selector.startswith(".card") else 0.3
        return box["x"] + box["width"] * aside, box["y"] + box["height"] * 0.4

    def drag(self, card: str, place: str) -> None:
        """Drag a card to a place, and wait until it lies there."""
        x, y = self.spot(f'.card[data-card="{card}"]')
        to = self.spot(f'[data-place="{place}"]')
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=4)
        self.page.mouse.up()
        self.until(f'view.cards["{place}"].includes("{card}")')

    def press(self, button: str, for_ms: int = 60) -> None:
        self.page.mouse.move(*self.spot(f'[data-button="{button}"]'))
        self.page.mouse.down()
        self.page.wait_for_timeout(for_ms)
        self.page.mouse.up()

    def hand(self, player: str, kind: str) -> str:
        """A card of a kind in a hand."""
        cards: list[str] = self.view()["cards"][f"hand {player}"]
        return next(card for card in cards if card.startswith(f"{player}/{kind}"))

    def picture(self, name: str) -> None:
        """Keep what is to be seen, when cards have come to rest."""
        self.page.wait_for_timeout(400)
        OUTPUT.mkdir(exist_ok=True)
        self.page.screenshot(path=OUTPUT / f"page-{name}.png")


@contextmanager
def served(choice: Choice) -> Iterator[tuple[str, Owner]]:
    """The address of a table that is played in this process."""
    with listening(None) as sock:
        address = f"http://127.0.0.1:{sock.getsockname()[1]}/"
        service = Service(load_table("standard"), choice, 1.0, None, False, io.StringIO())
        thread = threading.Thread(target=lambda: asyncio.run(service.run(sock, address)))
        thread.start()
        try:
            yield address, service.owner
        finally:
            service.end()
            thread.join()


@contextmanager
def page_of(browser: Browser, address: str, owner: Owner, **context: Any) -> Iterator[Table]:
    """A page in a window of its own; nothing may go wrong in it."""
    window = browser.new_context(**({"viewport": {"width": 1440, "height": 900}, "locale": "en"} | context))
    page = window.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if _is_wrong(said) else None)
    page.goto(address)
    page.wait_for_selector("body[data-ready]", timeout=10_000)
    try:
        yield Table(page, owner)
    finally:
        window.close()
    assert wrong == []


def _is_wrong(said: ConsoleMessage) -> bool:
    """Whether a line on the console is a fault of the page: not the advice for who reads a canvas as often as we do."""
    return said.type in ("error", "warning") and "willReadFrequently" not in said.text


@pytest.fixture
def table(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A page on a table that begins as the test's parameter says."""
    with served(request.param) as (address, owner), page_of(browser, address, owner) as table:
        yield table


PIXELS = """place => {
  const canvas = document.querySelector(`canvas[data-screen="${place}"]`);
  const seen = canvas.getContext("2d").getImageData(0, 0, 128, 64).data;
  return Array.from({ length: 128 * 64 }, (_, at) => (seen[at * 4] > 100 ? 1 : 0)).join("");
}"""


def same_pixels(table: Table) -> None:
    """Every screen on the page shows what its chip's memory holds."""
    live = table.owner.live
    for place, chip in live.run.table.screens.items():
        image = chip.image()
        lit = "".join("1" if image.getpixel((x, y)) else "0" for y in range(64) for x in range(128))
        assert table.page.evaluate(PIXELS, place) == lit, place


@pytest.mark.parametrize("table", [Choice(ROBOT, seed=3, position=PLACING)], indirect=True)
def test_a_placement_is_refused_mended_and_paid_by_dragging(table: Table) -> None:
    spear, cavalry = table.hand("red", "spear"), table.hand("red", "cavalry")
    table.drag(spear, "3 red")
    table.until("view.game.due === 5")
    table.drag(cavalry, "3 red")
    refusal = table.page.locator("#refusals .refusal")
    refusal.wait_for()
    assert "FG-P2" in refusal.inner_text()
    assert "cannot share column 3" in refusal.inner_text()
    assert table.page.locator("#refusals").get_attribute("role") == "alert"
    table.picture("refused")
    same_pixels(table)
    table.drag(cavalry, "hand red")
    table.until("view.refusals.length === 0")
    table.drag(table.hand("red", "commander"), "pad red")
    table.press("ok red")
    table.until("view.game.due === 0 && view.game.unpaid.length === 0")
    table.until('view.cards["discard red"].length === 1')  # helping hands
    same_pixels(table)
    table.picture("paid")
    for language, word in (("fr", "Actions"), ("de", "Aktionen"), ("en", "Actions")):
        table.page.select_option("select[data-act=language]", language)
        table.page.wait_for_selector(f"html[lang={language}]")
        assert word.casefold() in table.page.locator("#now h2").first.inner_text().casefold()
    assert table.page.evaluate("document.querySelectorAll('#record li').length") >= 3


@pytest.mark.parametrize("table", [Choice(TWO, seed=3, position=ATTACK)], indirect=True)
def test_an_attack_with_both_bonus_cards_by_dragging(table: Table) -> None:
    table.press("column 3 red")
    table.until("view.game.step === 'bonus'")
    table.page.click("[data-eye=blue]")
    assert table.page.locator('.card[data-at="hand blue"] .face.back').count() == 12
    table.drag(table.hand("red", ""), "pad red")
    table.press("ok red")
    table.until("view.game.actors[0] === 'blue'")
    table.page.click("[data-eye=blue]")
    table.drag(table.hand("blue", ""), "pad blue")
    table.press("ok blue")
    table.until("view.game.attack === null && view.record.some(line => line.act === 'reveal')")
    table.picture("attack")
    same_pixels(table)
    table.until("view.cards['pad red'].length === 0 && view.cards['pad blue'].length === 0")


@pytest.mark.parametrize("table", [Choice(ROBOT, seed=3, position=PLACING)], indirect=True)
def test_a_turn_by_keyboard(table: Table) -> None:
    keys, page = table.page.keyboard, table.page
    card = table.hand("red", "light-cavalry")
    page.focus(f'.card[data-card="{card}"]')
    keys.press("Enter")
    page.wait_for_selector(".card.picked")
    # What is read out is told a moment later, so that the same words twice are read twice.
    page.locator("#voice", has_text="Light cavalry").wait_for(state="attached")
    assert page.evaluate("document.activeElement.dataset.place") == "3 red"
    keys.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") == "4 red"
    keys.press("Enter")
    table.until(f'view.cards["4 red"].includes("{card}")')
    table.until("view.game.unpaid.length === 1")
    keys.press("Escape")
    page.focus('[data-button="ok red"]')
    keys.down("Enter")
    table.until("view.table.held.length === 1")
    table.until("view.game.step === 'draw'")
    keys.up("Enter")
    table.until("view.table.held.length === 0")
    table.picture("keyboard")
    assert (
        page.evaluate("[...document.querySelectorAll('#table [tabindex=\"0\"], #table button')].length") > 10
    )


def test_a_phone_shows_all_and_lays_by_tapping(browser: Browser) -> None:
    width = 360
    phone = {"viewport": {"width": width, "height": 800}, "device_scale_factor": 2, "has_touch": True}
    choice = Choice(ROBOT, seed=3, position=PLACING)
    with served(choice) as (address, owner), page_of(browser, address, owner, **phone) as table:
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width
        unit = table.view()["cards"]["hand red"][0]
        table.page.touchscreen.tap(*table.spot(f'.card[data-card="{unit}"]'))
        table.page.wait_for_selector(".card.picked")
        table.page.touchscreen.tap(*table.spot('[data-place="2 red"]'))
        table.until(f'view.cards["2 red"].includes("{unit}")')
        table.until("view.game.due > 0")
        table.picture("phone")


def test_a_spectator_sees_no_hand_and_presses_nothing(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, f"{address}?role=spectator", owner, color_scheme="dark") as table,
    ):
        assert table.view()["cards"]["hand red"] == 12
        assert table.page.locator("[data-button]:not([disabled])").count() == 0
        assert table.page.locator('.card[data-at="hand red"] .face.back').count() == 12
        table.picture("spectator")
