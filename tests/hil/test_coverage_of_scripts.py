"""The scripts tell every row: each refusal code and each step of the procedure is expected by some of them."""

from __future__ import annotations

from pathlib import Path

from signifer_firmware.texts import refusal_codes

SCRIPTS = sorted((Path(__file__).parents[1] / "scripts").glob("*.table"))
CODES = {
    *("not-a-unit", "column-full", "mixed-kinds", "not-your-turn", "wrong-phase", "wrong-side", "pay-first"),
    *("not-enough", "nothing-due", "discard-needs-placement", "no-enemy", "no-unit", "not-vulnerable"),
    *("cannot-retreat", "hand-limit", "cannot-move", "unknown-tag", "wrong-game", "card-elsewhere"),
    *("wrong-column", "one-card", "count-wrong"),
}
STEPS = {
    *("army", "terrain", "first", "advance", "flank", "actions", "lead", "bonus", "retreat", "result"),
    *("rampage", "draw", "shuffle", "over"),
}
# Why undo goes no further back, as the screens say it.
NEVERS = {"nothing to undo", "cards are drawn", "cards are shown", "bonus card stands", "deck is shuffled"}
NEVERS |= {"dice were rolled", "that turn is over", "the other has moved"}


def expected(*words: str) -> set[str]:
    """What stands behind these words in any script, a comment taken off."""
    start = " ".join(words) + " "
    lines = [line.partition("#")[0].split() for path in SCRIPTS for line in path.read_text().splitlines()]
    spoken = [" ".join(line) for line in lines]
    return {line.removeprefix(start) for line in spoken if line.startswith(start)}


def test_the_list_of_codes_is_that_of_the_texts() -> None:
    assert refusal_codes("field-of-glory") == CODES


def test_every_refusal_code_is_expected_by_a_script() -> None:
    assert CODES - expected("expect", "refused") == set()


def test_every_step_is_expected_by_a_script() -> None:
    assert STEPS - expected("expect", "step") == set()


def test_every_reason_against_an_undo_is_expected_by_a_script() -> None:
    told = {words for player in ("red", "blue") for words in expected("expect", "screen", player)}
    assert NEVERS - told == set()
