"""The notation of actions: read back over the whole domain, and RulesError for any other text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.actions import (
    DiscardToDraw,
    EndActions,
    Place,
    Settle,
    Shuffle,
    notation,
    parse,
)

from tests.core.field_of_glory.states import DOMAIN

WORDS = sorted({word for action in DOMAIN for word in notation(action).split(" ")})


def test_every_action_parses_back_and_none_reads_like_another() -> None:
    texts = [notation(action) for action in DOMAIN]
    assert [parse(text) for text in texts] == list(DOMAIN)
    assert len(set(texts)) == len(DOMAIN) == 96 * 17 + 8 + 10 + 4 * 97 + 6 + 45 + 8


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Place("red/spear-2", 3), "place red/spear-2 3"),
        (DiscardToDraw("blue/commander-5"), "discard-to-draw blue/commander-5"),
        (Shuffle("blue"), "shuffle blue"),
        (Settle(), "settle"),
        (EndActions(), "end-actions"),
    ],
)
def test_the_notation_is_words(action: Place, text: str) -> None:
    assert notation(action) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "settle ",
        " settle",
        "Settle",
        "settle now",
        "place",
        "place red/spear-2",
        "place red/spear-2 3 4",
        "place  red/spear-2 3",
        "place red/spear-2 0",
        "place red/spear-2 6",
        "place red/spear-2 03",
        "place red/spear-2 ٣",
        "place red/spear-2 3\n",
        "place terrain/hill-1 3",
        "place green/spear-1 3",
        "pay spear-1",
        "pay /spear-1",
        "pay red/spear/1",
        "shuffle green",
        "shuffle red/spear-1",
    ],
)
def test_what_notation_does_not_write_raises(text: str) -> None:
    with pytest.raises(RulesError):
        parse(text)


@given(st.one_of(st.text(), st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3))).map(" ".join)))
def test_any_text_is_an_action_or_a_rules_error(text: str) -> None:
    try:
        action = parse(text)
    except RulesError:
        return
    assert notation(action) == text
