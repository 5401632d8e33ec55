"""The page of upkeep in Chromium, on a phone, at a table that begins again when it is told to."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from signifer_firmware.backup.restoring import settle
from signifer_firmware.session import pairing
from signifer_firmware.web.upkeep import updating

from tests.firmware.system.updating import Pi
from tests.firmware.web import windows
from tests.firmware.web.upkeeping import CODE, Kept
from tests.firmware.web.visitors import PATIENCE_S, free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "locale": "en",
    "reduced_motion": "reduce",
    "service_workers": "block",
}
# The sockets that a page opens, so that a test can close one: a wire that breaks.
WIRES = """() => {
  const { WebSocket } = window;
  window.wires = [];
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how);
      wires.push(this);
    }
  };
}"""
TABLES = Path(__file__).parents[3] / "firmware/signifer_firmware/config/tables"


class Service:
    """A table that begins again when it is told to, as `signifer run` does; in a thread of its own."""

    def __init__(self, folder: Path, name: str = "direct") -> None:
        self._folder, self.port, self._name = folder, free_port(), name
        self.table: Kept | None = None
        self.runs = 0
        self._ended = False
        self._there = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        self.wait()

    def _serve(self) -> None:
        try:
            while not self._ended:
                settle(self._folder / "table.sqlite")
                (self._folder / "notify").unlink(missing_ok=True)
                self._run(Kept(self._folder, self.port, self._name))
        finally:
            self._there.set()  # nobody waits for a table that has failed

    def _run(self, table: Kept) -> None:
        try:
            table.begin()
            self.table = table
            self.runs += 1
            self._there.set()
            table.run.scheduler.run(stop=lambda: self._ended)
        finally:
            table.close()

    def wait(self, runs: int = 1) -> Kept:
        """The table, once it runs, for the ``runs``-th time."""
        while self._there.wait(PATIENCE_S) and self.runs < runs and self._thread.is_alive():
            self._there.clear()
        assert self.table is not None
        assert self.runs == runs
        return self.table

    def end(self) -> None:
        self._ended = True
        while self._thread.is_alive():
            if self.table is not None:
                self.table.run.scheduler.call(lambda: None)
            self._thread.join(0.1)


@contextmanager
def page_of(browser: Browser, port: int) -> Iterator[Page]:
    """A page in which nothing may go wrong but that its table is away for a while."""
    wrong: list[str] = []
    with windows.window_of(browser, **PHONE) as page:
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(f"http://127.0.0.1:{port}/upkeep.html")
        page.wait_for_selector("body[data-ready]")
        yield page
    assert wrong == []


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pi:
    """The card that the table runs from, with version 1."""
    found = Pi(tmp_path / "pi", "1")
    found.start("1")
    monkeypatch.setattr(updating, "ROOT", found.root)
    return found


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No code is forgotten because a machine is busy."""
    monkeypatch.setattr(pairing, "CODE_US", 3_600_000_000)
    monkeypatch.setattr(pairing, "OK_US", 3_600_000_000)


@pytest.fixture
def service(tmp_path: Path, patient: None) -> Iterator[Service]:
    service = Service(tmp_path)
    try:
        yield service
    finally:
        service.end()


def let_in(page: Page, table: Kept) -> None:
    """By the code on red's screen, and red's ok."""
    page.click("[data-do=pair]")
    page.wait_for_selector("#access input")
    assert " ".join(CODE) in table.run.appliance.words("red")
    page.fill("#access input", CODE)
    page.keyboard.press("Enter")
    page.wait_for_selector("#access form", state="detached")
    table.press_soon("ok red")
    page.wait_for_selector("[data-do=leave]")


@pytest.fixture
def own(tmp_path: Path, patient: None) -> Iterator[Service]:
    """A table whose file people have written."""
    file = tmp_path / "own/table.toml"
    file.parent.mkdir()
    shutil.copyfile(TABLES / "direct.toml", file)
    service = Service(tmp_path, str(file))
    try:
        yield service
    finally:
        service.end()
