"""python -m tests.mutation [--sample N] [--after N] [--seed N]: break the core at random; do its tests notice?

Each mutant is tried by the core's tests that run through its line, then by some of its module, until one fails. Those
that none notices are printed as they are found; argued.toml names those that change nothing that anybody could see,
with the reason. The exit status is 1 where less than 95 % are noticed or argued.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

import signifer_core

from .chosen import NAMES
from .covering import OTHERS, PLAIN, ROOT, Covering, measure
from .sample import Mutant, mutants

CORE = Path(signifer_core.__file__).parent
ARGUED = Path(__file__).with_name("argued.toml")
WANTED = 0.95
# Longer than any of the core's tests takes: what has not ended by then never does.
LONGEST_S = 300
# The copy must be what is tested, whatever an editable install puts on the path.
RUN = """
import sys, pytest, signifer_core
assert signifer_core.__file__.startswith(sys.argv[1]), signifer_core.__file__
sys.exit(pytest.main(sys.argv[2:]))
"""
NO_TEST = 5


class Copy:
    """A copy of the core, in which one mutant after the other lives."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / CORE.name
        shutil.copytree(CORE, self.package)

    def noticed(self, mutant: Mutant, tests: list[str]) -> bool:
        """Whether one of the tests fails, or never ends."""
        file = self.package / mutant.file
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
            compiled.unlink()
        file.write_text(mutant.source, encoding="utf-8")
        try:
            return bool(tests) and self._fails(tests)
        finally:
            shutil.copy2(CORE / mutant.file, file)

    def _fails(self, tests: list[str]) -> bool:
        names = self.folder / "chosen"
        names.write_text("\n".join(tests), encoding="utf-8")
        files = PLAIN[-1:] if OTHERS in tests else sorted({test.partition("::")[0] for test in tests})
        options = ["-x", "-p", "tests.mutation.chosen", *PLAIN[:-1], *files]
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.folder / "hypothesis"),
            NAMES: str(names),
        }
        try:
            done = subprocess.run(
                [sys.executable, "-c", RUN, str(self.folder), *options],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
                timeout=LONGEST_S,
            )
        except subprocess.TimeoutExpired:
            return True
        # A mutant that cannot be taken in, or with which no test can, is noticed, too.
        assert done.returncode != NO_TEST, done.stdout
        return done.returncode != 0


def argued() -> dict[tuple[str, str, str], str]:
    """Mutants that change nothing which could be seen, by file, line before and line after, and why."""
    table = tomllib.loads(ARGUED.read_text(encoding="utf-8"))
    return {(one["file"], one["was"], one["now"]): one["why"] for one in table.get("argued", ())}


def piece(seed: int, after: int, count: int) -> list[Mutant]:
    """So many mutants of a seed, without the first ones of it: all pieces together are what a whole run tries."""
    return list(islice(mutants(CORE, seed), after, after + count))


def survivors(sample: Iterable[Mutant], covering: Covering, jobs: int) -> list[Mutant]:
    """Those that no test notices, printed as they are found."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(jobs):
            copies.put(Copy(Path(folder) / str(number)))

        def survives(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                tests = covering.of(mutant.file, mutant.line)
                beside = covering.beside(mutant.file, tests)
                return not (copy.noticed(mutant, tests) or copy.noticed(mutant, beside))
            finally:
                copies.put(copy)

        sample = list(sample)
        left = []
        for mutant, alive in zip(sample, pool.map(survives, sample), strict=True):
            if alive:
                left.append(mutant)
                print(mutant, flush=True)
        return left


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, metavar="N", help="how many mutants (300)")
    parser.add_argument("--after", type=int, default=0, metavar="N", help="leave the first N of them out")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="how many at once")
    parser.add_argument(
        "--coverage", type=Path, metavar="FILE", help="kept from another run on the same code"
    )
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        file = asked.coverage or Path(folder) / "coverage"
        if not file.exists():
            measure(file)
        sample = piece(asked.seed, asked.after, asked.sample)
        alive = survivors(sample, Covering(file, CORE), asked.jobs)
    known = argued()
    same = [mutant for mutant in alive if (str(mutant.file), mutant.was, mutant.now) in known]
    good = 1 - (len(alive) - len(same)) / len(sample)
    print(
        f"{len(sample) - len(alive)} of {len(sample)} noticed, {len(same)} argued: {good:.1%}, of {WANTED:.0%}"
    )
    return 0 if good >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
