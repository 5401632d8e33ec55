"""What tests wait for in Chromium is looked at as often as it takes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
# How a function of JavaScript begins; in an f-string, before anything that is filled in.
FUNCTION = re.compile(r"(\([^()]*\)|\w+) =>")


def conditions(source: str) -> Iterator[tuple[int, str]]:
    """Line and beginning of each condition that is waited for; "" where it is not written there."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr != "wait_for_function":
                continue
            said = node.args[0]
            first = said.values[0] if isinstance(said, ast.JoinedStr) else said
            yield node.lineno, str(first.value) if isinstance(first, ast.Constant) else ""


def expressions(source: str) -> list[int]:
    return [line for line, begins in conditions(source) if not FUNCTION.match(begins)]


def test_a_condition_is_a_function() -> None:
    """An expression is compiled at each look, which the page's policy forbids: unless it holds at the first one, the
    test fails, and on a machine at rest it nearly always does hold."""
    found = {
        str(path.relative_to(TESTS)): lines
        for path in TESTS.rglob("*.py")
        if "wait_for_function" in (source := path.read_text("utf-8")) and (lines := expressions(source))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("condition", "is_found"),
    [
        ('"() => a"', False),
        ('"one => one > 3"', False),
        ('f"([one, two]) => {a}(one)"', False),
        ('"heard.some(line => 1)"', True),
        ('f"{name}.endsWith(1)"', True),
        ("condition", True),
    ],
)
def test_expressions_are_found(condition: str, is_found: bool) -> None:
    assert bool(expressions(f"page.wait_for_function({condition})")) is is_found
