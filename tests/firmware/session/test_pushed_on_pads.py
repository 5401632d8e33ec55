"""A card that a hand pushes about on a pad: the readers may tell it gone, and back; the table says nothing of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_drivers.polling.findings import Change, ChangeKind, Finding, Visit
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.events import News
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.storage.store import Entry, Store

from tests.firmware.session.keepers import SETTLE_US, SETUP, TAGS, UIDS, keeper

FIRST, SECOND, PAD = "red/commander-1", "red/cavalry-5", Zone("pad", "red")
SCRIPT = f"""game field-of-glory
seed {{seed}}
terrain plain plain woods plain plain
first red
put medium-infantry-1 1 red
put heavy-infantry-1 3 red
put {FIRST.removeprefix("red/")} pad red
put {SECOND.removeprefix("red/")} pad red
"""
# How long it is in the air, or the air is bad; and how long it is looked at then, and how often.
LEAST_US, MOST_US = 50_000, 320_000
WATCHED_US, LOOK_US = 1_200_000, 10_000
BACK_US = SETTLE_US // 4


class Pad:
    """A keeper at whose table a unit is to be paid for, with one card on red's pad."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "s")
        self.store.bind(TAGS)
        self.keeper: Keeper = keeper(self.store, random.Random(1))
        self.now_us = 0
        self.keeper.begin(SETUP | {"step": "actions"}, 0)
        self.tell(Finding.PRESENT, "red/heavy-infantry-1", Zone("3", "red"))
        self.tell(Finding.PRESENT, FIRST)
        self.rest()

    def tell(self, kind: ChangeKind, card: str, zone: Zone = PAD) -> Outlook:
        self.keeper.change(Change(kind, str(zone), UIDS[card]), self.now_us)
        self.keeper.step(self.now_us)
        return self.keeper.outlook

    def rest(self) -> Outlook:
        self.now_us += 2 * SETTLE_US
        self.keeper.step(self.now_us)
        return self.keeper.outlook

    @property
    def journal(self) -> tuple[Entry, ...]:
        return tuple(self.keeper.session.state.journal)


@pytest.fixture
def pad(tmp_path: Path) -> Iterator[Pad]:
    found = Pad(tmp_path)
    yield found
    found.store.close()


def test_what_is_told_gone_and_back_changes_nothing(pad: Pad) -> None:
    before, journal = pad.keeper.outlook, pad.journal
    assert dict(before.offers)["red"] == 1
    assert pad.tell(Finding.ABSENT, FIRST) == before
    pad.now_us += BACK_US
    assert pad.tell(Finding.PRESENT, FIRST) == before
    assert pad.rest() == before
    assert pad.journal == journal


def test_what_stays_away_is_no_longer_shown_once_hands_have_rested(pad: Pad) -> None:
    pad.tell(Finding.ABSENT, FIRST)
    after = pad.rest()
    assert (dict(after.offers)["red"], after.pads) == (0, ())
    assert pad.keeper.quiet


def test_another_card_in_its_place_is_shown_at_once(pad: Pad) -> None:
    before = pad.tell(Finding.ABSENT, FIRST).pads
    after = pad.tell(Finding.PRESENT, SECOND)
    assert dict(after.offers)["red"] == 1
    assert after.pads != before


def test_a_game_that_begins_then_shows_what_lies_there_now(pad: Pad) -> None:
    pad.tell(Finding.ABSENT, FIRST)
    pad.keeper.begin(SETUP | {"step": "actions"}, pad.now_us)
    pad.tell(Finding.PRESENT, "red/heavy-infantry-1", Zone("3", "red"))
    assert dict(pad.keeper.outlook.offers)["red"] == 0


class Pushed:
    """The whole table of this seed, in the air of the model, and all that it does and shows."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.news: list[News] = []
        self.changes: list[Change] = []
        script = parse_script(SCRIPT.format(seed=seed), file="it")

        def table(config: object, number: int) -> VirtualTable:
            return VirtualTable(load_table("double"), number, air=True)

        self.run = ScriptRun(script, load_table("double"), folder, self.news.append, table=table)
        self.run.begin()
        for statement in script.statements:
            if isinstance(statement, st.Put):
                self.run.run(statement)
        presence = self.run.appliance.presence
        visit = presence.visit

        def watched(found: Visit) -> list[Change]:
            changes = visit(found)
            self.changes += changes
            return changes

        presence.visit = watched  # type: ignore[method-assign,assignment]

    def push(self) -> None:
        """In the air for a while, then down again over another part of the pad, or the same."""
        over = [self.rng.randrange(3)]
        self.run.table.world.take(FIRST)
        back_us = self.run.now_us + self.rng.randrange(LEAST_US, MOST_US)
        self.run._at(back_us, lambda: self.run.table.world.put(FIRST, PAD, over))

    def burst(self) -> None:
        """Nobody hears anything over this pad for a while."""
        self.run.table.fault("reader", "pad red", "noise", 100)
        over_us = self.run.now_us + self.rng.randrange(LEAST_US, MOST_US)
        self.run._at(over_us, lambda: self.run.table.mend("reader", "pad red", "noise"))

    def nothing_comes_of(self, disturbed: str) -> None:
        run = self.run
        run.scheduler.run(run.now_us + self.rng.randrange(300_000, 900_000))
        run.rest()
        keeper = run.appliance.keeper
        table, outlook, journal, news = (
            keeper.table,
            keeper.outlook,
            tuple(keeper.session.state.journal),
            len(self.news),
        )
        getattr(self, disturbed)()
        end_us = run.now_us + WATCHED_US
        while run.now_us < end_us:
            run.scheduler.run(run.now_us + LOOK_US)
            assert (keeper.table, keeper.outlook) == (table, outlook)
        assert tuple(keeper.session.state.journal) == journal
        assert self.news[news:] == []


@pytest.mark.slow
@pytest.mark.parametrize("disturbed", ["push", "burst"])
@pytest.mark.parametrize("seed", [6, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(7, 34))])
def test_nothing_of_it_is_shown_told_or_written(tmp_path: Path, seed: int, disturbed: str) -> None:
    pushed = Pushed(tmp_path, seed)
    for _ in range(6):
        pushed.nothing_comes_of(disturbed)
    if (seed, disturbed) == (6, "push"):
        assert {change.kind for change in pushed.changes} == {Finding.ABSENT, Finding.PRESENT}
    pushed.run.close()
