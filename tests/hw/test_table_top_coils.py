"""Wound coils in figures, and the check of coils that an owner has measured."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_drivers.air.figures import printed, raw
from signifer_drivers.air.loops import field_a_per_m
from signifer_drivers.air.places import ONE
from signifer_drivers.air.resonators import CARRIER_HZ, reader
from signifer_firmware.config import model
from signifer_firmware.config.model import load_table
from signifer_hw.__main__ import main
from signifer_hw.table_top import jigs
from signifer_hw.table_top.chances import Row, rows
from signifer_hw.table_top.coil_file import coil_faults, weakest
from signifer_hw.table_top.coils import (
    ALONE,
    LONG,
    MODULE,
    PAIR,
    PROBE,
    Coil,
    capacity_pf,
    resonance_mhz,
    seen_by_tag,
)
from signifer_hw.table_top.parts import AIR, READER, Size
from signifer_hw.table_top.plan import plan
from signifer_hw.table_top.rules import chances_of_some, percent

HW = Path(__file__).parents[2] / "hw"
AIR_TOML = HW.parent / "drivers" / "signifer_drivers" / "air" / "air.toml"
GOOD = '[coil."blue ones"]\nouter_mm = [38.5, 38]\nturns = 4\npitch_mm = 1.2\nwidth_mm = 0.6\n'


@given(st.floats(100, 10_000))
def test_a_capacitor_resonates_with_its_coil(inductance: float) -> None:
    assert resonance_mhz(inductance, capacity_pf(inductance)) == pytest.approx(CARRIER_HZ / 1e6)


def test_wound_coils_have_the_modules_inductance_within_a_tenth() -> None:
    for coil in (ALONE, PAIR):
        assert coil.inductance_nh == pytest.approx(MODULE.inductance_nh, rel=0.1)
    assert LONG.inductance_nh > 1.5 * MODULE.inductance_nh
    assert seen_by_tag(LONG.air) < seen_by_tag(PAIR.air, 0, PAIR.apart_mm / 2)


def test_wire_counts_every_window_and_its_feed() -> None:
    assert Coil("one", Size(10, 20), 1, 0.5, 3).wire_mm == 60 + 56 + 52 + 120
    assert Coil("two", Size(10, 20), 1, 0.5, 3, 2, 100, 50).wire_mm == 2 * (60 + 56 + 52) + 2 * 50 + 120


def test_the_probe_resonates_with_the_readers() -> None:
    assert pytest.approx(13.56, rel=0.02) == PROBE.resonance_mhz
    assert PROBE.capacitor_pf in (100, 120, 150)  # of the series E12


def test_a_bad_coil_is_named_with_its_line() -> None:
    found = coil_faults(AIR_TOML.read_bytes(), file="air.toml")
    lines = AIR_TOML.read_text().splitlines()
    assert [words.split(" of ")[0].split(": ")[1] for words in found] == [
        "coil module 36",
        "coil module 40x35",
    ]
    for words, size in zip(found, ("36.0, 36.0", "40.0, 35.0"), strict=True):
        assert size in lines[int(words.split(":")[1]) - 1]
        assert "take a larger one" in words


def test_a_good_one_is_not_complained_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "coils.toml"
    file.write_text(GOOD)
    assert main(["coils", str(file)]) == 0
    assert capsys.readouterr().out == "every coil reads two cards\n"
    file.write_text(GOOD.replace("[38.5, 38]", "[34, 34]"))
    assert main(["coils", str(file)]) == 2
    assert f"{file}:2: coil blue ones of 34 x 34 mm reads the weaker one" in capsys.readouterr().err


def said_with(tmp_path: Path, coil: str, added: str, *words: str) -> subprocess.CompletedProcess[str]:
    """`python -m signifer_hw WORDS`, where air.toml names ``coil`` as the module's and ends with ``added``."""
    package = AIR_TOML.parents[1]
    changed = tmp_path / package.name
    (changed / "air").mkdir(parents=True)
    for folder, into in ((package, changed), (AIR_TOML.parent, changed / "air")):
        for file in folder.iterdir():
            if file.name not in ("air", "air.toml", "__pycache__"):
                (into / file.name).symlink_to(file)
    text, was = AIR_TOML.read_text(), 'module = { value = "module 38"'
    assert text.count(was) == 1
    text = text.replace(was, f'module = {{ value = "{coil}"') + added
    (changed / "air" / "air.toml").write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "signifer_hw", *words],
        env={"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
        capture_output=True,
        text=True,
    )


def refused(tmp_path: Path, coil: str, *words: str) -> str:
    """What is said where ``coil`` is the module's."""
    ran = said_with(tmp_path, coil, "", *words)
    assert ran.returncode == 2
    return ran.stderr


def at_its_line(coil: str) -> str:
    before, _, after = AIR_TOML.read_text().partition(f'[coil."{coil}"]\n')
    assert after.startswith("outer_mm")
    return f"(air.toml:{len(before.splitlines()) + 2})"


@pytest.mark.slow
def test_no_top_is_made_for_a_module_of_36_mm(tmp_path: Path) -> None:
    made = tmp_path / "hw"
    made.mkdir()
    said = "is read with a chance of 87 % at its worst place, by a coil of 36 x 36 mm"
    told = refused(tmp_path, "module 36", "all", str(made))
    assert f"table top standard: card 2 of 1 red {said} {at_its_line('module 36')};" in told
    assert list(made.iterdir()) == []


@pytest.mark.slow
def test_a_table_is_checked_with_the_module_that_is_named(tmp_path: Path) -> None:
    table, wiring = Path(model.__file__).parent / "tables" / "standard.toml", HW / "wiring" / "standard.toml"
    said = "is read with a chance of 81 % at its worst place, by a coil of 40 x 35 mm"
    told = refused(tmp_path, "module 40x35", "check", str(table), str(wiring))
    assert f"{table}: the top: card 2 of 1 red {said} {at_its_line('module 40x35')};" in told


@pytest.mark.slow
def test_a_coil_as_the_page_writes_it_may_stand_in_the_models_file(tmp_path: Path) -> None:
    page = (HW.parent / "docs" / "air.md").read_text().split("## Coils of your own")[1]
    block = page[: page.index("    $ ")].replace("\n    ", "\n")
    block = block[block.index("[coil.") :]
    name = block.split('"')[1]
    table, wiring = Path(model.__file__).parent / "tables" / "standard.toml", HW / "wiring" / "standard.toml"
    ran = said_with(tmp_path, name, f"\n{block}", "check", str(table), str(wiring))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("no faults\n")


def test_a_module_that_is_no_coil_of_the_file_is_one_line(tmp_path: Path) -> None:
    ran = said_with(tmp_path, "module 83", "", "coils", str(AIR_TOML))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith('air.toml: module = "module 83": no such coil; known: module 38, ')
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (GOOD.replace("turns = 4", "turns = 0"), "c.toml:3: coil blue ones: turns is wrong or missing"),
        (GOOD.replace("turns = 4", "turns = true"), "c.toml:3: coil blue ones: turns is wrong or missing"),
        (GOOD.replace("pitch_mm = 1.2", "pitch_mm = 7"), "c.toml:3: coil blue ones: its turns do not fit"),
        (GOOD.replace("[38.5, 38]", "38"), "c.toml:2: coil blue ones: outer_mm is wrong or missing"),
        (GOOD.replace("[38.5, 38]", "[inf, 38]"), "c.toml:2: coil blue ones: outer_mm is wrong or missing"),
        (GOOD.replace("[38.5, 38]", "[nan, 38]"), "c.toml:2: coil blue ones: outer_mm is wrong or missing"),
        (GOOD + "colour = 1\n", "c.toml:6: coil blue ones: no such key: colour"),
        ("[coil]\nblue = 3\n", "c.toml:2: coil blue is no table"),
        ("", "c.toml:1: no coil; write"),
        ("coil = 3", "c.toml:1: no coil; write"),
        ("[coil", "c.toml:1: not TOML"),
    ],
)
def test_what_is_written_wrong_is_told(written: str, said: str) -> None:
    found = coil_faults(written.encode(), file="c.toml")
    assert found[0].startswith(said), found


def test_the_page_about_the_air_says_what_the_model_says() -> None:
    page = " ".join((AIR_TOML.parents[3] / "docs" / "air.md").read_text().split())
    module, small, short, large, two, three, pair = rows()

    def worst(row: Row, cards: int) -> str:
        return percent(min(chance for _, chance in row.chances(cards)))

    assert f"3 mm wrong: {worst(module, 2)} for the weaker one" in page
    assert f"does not**: {worst(small, 2)[:-2]} and {worst(short, 2)}." in page
    assert f"{worst(two, 4)} at worst, though" in page
    assert f"**, laid in their order: {worst(three, 6)} at worst, and" in page
    assert f"side come to {worst(pair, 4)}: two cards on one side alone to {worst(pair, 2)}." in page
    some = {zone: chances_of_some(plan(load_table("double")), zone) for zone in ("1 red", "pad red")}
    assert f"first and the third alone {percent(some['1 red'][1, 3])} at worst" in page
    assert f"second and the fourth {percent(some['1 red'][2, 4])}; the" in page
    assert f"first three {percent(some['1 red'][1, 2, 3])}, and" in page
    below = sorted(chance for chance in some["pad red"].values() if chance < 0.9)
    assert f"{len(below)} of {len(some['pad red'])} choices" in page
    assert f"both above the middle: {percent(below[0])}." in page
    assert f"any choice has less than {percent(AIR.least_chance_left)} (" in page
    assert f"reads three cards at {worst(large, 3)}, four at {worst(large, 4)}**" in page


@pytest.mark.parametrize("bought", [MODULE.outer, (42, 42)], ids=str)
def test_the_template_names_the_smallest_square_that_reads_whichever_module_is_bought(
    bought: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jigs, "READER", replace(READER, coil=Size(*bought)))
    squares = {side: printed("", (side, side), 4, 1.2, 0.6) for side in range(36, 43, 2)}
    least = min(side for side, coil in squares.items() if weakest(coil) >= AIR.least_chance)
    said = " ".join(text.text for text in jigs.reader().texts)
    assert (
        f"A coil of {least} mm square reads both cards at their worst places, one of {least - 2} does not"
        in said
    )


def test_the_yardstick_is_held_against_the_norms_field() -> None:
    page = " ".join((AIR_TOML.parents[3] / "docs" / "air.md").read_text().split())
    least = 1.5
    amperes = least / sum(field_a_per_m(turn, 0, 0, AIR.reach_mm) for turn in MODULE.turns)
    ohm = reader(MODULE.inductance_nh, AIR.quality).ohm
    assert f"{least} A/m, which ISO/IEC 14443-2 " in page
    assert f"{1000 * amperes:.0f} mA in the coil, {amperes**2 * ohm:.1f} W in its {ohm:.0f} Ω" in page


def test_the_picture_has_every_coil_of_the_file_and_six_cards() -> None:
    kinds = rows()
    assert len(kinds) == len(raw()["coil"]) + 3
    assert all(len(row.places) == 6 for row in kinds)
    assert [row.chances(2)[1][1] >= 0.9 for row in kinds] == [
        *(True, False, False, True),
        *(True, True, True),
    ]
    *alone, two, three, _ = kinds
    assert two.chances(4)[3][1] > 0.9 > alone[0].chances(4)[3][1]
    assert min(worst for _, worst in three.chances(6)) > 0.9
    assert len(ONE) == 6
