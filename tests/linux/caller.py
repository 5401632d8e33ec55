"""The kernel between a program and /dev/cuse, played in this process: what fs/fuse/ioctl.c does with an ioctl.

The program's memory is this process's own. Sources: fs/fuse/ioctl.c, fs/fuse/file.c and fs/fuse/cuse.c of Linux 6.1.
"""

from __future__ import annotations

import ctypes
import errno
import os
from typing import Any

from . import abi
from .cuse import MOST_REQUEST, CuseDevice

MOST_PAGES_BYTES = 32 * 4096  # of one request
MOST_RETRIES = 4  # an ioctl of ours has pointers to pointers at most


class Caller:
    """A program at one device: opened, and asked by ioctl, read and write, whose errors are an OSError.

    ``within``: addresses that the program has; EFAULT for all others.
    """

    def __init__(self, device: CuseDevice, within: range | None = None) -> None:
        self._device = device
        self._within = within
        self._unique = 0
        init = self._ask(abi.FUSE["CUSE_INIT"], abi.INIT_IN.pack(7, 38, 0, 1))
        major, minor, _, flags, *_ = abi.INIT_OUT.unpack(init)
        assert (major, flags) == (7, 1), "unrestricted ioctls, in the protocol of today"
        assert minor >= 16, "regions are told as fuse_ioctl_iovec"
        self.told = init[abi.INIT_OUT.size :]
        assert len(self.told) <= abi.FUSE["CUSE_INIT_INFO_MAX"]
        self.file = self.open()

    def open(self) -> int:
        """Open the device once more; the number of the file."""
        opened = self._ask(abi.FUSE["FUSE_OPEN"], bytes(8))
        assert len(opened) == abi.OPEN_OUT.size
        return int(abi.OPEN_OUT.unpack(opened)[0])

    def close(self, file: int | None = None) -> None:
        """See close(2)."""
        assert self._ask(abi.FUSE["FUSE_RELEASE"], abi.RELEASE_IN.pack(file or self.file, 2, 0, 0)) == b""

    def read(self, size: int) -> bytes:
        """See read(2)."""
        body = abi.READ_IN.pack(self.file, 0, size, 0, 0, 2)
        data = self._ask(abi.FUSE["FUSE_READ"], body)
        assert len(data) <= size
        return data

    def write(self, data: bytes) -> int:
        """See write(2)."""
        body = abi.WRITE_IN.pack(self.file, 0, len(data), 0, 0, 2)
        (size,) = abi.WRITE_OUT.unpack(self._ask(abi.FUSE["FUSE_WRITE"], body + data))
        return int(size)

    def ioctl(self, request: int, argument: int, *, flags: int = 2) -> int:
        """See ioctl(2); ``argument`` is a number or an address."""
        reads: list[tuple[int, int]] = []
        writes: list[tuple[int, int]] = []
        for _ in range(MOST_RETRIES):
            for base, length in (*reads, *writes):
                self._check(base, length)
            brought = b"".join(ctypes.string_at(base, length) for base, length in reads)
            room = sum(length for _, length in writes)
            body = abi.IOCTL_IN.pack(self.file, flags, request, argument, len(brought), room)
            answer = self._ask(abi.FUSE["FUSE_IOCTL"], body + brought)
            result, told, in_iovs, out_iovs = abi.IOCTL_OUT.unpack(answer)
            payload = answer[abi.IOCTL_OUT.size :]
            if not told & abi.FUSE["FUSE_IOCTL_RETRY"]:
                assert len(payload) <= room, "the kernel takes no more than was made room for"
                self._scatter(writes, payload)
                return int(result)
            assert in_iovs + out_iovs <= abi.FUSE["FUSE_IOCTL_MAX_IOV"]
            assert len(payload) == (in_iovs + out_iovs) * abi.IOCTL_IOVEC.size
            regions = [
                abi.IOCTL_IOVEC.unpack(payload, at) for at in range(0, len(payload), abi.IOCTL_IOVEC.size)
            ]
            reads, writes = regions[:in_iovs], regions[in_iovs:]
            for way in (reads, writes):
                assert sum(length for _, length in way) <= MOST_PAGES_BYTES
        raise AssertionError("asked again and again")

    def _check(self, base: int, length: int) -> None:
        within = self._within
        if within is not None and length and not (within.start <= base and base + length <= within.stop):
            raise OSError(errno.EFAULT, os.strerror(errno.EFAULT))

    def _scatter(self, writes: list[tuple[int, int]], payload: bytes) -> None:
        for base, length in writes:
            ctypes.memmove(base, payload[:length], min(length, len(payload)))
            payload = payload[length:]

    def _ask(self, opcode: int, body: bytes) -> bytes:
        self._unique += 1
        length = abi.IN_HEADER.size + len(body)
        assert length <= MOST_REQUEST
        head = abi.IN_HEADER.pack(length, opcode, self._unique, 0, 0, 0, 1)
        answer = self._device.answer(head + body)
        size, error, unique = abi.OUT_HEADER.unpack(answer)
        assert (size, unique) == (len(answer), self._unique)
        assert -1000 < error <= 0, "as fs/fuse/dev.c has it"
        if error:
            assert size == abi.OUT_HEADER.size
            raise OSError(-error, os.strerror(-error))
        return answer[abi.OUT_HEADER.size :]


def driver_calls(caller: Caller) -> dict[str, Any]:
    """``open_device`` and ``ioctl`` of a LinuxSpiPort that reach ``caller``."""

    def ioctl(file: int, request: int, argument: Any) -> int:
        held = (ctypes.c_char * len(argument)).from_buffer_copy(bytes(argument))
        return caller.ioctl(request, ctypes.addressof(held))

    return {"open_device": lambda path, flags: os.open(os.devnull, flags), "ioctl": ioctl}
