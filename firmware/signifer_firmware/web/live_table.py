"""The page of a real table: a thread of its own, which asks the table for nothing and only looks at what it leaves.

Ten times a second, while somebody looks, the main loop puts down how things stand: a handful of references. All that
follows, views, messages and sockets, is done by the other thread; if that one comes to grief, the table plays on.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import uvicorn
from signifer_core.errors import SigniferError
from signifer_core.json_values import Json

from signifer_firmware.config.entries import PAGE_NETWORK
from signifer_firmware.config.model import TableConfig
from signifer_firmware.display.qr import on_terminal
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.kernel.log import ERROR, INFO, WARNING, Logbook
from signifer_firmware.kernel.mistakes import Mistakes
from signifer_firmware.kernel.realtime import PacedScheduler
from signifer_firmware.kernel.scheduler import NEVER
from signifer_firmware.league.book import Line
from signifer_firmware.league.ledger import Ledger, written
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.session.events import News
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.session.outlook import GAME
from signifer_firmware.web.server.answering import Answering
from signifer_firmware.web.server.app import app_of
from signifer_firmware.web.server.files import Files
from signifer_firmware.web.server.hub import Hub
from signifer_firmware.web.server.messages import Export, Gone, Look, Odds, Pad
from signifer_firmware.web.server.network import (
    EVERYWHERE,
    LOOPBACK,
    address_of,
    door_of,
    listening,
    with_loopback_6,
)
from signifer_firmware.web.server.page_buttons import PageButtons
from signifer_firmware.web.server.protocols import server_of
from signifer_firmware.web.server.questions import KeyDeed, PageQuestion, PhoneWish, Reply, Wanted
from signifer_firmware.web.server.records import RecordKept
from signifer_firmware.web.server.telling import HANDS_S, OTHERS_S, Teller, viewer_of
from signifer_firmware.web.server.wishes import answered
from signifer_firmware.web.upkeep.opening import upkeep_of
from signifer_firmware.web.upkeep.table import Place, powers_off
from signifer_firmware.web.view.asides import open_odds, own_pad
from signifer_firmware.web.view.glance import MOST_MOMENTS, Glance, NewsFeed, Privacy, sound_of
from signifer_firmware.web.view.history import History, Moment, Numbered, count_of, to_look_back
from signifer_firmware.web.view.now import Now, Shown
from signifer_firmware.web.view.undone import Undone
from signifer_firmware.web.view.view import past, view
from signifer_firmware.web.view.viewers import PHONES, SPECTATOR, keys_of

from .game import View, printed, printed_of

LOOK_US = 100_000
# ... and where pages are the table's screens.
HANDS_US = 20_000
# How often it looks whether this computer has an address by now.
ADDRESS_S = 10.0
END_S = 3.0
# What pages have asked for and the main loop has not answered yet; more is refused.
MOST_ASKED = 8


class RealPage:
    """The page of the table that ``appliance`` runs on ``scheduler``. `hear` the table's news, add it to the scheduler,
    and `start` it."""

    def __init__(
        self,
        config: TableConfig,
        appliance: Appliance,
        scheduler: PacedScheduler,
        log: Logbook,
        *,
        listen: str,
        store: Path,
        name: str = "",
        restart: Callable[[], None] | None = None,
    ) -> None:
        self.run = secrets.token_hex(4)
        self.has_hands = False
        self.feed = NewsFeed()
        self.hub = Hub()
        self._config, self._appliance, self._scheduler, self._log = config, appliance, scheduler, log
        self._network = listen == PAGE_NETWORK
        self._privacy = Privacy()
        self._store = store
        self._buttons = PageButtons(appliance.touch, lambda: appliance.hold_us)
        self._restart = restart
        self.place = Place(
            *(config, name or config.name, lambda: store, restart is not None), powers_off=powers_off()
        )
        self._now: Now | None = None
        self._game = 0
        self._history = History(appliance.keeper.bundle)
        self._past: Numbered = ()
        self._undone = Undone()
        self._told_run = ""
        self._added = False
        self._records = RecordKept()
        # The game that was over when somebody had its record, with all that is in it.
        self._looked = ""
        self._shown = Shown(config)
        beside = Mistakes(lambda line: self._log.say(WARNING, f"page: {line}")).passed_over
        self.answering = Answering(self._answered, beside)
        self.gone = self.answering.gone
        self._asked = threading.BoundedSemaphore(MOST_ASKED)
        self._address = config.page.address
        # No phone has come yet.
        self._sought = True
        self._teller = Teller(
            self.hub,
            time.monotonic,
            self._view,
            beside,
            waits=self._presses,
        )
        self._look_us = HANDS_US if config.is_shown else LOOK_US
        self._server: uvicorn.Server | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="page", daemon=True)
        self.hub.came = lambda: scheduler.post(self)
        appliance.keeper.phone_lost = self.hub.unpaired

    # The main loop's thread

    def hear(self, news: News) -> None:
        """Take down what people may read later, and how the table lay then."""
        before = self.feed.count
        self.feed.hear(news)
        if self.feed.count > before and self._added:
            self._scheduler.wake(self, self._scheduler.clock.now_us)

    def step(self, now_us: int) -> int:
        """Put down how things stand, if anybody looks; the next time is not long after. Let go what was held long
        enough."""
        self._added = True
        return min(self._look(now_us), self._buttons.let_go(now_us))

    def _look(self, now_us: int) -> int:
        keeper, screens = self._appliance.keeper, self._appliance.screens
        moment = Moment(keeper.bundle, keeper.table, keeper.outlook, keeper.seen)
        self._remember(moment)
        if not self.hub.wanted:
            return NEVER
        self._now = Now(
            run=self.run,
            game=self._game,
            moment=moment,
            history=self._history,
            lines=self.feed.lines,
            past=self._past,
            undone=self._undone.numbers,
            held=tuple((screen.place, screens.held(screen.place)) for screen in self._config.screens),
            faces=self._appliance.pictures.shown,
            private=self._privacy.players(
                keeper.outlook, now_us, screens.rested_since, game=keeper.bundle.name, table=keeper.table
            ),
            sound=sound_of(self._appliance.sounds.heard),
            spoken=self._appliance.speech.changes,
            phones=frozenset(player for player, phone in PHONES.items() if phone in self.hub.wanted),
        )
        return now_us + self._look_us

    def _remember(self, moment: Moment) -> None:
        """Keep the first moment after each line of the record, of the game that is on; another one begins again, with
        what its journal tells."""
        if moment.table is None or moment.outlook.phase != GAME:
            return
        if self._appliance.game_number != self._game:
            self._game = self._appliance.game_number
            entries = self._appliance.game_so_far()
            self._history = History(moment.bundle, entries)
            self.feed, self._past = NewsFeed(count=count_of(entries)), ()
            self._undone = Undone()
            self.run = secrets.token_hex(4)
        self._undone.look(moment.table, self.feed.count, self.feed.lines)
        if not self._past or self._past[-1][0] != self.feed.count:
            kept = replace(moment, table=to_look_back(moment.table))
            self._past = (*self._past[-MOST_MOMENTS + 1 :], (self.feed.count, kept))

    def start(self) -> None:
        """Begin to serve. Of what goes wrong the log tells."""
        self.answering.begin()
        self._thread.start()

    def end(self) -> None:
        """Have it end, and wait for that, but not for long."""
        self._ended.set()
        self.answering.end()
        if self._server is not None:
            self._server.should_exit = True
        if self._thread.ident is not None:
            self._thread.join(END_S)

    def _pressed(self, key: KeyDeed) -> View:
        now_us = self._scheduler.clock.now_us
        answer = self._buttons.pressed(key, now_us)
        if self._buttons.holds:
            self._scheduler.wake(self, now_us)
        return answer

    # The page's thread

    def _presses(self, role: str) -> bool:
        """Whether pages of ``role`` have buttons here."""
        return bool(keys_of(self._config, role))

    def send(self, deed: Wanted, reply: Reply) -> None:
        """What a phone asks for goes to the main loop; questions have threads of their own; nobody here has hands."""
        if isinstance(deed, PageQuestion):
            self.answering.ask(deed, reply)
            return
        if isinstance(deed, KeyDeed):
            self._scheduler.call(lambda: reply({**self._pressed(deed), "n": deed.n}))
            return
        wish = deed
        assert isinstance(wish, PhoneWish)
        if wish.run != self.run:
            reply({"type": "refused", "reason": "stale", "n": wish.n})
            return
        counts = not isinstance(wish.message, Gone)
        if counts and not self._asked.acquire(blocking=False):
            reply({"type": "refused", "reason": "too-often", "n": wish.n})
            return

        def work() -> None:
            answer = self._appliance.with_keeper(lambda keeper, now_us: answered(keeper, now_us, wish, reply))
            if counts:
                self._asked.release()
            reply({**answer, "n": wish.n})

        self._scheduler.call(work)

    def _answered(self, asked: PageQuestion) -> View:
        """How it was, or the record: what who looks on may ask for."""
        now = self._now
        if asked.run != self.run or now is None or now.run != self.run:
            return {"type": "refused", "reason": "stale"}
        match asked.message:
            case Look(at=at):
                found = next((one for one in (*now.history.moments, *now.past) if one[0] >= at), None)
                if found is None:
                    return {"type": "refused", "reason": "no-such-moment"}
                glance = self._glance(replace(now, moment=found[1], lines=()))
                around = self._shown.near(found[0], now)
                then = past(glance, viewer_of(asked.role, ""), around, over=now.is_over)
                return {"type": "done", "told": {"at": found[0], **then}}
            case Export():
                try:
                    told = {"text": self._record(now)}
                except SigniferError:
                    return {"type": "refused", "reason": "no-record"}
                if now.is_over:
                    self._looked = now.run
                return {"type": "done", "told": told}
            case Odds() if asked.role == SPECTATOR and (odds := open_odds(self._glance(now))) is not None:
                return {"type": "done", "told": {"open": odds}}
            case Pad() if (pad := own_pad(self._glance(now), viewer_of(asked.role, ""))) is not None:
                return {"type": "done", "told": {"pad": pad}}
            case _:
                return {"type": "refused", "reason": "spectator"}

    def _record(self, now: Now) -> str:
        # A disk may take later what was done while it was full.
        behind = self._appliance.record_behind
        stands = (now.run, now.past[-1][0] if now.past else 0, now.moment.table, behind)
        return self._records.of(stands, self._store, now.moment.bundle, now.game)

    def _serve(self) -> None:
        """The thread: until it is ended, or the network will not have it."""
        try:
            sock = listening(self._config.page.port, EVERYWHERE if self._network else LOOPBACK)
        except OSError as error:
            cure = "end what has it, or write another one below [page], like port = 8521"
            why = error.strerror or str(error)
            self._log.say(WARNING, f"page: port {self._config.page.port} cannot be had ({why}); {cure}")
            if self._config.is_shown:
                self._log.say(
                    ERROR,
                    "nobody can read or press at this table without its page: end what has that port, or write "
                    "another one below [page], and start again",
                )
            return
        with sock:
            asyncio.run(self._run(sock))

    async def _run(self, sock: socket.socket) -> None:
        door = door_of(self._config.page.port, network=self._network, address=self._config.page.address)
        files = Files(printed(bundles_of(self._config, lambda fault: None)))
        upkeep, wires = upkeep_of(
            *(self.place, lambda: self._appliance, self._scheduler.call, door),
            log=lambda: [*self._log.newest],
            restart=self._restart or (lambda: None),
            printed=lambda bundle: files.print(*printed_of(bundle)),
        )
        wires.lost = self.hub.disowned
        self._server = server_of(
            app_of(
                self,
                self.hub,
                door,
                files,
                keys=partial(keys_of, self._config),
                league=Ledger(lambda: self._store, self._say_who_played),
                more=upkeep,
                owns=wires.lets_in,
            ),
            lambda line: self._log.say(WARNING, line),
            self.hub.keeps,
        )
        where = "the local network" if self._network else "this computer"
        self._log.say(INFO, f"page: at port {self._config.page.port}, for {where}")
        telling = asyncio.create_task(self._tell())
        telling.add_done_callback(self._has_told)
        try:
            if not self._ended.is_set():
                with with_loopback_6(sock) as sockets:
                    await self._server.serve(sockets=sockets)
        finally:
            telling.cancel()

    def _say_who_played(self, line: Line, players: Mapping[str, Json]) -> None:
        """The main loop has the store."""

        def said(keeper: Keeper, now_us: int) -> None:
            its_own = line.begin == self._appliance.game_number
            keeper.named(players, now_us, None if its_own else line.begin)

        written(self._scheduler.call, lambda: self._appliance.with_keeper(said))

    def _has_told(self, telling: asyncio.Task[None]) -> None:
        """Nothing is told any more: then there is nothing to serve."""
        error = None if telling.cancelled() else telling.exception()
        if error is not None:
            self._log.say(WARNING, f"page: it has ended, by a mistake of the program: {error!r}")
        if self._server is not None:
            self._server.should_exit = True

    async def _tell(self) -> None:
        """Tell pages what is new, and the start picture where the page is."""
        asked_s = -ADDRESS_S
        while True:
            if self._network and self.hub.had_guest and self._sought:
                self._found(self._address, sought=False)
            if self._network and not self._config.page.address and time.monotonic() - asked_s >= ADDRESS_S:
                asked_s = time.monotonic()
                self._found(address_of(self._config.page.port), sought=self._sought)
            now = self._now
            if now is not None:
                if now.run != self._told_run:
                    self._told_run = now.run
                    self._teller.forget()
                self._teller.tell(now.run, lambda: self._now)
            hurries = self._config.is_shown and self.hub.wanted
            await asyncio.sleep((HANDS_S if hurries else OTHERS_S) / 2)

    def _found(self, address: str, *, sought: bool) -> None:
        if address != self._address:
            # Who found it where it was before does not know where it is now.
            sought, self.hub.had_guest = True, False
        if (address, sought) != (self._address, self._sought):
            self._address, self._sought = address, sought
            self._scheduler.call(lambda: self._appliance.set_address(address, sought=sought))
            if address and sought:
                self._log.say(INFO, f"page: phones say {address}")
                on_terminal(address, self._log.stream)

    def _view(self, role: str) -> View:
        now = self._now
        assert now is not None
        return view(self._glance(now), viewer_of(role, ""))

    def _glance(self, now: Now) -> Glance:
        return self._shown.glance(now, opened=self._looked == now.run and now.goes_on)
