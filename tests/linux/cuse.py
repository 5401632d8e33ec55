"""The protocol of /dev/cuse: requests of the kernel for one character device in, answers out. No file is touched here.

Source: linux/fuse.h, fs/fuse/cuse.c and fs/fuse/ioctl.c of Linux 6.1.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Protocol

from . import abi

# No write is cut in pieces that spidev or i2c-dev would take or refuse whole.
MOST_WRITE = 16_384
# What one ioctl may carry besides (fuse's 32 pages), and the headers.
MOST_REQUEST = 32 * 4096 + 4096
MINOR = 31

Region = tuple[int, int]  # address and length in bytes, in the memory of the program that calls


class AgainError(Exception):
    """An ioctl needs these regions of the caller's memory: ``reads`` to be brought, ``writes`` to be filled."""

    def __init__(self, reads: list[Region], writes: list[Region]) -> None:
        super().__init__(f"{len(reads)} regions to be brought, {len(writes)} to be filled")
        self.reads = reads
        self.writes = writes


class Memory:
    """The caller's memory as far as the kernel has brought it: ``data`` is the regions asked for so far, one behind the
    other, ``room`` the bytes that may be filled.

    The kernel knows no pointers within an argument. Who handles an ioctl takes what it needs; where something is
    missing, the kernel brings that, too, and the ioctl is handled once more, from the start.
    """

    def __init__(self, data: bytes, room: int) -> None:
        self._data = data
        self._room = room
        self._reads: list[Region] = []
        self._at = 0
        self.filled = b""

    def take(self, *reads: Region, writes: tuple[Region, ...] = ()) -> list[bytes]:
        """What lies in these regions, which come in addition to those taken before; ``writes`` are to be filled.
        Raises AgainError until they are there, EFAULT for a null pointer."""
        if any(base == 0 and length for base, length in (*reads, *writes)):
            raise OSError(errno.EFAULT, "a null pointer")
        self._reads += reads
        if (
            sum(length for _, length in self._reads) > len(self._data)
            or sum(length for _, length in writes) > self._room
        ):
            raise AgainError(self._reads, [region for region in writes if region[1]])
        taken = []
        for _, length in reads:
            taken.append(self._data[self._at : self._at + length])
            self._at += length
        return taken

    def fill(self, data: bytes) -> None:
        """Fill the regions that may be filled, one behind the other."""
        self.filled += data


class CharacterFile(Protocol):
    """A device that a program has opened. Each method raises OSError with what the program's errno is to be."""

    def ioctl(self, request: int, argument: int, memory: Memory) -> int:
        """See ioctl(2); what the call returns. AgainError if more of the memory is needed, before anything is done."""
        ...

    def read(self, size: int) -> bytes:
        """See read(2)."""
        ...

    def write(self, data: bytes) -> int:
        """See write(2)."""
        ...

    def close(self) -> None:
        """See close(2)."""


class CuseDevice:
    """A device /dev/NAME. ``opened`` gives a file for each program that opens it."""

    def __init__(self, name: str, opened: Callable[[], CharacterFile]) -> None:
        self.name = name
        self.requests = 0
        self._opened = opened
        self._files: dict[int, CharacterFile] = {}
        self._next = 1

    def answer(self, request: bytes) -> bytes:
        """The answer to one request of the kernel, b"" if it wants none."""
        self.requests += 1
        length, opcode, unique, *_ = abi.IN_HEADER.unpack(request)
        body = request[abi.IN_HEADER.size : length]
        try:
            payload = self._handle(opcode, body)
        except OSError as fault:
            return abi.OUT_HEADER.pack(abi.OUT_HEADER.size, -(fault.errno or errno.EIO), unique)
        return abi.OUT_HEADER.pack(abi.OUT_HEADER.size + len(payload), 0, unique) + payload

    def _handle(self, opcode: int, body: bytes) -> bytes:
        fuse = abi.FUSE
        if opcode == fuse["FUSE_IOCTL"]:
            return self._ioctl(body)
        if opcode == fuse["CUSE_INIT"]:
            return self._init(body)
        if opcode == fuse["FUSE_OPEN"]:
            number, self._next = self._next, self._next + 1
            self._files[number] = self._opened()
            return abi.OPEN_OUT.pack(number, fuse["FOPEN_DIRECT_IO"] | fuse["FOPEN_NONSEEKABLE"])
        if opcode == fuse["FUSE_READ"]:
            number, _, size, *_ = abi.READ_IN.unpack(body)
            return self._files[number].read(size)
        if opcode == fuse["FUSE_WRITE"]:
            number, _, size, *_ = abi.WRITE_IN.unpack(body)
            taken = self._files[number].write(body[abi.WRITE_IN.size : abi.WRITE_IN.size + size])
            return abi.WRITE_OUT.pack(taken)
        if opcode == fuse["FUSE_RELEASE"]:
            self._files.pop(abi.RELEASE_IN.unpack(body)[0]).close()
            return b""
        # Among them are polls and interrupts: a transfer is not interrupted on a board either.
        raise OSError(errno.ENOSYS, f"request {opcode}")

    def _init(self, body: bytes) -> bytes:
        major, minor, _, _ = abi.INIT_IN.unpack(body)
        if major != abi.FUSE["FUSE_KERNEL_VERSION"] or minor < MINOR:
            raise OSError(errno.EPROTO, f"protocol {major}.{minor}")
        flags = abi.FUSE["CUSE_UNRESTRICTED_IOCTL"]
        told = abi.INIT_OUT.pack(major, MINOR, 0, flags, MOST_WRITE, MOST_WRITE, 0, 0, bytes(40))
        return told + f"DEVNAME={self.name}".encode() + b"\0"

    def _ioctl(self, body: bytes) -> bytes:
        number, flags, request, argument, in_size, out_size = abi.IOCTL_IN.unpack(body)
        if flags & abi.FUSE["FUSE_IOCTL_COMPAT"]:
            raise OSError(errno.ENOTTY, "a program of 32 bits")
        memory = Memory(body[abi.IOCTL_IN.size : abi.IOCTL_IN.size + in_size], out_size)
        try:
            result = self._files[number].ioctl(request, argument, memory)
        except AgainError as again:
            regions = again.reads + again.writes
            if len(regions) > abi.FUSE["FUSE_IOCTL_MAX_IOV"]:
                raise OSError(errno.ENOMEM, f"{len(regions)} regions") from again
            told = abi.IOCTL_OUT.pack(0, abi.FUSE["FUSE_IOCTL_RETRY"], len(again.reads), len(again.writes))
            return told + b"".join(abi.IOCTL_IOVEC.pack(*region) for region in regions)
        return abi.IOCTL_OUT.pack(result, 0, 0, 0) + memory.filled
