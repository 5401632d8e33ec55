"""The virtual I2C bus and the link of the screens to it."""

from __future__ import annotations

import errno

import pytest
from signifer_core.errors import DriverError
from signifer_drivers.io import i2c
from signifer_drivers.io.i2c import I2cLink, LateBus, cause, is_stuck, open_bus
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.i2c import VirtualI2cBus
from smbus2 import i2c_msg


class Echo:
    """A chip that keeps what it is sent and answers with it."""

    powered = True

    def __init__(self) -> None:
        self.received: list[bytes] = []

    def receive(self, data: bytes) -> None:
        self.received.append(data)

    def answer(self, length: int) -> bytes:
        return b"".join(self.received)[:length].ljust(length, b"\xff")


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(1_000)


@pytest.fixture
def bus(clock: VirtualClock) -> VirtualI2cBus:
    return VirtualI2cBus(clock)


def test_a_message_reaches_its_chip_and_only_that(bus: VirtualI2cBus) -> None:
    red, blue = Echo(), Echo()
    bus.attach(0x3C, red)
    bus.attach(0x3D, blue)
    bus.i2c_rdwr(i2c_msg.write(0x3D, b"\x00\xff\x7f"))
    assert (red.received, blue.received) == ([], [b"\x00\xff\x7f"])


def test_a_read_fills_the_message(bus: VirtualI2cBus) -> None:
    bus.attach(0x3C, Echo())
    answer = i2c_msg.read(0x3C, 3)
    bus.i2c_rdwr(i2c_msg.write(0x3C, b"\x00\xab"), answer)
    assert bytes(answer) == b"\x00\xab\xff"


def test_wire_time_is_nine_bits_a_byte_and_roundings_do_not_add_up(
    bus: VirtualI2cBus, clock: VirtualClock
) -> None:
    bus.attach(0x3C, Echo())
    for _ in range(100):
        bus.i2c_rdwr(i2c_msg.write(0x3C, bytes(136)))
    assert bus.wire_bytes == 13_700
    assert clock.now_us == 1_000 + 13_700 * 9 * 1_000_000 // 400_000


def test_channels_share_the_time_of_the_wire(clock: VirtualClock) -> None:
    for bus in (VirtualI2cBus(clock), VirtualI2cBus(clock)):
        bus.attach(0x3C, Echo())
        bus.i2c_rdwr(i2c_msg.write(0x3C, bytes(399)))
    assert clock.now_us == 1_000 + 2 * 9_000


@pytest.mark.parametrize("there", [False, True], ids=["nobody", "unplugged"])
def test_who_is_not_there_does_not_acknowledge(bus: VirtualI2cBus, there: bool) -> None:
    chip = Echo()
    chip.powered = False
    if there:
        bus.attach(0x3C, chip)
    with pytest.raises(OSError, match="emote") as fault:
        bus.i2c_rdwr(i2c_msg.write(0x3C, b"\x00\xae"))
    assert fault.value.errno == errno.EREMOTEIO
    assert bus.wire_bytes == 1  # the address, and then silence
    assert chip.received == []


def test_an_smbus_block_ends_at_32_bytes(bus: VirtualI2cBus) -> None:
    chip = Echo()
    bus.attach(0x3C, chip)
    bus.write_i2c_block_data(0x3C, 0x40, list(range(32)))
    assert chip.received == [bytes((0x40, *range(32)))]
    with pytest.raises(ValueError, match="32 bytes, not 33"):
        bus.write_i2c_block_data(0x3C, 0x40, list(range(33)))


def test_two_chips_at_one_address_hear_the_same_and_answer_as_one(bus: VirtualI2cBus) -> None:
    red, blue = Echo(), Echo()
    bus.attach(0x3C, red)
    bus.attach(0x3D, blue)
    bus.move(blue, 0x3C)
    bus.i2c_rdwr(i2c_msg.write(0x3C, b"\x00\xe3"))
    assert red.received == blue.received == [b"\x00\xe3"]
    with pytest.raises(OSError, match="Remote I/O"):
        bus.i2c_rdwr(i2c_msg.write(0x3D, b"\x00"))


def test_an_address_is_taken_once_and_of_seven_bits(bus: VirtualI2cBus) -> None:
    bus.attach(0x3C, Echo())
    with pytest.raises(ValueError, match="0x3C is taken"):
        bus.attach(0x3C, Echo())
    with pytest.raises(ValueError, match="0x78 is no 7-bit"):
        bus.attach(0x78, Echo())


def test_the_link_sends_one_message_a_call(bus: VirtualI2cBus) -> None:
    chip = Echo()
    bus.attach(0x3C, chip)
    link = I2cLink(bus, 0x3C)
    link.command(0x21, 0, 127)
    link.data(list(range(200)))
    link.cleanup()
    assert chip.received == [b"\x00\x21\x00\x7f", bytes((0x40, *range(200)))]
    assert link.bytes_sent == bus.wire_bytes == 5 + 202


def test_a_status_is_asked_for_behind_a_command(bus: VirtualI2cBus) -> None:
    """A chip gives what goes with the last control byte that it was sent."""
    chip = Echo()
    bus.attach(0x3C, chip)
    link = I2cLink(bus, 0x3C)
    link.data([1, 2, 3])
    link.answer()
    assert chip.received[-1] == b"\x00\xe3"
    assert link.bytes_sent == bus.wire_bytes == 5 + 5


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file"), "there is no I2C bus 11 .* overlay"),
        (PermissionError(errno.EACCES, "denied"), "group i2c"),
        (OSError(errno.ENODEV, "No such device"), "bus 11 cannot be opened: No such device"),
    ],
)
def test_a_bus_that_cannot_be_opened_says_why(
    monkeypatch: pytest.MonkeyPatch, error: OSError, words: str
) -> None:
    def fail(port: int) -> None:
        raise error

    monkeypatch.setattr(i2c, "SMBus", fail)
    with pytest.raises(DriverError, match=words):
        open_bus(11)


@pytest.mark.parametrize(
    ("number", "stuck"),
    [
        # Of the controllers of a Pi 4 and a Pi 5: time is over; the bus was lost to somebody; it is never free.
        (errno.ETIMEDOUT, True),
        (errno.EAGAIN, True),
        (errno.EBUSY, True),
        (errno.EREMOTEIO, False),
        (errno.ENXIO, False),
        (errno.EIO, False),
        (errno.ENODEV, False),
    ],
)
def test_a_line_that_is_held_low_is_told_from_a_chip_that_is_silent(number: int, stuck: bool) -> None:
    fault = OSError(number, "why")
    assert is_stuck(fault) == stuck
    assert ("stuck" in cause(fault)) == stuck
    told = DriverError("screen 3 red")
    told.__cause__ = fault
    assert is_stuck(told) == stuck


def test_sda_that_is_held_low_answers_for_everybody() -> None:
    bus = VirtualI2cBus(VirtualClock())
    bus.attach(0x3C, Echo())
    link = I2cLink(bus, 0x3C)
    link.prove()
    bus.fault = "held"
    with pytest.raises(OSError, match="the bus is stuck") as fault:
        link.prove()
    assert is_stuck(fault.value)


def test_causes_are_named_in_plain_words() -> None:
    assert "unplugged" in cause(OSError(errno.EREMOTEIO, "Remote I/O error"))
    assert "stuck" in cause(OSError(errno.ETIMEDOUT, "Connection timed out"))
    assert cause(OSError(errno.EBADF, "Bad file descriptor")) == "Bad file descriptor"
    assert cause(OSError()) == "OSError"


def test_a_bus_may_come_later_and_a_silent_chip_does_not_close_it(bus: VirtualI2cBus) -> None:
    red = Echo()
    bus.attach(0x3C, red)
    opened: list[int] = []

    def open_port(port: int) -> VirtualI2cBus:
        opened.append(port)
        if len(opened) == 1:
            raise DriverError("there is no I2C bus 22")
        return bus

    late = LateBus(lambda: 22, open_port)  # type: ignore[arg-type]  # in place of an SMBus
    message = i2c_msg.write(0x3C, b"\x00\xaf")
    with pytest.raises(DriverError, match="no I2C bus 22"):
        late.i2c_rdwr(message)
    late.i2c_rdwr(message)
    with pytest.raises(OSError, match="Remote I/O"):
        late.i2c_rdwr(i2c_msg.write(0x3D, b"\x00\xaf"))
    late.i2c_rdwr(message)
    assert opened == [22, 22]
    assert red.received == [b"\x00\xaf", b"\x00\xaf"]
    late.close()
    late.close()


def test_a_bus_that_is_gone_is_opened_again() -> None:
    class Gone:
        def i2c_rdwr(self, *_: object) -> None:
            raise OSError(errno.ENODEV, "No such device")

        def close(self) -> None: ...

    opened: list[int] = []

    def open_port(port: int) -> Gone:
        opened.append(port)
        return Gone()

    late = LateBus(lambda: 22, open_port)  # type: ignore[arg-type]  # in place of an SMBus
    for _ in range(2):
        with pytest.raises(OSError, match="No such device"):
            late.i2c_rdwr(i2c_msg.write(0x3C, b"\x00"))
    assert len(opened) == 2
