"""``signifer doctor --soak``: cards at rest, lifts, each gain, and one block of text about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from signifer_core.errors import DriverError
from signifer_core.layout import Zone
from signifer_firmware.cli.commands.doctor import doctor
from signifer_firmware.doctor.bench import Nobody
from signifer_firmware.doctor.faults import inject
from signifer_firmware.doctor.soak import Soak, Times, soak
from signifer_firmware.doctor.soak_report import report
from signifer_firmware.doctor.virtual import VirtualBench, VirtualPeople
from typer.testing import CliRunner

from tests.firmware.doctor.mistakes import small_table

REST_US = 3_000_000
# In the middle of the rest.
THEN_US = 6_500_000
TABLE = small_table()
# Fewer than a builder's, as chance is not looked into here.
VISITS = 3


class Bench(VirtualBench):
    """A bench at which something happens in the middle of the rest."""

    happens: Callable[[], None] | None = None

    def wait_us(self, us: int) -> None:
        super().wait_us(us)
        if self.happens is not None and self.now_us() >= THEN_US:
            happens, self.happens = self.happens, None
            happens()


def soaked(bench: VirtualBench) -> tuple[Soak, list[str], list[str]]:
    said: list[str] = []
    try:
        found = soak(bench.config, bench, REST_US, said.append, wait_s=2, visits=VISITS)
        return found, said, list(report(bench.config, bench.facts, found, is_virtual=True))
    finally:
        bench.close()


def test_of_two_readers_of_a_zone_either_may_tell_of_a_lift(tmp_path: Path) -> None:
    bench = Bench(small_table("double"), tmp_path)
    reader = bench.config.readers[0]
    card = bench.table.lying_on(reader)[0]
    bench.table.push(card, "ab")
    found, _, told = soaked(bench)
    assert found.is_well
    assert "lifts     10 asked for, 10 told, 0 missed, 10 laid again, 0 told elsewhere" in told
    assert [notes.tags for notes in found.readers.values()] == [2, 3, *[2] * 8]
    assert "at rest   3 s: 0 false removals of 20 cards, 0 faults of readers" in told


def test_a_reader_misses_no_card_that_it_has_never_found(tmp_path: Path) -> None:
    """It is asked for what another reader of its zone has lost, all the same."""
    bench = Bench(small_table("double"), tmp_path, people=lambda table: Nobody())
    first, second = bench.config.readers[:2]
    bench.happens = lambda: bench.table.world.take(bench.table.lying_on(first)[0])
    found, _, _ = soaked(bench)
    assert found.readers[first.name].lost + found.readers[second.name].lost == 1
    assert found.readers[first.name].silent > 0
    assert found.readers[second.name].silent == 0


def test_where_all_is_well_the_report_says_so_with_all_its_figures(tmp_path: Path) -> None:
    found, said, told = soaked(Bench(TABLE, tmp_path))
    assert found.is_well
    assert said[:2] == ["8 cards at rest: leave all as it is", "3 s of 3 s: 0 lost"]
    text = "\n".join(told)
    assert told[0] == "soak report (a virtual table)"
    assert "Raspberry Pi 4 Model B Rev 1.4, Debian GNU/Linux 12 (bookworm)" in text
    assert "at rest   3 s: 0 false removals of 8 cards, 0 faults of readers" in told
    assert "lifts     4 asked for, 4 told, 0 missed, 4 laid again, 0 told elsewhere" in told
    assert told[-1] == "verdict   all is well"
    # A card is gone after three visits at least, and these have a round each.
    round_us = found.rounds.percentile(50)
    assert 20_000 < round_us <= found.rounds.percentile(95) < 100_000
    assert round_us < found.lifts.absent.percentile(50) < 10 * round_us
    notes = found.readers["3 red"]
    assert (notes.version, notes.tags, notes.lost, notes.silent) == (0x92, 2, 0, 0)
    assert notes.visits > REST_US // 100_000
    missed = {trial.gain_db: trial.missed for trial in notes.gains}
    assert missed[33] == 0 < missed[18]
    assert all(len(line) <= 80 for line in told), told
    # Nothing that tells one board from another.
    assert not any(twin.serial.hex() in text for twin in Bench(TABLE, _more(tmp_path)).table.nodes.values())


def _more(folder: Path) -> Path:
    (folder / "more").mkdir()
    return folder / "more"


def test_a_card_that_goes_is_a_false_removal_and_a_reader_that_fails_is_counted_by_its_cause(
    tmp_path: Path,
) -> None:
    bench = Bench(TABLE, tmp_path, people=lambda table: Nobody())

    def happens() -> None:
        bench.table.world.take("3 red 0")
        bench.table.readers["pad red"].port.fault = "varying"

    bench.happens = happens
    found, _, told = soaked(bench)
    assert not found.is_well
    assert [zone for zone, notes in found.readers.items() if notes.lost] == ["3 red"]
    # Once at rest, and once when its gains were to be tried.
    assert found.readers["pad red"].faults == {"varying-version": 2}
    assert "at rest   3 s: 1 false removal of 8 cards, 2 faults of readers" in told
    assert "            2 faults: the version varies" in told
    assert told[-1] == "verdict   not well"


def test_a_lift_that_is_not_told_is_missed_and_one_told_elsewhere_is_counted(tmp_path: Path) -> None:
    class Absent(VirtualPeople):
        def lift(self, zone: str, seconds: float) -> None:
            if zone == "3 red":
                self._table.world.take("3 blue 0")
            elif zone != "3 blue":
                super().lift(zone, seconds)

    bench = Bench(TABLE, tmp_path, people=Absent)
    found, _, _ = soaked(bench)
    lifts = found.lifts
    assert (lifts.asked, lifts.told, lifts.elsewhere) == (4, 2, 1)
    assert not found.is_well


def test_where_nobody_is_asked_cards_rest_and_gains_are_tried(tmp_path: Path) -> None:
    """And what presence bears is no false removal."""
    bench = Bench(TABLE, tmp_path, people=lambda table: Nobody())
    inject(bench, ["reader 3 red miss 10%"])
    found, said, told = soaked(bench)
    assert found.is_well
    assert found.readers["3 red"].silent > 0
    assert found.readers["3 blue"].silent == 0
    assert "nobody is asked to lift cards" in said
    assert "lifts     none" in told


def test_ctrl_c_ends_the_rest_and_the_report_tells_how_long_it_was(tmp_path: Path) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    bench = Bench(TABLE, tmp_path, people=lambda table: Nobody())
    bench.happens = interrupted
    found, said, told = soaked(bench)
    assert "ended early" in said
    assert 1_000_000 < found.rested_us < 2_000_000
    assert any(line.startswith("at rest   2 s: 0 false") for line in told)


def test_without_a_card_there_is_nothing_to_be_found(tmp_path: Path) -> None:
    bench = Bench(TABLE, tmp_path)
    world = bench.table.world
    for zone in (Zone("3", "red"), Zone("3", "blue"), Zone("pad", "red"), Zone("pad", "blue")):
        for card in world.lying(zone):
            world.take(card)
    with pytest.raises(DriverError, match="no reader reads a card: lay one or two on each"):
        soaked(bench)


def test_percentiles_are_those_of_the_times_that_were_counted() -> None:
    times = Times()
    assert times.percentile(50) == 0
    for us in range(1_000, 101_000, 1_000):
        times.add(us)
    assert [times.percentile(percent) for percent in (50, 95, 100)] == [50_000, 95_000, 100_000]


@pytest.mark.soak
def test_the_command_prints_the_report() -> None:
    done = CliRunner().invoke(doctor, ["--virtual", "--table", "starter", "--soak", "20s"])
    assert (done.exit_code, "verdict   all is well" in done.output) == (0, True), done.output


def test_a_time_that_is_none_is_told() -> None:
    done = CliRunner().invoke(doctor, ["--virtual", "--soak", "10 min"])
    assert (done.exit_code, "--soak 10 min: say a time like 30s, 10m or 2h" in done.output) == (2, True)
