"""Every key and element of a TOML file has its line, also inside a value that goes over several."""

from __future__ import annotations

import tomllib

import pytest
from signifer_core.figures import shown
from signifer_core.toml_lines import parse_toml

TEXT = '''top = 1  # [ not a list
list = ["a, ]", 'b',
  # none here: ["x"]
  """c
]""", 1979-05-27 07:32:00,
  [2, {deep.er = [3,
    4]}], {}]
[table]
inline = { one = 1, "two words" = [
  2], three = { four = "}" } }
'''


def test_keys_and_elements_within_values_have_their_lines() -> None:
    toml = parse_toml(TEXT, file="x")
    assert toml.readable
    assert {path: line for path, line in toml.lines.items() if path[0] == "list"} == {
        ("list",): 2,
        ("list", "0"): 2,
        ("list", "1"): 2,
        ("list", "2"): 4,
        ("list", "3"): 5,
        ("list", "4"): 6,
        ("list", "4", "0"): 6,
        ("list", "4", "1"): 6,
        ("list", "4", "1", "deep", "er"): 6,
        ("list", "4", "1", "deep", "er", "0"): 6,
        ("list", "4", "1", "deep", "er", "1"): 7,
        ("list", "5"): 7,
    }
    inline = ("table", "inline")
    assert [toml.line((*inline, *path)) for path in (("one",), ("two words",), ("two words", "0"))] == [
        9,
        9,
        10,
    ]
    assert toml.line((*inline, "three", "four")) == 10
    assert toml.line((*inline, "none")) == 9


def test_a_fault_is_one_line_whatever_it_quotes() -> None:
    toml = parse_toml(TEXT, file="x")
    toml.fault(("list",), 'no "a\nb\r\x1b[1m\u2028é" here')
    assert toml.faults_in_order() == [r'x:2: no "a\nb\r\x1b[1m\u2028é" here']


def test_a_long_text_is_parsed_again_a_few_times_only() -> None:
    for comments, looked_for in ((0, 20), (50, 8)):
        toml = parse_toml("x =\n" * 30 + ("#" * 999 + "\n") * comments, file="x")
        assert len(toml.faults_in_order()) == looked_for


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ('[languages]\nred = "en"\n[languages]\n', 3, '"languages"'),
        ("[[reader]]\n[reader]\n", 2, '"reader"'),
        ('[a."d\'e"]\n[a."d\'e"]\n', 2, '"a.d\'e"'),
        ("[a.b]\nx = 1\n[a]\nb.c = 1\n", 4, '"a.b"'),
        ("a = { b = 1 }\na.c = 2\n", 2, '"a"'),
        ("a = 1\na = 2\n", 2, "this key"),
        ("a = { x = 1, x = 2 }\n", 1, '"x"'),
    ],
)
def test_what_is_there_twice_is_told_as_the_file_has_it(text: str, line: int, what: str) -> None:
    (told,) = parse_toml(text, file="x").faults_in_order()
    assert (
        told
        == f"x:{line}: not TOML: {what} is there already; keep one of the two, with all that belongs to it"
    )


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ('x"y', r'"x\"y"'),
        ("a\\u0000", r'"a\\u0000"'),
        ({"a b": 1, "c": "\x00"}, r'{ "a b" = 1, c = "\u0000" }'),
        ({"a.b": [True, {}]}, '{ "a.b" = [true, {}] }'),
    ],
)
def test_a_wrong_value_is_told_as_a_file_may_have_it(value: object, told: str) -> None:
    assert shown(value) == told
    assert tomllib.loads(f"value = {told}") == {"value": value}
