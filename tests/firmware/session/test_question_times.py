"""A finger that went down before the screen asked what it asks says nothing; `ok` that answers says nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from signifer_core.layout import PAD, SIDES, ZONES, Side, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.polling.findings import Change, ChangeKind, Finding
from signifer_firmware.session.question_times import Shown

from tests.firmware.session.keepers import SETTLE_US, UIDS, Fumbling


def test_what_is_asked_still_is_as_old_as_it_was() -> None:
    shown = Shown()
    assert not shown.came_after("red", 0), "nothing is asked yet"
    shown.asks({"red": "flank"}, 100)
    shown.asks({"red": "flank"}, 200)
    told = [shown.came_after("red", since_us) for since_us in (99, 100, 150, None)]
    assert told == [True, False, False, False]
    shown.asks({"red": "actions"}, 300)
    assert shown.came_after("red", 299)
    assert not shown.came_after("blue", 299)


class Table(Fumbling):
    """Hands that lay two cards more on a pad, and then two cards of one zone fall silent."""

    def __init__(self, folder: Path, seed: int) -> None:
        folder.mkdir()
        super().__init__(folder, seed)
        for _ in range(seed % 12):
            self.go_on()
            self.rest()
        for card in ("commander-3", "commander-4"):
            player = SIDES[seed % 2]
            self.lay(f"{player}/{card}", Zone(PAD, player))
            self.rest()

    def rest(self) -> None:
        for _ in range(3):
            self.now_us += 10 * SETTLE_US
            self.keeper.step(self.now_us)

    def grab(self, kind: ChangeKind, zone: Zone, cards: list[str]) -> None:
        for card in cards:
            self.keeper.change(Change(kind, str(zone), UIDS[card]), self.now_us)
        self.rest()

    def press_ok(self, kind: PressKind, player: Side, since_us: int | None) -> None:
        self.keeper.press(Press(kind, Button.OK, player, since_us=since_us), self.now_us)
        self.rest()


def two_of_a_zone(table: Table, rng: random.Random) -> tuple[Zone, list[str]] | None:
    zones = [zone for zone in ZONES if len(table.keeper.seen[zone]) > 1]
    if not zones:
        return None
    zone = rng.choice(zones)
    return zone, rng.sample(table.keeper.seen[zone], 2)


SEEDS = range(80)


@pytest.mark.slow
def test_an_ok_that_answers_says_that_the_cards_were_lifted_and_nothing_else(tmp_path: Path) -> None:
    steps = set()
    for seed in SEEDS:
        rng = random.Random(seed)
        asked, lifted = Table(tmp_path / f"{seed}a", seed), Table(tmp_path / f"{seed}b", seed)
        found = two_of_a_zone(asked, rng)
        if found is None:
            continue
        zone, cards = found
        asked.grab(Finding.COVERED, zone, cards)
        if not asked.keeper.sight.in_question:
            continue
        asked.press_ok(rng.choice(list(PressKind)), zone.side, None)
        lifted.grab(Finding.ABSENT, zone, cards)
        assert asked.keeper.table == lifted.keeper.table, seed
        assert asked.keeper.table is not None
        steps.add(asked.keeper.table.state.step)
    assert {"actions", "advance", "flank", "bonus", "retreat"} <= steps, steps


@pytest.mark.slow
@pytest.mark.parametrize("kind", PressKind)
def test_a_question_that_came_after_the_finger_went_down_is_not_answered(
    tmp_path: Path, kind: PressKind
) -> None:
    for seed in SEEDS[:40]:
        table = Table(tmp_path / f"{seed}", seed)
        found = two_of_a_zone(table, random.Random(seed))
        if found is None:
            continue
        down_us = table.now_us - 1
        table.grab(Finding.COVERED, *found)
        silent, before = table.keeper.sight.in_question, table.keeper.table
        table.press_ok(kind, found[0].side, down_us)
        if silent:
            assert (table.keeper.sight.in_question, table.keeper.table) == (silent, before)
