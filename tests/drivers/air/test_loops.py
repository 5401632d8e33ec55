"""Loops against what others have published, and against what must hold for all of them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_drivers.air.loops import (
    MU_0_NH_PER_MM,
    Loop,
    circle,
    field_a_per_m,
    mutual_nh,
    own_nh,
    rectangle,
    round_gmd_mm,
    strip_gmd_mm,
)

from tests.sweeps import often

SIDES = st.floats(10, 100)
AWAY = st.floats(-60, 60)
UP = st.floats(1, 60)


def maxwell_nh(radius: float, other: float, apart: float) -> float:
    """Two coaxial circles by Maxwell's formula, its elliptic integrals by the arithmetic-geometric mean."""
    square = 4 * radius * other / ((radius + other) ** 2 + apart**2)
    high, low, gap = 1.0, math.sqrt(1 - square), math.sqrt(square)
    lost, power = square / 2, 1.0
    while abs(gap) > 1e-15:
        gap = (high - low) / 2
        high, low = (high + low) / 2, math.sqrt(high * low)
        lost, power = lost + power * gap * gap, power * 2
    first = math.pi / 2 / high
    second = first * (1 - lost)
    k = math.sqrt(square)
    return MU_0_NH_PER_MM * math.sqrt(radius * other) * ((2 / k - k) * first - 2 / k * second)


def test_grovers_two_circles() -> None:
    """Radii of 25 and 20 cm, 10 cm apart: 0.24879 uH (F. W. Grover, Inductance Calculations, chapter 11)."""
    assert maxwell_nh(250, 200, 100) == pytest.approx(248.79, abs=0.005)
    assert mutual_nh(circle(250), circle(200).moved(0, 0, 100)) == pytest.approx(248.79, rel=2e-4)


@pytest.mark.parametrize(("radius", "other", "apart"), [(10, 10, 0.7), (10, 20, 7), (19, 10, 40), (5, 60, 3)])
def test_circles_are_maxwells(radius: float, other: float, apart: float) -> None:
    found = mutual_nh(circle(radius), circle(other).moved(0, 0, apart))
    assert found == pytest.approx(maxwell_nh(radius, other, apart), rel=1e-3)


def test_a_ring_of_wire() -> None:
    """Radius 10 mm, wire 0.5 mm, current in its skin: mu0 r (ln(8 r / a) - 2)."""
    closed = MU_0_NH_PER_MM * 10 * (math.log(8 * 10 / 0.25) - 2)
    assert own_nh([circle(10)], round_gmd_mm(0.5)) == pytest.approx(closed, rel=2e-3)


@pytest.mark.parametrize(
    ("outer", "turns", "width", "gap"), [(38, 4, 0.6, 0.6), (50, 3, 1.0, 1.0), (40, 6, 0.3, 0.5)]
)
def test_a_printed_square_is_mohans(outer: float, turns: int, width: float, gap: float) -> None:
    """S. Mohan and others, Simple Accurate Expressions for Planar Spiral Inductances (1999): the current sheet."""
    inner = outer - 2 * (turns * width + (turns - 1) * gap)
    mean, fill = (outer + inner) / 2, (outer - inner) / (outer + inner)
    sheet = math.log(2.07 / fill) + 0.18 * fill + 0.13 * fill * fill
    published = MU_0_NH_PER_MM * turns**2 * mean * 1.27 / 2 * sheet
    pitch = width + gap
    loops = [rectangle(*[outer - width - 2 * pitch * turn] * 2) for turn in range(turns)]
    assert own_nh(loops, strip_gmd_mm(width)) == pytest.approx(published, rel=0.03)


def test_a_coil_that_nxp_has_measured() -> None:
    """Application note AN077925, antenna example: 160 x 180 mm, two turns; measured 2.7 and 2.5 uH."""
    loops = [rectangle(160, 180), rectangle(156, 176)]
    assert own_nh(loops, strip_gmd_mm(1.0)) == pytest.approx(2600, rel=0.1)


@settings(max_examples=often(12, 30), deadline=None)
@given(SIDES, SIDES, SIDES, SIDES, AWAY, AWAY, UP)
def test_each_hears_the_other_alike(
    wide: float, high: float, its_wide: float, its_high: float, x: float, y: float, z: float
) -> None:
    one, other = rectangle(wide, high), rectangle(its_wide, its_high).moved(x, y, z)
    assert mutual_nh(one, other) == pytest.approx(mutual_nh(other, one), abs=1e-6)
    mirrored = rectangle(its_wide, its_high).moved(-x, y, z)
    assert mutual_nh(one, mirrored) == pytest.approx(mutual_nh(one, other), abs=1e-6)


@settings(max_examples=10, deadline=None)
@given(AWAY, AWAY, st.floats(5, 40))
def test_the_flux_is_the_fields_sum(x: float, y: float, z: float) -> None:
    """Neumann's integral and Biot and Savart's law, which know nothing of each other, agree."""
    coil, tag = rectangle(34, 40), rectangle(8, 8).moved(x, y, z)
    points = [(x - 3.5 + i, y - 3.5 + j) for i in range(8) for j in range(8)]
    flux = math.fsum(field_a_per_m(coil, *point, z) for point in points) / 1000
    scale = MU_0_NH_PER_MM * field_a_per_m(coil, 0, 0, z) * 64 / 1000
    assert mutual_nh(coil, tag) == pytest.approx(MU_0_NH_PER_MM * flux, abs=0.01 * scale)


@given(SIDES, SIDES)
def test_the_field_in_the_middle_is_that_of_the_closed_formula(width: float, height: float) -> None:
    metres = (width / 1000, height / 1000)
    closed = 2 * math.hypot(*metres) / (math.pi * metres[0] * metres[1])
    assert field_a_per_m(rectangle(width, height), 0, 0, 0) == pytest.approx(closed)


def test_far_away_it_falls_by_the_cube() -> None:
    near, far = (mutual_nh(rectangle(20, 20), rectangle(10, 10).moved(0, 0, z)) for z in (1000, 2000))
    assert near / far == pytest.approx(8, rel=0.01)
    dipole = 2 * (0.02 * 0.02) / (4 * math.pi * 1.0**3)
    assert field_a_per_m(rectangle(20, 20), 0, 0, 1000) == pytest.approx(dipole, rel=0.01)


def test_the_flux_turns_round_beside_a_coil() -> None:
    tag = circle(10)
    through = [mutual_nh(rectangle(34, 34), tag.moved(0, y, 7)) for y in (0, 15, 22, 24, 40)]
    assert through[:3] == sorted(through[:3], reverse=True)
    assert through[2] > 0 > through[3]


def test_loops_know_their_size() -> None:
    assert rectangle(3, 4).area == 12
    assert circle(10).area == pytest.approx(100 * math.pi)
    assert rectangle(3, 4).length == 14
    assert rectangle(2, 2).moved(5, 7).middle == (5, 7)


@pytest.mark.parametrize("size", [(0, 1), (1, -1)])
def test_what_is_no_loop_is_refused(size: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="no loop"):
        rectangle(*size)
    with pytest.raises(ValueError, match="no loop"):
        circle(min(size))
    with pytest.raises(ValueError, match="no conductor"):
        own_nh([Loop(((0, 0), (1, 0), (0, 1)))], 0)
