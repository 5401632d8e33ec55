"""The appliance's units around the keeper: readers, screens, buttons. Each one does a step and says when next."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from PIL import Image
from signifer_core.errors import DriverError
from signifer_core.layout import Zone, side_of
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.io.buttons import HELD_DOWN, Buttons, Gesture
from signifer_drivers.io.i2c import is_stuck
from signifer_drivers.io.page_screen import TableScreen
from signifer_drivers.node.reader import NodeReader
from signifer_drivers.polling.bank import Bank, neighbours
from signifer_drivers.polling.findings import Change, Doubt, Visit
from signifer_drivers.polling.pollers import BankReader
from signifer_drivers.polling.presence import Presence

from signifer_firmware.display.burn_in import DARK, contrast_of, next_phase_us, phase_of, shifted
from signifer_firmware.kernel.scheduler import NEVER, Clock

BUTTONS_POLL_US = 5_000
SCREEN_RETRY_US = 1_000_000
SCREEN_CHECK_US = 200_000
# A screen that holds the bus costs all others a second, each time it is tried.
STUCK_RETRY_US = 10_000_000
# How many visits in a row have to say the same before a script believes a reader in noise: a laid tag is asked once
# a visit, and with every fifth answer missed six misses in a row are rare.
VISITS_TO_REST = 6
# When a node's field came on is told by an estimate of its clock, which was found up to 2 ms too late.
NODE_TIMES_ERROR_US = 3_000


class ReadersUnit:
    """Runs the bank of all readers, on the SPI bus and on nodes. ``clock``: the bus's own. ``tell`` hears what their
    visits change, and when."""

    def __init__(
        self,
        readers: Mapping[str, BankReader | NodeReader],
        clock: Clock,
        presence: Presence,
        tell: Callable[[Change, int], None],
        *,
        zones: Mapping[str, Sequence[Zone]],
        pull_line: Callable[[], None] | None = None,
        hear: Callable[[Visit], None] | None = None,
    ) -> None:
        """``hear`` hears every visit, before ``tell`` does what it has changed."""
        self.presence = presence
        self._hear = hear
        self._clock = clock
        self._tell = tell
        self._wanted: Collection[str] = ()
        # When the fields of the last visits came on, of each reader: what was laid later was perhaps not heard.
        self._on_us = {name: deque([-1] * VISITS_TO_REST, VISITS_TO_REST) for name in readers}
        self._error_us = {
            name: NODE_TIMES_ERROR_US if isinstance(reader, NodeReader) else 0
            for name, reader in readers.items()
        }
        self._bank = Bank(
            {name: reader for name, reader in readers.items() if not isinstance(reader, NodeReader)},
            presence,
            neighbours=neighbours(zones),
            now_us=lambda: clock.now_us,
            tell=self._visited,
            wanted=lambda: self._wanted,
            pull_line=pull_line,
            nodes={
                name: (reader.node, reader.reader)
                for name, reader in readers.items()
                if isinstance(reader, NodeReader)
            },
        )

    def step(self, now_us: int) -> int:
        """Let the bank do what is due: read one reader of the bus, hear nodes and let them read others."""
        self._clock.catch_up(now_us)
        next_us = self._bank.step()
        return NEVER if next_us is None else next_us

    def _visited(self, visit: Visit, changes: list[Change]) -> None:
        self._on_us[visit.reader].append(visit.on_us - self._error_us[visit.reader])
        if self._hear is not None:
            self._hear(visit)
        for change in changes:
            self._tell(change, visit.at_us)

    def expect(self, wanted: Collection[str]) -> None:
        """These are the readers at which cards are expected."""
        self._wanted = wanted

    def believe(self, reader: str, uid: bytes, *, was_read: bool = False) -> None:
        """Take it for granted that a tag lies there, until silence says otherwise; see Presence."""
        self.presence.believe(reader, uid, was_read=was_read)

    def doubtful(self) -> Doubt:
        """Whether any tag is between present and absent, or astray."""
        return self.presence.doubtful()

    @property
    def looked_us(self) -> int:
        """Since when every reader that works has looked, NEVER if none works."""
        failing = self._bank.failing()
        return min((times[-1] for name, times in self._on_us.items() if name not in failing), default=NEVER)

    @property
    def rested_us(self) -> int:
        """Since when every reader has been visited."""
        return min((times[-1] for times in self._on_us.values()), default=NEVER)

    def looked_since(self, since_us: int) -> bool:
        """Whether every reader that works has looked since then, and no tag is in doubt."""
        return self.looked_us > since_us and not self.presence.doubtful()

    def rested_since(self, since_us: int, unsteady: Container[str] = ()) -> bool:
        """Whether every reader has been visited since then, an ``unsteady`` one often, and no tag is in doubt."""
        # A visit at that very moment may have come before it.
        for name, times in self._on_us.items():
            if times[0 if name in unsteady else -1] <= since_us:
                return False
        return not self.presence.doubtful()


@dataclass
class _Face:
    """One screen: the picture that it is given, as it should be on the panel now, and whether it is."""

    screen: TableScreen
    wanted: Image.Image | None = None
    placed: Image.Image | None = None
    dirty: bool = False
    begun: bool = False
    failed: bool = False
    retry_us: int = 0
    asked_us: int = -1
    blocks: bool = False  # It holds the bus, and is tried again seldom.
    freed: bool = False  # The bus was stuck here, and freed: it may have been another one that held it.
    doubted: bool = False  # The bus was freed: it is asked before it is drawn.


class ScreensUnit:
    """Draws what has changed, one screen a step; one that failed is set up again every second until it answers.

    When nothing has stirred for some minutes all are dimmed, and their pictures wander; later they are dark
    (`display.burn_in`).
    """

    def __init__(
        self,
        screens: Mapping[str, TableScreen],
        clock: Clock,
        fault: Callable[[str, str | None, int], None],
        *,
        free: Callable[[str], None] | None = None,
    ) -> None:
        """``free`` frees the bus that was stuck at the screen of a place."""
        self._faces = {place: _Face(screen) for place, screen in screens.items()}
        # What is told of each screen that fails, and what was seen of it last.
        self._told: dict[str, str] = {}
        self._seen: dict[str, str] = {}
        self._clock = clock
        self._fault = fault
        self._free = free
        self._stirred_us: int | None = None
        self._phase = 0
        self._bus_free_us = 0

    def stir(self, now_us: int) -> bool:
        """Something has happened at the table: the screens shine again. Whether they were dimmed."""
        self._stirred_us = now_us
        return self._enter(0)

    def _enter(self, phase: int) -> bool:
        """Go on to another phase of care, in which every picture is to be drawn again; whether it is another one."""
        if phase == self._phase:
            return False
        self._phase = phase
        for face in self._faces.values():
            face.dirty = face.wanted is not None
        return True

    def picture(self, place: str) -> Image.Image | None:
        """What the panel at ``place`` should show now, where its picture has wandered; None if nothing yet."""
        wanted = self._faces[place].wanted
        return None if wanted is None else shifted(wanted, self._phase)

    def held(self, place: str) -> tuple[bytes | None, ...]:
        """What the chip at ``place`` is known to hold (`Screen.held`); of any thread."""
        return self._faces[place].screen.held

    def show(self, place: str, image: Image.Image) -> None:
        """Have ``image`` shown at ``place``, soon; nothing happens if it is shown already."""
        face = self._faces.get(place)
        if face is not None and image is not face.wanted:
            face.wanted = image
            face.dirty = True

    @property
    def idle(self) -> bool:
        """Whether every screen that works shows what it should."""
        return all(face.failed or not face.dirty for face in self._faces.values())

    @property
    def asked_us(self) -> int:
        """Since when every screen has been asked that does not hold the bus."""
        return min((face.asked_us for face in self._faces.values() if not face.blocks), default=NEVER)

    def rested_since(self, since_us: int) -> bool:
        """Whether every screen has been asked since then, but for those that hold the bus, and every one that works
        shows what it should."""
        return self.idle and self.asked_us > since_us

    def step(self, now_us: int) -> int:
        """Draw one screen, or ask one whether it still listens: what is unplugged is found though nothing changes."""
        # Another picture has come while one was on its way.
        if now_us < self._bus_free_us:
            return self._bus_free_us
        self._clock.catch_up(now_us)
        if self._stirred_us is None:
            self._stirred_us = now_us
        self._enter(phase_of(now_us - self._stirred_us))
        due_us = {place: self._due_us(face) for place, face in self._faces.items() if face.wanted is not None}
        if not due_us:
            return NEVER
        place = min(due_us, key=lambda place: due_us[place])
        if now_us >= due_us[place]:
            self._draw(place, self._faces[place])
            due_us[place] = self._due_us(self._faces[place])
            self._bus_free_us = self._clock.now_us
        after_us = next_phase_us(self._phase)
        phase_us = NEVER if after_us is None else self._stirred_us + after_us
        return max(self._clock.now_us, min(*due_us.values(), phase_us))

    def _due_us(self, face: _Face) -> int:
        if face.failed:
            return face.retry_us
        return 0 if face.dirty else face.asked_us + SCREEN_CHECK_US

    def _draw(self, place: str, face: _Face) -> None:
        assert face.wanted is not None
        if face.dirty or face.placed is None:
            face.placed = shifted(face.wanted, self._phase)
        is_shown = face.begun and not face.dirty
        try:
            if not face.begun:
                face.screen.begin()
                face.begun, face.failed = True, False
            elif is_shown or face.doubted:
                face.screen.check()
            if self._phase == DARK:
                face.screen.darken()
            else:
                face.screen.shine(contrast_of(self._phase))
            if not is_shown:
                face.screen.show(face.placed)
        except DriverError as error:
            face.begun, face.dirty = False, True
            if self._freed(place, face, error):
                return
            face.failed = True
            face.asked_us = self._clock.now_us
            face.blocks = is_stuck(error)
            face.retry_us = self._clock.now_us + (STUCK_RETRY_US if face.blocks else SCREEN_RETRY_US)
            self._tell_of(place, str(error))
            return
        face.dirty = face.freed = face.doubted = face.blocks = False
        face.retry_us = 0
        face.asked_us = self._clock.now_us
        if place in self._told:
            del self._told[place]
            self._fault(f"screen {place}", None, self._clock.now_us)

    def _tell_of(self, place: str, sentence: str) -> None:
        """Why a screen fails; another cause once it is seen twice in a row: two that alternate are no news."""
        told = self._told.get(place)
        lasts = told is None or sentence == self._seen[place]
        self._seen[place] = sentence
        if lasts and sentence != told:
            self._told[place] = sentence
            self._fault(f"screen {place}", sentence, self._clock.now_us)

    def _freed(self, place: str, face: _Face, error: DriverError) -> bool:
        """Free a bus that is stuck; whether this screen is to be tried again before it is the one that holds it."""
        if self._free is None or not is_stuck(error):
            return False
        with suppress(OSError):  # A pin that is gone is no news beside it.
            self._free(place)
        for each in self._faces.values():
            # While SDA was held low all was sent as if it arrived; and whoever holds it shows only if asked.
            each.screen.forget()
            each.dirty, each.doubted = each.wanted is not None, True
        again, face.freed = not face.freed, True
        return again


class ButtonsUnit:
    """Hands gestures of the buttons to the keeper, and says which are held down. It looks for them now and then, unless
    their edges wake it."""

    def __init__(
        self,
        buttons: Buttons,
        tell: Callable[[Press, int], None],
        fault: Callable[[str, str | None, int], None],
    ) -> None:
        self._buttons = buttons
        self._tell, self._fault = tell, fault
        self._stuck: frozenset[str] = frozenset()

    def step(self, now_us: int) -> int:
        """Take the gestures that are complete."""
        next_us = self._buttons.step(now_us)
        for gesture in self._buttons.take():
            self._tell(press_of(gesture), now_us)
        before, self._stuck = self._stuck, self._buttons.held_down
        for name in sorted(before ^ self._stuck):
            self._fault(f"button {name}", HELD_DOWN if name in self._stuck else None, now_us)
        return next_us if self._buttons.on_edge else min(next_us, now_us + BUTTONS_POLL_US)

    @property
    def hold_us(self) -> int:
        """How long a hold is."""
        return self._buttons.hold_us

    @property
    def idle(self) -> bool:
        """Whether no finger, bounce or gesture is under way."""
        return not self._buttons.busy


def press_of(gesture: Gesture) -> Press:
    """The gesture as the core knows it: "ok red", "column 3 blue", "dice", both ok, or dice and an ok held together."""
    kind = PressKind(gesture.kind)
    match gesture.buttons:
        case ("dice", ok):
            return Press(kind, Button.MENU, side_of(ok.split(" ")[-1]))
        case (_, _):
            return Press(kind, Button.AGREE)
    words = gesture.buttons[0].split(" ")
    match words:
        case ["ok", player]:
            return Press(kind, Button.OK, side_of(player), since_us=gesture.down_us)
        case ["column", number, player]:
            return Press(kind, Button.COLUMN, side_of(player), int(number), gesture.down_us)
        case _:
            return Press(kind, Button(words[0]))
