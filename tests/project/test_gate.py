"""What fails in a whole run is tried once more, alone (`.ci/steady`): what fails again holds up what is to land, what
passes then is named. Each case is a project of a few tests with a Makefile of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Fails where it has not left its mark yet.
UNSTEADY = """
from pathlib import Path

def test_{name}():
    mark = Path(__file__).with_name("{name}")
    tried = mark.exists()
    mark.touch()
    assert tried
"""
BROKEN = "\ndef test_broken():\n    assert False\n"
# Its end needs its beginning, which the same process has to see.
STORY = """
from pathlib import Path
begun = []

def test_its_beginning():
    begun.append(1)

def test_its_end():
    mark = Path(__file__).with_name("end")
    tried = mark.exists()
    mark.touch()
    assert begun and tried
"""
RIGHT = "\ndef test_right():\n    pass\n"


def gate(folder: Path, *files: str) -> subprocess.CompletedProcess[str]:
    """The gate's answer to a project of test files with these texts."""
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "steady", folder / ".ci" / "steady")
    # Without a file of its own, pytest would take its root from further up.
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "Makefile").write_text(f"test:\n\t{sys.executable} -m pytest -q $(TESTS)\n")
    for number, text in enumerate(files):
        (folder / f"test_{number}.py").write_text(text)
    return subprocess.run(
        [folder / ".ci" / "steady", "test", "TESTS=."],
        env=os.environ | {"PYTHON": sys.executable, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_what_is_right_is_tried_once(tmp_path: Path) -> None:
    told = gate(tmp_path, RIGHT)
    assert (told.returncode, told.stdout.count("passed")) == (0, 1), told


def test_what_fails_and_then_passes_is_named_and_lands(tmp_path: Path) -> None:
    told = gate(tmp_path, RIGHT, UNSTEADY.format(name="late"))
    assert told.returncode == 0, told
    *_, heading, name = told.stdout.splitlines()
    assert heading.startswith("== unsteady")
    assert name.strip() == "test_1.py::test_late"


def test_what_fails_twice_does_not_land(tmp_path: Path) -> None:
    told = gate(tmp_path, RIGHT, BROKEN + UNSTEADY.format(name="late"))
    assert told.returncode != 0
    # Both are tried again, and it is not said that one is unsteady: nothing lands.
    assert "1 failed, 1 passed" in told.stdout
    assert "unsteady" not in told.stdout


def test_a_file_is_tried_whole_for_a_test_may_go_on_from_another(tmp_path: Path) -> None:
    told = gate(tmp_path, STORY)
    assert told.returncode == 0, told
    assert told.stdout.splitlines()[-1].strip() == "test_0.py::test_its_end"


def test_failures_in_many_files_are_no_accident(tmp_path: Path) -> None:
    told = gate(tmp_path, *(UNSTEADY.format(name=f"late_{number}") for number in range(4)))
    assert told.returncode != 0
    assert "once more" not in told.stdout


def test_what_cannot_be_taken_in_does_not_land(tmp_path: Path) -> None:
    told = gate(tmp_path, "import nothing_of_this_name\n")
    assert told.returncode != 0
    assert "unsteady" not in told.stdout


def test_no_test_at_all_does_not_land(tmp_path: Path) -> None:
    assert gate(tmp_path, "").returncode != 0
