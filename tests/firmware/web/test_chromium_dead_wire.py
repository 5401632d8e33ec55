"""A wire that goes dead without closing, in real Chromium: the page notices, says once that the table is away, asks
again, and goes on. Time is the page's own, and passes as the test says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.server import living
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.system.updating import Pi, update_of
from tests.firmware.web import windows
from tests.firmware.web.black_hole import BlackHole, black_hole
from tests.firmware.web.browser import browser, served
from tests.firmware.web.upkeep_pages import WIRES, Service, let_in, own, patient, pi, service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser", "own", "patient", "pi", "service"]

pytestmark = pytest.mark.slow
# Until the page has noticed; until a try has come to nothing; and longer than it ever waits before it asks again.
NOTICED_MS, TRIED_MS, AGAIN_MS = 11_000, 31_000, 16_000
TABLE = """() => {
  window.tries = 0;
  signifer.table.addEventListener("away", () => window.tries++);
  window.asked = signifer.table.send({ do: "look", at: 0 });
}"""
UPKEEP = """() => {
  window.said = [];
  const alarm = document.getElementById("alarm");
  new MutationObserver(() => said.push(alarm.textContent)).observe(alarm, { childList: true });
}"""
SAID = "() => [...document.querySelectorAll('#voice p')].map(one => one.textContent)"
ANSWER = "() => signifer.table.send({ do: 'look', at: 0 }).then(answer => answer.type)"
AWAY = "() => document.body.classList.contains('away')"


@contextmanager
def page_at(browser: Browser, address: str) -> Iterator[Page]:
    """A page in a window of its own: no later test is to have its time."""
    with browser.new_context(locale="en", reduced_motion="reduce", service_workers="block") as window:
        page = window.new_page()
        page.set_default_timeout(windows.PATIENCE_MS)
        page.clock.install()
        page.add_init_script(f"({WIRES})()")
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        yield page


@contextmanager
def looking(browser: Browser, where: str) -> Iterator[tuple[Page, BlackHole]]:
    with (
        served(Choice(TWO, seed=3)) as (address, _),
        black_hole(int(address.rstrip("/").rpartition(":")[2])) as hole,
        page_at(browser, hole.address + where) as page,
    ):
        yield page, hole


def revive(page: Page, hole: BlackHole) -> None:
    """Whoever asks again is heard; time passes until the page has."""
    hole.revive()
    page.clock.fast_forward(TRIED_MS)
    if page.evaluate("wires.at(-1).readyState > WebSocket.OPEN"):
        page.clock.fast_forward(AGAIN_MS)


@pytest.mark.parametrize("where", ["", "?role=spectator", "?layout=tv", "?layout=overlay"])
def test_a_wire_that_goes_dead_is_missed_once_and_the_page_goes_on(browser: Browser, where: str) -> None:
    with looking(browser, where) as (page, hole):
        hole.swallow()
        page.evaluate(TABLE)
        page.clock.fast_forward(NOTICED_MS)
        assert page.evaluate(AWAY)
        assert page.evaluate("asked") == {"type": "away"}
        assert page.is_visible("#toast.shown")
        assert "does not answer" in page.inner_text("#toast.shown")
        # Nor does a try last for ever that nobody answers.
        for _ in range(2):
            page.clock.fast_forward(AGAIN_MS)
            page.clock.fast_forward(TRIED_MS)
        assert page.evaluate("tries") >= 3
        assert len([text for text in page.evaluate(SAID) if text.startswith("The table does not")]) == 1
        revive(page, hole)
        page.wait_for_selector("body:not(.away)")
        assert page.evaluate(ANSWER) == "done"
        assert page.evaluate(SAID).count("The table is back.") == 1
        page.locator("#toast:not(.shown)").wait_for(state="attached")


@pytest.mark.parametrize("where", ["", "?role=spectator"])
def test_a_first_picture_may_come_slowly(browser: Browser, where: str) -> None:
    with looking(browser, where) as (page, hole):
        hole.swallow()
        page.clock.fast_forward(NOTICED_MS)
        hole.hold()
        hole.revive()
        page.clock.fast_forward(AGAIN_MS)
        page.wait_for_function("() => wires.at(-1).readyState === WebSocket.OPEN")
        tries = page.evaluate("wires.length")
        page.clock.fast_forward(12_000)
        hole.flow()
        page.wait_for_selector("body:not(.away)")
        assert page.evaluate("wires.length") == tries
        hole.swallow()
        page.clock.fast_forward(NOTICED_MS)
        assert page.evaluate(AWAY)


def test_a_table_at_which_nothing_happens_is_not_away(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(living, "EVERY_S", 0.02)
    with looking(browser, "") as (page, _):
        page.evaluate(TABLE)
        for _ in range(4):
            # What is on its way now was sent before; what comes next, after time has passed.
            page.evaluate(NEXT, 2)
            page.clock.fast_forward(NOTICED_MS * 2 // 3)
        assert page.evaluate("tries") == 0


# Resolves when the table has said so many times that it is there, and nothing else.
NEXT = """count => new Promise(done => signifer.table.socket.addEventListener("message", function hear(event) {
  if (JSON.parse(event.data).type !== "there" || --count) return;
  event.target.removeEventListener("message", hear);
  done();
}))"""


def test_the_league_book_says_that_the_table_does_not_answer(browser: Browser) -> None:
    with looking(browser, "") as (page, hole):
        page.click("[data-act=league]")
        page.locator("dialog.league .off").wait_for()
        page.keyboard.press("Escape")
        hole.swallow()
        page.click("[data-act=league]")
        page.clock.fast_forward(NOTICED_MS)
        page.locator("dialog.league .fault", has_text="does not answer").wait_for()


def test_upkeep_misses_a_dead_wire_once_and_goes_on(
    browser: Browser, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(living, "EVERY_S", 0.02)
    with (
        black_hole(service.port) as hole,
        page_at(browser, f"{hole.address}upkeep.html") as page,
    ):
        page.wait_for_selector("[data-do=pair]")
        page.evaluate(UPKEEP)
        hole.swallow()
        for _ in range(3):
            page.clock.fast_forward(TRIED_MS)
            page.clock.fast_forward(AGAIN_MS)
        page.locator("#alarm", has_text="does not answer").wait_for()
        revive(page, hole)
        page.wait_for_function("() => document.getElementById('alarm').textContent === ''")
        assert len(page.evaluate("said")) == 2
        page.click("[data-do=pair]")
        page.wait_for_selector("#access input")


def test_a_backup_of_which_half_has_come_ends_with_the_wire(browser: Browser, service: Service) -> None:
    wrong = list[str]()
    with (
        black_hole(service.port) as hole,
        page_at(browser, f"{hole.address}upkeep.html") as page,
    ):
        page.on("pageerror", lambda error: wrong.append(str(error)))
        let_in(page, service.wait())
        hole.swallow_half()
        with page.expect_response("**/upkeep/backup"):
            page.click("[data-do=backup]")
        page.clock.fast_forward(NOTICED_MS)
        page.locator("#alarm", has_text="does not answer").wait_for()
        revive(page, hole)
        page.wait_for_selector("[data-do=leave]")
    assert wrong == []


def test_an_update_that_is_sent_ends_with_the_wire(
    browser: Browser, own: Service, pi: Pi, tmp_path: Path
) -> None:
    with (
        black_hole(own.port) as hole,
        page_at(browser, f"{hole.address}upkeep.html") as page,
    ):
        let_in(page, own.wait())
        page.wait_for_selector("[name=update]")
        hole.swallow()
        page.set_input_files("[name=update]", update_of("2", tmp_path))
        page.wait_for_selector("#update progress")
        page.clock.fast_forward(NOTICED_MS)
        page.wait_for_selector("#update progress", state="detached")
        page.locator("#alarm", has_text="does not answer").wait_for()


def test_a_past_game_that_is_asked_for_ends_with_the_wire(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("no game at all\n")
    with looking(browser, "") as (page, hole):
        page.click("[data-act=played]")
        page.wait_for_selector(".shelf .none")
        hole.swallow()
        page.set_input_files(".shelf input[type=file]", file)
        page.clock.fast_forward(NOTICED_MS)
        page.locator(".shelf .fault", has_text="Try again in a moment").wait_for()
