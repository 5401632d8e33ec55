"""The prompt of enrolling: lines typed at a terminal; on the virtual table also what its hands do."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

from signifer_core.errors import ConfigError
from signifer_core.layout import Zone

from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.parser import parse_script

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# From one look to the next, while nothing is in doubt.
IDLE_US = 40_000
# A virtual reader that was mended is waited for: a node starts in less.
MENDS_US = 4_000_000
_HANDS = (st.Put, st.Take, st.Swap, st.Wait, st.Fault, st.Mend)
_WORDS = (
    "put",
    "take",
    "swap",
    "wait",
    "fault",
    "mend",
    "game",
    "together",
    "press",
    "hold",
    "expect",
    "power",
)


class NobodyError(Exception):
    """Nobody will type anything any more, and nothing else can happen."""


class Desk(Protocol):
    """What the enrolment asks again and again, between two looks at its reader.

    It sets ``wanted``, the card that it asks for, or will ask for next, "" if there is none, and ``asking``: whether a
    question waits for an answer.
    """

    wanted: str
    asking: bool

    def line(self, *, settled: bool, failing: bool) -> str | None:
        """What was typed, without its end; None if nothing was. ``settled``: nothing new will be seen by itself;
        ``failing``: the reader fails. Raises NobodyError, and KeyboardInterrupt where the enrolment may be ended."""
        ...


class Interrupts:
    """Signals that end the enrolment, but only while it waits: never in the middle of writing."""

    def __init__(self) -> None:
        self._told = self._waiting = False

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Meanwhile signals come here."""

        def hear(number: int, frame: FrameType | None) -> None:
            self._told = True
            if self._waiting:
                raise KeyboardInterrupt

        before = {number: signal.signal(number, hear) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def welcome(self) -> Iterator[None]:
        """Meanwhile a signal raises KeyboardInterrupt; one that came before does so at once."""
        self._waiting = True
        try:
            if self._told:
                raise KeyboardInterrupt
            yield
        finally:
            self._waiting = False


class Keyboard:
    """Lines that come over a file descriptor, whether a person types them or a file holds them."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._got = b""
        self.is_over = False

    def line(self, timeout_s: float | None) -> str | None:
        """The next line, waited for so long at the most, None: as long as it takes. None if there is none (any
        more)."""
        while not self.is_over and b"\n" not in self._got:
            if not select.select([self._file], [], [], timeout_s)[0]:
                return None
            try:
                got = os.read(self._file, 4096)
            except OSError:  # a terminal that was closed
                got = b""
            self.is_over = not got
            self._got += got
        if not self._got:
            return None
        line, _, self._got = self._got.partition(b"\n")
        return line.decode(errors="replace").strip()


class RealDesk:
    """A Desk at a real table: cards are laid by hands, and lines may be typed meanwhile."""

    def __init__(self, keyboard: Keyboard, interrupts: Interrupts) -> None:
        self.wanted = ""
        self.asking = False
        self._keyboard = keyboard
        self._interrupts = interrupts

    def line(self, *, settled: bool, failing: bool) -> str | None:
        """See Desk. Waits for IDLE_US at the most, not at all while something is in doubt."""
        with self._interrupts.welcome():
            if self._keyboard.is_over:
                if self.asking:
                    raise NobodyError
                # Cards can still be laid.
                select.select([], [], [], IDLE_US / 1e6 if settled else 0)
                return None
            return self._keyboard.line(IDLE_US / 1e6 if settled else 0)


class VirtualDesk:
    """A Desk at a virtual table: some of the lines say what its hands do, as in table scripts (put, take, swap, wait,
    fault, mend), and ``lay`` lays the card that is asked for, ``lay all`` every one from now on.

    Time stands still while a line is waited for. ``tell`` hears why a line cannot be done. ``game`` is whose cards are
    named; ``own_cards`` are all of them where players bring decks: those have here the names of their decks.
    """

    def __init__(
        self,
        table: VirtualTable,
        config: TableConfig,
        place: Zone,
        keyboard: Keyboard,
        interrupts: Interrupts,
        *,
        game: str,
        wait_us: Callable[[int], None],
        tell: Callable[[str], None],
        own_cards: frozenset[str] = frozenset(),
    ) -> None:
        self._own_cards = own_cards
        self.wanted = ""
        self.asking = False
        self.lays_all = False
        self._table = table
        self._config = config
        self._place = place
        self._game = game
        self._keyboard = keyboard
        self._interrupts = interrupts
        self._wait_us = wait_us
        self._tell = tell
        self._laid = ""
        self._patience_us = 0

    def line(self, *, settled: bool, failing: bool) -> str | None:
        """See Desk."""
        if not settled or (failing and self._patience_us > 0):
            # Before a signal is welcome, so that it may come at any time.
            self._patience_us -= IDLE_US
            self._wait_us(IDLE_US if settled else 0)
            with self._interrupts.welcome():
                return None
        if self.lays_all and not self.asking and self.wanted and self.wanted != self._laid:
            self._lay()
            return None
        with self._interrupts.welcome():
            line = self._keyboard.line(None)
        if line is None:
            raise NobodyError
        return None if self._is_for_hands(line) else line

    def _is_for_hands(self, line: str) -> bool:
        """Whether the line is about the hands of the virtual table; then it is done."""
        word = line.partition(" ")[0]
        self._patience_us = MENDS_US
        if word == "lay":
            self.lays_all = self.lays_all or line.split() == ["lay", "all"]
            if self.asking and (not self.wanted or self._table.world.where(self.wanted) == self._place):
                what = f"{self.wanted} lies there already" if self.wanted else "no other card is asked for"
                self._tell(f"{what}: answer the question first")
            else:
                self._lay()
        elif word in _WORDS:
            self._do(line)
        return word in ("lay", *_WORDS) or line.startswith("#")

    def _lay(self) -> None:
        """Take away what lies there, and lay what is asked for."""
        world = self._table.world
        for card in world.lying(self._place):
            world.take(card)
        self._laid = self.wanted
        if self.wanted:
            world.put(self.wanted, self._place)

    def _do(self, line: str) -> None:
        """One statement of a table script."""
        text = line if line.startswith("game ") else f"game {self._game}\n{line}"
        try:
            statement = parse_script(text, file="line", any_card=bool(self._own_cards)).statements[-1]
        except ConfigError as error:
            for fault in error.faults:
                self._tell(fault.split(": ", 1)[-1])
            return
        if isinstance(statement, _HANDS):
            try:
                self._move(statement)
            except KeyError:
                self._tell(f"{line}: this table has no such place")
        elif not isinstance(statement, st.Game):
            self._tell(f"nobody plays here; hands can {', '.join(_WORDS[:6])}, lay")

    def _move(self, statement: st.Statement) -> None:
        world, table = self._table.world, self._table
        if unknown := self._unknown(statement):
            self._tell(f'no card "{unknown}": a card is written "{min(self._own_cards)}"')
            return
        match statement:
            case st.Put(card=card, zone=zone):
                if zone not in world.fields:
                    raise KeyError(zone)
                world.put(card, zone)
            case st.Take(card=card):
                world.take(card)
            case st.Swap(away=away, instead=instead):
                zone = world.where(away) or self._place
                world.take(away)
                world.put(instead, zone)
            case st.Wait(us=us):
                self._wait_us(us)
            case st.Fault(part=part, place=place, kind=kind, percent=percent):
                table.fault(part, place, kind, percent)
            case st.Mend(part=part, place=place, kind=mended):
                table.mend(part, place, mended)

    def _unknown(self, statement: st.Statement) -> str:
        """A card in it that no deck has, "" if there is none."""
        match statement:
            case st.Put(card=card) | st.Swap(instead=card) if self._own_cards:
                known = card in self._own_cards or card.startswith("tag/") or ":" in card
                return "" if known else card
            case _:
                return ""
