"""The table's screens: luma.oled's own devices, which send what has changed and nothing else."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal, NamedTuple

import luma.core.device
import luma.core.error
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image
from signifer_core.errors import DriverError

from .i2c import NOP, I2cBus, I2cLink, cause

Driver = Literal["sh1106", "ssd1306", "ssd1309"]

SIZE = (128, 64)
PAGES = 8
BLANK = bytes(SIZE[0])
CONTRAST = 0x81
STATUS_OFF = 0x40  # of the status byte: the display is off


class Run(NamedTuple):
    """Neighbouring columns of one page that the chip must be told: one byte for each, bit 0 on top."""

    page: int
    column: int
    cells: bytes


def pages_of(image: Image.Image) -> list[bytes]:
    """Cut a "1" image of 128x64 into its eight pages of 128 bytes, as the display RAM holds them."""
    cells = image.transpose(Image.Transpose.ROTATE_270).tobytes()  # a row for each column, its bottom first
    return [cells[PAGES - 1 - page :: PAGES] for page in range(PAGES)]


def image_of(pages: Sequence[bytes | None], rotate: int = 0) -> Image.Image:
    """The picture that a panel shows whose chip holds ``pages``, mounted so many quarter turns; what is unknown is
    dark."""
    cells = bytearray(SIZE[0] * PAGES)
    for page, held in enumerate(pages):
        cells[PAGES - 1 - page :: PAGES] = held or BLANK
    image = Image.frombytes("1", (SIZE[1], SIZE[0]), bytes(cells)).transpose(Image.Transpose.ROTATE_90)
    return image.transpose(Image.Transpose.ROTATE_180) if rotate else image


def changed(before: bytes | None, after: bytes, page: int) -> Run | None:
    """The shortest run that turns ``before`` (None: unknown) into ``after``, or None if they are equal."""
    if before is None:
        return Run(page, 0, after)
    if before == after:
        return None
    difference = int.from_bytes(before, "big") ^ int.from_bytes(after, "big")
    first = len(after) - (difference.bit_length() + 7) // 8
    last = len(after) - 1 - ((difference & -difference).bit_length() - 1) // 8
    return Run(page, first, after[first : last + 1])


class _Tape:
    """luma's serial interface, in between: keeps what luma sends at set-up, to be played whenever it is needed."""

    def __init__(self, link: I2cLink) -> None:
        self.link = link
        self.recording = True
        self._setup: list[tuple[bool, bytes]] = []

    def command(self, *command: int) -> None:
        if self.recording:
            self._setup.append((False, bytes(command)))
        else:
            self.link.command(*command)

    def data(self, data: Sequence[int]) -> None:
        if self.recording:
            self._setup.append((True, bytes(data)))
        else:
            self.link.data(data)

    def play(self) -> None:
        for is_data, content in self._setup:
            if is_data:
                self.link.data(content)
            else:
                self.link.command(*content)

    @property
    def contrast(self) -> int:
        """The contrast of luma's set-up."""
        return next(content[1] for is_data, content in self._setup if not is_data and content[0] == CONTRAST)

    def cleanup(self) -> None:
        """Nothing to give back."""


class _NoExit:
    """Stands for the module atexit."""

    @staticmethod
    def register(hook: object) -> None:
        """Nothing."""


@contextmanager
def _forgotten_at_exit() -> Iterator[None]:
    """luma keeps each device until the program ends, to clean up then: when the bus may be stuck or closed. Ours have
    nothing to clean up, and a table that is switched on again has new ones."""
    kept = luma.core.device.atexit
    luma.core.device.atexit = _NoExit
    try:
        yield
    finally:
        luma.core.device.atexit = kept


class _ChangedPages:
    """Mixed into a device of luma: ``display`` sends changed runs, ``cleanup`` leaves the bus alone."""

    known: list[bytes | None]  # what the chip is known to hold, page by page

    def __init__(self, tape: _Tape, rotate: int) -> None:
        self.forget()
        with _forgotten_at_exit():
            super().__init__(serial_interface=tape, rotate=rotate)  # type: ignore[call-arg]  # luma's device

    if TYPE_CHECKING:  # luma's device has these

        def preprocess(self, image: Image.Image) -> Image.Image: ...
        def command(self, *command: int) -> None: ...
        def data(self, data: Sequence[int]) -> None: ...
        def contrast(self, level: int) -> None: ...
        def hide(self) -> None: ...
        def show(self) -> None: ...

    def forget(self) -> None:
        """Take nothing for granted that the chip may hold."""
        self.known = [None] * PAGES

    def runs(self, image: Image.Image) -> list[Run]:
        """All that must be sent to show ``image``, at most one run a page, from top to bottom."""
        pages = pages_of(self.preprocess(image))
        runs = (changed(self.known[page], pages[page], page) for page in range(PAGES))
        return [run for run in runs if run is not None]

    def send(self, run: Run) -> None:
        """Send one run and keep in mind that the chip holds it."""
        before = self.known[run.page] or BLANK
        self.command(*self.address(run))
        self.data(run.cells)
        self.known[run.page] = before[: run.column] + run.cells + before[run.column + len(run.cells) :]

    def address(self, run: Run) -> tuple[int, ...]:
        """The command that points the chip at ``run``: a window on SSD1306 and SSD1309."""
        return 0x21, run.column, run.column + len(run.cells) - 1, 0x22, run.page, run.page

    def display(self, image: Image.Image) -> None:
        """Send what differs from what the chip is known to hold."""
        for run in self.runs(image):
            self.send(run)

    def cleanup(self) -> None:
        """Nothing: the bus is the caller's."""


class _Ssd1306(_ChangedPages, ssd1306):  # type: ignore[misc]  # luma publishes no types
    def __init__(self, tape: _Tape, rotate: int) -> None:
        super().__init__(tape, rotate)
        self._mask = self._offsets = ()  # luma's tables of 8192 entries each serve its own display() only


class _Ssd1309(_ChangedPages, ssd1309):  # type: ignore[misc]  # luma publishes no types
    def __init__(self, tape: _Tape, rotate: int) -> None:
        super().__init__(tape, rotate)
        self._mask = self._offsets = ()


class _Sh1106(_ChangedPages, sh1106):  # type: ignore[misc]  # luma publishes no types
    def address(self, run: Run) -> tuple[int, ...]:
        """The command that points the chip at ``run``: its glass begins at the third of 132 columns."""
        column = run.column + 2
        return 0xB0 | run.page, column & 0x0F, 0x10 | column >> 4


DEVICES = {"sh1106": _Sh1106, "ssd1306": _Ssd1306, "ssd1309": _Ssd1309}


class Screen:
    """One monochrome screen of 128x64 pixels.

    ``bus`` belongs to the caller and may be shared. ``rotate`` is in quarter turns: 0, or 2 for a panel that is
    mounted upside down. ``contrast`` is 0 to 255, None for luma's own. Nothing is sent before ``begin`` or the first
    ``show``. Calls raise DriverError, in one plain sentence, if the bus fails; the screen then begins again with
    the next call, and is sent every page.
    """

    def __init__(
        self,
        *,
        name: str,
        driver: Driver,
        bus: I2cBus,
        address: int,
        rotate: int = 0,
        contrast: int | None = None,
    ) -> None:
        if driver not in DEVICES:
            raise ValueError(f'"{driver}" is no screen driver: say {", ".join(DEVICES)}')
        if rotate not in (0, 2):
            raise ValueError("a screen of 128x64 stands upright (0) or upside down (2)")
        if contrast is not None and not 0 <= contrast <= 255:
            raise ValueError("contrast is 0 to 255")
        self.name = name
        self._link = I2cLink(bus, address)
        self._tape = _Tape(self._link)
        self._begun = False
        self._dark = False
        self._tells = False  # whether its status byte says what it is
        self._next_page = 0
        self._device = DEVICES[driver](self._tape, rotate)
        self._tape.recording = False
        self._full = self._tape.contrast if contrast is None else contrast
        self._level = self._full

    @property
    def held(self) -> tuple[bytes | None, ...]:
        """What the chip is known to hold, page by page (`image_of`); of any thread."""
        return tuple(self._device.known)

    @property
    def bytes_sent(self) -> int:
        """All bytes so far on the wire, address bytes included."""
        return self._link.bytes_sent

    def begin(self) -> None:
        """Set the chip up, all dark, and switch it on (about 1100 bytes); the next image is sent whole."""
        self._begun = False
        self._device.forget()
        with self._named_faults():
            self._link.command(NOP, NOP)  # operands, if a message once broke off in the middle of a command
            self._device.hide()
            tells = self._is_off()
            self._tape.play()
            if self._full != self._tape.contrast:
                self._device.contrast(self._full)
            self._dark = False
            self._tells = tells and not self._is_off()
        self._level = self._full
        self._begun = True

    def forget(self) -> None:
        """What it was sent may not have arrived: the next image is sent whole."""
        self._device.forget()

    def show(self, image: Image.Image) -> int:
        """Show ``image`` (mode "1", 128x64); return how many bytes went over the wire, 0 if nothing had changed."""
        before = self._link.bytes_sent
        runs = self._runs(image)
        with self._named_faults():
            for run in runs:
                self._device.send(run)
        return self._link.bytes_sent - before

    def step(self, image: Image.Image) -> bool:
        """Send at most one page of what ``image`` changes (3.1 ms at 400 kHz); return whether more is due.

        Pages take turns, so that one that changes all the time does not hold up the others.
        """
        runs = self._runs(image)
        if not runs:
            return False
        run = min(runs, key=lambda run: (run.page - self._next_page) % PAGES)
        with self._named_faults():
            self._device.send(run)
        self._next_page = (run.page + 1) % PAGES
        return len(runs) > 1

    def shine(self, level: int | None) -> None:
        """Shine at contrast ``level`` (0 to 255), None for full, which is how each ``begin`` leaves it.

        Costs 4 bytes, 3 if it was dark, and nothing if it is so already.
        """
        wanted = self._full if level is None else level
        if not self._begun:
            self.begin()
        self._switch(dark=False)
        if wanted != self._level:
            with self._named_faults():
                self._device.contrast(wanted)
            self._level = wanted

    def check(self) -> None:
        """Ask whether the chip still listens, and is on or off as it should be (at most 6 bytes); one that is not
        has to begin again, as after any failure. A chip that lost its power for a moment listens as before, and shows
        nothing."""
        with self._named_faults():
            if not self._tells:
                self._link.command(NOP)
                self._link.prove()
            elif self._is_off() != self._dark:
                raise OSError(errno.ENODATA, "it has lost its power for a moment")

    def darken(self) -> None:
        """Switch the panel off until it is to `shine`; what it holds stays (3 bytes, nothing if it is so already)."""
        if not self._begun:
            self.begin()
        self._switch(dark=True)

    def _switch(self, *, dark: bool) -> None:
        if dark != self._dark:
            with self._named_faults():
                (self._device.hide if dark else self._device.show)()
            self._dark = dark

    def _is_off(self) -> bool:
        status = self._link.answer()
        if not status:
            # Or it is nobody's, and SDA is held low.
            self._link.prove()
        return bool(status & STATUS_OFF)

    def close(self) -> None:
        """Switch the panel off, if it still listens; the bus stays open."""
        if self._begun:
            self._begun = False
            with suppress(DriverError), self._named_faults():
                self._device.hide()

    def _runs(self, image: Image.Image) -> list[Run]:
        if image.mode != "1" or image.size != SIZE:
            raise ValueError(
                f'a screen shows images of mode "1" and 128x64, not "{image.mode}" and {image.size}'
            )
        if not self._begun:
            self.begin()
        return self._device.runs(image)

    @contextmanager
    def _named_faults(self) -> Iterator[None]:
        """Turn any failure of the bus into a DriverError that names the screen; it must then begin again."""
        try:
            yield
        except OSError as fault:
            self._begun = False
            raise DriverError(f"screen {self.name} at 0x{self._link.address:02X}: {cause(fault)}") from fault
        except luma.core.error.Error as fault:
            self._begun = False
            raise DriverError(f"screen {self.name} at 0x{self._link.address:02X}: {fault}") from fault
