"""The first start in Chromium against the real service and iwd's twin: from the language to the house's network."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from signifer_firmware.network.first_start import HOME
from signifer_firmware.network.first_start import OWN as OPEN
from signifer_firmware.system.own_network import OwnNetwork

from tests.conftest import MissingTool
from tests.firmware.network.iwd_twin import Air, Ether, Iwd, private_bus
from tests.firmware.network.tables import CODE, Table, first_start
from tests.firmware.web.windows import PATIENCE_MS, browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

__all__ = ["browser"]

PHONE: ViewportSize = {"width": 360, "height": 640}
SECOND = "127.0.0.2"
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


class Played:
    """The service in a thread of its own, as it is in a process of its own at a table."""

    def __init__(self, bus: str, twin: Iwd, folder: Path) -> None:
        self._bus, self._twin, self._folder = bus, twin, folder
        self._loop = asyncio.new_event_loop()
        self._ready, self._over = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._run()))
        self.table: Table

    async def _run(self) -> None:
        async with first_start(self._bus, self._twin, self._folder) as table:
            self.table = table
            await table.until(lambda: table.stage == OPEN)
            self._ready.set()
            await self._over.wait()

    def __enter__(self) -> Played:
        self._thread.start()
        assert self._ready.wait(PATIENCE_MS / 1000)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()
        self._loop.close()

    def does(self, work: Any) -> Any:
        """What the table's own thread does."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_MS / 1000)


@contextmanager
def at_table(folder: Path) -> Iterator[tuple[Played, Iwd]]:
    if shutil.which("dbus-daemon") is None:
        MissingTool("dbus-daemon")
    near = [Ether("At home", "correct horse"), Ether("Café & <b>", kind="open", dbm=-80)]
    twin = Iwd(Air([*near, Ether("office", kind="8021x", dbm=-90)]))
    with private_bus(folder) as bus, Played(bus, twin, folder) as played:
        yield played, twin


@contextmanager
def page_at(browser: Browser, played: Played, locale: str = "en-GB") -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, locale=locale)
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"http://{played.table.host}/")
        yield page
        assert errors == []
    finally:
        context.close()


def is_sound(page: Page) -> None:
    """Nothing that axe-core finds, and nothing beside the screen of a phone."""
    page.evaluate(f"() => {{ {AXE} }}")
    found = page.evaluate(
        "async () => (await axe.run()).violations.map(one => `${one.id}: ${one.nodes[0].html}`)"
    )
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_takes_the_table_into_the_network_of_the_house(browser: Browser, tmp_path: Path) -> None:
    with at_table(tmp_path) as (played, twin), page_at(browser, played) as page:
        page.wait_for_selector("text=Quelle langue")
        is_sound(page)
        page.click("text=Deutsch")
        page.wait_for_selector("text=Welches Netz?")
        assert page.get_attribute("html", "lang") == "de"
        assert played.table.screens == OwnNetwork(("Signifer", CODE), "de")
        assert page.locator(".network").all_inner_texts() == [
            "At home",
            "Café & <b>",
            "office (hier nicht möglich)",
            "Ein anderes, mit Namen",
        ]
        assert page.is_disabled("input[value=office]")
        is_sound(page)

        page.check("input[value='Café & <b>']")
        assert page.is_hidden("#password"), "it wants none"
        page.check("input[value='At home']")
        page.fill("#password", "short")
        page.click("text=Versuchen")
        page.wait_for_selector("text=Ein Passwort hat 8 bis 63 Zeichen")
        assert twin.told == ["own Signifer"], "nothing was tried"

        page.route("**/join", lambda route: route.abort())
        page.fill("#password", "lost on its way")
        page.click("text=Versuchen")
        page.wait_for_selector("text=Der Tisch versucht At home")
        page.unroute("**/join")
        page.wait_for_selector("#ask:not([hidden])")
        assert twin.told == ["own Signifer"], "it never heard it, and the page says so by itself"

        page.fill("#password", "wrong horse")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=Wahrscheinlich ist das Passwort falsch")
        page.wait_for_selector("text=Nichts ist verloren.")
        page.wait_for_selector("#ask:not([hidden])")
        assert page.is_checked("input[value='At home']"), "nothing is typed twice but the password"
        assert twin.air.kept == {}
        is_sound(page)

        page.check("#shown")
        assert page.get_attribute("#password", "type") == "text"
        page.fill("#password", "correct horse")
        page.click("text=Versuchen")
        page.wait_for_selector("text=Der Tisch ist im Netz At home.")
        assert ".local:8520" in page.inner_text("#status")
        assert played.table.stage == HOME
        assert twin.air.kept == {"At home": "correct horse"}
        assert page.is_hidden("#ask")
        is_sound(page)


def test_a_name_that_was_typed_and_failed_is_there_to_be_mended(browser: Browser, tmp_path: Path) -> None:
    """It is no choice of the list: its field is open, and holds it, also once loaded again; until another is chosen."""
    with at_table(tmp_path) as (played, _), page_at(browser, played) as page:
        page.click("text=English")
        page.check("input[value='']")
        page.fill("#name", "At hone")
        page.fill("#password", "correct horse")
        page.click("text=Try it")
        for is_loaded_again in (False, True):
            if is_loaded_again:
                page.reload()
            page.wait_for_selector("text=At hone is out of reach.")
            page.wait_for_selector("#name")
            assert page.is_checked("input[value='']")
            assert page.input_value("#name") == "At hone"
        page.check("input[value='At home']")
        page.wait_for_selector("#name", state="hidden")


def test_whoever_has_keys_alone_keeps_the_place(browser: Browser, tmp_path: Path) -> None:
    """What they are at goes away with each step, or is where something has to be mended."""
    with at_table(tmp_path) as (played, _), page_at(browser, played) as page:

        def is_at(selector: str) -> None:
            page.wait_for_function("one => document.activeElement.matches(one)", arg=selector)

        def press(selector: str) -> None:
            page.focus(selector)
            page.keyboard.press("Enter")

        press("[data-language=en]")
        is_at("input[value='At home']")
        press("#again")
        is_at("[data-language=en]")
        page.keyboard.press("Enter")
        is_at("input[value='At home']")
        press("#ask button")
        page.wait_for_selector("text=A name has 1 to 32 characters")
        is_at("input[value='At home']")
        page.check("input[value='']")
        press("#ask button")
        is_at("#name")
        assert page.get_attribute("#name", "aria-describedby") == "status", "why, is read out there"
        page.check("input[value='At home']")
        page.fill("#password", "wrong horse")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=most likely the password is wrong")
        is_at("#status")
        page.keyboard.press("Tab")
        is_at("#ask input")
        is_sound(page)


def test_a_second_phone_reads_why_it_waits_in_its_own_language(browser: Browser, tmp_path: Path) -> None:
    with at_table(tmp_path) as (played, _):
        assert played.does(played.table.state(SECOND))["stage"] == OPEN
        with page_at(browser, played, "fr-FR") as page:
            page.wait_for_selector("text=Un autre téléphone installe cette table.")
            assert page.is_hidden("#ask")
            assert page.is_hidden("#languages")
            is_sound(page)
            played.does(leaves(played.table))
            page.wait_for_selector("text=Which language?")
            page.click("text=Français")
            page.wait_for_selector("text=Jouer sans réseau")
            game = page.get_attribute("#game", "href")
            assert game == "http://127.0.0.1:8520/", "who has no network plays in the table's own"


async def leaves(table: Table) -> None:
    """The first phone was put away."""
    table.service.place._until_s = 0.0
