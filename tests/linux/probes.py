"""What Linux refuses at its SPI and I2C devices: the same cases at the kernel that tests play, and at a real one."""

from __future__ import annotations

import ctypes
import errno
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from . import abi

# Of a device by the beginning of its name: its ioctl(2) with a number or an address, an OSError for what is refused.
Ioctl = Callable[[int, int], int]
READ = abi.I2C["I2C_M_RD"]
NOBODY = 0x3B
VERSION_ADDRESS = 0x37 << 1 | 0x80  # to read VersionReg (MFRC522 8.1.2.3)


@dataclass
class Held:
    """An argument in this process's memory, and what it points to."""

    packed: bytes
    kept: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.memory = ctypes.create_string_buffer(self.packed, max(len(self.packed), 1))
        self.address = ctypes.addressof(self.memory)

    @property
    def raw(self) -> bytes:
        return self.memory.raw


def transfers(*told: dict[str, Any]) -> tuple[Held, list[Held]]:
    """A packed array of spi_ioc_transfer: of each what it sends (``tx``: bytes, or None) and its fields; and the bytes
    that come back."""
    packed, kept, back = b"", [], []
    for each in told:
        more = dict(each)
        tx, length = more.pop("tx", b""), more.get("len", len(each.get("tx") or b""))
        sent, got = Held(bytes(tx or b"").ljust(length, b"\0")), Held(bytes(length))
        fields = dict.fromkeys(name for name, _ in abi.SPI_TRANSFER.fields) | {
            "tx_buf": 0 if tx is None else sent.address,
            "rx_buf": got.address,
            "len": length,
            **more,
        }
        packed += abi.SPI_TRANSFER.pack(*(value or 0 for value in fields.values()))
        kept.append(sent)
        back.append(got)
    return Held(packed, [*kept, *back]), back


def message(count: int) -> int:
    """SPI_IOC_MESSAGE(``count``)."""
    return abi.SPI["SPI_IOC_MESSAGE(0)"] | count * abi.SPI_TRANSFER.size << 16


def combined(*messages: tuple[int, int, bytes]) -> tuple[Held, list[Held]]:
    """An i2c_rdwr_ioctl_data: of each message its address, its flags, and what it sends, or room for what comes."""
    bodies = [Held(data) for _, _, data in messages]
    packed = Held(
        b"".join(
            abi.I2C_MSG.pack(address, flags, len(data), body.address)
            for (address, flags, data), body in zip(messages, bodies, strict=True)
        )
    )
    return Held(abi.I2C_RDWR_DATA.pack(packed.address, len(messages)), [packed, *bodies]), bodies


def smbus(read: int, command: int, kind: int, data: bytes | None) -> tuple[Held, Held]:
    """An i2c_smbus_ioctl_data, and its data."""
    body = Held((data or b"").ljust(abi.SMBUS_DATA_BYTES, b"\0"))
    packed = abi.I2C_SMBUS_DATA.pack(read, command, kind, 0 if data is None else body.address)
    return Held(packed, [body]), body


def refused_at_spi() -> list[tuple[str, int, Held | int, int]]:
    """What it is, the request, its argument, and the errno."""
    spi = abi.SPI
    read_version = {"tx": bytes((VERSION_ADDRESS, 0))}
    return [
        ("another driver's ioctl", 0x5401, 0, errno.ENOTTY),  # TCGETS
        ("an ioctl of I2C", abi.I2C["I2C_FUNCS"], Held(bytes(8)), errno.ENOTTY),
        ("an unknown number", 0x40016B09, Held(b"\0"), errno.ENOTTY),
        ("a message that only reads", 0x80206B00, transfers(read_version)[0], errno.ENOTTY),
        ("half a transfer", 0x40106B00, Held(bytes(16)), errno.EINVAL),
        ("a mode that no Pi has", spi["SPI_IOC_WR_MODE"], Held(b"\x08"), errno.EINVAL),
        ("an unknown bit of the mode", spi["SPI_IOC_WR_MODE32"], Held(bytes((0, 0, 0, 0x80))), errno.EINVAL),
        ("16 bits a word", spi["SPI_IOC_WR_BITS_PER_WORD"], Held(b"\x10"), errno.EINVAL),
        ("no speed", spi["SPI_IOC_WR_MAX_SPEED_HZ"], Held(bytes(4)), errno.EINVAL),
        ("the last bit first", spi["SPI_IOC_WR_LSB_FIRST"], Held(b"\x01"), errno.EINVAL),
        ("a null pointer", spi["SPI_IOC_RD_MODE"], 0, errno.EFAULT),
        ("a null pointer to transfers", message(1), 0, errno.EFAULT),
        ("4097 bytes", message(1), transfers({"tx": bytes(4097)})[0], errno.EMSGSIZE),
        ("33 frames", message(33), transfers(*[read_version] * 33)[0], errno.EMSGSIZE),
        (
            "4 GB less one",
            message(1),
            Held(abi.SPI_TRANSFER.pack(1, 1, 0xFFFFFFFF, *[0] * 8)),
            errno.EMSGSIZE,
        ),
        ("no transfer at all", message(0), 0, 0),
        ("9 bits a word", message(1), transfers(read_version | {"bits_per_word": 9})[0], errno.EINVAL),
        ("two lines", message(1), transfers(read_version | {"tx_nbits": 2})[0], errno.EINVAL),
    ]


def refused_at_i2c() -> list[tuple[str, int, Held | int, int]]:
    """The same of I2C."""
    i2c = abi.I2C
    many = combined(*[(NOBODY, 0, b"\0")] * 43)[0]
    none = Held(abi.I2C_RDWR_DATA.pack(many.address, 0))
    return [
        ("another driver's ioctl", 0x5401, 0, errno.ENOTTY),
        ("a number that none has", 0x0709, 0, errno.ENOTTY),
        ("an ioctl of SPI", abi.SPI["SPI_IOC_RD_MODE"], Held(b"\0"), errno.ENOTTY),
        ("an address of eight bits", i2c["I2C_SLAVE"], 0x80, errno.EINVAL),
        ("the multiplexer's address", i2c["I2C_SLAVE"], 0x70, errno.EBUSY),
        ("an address of eight bits by force", i2c["I2C_SLAVE_FORCE"], 0x80, errno.EINVAL),
        ("too many retries", i2c["I2C_RETRIES"], 1 << 31, errno.EINVAL),
        ("too long a time", i2c["I2C_TIMEOUT"], 1 << 31, errno.EINVAL),
        ("43 messages", i2c["I2C_RDWR"], many, errno.EINVAL),
        ("no messages", i2c["I2C_RDWR"], none, errno.EINVAL),
        ("messages nowhere", i2c["I2C_RDWR"], Held(abi.I2C_RDWR_DATA.pack(0, 1)), errno.EINVAL),
        ("a null pointer", i2c["I2C_RDWR"], 0, errno.EFAULT),
        ("8193 bytes", i2c["I2C_RDWR"], combined((NOBODY, 0, bytes(8193)))[0], errno.EINVAL),
        ("nobody there", i2c["I2C_RDWR"], combined((NOBODY, READ, b"\0"))[0], errno.EREMOTEIO),
        (
            "a read that is not last",
            i2c["I2C_RDWR"],
            combined((NOBODY, READ, b"\0"), (NOBODY, 0, b"\0"))[0],
            errno.EOPNOTSUPP,
        ),
        ("an unknown kind", i2c["I2C_SMBUS"], smbus(1, 0, 9, b"")[0], errno.EINVAL),
        ("a third direction", i2c["I2C_SMBUS"], smbus(2, 0, 2, b"")[0], errno.EINVAL),
        ("data nowhere", i2c["I2C_SMBUS"], smbus(1, 0, 2, None)[0], errno.EINVAL),
        ("a block of 33", i2c["I2C_SMBUS"], smbus(0, 0, 8, b"\x21")[0], errno.EINVAL),
    ]


def errno_of(ioctl: Ioctl, request: int, argument: Held | int) -> int:
    """0, or what the call was refused with."""
    try:
        ioctl(request, argument.address if isinstance(argument, Held) else argument)
    except OSError as fault:
        return fault.errno or 0
    return 0


def faults(ioctl: Ioctl, cases: list[tuple[str, int, Held | int, int]]) -> list[str]:
    """A sentence for each case that is answered otherwise."""
    found = []
    for what, request, argument, wanted in cases:
        got = errno_of(ioctl, request, argument)
        if got != wanted:
            names = [errno.errorcode.get(number, "nothing") for number in (wanted, got)]
            found.append(f"{what}: {names[0]} was expected, {names[1]} came")
    return found
