"""The display chips on their own: commands by the datasheets, and luma's stock devices running on them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from luma.core.interface.serial import i2c as luma_i2c
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.oled import Kind, OledChip

STOCK: dict[Kind, Callable[..., object]] = {"sh1106": sh1106, "ssd1306": ssd1306, "ssd1309": ssd1309}
KINDS: list[Kind] = ["sh1106", "ssd1306", "ssd1309"]
SWITCH_ON = {"sh1106": (0xAF,), "ssd1306": (0x8D, 0x14, 0xAF), "ssd1309": (0xAF,)}

# Stock luma.oled 3.16 reads pixels with a call that Pillow 14 drops; the project's own devices do not.
stock = [
    pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning"),
    pytest.mark.skipif(not hasattr(Image.Image, "getdata"), reason="stock luma.oled needs Pillow before 14"),
]


def picture(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def blank() -> bytes:
    return bytes(1024)


def upright(kind: Kind) -> OledChip:
    """A chip switched on, empty, remapped as modules are mounted."""
    chip = OledChip(kind)
    for page in range(8):
        chip.ram[page][:] = bytes(chip.columns)
    chip.receive(bytes((0x00, 0xA1, 0xC8, *SWITCH_ON[kind])))
    return chip


def left(kind: Kind) -> int:
    """The RAM column of the leftmost pixel."""
    return 2 if kind == "sh1106" else 0


def lit(chip: OledChip) -> set[tuple[int, int]]:
    image = chip.image()
    return {(x, y) for x in range(128) for y in range(64) if image.getpixel((x, y))}


class TestStockLuma:
    """Nothing of the project between luma and the chip."""

    pytestmark = stock

    @pytest.mark.parametrize("kind", KINDS)
    def test_shows_what_luma_draws(self, kind: Kind) -> None:
        clock = VirtualClock()
        bus, chip = VirtualI2cBus(clock), OledChip(kind)
        bus.attach(0x3C, chip)
        device = STOCK[kind](luma_i2c(bus=bus, address=0x3C))
        assert chip.image().tobytes() == blank()
        for seed in range(5):
            device.display(picture(seed))  # type: ignore[attr-defined]
            assert chip.image().tobytes() == picture(seed).tobytes()
        device.hide()  # type: ignore[attr-defined]
        assert chip.image().tobytes() == blank()
        device.persist = True  # type: ignore[attr-defined]  # luma's hook at exit

    def test_takes_23_ms_a_frame(self) -> None:
        clock = VirtualClock()
        bus, chip = VirtualI2cBus(clock), OledChip("ssd1306")
        bus.attach(0x3C, chip)

        class Whole:
            """luma's interface as it is with a bus of its own: large blocks."""

            def command(self, *command: int) -> None:
                bus.write_i2c_block_data(0x3C, 0x00, command)

            def data(self, data: list[int]) -> None:
                bus._write(0x3C, bytes((0x40, *data)))

            def cleanup(self) -> None: ...

        device = ssd1306(Whole())
        device.persist = True
        before, start_us = bus.wire_bytes, clock.now_us
        device.display(picture(1))
        assert bus.wire_bytes - before == 1034
        assert 23_000 <= clock.now_us - start_us <= 23_500

    def test_the_wrong_driver_shows_a_wrong_picture(self) -> None:
        """A common mistake with modules of 1.3 inch: the twin is no mirror of the driver."""
        bus, chip = VirtualI2cBus(VirtualClock()), OledChip("sh1106")
        bus.attach(0x3C, chip)
        device = ssd1306(luma_i2c(bus=bus, address=0x3C))
        device.persist = True
        device.display(picture(1))
        assert chip.image().tobytes() not in (picture(1).tobytes(), blank())


@pytest.mark.parametrize("kind", KINDS)
def test_is_dark_and_full_of_noise_after_power_on(kind: Kind) -> None:
    chip = OledChip(kind, random.Random(3))
    assert chip.image().tobytes() == blank()
    chip.receive(bytes((0x00, *SWITCH_ON[kind])))
    assert chip.image().tobytes() != blank()


@pytest.mark.parametrize("kind", KINDS)
def test_forgets_all_without_power(kind: Kind) -> None:
    chip = upright(kind)
    chip.receive(bytes((0x00, 0xA7)))
    assert len(lit(chip)) == 128 * 64
    chip.fault = "unplug"
    assert (chip.powered, chip.on) == (False, True)
    assert chip.image().tobytes() == blank()
    chip.fault = None
    assert (chip.powered, chip.on, chip.inverted, chip.com_remap) == (True, False, False, False)
    assert chip.image().tobytes() == blank()


@pytest.mark.parametrize("kind", KINDS)
def test_stands_upright_only_as_it_is_mounted(kind: Kind) -> None:
    chip = upright(kind)
    chip.ram[1][left(kind) + 5] = 0x04  # row 10
    assert lit(chip) == {(5, 10)}
    chip.receive(b"\x00\xa0")
    assert lit(chip) == {(122, 10)}
    chip.receive(b"\x00\xc0")
    assert lit(chip) == {(122, 53)}
    chip.receive(b"\x00\xa1")
    assert lit(chip) == {(5, 53)}


@pytest.mark.parametrize("kind", KINDS)
def test_offset_and_start_line_roll_the_picture(kind: Kind) -> None:
    chip = upright(kind)
    chip.ram[1][left(kind)] = 0x04
    chip.receive(b"\x00\xd3\x03")
    assert lit(chip) == {(0, 7)}
    chip.receive(b"\x00\x42")
    assert lit(chip) == {(0, 5)}
    chip.receive(b"\x00\xc0")
    assert lit(chip) == {(0, 63 - 5)}


@pytest.mark.parametrize("kind", KINDS)
def test_inverse_and_all_on(kind: Kind) -> None:
    chip = upright(kind)
    chip.ram[0][left(kind)] = 0x01
    chip.receive(b"\x00\xa7")
    assert len(lit(chip)) == 128 * 64 - 1
    chip.receive(b"\x00\xa6\xa5")
    assert len(lit(chip)) == 128 * 64
    chip.receive(b"\x00\xa4")
    assert lit(chip) == {(0, 0)}
    chip.receive(b"\x00\xae")
    assert lit(chip) == set()


def test_a_smaller_multiplex_leaves_lines_dark() -> None:
    chip = upright("ssd1306")
    chip.receive(b"\x00\xa5\xa8\x1f")
    assert {y for _, y in lit(chip)} == set(range(32, 64))


def test_an_ssd1306_without_its_charge_pump_stays_dark() -> None:
    chip = upright("ssd1306")
    chip.receive(b"\x00\xa5\x8d\x10")
    assert lit(chip) == set()


def test_an_sh1106_without_its_converter_stays_dark() -> None:
    chip = upright("sh1106")
    chip.receive(b"\x00\xa5\xad\x8a")
    assert lit(chip) == set()


def test_a_locked_ssd1309_takes_nothing_but_the_key() -> None:
    chip = upright("ssd1309")
    chip.receive(b"\x00\xfd\x16\xae")
    assert chip.on
    chip.receive(b"\x00\xfd\x12\xae")
    assert not chip.on


def test_horizontal_addressing_fills_its_window_row_by_row() -> None:
    chip = upright("ssd1306")
    chip.receive(bytes((0x00, 0x20, 0x00, 0x21, 10, 12, 0x22, 2, 3)))
    chip.receive(b"\x40" + bytes(range(1, 9)))
    assert chip.ram[2][9:14] == bytes((0, 7, 8, 3, 0))  # the seventh wraps to the window's start
    assert chip.ram[3][9:14] == bytes((0, 4, 5, 6, 0))


def test_vertical_addressing_fills_its_window_column_by_column() -> None:
    chip = upright("ssd1309")
    chip.receive(bytes((0x00, 0x20, 0x01, 0x21, 10, 12, 0x22, 2, 3)))
    chip.receive(b"\x40" + bytes(range(1, 7)))
    assert chip.ram[2][9:14] == bytes((0, 1, 3, 5, 0))
    assert chip.ram[3][9:14] == bytes((0, 2, 4, 6, 0))


def test_page_addressing_wraps_on_ssd1306_and_stops_on_sh1106() -> None:
    ssd, sh = upright("ssd1306"), upright("sh1106")
    for chip in (ssd, sh):
        chip.receive(bytes((0x00, 0xB4, 0x0E, 0x17)))  # column 126
        chip.receive(b"\x40" + bytes(range(1, 9)))
    assert ssd.ram[4][126:] == b"\x01\x02"
    assert ssd.ram[4][:6] == bytes(range(3, 9))
    assert sh.ram[4][126:] == bytes(range(1, 7))
    assert not any(sh.ram[4][:126])
    assert not any(ssd.ram[5])
    assert not any(sh.ram[5])


def test_control_bytes_may_come_before_every_byte() -> None:
    chip = upright("ssd1306")
    chip.receive(bytes((0x80, 0xB2, 0x80, 0x03, 0x80, 0x10, 0xC0, 0x55, 0x40, 0x66, 0x77)))
    assert chip.ram[2][2:7] == bytes((0, 0x55, 0x66, 0x77, 0))


def test_operands_may_come_in_a_message_of_their_own() -> None:
    chip = upright("ssd1306")
    chip.receive(b"\x00\x81")
    chip.receive(b"\x00\xae")
    assert chip.contrast == 0xAE
    assert chip.on


def test_the_status_byte_tells_whether_the_display_is_on() -> None:
    chip = upright("ssd1306")
    assert chip.answer(2) == b"\x00\x00"
    chip.receive(b"\x00\xae")
    assert chip.answer(1) == b"\x40"


@pytest.mark.parametrize("kind", KINDS)
def test_after_data_it_gives_its_status_once_it_has_heard_of_commands(kind: Kind) -> None:
    chip = upright(kind)
    chip.receive(b"\x40\x55")
    assert chip.answer(1) == b"\xff"
    chip.receive(b"\x00\xe3")
    assert chip.answer(1) == b"\x00"


@pytest.mark.parametrize("kind", KINDS)
def test_any_bytes_are_survived(kind: Kind) -> None:
    rng = random.Random(11)
    chip = OledChip(kind)
    for _ in range(1500):
        chip.receive(rng.randbytes(rng.randint(0, 40)))
        assert [len(page) for page in chip.ram] == [chip.columns] * 8
        assert chip.image().size == (128, 64)


def test_who_only_asks_a_chip_sees_the_same_picture_and_whatever_changes_it_another() -> None:
    chip = OledChip("sh1106")
    chip.receive(bytes((0x00, 0xAF)))
    seen = chip.image()
    chip.receive(bytes((0x00, 0xE3)))
    assert chip.image() is seen
    written = (0x40, *[0x55] * 8)
    for message in ((0x00, 0xA5), (0x00, 0xA4, 0xA7), (0x00, 0x41), (0x00, 0xC8), (0x00, 0xA1), written):
        chip.receive(bytes(message))
        assert chip.image().tobytes() == chip._look().tobytes() != seen.tobytes()
        seen = chip.image()
