"""The small table in real Chromium: two phones are its screens and buttons, the table's own computer pairs them, and
cards lie on its (simulated) readers.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import Script
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session import pairing
from signifer_firmware.simulation.setup import setup_of
from signifer_firmware.web.virtual.owner import Owner

from tests.firmware.session.phones import Secrets
from tests.firmware.web.browser import LOOK_MS, PATIENCE, PIXELS, Table, browser, page_of
from tests.firmware.web.visitors import Watched
from tests.hostile.tables import play, script

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

PATIENCE_S = 120.0
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
CODE = "4711"
# So long that no press becomes a hold because a machine is busy.
HOLD_MS = 5_000
# What a page has said of a button before the finger leaves it, and then.
TAP = """name => {
  const { table } = signifer, send = table.send.bind(table), said = [];
  table.send = deed => {
    if (deed.do === "button") said.push(deed.down);
    return send(deed);
  };
  const node = document.querySelector(`[data-button="${name}"]`),
    finger = { bubbles: true, pointerId: 9, pointerType: "touch", isPrimary: true };
  node.dispatchEvent(new PointerEvent("pointerdown", finger));
  const before = [...said];
  node.dispatchEvent(new PointerEvent("pointerup", finger));
  delete table.send;
  return [before, said];
}"""
# How long a finger stays on a button, and how long it is said to stay, in ms; and what is said of one that has only
# begun as another game does.
STAYS = """async name => {
  const { table } = signifer, { view, run, seq } = table, said = [],
    node = document.querySelector(`[data-button="${name}"]`),
    finger = kind => node.dispatchEvent(
      new PointerEvent(kind, { bubbles: true, pointerId: 9, pointerType: "touch", isPrimary: true })),
    later = ms => new Promise(done => setTimeout(done, ms)),
    since = performance.now();
  table.send = ({ down }) => said.push([down, performance.now()]);
  finger("pointerdown");
  await later(300);
  finger("pointerup");
  const stayed = performance.now() - since;
  while (said.length < 2) await later(10);
  const [[first, from], [last, to]] = said.splice(0);
  finger("pointerdown");
  table.hear({ type: "full", run: "another", seq, view });
  finger("pointerup");
  await later(300);
  table.hear({ type: "full", run, seq, view });
  delete table.send;
  return [[first, last], stayed, to - from, said.map(([down]) => down)];
}"""
TURN = """
game field-of-glory
terrain plain plain plain plain plain
first red
begin actions
put red/heavy-infantry-1 3 red
press column 3 red
press ok red
hold ok red
press ok red
put blue/pike-1 3 blue
"""


class SmallTable(Watched):
    """The small table, whose main loop is a thread of its own: this one drives Chromium."""

    def __init__(self, folder: Path, evening: Script) -> None:
        super().__init__(folder, name="handy", hold_ms=HOLD_MS)
        self._evening = evening
        self.run.appliance.keeper.pairing.secrets = Secrets(CODE, "a" * 32, "b" * 32)
        self._since_us: int | None = None
        self._rested = threading.Event()
        self.ended = False

    def begin(self) -> None:
        self.until(lambda: self.has_told("READY=1"))
        keeper = self.run.appliance.keeper
        self.run.appliance.enrol({self.twins.world.tag(card).uid: card for card in keeper.bundle.cards})
        keeper.begin(setup_of(self._evening, self.config), self.run.scheduler.clock.now_us)

    def play(self) -> None:
        """Run until it is told to end."""
        self.run.scheduler.run(stop=self._stops)

    def _stops(self) -> bool:
        is_held = self.page._buttons.holds
        if self._since_us is not None and not is_held and self.run.appliance.rested_since(self._since_us):
            self._since_us = None
            self._rested.set()
        return self.ended

    def end(self) -> None:
        def work() -> None:
            self.ended = True

        self.run.scheduler.call(work)

    def done(self, work: Callable[[], None]) -> None:
        """Have its thread do something, and wait until nothing is left to be done about it."""

        def begin() -> None:
            work()
            self._since_us = self.run.scheduler.clock.now_us

        self._rested.clear()
        self.run.scheduler.call(begin)
        assert self._rested.wait(PATIENCE_S)


class Evening:
    """The table, its computer's page, and a phone for each player."""

    def __init__(self, table: SmallTable, owner: Table, red: Table, blue: Table) -> None:
        self.table, self.owner = table, owner
        self.phones = {"red": red, "blue": blue}

    def pair(self) -> None:
        """Each phone becomes its player's: the code is read at the table's computer, where ok is pressed."""
        for player, phone in self.phones.items():
            phone.page.click(f"[data-phone='ask {player}']")
            self.owner.until(f"view['reads {player}'].includes('4 7 1 1')")
            phone.page.wait_for_selector("#phone label:has-text('on the page that has the table')")
            phone.page.fill("#phone input", CODE)
            phone.page.keyboard.press("Enter")
            phone.page.wait_for_selector("#phone p:has-text('ok on that page')")
            self.press(self.owner, f"ok {player}")
            phone.until(f"view.mine?.player === '{player}'")

    def press(self, page: Table, name: str) -> None:
        page.page.click(f'[data-button="{name}"]')

    def do(self, said: st.Statement) -> None:
        """One gesture: hands lay and lift cards at the table, and press on their own phone."""
        world = self.table.twins.world
        match said:
            case st.Put(card=card, zone=zone):
                self.table.done(lambda: world.put(card, zone))
            case st.Take(card=card):
                self.table.done(lambda: world.take(card))
            case st.Press(button=button):
                phone = self.phones[str(button).split()[-1]]
                self.press(phone, str(button))
                phone.page.evaluate("signifer.table.send({ do: 'look', at: 0 })")
                self.table.done(lambda: None)
            case st.Hold(buttons=buttons):
                names = [str(button) for button in buttons]
                phone = self.phones[names[-1].split()[-1]]
                phone.page.evaluate("names => signifer.table.send({ do: 'hold', names })", names)
                self.table.done(lambda: None)


def whole_game() -> Script:
    """Of two who make no mistake."""
    played, fault = play("field-of-glory-starter", 4, patient=True, rate=0.0)
    assert fault is None
    assert played.match.over
    return parse_script(script(played, "field-of-glory-starter"), file="evening")


@pytest.fixture
def leisure(monkeypatch: pytest.MonkeyPatch) -> None:
    """No code is forgotten because a machine is busy."""
    monkeypatch.setattr(pairing, "CODE_US", 3_600_000_000)
    monkeypatch.setattr(pairing, "OK_US", 3_600_000_000)


@pytest.fixture
def begun(
    browser: Browser, leisure: None, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[tuple[Evening, Script]]:
    """The table with its three pages, and what is to be played there."""
    read = whole_game() if request.param is None else parse_script(request.param, file="turn")
    tables: list[SmallTable] = []
    there = threading.Event()

    def run() -> None:
        table = SmallTable(tmp_path, read)
        try:
            table.begin()
            tables.append(table)
            there.set()
            table.play()
        finally:
            there.set()
            table.close()

    thread = threading.Thread(target=run)
    thread.start()
    assert there.wait(PATIENCE_S)
    assert tables
    address = f"http://127.0.0.1:{tables[0].port}/"
    try:
        with ExitStack() as stack:
            pages = [
                stack.enter_context(page_of(browser, where, cast(Owner, None), **options))
                for where, options in (
                    (address, {}),
                    (f"{address}?role=spectator", PHONE),
                    (f"{address}?role=spectator", PHONE),
                )
            ]
            evening = Evening(tables[0], *pages)
            evening.pair()
            yield evening, read
    finally:
        tables[0].end()
        thread.join()


def pixels(page: Table, place: str) -> str:
    found: str = page.page.evaluate(PIXELS, place)
    return found


def shown(table: SmallTable, place: str) -> str:
    return "".join("1" if lit else "0" for lit in table.twins.image(place).convert("L").tobytes())


def agree(evening: Evening) -> None:
    """Each page shows the screens as the table has them; one that turns its page is looked at again."""
    for page in (evening.owner, *evening.phones.values()):
        for place in evening.table.twins.places:
            for _ in range(PATIENCE):
                if pixels(page, place) == shown(evening.table, place):
                    break
                page.page.wait_for_timeout(LOOK_MS)
            else:
                raise AssertionError(place)


@pytest.mark.parametrize("begun", [TURN], indirect=True, ids=["turn"])
def test_a_turn_is_played_by_two_phones_and_real_cards(begun: tuple[Evening, Script]) -> None:
    evening, read = begun
    for statement in read.statements:
        evening.do(statement)
    agree(evening)
    red, blue = evening.phones["red"], evening.phones["blue"]
    off = 'document.querySelector(`[data-button="${name}"]`).disabled'
    for page, name, disabled in (
        (red, "ok red", False),
        (red, "ok blue", True),
        (blue, "column 3 blue", False),
        (blue, "column 3 red", True),
        (evening.owner, "ok red", False),
        (evening.owner, "ok blue", False),
    ):
        assert page.page.evaluate(f"name => {off}", name) is disabled, name
    red.picture("small-table-phone")
    assert "looking on" not in red.page.inner_text("#head"), "whoever has buttons does more"
    assert "looking on" not in evening.owner.page.inner_text("#head")
    # Of a phone's tap the second half cannot be late: the table would feel a hold. Who holds ok with somebody else is
    # told as late at the table's own page, or the two would come too far apart.
    for page in (red, evening.owner):
        assert page.page.evaluate(TAP, "column 4 red") == [[], [True, False]]
        halves, stayed, felt, begun_before = page.page.evaluate(STAYS, "column 4 red")
        assert halves == [True, False]
        assert felt > stayed - 1, "what a finger holds is held"
        assert True not in begun_before, "a press of the game before"
    evening.owner.picture("small-table-owner")
    blue.until("view.game.active === 'blue' && view.game.due > 0")


@pytest.mark.soak
@pytest.mark.parametrize("begun", [None], indirect=True, ids=["whole"])
def test_a_whole_game_is_played_by_two_phones_and_real_cards(begun: tuple[Evening, Script]) -> None:
    evening, read = begun
    for statement in read.statements:
        evening.do(statement)
    agree(evening)
    keeper = evening.table.run.appliance.keeper
    assert keeper.table is not None
    assert keeper.bundle.procedure.rules.outcome(keeper.table.state) is not None
    evening.owner.picture("small-table-end")
