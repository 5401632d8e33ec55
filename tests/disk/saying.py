"""Says commands on a disk that fails: ``python -m tests.disk.saying``, with the library of disk.c preloaded.

It reads orders, one [WORDS, ORDER] as JSON a line, and answers each with the calls that there were, the exit status or
a traceback, and what was said of errors. A child of its own says each command.
"""

from __future__ import annotations

import io
import json
import os
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout

from signifer_firmware.cli import main as cli
from signifer_firmware.enrolment import command as enrolment_command
from signifer_firmware.recording import archive, report

from tests.disk.child import Disk, Order
from tests.programs import parser

# Taken in before anything fails, so that each child need not.
TAKEN_IN = (enrolment_command, archive, report)


def said(words: list[str], order: Order) -> list[object]:
    """Calls, exit status or traceback, and what was said of errors."""
    disk, out, err = Disk(), io.StringIO(), io.StringIO()
    sys.argv = ["signifer", *words]
    status: object = 0
    disk.arm(order)
    with redirect_stdout(out), redirect_stderr(err):
        try:
            cli.main()
        except SystemExit as error:
            status = error.code or 0
        except BaseException:  # noqa: BLE001 - what a command must not do is told, not raised
            status = traceback.format_exc()
    return [disk.disarm(), status, err.getvalue()]


def main() -> None:
    parser("tests.disk.saying", __doc__).parse_args()
    archive.games_known()
    for line in sys.stdin:
        words, order = json.loads(line)
        answer, says = os.pipe()
        process = os.fork()
        if not process:
            with os.fdopen(says, "w") as file:
                json.dump(said(words, Order(**order)), file)
            os._exit(0)
        os.close(says)
        with os.fdopen(answer) as file:
            told = file.read()
        _, status = os.waitpid(process, 0)
        print(json.dumps([0, f"the process died of {status}", ""]) if status else told, flush=True)


if __name__ == "__main__":
    main()
