"""The network of an antenna: what is reckoned backwards is what comes out forwards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_drivers.air.figures import figures
from signifer_drivers.air.matching import Filter, Network, load_ohm, matched
from signifer_drivers.air.resonators import CARRIER_HZ

MODULE_NH = figures().coils["module 38"].inductance_nh


@given(
    st.floats(500, 3000),
    st.floats(10, 60),
    st.floats(20, 100),
    st.sampled_from([(2200, 47), (560, 220), (1000, 100)]),
)
def test_a_matched_network_is_seen_as_its_resistance(
    nh: float, quality: float, ohm: float, emc: tuple[float, float]
) -> None:
    try:
        network = matched(nh, quality, ohm, Filter(*emc))
    except ValueError:
        return
    assert load_ohm(nh, quality, network, Filter(*emc)) == pytest.approx(complex(ohm, 0), rel=1e-6, abs=1e-6)
    assert network.series_pf > 0
    assert network.parallel_pf > 0


def test_without_any_filter_it_is_the_l_of_the_text_books() -> None:
    """A series capacitor before a parallel one: the conductance of the coil stays, the rest is tuned out."""
    none = Filter(1e-9, 1e-9)
    network = matched(1000, 30, 40, none)
    omega = 2 * 3.141592653589793 * CARRIER_HZ
    own = omega * 1000e-9 / 2
    parallel_ohm = own / 30 * (1 + 30**2)
    transformed = (parallel_ohm / 20 - 1) ** 0.5 * 20
    assert 1e12 / (omega * network.series_pf) == pytest.approx(transformed, rel=1e-6)


def test_the_parts_of_a_bought_module_are_near_what_its_coil_needs() -> None:
    """Read from one by an owner: 2.2 uH, 47 pF, then 180 pF beside 10 to 15 (forum.mikroe.com, topic 64203)."""
    network = matched(MODULE_NH, 35, 40, Filter(2200, 47))
    assert network.parallel_pf == pytest.approx(180 + 15, rel=0.15)
    assert 5 < network.series_pf < 20


def test_a_coil_with_less_inductance_needs_more_capacity() -> None:
    small, large = (matched(nh, 35, 40, Filter()) for nh in (800, 1600))
    assert small.parallel_pf > large.parallel_pf
    assert load_ohm(800, 35, Network(large.series_pf, large.parallel_pf), Filter()).real < 20


@pytest.mark.parametrize("ohm", [0.5, 1e6])
def test_what_cannot_be_matched_is_refused(ohm: float) -> None:
    with pytest.raises(ValueError, match="no capacitors match 826 nH"):
        matched(826, 35, ohm, Filter(2200, 68))
