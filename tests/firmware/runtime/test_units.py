"""The units around the keeper, on twins: second chances of readers, faults with names, screens that come back."""

from __future__ import annotations

import random
from typing import Literal, get_args

import pytest
from PIL import Image, ImageDraw
from signifer_core.layout import zone
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.io.buttons import Gesture
from signifer_drivers.io.multiplexer import Multiplexer
from signifer_drivers.io.reset import ResetLine
from signifer_drivers.io.screens import Driver, Screen
from signifer_drivers.polling.findings import Change, Finding
from signifer_drivers.polling.presence import Presence
from signifer_drivers.readers.reader import Reader
from signifer_drivers.virtual.buzzer import MixedPins
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.multiplexer import VirtualMultiplexer
from signifer_drivers.virtual.oled import OledChip
from signifer_drivers.virtual.reset import watch
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag
from signifer_firmware.display import burn_in
from signifer_firmware.display.burn_in import (
    DARK,
    DARK_AFTER_US,
    DIM_AFTER_US,
    DIM_CONTRAST,
    SHIFT_EVERY_US,
    SHIFTS,
    phase_of,
    shifted,
)
from signifer_firmware.kernel.scheduler import NEVER
from signifer_firmware.runtime.units import (
    SCREEN_CHECK_US,
    SCREEN_RETRY_US,
    STUCK_RETRY_US,
    ReadersUnit,
    ScreensUnit,
    press_of,
)

UID = b"\x04123456"


class Bench:
    """Two readers on one bus."""

    def __init__(self, absent_visits: int = 3) -> None:
        self.clock = VirtualClock()
        bus = VirtualSpiBus(self.clock)
        self.fields = {name: Field(random.Random(1)) for name in ("1 red", "2 red")}
        self.ports = {
            name: VirtualSpiPort(bus, Mfrc522Chip(self.clock, field)) for name, field in self.fields.items()
        }
        self.news: list[tuple[Change, int]] = []
        self.unit = ReadersUnit(
            {name: Reader(name, port) for name, port in self.ports.items()},
            self.clock,
            Presence(absent_visits),
            lambda change, at_us: self.news.append((change, at_us)),
            zones={name: (zone(name),) for name in self.fields},
        )
        self.wake_us = 0

    def visits(self, count: int) -> list[Change]:
        """So many steps, each when it is due."""
        self.news.clear()
        for _ in range(count):
            self.wake_us = self.unit.step(self.wake_us)
        return [change for change, _ in self.news]


def test_readers_are_visited_in_turn_and_news_carries_the_visits_end() -> None:
    bench = Bench()
    bench.fields["2 red"].put(Tag(UID))
    assert bench.visits(8) == [Change(Finding.PRESENT, "2 red", UID)]
    ((_, at_us),) = bench.news
    assert 5_000 < at_us < bench.clock.now_us
    assert bench.visits(10) == []


def test_a_missed_answer_gets_a_second_chance() -> None:
    """With every fifth answer missed a resting card would flap; it must not."""
    bench = Bench()
    tag = Tag(UID)
    bench.fields["1 red"].put(tag)
    bench.visits(2)
    bench.fields["1 red"].miss_percent = 20.0
    assert bench.visits(2000) == []


def test_a_broken_reader_is_named_and_takes_nothing_away() -> None:
    bench = Bench()
    bench.fields["1 red"].put(Tag(UID))
    bench.visits(2)
    bench.ports["1 red"].fault = "unplug"
    changes = bench.visits(20)
    assert {(change.kind, change.reader) for change in changes} == {("fault", "1 red")}
    assert len(changes) <= 2, "the cause may become clearer once, at the next visit"
    assert "reader 1 red" in changes[-1].cause
    bench.ports["1 red"].fault = None
    mended_us = bench.clock.now_us
    assert bench.visits(60) == [Change(Finding.OK, "1 red")]
    assert bench.news[0][1] - mended_us < 1_000_000


def test_rest_needs_a_visit_of_every_reader() -> None:
    """A field that was up already at that moment may have missed what was laid then."""
    bench = Bench()
    bench.visits(10)
    since_us = bench.clock.now_us
    begun = []
    for _ in range(20):
        bench.visits(1)
        begun.append(bench.unit.rested_since(since_us))
    assert begun == sorted(begun)
    assert begun[-1]
    assert not any(begun[:3])


def test_a_press_does_not_wait_for_a_reader_that_fails() -> None:
    bench = Bench()
    bench.ports["1 red"].fault = "unplug"
    bench.visits(12)
    since_us = bench.clock.now_us
    while not bench.unit.looked_since(since_us):
        bench.visits(1)
    assert bench.clock.now_us - since_us < 100_000


@pytest.fixture
def picture() -> Image.Image:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).rectangle((10, 10, 100, 40), fill=1)
    return image


class Panel:
    """One screen on one bus."""

    def __init__(self, kind: Driver = "sh1106") -> None:
        self.clock = VirtualClock()
        self.bus = VirtualI2cBus(self.clock)
        self.chip = OledChip(kind)
        self.bus.attach(0x3C, self.chip)
        self.faults: list[tuple[str, bool]] = []
        screen = Screen(name="3 red", driver=kind, bus=self.bus, address=0x3C)
        self.unit = ScreensUnit(
            {"3 red": screen},
            self.clock,
            lambda part, cause, _: self.faults.append((part, cause is not None)),
        )


def test_a_screen_shows_what_it_is_given_and_then_sleeps(picture: Image.Image) -> None:
    panel = Panel()
    assert panel.unit.step(0) == NEVER
    panel.unit.show("3 red", picture)
    idle = [panel.unit.idle]
    panel.unit.step(0)
    idle.append(panel.unit.idle)
    assert idle == [False, True]
    assert panel.chip.image().tobytes() == picture.tobytes()
    drawn_us = panel.clock.now_us
    assert panel.unit.step(drawn_us) == drawn_us + SCREEN_CHECK_US, "only to ask whether it still listens"


def test_a_screen_that_was_unplugged_for_a_while_is_found_though_nothing_changes(
    picture: Image.Image,
) -> None:
    panel = Panel()
    panel.unit.show("3 red", picture)
    again_us = panel.unit.step(0)
    panel.chip.fault = "unplug"
    again_us = panel.unit.step(again_us)
    assert panel.faults == [("screen 3 red", True)]
    panel.chip.fault = None
    since_us = panel.clock.now_us
    panel.unit.step(again_us)
    assert panel.faults == [("screen 3 red", True), ("screen 3 red", False)]
    assert panel.unit.rested_since(since_us)
    assert panel.chip.image().tobytes() == picture.tobytes()


def test_a_failed_screen_is_named_once_and_comes_back_redrawn(picture: Image.Image) -> None:
    panel = Panel()
    panel.chip.fault = "unplug"
    panel.unit.show("3 red", picture)
    again_us = panel.unit.step(0)
    assert again_us == panel.clock.now_us + SCREEN_RETRY_US
    panel.unit.step(again_us)
    assert panel.faults == [("screen 3 red", True)]
    assert panel.unit.idle, "a broken screen keeps nobody waiting"
    panel.chip.fault = None
    panel.unit.step(panel.clock.now_us + SCREEN_RETRY_US)
    assert panel.faults == [("screen 3 red", True), ("screen 3 red", False)]
    assert panel.chip.image().tobytes() == picture.tobytes()


class Rows:
    """Three screens behind a multiplexer, whose reset is wired."""

    def __init__(self, picture: Image.Image) -> None:
        self.clock = VirtualClock()
        pins = MixedPins()
        self.twin = VirtualMultiplexer(self.clock)
        watch(pins, 4, lambda is_high: setattr(self.twin, "in_reset", not is_high), up=True)
        buses = self.twin.buses
        self.multiplexer = Multiplexer(buses.__getitem__, ResetLine(4, pin_factory=pins), range(3))
        self.lets_go: int | None = None
        self.freed = 0
        self.no_line = False
        self.chips = [OledChip("sh1106") for _ in range(3)]
        self.faults: list[tuple[str, bool]] = []
        screens = {}
        for channel, chip in enumerate(self.chips):
            buses[channel].attach(0x3C, chip)
            screens[str(channel)] = Screen(
                name=str(channel), driver="sh1106", bus=buses[channel], address=0x3C
            )
        self.unit = ScreensUnit(
            screens,
            self.clock,
            lambda part, cause, _: self.faults.append((part, cause is not None)),
            free=self._free,
        )
        for place in screens:
            self.unit.show(place, picture)

    def _free(self, place: str) -> None:
        """``lets_go``: the channel of whoever lets go of a line as the bus is freed."""
        self.freed += 1
        if self.no_line:
            raise OSError("GPIO 4 is gone")
        self.multiplexer.free(int(place))
        if self.lets_go is not None:
            self.twin.buses[self.lets_go].fault = None

    def run(self, for_us: int) -> None:
        until_us = self.clock.now_us + for_us
        while (next_us := self.unit.step(self.clock.now_us)) < until_us:
            self.clock.catch_up(next_us)


@pytest.mark.parametrize("line", ["stuck", "held"])
@pytest.mark.parametrize("holder", range(3))
def test_a_screen_that_holds_the_bus_is_named_and_the_others_go_on(
    picture: Image.Image, holder: int, line: Literal["stuck", "held"]
) -> None:
    """SCL, and SDA: while that is low all that a Pi 4 sends seems to arrive."""
    table = Rows(picture)
    table.run(500_000)
    table.twin.buses[holder].fault = line
    table.run(8_000_000)
    assert table.faults == [(f"screen {holder}", True)]
    other = Image.new("1", (128, 64), 1)
    for place in "012":
        table.unit.show(place, other)
    table.run(1_000_000)
    shown = [chip.image().tobytes() == other.tobytes() for chip in table.chips]
    assert shown == [place != holder for place in range(3)]
    table.twin.buses[holder].fault = None
    table.run(STUCK_RETRY_US + 1_000_000)
    assert table.faults == [(f"screen {holder}", True), (f"screen {holder}", False)]
    assert all(chip.image().tobytes() == other.tobytes() for chip in table.chips)


class Watched(Panel):
    """A panel that runs whenever it wants to, and the bytes that go to it."""

    def __init__(self, picture: Image.Image, kind: Driver = "sh1106") -> None:
        super().__init__(kind)
        self.unit.show("3 red", picture)
        self.wake_us = self.clock.now_us
        self.steps = 0

    def run(self, until_us: int) -> int:
        """Let time pass; the bytes on the wire meanwhile, beyond those that ask whether the screen listens."""
        before = self.bus.wire_bytes
        self.steps = asked = 0
        while self.wake_us <= until_us:
            now_us = max(self.wake_us, self.clock.now_us)
            sent = self.bus.wire_bytes
            self.wake_us = self.unit.step(now_us)
            assert self.wake_us > now_us
            cost = self.bus.wire_bytes - sent
            asked += cost if cost in STATUS_BYTES else 0
            self.steps += 1
        self.clock.catch_up(until_us)
        return self.bus.wire_bytes - before - asked


# Of a dark panel; and of one whose status is zeros, which may be a line that is held low.
STATUS_BYTES = (5, 6)
FULL_CONTRAST = 0x7F
CONTRAST_BYTES = 4


def test_an_idle_panel_is_dimmed_and_its_picture_wanders_a_pixel_a_minute(
    picture: Image.Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(burn_in, "DARK_AFTER_US", DIM_AFTER_US + 20 * SHIFT_EVERY_US)
    panel = Watched(picture)
    panel.run(DIM_AFTER_US - SCREEN_CHECK_US)
    assert (panel.chip.contrast, panel.chip.image().tobytes()) == (FULL_CONTRAST, picture.tobytes())
    panel.run(DIM_AFTER_US)
    seen = []
    for minute in range(len(SHIFTS) + 1):
        panel.run(DIM_AFTER_US + minute * SHIFT_EVERY_US + SCREEN_CHECK_US)
        assert panel.chip.contrast == DIM_CONTRAST
        shown = panel.unit.picture("3 red")
        assert shown is not None
        assert panel.chip.image().tobytes() == shown.tobytes() == shifted(picture, minute + 1).tobytes()
        seen.append(panel.chip.image().getbbox())
    assert len(set(seen)) == len(SHIFTS) == 16
    assert (min(box[0] for box in seen if box), max(box[0] for box in seen if box)) == (10 - 2, 10 + 2)
    assert (min(box[1] for box in seen if box), max(box[1] for box in seen if box)) == (10 - 2, 10 + 2)


def test_panels_are_dim_after_five_minutes_and_dark_after_twenty() -> None:
    """As docs/screens.md has it."""
    minute_us = 60_000_000
    phases = [phase_of(minutes * minute_us + us) for minutes in (5, 6, 20) for us in (-1, 0)]
    assert phases == [0, 1, 1, 2, 15, DARK]


def test_a_panel_that_nobody_looks_at_is_dark_until_something_stirs(picture: Image.Image) -> None:
    for kind in get_args(Driver):
        panel = Watched(picture, kind)
        panel.run(DARK_AFTER_US - 1)
        assert panel.chip.image().getbbox() is not None
        assert panel.run(DARK_AFTER_US + SCREEN_CHECK_US) < 1_080
        assert panel.chip.image().getbbox() is None
        assert not panel.chip.on
        assert panel.run(DARK_AFTER_US + 100 * SHIFT_EVERY_US) == 0, "it is asked, and told nothing more"
        panel.unit.stir(panel.clock.now_us)
        panel.wake_us = panel.clock.now_us
        panel.run(panel.clock.now_us + SCREEN_CHECK_US)
        assert panel.chip.image().tobytes() == picture.tobytes()
        assert panel.faults == []


def test_a_dark_panel_that_fails_comes_back_dark(picture: Image.Image) -> None:
    panel = Watched(picture)
    panel.run(DARK_AFTER_US + SCREEN_CHECK_US)
    panel.chip.fault = "unplug"
    panel.run(DARK_AFTER_US + 2 * SCREEN_RETRY_US)
    panel.chip.fault = None
    panel.run(DARK_AFTER_US + 4 * SCREEN_RETRY_US)
    assert panel.faults == [("screen 3 red", True), ("screen 3 red", False)]
    assert not panel.chip.on


@pytest.mark.parametrize("phase_us", [0, DIM_AFTER_US, DARK_AFTER_US])
def test_a_panel_that_lost_its_power_between_two_checks_is_set_up_again(
    picture: Image.Image, phase_us: int
) -> None:
    panel = Watched(picture)
    panel.run(phase_us + SCREEN_CHECK_US)
    lit = panel.chip.image().getbbox() is not None
    panel.chip.power_cycle()
    if lit:
        assert panel.chip.image().getbbox() is None
    panel.run(panel.clock.now_us + SCREEN_CHECK_US + SCREEN_RETRY_US + SCREEN_CHECK_US)
    assert (panel.chip.image().getbbox() is not None) == lit
    if lit:
        assert panel.faults == [("screen 3 red", True), ("screen 3 red", False)]


def test_a_panel_whose_status_tells_nothing_is_asked_as_before(
    picture: Image.Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = Watched(picture)
    monkeypatch.setattr(panel.chip, "answer", lambda length: b"\xff" * length)
    panel.run(10 * SCREEN_CHECK_US)
    assert panel.chip.image().tobytes() == picture.tobytes()
    assert panel.faults == []
    panel.chip.fault = "unplug"
    panel.run(panel.clock.now_us + 2 * SCREEN_CHECK_US)
    assert panel.faults == [("screen 3 red", True)]


@pytest.mark.parametrize("always", [0x00, 0x08, 0x40, 0xFF])
def test_a_panel_that_reads_the_same_on_and_off_is_left_in_peace(
    picture: Image.Image, monkeypatch: pytest.MonkeyPatch, always: int
) -> None:
    """A module on which nobody wired or made the way back: it must not be set up again five times a second."""
    panel = Watched(picture)
    monkeypatch.setattr(panel.chip, "answer", lambda length: bytes((always,)) * length)
    panel.run(DARK_AFTER_US + 10 * SCREEN_CHECK_US)
    assert panel.faults == []
    assert not panel.chip.on


def test_no_step_of_the_round_is_longer_than_a_pixel() -> None:
    steps = zip(SHIFTS, (*SHIFTS[1:], SHIFTS[0]), strict=True)
    assert {abs(x - a) + abs(y - b) for (x, y), (a, b) in steps} == {1}


def test_what_leaves_the_panel_on_one_side_does_not_come_in_on_the_other(picture: Image.Image) -> None:
    edge = Image.new("1", (128, 64), 1)
    assert sum(b.bit_count() for b in shifted(edge, 1).tobytes()) == (128 - 2) * (64 - 2)
    assert shifted(picture, 0) is picture


def test_whatever_stirs_wakes_the_panel_at_once_to_full_and_to_its_place(picture: Image.Image) -> None:
    panel = Watched(picture)
    panel.run(DIM_AFTER_US + SHIFT_EVERY_US)
    since_us = panel.clock.now_us
    assert panel.unit.stir(since_us)
    assert not panel.unit.rested_since(since_us), "a script waits until it is lit"
    panel.wake_us = since_us
    sent = panel.run(since_us + 40_000)
    assert (panel.chip.contrast, panel.chip.image().tobytes()) == (FULL_CONTRAST, picture.tobytes())
    assert panel.unit.rested_since(since_us)
    assert CONTRAST_BYTES < sent < 1_080 * 6 / 8, "the picture has six of the eight pages"
    assert not panel.unit.stir(panel.clock.now_us), "it was not dimmed"
    assert panel.run(since_us + DIM_AFTER_US - 1) == 0, "idle time counts from what stirred last"
    panel.run(since_us + DIM_AFTER_US + SCREEN_CHECK_US)
    assert panel.chip.contrast == DIM_CONTRAST


def test_dimming_sends_one_command_and_the_pages_that_wander(picture: Image.Image) -> None:
    dark = Watched(Image.new("1", (128, 64)))
    dark.run(DIM_AFTER_US - 1)
    assert dark.run(DIM_AFTER_US + 10 * SHIFT_EVERY_US) == CONTRAST_BYTES
    panel = Watched(picture)
    panel.run(DIM_AFTER_US - 1)
    assert panel.run(DIM_AFTER_US + 40_000) < 1_080 * 6 / 8


def test_idle_time_stays_cheap(picture: Image.Image) -> None:
    panel = Watched(picture)
    panel.run(DIM_AFTER_US - 1)
    busy = panel.steps
    panel.run(2 * DIM_AFTER_US - 1)
    assert panel.steps <= busy + DIM_AFTER_US // SHIFT_EVERY_US


def test_a_dimmed_panel_that_fails_comes_back_dimmed_and_lights_up_like_the_others(
    picture: Image.Image,
) -> None:
    panel = Watched(picture)
    panel.run(DIM_AFTER_US + 1)
    panel.chip.fault = "unplug"
    panel.run(DIM_AFTER_US + 2 * SCREEN_RETRY_US)
    panel.chip.fault = None
    assert panel.chip.contrast != DIM_CONTRAST, "it has forgotten"
    panel.run(DIM_AFTER_US + 4 * SCREEN_RETRY_US)
    assert panel.chip.contrast == DIM_CONTRAST
    assert panel.chip.image().tobytes() == shifted(picture, 1).tobytes()
    panel.chip.fault = "unplug"
    panel.run(DIM_AFTER_US + 6 * SCREEN_RETRY_US)
    panel.unit.stir(panel.clock.now_us)
    panel.chip.fault = None
    panel.run(DIM_AFTER_US + 8 * SCREEN_RETRY_US)
    assert (panel.chip.contrast, panel.chip.image().tobytes()) == (FULL_CONTRAST, picture.tobytes())


def test_a_picture_that_changes_by_itself_leaves_the_panel_dimmed(picture: Image.Image) -> None:
    panel = Watched(picture)
    panel.run(DIM_AFTER_US + 1)
    other = Image.new("1", (128, 64), 1)
    panel.unit.show("3 red", other)
    panel.wake_us = panel.clock.now_us
    panel.run(DIM_AFTER_US + SCREEN_CHECK_US)
    assert panel.chip.contrast == DIM_CONTRAST
    assert panel.chip.image().tobytes() == shifted(other, 1).tobytes()


@pytest.mark.parametrize(
    ("kind", "buttons", "press"),
    [
        ("press", ("ok red",), Press(PressKind.PRESS, Button.OK, "red")),
        ("hold", ("dice",), Press(PressKind.HOLD, Button.DICE)),
        ("press", ("column 3 blue",), Press(PressKind.PRESS, Button.COLUMN, "blue", 3)),
        ("hold", ("ok red", "ok blue"), Press(PressKind.HOLD, Button.AGREE)),
        ("hold", ("dice", "ok red"), Press(PressKind.HOLD, Button.MENU, "red")),
        ("hold", ("dice", "ok blue"), Press(PressKind.HOLD, Button.MENU, "blue")),
    ],
)
def test_gestures_become_presses(kind: str, buttons: tuple[str, ...], press: Press) -> None:
    assert press_of(Gesture("hold" if kind == "hold" else "press", buttons, 0)) == press


def test_what_was_sent_while_sda_was_low_is_sent_again(picture: Image.Image) -> None:
    table = Rows(picture)
    table.run(500_000)
    for number in range(3):
        other = Image.new("1", (128, 64), number % 2)
        assert table.twin._open is not None
        table.twin.buses[table.twin._open].fault = "held"
        table.lets_go = table.twin._open
        for place in "012":
            table.unit.show(place, other)
        table.run(1_000_000)
        assert table.twin.buses[table.lets_go].fault is None
        assert all(chip.image().tobytes() == other.tobytes() for chip in table.chips)
        assert table.faults == []
        assert cost(table, "0") == cost(Rows(picture), "0"), (
            "once it listens again, it is not asked before each picture"
        )


def cost(table: Rows, place: str) -> int:
    """The bytes of a picture of its own, from the moment at which the table is at rest."""
    table.run(SCREEN_CHECK_US)
    before = table.twin.buses[int(place)].wire_bytes
    table.unit.show(place, Image.new("1", (128, 64), table.chips[int(place)].image().getpixel((0, 0)) == 0))
    table.unit.step(table.clock.now_us)
    return table.twin.buses[int(place)].wire_bytes - before


def test_a_screen_that_holds_the_bus_costs_the_others_a_second_in_ten(picture: Image.Image) -> None:
    table = Rows(picture)
    table.run(500_000)
    table.twin.buses[1].fault = "stuck"
    table.run(20_000_000)
    before = table.freed
    table.run(60_000_000)
    assert table.freed - before in (5, 6)


def test_rest_does_not_wait_for_a_screen_that_holds_the_bus_and_is_tried_seldom(
    picture: Image.Image,
) -> None:
    table = Rows(picture)
    table.run(500_000)
    table.twin.buses[1].fault = "stuck"
    table.run(8_000_000)
    since_us = table.clock.now_us
    assert not table.unit.rested_since(since_us)
    table.run(500_000)
    assert table.unit.rested_since(since_us)
    table.twin.buses[1].fault = None
    table.run(STUCK_RETRY_US + 1_000_000)
    assert table.unit.rested_since(table.clock.now_us - 500_000)


def test_a_reset_line_that_is_gone_is_no_news_beside_the_screen_that_needs_it(picture: Image.Image) -> None:
    table = Rows(picture)
    table.run(500_000)
    table.no_line = True
    table.twin.buses[1].fault = "stuck"
    table.run(20_000_000)
    assert ("screen 1", True) in table.faults
