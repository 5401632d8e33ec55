"""What a twin's chip has learned is what it would do: the same answers, times, registers and tags, whatever happens."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.iso14443a import HLTA, REQA, WUPA, Inventory, crc_a, select_frames
from signifer_drivers.portable.mfrc522 import Mfrc522
from signifer_drivers.portable.registers import read, write
from signifer_drivers.readers.ntag import TagError, TagPages
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522 import PlainMfrc522
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.ntag import Ntag213
from signifer_drivers.virtual.other_tags import bank_card
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag

UIDS = (bytes.fromhex("04112233445566"), bytes.fromhex("04112233445567"), bytes.fromhex("01020304"))
STEPS = 120


class Kit:
    """A chip of one kind, and all that may happen to it; ``seen`` is what can be seen of it."""

    def __init__(self, kind: type[PlainMfrc522], seed: int) -> None:
        self.rng = random.Random(seed)
        self.clock = VirtualClock()
        self.field = Field(random.Random(seed))
        self.beside = Field(random.Random(seed))
        self.beside.beside = [self.field]
        self.chip = kind(
            self.clock, self.field, coll_pos=self.rng.choice(("relative", "aligned", "absolute"))
        )
        bus = VirtualSpiBus(self.clock, ioctl_us=self.rng.choice((30, 0)), byte_us=self.rng.choice((2, 1)))
        self.port = VirtualSpiPort(bus, self.chip, rng=random.Random(seed))
        self.driver = Mfrc522(self.port)
        self.tags = [Tag(uid) for uid in UIDS]
        self.tags[1].memory = Ntag213(UIDS[1])
        if seed % 8 == 7:
            self.tags[2] = bank_card(random.Random(seed))
        self.lies: set[int] = set()
        self.seen: list[object] = []
        self.driver.begin()
        self.switched = 0
        self.hasty = True
        power = self.field.power

        def switched(on: bool, now_us: float) -> None:
            """Now and then a hand moves in the very moment in which the field goes on or off."""
            if on != (self.field.powered_us is not None):
                self.switched += 1
                if self.hasty and self.switched % 13 == 0:
                    self.lays()
            power(on, now_us)

        self.field.power = switched  # type: ignore[method-assign]

    def does(self) -> None:
        """One thing, mostly what a reader does all day; and then some time passes."""
        rng = self.rng
        doings: list[Callable[[], object]] = [self.visit] * 12 + [self.asks] * 24 + [self.lays] * 2
        doings += [self.registers, self.weather, self.fault, self.neighbour, self.set_up]
        doing = rng.choice(doings)
        try:
            self.seen.append(doing())
        except OSError as error:
            self.seen.append(str(error))
        if rng.random() < 0.5:
            self.clock.advance(rng.choice((0, 1, 7, 60, 90, 200, 4_900, 5_000, 6_000)))
        self.looks()

    def looks(self) -> None:
        bus = self.port.bus
        self.seen.append((self.clock.now_us, bus.ioctls, bus.frames, bus.bytes, self.field.powered_us))
        if self.rng.random() < 0.2:
            self.seen.append(self.chip.inside())
        if self.rng.random() < 0.1:
            self.seen.append([(tag.state, tag.home, tag.level, tag.ready_us) for tag in self.field.tags])

    def visit(self) -> object:
        """As a reader does it, for the tags that lie there or for others."""
        self.driver.antenna(True)
        self.clock.advance(self.rng.choice((5_000, 5_000, 5_000, 4_980, 300)))
        known = [uid for index, uid in enumerate(UIDS) if (index in self.lies) != (self.rng.random() < 0.1)]
        inventory = Inventory(self.driver)
        inventory.run(known, self.rng.choice((1, 1, 2)))
        if inventory.missed and self.rng.random() < 0.5:
            self.driver.prove()
        self.driver.antenna(self.rng.random() < 0.1)
        return inventory.uids, inventory.garbled, inventory.misses

    def asks(self) -> object:
        """One frame, and its answer: read in time, too early, or never."""
        frame, last_bits, want = self.rng.choice(
            [(REQA, 7, 2), (WUPA, 7, 2), (HLTA, 0, 1), (b"\x93\x20", 0, 5)]
            + [(body + crc_a(body), 0, 7) for body in (b"\x60", b"\x30\x04", b"\xa2\x04abcd")]
            + [(frame, 0, 3) for uid in UIDS for frame in select_frames(uid)]
        )
        if self.rng.random() < 0.3:
            return self.driver.transceive(frame, last_bits, 0, want)
        batch = [
            write(r.CommandReg, r.Idle),
            write(r.ComIrqReg, r.AllIRq),
            write(r.FIFOLevelReg, r.FlushBuffer),
        ]
        batch += [write(r.FIFODataReg, *frame)]
        batch += self.rng.choice(([write(r.BitFramingReg, last_bits)], []))
        batch += [write(r.CommandReg, r.Transceive)]
        batch += [write(r.BitFramingReg, r.StartSend | last_bits)]
        found = []
        for _ in range(self.rng.randrange(1, 5)):
            self.port.transfer(batch)
            self.clock.advance(self.rng.randrange(400 if self.rng.random() < 0.5 else 4000))
            get = read(*self.rng.choice(((r.ComIrqReg, r.FIFOLevelReg), (r.Status2Reg, r.ErrorReg))))
            found.append(self.port.transfer([get]))
            self.clock.advance(self.rng.choice((0, 0, 20, 60)))
        return found

    def registers(self) -> object:
        """What no reader does."""
        rng = self.rng
        return self.port.transfer(
            rng.choice(
                [
                    [read(r.Status1Reg, r.Status2Reg, r.TCounterValRegL)],
                    [read(r.ComIrqReg, r.ErrorReg, r.FIFOLevelReg), write(r.ComIrqReg, r.Set1 | 0x21)],
                    [write(r.ControlReg, rng.choice((r.TStartNow, r.TStopNow)))],
                    [write(r.TModeReg, rng.choice((0x80, 0x90, 0x00)))],
                    [
                        write(
                            r.CommandReg, rng.choice((r.Idle, r.Receive, r.Transmit, r.CalcCRC, r.PowerDown))
                        )
                    ],
                    [write(r.TxControlReg, 0x83), write(r.TxControlReg, 0x80), write(r.TxControlReg, 0x83)],
                    [write(r.FIFODataReg, *range(rng.choice((2, 30, 64)))), read(*(r.FIFODataReg,) * 4)],
                    [write(r.CollReg, rng.choice((0x00, 0x80)))],
                ]
            )
        )

    def lays(self) -> None:
        """A hand lays a card, or lifts one."""
        index = self.rng.randrange(len(UIDS))
        if index in self.lies:
            self.lies.remove(index)
            self.field.remove(self.tags[index])
        else:
            self.lies.add(index)
            self.field.put(self.tags[index])

    def weather(self) -> None:
        """Mostly calm."""
        field, rng = self.field, self.rng
        field.noise_percent = 20.0 * (rng.random() < 0.1)
        field.miss_percent = 20.0 * (rng.random() < 0.1)
        field.stacked, field.detuned, field.slow, field.neighbour = (rng.random() < 0.05 for _ in range(4))
        field.deep = rng.random() < 0.3
        field.ceiling_db = rng.choice((40.0, 40.0, 40.0, 24.0))
        for tag in field.tags:
            tag.coupling_db = rng.choice((0.0, 0.0, 0.0, -9.0, -20.0))

    def fault(self) -> None:
        self.port.fault = self.rng.choice((None, None, None, "unplug", "stuck", "varying", "wiring"))
        self.chip.brown_out = self.rng.random() < 0.1
        self.chip.heat(self.rng.random() < 0.1)
        self.field.lost_frames = self.rng.choice((0, 0, 0, 1, 3))
        if self.rng.random() < 0.2:
            self.chip.replace(self.rng.choice((0x91, 0x92, 0xB2)))

    def neighbour(self) -> None:
        """The antenna beside this one reads its tags, too, and may never have been switched off."""
        self.beside.cross_percent = self.rng.choice((0.0, 50.0))
        self.beside.power(False, self.clock.now_us)
        self.beside.power(self.rng.random() < 0.5, self.clock.now_us)
        self.seen.append(self.beside.exchange(REQA, 7, self.clock.now_us + self.rng.choice((0, 6_000))))

    def set_up(self) -> object:
        self.driver.configure(self.rng.choice((33, 33, 38, 48)), self.rng.choice((32, 32, 20)))
        return self.driver.begin()


class Nudged:
    """The port of a reader whose day is always the same, but for a nudge in the middle of it."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.now_us = kit.port.now_us
        self.left = -1
        self.hurry_us = 0

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        found = self.kit.port.transfer(batch)
        self.left -= 1
        if self.left == 0:
            self.nudge()
        return found

    def delay_us(self, us: int) -> None:
        """One delay is too short, if nudged so; nothing on the air is over then."""
        self.kit.port.delay_us(max(0, us - self.hurry_us))
        self.hurry_us = 0

    def nudge(self) -> None:
        kit, rng = self.kit, self.kit.rng
        index = rng.randrange(18)
        if index < 6:
            self.hurry_us = rng.choice((1, 2, 3, 5, 50, 90, 150, 300))
        elif index < 9:
            kit.neighbour()
        elif index < 11:
            kit.lays()
        elif index < 12:
            kit.seen.append([(tag.state, tag.home, tag.level, tag.ready_us) for tag in kit.field.tags])
        elif index < 14:
            kit.seen.append(kit.port.transfer([read(r.Status2Reg, r.Status1Reg, r.TCounterValRegL)]))
        elif index < 15:
            kit.chip.brown_out = not kit.chip.brown_out
        elif index < 16:
            kit.chip.hang(rng.random() < 0.5)
        elif index < 17:
            kit.port.transfer([write(r.CommandReg, r.SoftReset)])
        else:
            kit.weather()


@pytest.mark.parametrize("seed", range(25))
def test_a_chip_that_learns_does_what_one_does_that_does_not(seed: int) -> None:
    learned, plain = Kit(Mfrc522Chip, seed), Kit(PlainMfrc522, seed)
    for step in range(STEPS):
        learned.does()
        plain.does()
        assert learned.seen == plain.seen, f"step {step}"


def written(driver: Mfrc522, number: int) -> object:
    """What is on a page of the tag with a memory, before something else is written there."""
    pages = TagPages(driver, UIDS[1])
    try:
        pages.select()
        before = pages.read(4)
        pages.write(4, bytes((number, 1, 2, 3)))
    except TagError as error:
        return str(error)
    finally:
        pages.end()
    return before


def day(kind: type[PlainMfrc522], seed: int) -> Iterator[list[object]]:
    """Visit after visit to the same tags, nudged in every third one; what was seen, after each."""
    kit = Kit(kind, seed)
    nudged = Nudged(kit)
    driver = Mfrc522(nudged, kit.rng.choice((33, 38)), kit.rng.choice((32, 40)))
    kit.lays()
    kit.lays()
    ready = False
    for visit in range(60):
        if visit % 3 == 2:
            nudged.left = kit.rng.randrange(1, 24)
        try:
            if not ready:
                driver.begin()
                ready = True
            driver.antenna(True)
            nudged.delay_us(5_000)
            inventory = Inventory(driver)
            inventory.run([UIDS[index] for index in sorted(kit.lies)])
            kit.seen.append((inventory.uids, inventory.garbled))
            if 1 in kit.lies and visit % 4 == 1:
                kit.seen.append(written(driver, visit))
            driver.send(REQA, 7, 0)
            kit.clock.advance(kit.rng.randrange(200))
            kit.seen.append(kit.port.transfer([read(r.Status1Reg, r.Status2Reg, r.TCounterValRegL)]))
            driver.antenna(False)
        except OSError as error:
            kit.seen.append(str(error))
            kit.chip.hang(False)
            ready = False
        if visit % 5 == 4:
            kit.neighbour()
        kit.clock.advance(kit.rng.choice((5_000, 5_000, 50)))
        kit.looks()
        yield kit.seen


@pytest.mark.parametrize("seed", range(60))
def test_a_nudge_in_the_middle_of_what_is_known_comes_to_the_same(seed: int) -> None:
    for visit, (learned, plain) in enumerate(
        zip(day(Mfrc522Chip, seed), day(PlainMfrc522, seed), strict=True)
    ):
        assert learned == plain, f"visit {visit}"


def stacks(kind: type[PlainMfrc522]) -> Iterator[object]:
    """Tags side by side, then in a stack in which the lowest has no power: what is read, and what becomes of them."""
    kit = Kit(kind, 0)
    kit.hasty = False
    for tag in kit.tags:
        tag.coupling_db = -8.0
        kit.field.put(tag)
    for deep in (False, False, True, True, False):
        kit.field.deep = deep
        kit.driver.antenna(True)
        kit.clock.advance(5_000)
        inventory = Inventory(kit.driver)
        inventory.run(UIDS)
        yield inventory.uids, kit.chip.inside(), [(tag.state, tag.level) for tag in kit.tags]
        kit.driver.antenna(False)
        kit.clock.advance(5_000)


def test_what_is_known_of_tags_side_by_side_is_not_looked_up_in_a_stack() -> None:
    assert list(stacks(Mfrc522Chip)) == list(stacks(PlainMfrc522))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(100, 1_100, 100))
def test_many_chips_that_learn_do_what_others_do(first: int) -> None:
    for seed in range(first, first + 100):
        test_a_chip_that_learns_does_what_one_does_that_does_not(seed)
        test_a_nudge_in_the_middle_of_what_is_known_comes_to_the_same(seed)


def test_what_rests_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    exchange, at_once = PlainMfrc522.exchange, PlainMfrc522.at_once

    def noted(chip: PlainMfrc522, frame: bytes) -> bytes:
        done.append(frame)
        return exchange(chip, frame)

    def noted_at_once(chip: PlainMfrc522, batch: list[bytes], byte_us: int) -> tuple[list[bytes], int] | None:
        done.append(batch)
        return at_once(chip, batch, byte_us)

    monkeypatch.setattr(PlainMfrc522, "exchange", noted)
    # The timer of a HLTA runs on into the batch after it: that is looked up, too.
    monkeypatch.setattr(PlainMfrc522, "at_once", noted_at_once)
    kit = Kit(Mfrc522Chip, 0)
    kit.hasty = False
    kit.port.bus.ioctl_us, kit.port.bus.byte_us = 30, 2
    for index in (0, 1):
        kit.field.put(kit.tags[index])
    for visit in range(20):
        if visit == 3:
            done.clear()
        kit.driver.antenna(True)
        kit.clock.advance(5_000)
        inventory = Inventory(kit.driver)
        inventory.run(UIDS[:2])
        assert inventory.uids == [*UIDS[:2]]
        kit.driver.antenna(False)
        kit.clock.advance(5_000)
    assert done == []


def sends(frame: bytes, last_bits: int) -> list[bytes]:
    """What drivers write to send a frame."""
    return [
        *(write(r.CommandReg, r.Idle), write(r.ComIrqReg, r.AllIRq), write(r.FIFOLevelReg, r.FlushBuffer)),
        *(write(r.FIFODataReg, *frame), write(r.BitFramingReg, last_bits)),
        *(write(r.CommandReg, r.Transceive), write(r.BitFramingReg, r.StartSend | last_bits)),
    ]


def after_another(
    kind: type[PlainMfrc522], frame: bytes, gap_us: int, coupling_db: float
) -> Iterator[object]:
    """A request so long after ``frame``, which may be on the air still, or its timer run; the first time it is
    learned."""
    kit = Kit(kind, 0)
    kit.hasty = False
    kit.port.bus.ioctl_us, kit.port.bus.byte_us = 30, 2
    tag = Tag(b"\x04\x55" + gap_us.to_bytes(5, "big"))
    tag.coupling_db = coupling_db
    kit.field.put(tag)
    for visit in range(3):
        kit.driver.antenna(True)
        kit.clock.advance(5_000)
        kit.port.transfer(sends(frame, 7 if frame == REQA else 0))
        kit.clock.advance(gap_us)
        kit.port.transfer(sends(WUPA, 7))
        if visit % 2:
            yield kit.chip.inside()
        kit.clock.advance(600)
        yield kit.port.transfer([read(r.ComIrqReg, r.ErrorReg, r.FIFOLevelReg)]), kit.clock.now_us
        kit.driver.antenna(False)
        kit.clock.advance(5_000)


@pytest.mark.parametrize(
    ("frame", "coupling_db"),
    [(HLTA, 0.0), (HLTA, -9.0), (REQA, 0.0)],
    ids=["unanswered", "unanswered and weak", "answered"],
)
def test_a_timer_that_runs_on_into_the_next_batch_is_told_of_as_ever(
    frame: bytes, coupling_db: float
) -> None:
    # The timer of HLTA, which nobody answers, runs out while the batch is sent that comes some 450 us after it.
    for gap_us in (*range(40, 440, 20), *range(440, 480, 2)):
        learned, plain = (
            list(after_another(kind, frame, gap_us, coupling_db)) for kind in (Mfrc522Chip, PlainMfrc522)
        )
        assert learned == plain, gap_us
