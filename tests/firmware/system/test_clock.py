"""Whether the clock of the day can be trusted: what a running table dates its games by, and what the doctor says."""

from __future__ import annotations

import re
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from signifer_firmware.doctor.check import PASS
from signifer_firmware.doctor.checks.keeping import KeepingChecks
from signifer_firmware.service import run
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.system.facts import Facts

NOW_S = int(time.time())
BY_NETWORK = {"run/systemd/timesync/synchronized": ""}


def rtc(seconds: int, *, hctosys: int = 1) -> dict[str, str]:
    """A clock of its own, which has this time, and has set the system's clock or has not."""
    return {
        "sys/class/rtc/rtc0/hctosys": f"{hctosys}\n",
        "sys/class/rtc/rtc0/since_epoch": f"{seconds}\n",
    }


@pytest.mark.parametrize(
    ("files", "is_set"),
    [
        (BY_NETWORK, True),
        (rtc(NOW_S), True),
        (BY_NETWORK | rtc(0), True),
        # A Pi 5 without a battery: its clock begins in 1970, and systemd goes on from the last start.
        (rtc(0), False),
        (rtc(NOW_S - 3 * 86_400), False),
        (rtc(NOW_S, hctosys=0), False),
        ({"sys/class/rtc/rtc0/hctosys": "1\n"}, False),
        (rtc(NOW_S) | {"sys/class/rtc/rtc0/since_epoch": "soon"}, False),
        ({}, False),
    ],
)
def test_games_have_a_date_exactly_where_the_doctor_trusts_the_clock(
    files: dict[str, str], is_set: bool, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    facts = Facts(tmp_path)
    assert bool(re.fullmatch(r"\d{4}-\d\d-\d\d", run.today(facts))) == is_set
    bench = SimpleNamespace(facts=facts, now_us=lambda: 0, wall_us=lambda: NOW_S * 1_000_000)
    checks = KeepingChecks(bench, tmp_path / STORE, {})
    (clock,) = [check for check in checks.checks() if check.name == "clock"]
    assert (clock.run().state == PASS) == is_set
