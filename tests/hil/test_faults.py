"""Faults of readers at a whole table: unknown within a second, named, back within two; no card ever leaves by one."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_drivers.polling.findings import Finding
from signifer_drivers.readers.faults import named_in
from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.events import News, NewsKind
from signifer_firmware.simulation.table_run import ScriptRun

from tests import sweeps
from tests.sweeps import often, shared_out

UNKNOWN_US = 1_000_000
BACK_US = 2_000_000
# For so long a fault lasts in which nothing else may be said.
LASTS_US = often(5, 8) * 1_000_000

# What a script says, how many cards lie there, and what the fault is called.
FAULTS = (
    ("unplug", "no-chip"),
    ("stuck", "chip-hangs"),
    ("held", "miso-held"),
    ("varying", "varying-version"),
    ("random", "varying-version"),
    ("wiring", "wiring"),
    ("brownout", "brown-out"),
    ("clone", "clone"),
    ("crystal", "no-clock"),
    ("hot", "overheated"),
)
AIR = (
    ("neighbour", "2 red", "neighbour-field"),
    ("neighbour", "3 red", "neighbour-field"),
    ("slow", "2 red", "slow-tags"),
    ("slow", "3 red", "slow-tags"),
    ("detuned", "2 red", "weak-answers"),
    ("detuned", "4 red", "weak-answers"),
    ("loud", "2 red", "gain-too-high"),
    ("loud", "3 red", "gain-too-high"),
    ("loud", "5 blue", "gain-too-high"),
    ("loud", "pad red", "gain-too-high"),
    ("stack", "2 red", "stacked-tags"),
    ("stack", "4 red", "stacked-tags"),
)
# Every fault in a zone with cards, which a node reads, and on a pad, which hangs on the Pi's own bus. A bare zone of a
# node adds little to it: in every run it has the first fault, in the soak all.
LAID_AND_PAD = [(*fault, zone) for zone in ("2 red", "pad red") for fault in FAULTS]
BARE = [(*fault, "5 blue") for fault in FAULTS]
START = (
    "game field-of-glory\nseed 21\nterrain plain plain plain plain plain\nfirst red\nbegin actions\n"
    "setup 2 red pike-1 pike-2\nsetup 2 blue spear-1\nsetup 3 red spear-1\nsetup 4 red cavalry-1 cavalry-2\n"
)


def table_of(zone: str) -> str:
    """Where a fault is tried. A pad hangs on the Pi's own bus: on a table without nodes, which cost twice as much as
    all the rest; in the soak beside them."""
    return "direct" if zone.startswith("pad ") and not sweeps.soaking else "standard"


class Table:
    """A table at rest, and what it tells."""

    def __init__(self, folder: Path, seed: int, table: str = "standard") -> None:
        text = START.replace("seed 21", f"seed {seed}")
        script = parse_script(text, file="it")
        self.news: list[News] = []
        self.run = ScriptRun(script, load_table(table), folder, self.news.append)
        self.run.begin()

    def after(self, us: int) -> list[tuple[str, str, tuple[str, ...]]]:
        """What is told of parts within so long: part, state, causes named."""
        self.news.clear()
        self.run.scheduler.run(self.run.now_us + us)
        told = [news.what for news in self.news if news.kind == "fault"]
        return [(str(what["part"]), str(what["state"]), tuple(named_in(str(what["cause"])))) for what in told]

    def others(self) -> set[NewsKind]:
        """Kinds of news that are not about faults."""
        return {news.kind for news in self.news} - {"fault"}

    def lying(self) -> dict[str, tuple[str, ...]]:
        """What each reader is believed to hold, by the cards' names."""
        cards = self.run.table.world.known_tags()
        presence = self.run.appliance.presence
        return {
            zone: tuple(sorted(cards[uid] for uid in presence.lying(zone))) for zone in self.run.table.readers
        }


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "cause", "zone"), shared_out([*LAID_AND_PAD, *BARE], len(LAID_AND_PAD) + 1))
def test_a_fault_is_named_within_a_second_takes_no_card_and_is_over_when_mended(
    kind: str, cause: str, zone: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, 21, table_of(zone))
    try:
        lay = table.lying()
        table.run.table.fault("reader", zone, kind, None)
        told = table.after(UNKNOWN_US)
        assert told == [(f"reader {zone}", "fault", (cause,))]
        # For as long as it lasts nothing else is said, and nothing moves.
        assert table.after(LASTS_US) == []
        assert table.others() == set()
        assert table.lying() == lay
        assert table.run.appliance.presence.state(zone) == Finding.FAULT
        table.run.table.mend("reader", zone, None)
        assert table.after(BACK_US)[-1:] == [(f"reader {zone}", "ok", ())]
        assert table.lying() == lay
        assert table.after(3_000_000) == []
        assert table.others() == set()
        assert table.lying() == lay
    finally:
        table.run.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", shared_out(range(2), 1))
@pytest.mark.parametrize(("kind", "zone", "cause"), AIR, ids=[f"{kind}-{zone}" for kind, zone, _ in AIR])
def test_a_fault_of_the_air_is_named_too_and_only_by_its_own_name(
    kind: str, zone: str, cause: str, seed: int, tmp_path: Path
) -> None:
    """Cards that are stacked are asked about; else nothing happens but that the zone is unknown."""
    table = Table(tmp_path, seed, table_of(zone))
    asked = {"prompt"} if kind == "stack" else set()
    try:
        lay = table.lying()
        units = {zone: table.run.appliance.keeper.seen[zone] for zone in table.run.table.world.fields}
        table.run.table.fault("reader", zone, kind, None)
        assert table.after(UNKNOWN_US) == [(f"reader {zone}", "fault", (cause,))]
        assert table.others() == asked
        assert table.after(LASTS_US) == []
        assert table.others() == set()
        assert table.run.appliance.keeper.cause_of(zone)
        assert {zone: table.run.appliance.keeper.seen[zone] for zone in units} == units
        table.run.table.mend("reader", zone, None)
        assert table.after(BACK_US) == [(f"reader {zone}", "ok", ())]
        assert table.after(3_000_000) == []
        assert {zone: table.run.appliance.keeper.seen[zone] for zone in units} == units
        assert table.lying() == lay
    finally:
        table.run.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "zone", "cause"),
    [
        ("slow", "2 red", "slow-tags"),
        ("detuned", "4 red", "weak-answers"),
        ("loud", "5 blue", "gain-too-high"),
        ("clone", "3 red", "clone"),
    ],
)
def test_over_bad_cables_a_fault_has_the_same_name_and_takes_no_card(
    kind: str, zone: str, cause: str, tmp_path: Path
) -> None:
    """One byte in a hundred is damaged at every node: all is asked again and again, so twice the time is allowed."""
    table = Table(tmp_path, 2)
    try:
        for twin in table.run.table.nodes.values():
            twin.noise.share = 0.01
        lay = table.lying()
        assert table.after(2_000_000) == []
        table.run.table.fault("reader", zone, kind, None)
        assert table.after(2 * UNKNOWN_US) == [(f"reader {zone}", "fault", (cause,))]
        assert table.after(4_000_000) == []
        table.run.table.mend("reader", zone, None)
        assert table.after(2 * BACK_US) == [(f"reader {zone}", "ok", ())]
        assert table.others() == set()
        assert table.lying() == lay
        assert sum(twin.noise.damaged for twin in table.run.table.nodes.values()) > 200
    finally:
        table.run.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("weather", "seconds"),
    [
        ({"noise_percent": 5.0, "miss_percent": 10.0}, often(6, 30)),
        ({"miss_percent": 20.0}, often(5, 15)),
        ({"cross_percent": 10.0}, often(5, 15)),
    ],
    ids=["noise", "miss", "cross"],
)
def test_weather_that_presence_can_bear_is_no_fault(
    weather: dict[str, float], seconds: int, tmp_path: Path
) -> None:
    """Everywhere at once, and for a while: nothing is named, nothing moves."""
    table = Table(tmp_path, 21)
    try:
        lay = table.lying()
        for twin in table.run.table.readers.values():
            for name, percent in weather.items():
                assert hasattr(twin.field, name)
                setattr(twin.field, name, percent)
        assert table.after(seconds * 1_000_000) == []
        assert table.others() == set()
        assert table.lying() == lay
    finally:
        table.run.close()


def test_a_reader_that_breaks_down_under_a_card_that_is_lifted_notices_when_it_is_back(
    tmp_path: Path,
) -> None:
    """What happens while a zone is unknown is seen afterwards: unknown is not a belief that nothing changed."""
    table = Table(tmp_path, 21)
    try:
        for kind in ("brownout", "neighbour"):
            table.run.table.world.put("red/spear-1", Zone("3", "red"))
            table.after(2_000_000)
            table.run.table.fault("reader", "3 red", kind, None)
            table.after(UNKNOWN_US)
            table.run.table.world.take("red/spear-1")
            table.after(UNKNOWN_US)
            table.run.table.mend("reader", "3 red", None)
            table.after(BACK_US)
            assert table.lying()["3 red"] == ()
            assert table.run.appliance.presence.state("3 red") == Finding.OK
    finally:
        table.run.close()
