"""What the doctor says of the table's service that is no fault of it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from signifer_firmware.doctor.check import PASS
from signifer_firmware.doctor.checks.keeping import KeepingChecks
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.unit import UNIT


@pytest.mark.parametrize(
    ("controllers", "unlimited"),
    [("cpuset cpu io memory pids\n", False), ("cpuset cpu io pids\n", True), (None, False)],
)
def test_a_kernel_that_limits_no_memory_is_told(
    controllers: str | None, unlimited: bool, tmp_path: Path
) -> None:
    """Raspberry Pi OS starts with cgroup_disable=memory, and MemoryMax= means nothing then."""
    files = {
        f"etc/systemd/system/{UNIT}": "[Service]\nExecStart=/opt/signifer run standard\nMemoryMax=400M\n",
        f"etc/systemd/system/multi-user.target.wants/{UNIT}": "",
        "opt/signifer": "",
    }
    if controllers is not None:
        files["sys/fs/cgroup/cgroup.controllers"] = controllers
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    bench = SimpleNamespace(facts=Facts(tmp_path), now_us=lambda: 0, wall_us=lambda: 0)
    checks = KeepingChecks(bench, tmp_path / STORE, {})
    (service,) = [check for check in checks.checks() if check.name == "service"]
    result = service.run()
    assert result.state == PASS
    assert ("cgroup_enable=memory" in result.seen) == unlimited
