"""What nobody knows the type of, no checker sees: `Any` stays rare in the firmware, and does not hide."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware" / "signifer_firmware"
# Once there were four hundred. Whoever needs one more says here why.
MOST = 5
# Ways to have it by another name, or to do without: "from typing import Any as X", "X = Any", and what mypy is to
# overlook beside these three, where others' types are at fault.
HIDDEN = re.compile(r"\bAny as\b|^\s*\w+(: *TypeAlias)? *= *(typing\.)?Any$")
OVERLOOKED = re.compile(r"# type: ignore")
MOST_OVERLOOKED = 3


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Each line of the firmware that has it, as "FILE:LINE: TEXT"."""
    return [
        f"{path.relative_to(FIRMWARE)}:{number}: {line.strip()}"
        for path in sorted(FIRMWARE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize(
    ("line", "hides"),
    [
        ("from typing import Any as Whatever", True),
        ("Whatever = Any", True),
        ("    Whatever: TypeAlias = typing.Any", True),
        ("from typing import Any, Protocol", False),
        ("Slip = Callable[[Any, Any, Gesture], bool]", False),
        ("ANY = 3", False),
    ],
)
def test_another_name_for_any_is_found(line: str, hides: bool) -> None:
    assert bool(HIDDEN.search(line)) is hides


def test_any_is_rare_in_the_firmware() -> None:
    found = lines_with(re.compile(r"\bAny\b"))
    assert found, "nothing was looked at"
    assert len(found) <= MOST, "\n".join(found)


def test_any_does_not_hide() -> None:
    assert not lines_with(HIDDEN)
    assert len(overlooked := lines_with(OVERLOOKED)) <= MOST_OVERLOOKED, "\n".join(overlooked)
