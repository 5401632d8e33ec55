"""What says whether the core's tests notice random mutants must be able to tell that they do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from coverage import CoverageData

from tests.mutation.__main__ import CORE, Copy, argued, piece
from tests.mutation.covering import OTHERS, Covering, measure
from tests.mutation.sample import Mutant, changed, first_line, meaning

DICE = "tests/core/test_dice.py"
SWEEP = "tests/core/field_of_glory/test_agreement.py::test_every_choice_of_the_menu_does_what_it_says"
MENU = Path("games/field_of_glory/agreement/menu.py")


def test_annotations_docstrings_decorators_and_layout_mean_nothing() -> None:
    before = '@cache\ndef one(a: int | None) -> int:\n    """One."""\n    b: int = a + 1\n    return b\n'
    after = '@other\ndef one(a: int & None) -> str:\n    """Two."""\n    b: str = (a+1)\n    return b\n'
    assert meaning(before) == meaning(after)
    assert meaning(before) != meaning(before.replace("a + 1", "a - 1"))


def test_a_mutant_is_told_by_its_first_line_and_tried_by_its_statements() -> None:
    before = "def f():\n    b = [\n        1,\n        2,\n    ]\n"
    assert changed(before, before.replace("2", "3")) == (4, "2,", "3,")
    assert first_line(before, 4) == 2
    # What runs when the module is taken in, or the function is made.
    assert first_line(before.replace("def f():", "if True:"), 4) == first_line(before, 1) == 0


def test_tests_that_run_through_a_line_are_tried_the_narrow_ones_first(tmp_path: Path) -> None:
    data = CoverageData(str(tmp_path / "coverage"))
    for test, lines in (("", [1]), ("wide|run", [2, 3, 4]), ("narrow|run", [2]), ("narrow|setup", [2])):
        data.set_context(test)
        data.add_lines({str(tmp_path / "a.py"): lines})
    data.set_context("elsewhere|run")
    data.add_lines({str(tmp_path / "b.py"): [1]})
    data.write()
    covering = Covering(tmp_path / "coverage", tmp_path)
    assert covering.of(Path("a.py"), 2) == ["narrow", "wide"]
    assert covering.of(Path("a.py"), 4) == ["wide"]
    # What they have made once for all the others may see.
    assert covering.beside(Path("a.py"), ["wide"]) == ["narrow"]
    assert covering.beside(Path("a.py"), ["wide", OTHERS]) == []
    # What runs when the module is taken in.
    assert covering.of(Path("a.py"), 0) == ["narrow", "wide", OTHERS]


@pytest.mark.slow
def test_what_is_broken_is_noticed_and_what_is_not_survives(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    file = Path("dice.py")
    source = (CORE / file).read_text(encoding="utf-8")
    broken = source.replace("FACES = 6", "FACES = 7")
    assert broken != source
    tests = [f"{DICE}::test_known_dice"]
    assert copy.noticed(Mutant(file, broken, 1, "", "", ""), tests)
    assert (copy.package / file).read_text(encoding="utf-8") == source
    assert not copy.noticed(Mutant(file, source + "\n", 1, "", "", ""), tests)


@pytest.mark.soak
def test_a_figure_that_no_test_runs_through_is_noticed(tmp_path: Path) -> None:
    file = Path("games/call_to_glory/position/fields.py")
    broken = (
        (CORE / file)
        .read_text(encoding="utf-8")
        .replace("Number(0, FIGURES_IN_BOX)", "Number(-1, FIGURES_IN_BOX)")
    )
    golden = "tests/core/test_position_fields.py::test_fields_are_as_they_were_found_good[call-to-glory]"
    assert Copy(tmp_path).noticed(Mutant(file, broken, 0, "", "", ""), [golden, OTHERS])


def test_what_is_argued_is_still_there() -> None:
    for (file, was, now), why in argued().items():
        lines = [line.strip() for line in (CORE / file).read_text(encoding="utf-8").splitlines()]
        assert was in lines, (file, was)
        assert was != now
        assert why


@pytest.mark.soak
def test_a_sample_in_pieces_is_the_same_sample() -> None:
    whole = [str(mutant) for mutant in piece(1, 0, 3)]
    assert [*map(str, piece(1, 0, 1)), *map(str, piece(1, 1, 2))] == whole


@pytest.mark.soak
def test_a_sweep_is_among_the_tests_that_run_through_a_line(tmp_path: Path) -> None:
    measure(tmp_path / "coverage", SWEEP)
    lines = range(1, len((CORE / MENU).read_text(encoding="utf-8").splitlines()))
    assert any(SWEEP in Covering(tmp_path / "coverage", CORE).of(MENU, line) for line in lines)
