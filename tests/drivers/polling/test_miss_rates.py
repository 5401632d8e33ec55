"""How much silence is enough: the formula, and rates that are never too low."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_drivers.polling.miss_rates import (
    LEAST_RATE,
    LEAST_TRIES,
    MOST_RATE,
    MOST_TRIES,
    Tally,
    false_removals,
    silent_tries,
    tries_a_visit,
)

positive = st.floats(0.001, 1000)


def test_figures_of_the_docs() -> None:
    assert [silent_tries(rate) for rate in (0.01, 0.05, 0.2, 0.6)] == [5, 7, 12, 38]


@given(st.floats(0.0001, 0.95), st.integers(1, 60), positive, positive)
def test_it_is_the_least_number_that_keeps_the_promise(
    rate: float, tags: int, cycle_s: float, hours: float
) -> None:
    needed = silent_tries(rate, tags, cycle_s, hours)
    assert false_removals(rate, needed, tags, cycle_s, hours) < 1 + 1e-9
    assert needed == 1 or false_removals(rate, needed - 1, tags, cycle_s, hours) >= 1 - 1e-9


@pytest.mark.parametrize(
    "wrong", [(0, 20, 0.1, 100), (1, 20, 0.1, 100), (0.1, 0, 0.1, 100), (0.1, 20, 0, 100), (0.1, 20, 0.1, 0)]
)
def test_what_makes_no_sense_is_refused(wrong: tuple[float, int, float, float]) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        silent_tries(*wrong)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=2000))
def test_a_rate_stays_within_its_bounds(found: list[tuple[int, int]]) -> None:
    tally = Tally()
    for silent, broken in found:
        tally.add(silent, broken)
    for rate in (tally.silent_rate(), tally.fail_rate()):
        assert 0 < rate < 1
        assert LEAST_RATE <= tally.surely(rate) <= MOST_RATE
    assert tally.silent_rate() <= tally.fail_rate()
    assert LEAST_TRIES <= tries_a_visit(tally.surely(tally.fail_rate())) <= MOST_TRIES


def test_a_rate_follows_what_happens_and_forgets() -> None:
    tally = Tally()
    assert tally.surely(tally.silent_rate()) > 0.1, "nothing is known yet"
    for _ in range(1000):
        tally.add(0, 0)
    assert tally.surely(tally.silent_rate()) == LEAST_RATE
    for _ in range(1000):
        tally.add(1, 0)
    assert tally.silent_rate() > 0.4, "half of all tries"
