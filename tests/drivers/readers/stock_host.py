"""Runs one stock RFID library, unmodified, on our twin, in a process of its own: tests start it, it prints JSON.

    python -m tests.drivers.readers.stock_host FOLDER LIBRARY UID...

FOLDER holds the one library, and LIBRARY says whose calls to make. The
stand-ins: our `spidev`, fake-rpi's RPi.GPIO, and `time` that runs on the twin's clock.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from signifer_drivers.virtual import spidev
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag

from tests.programs import parser

POLL_PAUSE_US = 200_000


class Host:
    """The twin on SPI bus 0, and a count of what a call to the library costs on the wire."""

    def __init__(self, folder: str, uids: list[bytes]) -> None:
        self.clock = VirtualClock()
        self.field = Field(random.Random(1))
        self.bus = VirtualSpiBus(self.clock)
        spidev.plug(0, 0, VirtualSpiPort(self.bus, Mfrc522Chip(self.clock, self.field)))
        for uid in uids:
            self.field.put(Tag(uid))
        sys.path.insert(0, folder)
        sys.modules["spidev"] = spidev
        with contextlib.redirect_stdout(io.StringIO()):
            import fake_rpi

            fake_rpi.toggle_print(False)
        sys.modules["RPi"] = fake_rpi.RPi
        sys.modules["RPi.GPIO"] = fake_rpi.RPi.GPIO
        vars(time)["sleep"] = self.sleep
        vars(time)["time"] = lambda: self.clock.now_us / 1e6

    def sleep(self, seconds: float) -> None:
        self.clock.advance(round(seconds * 1e6))

    def measured(self, call: Callable[[], Any]) -> dict[str, Any]:
        """Call after the field is surely up; give its result and its cost."""
        self.clock.advance(POLL_PAUSE_US)
        bus, start_us = self.bus, self.clock.now_us
        bus.frames = bus.bytes = 0
        result = call()
        return {
            "result": result,
            "transfers": bus.frames,
            "bytes": bus.bytes,
            "us": self.clock.now_us - start_us,
        }


def polls(folder: str, library: str, uids: list[bytes]) -> list[dict[str, Any]]:
    """Poll a field that nobody touches, ten times, each time as the library's own read_id does."""
    host = Host(folder, uids)
    poll: Callable[[], Any]
    if library == "pi-rc522":
        module = importlib.import_module("pirc522")
        reader = module.RFID()

        def poll() -> Any:
            error, _ = reader.request()
            if error:
                return None
            error, uid = reader.anticoll()
            return None if error else bytes(uid).hex()
    elif library == "pi-rc522 read_id":
        module = importlib.import_module("pirc522")
        reader = module.RFID()

        def poll() -> Any:
            uid = reader.read_id()
            return None if uid is None else bytes(uid).hex()
    else:
        module = importlib.import_module("mfrc522")
        simple = module.SimpleMFRC522()
        basic = simple if library == "mfrc522" else simple.BasicMFRC522

        def poll() -> Any:
            number = basic.read_id_no_block()
            return None if number is None else number.to_bytes(5, "big").hex()

    return [host.measured(poll) for _ in range(10)]


if __name__ == "__main__":
    options = parser("tests.drivers.readers.stock_host", __doc__)
    options.add_argument("folder")
    options.add_argument("library")
    options.add_argument("uids", nargs="*", type=bytes.fromhex, metavar="UID")
    asked = options.parse_args()
    print(json.dumps(polls(asked.folder, asked.library, asked.uids)))
