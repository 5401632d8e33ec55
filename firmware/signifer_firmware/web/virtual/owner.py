"""The owner of the table: one thread runs firmware, twins, hands and robots; pages send it deeds by a queue."""

from __future__ import annotations

import queue
import secrets
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path

from signifer_core.errors import ConfigError, SigniferError
from signifer_core.json_values import Json, as_object

from signifer_firmware.config.model import TableConfig
from signifer_firmware.kernel.mistakes import Mistakes
from signifer_firmware.league.book import ON, Line
from signifer_firmware.league.ledger import ANOTHER, written
from signifer_firmware.web.game import View, goes_on_at
from signifer_firmware.web.play import WATCH, CannotError, Chair, Choice
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.answering import Answering
from signifer_firmware.web.server.questions import KeyDeed, PageQuestion, PhoneWish, Reply, SeatDeed, Wanted
from signifer_firmware.web.server.telling import HAND, SEAT, Audience, Teller, viewer_of
from signifer_firmware.web.server.wishes import answered
from signifer_firmware.web.view.view import view
from signifer_firmware.web.view.viewers import SPECTATOR

from .answers import seen_for
from .doing import Doing
from .inbox import Inbox
from .kept import Kept, is_played_in
from .live import Live
from .new_games import choice_of, is_played
from .pace import Pace
from .seats import Seats
from .shelf import Shelf, shelf_of

# Time passes in slices, so that a deed never waits for longer than one of them.
SLICE_US = 20_000
WAIT_S = 0.008
# How many deeds are done before time passes.
MOST_AT_ONCE = 16
# How often it is kept where the cards are.
NOTE_S = 0.5


class Again(BaseException):
    """Leave whatever robots are doing: another game is begun, or the table is switched off (``choice`` None); ``kept``
    is a game to go on with."""

    def __init__(self, choice: Choice | None, kept: Kept | None = None) -> None:
        super().__init__()
        self.choice, self.kept = choice, kept


class Owner:
    """The end of the wire at a virtual table, where pages have hands. Runs games one after the other until `stop`.
    ``shelf`` is where games are kept, without one for as long as the loop; what was left there under way goes on, if
    ``goes_on`` has it so. ``monotonic`` tells real seconds; ``log`` is told of what should not be: a robot that is at
    its wits' end."""

    # The game that is on, once one has begun.
    live: Live

    def __init__(
        self,
        config: TableConfig,
        choice: Choice,
        audience: Audience,
        *,
        shelf: Shelf | None = None,
        goes_on: Callable[[Choice], bool] = lambda choice: True,
        speed: float = 1.0,
        monotonic: Callable[[], float] = time.monotonic,
        take: Callable[[float], tuple[Wanted, Reply] | None] | None = None,
        log: Callable[[str], None] = lambda line: print(line, file=sys.stderr),
    ) -> None:
        self.run, self.has_hands = "", True
        self._config, self._choice = config, choice
        self.shelf, self._goes_on = shelf, goes_on
        self._speed, self._monotonic, self._log = speed, monotonic, log
        self._inbox = Inbox()
        self._take = take or self._inbox.take
        self._stopping = threading.Event()
        self._going_on: queue.SimpleQueue[Kept] = queue.SimpleQueue()
        self._calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._noted_s = 0.0
        self._audience = audience
        self._mistakes = Mistakes(lambda line: self._log(f"signifer: {line}"))
        self._teller = Teller(audience, monotonic, self.view, self._mistakes.passed_over)
        self._answering = Answering(self._answered, self._mistakes.passed_over)
        self.gone = self._answering.gone
        self._seats = Seats(monotonic, self._left)

    # From other threads

    def send(self, deed: Wanted, reply: Reply) -> None:
        """Have a deed done soon, by the owner's thread; what a page asks is answered beside it."""
        if isinstance(deed, PageQuestion):
            self._answering.ask(deed, reply)
        else:
            self._inbox.put(deed, reply)

    def call(self, work: Callable[[], None]) -> None:
        """Have something done soon by the thread that has the table and its stores."""
        self._calls.put(work)

    def say_who_played(self, line: Line, players: Mapping[str, Json]) -> None:
        """It is written who plays the game that is on, or played another one; for other threads. SigniferError if it
        cannot be."""
        written(self.call, lambda: self._say_who_played(line, players))

    def stop(self) -> None:
        """End the game and the thread soon."""
        self._stopping.set()

    # The owner's thread

    def loop(self) -> None:
        """Play until stopped."""
        self._answering.begin()
        try:
            with shelf_of(None, self._log) if self.shelf is None else nullcontext(self.shelf) as self.shelf:
                self._games(self.shelf)
        finally:
            self._stopping.set()
            self._answering.end()

    def _games(self, shelf: Shelf) -> None:
        kept = shelf.under_way()
        if kept is not None and not self._goes_on(kept.choice):
            kept = None
        if kept is not None and not self._fits(kept):
            self._log("signifer: the game under way is one of another kind of table; another one begins")
            kept = None
        choice: Choice | None = self._choice if kept is None else kept.choice
        folder = shelf.room() if kept is None else shelf.now
        while choice is not None:
            try:
                try:
                    self.begin(choice, folder, kept)
                except SigniferError as error:
                    if kept is None:
                        raise
                    self._log(f"signifer: the game under way cannot go on ({error}); another one begins")
                    folder, kept = shelf.room(), None
                    continue
                self._game()
            except Again as again:
                choice, kept = again.choice, again.kept
            if choice is not None:
                folder, kept = self._folder(shelf, kept)

    def _fits(self, kept: Kept) -> bool:
        return goes_on_at(self._config, kept.choice.game, kept.table().state, kept.choice.mode)

    def _folder(self, shelf: Shelf, kept: Kept | None) -> tuple[Path, Kept | None]:
        """Where the next game is kept, and what it goes on from; what cannot be kept does not begin."""
        try:
            if kept is not None:
                return shelf.take_up(kept), kept
        except (SigniferError, OSError) as error:
            self._log(f"signifer: that game cannot be kept ({error}); see that there is room on the disk")
            kept = shelf.under_way()
        return (shelf.room(), None) if kept is None else (shelf.now, kept)

    def go_on(self, kept: Kept) -> None:
        """Another game goes on here; for other threads."""
        self._going_on.put(kept)

    def _game(self) -> None:
        try:
            self._play(self.live)
        finally:
            self._note()
            self.live.close()

    def begin(self, choice: Choice, folder: Path, kept: Kept | None = None) -> None:
        """Lay the table for another game, whose store is in ``folder``; or for ``kept``, which goes on."""
        self.run = secrets.token_hex(4)
        self._teller.forget()
        keeps = self.shelf is not None and self.shelf.keeps
        before = self.live if kept is not None and kept.steps else None
        self.live = Live(self._config, folder, choice, self._patiently, kept=kept, keeps=keeps)
        self.live.touched = choice is not self._choice if kept is None else is_played_in(kept.entries)
        if before is not None:
            self.live.stay_as(before)
        self._hear_of_phones()
        self._audience.begun(self.live.run.appliance.keeper.pairing.paired)
        self._seats.begin(self.live.chairs)
        self._pace = Pace(self._monotonic, self.live.run.now_us, self._speed)

    def _hear_of_phones(self) -> None:
        """Have a table that was just switched on say when a phone is nobody's any more."""
        self.live.run.appliance.keeper.phone_lost = self._audience.unpaired

    def _left(self, role: str, chair: Chair | None) -> None:
        """Who had that role sits there no more; whoever sits down next allows and wants things themselves."""
        self.live.hands.let_go(role)
        if chair is not None:
            self.live.tutor.left(chair.player)
            self.live.disagrees(chair)
        self._audience.unseated(role)

    def _play(self, live: Live) -> None:
        """Let robots and helping hands work whenever nothing else is to be done; `Again` ends it."""
        broken = False
        while True:
            if not broken:
                try:
                    live.step()
                except SigniferError as error:
                    broken = True
                    self._log(f"signifer: the robots have stopped: {error}")
            next_us = live.run.now_us + SLICE_US
            self.pump(lambda until_us=next_us: live.run.now_us >= until_us)  # type: ignore[misc]

    def pump(self, stop: Callable[[], bool]) -> None:
        """Let paced time pass until ``stop()`` holds, doing what comes in and telling what is new meanwhile."""
        run = self.live.run
        while True:
            self._serve(0.0)
            due_us = self._pace.due_us(run.now_us)
            until_us = min(due_us, run.now_us + SLICE_US)
            if run.scheduler.run(until_us, stop):
                return
            self.tell()
            if until_us >= due_us:
                self._serve(WAIT_S)

    def _patiently(self, stop: Callable[[], bool]) -> None:
        """`pump` for robots and helping hands: while the table is dark, they wait."""
        self.pump(lambda: self.live.power and stop())

    def _serve(self, timeout_s: float) -> None:
        """Do the deeds that have come in, waiting for the first one for a moment."""
        if self._stopping.is_set():
            raise Again(None)
        while not self._calls.empty():
            self._calls.get()()
        if not self._going_on.empty():
            kept = self._going_on.get()
            raise Again(kept.choice, kept)
        for _ in range(MOST_AT_ONCE):
            if (taken := self._take(timeout_s)) is None:
                return
            timeout_s = 0.0
            deed, reply = taken
            if isinstance(deed, msg.New) and deed.run == self.run and is_played(deed, self._config):
                reply({"type": "done", "n": deed.n})
                raise Again(choice_of(deed))
            try:
                answer = self._do(deed, reply)
            except CannotError as error:
                answer = {"type": "refused", "reason": error.code}
            reply({**answer, "n": deed.n})

    def _say_who_played(self, line: Line, players: Mapping[str, Json]) -> None:
        if line.number != ON:
            assert self.shelf is not None
            self.shelf.say_who_played(line.begin, players)
        elif not self.live.power:
            raise ConfigError(["the table is switched off; switch it on, and say it again"])
        elif (line.run, line.begin) != (self.run, self.live.run.appliance.game_number):
            raise ConfigError([ANOTHER])
        else:
            self.live.say_who_plays(players)

    def _take_back(self, deed: msg.TakeBack, reply: Reply) -> None:
        """In practice what undo does not take back, goes with the game to how it was before; `Again` ends it then."""
        hands = Doing(self.live, None, HAND)
        if self.live.practice is None:
            raise CannotError("no-practice")
        if deed.at is None and hands.undoes:
            hands.undo()
            return
        kept = self.live.practice.back(deed.at)
        reply({"type": "done", "n": deed.n})
        raise Again(kept.choice, kept)

    def _do(self, deed: Wanted, reply: Reply) -> View:
        if deed.run != self.run:
            return {"type": "refused", "reason": "stale"}
        match deed:
            case PhoneWish() as wish:
                return self._asked_by(wish, reply)
            case msg.New():
                raise CannotError("no-such-mode")
            case msg.TakeBack():
                self._take_back(deed, reply)
            case msg.Speed() | msg.Fault() | msg.Mend() | msg.Power():
                self._around(deed)
            case msg.Seating(seat=seat, let=let):
                if not self._seats.seat(seat, let_in=let == "in"):
                    raise CannotError("nobody-asks")
            case SeatDeed(message=done, role=role):
                chair = self._seats.chair(role)
                if chair is None:
                    raise CannotError("spectator")
                Doing(self.live, chair, role).do(done)
            case KeyDeed() | PageQuestion():
                raise CannotError("spectator")
            case _:
                Doing(self.live, self._seats.chair(HAND), HAND).do(deed)
        return {"type": "done"}

    def _answered(self, asked: PageQuestion) -> View:
        """What a page asks, by the thread that answers."""
        try:
            rest = self._answering.there(self.call, lambda: self._seen_for(asked), self._stopping.is_set)
            return {"type": "done", "told": rest()}
        except CannotError as error:
            return {"type": "refused", "reason": error.code}

    def _seen_for(self, asked: PageQuestion) -> Callable[[], View]:
        if asked.run != self.run:
            raise CannotError("stale")
        return seen_for(self.live, self._viewer(asked.role), asked.message)

    def _asked_by(self, wish: PhoneWish, reply: Reply) -> View:
        """What a phone asks for, or a device that would have a seat."""
        found = self._seats.answered(wish, reply)
        if found is not None:
            return found
        if not self.live.power:
            return {"type": "refused", "reason": "no-game"}
        robots = self.live.robots
        return self.live.run.appliance.with_keeper(
            lambda keeper, now_us: answered(keeper, now_us, wish, reply, robots)
        )

    def _around(self, deed: msg.Speed | msg.Fault | msg.Mend | msg.Power) -> None:
        """What is done around the table: how fast its time passes, parts broken and mended, the plug."""
        live = self.live
        match deed:
            case msg.Speed(speed=speed):
                self._speed = speed
                self._pace.change(speed, live.run.now_us)
            case msg.Fault(part=part, place=place, kind=kind):
                live.drawer.fault(part, place, kind)
            case msg.Mend(part=None):
                live.drawer.mend_all()
            case msg.Mend(part=str() as part, place=place):
                live.drawer.mend(part, place)
            case msg.Power(on=on):
                live.switch(on=on)
                self._hear_of_phones()

    # Telling

    def _note(self) -> None:
        """Keep where the cards are; a lesson begins again, and so do robots that are watched."""
        self._noted_s = self._monotonic()
        if self.shelf is None:
            return
        if self.live.lesson is not None or self.live.choice.mode == WATCH:
            self.shelf.leave_out()
        else:
            self.shelf.note(self.live.choice, self.live.hands.piles)

    def tell(self) -> None:
        """Show pages of each role what is new, not more often than they may be told; what fails there stops no game."""
        for doing, look in self.live.looks:
            with self._mistakes.passed_over(doing):
                look()
        with self._mistakes.passed_over("keeping where the cards are"):
            if self._monotonic() - self._noted_s >= NOTE_S:
                self._note()
        with self._mistakes.passed_over("telling pages"):
            self._seats.tick()
            self._teller.tell(self.run, lambda: (self._speed, self._seats.stamp(), self.live.sight.stamp()))

    def view(self, role: str) -> View:
        """What pages of ``role`` are told now."""
        whole, chair = view(self.live.sight.glance(), self._viewer(role)), self._seats.chair(role)
        told: View = {
            **as_object(whole["table"]),
            "speed": self._speed,
            # Who has a seat, and whose table it is not.
            "guest": role.startswith(SEAT),
            "player": "" if chair is None else chair.player,
            "seats": self._seats.told(role),
            "address": self._config.page.address if role == HAND else "",
            "names": dict(self.live.choice.names),
        }
        if chair is None:
            return {**whole, "table": told}
        told = {**told, "agreeing": self.live.agreeing_to(chair)}
        # Who see the same may still sit at devices of their own.
        return {**whole, "table": told, "tutor": self.live.tutor.told.get(chair.player, {})}

    def _viewer(self, role: str) -> str:
        """As whom pages of ``role`` are told; who sits nowhere any more looks on."""
        chair = self._seats.chair(role)
        if chair is not None:
            return chair.viewer
        return SPECTATOR if role.startswith(SEAT) else viewer_of(role, self.live.viewer)
