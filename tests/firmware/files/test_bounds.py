"""Any file of a megabyte is read or refused within two seconds and 200 MB, in plain lines: never a traceback."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from signifer_core.errors import MOST_FAULTS, MOST_SAID, ConfigError, Fault, plain
from signifer_core.toml_lines import MOST_CHARACTERS, MOST_IN_A_LINE, MOST_PARTS, beyond, parse_toml
from signifer_firmware.files.reading import MOST_BYTES, read_bytes, read_text
from signifer_firmware.files.writing import write

from . import hostile

ROOT = Path(__file__).parents[3]
MOST_S, MOST_MB = 2.0, 200
# Each way in which a file comes in, and what is brought that way.
TOML_WAYS = (
    ("table", "FILE"),
    ("deck", "check", "FILE"),
    ("enrol", "--import", "FILE", "--yes", "--store", "DIR"),
    ("enrol", "--list", "--corrections", "FILE", "--store", "DIR"),
)
RECORD_WAYS = (
    ("record", "import", "FILE", "DIR/t.sqlite"),
    ("replay", "FILE", "--gif", "DIR/x.gif"),
    ("analyse", "FILE", "DIR/x.html"),
)
SCRIPT_WAYS = (("script", "FILE"), ("play", "FILE", "--speed", "0"))
REPORT_WAYS = (
    ("replay", "--quiet", "FILE"),
    ("replay", "FILE", "--speed", "0"),
    ("analyse", "FILE", "DIR/x.html"),
)
Ways = tuple[tuple[str, ...], ...]
WAYS: tuple[tuple[dict[str, Callable[[], bytes]], Ways], ...] = (
    (hostile.TOML, TOML_WAYS),
    (hostile.RECORDS, RECORD_WAYS),
    (hostile.SCRIPTS, SCRIPT_WAYS),
    (hostile.REPORTS, REPORT_WAYS),
)


def judged(cases: list[list[str]]) -> list[tuple[object, str, float, float]]:
    """Exit status, what was said, seconds of processor, and MB of memory so far, of each command."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.firmware.files.bounds", str(MOST_MB)],
        input=json.dumps(cases), capture_output=True, text=True, check=False, cwd=ROOT, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def commands(folder: Path, files: list[Path], ways: Ways, *, each: bool) -> list[list[str]]:
    """``each`` file by each way, else by one after another."""
    return [
        [word.replace("FILE", str(path)).replace("DIR", str(folder)) for word in way]
        for at, path in enumerate(files)
        for way in (ways if each else (ways[at % len(ways)],))
    ]


def check(cases: list[list[str]]) -> None:
    found = judged(cases)
    assert len(found) == len(cases)
    for words, (status, said, took_s, peak_mb) in zip(cases, found, strict=True):
        told = f"{' '.join(words)}: {status}, {took_s:.2f} s, {peak_mb:.0f} MB, {said[:300]!r}"
        assert status == 2, told
        assert took_s < MOST_S, told
        assert peak_mb < MOST_MB, told
        assert "Traceback" not in said, told
        assert 1 <= said.count("\n") <= MOST_FAULTS, told
        assert plain(said.replace("\n", "")) == said.replace("\n", ""), told
        assert max(map(len, said.splitlines())) <= 2 * MOST_SAID, told


def too_much(folder: Path, *, each: bool) -> list[list[str]]:
    """The commands, for files in ``folder``."""
    cases = []
    for number, (made, ways) in enumerate(WAYS):
        files: list[Path] = []
        for name, make in made.items():
            files.append(folder / f"{number}-{len(files)}.toml")
            files[-1].write_bytes(make())
            assert files[-1].stat().st_size <= hostile.MEGABYTE, name
        cases += commands(folder, files, ways, each=each)
    return cases


@pytest.mark.slow
def test_what_is_too_much_is_refused_in_time_and_memory(tmp_path: Path) -> None:
    check(too_much(tmp_path, each=False))


@pytest.mark.soak
def test_whichever_way_it_comes_in(tmp_path: Path) -> None:
    check(too_much(tmp_path, each=True))


@pytest.mark.slow
def test_nobody_waits_for_a_pipe_or_reads_a_device(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    files = [tmp_path / "pipe", Path("/dev/zero"), tmp_path]
    check([case for _, ways in WAYS for case in commands(tmp_path, files, ways, each=True)])


def test_a_link_to_a_file_is_read_and_one_to_a_pipe_is_not(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text", encoding="utf-8-sig")
    (tmp_path / "link").symlink_to("file")
    assert read_text(tmp_path / "link") == "text"
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "other").symlink_to("pipe")
    with pytest.raises(OSError, match="a pipe"):
        read_bytes(tmp_path / "other")


def test_as_much_as_is_allowed_is_read_and_not_a_byte_more(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * MOST_BYTES)
    assert len(read_bytes(file)) == MOST_BYTES
    file.write_bytes(b"x" * (MOST_BYTES + 1))
    with pytest.raises(ConfigError, match=r"longer than 100 kB\); shorten it, or say so"):
        read_text(file, advice="say so")


def test_the_line_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"one\ntwo\n\xff\n")
    with pytest.raises(ConfigError) as wrong:
        read_text(file, advice="name another file")
    assert wrong.value.faults == [f"{file}:3: not UTF-8; save the file as UTF-8"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\n" + ".".join("a" * (MOST_PARTS + 1)) + " = 1", 2),
        ("\n\n[" + ".".join(["'x y'"] * (MOST_PARTS + 1)) + "]", 3),
        ("x = 1\ny = '" + "z" * MOST_IN_A_LINE + "'", 2),
        ("#" * 100 + "\n" * MOST_CHARACTERS, 1),
    ],
)
def test_a_text_beyond_bounds_is_not_parsed(text: str, line: int) -> None:
    found = beyond(text)
    assert found is not None
    assert found[0] == line
    assert parse_toml(text, file="f").faults_in_order() == [f"f:{line}: {found[1]}"]


def test_dots_in_texts_and_numbers_are_no_parts_of_keys() -> None:
    assert beyond("a = '" + "b." * 40 + "'\nc = [" + "1.5, " * 40 + "] # ...................") is None


def test_of_faults_without_end_the_first_are_told() -> None:
    error = ConfigError([Fault(f"f:1: {number}\x1b", "one", number=number) for number in range(10_000)])
    assert len(error.faults) == MOST_FAULTS
    assert error.faults[0] == "f:1: 0\\x1b"
    last = error.faults[-1]
    assert last.endswith("there are more faults: mend these first")
    assert isinstance(last, Fault), "its words in other languages are found as before"
    assert (last.code, last.figures) == ("one", {"number": MOST_FAULTS - 1})


def test_of_a_fault_without_end_both_ends_are_told() -> None:
    fault = Fault(f"f:1: {'x' * 400_000} is no tag; leave it out", "one", number=1)
    (found,) = ConfigError([fault]).faults
    assert (len(found), found[:7], found[-24:]) == (
        2 * MOST_SAID,
        "f:1: xx",
        " is no tag; leave it out"[-24:],
    )
    assert isinstance(found, Fault), "its words in other languages are found as before"
    assert ConfigError([f"f:1: {'x' * 400}"]).faults == [f"f:1: {'x' * 400}"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write(file, "one")
    file.chmod(0o640)
    (tmp_path / ".file.signifer-new").symlink_to(tmp_path / "elsewhere")
    write(file, b"two")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("two", 0o640)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    for longest in ("x" * 255, "\N{GRINNING FACE}" * 63):
        write(tmp_path / longest, "three")
        assert (tmp_path / longest).read_text() == "three"


def test_nothing_is_written_where_a_link_leads_to_itself(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    with pytest.raises(OSError, match="a link that leads to itself"):
        write(loop, "text")
    assert [path.name for path in tmp_path.iterdir()] == ["loop"]


def test_no_device_and_no_pipe_gives_its_place_to_a_file(tmp_path: Path) -> None:
    """Root's /dev/null, /dev/zero behind a link of its own, a pipe that somebody reads."""
    pipe, null, link = tmp_path / "pipe", tmp_path / "null", tmp_path / "link"
    os.mkfifo(pipe)
    if os.geteuid() == 0:
        os.mknod(null, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    else:
        null = Path("/dev/null")
    link.symlink_to(null)
    for path in (pipe, null, link):
        with pytest.raises(OSError, match="a file is wanted"):
            write(path, "text")
    assert pipe.is_fifo()
    assert null.is_char_device()
