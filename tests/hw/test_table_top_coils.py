"""Coils in figures, against published coils and against closed formulas."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_hw.table_top.coils import (
    ALONE,
    CARRIER_HZ,
    LONG,
    MODULE_COIL,
    PAIR,
    PROBE,
    ROUND,
    SQUARE,
    Coil,
    capacity_pf,
    coupling_db,
    field_a_per_m,
    inductance_nh,
    resonance_mhz,
    seen_by_tag,
)
from signifer_hw.table_top.parts import Size

SIDES = st.floats(10, 300)


def test_a_coil_that_nxp_has_measured() -> None:
    """Application note AN077925, antenna example: 160 x 180 mm, two turns; measured 2.7 and 2.5 uH."""
    assert inductance_nh(2 * (160 + 180), 1.0, 2, SQUARE) == pytest.approx(2600, rel=0.1)


def test_a_coil_of_the_other_published_formula() -> None:
    """50 x 40 mm outside, four turns of 0.5 mm, 0.5 mm apart: 1.85 uH by the formula with two sides (NXP AN1445)."""
    assert inductance_nh(2 * (46 + 36), 0.5, 4, SQUARE) == pytest.approx(1850, rel=0.1)


@given(SIDES, SIDES, st.floats(0.1, 2), st.integers(1, 6))
def test_more_turns_and_thinner_wire_have_more_inductance(
    width: float, height: float, wire: float, turns: int
) -> None:
    one = inductance_nh(2 * (width + height), wire, turns, SQUARE)
    assert 0 < one < inductance_nh(2 * (width + height), wire, turns + 1, SQUARE)
    assert one < inductance_nh(2 * (width + height), wire / 2, turns, SQUARE)


@pytest.mark.parametrize(("turn", "wire", "turns"), [(0, 1, 1), (10, 0, 1), (10, 1, 0), (1, 2, 1)])
def test_what_is_no_coil_is_refused(turn: float, wire: float, turns: float) -> None:
    with pytest.raises(ValueError, match="no coil"):
        inductance_nh(turn, wire, turns, ROUND)


@given(st.floats(100, 10_000))
def test_a_capacitor_resonates_with_its_coil(inductance: float) -> None:
    assert resonance_mhz(inductance, capacity_pf(inductance)) == pytest.approx(CARRIER_HZ / 1e6)


@given(SIDES, SIDES)
def test_the_field_in_the_middle_is_that_of_the_closed_formula(width: float, height: float) -> None:
    metres = (width / 1000, height / 1000)
    closed = 2 * math.hypot(*metres) / (math.pi * metres[0] * metres[1])
    assert field_a_per_m(Size(width, height), 0, 0, 0) == pytest.approx(closed)


@given(SIDES, SIDES, st.floats(-50, 50), st.floats(-50, 50), st.floats(1, 50))
def test_the_field_is_the_same_on_both_sides(
    width: float, height: float, x: float, y: float, z: float
) -> None:
    window = Size(width, height)
    here = field_a_per_m(window, x, y, z)
    assert here == pytest.approx(field_a_per_m(window, -x, y, z), abs=1e-6)
    assert here == pytest.approx(field_a_per_m(window, x, -y, z), abs=1e-6)


def test_far_away_a_loop_is_a_dipole() -> None:
    window, z = Size(20, 20), 1000.0
    dipole = 2 * (0.02 * 0.02) / (4 * math.pi * (z / 1000) ** 3)
    assert field_a_per_m(window, 0, 0, z) == pytest.approx(dipole, rel=0.01)


def test_a_modules_coil_fades_at_its_edge_and_a_loop_does_not() -> None:
    assert coupling_db(MODULE_COIL.window, 0, 0) == 0
    assert -7 < coupling_db(MODULE_COIL.window, 0, 15) < -4
    assert coupling_db(ALONE.window, 0, 15) > -1
    assert coupling_db(MODULE_COIL.window, 0, 60) == -99  # beyond the coil the field points the other way


def test_wound_coils_have_the_modules_inductance_within_a_tenth() -> None:
    for coil in (ALONE, PAIR):
        assert coil.inductance_nh == pytest.approx(MODULE_COIL.inductance_nh, rel=0.1)
    assert LONG.inductance_nh > 1.5 * MODULE_COIL.inductance_nh
    assert seen_by_tag(LONG.window, 0, 0) * LONG.turns < seen_by_tag(PAIR.window, 0, 0) * PAIR.turns


def test_wire_counts_every_window_and_its_feed() -> None:
    assert Coil("one", Size(10, 20), 1, 3).wire_mm == 3 * 60 + 120
    assert Coil("two", Size(10, 20), 1, 3, 2, 50).wire_mm == 2 * 3 * 60 + 2 * 50 + 120


def test_the_probe_resonates_with_the_readers() -> None:
    assert pytest.approx(13.56, rel=0.02) == PROBE.resonance_mhz
    assert PROBE.capacitor_pf in (100, 120, 150)  # of the series E12
