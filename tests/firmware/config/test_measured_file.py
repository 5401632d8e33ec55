"""``signifer doctor map --export``: figures of a bench day in a file, and back into the air of a virtual table."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_core.layout import Zone
from signifer_drivers.air.figures import figures
from signifer_drivers.air.places import PLACES
from signifer_drivers.virtual.coupling import half_coil_mm
from signifer_drivers.virtual.field import POWER_DB
from signifer_drivers.virtual.laid import read_db
from signifer_firmware.cli.commands.doctor import doctor
from signifer_firmware.config.measured_file import measured_of, read_measured, text_of
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.doctor.map import virtual_rates
from typer.testing import CliRunner

ROWS = ([0.2, 0.75, None], [0.5, 1.0, 0.5], [0.0, 0.9, 0.0])
STEP = half_coil_mm()


def test_what_was_measured_comes_back_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "bench.toml"
    measured = measured_of({1: ROWS, 2: ROWS})
    file.write_text(text_of(measured, "3 red"))
    assert read_measured(file) == measured
    assert len(measured.spots) == 16
    assert measured.share(1, 0, -STEP) == 0.75, "the back row lies next to the rail"
    assert measured.share(1, 0, STEP) == 0.9
    assert measured.share(2, -STEP, 0) == 0.5


def test_a_virtual_map_goes_to_the_air_of_a_virtual_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which air.toml names."""
    file = tmp_path / "bench.toml"
    words = ["map", "--virtual", "--table", "standard", "--reader", "3 red", "--export", str(file)]
    done = CliRunner().invoke(doctor, words)
    assert done.exit_code == 0, done.output
    measured = read_measured(file)
    config = load_table("standard")
    reader = next(reader for reader in config.readers if reader.name == "3 red")
    lone = virtual_rates(reader.gain_db, reader.field)[1]
    assert [spot.read for spot in measured.spots] == pytest.approx([*chain(*lone)], abs=0.001)
    assert {spot.cards for spot in measured.spots} == {1}, (
        "cards squared up say nothing of cards side by side"
    )
    named = replace(figures(), bench=str(file))
    monkeypatch.setattr("signifer_firmware.devices.virtual.figures", lambda: named)
    table = VirtualTable(config, 3, air=True)
    table.world.put("card", Zone("3", "red"))
    (x, y), tag = PLACES[1][0], table.world.tag("card")
    assert tag.coupling_db == pytest.approx(read_db(measured.share(1, x, y), 1), abs=2)
    table.world.put("beside", Zone("3", "red"))
    assert min(tag.coupling_db, table.world.tag("beside").coupling_db) > POWER_DB
    file.unlink()
    with pytest.raises(ConfigError, match="cannot be read"):
        VirtualTable(config, 3, air=True)


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "bench.toml"
    file.write_text(
        "step_mm = 0\nwide = 3\n[[place]]\ncards = 0\nx_mm = 0\ny_mm = nan\nread = 1.2\n"
        "[[place]]\ncards = 1\nx_mm = 0\ny_mm = 0\nread = 1\nred = 1\n"
        "[[place]]\ncards = 1\nx_mm = 0\ny_mm = 0\nread = 0.5\n"
    )
    with pytest.raises(ConfigError) as told:
        read_measured(file)
    assert [fault.removeprefix(f"{file}:").split(" ")[:2] for fault in told.value.faults] == [
        ["1:", "step_mm"],
        ["2:", "no"],
        ["4:", "cards"],
        ["6:", "y_mm"],
        ["7:", "read"],
        ["13:", "no"],
        ["14:", "this"],
    ]


@pytest.mark.parametrize("number", ["9" * 400, "-inf", "nan", "true", '"3"'])
def test_what_is_no_number_of_millimetres_is_told(tmp_path: Path, number: str) -> None:
    file = tmp_path / "bench.toml"
    file.write_text(f"step_mm = {number}\n[[place]]\ncards = 1\nx_mm = {number}\ny_mm = 0\nread = {number}\n")
    with pytest.raises(ConfigError) as told:
        read_measured(file)
    words = [fault.removeprefix(f"{file}:").split(" ")[:2] for fault in told.value.faults]
    assert words == [["1:", "step_mm"], ["4:", "x_mm"], ["6:", "read"]]


@pytest.mark.parametrize(
    ("text", "told"),
    [("step_mm = [", ":1: not TOML"), ("step_mm = 19\n", "no place"), ("place = 3", "no place")],
)
def test_a_file_without_places_is_told(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "bench.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=told):
        read_measured(file)


def test_what_cannot_be_exported_is_told(tmp_path: Path) -> None:
    words = ["map", "--virtual", "--table", "standard", "--export", str(tmp_path / "bench.toml")]
    done = CliRunner().invoke(doctor, words)
    assert (done.exit_code, "say which with --reader" in done.output) == (2, True), done.output
    done = CliRunner().invoke(doctor, [*words[:-1], str(tmp_path / "no" / "bench.toml"), "--reader", "3 red"])
    assert (done.exit_code, "name another file" in done.output) == (2, True), done.output
    with pytest.raises(ConfigError, match="nothing is exported"):
        measured_of({1: [[None] * 3] * 3})
