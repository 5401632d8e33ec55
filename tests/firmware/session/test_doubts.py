"""Doubts of the readers: how long a table waits before it judges what lies there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_drivers.polling.findings import Change, Doubt, Finding
from signifer_firmware.session.keeper import DOUBT_SETTLES
from signifer_firmware.storage.store import Store

from tests.firmware.session.keepers import SETTLE_US, SETUP, TAGS, UIDS, keeper
from tests.firmware.states import fog

CARD, HERE = "red/spear-1", Zone("3", "red")


class Lifting:
    """A keeper at whose table one card is lifted, and the readers' doubts."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "s")
        self.store.bind(TAGS)
        self.doubt = Doubt.NONE
        self.keeper = keeper(self.store, random.Random(1))
        self.keeper.doubtful = lambda: self.doubt
        self.keeper.begin(SETUP | {"units": [[3, "red", [CARD]]], "step": "actions"}, 0)
        self.keeper.change(Change(Finding.PRESENT, str(HERE), UIDS[CARD]), 0)
        self.now_us = 0
        self.go_on(3 * SETTLE_US)
        self.keeper.change(Change(Finding.ABSENT, str(HERE), UIDS[CARD]), self.now_us)
        self.keeper.step(self.now_us)

    def go_on(self, us: int) -> None:
        self.now_us += us
        self.keeper.step(self.now_us)

    @property
    def counts(self) -> bool:
        """Whether the table has taken the card for lifted."""
        assert self.keeper.table is not None
        return not fog(self.keeper.table.state).column(3).units("red")


@pytest.fixture
def lifting(tmp_path: Path) -> Iterator[Lifting]:
    found = Lifting(tmp_path)
    yield found
    found.store.close()


def test_without_doubt_a_lift_counts_once_hands_rest(lifting: Lifting) -> None:
    lifting.go_on(SETTLE_US - 1)
    assert not lifting.counts
    lifting.go_on(1)
    assert lifting.counts


def test_a_card_between_there_and_gone_is_waited_for_and_not_for_ever(lifting: Lifting) -> None:
    lifting.doubt = Doubt.OPEN
    lifting.go_on(DOUBT_SETTLES * SETTLE_US - 1)
    assert not lifting.counts
    lifting.go_on(1)
    assert lifting.counts


def test_one_that_is_astray_is_waited_for_until_its_readers_know(lifting: Lifting) -> None:
    lifting.doubt = Doubt.ASTRAY
    lifting.go_on(3 * DOUBT_SETTLES * SETTLE_US)
    assert not lifting.counts
    lifting.doubt = Doubt.OPEN
    lifting.go_on(1)
    assert lifting.counts
