"""What each rail has to give: all quiet, with one field on, and with every field on by fault; and its margin."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from signifer_firmware.wiring_guide.parts import End

from .circuit import Circuit, Part, Role
from .groups import rail_key, rails, resistors, supplies
from .library import LOGIC_V, NO_REGULATOR, REGULATORS
from .wiring_file import Supply, Wiring

# USB 2.0, 7.2.2: what a socket of a hub with its own supply gives.
LEAST_USB_V, MOST_USB_V = 4.75, 5.25
STATES = ("all quiet", "at work, one field on", "every field on by fault")


@dataclass(frozen=True)
class Load:
    """Currents in mA in the three states."""

    idle: float = 0.0
    work: float = 0.0
    fault: float = 0.0

    def __add__(self, other: Load) -> Load:
        return Load(self.idle + other.idle, self.work + other.work, self.fault + other.fault)

    def times(self, factor: float) -> Load:
        return Load(self.idle * factor, self.work * factor, self.fault * factor)

    @property
    def all(self) -> tuple[float, float, float]:
        return (self.idle, self.work, self.fault)


@dataclass(frozen=True)
class Rail:
    """One row of the budget. ``heat_w``: what a linear regulator turns into heat in the last state, of ``bears_w``."""

    board: str
    net: str
    source: str
    volts: float
    limit_ma: float
    load: Load
    heat_w: float = 0.0
    bears_w: float = 0.0

    @property
    def margin_ma(self) -> float:
        return self.limit_ma - self.load.fault

    def faults(self) -> list[str]:
        """What is too much, in sentences."""
        found = []
        if self.margin_ma < 0:
            found.append(
                f"{self.board}: {self.net} has to give {self.load.fault:.0f} mA if every field is on, "
                f"and {self.source} gives {self.limit_ma:.0f}; take a larger one"
            )
        if self.heat_w > self.bears_w > 0:
            found.append(
                f"{self.board}: {self.source} sheds {self.bears_w:g} W, and {self.heat_w:.1f} W come of "
                f"{self.load.fault:.0f} mA; take a larger one with a heat sink"
            )
        return found


def budget(circuits: Collection[Circuit], wiring: Wiring) -> list[Rail]:
    """All rails of all boards, and the hub that feeds the nodes."""
    found = [rail for circuit in circuits for rail in _Board(circuit, wiring).rows()]
    nodes = [rail.load for rail in found if rail_key(rail.net) == "VBUS_NODE"]
    # A single node that is all of a table hangs on no hub.
    if nodes and _has_hub(circuits) and (hub := wiring.supply.get("HUB")) is not None:
        load = sum(nodes, Load(*hub.own_ma))
        found.append(Rail("USB hub", "HUB", hub.source, hub.out_volts, hub.most_ma, load))
    return found


def _has_hub(circuits: Collection[Circuit]) -> bool:
    """See `wiring_guide.connections.needs_hub`."""
    return len(circuits) > 1


def hub_faults(circuits: Collection[Circuit], wiring: Wiring) -> list[str]:
    """What feeds the nodes is no part of a board, and must be there all the same."""
    if not _has_hub(circuits) or not any(
        rail_key(net) == "VBUS_NODE" for circuit in circuits for net in circuit.nets
    ):
        return []
    hub = wiring.supply.get("HUB")
    if hub is None:
        return ["USB hub: HUB feeds the nodes, and nothing feeds it; write [supply.HUB]"]
    if not LEAST_USB_V <= hub.volts <= MOST_USB_V:
        return [
            f"USB hub: HUB has {hub.volts:g} V; write what its sockets give, "
            f"{LEAST_USB_V:g} to {MOST_USB_V:g} V, and how many mA of that all together"
        ]
    return []


def budget_faults(rows: list[Rail]) -> list[str]:
    return [fault for row in rows for fault in row.faults()]


class _Board:
    def __init__(self, circuit: Circuit, wiring: Wiring) -> None:
        self.circuit, self.wiring = circuit, wiring
        self.by_end = circuit.by_end()
        self.groups = supplies(circuit)
        self.field = next((part.name for part in circuit.parts.values() if part.kind.key == "READER"), "")

    def rows(self) -> list[Rail]:
        found = []
        for group in self.groups:
            for end in (end for net in group for end in self.circuit.nets[net]):
                if self.circuit.pin(end).role is Role.FEEDS:
                    found.append(self._row(end, group))
                    break
            found += self._fuses(group)
        return found

    def _row(self, end: End, group: list[str]) -> Rail:
        net = self.by_end[end]
        supply = self.wiring.supply.get(rail_key(net)) or Supply()
        load = self._load(group) + Load(*supply.own_ma)
        volts = self.circuit.pin(end).volts
        if (regulator := REGULATORS.get(supply.part)) is None:
            return Rail(self.circuit.name, net, supply.source, volts, supply.most_ma, load)
        into = self._volts_of(self.by_end[End(end.part, "VIN")])
        heat = 0.0 if regulator.efficiency else max(0.0, into - volts) * load.fault / 1000
        return Rail(
            self.circuit.name, net, supply.part, volts, regulator.limit_ma, load, heat, regulator.bears_w
        )

    def _fuses(self, group: list[str]) -> list[Rail]:
        """What goes through a fuse: all behind it."""
        found = []
        for part in self.circuit.parts.values():
            behind = self.by_end.get(End(part.name, "2"), "")
            if part.kind.prefix == "F" and behind in group:
                hold = float(part.kind.key.removeprefix("F "))
                source = f"the fuse {part.kind.number}"
                volts = self._volts_of(behind)
                found.append(Rail(self.circuit.name, behind, source, volts, hold, self._load([behind])))
        return found

    def _volts_of(self, net: str) -> float:
        group = next(group for group in self.groups if net in group)
        pins = (self.circuit.pin(end) for one in group for end in self.circuit.nets[one])
        return max((pin.volts for pin in pins if pin.role is Role.FEEDS), default=0.0)

    def _load(self, nets: list[str]) -> Load:
        """What the parts on these nets take, and what regulators pass on; resistors to the nets, with all lines low."""
        load = Load()
        for end in (end for net in nets for end in self.circuit.nets[net]):
            part, pin = self.circuit.parts[end.part], self.circuit.pin(end)
            if part.kind.key.startswith("REGULATOR") and pin.name == "VIN":
                load += self._through(part, self.by_end[end])
            elif part.kind.draws and (pin.role is Role.FED or pin.name == "VBUS"):
                load += self._part(part)
        fixed = rails(self.circuit)
        for part, first, second in resistors(self.circuit):
            if {first, second} & set(nets) and not {first, second} <= fixed:
                load += Load(fault=LOGIC_V / part.ohm * 1000)
        return load

    def _part(self, part: Part) -> Load:
        draws = part.kind.draws
        assert draws is not None
        quiet = part.kind.key == "READER" and part.name != self.field
        return Load(draws.idle, draws.idle if quiet else draws.work, draws.fault)

    def _through(self, part: Part, into: str) -> Load:
        regulator = REGULATORS.get(part.kind.number)
        out = self.by_end.get(End(part.name, "VOUT"), "")
        if regulator is None or part.kind is NO_REGULATOR:
            return Load()
        load = self._load([out])
        volts = self._volts_of(into)
        return (
            load.times(LOGIC_V / (volts * regulator.efficiency)) if regulator.efficiency and volts else load
        )
