"""The owner among bad neighbours: lays cards, asks for hints, opens the page again, and pairs a phone, each with how
long it took."""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.request
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import product
from typing import Any, Protocol

from signifer_core.layout import Side
from signifer_firmware.display.player_menu_panels import _code_panel
from signifer_firmware.display.render import render
from signifer_firmware.i18n.words import words_of
from signifer_firmware.session.pairing import CODE_LENGTH, TRIES, CodeShown
from signifer_firmware.web.virtual.live import TWO
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.hearing import heard

PATIENCE_S = 60.0
PHONE = "10.77.0.250"
LAY_S, ASK_S, VISIT_S, PAIR_S = 0.1, 0.2, 1.0, 12.0
_DIGITS = "0123456789"
_TROUBLE = (OSError, WebSocketException, TimeoutError)
Told = dict[str, Any]


class Page:
    """A page, and what it was told."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.view: Told = {}
        self.run = ""
        self._n = 0

    def hear(self, patience_s: float = PATIENCE_S) -> Told:
        message = heard(self._connection, time.monotonic() + patience_s)
        if message["type"] in ("full", "news"):
            self.run = message["run"]
            self.view = message["view"] if message["type"] == "full" else self.view | message["view"]
        return message

    def has_heard(self, kind: str) -> Told | None:
        """What has come of this kind, without waiting for more; all else is read, too."""
        with suppress(TimeoutError):
            while True:
                if (message := self.hear(0))["type"] == kind:
                    return message
        return None

    def ask(self, **wish: Any) -> Told:
        """Send it; the answer."""
        self._n += 1
        self._connection.send(json.dumps({"run": self.run, "n": self._n} | wish))
        until_s = time.monotonic() + PATIENCE_S
        while (answer := self.hear(until_s - time.monotonic())).get("n") != self._n:
            pass
        return answer

    def until(self, what: Callable[[Told], bool]) -> None:
        """Listen until what is shown is as wanted."""
        until_s = time.monotonic() + PATIENCE_S
        while not self.view or not what(self.view):
            self.hear(until_s - time.monotonic())


@contextmanager
def connected(host: str, path: str, address: str) -> Iterator[ClientConnection]:
    """A wire from ``address``, as pages have it."""
    with (
        socket.create_connection(_name(host), PATIENCE_S, (address, 0)) as sock,
        connect(
            f"ws://{host}/{path}",
            sock=sock,
            origin=Origin(f"http://{host}"),
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE_S,
            close_timeout=1,
        ) as connection,
    ):
        yield connection


@contextmanager
def page(host: str, role: str, address: str = "127.0.0.1") -> Iterator[Page]:
    """A page at ``address``, which has had its first picture."""
    with connected(host, f"table?role={role}", address) as connection:
        found = Page(connection)
        found.until(bool)
        yield found


def _name(host: str) -> tuple[str, int]:
    name, _, port = host.partition(":")
    return name, int(port)


def read_code(pixels: str, player: str) -> str:
    """The code that stands on a player's screen, by its pixels; "" where none does. Digit by digit, whichever makes the
    picture most like it; and once more, since a line that ends with another digit lies elsewhere."""
    shown = b64decode(pixels)
    side: Side = "red" if player == "red" else "blue"
    for tries, upkeep in product(range(1, TRIES + 1), (False, True)):

        def unlike(code: list[str], tries: int = tries, upkeep: bool = upkeep) -> int:
            panel = _code_panel(CodeShown("".join(code), tries, upkeep=upkeep), side, words_of("en"))
            return sum(map(int.__ne__, render(panel).image.tobytes(), shown))

        code = ["0"] * CODE_LENGTH
        for place in (*range(CODE_LENGTH), *range(CODE_LENGTH)):
            code = min(([*code[:place], digit, *code[place + 1 :]] for digit in _DIGITS), key=unlike)
        if not unlike(code):
            return "".join(code)
    return ""


class Hands(Protocol):
    """What somebody does at the table itself."""

    def waiting(self) -> str:
        """The player who waits."""

    def screen(self, player: str) -> str:
        """What stands on a player's screen, a moment later than the last time."""

    def press_ok(self, player: str) -> None:
        """Press a player's button."""


class _PageHands:
    """Hands on a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._has_seen = False

    def waiting(self) -> str:
        return "blue" if self._page.view["game"]["active"] == "red" else "red"

    def screen(self, player: str) -> str:
        if self._has_seen:
            self._page.hear()
        self._has_seen = True
        return str(self._page.view[f"screen {player}"])

    def press_ok(self, player: str) -> None:
        for down in (True, False):
            self._page.ask(do="button", name=f"ok {player}", down=down)
            time.sleep(0.1)


class Owner:
    """Hands that work at once, until they are told to stop. Times in seconds; what failed took until it worked."""

    def __init__(self, host: str, outside: str) -> None:
        self._host, self._outside = host, outside
        self._stop = threading.Event()
        self.laid: list[float] = []
        self.asked: list[float] = []
        self.visited: list[float] = []
        self.paired: list[float] = []
        self.let_in: list[float] = []
        self.troubles: list[str] = []
        works = (self._lays, self._asks, self._visits, self._pairs)
        self._threads = [threading.Thread(target=work, daemon=True) for work in works]

    def __enter__(self) -> Owner:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(PATIENCE_S)

    def _lays(self) -> None:
        """Lays a card on the pad and takes it back, all the time."""
        while not self._stop.is_set():
            with suppress(*_TROUBLE), page(self._host, "hand") as hands:
                hands.until(lambda view: bool(view["game"].get("active")))
                player = hands.view["game"]["active"]
                card = hands.view["cards"][f"hand {player}"][0]
                while not self._stop.wait(LAY_S):
                    for place in (f"pad {player}", f"hand {player}"):
                        since_s = time.monotonic()
                        answer = hands.ask(do="move", card=card, to=place)
                        self.laid.append(time.monotonic() - since_s)
                        if answer["type"] != "done":
                            self.troubles.append(f"a card was not laid: {answer}")
                return
            self.troubles.append("the owner's page was lost")

    def _asks(self) -> None:
        """Asks what would come of a card, all the time."""
        while not self._stop.is_set():
            with suppress(*_TROUBLE), page(self._host, "hand") as hands:
                hands.until(lambda view: bool(view["game"].get("active")))
                while not self._stop.wait(ASK_S):
                    card = hands.view["cards"][f"hand {hands.view['game']['active']}"][-1]
                    since_s = time.monotonic()
                    answer = hands.ask(do="hint", card=card)
                    self.asked.append(time.monotonic() - since_s)
                    if answer["type"] != "done":
                        self.troubles.append(f"a question was not answered: {answer}")
                return
            self.troubles.append("the owner's second page was lost")

    def _timed(
        self, found: list[float], work: Callable[[], None], every_s: float, times: int = 1 << 30
    ) -> None:
        """Do ``work`` so many ``times``; each time until it works."""
        while not self._stop.is_set() and times:
            times -= 1
            since_s, worked = time.monotonic(), False
            while not worked:
                try:
                    work()
                    worked = True
                except _TROUBLE as error:
                    if len(self.troubles) < 200:
                        self.troubles.append(f"{work.__name__}: {error!r}"[:200])
                    if self._stop.wait(0.5):
                        break
            found.append(time.monotonic() - since_s)
            self._stop.wait(every_s)

    def _visits(self) -> None:
        self._timed(self.visited, self._visit, VISIT_S)

    def _visit(self) -> None:
        """Opens the page again at the table itself."""
        with urllib.request.urlopen(f"http://{self._host}/", timeout=PATIENCE_S) as answer:
            assert b"<title>Signifer</title>" in answer.read()
        with page(self._host, "hand") as hands:
            if not hands.view["table"]["people"]:
                raise OSError("the owner's page has no hands")

    def _pairs(self) -> None:
        # One after the other: both are asked on red's screen, and answered by red's `ok`.
        while not self._stop.is_set():
            self._timed(self.paired, self._pair, 0, times=1)
            self._timed(self.let_in, self._let_in, PAIR_S, times=1)

    @contextmanager
    def _hands(self) -> Iterator[Hands]:
        with page(self._host, "hand") as found:
            found.until(lambda view: bool(view["game"].get("active")))
            yield _PageHands(found)

    def _pair(self) -> None:
        """Pairs a phone of the network with the player who waits, over the screen, and lets it go again."""
        with self._hands() as hands, page(self._outside, "spectator", PHONE) as phone:
            player = hands.waiting()
            answer = phone.ask(do="pair", player=player)
            if answer["type"] != "done":
                raise OSError(f"not taken: {answer}")
            code = self._code_on(hands, player, lambda: phone.has_heard("unpaired"))
            answer = phone.ask(do="code", code=code)
            if answer["type"] != "done":
                raise OSError(f"the code was not taken: {answer}")
            hands.press_ok(player)
            until_s = time.monotonic() + PATIENCE_S
            while (answer := phone.hear(until_s - time.monotonic()))["type"] not in ("paired", "unpaired"):
                pass
            if answer["type"] != "paired":
                raise OSError(f"not paired: {answer}")
            phone.ask(do="unpair", token=answer["token"])

    def _code_on(self, hands: Hands, player: str, ended: Callable[[], Told | None]) -> str:
        """The code on a player's screen, once it is there."""
        code, seen = "", ""
        while not code:
            if (why := ended()) is not None:
                raise OSError(f"it came to nothing: {why}")
            if (pixels := hands.screen(player)) != seen:
                code, seen = read_code(pixels, player), pixels
        return code

    def _let_in(self) -> None:
        """Has a phone of the network let in at the page of upkeep, and goes."""
        with self._hands() as hands, connected(self._outside, "upkeep/wire", PHONE) as wire:
            asked = _said(wire, {"do": "pair", "n": 1})
            if asked["type"] != "done":
                raise OSError(f"not let in: {asked}")
            answer = _said(wire, {"do": "code", "n": 2, "code": self._code_on(hands, "red", lambda: None)})
            if answer["type"] != "done":
                raise OSError(f"the code of upkeep was not taken: {answer}")
            hands.press_ok("red")
            until_s = time.monotonic() + PATIENCE_S
            while (answer := heard(wire, until_s))["type"] not in ("paired", "unpaired"):
                pass
            if answer["type"] != "paired":
                raise OSError(f"not let in: {answer}")
            wire.send(json.dumps({"do": "leave", "n": 3}))
            until_s = time.monotonic() + PATIENCE_S
            while heard(wire, until_s)["type"] != "unpaired":
                pass


def _said(wire: ClientConnection, wish: Told) -> Told:
    """What a page of upkeep is answered."""
    wire.send(json.dumps(wish))
    until_s = time.monotonic() + PATIENCE_S
    while (answer := heard(wire, until_s)).get("n") != wish["n"]:
        if answer["type"] == "unpaired":
            raise OSError(f"it came to nothing: {answer}")
    return dict(answer)


def begin(host: str) -> None:
    """Begin a game for two at one screen, and wait until it is on."""
    with page(host, "hand") as hands:
        run = hands.run
        hands.ask(do="new", mode=TWO)
        hands.until(lambda view: hands.run != run and bool(view["game"].get("active")))
