"""Which tests of the core run through which line: those that may notice what is broken there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAIN = ("-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", "--often", "tests/core")

# All tests that are not named.
OTHERS = "*"
# So many narrow tests take some seconds.
BESIDE = 200


class Covering:
    """Read from what coverage has written of a run of the core's tests, each test a context of its own."""

    def __init__(self, file: Path, package: Path) -> None:
        from coverage import CoverageData

        self._data = CoverageData(str(file))
        self._data.read()
        self._package = package

    def of(self, file: Path, line: int) -> list[str]:
        """The ids of tests, those that run through the fewest lines first: they are quick, and meant for it. Line
        0 runs when the module is taken in, and says what all may see: the module's own tests come first, then all."""
        by_line = self._data.contexts_by_lineno(str(self._package / file))
        if found := _tests(by_line.get(line, ())):
            return self._narrow_first(found)
        return [*self._own(file), OTHERS]

    def beside(self, file: Path, tests: list[str]) -> list[str]:
        """The narrowest of the module's tests that are not among ``tests``. They see, too, what a line has made once
        for all, as a deck is, though another test ran through it."""
        return [] if OTHERS in tests else [test for test in self._own(file) if test not in tests][:BESIDE]

    def _own(self, file: Path) -> list[str]:
        by_line = self._data.contexts_by_lineno(str(self._package / file))
        return self._narrow_first(_tests(name for names in by_line.values() for name in names))

    def _narrow_first(self, tests: Iterable[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self._lines[test], test))

    @cached_property
    def _lines(self) -> Counter[str]:
        """How many lines each test runs through."""
        return Counter(
            test
            for file in self._data.measured_files()
            for names in self._data.contexts_by_lineno(file).values()
            for test in _tests(names)
        )


def _tests(names: Iterable[str]) -> set[str]:
    """The tests of contexts, which are written as ``tests/core/test_x.py::test_y|run``."""
    return {name.rpartition("|")[0] for name in names if "|" in name}


def measure(file: Path, *tests: str) -> None:
    """Run the core's tests, or only these, and write what each runs through. Sweeps are as short as in every run: they
    are counted, which takes four times as long, and would go through no other lines.

    Raises:
        subprocess.CalledProcessError: they fail: nothing can be said of mutants.
    """
    words = "-q -p no:cacheprovider --hypothesis-seed=0 -n auto --dist loadscope"
    counted = "--cov --cov-context=test --cov-report= --cov-fail-under=0"
    command = [sys.executable, "-m", "pytest", *words.split(), *counted.split(), *(tests or PLAIN[-1:])]
    environment = {**os.environ, "COVERAGE_FILE": str(file)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
