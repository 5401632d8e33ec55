"""The page: from a hand that lets go of a card to the changed pixel in real Chromium, its size, its first picture.

The table and its server run in a process of their own, on twins in real time; so do the spectators that only listen.
Without Chromium or playwright the size alone is measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from importlib.util import find_spec
from typing import TYPE_CHECKING

from signifer_firmware.config.model import load_table
from signifer_firmware.game_api.registry import bundles, names
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.web.game import printed
from signifer_firmware.web.play import TWO, Choice
from signifer_firmware.web.server.network import listening
from signifer_firmware.web.virtual.picture import BROWSERS
from signifer_firmware.web.virtual.serve import Service
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.programs import parser

from .figures import Effort, Figure, percentile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PART = "page"
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
SIZE_LIMIT, FIRST_MS, HAND_MS, SPECTATOR_MS = 400_000, 1000, 200, 250
# Folders and files of what is loaded when somebody asks for it.
# What no page asks for as it opens: parts that come with their first use, and what lawyers read.
ON_DEMAND = (
    *("aloud", "league", "learn", "newgame.js", "played", "seats", "tutor", "upkeep", "upkeep.html", "wall"),
    "OFL.txt",
)
SPECTATORS, UPDATES = 30, 10
# So many first pictures and moves are enough.
MOST_FIRST, MOST_LAYS = 10, 30
ACTIONS = ("terrain plain plain plain plain plain", "first red", "begin actions")
POSITION = (*ACTIONS, "count red hand 24", "count red deck 0")
# A turn as it is played, about which there is much to think, with a hand that has the card.
A_TURN, TURN_SEED = (*ACTIONS, "count red hand 9"), 3
CARD, PLACE, HOME = "red/heavy-infantry-1", "3 red", "hand red"
# Between two moves everything comes to rest, and not in step with the rounds of the readers.
REST_MS, STAGGER_MS = 500, 37

# Looks at a screen in every frame; tells when a hand last let go, and when a pixel first changed after that.
WATCH = """place => {
  const canvas = document.querySelector(`canvas[data-screen="${place}"]`);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const seen = () => new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  const now = () => performance.timeOrigin + performance.now();
  const bench = window.bench = { released: 0, changed: 0, before: seen() };
  bench.arm = () => { bench.before = seen(); bench.changed = bench.released = 0; };
  const let_go = event => { bench.released = performance.timeOrigin + event.timeStamp; };
  addEventListener("pointerup", let_go, true);
  const look = () => {
    if (!bench.changed && seen().some((pixel, at) => pixel !== bench.before[at])) bench.changed = now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
FIRST = """() => new Promise(done => {
  const look = () => {
    const canvas = document.querySelector('canvas[data-screen="red"]');
    const seen = canvas?.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    if (seen?.some((value, at) => at % 4 < 3 && value > 100)) requestAnimationFrame(() => done(performance.now()));
    else requestAnimationFrame(look);
  };
  look();
})"""


def size(game: str, language: str) -> int:
    """Bytes of all that a page loads which shows ``game`` in ``language``: what every page has, with all fonts, and the
    game's own, with its rulings in every language, and what is on its cards. What is loaded when somebody asks for it
    is left out."""
    static = resources.files("signifer_firmware").joinpath("web", "static")
    others = {*names(), *ON_DEMAND} - {game}
    found = len(json.dumps(printed(bundles())[game]).encode())
    folders = [static]
    while folders:
        for entry in folders.pop().iterdir():
            if entry.name in others:
                continue
            if entry.is_dir():
                folders.append(entry)
            elif entry.name.removesuffix(".json") not in LANGUAGES or entry.name == f"{language}.json":
                found += len(entry.read_bytes())
    return found


def largest() -> tuple[int, str, str]:
    """The most that any page loads, with its game and its language."""
    return max((size(game, language), game, language) for game in names() for language in LANGUAGES)


# The table


def serve(position: Sequence[str], seed: int) -> None:
    """A table of two people on any port, which it prints; until its input ends."""
    with listening(None) as sock:
        port = sock.getsockname()[1]
        choice = Choice(TWO, seed=seed, position=tuple(position), tutor=True)
        service = Service(load_table("standard"), choice, 1.0, None, False, io.StringIO())

        async def run() -> None:
            reading = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
            reading.add_done_callback(lambda _: service.end())
            await service.run(sock, "")

        print(port, flush=True)
        asyncio.run(run())


def look_on(port: int, count: int) -> None:
    """So many spectators, until the input ends; prints the most updates that any of them was sent in a second."""
    asyncio.run(_look_on(port, count))


async def _look_on(port: int, count: int) -> None:
    host = f"127.0.0.1:{port}"
    most: Counter[int] = Counter()

    async def spectator(number: int) -> None:
        seconds: Counter[int] = Counter()
        address = f"ws://{host}/table?role=spectator"
        async with connect(address, origin=Origin(f"http://{host}"), max_size=None) as socket:
            with contextlib.suppress(ConnectionClosed):
                async for text in socket:
                    if json.loads(text)["type"] == "news":
                        seconds[int(time.monotonic())] += 1
                        most[number] = max(most[number], seconds[int(time.monotonic())])

    watching = [asyncio.create_task(spectator(number)) for number in range(count)]
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    print(max(most.values(), default=0))


@contextmanager
def _process(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Another process of this module, which ends when its input does."""
    command = [sys.executable, "-m", "benchmarks.page", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            if process.stdin is not None and not process.stdin.closed:
                process.stdin.close()
            process.wait()


@contextmanager
def _served(how: str = "serve") -> Iterator[int]:
    """The port of a table in another process."""
    with _process(how) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline())


# The browser


@contextmanager
def _browser() -> Iterator[Browser | None]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None or find_spec("playwright") is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


def _opened(browser: Browser, port: int, role: str) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en").new_page()
    page.goto(f"http://127.0.0.1:{port}/?role={role}")
    page.wait_for_selector("body[data-ready]")
    return page


def first_picture_ms(browser: Browser, port: int, times: int) -> list[float]:
    """From the wish to see the page to a player's screen on it, with nothing in the cache."""
    found = []
    for _ in range(times):
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
        found.append(float(page.evaluate(FIRST)))
        page.context.close()
    return found


def _spot(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] * 0.12, box["y"] + box["height"] * 0.4


def _moved(page: Page, to: str) -> None:
    """Drag the card; the hand rests for a moment before it lets go."""
    page.mouse.move(*_spot(page, f'.card[data-card="{CARD}"]'))
    page.mouse.down()
    page.mouse.move(*_spot(page, f'[data-place="{to}"]'), steps=6)
    page.mouse.up()


def release_ms(
    hands: Page, watching: list[Page], *, times: int, for_s: float = 0.0, thinking: bool = False
) -> list[dict[str, list[float]]]:
    """From letting go of a card to the first changed pixel of its column's screen, as each of ``watching`` shows it:
    "lay" and "lift". At least so many ``times``, and for so long; while the tutor is ``thinking``, as robots do."""
    for page in watching:
        page.evaluate(WATCH, PLACE)
    found: list[dict[str, list[float]]] = [{"lay": [], "lift": []} for _ in watching]
    begun_s, number = time.monotonic(), 0
    while number < times or time.monotonic() - begun_s < for_s:
        number += 1
        for kind, to in (("lay", PLACE), ("lift", HOME)):
            for page in watching:
                page.evaluate("bench.arm()")
            if thinking:
                asked = hands.evaluate("signifer.table.send({ do: 'advise' }).then(({ type }) => type)")
                assert asked == "done", "it is asked as soon as the last move has come to rest"
            _moved(hands, to)
            released = _waited(hands, "released")
            for page, times_ms in zip(watching, found, strict=True):
                times_ms[kind].append(_waited(page, "changed") - released)
            hands.wait_for_timeout(REST_MS + STAGGER_MS * (number % 9))
    return found


def _waited(page: Page, what: str) -> float:
    for _ in range(1000):
        if found := page.evaluate(f"bench.{what}"):
            return float(found)
        page.wait_for_timeout(10)
    raise AssertionError(f"{what}: never")


# Figures


def _within(what: str, times_ms: list[float], limit: float | None, percent: float = 95) -> Figure:
    ours = percentile(times_ms, percent)
    held = limit is not None
    return Figure(PART, f"{what}, p{percent:g}", "ms", ours, "limit", limit or 1000, limit=held, wall=True)


def figures(effort: Effort) -> list[Figure]:
    """Size, first picture, and how soon what hands do is seen: by themselves and by spectators."""
    bytes_, game, language = largest()
    what = f"page and assets, of the game and the language with most ({game}, {language})"
    found = [Figure(PART, what, "bytes", bytes_, "limit", SIZE_LIMIT, limit=True)]
    with _browser() as browser:
        if browser is None:
            return found
        with _served() as port:
            firsts = first_picture_ms(browser, port, min(effort.lays, MOST_FIRST))
            hands = _opened(browser, port, "hand")
            (alone,) = release_ms(hands, [hands], times=min(effort.lays, MOST_LAYS))
            with _process("look-on", str(port), str(SPECTATORS - 1)) as listening_on:
                spectator = _opened(browser, port, "spectator")
                watched = release_ms(hands, [hands, spectator], times=3, for_s=effort.play_s)
                most = int(listening_on.communicate("")[0])
        with _served("serve-a-turn") as port:
            hands = _opened(browser, port, "hand")
            (beside,) = release_ms(hands, [hands], times=min(effort.lays, MOST_LAYS), thinking=True)
    return [
        *found,
        _within("first picture", firsts, FIRST_MS),
        _within("a card laid, to the changed pixel", alone["lay"], HAND_MS, 50),
        _within("a card laid, to the changed pixel", alone["lay"], HAND_MS),
        _within("a card lifted, to the changed pixel", alone["lift"], None),
        _within("while the tutor thinks: laid", beside["lay"], HAND_MS, 50),
        _within("while the tutor thinks: laid", beside["lay"], HAND_MS),
        _within("beside 30 spectators: laid, for the hand", watched[0]["lay"], HAND_MS),
        _within("30 spectators: laid, for a spectator", watched[1]["lay"], SPECTATOR_MS, 50),
        _within("30 spectators: laid, for a spectator", watched[1]["lay"], SPECTATOR_MS),
        _within("30 spectators: lifted, for a spectator", watched[1]["lift"], None),
        Figure(
            PART, "30 spectators: updates in a second, most", "updates", most, "limit", UPDATES + 1, wall=True
        ),
    ]


def main() -> None:
    """What another process is to do."""
    options = parser("benchmarks.page", __doc__)
    works = options.add_subparsers(required=True, dest="work", metavar="WORK")
    works.add_parser("serve", help="the page of a table")
    works.add_parser("serve-a-turn", help="... in the middle of a turn")
    looks = works.add_parser("look-on", help="as spectators do")
    looks.add_argument("port", type=int)
    looks.add_argument("count", type=int)
    asked = options.parse_args()
    if asked.work == "look-on":
        look_on(asked.port, asked.count)
    elif asked.work == "serve":
        serve(POSITION, 3)
    else:
        serve(A_TURN, TURN_SEED)


if __name__ == "__main__":
    main()
