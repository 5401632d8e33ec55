"""`python -m tests.linux SCRIPT...` (`make kernel`): table scripts by the firmware on /dev/spidev0.N and /dev/i2c-N.

It starts a user-mode Linux, which needs no rights on the computer that it runs on, and which has that one's files, for
reading only. See docs/linux.md.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
KERNEL = "linux.uml"
MODULES = Path("/usr/lib/uml/modules")
PACKAGE = "on Debian or Ubuntu for x86-64: apt-get install user-mode-linux"
BY_DEFAULT = ("fg-t0-turn", "power-cut")
MEMORY = "512M"
MOST_S = 900
HALTED = "reboot:"
WRONG = 2


def missing(path: str | None = None, modules: Path = MODULES) -> str | None:
    """What has to be installed first, None if nothing."""
    if shutil.which(KERNEL, path=path) is None:
        return f"user-mode Linux ({KERNEL}) is missing; {PACKAGE}"
    if not any(modules.glob("*/kernel/fs/fuse/cuse.ko")):
        return f"user-mode Linux has no module cuse in {modules}; {PACKAGE}"
    return None


def first_program(result: Path, told: list[str]) -> str:
    """What the new Linux runs first: as if it were a shell here."""
    python = shlex.join([sys.executable, "-m", "tests.linux.inside", str(result), *told])
    return (
        "#!/bin/sh\nexport PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/ LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1\n"
        f"cd {shlex.quote(str(ROOT))}\nexec {python}\n"
    )


def command(first: Path) -> list[str]:
    """The kernel, with all files of this computer as its root."""
    root = ["rootfstype=hostfs", "root=/dev/root", "rootflags=/", "ro"]
    return [
        KERNEL,
        *root,
        f"init={first}",
        f"mem={MEMORY}",
        "con=null",
        "con0=null,fd:1",
        # What it would leave in the home of whoever starts it.
        f"uml_dir={first.parent}",
        "quiet",
        "loglevel=1",
    ]


def boot(told: list[str], most_s: float) -> int:
    """Have `inside` do what it is told; return its exit status, WRONG if none has come within ``most_s`` seconds."""
    with tempfile.TemporaryDirectory(prefix="signifer-") as folder:
        first = Path(folder) / "first"
        first.write_text(first_program(Path(folder), told))
        first.chmod(0o755)
        # In a session of its own: it would change the modes of this terminal.
        with subprocess.Popen(
            command(first),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as linux:
            alarm = threading.Timer(most_s, partial(_kill, linux))
            alarm.start()
            try:
                assert linux.stdout is not None, "a pipe"
                for line in linux.stdout:
                    if not line.startswith(HALTED):
                        print(line, end="", flush=True)
            finally:
                alarm.cancel()
                _kill(linux)
        status = Path(folder) / "status"
        if status.exists():
            return int(status.read_text())
    print(f"user-mode Linux ended without a result, or took longer than {most_s:.0f} s", file=sys.stderr)
    return WRONG


def _kill(linux: subprocess.Popen[str]) -> None:
    """End it, with the processes that are its own."""
    with suppress(ProcessLookupError):
        os.killpg(linux.pid, signal.SIGKILL)


def main(arguments: list[str] | None = None) -> int:
    """See `python -m tests.linux --help`."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.linux",
        description="Play table scripts by the firmware on Linux's own SPI and I2C devices, in a user-mode Linux.",
    )
    parser.add_argument(
        "script", nargs="*", type=Path, help=f"default: {', '.join(BY_DEFAULT)} of tests/scripts"
    )
    parser.add_argument(
        "--run", metavar="COMMAND", help="... or a command of the shell, such as 'i2cdetect -y 22'"
    )
    parser.add_argument(
        "--slow",
        type=int,
        default=0,
        metavar="N",
        help="let time pass N times slower; default: as slow as transfers are when a script begins",
    )
    parser.add_argument(
        "--most", type=float, default=MOST_S, metavar="S", help="seconds; default: %(default)s"
    )
    told = parser.parse_args(arguments)
    fault = missing()
    if fault is not None:
        print(fault, file=sys.stderr)
        return WRONG
    scripts = told.script or [ROOT / "tests/scripts" / f"{name}.table" for name in BY_DEFAULT]
    begun_s = time.monotonic()
    play = ["play", str(told.slow), *(str(script.resolve()) for script in scripts)]
    status = boot(["run", told.run] if told.run else play, told.most)
    print(f"{time.monotonic() - begun_s:.1f} s, exit status {status}")
    return status


if __name__ == "__main__":
    # Whoever ends this ends the new Linux, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(WRONG))
    sys.exit(main())
