"""Short runs of every fuzz target, and what fuzzing has found once. `make fuzz` runs the same targets for long."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sweeps import often

from .targets import TARGETS

FOUND = Path(__file__).with_name("found")


@st.composite
def changed(draw: st.DrawFn, name: str) -> bytes:
    """A seed of a target with some changes: parts that go, parts that come, some of them from elsewhere in it."""
    seed = draw(st.sampled_from(TARGETS[name].seeds()))
    data = seed
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        gone = draw(st.sampled_from((0, 1, 2, 8, 60, 10_000)))
        start = draw(st.integers(0, len(seed)))
        new = draw(st.binary(max_size=6) | st.sampled_from((b'"', b"9" * 30, seed[start : start + 40])))
        data = data[:at] + new + data[at + gone :]
    return data


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_seeds_are_sound(name: str) -> None:
    seeds = TARGETS[name].seeds()
    assert seeds
    for seed in seeds:
        TARGETS[name].check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_it_is_read_or_refused_with_an_error_of_our_own(name: str) -> None:
    target = TARGETS[name]

    @settings(
        max_examples=often(target.examples // 6, target.examples),
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(changed(name) | st.binary(max_size=60))
    def run(data: bytes) -> None:
        target.check(data)

    run()


@pytest.mark.parametrize(
    "file", sorted(FOUND.glob("*/*")), ids=lambda file: f"{file.parent.name}-{file.name}"
)
def test_what_was_found_is_mended(file: Path) -> None:
    TARGETS[file.parent.name].check(file.read_bytes())
