"""Kills a process in the middle of what it writes: ``python -m tests.hil.killed`` reads orders, one JSON list a line.

An order is ``[folder, limit, moment, transaction]``: a child process opens the store in ``folder`` and appends the
transaction. It dies at ``moment`` of the store's hook; or, if ``limit`` is no negative number, by the kernel's hand as
it writes byte ``limit`` of any file, with what lies before that byte written. A transaction of null is a checkpoint:
all of the log is written into the file. The answer is a line with true if the child lived long enough to acknowledge.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from pathlib import Path
from typing import Any

from signifer_firmware.storage.store import Entry, Store

from tests.programs import parser

ACKNOWLEDGED, CHECKPOINT = 3, "checkpoint"


def child(folder: str, limit: int, moment: str, transaction: list[Any] | None) -> int:
    """What the child does; it does not return if it is killed."""

    def hook(now: str) -> None:
        if now == moment:
            os._exit(1)

    store = Store(Path(folder) / "s", hook=hook)
    if limit >= 0:
        # Python ignores the signal, and SQLite would be told of an error; here the plug is pulled.
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    if transaction is None:
        assert store._db is not None
        store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    else:
        store.append([Entry(at_us, kind, body) for at_us, kind, body in transaction])
    return ACKNOWLEDGED


def main() -> None:
    parser("tests.hil.killed", __doc__).parse_args()
    for line in sys.stdin:
        order = json.loads(line)
        process = os.fork()
        if not process:
            os._exit(child(*order))
        _, status = os.waitpid(process, 0)
        code = os.waitstatus_to_exitcode(status)
        if code not in (1, ACKNOWLEDGED, -signal.SIGXFSZ):
            raise SystemExit(f"the child ended with {code} at {order[:3]}")
        sys.stdout.write(json.dumps(code == ACKNOWLEDGED) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
