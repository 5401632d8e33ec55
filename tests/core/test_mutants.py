"""The tests must be able to fail: each stored patch breaks one ruling, and that ruling's tests must notice."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import signifer_core

ROOT = Path(__file__).parents[2]
CORE = Path(signifer_core.__file__).parent
PATCHES = sorted((ROOT / "tests" / "mutants").glob("*.patch"))
RULINGS = (
    *("A1", "D1", "E1", "K1", "P1", "P2", "P3", "P4", "R1", "T0", "V1"),
    *("C1", "C2", "C3", "C4", "C5", "C6", "C7", "F1", "F2", "F3", "S1", "S2"),
)
THERMOPYLES, CALL_TO_GLORY, DARK_AGE_ARENA = range(1, 11), range(9), range(1, 44)

# The copy must be what is tested, whatever an editable install puts on the path.
RUN = """
import sys, pytest, signifer_core
assert signifer_core.__file__.startswith(sys.argv[1]), signifer_core.__file__
sys.exit(pytest.main(sys.argv[2:]))
"""


def patched(text: str, patch: str) -> str:
    """``text`` with the hunks of a unified diff; each must find its lines just once, at whatever line."""
    for hunk in patch.split("\n@@ ")[1:]:
        lines = hunk.splitlines(keepends=True)[1:]
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        assert text.count(old) == 1, f"lies {text.count(old)} times in the source:\n{old}"
        text = text.replace(old, new)
    return text


def target(patch: str) -> Path:
    """The file that a patch changes, below the package's folder."""
    (name,) = (line[6:] for line in patch.splitlines() if line.startswith("+++ b/"))
    return Path(name).relative_to("signifer_core")


def ruling_of(path: Path) -> str:
    """The ruling in a patch's name, as tests write it: fg_p1_, or th_1_, which is not th_10_."""
    return "_".join(path.name.split("-")[:2]).lower() + "_"


def run_tests(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The core's tests on the copy of the package in ``folder``."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "h")}
    options = ["-q", "-p", "no:cacheprovider", "--deselect", "tests/core/test_mutants.py", *arguments]
    return subprocess.run(
        [sys.executable, "-c", RUN, str(folder), *options, "tests/core"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def test_every_ruling_has_a_mutant() -> None:
    rulings = {f"fg_{ruling.lower()}_" for ruling in RULINGS} | {f"th_{number}_" for number in THERMOPYLES}
    rulings |= {f"cg_{number}_" for number in CALL_TO_GLORY}
    rulings |= {f"da_{number}_" for number in DARK_AGE_ARENA}
    assert {ruling_of(path) for path in PATCHES} == rulings


@pytest.mark.slow
@pytest.mark.parametrize("path", PATCHES, ids=lambda path: path.stem)
def test_a_mutant_still_applies_and_changes_something(path: Path) -> None:
    patch = path.read_text(encoding="utf-8")
    source = (CORE / target(patch)).read_text(encoding="utf-8")
    assert meaning(patched(source, patch)) != meaning(source)


@cache
def meaning(source: str) -> str:
    """A module without comments and layout: alike for all mutants of the same file."""
    return ast.dump(ast.parse(source))


def test_a_mutant_that_does_not_apply_is_noticed() -> None:
    patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\n+two\n"
    assert patched("one\n", patch) == "two\n"
    with pytest.raises(AssertionError):
        patched("none\n\none\none\n", patch)
    with pytest.raises(AssertionError):
        patched("three\n", patch)


@pytest.mark.soak
def test_the_unbroken_copy_passes(tmp_path: Path) -> None:
    shutil.copytree(CORE, tmp_path / "signifer_core")
    done = run_tests(tmp_path, "-k", "test_fg_ or test_th_ or test_cg_ or test_da_")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.soak
@pytest.mark.parametrize("path", PATCHES, ids=lambda path: path.stem)
def test_a_mutant_is_noticed_by_its_rulings_tests(path: Path, tmp_path: Path) -> None:
    patch = path.read_text(encoding="utf-8")
    shutil.copytree(CORE, tmp_path / "signifer_core")
    broken = tmp_path / "signifer_core" / target(patch)
    broken.write_text(patched(broken.read_text(encoding="utf-8"), patch), encoding="utf-8")
    done = run_tests(tmp_path, "-x", "--soak", "-k", f"test_{ruling_of(path)}")
    assert done.returncode == 1, done.stdout + done.stderr
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert failed, done.stdout
    assert all(ruling_of(path) in line for line in failed)
