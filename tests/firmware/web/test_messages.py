"""What a page may send: every deed is read, everything else is refused in one line that repeats nothing of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.layout import Zone
from signifer_firmware.web.server.messages import MOST_BYTES, MessageError, parse
from signifer_firmware.web.server.vocabulary import place

HEAD: dict[str, Any] = {"run": "abc", "n": 1}
DEEDS: list[dict[str, Any]] = [
    {"do": "move", "card": "red/heavy-infantry-1", "to": "3 red"},
    {"do": "move", "card": "terrain/plain-1", "to": "pad blue"},
    {"do": "draw", "player": "red", "to": "hand red"},
    {"do": "swap", "away": "red/spear-1", "instead": "red/spear-2"},
    {"do": "bump", "card": "red/spear-1"},
    {"do": "grip"},
    {"do": "button", "name": "column 3 blue", "down": True},
    {"do": "shuffle", "player": "blue"},
    {"do": "as-told"},
    {"do": "helping", "on": False},
    {"do": "tutor", "on": True},
    {"do": "opened", "players": ("red", "4"), "passed": 3},
    {"do": "advise"},
    {"do": "take-back", "at": 12},
    {"do": "take-back", "at": None},
    {"do": "move", "card": "terrain/plain-1", "to": "box"},
    {
        "do": "new",
        "mode": "two",
        "game": "field-of-glory",
        "by_hand": True,
        "variant": "x",
        "decks": ("wolves", "ravens"),
        "lesson": "lay",
        "apart": False,
        "level": 0,
        "tutor": True,
        "practice": False,
        "names": {"red": "Anna", "1": ""},
        "red": "fr",
        "blue": "de",
    },
    {"do": "fault", "part": "reader", "place": "3 red", "kind": "noise"},
    {"do": "mend", "part": "node", "place": "3"},
    {"do": "power", "on": False},
    {"do": "keep", "player": "red", "cards": ("red/spear-1", "red/pike-1")},
    {"do": "hint", "card": "red/spear-1"},
    {"do": "odds"},
    {"do": "look", "at": 12},
    {"do": "export"},
    {"do": "speed", "speed": 2.0},
    {"do": "resync"},
]


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed["do"])
def test_deeds_are_read(deed: dict[str, Any]) -> None:
    read = parse(json.dumps(HEAD | deed))
    assert read.model_dump() == HEAD | deed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "7",
        '"move"',
        json.dumps(HEAD),
        json.dumps(HEAD | {"do": "cheat"}),
        json.dumps(HEAD | {"do": "move", "card": "red/spear-1"}),
        json.dumps(HEAD | {"do": "move", "card": "red/spear-1", "to": "6 red"}),
        json.dumps(HEAD | {"do": "move", "card": "../../etc/passwd", "to": "3 red"}),
        json.dumps(HEAD | {"do": "move", "card": "red/" + "x" * 60, "to": "3 red"}),
        json.dumps(HEAD | {"do": "move", "card": ["red/spear-1"], "to": "3 red"}),
        json.dumps(HEAD | {"do": "button", "name": "ok red", "down": 1}),
        json.dumps(HEAD | {"do": "button", "name": "ok green", "down": True}),
        json.dumps(HEAD | {"do": "speed", "speed": 1e9}),
        json.dumps(HEAD | {"do": "speed", "speed": "2"}),
        json.dumps(HEAD | {"do": "bump", "card": "red/spear-1", "too": "much"}),
        json.dumps(HEAD | {"do": "fault", "part": "table", "place": "3 red", "kind": "unplug"}),
        json.dumps(HEAD | {"do": "fault", "part": "reader", "place": "../etc/passwd", "kind": "unplug"}),
        json.dumps(HEAD | {"do": "keep", "player": "red", "cards": ["red/spear-1"] * 3}),
        json.dumps(HEAD | {"do": "look", "at": -1}),
        json.dumps({"do": "as-told", "n": 1}),
        json.dumps({"do": "as-told", "run": "abc", "n": -1}),
        json.dumps({"do": "as-told", "run": "a" * 200, "n": 1}),
        json.dumps(HEAD | {"do": "as-told"}) + " " * MOST_BYTES,
        "[" * 900,
        '{"do": "as-told", "run": "\\ud800", "n": NaN}',
    ],
)
def test_everything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(MessageError) as told:
        parse(text)
    said = str(told.value)
    assert said
    assert len(said) < 120
    assert "\n" not in said
    assert "passwd" not in said
    assert "cheat" not in said


@pytest.mark.parametrize(
    ("text", "n"),
    [
        (json.dumps({"do": "as-told", "n": 12}), 12),
        (json.dumps(HEAD | {"do": "cheat", "n": 10**9}), 10**9),
        (json.dumps(HEAD | {"do": "as-told", "n": 10**9 + 1}), None),
        (json.dumps(HEAD | {"do": "as-told", "n": -1}), None),
        (json.dumps(HEAD | {"do": "as-told", "n": True}), None),
        (json.dumps(HEAD | {"do": "as-told", "n": "1"}), None),
        (json.dumps(HEAD | {"do": "cheat"}) + " " * MOST_BYTES, None),
        ('{"n": 1, "do": ' + "[" * 900, None),
        ("[1]", None),
    ],
)
def test_what_is_refused_keeps_its_number(text: str, n: int | None) -> None:
    """Whoever sent it waits for an answer to that number."""
    with pytest.raises(MessageError) as told:
        parse(text)
    assert told.value.n == n


@given(
    st.text(max_size=60)
    | st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists).map(json.dumps)
)
def test_nothing_else_is_raised(text: str) -> None:
    with pytest.raises(MessageError):
        parse(text)


def test_places() -> None:
    assert place("3 red") == Zone("3", "red")
    assert place("pad blue") == Zone("pad", "blue")
    assert place("hand red") == ("red", "hand")
