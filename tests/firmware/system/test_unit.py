"""The unit of systemd: what it says is right for systemd itself, and gives nobody more than a table needs."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.config import model
from signifer_firmware.system import unit as service
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.unit import DROP_INS, UNIT, install, program, unit

from tests.conftest import MissingTool

OLDEST = 250  # `security --offline` came with it
MOST_EXPOSURE = 2.0
TABLE = Path(model.__file__).parent / "tables" / "standard.toml"
# What puts a group of devices into /proc/devices; "" is the kernel itself. docs/service.md, *What it may do*.
MODULE_OF = {"spi": "spidev", "i2c": "i2c_dev", "gpiochip": "", "ttyACM": "cdc_acm", "alsa": "snd"}


@pytest.fixture
def analyze(missing_tool: type[MissingTool]) -> str:
    """systemd's own judge."""
    found = shutil.which("systemd-analyze")
    if found is None:
        missing_tool("systemd-analyze (the package systemd)")
        raise AssertionError
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.match(r"systemd (\d+)", said)
    if version is None or int(version[1]) < OLDEST:
        missing_tool(f"systemd-analyze of systemd {OLDEST} or later")
    return found


def installed(folder: Path, *drop_ins: str) -> Path:
    """The unit that runs this very environment, which may lie anywhere."""
    command = Path(sys.executable).parent / "signifer"
    path = folder / UNIT
    path.write_text(unit(command, str(TABLE)))
    for name in drop_ins:
        (folder / f"{UNIT}.d").mkdir(exist_ok=True)
        (folder / f"{UNIT}.d" / name).write_text(service._text(name))
    return path


@pytest.mark.parametrize("drop_ins", [(), DROP_INS])
def test_systemd_finds_nothing_wrong(analyze: str, drop_ins: tuple[str, ...], tmp_path: Path) -> None:
    path = installed(tmp_path, *drop_ins)
    done = subprocess.run([analyze, "verify", "--man=no", path], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_systemd_would_find_what_is_wrong(analyze: str, tmp_path: Path) -> None:
    path = installed(tmp_path)
    path.write_text(path.read_text().replace("Type=notify", "Type=notifies"))
    done = subprocess.run([analyze, "verify", "--man=no", path], capture_output=True, text=True)
    assert "notifies" in done.stderr


def exposure(analyze: str, path: Path) -> tuple[float, dict[str, bool]]:
    """What systemd thinks of the unit: 0 is safest, 10 is anything goes; and which of its wishes are granted."""
    command = [analyze, "security", "--offline=true", "--no-pager", str(path)]
    said = subprocess.run(command, capture_output=True, text=True).stdout
    overall = re.search(r"exposure level for \S+ (\d+\.\d)", said)
    assert overall, said
    wishes = json.loads(
        subprocess.run([*command, "--json=short"], capture_output=True, text=True).stdout or "[]"
    )
    return float(overall[1]), {wish["name"]: wish["set"] for wish in wishes if wish["set"] is not None}


def test_it_exposes_next_to_nothing(analyze: str, tmp_path: Path) -> None:
    figure, granted = exposure(analyze, installed(tmp_path))
    assert figure <= MOST_EXPOSURE
    assert granted["PrivateNetwork="]
    assert granted["MemoryDenyWriteExecute="]


def calls_of(analyze: str, name: str) -> set[str]:
    """A system call, or all of a group of them."""
    if not name.startswith("@"):
        return {name}
    command = [analyze, "syscall-filter", "--no-pager", name]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    words = [line.strip() for line in said.splitlines()[1:]]
    return {call for word in words if word and word[0] != "#" for call in calls_of(analyze, word)}


def test_what_thinks_beside_a_table_may_give_way_to_it(analyze: str, tmp_path: Path) -> None:
    """A robot's process, and that which reckons luck, are made nice as they begin; nothing says so where that fails."""
    allowed = set[str]()
    for line in installed(tmp_path).read_text().splitlines():
        if line.startswith("SystemCallFilter="):
            said = line.removeprefix("SystemCallFilter=")
            names = said.removeprefix("~").split()
            calls = {call for name in names for call in calls_of(analyze, name)}
            allowed = allowed - calls if said.startswith("~") else allowed | calls
    assert {"getpriority", "setpriority"} <= allowed
    assert allowed.isdisjoint({"sched_setscheduler", "setrlimit", "mount"})


@pytest.mark.parametrize("name", [UNIT, *DROP_INS])
def test_a_group_of_devices_is_known_before_it_is_allowed(name: str) -> None:
    """One that is not, when the service starts, stays closed to it, even to a node that is plugged in later."""
    said = service._text(name)
    groups = re.findall(r"^DeviceAllow=char-(\S+) rw$", said, re.MULTILINE)
    assert len(groups) == said.count("\nDeviceAllow=")
    wanted = {f"modprobe@{MODULE_OF[group]}.service" for group in groups if MODULE_OF[group]}
    for key in ("Wants", "After"):
        lines = re.findall(rf"^{key}=(.*)$", said, re.MULTILINE)
        assert wanted <= {word for line in lines for word in line.split()}, key


def test_it_takes_no_more_memory_than_a_pi_can_spare(tmp_path: Path) -> None:
    """Of a Pi with 1 GB not more than half."""
    lines = installed(tmp_path).read_text().splitlines()
    (most,) = [line.removeprefix("MemoryMax=") for line in lines if line.startswith("MemoryMax=")]
    assert 200 <= int(most.removesuffix("M")) <= 512


def test_its_page_opens_the_network_and_nothing_else(analyze: str, tmp_path: Path) -> None:
    (tmp_path / "with").mkdir()
    _, without = exposure(analyze, installed(tmp_path))
    figure, granted = exposure(analyze, installed(tmp_path / "with", *DROP_INS))
    assert figure <= MOST_EXPOSURE
    assert {name for name in without if without[name] and not granted[name]} == {
        "PrivateNetwork=",
        "IPAddressDeny=",
        "RestrictAddressFamilies=~AF_(INET|INET6)",
    }


def test_the_command_writes_a_unit_with_its_own_paths(tmp_path: Path) -> None:
    table = tmp_path / "my table.toml"
    shutil.copy(TABLE, table)
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "UNSEEN", ())
        assert install(str(table), drop_ins=("page.conf",), folder=tmp_path, out=out) == 0
        lines = (tmp_path / UNIT).read_text().splitlines()
        assert f'ExecStart={program()} run "{table}"' in lines
        assert [path.name for path in (tmp_path / f"{UNIT}.d").iterdir()] == ["page.conf"]
        install("starter", folder=tmp_path, out=out)
    assert f"ExecStart={program()} run starter" in (tmp_path / UNIT).read_text().splitlines()
    assert not list((tmp_path / f"{UNIT}.d").iterdir()), "what is not asked for is taken back"
    assert "systemctl daemon-reload" in out.getvalue()


@pytest.mark.parametrize(
    ("table", "found", "groups", "first"),
    [
        ("handy", ("dialout", "audio"), "dialout", ""),
        ("handy", (), "dialout", "groupadd --system dialout; "),
        ("handy", ("gpio", "spi", "i2c", "dialout"), "gpio spi i2c dialout", ""),
        (
            "direct",
            ("dialout",),
            "gpio spi i2c dialout",
            "groupadd --system spi; groupadd --system i2c; groupadd --system gpio; ",
        ),
    ],
)
def test_it_names_no_group_that_is_neither_there_nor_needed(
    table: str, found: tuple[str, ...], groups: str, first: str, tmp_path: Path
) -> None:
    """systemd starts no service with a group that it does not know (216/GROUP)."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("".join(f"{name}:x:{9 + at}:\n" for at, name in enumerate(found)))
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "UNSEEN", ())
        install(table, folder=tmp_path, facts=Facts(tmp_path), out=out)
    assert f"\nSupplementaryGroups={groups}\n" in (tmp_path / UNIT).read_text()
    said = [line.removeprefix("now say: ") for line in out.getvalue().splitlines() if "now say: " in line]
    assert said == [f"{first}systemctl daemon-reload; systemctl enable signifer; systemctl restart signifer"]


@pytest.mark.parametrize(
    ("listen", "drop_ins", "said"),
    [
        ("network", (), "the service has no network without --page"),
        ("loopback", (), "the service has no network without --page"),
        ("off", ("page.conf",), 'listen = "network"'),
        ("network", ("page.conf",), ""),
        ("off", (), ""),
    ],
)
def test_a_page_that_nobody_could_see_is_told(
    listen: str, drop_ins: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "table.toml"
    table.write_text(TABLE.read_text(encoding="utf-8") + f'\n[page]\nlisten = "{listen}"\n', encoding="utf-8")
    out = io.StringIO()
    monkeypatch.setattr(service, "UNSEEN", ())
    install(str(table), drop_ins=drop_ins, folder=tmp_path, out=out)
    assert said in out.getvalue()
    assert len(out.getvalue().splitlines()) == (3 if said else 2)


def test_a_table_that_speaks_may_play_sound_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "table.toml"
    text = TABLE.read_text(encoding="utf-8")
    monkeypatch.setattr(service, "UNSEEN", ())
    for level, found in (("turns", ["speech.conf"]), ("off", [])):
        table.write_text(f'{text}\n[speech]\nlevel = "{level}"\n', encoding="utf-8")
        install(str(table), folder=tmp_path, out=io.StringIO())
        folder = tmp_path / f"{UNIT}.d"
        assert [path.name for path in (folder.iterdir() if folder.exists() else ())] == found


def test_the_folder_beside_the_source_leads_to_the_same_files() -> None:
    there = Path(__file__).parents[3] / "systemd"
    assert {path.name for path in there.iterdir()} == {UNIT, *DROP_INS}


def test_signs_that_mean_something_to_systemd_are_taken_literally() -> None:
    assert 'run "/etc/100%% $$HOME/\\"it\\".toml"' in unit(Path("/opt/signifer"), '/etc/100% $HOME/"it".toml')


def test_what_the_service_cannot_see_is_refused_with_all_reasons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "table.toml"
    shutil.copy(TABLE, table)
    table.chmod(0o600)
    home = Path("/home/pi/venv/bin/signifer")
    monkeypatch.setattr(service, "UNSEEN", ("/home", str(tmp_path)))
    with pytest.raises(ConfigError) as caught:
        install(str(table), folder=tmp_path, command=home)
    assert [fault.partition(";")[0] for fault in caught.value.faults] == [
        f"{home}: the service sees nothing in /home",
        f"{table}: the service sees nothing in {tmp_path}",
        f"{table}: the service may not read it",
    ]
    assert not (tmp_path / UNIT).exists()
