"""Stock RFID libraries on our twin, each in a process of its own, with the processor time of each poll.

python -m benchmarks.stock FOLDER LIBRARY IOCTL_US UID...

The host is that of the tests, so that what is compared here is what is proved there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.drivers.readers import stock_host

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


def polls(library: str, uids: Sequence[bytes], *, ioctl_us: int) -> Polls:
    """Run ``library`` above tags of these UIDs; MissingPeerError if it is not installed."""
    folder = Path(sys.prefix) / "stock" / library.split()[0]
    if not folder.is_dir():
        raise MissingPeerError(f"{folder.name} is not installed for the benchmark: `make bench` installs it")
    words = [str(folder), library, str(ioctl_us), *(uid.hex() for uid in uids)]
    host = subprocess.run(
        [sys.executable, "-m", "benchmarks.stock", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    done: list[dict[str, Any]] = json.loads(host.stdout.splitlines()[-1])
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
    """The process of its own: poll, and print what it cost."""
    TimedHost.ioctl_us = int(ioctl_us)
    vars(stock_host)["Host"] = TimedHost
    print(json.dumps(stock_host.polls(folder, library, [bytes.fromhex(uid) for uid in uids])))


if __name__ == "__main__":
    serve(*sys.argv[1:])
