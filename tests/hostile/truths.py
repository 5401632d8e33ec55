"""What is true at a table after every rest in calm weather, as expectations of a table script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from signifer_firmware.scripting import expectations as ex
from signifer_firmware.simulation.expectations import Expectations
from signifer_firmware.simulation.table_run import ScriptRun


@dataclass(frozen=True)
class Fault:
    """A table is wrong: ``kind`` is what about ("lying", "reader", "screen", "lost", "error", "game"), ``said`` the
    expectation that fails, "" if no script can say it."""

    kind: str
    said: str
    seen: str

    def __str__(self) -> str:
        return f"{self.said or self.kind}: {self.seen}"


def truths(run: ScriptRun) -> Iterator[ex.Expect]:
    """Of each zone which cards lie there, of each reader that it is well, of each screen that it shows its words."""
    yield from cards(run)
    # Of cards that were lifted in one grab the table asks, and no weather has to do with it.
    asked = {zone for _, zone in run.appliance.keeper.sight.stacked}
    for reader in run.config.readers:
        if asked.isdisjoint(reader.zones):
            yield ex.ExpectReader(reader.name, "ok")
    for place in run.table.screens:
        if words := " ".join(run.appliance.words(place).split()):
            yield ex.ExpectScreen(place, words)


def cards(run: ScriptRun) -> Iterator[ex.Expect]:
    """Of each zone which cards lie there."""
    world = run.table.world
    for zone in world.fields:
        yield ex.ExpectLying(zone, tuple(sorted(world.lying(zone))))


def untrue(run: ScriptRun, expected: Iterable[ex.Expect]) -> Fault | None:
    """The first of these truths that the table does not hold."""
    expectations = Expectations(run)
    for each in expected:
        held, _, seen = expectations.check(each)
        if not held:
            return Fault(type(each).__name__.removeprefix("Expect").lower(), str(each), seen)
    return None
