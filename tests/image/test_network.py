"""What the card image says of its network is what the program expects there."""

from __future__ import annotations

import configparser
import re
import shutil
import socket
import subprocess
from ipaddress import ip_interface
from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.network import serve
from signifer_firmware.system import own_network
from signifer_firmware.web.server.network import door_of

from image import configure
from image.recipe import HERE, recipe
from tests.conftest import MissingTool

ETC = HERE / "root/etc"
UNIT = ETC / "systemd/system/signifer-network.service"


def said(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(path.read_text(encoding="utf-8"))
    return parser


def test_the_tables_own_network_has_the_address_that_the_page_has() -> None:
    files = sorted((ETC / "systemd/network").glob("*.network"))
    own = said(files[0])
    assert files[0].name == "70-own.network", "the first that fits is taken"
    assert own["Match"]["WLANInterfaceType"] == "ap"
    assert str(ip_interface(own["Network"]["Address"]).ip) == serve.OWN_ADDRESS
    assert own["DHCPServer"]["DNS"] == serve.OWN_ADDRESS
    assert own["Network"]["DHCPServer"] == "yes"


def test_the_service_tells_the_table_where_the_table_looks(tmp_path: Path) -> None:
    service = said(UNIT)["Service"]
    assert Path("/run") / service["RuntimeDirectory"] == own_network.FOLDER
    user = service["User"]
    members = (ETC / "sysusers.d/signifer.conf").read_text(encoding="utf-8").splitlines()
    assert f"m {user} netdev" in members, "iwd takes orders of that group"
    if shutil.which("systemd-sysusers") is None:
        MissingTool("systemd-sysusers")
    (tmp_path / "etc").mkdir()
    subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", ETC / "sysusers.d/signifer.conf"],
        check=True,
        capture_output=True,
    )
    groups = (tmp_path / "etc/group").read_text(encoding="utf-8").splitlines()
    assert [line.rpartition(":")[2] for line in groups if line.startswith("netdev:")] == [user]
    assert UNIT.name in configure.STARTS
    assert "iwd" in recipe()["debian"]["packages"]


def test_the_tables_own_files_are_for_its_service_to_write(tmp_path: Path) -> None:
    """What is corrected on the page of upkeep, or taken back there, is theirs; nothing else of the system is."""
    if missing := [tool for tool in ("systemd-sysusers", "systemd-tmpfiles") if shutil.which(tool) is None]:
        MissingTool(missing[0])
    for name in ("sysusers.d", "tmpfiles.d", "signifer"):
        (tmp_path / "etc" / name).mkdir(parents=True)
    for name in ("sysusers.d", "tmpfiles.d"):
        shutil.copyfile(ETC / name / "signifer.conf", tmp_path / "etc" / name / "signifer.conf")
    table = tmp_path / "etc/signifer/table.toml"
    table.write_text("", encoding="utf-8")
    for words in (["systemd-sysusers"], ["systemd-tmpfiles", "--create", "--prefix=/etc/signifer"]):
        subprocess.run([*words, f"--root={tmp_path}"], check=True, capture_output=True)
    groups = (tmp_path / "etc/group").read_text(encoding="utf-8").splitlines()
    numbers = {line.split(":")[0]: int(line.split(":")[2]) for line in groups}
    own = numbers[configure.OWN_FILES]
    assert (table.parent.stat().st_mode & 0o7777, table.parent.stat().st_gid) == (0o2775, own)
    assert (table.stat().st_mode & 0o7777, table.stat().st_gid) == (0o664, own)
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.read_string(configure.OF_IMAGE)
    assert unit["Service"]["SupplementaryGroups"] == configure.OWN_FILES
    assert unit["Service"]["ReadWritePaths"] == "/etc/signifer"


def test_the_pages_port_is_told_by_mdns_under_a_name_that_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    service = said(ETC / "systemd/dnssd/signifer.dnssd")["Service"]
    port = load_table(recipe()["table"]).page.port
    assert (service["Type"], int(service["Port"])) == ("_http._tcp", port)
    assert said(ETC / "systemd/resolved.conf.d/signifer.conf")["Resolve"]["MulticastDNS"] == "yes"
    name = (ETC / "hostname").read_text(encoding="ascii").strip()
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    door = door_of(port, network=True)
    for host, opens in (
        ("signifer.local", True),
        ("signifer2.local", True),
        ("signifer11.local", True),
        ("signifer.local.evil.example", False),
        ("signiferx.local", False),
        ("signifer.example", False),
    ):
        headers = {"host": f"{host}:{port}", "origin": f"http://{host}:{port}"}
        assert door.opens(headers) == opens, host


def test_systemd_has_nothing_against_the_service(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        MissingTool("systemd-analyze")
    text = re.sub(r"^ExecStart=.*", "ExecStart=/bin/true", UNIT.read_text(encoding="utf-8"), flags=re.M)
    unit = tmp_path / UNIT.name
    unit.write_text(text.replace("RequiresMountsFor=/etc/signifer\n", ""), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", "--threshold=20", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    wrong = [line for line in checked.stderr.splitlines() if UNIT.name in line and "iwd" not in line]
    assert wrong == [], checked.stderr
