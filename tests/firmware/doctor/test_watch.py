"""``signifer doctor --watch``: a loose contact is told as it opens and closes, and how often it was."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_drivers.node.host import RETRY_US
from signifer_drivers.virtual.node import START_US
from signifer_firmware.cli.commands.doctor import doctor
from signifer_firmware.doctor.faults import inject
from signifer_firmware.doctor.virtual import LOOSE_EVERY_US, LOOSE_FOR_US, VirtualBench
from signifer_firmware.doctor.watch import Look, Watched, looker, summary, watch
from typer.testing import CliRunner

from tests.firmware.doctor.mistakes import small_table

TWICE_US = 2 * LOOSE_EVERY_US + 1_000_000
PARTS = (
    ("reader 3 red", "reader 3 red loose", "version 92, 2 tags"),
    ("reader pad red", "reader pad red loose", "version 92, 2 tags"),
    ("screen 3 red", "screen 3 red loose", "it shows its place at 0x3c"),
    ("node column 3", "node 3 loose", "2 chip selects"),
)


def watched(folder: Path, part: str, *faults: str) -> tuple[list[tuple[int, Look]], Watched]:
    bench = VirtualBench(small_table(), folder)
    inject(bench, faults)
    told: list[tuple[int, Look]] = []
    look = looker(bench.config, bench, part)
    found = watch(look, bench, lambda at_us, look: told.append((at_us, look)), for_us=TWICE_US)
    bench.close()
    return told, found


@pytest.mark.parametrize(("part", "fault", "well"), PARTS, ids=[part for part, *_ in PARTS])
def test_a_loose_contact_is_told_as_it_opens_and_as_it_closes(
    part: str, fault: str, well: str, tmp_path: Path
) -> None:
    told, found = watched(tmp_path, part, fault)
    states = [
        look.is_well for at, (_, look) in enumerate(told) if not at or told[at - 1][1].is_well != look.is_well
    ]
    assert states == [True, False, True, False, True]
    assert all(well in look.seen for _, look in told if look.is_well)
    opened_us = next(at_us for at_us, look in told if not look.is_well)
    assert abs(opened_us - (LOOSE_EVERY_US - LOOSE_FOR_US)) < 1_000_000
    assert found.breaks == 2
    assert 0 < found.failed < found.looks
    # A node that was without power starts again, and its port is looked for now and then.
    back_us = START_US + RETRY_US if part.startswith("node") else 1_000_000
    assert found.longest_us < LOOSE_FOR_US + back_us
    assert "it broke 2 times" in summary(found, TWICE_US)


def test_what_is_well_is_told_once(tmp_path: Path) -> None:
    told, found = watched(tmp_path, "reader pad red")
    assert len(told) == 1
    assert found.failed == 0
    assert summary(found, TWICE_US) == f"{found.looks} looks in 9.0 s, all of them well"
    assert found.looks > 100


def test_a_button_that_is_low_is_a_failure_and_a_press_is_news(tmp_path: Path) -> None:
    bench = VirtualBench(small_table(), tmp_path)
    told: list[Look] = []
    look = looker(bench.config, bench, "button dice")
    look()
    bench.table.fingers.press("dice")
    watch(look, bench, lambda _, look: told.append(look), for_us=500_000)
    bench.close()
    assert [(look.is_well, look.seen) for look in told] == [
        (True, "GPIO 17"),
        (True, "GPIO 17, pressed once"),
    ]


def test_a_part_that_there_is_not_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    bench = VirtualBench(small_table(), tmp_path)
    with pytest.raises(
        ConfigError, match='no "reader 9"; choose one of reader 3 red, reader 3 blue, reader pad red'
    ):
        looker(bench.config, bench, "reader 9")
    with pytest.raises(ConfigError, match=r'no "horn"; choose one of reader \.\.\., screen'):
        looker(bench.config, bench, "horn")
    bench.close()


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("--watch", "reader 3", "--for", "1s"), 0, "all of them well"),
        (("--watch", "reader 3", "--for", "5s", "--fault", "reader 3 loose"), 1, "it broke once"),
        (("--watch", "reader 3", "--for", "soon"), 2, "--for soon: say a time like 30s, 10m or 2h"),
        (("--watch", "reader 3", "--for", "²s"), 2, "--for ²s: say a time like 30s, 10m or 2h"),
        (("--watch", "reader 3", "--for", "9" * 5000 + "s"), 2, "s: say a time like 30s, 10m or 2h"),
        (("--for", "10s"), 2, "--for says how long to watch: add --watch with a part"),
    ],
)
def test_the_command(arguments: tuple[str, ...], status: int, told: str) -> None:
    done = CliRunner().invoke(doctor, ["--virtual", "--table", "starter", *arguments])
    assert (done.exit_code, told in done.output) == (status, True), done.output


def test_the_page_shows_what_the_command_says() -> None:
    page = (Path(__file__).parents[3] / "docs" / "doctor.md").read_text(encoding="utf-8")
    part = page.partition("## Watch one part")[2].partition("\n## ")[0]
    arguments = shlex.split(part.partition("signifer doctor --virtual")[2].partition("\n")[0])
    done = CliRunner().invoke(doctor, ["--virtual", *arguments])
    head, *told = done.output.splitlines()
    assert head.startswith("screen 3 red: wiggle")
    shown = [line.strip() for line in part.splitlines() if line.startswith("    ") and "signifer" not in line]
    assert shown == [line.strip() for line in told]
    assert f"for\n{LOOSE_FOR_US / 1e6:.1f} s every {LOOSE_EVERY_US / 1e6:.0f} s" in part
