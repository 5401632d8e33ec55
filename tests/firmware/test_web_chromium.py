"""The page in real Chromium: games set up, played and ended by dragging, by tapping and by keys; parts that break.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from signifer_core.games.field_of_glory.actions import LayTerrain
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.draft import terrain_columns
from signifer_firmware.config import load_table
from signifer_firmware.game_record import parsed
from signifer_firmware.record_command import games_known
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
# Looks of 30 ms each, and what they cost.
PATIENCE = 900
LOOK_MS = 30
# So long that no press becomes a hold because a machine is busy.
HOLD_MS = 5_000
# Time passes faster, so that less of it is waited for.
SPEED = 2
PLAIN = ("terrain plain plain plain plain plain", "first red")
PLACING = (*PLAIN, "begin actions", "count red hand 8")
ATTACK = (
    *PLAIN,
    "begin actions",
    "setup 3 red heavy-infantry-1",
    "setup 3 blue heavy-infantry-2",
    "count red hand 12",
    "count blue hand 12",
)
# Red attacks column 2 in the flank, then column 4; with 1, 2 and 3 he has won when his next turn begins.
TO_THE_END = (
    *PLAIN,
    "begin flank",
    "setup 1 red spear-1",
    "setup 2 red heavy-infantry-1",
    "setup 2 blue light-cavalry-1",
    "setup 4 red heavy-infantry-2",
    "setup 4 blue light-infantry-1",
    "control 1 red",
    "control 3 red",
    "count red hand 6",
    "count blue hand 6",
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
    """A table with its server, in threads of their own, and a page that looks at it; played with a mouse."""

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
            self.page.wait_for_timeout(LOOK_MS)
        raise AssertionError(f"never: {condition}")

    def spot(self, selector: str) -> tuple[float, float]:
        self.at_rest()
        box = self.page.locator(selector).bounding_box()
        assert box is not None, selector
        # Cards of a full hand show little more than their left edges.
        aside = 0.12 if selector.startswith(".card") else 0.3
        return box["x"] + box["width"] * aside, box["y"] + box["height"] * 0.4

    def at_rest(self) -> None:
        """Wait until no card is on its way."""
        self.page.evaluate(
            "Promise.all(document.getAnimations().filter(one => one instanceof CSSTransition)"
            ".map(one => one.finished.catch(() => null))).then(() => null)"
        )

    def carry(self, card: str, place: str) -> None:
        """Drag a card to a place, and keep it in the fingers."""
        x, y = self.spot(f'.card[data-card="{card}"]')
        to = self.spot(f'[data-place="{place}"]')
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=4)

    def swap(self, card: str, place: str) -> None:
        """Lay a card in another one's place, with both hands at once."""
        self.page.keyboard.down("Shift")
        self.carry(card, place)
        self.page.mouse.up()
        self.page.keyboard.up("Shift")
        self.until(f'JSON.stringify(view.cards["{place}"]) === JSON.stringify(["{card}"])')

    def lay(self, card: str, place: str) -> None:
        """Lay a card, and wait until it lies there."""
        self.carry(card, place)
        self.page.mouse.up()
        self.until(f'view.cards["{place}"].includes("{card}")')

    def press(self, button: str) -> None:
        self.page.mouse.move(*self.spot(f'[data-button="{button}"]'))
        self.page.mouse.down()
        self.page.mouse.up()

    def hold(self, button: str, until: str) -> None:
        """Hold a button until something holds; it takes HOLD_MS, so time passes faster."""
        self.page.mouse.move(*self.spot(f'[data-button="{button}"]'))
        self.page.mouse.down()
        self.hurry(until)
        self.page.mouse.up()
        self.until("view.table.held.length === 0")

    def hurry(self, until: str) -> None:
        """Let time pass faster still until something holds."""
        self.page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        self.until(until)
        self.page.evaluate(f"signifer.table.send({{ do: 'speed', speed: {SPEED} }})")

    def hand(self, player: str, kind: str = "") -> list[str]:
        """The cards in a hand of a kind, those of least command points first."""
        cards: list[str] = self.view()["cards"][f"hand {player}"]
        found = [card for card in cards if card.startswith(f"{player}/{kind}")]
        return sorted(found, key=standard_deck().command_points)

    def picture(self, name: str) -> None:
        """Keep what is to be seen, when cards have come to rest."""
        self.at_rest()
        OUTPUT.mkdir(exist_ok=True)
        self.page.screenshot(path=OUTPUT / f"page-{name}.png")


class Keyboard(Table):
    """The same, played with keys alone."""

    def lay(self, card: str, place: str) -> None:
        keys, page = self.page.keyboard, self.page
        page.focus(f'.card[data-card="{card}"]')
        keys.press("Enter")
        page.wait_for_selector(".card.picked")
        for _ in range(12):
            way = page.evaluate(WAY, place)
            if way is None:
                break
            keys.press(way)
        keys.press("Enter")
        self.until(f'view.cards["{place}"].includes("{card}")')

    def press(self, button: str) -> None:
        self.page.focus(f'[data-button="{button}"]')
        self.page.keyboard.press("Enter")

    def hold(self, button: str, until: str) -> None:
        self.page.focus(f'[data-button="{button}"]')
        self.page.keyboard.down("Enter")
        self.hurry(until)
        self.page.keyboard.up("Enter")
        self.until("view.table.held.length === 0")


# The arrow that leads from what has the focus towards a place; null there.
WAY = """place => {
  const from = document.activeElement, goal = document.querySelector(`[data-place="${place}"]`);
  if (from === goal) return null;
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const [x, y] = middle(from.getBoundingClientRect()), [gx, gy] = middle(goal.getBoundingClientRect());
  const dx = gx - x, dy = gy - y;
  return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp";
}"""


@contextmanager
def served(choice: Choice) -> Iterator[tuple[str, Owner]]:
    """The address of a table that is played in this process."""
    with listening(None) as sock:
        address = f"http://127.0.0.1:{sock.getsockname()[1]}/"
        standard = load_table("standard")
        timing = standard.timing.model_copy(update={"hold_ms": HOLD_MS})
        config = standard.model_copy(update={"timing": timing})
        service = Service(config, choice, SPEED, None, False, io.StringIO())
        thread = threading.Thread(target=lambda: asyncio.run(service.run(sock, address)))
        thread.start()
        try:
            yield address, service.owner
        finally:
            service.end()
            thread.join()


@contextmanager
def page_of(
    browser: Browser, address: str, owner: Owner, hands: type[Table] = Table, **context: Any
) -> Iterator[Table]:
    """A page in a window of its own; nothing may go wrong in it."""
    window = browser.new_context(**({"viewport": {"width": 1440, "height": 900}, "locale": "en"} | context))
    page = window.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if _is_wrong(said) else None)
    page.goto(address)
    page.wait_for_selector("body[data-ready]", timeout=10_000)
    try:
        yield hands(page, owner)
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
    """Every screen on the page shows what its chip's memory holds; one that turns its page is looked at again."""
    for place, chip in table.owner.live.run.table.screens.items():
        for _ in range(PATIENCE):
            image = chip.image()
            lit = "".join("1" if image.getpixel((x, y)) else "0" for y in range(64) for x in range(128))
            if table.page.evaluate(PIXELS, place) == lit:
                break
            table.page.wait_for_timeout(LOOK_MS)
        else:
            raise AssertionError(place)


@pytest.mark.parametrize("table", [Choice(TWO, True, seed=3)], indirect=True)
def test_a_set_up_by_hand(table: Table) -> None:
    page = table.page
    page.evaluate("localStorage.setItem('signifer.curtain', 'yes')")
    page.click("[data-act=draft-look]")
    for card in (0, 2):
        page.locator(".pick").nth(card).click()
    table.picture("draft")
    page.click("[data-act=keep]")
    table.until("view.setup.draft.red.round === 1")
    assert page.locator(".kept b").count() > 0
    page.click("[data-act=keep-rest]")
    page.click("[data-act=draft-look]")
    page.click("[data-act=keep-rest]")
    table.until("Object.keys(view.setup.draft).length === 0")
    assert len(table.hand("red")) == len(table.hand("blue")) == 9
    table.press("ok red")
    table.until("view.game.actors.length === 1")
    table.press("ok blue")
    helping_hands(table, on=False)
    for number in range(5):
        table.until(f"view.game.columns.filter(one => one.terrain).length === {max(number - 1, 0)}")
        table.until("view.setup.terrain")
        drawn = table.view()["setup"]["terrain"]
        # In a column that is wrong for it, the table says where it goes.
        wrong = number == 0
        fits = terrain_columns(table.owner.live.state, drawn) if number == 0 else columns_left(table, drawn)
        table.lay(drawn, f"{3 if 3 not in fits else 1} red" if wrong else f"{fits[0]} red")
        if wrong:
            table.until("view.refusals.length > 0")
            assert "FG-S1" in page.locator("#refusals").inner_text()
            table.lay(drawn, f"{fits[0]} blue")
            table.until("view.refusals.length === 0")
    table.press("ok red")
    table.until("view.game.step === 'first'")
    # There is one of each card: those that count lie where they were laid, until a hand moves them to the middle.
    assert page.locator(".card.land:not(.ground-card)").count() == 5
    assert page.locator(".ground-card").count() == 0
    helping_hands(table, on=True)
    table.until(
        "[1, 2, 3, 4, 5].every(at => [...view.cards[`${at} red`], ...view.cards[`${at} blue`]].length === 0)"
    )
    assert page.locator(".card.land:not(.ground-card)").count() == 0
    assert page.locator(".ground-card").count() == 5
    table.picture("set-up")
    for _ in range(20):
        table.press("dice")
        table.until("view.record.at(-1).kind === 'roll' || view.game.step !== 'first'")
        if table.view()["game"]["step"] != "first":
            break
    table.until("view.game.step === 'actions'")
    # Both hands are covered when it is up to one of the two: he shows his own.
    active = table.view()["game"]["active"]
    page.click(f"[data-curtain={active}]")
    covered = {
        side: page.locator(f'.card[data-at="hand {side}"] .face.back').count() for side in ("red", "blue")
    }
    assert covered == {"red": 9, "blue": 9} | {active: 0}
    assert len([line for line in table.view()["record"] if line.get("act") == "terrain"]) == 5


def helping_hands(table: Table, *, on: bool) -> None:
    """Have hands help, or not."""
    table.page.click("[data-act=helping]")
    table.until(f"view.table.helping === {str(on).lower()}")


def columns_left(table: Table, card: str) -> tuple[int, ...]:
    """Where a terrain card may go when the one that waits is confirmed by it."""
    live = table.owner.live
    believed = live.run.appliance.keeper.table
    assert believed is not None
    state = believed.state
    for waiting, zone in believed.held.laid:
        state = live.run.bundle.procedure.rules.apply(state, LayTerrain(waiting, int(zone.place)))
    return terrain_columns(state, card)


@pytest.mark.parametrize("table", [Choice(ROBOT, seed=2, position=PLACING)], indirect=True)
def test_a_placement_refused_mended_and_paid_while_parts_break(table: Table) -> None:
    page = table.page
    assert page.locator(".guide li.here").inner_text().startswith("Drag a unit")
    spear, cavalry = table.hand("red", "spear")[0], table.hand("red", "cavalry")[0]
    table.carry(spear, "3 red")
    page.wait_for_selector('.place.may[data-place="3 red"][data-tip="5 CP due"]')
    assert page.locator(".place.may[data-tip]").count() == 5
    page.mouse.up()
    table.until("view.game.due === 5")
    assert page.locator(".guide li.here").inner_text().startswith("Then drag cards onto your pad")
    table.carry(cavalry, "3 red")
    page.wait_for_selector('.place.wont.aimed[data-place="3 red"][data-tip="FG-P2"]')
    page.mouse.up()
    refusal = page.locator("#refusals .refusal")
    refusal.wait_for()
    assert "FG-P2" in refusal.inner_text()
    assert "cannot share column 3" in refusal.inner_text()
    assert page.locator("#refusals").get_attribute("role") == "alert"
    page.wait_for_selector("#arrows .arrow", state="attached")
    table.picture("refused")
    same_pixels(table)
    # A column's node and a screen are unplugged, the plug is pulled: nothing is forgotten.
    page.click("#head [data-act=drawer]")
    page.click('[data-part=node][data-at="2"]')
    page.focus('[data-part=screen][data-at="4 red"]')
    page.keyboard.press("Enter")
    table.until("view.faults.length === 3")
    assert page.evaluate("document.activeElement.dataset.at") == "4 red", "the focus stays where it was"
    table.picture("faults")
    page.click("#drawer [data-act=power]")
    page.wait_for_selector("#wood.dark")
    table.lay(cavalry, "hand red")
    table.picture("dark")
    page.click("#dark [data-act=power]")
    page.click("#drawer [data-act=mend]")
    table.until("view.drawer.power && view.faults.length === 0 && view.refusals.length === 0")
    page.click("#drawer .quiet")
    assert table.view()["game"]["due"] == 5
    # Both hands at once: another unit in the place of one that is not paid for.
    archer = table.hand("red", "archer")[0]
    table.lay(cavalry, "4 red")
    table.until("view.game.due === 7")
    table.swap(archer, "4 red")
    assert cavalry in table.hand("red")
    table.until(f"view.game.unpaid.includes('{archer}') && !view.game.unpaid.includes('{cavalry}')")
    table.lay(archer, "hand red")
    table.until("view.game.due === 5")
    table.lay(table.hand("red", "commander")[0], "pad red")
    table.press("ok red")
    table.until("view.game.due === 0 && view.game.unpaid.length === 0")
    table.until('view.cards["discard red"].length === 1')  # helping hands
    same_pixels(table)
    table.picture("paid")
    page.click("[data-act=guided]")
    assert page.locator(".guide").count() == 0
    # The robot plays its turn.
    table.hold("ok red", "view.game.step === 'draw'")
    table.press("ok red")
    table.until("view.game.active === 'blue' && view.cards['hand red'].length === 9")
    page.select_option("select[data-act=speed]", "8")
    table.until("view.table.speed === 8 && view.game.active === 'red' && view.game.turn === 3")


def cost(card: str) -> int:
    """What a unit costs to place where nothing is added."""
    unit = standard_deck().unit(card)
    assert unit is not None
    return unit.movement_cost


def place_and_pay(table: Table) -> None:
    """Red places his cheapest unit, and pays with what he has."""
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
        page.click("[data-act=close-end]")
        table.picture("french")
        page.click("[data-act=theme]")
        page.select_option("select[data-act=language]", "de")
        page.wait_for_selector("html[lang=de][data-theme=dark]")
        assert "Spiel zu Ende" in page.locator("#now h2").first.inner_text()
        table.picture("german")
        # The same again: each with the language of his own screens, whatever the page speaks.
        page.reload()
        page.click("#finale [data-act=restart]")
        table.until("view.game.winner === null")
        assert owner.live.choice.languages == choice.languages


def test_a_phone_shows_all_and_lays_by_tapping(browser: Browser) -> None:
    width = 360
    phone: dict[str, Any] = {
        "viewport": {"width": width, "height": 800},
        "device_scale_factor": 2,
        "has_touch": True,
    }
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
