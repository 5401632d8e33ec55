"""Dice at the table: drawn and journalled, printed when the game is over, and checked by the program of the docs."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from signifer_core.dice import Fallen, Record, check, derived
from signifer_core.json_values import as_object, as_str
from signifer_core.layout import SIDES, Side
from signifer_core.procedure import Roll
from signifer_firmware.i18n.words import words_of
from signifer_firmware.recording import archive
from signifer_firmware.session import dice
from signifer_firmware.storage.store import Entry, Store, StoreError
from signifer_firmware.texts.sentences import note_text, prompt_text

ENGLISH = words_of("en")
PAGE = (Path(__file__).parents[3] / "docs" / "dice.md").read_text(encoding="utf-8")
(PROGRAM,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
(PRINTED,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
BEGIN = Entry(0, "begin", {"game": "field-of-glory"})
CHI_5 = 20.52


class Evening:
    """A game's journal as the keeper writes it."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.entries = [BEGIN, dice.drawn_secret(self.rng, 0)]

    @property
    def record(self) -> Record:
        return dice.kept(Record(), self.entries)

    def press(self, player: Side, *columns: int) -> Evening:
        for column in columns:
            self.entries += dice.pressed(self.record, player, column, 0)
        return self

    def roll(self, *players: Side) -> Evening:
        rolls = dice.rolled(self.record, tuple(Roll(player, "free") for player in players), self.rng)
        body = [{"player": roll.player, "value": roll.value, "for": roll.purpose} for roll in rolls]
        self.entries.append(Entry(0, "roll", body))
        return self

    def over(self) -> Evening:
        self.entries += dice.opening(self.record, 0)
        return self

    def ceremony(self) -> Evening:
        return self.press("red", 3, 1, 5).press("blue", 2, 4, 1)

    def stored(self, path: Path) -> Path:
        store = Store(path)
        store.append(self.entries)
        store.close()
        return path


Check = Callable[[str], tuple[int, str]]


@pytest.fixture
def program(tmp_path: Path) -> Check:
    """Runs the program of the docs, with the standard library alone; gives its status and what it says."""
    file = tmp_path / "check.py"
    file.write_text(PROGRAM)

    def run(text: str) -> tuple[int, str]:
        command = [sys.executable, "-I", "-S", "-W", "error", str(file)]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=60)
        assert done.stdout == ""
        assert "Traceback" not in done.stderr
        return done.returncode, done.stderr

    return run


def test_two_dice_of_one_press_have_two_numbers() -> None:
    evening = Evening().ceremony().roll("red", "blue").roll("blue")
    record = evening.record
    players: tuple[Side, ...] = ("red", "blue", "blue")
    assert record.rolls == tuple(
        Fallen(player, "free", derived(record.secret, record.presses, number), number)
        for number, player in enumerate(players, 1)
    )
    assert check(evening.over().record) == ""


def test_dice_fall_from_the_injected_source_until_both_have_pressed_and_after_the_end() -> None:
    evening = Evening().roll("red").press("red", 1, 1, 1).roll("red").press("blue", 2, 2).roll("blue")
    assert [fallen.number for fallen in evening.record.rolls] == [0, 0, 0]
    evening.press("blue", 2).roll("red").over().roll("red")
    assert [fallen.number for fallen in evening.record.rolls] == [0, 0, 0, 1, 0]


def test_the_injected_source_draws_each_face_alike() -> None:
    """Its bytes are the operating system's on a real table; that they make faces alike, test_dice of core shows."""
    rolls = dice.rolled(Record(), (Roll("red", "free"),) * 60_000, random.Random(11))
    counts = Counter(roll.value for roll in rolls)
    assert sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(1, 7)) < CHI_5


@pytest.mark.soak
def test_a_million_dice_of_the_injected_source() -> None:
    rolls = dice.rolled(Record(), (Roll("red", "free"),) * 1_000_000, random.Random(12))
    counts = Counter(roll.value for roll in rolls)
    assert sum((counts[face] - 1e6 / 6) ** 2 / (1e6 / 6) for face in range(1, 7)) < CHI_5


def test_the_operating_system_can_be_the_source() -> None:
    """random.SystemRandom is what a real table passes in."""
    rng = random.SystemRandom()
    (roll,) = dice.rolled(Record(), (Roll("red", "free"),), rng)
    assert roll.value in range(1, 7)
    drawn = [as_str(as_object(dice.drawn_secret(rng, 0).body)["secret"]) for _ in range(2)]
    assert drawn[0] != drawn[1]
    assert len(bytes.fromhex(drawn[0])) == 16


def test_a_fourth_column_is_not_taken() -> None:
    evening = Evening().press("red", 1, 2, 3)
    assert dice.pressed(evening.record, "red", 4, 0) == []
    said = dice.answers(evening.record, "red", "army", taken=False)
    assert [(prompt.player, prompt_text(prompt, ENGLISH)) for prompt in said] == [("red", "Three are enough")]
    said = dice.answers(evening.record, "red", "army", taken=True)
    assert [(prompt.player, prompt_text(prompt, ENGLISH)) for prompt in said] == [
        (p, "Red 1 2 3") for p in SIDES
    ]


def test_a_game_of_an_older_journal_has_no_ceremony() -> None:
    record = dice.kept(Record(), [BEGIN])
    assert not dice.offered(record)
    assert dice.opening(record, 0) == []


def test_a_new_game_begins_a_new_record() -> None:
    first = Evening().ceremony().roll("red").over()
    record = dice.kept(first.record, [BEGIN])
    assert record == Record()


def words(evening: Evening, phase: str) -> list[str]:
    return [note_text(note, ENGLISH) for note in dice.notes(evening.record, phase)]


def test_what_screens_say() -> None:
    evening = Evening()
    record = evening.record
    assert words(evening, dice.OFFERED)[0] == "Fair dice: press three columns each."
    shown = words(evening, dice.OFFERED)[1].removeprefix("Hash ")
    assert shown.replace(" ", "") == record.commitment
    assert words(evening, dice.BEGUN) == ["Dice: the table's own"]
    assert words(evening.press("blue", 4), dice.OFFERED)[1] == "Blue 4"
    evening.press("blue", 4, 4).press("red", 1, 2, 3)
    assert words(evening, dice.OFFERED)[:2] == ["Red 1 2 3", "Blue 4 4 4"]
    assert words(evening, dice.OFFERED)[-1].replace(" ", "") == f"Seal{evening.record.seal}"
    assert words(evening, dice.BEGUN) == ["Dice: by your ceremony"]
    assert words(evening, "") == []


def test_the_secret_is_said_only_once_it_is_open() -> None:
    evening = Evening().ceremony()
    digits = evening.record.secret.hex()
    for phase in ("", dice.OFFERED, dice.BEGUN, dice.OVER):
        assert digits not in "".join(words(evening, phase)).replace(" ", ""), phase
    evening.over()
    assert words(evening, dice.OVER)[0].replace(" ", "") == f"Secret{digits}"
    assert len(words(evening, dice.OVER)) == 4
    assert words(evening, dice.OFFERED)[0] == "Red 3 1 5"


def test_without_a_ceremony_only_the_tallies_are_said() -> None:
    evening = Evening().roll("blue", "blue").over()
    (said,) = words(evening, dice.OVER)
    (_, tally) = evening.record.tallies()
    assert said.startswith(f"Blue rolled 2, mean {tally.mean:.2f}. Ones to sixes: ")
    assert words(Evening().over(), dice.OVER) == []


def test_a_game_that_is_over_is_printed_and_the_program_agrees(tmp_path: Path, program: Check) -> None:
    evening = Evening(5).roll("red").ceremony().roll("red", "blue").roll("red").over()
    lines = archive.dice_printed(evening.stored(tmp_path / "s"))
    assert [line.split()[0] for line in lines] == [
        *("commitment", "secret", "presses", "seal"),
        *("unsealed", "roll", "roll", "roll", "tally", "tally"),
    ]
    assert program("\n".join(lines)) == (0, "")


def changed(text: str, head: str, at: int) -> str:
    """The print-out with character ``at`` behind ``head`` changed to another digit."""
    place = text.index(head) + len(head) + at
    return text[:place] + ("1" if text[place] != "1" else "2") + text[place + 1 :]


@pytest.mark.parametrize("head", ["secret ", "presses red ", "commitment ", "seal ", "roll ", "roll 2 blue "])
def test_the_program_notices_a_change(program: Check, head: str) -> None:
    assert program(PRINTED) == (0, "")
    for at in (0,) if "ro" in head or "red" in head else (0, 20):
        status, said = program(changed(PRINTED, head, at))
        assert status == 1
        assert ("Hash and seal agree: False" in said) != head.startswith("roll")


def test_the_program_notices_each_column_and_each_roll(program: Check) -> None:
    """A change to every value that it might have."""
    for at in (0, 2, 4):
        for player in SIDES:
            status, said = program(changed(PRINTED, f"{player} ", at))
            assert (status, "agree: False" in said) == (1, True), (player, at)
    (value,) = re.findall(r"roll 3 red (\d)", PRINTED)
    for other in {"1", "2", "3", "4", "5", "6"} - {value}:
        status, said = program(PRINTED.replace(f"roll 3 red {value}", f"roll 3 red {other}"))
        assert (status, f"['roll', '3', 'red', '{other}', 'free']" in said) == (1, True)
    lines = PRINTED.splitlines()
    assert program("\n".join(line for line in lines if not line.startswith("roll 2")))[0] == 1


def test_the_program_is_of_ten_lines_and_says_when_there_is_nothing_to_check(
    tmp_path: Path, program: Check
) -> None:
    assert len(PROGRAM.splitlines()) == 10
    lines = archive.dice_printed(Evening().roll("red").over().stored(tmp_path / "s"))
    assert program("\n".join(lines)) == (1, "There was no ceremony.\n")


def test_nothing_is_printed_before_the_end(tmp_path: Path) -> None:
    path = Evening().ceremony().roll("red").stored(tmp_path / "s")
    with pytest.raises(StoreError, match="not over"):
        archive.dice_printed(path)
    Evening().stored(path)
    with pytest.raises(StoreError, match="not over"):
        archive.dice_printed(path)


def test_what_is_no_store_or_holds_no_game_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is no file"):
        archive.dice_printed(tmp_path / "missing")
    assert not (tmp_path / "missing").exists()
    (tmp_path / "text").write_text("a letter, and no store of any table\n" * 100)
    with pytest.raises(StoreError, match="cannot be read"):
        archive.dice_printed(tmp_path / "text")
    Store(tmp_path / "empty").close()
    with pytest.raises(StoreError, match="no game"):
        archive.dice_printed(tmp_path / "empty")


def test_a_journal_that_was_tampered_with_is_noticed() -> None:
    evening = Evening().ceremony().roll("red", "blue").over()
    assert check(evening.record) == ""
    at = next(at for at, entry in enumerate(evening.entries) if entry.kind == "column")
    was = evening.entries[at]
    evening.entries[at] = replace(was, body={**as_object(was.body), "column": 4})
    assert "presses" in check(evening.record)
