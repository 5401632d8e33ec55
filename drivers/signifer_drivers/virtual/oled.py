"""SSD1306, SSD1309 and SH1106 at command level, each with a panel of 128x64 pixels.

Sources: Solomon Systech SSD1306 rev 1.1 and SSD1309 rev 1.1 (command tables, GDDRAM), Sino Wealth SH1106 V0.1
(132 columns, page addressing only). Left out: scrolling (its commands are taken, nothing moves), timing within a
frame, COM pin configuration.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Literal

from PIL import Image, ImageChops

Kind = Literal["ssd1306", "ssd1309", "sh1106"]
OledFault = Literal["unplug", "sda-scl"]

WIDTH, HEIGHT, PAGES = 128, 64, 8
CO, DC = 0x80, 0x40  # control byte: one byte follows and then a control byte again; data, not command
STATUS_OFF = 0x40  # bit 6 of the status byte: the display is off
NO_STATUS = 0xFF  # what is read after data for the RAM: over I2C no data sheet says
HORIZONTAL, VERTICAL, PAGE = 0, 1, 2  # addressing modes

_COMMON = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_SSD13XX = _COMMON | {0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2}
OPERANDS: dict[Kind, dict[int, int]] = {
    "ssd1306": _SSD13XX | {0x8D: 1},
    "ssd1309": _SSD13XX | {0xFD: 1},
    "sh1106": _COMMON | {0xAD: 1},
}
"""How many operand bytes follow a command; any command that is not listed has none."""

UNLOCK = bytes((0xFD, 0x12))


class OledChip:
    """One display on its module; ``receive`` and ``answer`` are its I2C side, ``image`` its panel.

    ``rng`` fills the display RAM at power-on, which holds nothing sensible until it is written. Set ``fault`` to
    "unplug" to pull the module off its plug, and to None to put it back: powered up again, its set-up forgotten. With
    "sda-scl" these two are swapped at its plug: it has power, and never hears its address, as each 1 on the bus is a
    stop and a start to it.
    """

    def __init__(self, kind: Kind, rng: random.Random | None = None) -> None:
        self.kind: Kind = kind
        self.columns = 132 if kind == "sh1106" else 128
        self.messages = 0
        self._rng = rng or random.Random(0)
        self._fault: OledFault | None = None
        self._operands = OPERANDS[kind]
        self._actions: dict[int, Callable[[bytes], None]] = {
            0x81: self._set_contrast,
            0xA8: self._set_multiplex,
            0xD3: self._set_offset,
        }
        if kind == "sh1106":
            self._actions[0xAD] = self._set_pump_sh1106
        else:
            self._actions |= {0x20: self._set_mode, 0x21: self._set_columns, 0x22: self._set_pages}
        if kind == "ssd1306":
            self._actions[0x8D] = self._set_pump_ssd1306
        if kind == "ssd1309":
            self._actions[0xFD] = self._set_lock
        # What decided what was seen last, and what that was.
        self._shown: tuple[tuple[object, ...], Image.Image] = ((), Image.new("1", (WIDTH, HEIGHT)))
        self.power_cycle()

    # -- power ---------------------------------------------------------------------------------------------

    @property
    def powered(self) -> bool:
        """Whether the module has power and its lines are connected."""
        return self._fault is None

    @property
    def fault(self) -> OledFault | None:
        """What is wrong with the module."""
        return self._fault

    @fault.setter
    def fault(self, fault: OledFault | None) -> None:
        back = self._fault is not None and fault is None
        self._fault = fault
        self._seen: Image.Image | None = None
        if back:
            self.power_cycle()

    def power_cycle(self) -> None:
        """Lose power and get it back: reset values in all registers, noise in the RAM, the display off."""
        self.ram = [bytearray(self._rng.randbytes(self.columns)) for _ in range(PAGES)]
        self.on = self.inverted = self.all_on = self.locked = False
        self.pump = self.kind == "sh1106"  # the converter of the SH1106 is on after reset
        self.contrast = 0x80 if self.kind == "sh1106" else 0x7F
        self.segment_remap = self.com_remap = False
        self.start_line = self.offset = 0
        self.multiplex = HEIGHT - 1
        self.mode = PAGE
        self.column = self.page = 0
        self.column_window, self.page_window = (0, self.columns - 1), (0, PAGES - 1)
        self._page_mode_column = 0
        self._command = bytearray()
        self._gives_status = True
        self._seen = None

    # -- wire ----------------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Take one I2C write message, address byte left out (SSD1306 8.1.5.2)."""
        self.messages += 1
        self._seen = None
        position = 0
        while position < len(data):
            control = data[position]
            position += 1
            end = position + 1 if control & CO else len(data)
            self._gives_status = not control & DC
            if control & DC:
                self._write(data[position:end])
            else:
                for byte in data[position:end]:
                    self._take(byte)
            position = end

    def answer(self, length: int) -> bytes:
        """Give the status byte, again and again, if the last control byte was about commands (SH1106, I2C protocol)."""
        status = 0 if self.on else STATUS_OFF
        return bytes((status if self._gives_status else NO_STATUS,)) * length

    def _take(self, byte: int) -> None:
        """Collect a command and its operands, which may come in several messages; then carry it out."""
        self._command.append(byte)
        if len(self._command) <= self._operands.get(self._command[0], 0):
            return
        command, self._command = bytes(self._command), bytearray()
        if self.locked and command != UNLOCK:
            return
        action = self._actions.get(command[0])
        if action is not None:
            action(command[1:])
        elif command[0] not in self._operands:
            self._single(command[0])

    def _single(self, command: int) -> None:
        """Carry out a command of one byte; unknown ones do nothing."""
        if command <= 0x0F:
            self._set_page_mode_column(self._page_mode_column & 0xF0 | command)
        elif command <= 0x1F:
            self._set_page_mode_column(self._page_mode_column & 0x0F | (command & 0x0F) << 4)
        elif 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        elif command in (0xA0, 0xA1):
            self.segment_remap = command == 0xA1
        elif command in (0xA4, 0xA5):
            self.all_on = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif 0xB0 <= command <= 0xB7:
            if self.mode == PAGE:
                self.page = command & 0x07
        elif command & 0xF0 == 0xC0:
            self.com_remap = bool(command & 0x08)

    def _set_page_mode_column(self, column: int) -> None:
        self._page_mode_column = column
        if self.mode == PAGE:
            self.column = column if self.kind == "sh1106" else column & 0x7F

    def _set_contrast(self, operands: bytes) -> None:
        self.contrast = operands[0]

    def _set_multiplex(self, operands: bytes) -> None:
        self.multiplex = operands[0] & 0x3F

    def _set_offset(self, operands: bytes) -> None:
        self.offset = operands[0] & 0x3F

    def _set_pump_sh1106(self, operands: bytes) -> None:
        self.pump = bool(operands[0] & 0x01)

    def _set_pump_ssd1306(self, operands: bytes) -> None:
        self.pump = bool(operands[0] & 0x04)

    def _set_lock(self, operands: bytes) -> None:
        self.locked = bool(operands[0] & 0x04)

    def _set_mode(self, operands: bytes) -> None:
        self.mode = min(operands[0] & 0x03, PAGE)

    def _set_columns(self, operands: bytes) -> None:
        self.column_window = operands[0] & 0x7F, operands[1] & 0x7F
        self.column = self.column_window[0]

    def _set_pages(self, operands: bytes) -> None:
        self.page_window = operands[0] & 0x07, operands[1] & 0x07
        self.page = self.page_window[0]

    # -- display RAM ---------------------------------------------------------------------------------------

    def _write(self, data: bytes) -> None:
        if self.kind == "sh1106":
            self._write_sh1106(data)
        elif self.mode == VERTICAL:
            for byte in data:
                self.ram[self.page][self.column] = byte
                if self._next_page():
                    self._next_column()
        else:
            self._write_rows(data)

    def _write_rows(self, data: bytes) -> None:
        """Horizontal and page mode, row by row; page mode wraps within the page."""
        position = 0
        while position < len(data):
            last = self.columns - 1 if self.mode == PAGE else self.column_window[1]
            room = max(last - self.column, 0) + 1
            chunk = data[position : position + room]
            self.ram[self.page][self.column : self.column + len(chunk)] = chunk
            position += len(chunk)
            self.column += len(chunk) - 1
            if self.mode == PAGE:
                self.column = (self.column + 1) % self.columns
            elif self._next_column():
                self._next_page()

    def _write_sh1106(self, data: bytes) -> None:
        """The column counter stops behind the last column: what comes then is lost."""
        room = max(self.columns - self.column, 0)
        chunk = data[:room]
        self.ram[self.page][self.column : self.column + len(chunk)] = chunk
        self.column += len(chunk)

    def _next_column(self) -> bool:
        """Move to the next column of the window; say whether that wrapped to its start."""
        wrapped = self.column == self.column_window[1] or self.column == self.columns - 1
        self.column = self.column_window[0] if wrapped else self.column + 1
        return wrapped

    def _next_page(self) -> bool:
        wrapped = self.page == self.page_window[1] or self.page == PAGES - 1
        self.page = self.page_window[0] if wrapped else self.page + 1
        return wrapped

    # -- panel ---------------------------------------------------------------------------------------------

    def image(self) -> Image.Image:
        """What a person in front of the panel sees: mode "1", 128x64, lit pixels white.

        The panel is mounted as luma's set-up expects, which remaps segments and common lines to stand upright.
        Treat the image as read-only: it is kept until something changes.
        """
        if self._seen is None:
            # Who asks a chip whether it listens changes nothing.
            shown = (b"".join(self.ram), *self._driven())
            if shown != self._shown[0]:
                self._shown = shown, self._look()
            self._seen = self._shown[1]
        return self._seen

    def _driven(self) -> tuple[int, ...]:
        """All that decides, beside its memory, what the panel shows."""
        lines = (self.multiplex, self.offset, self.start_line, self.segment_remap, self.com_remap)
        return (self.powered, self.on, self.pump, self.all_on, self.inverted, *lines)

    def _look(self) -> Image.Image:
        lit = self.powered and self.on and (self.pump or self.kind == "ssd1309")
        if not lit:
            return Image.new("1", (WIDTH, HEIGHT))
        if self.all_on:
            picture = Image.new("1", (WIDTH, HEIGHT), 1)
        else:
            picture = self._scanned()
            if self.inverted:
                picture = ImageChops.invert(picture)
        for y in range(HEIGHT):
            if self._row(y) > self.multiplex:
                picture.paste(0, (0, y, WIDTH, y + 1))
        return picture

    def _row(self, y: int) -> int:
        """The row that the panel's line ``y``, wired to COM 63 - y, is driven as."""
        com = HEIGHT - 1 - y
        return ((self.multiplex - com if self.com_remap else com) + self.offset) % HEIGHT

    def _scanned(self) -> Image.Image:
        """The RAM as the segment and common lines bring it to the panel."""
        cells = bytearray(PAGES * self.columns)
        for number, page in enumerate(self.ram):
            cells[PAGES - 1 - number :: PAGES] = page
        picture = Image.frombytes("1", (HEIGHT, self.columns), bytes(cells)).transpose(
            Image.Transpose.ROTATE_90
        )
        margin = (self.columns - WIDTH) // 2  # the glass is wired to the middle segments
        picture = picture.crop((margin, 0, margin + WIDTH, HEIGHT))
        if not self.segment_remap:
            picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self.com_remap:
            up = self._row(0) + self.start_line
        else:
            picture = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
            up = HEIGHT - (self.offset + self.start_line) % HEIGHT
        return ImageChops.offset(picture, 0, -up % HEIGHT)
