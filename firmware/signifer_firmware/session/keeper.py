"""The keeper of a session: takes readings and gestures in, and knows when to judge them."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping

from signifer_core.layout import Zone
from signifer_core.procedure import Press
from signifer_drivers.polling.presence import ABSENT, COVERED, PRESENT, Change

from ..day_clock import PART as CLOCK
from ..game_api.game import AnyBundle
from ..scheduler import NEVER
from ..store import Store
from .events import News
from .lifecycle import Evening
from .pairing import Pairing
from .settings import Settings

RECHECK_US = 20_000
DOUBT_SETTLES = 6
PRESS_WAIT_US = 1_000_000
RECORD_RETRY_US = 1_000_000


class Keeper(Evening):
    """Runs one game. Beside what a desk needs: ``settle_us`` is how long hands rest; ``doubtful`` says whether any card
    is between present and absent, ``looked_since`` whether every reader has looked since a time; ``believe`` takes back
    a lift."""

    def __init__(
        self,
        bundle: AnyBundle,
        store: Store,
        *,
        antennas: Mapping[str, tuple[Zone, ...]],
        settle_us: int,
        doubtful: Callable[[], bool],
        looked_since: Callable[[int], bool],
        rng: random.Random,
        ceremony: bool,
        settings: Settings,
        tell: Callable[[News], None],
        games: tuple[AnyBundle, ...] = (),
        believe: Callable[[Change], None] = lambda lift: None,
    ) -> None:
        self.pairing = Pairing()
        super().__init__(
            bundle,
            store,
            antennas=antennas,
            rng=rng,
            ceremony=ceremony,
            settings=settings,
            tell=tell,
            games=games,
        )
        self._settle_us = settle_us
        self._doubtful = doubtful
        self._looked_since = looked_since
        self._inbox: deque[tuple[int, Change]] = deque()
        self._presses: deque[tuple[int, Press]] = deque()
        self._believe_again = believe
        self._lifts: list[Change] = []
        self._changed_us = 0
        self._answered: list[Press] = []
        self._wanted: frozenset[str] = frozenset()
        self._wanted_for: tuple[object, object] = (None, None)
        self._record_us = 0

    def resume(self, now_us: int) -> bool:
        """Take up the last game of the journal; whether there was one."""
        self._changed_us = now_us
        return super().resume(now_us)

    def change(self, change: Change, at_us: int) -> None:
        """A reader's news."""
        self._inbox.append((at_us, change))

    def press(self, press: Press, at_us: int) -> None:
        """A button gesture."""
        self._presses.append((at_us, press))

    def take_answered(self) -> list[Press]:
        """Hand over the gestures that were answered since the last call."""
        answered = list(self._answered)
        self._answered.clear()
        return answered

    @property
    def wanted(self) -> frozenset[str]:
        """The readers at which a card is expected to come or to go."""
        if self.table is None:
            return frozenset()
        looked = (self.table, self.seen)
        if looked[0] is not self._wanted_for[0] or looked[1] is not self._wanted_for[1]:
            self._wanted_for = looked
            expecting = self._expecting()
            self._wanted = frozenset(
                reader for reader, zones in self._antennas.items() if not expecting.isdisjoint(zones)
            )
        return self._wanted

    def _expecting(self) -> set[Zone]:
        """The zones where a card is missing, has to go, or may be laid for something."""
        assert self.table is not None
        table, due = self.table, self.bundle.procedure.due(self.table)
        moving = table.leaving | table.awaited | table.returning
        missing = {zone for zone, card in due.must.items() if card not in self.seen[zone]}
        return missing | set(due.may) | {zone for _, zone in moving}

    @property
    def quiet(self) -> bool:
        """Whether nothing is left to think about."""
        return not self._inbox and not self._presses and self._settled

    def step(self, now_us: int) -> int:
        """Take in what has arrived, then judge what lies there."""
        while self._inbox and self._inbox[0][0] <= now_us:
            self._visit()
        while self._presses and self._sees_what_is_meant(self._presses[0][0], now_us):
            press = self._presses.popleft()[1]
            if self.answers_phone(press, now_us):
                continue
            self._answered.append(press)
            self._dismiss(now_us)
            self._press(press, now_us)
        if not self._settled:
            self._consider(now_us)
        if self._settled:
            self._lifts.clear()
        wakes = [at_us for at_us, _ in [*self._inbox][:1]]
        if (phone_us := self.tick_phones(now_us)) is not None:
            wakes.append(phone_us)
        if (minute_us := self.tick(now_us)) is not None:
            wakes.append(minute_us)
        if self._presses:
            wakes.append(now_us + RECHECK_US)
        if not self._settled:
            wakes.append(max(now_us + RECHECK_US, self._changed_us + self._settle_us))
        if (retry_us := self._tend_record(now_us)) is not None:
            wakes.append(retry_us)
        return min(wakes, default=NEVER)

    def _dismiss(self, now_us: int) -> None:
        """Somebody presses a button: what is said until then has been read."""
        if self._aside:
            self._aside = ""
            self.tend_record(now_us)
        if CLOCK in self._faults:
            self.fault(CLOCK, None, now_us)

    def _tend_record(self, now_us: int) -> int | None:
        """Try a failing disk again now and then; return when the next time is."""
        if now_us >= self._record_us:
            self._record_us = now_us + RECORD_RETRY_US
            self.tend_record(now_us)
        return self._record_us if self._store.trouble else None

    def _consider(self, now_us: int) -> None:
        """Judge what lies there; while people overrule the table, no game is on, or it is off, only look at it."""
        if self._menu is None and self.table is not None and not self.off:
            self._judge(now_us, settled=self._hands_have_settled(now_us))
        else:
            self._settled = True
            self._look(now_us, ())

    def _sees_what_is_meant(self, pressed_us: int, now_us: int) -> bool:
        """Whether the readers have looked since the press: a card lifted just before it must not pay.

        A reader in noise keeps nobody waiting for longer than PRESS_WAIT_US.
        """
        if now_us >= pressed_us + PRESS_WAIT_US:
            return True
        return not self._inbox and self._looked_since(pressed_us)

    def _hands_have_settled(self, now_us: int) -> bool:
        """Whether no hand is under way: nothing has changed for a while, and no card is between there and gone.

        A reader in noise may leave cards in doubt for ever; the table then waits DOUBT_SETTLES times as long.
        """
        still_us = now_us - self._changed_us
        if still_us < self._settle_us:
            return False
        # News may be on its way already: a reader's visit ends later than it begins.
        in_doubt = bool(self._inbox) or self._doubtful()
        return not in_doubt or still_us >= DOUBT_SETTLES * self._settle_us

    def _visit(self) -> None:
        """Take in all that the next visit has changed."""
        at_us, first = self._inbox[0]
        changes = []
        while self._inbox and (self._inbox[0][0], self._inbox[0][1].reader) == (at_us, first.reader):
            changes.append(self._inbox.popleft()[1])
        for change in changes:
            self._reader_state(change, at_us)
        if any(change.kind in (PRESENT, ABSENT, COVERED) for change in changes):
            self._seen_anew(changes, at_us)
            self._changed_us = at_us
            self._lifts += [change for change in changes if change.kind == "absent"]
        if any(change.kind == "fault" for change in changes):
            self._drop_lifts(first.reader)

    def _drop_lifts(self, reader: str) -> None:
        """The reader fails: what it has just said of lifts, and nothing has come of yet, may have been its failing."""
        for change in [lift for lift in self._lifts if lift.reader == reader]:
            self._lifts.remove(change)
            self.sight.kept(change)
            self._believe_again(change)
