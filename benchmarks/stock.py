"""Stock RFID libraries on our twin, each in a process of its own, with the processor time of each poll.

python -m benchmarks.stock FOLDER LIBRARY IOCTL_US,IOCTL_US... UID...

The host is that of the tests, so that what is compared here is what is proved there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.drivers.readers import stock_host
from tests.programs import parser

from .figures import MissingPeerError

ROOT = Path(__file__).parents[1]
PACKAGES = ("mfrc522", "mfrc522-python", "pi-rc522")
# read_id of pi-rc522 is the only call among them that reads a UID of seven bytes.
LIBRARIES = (*PACKAGES, "pi-rc522 read_id")


@dataclass(frozen=True)
class Polls:
    """Ten polls of a field that nobody touches: medians of those that found a tag, or of all if none did.

    ``us_a_find`` is the time of all ten for each one that found a tag, 0 if none did.
    """

    found: int
    us_a_find: float
    transfers: float
    bytes: float
    us: float
    cpu_us: float


def polls(library: str, uids: Sequence[bytes], *ioctl_us: int) -> list[Polls]:
    """Run ``library`` above tags of these UIDs, once for each time that a call may take; MissingPeerError if it is not
    installed."""
    folder = Path(sys.prefix) / "stock" / library.split()[0]
    if not folder.is_dir():
        raise MissingPeerError(f"{folder.name} is not installed for the benchmark: `make bench` installs it")
    words = [str(folder), library, ",".join(map(str, ioctl_us)), *(uid.hex() for uid in uids)]
    host = subprocess.run(
        [sys.executable, "-m", "benchmarks.stock", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return [_summed_up(json.loads(line)) for line in host.stdout.splitlines()[-len(ioctl_us) :]]


def _summed_up(done: list[dict[str, Any]]) -> Polls:
    found = [poll for poll in done if poll["result"] is not None]
    counted = found or done

    def middle(key: str) -> float:
        return float(median(poll[key] for poll in counted))

    us_a_find = sum(poll["us"] for poll in done) / len(found) if found else 0.0
    return Polls(len(found), us_a_find, middle("transfers"), middle("bytes"), middle("us"), middle("cpu_us"))


class TimedHost(stock_host.Host):
    """The tests' host, on a bus whose calls cost ``ioctl_us``, and with the processor's time beside the clock's."""

    ioctl_us = 30

    def measured(self, call: Callable[[], Any]) -> dict[str, Any]:
        """As the tests' own, and ``cpu_us``."""
        self.bus.ioctl_us = self.ioctl_us
        start = time.process_time_ns()
        cost = super().measured(call)
        return {**cost, "cpu_us": (time.process_time_ns() - start) / 1000}


def serve(folder: str, library: str, ioctl_us: str, *uids: str) -> None:
    """The process of its own: poll, and print what it cost, a line for each time that a call takes. Each in a copy of
    the process, since libraries keep hold of the clock with which they were loaded."""
    vars(stock_host)["Host"] = TimedHost
    for each_us in ioctl_us.split(","):
        copy = os.fork()
        if copy == 0:
            TimedHost.ioctl_us = int(each_us)
            print(
                json.dumps(stock_host.polls(folder, library, [bytes.fromhex(uid) for uid in uids])),
                flush=True,
            )
            os._exit(0)
        if os.waitpid(copy, 0)[1]:
            sys.exit(1)


if __name__ == "__main__":
    options = parser("benchmarks.stock", __doc__)
    options.add_argument("folder")
    options.add_argument("library")
    options.add_argument("ioctl_us", metavar="IOCTL_US,...")
    options.add_argument("uids", nargs="*", metavar="UID")
    asked = options.parse_args()
    serve(asked.folder, asked.library, asked.ioctl_us, *asked.uids)
