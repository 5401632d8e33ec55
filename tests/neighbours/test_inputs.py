"""Whatever comes over a socket is answered or ended for, without a traceback, and the table stands and plays on.

The quick share is in every run; the hundred thousand of the issue are in the soak. Each input is made of its seed: what
is found is thrown again by ``python -m tests.neighbours inputs COUNT SEED``.
"""

from __future__ import annotations

import json
import random

import pytest

from . import thrown
from .inputs import Figures, throw


def check(found: Figures, count: int) -> None:
    told = json.dumps(found.told()) + "".join(found.traces)
    assert found.is_well, told
    assert found.count >= count, told
    assert found.checks, told
    # Two addresses at most, and what is said at the beginning.
    assert found.log_lines <= 2 + 2 * (1 + found.seconds / 60), told


def test_some_hundred_inputs_leave_the_table_as_it_was() -> None:
    found = throw(450, 7, block=150)
    check(found, 450)
    assert set(found.read) == {
        *("requests", "broken requests", "handshakes", "frames", "wrong frames", "pairing", "messages")
    }


@pytest.mark.soak
def test_a_hundred_thousand_inputs() -> None:
    check(throw(100_000, 2), 100_000)


def test_a_seed_makes_the_same_inputs_again() -> None:
    for make in (thrown.question, thrown.broken, thrown.handshake):
        found = [make(random.Random(number), "a:1") for number in range(30)]
        assert found == [make(random.Random(number), "a:1") for number in range(30)]
        assert len(set(found)) > 25
