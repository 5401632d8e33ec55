"""A table with its server, and pages on it in real Chromium: how tests play it by mouse, by fingers and by keys.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_firmware.config.model import load_table
from signifer_firmware.web.server.network import listening
from signifer_firmware.web.virtual.live import Choice
from signifer_firmware.web.virtual.owner import Owner
from signifer_firmware.web.virtual.serve import Service

from tests.firmware.web import windows

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page
    from signifer_firmware.web.server.questions import Wanted

browser = windows.browser
OUTPUT = Path(__file__).parents[3] / "test-output"
# Looks of 30 ms each, and how many.
LOOK_MS = 30
PATIENCE = windows.PATIENCE_MS // LOOK_MS
# So long that no press becomes a hold because a machine is busy.
HOLD_MS = 5_000
AS_MOST: dict[str, Any] = {
    "viewport": {"width": 1440, "height": 900},
    "locale": "en",
    "reduced_motion": "reduce",
    # A test that answers for the server is asked itself, and no file is kept for the next one.
    "service_workers": "block",
}
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
# Red attacks column 2 in the flank, then column 4; with 1, 2 and 3 red has won when red's next turn begins.
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


# Resolves as soon as the condition holds, to false after so many ms; what no news tells is looked at now and then.
UNTIL = """patience => new Promise((done, fail) => {
  const { table } = signifer;
  const end = how => value => {
    table.removeEventListener("view", look);
    clearInterval(often);
    clearTimeout(late);
    how(value);
  };
  const look = () => {
    try {
      if ((view => CONDITION)(table.view)) end(done)(true);
    } catch (error) {
      end(fail)(error);
    }
  };
  const often = setInterval(look, 150),
    late = setTimeout(() => end(done)(false), patience);
  table.addEventListener("view", look);
  look();
})"""


class Table:
    """A table with its server, in threads of their own, and a page that looks at it; played with a mouse."""

    def __init__(self, page: Page, owner: Owner) -> None:
        self.page, self.owner = page, owner

    def view(self) -> dict[str, Any]:
        """What the page was told last."""
        told: dict[str, Any] = self.page.evaluate("signifer.table.view")
        return told

    def until(self, condition: str) -> None:
        """Wait until something holds of the page's ``view``. The page itself looks, whenever the table has told it
        something: nobody asks it over and over, which costs as much as playing."""
        if not self.page.evaluate(UNTIL.replace("CONDITION", condition), PATIENCE * LOOK_MS):
            raise AssertionError(f"never: {condition}")

    def spot(self, selector: str) -> tuple[float, float]:
        """Where a hand takes hold of what is shown once, when it has come to rest."""
        return self.part(selector, *self.hold_of(selector))

    def hold_of(self, selector: str) -> tuple[float, float]:
        """How far to the right, and down: cards of a full hand show little more than their left edges."""
        return (0.12 if selector.startswith(".card") else 0.3), 0.4

    def part(self, selector: str, right: float, down: float) -> tuple[float, float]:
        self.at_rest()
        x, y, width, height = self.page.evaluate(AT_REST, selector)
        return x + width * right, y + height * down

    def at_rest(self) -> None:
        """Wait until no card is on its way."""
        self.page.evaluate(
            "Promise.all(document.getAnimations().filter(one => one instanceof CSSTransition)"
            ".map(one => one.finished.catch(() => null))).then(() => null)"
        )

    def resize(self, width: int, height: int) -> None:
        """Give the window another size. What is pressed at once would land where it was in the old one, by the ratio of
        both, until two frames have been drawn: of 60 presses 17 missed."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("width => window.innerWidth === width", arg=width)
        self.page.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
        )

    def signed(self, name: str) -> None:
        """Wait until the page has shown a sound, or said something for a moment: it may be gone before one looks."""
        self.page.wait_for_function("name => signed.some(one => one.includes(name))", arg=name)

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

    def another(self, **wanted: str) -> None:
        """Begin another game, and wait until the page shows it: of one that is over, nothing is done any more."""
        before = self.page.evaluate("signifer.table.run")
        self.page.evaluate("wanted => signifer.table.send({ do: 'new', ...wanted })", wanted)
        self.until(f"table.run !== '{before}'")

    def heeded(self) -> None:
        """Wait until the table has taken in all that was done on the page until now: deeds come in their order."""
        self.page.evaluate("signifer.table.send({ do: 'look', at: 0 })")

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
        """Keep what is to be seen, when cards have come to rest: as JPEG, which costs a quarter of what PNG does."""
        self.at_rest()
        OUTPUT.mkdir(exist_ok=True)
        self.page.screenshot(path=OUTPUT / f"page-{name}.jpg", type="jpeg", quality=85)


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


# The box of what is shown, once it has been where it is for a frame.
AT_REST = """selector => new Promise((done, fail) => {
  const boxOf = () => {
    const all = document.querySelectorAll(selector);
    if (all.length > 1) fail(new Error(`${all.length} of ${selector}`));
    const { x, y, width, height } = all[0]?.getBoundingClientRect() ?? {};
    return [x, y, width, height];
  };
  let before = [];
  const look = () => {
    const now = boxOf();
    if (now[2] > 0 && now.every((value, at) => value === before[at])) return done(now);
    before = now;
    requestAnimationFrame(look);
  };
  look();
})"""
# Keeps what is shown for a moment alone: the names of sounds, and the texts of notices.
SIGNED = """window.signed = [];
addEventListener("DOMContentLoaded", () => {
  if (location.protocol === "about:") return;
  const look = () => {
    const [buzz, toast] = ["buzz", "toast"].map(id => document.getElementById(id));
    if (buzz.classList.contains("shown")) signed.push(buzz.dataset.sound);
    if (toast.classList.contains("shown")) signed.push(toast.textContent);
  };
  for (const id of ["buzz", "toast"])
    new MutationObserver(look).observe(document.getElementById(id),
      { attributes: true, attributeFilter: ["class", "data-sound"], childList: true });
});"""
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
def served(choice: Choice, table: str = "direct", hold_ms: int = HOLD_MS) -> Iterator[tuple[str, Owner]]:
    """The address of a table that is played in this process; without nodes, which cost twice as much. At a port of its
    own: at the usual one a page that outlives its table would find the next test's. Nothing may go wrong there that the
    log alone tells."""
    with listening(0) as sock:
        address = f"http://127.0.0.1:{sock.getsockname()[1]}/"
        found = load_table(table)
        timing = found.timing.model_copy(update={"hold_ms": hold_ms})
        config = found.model_copy(update={"timing": timing})
        service = Service(config, choice, SPEED, None, False, io.StringIO())
        said: list[str] = []
        service.owner._log = said.append
        thread = threading.Thread(target=lambda: asyncio.run(service.run(sock, address)))
        thread.start()
        try:
            yield address, service.owner
        finally:
            service.end()
            thread.join()
        assert said == [], "the table has gone on, but something is wrong"


class Errand:
    """Something that the table's own thread is to do; in the inbox it passes for a deed of a game that is over."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self.done = threading.Event()
        self.fault: Exception | None = None
        self.n = 0

    @property
    def run(self) -> str:
        try:
            self._work()
        except Exception as fault:  # noqa: BLE001 - told to whoever waits
            self.fault = fault
        self.done.set()
        return ""


def at_table(owner: Owner, work: Callable[[], None]) -> None:
    """Have something done by the table's own thread: another one would take things away while they are looked
    through."""
    errand = Errand(work)
    owner.send(cast("Wanted", errand), lambda answer: None)
    assert errand.done.wait(windows.PATIENCE_MS / 1000)
    if errand.fault is not None:
        raise errand.fault


@contextmanager
def page_of(
    browser: Browser, address: str, owner: Owner, hands: type[Table] = Table, **context: Any
) -> Iterator[Table]:
    """A page in a window of its own; nothing may go wrong in it. Nothing sways or beckons on it, unless it is asked
    for: painting that without end costs as much as playing."""
    with windows.window_of(browser, **(AS_MOST | context)) as page:
        page.add_init_script(SIGNED)
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if _is_wrong(said) else None)
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        yield hands(page, owner)
        assert wrong == [], wrong


def _is_wrong(said: ConsoleMessage) -> bool:
    """Whether a line on the console is a fault of the page: not the advice for who reads a canvas as often as we do,
    nor that a test wants no worker."""
    harmless = ("willReadFrequently", "Service Worker registration blocked")
    return said.type in ("error", "warning") and not any(text in said.text for text in harmless)


@pytest.fixture
def table(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A page on the standard table, with its nodes, that begins as the test's parameter says; there cards travel, and
    what beckons does."""
    with (
        served(request.param, "standard") as (address, owner),
        page_of(browser, address, owner, reduced_motion="no-preference") as table,
    ):
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
