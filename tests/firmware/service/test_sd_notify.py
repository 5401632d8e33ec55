"""What systemd hears, on a real socket of datagrams."""

from __future__ import annotations

import os
from pathlib import Path

from signifer_firmware.service.sd_notify import Notifier

from tests.firmware.service.managers import Manager


def test_facts_of_one_message_come_as_lines(tmp_path: Path) -> None:
    manager = Manager(str(tmp_path / "notify"))
    notifier = Notifier(manager.environment)
    notifier.tell("READY=1", "STATUS=all is well")
    notifier.tell("WATCHDOG=1")
    assert manager.heard() == ["READY=1", "STATUS=all is well", "WATCHDOG=1"]
    notifier.close()
    notifier.tell("WATCHDOG=1")
    assert manager.heard() == []
    manager.close()


def test_an_abstract_address_begins_with_an_at_sign() -> None:
    manager = Manager(f"@signifer-test-{os.getpid()}")
    notifier = Notifier(manager.environment)
    notifier.tell("READY=1")
    assert manager.heard() == ["READY=1"]
    notifier.close()
    manager.close()


def test_without_a_manager_or_with_one_that_is_gone_nothing_happens(tmp_path: Path) -> None:
    Notifier({}).tell("READY=1")
    manager = Manager(str(tmp_path / "notify"))
    notifier = Notifier(manager.environment)
    manager.close()
    notifier.tell("READY=1")
    notifier.close()


def test_a_manager_that_does_not_listen_stops_nobody(tmp_path: Path) -> None:
    manager = Manager(str(tmp_path / "notify"))
    notifier = Notifier(manager.environment)
    for _ in range(2_000):
        notifier.tell("WATCHDOG=1")
    assert 0 < len(manager.heard()) < 2_000
    notifier.close()
    manager.close()


def test_the_watchdog_is_for_this_process_only() -> None:
    mine = str(os.getpid())
    assert Notifier({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": mine}).watchdog_us == 30_000_000
    assert Notifier({"WATCHDOG_USEC": "30000000"}).watchdog_us == 30_000_000
    assert Notifier({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}).watchdog_us is None
    for nonsense in ("", "0", "-1", "soon"):
        assert Notifier({"WATCHDOG_USEC": nonsense}).watchdog_us is None
    assert Notifier({}).watchdog_us is None
