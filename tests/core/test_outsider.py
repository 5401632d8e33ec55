"""The examples of docs/core.md run with the core alone, and print what the page says; its tables name what exists."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import signifer_core
from signifer_core.games import call_to_glory, dark_age_arena, field_of_glory, thermopyles
from signifer_core.games.field_of_glory import notation, parse
from signifer_core.games.field_of_glory.actions import Action
from signifer_core.games.field_of_glory.state import STEPS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "core.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```", PAGE, re.DOTALL)

# Without site-packages and the checkout: only the copy of the core can be imported, besides the standard library.
ALONE = """
import importlib.util, sys
sys.path.insert(0, sys.argv[1])
for name in ("signifer_drivers", "signifer_firmware", "pydantic", "pytest"):
    assert importlib.util.find_spec(name) is None, name
exec(compile(sys.argv[2], "example", "exec"))
"""


@pytest.fixture(scope="module")
def core_alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("alone")
    source = Path(signifer_core.__file__).parent
    shutil.copytree(source, folder / "signifer_core", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_every_example_of_the_page_is_run() -> None:
    assert len(EXAMPLES) == PAGE.count("```python") == 2


@pytest.mark.slow
@pytest.mark.parametrize(("code", "printed"), EXAMPLES, ids=["turn", "replay"])
def test_an_example_prints_what_the_page_says(core_alone: Path, code: str, printed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", "-c", ALONE, str(core_alone), code],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed


def test_the_first_example_is_short_and_tells_why() -> None:
    code, printed = EXAMPLES[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    for refused in ("mixed-kinds (FG-P2)", "not-a-unit (FG-P4)", "pay-first (FG-P1)"):
        assert refused in printed


def test_the_page_lists_every_step_and_every_action() -> None:
    table = PAGE.split("## Steps and actions")[1].split("\n\n")[1]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    steps = [re.findall(r"`(.*?)`", row.split("|")[1])[0] for row in rows[1:]]
    assert set(steps) == set(STEPS)
    shown = [text for row in rows[1:] for text in re.findall(r"`(.*?)`", row.split("|")[3])]
    actions = [parse(text) for text in shown]
    assert [notation(action) for action in actions] == shown
    assert {type(action) for action in actions} == set(Action.__args__)


@pytest.mark.parametrize(
    ("package", "page"),
    [
        (field_of_glory, PAGE),
        (thermopyles, (DOCS / "thermopyles.md").read_text(encoding="utf-8")),
        (call_to_glory, (DOCS / "call-to-glory.md").read_text(encoding="utf-8")),
        (dark_age_arena, (DOCS / "dark-age-arena.md").read_text(encoding="utf-8")),
    ],
)
def test_what_a_package_offers_is_there_and_shown(package: ModuleType, page: str) -> None:
    assert all(hasattr(package, name) for name in package.__all__)
    blocks = re.findall(r"```python\n.*?```", PAGE + page, re.DOTALL)
    inline = re.findall(r"`[^`\n]+`", re.sub(r"```.*?```", "", PAGE + page, flags=re.DOTALL))
    shown = re.findall(r"\w+", " ".join(blocks + inline))
    assert set(package.__all__) <= set(shown)
