"""Dice: equally likely, made of secret and presses as docs/dice.md says, and whatever was changed is caught."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core import dice
from signifer_core.dice import (
    Fallen,
    Presses,
    Record,
    check,
    commitment,
    derived,
    die,
    presses_text,
    seal,
)
from signifer_core.layout import Side

SECRET = bytes(range(16))
PRESSES: Presses = (("red", 3), ("blue", 2), ("red", 1), ("red", 5), ("blue", 4), ("blue", 1))
TEXT = "red 3 1 5 blue 2 4 1"
# The upper thousandth of chi-squared with 5 and with 35 degrees of freedom; the draws are fixed, so nothing flickers.
CHI_5, CHI_35 = 20.52, 66.62

# No side of a table.
GREEN: Any = "green"


def hmac_by_hand(key: bytes, text: str) -> bytes:
    """HMAC-SHA256 as RFC 2104 writes it, for keys of at most 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + text.encode()).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def played(
    secret: bytes = SECRET, presses: Presses = PRESSES, rolls: int = 10, *, opened: bool = True
) -> Record:
    """A game with a ceremony, as an honest table records it."""
    record = Record(secret, commitment(secret), presses, seal(secret, presses))
    for number in range(1, rolls + 1):
        player: Side = "red" if number % 3 else "blue"
        record = record.with_roll(player, "free", derived(secret, presses, number))
    return replace(record, opened=opened)


def chi_squared(counts: Counter[int], cells: int, draws: int) -> float:
    expected = draws / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_every_byte_that_is_used_makes_each_face_equally_often() -> None:
    faces = Counter(die((byte, 5)) if byte < 252 else 0 for byte in range(256))
    assert faces == {0: 4, 1: 42, 2: 42, 3: 42, 4: 42, 5: 42, 6: 42}


@pytest.mark.parametrize("dropped", range(252, 256))
def test_bytes_that_would_favour_small_numbers_are_dropped(dropped: int) -> None:
    assert die((dropped, 255, 252, 251, 0)) == 6


def test_the_die_is_what_the_docs_say_of_it() -> None:
    assert presses_text(PRESSES) == TEXT
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert seal(SECRET, PRESSES) == hmac_by_hand(SECRET, TEXT).hex()
    for number in (1, 2, 3, 1000):
        stream = hmac_by_hand(SECRET, f"{TEXT} roll {number} block 0")
        assert derived(SECRET, PRESSES, number) == next(b for b in stream if b < 252) % 6 + 1


def test_known_dice() -> None:
    """Written down once: another program that follows docs/dice.md has to find the same."""
    assert [derived(SECRET, PRESSES, number) for number in range(1, 13)] == KNOWN


KNOWN = [4, 1, 3, 5, 5, 1, 1, 3, 6, 4, 2, 4]


def test_a_block_without_a_usable_byte_is_followed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def mac(secret: bytes, text: str) -> bytes:
        asked.append(text)
        return bytes([254] * 31 + [3 if text.endswith("block 2") else 255])

    monkeypatch.setattr(dice, "_mac", mac)
    assert derived(SECRET, PRESSES, 7) == 4
    assert asked == [f"{TEXT} roll 7 block {block}" for block in range(3)]


def faces_and_pairs(draws: int) -> tuple[float, float]:
    values = [derived(SECRET, PRESSES, number) - 1 for number in range(1, draws + 1)]
    pairs = Counter(first * 6 + second for first, second in zip(values[::2], values[1::2], strict=True))
    return chi_squared(Counter(values), 6, draws), chi_squared(pairs, 36, draws // 2)


def test_dice_of_a_ceremony_are_fair() -> None:
    faces, pairs = faces_and_pairs(100_000)
    assert faces < CHI_5
    assert pairs < CHI_35


@pytest.mark.soak
def test_a_million_dice_of_a_ceremony_are_fair() -> None:
    faces, pairs = faces_and_pairs(1_000_000)
    assert faces < CHI_5
    assert pairs < CHI_35


def test_chi_squared_notices_dice_of_plain_bytes() -> None:
    """256 is no multiple of 6: without dropping bytes, a million dice would be seen to be unfair."""
    counts = Counter({face: 42 + (face < 4) for face in range(6)})
    scaled = Counter({face: times * 1_000_000 // 256 for face, times in counts.items()})
    assert chi_squared(scaled, 6, 1_000_000) > CHI_5


def test_a_ceremony_holds_when_both_have_pressed_three_columns() -> None:
    record = Record(SECRET, commitment(SECRET))
    for at, (player, column) in enumerate(PRESSES):
        assert (record.holds, record.next_number) == (False, 0)
        record = replace(record, presses=(*record.presses, (player, column)))
        assert record.columns(player)[-1] == column, at
    assert (record.holds, record.next_number) == (True, 1)
    assert record.with_roll("red", "free", 4).next_number == 2
    assert replace(record, opened=True).next_number == 0, "an open secret makes no dice"
    assert not replace(record, secret=b"").holds


def test_dice_before_the_ceremony_have_no_number() -> None:
    record = Record(SECRET, commitment(SECRET)).with_roll("red", "free", 4)
    record = replace(record, presses=PRESSES, seal=seal(SECRET, PRESSES))
    record = record.with_roll("blue", "free", derived(SECRET, PRESSES, 1))
    assert [fallen.number for fallen in record.rolls] == [0, 1]
    late = replace(record, opened=True).with_roll("red", "free", 1)
    assert late.rolls[-1].number == 0
    assert check(late) == ""


secrets = st.binary(min_size=16, max_size=16)
columns = st.lists(st.integers(1, 5), min_size=3, max_size=3)


@st.composite
def ceremonies(draw: st.DrawFn) -> Record:
    red, blue = draw(columns), draw(columns)
    pressed: list[tuple[Side, int]] = [("red", column) for column in red]
    pressed += [("blue", column) for column in blue]
    return played(draw(secrets), tuple(draw(st.permutations(pressed))), draw(st.integers(0, 6)))


@settings(deadline=None)
@given(ceremonies())
def test_an_honest_record_agrees(record: Record) -> None:
    assert check(record) == ""


@settings(deadline=None)
@given(ceremonies(), st.data())
def test_a_changed_secret_is_caught(record: Record, data: st.DataObject) -> None:
    other = data.draw(secrets.filter(lambda secret: secret != record.secret))
    assert "secret" in check(replace(record, secret=other))
    assert "presses" in check(replace(record, secret=other, commitment=commitment(other)))


@settings(deadline=None)
@given(ceremonies(), st.data())
def test_a_changed_press_is_caught_even_if_no_die_was_rolled(record: Record, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, 5))
    player, was = record.presses[at]
    column = data.draw(st.integers(1, 5).filter(lambda column: column != was))
    presses = (*record.presses[:at], (player, column), *record.presses[at + 1 :])
    assert "presses" in check(replace(record, presses=presses))


@settings(deadline=None)
@given(ceremonies().filter(lambda record: bool(record.rolls)), st.data())
def test_a_changed_roll_is_caught(record: Record, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(record.rolls) - 1))
    was = record.rolls[at]
    value = data.draw(st.integers(1, 6).filter(lambda value: value != was.value))
    changed = (*record.rolls[:at], replace(was, value=value), *record.rolls[at + 1 :])
    assert f"die {at + 1} shows {value}" in check(replace(record, rolls=changed))


def test_other_changes_are_named_too() -> None:
    record = played()
    assert "16 are the least" in check(replace(record, secret=b"short"))
    assert "columns" in check(replace(record, presses=(("red", 6), *record.presses[1:])))
    assert "columns" in check(replace(record, presses=((GREEN, 3), *record.presses[1:])))
    assert "no ceremony" in check(replace(record, presses=record.presses[:-1]))
    assert "has to show" in check(replace(record, rolls=record.rolls[1:]))
    renumbered = (replace(record.rolls[0], number=2), *record.rolls[1:])
    assert "has to show" in check(replace(record, rolls=renumbered))
    assert "has to show" in check(replace(record, rolls=(*record.rolls, record.rolls[-1])))


def test_without_a_ceremony_only_the_commitment_is_checked() -> None:
    record = Record(SECRET, commitment(SECRET), rolls=(Fallen("red", "free", 3),), opened=True)
    assert check(record) == ""
    assert "secret" in check(replace(record, secret=bytes(16)))


def test_tallies_count_every_die_of_each_player() -> None:
    record = Record()
    falls: tuple[tuple[Side, int], ...] = (("red", 6), ("blue", 1), ("red", 6), ("red", 3))
    for player, value in falls:
        record = record.with_roll(player, "free", value)
    red, blue = record.tallies()
    assert (red.player, red.faces, red.dice, red.mean) == ("red", (0, 0, 1, 0, 0, 2), 3, 5.0)
    assert (blue.player, blue.faces, blue.dice, blue.mean) == ("blue", (1, 0, 0, 0, 0, 0), 1, 1.0)
    assert [tally.mean for tally in Record().tallies()] == [0.0, 0.0]
