"""The command ``signifer doctor``: what may be said, on a laptop, on an installed table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from signifer_firmware.cli import installed
from signifer_firmware.cli.commands.doctor import doctor
from signifer_firmware.cli.main import app
from signifer_firmware.enrolment.command import Order
from typer.testing import CliRunner


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(doctor, list(arguments))
    return done.exit_code, done.output


def test_the_command_says_what_is_wrong_and_exits_so() -> None:
    status, told = run("--virtual", "--table", "starter", "--only", "reader 3", "--fault", "reader 3 unplug")
    assert status == 1
    assert "FAIL reader 3             no chip answers (every byte reads FF)" in told
    assert "do: check the plug, the supply and the chip select" in told
    assert "say: signifer doctor --virtual --table starter --only 'reader 3'" in told
    status, told = run("--virtual", "--table", "starter", "--only", "reader 3")
    assert status == 0
    assert "all is well" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--fault", "spi off"), "--fault and --by-hand are for a virtual table: add --virtual"),
        (
            ("--virtual", "--only", "horn"),
            '--only: no check is called "horn"; they begin with computer, python',
        ),
        (("--virtual", "--table", "starters"), 'did you mean "starter"?'),
        (("--virtual", "--fault", "spi gone"), "--fault spi gone: this table cannot have that"),
    ],
)
def test_what_cannot_be_meant_is_told_in_a_line(arguments: tuple[str, ...], told: str) -> None:
    status, output = run(*arguments)
    assert status == 2
    assert told in output


def test_a_laptop_hears_what_it_lacks(tmp_path: Path) -> None:
    """Its files say that it is no Pi; the devices are asked for nowhere else."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text('PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')
    (tmp_path / "state").mkdir()
    status, told = run(
        "--json", "--table", "direct", "--root", str(tmp_path), "--store", str(tmp_path / "state")
    )
    assert status == 1
    found = {check["name"]: check for check in json.loads(told)["checks"]}
    missing = {name for name, check in found.items() if check["state"] == "fail"} - {"packages"}
    assert missing == {"computer", "spi", "i2c", "gpio", "clock"}
    assert found["computer"]["command"] == "signifer play"
    assert found["reader 3 red"]["seen"] == "not without: spi"
    assert found["screen 3 red"]["seen"] == "not without: i2c"
    assert found["button dice"]["seen"] == "not without: gpio"


@pytest.mark.parametrize("only", [(), ("--only", "node")])
def test_that_pyserial_is_missing_is_said_once_with_what_debian_accepts(
    only: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    monkeypatch.setitem(sys.modules, "serial.tools.list_ports", None)
    (tmp_path / "state").mkdir()
    status, told = run(
        "--json", "--table", "standard", "--root", str(tmp_path), "--store", str(tmp_path / "state"), *only
    )
    found = {check["name"]: check for check in json.loads(told)["checks"]}
    assert (status, found["packages"]["cause"]) == (1, "package-missing")
    assert "python3-serial" in found["packages"]["command"]
    nodes = {check["seen"] for name, check in found.items() if name.startswith("node")}
    assert nodes == {"not without: packages"}
    listed = CliRunner().invoke(app, ["node", "list"])
    assert listed.exit_code == 2
    assert listed.output == (
        "signifer: pyserial is missing: sudo apt install python3-serial; in an environment of pipx that does not see "
        "it: pipx inject signifer pyserial\n"
    )


@pytest.mark.parametrize(
    "figure", ["9" * 5_000, "0", "٣", ""], ids=["long", "zero", "of another script", "none"]
)
def test_a_figure_of_the_system_that_is_none_is_passed_over(figure: str, tmp_path: Path) -> None:
    files = {
        "etc/os-release": f"ID=debian\nVERSION_ID={figure}\n",
        "proc/device-tree/model": "Raspberry Pi 4 Model B",
        "boot/firmware/config.txt": f"dtparam=i2c_arm=on,i2c_arm_baudrate={figure}\ndtoverlay=i2c-mux,base={figure}\n",
        "dev/i2c-1": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    only = ("--only", "computer", "--only", "i2c", "--only", "mux")
    _, told = run("--json", "--table", "direct", "--root", str(tmp_path), *only)
    found = {check["name"]: check["seen"] for check in json.loads(told)["checks"]}
    assert found["i2c speed"] == "100000 Hz: a screen takes 93 ms, not 23"


def test_a_laptop_with_the_small_table_hears_that_its_node_is_missing_and_no_more(tmp_path: Path) -> None:
    """Nothing of it hangs on a Pi: neither I2C nor GPIO is looked for, and screens and buttons are no parts."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text('PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')
    (tmp_path / "state").mkdir()
    status, told = run(
        "--json", "--table", "handy", "--root", str(tmp_path), "--store", str(tmp_path / "state")
    )
    assert status == 1
    found = {check["name"]: check for check in json.loads(told)["checks"]}
    assert {name for name, check in found.items() if check["state"] == "fail"} == {"node columns", "clock"}
    assert found["node columns"]["command"] == "lsusb -d 2e8a:", "its only node needs no assigning"
    assert (
        found["computer"]["seen"]
        == "a computer, Debian GNU/Linux 13 (trixie): all of this table hangs on USB"
    )
    assert not [
        name for name in found if name.split()[0] in ("spi", "i2c", "gpio", "mux", "screen", "button")
    ]
    status, told = run("--virtual", "--table", "handy", "--only", "reader 3", "--fault", "reader 3 unplug")
    assert (status, "FAIL reader 3" in told) == (1, True)
    status, told = run("--virtual", "--table", "handy", "--fault", "screen red unplug")
    assert (status, "this table cannot have that" in told) == (2, True)


def test_the_services_record_and_the_installed_table_are_meant_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = tmp_path / "lib"
    monkeypatch.setattr(installed, "SERVICE_STATE", service)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert installed.record_folder(None, "standard") == tmp_path / "signifer"
    assert installed.record_folder(None, str(installed.INSTALLED)) == service
    service.mkdir()
    assert installed.record_folder(None, "standard") == service
    assert installed.record_folder(tmp_path, "standard") == tmp_path


def test_enrol_takes_the_installed_table_and_a_trial_the_bundled_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "table.toml"
    table.touch()
    monkeypatch.setattr(installed, "INSTALLED", table)
    tables: list[str] = []

    def enrol(order: Order, **_: object) -> int:
        tables.append(order.table)
        return 0

    monkeypatch.setattr("signifer_firmware.enrolment.command.enrol", enrol)
    for words in (["--list"], ["--virtual"], ["--table", "starter"]):
        assert CliRunner().invoke(app, ["enrol", *words]).exit_code == 0
    assert tables == [str(table), "standard", "starter"]
