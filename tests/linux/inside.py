"""The first program of a user-mode Linux: loads CUSE, then plays each script in a process that serves its table's
buses.

`python -m tests.linux` starts it; anywhere else it is of no use. Arguments: the starter's folder, where the exit status
is left; then "play", how many times slower time is to pass (0: as is needed), and scripts; or "run" and a command of
the shell.
"""

from __future__ import annotations

import ctypes
import io
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from signifer_core.errors import ConfigError
from signifer_drivers.io.reset import ResetLine
from signifer_drivers.io.spi import LinuxSpiPort
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.devices.build import Devices, pi_devices
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.kernel.realtime import PacedScheduler, RealPace
from signifer_firmware.kernel.scheduler import Scheduler
from signifer_firmware.runtime.bus_threads import Threads
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.game import Script
from signifer_firmware.simulation.files import FAILED, OK, WRONG, read_script, step, table_of
from signifer_firmware.simulation.report import PlainReport, Report
from signifer_firmware.simulation.robots.scripted import ScriptRobots
from signifer_firmware.simulation.table_run import ScriptRun

from tests.programs import parser

from . import probes
from .slow_time import factor_for, slow_down
from .table import FIRST_CHANNEL, Served, check_served, link_channels

MODULES = Path("/usr/lib/uml/modules")
LOADED = ("fs/fuse/fuse.ko", "fs/fuse/cuse.ko", "drivers/i2c/i2c-core.ko")
RESULT, SCRATCH = Path("/dev/result"), Path("/dev/scratch")
SYS_I2C = Path("/sys/bus/i2c/devices")
STATUS = "status"
RB_POWER_OFF = 0x4321FEDC  # linux/reboot.h
BY_DEFAULT = "direct"
TRANSFERS = 100

_LIBC = ctypes.CDLL(None, use_errno=True)


def _called(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def mount(kind: str, at: Path, data: str = "") -> None:
    """See mount(2)."""
    _called(_LIBC.mount(kind.encode(), str(at).encode(), kind.encode(), 0, data.encode()), f"{kind} at {at}")


def load(module: Path) -> None:
    """See finit_module(2)."""
    with module.open("rb") as file:
        _called(_LIBC.syscall(ctypes.c_long(313), file.fileno(), b"", 0), module.name)


def prepare(result: Path) -> None:
    """Mount what the kernel tells and what may be written, and load the modules."""
    mount("proc", Path("/proc"))
    mount("sysfs", Path("/sys"))
    for folder in (RESULT, SCRATCH):
        folder.mkdir()
    mount("hostfs", RESULT, str(result))
    mount("tmpfs", SCRATCH)
    tempfile.tempdir = str(SCRATCH)
    for module in LOADED:
        load(MODULES / platform.release() / "kernel" / module)
    # The kernel tells its buses there, and knows none of ours.
    mount("tmpfs", SYS_I2C)
    link_channels()


def probe() -> int:
    """Ask the devices for what Linux refuses; say what was answered otherwise."""
    Served(load_table(BY_DEFAULT), 0)
    found = []
    for name, cases in (
        ("spidev0.0", probes.refused_at_spi()),
        (f"i2c-{FIRST_CHANNEL}", probes.refused_at_i2c()),
    ):
        file = os.open(f"/dev/{name}", os.O_RDWR)
        found += [f"/dev/{name}: {fault}" for fault in probes.faults(partial(ioctl, file), cases)]
        os.close(file)
    for fault in found:
        print(fault, file=sys.stderr)
    return FAILED if found else OK


def transfer_us(device: str) -> int:
    """How long a transfer of two bytes takes here."""
    port = LinuxSpiPort(device)
    begun_us = port.now_us()
    for _ in range(TRANSFERS):
        port.transfer([bytes(2)])
    took_us = (port.now_us() - begun_us) // TRANSFERS
    port.close()
    return took_us


def ioctl(file: int, request: int, argument: int) -> int:
    """See ioctl(2): Python's own takes no addresses."""
    result = int(_LIBC.ioctl(file, ctypes.c_ulong(request), ctypes.c_void_p(argument)))
    _called(result, "ioctl")
    return result


def play(slow: int, path: Path) -> int:
    """Play one script, with time ``slow`` times slower (0: as is needed); return its exit status, as `signifer script`
    does."""
    clock, begun_s = time.monotonic, time.monotonic()
    try:
        script = read_script(path)
        named = any(isinstance(statement, st.Table) for statement in script.statements)
        config = table_of(script, path) if named else load_table(BY_DEFAULT)
        check(script, config, file=str(path))
        check_served(config)
    except ConfigError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return WRONG
    # Its own last line counts the time from when this Linux began.
    report = PlainReport(str(path), io.StringIO(), sys.stderr)
    figures = _play(script, config, report, slow)
    verdict = f"{report.held} held" + (f", {report.failed} failed" if report.failed else "")
    print(f"{path.name}: {verdict}, {clock() - begun_s:.1f} s, {figures}")
    return FAILED if report.failed else OK


def _play(script: Script, config: TableConfig, report: Report, slow: int) -> str:
    """Play a script that was checked; tell what that took."""
    served: list[Served] = []
    took_us, factor = 0, slow

    def twins(config: TableConfig, seed: int) -> VirtualTable:
        nonlocal took_us, factor
        served.append(Served(config, seed))
        took_us = transfer_us(config.readers[0].spi_device)
        factor = slow or factor_for(took_us)
        slow_down(factor)
        return served[0].table

    with tempfile.TemporaryDirectory(prefix="signifer-") as folder:
        table_run = ScriptRun(
            script,
            config,
            Path(folder),
            report.news,
            scheduler=lambda clock: PacedScheduler(clock, RealPace()),
            table=twins,
            devices=lambda config, _: pi_devices(config),
            threads=threads_of,
            robots=ScriptRobots,
        )
        report.bound_to(table_run)
        try:
            for statement in script.statements:
                step(table_run, statement, report)
            table_run.begin()
        finally:
            # It gives the devices back while there is somebody who answers.
            table_run.power_off()
    return (
        f"{served[0].requests} requests of the kernel, {took_us} us a transfer of two bytes, "
        f"time {factor} times slower"
    )


def run(command: str) -> int:
    """Run a command of the shell on the devices of a table at which nobody is; return its exit status."""
    config = load_table(BY_DEFAULT)
    table = Served(config, 0).table
    # Its pins are nobody else's: the command finds the readers out of their reset.
    assert config.gpio.reader_reset is not None, "the direct table has one"
    line = ResetLine(config.gpio.reader_reset, pin_factory=table.pins)
    status = subprocess.run(command, shell=True, check=False).returncode
    line.close()
    return status


def threads_of(scheduler: Scheduler, devices: Devices) -> Threads:
    """A thread for the readers and one for the screens, as `signifer run` has them."""
    assert isinstance(scheduler, PacedScheduler), "time passes by itself"
    return Threads(scheduler, spi_clock=devices.spi_clock, i2c_clock=devices.i2c_clock, pace=RealPace)


def in_a_process(work: Callable[[], int]) -> int:
    """The exit status of some work in a process of its own, with whose end its devices go."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        # What nobody expected goes up to the interpreter, which tells of it.
        sys.exit(work())
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    """Do what the starter wants, leave the worst exit status, and switch off."""
    options = parser("tests.linux.inside", __doc__)
    options.add_argument("result", type=Path, help="the starter's folder")
    options.add_argument("what", choices=("play", "run"))
    options.add_argument("told", nargs="*", help="how many times slower, and scripts; or a command")
    asked = options.parse_args()
    what, told = asked.what, asked.told
    prepare(asked.result)
    print(f"user-mode Linux {platform.release()}: ready {time.monotonic():.1f} s after its start", flush=True)
    works: list[Callable[[], int]]
    if what == "run":
        works = [partial(run, *told)]
    else:
        slow, *scripts = told
        works = [probe, *(partial(play, int(slow), Path(script)) for script in scripts)]
    status = max(abs(in_a_process(work)) for work in works)
    (RESULT / STATUS).write_text(str(status))
    _LIBC.sync()
    _called(_LIBC.reboot(RB_POWER_OFF), "power off")


if __name__ == "__main__":
    main()
