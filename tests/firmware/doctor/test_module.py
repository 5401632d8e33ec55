"""``signifer doctor module``: good modules pass, weak ones do not, on the twins at register level."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from signifer_firmware.cli.commands.doctor import doctor
from signifer_firmware.cli.doctor import milliamperes
from signifer_firmware.config.model import load_table
from signifer_firmware.doctor.checks.readers import probe_of
from signifer_firmware.doctor.faults import inject
from signifer_firmware.doctor.module import HEIGHTS_MM, WANTED_MM, Module, VirtualHand, examine, lines
from signifer_firmware.doctor.virtual import VirtualBench
from signifer_firmware.files.console import PlainConsole
from typer.testing import CliRunner


def tried(
    folder: Path, table: str, place: str, *faults: str, spare_db: float = 3.0, ma: float | None = None
) -> Module:
    bench = VirtualBench(load_table(table), folder)
    inject(bench, faults)
    reader = next(reader for reader in bench.config.readers if reader.name == place)
    hand = VirtualHand(bench, reader, spare_db)

    def ask(text: str) -> bool:
        return hand(text) if "ammeter" not in text else ma is not None

    found = examine(probe_of(bench.config, bench, reader), reader, ask, lambda: ma)
    bench.close()
    return found


@pytest.mark.parametrize(
    ("table", "place"), [("standard", "1 red"), ("standard", "pad blue"), ("starter", "3")]
)
def test_a_good_module_reads_a_lone_tag_at_40_mm(tmp_path: Path, table: str, place: str) -> None:
    found = tried(tmp_path, table, place, ma=75.0)
    assert (found.reach_mm, found.faults, found.strays) == (WANTED_MM, (), 0)
    assert found.shares == ((40, 1.0),)
    assert list(lines(place, found)) == [f"ok   module at reader {place}: version 92, 40 mm 100%, 75 mA"]


@pytest.mark.parametrize(("spare_db", "reach"), [(-4, 30), (-9, 20), (-13, 7), (-20, None)])
def test_a_weak_one_is_refused_and_how_far_it_reads_is_told(
    tmp_path: Path, spare_db: float, reach: int | None
) -> None:
    found = tried(tmp_path, "direct", "1 red", spare_db=spare_db)
    assert found.reach_mm == reach
    (fault,) = found.faults
    assert fault.startswith(
        f"a lone tag is read {f'at {reach} mm only' if reach else 'nowhere'}, not at 40 mm"
    )
    assert next(iter(lines("1 red", found))).startswith("FAIL module at reader 1 red: version 92, 40 mm 0%")


@pytest.mark.parametrize(("ma", "said"), [(22, "so little"), (30, ""), (121, ""), (140, "too much")])
def test_what_it_takes_is_judged(ma: float, said: str) -> None:
    found = Module(0x92, 0, ((40, 1.0),), ma)
    assert (said in " ".join(found.faults)) == bool(said) == bool(found.faults) or not (said or found.faults)
    assert f"{ma:g} mA" in found.seen


def test_a_tag_that_was_left_there_is_told(tmp_path: Path) -> None:
    bench = VirtualBench(load_table("direct"), tmp_path)
    reader = bench.config.readers[0]
    found = examine(
        probe_of(bench.config, bench, reader), reader, lambda text: "ammeter" not in text, lambda: None
    )
    bench.close()
    assert found.strays == 2
    assert found.faults == ("2 tags are read where none should be: take all away",)


def test_who_skips_everything_gets_no_verdict(tmp_path: Path) -> None:
    bench = VirtualBench(load_table("direct"), tmp_path)
    reader = bench.config.readers[0]
    found = examine(probe_of(bench.config, bench, reader), reader, lambda text: False, lambda: None)
    bench.close()
    assert (found.was_tried, found.faults) == (False, ())
    assert found.shares == ((HEIGHTS_MM[0], None),)
    assert next(iter(lines("1 red", found))).startswith("skip module at reader 1 red: version 92")


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("--virtual", "--reader", "1 red"), 0, "ok   module at reader 1 red: version 92, 40 mm 100%"),
        (
            ("--virtual", "--reader", "1 red", "--fault", "reader 1 red unplug"),
            2,
            "reader 1 red: no chip answers",
        ),
        (
            ("--virtual", "--reader", "1 red", "--fault", "reader 1 red miss 90%"),
            1,
            "FAIL module at reader 1 red",
        ),
        (("--virtual",), 2, 'say which reader: --reader "1 red"; there are 1 red, 1 blue'),
        (("--virtual", "--reader", "9 red"), 2, "say which reader"),
        (("--fault", "spi off"), 2, "--fault is for a virtual table"),
    ],
)
def test_the_command(arguments: tuple[str, ...], status: int, told: str) -> None:
    done = CliRunner().invoke(doctor, ["module", *arguments])
    assert (done.exit_code, told in done.output) == (status, True), done.output


@pytest.mark.parametrize(
    ("typed", "found"), [("75\n", 75.0), ("75,5 mA\n", 75.5), ("\n", None), ("", None), ("many\n62\n", 62.0)]
)
def test_the_meter_is_read_by_somebody(
    monkeypatch: pytest.MonkeyPatch, typed: str, found: float | None
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert milliamperes(PlainConsole(io.StringIO())) == found
