"""Names are data, which anybody may have written."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from signifer_core.errors import plain
from signifer_firmware.files.printing import shown
from signifer_firmware.league.names import MOST_LETTERS, NOBODY, Who, cleaned, who_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna \t  Maria\n", "Anna Maria"),
        ("Jose\u0301", "José"),
        ("An\x1b[31mna\x07", "An[31mna"),
        # It turns what stands behind it; it shows nothing.
        ("\u202eannA", "annA"),
        ("\u200b\u2060", ""),
        ("\u3164\u115f\u1160\uffa0\u034f\u17b4\u17b5\u2800", ""),
        ("\ufe00\ufe0f\u180b\u180d\u180e\u180f\U000e0100\U000e01ef\U000e0041", ""),
        ("Anna\ufe0f\u3164", "Anna"),
        ("q\u0325\u0325\u200b\u0325", "q\u0325\u0325"),
        ("\ud800x", "x"),
        ("x" * 100, "x" * MOST_LETTERS),
        ("q" + "\u0325" * 60, "q\u0325\u0325"),
        ("<b onclick=1>&amp;", "<b onclick=1>&amp;"),
        ("名前", "名前"),
    ],
)
def test_a_name_is_harmless(text: str, name: str) -> None:
    assert cleaned(text) == name
    assert cleaned(name) == name


# What is left out, between what is counted: accents, letters that are one with the next.
ODD = "q \u1e7a\u0325\u0323\u0301\u200b\u202e\u3164\ufe0f\u1100\u1161\u11a8\U000e0100\u180b"


@given(st.text(alphabet=st.characters(), max_size=300) | st.text(alphabet=ODD, max_size=60))
@example("q" + "\u0325\u0325\u200b" * 40)
@example("\u1e7a\u200b\u0323\u0301\u0302")
def test_whatever_it_is_it_is_short_one_line_and_nothing_obeys_it(text: str) -> None:
    name = cleaned(text)
    assert len(name) <= MOST_LETTERS
    assert name == plain(name) == shown(name)
    assert cleaned(name) == name
    name.encode()


@pytest.mark.parametrize(
    "body",
    [
        None,
        3,
        [],
        {},
        {"name": 3},
        {"name": None},
        {"robot": -1},
        {"robot": 10},
        {"robot": True},
        {"robot": "1"},
    ],
)
def test_what_a_journal_should_not_say_is_nobody(body: object) -> None:
    assert who_of(body) == NOBODY  # type: ignore[arg-type]


def test_who_plays_is_told_and_read_again() -> None:
    for who in (Who("Anna"), Who(level=0), Who(level=5)):
        assert who_of(who.body) == who
    assert Who("ANNA").key == Who("anna").key != Who(level=0).key
