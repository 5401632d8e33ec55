"""/dev/i2c-N on a twin's bus: what Linux's i2c-dev does with the ioctls, and with what it refuses them.

Sources: drivers/i2c/i2c-dev.c, drivers/i2c/i2c-core-smbus.c and drivers/i2c/busses/i2c-bcm2835.c of Linux 6.1.
"""

from __future__ import annotations

import errno
from collections.abc import Container
from typing import Protocol

from smbus2 import i2c_msg

from . import abi
from .cuse import Memory

MOST_BYTES = 8192  # of one message
MOST_ADDRESS, MOST_TENBIT = 0x7F, 0x3FF
INT_MAX = (1 << 31) - 1
# All that a Pi's controller can do.
FUNCTIONS = abi.I2C["I2C_FUNC_I2C"] | abi.I2C["I2C_FUNC_SMBUS_EMUL"]
READ = abi.I2C["I2C_M_RD"]
_QUICK, _BYTE = abi.I2C["I2C_SMBUS_QUICK"], abi.I2C["I2C_SMBUS_BYTE"]
_BYTE_DATA, _WORD_DATA = abi.I2C["I2C_SMBUS_BYTE_DATA"], abi.I2C["I2C_SMBUS_WORD_DATA"]
_PROC_CALL, _BLOCK_DATA = abi.I2C["I2C_SMBUS_PROC_CALL"], abi.I2C["I2C_SMBUS_BLOCK_DATA"]
_BROKEN, _BLOCK_CALL = abi.I2C["I2C_SMBUS_I2C_BLOCK_BROKEN"], abi.I2C["I2C_SMBUS_BLOCK_PROC_CALL"]
_I2C_BLOCK, _BLOCK_MAX = abi.I2C["I2C_SMBUS_I2C_BLOCK_DATA"], abi.I2C["I2C_SMBUS_BLOCK_MAX"]
# How many bytes of its data each kind of transfer takes and gives; others have a block.
_DATA_BYTES = {_BYTE: 1, _BYTE_DATA: 1, _WORD_DATA: 2, _PROC_CALL: 2}


class Bus(Protocol):
    """See VirtualI2cBus."""

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None: ...


class I2cFile:
    """A bus that a program has opened, and the address that it talks to. ``driven``: those that drivers have."""

    def __init__(self, bus: Bus, driven: Container[int] = ()) -> None:
        self._bus = bus
        self._driven = driven
        self._address = 0
        self._tenbit = False
        self._pec = False

    def close(self) -> None:
        """See CharacterFile."""

    def read(self, size: int) -> bytes:
        """See CharacterFile: one message."""
        message = i2c_msg.read(self._address, min(size, MOST_BYTES))
        self._transfer([message])
        return bytes(message)

    def write(self, data: bytes) -> int:
        """See CharacterFile: one message."""
        data = data[:MOST_BYTES]
        self._transfer([i2c_msg.write(self._address, data)])
        return len(data)

    def ioctl(self, request: int, argument: int, memory: Memory) -> int:
        """See CharacterFile."""
        i2c = abi.I2C
        if request == i2c["I2C_RDWR"]:
            return self._combined(argument, memory)
        if request == i2c["I2C_SMBUS"]:
            return self._smbus(argument, memory)
        if request in (i2c["I2C_SLAVE"], i2c["I2C_SLAVE_FORCE"]):
            if argument > (MOST_TENBIT if self._tenbit else MOST_ADDRESS):
                raise OSError(errno.EINVAL, f"address {argument:#x}")
            if request == i2c["I2C_SLAVE"] and argument in self._driven:
                raise OSError(errno.EBUSY, f"a driver has {argument:#x}")
            self._address = argument
        elif request == i2c["I2C_TENBIT"]:
            self._tenbit = bool(argument)
        elif request == i2c["I2C_PEC"]:
            self._pec = bool(argument)
        elif request == i2c["I2C_FUNCS"]:
            memory.take(writes=((argument, 8),))
            memory.fill(FUNCTIONS.to_bytes(8, "little"))
        elif request not in (i2c["I2C_RETRIES"], i2c["I2C_TIMEOUT"]):
            raise OSError(errno.ENOTTY, "no ioctl of i2c-dev")
        elif argument > INT_MAX:
            raise OSError(errno.EINVAL, f"{argument}")
        return 0

    def _combined(self, argument: int, memory: Memory) -> int:
        """I2C_RDWR: several messages with a start each and one stop; returns how many."""
        base, count = abi.I2C_RDWR_DATA.unpack(memory.take((argument, abi.I2C_RDWR_DATA.size))[0])
        if base == 0 or not 0 < count <= abi.I2C["I2C_RDWR_IOCTL_MAX_MSGS"]:
            raise OSError(errno.EINVAL, f"{count} messages")
        packed = memory.take((base, count * abi.I2C_MSG.size))[0]
        told = [abi.I2C_MSG.unpack(packed, number * abi.I2C_MSG.size) for number in range(count)]
        if any(length > MOST_BYTES for _, _, length, _ in told):
            raise OSError(errno.EINVAL, "a message is too long")
        # The kernel fetches the bytes of messages that read, too.
        taken = memory.take(
            *((buffer, length) for _, _, length, buffer in told),
            writes=tuple((buffer, length) for _, flags, length, buffer in told if flags & READ),
        )
        messages = []
        for (address, flags, length, _), data in zip(told, taken, strict=True):
            if flags & ~READ:
                raise OSError(errno.EOPNOTSUPP, f"flags {flags:#x}")
            messages.append(i2c_msg.read(address, length) if flags else i2c_msg.write(address, data))
        self._transfer(messages)
        memory.fill(b"".join(bytes(message) for message in messages if message.flags & READ))
        return int(count)

    def _smbus(self, argument: int, memory: Memory) -> int:
        """I2C_SMBUS, put together of messages as the kernel does it for controllers that know no SMBus."""
        packed = memory.take((argument, abi.I2C_SMBUS_DATA.size))[0]
        read, command, kind, base = abi.I2C_SMBUS_DATA.unpack(packed)
        if kind > _I2C_BLOCK or read > 1:
            raise OSError(errno.EINVAL, f"kind {kind}, direction {read}")
        if kind == _QUICK or (kind == _BYTE and not read):
            message = i2c_msg.read(self._address, 0) if read else i2c_msg.write(self._address, [])
            self._transfer([i2c_msg.write(self._address, [command]) if kind == _BYTE else message])
            return 0
        if base == 0:
            raise OSError(errno.EINVAL, "no data")
        size = _DATA_BYTES.get(kind, abi.SMBUS_DATA_BYTES)
        gives = bool(read) or kind in (_PROC_CALL, _BLOCK_CALL)
        takes = not read or kind in (_PROC_CALL, _BLOCK_CALL, _I2C_BLOCK)
        taken = memory.take(*([(base, size)] if takes else []), writes=((base, size),) if gives else ())
        data = taken[0] if takes else bytes((_BLOCK_MAX,))
        answer = self._smbus_transfer(bool(read), command, kind, data)
        if gives:
            memory.fill(answer.ljust(size, b"\0"))
        return 0

    def _smbus_transfer(self, read: bool, command: int, kind: int, data: bytes) -> bytes:
        """What comes back, as in the caller's data."""
        if self._pec or kind == _BLOCK_CALL or (kind == _BLOCK_DATA and read):
            raise OSError(errno.EOPNOTSUPP, "not on this controller, or not on its twin")
        if kind == _BYTE:
            return self._asked([], 1)
        if kind == _PROC_CALL:
            return self._asked([command, *data], 2)
        if kind in (_BYTE_DATA, _WORD_DATA):
            return self._asked([command], _DATA_BYTES[kind]) if read else self._told([command, *data])
        length = data[0]
        if length > _BLOCK_MAX:
            raise OSError(errno.EINVAL, f"a block of {length} bytes")
        if read:
            return bytes((length,)) + self._asked([command], length)
        block = data[1 : 1 + length]
        return self._told([command, length, *block] if kind == _BLOCK_DATA else [command, *block])

    def _asked(self, said: list[int], length: int) -> bytes:
        """Say these bytes, if any, then read so many."""
        answer = i2c_msg.read(self._address, length)
        self._transfer([*([i2c_msg.write(self._address, said)] if said else []), answer])
        return bytes(answer)

    def _told(self, said: list[int]) -> bytes:
        self._transfer([i2c_msg.write(self._address, said)])
        return b""

    def _transfer(self, messages: list[i2c_msg]) -> None:
        """All messages as one transfer. A Pi's controller reads in the last one alone."""
        if any(message.flags & READ for message in messages[:-1]):
            raise OSError(errno.EOPNOTSUPP, "only one message may read, the last one")
        self._bus.i2c_rdwr(*messages)
