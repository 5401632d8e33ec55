"""What a table that nobody ever disturbed shows for the same game and the same cards: screens are compared with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from signifer_drivers.polling.findings import Change, Finding
from signifer_firmware.runtime.faces import Faces, Shown
from signifer_firmware.session import events as ev
from signifer_firmware.session.machine import Session
from signifer_firmware.session.outlook import GAME, Outlook
from signifer_firmware.session.settings import Settings
from signifer_firmware.simulation.table_run import ScriptRun

from .truths import Fault

MOST_TICKS = 20


def shown_otherwise(run: ScriptRun) -> Fault | None:
    """The first screen that shows something else than that of a table which takes up the record, and finds the cards
    as they lie, where nothing is wrong; None, too, while anything is asked that no record tells."""
    keeper = run.appliance.keeper
    moment = run.appliance.pictures.moment
    if moment is not None and moment.outlook.faults:
        return Fault("shown", "", f"faults {moment.outlook.faults}, and nothing is wrong")
    if moment is None or keeper.table is None or moment.outlook.phase != GAME or not _is_told(run):
        return None
    fresh = _fresh(run)
    if fresh.state.table is None:
        return Fault("taken up", "", "the record cannot be taken up")
    mine, theirs = moment.outlook, _as_hands_left_it(fresh.state.outlook, moment.outlook)
    if (was := keeper.table.state) != fresh.state.table.state:
        return Fault("taken up", "", f"{was}\nis believed, and undisturbed\n{fresh.state.table.state}")
    for name in ("corrections", "prompts", "notices", "offers", "pads"):
        ours, others = getattr(mine, name), getattr(theirs, name)
        if {*ours} != {*others}:
            return Fault("shown", "", f"{name}: {ours}\nwhere an undisturbed table has\n{others}")
    # In which order things are said, only hands decide.
    theirs = replace(theirs, corrections=mine.corrections, prompts=mine.prompts, pads=mine.pads)
    faces = Faces(Shown(fresh.state.table, theirs, moment.turned), keeper.bundle, keeper.words)
    for place in run.table.screens:
        wanted = faces.of(place)
        seen = _faces(run, place)
        if seen != wanted:
            return Fault("shown", "", f"screen {place}: {seen}\nwhere an undisturbed table has\n{wanted}")
    return None


def _faces(run: ScriptRun, place: str) -> list[object]:
    shown = run.appliance.pictures.shown
    assert shown is not None
    return [*shown.of(place)]


def _is_told(run: ScriptRun) -> bool:
    """Whether all that screens show comes of the record, of cards, and of what the last press was told."""
    keeper, outlook = run.appliance.keeper, run.appliance.keeper.outlook
    assert keeper.table is not None
    sight, table = keeper.sight, keeper.table
    open_menus = outlook.agreement, outlook.own, outlook.codes, outlook.odds
    asked = (sight.in_question, sight.covered, table.awaited, table.returning)
    return not any((*open_menus, *asked))


def _as_hands_left_it(fresh: Outlook, mine: Outlook) -> Outlook:
    """With what only the last press was told, and clocks."""
    return replace(
        fresh,
        refusals=mine.refusals,
        said=mine.said,
        rolls=mine.rolls,
        minutes=mine.minutes,
        notes=mine.notes,
    )


def _fresh(run: ScriptRun) -> Session:
    keeper = run.appliance.keeper
    known = keeper.session.state
    session = Session(
        run.bundle,
        known.games.values(),
        antennas=known.antennas,
        settings=Settings(
            language=run.config.languages.model_dump(),
            hold_ms=run.config.timing.hold_ms,
        ),
        rng=random.Random(0),
        secrets=random.Random(0),
        ceremony=True,
        tags=keeper.tags,
        address=run.config.page.address,
    )
    session.receive(ev.Resume(0, run.appliance.game_so_far(), power_on=True))
    for number, change in enumerate(_lying(run)):
        session.receive(ev.Seen(number + 1, (change,)))
    for tick in range(MOST_TICKS):
        session.receive(ev.Tick(1_000_000 + tick, hands_settled=True))
    return session


def _lying(run: ScriptRun) -> Iterator[Change]:
    """What readers would say of all cards, in the order in which they were laid."""
    world = run.table.world
    for reader in run.config.readers:
        for zone in reader.zones:
            for card in world.lying(zone):
                yield Change(Finding.PRESENT, reader.name, world.tag(card).uid)
