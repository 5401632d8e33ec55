"""The tests that `make check` leaves out because each takes longer than LIMIT_S: long_tests.txt, as they were measured.

    python -m tests.long_tests              # runs what `make check` runs, and adds what took longer
    python -m tests.long_tests tests/node   # ... of these folders and modules alone

What is quick again is struck out by hand; to measure all of them again, empty the list and say it twice, on a machine
that has nothing else to do: what a module makes once is counted for the test that asks for it first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.programs import parser

LIST = Path(__file__).with_suffix(".txt")
# Of a processor, and of the programs that a test starts: that others are at work makes no test long.
LIMIT_S = 0.1


def listed() -> frozenset[str]:
    """Modules with their tests, as pytest names them, without parameters."""
    return frozenset(LIST.read_text().split())


def named(item: pytest.Item) -> str:
    """A test, whatever its parameters."""
    return item.nodeid.partition("[")[0]


def beyond(items: Sequence[pytest.Item], left_out: Sequence[pytest.Item]) -> list[pytest.Item]:
    """What of ``items`` a brief run leaves out besides: the long ones, and of those with parameters all but the first
    and the last that is left."""
    known, out = listed(), set(map(id, left_out))
    families: dict[str, list[pytest.Item]] = {}
    for item in items:
        if id(item) not in out:
            families.setdefault(named(item), []).append(item)
    return [item for name, family in families.items() for item in (family if name in known else family[1:-1])]


class Measuring:
    """A plugin: what each test took, the longest of its parameters."""

    def __init__(self) -> None:
        self.took_s: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before_s = _processor_s()
        found = yield
        took_s, name = _processor_s() - before_s, named(item)
        self.took_s[name] = max(took_s, self.took_s.get(name, 0.0))
        return found


def _processor_s() -> float:
    return sum(os.times()[:4])


def main(paths: Sequence[str]) -> int:
    """Add what is long to the list; pytest's status."""
    measuring = Measuring()
    status = pytest.main(["-q", "--brief", "-p", "no:xdist", *paths], plugins=[measuring])
    long = {name for name, took_s in measuring.took_s.items() if took_s > LIMIT_S}
    LIST.write_text("".join(f"{name}\n" for name in sorted(listed() | long)))
    print(f"{len(long)} of {len(measuring.took_s)} take longer than {LIMIT_S} s")
    return status


if __name__ == "__main__":
    options = parser("tests.long_tests", __doc__)
    options.add_argument("paths", nargs="*", metavar="PATH", help="folders and modules")
    sys.exit(main(options.parse_args().paths))
