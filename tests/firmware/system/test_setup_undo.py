"""What `signifer setup --undo` could not take back it keeps; and root neither follows nor believes what others have
laid into the table's folder, which on a card of the image the service may write to."""

from __future__ import annotations

import json
import os
import stat
from importlib import resources
from pathlib import Path

import pytest
from signifer_firmware.system.setup_apply import RECORD, Setup, SetupError
from signifer_firmware.system.setup_plan import BEGIN, TABLE

from .raspberry import CONFIG, apply, contents, planned, said

SERVICE = 61_234
SECRET = "root's own\n"
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="wants real uids: run it as root")


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
@pytest.mark.parametrize("end", ["", ".new", ".signifer-new"])
@pytest.mark.parametrize("file", ["setup.json", "table.toml"])
def test_root_follows_no_link_of_the_service(
    file: str, end: str, pi: Path, shared: Path, victim: Path, mine: str
) -> None:
    plan, name = planned(pi, mine), file + end
    (shared / name).symlink_to(victim)
    os.lchown(shared / name, SERVICE, SERVICE)
    if not end:
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
