"""Numbers and structures of Linux's user interface, as its headers have them; `test_headers` holds them against these.

Sources: linux/fuse.h (protocol 7.31 and later), linux/spi/spidev.h, linux/i2c.h, linux/i2c-dev.h, of a 64-bit computer
whose bytes stand low first, as on a Pi.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import Any


@dataclass(frozen=True)
class CStruct:
    """A structure of C called ``name``: of each field its name and its code in `struct`; padding is told as "x"."""

    name: str
    fields: tuple[tuple[str, str], ...]

    @property
    def layout(self) -> Struct:
        return Struct("=" + "".join(code for _, code in self.fields))

    @property
    def size(self) -> int:
        """Bytes."""
        return self.layout.size

    def offsets(self) -> dict[str, tuple[int, int]]:
        """Where each field begins, and how many bytes it has."""
        found, at = {}, 0
        for name, code in self.fields:
            length = Struct("=" + code).size
            if name:
                found[name] = (at, length)
            at += length
        return found

    def pack(self, *values: Any) -> bytes:
        """The bytes of a structure with these values, in the order of its fields."""
        return self.layout.pack(*values)

    def unpack(self, data: bytes, at: int = 0) -> tuple[Any, ...]:
        """The values of its fields."""
        return self.layout.unpack_from(data, at)


def _struct(name: str, fields: str) -> CStruct:
    """From "Q unique, I len": a code and a name each; a code alone is padding."""
    told = (field.split() for field in fields.split(","))
    return CStruct(name, tuple((words[1] if len(words) > 1 else "", words[0]) for words in told))


# linux/fuse.h
IN_HEADER = _struct(
    "fuse_in_header",
    "I len, I opcode, Q unique, Q nodeid, I uid, I gid, I pid, 4x",
)
OUT_HEADER = _struct("fuse_out_header", "I len, i error, Q unique")
INIT_IN = _struct("cuse_init_in", "I major, I minor, I unused, I flags")
INIT_OUT = _struct(
    "cuse_init_out",
    "I major, I minor, I unused, I flags, I max_read, I max_write, I dev_major, I dev_minor, 40s spare",
)
OPEN_OUT = _struct("fuse_open_out", "Q fh, I open_flags, 4x")
RELEASE_IN = _struct("fuse_release_in", "Q fh, I flags, I release_flags, Q lock_owner")
READ_IN = _struct("fuse_read_in", "Q fh, Q offset, I size, I read_flags, Q lock_owner, I flags, 4x")
WRITE_IN = _struct("fuse_write_in", "Q fh, Q offset, I size, I write_flags, Q lock_owner, I flags, 4x")
WRITE_OUT = _struct("fuse_write_out", "I size, 4x")
IOCTL_IN = _struct("fuse_ioctl_in", "Q fh, I flags, I cmd, Q arg, I in_size, I out_size")
IOCTL_IOVEC = _struct("fuse_ioctl_iovec", "Q base, Q len")
IOCTL_OUT = _struct("fuse_ioctl_out", "i result, I flags, I in_iovs, I out_iovs")

FUSE = {
    "FUSE_OPEN": 14,
    "FUSE_READ": 15,
    "FUSE_WRITE": 16,
    "FUSE_RELEASE": 18,
    "FUSE_INTERRUPT": 36,
    "FUSE_IOCTL": 39,
    "FUSE_POLL": 40,
    "CUSE_INIT": 4096,
    "CUSE_UNRESTRICTED_IOCTL": 1,
    "CUSE_INIT_INFO_MAX": 4096,
    "FOPEN_DIRECT_IO": 1,
    "FOPEN_NONSEEKABLE": 4,
    "FUSE_IOCTL_COMPAT": 1,
    "FUSE_IOCTL_RETRY": 4,
    "FUSE_IOCTL_MAX_IOV": 256,
    "FUSE_KERNEL_VERSION": 7,
}

# linux/spi/spidev.h, linux/spi/spi.h
SPI_TRANSFER = _struct(
    "spi_ioc_transfer",
    "Q tx_buf, Q rx_buf, I len, I speed_hz, H delay_usecs, B bits_per_word, B cs_change, B tx_nbits, B rx_nbits, "
    "B word_delay_usecs, B pad",
)
SPI = {
    "SPI_IOC_MESSAGE(0)": 0x40006B00,
    "SPI_IOC_MESSAGE(1)": 0x40206B00,
    "SPI_IOC_MESSAGE(32)": 0x44006B00,
    "SPI_IOC_RD_MODE": 0x80016B01,
    "SPI_IOC_WR_MODE": 0x40016B01,
    "SPI_IOC_RD_LSB_FIRST": 0x80016B02,
    "SPI_IOC_WR_LSB_FIRST": 0x40016B02,
    "SPI_IOC_RD_BITS_PER_WORD": 0x80016B03,
    "SPI_IOC_WR_BITS_PER_WORD": 0x40016B03,
    "SPI_IOC_RD_MAX_SPEED_HZ": 0x80046B04,
    "SPI_IOC_WR_MAX_SPEED_HZ": 0x40046B04,
    "SPI_IOC_RD_MODE32": 0x80046B05,
    "SPI_IOC_WR_MODE32": 0x40046B05,
    "SPI_CPHA": 1,
    "SPI_CPOL": 2,
    "SPI_CS_HIGH": 4,
    "SPI_LSB_FIRST": 8,
    "SPI_NO_CS": 64,
}

# linux/i2c.h, linux/i2c-dev.h
I2C_MSG = _struct("i2c_msg", "H addr, H flags, H len, 2x, Q buf")
I2C_RDWR_DATA = _struct("i2c_rdwr_ioctl_data", "Q msgs, I nmsgs, 4x")
I2C_SMBUS_DATA = _struct("i2c_smbus_ioctl_data", "B read_write, B command, 2x, I size, Q data")
I2C = {
    "I2C_RETRIES": 0x0701,
    "I2C_TIMEOUT": 0x0702,
    "I2C_SLAVE": 0x0703,
    "I2C_TENBIT": 0x0704,
    "I2C_FUNCS": 0x0705,
    "I2C_SLAVE_FORCE": 0x0706,
    "I2C_RDWR": 0x0707,
    "I2C_PEC": 0x0708,
    "I2C_SMBUS": 0x0720,
    "I2C_RDWR_IOCTL_MAX_MSGS": 42,
    "I2C_M_RD": 1,
    "I2C_M_TEN": 0x10,
    "I2C_M_RECV_LEN": 0x400,
    "I2C_FUNC_I2C": 0x00000001,
    "I2C_FUNC_SMBUS_EMUL": 0x0EFF0008,
    "I2C_SMBUS_BLOCK_MAX": 32,
    "I2C_SMBUS_READ": 1,
    "I2C_SMBUS_WRITE": 0,
    "I2C_SMBUS_QUICK": 0,
    "I2C_SMBUS_BYTE": 1,
    "I2C_SMBUS_BYTE_DATA": 2,
    "I2C_SMBUS_WORD_DATA": 3,
    "I2C_SMBUS_PROC_CALL": 4,
    "I2C_SMBUS_BLOCK_DATA": 5,
    "I2C_SMBUS_I2C_BLOCK_BROKEN": 6,
    "I2C_SMBUS_BLOCK_PROC_CALL": 7,
    "I2C_SMBUS_I2C_BLOCK_DATA": 8,
}
SMBUS_DATA_BYTES = 34  # union i2c_smbus_data

# What a request is, by its number (asm-generic/ioctl.h).
READS, WRITES = 2, 1


def ioc(request: int) -> tuple[int, int, int, int]:
    """Direction, size of the argument in bytes, type and number of an ioctl."""
    return request >> 30 & 0x3, request >> 16 & 0x3FFF, request >> 8 & 0xFF, request & 0xFF
