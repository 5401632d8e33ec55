"""Screens over the virtual bus: what is shown, what it costs on the wire, and what happens when the bus fails."""

from __future__ import annotations

import atexit
import errno
import gc
import random
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field

import luma.core.device
import luma.core.error
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from signifer_core.errors import DriverError
from signifer_drivers.io.screens import DEVICES, Driver, Screen, changed
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.oled import OledChip
from smbus2 import i2c_msg

from tests.sweeps import often

KINDS: list[Driver] = ["sh1106", "ssd1306", "ssd1309"]
FRAME = {"sh1106": 8 * 135, "ssd1306": 8 * 138, "ssd1309": 8 * 138}


@dataclass
class Bench:
    """One screen on its chip."""

    kind: Driver
    rotate: int = 0
    contrast: int | None = None
    clock: VirtualClock = field(default_factory=VirtualClock)

    def __post_init__(self) -> None:
        self.bus = VirtualI2cBus(self.clock)
        self.chip = OledChip(self.kind, random.Random(1))
        self.bus.attach(0x3C, self.chip)
        self.screen = Screen(
            name="3 red",
            driver=self.kind,
            bus=self.bus,
            address=0x3C,
            rotate=self.rotate,
            contrast=self.contrast,
        )

    def shows(self, image: Image.Image) -> bool:
        return self.chip.image().tobytes() == image.tobytes()


@pytest.fixture(params=KINDS)
def bench(request: pytest.FixtureRequest) -> Bench:
    return Bench(request.param)


def picture(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def with_box(image: Image.Image, box: tuple[int, int, int, int], colour: int) -> Image.Image:
    other = image.copy()
    other.paste(colour, box)
    return other


boxes = st.tuples(
    st.integers(0, 127), st.integers(0, 63), st.integers(1, 128), st.integers(1, 64), st.integers(0, 1)
)


@pytest.mark.slow
@given(
    kind=st.sampled_from(KINDS),
    rotate=st.sampled_from([0, 2]),
    seed=st.integers(0, 1000),
    changes=st.lists(st.one_of(st.integers(0, 1000), boxes), max_size=8),
    stepwise=st.booleans(),
)
@settings(max_examples=often(50, 150), deadline=None)
def test_the_panel_shows_what_was_drawn_after_any_changes(
    kind: Driver,
    rotate: int,
    seed: int,
    changes: list[int | tuple[int, int, int, int, int]],
    stepwise: bool,
) -> None:
    bench = Bench(kind, rotate)
    image = picture(seed)
    bench.screen.show(image)
    for change in changes:
        if isinstance(change, int):
            image = picture(change)
        else:
            x, y, width, height, colour = change
            image = with_box(image, (x, y, min(x + width, 128), min(y + height, 64)), colour)
        if stepwise:
            while bench.screen.step(image):
                pass
        else:
            bench.screen.show(image)
        assert bench.shows(image.rotate(180) if rotate else image)
        assert bench.screen.show(image) == 0


@given(
    before=st.binary(min_size=128, max_size=128),
    edits=st.dictionaries(st.integers(0, 127), st.integers(0, 255)),
)
@settings(deadline=None)
def test_a_run_reaches_from_the_first_to_the_last_difference(before: bytes, edits: dict[int, int]) -> None:
    after = bytearray(before)
    for column, value in edits.items():
        after[column] = value
    differ = [column for column in range(128) if before[column] != after[column]]
    run = changed(before, bytes(after), 5)
    if not differ:
        assert run is None
    else:
        assert run == (5, differ[0], bytes(after[differ[0] : differ[-1] + 1]))


class TestWire:
    def test_nothing_is_sent_before_it_must_be(self, bench: Bench) -> None:
        assert bench.bus.wire_bytes == 0
        assert bench.screen.bytes_sent == 0

    def test_begin_lights_a_dark_panel_without_a_flash_of_noise(self, bench: Bench) -> None:
        bench.screen.begin()
        assert bench.chip.on
        assert bench.chip.ram[0][5] == 0
        assert bench.shows(Image.new("1", (128, 64)))

    def test_the_first_image_is_sent_whole_even_if_it_is_empty(self, bench: Bench) -> None:
        bench.screen.begin()
        assert bench.screen.show(Image.new("1", (128, 64))) == FRAME[bench.kind]

    def test_nothing_is_sent_when_nothing_changed(self, bench: Bench) -> None:
        bench.screen.show(picture(1))
        before, at_us = bench.bus.wire_bytes, bench.clock.now_us
        assert bench.screen.show(picture(1)) == 0
        assert bench.screen.step(picture(1)) is False
        assert (bench.bus.wire_bytes, bench.clock.now_us) == (before, at_us)

    def test_a_changed_page_costs_a_page(self, bench: Bench) -> None:
        image = with_box(picture(1), (0, 24, 128, 32), 0)
        bench.screen.show(image)
        at_us = bench.clock.now_us
        sent = bench.screen.show(with_box(image, (0, 24, 128, 32), 1))
        assert sent == FRAME[bench.kind] // 8
        assert sent <= 138
        assert bench.clock.now_us - at_us <= 3_106

    def test_a_changed_digit_costs_less(self, bench: Bench) -> None:
        image = with_box(picture(1), (40, 24, 48, 32), 0)
        bench.screen.show(image)
        assert bench.screen.show(with_box(image, (40, 24, 48, 32), 1)) <= 18

    def test_the_count_is_that_of_the_wire(self, bench: Bench) -> None:
        sent = bench.screen.show(picture(1)) + bench.screen.show(picture(2))
        assert sent == bench.screen.bytes_sent == bench.bus.wire_bytes

    def test_an_image_changed_in_place_is_noticed(self, bench: Bench) -> None:
        image = picture(1)
        bench.screen.show(image)
        image.paste(1, (0, 0, 128, 64))
        assert bench.screen.show(image) > 0
        assert bench.shows(image)


class TestSteps:
    def test_one_page_a_step(self, bench: Bench) -> None:
        bench.screen.show(picture(1))
        steps = 0
        more = True
        while more:
            before = bench.bus.wire_bytes
            more = bench.screen.step(picture(2))
            assert 0 < bench.bus.wire_bytes - before <= 138
            steps += 1
        assert steps == 8
        assert bench.shows(picture(2))

    def test_a_restless_page_does_not_hold_up_the_others(self, bench: Bench) -> None:
        image = picture(1)
        bench.screen.show(image)
        bottom = with_box(image, (0, 56, 128, 64), 1)
        for count in range(3):
            bench.screen.step(with_box(bottom, (0, 0, 128, 8), count % 2))
        assert bench.chip.image().crop((0, 56, 128, 64)).tobytes() == b"\xff" * 128


class TestFaults:
    def test_a_missing_screen_is_named(self, bench: Bench) -> None:
        bench.chip.fault = "unplug"
        with pytest.raises(DriverError, match=r"^screen 3 red at 0x3C: it does not answer \(unplugged"):
            bench.screen.begin()
        with pytest.raises(DriverError, match="screen 3 red"):
            bench.screen.show(picture(1))
        with pytest.raises(DriverError, match="screen 3 red"):
            bench.screen.step(picture(1))

    def test_after_a_fault_begin_and_show_bring_all_back(self, bench: Bench) -> None:
        bench.screen.show(picture(1))
        bench.chip.fault = "unplug"
        with pytest.raises(DriverError):
            bench.screen.show(picture(2))
        bench.chip.fault = None
        assert not bench.shows(picture(2))
        bench.screen.begin()
        assert bench.screen.show(picture(2)) == FRAME[bench.kind]
        assert bench.shows(picture(2))

    def test_a_screen_begins_by_itself(self, bench: Bench) -> None:
        bench.screen.show(picture(1))
        bench.chip.fault = "unplug"
        with pytest.raises(DriverError):
            bench.screen.show(picture(2))
        bench.chip.fault = None
        bench.screen.show(picture(2))
        assert bench.shows(picture(2))

    def test_begin_heals_a_chip_that_lost_power_unnoticed(self, bench: Bench) -> None:
        bench.screen.show(picture(1))
        bench.chip.power_cycle()
        assert bench.screen.show(picture(1)) == 0  # it acknowledges, and shows nothing
        assert not bench.shows(picture(1))
        bench.screen.begin()
        bench.screen.show(picture(1))
        assert bench.shows(picture(1))

    def test_begin_stays_dark_even_if_a_command_broke_off(self, bench: Bench) -> None:
        bench.screen.show(picture(1))
        bench.chip.receive(b"\x00\x81")  # its operand never came
        on_while_filling: set[bool] = set()

        class Watching:
            def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
                for message in i2c_msgs:
                    if bytes(message)[0] == 0x40:
                        on_while_filling.add(bench.chip.on)
                    bench.bus.i2c_rdwr(message)

        Screen(name="3 red", driver=bench.kind, bus=Watching(), address=0x3C).begin()
        assert on_while_filling == {False}

    @pytest.mark.parametrize("broken_at", range(0, 60, 3))
    def test_a_fault_at_any_message_heals(self, bench: Bench, broken_at: int) -> None:
        screen = Screen(name="3 red", driver=bench.kind, bus=(bus := Cutting(bench.bus)), address=0x3C)
        bus.breaks_at = broken_at
        faults = 0
        for seed in range(6):
            try:
                screen.show(picture(seed))
            except DriverError:
                faults += 1
                screen.show(picture(seed))
            assert bench.shows(picture(seed))
        assert faults == 1

    @pytest.mark.parametrize(
        "error",
        [OSError(errno.ETIMEDOUT, "Connection timed out"), luma.core.error.DeviceNotFoundError("gone")],
    )
    def test_luma_errors_and_raw_ones_arrive_as_one(self, error: Exception) -> None:
        class Broken:
            def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
                raise error

        with pytest.raises(DriverError, match=r"screen 3 red at 0x3D: (the bus is stuck|gone)") as fault:
            Screen(name="3 red", driver="sh1106", bus=Broken(), address=0x3D).begin()
        assert fault.value.__cause__ is error

    def test_faults_of_the_program_are_not_faults_of_the_bus(self, bench: Bench) -> None:
        with pytest.raises(ValueError, match='mode "1" and 128x64, not "L"'):
            bench.screen.show(Image.new("L", (128, 64)))
        with pytest.raises(ValueError, match=r"\(64, 128\)"):
            bench.screen.show(Image.new("1", (64, 128)))


class Cutting:
    """A bus on which one message breaks off after half its bytes."""

    def __init__(self, bus: VirtualI2cBus) -> None:
        self.bus = bus
        self.breaks_at = -1
        self.count = 0

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        for message in i2c_msgs:
            if self.count == self.breaks_at:
                half = bytes(message)[: max(1, len(message) // 2)]
                self.count += 1
                self.bus.i2c_rdwr(i2c_msg.write(message.addr, half))
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            self.count += 1
            self.bus.i2c_rdwr(message)


class TestEnd:
    def test_close_darkens_the_panel_and_never_raises(self, bench: Bench) -> None:
        bench.screen.show(picture(1))
        bench.screen.close()
        assert not bench.chip.on
        bench.screen.show(picture(1))
        bench.chip.fault = "unplug"
        bench.screen.close()
        bench.screen.close()

    @pytest.mark.slow
    def test_nothing_is_done_at_exit_and_nobody_keeps_a_screen_until_then(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The bus may be stuck or closed by then; and a table that is switched on again has new screens."""
        hooks: list[Callable[[], None]] = []
        monkeypatch.setattr(atexit, "register", hooks.append)
        screen = Screen(name="3 red", driver=bench.kind, bus=bench.bus, address=0x3C)
        screen.show(picture(1))
        screen.begin()
        assert hooks == []
        gone = weakref.ref(screen._device)
        del screen
        gc.collect()
        assert gone() is None
        assert luma.core.device.atexit is atexit


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("contrast", [None, 0x40])
def test_a_screen_shines_less_and_at_full_again(kind: Driver, contrast: int | None) -> None:
    bench = Bench(kind, contrast=contrast)
    bench.screen.show(picture(1))
    full = bench.chip.contrast
    costs = []
    for level in (None, 8, 8, None, None, 8):
        before = bench.bus.wire_bytes
        bench.screen.shine(level)
        costs.append(bench.bus.wire_bytes - before)
        assert bench.chip.contrast == (full if level is None else level)
    assert costs == [0, 4, 0, 4, 0, 4]
    bench.chip.fault = "unplug"
    with pytest.raises(DriverError):
        bench.screen.shine(None)
    bench.chip.fault = None
    bench.screen.shine(8)
    assert bench.chip.contrast == 8, "set up again, it was at full"
    bench.screen.begin()
    assert bench.chip.contrast == full


@pytest.mark.parametrize("kind", KINDS)
def test_contrast_is_lumas_or_the_tables(kind: Driver) -> None:
    own, table = Bench(kind), Bench(kind, contrast=0x10)
    own.screen.begin()
    table.screen.begin()
    assert own.chip.contrast == (0x7F if kind == "sh1106" else 0xCF)
    assert table.chip.contrast == 0x10


def test_two_screens_share_a_bus() -> None:
    bus = VirtualI2cBus(VirtualClock())
    chips = {0x3C: OledChip("sh1106"), 0x3D: OledChip("sh1106")}
    for address, chip in chips.items():
        bus.attach(address, chip)
        Screen(name=str(address), driver="sh1106", bus=bus, address=address).show(picture(address))
    for address, chip in chips.items():
        assert chip.image().tobytes() == picture(address).tobytes()


def test_bad_wiring_is_refused() -> None:
    bus = VirtualI2cBus(VirtualClock())
    with pytest.raises(ValueError, match="no screen driver"):
        Screen(name="x", driver="ssd1305", bus=bus, address=0x3C)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="upright"):
        Screen(name="x", driver="sh1106", bus=bus, address=0x3C, rotate=1)
    with pytest.raises(ValueError, match="contrast"):
        Screen(name="x", driver="sh1106", bus=bus, address=0x3C, contrast=256)
    assert set(DEVICES) == set(KINDS)
