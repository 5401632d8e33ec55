"""Options and markers shared by all suites."""

import atexit
import gc
import importlib
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import long_tests, sweeps
from tests.firmware.web.windows import chromium

__all__ = ["chromium"]

# No test depends on how fast a machine is that has other work; all else is as the place has it (CI has its own).
settings.register_profile(
    "soak",
    settings(),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
# Each run tries other examples: every run a third of what the soak tries, where a test does not say how many itself.
settings.register_profile("any-speed", settings.get_profile("soak"), max_examples=33)
settings.register_profile("brief", settings.get_profile("soak"), max_examples=5)
settings.load_profile("any-speed")

# Records are put on disk before anything is shown, some ten thousand times in all tests: in memory that costs nothing.
MEMORY = Path("/dev/shm")
ROOM_BYTES = 2_000_000_000
if (
    "TMPDIR" not in os.environ
    and os.access(MEMORY, os.W_OK | os.X_OK)
    and shutil.disk_usage(MEMORY).free > ROOM_BYTES
):
    # For the programs that tests start, too.
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
# Games that tests play at the virtual table are not those of whoever runs them.
os.environ["XDG_DATA_HOME"] = str(Path(tempfile.gettempdir()) / f"signifer-games-of-tests-{os.getpid()}")
atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the slow sweeps, too")
    parser.addoption(
        "--often", action="store_true", help="sweeps that are one test as in the soak, no others"
    )
    parser.addoption("--quick", action="store_true", help="leave out what is marked slow")
    parser.addoption(
        "--brief",
        action="store_true",
        help="the quick tests but those of tests/long_tests.txt and those in a browser, with two of their "
        "parameters and few examples",
    )
    parser.addoption(
        "--pages",
        choices=("too", "only", "out"),
        default="too",
        help="tests in a browser: run them too (default), run no others, or leave them out",
    )
    parser.addoption("--pi", action="store_true", help="run the driver contract suite on this board")
    parser.addoption("--pi-table", default="/etc/signifer/table.toml", help="the board's table (with --pi)")


def pytest_configure(config: pytest.Config) -> None:
    """--pi anywhere else than at a table is a mistake, and is told at once, not test by test."""
    sweeps.soaking = config.getoption("--soak") or config.getoption("--often")
    if config.getoption("--brief"):
        config.option.quick, config.option.pages = True, "out"
        settings.load_profile("brief")
    if sweeps.soaking:
        settings.load_profile("soak")
    if config.getoption("--pi") and not Path("/proc/device-tree/model").exists():
        raise pytest.UsageError(
            "--pi: this is no Raspberry Pi; say it at the table, or leave it out: the twins need no board"
        )
    if config.getoption("--pi") and not Path(config.getoption("--pi-table")).exists():
        raise pytest.UsageError(
            f"--pi: {config.getoption('--pi-table')} is missing; say --pi-table with the table's file"
        )
    # xdist would have modules with few tests last, however long these are; see pytest_collection_modifyitems.
    config.option.loadscopereorder = False


def pytest_collection(session: pytest.Session) -> None:
    """Of all tests, each process takes another share in first. In a fresh clone pytest writes asserts again, which
    takes longer than all the rest of taking in: what one has written, the others read."""
    config = session.config
    at_work = getattr(config, "workerinput", None)
    if at_work is None or config.args_source is not config.ArgsSource.TESTPATHS:
        return
    root = config.rootpath
    left_out = {root / path for path in config.getoption("ignore") or ()}
    found = sorted(
        path for path in (root / "tests").rglob("test_*.py") if left_out.isdisjoint({path, *path.parents})
    )
    for path in found[int(at_work["workerid"].removeprefix("gw")) :: at_work["workercount"]]:
        # What is wrong with one is said when it is collected.
        with suppress(Exception):
            importlib.import_module(".".join(path.relative_to(root).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # A sweep of the soak is left out, not skipped: to say so of each takes seconds.
    out = {"soak"} if config.getoption("--quick") or not config.getoption("--soak") else set()
    out |= {"slow"} if config.getoption("--quick") else set()
    pages = config.getoption("--pages")
    # Those that ask for Chromium, whoever asks for it on their behalf.
    unwanted = {"too": (), "only": (False,), "out": (True,)}[pages]
    left_out = [
        item
        for item in items
        if any(map(item.get_closest_marker, out))
        or ("chromium" in getattr(item, "fixturenames", ())) in unwanted
    ]
    if config.getoption("--brief"):
        left_out += long_tests.beyond(items, left_out)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        known = set(map(id, left_out))
        items[:] = [item for item in items if id(item) not in known]
    if not config.getoption("--pi"):
        for item in items:
            if item.get_closest_marker("pi"):
                item.add_marker(pytest.mark.skip(reason="only with --pi"))
    # Long modules begin first, so that no process is left alone with one at the end.
    modules = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in modules)


# While tests are collected nearly nothing is garbage, and what is there is looked through again and again: that took a
# third of the time. Later it is looked for less often, too.
gc.disable()


def pytest_collection_finish() -> None:
    """All that is collected stays to the end: garbage is not looked for in it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A process more than there are cores: there is always one that waits, for a browser or a program. Not in a brief
    run, which has no time to take all tests in once more."""
    return (os.cpu_count() or 1) + (not config.getoption("--brief"))


@pytest.fixture
def missing_tool() -> "type[MissingTool]":
    """Call it where a tool is absent: a skip on a laptop, a failure in CI."""
    return MissingTool


@pytest.fixture(scope="module")
def missing_tool_of_module() -> "type[MissingTool]":
    """The same, for fixtures that a whole module shares."""
    return MissingTool


class MissingTool:
    def __init__(self, what: str) -> None:
        if os.environ.get("CI"):
            pytest.fail(f"{what} is missing, and CI runs without gaps")
        pytest.skip(f"{what} is missing")
