"""Character devices that this process serves through /dev/cuse, a thread for each."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Thread

from signifer_core.errors import DriverError

from .cuse import MOST_REQUEST, CuseDevice

CUSE, DEV = Path("/dev/cuse"), Path("/dev")
TRIES, PAUSE_S = 200, 0.01


def _open_cuse() -> int:
    return os.open(CUSE, os.O_RDWR | os.O_CLOEXEC)


class Channel:
    """A thread that serves one device. ``guard`` is held while the device is at work: those on one wire share it."""

    def __init__(
        self,
        device: CuseDevice,
        guard: AbstractContextManager[object],
        open_channel: Callable[[], int] = _open_cuse,
    ) -> None:
        self._device = device
        self._guard = guard
        self._file = open_channel()
        self._thread = Thread(target=self._serve, name=device.name, daemon=True)

    def start(self) -> None:
        """Make the device, as soon as the kernel has asked for its name."""
        self._thread.start()

    def join(self, wait_s: float) -> None:
        """Wait for the end of its thread."""
        self._thread.join(wait_s)

    def _serve(self) -> None:
        """Until the process ends; after a mistake of ours the device is gone, so that nobody waits for an answer."""
        buffer = bytearray(MOST_REQUEST)
        try:
            while True:
                length = os.readv(self._file, [buffer])
                request = bytes(memoryview(buffer)[:length])
                with self._guard:
                    answer = self._device.answer(request)
                os.write(self._file, answer)
        finally:
            os.close(self._file)


def wait_for(devices: Sequence[CuseDevice], pause: Callable[[float], None], dev: Path = DEV) -> None:
    """Wait until all devices are in ``dev``, for TRIES pauses at most; DriverError for the first that is not."""
    tries = TRIES
    for device in devices:
        while not (dev / device.name).exists():
            if tries == 0:
                raise DriverError(f"{dev / device.name} has not come: /dev has to be a devtmpfs")
            tries -= 1
            pause(PAUSE_S)
