"""From a table and its wiring file to circuits, one a board: wires from the connection list, the rest added here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from signifer_firmware.config.model import TableConfig
from signifer_firmware.wiring_guide.connections import connections
from signifer_firmware.wiring_guide.header import header
from signifer_firmware.wiring_guide.parts import (
    CABLES,
    DEBOUNCE_NF,
    EXPANDER,
    HEADER,
    INLET,
    MUX,
    STAR,
    Connection,
    End,
)

from . import library as parts
from .circuit import Circuit, Draws, Part, PartKind, PinKind, Role
from .groups import groups, rail_key
from .wiring_file import Supply, Wiring

_OHM = {"33 Ω": 33.0, "100 Ω": 100.0, "470 Ω": 470.0, "1 kΩ": 1000.0}


def circuits(table: TableConfig, wiring: Wiring) -> tuple[Circuit, ...]:
    """The main board first, then node by node; ConfigError if a reader cannot be wired."""
    boards: dict[str, list[Connection]] = defaultdict(list)
    for wire in connections(table):
        if wire.board != CABLES:
            boards[wire.board].append(wire)
    return tuple(_Builder(name, wires, table, wiring).build() for name, wires in boards.items())


class _Builder:
    def __init__(self, name: str, wires: Iterable[Connection], table: TableConfig, wiring: Wiring) -> None:
        self.wires, self.table, self.wiring = tuple(wires), table, wiring
        self.circuit = Circuit(name)
        self.rails = {end: net for wire in self.wires for end, net in _ends(wire)}
        self.ground = next(net for net in self.rails.values() if net.endswith("GND"))

    def build(self) -> Circuit:
        for wire in self.wires:
            for end in (wire.start, wire.end):
                if end.part not in self.circuit.parts:
                    self._part(end.part)
        self._wires()
        self._diode()
        self._pulls()
        self._capacitors()
        self._test_points()
        return self.circuit

    def _part(self, name: str) -> None:
        kind, more = self._kind(name)
        self.circuit.add(name, kind, **more)

    def _kind(self, name: str) -> tuple[PartKind, dict[str, float | str]]:
        fixed = {
            HEADER: lambda: self._header(),
            MUX: lambda: parts.multiplexer(self.wiring.own_pull.mux),
            EXPANDER: lambda: parts.EXPANDER,
            "buzzer": lambda: parts.BUZZER,
            "transistor": lambda: parts.TRANSISTOR,
            INLET: lambda: self._inlet(),
        }
        if name in fixed:
            return fixed[name](), {"address": {MUX: 0x70, EXPANDER: 0x20}.get(name, 0)}
        word, _, rest = name.partition(" ")
        if word == "screen":
            config = next(screen for screen in self.table.screens if screen.place == rest)
            return parts.screen(config.driver, self.wiring.own_pull.screen), {"address": config.address}
        if word == "fuse":
            return parts.fuse(self.wiring.fuse.node_ma if rest else self.wiring.fuse.main_ma), {}
        if word == "regulator":
            supply = self.wiring.supply.get(rail_key(self.rails[End(name, "VOUT")]))
            found = supply.regulator if supply else None
            return (found.kind if found else parts.NO_REGULATOR), {}
        if word == "node":
            return self._fed_by(parts.PICO, "VBUS", "VBUS_NODE"), {}
        if name.startswith(STAR):
            return parts.STAR, {}
        return {
            "reader": parts.reader(self.wiring.own_pull.reader),
            "button": parts.BUTTON,
            "buffer": parts.BUFFER,
        }[word], {}

    def _inlet(self) -> PartKind:
        return self._fed_by(parts.INLET, "+", "5V_INLET")

    def _fed_by(self, kind: PartKind, pin: str, rail: str) -> PartKind:
        """A kind whose source pin has the volts of the wiring file, or is none where the file names no such supply."""
        pins = tuple(
            _source(one, self.wiring.supply.get(rail)) if one.name == pin else one for one in kind.pins
        )
        return PartKind(
            kind.key,
            kind.title,
            kind.prefix,
            pins,
            kind.number,
            kind.footprint,
            kind.price,
            kind.draws,
            kind.legs,
        )

    def _header(self) -> PartKind:
        """The header as this table uses it: what a pin does follows from its use."""
        pins = []
        for pin in header(self.table):
            rail, most = {"5V": ("5V_PI", 5.5), "3V3": ("3V3_PI", parts.MOST_LOGIC_V)}.get(pin.name, ("", 0))
            if pin.name == "GND":
                kind = PinKind(str(pin.number), Role.GROUND)
            elif rail:
                kind = _source(
                    PinKind(str(pin.number), Role.PASSIVE, most=most), self.wiring.supply.get(rail)
                )
            else:
                kind = _gpio(str(pin.number), pin.use)
            pins.append(kind)
        return PartKind(
            "HEADER",
            "Raspberry Pi, 40 pins",
            "J",
            tuple(pins),
            "box header 2x20, a ribbon to the Pi",
            "Connector_PinSocket_2.54mm:PinSocket_2x20_P2.54mm_Vertical",
            200,
            Draws(0, 0, 0),
        )

    def _wires(self) -> None:
        """Nets and series resistors; one resistor for all connections with the same start."""
        done: set[tuple[End, str]] = set()
        for wire in self.wires:
            self.circuit.join(wire.net, wire.start)
            self.circuit.join(wire.net_end, wire.end)
            leads = self.circuit.leads_mm
            leads[wire.net_end] = leads.get(wire.net_end, 0) + wire.length_mm
            if wire.through and (wire.start, wire.net_end) not in done:
                done.add((wire.start, wire.net_end))
                self._resistor(_OHM[wire.through], wire.net, wire.net_end, beside=wire.start.part)

    def _resistor(self, ohm: float, first: str, second: str, *, beside: str = "") -> None:
        part = self.circuit.add("", parts.resistor(ohm), ohm=ohm, value=_ohms(ohm), beside=beside)
        self.circuit.join(first, End(part.name, "1"))
        self.circuit.join(second, End(part.name, "2"))

    def _capacitor(self, nf: int, net: str, beside: str) -> None:
        value = parts.CAPACITORS[nf][0].partition("F ")[0] + "F"
        part = self.circuit.add("", parts.capacitor(nf), nf=nf, value=value, beside=beside)
        self.circuit.join(net, End(part.name, "1"))
        self.circuit.join(self.ground, End(part.name, "2"))

    def _diode(self) -> None:
        """Across the sounder, whose coil would else destroy the transistor."""
        if "buzzer" not in self.circuit.parts:
            return
        part = self.circuit.add("", parts.DIODE, value="1N4148", beside="buzzer")
        for own, end in (("K", End("buzzer", "+")), ("A", End("buzzer", "-"))):
            self.circuit.join(self.rails[end], End(part.name, own))

    def _pulls(self) -> None:
        """One resistor for each kind of pull in a group of nets that series resistors join."""
        for group in groups(self.circuit):
            wanted: dict[str, str] = {}
            for net in group:
                for end in self.circuit.nets[net]:
                    if key := self.circuit.pin(end).pull:
                        wanted.setdefault(key, self._rail_of(end))
            for key, rail in wanted.items():
                if (ohm := self.wiring.pull.get(key)) is not None and rail not in group:
                    self._resistor(ohm, self._host_net(group), rail)

    def _rail_of(self, end: End) -> str:
        """Where a pin's line is pulled: down for the readers' reset, else up to what feeds that part."""
        pull = self.circuit.pin(end).pull
        if pull == "reader-reset":
            return self.ground
        if pull == "button":
            return "3V3_PI"
        fed = (pin.name for pin in self.circuit.parts[end.part].kind.pins if pin.role is Role.FED)
        return self.rails[End(end.part, next(fed))]

    def _host_net(self, group: list[str]) -> str:
        """Of several nets that resistors join, the one where somebody listens."""
        for net in group:
            if any(self.circuit.pin(end).role is Role.LISTENS for end in self.circuit.nets[net]):
                return net
        return group[0]

    def _capacitors(self) -> None:
        set_up = self.wiring.capacitor
        for end, net in list(self.rails.items()):
            part, pin = self.circuit.parts[end.part], self.circuit.pin(end)
            if part.kind.prefix == "U" and part.kind.key.startswith("REGULATOR "):
                self._regulator_capacitors(part, pin, net)
            elif pin.decouple and set_up.supply_nf:
                self._capacitor(set_up.supply_nf, net, part.name)
                large = part.kind.key == "READER" or part.kind.key == "SCREEN ssd1309"
                if large and set_up.reader_uf:
                    self._capacitor(10_000, net, part.name)
            elif pin.pull == "button" and set_up.button_nf:
                self._capacitor(DEBOUNCE_NF, net, part.name)

    def _regulator_capacitors(self, part: Part, pin: PinKind, net: str) -> None:
        if not self.wiring.capacitor.supply_nf or pin.role is Role.GROUND:
            return
        self._capacitor(1000, net, part.name)
        if pin.name == "VOUT":
            self._capacitor(10_000, net, part.name)

    def _test_points(self) -> None:
        """One on every net of this board; the far side of a button's resistor is the button itself."""
        for net in sorted(self.circuit.nets):
            if not net.endswith("_LEAD"):
                part = self.circuit.add("", parts.TEST_POINT, value=net)
                self.circuit.join(net, End(part.name, "1"))


def _ends(wire: Connection) -> tuple[tuple[End, str], tuple[End, str]]:
    return (wire.start, wire.net), (wire.end, wire.net_end)


def _source(pin: PinKind, supply: Supply | None) -> PinKind:
    if supply is None:
        return PinKind(pin.name, Role.PASSIVE, pin.number, optional=True)
    return PinKind(pin.name, Role.FEEDS, pin.number, volts=supply.out_volts, most=pin.most, optional=True)


def _gpio(number: str, use: str) -> PinKind:
    """A GPIO of the Pi: 3.3 V, whatever it does."""
    volts, most = parts.LOGIC_V, parts.MOST_LOGIC_V
    if not use or use.startswith("left free"):
        return PinKind(number, Role.EITHER, most=most, optional=True)
    if "I2C1" in use:
        # 1.8 kΩ on the Pi itself (Raspberry Pi 4 reduced schematics).
        return PinKind(number, Role.BUS, most=most, pull="", own_pull_ohm=1_800)
    if "button" in use:
        return PinKind(number, Role.LISTENS, most=most, pull="button")
    if use.startswith("MISO"):
        return PinKind(number, Role.LISTENS, most=most)
    return PinKind(number, Role.DRIVES, volts=volts, optional=use.endswith("not used"))


def _ohms(ohm: float) -> str:
    return f"{ohm / 1000:g} kΩ" if ohm >= 1000 else f"{ohm:g} Ω"
