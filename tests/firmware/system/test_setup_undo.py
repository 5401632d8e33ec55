"""What `signifer setup --undo` could not take back it keeps; and root neither follows nor believes what others have
laid into the table's folder, which on a card of the image the service may write to."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest
from signifer_firmware.system.setup_apply import RECORD, Setup, SetupError
from signifer_firmware.system.setup_plan import BEGIN, TABLE

from .raspberry import CONFIG, FRESH, apply, contents, lay_tool, planned, said

SERVICE = 61_234
SECRET = "root's own\n"
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="wants real uids: run it as root")


def undone(root: Path) -> tuple[int, list[str]]:
    told: list[str] = []
    return Setup(root, told.append).undo(), told


def fails(root: Path, name: str) -> None:
    (root / "usr/sbin" / name).write_text("#!/bin/sh\necho not now >&2\nexit 1\n")


def breaks_off(root: Path, name: str) -> None:
    """The tool does it, and the power goes before anybody hears so."""
    lay_tool(root, name)
    with (root / "usr/sbin" / name).open("a") as tool:
        tool.write("kill -9 $PPID\n")


def test_without_the_boot_partition_nothing_is_taken_back_and_nothing_forgotten(pi: Path) -> None:
    before = contents(pi)
    apply(pi, planned(pi))
    (pi / "boot").rename(pi / "away")
    (pi / "boot/firmware").mkdir(parents=True)
    now, commands = contents(pi), said(pi)
    for asked in (Setup(pi, print).undoing, Setup(pi, print).undo):
        with pytest.raises(SetupError, match=r"config\.txt is missing: .*say: sudo mount -a"):
            asked()
    assert (contents(pi), said(pi)) == (now, commands)
    (pi / "boot/firmware").rmdir()
    (pi / "boot").rmdir()
    (pi / "away").rename(pi / "boot")
    assert undone(pi)[0] == 0
    assert contents(pi) == before


def test_a_command_that_failed_is_tried_again_and_nothing_else_is(pi: Path) -> None:
    apply(pi, planned(pi))
    fails(pi, "gpasswd")
    assert undone(pi)[0] == 2
    assert (pi / CONFIG).read_text() == FRESH
    lay_tool(pi, "gpasswd")
    begin = len(said(pi))
    assert undone(pi) == (0, ["did gpasswd -d maker i2c", "did gpasswd -d maker spi"])
    assert said(pi)[begin:] == ["gpasswd -d maker i2c", "gpasswd -d maker spi"]
    assert not (pi / RECORD).exists()


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["systemctl", "gpasswd", "groupdel"])
def test_broken_off_anywhere_it_comes_to_its_end_when_it_is_said_again(tool: str, pi: Path) -> None:
    groups = pi / "etc/group"
    groups.write_text(groups.read_text().replace("spi:x:995:\n", ""))
    before = contents(pi)
    apply(pi, planned(pi))
    breaks_off(pi, tool)
    code = "import sys; from pathlib import Path; from signifer_firmware.system.setup_apply import Setup; "
    done = subprocess.run(
        [sys.executable, "-c", f"{code}Setup(Path(sys.argv[1]), print).undo()", str(pi)], check=False
    )
    assert done.returncode == -signal.SIGKILL
    lay_tool(pi, tool)
    begin = len(said(pi))
    assert undone(pi)[0] == 0
    assert contents(pi) == before
    commands = said(pi)
    assert not {*commands[begin:]} & {*commands[:begin]}, "nothing is done twice"


def test_each_command_is_forgotten_as_soon_as_it_is_taken_back(pi: Path) -> None:
    apply(pi, planned(pi))
    kept: list[list[list[str]]] = []
    Setup(pi, lambda line: kept.append(json.loads((pi / RECORD).read_text())["undo"])).undo()
    assert [len(words) for words in kept[:4]] == [3, 2, 1, 0]


@pytest.mark.parametrize(
    ("was", "by_hand"),
    [("i2c:x:994:maker", "i2c:x:994:"), ("i2c:x:994:maker\n", ""), ("i2c:x:994:maker", "i2c:x:994:other")],
)
def test_what_the_owner_has_taken_back_by_hand_is_no_failure(was: str, by_hand: str, pi: Path) -> None:
    """Nor is it kept: he may join the group for himself some day, and stays in it then."""
    apply(pi, planned(pi))
    groups = pi / "etc/group"
    groups.write_text(groups.read_text().replace(was, by_hand))
    fails(pi, "systemctl")
    assert "gpasswd -d maker i2c (is so already)" in Setup(pi, print).undoing()
    assert undone(pi)[0] == 1
    assert "gpasswd -d maker i2c" not in said(pi)
    lay_tool(pi, "systemctl")
    mine = groups.read_text().replace("i2c:x:994:maker", "") + "i2c:x:994:maker\n"
    groups.write_text(mine)
    assert undone(pi)[0] == 0
    assert groups.read_text() == mine


def test_where_the_groups_cannot_be_read_nothing_counts_as_taken_back(pi: Path) -> None:
    apply(pi, planned(pi))
    (pi / "etc/group").rename(pi / "etc/away")
    assert undone(pi)[0] == 2
    (pi / "etc/away").rename(pi / "etc/group")
    assert undone(pi)[0] == 0
    assert "maker" not in (pi / "etc/group").read_text().partition("i2c")[2].partition("gpio")[0]


def test_a_file_that_somebody_has_changed_is_kept_in_mind(pi: Path) -> None:
    apply(pi, planned(pi))
    rules = pi / "etc/udev/rules.d/60-signifer.rules"
    ours = rules.read_text()
    rules.write_text("# mine now\n")
    assert undone(pi)[0] == 1
    assert undone(pi) == (
        1,
        ["/etc/udev/rules.d/60-signifer.rules has been changed since, and is left as it is"],
    )
    rules.write_text(ours)
    assert undone(pi) == (0, ["removed /etc/udev/rules.d/60-signifer.rules"])
    assert not rules.exists()


@pytest.fixture
def shared(pi: Path) -> Path:
    """The table's folder as on a card of the image."""
    found = pi / "etc/signifer"
    found.mkdir()
    os.chown(found, 0, SERVICE)
    found.chmod(0o2775)
    return found


@pytest.fixture
def victim(pi: Path) -> Path:
    found = pi / "etc/shadow"
    found.write_text(SECRET)
    found.chmod(0o600)
    return found


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """A table of one's own."""
    bundled = resources.files("signifer_firmware").joinpath("config/tables/direct.toml")
    (tmp_path / "mine.toml").write_bytes(bundled.read_bytes())
    return str(tmp_path / "mine.toml")


@as_root
@pytest.mark.parametrize("name", ["{}", "{}.new", ".{}.signifer-new"])
@pytest.mark.parametrize("file", ["setup.json", "table.toml"])
def test_root_follows_no_link_of_the_service(
    file: str, name: str, pi: Path, shared: Path, victim: Path, mine: str
) -> None:
    plan, name = planned(pi, mine), name.format(file)
    (shared / name).symlink_to(victim)
    os.lchown(shared / name, SERVICE, SERVICE)
    if name == file:
        with pytest.raises(OSError, match=f"a link, which root does not follow.*{name}"):
            apply(pi, plan)
    else:
        apply(pi, plan)
        assert (pi / TABLE).read_text() == Path(mine).read_text()
    found = victim.stat()
    assert (victim.read_text(), stat.S_IMODE(found.st_mode), found.st_uid) == (SECRET, 0o600, 0)
    assert all(SECRET not in path.read_text() for path in shared.iterdir() if not path.is_symlink())


@as_root
def test_root_goes_by_no_record_of_the_service(pi: Path, shared: Path) -> None:
    (pi / RECORD).write_text(json.dumps({"files": {}, "undo": [["usermod", "-aG", "root", "maker"]]}))
    os.chown(pi / RECORD, SERVICE, SERVICE)
    for asked in (Setup(pi, print).undoing, Setup(pi, print).undo, lambda: apply(pi, planned(pi))):
        with pytest.raises(SetupError, match=r"setup\.json is somebody else's, and root does not go by it"):
            asked()
    assert said(pi) == []
    assert BEGIN not in (pi / CONFIG).read_text()


@pytest.mark.parametrize("name", ["../victim", "/etc/victim", "etc/../../victim", ""])
def test_no_record_leads_out_of_the_root(name: str, pi: Path) -> None:
    (pi / RECORD).parent.mkdir(exist_ok=True)
    (pi / RECORD).write_text(json.dumps({"files": {name: {"before": "eA==", "after": None}}, "undo": []}))
    with pytest.raises(SetupError, match="is damaged; move it away"):
        Setup(pi, print).undo()
