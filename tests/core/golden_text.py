"""Texts that were found good beside the rulebooks, kept line by line in golden/, and made again only when asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from signifer_core.position_fields import Misstatement

from .golden_games import RENEW

GOLDEN = Path(__file__).parent / "golden"


def fault_line(fault: Misstatement) -> str:
    """What is wrong with a position, what to write, and which statements are meant."""
    about = ", ".join((*fault.about, *filter(None, (fault.card,))))
    return f"  {fault.wrong}: {fault.instead} ({about})"


def check_text(name: str, lines: Iterable[str]) -> None:
    """The lines are what ``golden/name.txt`` has. After an intended change SIGNIFER_NEW_GOLDEN=1 writes it: look at the
    difference, and say in the commit why."""
    file, now = GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in lines)
    if os.environ.get(RENEW):
        assert not os.environ.get("CI"), "CI makes no golden texts"
        file.write_text(now, encoding="utf-8")
    assert now == file.read_text(encoding="utf-8"), f"if it is meant: run this test with {RENEW}=1"
