"""A combat of Thermopyles at a whole virtual table: what its screens have drawn after each gesture."""

from __future__ import annotations

from signifer_firmware.cli.showcase import played
from signifer_firmware.simulation.table_run import ScriptRun


def shown(run: ScriptRun, place: str) -> tuple[set[str], list[str]]:
    """What is written on a screen, and the dice on it."""
    drawn = run.appliance.drawn[place]
    return set(drawn.texts), [box.what for box in drawn.boxes if box.what.startswith("die ")]


def test_the_screens_run_with_the_dice_of_a_combat_and_end_with_its_end() -> None:
    rolled: list[tuple[set[str], list[str], set[str]]] = []
    for statement, run in played("thermopyles.table"):
        if statement.text == "press dice":
            team, _ = shown(run, "red")
            rolled.append((*shown(run, "1 red"), team))
        if statement.text == "put persian-14 4 blue":
            team, _ = shown(run, "red")
            assert {"TH-6", "Lay Persian 16/18 on the cemetery, column 5."} <= team
        if statement.text == "expect winner red":
            assert "The Spartans win" in shown(run, "red")[0] & shown(run, "blue")[0]
            assert {"29", "29: 2 annihilated"} <= shown(run, "1 red")[0]
            assert "12/12" in shown(run, "blue")[0]
    assert [(sorted(texts & {"15", "21", "26", "29"}), dice) for texts, dice, _ in rolled] == [
        (["15"], ["die 2"]),
        (["21"], ["die 4", "die to fall", "die to fall"]),
        (["26"], ["die 4", "die 5", "die to fall"]),
        (["29"], ["die 4", "die 5", "die 3"]),
    ]
    for total, (_, _, team) in list(zip(("15", "21", "26", "29"), rolled, strict=True))[1:]:
        assert {"Total", total, "Persian", "16"} <= team
    assert "15: not enough" in rolled[0][0]
