"""Whom the tutor takes to decide at a virtual table, and whose what was done is: where several act at once, and where
dice or cards come first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from signifer_core.presses import Button
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.virtual import sayings, tutoring
from signifer_firmware.web.virtual.stretches import Stretches

from .seated import Apart, apart
from .tutored import thought

# Both have what they may still do before the turn ends.
SUPPLY = ("turn 2", "begin supply", "count red hand 3", "count blue hand 3")


def allowed(table: Apart) -> list[Any]:
    """What each is told, when all allow it."""
    for number in range(1, len(table.live.chairs) + 1):
        assert table.asks(str(number), do="tutor", on=True) == "done"
    return dues(table)


def dues(table: Apart) -> list[Any]:
    return [table.told(str(number))["tutor"]["due"] for number in range(1, len(table.live.chairs) + 1)]


def test_of_two_who_act_at_once_each_is_advised_and_judged_for_what_they_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tutoring, "ADVISE_US", 0)
    monkeypatch.setattr(tutoring, "JUDGE_US", 0)
    judged: list[tuple[str, list[str]]] = []
    judge = tutoring.Tutoring._judge

    def listened(self: tutoring.Tutoring, job: Any) -> None:
        judged.append((job.player, [str(action) for _, done in job.stretches for action in done]))
        judge(self, job)

    monkeypatch.setattr(tutoring.Tutoring, "_judge", listened)
    with apart(tmp_path / "two", (HAND,), game="dark-age-arena", position=SUPPLY, level=1) as table:
        table.live.helping = True
        table.wait(0.5)
        assert allowed(table) == [True, True]
        # Who asks while the other one waits for an answer takes nothing from them.
        for seat in "21":
            assert table.asks_now(seat, do="advise") == "done", seat
        assert [table.told(seat)["tutor"]["thinking"] for seat in "21"] == ["before", "before"]
        thought(table)
        for seat in "21":
            told = table.told(seat)["tutor"]
            assert (told["thinking"], told["note"], told["before"] is None) == ("", "", False), seat
        # What it thinks about is no more, once the other one has decided: who waits for it is told so.
        # It holds still as long as hands are at work, so it has no answer before.
        for seat, deed in (
            ("1", {"do": "grip"}),
            ("1", {"do": "advise"}),
            ("2", {"do": "button", "name": "ok blue", "down": True}),
            ("2", {"do": "button", "name": "ok blue", "down": False}),
        ):
            assert table.asks_now(seat, **deed) == "done"
            table.wait(0.15)
        assert dues(table) == [True, False]
        thought(table)
        told = table.told("1")["tutor"]
        assert (told["note"], told["before"]) == (sayings.CHANGED, None)
        assert table.asks("2", do="advise") == sayings.NOT_YOURS
        assert table.presses("1", "ok red") == "done"
        assert judged == [("red", ["Done(player='red')"]), ("blue", ["Done(player='blue')"])]


def test_nobody_decides_before_the_row_is_full_or_dice_have_fallen(tmp_path: Path) -> None:
    """In Thermopyles: whoever asked was told whom to draw for, after a fight that had not been fought."""
    with apart(tmp_path / "team", (HAND,), mode="team-2", game="thermopyles", level=1) as table:
        table.live.step()
        table.wait(0.5)
        assert allowed(table) == [False, False]
        assert table.asks("1", do="advise") == sayings.NOT_YOURS
        table.live.helping = True
        for _ in range(14):
            table.live.step()
            table.wait(0.4)
        assert dues(table) == [True, False]
        (card, *_) = sorted(table.live.hands.piles.cards("1", "hand"))
        assert table.asks("1", do="move", card=card, to="1 red") == "done"
        assert table.presses("1", f"{Button.OK} red") == "done"
        assert table.told("1")["game"]["step"] in ("dice", "result")
        assert dues(table) == [False, False]
        assert table.asks("1", do="advise") == sayings.NOT_YOURS


def test_undo_takes_back_what_was_done_last_by_whoever_did_it() -> None:
    view: Any = object()
    stretches = Stretches()
    for player in ("red", "blue"):
        stretches.begin(player, view)
    for doer, action in (("red", "a"), ("blue", "b"), (None, "c"), ("red", "d"), ("blue", "e")):
        stretches.did(doer, action)
    stretches.undone(3)
    assert dict(stretches.over()) == {"red": ((view, ["a"]),), "blue": ((view, ["b"]),)}
    stretches.undone(3)
    assert dict(stretches.over()) == {}, "what is of a turn before is left alone"
